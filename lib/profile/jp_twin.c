/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_twin.h"

#include "jp_call_site.h"

/* So many addresses tell; more take time only. */
enum { MOST_JUDGED = 200 };

static bool is_doubtful_in_dump(const struct jp_module_request *request,
                                const struct jp_module *module)
{
    const struct jp_module_calls calls = jp_finder_calls(module->binary->object, request);

    return jp_call_site_is_doubtful(calls.judged, calls.calls);
}

static bool is_doubtful_in_profile(const struct jp_profile *profile, uint32_t twin)
{
    const struct jp_module *const module = &profile->modules.data[twin];
    struct jp_module_calls calls = {0, 0};

    for (size_t i = 0; i < profile->locations.count && calls.judged < MOST_JUDGED; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (location->module != twin || !location->has_vaddr)
            continue;
        const enum jp_call_site site = jp_call_site(module->binary->object, location->vaddr);
        calls.judged += site != JP_CALL_UNKNOWN;
        calls.calls += site == JP_CALL_BEFORE;
    }
    return jp_call_site_is_doubtful(calls.judged, calls.calls);
}

/*
 * A linker that writes a program anew often gets the number of the file that it removed, so path
 * and inode are a program's only while its addresses do not speak against that. If both are
 * doubtful the file is another build, but theirs may be one.
 */
static bool is_same_file(const struct jp_profile *profile, const struct jp_module_request *request,
                         const struct jp_module *module, uint32_t twin)
{
    return !module->is_program ||
           is_doubtful_in_dump(request, module) == is_doubtful_in_profile(profile, twin);
}

bool jp_twin_is_possible(const struct jp_profile *profile, const struct jp_module_request *request,
                         const struct jp_module *module)
{
    for (uint32_t i = 0; module->build_id && i < profile->modules.count; i++) {
        const struct jp_module *const twin = &profile->modules.data[i];
        if (twin->build_id != module->build_id || !twin->binary)
            continue;
        if (twin->path == module->path && twin->inode == module->inode)
            return is_same_file(profile, request, module, i);
        return !is_doubtful_in_dump(request, module) && !is_doubtful_in_profile(profile, i);
    }
    return true;
}
