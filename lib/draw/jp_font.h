/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text in pictures: measured and shown with Pango, which finds a font for every script. Sizes and
 * lengths are in points. Nothing is rounded to pixels, so a text is as wide in every format.
 */
#ifndef JP_FONT_H
#define JP_FONT_H

#include "jp_error.h"
#include "jp_span.h"

#include <cairo.h>

/* The families asked for, best first: also what a browser is told. */
#define JP_FONT_FAMILIES "DejaVu Sans, Verdana, Liberation Sans, sans-serif"

struct jp_font {
    double size;
    bool is_bold;
};

struct jp_fonts;

/* NULL, with an error (no font is installed). To be freed. */
struct jp_fonts *jp_fonts_new(struct jp_error *error);
void jp_fonts_free(struct jp_fonts *fonts);

/* Of one line of valid UTF-8. */
double jp_fonts_width(struct jp_fonts *fonts, struct jp_span text, struct jp_font font);

/*
 * The same without kerning, much faster: the sum of the characters' own widths. Characters other
 * than ASCII count as the widest letter.
 */
double jp_fonts_guess(const struct jp_fonts *fonts, struct jp_span text, struct jp_font font);

/* Above and below the base line. */
double jp_fonts_ascent(const struct jp_fonts *fonts, struct jp_font font);
double jp_fonts_descent(const struct jp_fonts *fonts, struct jp_font font);

/* One line with its base line at Y, in the colour that CAIRO is set to. */
void jp_fonts_show(struct jp_fonts *fonts, cairo_t *cairo, double x, double y, struct jp_span text,
                   struct jp_font font);

#endif
