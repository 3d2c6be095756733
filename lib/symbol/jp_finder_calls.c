/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file whose segments fit may still be another build. In the one that ran the recorded return
 * addresses follow calls.
 */
#include "config.h"

#include "jp_finder.h"

#include "jp_call_site.h"

/* So many different addresses tell; a large dump has many more, and a module may be in few of its
 * stacks. */
enum { MOST_JUDGED = 64, MOST_SCANNED = 100000 };

/* Outer frames are in nearly every stack: what was judged a moment ago is not judged again. */
enum { SEEN_BITS = 9, SEEN_COUNT = 1 << SEEN_BITS };

static bool was_seen(uint64_t seen[SEEN_COUNT], uint64_t address)
{
    uint64_t *const slot = &seen[address * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SEEN_BITS)];
    const bool is_equal = *slot == address;

    *slot = address;
    return is_equal;
}

/* The range that the byte before ADDRESS lies in, or NULL. */
static const struct jp_module_ranges *range_of(const struct jp_module_request *request,
                                               uint64_t address)
{
    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        if (range->has_offset && address > range->start && address <= range->end)
            return range;
    }
    return NULL;
}

struct jp_module_calls jp_finder_calls(const struct jp_object *object,
                                       const struct jp_module_request *request)
{
    const size_t count =
        request->recorded_count < MOST_SCANNED ? request->recorded_count : MOST_SCANNED;
    uint64_t seen[SEEN_COUNT] = {0};
    struct jp_module_calls result = {0, 0};

    for (size_t i = 0; i < count && result.judged < MOST_JUDGED; i++) {
        const uint64_t address = request->recorded[i];
        const struct jp_module_ranges *const range = range_of(request, address);
        uint64_t vaddr;
        /* A call may be the last instruction of its segment: the byte before decides. */
        if (!range || was_seen(seen, address) ||
            !jp_object_vaddr_of_offset(object, address - 1 - range->start + range->offset, &vaddr))
            continue;
        const enum jp_call_site site = jp_call_site(object, vaddr + 1);
        result.judged += site != JP_CALL_UNKNOWN;
        result.calls += site == JP_CALL_BEFORE;
    }
    return result;
}
