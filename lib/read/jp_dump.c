/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dump.h"

#include "jp_header.h"
#include "jp_reader.h"
#include "jp_sniff.h"

#include <inttypes.h>
#include <stdlib.h>

static void init(struct jp_dump *dump, const char *path)
{
    *dump = (struct jp_dump){0};
    jp_intern_init(&dump->strings);
    dump->path = jp_arena_text(&dump->strings.arena, jp_span_of(path));
}

bool jp_dump_parse(struct jp_dump *dump, struct jp_span bytes, const char *path,
                   struct jp_diags *diags, struct jp_error *error)
{
    struct jp_reader reader = {
        .dump = dump,
        .diags = diags,
        .rest = bytes,
        .is_whole = true,
        .is_at_end = true,
    };

    init(dump, path);
    const bool fine = jp_reader_dump(&reader, error);
    jp_index_release(&reader.threads);
    if (!fine)
        jp_dump_release(dump);
    return fine;
}

/* A stream that cannot be read to its end is as good as a cut one, if a dump was in it. */
static void tell_fault(struct jp_reader *reader, const struct jp_stream *stream)
{
    struct jp_dump *const dump = reader->dump;

    dump->mtime_ns = stream->mtime_ns;
    if (stream->is_cut) {
        dump->cut.line = dump->is_cut ? dump->cut.line : reader->line;
        dump->cut.is_packed = true;
        dump->is_cut = true;
    }
    if (reader->fault.exit == JP_EXIT_OK)
        return;
    dump->is_cut = true;
    dump->cut.line = reader->line;
    jp_diags_add(reader->diags, JP_WARNING, dump->path, reader->line,
                 "%s; only what comes before is used", reader->fault.message);
}

/* Behind what the dump consists of, a copy goes on to the end of the file. */
static void copy_rest(struct jp_reader *reader)
{
    reader->is_at_end = reader->stream->is_at_end || reader->fault.exit != JP_EXIT_OK;
    do
        reader->rest = JP_SPAN("");
    while (jp_reader_fill(reader));
}

bool jp_dump_read(struct jp_dump *dump, const char *path, struct jp_diags *diags,
                  struct jp_error *error)
{
    return jp_dump_read_copy(dump, path, NULL, diags, error);
}

bool jp_dump_read_copy(struct jp_dump *dump, const char *path, struct jp_buf *copy,
                       struct jp_diags *diags, struct jp_error *error)
{
    return jp_dump_read_or_pprof(dump, path, copy, NULL, diags, error);
}

/* The whole input is taken: its parts may come in any order. */
static bool take_pprof(struct jp_reader *reader, struct jp_buf *pprof, struct jp_error *error)
{
    jp_buf_add(pprof, reader->rest);
    reader->copy = pprof;
    copy_rest(reader);
    if (reader->fault.exit != JP_EXIT_OK)
        return jp_error_set(error, JP_EXIT_INPUT, reader->dump->path, 0, "%s",
                            reader->fault.message);
    if (reader->stream->is_cut)
        return jp_error_set(error, JP_EXIT_INPUT, reader->dump->path, 0,
                            "the packed pprof profile is cut");
    return true;
}

/* What STREAM, which was opened and is closed here, holds; see jp_dump_read_or_pprof. */
static bool read_stream(struct jp_dump *dump, struct jp_stream *stream, struct jp_buf *copy,
                        struct jp_buf *pprof, struct jp_diags *diags, struct jp_error *error)
{
    const char *const path = stream->path;
    struct jp_reader reader = {
        .dump = dump,
        .diags = diags,
        .is_whole = true,
        .stream = stream,
        .copy = copy,
        .fault = JP_ERROR_INIT,
    };

    init(dump, path);
    jp_reader_fill(&reader);
    const bool is_dump = jp_header_search(reader.rest) != JP_HEADER_NONE;
    bool fine;
    if (!is_dump && reader.fault.exit != JP_EXIT_OK)
        fine = jp_error_set(error, JP_EXIT_INPUT, path, 0, "%s", reader.fault.message);
    else if (!is_dump && stream->is_cut)
        fine = jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "the packed file is cut before its heap dump begins");
    else if (!is_dump && pprof && jp_sniff(reader.rest) == JP_TYPE_PPROF)
        fine = take_pprof(&reader, pprof, error);
    else
        fine = jp_reader_dump(&reader, error);
    if (fine && copy && is_dump)
        copy_rest(&reader);
    if (fine)
        tell_fault(&reader, stream);
    else
        jp_dump_release(dump);
    jp_index_release(&reader.threads);
    free(reader.window);
    jp_stream_close(stream);
    return fine;
}

bool jp_dump_read_or_pprof(struct jp_dump *dump, const char *path, struct jp_buf *copy,
                           struct jp_buf *pprof, struct jp_diags *diags, struct jp_error *error)
{
    struct jp_stream stream;

    *dump = (struct jp_dump){0};
    return jp_stream_open(&stream, path, JP_FILE_NAMED_BY_USER, error) &&
           read_stream(dump, &stream, copy, pprof, diags, error);
}

bool jp_dump_read_bytes(struct jp_dump *dump, struct jp_span bytes, const char *path,
                        struct jp_buf *pprof, struct jp_diags *diags, struct jp_error *error)
{
    struct jp_stream stream;

    jp_stream_open_bytes(&stream, bytes, path);
    return read_stream(dump, &stream, NULL, pprof, diags, error);
}

void jp_dump_tell_cut(const struct jp_dump *dump, struct jp_diags *diags)
{
    const struct jp_dump_cut *const cut = &dump->cut;
    const char *const what = cut->is_packed ? "the packed data ends early" : "the dump ends early";
    struct jp_buf lost = JP_BUF_INIT;

    if (!dump->is_cut)
        return;
    if (cut->is_line_lost)
        jp_buf_add_text(&lost, "this line");
    if (cut->lost_stack)
        jp_buf_format(&lost, "%sthe stack of line %" PRIu64 ", which has no counters",
                      lost.len ? " and " : "", cut->lost_stack);
    if (lost.len)
        jp_diags_add(diags, JP_WARNING, dump->path, cut->line,
                     "%s; what comes before is used, without %s", what, lost.ptr);
    else
        jp_diags_add(diags, JP_WARNING, dump->path, cut->line,
                     "%s, behind this line; what comes before is used", what);
    jp_buf_release(&lost);
}

bool jp_dump_is_damaged(const struct jp_dump *dump)
{
    return dump->is_cut || dump->skipped_lines || dump->maps.unknown_lines;
}

bool jp_dump_check(const struct jp_dump *dump, bool is_strict, struct jp_diags *diags,
                   struct jp_error *error)
{
    jp_dump_tell_cut(dump, diags);
    return !is_strict || !jp_dump_is_damaged(dump) ||
           jp_error_set(error, JP_EXIT_INPUT, dump->path, 0, JP_DUMP_REFUSED);
}

void jp_dump_release(struct jp_dump *dump)
{
    jp_vec_release(&dump->addresses);
    jp_vec_release(&dump->stacks);
    jp_vec_release(&dump->records);
    jp_vec_release(&dump->wide);
    jp_vec_release(&dump->threads);
    jp_vec_release(&dump->symbols);
    jp_vec_release(&dump->symbol_names);
    jp_maps_release(&dump->maps);
    jp_intern_release(&dump->strings);
    *dump = (struct jp_dump){0};
}
