/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_twin.h"

#include "jp_call_site.h"
#include "jp_vaddr.h"

/* So many addresses tell; more take time only. */
enum { MOST_JUDGED = 2000 };

struct verdict {
    size_t judged;
    size_t calls;
};

static void judge(struct verdict *verdict, const struct jp_module *module, uint64_t vaddr)
{
    const enum jp_call_site site = jp_call_site(module->binary->object, vaddr);

    verdict->judged += site != JP_CALL_UNKNOWN;
    verdict->calls += site == JP_CALL_BEFORE;
}

/* The range that the byte before ADDRESS lies in, or NULL. */
static const struct jp_module_ranges *range_of(const struct jp_module_request *request,
                                               uint64_t address)
{
    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        if (range->has_offset && address > range->start && address <= range->end)
            return range;
    }
    return NULL;
}

static bool fits_dump(const struct jp_dump *dump, const struct jp_module_request *request,
                      const struct jp_module *module)
{
    struct verdict verdict = {0, 0};

    for (size_t i = 0; i < dump->addresses.count && verdict.judged < MOST_JUDGED; i++) {
        const uint64_t address = dump->addresses.data[i];
        const struct jp_module_ranges *const range = range_of(request, address);
        uint64_t vaddr;
        if (range && jp_vaddr_find(module, address - range->start + range->offset, &vaddr))
            judge(&verdict, module, vaddr);
    }
    return jp_call_site_fits(verdict.judged, verdict.calls);
}

static bool fits_profile(const struct jp_profile *profile, uint32_t twin)
{
    const struct jp_module *const module = &profile->modules.data[twin];
    struct verdict verdict = {0, 0};

    for (size_t i = 0; i < profile->locations.count && verdict.judged < MOST_JUDGED; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (location->module == twin && location->has_vaddr)
            judge(&verdict, module, location->vaddr);
    }
    return jp_call_site_fits(verdict.judged, verdict.calls);
}

bool jp_twin_is_possible(const struct jp_profile *profile, const struct jp_dump *dump,
                         const struct jp_module_request *request, const struct jp_module *module)
{
    for (uint32_t i = 0; module->build_id && i < profile->modules.count; i++) {
        const struct jp_module *const twin = &profile->modules.data[i];
        if (twin->build_id != module->build_id || !twin->binary)
            continue;
        if (twin->path == module->path && twin->inode == module->inode)
            return true;
        return fits_dump(dump, request, module) && fits_profile(profile, i);
    }
    return true;
}
