/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_font.h"

#include "jp_mem.h"

#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdlib.h>

enum { ASCII_COUNT = 128, MEASURED_SIZE = 100 };

struct jp_fonts {
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;            /* the one line that is measured or shown at the moment */
    PangoFontDescription *faces[2]; /* regular, bold */
    double widths[2][ASCII_COUNT];  /* at MEASURED_SIZE */
    double ascent;                  /* per point of size */
    double descent;
};

static bool has_fonts(PangoFontMap *map)
{
    PangoFontFamily **families;
    int count;

    pango_font_map_list_families(map, &families, &count);
    g_free(families);
    return count > 0;
}

/* The same metrics whatever the surface, the screen and the user's settings are. */
static void fix_options(PangoContext *context)
{
    cairo_font_options_t *const options = cairo_font_options_create();

    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(context, 72);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string("en"));
}

static void set_text(struct jp_fonts *fonts, struct jp_span text, struct jp_font font)
{
    PangoFontDescription *const face = fonts->faces[font.is_bold];

    pango_font_description_set_absolute_size(face, font.size * PANGO_SCALE);
    pango_layout_set_font_description(fonts->layout, face);
    pango_layout_set_text(fonts->layout, text.ptr, (int)text.len);
}

double jp_fonts_width(struct jp_fonts *fonts, struct jp_span text, struct jp_font font)
{
    PangoRectangle logical;

    set_text(fonts, text, font);
    pango_layout_get_extents(fonts->layout, NULL, &logical);
    return (double)logical.width / PANGO_SCALE;
}

static void measure(struct jp_fonts *fonts)
{
    const struct jp_font regular = {MEASURED_SIZE, false};

    for (int c = ' '; c < ASCII_COUNT; c++) {
        const char text = (char)c;
        for (int bold = 0; bold < 2; bold++)
            fonts->widths[bold][c] = jp_fonts_width(fonts, (struct jp_span){&text, 1},
                                                    (struct jp_font){MEASURED_SIZE, bold != 0});
    }
    set_text(fonts, JP_SPAN("x"), regular);
    PangoFontMetrics *const metrics = pango_context_get_metrics(
        fonts->context, fonts->faces[0], pango_context_get_language(fonts->context));
    const double unit = (double)PANGO_SCALE * MEASURED_SIZE;
    fonts->ascent = pango_font_metrics_get_ascent(metrics) / unit;
    fonts->descent = pango_font_metrics_get_descent(metrics) / unit;
    pango_font_metrics_unref(metrics);
}

struct jp_fonts *jp_fonts_new(struct jp_error *error)
{
    PangoFontMap *const map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);

    if (!map || !has_fonts(map)) {
        if (map)
            g_object_unref(map);
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "no picture: there is no font on this machine");
        jp_error_hint(error, "install one, for example the package fonts-dejavu-core");
        return NULL;
    }
    struct jp_fonts *const fonts = jp_mem_zeroed(1, sizeof *fonts);
    fonts->map = map;
    fonts->context = pango_font_map_create_context(map);
    fix_options(fonts->context);
    fonts->layout = pango_layout_new(fonts->context);
    pango_layout_set_single_paragraph_mode(fonts->layout, TRUE);
    for (int bold = 0; bold < 2; bold++)
        fonts->faces[bold] = pango_font_description_from_string(JP_FONT_FAMILIES);
    pango_font_description_set_weight(fonts->faces[1], PANGO_WEIGHT_BOLD);
    measure(fonts);
    return fonts;
}

void jp_fonts_free(struct jp_fonts *fonts)
{
    if (!fonts)
        return;
    for (int bold = 0; bold < 2; bold++)
        pango_font_description_free(fonts->faces[bold]);
    g_object_unref(fonts->layout);
    g_object_unref(fonts->context);
    g_object_unref(fonts->map);
    free(fonts);
}

double jp_fonts_guess(const struct jp_fonts *fonts, struct jp_span text, struct jp_font font)
{
    const double *const widths = fonts->widths[font.is_bold];
    double sum = 0;

    for (size_t i = 0; i < text.len; i++) {
        const unsigned char byte = (unsigned char)text.ptr[i];
        if (byte < ASCII_COUNT)
            sum += widths[byte];
        else if ((byte & 0xc0) != 0x80) /* not the rest of a sequence */
            sum += widths['W'];
    }
    return sum * font.size / MEASURED_SIZE;
}

double jp_fonts_ascent(const struct jp_fonts *fonts, struct jp_font font)
{
    return fonts->ascent * font.size;
}

double jp_fonts_descent(const struct jp_fonts *fonts, struct jp_font font)
{
    return fonts->descent * font.size;
}

void jp_fonts_show(struct jp_fonts *fonts, cairo_t *cairo, double x, double y, struct jp_span text,
                   struct jp_font font)
{
    set_text(fonts, text, font);
    cairo_move_to(cairo, x, y);
    pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(fonts->layout, 0));
}
