/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_listing.h"

#include "jp_tally.h"

#include <stdlib.h>

/* A line of a function, or with LINE == WHOLE all of its code in one file. */
struct bucket {
    uint32_t function;
    uint32_t file;
    uint32_t line;
    enum jp_miss miss;
};

#define WHOLE UINT32_MAX

struct building {
    const struct jp_profile *profile;
    const bool *is_wanted;
    struct jp_keys keys; /* the buckets of each location */
    JP_VEC(struct bucket) buckets;
    struct jp_index index;
};

static bool same_bucket(const void *owner, uint32_t id, const void *key)
{
    const struct bucket *const a = &((const struct building *)owner)->buckets.data[id];
    const struct bucket *const b = key;

    return a->function == b->function && a->file == b->file && a->line == b->line;
}

static void add_to_bucket(struct building *building, size_t first, struct bucket bucket)
{
    const uint64_t hash = jp_hash_mix(jp_hash_mix(bucket.function, bucket.file), bucket.line);
    uint32_t id = jp_index_find(&building->index, hash, same_bucket, building, &bucket);

    if (id == JP_INDEX_NONE) {
        id = (uint32_t)building->buckets.count;
        jp_index_add(&building->index, hash, id);
        jp_vec_push(&building->buckets, bucket);
    }
    for (size_t i = first; i < building->keys.list.count; i++)
        if (building->keys.list.data[i] == id)
            return;
    jp_vec_push(&building->keys.list, id);
}

static void sort_locations(struct building *building)
{
    const struct jp_profile *const profile = building->profile;

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const size_t first = building->keys.list.count;
        building->keys.first[i] = (uint32_t)first;
        for (uint32_t f = 0; f < location->frames_count; f++) {
            const struct jp_frame *const frame = &profile->frames.data[location->frames_first + f];
            const uint32_t line = frame->file ? frame->line : 0;
            if (!building->is_wanted[frame->function])
                continue;
            add_to_bucket(building, first,
                          (struct bucket){frame->function, frame->file, line, location->miss});
            add_to_bucket(building, first,
                          (struct bucket){frame->function, frame->file, WHOLE, location->miss});
        }
    }
    building->keys.first[profile->locations.count] = (uint32_t)building->keys.list.count;
}

/* A bucket as it is sorted: by name, file, function; the whole first, then by line. */
struct entry {
    struct bucket bucket;
    struct jp_span name;
    struct jp_span file;
    double flat;
    double cum;
    bool is_seen; /* has a value in some metric */
};

static int compare(const void *left, const void *right)
{
    const struct entry *const a = left;
    const struct entry *const b = right;
    const int by_name = jp_span_compare(a->name, b->name);
    const int by_file = by_name ? by_name : jp_span_compare(a->file, b->file);

    if (by_file)
        return by_file;
    if (a->bucket.function != b->bucket.function)
        return a->bucket.function < b->bucket.function ? -1 : 1;
    const uint32_t x = a->bucket.line == WHOLE ? 0 : a->bucket.line + 1;
    const uint32_t y = b->bucket.line == WHOLE ? 0 : b->bucket.line + 1;
    return (x > y) - (x < y);
}

static void begin_routine(struct jp_listing *listing, const struct jp_profile *profile,
                          const struct jp_extents *extents, const struct entry *entry)
{
    const struct jp_extent *const extent = jp_extents_find(
        extents, profile->functions.data[entry->bucket.function].name, entry->bucket.file);

    jp_vec_push(&listing->routines, (struct jp_listing_routine){
                                        .function = entry->bucket.function,
                                        .file = entry->bucket.file,
                                        .flat = entry->flat,
                                        .cum = entry->cum,
                                        .first = extent ? extent->first : 0,
                                        .last = extent ? extent->last : 0,
                                        .lines_first = listing->lines.count,
                                        .miss = entry->bucket.miss,
                                    });
}

static void add_line(struct jp_listing *listing, const struct entry *entry)
{
    struct jp_listing_routine *const routine = &listing->routines.data[listing->routines.count - 1];
    const uint32_t line = entry->bucket.line;

    jp_vec_push(&listing->lines, (struct jp_listing_line){line, entry->flat, entry->cum});
    routine->lines_count++;
    if (line && (!routine->first || line < routine->first))
        routine->first = line;
    if (line > routine->last)
        routine->last = line;
}

static void take_entries(struct jp_listing *listing, const struct jp_profile *profile,
                         const struct jp_extents *extents, const struct entry *entries,
                         size_t count)
{
    bool is_seen = false;

    for (size_t i = 0; i < count; i++) {
        if (entries[i].bucket.line == WHOLE)
            is_seen = entries[i].is_seen;
        if (!is_seen)
            continue;
        if (entries[i].bucket.line == WHOLE)
            begin_routine(listing, profile, extents, &entries[i]);
        else if (entries[i].flat != 0 || entries[i].cum != 0)
            add_line(listing, &entries[i]);
    }
}

/* The buckets in the order of the listing, with their values; the caller frees them. */
static struct entry *make_entries(const struct building *building,
                                  const struct jp_view views[JP_METRIC_COUNT],
                                  enum jp_metric metric, const struct jp_intern *strings,
                                  const uint32_t *names)
{
    const size_t count = building->buckets.count;
    struct entry *const entries = jp_mem_zeroed(count, sizeof *entries);

    for (size_t i = 0; i < count; i++) {
        const struct bucket bucket = building->buckets.data[i];
        entries[i].bucket = bucket;
        entries[i].name = jp_intern_span(strings, names[bucket.function]);
        entries[i].file = jp_intern_span(&building->profile->strings, bucket.file);
    }
    for (size_t m = 0; m < JP_METRIC_COUNT; m++) {
        struct jp_tally tally;
        jp_tally_init(&tally, &views[m], &building->keys, count);
        for (size_t i = 0; i < count; i++) {
            entries[i].is_seen |= tally.flat[i] != 0 || tally.cum[i] != 0;
            if (m == metric) {
                entries[i].flat = tally.flat[i];
                entries[i].cum = tally.cum[i];
            }
        }
        jp_tally_release(&tally);
    }
    if (count)
        qsort(entries, count, sizeof *entries, compare);
    return entries;
}

void jp_listing_init(struct jp_listing *listing, const struct jp_view views[JP_METRIC_COUNT],
                     enum jp_metric metric, const bool *is_wanted, const struct jp_intern *strings,
                     const uint32_t *names, const struct jp_extents *extents)
{
    const struct jp_profile *const profile = views[0].profile;
    struct building building = {.profile = profile, .is_wanted = is_wanted};

    *listing = (struct jp_listing){0};
    jp_intern_init(&building.keys.strings);
    building.keys.first =
        jp_mem_resize(NULL, profile->locations.count + 1, sizeof *building.keys.first);
    sort_locations(&building);
    struct entry *const entries = make_entries(&building, views, metric, strings, names);
    take_entries(listing, profile, extents, entries, building.buckets.count);
    free(entries);
    jp_keys_release(&building.keys);
    jp_vec_release(&building.buckets);
    jp_index_release(&building.index);
}

static int compare_rank(const void *left, const void *right)
{
    const struct jp_listing_routine *const a = left;
    const struct jp_listing_routine *const b = right;

    if (a->cum != b->cum)
        return a->cum > b->cum ? -1 : 1;
    /* Lines lie in the order that the routines had. */
    if (a->lines_first != b->lines_first)
        return a->lines_first < b->lines_first ? -1 : 1;
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    return (a->file > b->file) - (a->file < b->file);
}

void jp_listing_rank(struct jp_listing *listing)
{
    struct jp_listing_routine *const routines = listing->routines.data;
    size_t kept = 0;

    for (size_t i = 0; i < listing->routines.count; i++)
        if (routines[i].flat != 0 || routines[i].cum != 0 || routines[i].lines_count)
            routines[kept++] = routines[i];
    listing->routines.count = kept;
    if (kept)
        qsort(routines, kept, sizeof *routines, compare_rank);
}

void jp_listing_release(struct jp_listing *listing)
{
    jp_vec_release(&listing->routines);
    jp_vec_release(&listing->lines);
}
