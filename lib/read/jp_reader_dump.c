/* SPDX-License-Identifier: BSD-2-Clause */
/* A dump from its first line to its last, and what is told of one that was read. */
#include "config.h"

#include "jp_header.h"
#include "jp_reader.h"
#include "jp_sniff.h"

/* What jemalloc samples at unless told otherwise: lg_prof_sample:19. */
static const uint64_t JEMALLOC_DEFAULT_PERIOD_BYTES = 512 * 1024;

static bool fail_unknown(struct jp_span bytes, const char *path, struct jp_error *error)
{
    const enum jp_file_type type = jp_sniff(bytes);
    char quoted[JP_QUOTE_SIZE];

    if (type == JP_TYPE_UNKNOWN || type == JP_TYPE_TEXT)
        jp_error_set(error, JP_EXIT_INPUT, path, 0,
                     "is no heap dump but looks like %s; a dump begins with 'heap_v2/<period>' or "
                     "'heap profile:', this file with %s",
                     jp_sniff_text(type), jp_quote(quoted, jp_span_slice(bytes, 0, 24)));
    else if (type == JP_TYPE_EMPTY)
        jp_error_set(error, JP_EXIT_INPUT, path, 0, "is no heap dump: the file is empty");
    else
        jp_error_set(error, JP_EXIT_INPUT, path, 0, "is no heap dump but looks like %s",
                     jp_sniff_text(type));
    if (type == JP_TYPE_ELF || type == JP_TYPE_MACHO)
        return jp_error_hint(error, "the program is an argument of its own, and a file: "
                                    "jeprof-c [options] <program> <dump>...");
    return jp_error_hint(error, "usage: jeprof-c [options] <program> <dump>...");
}

static bool fail_section(enum jp_header header, const char *path, uint64_t line,
                         struct jp_error *error)
{
    jp_error_set(
        error, JP_EXIT_INPUT, path, line, "is no heap dump but looks like %s",
        jp_sniff_text(header == JP_HEADER_CPU ? JP_TYPE_CPU_PROFILE : JP_TYPE_CONTENTION_PROFILE));
    return jp_error_hint(error, "usage: jeprof-c [options] <program> <dump>...");
}

/* "%warn TEXT" is a message of whoever wrote the dump. */
static void read_command(struct jp_reader *reader)
{
    enum { MOST_COMMANDS = 20 };
    static const struct jp_span warn = {"%warn", 5};
    struct jp_span line = jp_span_trim(reader->text);
    char quoted[JP_QUOTE_SIZE];

    if (reader->command_count++ >= MOST_COMMANDS) {
        jp_reader_note(reader, JP_TROUBLE_LOG);
        return;
    }
    if (jp_span_starts_with(line, warn)) {
        line = jp_span_trim(jp_span_slice(line, warn.len, line.len));
        jp_diags_add(reader->diags, JP_WARNING, reader->dump->path, reader->line,
                     "the dump says: %s", jp_quote(quoted, line));
        return;
    }
    jp_diags_add(reader->diags, JP_WARNING, reader->dump->path, reader->line,
                 "unknown command in front of the header: %s", jp_quote(quoted, line));
}

/* "heap_v2/<period>" */
static void read_jemalloc_header(struct jp_reader *reader)
{
    struct jp_dump *const dump = reader->dump;
    const size_t slash = jp_span_find(reader->text, JP_SPAN("/"), 0);
    struct jp_span rest = jp_span_slice(reader->text, slash + 1, reader->text.len);

    dump->format = JP_DUMP_JEMALLOC;
    dump->correction = JP_CORRECTION_POISSON;
    if (reader->is_whole && jp_reader_take_decimal(reader, &rest, &dump->period_bytes))
        return;
    dump->is_period_defaulted = true;
    dump->period_bytes = JEMALLOC_DEFAULT_PERIOD_BYTES;
}

/* Step over whatever stands in front of the header, and over the symbol section. */
static bool read_header(struct jp_reader *reader, enum jp_header *header, struct jp_error *error)
{
    const char *const path = reader->dump->path;

    while (jp_reader_next(reader)) {
        *header = jp_header_of(reader->text);
        if (*header == JP_HEADER_HEAP_V2 || *header == JP_HEADER_FLAT)
            return true;
        if (*header == JP_HEADER_SYMBOL)
            jp_symbols_read(reader);
        else if (*header == JP_HEADER_COMMAND)
            read_command(reader);
        else if (*header == JP_HEADER_CPU || *header == JP_HEADER_CONTENTION)
            return fail_section(*header, path, reader->line, error);
        else if (*header == JP_HEADER_HEAP_OTHER)
            return jp_error_set(error, JP_EXIT_INPUT, path, reader->line,
                                "is a heap dump of a version that is not known; 'heap_v2/<period>' "
                                "was expected");
        else if (*header == JP_HEADER_NONE && jp_span_trim(reader->text).len)
            jp_reader_note(reader, JP_TROUBLE_LOG);
    }
    return jp_error_set(error, JP_EXIT_INPUT, path, reader->line,
                        "the file ends before its heap profile begins");
}

/* Why a dump has no samples: the process had none, or the file lost them. */
static const char *why_empty(const struct jp_dump *dump)
{
    if (dump->is_cut)
        return "it ends before the first of them";
    if (dump->header.objects || dump->header.alloc_objects)
        return "its header counts some, so that records are missing";
    return "profiling was not active yet (prof_active, prof.active), or too little was allocated "
           "for the sampling interval";
}

/* What a user should know about a dump that was read without an error. */
static void tell_state(const struct jp_reader *reader)
{
    const struct jp_dump *const dump = reader->dump;
    bool any = false;

    for (size_t i = 0; i < dump->records.count && !any; i++) {
        const struct jp_counters counters = jp_dump_record(dump, i).counters;
        any = (counters.objects | counters.bytes | counters.alloc_objects | counters.alloc_bytes) !=
              0;
    }
    if (!any)
        jp_diags_add(reader->diags, JP_WARNING, dump->path, 0, "the dump holds no samples: %s",
                     why_empty(dump));
    if (dump->records.count == 0)
        return;
    if (!dump->maps.is_present && !jp_dump_is_symbolized(dump))
        jp_diags_add(reader->diags, JP_WARNING, dump->path, 0,
                     "the dump has no map section (MAPPED_LIBRARIES): its addresses cannot be "
                     "named%s",
                     dump->is_cut ? "" : "; perhaps the file was cut");
    if (dump->is_period_defaulted)
        jp_diags_add(reader->diags, JP_WARNING, dump->path, 0,
                     "the header names no sampling period; the default, %llu bytes, is taken",
                     (unsigned long long)dump->period_bytes);
}

bool jp_reader_dump(struct jp_reader *reader, struct jp_error *error)
{
    struct jp_dump *const dump = reader->dump;
    enum jp_header header = JP_HEADER_NONE;

    if (jp_header_search(reader->rest) == JP_HEADER_NONE)
        return fail_unknown(reader->rest, dump->path, error);
    if (!read_header(reader, &header, error))
        return false;
    if (header == JP_HEADER_HEAP_V2) {
        read_jemalloc_header(reader);
        jp_jemalloc_read(reader);
    } else {
        jp_gperftools_read(reader);
    }
    dump->line_count = reader->line;
    jp_reader_report(reader);
    tell_state(reader);
    return true;
}
