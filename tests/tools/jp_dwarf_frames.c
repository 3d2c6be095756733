/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints what a DWARF reader finds, without the symbol table and without demangling:
 *
 *     jp_dwarf_frames [-l] [-q] [-v] [-j JOBS] [-a ALTERNATE] FILE < ADDRESSES
 *
 * ADDRESSES are hexadecimal ELF addresses, one a line, in any order. Each gives one line
 * per frame, the innermost first: address, linkage name or else qualified name, file:line:column,
 * parted by tabs. -l asks the reader over libdwarf, -q prints nothing (for timing), -v tells on
 * standard error what was read, -j sets the number of threads (1).
 */
#include "config.h"

#include "jp_buf.h"
#include "jp_tool.h"

#include <stdio.h>
#include <string.h>

/* Printing is done by hand: with printf it would be a tenth of the time of the whole. */
enum {
    WRITTEN_AT_ONCE = 64 << 10,
    ADDRESS_BYTES = sizeof "0x" + 16,
    NUMBERS_BYTES = sizeof ":4294967295:4294967295\n",
};

static char *put_number(char *at, uint64_t value, unsigned base)
{
    char digits[20];
    size_t first = sizeof digits;

    do
        digits[--first] = "0123456789abcdef"[value % base];
    while (value /= base);
    memcpy(at, digits + first, sizeof digits - first);
    return at + sizeof digits - first;
}

static char *put(char *at, struct jp_span text)
{
    memcpy(at, text.ptr, text.len);
    return at + text.len;
}

static void flush(struct jp_buf *out)
{
    fwrite(out->ptr, 1, out->len, stdout);
    jp_buf_clear(out);
}

/* PLACE is the address as text, which the lines of one chain have in common. */
static void add_line(struct jp_buf *out, struct jp_span place, struct jp_span name,
                     struct jp_span file, const struct jp_name_frame *frame)
{
    const size_t most = place.len + name.len + file.len + NUMBERS_BYTES + 2;

    if (out->len + most > WRITTEN_AT_ONCE)
        flush(out);
    char *at = jp_buf_room(out, most);
    at = put(at, place);
    *at++ = '\t';
    at = put(at, name);
    *at++ = '\t';
    at = put(at, file);
    *at++ = ':';
    at = put_number(at, frame->line, 10);
    *at++ = ':';
    at = put_number(at, frame->column, 10);
    *at++ = '\n';
    jp_buf_used(out, at);
}

static struct jp_span text_of(const struct jp_names *names, uint32_t id)
{
    return id ? jp_intern_span(&names->strings, id) : JP_SPAN("??");
}

static void add_entry(struct jp_buf *out, const struct jp_names *names,
                      const struct jp_name_entry *entry)
{
    static const struct jp_name_frame none = {0};
    char text[ADDRESS_BYTES];
    char *const end = put_number(put(text, JP_SPAN("0x")), entry->address, 16);
    const struct jp_span place = {text, (size_t)(end - text)};

    if (entry->frames_count == 0)
        add_line(out, place, JP_SPAN("??"), JP_SPAN("??"), &none);
    for (uint32_t j = 0; j < entry->frames_count; j++) {
        const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + j];
        add_line(out, place, text_of(names, frame->linkage ? frame->linkage : frame->function),
                 text_of(names, frame->file), frame);
    }
}

static void print_names(const struct jp_names *names)
{
    struct jp_buf out = JP_BUF_INIT;

    for (size_t i = 0; i < names->entries.count; i++)
        add_entry(&out, names, &names->entries.data[i]);
    flush(&out);
    jp_buf_release(&out);
}

int main(int argc, char **argv)
{
    struct jp_dwarf_request request = {.want_inlines = true};
    struct jp_error error = JP_ERROR_INIT;
    jp_dwarf_lookup *reader = jp_dwarf_reader_lookup;
    struct jp_tool_addresses addresses = {0};
    struct jp_dwarf_work work;
    struct jp_names names;
    bool is_quiet = false, is_verbose = false;

    jp_mem_start();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-l") == 0)
            reader = jp_dwarf_libdwarf_lookup;
        else if (strcmp(argv[i], "-q") == 0)
            is_quiet = true;
        else if (strcmp(argv[i], "-v") == 0)
            is_verbose = true;
        else if (strcmp(argv[i], "-j") == 0 && i + 1 < argc)
            request.jobs = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-a") == 0 && i + 1 < argc)
            request.alternate = jp_tool_open(argv[++i]);
        else if (!request.object)
            request.object = jp_tool_open(argv[i]);
        else
            jp_tool_fail("one file, please");
    }
    if (!request.object)
        jp_tool_fail("which file?");
    jp_tool_read_addresses(&addresses);
    request.addresses = addresses.list.data;
    request.count = addresses.list.count;
    jp_names_init(&names);
    if (!reader(&request, &names, &work, &error))
        jp_tool_fail(error.message);
    if (!is_quiet)
        print_names(&names);
    if (is_verbose)
        jp_tool_print_work(&work);
    jp_names_release(&names);
    jp_object_free(request.alternate);
    jp_object_free(request.object);
    jp_vec_release(&addresses.list);
    return 0;
}
