/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_die.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

void jp_dwarf_dies_begin(struct jp_dwarf_dies *dies, const struct jp_dwarf_unit *unit,
                         struct jp_span bytes, const struct jp_dwarf_abbrevs *abbrevs,
                         uint64_t limit)
{
    *dies = (struct jp_dwarf_dies){
        .unit = unit,
        .abbrevs = abbrevs,
        .cursor = jp_dwarf_cursor_at(bytes, unit->root - unit->offset, unit->file->is_swapped),
        .start = (const unsigned char *)bytes.ptr,
        .limit = limit,
    };
}

static uint32_t read_sibling(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                             uint16_t form)
{
    struct jp_dwarf_value value;
    const struct jp_dwarf_file *file;
    uint64_t offset;

    if (form == DW_FORM_ref4)
        return jp_dwarf_u32(cursor);
    if (!jp_dwarf_form_read(dies->unit, cursor, form, 0, &value)) {
        jp_dwarf_fail(cursor);
        return 0;
    }
    if (!jp_dwarf_reference(dies->unit, value, &file, &offset) || file != dies->unit->file ||
        offset < dies->unit->offset || offset >= dies->unit->end)
        return 0;
    return (uint32_t)(offset - dies->unit->offset);
}

static void read_value(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                       const struct jp_dwarf_step *step, struct jp_dwarf_value *value)
{
    const int64_t implicit =
        step->form == DW_FORM_implicit_const ? dies->abbrevs->implicits.data[step->bytes] : 0;

    if (!jp_dwarf_form_read(dies->unit, cursor, step->form, implicit, value))
        jp_dwarf_fail(cursor);
}

/* The steps that are taken more seldom. */
static void run_any_step(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                         const struct jp_dwarf_step *step, struct jp_dwarf_head *head)
{
    struct jp_dwarf_value ignored;

    switch (step->kind) {
    case JP_DWARF_STEP_ULEB:
        jp_dwarf_uleb(cursor);
        break;
    case JP_DWARF_STEP_BLOCK:
        jp_dwarf_skip(cursor, jp_dwarf_uleb(cursor));
        break;
    case JP_DWARF_STEP_TEXT:
        jp_dwarf_text(cursor);
        break;
    case JP_DWARF_STEP_SIBLING:
        head->sibling = read_sibling(dies, cursor, step->form);
        break;
    case JP_DWARF_STEP_LOW:
        read_value(dies, cursor, step, &head->code.low);
        break;
    case JP_DWARF_STEP_HIGH:
        read_value(dies, cursor, step, &head->code.high);
        break;
    case JP_DWARF_STEP_RANGES:
        read_value(dies, cursor, step, &head->code.ranges);
        break;
    default:
        read_value(dies, cursor, step, &ignored);
        break;
    }
}

/*
 * Take STEP at AT, of the LEFT bytes of the unit; returns how many bytes it took, or STEP_FAILED
 * when it is none of the steps done here or more than is left. Numbers are copied out by memcpy,
 * with a size that is known, which is one instruction.
 */
enum { STEP_FAILED = -1 };

static inline int64_t run_step(const unsigned char *at, size_t left,
                               const struct jp_dwarf_step *step, struct jp_dwarf_head *head)
{
    uint32_t offset = 0;
    size_t bytes;

    switch (step->kind) {
    case JP_DWARF_STEP_BYTES:
        bytes = step->bytes;
        break;
    case JP_DWARF_STEP_ULEB:
        bytes = left && at[0] < 0x80 ? 1 : SIZE_MAX;
        break;
    case JP_DWARF_STEP_BLOCK:
        bytes = left && at[0] < 0x80 ? 1 + (size_t)at[0] : SIZE_MAX;
        break;
    case JP_DWARF_STEP_SIBLING4:
        bytes = sizeof head->sibling;
        if (bytes <= left)
            memcpy(&head->sibling, at, sizeof head->sibling);
        break;
    case JP_DWARF_STEP_LOW8:
        bytes = sizeof head->code.low.number;
        head->code.low.form = DW_FORM_addr;
        if (bytes <= left)
            memcpy(&head->code.low.number, at, sizeof head->code.low.number);
        break;
    case JP_DWARF_STEP_HIGH8:
        bytes = sizeof head->code.high.number;
        head->code.high.form = DW_FORM_data8;
        if (bytes <= left)
            memcpy(&head->code.high.number, at, sizeof head->code.high.number);
        break;
    case JP_DWARF_STEP_RANGES4:
        bytes = sizeof offset;
        if (bytes <= left)
            memcpy(&offset, at, sizeof offset);
        head->code.ranges = (struct jp_dwarf_value){offset, DW_FORM_sec_offset};
        break;
    default:
        return STEP_FAILED;
    }
    return bytes <= left ? (int64_t)bytes : STEP_FAILED;
}

/* Pass over the values of a DIE. The cursor is taken apart: in memory it would be written and read
 * again for every step. */
static bool run_steps(struct jp_dwarf_dies *dies, const struct jp_dwarf_abbrev *abbrev,
                      struct jp_dwarf_head *head)
{
    const unsigned char *at = dies->cursor.at;
    const unsigned char *const end = dies->cursor.end;
    const struct jp_dwarf_step *step = dies->abbrevs->steps.data + abbrev->step_first;

    for (uint32_t left = abbrev->step_count; left; left--, step++) {
        if (step->before > end - at) {
            jp_dwarf_fail(&dies->cursor);
            return false;
        }
        at += step->before;
        const int64_t bytes = run_step(at, (size_t)(end - at), step, head);
        if (bytes != STEP_FAILED) {
            at += bytes;
            continue;
        }
        dies->cursor.at = at;
        run_any_step(dies, &dies->cursor, step, head);
        if (dies->cursor.is_bad)
            return false;
        at = dies->cursor.at;
    }
    dies->cursor.at = at;
    return true;
}

bool jp_dwarf_dies_next(struct jp_dwarf_dies *dies, struct jp_dwarf_head *head)
{
    head->position = jp_dwarf_dies_position(dies);
    head->sibling = 0;
    head->abbrev = NULL;
    const uint64_t code = jp_dwarf_uleb(&dies->cursor);
    if (code == 0)
        return !dies->cursor.is_bad;
    const struct jp_dwarf_abbrev *const abbrev = jp_dwarf_abbrevs_find(dies->abbrevs, code);
    if (!abbrev || ++dies->count > dies->limit)
        return false;
    if (abbrev->has_code)
        head->code = (struct jp_dwarf_code){0};
    head->abbrev = abbrev;
    return run_steps(dies, abbrev, head);
}

/* Read the DIE that stands at DEPTH; false when that or its sibling fails. */
static bool skip_one(struct jp_dwarf_dies *dies, size_t *depth)
{
    struct jp_dwarf_head head;

    if (!jp_dwarf_dies_next(dies, &head))
        return false;
    if (!head.abbrev)
        --*depth;
    else if (head.abbrev->has_children) {
        if (head.sibling > jp_dwarf_dies_position(dies))
            return jp_dwarf_dies_seek(dies, head.sibling);
        ++*depth;
    }
    return true;
}

bool jp_dwarf_dies_skip_children(struct jp_dwarf_dies *dies, const struct jp_dwarf_head *head)
{
    size_t depth = 1;

    if (!head->abbrev->has_children)
        return true;
    /* Only forward: a loop of siblings must not be followed. */
    if (head->sibling > jp_dwarf_dies_position(dies))
        return jp_dwarf_dies_seek(dies, head->sibling);
    while ((depth = jp_dwarf_dies_rise(dies, depth)) && !jp_dwarf_dies_at_end(dies)) {
        if (!skip_one(dies, &depth))
            return false;
    }
    return true;
}
