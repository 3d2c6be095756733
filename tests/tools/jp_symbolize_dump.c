/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the frames of addresses of one ELF file, for comparison with other symbolizers:
 *
 *     jp_symbolize_dump [-m] [-v] [-w] [-d DEBUG-FILE] [-a ALTERNATE] [-r libdwarf|own] FILE <
 * ADDRESSES
 *
 * ADDRESSES are hexadecimal ELF addresses, one a line, in any order. Each gives one line per frame:
 * address, number of the frame (the innermost is 0), function and file:line, parted by tabs.
 * -m prints names as the compiler mangled them, -v tells on standard error what was read, -w reads
 * in a worker process as the program does.
 */
#include "config.h"

#include "jp_symbolize.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

JP_NORETURN static void fail(const char *text)
{
    fprintf(stderr, "jp_symbolize_dump: %s\n", text);
    exit(JP_EXIT_INPUT);
}

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static size_t read_addresses(uint64_t **addresses)
{
    JP_VEC(uint64_t) list = {0};
    char line[64];
    size_t kept = 0;

    while (fgets(line, sizeof line, stdin))
        jp_vec_push(&list, strtoull(line, NULL, 16));
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare_addresses);
    for (size_t i = 0; i < list.count; i++) {
        if (kept == 0 || list.data[i] != list.data[kept - 1])
            list.data[kept++] = list.data[i];
    }
    *addresses = list.data;
    return kept;
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

static void print_entry(const struct jp_names *names, const struct jp_name_entry *entry,
                        bool is_mangled)
{
    if (entry->frames_count == 0)
        printf("0x%" PRIx64 "\t0\t??\t??:0\n", entry->address);
    for (uint32_t i = 0; i < entry->frames_count; i++) {
        const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + i];
        const uint32_t name = is_mangled && frame->linkage ? frame->linkage : frame->function;
        printf("0x%" PRIx64 "\t%" PRIu32 "\t%s\t%s:%" PRIu32 "\n", entry->address, i,
               or_unknown(names, name), or_unknown(names, frame->file), frame->line);
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

static jp_dwarf_lookup *reader_called(const char *name)
{
    if (strcmp(name, "libdwarf") == 0)
        return jp_dwarf_libdwarf_lookup;
    if (strcmp(name, "own") == 0)
        return jp_dwarf_reader_lookup;
    fail("readers are: libdwarf, own");
}

int main(int argc, char **argv)
{
    struct jp_binary binary = {0};
    struct jp_symbolize_options options = {.no_worker = true};
    struct jp_dwarf_work work = {0};
    struct jp_names names;
    struct jp_diags diags;
    uint64_t *addresses = NULL;
    bool is_verbose = false, is_mangled = false;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            is_verbose = true;
        else if (strcmp(argv[i], "-m") == 0)
            is_mangled = true;
        else if (strcmp(argv[i], "-w") == 0)
            options.no_worker = false;
        else if (strcmp(argv[i], "-d") == 0 && i + 1 < argc)
            binary.debug_object = binary.symbol_object = open_object(argv[++i]);
        else if (strcmp(argv[i], "-a") == 0 && i + 1 < argc)
            binary.alternate = open_object(argv[++i]);
        else if (strcmp(argv[i], "-r") == 0 && i + 1 < argc)
            options.reader = reader_called(argv[++i]);
        else if (!binary.object)
            binary.object = open_object(argv[i]);
        else
            fail("one file, please");
    }
    if (!binary.object)
        fail("which file?");
    if (!binary.debug_object)
        binary.debug_object = binary.object;
    const size_t count = read_addresses(&addresses);
    jp_names_init(&names);
    jp_diags_init(&diags);
    jp_symbolize(&binary, addresses, count, &options, &names, &work, &diags);
    for (size_t i = 0; i < names.entries.count; i++)
        print_entry(&names, &names.entries.data[i], is_mangled);
    for (size_t i = 0; i < diags.list.count; i++)
        fprintf(stderr, "%s\n", jp_intern_text(&diags.strings, diags.list.data[i].message));
    if (is_verbose)
        print_work(&work);
    jp_diags_release(&diags);
    jp_names_release(&names);
    jp_object_free(binary.alternate);
    if (binary.debug_object != binary.object)
        jp_object_free(binary.debug_object);
    jp_object_free(binary.object);
    free(addresses);
    return 0;
}
