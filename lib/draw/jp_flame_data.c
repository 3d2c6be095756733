/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tree as parallel arrays, callers in front of what they called: one object per node would take
 * five times the space. Values are cut to whole bytes or objects, as tables show them, or, where
 * all of them together are few, to hundredths, so that boxes lie where they should.
 */
#include "config.h"

#include "jp_flame_box.h"
#include "jp_number.h"
#include "jp_script.h"
#include "jp_svg.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A box is half a pixel of 1200, or wider, when it is zoomed by 16. */
#define SMALLEST_SHARE (0.5 / 1200 / 16)

struct place {
    uint32_t node;
    uint32_t level;
};

struct writer {
    struct jp_buf *out;
    const struct jp_flame *flames;
    size_t flame_count;
    const struct jp_flame_data_options *options;
    bool *is_kept;               /* per node */
    JP_VEC(struct place) places; /* nodes that are kept, each behind its parent */
    JP_VEC(uint32_t) keys;       /* in the order of their first use */
    uint32_t *name_of_key;       /* index in keys, or UINT32_MAX */
};

/* The share that the widest of a node's boxes has of its picture. */
static double share_of(const struct writer *writer, uint32_t node)
{
    double share = 0;

    for (size_t i = 0; i < writer->flame_count; i++) {
        const struct jp_flame *const flame = &writer->flames[i];
        const double whole = fmax(flame->after.total[0], flame->vanished[0]);
        if (whole > 0)
            share = fmax(share, fmax(flame->after.total[node], flame->vanished[node]) / whole);
    }
    return share;
}

static int descending(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;

    return (a < b) - (a > b);
}

/* A parent is never smaller than its children, so it is kept when they are. */
static void choose_nodes(struct writer *writer)
{
    const size_t count = writer->flames->tree->nodes.count;
    double *const shares = jp_mem_resize(NULL, count, sizeof *shares);
    JP_VEC(double) large = {0};
    double too_small = 0; /* the largest share that is too small for the number of nodes */

    for (uint32_t id = 0; id < count; id++) {
        shares[id] = share_of(writer, id);
        if (shares[id] >= SMALLEST_SHARE)
            jp_vec_push(&large, shares[id]);
    }
    if (large.count > writer->options->node_limit) {
        qsort(large.data, large.count, sizeof *large.data, descending);
        too_small = large.data[writer->options->node_limit];
    }
    writer->is_kept = jp_mem_zeroed(count, sizeof *writer->is_kept);
    for (uint32_t id = 0; id < count; id++)
        writer->is_kept[id] = id == 0 || (shares[id] >= SMALLEST_SHARE && shares[id] > too_small);
    jp_vec_release(&large);
    free(shares);
}

static void order_nodes(struct writer *writer)
{
    const struct jp_tree *const tree = writer->flames->tree;
    JP_VEC(struct place) work = {0};

    jp_vec_push(&work, (struct place){0});
    while (work.count) {
        const struct place place = work.data[--work.count];
        const struct jp_tree_node *const node = &tree->nodes.data[place.node];
        jp_vec_push(&writer->places, place);
        for (uint32_t i = node->children_count; i-- > 0;) {
            const uint32_t child = tree->children[node->children_first + i];
            if (writer->is_kept[child])
                jp_vec_push(&work, (struct place){child, place.level + 1});
        }
    }
    jp_vec_release(&work);
}

static void name_key(struct writer *writer, uint32_t key)
{
    if (writer->name_of_key[key] != UINT32_MAX)
        return;
    writer->name_of_key[key] = (uint32_t)writer->keys.count;
    jp_vec_push(&writer->keys, key);
}

static void name_nodes(struct writer *writer)
{
    const struct jp_flame *const flame = writer->flames;
    const size_t key_count = flame->context->keys->strings.spans.count;

    writer->name_of_key = jp_mem_resize(NULL, key_count, sizeof *writer->name_of_key);
    memset(writer->name_of_key, 0xff, key_count * sizeof *writer->name_of_key);
    for (size_t i = 0; i < writer->options->key_count; i++)
        name_key(writer, writer->options->keys[i]);
    for (size_t i = 1; i < writer->places.count; i++)
        name_key(writer, flame->tree->nodes.data[writer->places.data[i].node].key);
}

static void begin_array(struct jp_buf *out, const char *name)
{
    jp_buf_format(out, ",\n\"%s\":[", name);
}

/* Per name: its text, its class, whether it is an inlined call, its group. */
static void add_names(struct writer *writer)
{
    const struct jp_flame *const flame = writer->flames;
    struct jp_buf *const out = writer->out;
    struct jp_buf text = JP_BUF_INIT;

    begin_array(out, "names");
    for (size_t i = 0; i < writer->keys.count; i++) {
        const uint32_t key = writer->keys.data[i];
        jp_buf_clear(&text);
        jp_flame_key_name(&text, flame, key);
        jp_buf_add_text(out, i ? ",\n[" : "[");
        jp_script_string(out, jp_buf_span(&text));
        jp_buf_add_text(out, ",\"");
        jp_flame_key_class(out, flame, key);
        jp_buf_format(out, "\",%d,%" PRIu32 "]", flame->groups.is_inlined[key],
                      flame->groups.of_key[key]);
    }
    jp_buf_add_byte(out, ']');
    begin_array(out, "groups");
    for (size_t i = 0; i < flame->groups.list.count; i++) {
        jp_buf_add_text(out, i ? "," : "");
        jp_script_string(out,
                         jp_intern_span(&flame->groups.strings, flame->groups.list.data[i].name));
    }
    jp_buf_add_byte(out, ']');
    jp_buf_release(&text);
}

static void add_shape(struct writer *writer)
{
    const struct jp_tree *const tree = writer->flames->tree;
    struct jp_buf *const out = writer->out;

    begin_array(out, "level");
    for (size_t i = 0; i < writer->places.count; i++)
        jp_buf_format(out, "%s%" PRIu32, i ? "," : "", writer->places.data[i].level);
    jp_buf_add_byte(out, ']');
    begin_array(out, "name");
    jp_buf_add_text(out, "-1"); /* the root */
    for (size_t i = 1; i < writer->places.count; i++)
        jp_buf_format(out, ",%" PRIu32,
                      writer->name_of_key[tree->nodes.data[writer->places.data[i].node].key]);
    jp_buf_add_byte(out, ']');
}

static void add_values(struct writer *writer, const char *name, const double *values)
{
    const bool are_few = values[0] < 1000000;

    begin_array(writer->out, name);
    for (size_t i = 0; i < writer->places.count; i++) {
        if (i)
            jp_buf_add_byte(writer->out, ',');
        const double value = values[writer->places.data[i].node];
        if (are_few)
            jp_svg_number(writer->out, floor(value * 100) / 100);
        else
            jp_number_integer(writer->out, value);
    }
    jp_buf_add_byte(writer->out, ']');
}

/* Per node how many nodes with a value lie in those of its children that are not here. */
static void add_hidden(struct writer *writer, const char *name, const double *values)
{
    const struct jp_tree *const tree = writer->flames->tree;
    double *const hidden = jp_mem_zeroed(tree->nodes.count, sizeof *hidden);
    double *const below = jp_mem_zeroed(tree->nodes.count, sizeof *below);

    for (size_t id = tree->nodes.count; id-- > 1;) {
        const uint32_t parent = tree->nodes.data[id].parent;
        const double own = below[id] + (values[id] > 0);
        below[parent] += own;
        if (!writer->is_kept[id])
            hidden[parent] += own;
    }
    add_values(writer, name, hidden);
    free(hidden);
    free(below);
}

static void add_flame(struct writer *writer, const struct jp_flame *flame)
{
    struct jp_buf *const out = writer->out;

    jp_buf_format(out, "{\"metric\":\"%s\"", jp_report_metric(flame->context->view->metric));
    add_values(writer, "after", flame->after.total);
    add_values(writer, "self", flame->after.self);
    add_hidden(writer, "hidden", flame->after.total);
    if (flame->options.has_base) {
        add_values(writer, "before", flame->before.total);
        add_values(writer, "vanished", flame->vanished);
        add_hidden(writer, "lost", flame->vanished);
    }
    jp_buf_add_byte(out, '}');
}

void jp_flame_data(struct jp_buf *out, const struct jp_flame *flames, size_t count,
                   const struct jp_flame_data_options *options)
{
    struct writer writer = {.out = out, .flames = flames, .flame_count = count, .options = options};

    choose_nodes(&writer);
    order_nodes(&writer);
    name_nodes(&writer);
    jp_buf_format(out, "{\"upward\":%s,\"bottomUp\":%s,\"change\":%s",
                  flames->options.is_upward ? "true" : "false",
                  flames->tree->is_bottom_up ? "true" : "false",
                  flames->options.has_base ? "true" : "false");
    add_names(&writer);
    add_shape(&writer);
    begin_array(out, "values");
    for (size_t i = 0; i < count; i++) {
        jp_buf_add_text(out, i ? "," : "");
        add_flame(&writer, &flames[i]);
    }
    jp_buf_add_text(out, "]}");
    free(writer.is_kept);
    free(writer.name_of_key);
    jp_vec_release(&writer.places);
    jp_vec_release(&writer.keys);
}
