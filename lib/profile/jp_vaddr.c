/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_vaddr.h"

#define PAGE_MASK UINT64_C(0xfff)

static uint64_t mapped_bytes(const struct jp_segment *segment)
{
    const uint64_t end = (segment->vaddr + segment->file_bytes + PAGE_MASK) & ~PAGE_MASK;
    return end - (segment->vaddr & ~PAGE_MASK);
}

/*
 * Where a module's first mapping lies, for maps that name no file offsets. Some list all of a
 * file's mappings, some only the executable one: the length tells, and in doubt it is the lowest
 * segment.
 */
static bool first_vaddr(const struct jp_module *module, uint64_t *vaddr)
{
    size_t count = 0;
    const struct jp_segment *const segments = jp_object_segments(module->binary->object, &count);
    const struct jp_segment *lowest = NULL;
    const struct jp_segment *fitting = NULL;

    for (size_t i = 0; i < count; i++) {
        if (!lowest || segments[i].vaddr < lowest->vaddr)
            lowest = &segments[i];
        if (!fitting && segments[i].is_executable &&
            mapped_bytes(&segments[i]) == module->only_bytes)
            fitting = &segments[i];
    }
    if (!lowest)
        return false;
    *vaddr = (fitting ? fitting : lowest)->vaddr & ~PAGE_MASK;
    return true;
}

bool jp_vaddr_find(const struct jp_module *module, uint64_t offset, uint64_t *vaddr)
{
    uint64_t found;

    if (module->kind != JP_MODULE_FILE || !module->binary || !module->binary->object)
        return false;
    if (module->is_distance) {
        if (!first_vaddr(module, &found))
            return false;
        *vaddr = found + offset;
        return true;
    }
    /* A call may be the last instruction of its segment: the byte before the address decides. */
    if (!jp_object_vaddr_of_offset(module->binary->object, offset - 1, &found))
        return false;
    *vaddr = found + 1;
    return true;
}
