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

static struct jp_dwarf_pass pass_of(const struct jp_dwarf_abbrevs *abbrevs,
                                    const struct jp_dwarf_abbrev *abbrev)
{
    static const struct jp_dwarf_pass none = {.kind = JP_DWARF_PASS_NONE};
    const struct jp_dwarf_step *step = abbrevs->steps.data + abbrev->step_first;
    struct jp_dwarf_pass pass = {.kind = JP_DWARF_PASS_LEAF};
    uint64_t bytes = 0;

    for (uint32_t left = abbrev->step_count; left; left--, step++) {
        const bool is_block = step->kind == JP_DWARF_STEP_BLOCK;
        if (step->kind == JP_DWARF_STEP_BYTES) {
            bytes += step->bytes;
            continue;
        }
        if ((!is_block && step->kind != JP_DWARF_STEP_SIBLING4) || bytes > UINT8_MAX ||
            pass.kind != JP_DWARF_PASS_LEAF)
            return none;
        pass.kind = is_block ? JP_DWARF_PASS_BLOCK : tree_of(abbrev);
        pass.before = (uint8_t)bytes;
        bytes += is_block ? 1 : sizeof(uint32_t);
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
