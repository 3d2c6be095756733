/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_origin.h"

#include <string.h>

/* Cut the last dot and what follows it off REST into PART. */
static bool take_last_part(struct jp_span *rest, struct jp_span *part)
{
    const size_t dot = jp_span_rfind_byte(*rest, '.');

    if (dot == SIZE_MAX)
        return false;
    *part = jp_span_slice(*rest, dot + 1, rest->len);
    *rest = jp_span_slice(*rest, 0, dot);
    return true;
}

static bool is_number(struct jp_span span, uint64_t *number)
{
    return jp_span_take_decimal(&span, number) && span.len == 0;
}

/* "i12", "m0", "u3" or "f". */
static bool is_dump_kind(struct jp_span part)
{
    uint64_t number;

    if (part.len == 0 || !strchr("imuf", part.ptr[0]))
        return false;
    return part.len == 1 || is_number(jp_span_slice(part, 1, part.len), &number);
}

/* <prefix>.[<pid namespace>.]<pid>.<seq>.<kind><n>, as jemalloc names dumps, less ".heap". */
static struct jp_origin origin_of_jemalloc(struct jp_span rest)
{
    struct jp_origin origin = {.process = JP_SPAN("")};
    struct jp_span part;
    uint64_t number;
    uint64_t pid;

    if (!take_last_part(&rest, &part) || !is_dump_kind(part))
        return origin;
    if (!take_last_part(&rest, &part) || !is_number(part, &number))
        return origin;
    const struct jp_span process = rest;
    if (!take_last_part(&rest, &part) || !is_number(part, &pid))
        return origin;
    origin.process = process;
    origin.number = number;
    return origin;
}

/*
 * gperftools numbers the dumps of a process: <prefix>.%04d.heap. A number without its leading zero
 * may be a process's id, and one of other digits was made up by somebody: then it is a guess.
 */
struct jp_origin jp_origin_of(struct jp_span path)
{
    const struct jp_origin unknown = {.process = JP_SPAN("")};
    struct jp_span rest = path;
    struct jp_span part;
    uint64_t number;

    if (!take_last_part(&rest, &part))
        return unknown;
    if ((jp_span_equal(part, JP_SPAN("gz")) || jp_span_equal(part, JP_SPAN("zst"))) &&
        !take_last_part(&rest, &part))
        return unknown;
    if (!jp_span_equal(part, JP_SPAN("heap")))
        return unknown;
    const struct jp_origin origin = origin_of_jemalloc(rest);
    if (origin.process.len)
        return origin;
    if (!take_last_part(&rest, &part) || !is_number(part, &number))
        return unknown;
    return (struct jp_origin){rest, number, part.len != 4 || part.ptr[0] != '0'};
}

bool jp_origin_is_same(const struct jp_profile *profile, size_t a, size_t b)
{
    const struct jp_intern *const strings = &profile->strings;
    const struct jp_origin one =
        jp_origin_of(jp_intern_span(strings, profile->sources.data[a].path));
    const struct jp_origin other =
        jp_origin_of(jp_intern_span(strings, profile->sources.data[b].path));

    return one.process.len && jp_span_equal(one.process, other.process);
}
