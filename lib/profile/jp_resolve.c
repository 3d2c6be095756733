/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_resolve.h"

#include "jp_allocator.h"
#include "jp_builds.h"
#include "jp_call_site.h"
#include "jp_resolve_tell.h"

#include <string.h>

/* A location to be named: ADDRESS lies inside its call instruction. */
struct asked {
    uint64_t address;
    uint32_t location;
};

/* Work on one module. */
struct resolve {
    struct jp_profile *profile;
    uint32_t module;
    const struct jp_binary *binary; /* its file, refused or not; NULL: none */
    uint32_t owner; /* of the functions that only the module's own code can see: see jp_builds.h */
    JP_VEC(struct asked) asked;
    JP_VEC(uint64_t) addresses; /* of asked, ascending and unique */
    struct jp_names names;
    struct jp_intern_copy strings; /* from names to profile */
    bool is_asked;
};

static int compare_asked(const void *a, const void *b)
{
    const struct asked *const x = a;
    const struct asked *const y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->location > y->location) - (x->location < y->location);
}

static void ask(struct resolve *resolve, const uint32_t *locations, size_t count)
{
    struct jp_profile *const profile = resolve->profile;

    for (size_t i = 0; i < count; i++) {
        struct jp_location *const location = &profile->locations.data[locations[i]];
        uint64_t vaddr;
        if (location->frames_count || location->is_resolved)
            continue;
        if (jp_profile_find_vaddr(profile, locations[i], &vaddr))
            jp_vec_push(&resolve->asked, (struct asked){vaddr - 1, locations[i]});
        else
            location->miss = JP_MISS_NOT_COVERED;
    }
    if (resolve->asked.count)
        qsort(resolve->asked.data, resolve->asked.count, sizeof *resolve->asked.data,
              compare_asked);
    for (size_t i = 0; i < resolve->asked.count; i++) {
        const uint64_t address = resolve->asked.data[i].address;
        if (i == 0 || resolve->asked.data[i - 1].address != address)
            jp_vec_push(&resolve->addresses, address);
    }
}

static void judge_sites(struct resolve *resolve, const struct jp_object *object)
{
    if (resolve->profile->has_plain_addresses)
        return;
    for (size_t i = 0; i < resolve->asked.count; i++) {
        const struct asked *const asked = &resolve->asked.data[i];
        resolve->profile->locations.data[asked->location].site =
            jp_call_site(object, asked->address + 1);
    }
}

static void count_sites(struct resolve *resolve, const uint32_t *locations, size_t count)
{
    struct jp_module *const module = &resolve->profile->modules.data[resolve->module];

    module->judged_count = 0;
    module->call_count = 0;
    for (size_t i = 0; i < count; i++) {
        const enum jp_call_site site = resolve->profile->locations.data[locations[i]].site;
        module->judged_count += site != JP_CALL_UNKNOWN;
        module->call_count += site == JP_CALL_BEFORE;
    }
}

/*
 * False when the code in front of the recorded addresses is another build's. A file that was
 * deleted while the process ran was replaced, as a rule: what has its name now gets no benefit of
 * the doubt.
 */
static bool is_build_that_ran(const struct jp_module *module)
{
    if (module->is_deleted && jp_call_site_is_doubtful(module->judged_count, module->call_count))
        return false;
    return jp_call_site_fits(module->judged_count, module->call_count);
}

static void refuse(struct resolve *resolve, const uint32_t *locations, size_t count)
{
    struct jp_module *const module = &resolve->profile->modules.data[resolve->module];

    module->is_refused = true;
    module->binary = NULL;
    for (size_t i = 0; i < count; i++)
        resolve->profile->locations.data[locations[i]].has_vaddr = false;
    for (size_t i = 0; i < resolve->asked.count; i++)
        resolve->profile->locations.data[resolve->asked.data[i].location].miss =
            JP_MISS_OTHER_BUILD;
}

/*
 * Does a mangled name say that other files cannot see the function? C++ marks static functions with
 * "L" and has one name for all anonymous namespaces.
 */
static bool is_local_linkage(struct jp_span linkage)
{
    return jp_span_starts_with(linkage, JP_SPAN("_Z")) &&
           (jp_span_starts_with(linkage, JP_SPAN("_ZL")) ||
            jp_span_find(linkage, JP_SPAN("_GLOBAL__N_"), 0) != SIZE_MAX);
}

/*
 * A function that others can see is known by its name. A mangled name tells functions of all files
 * apart as well. For the rest (static functions of C) module and file belong to the identity.
 */
static struct jp_function make_function(struct resolve *resolve, const struct jp_name_frame *frame)
{
    const struct jp_span linkage = jp_intern_span(&resolve->names.strings, frame->linkage);
    const bool is_known_by_name =
        frame->is_external || (linkage.len && !is_local_linkage(linkage)) || !frame->function;

    return (struct jp_function){
        .name = jp_intern_copy_id(&resolve->strings, frame->function),
        .linkage = jp_intern_copy_id(&resolve->strings, frame->linkage),
        .module = is_known_by_name ? JP_NO_MODULE : resolve->owner,
        .file = is_known_by_name ? 0 : jp_intern_copy_id(&resolve->strings, frame->file),
    };
}

static void take_entry(struct resolve *resolve, uint32_t location,
                       const struct jp_name_entry *entry)
{
    struct jp_profile *const profile = resolve->profile;
    struct jp_location *const at = &profile->locations.data[location];

    at->miss = entry->miss;
    at->frames_first = (uint32_t)profile->frames.count;
    at->frames_count = entry->frames_count;
    for (uint32_t i = 0; i < entry->frames_count; i++) {
        const struct jp_name_frame *const frame =
            &resolve->names.frames.data[entry->frames_first + i];
        jp_vec_push(&profile->frames,
                    (struct jp_frame){
                        .function = jp_profile_function(profile, make_function(resolve, frame)),
                        .linkage = jp_intern_copy_id(&resolve->strings, frame->linkage),
                        .file = jp_intern_copy_id(&resolve->strings, frame->file),
                        .line = frame->line,
                        .column = frame->column,
                        .is_inlined = frame->is_inlined,
                    });
    }
}

/* Where debug information was looked for that only the reader knew of. */
static void take_tried(struct resolve *resolve)
{
    struct jp_intern *const strings = &resolve->profile->strings;
    struct jp_module *const module = &resolve->profile->modules.data[resolve->module];
    const struct jp_span tried = jp_intern_span(&resolve->names.strings, resolve->names.tried);
    const struct jp_span known = jp_intern_span(strings, module->tried);
    struct jp_buf all = JP_BUF_INIT;

    if (tried.len == 0 || jp_span_find(known, tried, 0) != SIZE_MAX)
        return;
    jp_buf_add(&all, known);
    jp_buf_add(&all, tried);
    module->tried = jp_intern_add(strings, jp_buf_span(&all));
    jp_buf_release(&all);
}

static void take_names(struct resolve *resolve)
{
    take_tried(resolve);
    jp_intern_copy_init(&resolve->strings, &resolve->names.strings, &resolve->profile->strings);
    for (size_t i = 0; i < resolve->asked.count; i++) {
        const struct asked *const asked = &resolve->asked.data[i];
        const struct jp_name_entry *const entry = jp_names_find(&resolve->names, asked->address);
        if (entry)
            take_entry(resolve, asked->location, entry);
        else
            resolve->profile->locations.data[asked->location].miss = JP_MISS_NOT_COVERED;
    }
    jp_intern_copy_release(&resolve->strings);
}

/* Nothing can be asked: every location misses what the module misses. */
static void give_reason(struct jp_profile *profile, uint32_t module, const uint32_t *locations,
                        size_t count)
{
    const struct jp_module *const at = &profile->modules.data[module];

    for (size_t i = 0; i < count; i++) {
        struct jp_location *const location = &profile->locations.data[locations[i]];
        if (location->frames_count == 0 && !location->is_resolved)
            location->miss = at->is_refused ? JP_MISS_OTHER_BUILD : at->miss;
    }
}

/* What is to be asked about a module; false when there is nothing. */
static bool prepare(struct resolve *resolve, const uint32_t *locations, size_t count)
{
    struct jp_profile *const profile = resolve->profile;
    const uint32_t module = resolve->module;
    const struct jp_binary *const binary = profile->modules.data[module].binary;

    if (!binary) {
        give_reason(profile, module, locations, count);
        count_sites(resolve, locations, count);
        return false;
    }
    ask(resolve, locations, count);
    judge_sites(resolve, binary->object);
    count_sites(resolve, locations, count);
    if (!is_build_that_ran(&profile->modules.data[module])) {
        refuse(resolve, locations, count);
        return false;
    }
    return resolve->addresses.count > 0;
}

struct resolve_list {
    struct resolve *data;
    size_t count;
};

/* Which modules are malloc's? It takes as long as the rest of the search for their files, and
 * nothing asks before there are names; so it is done while these are read. */
static void judge_modules(void *argument)
{
    const struct resolve_list *const list = argument;

    for (size_t i = 0; i < list->count; i++) {
        struct jp_profile *const profile = list->data[i].profile;
        struct jp_module *const module = &profile->modules.data[list->data[i].module];
        if (module->is_judged || !list->data[i].binary)
            continue;
        module->is_judged = true;
        module->is_allocator |= jp_allocator_is_module(
            &profile->rules, jp_intern_span(&profile->strings, module->path), list->data[i].binary);
    }
}

/* All modules at once, as each of them may keep a processor busy. */
static void ask_all(struct resolve *resolves, const size_t *first, const uint32_t *of_module,
                    size_t count, struct jp_symbolize_options options, struct jp_dwarf_work *work,
                    struct jp_diags *diags)
{
    JP_VEC(struct jp_symbolize_task) tasks = {0};
    struct resolve_list list = {resolves, count};

    for (size_t i = 0; i < count; i++) {
        struct resolve *const resolve = &resolves[i];
        jp_names_init(&resolve->names);
        if (!prepare(resolve, of_module + first[i], first[i + 1] - first[i]))
            continue;
        resolve->is_asked = true;
        jp_vec_push(&tasks, (struct jp_symbolize_task){
                                .binary = resolve->profile->modules.data[i].binary,
                                .addresses = resolve->addresses.data,
                                .count = resolve->addresses.count,
                                .names = &resolve->names,
                            });
    }
    options.meanwhile = (struct jp_meanwhile){judge_modules, &list};
    jp_symbolize_all(tasks.data, tasks.count, &options, work, diags);
    jp_vec_release(&tasks);
}

void jp_resolve_names(struct jp_profile *profile, const struct jp_symbolize_options *options,
                      struct jp_dwarf_work *work, struct jp_diags *diags)
{
    const size_t module_count = profile->modules.count;
    const size_t location_count = profile->locations.count;
    /* The locations of module m are of_module[first[m]] up to of_module[first[m + 1]]. */
    size_t *const first = jp_mem_resize(NULL, module_count + 2, sizeof *first);
    uint32_t *const of_module = jp_mem_resize(NULL, location_count, sizeof *of_module);

    memset(first, 0, (module_count + 2) * sizeof *first);
    for (size_t i = 0; i < location_count; i++)
        first[profile->locations.data[i].module + 2]++;
    for (size_t i = 2; i < module_count + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < location_count; i++)
        of_module[first[profile->locations.data[i].module + 1]++] = (uint32_t)i;
    struct resolve *const resolves = jp_mem_zeroed(module_count, sizeof *resolves);
    uint32_t *const owners = jp_builds_match(profile);
    for (uint32_t i = 0; i < module_count; i++)
        resolves[i] = (struct resolve){.profile = profile,
                                       .module = i,
                                       .binary = profile->modules.data[i].binary,
                                       .owner = owners[i]};
    free(owners);
    ask_all(resolves, first, of_module, module_count, *options, work, diags);
    for (size_t i = 0; i < module_count; i++) {
        if (resolves[i].is_asked)
            take_names(&resolves[i]);
        jp_vec_release(&resolves[i].asked);
        jp_vec_release(&resolves[i].addresses);
        jp_names_release(&resolves[i].names);
    }
    for (size_t i = 0; i < location_count; i++)
        profile->locations.data[i].is_resolved = true;
    free(resolves);
    free(first);
    free(of_module);
}

void jp_resolve(struct jp_profile *profile, const struct jp_symbolize_options *options,
                struct jp_dwarf_work *work, struct jp_diags *diags)
{
    jp_resolve_names(profile, options, work, diags);
    jp_resolve_tell(profile, "", diags);
}
