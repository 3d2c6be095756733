/* SPDX-License-Identifier: BSD-2-Clause */
/* DIEs that names come from, and the texts of names. */
#include "config.h"

#include "jp_dwarf_form.h"
#include "jp_dwarf_name_private.h"

bool jp_dwarf_namer_open(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                         struct jp_dwarf_dies *dies)
{
    const bool is_current = unit == namer->unit;
    const struct jp_dwarf_abbrevs *const abbrevs =
        is_current ? namer->abbrevs : jp_dwarf_tables_get(namer->tables, unit, namer->abbrevs);

    if (!abbrevs || namer->budget == 0)
        return false;
    jp_dwarf_dies_begin(dies, unit, is_current ? namer->bytes : jp_dwarf_unit_bytes(unit), abbrevs,
                        namer->budget);
    return true;
}

void jp_dwarf_namer_charge(struct jp_dwarf_namer *namer, uint64_t dies)
{
    namer->budget -= dies < namer->budget ? dies : namer->budget;
}

bool jp_dwarf_namer_read(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                         uint64_t offset, struct jp_dwarf_named *die)
{
    struct jp_dwarf_dies dies;

    *die = (struct jp_dwarf_named){.unit = unit, .offset = offset};
    if (!jp_dwarf_namer_open(namer, unit, &dies))
        return false;
    jp_dwarf_namer_charge(namer, 1);
    return jp_dwarf_fields_read(&dies, (uint32_t)(offset - unit->offset), &die->fields);
}

bool jp_dwarf_namer_follow(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                           struct jp_dwarf_named *origin)
{
    const struct jp_dwarf_file *file;
    uint64_t offset;

    if (!die->fields.origin.form ||
        !jp_dwarf_reference(die->unit, die->fields.origin, &file, &offset))
        return false;
    if (file->is_start && offset >= file->sections[JP_DWARF_INFO].len)
        namer->needs_more = true;
    const struct jp_dwarf_unit *const unit =
        file == die->unit->file && offset >= die->unit->root && offset < die->unit->end
            ? die->unit
            : jp_dwarf_file_unit(file, offset);
    return unit && jp_dwarf_namer_read(namer, unit, offset, origin);
}

struct jp_span jp_dwarf_namer_cut(struct jp_span text)
{
    text.len = text.len < JP_DWARF_NAME_LIMIT ? text.len : JP_DWARF_NAME_LIMIT;
    return text;
}

uint32_t jp_dwarf_namer_keep_hashed(struct jp_dwarf_namer *namer, struct jp_span text,
                                    uint64_t hash)
{
    namer->is_text_cut |= text.len > namer->text_budget;
    if (text.len == 0 || text.len > namer->text_budget)
        return 0;
    const uint32_t before = (uint32_t)namer->strings->spans.count;
    const uint32_t id = jp_intern_add_hashed(namer->strings, text, hash);
    if (id == before)
        namer->text_budget -= text.len;
    return id;
}

uint32_t jp_dwarf_namer_keep(struct jp_dwarf_namer *namer, struct jp_span text)
{
    text = jp_dwarf_namer_cut(text);
    return jp_dwarf_namer_keep_hashed(namer, text, jp_span_hash(text));
}
