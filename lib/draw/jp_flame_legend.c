/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_legend.h"

#include "jp_attr.h"
#include "jp_flame_box.h"
#include "jp_flame_label.h"
#include "jp_number.h"
#include "jp_svg.h"

#include <stdio.h>
#include <string.h>

#define LINE_HEIGHT 18.0
#define SWATCH      12.0 /* side of the square of a colour */
#define CELL_WIDTH  6.7
#define GAP         14.0 /* between entries */

enum {
    NAME_CELLS = 40,  /* of a program, a dump or a group; longer names are cut */
    LEGEND_LINES = 2, /* groups that do not fit are counted */
    DUMPS_SHOWN = 3,
    TITLE_CELLS = 90, /* of lines in a proportional font; an average width fills the picture */
    WORDS_CELLS = 175,
};

void jp_flame_line(struct jp_buf *out, const char *class, double x, double y, struct jp_span text)
{
    jp_buf_format(out, "<text class=\"%s\"", class);
    jp_svg_attribute(out, "x", x);
    jp_svg_attribute(out, "y", y);
    jp_buf_add_byte(out, '>');
    jp_svg_text(out, text);
    jp_buf_add_text(out, "</text>\n");
}

/* The same, cut to CELLS; what was cut is shown when the line is pointed at. */
static void add_heading_line(struct jp_buf *out, const char *class, double x, double y,
                             struct jp_buf *text, size_t cells)
{
    struct jp_buf cut = JP_BUF_INIT;

    jp_flame_label_words(&cut, jp_buf_span(text), cells);
    jp_buf_add_text(out, "<g>");
    if (cut.len < text->len) {
        jp_buf_add_text(out, "<title>");
        jp_svg_text(out, jp_buf_span(text));
        jp_buf_add_text(out, "</title>");
    }
    jp_flame_line(out, class, x, y, jp_buf_span(&cut));
    jp_buf_add_text(out, "</g>\n");
    jp_buf_clear(text);
    jp_buf_release(&cut);
}

static void add_file(struct jp_buf *text, struct jp_span path)
{
    jp_flame_label(text, jp_span_basename(path), NAME_CELLS);
}

/* "a.heap, b.heap and 5 more" of one side. */
static void add_dumps(struct jp_buf *text, const struct jp_profile *profile, enum jp_side side)
{
    size_t count = 0;

    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        if (source->side != side)
            continue;
        if (count < DUMPS_SHOWN) {
            jp_buf_add_text(text, count ? ", " : "");
            add_file(text, jp_intern_span(&profile->strings, source->path));
        }
        count++;
    }
    if (count > DUMPS_SHOWN)
        jp_buf_format(text, " and %zu more", count - DUMPS_SHOWN);
}

static void add_title(struct jp_buf *text, const struct jp_flame *flame)
{
    static const char *const values[JP_METRIC_COUNT] = {"live bytes", "live objects",
                                                        "bytes allocated since the start",
                                                        "objects allocated since the start"};
    const struct jp_report_context *const context = flame->context;

    add_file(text, jp_span_of(context->program));
    jp_buf_format(text, "%s%s", text->len ? ": " : "", values[context->view->metric]);
    if (context->thread_name)
        jp_buf_format(text, " of %s", context->thread_name);
}

/* Totals, and last, because they may be long and be cut, the dumps that they come from. */
/* In front of the dumps, whose names may be cut. */
static void add_folded(struct jp_buf *text, const struct jp_flame *flame)
{
    const size_t count = flame->options.folded_count;

    if (count)
        jp_buf_format(text, "; %zu %s of libraries folded into callers (%.1f%%): --no-fold", count,
                      jp_number_words(count, "frame", "frames"), 100 * flame->options.folded_share);
}

static void add_totals(struct jp_buf *text, const struct jp_flame *flame)
{
    const struct jp_report_context *const context = flame->context;
    const double after = flame->after.total[0];
    const double before = flame->before.total[0];
    const double total = context->view->total;

    jp_report_amount(text, context->view->metric, after);
    if (after != total && total != 0) {
        jp_buf_add_text(text, ", ");
        jp_report_share(text, after, total);
        jp_buf_add_text(text, " of ");
        jp_report_amount(text, context->view->metric, total);
        jp_buf_add_text(text, " (filtered)");
    }
    if (flame->options.has_base) {
        jp_buf_add_text(text, ", change ");
        jp_flame_signed(text, flame, after - before);
        jp_buf_add_text(text, " from ");
        jp_report_amount(text, context->view->metric, before);
    }
    add_folded(text, flame);
    jp_buf_add_text(text, "; ");
    add_dumps(text, context->profile, JP_SIDE_MAIN);
    if (flame->options.has_base) {
        jp_buf_add_text(text, " since ");
        add_dumps(text, context->profile, JP_SIDE_BASE);
    }
}

static void add_reading(struct jp_buf *text, const struct jp_flame *flame)
{
    const bool is_bottom_up = flame->tree->is_bottom_up;

    jp_buf_add_text(text, is_bottom_up
                              ? "Width: what the first function holds itself when called this way. "
                              : "Width: what a function holds with all it called. ");
    jp_buf_format(text, "%s stand %s. ", is_bottom_up ? "Callers" : "Called functions",
                  flame->options.is_upward ? "above" : "below");
    jp_buf_format(text, "%s boxes with slanted names are inlined calls.",
                  flame->options.has_base ? "Dotted" : "Pale");
}

double jp_flame_heading(struct jp_buf *out, const struct jp_flame *flame, double x)
{
    struct jp_buf text = JP_BUF_INIT;
    const double y = 26;

    add_title(&text, flame);
    jp_buf_add_text(out, "<title>");
    jp_svg_text(out, jp_buf_span(&text));
    jp_buf_add_text(out, "</title>\n<g id=\"heading\"");
    jp_svg_attribute(out, "data-end", y + 47);
    jp_buf_add_text(out, ">\n");
    add_heading_line(out, "title", x, y, &text, TITLE_CELLS);
    add_totals(&text, flame);
    add_heading_line(out, "words", x, y + 20, &text, WORDS_CELLS);
    add_reading(&text, flame);
    add_heading_line(out, "words", x, y + 37, &text, WORDS_CELLS);
    jp_buf_add_text(out, "</g>\n");
    jp_buf_release(&text);
    return y + 47;
}

/* Entries from left to right, as many lines as there may be. */
struct legend {
    struct jp_buf *out;
    double left, right;
    double x, y; /* of the next entry */
    int line;
};

/* False, with nothing drawn: there is no line left for it. */
static bool add_entry(struct legend *legend, const char *class, struct jp_span text)
{
    const double swatch = class ? SWATCH + 5 : 0;
    const double width = swatch + CELL_WIDTH * (double)jp_flame_label_cells(text);

    if (legend->x > legend->left && legend->x + width > legend->right) {
        if (legend->line + 1 == LEGEND_LINES)
            return false;
        legend->line++;
        legend->x = legend->left;
        legend->y += LINE_HEIGHT;
    }
    if (class) {
        jp_buf_format(legend->out, "<rect class=\"%s\"", class);
        jp_svg_attribute(legend->out, "x", legend->x);
        jp_svg_attribute(legend->out, "y", legend->y - SWATCH + 2);
        jp_svg_attribute(legend->out, "width", SWATCH);
        jp_svg_attribute(legend->out, "height", SWATCH);
        jp_buf_add_text(legend->out, "/>");
    }
    if (text.len)
        jp_flame_line(legend->out, "name", legend->x + swatch, legend->y, text);
    legend->x += text.len ? width + GAP : SWATCH + 2;
    return true;
}

/*
 * What lies in the boxes of a group, boxes in boxes of the same group not counted again: boxes come
 * parents first, so those on the way to the present one are known by level.
 */
static struct jp_flame_group *sum_groups(const struct jp_flame *flame,
                                         const struct jp_flame_layout *layout)
{
    const size_t count = flame->groups.list.count;
    struct jp_flame_group *const sums = jp_mem_zeroed(count, sizeof *sums);
    uint32_t *const on_way = jp_mem_zeroed(count, sizeof *on_way); /* boxes of each group */
    uint32_t *const groups = jp_mem_zeroed(layout->level_count, sizeof *groups);
    uint32_t depth = 1;

    memcpy(sums, flame->groups.list.data, count * sizeof *sums);
    for (size_t i = 1; i < layout->boxes.count; i++) {
        const struct jp_flame_box *const box = &layout->boxes.data[i];
        if (box->merged_count)
            continue;
        for (; depth > box->level; depth--)
            on_way[groups[depth - 1]]--;
        const uint32_t group = flame->groups.of_key[flame->tree->nodes.data[box->node].key];
        if (on_way[group]++ == 0)
            sums[group].value += box->width;
        groups[depth++] = group;
    }
    free(on_way);
    free(groups);
    return sums;
}

/* Equal values: names were met in the order of their ids. */
static int compare(const void *left, const void *right)
{
    const struct jp_flame_group *const a = left;
    const struct jp_flame_group *const b = right;

    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->name > b->name) - (a->name < b->name);
}

static void add_groups(struct legend *legend, const struct jp_flame *flame,
                       const struct jp_flame_layout *layout)
{
    const size_t count = flame->groups.list.count;
    struct jp_flame_group *const sums = sum_groups(flame, layout);
    struct jp_buf text = JP_BUF_INIT;
    const double right = legend->right;

    qsort(sums, count, sizeof *sums, compare);
    add_entry(legend, NULL, JP_SPAN("In boxes of:"));
    legend->right -= 100; /* room for the last entry */
    for (size_t i = 0; i < count && sums[i].value > 0; i++) {
        char class[8];
        snprintf(class, sizeof class, sums[i].hue == JP_FLAME_HUES ? "ha" : "h%da", sums[i].hue);
        jp_buf_clear(&text);
        jp_flame_label(&text, jp_intern_span(&flame->groups.strings, sums[i].name), NAME_CELLS);
        jp_buf_add_byte(&text, ' ');
        jp_report_share(&text, sums[i].value, flame->after.total[0]);
        if (!add_entry(legend, class, jp_buf_span(&text))) {
            size_t more = 0;
            while (i + more < count && sums[i + more].value > 0)
                more++;
            jp_buf_clear(&text);
            jp_buf_format(&text, "and %zu more", more);
            legend->right = right;
            add_entry(legend, NULL, jp_buf_span(&text));
            break;
        }
    }
    jp_buf_release(&text);
    free(sums);
}

static void add_changes(struct legend *legend)
{
    add_entry(legend, NULL, JP_SPAN("shrank to half or less"));
    for (size_t i = 0; i < JP_FLAME_STEPS; i++)
        add_entry(legend, jp_flame_steps[i], JP_SPAN(""));
    legend->x += 4;
    add_entry(legend, NULL, JP_SPAN("grew to twice or more"));
    add_entry(legend, "new", JP_SPAN("new: nothing before"));
    add_entry(legend, "gone", JP_SPAN("vanished: nothing now"));
}

double jp_flame_legend(struct jp_buf *out, const struct jp_flame *flame, double x, double y,
                       const struct jp_flame_layout *layout, double right, struct jp_span words)
{
    struct legend legend = {.left = x, .right = right, .x = x, .y = y + 24};

    struct jp_buf entries = JP_BUF_INIT;

    legend.out = &entries;
    if (flame->options.has_base)
        add_changes(&legend);
    else
        add_groups(&legend, flame, layout);
    legend.y += LINE_HEIGHT + 2;
    jp_buf_add_text(out, "<g id=\"legend\"");
    jp_svg_attribute(out, "data-top", y);
    jp_svg_attribute(out, "data-end", legend.y + 10);
    jp_buf_add_text(out, ">\n");
    jp_buf_add(out, jp_buf_span(&entries));
    jp_flame_line(out, "words\" id=\"merged", x, legend.y, words);
    jp_buf_add_text(out, "</g>\n");
    jp_buf_release(&entries);
    return legend.y + 10;
}
