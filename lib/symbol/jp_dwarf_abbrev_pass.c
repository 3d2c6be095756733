/* SPDX-License-Identifier: BSD-2-Clause */
/* Which DIEs are passed over by one look at a table. */
#include "config.h"

#include "jp_dwarf_abbrev.h"
#include "jp_dwarf_form.h"

/* With HAS_SIBLING it is recorded where the children end. Inlined calls and blocks are parts of a
 * function that is being looked into. */
static uint8_t kind_of(const struct jp_dwarf_abbrev *abbrev, bool has_sibling)
{
    if (!abbrev->has_children)
        return abbrev->has_code ? JP_DWARF_PASS_CODE : JP_DWARF_PASS_LEAF;
    if (abbrev->has_code || !has_sibling || abbrev->kind > JP_DWARF_KIND_FUNCTION)
        return JP_DWARF_PASS_OPEN;
    return JP_DWARF_PASS_TREE + abbrev->kind;
}

/* How many bytes STEP passes over; below 0: they have to be counted, or looked at. */
static int64_t fixed_bytes(const struct jp_dwarf_step *step, const struct jp_dwarf_unit *unit)
{
    switch (step->kind) {
    case JP_DWARF_STEP_BYTES:
        return step->bytes;
    case JP_DWARF_STEP_SIBLING4:
    case JP_DWARF_STEP_SIBLING:
        return JP_DWARF_SIZE_VARIES;
    default:
        return jp_dwarf_form_bytes(unit, step->form);
    }
}

static enum jp_dwarf_pass_part part_of(const struct jp_dwarf_step *step)
{
    if (step->kind == JP_DWARF_STEP_SIBLING4)
        return JP_DWARF_PART_SIBLING;
    switch (jp_dwarf_step_of_form(step->form)) {
    case JP_DWARF_STEP_ULEB:
        return JP_DWARF_PART_ULEB;
    case JP_DWARF_STEP_BLOCK:
        return JP_DWARF_PART_BLOCK;
    case JP_DWARF_STEP_TEXT:
        return JP_DWARF_PART_TEXT;
    default:
        return JP_DWARF_PART_NONE;
    }
}

static struct jp_dwarf_pass pass_of(const struct jp_dwarf_abbrevs *abbrevs,
                                    const struct jp_dwarf_abbrev *abbrev,
                                    const struct jp_dwarf_unit *unit)
{
    static const struct jp_dwarf_pass none = {.kind = JP_DWARF_PASS_NONE};
    const struct jp_dwarf_step *step = abbrevs->steps.data + abbrev->step_first;
    struct jp_dwarf_pass pass = {.parts = 0};
    bool has_sibling = false;
    unsigned count = 0;
    uint64_t bytes = 0; /* since the last part */

    for (uint32_t left = abbrev->step_count; left; left--, step++) {
        const int64_t fixed = fixed_bytes(step, unit);
        bytes += step->before;
        if (fixed >= 0) {
            bytes += (uint64_t)fixed;
            continue;
        }
        const enum jp_dwarf_pass_part part = part_of(step);
        if (part == JP_DWARF_PART_NONE || count == JP_DWARF_PARTS_MAX || bytes > UINT8_MAX)
            return none;
        pass.before[count] = (uint8_t)bytes;
        pass.parts |= (uint16_t)(part << count++ * JP_DWARF_PART_BITS);
        has_sibling |= part == JP_DWARF_PART_SIBLING;
        bytes = 0;
    }
    if (bytes > UINT8_MAX)
        return none;
    pass.behind = (uint8_t)bytes;
    pass.kind = kind_of(abbrev, has_sibling);
    return pass;
}

void jp_dwarf_abbrevs_find_passes(struct jp_dwarf_abbrevs *abbrevs,
                                  const struct jp_dwarf_unit *unit)
{
    jp_vec_reserve(&abbrevs->passes, abbrevs->dense_count);
    for (size_t i = 0; i < abbrevs->dense_count; i++)
        jp_vec_push(&abbrevs->passes, pass_of(abbrevs, &abbrevs->list.data[i], unit));
}
