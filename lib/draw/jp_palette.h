/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Colours of pictures. Lightness carries the meaning, so that a picture can be read without seeing
 * colours, and a difference goes from blue to orange, which all common kinds of colour blindness
 * tell apart.
 */
#ifndef JP_PALETTE_H
#define JP_PALETTE_H

struct jp_colour {
    double red, green, blue; /* sRGB, 0 to 1 */
};

/* A share of the total from 0 to 1: from nearly white to a dark red. Cut to that range. */
struct jp_colour jp_palette_share(double share);

/* A change as a share of the largest one, -1 to 1: blue shrank, nearly white, orange grew. */
struct jp_colour jp_palette_change(double share);

/* Black or white: which of the two has the better contrast on BACKGROUND. */
struct jp_colour jp_palette_ink(struct jp_colour background);

/* Ratio of contrast of two colours, 1 to 21, as WCAG 2.1 defines it. */
double jp_palette_contrast(struct jp_colour one, struct jp_colour other);

#endif
