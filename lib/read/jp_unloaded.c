/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_unloaded.h"

#include <stdlib.h>
#include <string.h>

void jp_unloaded_init(struct jp_unloaded *unloaded)
{
    *unloaded = (struct jp_unloaded){0};
    jp_intern_init(&unloaded->strings);
}

void jp_unloaded_release(struct jp_unloaded *unloaded)
{
    jp_intern_release(&unloaded->strings);
    jp_vec_release(&unloaded->list);
}

bool jp_unloaded_lacks(const struct jp_dump *dump)
{
    struct jp_maps_segment here = {0}; /* of the address before, and often of the next ones */

    for (size_t i = 0; i < dump->addresses.count; i++) {
        const uint64_t address = dump->addresses.data[i];
        if (address == 0 || (address > here.start && address <= here.end))
            continue;
        const size_t at = jp_maps_segment(&dump->maps, address - 1);
        if (at == dump->maps.segments.count || dump->maps.segments.data[at].start >= address)
            return true;
        here = dump->maps.segments.data[at];
    }
    return false;
}

static bool overlaps(const struct jp_maps *maps, const struct jp_mapping *mapping)
{
    const size_t at = jp_maps_segment(maps, mapping->start);

    return at < maps->segments.count && maps->segments.data[at].start < mapping->end;
}

static int compare_starts(const void *a, const void *b)
{
    const struct jp_mapping *const x = a;
    const struct jp_mapping *const y = b;

    return (x->start > y->start) - (x->start < y->start);
}

void jp_unloaded_learn(struct jp_unloaded *unloaded, struct jp_span process,
                       const struct jp_dump *dump)
{
    const bool is_same = process.len && jp_span_equal(process, jp_intern_span(&unloaded->strings,
                                                                              unloaded->process));
    size_t kept = 0;

    if (!is_same) {
        jp_unloaded_release(unloaded);
        jp_unloaded_init(unloaded);
        unloaded->process = jp_intern_add(&unloaded->strings, process);
    }
    for (size_t i = 0; i < unloaded->list.count; i++)
        if (!overlaps(&dump->maps, &unloaded->list.data[i]))
            unloaded->list.data[kept++] = unloaded->list.data[i];
    unloaded->list.count = kept;
    for (size_t i = 0; i < dump->maps.segments.count; i++) {
        const struct jp_maps_segment *const segment = &dump->maps.segments.data[i];
        struct jp_mapping mapping = dump->maps.list.data[segment->mapping];
        if (mapping.kind != JP_MAPPING_FILE || mapping.is_unloaded)
            continue;
        mapping.offset += segment->start - mapping.start;
        mapping.start = segment->start;
        mapping.end = segment->end;
        mapping.path =
            jp_intern_add(&unloaded->strings, jp_intern_span(&dump->strings, mapping.path));
        jp_vec_push(&unloaded->list, mapping);
    }
    if (unloaded->list.count)
        qsort(unloaded->list.data, unloaded->list.count, sizeof *unloaded->list.data,
              compare_starts);
}

/* Index in LIST of the mapping that covers ADDRESS; count: none. */
static size_t find_known(const struct jp_unloaded *unloaded, uint64_t address)
{
    size_t low = 0;
    size_t high = unloaded->list.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (unloaded->list.data[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < unloaded->list.count && unloaded->list.data[low].start <= address
               ? low
               : unloaded->list.count;
}

/* Where a file that DUMP maps lay before, it must lie now. */
static bool is_same_layout(const struct jp_unloaded *unloaded, const struct jp_dump *dump)
{
    JP_VEC(uint64_t) first = {0}; /* per path id of the known files: lowest start */
    bool is_same = true;

    jp_vec_reserve(&first, unloaded->strings.spans.count);
    first.count = unloaded->strings.spans.count;
    memset(first.data, 0xff, first.count * sizeof *first.data);
    for (size_t i = unloaded->list.count; i-- > 0;)
        first.data[unloaded->list.data[i].path] = unloaded->list.data[i].start;
    for (size_t i = 0; is_same && i < dump->maps.list.count; i++) {
        const struct jp_mapping *const mapping = &dump->maps.list.data[i];
        if (mapping->kind != JP_MAPPING_FILE)
            continue;
        const uint32_t path =
            jp_intern_find(&unloaded->strings, jp_intern_span(&dump->strings, mapping->path));
        if (path == JP_INDEX_NONE || first.data[path] == UINT64_MAX)
            continue;
        is_same = first.data[path] == mapping->start;
        first.data[path] = UINT64_MAX; /* only its lowest mapping is compared */
    }
    jp_vec_release(&first);
    return is_same;
}

/* Mark the paths of the known files in which addresses without a mapping lie. */
static bool find_needed(const struct jp_unloaded *unloaded, const struct jp_dump *dump,
                        bool *needed)
{
    bool any = false;

    for (size_t i = 0; i < dump->addresses.count; i++) {
        const uint64_t address = dump->addresses.data[i];
        if (!address || jp_maps_find(&dump->maps, address - 1))
            continue;
        const size_t known = find_known(unloaded, address - 1);
        if (known == unloaded->list.count)
            continue;
        needed[unloaded->list.data[known].path] = true;
        any = true;
    }
    return any;
}

size_t jp_unloaded_apply(const struct jp_unloaded *unloaded, struct jp_span process,
                         struct jp_dump *dump)
{
    const struct jp_span known_process = jp_intern_span(&unloaded->strings, unloaded->process);
    JP_VEC(struct jp_mapping) added = {0};

    if (!process.len || !jp_span_equal(process, known_process) || !is_same_layout(unloaded, dump))
        return 0;
    bool *const needed = jp_mem_zeroed(unloaded->strings.spans.count, sizeof *needed);
    if (find_needed(unloaded, dump, needed)) {
        for (size_t i = 0; i < unloaded->list.count; i++) {
            struct jp_mapping mapping = unloaded->list.data[i];
            if (!needed[mapping.path] || overlaps(&dump->maps, &mapping))
                continue;
            mapping.path =
                jp_intern_add(&dump->strings, jp_intern_span(&unloaded->strings, mapping.path));
            mapping.is_unloaded = true;
            jp_vec_push(&added, mapping);
        }
        jp_maps_add(&dump->maps, added.data, added.count);
    }
    const size_t count = added.count;
    free(needed);
    jp_vec_release(&added);
    return count;
}
