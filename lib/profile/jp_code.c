/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_code.h"

#include "jp_symbolize.h"

bool jp_code_find(const struct jp_profile *profile, uint32_t location, struct jp_code *code)
{
    const uint32_t module = profile->locations.data[location].module;
    const struct jp_binary *const binary = profile->modules.data[module].binary;
    uint64_t vaddr;

    if (!binary || !binary->object || !jp_profile_find_vaddr(profile, location, &vaddr))
        return false;
    const struct jp_symbol *const symbol = jp_symbolize_symbol(binary, vaddr - 1);
    if (!symbol)
        return false;
    *code = (struct jp_code){module, symbol->value, symbol->value + symbol->size_bytes};
    return true;
}

int jp_code_compare(const void *left, const void *right)
{
    const struct jp_code *const a = left;
    const struct jp_code *const b = right;

    if (a->module != b->module)
        return a->module < b->module ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}
