/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_abbrev.h"

#include "jp_dwarf_const.h"

bool jp_dwarf_attribute_read(struct jp_dwarf_cursor *cursor, struct jp_dwarf_attribute *attribute,
                             int64_t *implicit)
{
    const uint64_t name = jp_dwarf_uleb(cursor);
    const uint64_t form = jp_dwarf_uleb(cursor);

    *implicit = form == DW_FORM_implicit_const ? jp_dwarf_sleb(cursor) : 0;
    if (cursor->is_bad || (name == 0 && form == 0))
        return false;
    /* Numbers that do not fit are not ours; as a form they make the DIE unreadable. */
    *attribute = (struct jp_dwarf_attribute){.name = name > UINT16_MAX ? 0 : (uint16_t)name,
                                             .form = form > UINT16_MAX ? 0 : (uint16_t)form};
    return true;
}

/* Nearly all names and forms are one byte. */
void jp_dwarf_attributes_skip(struct jp_dwarf_cursor *cursor)
{
    struct jp_dwarf_attribute attribute;
    int64_t implicit;

    do {
        const unsigned char *at = cursor->at;
        while (cursor->end - at >= 2 && ((at[0] | at[1]) & 0x80) == 0 &&
               at[1] != DW_FORM_implicit_const) {
            at += 2;
            cursor->at = at;
            if ((at[-2] | at[-1]) == 0)
                return;
        }
    } while (jp_dwarf_attribute_read(cursor, &attribute, &implicit));
}

bool jp_dwarf_abbrev_seek(struct jp_dwarf_cursor *cursor, uint64_t code, uint16_t *tag,
                          bool *has_children)
{
    while (!cursor->is_bad) {
        const uint64_t here = jp_dwarf_uleb(cursor);
        if (here == 0)
            return false;
        *tag = (uint16_t)jp_dwarf_uleb(cursor);
        *has_children = jp_dwarf_u8(cursor) != 0;
        if (here == code)
            return !cursor->is_bad;
        jp_dwarf_attributes_skip(cursor);
    }
    return false;
}

void jp_dwarf_abbrevs_release(struct jp_dwarf_abbrevs *abbrevs)
{
    jp_vec_release(&abbrevs->list);
    jp_vec_release(&abbrevs->passes);
    jp_vec_release(&abbrevs->attributes);
    jp_vec_release(&abbrevs->steps);
    jp_vec_release(&abbrevs->implicits);
}

bool jp_dwarf_abbrevs_fit(const struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit)
{
    return abbrevs->file_id == unit->file->id && abbrevs->offset == unit->abbrev_offset &&
           abbrevs->version == unit->version && abbrevs->address_bytes == unit->address_bytes &&
           abbrevs->offset_bytes == unit->offset_bytes;
}

size_t jp_dwarf_abbrevs_bytes(const struct jp_dwarf_abbrevs *abbrevs)
{
    return abbrevs->list.capacity * sizeof *abbrevs->list.data +
           abbrevs->passes.capacity * sizeof *abbrevs->passes.data +
           abbrevs->attributes.capacity * sizeof *abbrevs->attributes.data +
           abbrevs->steps.capacity * sizeof *abbrevs->steps.data +
           abbrevs->implicits.capacity * sizeof *abbrevs->implicits.data;
}

const struct jp_dwarf_abbrev *jp_dwarf_abbrevs_search(const struct jp_dwarf_abbrevs *abbrevs,
                                                      uint64_t code)
{
    size_t low = abbrevs->dense_count;
    size_t high = abbrevs->list.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (abbrevs->list.data[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == abbrevs->list.count || abbrevs->list.data[low].code != code)
        return NULL;
    return &abbrevs->list.data[low];
}
