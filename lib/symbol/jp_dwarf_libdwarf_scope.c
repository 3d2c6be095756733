/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Scopes of functions without a linkage name. A DIE does not know its parent, so the first such
 * function of a unit makes a table of the unit's scopes with the offsets they extend over.
 */
#include "config.h"

#include "jp_dwarf_libdwarf_parts.h"

enum {
    DEEPEST = 128,
    DEEPEST_NESTING = 4, /* functions that were declared elsewhere, inside of each other */
};

static const uint32_t no_scope = UINT32_MAX;

struct scan {
    struct jp_libdwarf_reader *reader;
    const struct jp_libdwarf *file;
    struct jp_scope_table *table;
    struct jp_libdwarf_walk dies;
};

/* C has no scopes that a name would show. */
static bool is_plain_c(uint64_t language)
{
    return language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99 ||
           language == DW_LANG_C11;
}

static const char *anonymous_text(Dwarf_Half tag)
{
    switch (tag) {
    case DW_TAG_namespace:
        return "(anonymous namespace)";
    case DW_TAG_class_type:
        return "(anonymous class)";
    case DW_TAG_union_type:
        return "(anonymous union)";
    default:
        return "(anonymous struct)";
    }
}

static bool is_scope(Dwarf_Half tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type ||
           tag == DW_TAG_structure_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_interface_type || tag == DW_TAG_subprogram;
}

static uint32_t add_scope(struct scan *scan, Dwarf_Die die, Dwarf_Half tag, uint64_t start,
                          uint32_t parent)
{
    const struct jp_libdwarf *const file = scan->file;
    struct jp_scope scope = {.start = start, .end = UINT64_MAX, .parent = parent};

    const char *name = jp_libdwarf_text(file, die, DW_AT_name, scan->reader->request->alternate);
    if (!name && tag != DW_TAG_subprogram)
        name = anonymous_text(tag);
    if (!name)
        scope.is_declared_elsewhere =
            jp_libdwarf_reference(file, die, DW_AT_abstract_origin, &scope.declared) ||
            jp_libdwarf_reference(file, die, DW_AT_specification, &scope.declared);
    scope.name = jp_intern_add_text(&scan->reader->names->strings, name ? name : "");
    jp_vec_push(&scan->table->list, scope);
    return (uint32_t)scan->table->list.count - 1;
}

/* All scopes from FIRST on that are still open end at END. */
static void close_scopes(struct scan *scan, size_t first, uint64_t end)
{
    for (size_t i = first; i < scan->table->list.count; i++) {
        if (scan->table->list.data[i].end == UINT64_MAX)
            scan->table->list.data[i].end = end;
    }
}

static void scan_children(struct scan *scan, Dwarf_Die die, uint32_t parent, unsigned depth)
{
    const struct jp_libdwarf *const file = scan->file;
    Dwarf_Error details = NULL;
    size_t open_from = scan->table->list.count;

    if (depth >= DEEPEST)
        return;
    for (Dwarf_Die child = jp_libdwarf_walk_child(&scan->dies, die); child;
         child = jp_libdwarf_walk_sibling(&scan->dies, child)) {
        Dwarf_Off offset = 0;
        Dwarf_Half tag = 0;
        scan->reader->work->dies_read++;
        int status = dwarf_dieoffset(child, &offset, &details);
        jp_libdwarf_worked(file, status, details);
        status = dwarf_tag(child, &tag, &details);
        jp_libdwarf_worked(file, status, details);
        close_scopes(scan, open_from, offset);
        open_from = scan->table->list.count;
        if (is_scope(tag))
            scan_children(scan, child, add_scope(scan, child, tag, offset, parent), depth + 1);
        else if (tag == DW_TAG_lexical_block)
            scan_children(scan, child, parent, depth + 1);
    }
}

static const struct jp_scope_table *table_of(struct jp_libdwarf_reader *reader, Dwarf_Die die,
                                             struct jp_libdwarf_place place)
{
    const struct jp_libdwarf *const file = jp_libdwarf_file_of(reader, place);
    struct jp_scope_table table = {.root = place};
    Dwarf_Off root_offset = 0;
    Dwarf_Error details = NULL;
    Dwarf_Die root = NULL;
    uint64_t language = 0;

    int status = dwarf_CU_dieoffset_given_die(die, &root_offset, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return NULL;
    for (size_t i = reader->scopes.count; i-- > 0;) {
        if (reader->scopes.data[i].root.offset == root_offset &&
            jp_libdwarf_is_same_file(&reader->scopes.data[i].root, &place))
            return &reader->scopes.data[i];
    }
    table.root.offset = root_offset;
    status = dwarf_offdie_b(file->dbg, root_offset, 1, &root, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return NULL;
    jp_libdwarf_number(file, root, DW_AT_language, &language);
    struct scan scan = {.reader = reader, .file = file, .table = &table};
    jp_libdwarf_walk_begin(&scan.dies, file, root);
    if (!is_plain_c(language))
        scan_children(&scan, root, no_scope, 0);
    dwarf_dealloc_die(root);
    jp_vec_push(&reader->scopes, table);
    return &reader->scopes.data[reader->scopes.count - 1];
}

/* The innermost scope round OFFSET. */
static uint32_t scope_at(const struct jp_scope_table *table, uint64_t offset)
{
    size_t low = 0, high = table->list.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (table->list.data[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t scope = low ? (uint32_t)low - 1 : no_scope;
    while (scope != no_scope && offset >= table->list.data[scope].end)
        scope = table->list.data[scope].parent;
    return scope;
}

void jp_libdwarf_add_scope(struct jp_libdwarf_reader *reader, Dwarf_Die die,
                           struct jp_libdwarf_place place, unsigned nesting, struct jp_buf *out)
{
    uint32_t chain[DEEPEST];
    size_t count = 0;
    struct jp_scope scope = {.is_declared_elsewhere = false};
    const struct jp_scope_table *const table = table_of(reader, die, place);

    if (!table)
        return;
    for (uint32_t at = scope_at(table, place.offset);
         at != no_scope && count < DEEPEST && !scope.is_declared_elsewhere; at = scope.parent) {
        scope = table->list.data[at];
        if (scope.name)
            chain[count++] = scope.name;
    }
    /* A function that was declared elsewhere has its name and its own scopes there. */
    if (scope.is_declared_elsewhere && nesting < DEEPEST_NESTING) {
        scope.declared.is_alternate |= place.is_alternate;
        jp_libdwarf_add_qualified(reader, scope.declared, nesting + 1, out);
        if (out->len)
            jp_buf_add_text(out, "::");
    }
    while (count > 0) {
        jp_buf_add(out, jp_intern_span(&reader->names->strings, chain[--count]));
        jp_buf_add_text(out, "::");
    }
}
