/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The DWARF reader over libdwarf. It works unit by unit: only units that hold an asked address are
 * read, each once, its lines first and then its DIEs.
 */
#include "config.h"

#include "jp_dwarf_libdwarf_parts.h"

#include <stdlib.h>

static uint32_t as_number(uint64_t value)
{
    return value > UINT32_MAX ? 0 : (uint32_t)value;
}

/* One frame per function round the address; the line of a frame is where the inner one is called.
 */
static void add_frames(struct jp_libdwarf_reader *reader, struct jp_libdwarf_lines *lines,
                       const struct jp_libdwarf_row *row, const struct jp_libdwarf_chains *chains,
                       uint32_t node_id, struct jp_name_entry *entry)
{
    struct jp_names *const names = reader->names;
    struct jp_name_frame frame = {0};

    entry->frames_first = (uint32_t)names->frames.count;
    if (row->is_found) {
        frame.file = jp_libdwarf_lines_path(lines, row->file, &names->strings);
        frame.line = row->line;
        frame.column = row->column;
    }
    if (node_id == JP_NODE_NONE && row->is_found)
        jp_vec_push(&names->frames, frame);
    while (node_id != JP_NODE_NONE) {
        const struct jp_chain_node *const node = &chains->nodes.data[node_id];
        const struct jp_named_function *const function = jp_libdwarf_name(reader, node->place);
        frame.function = function->function;
        frame.linkage = function->linkage;
        frame.is_external = function->is_external;
        frame.is_inlined = node->parent != JP_NODE_NONE;
        if (function->lacks_alternate)
            entry->miss = JP_MISS_NO_ALT_FILE;
        if (reader->request->want_inlines || !frame.is_inlined)
            jp_vec_push(&names->frames, frame);
        node_id = node->parent;
        if (!reader->request->want_inlines)
            continue;
        frame = (struct jp_name_frame){
            .file = jp_libdwarf_lines_path(lines, node->call_file, &names->strings),
            .line = as_number(node->call_line),
            .column = as_number(node->call_column)};
    }
    entry->frames_count = (uint32_t)names->frames.count - entry->frames_first;
    reader->work->alternate_missing += entry->miss == JP_MISS_NO_ALT_FILE;
}

/* The functions of a skeleton are in another file. Why some may be missing is the answer. */
static enum jp_miss walk_chains(struct jp_libdwarf_reader *reader, Dwarf_Die root,
                                const struct jp_unit_hit *hit, struct jp_libdwarf_chains *chains)
{
    const uint64_t refused = reader->work->units_refused;
    const Dwarf_Die split = hit->is_skeleton ? jp_libdwarf_find_split(reader, hit) : NULL;

    jp_libdwarf_walk_unit(reader, split ? &reader->split : &reader->main, split ? split : root, hit,
                          chains);
    if (split)
        dwarf_dealloc_die(split);
    if (reader->work->units_refused > refused)
        return JP_MISS_READER_FAILED;
    return split || !hit->is_skeleton ? JP_MISS_NONE : JP_MISS_NO_SPLIT_FILE;
}

static void read_unit(struct jp_libdwarf_reader *reader, const struct jp_unit_hit *hit)
{
    const struct jp_dwarf_request *const request = reader->request;
    const size_t *const claimed = reader->claimed.data + hit->first;
    uint64_t *const addresses = jp_mem_resize(NULL, hit->count, sizeof *addresses);
    struct jp_libdwarf_row *const rows = jp_mem_resize(NULL, hit->count, sizeof *rows);
    struct jp_libdwarf_chains chains = {.inner =
                                            jp_mem_resize(NULL, hit->count, sizeof *chains.inner),
                                        .addresses = addresses,
                                        .count = hit->count};
    struct jp_libdwarf_lines lines;
    Dwarf_Die root = NULL;
    Dwarf_Error details = NULL;

    for (size_t i = 0; i < hit->count; i++) {
        addresses[i] = request->addresses[claimed[i]];
        rows[i] = (struct jp_libdwarf_row){0};
        chains.inner[i] = JP_NODE_NONE;
    }
    const int status = dwarf_offdie_b(reader->main.dbg, hit->root_offset, 1, &root, &details);
    if (jp_libdwarf_worked(&reader->main, status, details)) {
        reader->work->units_read++;
        jp_libdwarf_lines_open(&lines, &reader->main, root, request->object, request->alternate);
        reader->work->line_rows += jp_libdwarf_lines_match(
            &lines, addresses, hit->count, jp_libdwarf_can_hold_code, request->object, rows);
        const enum jp_miss miss = walk_chains(reader, root, hit, &chains);
        for (size_t i = 0; i < hit->count; i++) {
            struct jp_name_entry *const entry = &reader->names->entries.data[claimed[i]];
            if (chains.inner[i] == JP_NODE_NONE)
                entry->miss = miss;
            add_frames(reader, &lines, &rows[i], &chains, chains.inner[i], entry);
        }
        jp_libdwarf_close(&reader->split);
        jp_libdwarf_lines_close(&lines);
        dwarf_dealloc_die(root);
    } else {
        reader->work->units_refused++;
    }
    jp_vec_release(&chains.nodes);
    free(chains.inner);
    free(rows);
    free(addresses);
}

static void release(struct jp_libdwarf_reader *reader)
{
    for (size_t i = 0; i < reader->scopes.count; i++)
        jp_vec_release(&reader->scopes.data[i].list);
    jp_vec_release(&reader->scopes);
    jp_vec_release(&reader->hits);
    jp_vec_release(&reader->claimed);
    jp_vec_release(&reader->functions);
    jp_index_release(&reader->functions_index);
    if (reader->has_skeletons) {
        jp_dwarf_splits_release(&reader->splits);
        jp_dwarf_file_release(&reader->skeletons);
    }
    jp_libdwarf_close(&reader->alternate);
    jp_libdwarf_close(&reader->main);
}

bool jp_dwarf_libdwarf_lookup(const struct jp_dwarf_request *request, struct jp_names *names,
                              struct jp_dwarf_work *work, struct jp_error *error)
{
    struct jp_libdwarf_reader reader = {.request = request, .names = names, .work = work};

    *work = (struct jp_dwarf_work){0};
    for (size_t i = 0; i < request->count; i++)
        jp_vec_push(&names->entries, (struct jp_name_entry){.address = request->addresses[i]});
    bool is_fine = jp_libdwarf_open(&reader.main, request->object, error);
    if (is_fine) {
        if (request->alternate && !jp_libdwarf_open(&reader.alternate, request->alternate, NULL))
            jp_libdwarf_close(&reader.alternate);
        jp_libdwarf_find_units(&reader);
        for (size_t i = 0; i < reader.hits.count; i++)
            read_unit(&reader, &reader.hits.data[i]);
        if (work->units_total == 0)
            is_fine = jp_error_set(error, JP_EXIT_INPUT, jp_object_path(request->object), 0,
                                   "no compile unit could be read");
    }
    release(&reader);
    return is_fine;
}
