/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the frames of addresses of one ELF file, for comparison with other symbolizers:
 *
 *     jp_symbolize_dump [-e] [-m] [-v] [-w] [-j JOBS] [-d DEBUG-FILE] [-a ALTERNATE]
 *                       [-r libdwarf|own] FILE < ADDRESSES
 *
 * ADDRESSES are hexadecimal ELF addresses, one a line, in any order. Each gives one line per frame:
 * address, number of the frame (the innermost is 0), function and file:line, parted by tabs.
 * -e tells which functions others can see and what an address misses, -m prints names as the
 * compiler mangled them, -v tells on standard error what was read, -w reads in a worker process as
 * the program does, -j sets the number of threads (1).
 */
#include "config.h"

#include "jp_symbolize.h"
#include "jp_tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is printed of a frame besides its place. */
struct printing {
    bool is_mangled;
    bool tells_more;
};

static void print_entry(const struct jp_names *names, const struct jp_name_entry *entry,
                        const struct printing *printing)
{
    if (entry->frames_count == 0)
        printf("0x%" PRIx64 "\t0\t??\t??:0\n", entry->address);
    if (printing->tells_more && entry->miss)
        printf("0x%" PRIx64 "\tmiss %d\n", entry->address, (int)entry->miss);
    for (uint32_t i = 0; i < entry->frames_count; i++) {
        const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + i];
        const uint32_t name =
            printing->is_mangled && frame->linkage ? frame->linkage : frame->function;
        printf("0x%" PRIx64 "\t%" PRIu32 "\t%s\t%s:%" PRIu32 "%s\n", entry->address, i,
               jp_tool_text(names, name), jp_tool_text(names, frame->file), frame->line,
               printing->tells_more && frame->is_external ? "\texternal" : "");
    }
}

static jp_dwarf_lookup *reader_called(const char *name)
{
    if (strcmp(name, "libdwarf") == 0)
        return jp_dwarf_libdwarf_lookup;
    if (strcmp(name, "own") == 0)
        return jp_dwarf_reader_lookup;
    jp_tool_fail("readers are: libdwarf, own");
}

int main(int argc, char **argv)
{
    struct jp_binary binary = {0};
    struct jp_symbolize_options options = {.no_worker = true};
    struct jp_dwarf_work work = {0};
    struct jp_names names;
    struct jp_diags diags;
    struct jp_tool_addresses addresses = {0};
    struct printing printing = {0};
    bool is_verbose = false;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            is_verbose = true;
        else if (strcmp(argv[i], "-m") == 0)
            printing.is_mangled = true;
        else if (strcmp(argv[i], "-e") == 0)
            printing.tells_more = true;
        else if (strcmp(argv[i], "-j") == 0 && i + 1 < argc)
            options.jobs = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-w") == 0)
            options.no_worker = false;
        else if (strcmp(argv[i], "-d") == 0 && i + 1 < argc)
            binary.debug_object = binary.symbol_object = jp_tool_open(argv[++i]);
        else if (strcmp(argv[i], "-a") == 0 && i + 1 < argc)
            binary.alternate = jp_tool_open(argv[++i]);
        else if (strcmp(argv[i], "-r") == 0 && i + 1 < argc)
            options.reader = reader_called(argv[++i]);
        else if (!binary.object)
            binary.object = jp_tool_open(argv[i]);
        else
            jp_tool_fail("one file, please");
    }
    if (!binary.object)
        jp_tool_fail("which file?");
    if (!binary.debug_object)
        binary.debug_object = binary.object;
    jp_tool_read_addresses(&addresses);
    jp_names_init(&names);
    jp_diags_init(&diags);
    jp_symbolize(&binary, addresses.list.data, addresses.list.count, &options, &names, &work,
                 &diags);
    for (size_t i = 0; i < names.entries.count; i++)
        print_entry(&names, &names.entries.data[i], &printing);
    for (size_t i = 0; i < diags.list.count; i++)
        fprintf(stderr, "%s\n", jp_intern_text(&diags.strings, diags.list.data[i].message));
    if (is_verbose)
        jp_tool_print_work(&work);
    jp_diags_release(&diags);
    jp_names_release(&names);
    jp_object_free(binary.alternate);
    if (binary.debug_object != binary.object)
        jp_object_free(binary.debug_object);
    jp_object_free(binary.object);
    jp_vec_release(&addresses.list);
    return 0;
}
