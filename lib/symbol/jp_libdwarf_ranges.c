/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_libdwarf.h"

static void add(struct jp_libdwarf_ranges *ranges, uint64_t low, uint64_t high)
{
    if (low < high)
        jp_vec_push(&ranges->list, (struct jp_libdwarf_range){low, high});
}

/* .debug_ranges, DWARF 3 and 4: pairs relative to a base, ended by 0, 0. */
static void add_pairs(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Off offset,
                      uint64_t base, struct jp_libdwarf_ranges *ranges)
{
    Dwarf_Ranges *pairs = NULL;
    Dwarf_Signed count = 0;
    Dwarf_Off real_offset;
    Dwarf_Unsigned bytes;
    Dwarf_Error details = NULL;

    const int status =
        dwarf_get_ranges_b(file->dbg, offset, die, &real_offset, &pairs, &count, &bytes, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return;
    for (Dwarf_Signed i = 0; i < count && pairs[i].dwr_type != DW_RANGES_END; i++) {
        if (pairs[i].dwr_type == DW_RANGES_ADDRESS_SELECTION)
            base = pairs[i].dwr_addr2;
        else
            add(ranges, base + pairs[i].dwr_addr1, base + pairs[i].dwr_addr2);
    }
#ifdef HAVE_LIBDWARF_0_4_API
    dwarf_dealloc_ranges(file->dbg, pairs, count);
#else
    dwarf_ranges_dealloc(file->dbg, pairs, count);
#endif
}

/* .debug_rnglists, DWARF 5; libdwarf adds the base and looks up indexed addresses. */
static void add_list(const struct jp_libdwarf *file, Dwarf_Attribute attribute, Dwarf_Half form,
                     Dwarf_Unsigned value, struct jp_libdwarf_ranges *ranges)
{
    Dwarf_Rnglists_Head head = NULL;
    Dwarf_Unsigned count = 0, list_offset, raw1, raw2, low, high;
    Dwarf_Error details = NULL;
    Dwarf_Bool is_unavailable;
    unsigned length, code;

    int status =
        dwarf_rnglists_get_rle_head(attribute, form, value, &head, &count, &list_offset, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return;
    for (Dwarf_Unsigned i = 0; i < count; i++) {
        status = dwarf_get_rnglists_entry_fields_a(head, i, &length, &code, &raw1, &raw2,
                                                   &is_unavailable, &low, &high, &details);
        if (!jp_libdwarf_worked(file, status, details) || code == DW_RLE_end_of_list)
            break;
        if (code != DW_RLE_base_address && code != DW_RLE_base_addressx && !is_unavailable)
            add(ranges, low, high);
    }
    dwarf_dealloc_rnglists_head(head);
}

static void add_ranges(const struct jp_libdwarf *file, Dwarf_Die die, uint16_t version,
                       uint64_t base, struct jp_libdwarf_ranges *ranges)
{
    Dwarf_Attribute attribute = NULL;
    Dwarf_Error details = NULL;
    Dwarf_Half form = 0;
    Dwarf_Off offset = 0;
    Dwarf_Unsigned index = 0;

    int status = dwarf_attr(die, DW_AT_ranges, &attribute, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return;
    status = dwarf_whatform(attribute, &form, &details);
    if (jp_libdwarf_worked(file, status, details)) {
        if (form == DW_FORM_rnglistx) {
            status = dwarf_formudata(attribute, &index, &details);
            offset = index;
        } else {
            status = dwarf_global_formref(attribute, &offset, &details);
        }
        if (jp_libdwarf_worked(file, status, details)) {
            if (version >= 5)
                add_list(file, attribute, form, offset, ranges);
            else
                add_pairs(file, die, offset, base, ranges);
        }
    }
    dwarf_dealloc_attribute(attribute);
}

void jp_libdwarf_ranges_of(const struct jp_libdwarf *file, Dwarf_Die die, uint16_t version,
                           uint64_t base, struct jp_libdwarf_ranges *ranges)
{
    Dwarf_Addr low, high;
    Dwarf_Half form;
    enum Dwarf_Form_Class class;
    Dwarf_Error details = NULL;

    ranges->list.count = 0;
    if (file->split) {
        jp_libdwarf_split_ranges(file, die, ranges);
        return;
    }
    int status = dwarf_highpc_b(die, &high, &form, &class, &details);
    if (!jp_libdwarf_worked(file, status, details)) {
        add_ranges(file, die, version, base, ranges);
        return;
    }
    status = dwarf_lowpc(die, &low, &details);
    if (jp_libdwarf_worked(file, status, details))
        add(ranges, low, class == DW_FORM_CLASS_CONSTANT ? low + high : high);
}
