/* SPDX-License-Identifier: BSD-2-Clause */
/* Attribute forms: how many bytes a value takes and what it means (DWARF 5, 7.5.5 and 7.5.6). */
#ifndef JP_DWARF_FORM_H
#define JP_DWARF_FORM_H

#include "jp_dwarf_unit.h"

enum { JP_DWARF_SIZE_VARIES = -1, JP_DWARF_SIZE_UNKNOWN = -2 };

/* Bytes that a value of FORM takes in UNIT, or one of the two above. */
int jp_dwarf_form_bytes(const struct jp_dwarf_unit *unit, uint16_t form);

/*
 * Read a value, IMPLICIT being the one kept in the abbreviation. False when the form is unknown or
 * the value reaches beyond the cursor's end, which is the end of the unit.
 */
bool jp_dwarf_form_read(const struct jp_dwarf_unit *unit, struct jp_dwarf_cursor *cursor,
                        uint16_t form, int64_t implicit, struct jp_dwarf_value *value);

/* The address that VALUE means, by .debug_addr if need be; false when it is none. */
bool jp_dwarf_address(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value,
                      uint64_t *address);
/* Entry INDEX of the unit's part of .debug_addr. */
bool jp_dwarf_indexed_address(const struct jp_dwarf_unit *unit, uint64_t index, uint64_t *address);

/* Does VALUE lie in the shared file of dwz, which is not there? */
bool jp_dwarf_is_lost(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value);

/* The text that VALUE means; empty when it is none or lies outside of its section. */
struct jp_span jp_dwarf_string(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value);

/*
 * The DIE that VALUE refers to, as an offset in .debug_info of *FILE. False when it is no reference
 * or leads to a file that is not there.
 */
bool jp_dwarf_reference(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value,
                        const struct jp_dwarf_file **file, uint64_t *offset);

static inline bool jp_dwarf_is_address_form(uint16_t form)
{
    return form == 0x01 || form == 0x1b || (form >= 0x29 && form <= 0x2c) || form == 0x1f01;
}

#endif
