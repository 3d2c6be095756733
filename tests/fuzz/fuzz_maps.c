/* SPDX-License-Identifier: BSD-2-Clause */
/* The maps reader: its look-up must agree with a plain reading of the list. */
#include "config.h"

#include "jp_fuzz.h"
#include "jp_maps.h"

static const struct jp_mapping *find_slowly(const struct jp_maps *maps, uint64_t address)
{
    const struct jp_mapping *best = NULL;

    for (size_t i = 0; i < maps->list.count; i++) {
        const struct jp_mapping *const mapping = &maps->list.data[i];
        if (mapping->start <= address && address < mapping->end)
            best = mapping;
    }
    return best;
}

static void check_around(const struct jp_maps *maps, uint64_t address)
{
    jp_fuzz_check(jp_maps_find(maps, address - 1) == find_slowly(maps, address - 1));
    jp_fuzz_check(jp_maps_find(maps, address) == find_slowly(maps, address));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST_MAPPINGS = 300 };
    const struct jp_span bytes = {(const char *)data, size};
    struct jp_intern strings;
    struct jp_maps maps = {0};

    jp_intern_init(&strings);
    jp_maps_parse(&maps, bytes, "fuzz", 1, &strings, NULL);
    jp_fuzz_check(maps.is_present);
    jp_fuzz_check(maps.segments.count <= 2 * maps.list.count);
    for (size_t i = 0; i < maps.list.count; i++) {
        const struct jp_mapping *const mapping = &maps.list.data[i];
        jp_fuzz_check(mapping->start < mapping->end);
        jp_fuzz_check(i == 0 || mapping[-1].start <= mapping->start);
        jp_fuzz_check(mapping->path < strings.spans.count);
        jp_fuzz_check((mapping->kind == JP_MAPPING_ANON) == (mapping->path == 0));
        if (maps.list.count > MOST_MAPPINGS)
            continue;
        check_around(&maps, mapping->start);
        check_around(&maps, mapping->end);
    }
    jp_maps_release(&maps);
    jp_intern_release(&strings);
    return 0;
}
