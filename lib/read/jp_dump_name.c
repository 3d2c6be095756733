/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dump_name.h"

#include "jp_time.h"

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

static bool take_jemalloc(struct jp_dump_name *name, struct jp_span rest)
{
    struct jp_span kind;
    struct jp_span part;
    uint64_t seq;

    if (!take_last_part(&rest, &kind) || !is_dump_kind(kind))
        return false;
    if (!take_last_part(&rest, &part) || !is_number(part, &seq))
        return false;
    const struct jp_span process = rest;
    if (!take_last_part(&rest, &part) || !is_number(part, &name->pid))
        return false;
    name->process = process;
    name->has_pid = true;
    name->has_seq = true;
    name->seq = seq;
    name->kind = kind.ptr[0];
    return true;
}

/* A number without gperftools' leading zero may be a process's id, or made up by somebody. */
static void take_gperftools(struct jp_dump_name *name, struct jp_span rest)
{
    struct jp_span part;

    if (!take_last_part(&rest, &part) || !is_number(part, &name->seq))
        return;
    name->process = rest;
    name->is_guess = part.len != 4 || part.ptr[0] != '0';
    name->has_seq = true;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* 10 digits of seconds or 13 of milliseconds, from 2001 on: no number of a process is that long. */
static bool take_epoch(struct jp_span *rest, int64_t *time_ns)
{
    struct jp_span behind = *rest;
    uint64_t number;

    if (!jp_span_take_decimal(&behind, &number))
        return false;
    const size_t digits = rest->len - behind.len;
    if (rest->ptr[0] == '0' || (digits != 10 && digits != 13))
        return false;
    *time_ns = (int64_t)number * (digits == 10 ? 1000000000 : 1000000);
    *rest = behind;
    return true;
}

/* The first time in the text; *BEFORE is what comes in front of it. */
static bool find_time(struct jp_span text, int64_t *time_ns, struct jp_span *before)
{
    int64_t until_ns;

    for (size_t i = 0; i < text.len; i++) {
        struct jp_span rest = jp_span_slice(text, i, text.len);
        if (!is_digit(text.ptr[i]) || (i > 0 && is_digit(text.ptr[i - 1])))
            continue;
        if (!take_epoch(&rest, time_ns) && !jp_time_take(&rest, time_ns, &until_ns))
            continue;
        if (rest.len && is_digit(rest.ptr[0]))
            continue;
        *before = jp_span_slice(text, 0, i);
        return true;
    }
    return false;
}

static struct jp_span without_separators(struct jp_span text)
{
    while (text.len && strchr(".-_", text.ptr[text.len - 1]))
        text.len--;
    return text;
}

struct jp_dump_name jp_dump_name_of(struct jp_span path)
{
    struct jp_dump_name name = {.is_guess = false};
    struct jp_span rest = path;
    struct jp_span part;
    struct jp_span before;

    if (jp_span_ends_with(rest, JP_SPAN(".gz")) || jp_span_ends_with(rest, JP_SPAN(".zst")))
        take_last_part(&rest, &part);
    const bool is_pprof =
        jp_span_ends_with(rest, JP_SPAN(".pb")) || jp_span_ends_with(rest, JP_SPAN(".pprof"));
    if (is_pprof)
        take_last_part(&rest, &part);
    const bool is_heap = jp_span_ends_with(rest, JP_SPAN(".heap"));
    if (is_heap)
        take_last_part(&rest, &part);
    if (is_pprof || is_heap) {
        if (!take_jemalloc(&name, rest))
            take_gperftools(&name, rest);
    }
    const struct jp_span base = jp_span_basename(name.process.len ? name.process : rest);
    name.has_time = find_time(jp_span_basename(rest), &name.time_ns, &before);
    name.series = without_separators(base);
    /* Then what looked like gperftools' number was the time. */
    if (name.has_time && !name.has_pid && (!name.process.len || before.len > base.len)) {
        name.series = without_separators(before);
        name.process = (struct jp_span){0};
        name.has_seq = false;
    }
    if (name.series.len == 0)
        name.series = jp_span_basename(path);
    if (name.series.len == 0)
        name.series = JP_SPAN("-");
    return name;
}
