/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A dump holds no build-id, but its mappings show how large the segments with code were and at
 * which file offsets they began. A file whose segments cannot give these mappings is another build.
 *
 * Only mappings with code count: data segments are split by RELRO, and programs map their own file
 * for reading.
 */
#include "config.h"

#include "jp_finder_private.h"

#include <inttypes.h>

static const uint64_t SMALLEST_PAGE_BYTES = 4096;
static const uint64_t LARGEST_PAGE_BYTES = 65536; /* of AArch64 and Power kernels */

static uint64_t page_floor(uint64_t value, uint64_t page)
{
    return value & ~(page - 1);
}

/* Saturates at the last page of the address space. */
static uint64_t page_ceil(uint64_t value, uint64_t page)
{
    return value > UINT64_MAX - page ? page_floor(UINT64_MAX, page)
                                     : page_floor(value + page - 1, page);
}

static bool has_file_offset(const struct jp_module_ranges *range)
{
    return range->has_offset && range->is_executable && range->end > range->start &&
           range->end - range->start <= UINT64_MAX - range->offset;
}

static uint64_t offset_end(const struct jp_module_ranges *range)
{
    return range->offset + (range->end - range->start);
}

/* Up to which file offset the file has mappable bytes from OFFSET on; OFFSET itself: none. */
static uint64_t covered_to(const struct jp_object *object, uint64_t offset, bool is_executable,
                           uint64_t page)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);
    uint64_t end = offset;

    /* Segments are ascending by address; neighbours in the file may become one mapping. */
    for (size_t i = 0; i < count; i++) {
        const struct jp_segment *const segment = &segments[i];
        const uint64_t segment_end = page_ceil(segment->offset + segment->file_bytes, page);
        if (segment->is_executable == is_executable && segment->file_bytes &&
            page_floor(segment->offset, page) <= end && segment_end > end)
            end = segment_end;
    }
    return end;
}

/*
 * A program without position independence lies at the addresses that it was linked for. Some of its
 * code may be mapped once more elsewhere: node does so with V8's built-in functions.
 */
static bool is_at_linked_address(const struct jp_object *object,
                                 const struct jp_module_ranges *range)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    if (jp_object_type(object) != ET_EXEC)
        return true;
    for (size_t i = 0; i < count; i++) {
        if (segments[i].vaddr - segments[i].offset == range->start - range->offset)
            return true;
    }
    return false;
}

/* One mapping of the whole image, as loaders of their own kind and hand-made maps have it. */
static bool is_whole_image(const struct jp_object *object, const struct jp_module_ranges *range)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);
    uint64_t first = UINT64_MAX;
    uint64_t end = 0;

    for (size_t i = 0; i < count; i++) {
        const uint64_t segment_end = segments[i].vaddr + segments[i].memory_bytes;
        first = segments[i].vaddr < first ? segments[i].vaddr : first;
        end = segment_end > end ? segment_end : end;
    }
    return count && range->offset == 0 &&
           range->end - range->start ==
               page_ceil(end, SMALLEST_PAGE_BYTES) - page_floor(first, SMALLEST_PAGE_BYTES);
}

static bool range_is_covered(const struct jp_object *object, const struct jp_module_ranges *range)
{
    for (uint64_t page = SMALLEST_PAGE_BYTES; page <= LARGEST_PAGE_BYTES; page *= 4) {
        if ((range->start | range->end | range->offset) % page)
            continue;
        if (covered_to(object, range->offset, true, page) >= offset_end(range))
            return true;
        /* A program that asks for an executable stack gets all its mappings executable. */
        if (covered_to(object, range->offset, true, page) == range->offset &&
            covered_to(object, range->offset, false, page) >= offset_end(range))
            return true;
    }
    return is_whole_image(object, range);
}

static bool is_in_ranges(const struct jp_module_request *request, uint64_t offset)
{
    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        if (has_file_offset(range) && offset >= range->offset && offset < offset_end(range))
            return true;
    }
    return false;
}

/* --- debug-only files: no file offsets, so distances of addresses are compared --------------- */

static bool is_image_of(const struct jp_segment *segment, const struct jp_module_ranges *range)
{
    for (uint64_t page = SMALLEST_PAGE_BYTES; page <= LARGEST_PAGE_BYTES; page *= 4) {
        const uint64_t bytes = page_ceil(segment->vaddr + segment->memory_bytes, page) -
                               page_floor(segment->vaddr, page);
        if ((range->start | range->end) % page == 0 && bytes == range->end - range->start)
            return true;
    }
    return false;
}

/* The first mapping that is the image of a code segment; false when there is none. */
static bool find_image(const struct jp_object *object, const struct jp_module_request *request,
                       uint64_t *bias)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        for (size_t k = 0; has_file_offset(range) && k < count; k++) {
            *bias = range->start - page_floor(segments[k].vaddr, SMALLEST_PAGE_BYTES);
            const bool is_placed = jp_object_type(object) != ET_EXEC || *bias == 0;
            if (segments[k].is_executable && is_placed && is_image_of(&segments[k], range))
                return true;
        }
    }
    return false;
}

void jp_fit_place(struct jp_object *object, const struct jp_module_request *request)
{
    uint64_t bias;
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    if (!find_image(object, request, &bias))
        return;
    for (size_t k = 0; k < count; k++) {
        const uint64_t page = page_floor(segments[k].vaddr, SMALLEST_PAGE_BYTES);
        for (size_t i = 0; i < request->range_count; i++) {
            const struct jp_module_ranges *const range = &request->ranges[i];
            if (range->has_offset && range->start == bias + page &&
                range->is_executable == segments[k].is_executable) {
                jp_object_place_segment(object, k, range->offset + (segments[k].vaddr - page));
                break;
            }
        }
    }
}

/* --- the questions --------------------------------------------------------------------------- */

static uint64_t code_bytes(const struct jp_object *object)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        if (segments[i].is_executable)
            sum += segments[i].memory_bytes;
    }
    return sum;
}

static enum jp_fit refuse(const struct jp_object *object, const struct jp_module_ranges *range,
                          struct jp_buf *why, const char *what)
{
    if (why)
        jp_buf_format(why,
                      "%s: 0x%" PRIx64 " bytes of code at file offset 0x%" PRIx64
                      " were mapped, this file has 0x%" PRIx64 " bytes of code",
                      what, range->end - range->start, range->offset, code_bytes(object));
    return JP_FIT_NO;
}

enum jp_fit jp_fit(const struct jp_object *object, const struct jp_module_request *request,
                   struct jp_buf *why)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);
    const struct jp_module_ranges *first = NULL;
    bool is_in_place = false;
    uint64_t bias;

    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        if (!has_file_offset(range))
            continue;
        if (!first)
            first = range;
        if (jp_object_is_debug_only(object))
            break;
        is_in_place |= is_at_linked_address(object, range);
        if (!range_is_covered(object, range))
            return refuse(object, range, why, "another build");
    }
    if (!first)
        return JP_FIT_UNKNOWN;
    if (jp_object_is_debug_only(object))
        return find_image(object, request, &bias) ? JP_FIT_YES
                                                  : refuse(object, first, why, "another build");
    if (!is_in_place)
        return refuse(object, first, why, "linked for another address");
    for (size_t i = 0; i < count; i++) {
        const struct jp_segment *const segment = &segments[i];
        if (segment->is_executable && segment->file_bytes &&
            (!is_in_ranges(request, segment->offset) ||
             !is_in_ranges(request, segment->offset + segment->file_bytes - 1)))
            return refuse(object, first, why, "another build");
    }
    return JP_FIT_YES;
}

/* Some mapping holds the segment's first page, and some mapping ends where its file bytes do. */
static bool segment_is_mapped(const struct jp_segment *segment, uint64_t bias,
                              const struct jp_module_request *request)
{
    const uint64_t first = bias + page_floor(segment->vaddr, SMALLEST_PAGE_BYTES);
    const uint64_t end = segment->vaddr + segment->file_bytes;
    bool has_start = segment->memory_bytes == 0;
    bool has_end = segment->file_bytes == 0;

    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        has_start |= range->start <= first && first < range->end;
        for (uint64_t page = SMALLEST_PAGE_BYTES; page <= LARGEST_PAGE_BYTES; page *= 4)
            has_end |= range->end == bias + page_ceil(end, page);
    }
    return has_start && has_end;
}

bool jp_fit_whole(const struct jp_object *object, const struct jp_module_request *request)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);
    uint64_t bias;

    if (jp_fit(object, request, NULL) != JP_FIT_YES || !find_image(object, request, &bias))
        return false;
    for (size_t k = 0; k < count; k++) {
        if (!segment_is_mapped(&segments[k], bias, request))
            return false;
    }
    return true;
}

bool jp_fit_same_layout(const struct jp_object *a, const struct jp_object *b)
{
    size_t a_count;
    size_t b_count;
    const struct jp_segment *const left = jp_object_segments(a, &a_count);
    const struct jp_segment *const right = jp_object_segments(b, &b_count);

    if (a_count != b_count || a_count == 0 || jp_object_machine(a) != jp_object_machine(b))
        return false;
    for (size_t i = 0; i < a_count; i++) {
        if (left[i].vaddr != right[i].vaddr || left[i].memory_bytes != right[i].memory_bytes ||
            left[i].is_executable != right[i].is_executable)
            return false;
    }
    return true;
}

bool jp_fit_is_proven(const struct jp_object *object, const struct jp_module_request *request)
{
    enum { ENOUGH = 3 };
    const struct jp_module_calls calls = jp_finder_calls(object, request);

    return calls.judged >= ENOUGH && calls.calls * 10 >= calls.judged * 9;
}
