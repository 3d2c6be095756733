/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_libdwarf_lines.h"

#include "jp_addresses.h"
#include "jp_buf.h"

#include <string.h>

void jp_libdwarf_lines_open(struct jp_libdwarf_lines *lines, const struct jp_libdwarf *file,
                            Dwarf_Die root, struct jp_object *object, struct jp_object *alternate)
{
    Dwarf_Unsigned version = 0;
    Dwarf_Small table_count = 0;
    Dwarf_Error details = NULL;

    *lines = (struct jp_libdwarf_lines){.file = file};
    const int status = dwarf_srclines_b(root, &version, &table_count, &lines->context, &details);
    if (!jp_libdwarf_worked(file, status, details)) {
        lines->context = NULL;
        return;
    }
    lines->version = (uint16_t)version;
    lines->comp_dir = jp_libdwarf_text(file, root, DW_AT_comp_dir, alternate);
    lines->section = jp_object_section(object, ".debug_line", NULL);
}

void jp_libdwarf_lines_close(struct jp_libdwarf_lines *lines)
{
    if (lines->context)
        dwarf_srclines_dealloc_b(lines->context);
    lines->context = NULL;
    jp_vec_release(&lines->names);
}

/* The rows of a unit while they are matched. */
struct matching {
    struct jp_libdwarf_lines *lines;
    Dwarf_Line *table;
    size_t table_count;
    struct jp_row_facts facts;
    bool has_facts;
    bool has_tried;
    const uint64_t *addresses;
    size_t count;
    jp_libdwarf_is_code *is_code;
    const void *owner;
    struct jp_libdwarf_row *rows;
};

/* Read the facts at the first doubtful row; most tables never need them. */
static const uint8_t *fact_of(struct matching *matching, size_t row)
{
    const struct jp_libdwarf *const file = matching->lines->file;

    if (!matching->has_tried) {
        Dwarf_Unsigned offset = 0;
        Dwarf_Error details = NULL;
        const int status = dwarf_srclines_table_offset(matching->lines->context, &offset, &details);
        matching->has_tried = true;
        matching->has_facts = jp_libdwarf_worked(file, status, details) &&
                              jp_libdwarf_program_read(matching->lines->section, offset,
                                                       file->is_big_endian, &matching->facts) &&
                              matching->facts.list.count == matching->table_count;
    }
    return matching->has_facts ? &matching->facts.list.data[row] : NULL;
}

static bool ends_sequence(struct matching *matching, size_t row)
{
    const struct jp_libdwarf *const file = matching->lines->file;
    Dwarf_Bool is_end = 0, is_prologue = 0, is_epilogue = 0;
    Dwarf_Unsigned isa = 0, discriminator = 0;
    Dwarf_Error details = NULL;

    int status = dwarf_lineendsequence(matching->table[row], &is_end, &details);
    if (!jp_libdwarf_worked(file, status, details) || !is_end)
        return false;
    status = dwarf_prologue_end_etc(matching->table[row], &is_prologue, &is_epilogue, &isa,
                                    &discriminator, &details);
    if (!jp_libdwarf_worked(file, status, details) || !is_epilogue)
        return true;
    const uint8_t *const fact = fact_of(matching, row);
    return fact && *fact & JP_ROW_ENDS_SEQUENCE;
}

static uint64_t address_of(const struct matching *matching, size_t row)
{
    Dwarf_Addr address = 0;
    Dwarf_Error details = NULL;
    const int status = dwarf_lineaddr(matching->table[row], &address, &details);

    return jp_libdwarf_worked(matching->lines->file, status, details) ? address : 0;
}

static struct jp_libdwarf_row read_row(struct matching *matching, size_t at, uint64_t address)
{
    const struct jp_libdwarf *const file = matching->lines->file;
    const Dwarf_Line line = matching->table[at];
    Dwarf_Unsigned number = 0, column = 0, source = 0;
    Dwarf_Error details = NULL;

    int status = dwarf_lineno(line, &number, &details);
    jp_libdwarf_worked(file, status, details);
    status = dwarf_lineoff_b(line, &column, &details);
    jp_libdwarf_worked(file, status, details);
    status = dwarf_line_srcfileno(line, &source, &details);
    jp_libdwarf_worked(file, status, details);
    if (source == 0 && matching->lines->version >= 5) {
        const uint8_t *const fact = fact_of(matching, at);
        if (fact && *fact & JP_ROW_HAS_FIRST_FILE)
            source = 1;
    }
    return (struct jp_libdwarf_row){address, source > UINT32_MAX ? UINT32_MAX : (uint32_t)source,
                                    number > UINT32_MAX ? 0 : (uint32_t)number,
                                    column > UINT32_MAX ? 0 : (uint32_t)column, true};
}

/* The rows FIRST to LAST make a sequence; LAST only ends it. */
static void match_sequence(struct matching *matching, size_t first, size_t last)
{
    uint64_t start = address_of(matching, first);
    const uint64_t end = address_of(matching, last);

    if (start >= end || !matching->is_code(matching->owner, start))
        return;
    size_t i = jp_addresses_first(matching->addresses, matching->count, start);
    for (size_t row = first; row < last; row++) {
        if (i == matching->count || matching->addresses[i] >= end)
            return;
        const uint64_t next = address_of(matching, row + 1);
        if (next > matching->addresses[i]) {
            const struct jp_libdwarf_row found = read_row(matching, row, start);
            for (; i < matching->count && matching->addresses[i] < next; i++) {
                struct jp_libdwarf_row *const known = &matching->rows[i];
                if (!known->is_found || known->address <= start)
                    *known = found;
            }
        }
        start = next;
    }
}

size_t jp_libdwarf_lines_match(struct jp_libdwarf_lines *lines, const uint64_t *addresses,
                               size_t count, jp_libdwarf_is_code *is_code, const void *owner,
                               struct jp_libdwarf_row *rows)
{
    Dwarf_Line *table = NULL;
    Dwarf_Signed table_count = 0;
    Dwarf_Error details = NULL;

    if (!lines->context)
        return 0;
    const int status =
        dwarf_srclines_from_linecontext(lines->context, &table, &table_count, &details);
    if (!jp_libdwarf_worked(lines->file, status, details) || table_count <= 0)
        return 0;
    struct matching matching = {.lines = lines,
                                .table = table,
                                .table_count = (size_t)table_count,
                                .addresses = addresses,
                                .count = count,
                                .is_code = is_code,
                                .owner = owner,
                                .rows = rows};
    size_t first = 0;
    for (size_t row = 0; row < matching.table_count; row++) {
        if (ends_sequence(&matching, row)) {
            match_sequence(&matching, first, row);
            first = row + 1;
        }
    }
    jp_vec_release(&matching.facts.list);
    return matching.table_count;
}

/* The folder number INDEX of the table, or NULL. */
static const char *folder_of(const struct jp_libdwarf_lines *lines, uint64_t index)
{
    const char *folder = NULL;
    Dwarf_Error details = NULL;

    if (index > INT32_MAX || (index == 0 && lines->version < 5))
        return NULL;
    const int status =
        dwarf_srclines_include_dir_data(lines->context, (Dwarf_Signed)index, &folder, &details);
    return jp_libdwarf_worked(lines->file, status, details) ? folder : NULL;
}

static void add_folder(struct jp_buf *path, const char *folder)
{
    if (!folder || !folder[0])
        return;
    jp_buf_add_text(path, folder);
    if (folder[strlen(folder) - 1] != '/')
        jp_buf_add_byte(path, '/');
}

/*
 * Folder 0 of a version 5 table is the compiler's working folder; before that DW_AT_comp_dir is.
 * A relative one (reproducible builds) is joined no further.
 */
static uint32_t make_path(const struct jp_libdwarf_lines *lines, uint64_t folder_index,
                          const char *name, struct jp_intern *strings)
{
    struct jp_buf path = JP_BUF_INIT;
    const char *const root = lines->version >= 5 ? folder_of(lines, 0) : lines->comp_dir;
    const char *const folder = folder_index ? folder_of(lines, folder_index) : NULL;

    if (name[0] != '/') {
        if (!folder || folder[0] != '/')
            add_folder(&path, root ? root : lines->comp_dir);
        add_folder(&path, folder);
    }
    jp_buf_add_text(&path, name);
    const uint32_t id = jp_intern_add(strings, jp_buf_span(&path));
    jp_buf_release(&path);
    return id;
}

uint32_t jp_libdwarf_lines_path(struct jp_libdwarf_lines *lines, uint64_t index,
                                struct jp_intern *strings)
{
    enum { LARGEST_FILE_INDEX = 1 << 20 };
    const char *name = NULL;
    Dwarf_Unsigned folder = 0, modified, bytes;
    Dwarf_Form_Data16 *digest = NULL;
    Dwarf_Error details = NULL;

    if (!lines->context || index > LARGEST_FILE_INDEX || (index == 0 && lines->version < 5))
        return 0;
    while (lines->names.count <= index)
        jp_vec_push(&lines->names, UINT32_MAX);
    uint32_t *const id = &lines->names.data[index];
    if (*id != UINT32_MAX)
        return *id;
    const int status = dwarf_srclines_files_data_b(lines->context, (Dwarf_Signed)index, &name,
                                                   &folder, &modified, &bytes, &digest, &details);
    if (jp_libdwarf_worked(lines->file, status, details) && name && name[0])
        *id = make_path(lines, folder, name, strings);
    else
        *id = 0;
    return *id;
}
