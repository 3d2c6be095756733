/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_code_files.h"

#include "jp_modules.h"
#include "jp_remedy.h"

#include <stdlib.h>

struct search {
    struct jp_profile *profile;
    struct jp_finder *finder;
    struct jp_diags *diags;
    bool *is_open; /* per module: still to be looked for */
};

/* A module is of interest when code of it is: its file holds that of functions inlined there too.
 */
static bool find_wanted(struct search *search, const bool *is_wanted)
{
    const struct jp_profile *const profile = search->profile;
    bool any = false;

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const struct jp_module *const module = &profile->modules.data[location->module];
        if (module->kind != JP_MODULE_FILE || module->binary || module->is_refused)
            continue;
        for (uint32_t k = 0; k < location->frames_count; k++)
            if (is_wanted[profile->frames.data[location->frames_first + k].function])
                any = search->is_open[location->module] = true;
    }
    return any;
}

/*
 * Build-ids decide, where both are known. Else the code in front of the recorded addresses has to
 * be what it was when names were found.
 */
static bool is_recorded_build(const struct jp_profile *profile, uint32_t id,
                              const struct jp_object *object)
{
    const struct jp_span recorded = jp_profile_build_id(profile, id);
    const struct jp_span found = jp_object_build_id(object);

    if (recorded.len && found.len)
        return jp_span_equal(recorded, found);
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (location->module == id && location->has_vaddr && location->site != JP_CALL_UNKNOWN &&
            jp_call_site(object, location->vaddr) != location->site)
            return false;
    }
    return true;
}

/* As for a dump; then the file that names were read from, which the user may have named then. */
static const struct jp_binary *find(struct search *search, uint32_t id,
                                    const struct jp_modules *modules, uint32_t file)
{
    const struct jp_profile *const profile = search->profile;
    const struct jp_span known = jp_intern_span(&profile->strings, profile->modules.data[id].file);
    struct jp_module_request request = modules->files.data[file];
    const struct jp_binary *const binary =
        jp_finder_find(search->finder, &request, modules->files.data, modules->files.count);

    if (known.len == 0 || (binary->object && is_recorded_build(profile, id, binary->object)))
        return binary;
    request.path = known;
    const struct jp_binary *const other = jp_finder_find(search->finder, &request, &request, 0);
    return other->object ? other : binary;
}

static void take(struct search *search, uint32_t id, const struct jp_binary *binary)
{
    struct jp_module *const module = &search->profile->modules.data[id];
    const char *const path = jp_intern_text(&search->profile->strings, module->path);
    enum jp_miss miss = binary->miss;

    search->is_open[id] = false;
    if (binary->object && is_recorded_build(search->profile, id, binary->object)) {
        module->binary = binary;
        return;
    }
    if (binary->object)
        miss = JP_MISS_OTHER_BUILD;
    jp_diags_add(search->diags, JP_WARNING, path, 0, "its code is not at hand: %s; %s",
                 jp_miss_text(miss), jp_remedy(miss, jp_span_of(path)));
}

/* The mappings of one source, from FIRST to END, as the map of a dump. */
static void search_source(struct search *search, size_t first, size_t end)
{
    const struct jp_kept_mapping *const list = search->profile->mappings.data + first;
    struct jp_dump dump = {.path = NULL};
    struct jp_modules modules;

    jp_intern_init(&dump.strings);
    for (size_t i = 0; i < end - first; i++) {
        const bool is_file = list[i].module == JP_NO_MODULE ||
                             search->profile->modules.data[list[i].module].kind == JP_MODULE_FILE;
        const struct jp_mapping mapping = {
            .start = list[i].start,
            .end = list[i].end,
            .offset = list[i].offset,
            .inode = list[i].inode,
            .path = jp_intern_add(&dump.strings,
                                  jp_intern_span(&search->profile->strings, list[i].path)),
            .kind = is_file ? JP_MAPPING_FILE : JP_MAPPING_PSEUDO,
            .is_executable = list[i].is_executable,
            .is_deleted = list[i].is_deleted,
            .has_offset = list[i].has_offset,
        };
        jp_vec_push(&dump.maps.list, mapping);
    }
    jp_modules_init(&modules, search->profile, &dump, search->finder);
    for (size_t i = 0; i < end - first; i++) {
        const uint32_t file = modules.file_of_mapping.data[i];
        if (list[i].module != JP_NO_MODULE && file != JP_NO_MODULE &&
            search->is_open[list[i].module])
            take(search, list[i].module, find(search, list[i].module, &modules, file));
    }
    jp_modules_release(&modules);
    jp_dump_release(&dump);
}

void jp_code_files_find(struct jp_profile *profile, const bool *is_wanted, struct jp_finder *finder,
                        struct jp_diags *diags)
{
    struct search search = {profile, finder, diags,
                            jp_mem_zeroed(profile->modules.count, sizeof(bool))};
    const struct jp_kept_mapping *const list = profile->mappings.data;

    if (find_wanted(&search, is_wanted))
        for (size_t first = 0, end; first < profile->mappings.count; first = end) {
            for (end = first; end < profile->mappings.count; end++)
                if (list[end].source != list[first].source)
                    break;
            search_source(&search, first, end);
        }
    free(search.is_open);
}
