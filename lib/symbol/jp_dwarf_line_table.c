/* SPDX-License-Identifier: BSD-2-Clause */
/* The header of a line program: parameters, folders and files (DWARF 5, 6.2.4). */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"
#include "jp_dwarf_line.h"

#include "jp_buf.h"

/* Content type and form of one column of a DWARF 5 table. */
struct column {
    uint64_t content;
    uint16_t form;
};

static uint64_t offset_in_lines(const struct jp_dwarf_lines *lines,
                                const struct jp_dwarf_cursor *cursor)
{
    return (uint64_t)((const char *)cursor->at - lines->unit->file->sections[JP_DWARF_LINE].ptr);
}

/* A text in place, kept as its offset in .debug_line. */
static struct jp_dwarf_value read_text(const struct jp_dwarf_lines *lines,
                                       struct jp_dwarf_cursor *cursor, bool *is_empty)
{
    const struct jp_dwarf_value value = {offset_in_lines(lines, cursor), DW_FORM_string};

    *is_empty = jp_dwarf_text(cursor).len == 0;
    return value;
}

static struct jp_span text_of(const struct jp_dwarf_lines *lines, struct jp_dwarf_value value)
{
    if (value.form != DW_FORM_string)
        return jp_dwarf_string(lines->unit, value);
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(lines->unit->file, JP_DWARF_LINE, value.number);
    return jp_dwarf_text(&cursor);
}

static void read_old_tables(struct jp_dwarf_lines *lines, struct jp_dwarf_cursor *cursor)
{
    bool is_empty;

    for (;;) {
        const struct jp_dwarf_value folder = read_text(lines, cursor, &is_empty);
        if (cursor->is_bad || is_empty)
            break;
        jp_vec_push(&lines->folders, folder);
    }
    while (!cursor->is_bad) {
        struct jp_dwarf_line_file file = {.name = read_text(lines, cursor, &is_empty)};
        if (cursor->is_bad || is_empty)
            break;
        file.folder = jp_dwarf_uleb(cursor);
        jp_dwarf_uleb(cursor);
        jp_dwarf_uleb(cursor);
        jp_vec_push(&lines->files, file);
    }
}

/* Offsets are as wide as the line program says, which need not be the width of the unit: gas writes
 * 32-bit line programs for 64-bit units. */
static bool read_value(const struct jp_dwarf_lines *lines, struct jp_dwarf_cursor *cursor,
                       uint16_t form, struct jp_dwarf_value *value)
{
    bool is_empty;

    switch (form) {
    case DW_FORM_string:
        *value = read_text(lines, cursor, &is_empty);
        return !cursor->is_bad;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
        *value = (struct jp_dwarf_value){jp_dwarf_sized(cursor, lines->offset_bytes), form};
        return !cursor->is_bad;
    default:
        return jp_dwarf_form_read(lines->unit, cursor, form, 0, value);
    }
}

static bool read_entry(const struct jp_dwarf_lines *lines, struct jp_dwarf_cursor *cursor,
                       const struct column *columns, unsigned column_count,
                       struct jp_dwarf_line_file *entry)
{
    *entry = (struct jp_dwarf_line_file){0};
    for (unsigned i = 0; i < column_count; i++) {
        struct jp_dwarf_value value;
        if (!read_value(lines, cursor, columns[i].form, &value))
            return false;
        if (columns[i].content == DW_LNCT_path)
            entry->name = value;
        else if (columns[i].content == DW_LNCT_directory_index)
            entry->folder = value.number;
    }
    return !cursor->is_bad;
}

/* One table of DWARF 5: its columns, then its entries. */
static bool read_new_table(struct jp_dwarf_lines *lines, struct jp_dwarf_cursor *cursor,
                           bool is_folders)
{
    struct column columns[256];
    const unsigned column_count = jp_dwarf_u8(cursor);

    for (unsigned i = 0; i < column_count; i++) {
        columns[i].content = jp_dwarf_uleb(cursor);
        columns[i].form = (uint16_t)jp_dwarf_uleb(cursor);
    }
    const uint64_t count = jp_dwarf_uleb(cursor);
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *const before = cursor->at;
        struct jp_dwarf_line_file entry;
        /* An entry of no bytes could be repeated without end. */
        if (!read_entry(lines, cursor, columns, column_count, &entry) || cursor->at == before)
            return false;
        if (is_folders)
            jp_vec_push(&lines->folders, entry.name);
        else
            jp_vec_push(&lines->files, entry);
    }
    return !cursor->is_bad;
}

/* Special opcodes advance address and line by a formula (DWARF 5, 6.2.5.1). */
static void compute_special_opcodes(struct jp_dwarf_lines *lines, int8_t line_base,
                                    uint8_t line_range)
{
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const unsigned adjusted = (opcode - lines->opcode_base) & 0xff;
        lines->advances[opcode] = adjusted / line_range;
        lines->steps[opcode] = line_base + (int32_t)(adjusted % line_range);
    }
}

static bool read_parameters(struct jp_dwarf_lines *lines, struct jp_dwarf_cursor *cursor)
{
    lines->instruction_bytes = jp_dwarf_u8(cursor);
    lines->operations = lines->version >= 4 ? jp_dwarf_u8(cursor) : 1;
    jp_dwarf_u8(cursor); /* default of is_stmt */
    const int8_t line_base = (int8_t)jp_dwarf_u8(cursor);
    const uint8_t line_range = jp_dwarf_u8(cursor);
    lines->opcode_base = jp_dwarf_u8(cursor);
    if (cursor->is_bad || line_range == 0 || lines->opcode_base == 0)
        return false;
    if (lines->operations == 0)
        lines->operations = 1;
    for (unsigned i = 1; i < lines->opcode_base; i++)
        lines->operand_counts[i] = jp_dwarf_u8(cursor);
    compute_special_opcodes(lines, line_base, line_range);
    return !cursor->is_bad;
}

static bool read_header(struct jp_dwarf_lines *lines, struct jp_dwarf_cursor *cursor)
{
    lines->version = 0;
    if (!jp_dwarf_unit_length(cursor, &lines->offset_bytes))
        return false;
    const uint16_t version = jp_dwarf_u16(cursor);
    if (version < 2 || version > 5)
        return false;
    lines->version = version;
    lines->address_bytes = lines->unit->address_bytes;
    if (version >= 5) {
        lines->address_bytes = jp_dwarf_u8(cursor);
        jp_dwarf_u8(cursor); /* size of segment selectors */
    }
    const uint64_t header_bytes = jp_dwarf_sized(cursor, lines->offset_bytes);
    lines->program = *cursor;
    if (!jp_dwarf_skip(&lines->program, header_bytes) || !read_parameters(lines, cursor))
        return false;
    if (cursor->at > lines->program.at) /* the header says that it is shorter */
        return false;
    cursor->end = lines->program.at;
    if (version >= 5)
        return read_new_table(lines, cursor, true) && read_new_table(lines, cursor, false);
    read_old_tables(lines, cursor);
    return true;
}

bool jp_dwarf_lines_read(struct jp_dwarf_lines *lines, const struct jp_dwarf_unit *unit)
{
    lines->unit = unit;
    lines->version = 0;
    lines->folders.count = 0;
    lines->files.count = 0;
    lines->paths.count = 0;
    if (!unit->stmt_list.form)
        return false;
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_LINE, unit->stmt_list.number);
    if (cursor.is_bad || !read_header(lines, &cursor)) {
        lines->version = 0;
        return false;
    }
    jp_vec_reserve(&lines->paths, lines->files.count);
    for (size_t i = 0; i < lines->files.count; i++)
        jp_vec_push(&lines->paths, UINT32_MAX);
    return true;
}

void jp_dwarf_lines_release(struct jp_dwarf_lines *lines)
{
    jp_vec_release(&lines->folders);
    jp_vec_release(&lines->files);
    jp_vec_release(&lines->paths);
}

static bool is_absolute(struct jp_span path)
{
    return path.len && path.ptr[0] == '/';
}

static void add_folder(struct jp_buf *path, struct jp_span folder)
{
    if (folder.len == 0)
        return;
    jp_buf_add(path, folder);
    if (folder.ptr[folder.len - 1] != '/')
        jp_buf_add_byte(path, '/');
}

/* Folder 0 is the compilation folder itself: it must not be put in front of itself when it is
 * relative, as in reproducible builds. DWARF 5 keeps it in the table, older versions do not. */
static void make_path(const struct jp_dwarf_lines *lines, const struct jp_dwarf_line_file *file,
                      struct jp_buf *path)
{
    const struct jp_span name = text_of(lines, file->name);
    const size_t first = lines->version >= 5 ? 0 : 1;
    struct jp_span folder = JP_SPAN("");

    if (!is_absolute(name)) {
        struct jp_span compilation = jp_dwarf_string(lines->unit, lines->unit->comp_dir);
        if (file->folder >= first && file->folder - first < lines->folders.count)
            folder = text_of(lines, lines->folders.data[file->folder - first]);
        if (compilation.len == 0 && lines->version >= 5 && lines->folders.count)
            compilation = text_of(lines, lines->folders.data[0]);
        if (!is_absolute(folder) && (file->folder != 0 || folder.len == 0))
            add_folder(path, compilation);
        add_folder(path, folder);
    }
    jp_buf_add(path, name);
}

uint32_t jp_dwarf_lines_path(struct jp_dwarf_lines *lines, uint64_t index,
                             struct jp_intern *strings)
{
    const uint64_t first = lines->version >= 5 ? 0 : 1;

    if (lines->version == 0 || index < first || index - first >= lines->files.count)
        return 0;
    uint32_t *const id = &lines->paths.data[index - first];
    if (*id == UINT32_MAX) {
        struct jp_buf path = JP_BUF_INIT;
        make_path(lines, &lines->files.data[index - first], &path);
        *id = jp_intern_add(strings, jp_buf_span(&path));
        jp_buf_release(&path);
    }
    return *id;
}
