/* SPDX-License-Identifier: BSD-2-Clause */
/* Which DIEs are passed over by one look at a table. */
#include "config.h"

#include "jp_dwarf_abbrev.h"

/* Inlined calls and blocks are parts of a function that is being looked into. */
static uint8_t tree_of(const struct jp_dwarf_abbrev *abbrev)
{
    return abbrev->kind <= JP_DWARF_KIND_FUNCTION ? JP_DWARF_PASS_TREE + abbrev->kind
                                                  : JP_DWARF_PASS_NONE;
}

/* The kind of pass that STEP, which is the only one of no fixed size, asks for. */
static uint8_t kind_of(const struct jp_dwarf_abbrev *abbrev, const struct jp_dwarf_step *step)
{
    switch (step->kind) {
    case JP_DWARF_STEP_BLOCK:
        return JP_DWARF_PASS_BLOCK;
    case JP_DWARF_STEP_TEXT:
        return JP_DWARF_PASS_TEXT;
    case JP_DWARF_STEP_SIBLING4:
        return tree_of(abbrev);
    default:
        return JP_DWARF_PASS_NONE;
    }
}

static struct jp_dwarf_pass pass_of(const struct jp_dwarf_abbrevs *abbrevs,
                                    const struct jp_dwarf_abbrev *abbrev)
{
    static const struct jp_dwarf_pass none = {.kind = JP_DWARF_PASS_NONE};
    const struct jp_dwarf_step *step = abbrevs->steps.data + abbrev->step_first;
    struct jp_dwarf_pass pass = {.kind = JP_DWARF_PASS_LEAF};
    uint64_t bytes = 0;

    for (uint32_t left = abbrev->step_count; left; left--, step++) {
        bytes += step->before;
        if (step->kind == JP_DWARF_STEP_BYTES) {
            bytes += step->bytes;
            continue;
        }
        if (bytes > UINT8_MAX || pass.kind != JP_DWARF_PASS_LEAF)
            return none;
        pass.before = (uint8_t)bytes;
        pass.kind = kind_of(abbrev, step);
        if (pass.kind == JP_DWARF_PASS_NONE)
            return none;
        bytes += pass.kind >= JP_DWARF_PASS_TREE ? sizeof(uint32_t) : 1;
    }
    if (abbrev->has_code || bytes > UINT16_MAX ||
        abbrev->has_children != (pass.kind >= JP_DWARF_PASS_TREE))
        return none;
    pass.bytes = (uint16_t)bytes;
    return pass;
}

void jp_dwarf_abbrevs_find_passes(struct jp_dwarf_abbrevs *abbrevs)
{
    jp_vec_reserve(&abbrevs->passes, abbrevs->dense_count);
    for (size_t i = 0; i < abbrevs->dense_count; i++)
        jp_vec_push(&abbrevs->passes, pass_of(abbrevs, &abbrevs->list.data[i]));
}
