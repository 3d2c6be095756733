/* SPDX-License-Identifier: BSD-2-Clause */
/* The body of a "heap_v2/<period>" dump, as jemalloc's prof_data.c writes it. */
#include "config.h"

#include "jp_reader.h"

/* "t*:" or "t<uid>:" */
static bool take_label(struct jp_span *rest, bool *is_process, uint64_t *uid)
{
    if (!jp_span_take_byte(rest, 't'))
        return false;
    *is_process = jp_span_take_byte(rest, '*');
    return (*is_process || jp_span_take_decimal(rest, uid)) && jp_span_take_byte(rest, ':');
}

/* A row in front of the first stack: totals, and the thread's name behind the bracket. */
static void read_header_row(struct jp_reader *reader, bool is_process, uint64_t uid,
                            const struct jp_counters *counters, struct jp_span name)
{
    struct jp_dump *const dump = reader->dump;
    const size_t known_count = dump->threads.count;

    if (is_process && !dump->has_header) {
        dump->has_header = true;
        dump->header = *counters;
        return;
    }
    const uint32_t thread = is_process ? JP_DUMP_PROCESS : jp_reader_thread(reader, uid);
    if (dump->threads.count == known_count) {
        jp_reader_note(reader, JP_TROUBLE_REPEATED);
        return;
    }
    dump->threads.data[thread].header = *counters;
    /* A name that may have lost its end is no name. */
    if (reader->is_whole)
        dump->threads.data[thread].name = jp_intern_add(&dump->strings, jp_span_trim(name));
}

/* False: the line is no row at all. */
static bool read_row(struct jp_reader *reader, struct jp_span rest)
{
    struct jp_counters counters;
    bool is_process;
    uint64_t uid = 0;

    if (!take_label(&rest, &is_process, &uid))
        return false;
    if (!jp_reader_take_counters(reader, &rest, &counters)) {
        if (reader->is_whole)
            jp_reader_note(reader, JP_TROUBLE_ROW);
        return true;
    }
    if (reader->has_stack)
        jp_reader_push_record(reader, is_process ? JP_DUMP_PROCESS : jp_reader_thread(reader, uid),
                              counters);
    else
        read_header_row(reader, is_process, uid, &counters, rest);
    return true;
}

void jp_jemalloc_read(struct jp_reader *reader)
{
    while (jp_reader_next(reader)) {
        struct jp_span rest = reader->text;
        jp_span_skip_blanks(&rest);
        if (rest.len == 0 || read_row(reader, rest))
            continue;
        if (jp_span_take_byte(&rest, '@')) {
            /* The last address of a cut line may have lost digits. */
            if (reader->is_whole)
                jp_reader_push_stack(reader, rest);
            continue;
        }
        if (jp_reader_end_body(reader))
            return;
        jp_reader_skip_line(reader);
    }
    jp_reader_end_input(reader);
}
