/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_raw.h"

#include "jp_raw_layout.h"
#include "jp_raw_map.h"
#include "jp_unbias.h"
#include "jp_visible.h"

#include <inttypes.h>
#include <stdlib.h>

struct writer {
    struct jp_buf *out;
    const struct jp_report_context *context;
    const struct jp_raw_rows *rows;
    struct jp_raw_layout layout;
    bool *is_youngest; /* per location: as such in some stack */
    bool *is_caller;
};

/* An address as it will be asked for. */
struct entry {
    uint64_t address;
    uint32_t location;
};

static int compare(const void *left, const void *right)
{
    const struct entry *const a = left;
    const struct entry *const b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->location > b->location) - (a->location < b->location);
}

/* The dash that a name ends with must not meet those that follow. */
static void add_name(struct jp_buf *out, struct jp_span name)
{
    size_t from = 0;

    for (size_t i = 1; i < name.len; i++) {
        if (name.ptr[i] != '-' || name.ptr[i - 1] != '-')
            continue;
        jp_visible_add(out, jp_span_slice(name, from, i), "");
        jp_buf_add_byte(out, ' ');
        from = i;
    }
    jp_visible_add(out, jp_span_slice(name, from, name.len), "");
    if (jp_span_ends_with(name, JP_SPAN("-")))
        jp_buf_add_byte(out, ' ');
}

static void add_line(struct jp_buf *out, const struct jp_report_context *context,
                     struct entry entry)
{
    const struct jp_profile *const profile = context->profile;
    const struct jp_keys *const keys = context->keys;
    const struct jp_location *const location = &profile->locations.data[entry.location];

    jp_buf_format(out, "0x%016" PRIx64 " ", entry.address);
    if (location->frames_count == 0 && keys->first[entry.location] < keys->list.count)
        add_name(out, jp_intern_span(&keys->strings, keys->list.data[keys->first[entry.location]]));
    for (uint32_t i = location->frames_count; i-- > 0;) {
        const struct jp_frame *const frame = &profile->frames.data[location->frames_first + i];
        add_name(out,
                 jp_intern_span(&profile->strings, profile->functions.data[frame->function].name));
        if (i > 0)
            jp_buf_add_text(out, "--");
    }
    jp_buf_add_byte(out, '\n');
}

static void find_users(struct writer *writer)
{
    const struct jp_view *const view = writer->context->view;
    const size_t count = writer->context->profile->locations.count;
    bool *const is_node = jp_mem_zeroed(view->nodes.count, sizeof *is_node);

    writer->is_youngest = jp_mem_zeroed(count, sizeof *writer->is_youngest);
    writer->is_caller = jp_mem_zeroed(count, sizeof *writer->is_caller);
    for (size_t i = 0; i < writer->rows->list.count; i++) {
        const uint32_t node = writer->rows->list.data[i].node;
        is_node[node] = true;
        if (node)
            writer->is_youngest[view->nodes.data[node].location] = true;
    }
    for (size_t i = view->nodes.count; i-- > 1;) {
        const uint32_t parent = view->nodes.data[i].parent;
        if (!is_node[i] || parent == 0)
            continue;
        is_node[parent] = true;
        writer->is_caller[view->nodes.data[parent].location] = true;
    }
    free(is_node);
}

static void lay_out(struct writer *writer)
{
    const size_t count = writer->context->profile->locations.count;
    bool *const is_used = jp_mem_zeroed(count, sizeof *is_used);

    for (size_t i = 0; i < count; i++)
        is_used[i] = writer->is_youngest[i] || writer->is_caller[i];
    jp_raw_layout_init(&writer->layout, writer->context->profile, is_used);
    free(is_used);
}

static void add_symbols(struct writer *writer)
{
    const size_t count = writer->context->profile->locations.count;
    JP_VEC(struct entry) entries = {0};

    jp_buf_add_text(writer->out, "--- symbol\nbinary=");
    jp_visible_add(writer->out, jp_span_of(writer->context->program), "");
    jp_buf_add_byte(writer->out, '\n');
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t address = writer->layout.addresses[i];
        if (writer->is_youngest[i])
            jp_vec_push(&entries, (struct entry){address, i});
        if (writer->is_caller[i])
            jp_vec_push(&entries, (struct entry){address - 1, i});
    }
    if (entries.count)
        qsort(entries.data, entries.count, sizeof *entries.data, compare);
    for (size_t i = 0; i < entries.count; i++) {
        if (i == 0 || entries.data[i].address != entries.data[i - 1].address)
            add_line(writer->out, writer->context, entries.data[i]);
    }
    jp_vec_release(&entries);
}

/* A row without the line's end, behind which a thread's name may stand. */
static void add_row(struct writer *writer, uint32_t thread, const struct jp_values *values)
{
    struct jp_buf *const out = writer->out;
    struct jp_counters counters;

    jp_unbias_invert(&counters, values, writer->rows->period_bytes);
    if (thread == JP_PROCESS)
        jp_buf_add_text(out, "  t*: ");
    else
        jp_buf_format(out, "  t%" PRIu64 ": ", writer->context->profile->threads.data[thread].uid);
    jp_buf_format(out, "%" PRIu64 ": %" PRIu64 " [%" PRIu64 ": %" PRIu64 "]", counters.objects,
                  counters.bytes, counters.alloc_objects, counters.alloc_bytes);
}

/* The total of a whole dump is as it was written: a reader compares it with the records. */
static void add_header(struct writer *writer, uint32_t thread)
{
    const struct jp_profile *const profile = writer->context->profile;
    const struct jp_values *const sums = writer->rows->sums;
    const struct jp_values *total = &sums[thread == JP_NO_THREAD ? JP_PROCESS : thread];
    bool is_there = true;

    if (writer->rows->is_whole && thread == JP_NO_THREAD) {
        const struct jp_values *const header = &profile->sources.data[0].header;
        is_there = header->of[JP_INUSE_BYTES] || header->of[JP_INUSE_OBJECTS] ||
                   header->of[JP_ALLOC_BYTES] || header->of[JP_ALLOC_OBJECTS];
        total = header;
    }
    jp_buf_format(writer->out, "---\n--- heap\nheap_v2/%" PRIu64 "\n", writer->rows->period_bytes);
    if (is_there) {
        add_row(writer, JP_PROCESS, total);
        jp_buf_add_byte(writer->out, '\n');
    }
    for (uint32_t i = JP_PROCESS + 1; i < profile->threads.count; i++) {
        const uint32_t name = profile->threads.data[i].name;
        if (thread != JP_NO_THREAD && thread != i)
            continue;
        add_row(writer, i, &sums[i]);
        if (name)
            jp_buf_add_byte(writer->out, ' ');
        jp_visible_add(writer->out, jp_intern_span(&profile->strings, name), "");
        jp_buf_add_byte(writer->out, '\n');
    }
}

static void add_stack(struct writer *writer, uint32_t node)
{
    const struct jp_view *const view = writer->context->view;

    jp_buf_add_byte(writer->out, '@');
    for (; node; node = view->nodes.data[node].parent)
        jp_buf_format(writer->out, " 0x%" PRIx64,
                      writer->layout.addresses[view->nodes.data[node].location]);
    jp_buf_add_byte(writer->out, '\n');
}

static void add_body(struct writer *writer)
{
    const struct jp_raw_rows *const rows = writer->rows;

    for (size_t i = 0; i < rows->list.count; i++) {
        const struct jp_raw_row *const row = &rows->list.data[i];
        const bool is_new = i == 0 || row->order != rows->list.data[i - 1].order;
        if (is_new)
            add_stack(writer, row->node);
        /* Who reads rows of one thread wants them to be all that there is. */
        if (is_new && row->thread != JP_PROCESS) {
            add_row(writer, JP_PROCESS, &row->values);
            jp_buf_add_byte(writer->out, '\n');
        }
        add_row(writer, row->thread, &row->values);
        jp_buf_add_byte(writer->out, '\n');
    }
}

void jp_report_raw(struct jp_buf *out, const struct jp_report_context *context,
                   const struct jp_raw_rows *rows, uint32_t thread)
{
    struct writer writer = {.out = out, .context = context, .rows = rows};

    find_users(&writer);
    lay_out(&writer);
    add_symbols(&writer);
    add_header(&writer, thread);
    add_body(&writer);
    jp_buf_add_byte(out, '\n');
    jp_raw_map_write(out, context->profile, writer.layout.mappings.data,
                     writer.layout.mappings.count);
    jp_raw_layout_release(&writer.layout);
    free(writer.is_youngest);
    free(writer.is_caller);
}
