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

/* Without printf, which would be a tenth of the time of the whole. */
static void add_number(struct jp_buf *out, uint64_t value, unsigned base)
{
    char digits[20];
    size_t first = sizeof digits;

    do
        digits[--first] = "0123456789abcdef"[value % base];
    while (value /= base);
    jp_buf_add(out, (struct jp_span){digits + first, sizeof digits - first});
}

static void add_line(struct jp_buf *out, uint64_t address, struct jp_span name, struct jp_span file,
                     const struct jp_name_frame *frame)
{
    jp_buf_add(out, JP_SPAN("0x"));
    add_number(out, address, 16);
    jp_buf_add_byte(out, '\t');
    jp_buf_add(out, name);
    jp_buf_add_byte(out, '\t');
    jp_buf_add(out, file);
    jp_buf_add_byte(out, ':');
    add_number(out, frame->line, 10);
    jp_buf_add_byte(out, ':');
    add_number(out, frame->column, 10);
    jp_buf_add_byte(out, '\n');
}

static struct jp_span text_of(const struct jp_names *names, uint32_t id)
{
    return id ? jp_intern_span(&names->strings, id) : JP_SPAN("??");
}

static void add_entry(struct jp_buf *out, const struct jp_names *names,
                      const struct jp_name_entry *entry)
{
    static const struct jp_name_frame none = {0};

    if (entry->frames_count == 0)
        add_line(out, entry->address, JP_SPAN("??"), JP_SPAN("??"), &none);
    for (uint32_t j = 0; j < entry->frames_count; j++) {
        const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + j];
        add_line(out, entry->address,
                 text_of(names, frame->linkage ? frame->linkage : frame->function),
                 text_of(names, frame->file), frame);
    }
}

static void print_names(const struct jp_names *names)
{
    enum { WRITTEN_AT_ONCE = 64 << 10 };
    struct jp_buf out = JP_BUF_INIT;

    for (size_t i = 0; i < names->entries.count; i++) {
        add_entry(&out, names, &names->entries.data[i]);
        if (out.len >= WRITTEN_AT_ONCE || i + 1 == names->entries.count) {
            fwrite(out.ptr, 1, out.len, stdout);
            jp_buf_clear(&out);
        }
    }
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
