/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_libdwarf.h"

#include <string.h>

/* The attribute and its form, or NULL; the caller frees it. */
static Dwarf_Attribute attribute_of(const struct jp_libdwarf *file, Dwarf_Die die,
                                    Dwarf_Half number, Dwarf_Half *form)
{
    Dwarf_Attribute attribute = NULL;
    Dwarf_Error details = NULL;
    int status = dwarf_attr(die, number, &attribute, &details);

    if (!jp_libdwarf_worked(file, status, details))
        return NULL;
    status = dwarf_whatform(attribute, form, &details);
    if (jp_libdwarf_worked(file, status, details))
        return attribute;
    dwarf_dealloc_attribute(attribute);
    return NULL;
}

/* The text at OFFSET of the alternate file's .debug_str. */
static const char *alternate_text(struct jp_object *alternate, uint64_t offset)
{
    if (!alternate)
        return NULL;
    const struct jp_span strings = jp_object_section(alternate, ".debug_str", NULL);
    if (offset >= strings.len || !memchr(strings.ptr + offset, '\0', strings.len - offset))
        return NULL;
    return strings.ptr + offset;
}

const char *jp_libdwarf_text(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half number,
                             struct jp_object *alternate)
{
    Dwarf_Half form;
    Dwarf_Error details = NULL;
    Dwarf_Off offset;
    char *text = NULL;
    const char *result = NULL;
    const Dwarf_Attribute attribute = attribute_of(file, die, number, &form);

    if (!attribute)
        return NULL;
    if (form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup) {
        const int status = dwarf_global_formref(attribute, &offset, &details);
        if (jp_libdwarf_worked(file, status, details))
            result = alternate_text(alternate, offset);
    } else if (file->split && (result = jp_libdwarf_split_text(file, attribute, form))) {
        /* An index: libdwarf does not know where the unit's table starts. */
    } else {
        const int status = dwarf_formstring(attribute, &text, &details);
        if (jp_libdwarf_worked(file, status, details))
            result = text;
    }
    dwarf_dealloc_attribute(attribute);
    return result;
}

bool jp_libdwarf_number(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half number,
                        uint64_t *value)
{
    Dwarf_Half form;
    Dwarf_Error details = NULL;
    Dwarf_Signed with_sign = -1;
    Dwarf_Unsigned without_sign = 0;
    bool is_found;
    const Dwarf_Attribute attribute = attribute_of(file, die, number, &form);

    if (!attribute)
        return false;
    if (form == DW_FORM_sdata || form == DW_FORM_implicit_const) {
        const int status = dwarf_formsdata(attribute, &with_sign, &details);
        is_found = jp_libdwarf_worked(file, status, details) && with_sign >= 0;
        without_sign = (Dwarf_Unsigned)with_sign;
    } else {
        const int status = dwarf_formudata(attribute, &without_sign, &details);
        is_found = jp_libdwarf_worked(file, status, details);
    }
    dwarf_dealloc_attribute(attribute);
    *value = is_found ? without_sign : 0;
    return is_found;
}

static uint64_t language_of(const struct jp_libdwarf *file, Dwarf_Die die)
{
    Dwarf_Error details = NULL;
    Dwarf_Off offset = 0;
    Dwarf_Die root = NULL;
    uint64_t language = 0;

    int status = dwarf_CU_dieoffset_given_die(die, &offset, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return 0;
    status = dwarf_offdie_b(file->dbg, offset, 1, &root, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return 0;
    jp_libdwarf_number(file, root, DW_AT_language, &language);
    dwarf_dealloc_die(root);
    return language;
}

/* Labels are left to the symbol table, see jp_dwarf_fields.c. */
bool jp_libdwarf_is_external(const struct jp_libdwarf *file, Dwarf_Die die)
{
    Dwarf_Half form;
    Dwarf_Error details = NULL;
    Dwarf_Bool value = 0;
    const Dwarf_Attribute attribute = attribute_of(file, die, DW_AT_external, &form);

    if (!attribute)
        return false;
    const int status = dwarf_formflag(attribute, &value, &details);
    const bool is_set = jp_libdwarf_worked(file, status, details) && value;
    dwarf_dealloc_attribute(attribute);
    return is_set && language_of(file, die) != DW_LANG_Mips_Assembler;
}

bool jp_libdwarf_reference(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half number,
                           struct jp_libdwarf_place *place)
{
    Dwarf_Half form;
    Dwarf_Error details = NULL;
    Dwarf_Off offset;
    const Dwarf_Attribute attribute = attribute_of(file, die, number, &form);

    if (!attribute)
        return false;
    const int status = dwarf_global_formref(attribute, &offset, &details);
    dwarf_dealloc_attribute(attribute);
    if (!jp_libdwarf_worked(file, status, details))
        return false;
    *place = (struct jp_libdwarf_place){offset, form == DW_FORM_GNU_ref_alt, file->number};
    return true;
}
