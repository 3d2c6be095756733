/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints what a DWARF reader finds, without the symbol table and without demangling:
 *
 *     jp_dwarf_frames [-l] [-q] [-v] [-j JOBS] [-a ALTERNATE] FILE < ADDRESSES
 *
 * ADDRESSES are hexadecimal ELF addresses, one a line, ascending and unique. Each gives one line
 * per frame, the innermost first: address, linkage name or else qualified name, file:line:column,
 * parted by tabs. -l asks the reader over libdwarf, -q prints nothing (for timing), -v tells on
 * standard error what was read, -j sets the number of threads (1).
 */
#include "config.h"

#include "jp_dwarf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

JP_NORETURN static void fail(const char *text)
{
    fprintf(stderr, "jp_dwarf_frames: %s\n", text);
    exit(JP_EXIT_INPUT);
}

static struct jp_object *open_object(const char *path)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_object *const object = jp_object_open(path, &error);

    if (!object)
        fail(error.message);
    return object;
}

static const char *or_unknown(const struct jp_names *names, uint32_t id)
{
    return id ? jp_intern_text(&names->strings, id) : "??";
}

static void print_names(const struct jp_names *names)
{
    for (size_t i = 0; i < names->entries.count; i++) {
        const struct jp_name_entry *const entry = &names->entries.data[i];
        if (entry->frames_count == 0)
            printf("0x%" PRIx64 "\t??\t??:0:0\n", entry->address);
        for (uint32_t j = 0; j < entry->frames_count; j++) {
            const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + j];
            printf("0x%" PRIx64 "\t%s\t%s:%" PRIu32 ":%" PRIu32 "\n", entry->address,
                   or_unknown(names, frame->linkage ? frame->linkage : frame->function),
                   or_unknown(names, frame->file), frame->line, frame->column);
        }
    }
}

static void print_work(const struct jp_dwarf_work *work)
{
    fprintf(stderr,
            "units %" PRIu64 " read %" PRIu64 " refused %" PRIu64 " split missing %" PRIu64
            " dies %" PRIu64 " rows %" PRIu64 "\n",
            work->units_total, work->units_read, work->units_refused, work->split_missing,
            work->dies_read, work->line_rows);
}

int main(int argc, char **argv)
{
    struct jp_dwarf_request request = {.want_inlines = true};
    struct jp_error error = JP_ERROR_INIT;
    jp_dwarf_lookup *reader = jp_dwarf_reader_lookup;
    JP_VEC(uint64_t) addresses = {0};
    struct jp_dwarf_work work;
    struct jp_names names;
    char line[64];
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
            request.alternate = open_object(argv[++i]);
        else if (!request.object)
            request.object = open_object(argv[i]);
        else
            fail("one file, please");
    }
    if (!request.object)
        fail("which file?");
    while (fgets(line, sizeof line, stdin))
        jp_vec_push(&addresses, strtoull(line, NULL, 16));
    request.addresses = addresses.data;
    request.count = addresses.count;
    jp_names_init(&names);
    if (!reader(&request, &names, &work, &error))
        fail(error.message);
    if (!is_quiet)
        print_names(&names);
    if (is_verbose)
        print_work(&work);
    jp_names_release(&names);
    jp_object_free(request.alternate);
    jp_object_free(request.object);
    jp_vec_release(&addresses);
    return 0;
}
