/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the records of a dump end: at its map section, or where another dump begins. */
#include "config.h"

#include "jp_header.h"
#include "jp_maps_line.h"
#include "jp_reader.h"

/* Where a second dump begins in TEXT, looking at FROM and behind; the length when there is none. */
static size_t find_header(struct jp_span text, size_t from)
{
    static const struct jp_span headers[] = {{"heap_v2/", 8}, {"heap profile:", 13}};
    size_t nearest = text.len;

    for (size_t i = 0; i < JP_COUNT_OF(headers); i++) {
        size_t at = jp_span_find(text, headers[i], from);
        while (at != SIZE_MAX && at != 0 && text.ptr[at - 1] != '\n')
            at = jp_span_find(text, headers[i], at + 1);
        if (at < nearest)
            nearest = at;
    }
    return nearest;
}

/* Have the whole map section in rest; returns where it ends. */
static size_t collect_maps(struct jp_reader *reader)
{
    const size_t longest_header = 13;
    size_t from = 0;
    size_t end;

    while ((end = find_header(reader->rest, from)) == reader->rest.len) {
        from = end < longest_header ? 0 : end - longest_header;
        if (!jp_reader_fill(reader))
            return reader->rest.len;
    }
    return end;
}

/*
 * The last line of a cut file is only believed when it is plainly whole: a path or an inode may
 * have lost its end. Maps of Linux end with a label, and labels have no bracket inside.
 */
static struct jp_span without_cut_line(struct jp_span text, bool *is_lost)
{
    const size_t feed = jp_span_rfind_byte(text, '\n');
    const size_t kept = feed == SIZE_MAX ? 0 : feed + 1;
    struct jp_maps_line line;

    if (kept == text.len)
        return text;
    if (jp_maps_line_parse(jp_span_slice(text, kept, text.len), &line) &&
        jp_span_starts_with(line.name, JP_SPAN("[")) && jp_span_ends_with(line.name, JP_SPAN("]")))
        return text;
    *is_lost = true;
    return jp_span_slice(text, 0, kept);
}

static void tell_multiple(struct jp_reader *reader, uint64_t line)
{
    jp_diags_add(reader->diags, JP_WARNING, reader->dump->path, line,
                 "another dump begins here; only the first one is read, the rest of the file is "
                 "not; split the file to read both");
}

static void read_maps(struct jp_reader *reader)
{
    struct jp_dump *const dump = reader->dump;
    const size_t end = collect_maps(reader);
    struct jp_span text = jp_span_slice(reader->rest, 0, end);

    if (end == reader->rest.len)
        text = without_cut_line(text, &dump->cut.is_line_lost);
    dump->is_cut |= dump->cut.is_line_lost || !reader->is_whole;
    reader->line += jp_maps_parse(&dump->maps, text, dump->path, reader->line + 1, &dump->strings,
                                  reader->diags);
    dump->cut.line = reader->line + dump->cut.is_line_lost;
    if (end < reader->rest.len)
        tell_multiple(reader, reader->line + 1);
    reader->rest = JP_SPAN("");
    reader->is_at_end = true;
}

bool jp_reader_end_body(struct jp_reader *reader)
{
    const struct jp_span line = jp_span_trim(reader->text);

    if (jp_span_starts_with(line, JP_SPAN("MAPPED_LIBRARIES:")) ||
        jp_span_starts_with(line, JP_SPAN("--- Memory map:"))) {
        jp_reader_end_stack(reader);
        read_maps(reader);
        return true;
    }
    const enum jp_header header = jp_header_of(line);
    if (header != JP_HEADER_HEAP_V2 && header != JP_HEADER_FLAT)
        return false;
    jp_reader_end_stack(reader);
    tell_multiple(reader, reader->line);
    reader->rest = JP_SPAN("");
    reader->is_at_end = true;
    return true;
}
