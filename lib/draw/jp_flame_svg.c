/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The picture is complete as it is written: a heading, the boxes, what vanished, a legend. Where a
 * script may run, jp_flame.js draws the same boxes again from the data at the end, at the width of
 * the window, and adds search and zoom. Both obey the same rules, which tests compare.
 */
#include "config.h"

#include "jp_flame_box.h"
#include "jp_flame_files.h"
#include "jp_flame_label.h"
#include "jp_flame_legend.h"
#include "jp_number.h"
#include "jp_svg.h"

/* Pixels, as in jp_flame.js. */
#define PICTURE_WIDTH 1200.0
#define MARGIN        10.0
#define INNER_WIDTH   (PICTURE_WIDTH - 2 * MARGIN)
#define ROW_HEIGHT    18.0
#define BOX_HEIGHT    17.0
#define BASELINE      12.5 /* of a label, in its row */
#define PADDING       3.5  /* left and right of a label */
#define CELL_WIDTH    6.7  /* of the widest of the fonts in jp_flame.css */
#define SMALLEST      0.5
#define THIN          3.0 /* narrower boxes have no border, which would cover them */

struct writer {
    struct jp_buf *out;
    const struct jp_flame *flame;
    struct jp_buf text;
    double y; /* where the next part begins */
};

/* One of the two drawings: what is held now, or what vanished. */
struct drawing {
    struct jp_flame_layout layout;
    bool is_vanished;
    double scale;    /* pixels per unit */
    double smallest; /* pixels; narrower boxes are merged */
};

enum {
    BOX_LIMIT = 20000,
    NODE_LIMIT = 30000, /* in the data for the script */
};

static void add_escaped(struct writer *writer)
{
    jp_svg_text(writer->out, jp_buf_span(&writer->text));
}

/* The sign and as much of NAME as there is room for; a sign without a name says nothing. */
static void write_cut(struct jp_buf *out, struct jp_span sign, struct jp_span name, size_t cells)
{
    const size_t sign_cells = jp_flame_label_cells(sign);
    const size_t start = out->len;

    if (cells < sign_cells)
        return;
    jp_buf_add(out, sign);
    jp_flame_label(out, name, cells - sign_cells);
    if (out->len == start + sign.len)
        jp_buf_clear(out);
}

/*
 * "NAME  1.50 MiB 12.3%" while there is room for the numbers, else what fits of NAME. With a base
 * the number is the change, and where there is no room for it, its sign stands in front.
 */
static void write_label(struct writer *writer, const struct drawing *drawing,
                        const struct jp_flame_box *box, size_t cells)
{
    const struct jp_flame *const flame = writer->flame;
    const double before = flame->before.total[box->node];
    const double after = flame->after.total[box->node];
    const bool is_change = flame->options.has_base && !drawing->is_vanished;
    const struct jp_span sign = jp_span_of(is_change ? jp_flame_sign(before, after) : "");
    struct jp_buf name = JP_BUF_INIT;

    jp_buf_clear(&writer->text);
    jp_flame_name(&name, flame, box->node);
    jp_buf_format(&writer->text, "%s%s  ", is_change && before == 0 ? sign.ptr : "", name.ptr);
    if (is_change) {
        jp_flame_signed(&writer->text, flame, after - before);
    } else {
        jp_report_amount(&writer->text, flame->context->view->metric, box->width);
        jp_buf_add_byte(&writer->text, ' ');
        jp_report_share(&writer->text, box->width, drawing->layout.boxes.data[0].width);
    }
    if (jp_flame_label_cells(jp_buf_span(&writer->text)) > cells) {
        jp_buf_clear(&writer->text);
        write_cut(&writer->text, sign, jp_buf_span(&name), cells);
    }
    jp_buf_release(&name);
}

static void write_merged_label(struct writer *writer, const struct jp_flame_box *box, size_t cells)
{
    jp_buf_clear(&writer->text);
    jp_buf_format(&writer->text, "%u small", box->merged_count);
    if (jp_flame_label_cells(jp_buf_span(&writer->text)) > cells)
        jp_buf_clear(&writer->text);
}

static void add_class(struct writer *writer, const struct drawing *drawing,
                      const struct jp_flame_box *box)
{
    const struct jp_flame *const flame = writer->flame;

    if (box->merged_count)
        jp_buf_add_text(writer->out, "small");
    else if (!drawing->is_vanished)
        jp_flame_class(writer->out, flame, box->node);
    else
        jp_buf_add_text(writer->out, flame->after.total[box->node] > 0 ? "left" : "gone");
}

static void draw_box(struct writer *writer, const struct drawing *drawing,
                     const struct jp_flame_box *box)
{
    const struct jp_flame *const flame = writer->flame;
    const uint32_t level =
        flame->options.is_upward ? drawing->layout.level_count - 1 - box->level : box->level;
    const double x = MARGIN + box->start * drawing->scale;
    const double y = writer->y + level * ROW_HEIGHT;
    const double width = box->width * drawing->scale;
    const double room = (width - 2 * PADDING) / CELL_WIDTH;
    const bool is_inlined = !box->merged_count && jp_flame_is_inlined(flame, box->node);
    struct jp_buf *const out = writer->out;

    jp_buf_format(out, "<g class=\"box%s\"><title>", is_inlined ? " inlined" : "");
    jp_buf_clear(&writer->text);
    jp_flame_title(&writer->text, flame, box, drawing->is_vanished);
    add_escaped(writer);
    jp_buf_add_text(out, "</title><rect class=\"");
    add_class(writer, drawing, box);
    jp_buf_add_text(out, width < THIN ? " thin\"" : "\"");
    jp_svg_attribute(out, "x", x);
    jp_svg_attribute(out, "y", y);
    jp_svg_attribute(out, "width", width);
    jp_svg_attribute(out, "height", BOX_HEIGHT);
    jp_buf_add_text(out, "/>");
    if (room >= 1 && box->merged_count)
        write_merged_label(writer, box, (size_t)room);
    else if (room >= 1)
        write_label(writer, drawing, box, (size_t)room);
    else
        jp_buf_clear(&writer->text);
    if (writer->text.len) {
        jp_buf_add_text(out, "<text");
        jp_svg_attribute(out, "x", x + PADDING);
        jp_svg_attribute(out, "y", y + BASELINE);
        jp_buf_add_byte(out, '>');
        add_escaped(writer);
        jp_buf_add_text(out, "</text>");
    }
    jp_buf_add_text(out, "</g>\n");
}

static void draw_boxes(struct writer *writer, const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->layout.boxes.count; i++)
        draw_box(writer, drawing, &drawing->layout.boxes.data[i]);
    writer->y += drawing->layout.level_count * ROW_HEIGHT;
}

/*
 * Boxes narrower than half a pixel are merged, and where a picture would have too many boxes all
 * the same, wider ones as well.
 */
static void plan(struct drawing *drawing, const struct jp_flame *flame, const double *widths)
{
    drawing->smallest = SMALLEST;
    for (;;) {
        jp_flame_layout_init(&drawing->layout, flame->tree, flame->context->keys, widths,
                             drawing->smallest / drawing->scale);
        if (drawing->layout.boxes.count <= BOX_LIMIT)
            return;
        jp_flame_layout_release(&drawing->layout);
        drawing->smallest *= 2;
    }
}

/* It has a scale of its own, because what vanished may be little and is to be seen all the same. */
static void draw_vanished(struct writer *writer, struct drawing *drawing, double scale)
{
    const struct jp_flame *const flame = writer->flame;
    const double total = flame->vanished[0];

    drawing->scale = INNER_WIDTH / total;
    plan(drawing, flame, flame->vanished);
    jp_buf_clear(&writer->text);
    jp_buf_add_text(&writer->text, "Vanished: ");
    jp_report_amount(&writer->text, flame->context->view->metric, total);
    jp_buf_add_text(&writer->text, " in stacks that hold nothing any more");
    if (scale > 0)
        jp_buf_format(&writer->text, "; drawn %.3g times as wide as what is held now",
                      drawing->scale / scale);
    writer->y += 26;
    jp_buf_add_text(writer->out, "<g id=\"vanished\">\n");
    jp_flame_line(writer->out, "words", MARGIN, writer->y, jp_buf_span(&writer->text));
    writer->y += 8;
    draw_boxes(writer, drawing);
    jp_buf_add_text(writer->out, "</g>\n");
}

static void add_merged_words(struct jp_buf *text, const struct jp_flame *flame,
                             const struct drawing *drawing)
{
    const struct jp_flame_layout *const layout = &drawing->layout;

    if (layout->merged_count == 0)
        return;
    jp_buf_format(text, "%u %s less than %g %s wide %s merged: ", layout->merged_count,
                  jp_number_words(layout->merged_count, "box", "boxes"), drawing->smallest,
                  drawing->smallest > 1 ? "pixels" : "pixel",
                  jp_number_words(layout->merged_count, "is", "are"));
    jp_report_amount(text, flame->context->view->metric, layout->merged_width);
    jp_buf_add_text(text, " (");
    jp_report_share(text, layout->merged_width, layout->boxes.data[0].width);
    jp_buf_add_text(text, ").");
}

static void embed(struct jp_buf *out, const char *start, const unsigned char *bytes, size_t size,
                  const char *end)
{
    jp_buf_add_text(out, start);
    jp_buf_add(out, (struct jp_span){(const char *)bytes, size});
    jp_buf_add_text(out, end);
}

static void write_scripts(struct jp_buf *out, const struct jp_flame *flame)
{
    static const char script[] = "<script><![CDATA[\n";
    static const char end[] = "]]></script>\n";
    const struct jp_flame_data_options options = {.node_limit = NODE_LIMIT};

    jp_buf_add_text(out, "<script type=\"application/json\" id=\"data\">");
    jp_flame_data(out, flame, 1, &options);
    jp_buf_add_text(out, "</script>\n");
    embed(out, script, jp_hash_js, jp_hash_js_size, end);
    embed(out, script, jp_flame_words_js, jp_flame_words_js_size, end);
    embed(out, script, jp_flame_tree_js, jp_flame_tree_js_size, end);
    embed(out, script, jp_flame_js, jp_flame_js_size, end);
    embed(out, script, jp_flame_file_js, jp_flame_file_js_size, end);
}

/* Everything between the heading and the end; returns the height of the picture. */
static double write_body(struct jp_buf *out, const struct jp_flame *flame)
{
    const double total = flame->after.total[0];
    struct writer writer = {.out = out, .flame = flame};
    struct drawing now = {.scale = total > 0 ? INNER_WIDTH / total : 0};
    struct drawing vanished = {.is_vanished = true};
    struct jp_buf words = JP_BUF_INIT;

    writer.y = jp_flame_heading(out, flame, MARGIN);
    plan(&now, flame, flame->after.total);
    jp_buf_add_text(out, "<g id=\"now\">\n");
    draw_boxes(&writer, &now);
    jp_buf_add_text(out, "</g>\n");
    add_merged_words(&words, flame, &now);
    if (flame->vanished[0] > 0) {
        draw_vanished(&writer, &vanished, now.scale);
        if (vanished.layout.merged_count)
            jp_buf_add_text(&words, words.len ? " Of what vanished: " : "Of what vanished: ");
        add_merged_words(&words, flame, &vanished);
    }
    writer.y = jp_flame_legend(out, flame, MARGIN, writer.y, &now.layout, PICTURE_WIDTH - MARGIN,
                               jp_buf_span(&words));
    jp_flame_layout_release(&now.layout);
    jp_flame_layout_release(&vanished.layout);
    jp_buf_release(&words);
    jp_buf_release(&writer.text);
    return writer.y;
}

void jp_flame_svg(struct jp_buf *out, const struct jp_flame *flame)
{
    struct jp_buf body = JP_BUF_INIT;
    const double height = write_body(&body, flame);

    jp_buf_format(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"jp-flame%s\"",
                  flame->options.has_base ? " change" : "");
    jp_svg_attribute(out, "width", PICTURE_WIDTH);
    jp_svg_attribute(out, "height", height);
    jp_buf_add_text(out, " viewBox=\"0 0");
    for (size_t i = 0; i < 2; i++) {
        jp_buf_add_byte(out, ' ');
        jp_svg_number(out, i ? height : PICTURE_WIDTH);
    }
    jp_buf_add_text(out, "\">\n");
    embed(out, "<style><![CDATA[\n", jp_flame_css, jp_flame_css_size, "]]></style>\n");
    jp_buf_add_text(out, "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
    jp_buf_add(out, jp_buf_span(&body));
    write_scripts(out, flame);
    jp_buf_add_text(out, "</svg>\n");
    jp_buf_release(&body);
}
