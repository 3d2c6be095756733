/* SPDX-License-Identifier: BSD-2-Clause */
/* Values of attributes in split files that are indices of tables elsewhere. */
#include "config.h"

#include "jp_dwarf_form.h"
#include "jp_dwarf_ranges.h"
#include "jp_libdwarf.h"

static bool is_string_index(Dwarf_Half form)
{
    return form == DW_FORM_strx || (form >= DW_FORM_strx1 && form <= DW_FORM_strx4) ||
           form == DW_FORM_GNU_str_index;
}

const char *jp_libdwarf_split_text(const struct jp_libdwarf *file, Dwarf_Attribute attribute,
                                   Dwarf_Half form)
{
    Dwarf_Unsigned index = 0;
    Dwarf_Error details = NULL;

    if (!is_string_index(form))
        return NULL;
    const int status = dwarf_get_debug_str_index(attribute, &index, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return NULL;
    const struct jp_span text =
        jp_dwarf_string(file->split, (struct jp_dwarf_value){.number = index, .form = form});
    return text.len ? text.ptr : NULL;
}

static int stored_number(Dwarf_Attribute attribute, Dwarf_Half form, Dwarf_Unsigned *number,
                         Dwarf_Error *details)
{
    Dwarf_Addr address = 0;
    Dwarf_Off offset = 0;
    Dwarf_Signed constant = 0;
    int status;

    if (form == DW_FORM_addr) {
        status = dwarf_formaddr(attribute, &address, details);
        *number = address;
    } else if (jp_dwarf_is_address_form(form)) {
        status = dwarf_get_debug_addr_index(attribute, number, details);
    } else if (form == DW_FORM_sec_offset) {
        status = dwarf_global_formref(attribute, &offset, details);
        *number = offset;
    } else if (form == DW_FORM_implicit_const || form == DW_FORM_sdata) {
        status = dwarf_formsdata(attribute, &constant, details);
        *number = (Dwarf_Unsigned)constant;
    } else {
        status = dwarf_formudata(attribute, number, details);
    }
    return status;
}

bool jp_libdwarf_split_value(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half number,
                             struct jp_dwarf_value *value)
{
    Dwarf_Attribute attribute = NULL;
    Dwarf_Error details = NULL;
    Dwarf_Half form = 0;
    Dwarf_Unsigned stored = 0;
    int status = dwarf_attr(die, number, &attribute, &details);

    if (!jp_libdwarf_worked(file, status, details))
        return false;
    status = dwarf_whatform(attribute, &form, &details);
    if (jp_libdwarf_worked(file, status, details))
        status = stored_number(attribute, form, &stored, &details);
    const bool is_fine = form && jp_libdwarf_worked(file, status, details);
    dwarf_dealloc_attribute(attribute);
    if (is_fine)
        *value = (struct jp_dwarf_value){.number = stored, .form = form};
    return is_fine;
}

void jp_libdwarf_split_ranges(const struct jp_libdwarf *file, Dwarf_Die die,
                              struct jp_libdwarf_ranges *ranges)
{
    struct jp_dwarf_code code = {0};
    struct jp_dwarf_ranges list;
    uint64_t low;
    uint64_t high;

    jp_libdwarf_split_value(file, die, DW_AT_low_pc, &code.low);
    jp_libdwarf_split_value(file, die, DW_AT_high_pc, &code.high);
    jp_libdwarf_split_value(file, die, DW_AT_ranges, &code.ranges);
    jp_dwarf_ranges_begin(&list, file->split, &code);
    while (jp_dwarf_ranges_next(&list, &low, &high)) {
        if (low < high)
            jp_vec_push(&ranges->list, (struct jp_libdwarf_range){low, high});
    }
}
