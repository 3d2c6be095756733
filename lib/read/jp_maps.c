/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_maps.h"

#include "jp_buf.h"
#include "jp_maps_line.h"
#include "jp_quote.h"

#include <stdlib.h>

struct reader {
    struct jp_maps *maps;
    struct jp_intern *strings;
    struct jp_buf unescaped; /* scratch for names that are not used as written */
    struct jp_buf expanded;  /* scratch */
    struct jp_span build;    /* value of the last "build=" line */
    size_t expansion_bytes;  /* what "$build" may still add, so that a small file stays small */
};

/* Kernel objects whose names look like paths. */
static bool is_label(struct jp_span name)
{
    static const struct jp_span prefixes[] = {
        {"//", 2}, /* //anon, //toolong */
        {"/SYSV", 5},
        {"/[", 2}, /* /[aio] */
        {"/anon_hugepage", 14},
        {"/dev/zero", 9},
        {"/memfd:", 7},
    };

    if (!jp_span_starts_with(name, JP_SPAN("/")))
        return true;
    for (size_t i = 0; i < JP_COUNT_OF(prefixes); i++) {
        if (jp_span_starts_with(name, prefixes[i]))
            return true;
    }
    return false;
}

/* The kernel writes a line feed in a path as \012, and nothing else in a special way. */
static struct jp_span unescape(struct jp_buf *out, struct jp_span name)
{
    static const struct jp_span escape = {"\\012", 4};
    size_t at = jp_span_find(name, escape, 0);
    size_t done = 0;

    if (at == SIZE_MAX)
        return name;
    jp_buf_clear(out);
    for (; at != SIZE_MAX; at = jp_span_find(name, escape, done)) {
        jp_buf_add(out, jp_span_slice(name, done, at));
        jp_buf_add_byte(out, '\n');
        done = at + escape.len;
    }
    jp_buf_add(out, jp_span_slice(name, done, name.len));
    return jp_buf_span(out);
}

/* "$build/lib/x.so" after a line "build=DIR". */
static struct jp_span expand(struct reader *reader, struct jp_span name)
{
    static const struct jp_span variable = {"$build", 6};

    if (reader->build.len == 0 || !jp_span_starts_with(name, variable) ||
        reader->build.len > reader->expansion_bytes)
        return name;
    reader->expansion_bytes -= reader->build.len;
    jp_buf_clear(&reader->expanded);
    jp_buf_add(&reader->expanded, reader->build);
    jp_buf_add(&reader->expanded, jp_span_slice(name, variable.len, name.len));
    return jp_buf_span(&reader->expanded);
}

static void add(struct reader *reader, const struct jp_maps_line *line)
{
    static const struct jp_span deleted = {" (deleted)", 10};
    struct jp_span name = line->name;
    struct jp_mapping mapping = {
        .start = line->start,
        .end = line->end,
        .offset = line->offset,
        .inode = line->inode,
        .is_executable = line->is_executable,
        .has_offset = line->has_offset,
    };

    if (jp_span_ends_with(name, deleted)) {
        mapping.is_deleted = true;
        name = jp_span_slice(name, 0, name.len - deleted.len);
    }
    name = expand(reader, unescape(&reader->unescaped, name));
    mapping.kind = name.len == 0    ? JP_MAPPING_ANON
                   : is_label(name) ? JP_MAPPING_PSEUDO
                                    : JP_MAPPING_FILE;
    mapping.path = jp_intern_add(reader->strings, name);
    jp_vec_push(&reader->maps->list, mapping);
}

struct position {
    uint64_t start;
    size_t index;
};

static int compare_positions(const void *a, const void *b)
{
    const struct position *const x = a;
    const struct position *const y = b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Most maps are in order already. */
static void sort(struct jp_maps *maps)
{
    const size_t count = maps->list.count;
    size_t ordered = 1;

    while (ordered < count && maps->list.data[ordered - 1].start <= maps->list.data[ordered].start)
        ordered++;
    if (ordered >= count)
        return;
    struct position *const order = jp_mem_resize(NULL, count, sizeof *order);
    struct jp_mapping *const sorted = jp_mem_resize(NULL, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        order[i] = (struct position){maps->list.data[i].start, i};
    qsort(order, count, sizeof *order, compare_positions);
    for (size_t i = 0; i < count; i++)
        sorted[i] = maps->list.data[order[i].index];
    free(order);
    free(maps->list.data);
    maps->list.data = sorted;
    maps->list.capacity = count;
}

typedef JP_VEC(uint32_t) open_mappings;

/* Give the addresses from AT up to LIMIT to the open mappings, the latest one first. */
static void cover(struct jp_maps *maps, open_mappings *open, uint64_t at, uint64_t limit)
{
    while (open->count && at < limit) {
        const uint32_t top = open->data[open->count - 1];
        const uint64_t end = maps->list.data[top].end;
        if (end > at) {
            const uint64_t upto = end < limit ? end : limit;
            jp_vec_push(&maps->segments, (struct jp_maps_segment){at, upto, top});
            at = upto;
        }
        if (end <= at)
            open->count--;
    }
}

/* Overlaps are resolved once, so that a look-up is one binary search whatever the input. */
static void flatten(struct jp_maps *maps)
{
    open_mappings open = {0};
    uint64_t at = 0;

    for (size_t i = 0; i < maps->list.count; i++) {
        const uint64_t start = maps->list.data[i].start;
        cover(maps, &open, at, start);
        jp_vec_push(&open, (uint32_t)i);
        at = start;
    }
    cover(maps, &open, at, UINT64_MAX);
    jp_vec_release(&open);
}

uint64_t jp_maps_parse(struct jp_maps *maps, struct jp_span text, const char *path,
                       uint64_t first_line, struct jp_intern *strings, struct jp_diags *diags)
{
    struct reader reader = {
        .maps = maps,
        .strings = strings,
        .expansion_bytes = text.len * 4 + 65536,
    };
    struct jp_span first_unknown = JP_SPAN("");
    uint64_t first_unknown_line = 0;
    struct jp_span text_line;
    struct jp_maps_line line;
    uint64_t count = 0;

    maps->is_present = true;
    for (; jp_span_take_line(&text, &text_line, NULL); count++) {
        if (jp_span_ends_with(text_line, JP_SPAN("\r")))
            text_line.len--;
        const struct jp_span trimmed = jp_span_trim(text_line);
        if (trimmed.len == 0)
            continue;
        if (jp_maps_line_parse(text_line, &line)) {
            add(&reader, &line);
        } else if (jp_span_starts_with(trimmed, JP_SPAN("build="))) {
            reader.build = jp_span_slice(trimmed, 6, trimmed.len);
        } else if (maps->unknown_lines++ == 0) {
            first_unknown = trimmed;
            first_unknown_line = first_line + count;
        }
    }
    if (maps->unknown_lines) {
        char quoted[JP_QUOTE_SIZE];
        jp_diags_add_many(diags, JP_WARNING, path, first_unknown_line, maps->unknown_lines,
                          "not a line of a memory map: %s; it is ignored",
                          jp_quote(quoted, first_unknown));
    }
    jp_buf_release(&reader.unescaped);
    jp_buf_release(&reader.expanded);
    sort(maps);
    flatten(maps);
    return count;
}

void jp_maps_add(struct jp_maps *maps, const struct jp_mapping *mappings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        jp_vec_push(&maps->list, mappings[i]);
    maps->segments.count = 0;
    sort(maps);
    flatten(maps);
}

void jp_maps_release(struct jp_maps *maps)
{
    jp_vec_release(&maps->list);
    jp_vec_release(&maps->segments);
    *maps = (struct jp_maps){0};
}

size_t jp_maps_segment(const struct jp_maps *maps, uint64_t address)
{
    size_t low = 0;
    size_t high = maps->segments.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (maps->segments.data[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct jp_mapping *jp_maps_find(const struct jp_maps *maps, uint64_t address)
{
    const size_t at = jp_maps_segment(maps, address);

    if (at == maps->segments.count || maps->segments.data[at].start > address)
        return NULL;
    return &maps->list.data[maps->segments.data[at].mapping];
}
