/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_legend.h"

#include "jp_flame_box.h"
#include "jp_flame_label.h"
#include "jp_svg.h"

#include <stdio.h>
#include <string.h>

#define LINE_HEIGHT 18.0
#define SWATCH      12.0 /* side of the square of a colour */
#define CELL_WIDTH  6.7
#define GAP         14.0 /* between entries */

enum {
    NAME_CELLS = 40,  /* of a group; longer names are cut */
    LEGEND_LINES = 2, /* groups that do not fit are counted */
};

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
