/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_box.h"
#include "jp_flame_label.h"
#include "jp_flame_legend.h"
#include "jp_number.h"
#include "jp_svg.h"

enum {
    NAME_CELLS = 40, /* of a program or a dump; longer names are cut */
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

/* In front of the dumps, whose names may be cut. */
static void add_folded(struct jp_buf *text, const struct jp_flame *flame)
{
    const size_t count = flame->options.folded_count;

    if (count)
        jp_buf_format(text, "; %zu %s of libraries folded into callers (%.1f%%): --no-fold", count,
                      jp_number_words(count, "frame", "frames"), 100 * flame->options.folded_share);
}

/* Totals, and last, because they may be long and be cut, the dumps that they come from. */
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
