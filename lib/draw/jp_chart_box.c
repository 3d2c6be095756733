/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chart_private.h"

#include "jp_caption.h"
#include "jp_number.h"

#include <math.h>

#define DOWN  "\xe2\x86\x93"
#define AGAIN "\xe2\x86\xbb"

enum {
    SMALL = JP_CHART_SMALLEST, /* size of all but the name of what holds memory */
    GROWTH = 12,               /* and how much larger that becomes */
    PAD_X = 7,
    PAD_Y = 5,
};

/* What a box is filled with, line by line. */
struct content {
    struct jp_chart *chart;
    struct jp_font font; /* of the last function and its value */
};

struct jp_chart_line jp_chart_line_of(struct jp_chart *chart, struct jp_span text,
                                      struct jp_font font, bool is_faint)
{
    return (struct jp_chart_line){
        .text = text,
        .font = font,
        .is_faint = is_faint,
        .width = jp_fonts_width(chart->fonts, text, font),
    };
}

static double guess(const void *state, struct jp_span text)
{
    const struct content *const content = state;

    return jp_fonts_guess(content->chart->fonts, text, content->font);
}

static struct jp_caption_limits limits_of(const struct content *content, size_t line_count)
{
    /* Larger letters get more room, but fewer of them fit a line. */
    return (struct jp_caption_limits){100 + 7 * content->font.size, line_count, guess, content};
}

static void add_line(struct content *content, struct jp_span text, struct jp_font font,
                     bool is_faint)
{
    jp_vec_push(&content->chart->lines, jp_chart_line_of(content->chart, text, font, is_faint));
}

/* The module's file, if there is one, stands where a name has no scope of its own. */
static struct jp_span scope_of(struct jp_chart *chart, uint32_t key, struct jp_span scope)
{
    const uint32_t location = chart->location_of_key[key];
    const struct jp_profile *const profile = chart->context->profile;

    if (scope.len || location == JP_NO_LOCATION)
        return scope;
    const struct jp_module *const module =
        &profile->modules.data[profile->locations.data[location].module];
    if (module->kind == JP_MODULE_ANON || module->kind == JP_MODULE_UNMAPPED)
        return scope;
    const struct jp_span path = jp_intern_span(&profile->strings, module->path);
    return jp_caption_clean(jp_span_basename(path), &chart->arena);
}

/* Scope and name of one function; PREFIX stands in front of the first line. */
static void add_function(struct content *content, uint32_t index, const char *prefix)
{
    enum { LINE_COUNT = 4 };
    struct jp_chart *const chart = content->chart;
    const struct jp_graph_node *const node = &chart->graph->nodes.data[index];
    const struct jp_caption caption = jp_caption_of(jp_chart_name(chart, node->key));
    const struct content small = {chart, {SMALL, false}};
    const struct jp_caption_limits scope_limits = limits_of(&small, 1);
    const struct jp_caption_limits limits = limits_of(content, LINE_COUNT);
    const struct jp_span scope = scope_of(chart, node->key, caption.scope);
    jp_caption_lines lines = {0};

    if (scope.len || prefix[0] || node->is_inlined) {
        const struct jp_span shown = jp_caption_scope(scope, &scope_limits, &chart->arena);
        const char *const text =
            jp_arena_format(&chart->arena, "%s%.*s%s", prefix, JP_SPAN_ARG(shown),
                            node->is_inlined ? " (inlined)" : "");
        add_line(content, jp_span_of(text), small.font, true);
    }
    jp_caption_break(&lines, caption.function, &limits, &chart->arena);
    for (size_t i = 0; i < lines.count; i++)
        add_line(content, lines.data[i], content->font, false);
    jp_vec_release(&lines);
    if (caption.place.len)
        add_line(content, caption.place, small.font, false);
}

static void add_number(struct content *content, const char *word, double value, struct jp_font font,
                       bool is_faint)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_buf_add_text(&out, word);
    jp_chart_add_value(&out, content->chart, value);
    jp_buf_add_text(&out, "  ");
    jp_chart_add_share(&out, content->chart, value);
    add_line(content, jp_arena_span(&content->chart->arena, jp_buf_span(&out)), font, is_faint);
    jp_buf_release(&out);
}

static void add_lines(struct content *content, const struct jp_run *run)
{
    struct jp_chart *const chart = content->chart;
    const uint32_t *const members = &chart->runs.members.data[run->first];
    const struct jp_font small = {SMALL, false};
    struct content first = {chart, small};
    const struct jp_font value_font = {fmin(content->font.size, SMALL + GROWTH / 2.0), true};

    const char *prefix = run->count > 1 ? DOWN " " : "";

    if (run->count > 1)
        add_function(&first, members[0], "");
    if (run->count > 2)
        prefix = jp_arena_format(&chart->arena, DOWN " %u more, ", run->count - 2);
    add_function(content, members[run->count - 1], prefix);
    if (run->flat != 0)
        add_number(content, "", run->flat, value_font, false);
    if (run->flat != run->cum)
        add_number(content, run->flat != 0 ? "of " : "", run->cum, small, run->flat != 0);
    if (run->again != 0)
        add_line(content, JP_SPAN(AGAIN " calls itself"), small, true);
}

/* Lines below each other in the middle; the box is as large as they need. */
static void place_lines(struct jp_chart *chart, struct jp_chart_box *box)
{
    double width = 0;
    double y = PAD_Y;

    for (uint32_t i = 0; i < box->line_count; i++)
        width = fmax(width, chart->lines.data[box->first_line + i].width);
    for (uint32_t i = 0; i < box->line_count; i++) {
        struct jp_chart_line *const line = &chart->lines.data[box->first_line + i];
        line->at.x = PAD_X + (width - line->width) / 2;
        line->at.y = y + jp_fonts_ascent(chart->fonts, line->font);
        y = line->at.y + jp_fonts_descent(chart->fonts, line->font);
    }
    box->at.width = width + 2 * PAD_X;
    box->at.height = y + PAD_Y;
}

static void mark_heapcheck(struct jp_chart_box *box)
{
    static const struct jp_colour gray = {0.75, 0.75, 0.75};
    static const struct jp_colour white = {1, 1, 1};

    box->fill = box->run->flat > 0 ? gray : white;
    box->outline_count = box->run->flat < 0 ? 3 : 1;
}

/* Every member, so that each can be searched for. */
static struct jp_span name_of(struct jp_chart *chart, const struct jp_run *run)
{
    struct jp_buf out = JP_BUF_INIT;

    for (uint32_t i = 0; i < run->count; i++) {
        const uint32_t node = chart->runs.members.data[run->first + i];
        jp_buf_add_text(&out, i ? "  \xe2\x86\x92  " : "");
        jp_buf_add(&out, jp_chart_name(chart, chart->graph->nodes.data[node].key));
    }
    const struct jp_span name = jp_arena_span(&chart->arena, jp_buf_span(&out));
    jp_buf_release(&out);
    return name;
}

void jp_chart_add_box(struct jp_chart *chart, const struct jp_run *run)
{
    const double share = jp_chart_share(chart, run->flat);
    struct content content = {chart, {SMALL + GROWTH * sqrt(share), run->flat != 0}};
    struct jp_chart_box box = {
        .run = run,
        .first_line = (uint32_t)chart->lines.count,
        .fill = jp_chart_fill(chart, run->flat),
        .outline_count = 1,
        .at.radius = 4,
    };

    if (chart->options.heapcheck)
        mark_heapcheck(&box);
    add_lines(&content, run);
    box.line_count = (uint32_t)chart->lines.count - box.first_line;
    place_lines(chart, &box);
    box.name = name_of(chart, run);
    box.title = jp_chart_box_title(chart, run);
    jp_vec_push(&chart->boxes, box);
}
