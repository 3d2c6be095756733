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

#include "jp_tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_names(const struct jp_names *names)
{
    for (size_t i = 0; i < names->entries.count; i++) {
        const struct jp_name_entry *const entry = &names->entries.data[i];
        if (entry->frames_count == 0)
            printf("0x%" PRIx64 "\t??\t??:0:0\n", entry->address);
        for (uint32_t j = 0; j < entry->frames_count; j++) {
            const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + j];
            printf("0x%" PRIx64 "\t%s\t%s:%" PRIu32 ":%" PRIu32 "\n", entry->address,
                   jp_tool_text(names, frame->linkage ? frame->linkage : frame->function),
                   jp_tool_text(names, frame->file), frame->line, frame->column);
        }
    }
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
