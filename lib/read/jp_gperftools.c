/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text format of gperftools: "heap profile: C: B [C: B] @ kind/period", then one line per
 * stack, "C: B [C: B] @ addresses". tcmalloc's heap and growth profiles are written in it.
 */
#include "config.h"

#include "jp_reader.h"

/* What gperftools samples at when its header says nothing (tcmalloc's default of old). */
static const uint64_t DEFAULT_PERIOD_BYTES = 128 * 1024;

static bool contains(struct jp_span text, struct jp_span word)
{
    return jp_span_find(text, word, 0) != SIZE_MAX;
}

/* "kind" or "kind/period" behind the "@"; the period is 0 when it is missing. */
static struct jp_span take_kind(struct jp_reader *reader, struct jp_span rest, uint64_t *period)
{
    const size_t slash = jp_span_find(rest, JP_SPAN("/"), 0);
    struct jp_span number = jp_span_slice(rest, slash == SIZE_MAX ? rest.len : slash + 1, rest.len);

    *period = 0;
    if (reader->is_whole)
        jp_reader_take_decimal(reader, &number, period);
    return jp_span_trim(jp_span_slice(rest, 0, slash));
}

/* The rules are jeprof's: see doc/dump-format.md. */
static void choose_correction(struct jp_dump *dump, struct jp_span kind, uint64_t period)
{
    const struct jp_counters *const sum = &dump->header;

    if (kind.len == 0) {
        if (dump->format == JP_DUMP_GPERFTOOLS && sum->objects == sum->alloc_objects &&
            sum->bytes == sum->alloc_bytes)
            dump->correction = JP_CORRECTION_RATIO;
    } else if (contains(kind, JP_SPAN("heap")) && !jp_span_equal(kind, JP_SPAN("heapprofile"))) {
        if (contains(kind, JP_SPAN("_v2"))) {
            dump->correction = JP_CORRECTION_POISSON;
        } else {
            /* Old tcmalloc printed twice the mean distance between samples. */
            dump->correction = JP_CORRECTION_RATIO;
            period /= 2;
        }
    }
    if (dump->correction == JP_CORRECTION_NONE)
        return;
    dump->is_period_defaulted = period == 0;
    dump->period_bytes = period ? period : DEFAULT_PERIOD_BYTES;
}

static void read_header(struct jp_reader *reader)
{
    static const struct jp_span prefix = {"heap profile:", 13};
    struct jp_dump *const dump = reader->dump;
    struct jp_span rest =
        jp_span_slice(reader->text, jp_span_find(reader->text, prefix, 0), reader->text.len);
    uint64_t period = 0;
    struct jp_span kind = JP_SPAN("");

    rest = jp_span_slice(rest, prefix.len, rest.len);
    dump->format =
        contains(rest, JP_SPAN("growth")) ? JP_DUMP_GPERFTOOLS_GROWTH : JP_DUMP_GPERFTOOLS;
    dump->has_header = jp_reader_take_counters(reader, &rest, &dump->header);
    if (!dump->has_header) {
        dump->header = (struct jp_counters){0};
        if (reader->is_whole)
            jp_reader_note(reader, JP_TROUBLE_ROW);
    }
    const size_t at = jp_span_find(rest, JP_SPAN("@"), 0);
    if (at != SIZE_MAX)
        kind = take_kind(reader, jp_span_slice(rest, at + 1, rest.len), &period);
    if (dump->has_header) {
        reader->used_line = reader->line;
        choose_correction(dump, kind, period);
    }
}

/* False: the line is no stack with counters. */
static bool read_stack(struct jp_reader *reader, struct jp_span rest)
{
    struct jp_counters counters;

    if (!jp_reader_take_counters(reader, &rest, &counters)) {
        if (reader->is_whole && contains(rest, JP_SPAN("@"))) {
            jp_reader_note(reader, JP_TROUBLE_ROW);
            return true;
        }
        return false;
    }
    jp_span_skip_blanks(&rest);
    if (!jp_span_take_byte(&rest, '@'))
        return false;
    if (reader->is_whole) {
        jp_reader_push_stack(reader, rest);
        jp_reader_push_record(reader, JP_DUMP_PROCESS, counters);
    }
    return true;
}

void jp_gperftools_read(struct jp_reader *reader)
{
    read_header(reader);
    while (jp_reader_next(reader)) {
        struct jp_span rest = reader->text;
        jp_span_skip_blanks(&rest);
        if (rest.len == 0 || read_stack(reader, rest))
            continue;
        if (jp_reader_end_body(reader))
            return;
        jp_reader_skip_line(reader);
    }
    jp_reader_end_input(reader);
}
