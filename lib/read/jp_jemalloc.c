/* SPDX-License-Identifier: BSD-2-Clause */
/* The body of a "heap_v2/<period>" dump, as jemalloc's prof_data.c writes it. */
#include "config.h"

#include "jp_reader.h"

/* A row in front of the first stack: totals, and the thread's name behind the bracket. */
static void read_header_row(struct jp_reader *reader, const struct jp_row_fields *row)
{
    struct jp_dump *const dump = reader->dump;
    const size_t known_count = dump->threads.count;

    reader->used_line = reader->line;
    if (row->is_process && !dump->has_header) {
        dump->has_header = true;
        dump->header = row->counters;
        return;
    }
    const uint32_t thread = row->is_process ? JP_DUMP_PROCESS : jp_reader_thread(reader, row->uid);
    if (dump->threads.count == known_count) {
        jp_reader_note(reader, JP_TROUBLE_REPEATED);
        return;
    }
    dump->threads.data[thread].header = row->counters;
    /* A name that may have lost its end is no name. */
    if (reader->is_whole)
        dump->threads.data[thread].name = jp_intern_add(&dump->strings, jp_span_trim(row->rest));
}

/* False: the line is no row at all. */
static bool read_row(struct jp_reader *reader)
{
    struct jp_row_fields row;

    switch (jp_reader_take_row(reader, &row)) {
    case JP_ROW_NONE:
        return false;
    case JP_ROW_BAD:
        if (reader->is_whole)
            jp_reader_note(reader, JP_TROUBLE_ROW);
        return true;
    case JP_ROW_GOOD:
        break;
    }
    if (reader->has_stack)
        jp_reader_push_record(reader,
                              row.is_process ? JP_DUMP_PROCESS : jp_reader_thread(reader, row.uid),
                              row.counters);
    else
        read_header_row(reader, &row);
    return true;
}

void jp_jemalloc_read(struct jp_reader *reader)
{
    while (jp_reader_next(reader)) {
        if (read_row(reader))
            continue;
        struct jp_span rest = reader->text;
        jp_span_skip_blanks(&rest);
        if (rest.len == 0)
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
