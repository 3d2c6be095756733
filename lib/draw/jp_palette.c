/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_palette.h"

#include "jp_attr.h"

#include <math.h>
#include <stddef.h>

#define RGB(hex)                                                                 \
    {                                                                            \
        ((hex) >> 16) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex)&0xff) / 255.0 \
    }

/* Stops at equal distances. */
static const struct jp_colour share_stops[] = {RGB(0xf7f5f0), RGB(0xfde3b8), RGB(0xfcbf78),
                                               RGB(0xf58b51), RGB(0xd9502f), RGB(0xa82717)};
static const struct jp_colour change_stops[] = {RGB(0x1f5f9f), RGB(0x5b9bd0), RGB(0xb3d3ea),
                                                RGB(0xf7f5f0), RGB(0xfbcf98), RGB(0xee9640),
                                                RGB(0xb85a0c)};

static struct jp_colour between(const struct jp_colour *stops, size_t count, double at)
{
    const double place = fmin(fmax(at, 0), 1) * (double)(count - 1);
    const size_t left = place >= (double)(count - 1) ? count - 2 : (size_t)place;
    const double part = place - (double)left;
    const struct jp_colour a = stops[left];
    const struct jp_colour b = stops[left + 1];

    return (struct jp_colour){a.red + (b.red - a.red) * part, a.green + (b.green - a.green) * part,
                              a.blue + (b.blue - a.blue) * part};
}

struct jp_colour jp_palette_share(double share)
{
    return between(share_stops, JP_COUNT_OF(share_stops), share);
}

struct jp_colour jp_palette_change(double share)
{
    return between(change_stops, JP_COUNT_OF(change_stops), (share + 1) / 2);
}

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

static double luminance(struct jp_colour colour)
{
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) +
           0.0722 * linear(colour.blue);
}

double jp_palette_contrast(struct jp_colour one, struct jp_colour other)
{
    const double a = luminance(one);
    const double b = luminance(other);

    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

struct jp_colour jp_palette_ink(struct jp_colour background)
{
    const struct jp_colour black = {0, 0, 0};
    const struct jp_colour white = {1, 1, 1};

    return jp_palette_contrast(background, white) > jp_palette_contrast(background, black) ? white
                                                                                           : black;
}
