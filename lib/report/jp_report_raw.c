/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_raw.h"

#include "jp_visible.h"

#include <inttypes.h>
#include <stdlib.h>

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

static void add_symbols(struct jp_buf *out, const struct jp_report_context *context)
{
    const struct jp_profile *const profile = context->profile;
    const size_t count = profile->locations.count;
    bool *const is_youngest = jp_mem_zeroed(count, sizeof *is_youngest);
    bool *const is_caller = jp_mem_zeroed(count, sizeof *is_caller);
    JP_VEC(struct entry) entries = {0};

    for (size_t i = 0; i < profile->samples.count; i++) {
        const uint32_t stack = profile->samples.data[i].stack;
        if (stack != JP_ROOT_STACK)
            is_youngest[profile->stacks.data[stack].location] = true;
    }
    for (size_t i = 1; i < profile->stacks.count; i++) {
        const uint32_t parent = profile->stacks.data[i].parent;
        if (parent != JP_ROOT_STACK)
            is_caller[profile->stacks.data[parent].location] = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t address = profile->locations.data[i].address;
        if (is_youngest[i])
            jp_vec_push(&entries, (struct entry){address, i});
        if (is_caller[i])
            jp_vec_push(&entries, (struct entry){address - 1, i});
    }
    if (entries.count)
        qsort(entries.data, entries.count, sizeof *entries.data, compare);
    for (size_t i = 0; i < entries.count; i++) {
        if (i == 0 || entries.data[i].address != entries.data[i - 1].address)
            add_line(out, context, entries.data[i]);
    }
    jp_vec_release(&entries);
    free(is_youngest);
    free(is_caller);
}

/* What follows a symbol section: from the first line behind the one that ends it. */
static struct jp_span without_symbols(struct jp_span dump)
{
    struct jp_span rest = dump;
    struct jp_span line;

    if (!jp_span_starts_with(dump, JP_SPAN("--- symbol")))
        return dump;
    jp_span_take_line(&rest, &line, NULL);
    while (jp_span_take_line(&rest, &line, NULL)) {
        if (jp_span_starts_with(line, JP_SPAN("---")))
            break;
    }
    const struct jp_span behind = rest;
    if (jp_span_take_line(&rest, &line, NULL) && jp_span_starts_with(line, JP_SPAN("--- ")))
        return rest;
    return behind;
}

void jp_report_raw(struct jp_buf *out, const struct jp_report_context *context, struct jp_span dump,
                   bool is_growth)
{
    jp_buf_add_text(out, "--- symbol\nbinary=");
    jp_visible_add(out, jp_span_of(context->program), "");
    jp_buf_add_byte(out, '\n');
    add_symbols(out, context);
    jp_buf_format(out, "---\n--- %s\n", is_growth ? "growth" : "heap");
    jp_buf_add(out, without_symbols(dump));
}
