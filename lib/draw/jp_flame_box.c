/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_box.h"

#include "jp_attr.h"
#include "jp_number.h"

#include <string.h>

#define MINUS "\xe2\x88\x92" /* U+2212 */

void jp_flame_key_name(struct jp_buf *out, const struct jp_flame *flame, uint32_t key)
{
    static const struct jp_span mark = JP_SPAN(" (inline)");

    jp_report_label(out, &flame->labels, key);
    if (flame->groups.is_inlined[key] && jp_span_ends_with(jp_buf_span(out), mark))
        out->ptr[out->len -= mark.len] = '\0';
}

void jp_flame_name(struct jp_buf *out, const struct jp_flame *flame, uint32_t node)
{
    if (node == 0)
        jp_buf_add_text(out, "all");
    else
        jp_flame_key_name(out, flame, flame->tree->nodes.data[node].key);
}

bool jp_flame_is_inlined(const struct jp_flame *flame, uint32_t node)
{
    return node != 0 && flame->groups.is_inlined[flame->tree->nodes.data[node].key];
}

const char *const jp_flame_steps[JP_FLAME_STEPS] = {"s4", "s3", "s2", "s1", "e",
                                                    "g1", "g2", "g3", "g4"};

/* Growth and shrinking are measured alike: halving is as much as doubling. */
static const char *change_class(double before, double after)
{
    const double large = before > after ? before : after;
    const double small = before > after ? after : before;
    int step = 4;

    if (before == 0)
        return "new";
    if (small * 1.005 >= large)
        return "e";
    if (small * 1.1 >= large)
        step = 1;
    else if (small * 1.5 >= large)
        step = 2;
    else if (small * 2 > large)
        step = 3;
    return jp_flame_steps[after > before ? 4 + step : 4 - step];
}

void jp_flame_key_class(struct jp_buf *out, const struct jp_flame *flame, uint32_t key)
{
    const int hue = flame->groups.list.data[flame->groups.of_key[key]].hue;

    jp_buf_add_byte(out, 'h');
    if (hue != JP_FLAME_HUES)
        jp_buf_format(out, "%d", hue);
    jp_buf_add_byte(out, flame->groups.shade[key]);
}

void jp_flame_class(struct jp_buf *out, const struct jp_flame *flame, uint32_t node)
{
    if (flame->options.has_base)
        jp_buf_add_text(out, change_class(flame->before.total[node], flame->after.total[node]));
    else if (node == 0)
        jp_buf_add_text(out, "all");
    else
        jp_flame_key_class(out, flame, flame->tree->nodes.data[node].key);
}

const char *jp_flame_sign(double before, double after)
{
    if (before == 0)
        return "new ";
    if (after == before)
        return "= ";
    return after > before ? "+ " : MINUS " ";
}

void jp_flame_signed(struct jp_buf *out, const struct jp_flame *flame, double value)
{
    jp_buf_add_text(out, value > 0 ? "+" : value < 0 ? MINUS : "");
    jp_report_amount(out, flame->context->view->metric, value < 0 ? -value : value);
}

static void add_amount(struct jp_buf *out, const struct jp_flame *flame, double value)
{
    jp_report_amount(out, flame->context->view->metric, value);
}

static void add_share(struct jp_buf *out, double value, double total)
{
    jp_buf_add_text(out, " (");
    jp_report_share(out, value, total);
    jp_buf_add_byte(out, ')');
}

static void add_numbers(struct jp_buf *out, const struct jp_flame *flame, uint32_t node)
{
    const double after = flame->after.total[node];
    const double before = flame->before.total[node];

    add_amount(out, flame, after);
    add_share(out, after, flame->after.total[0]);
    if (flame->options.has_base && before == 0) {
        jp_buf_add_text(out, ", new");
    } else if (flame->options.has_base) {
        jp_buf_add_text(out, ", before ");
        add_amount(out, flame, before);
        jp_buf_add_text(out, ", change ");
        jp_flame_signed(out, flame, after - before);
        if (after != before)
            jp_buf_format(out, " (%s%.1f%%)", after > before ? "+" : MINUS,
                          100 * (after > before ? after - before : before - after) / before);
    }
    if (flame->after.self[node] > 0 && !flame->tree->is_bottom_up) {
        jp_buf_add_text(out, "\nitself ");
        add_amount(out, flame, flame->after.self[node]);
    }
}

static void add_merged(struct jp_buf *out, const struct jp_flame *flame,
                       const struct jp_flame_box *box, double total)
{
    jp_buf_format(out, "%u %s too small to be drawn, together ", box->merged_count,
                  jp_number_words(box->merged_count, "box", "boxes"));
    add_amount(out, flame, box->width);
    add_share(out, box->width, total);
}

void jp_flame_title(struct jp_buf *out, const struct jp_flame *flame,
                    const struct jp_flame_box *box, bool vanished)
{
    const uint32_t node = box->node;

    if (box->merged_count) {
        add_merged(out, flame, box, vanished ? flame->vanished[0] : flame->after.total[0]);
        return;
    }
    jp_flame_name(out, flame, node);
    if (jp_flame_is_inlined(flame, node))
        jp_buf_add_text(out, "\ninlined");
    if (node) {
        const uint32_t group = flame->groups.of_key[flame->tree->nodes.data[node].key];
        jp_buf_format(out, "%s%s", jp_flame_is_inlined(flame, node) ? ", in " : "\nin ",
                      jp_intern_text(&flame->groups.strings, flame->groups.list.data[group].name));
    }
    jp_buf_add_byte(out, '\n');
    if (!vanished) {
        add_numbers(out, flame, node);
        return;
    }
    add_amount(out, flame, box->width);
    jp_buf_add_text(out,
                    flame->after.total[node] > 0 ? " vanished from here" : " before, nothing now");
}
