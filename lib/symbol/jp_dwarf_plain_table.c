/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of abbreviations, without the units that say where they are. */
#include "config.h"

#include "jp_dwarf_abbrev.h"
#include "jp_dwarf_const.h"
#include "jp_dwarf_plain_private.h"

#include <string.h>

/* The attributes of a function, which may be a declaration. */
static unsigned read_function(struct jp_dwarf_cursor *cursor)
{
    struct jp_dwarf_attribute attribute;
    unsigned traits = 0;
    int64_t implicit;

    while (jp_dwarf_attribute_read(cursor, &attribute, &implicit)) {
        if (attribute.form == DW_FORM_strp_sup || attribute.form == DW_FORM_GNU_strp_alt)
            traits |= JP_DWARF_HAS_MORE;
        if (attribute.name == DW_AT_external && attribute.form == DW_FORM_flag)
            traits |= JP_DWARF_HAS_LABEL;
        else if (attribute.name == DW_AT_external || attribute.name == DW_AT_specification ||
                 attribute.name == DW_AT_abstract_origin)
            traits |= JP_DWARF_HAS_EXTERNAL;
    }
    return traits;
}

unsigned jp_dwarf_plain_traits(const struct jp_dwarf_plain *plain, size_t index)
{
    const uint64_t end =
        index + 1 < plain->tables.count ? plain->tables.data[index + 1] : plain->abbrevs.len;
    struct jp_dwarf_cursor cursor =
        jp_dwarf_cursor_at(jp_span_slice(plain->abbrevs, 0, end), plain->tables.data[index], false);
    bool has_unit = false;
    unsigned traits = 0;

    while (jp_dwarf_uleb(&cursor) != 0) {
        const uint64_t tag = jp_dwarf_uleb(&cursor);
        jp_dwarf_u8(&cursor);
        has_unit |= tag == DW_TAG_compile_unit;
        if (tag == DW_TAG_inlined_subroutine)
            traits |= JP_DWARF_HAS_MORE;
        if (tag == DW_TAG_subprogram)
            traits |= read_function(&cursor);
        else
            jp_dwarf_attributes_skip(&cursor);
    }
    return has_unit && !cursor.is_bad && jp_dwarf_left(&cursor) == 0 ? traits : JP_DWARF_HAS_MORE;
}

/*
 * A table ends with the end of a list of attributes, two zeros, and the code 0; the next one begins
 * with the code 1. Codes ascend, so that this is nowhere inside of a table. To read a million bytes
 * of abbreviations would take five times as long.
 */
static const char BETWEEN_TABLES[] = {0, 0, 0, 1};
enum { END_BYTES = 3, PLACES = 8 };

/* Is it at one of the next so many places? */
static bool is_near(const char *at)
{
    static const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t bytes[sizeof BETWEEN_TABLES];

    for (size_t i = 0; i < sizeof BETWEEN_TABLES; i++)
        memcpy(&bytes[i], at + i, sizeof bytes[i]);
    const uint64_t differs = bytes[0] | bytes[1] | bytes[2] | (bytes[3] ^ ones);
    return (differs - ones) & ~differs & ones << 7;
}

bool jp_dwarf_plain_find_tables(struct jp_dwarf_plain *plain)
{
    const struct jp_span section = plain->abbrevs;
    const size_t count = plain->reach->tables.count;
    const size_t least_bytes = PLACES + sizeof BETWEEN_TABLES;

    jp_vec_reserve(&plain->tables, count);
    jp_vec_push(&plain->tables, 0);
    for (size_t at = 0; at < section.len; at += PLACES) {
        if (section.len - at >= least_bytes && !is_near(section.ptr + at))
            continue;
        for (size_t i = at; i < at + PLACES && i + sizeof BETWEEN_TABLES <= section.len; i++) {
            if (memcmp(section.ptr + i, BETWEEN_TABLES, sizeof BETWEEN_TABLES) != 0)
                continue;
            if (plain->tables.count == count)
                return false;
            jp_vec_push(&plain->tables, i + END_BYTES);
        }
    }
    return plain->tables.count == count;
}
