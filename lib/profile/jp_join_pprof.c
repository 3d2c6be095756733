/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_join_pprof.h"

#include "jp_mappings.h"
#include "jp_modules.h"
#include "jp_naming.h"
#include "jp_pprof_names.h"

struct join {
    struct jp_profile *profile;
    const struct jp_pprof *pprof;
    uint32_t source;
    struct jp_modules modules;
    struct jp_pprof_names names;
    uint32_t *locations; /* per location of the pprof profile: the profile's; NOT_MOVED */
    size_t known_count;  /* locations that were there before */
    JP_VEC(uint32_t) threads;
    struct jp_join_map map;
};

#define NOT_MOVED UINT32_MAX

static void add_source(struct join *join, enum jp_side side)
{
    const struct jp_dump *const dump = &join->pprof->dump;
    struct jp_profile *const profile = join->profile;
    const struct jp_source source = {
        .path = jp_intern_add_text(&profile->strings, dump->path),
        .side = side,
        .mtime_ns = dump->mtime_ns,
        .period_bytes = dump->period_bytes,
        .correction = dump->correction,
        .program = jp_intern_add(&profile->strings, jp_intern_span(&dump->strings, dump->program)),
        .record_count = join->pprof->samples.count,
    };

    join->source = (uint32_t)profile->sources.count;
    jp_vec_push(&profile->sources, source);
    if (!profile->program)
        profile->program = source.program;
}

/*
 * Without a build-id nobody knows whether a place in a file is code of the same build as the place
 * that another profile names otherwise, and without an address there is no place: then the frames
 * are what makes the location, in a module of their own.
 */
static uint32_t location_by_frames(struct join *join, const struct jp_pprof_location *location,
                                   struct jp_module module, uint64_t offset, uint64_t address)
{
    struct jp_profile *const profile = join->profile;

    module.build_id = 0;
    module.inode = jp_pprof_names_digest(&join->names, location);
    const uint32_t home = jp_profile_module(profile, &module);
    const size_t known_count = profile->locations.count;
    const uint32_t id = jp_profile_location(profile, home, offset, address);
    if (id == known_count)
        jp_pprof_names_give(&join->names, location, id);
    return id;
}

/* Is the place that LOCATION names this one, whatever other profiles say of it? */
static bool is_place_of(const struct join *join, const struct jp_pprof_location *location,
                        struct jp_modules_place place)
{
    const uint32_t id = jp_profile_find_location(join->profile, place.module, place.offset);

    if (id == JP_INDEX_NONE || join->profile->modules.data[place.module].build_id)
        return true;
    const struct jp_location *const found = &join->profile->locations.data[id];
    return (id >= join->known_count && !found->is_resolved) ||
           jp_pprof_names_are(&join->names, location, found);
}

static uint32_t make_location(struct join *join, const struct jp_pprof_location *location,
                              uint64_t address)
{
    const uint32_t mapping = jp_pprof_names_mapping(location);

    if (!address && mapping == JP_NO_MODULE)
        return location_by_frames(join, location, jp_modules_unmapped(&join->modules), 0, 0);
    const struct jp_modules_place place = jp_modules_place_in(&join->modules, mapping, address);
    if (!address || !is_place_of(join, location, place))
        return location_by_frames(join, location, join->profile->modules.data[place.module],
                                  place.offset, address);
    const uint32_t id = jp_modules_location_in(&join->modules, mapping, address);
    if (join->profile->locations.data[id].frames_count == 0)
        jp_pprof_names_give(&join->names, location, id);
    return id;
}

/* The profile's location, made when a sample first passes through it. */
static uint32_t location_of(struct join *join, uint32_t index)
{
    const struct jp_pprof_location *const location = &join->pprof->locations.data[index];
    const uint64_t address = location->address ? location->address + 1 : 0;

    if (join->locations[index] == NOT_MOVED) {
        join->locations[index] = make_location(join, location, address);
        jp_vec_push(&join->map.addresses,
                    (struct jp_join_address){address, join->locations[index]});
    }
    return join->locations[index];
}

/* A sample without a stack is written as one location of that name, as a sample must have one. */
static bool is_no_stack(const struct join *join, const struct jp_pprof_sample *sample)
{
    const struct jp_pprof *const pprof = join->pprof;

    if (sample->depth != 1)
        return sample->depth == 0;
    const struct jp_pprof_location *const location =
        &pprof->locations.data[pprof->stacks.data[sample->stack_first]];
    if (location->address || location->lines_count != 1)
        return false;
    const uint32_t function = pprof->lines.data[location->lines_first].function;
    return jp_span_equal(jp_intern_span(&pprof->dump.strings, pprof->functions.data[function].name),
                         JP_SPAN(JP_NO_STACK_NAME));
}

static uint32_t stack_of(struct join *join, const struct jp_pprof_sample *sample)
{
    uint32_t stack = JP_ROOT_STACK;

    if (is_no_stack(join, sample))
        return stack;
    for (uint32_t i = sample->depth; i-- > 0;) {
        const uint32_t location = join->pprof->stacks.data[sample->stack_first + i];
        stack = jp_profile_stack(join->profile, stack, location_of(join, location));
    }
    return stack;
}

struct jp_values jp_join_pprof_values(const struct jp_pprof_sample *sample)
{
    return (struct jp_values){
        .of = {
            [JP_INUSE_BYTES] = (double)sample->values[JP_PPROF_INUSE_SPACE],
            [JP_INUSE_OBJECTS] = (double)sample->values[JP_PPROF_INUSE_OBJECTS],
            [JP_ALLOC_BYTES] = (double)sample->values[JP_PPROF_ALLOC_SPACE],
            [JP_ALLOC_OBJECTS] = (double)sample->values[JP_PPROF_ALLOC_OBJECTS],
        }};
}

static void add_sample(struct join *join, const struct jp_pprof_sample *sample)
{
    struct jp_profile *const profile = join->profile;
    const struct jp_values values = jp_join_pprof_values(sample);
    const double period = (double)join->pprof->dump.period_bytes;
    const uint32_t stack = stack_of(join, sample);

    jp_vec_push(&join->map.stacks, stack);
    if (sample->thread != JP_DUMP_PROCESS && !profile->without_threads)
        jp_join_done(profile, join->source, stack, join->threads.data[sample->thread], &values,
                     period);
    jp_join_done(profile, join->source, stack, JP_PROCESS, &values, period);
    profile->sources.data[join->source].has_accum |=
        values.of[JP_ALLOC_BYTES] != 0 || values.of[JP_ALLOC_OBJECTS] != 0;
}

/* Files are looked for only when there is something to find in them. */
static bool lacks_names(const struct jp_pprof *pprof)
{
    for (size_t i = 0; i < pprof->locations.count; i++)
        if (pprof->locations.data[i].lines_count == 0)
            return true;
    return false;
}

static void init(struct join *join, enum jp_side side, struct jp_finder *finder)
{
    const struct jp_pprof *const pprof = join->pprof;

    add_source(join, side);
    jp_modules_init(&join->modules, join->profile, &pprof->dump,
                    lacks_names(pprof) ? finder : NULL);
    join->known_count = join->profile->locations.count;
    jp_pprof_names_init(&join->names, join->profile, pprof, &join->modules);
    join->locations = jp_mem_resize(NULL, pprof->locations.count, sizeof *join->locations);
    for (size_t i = 0; i < pprof->locations.count; i++)
        join->locations[i] = NOT_MOVED;
    for (size_t i = 0; i < pprof->dump.threads.count; i++) {
        const struct jp_dump_thread *const thread = &pprof->dump.threads.data[i];
        jp_vec_push(&join->threads,
                    jp_profile_thread(join->profile, join->source, thread->uid,
                                      jp_intern_span(&pprof->dump.strings, thread->name)));
    }
}

void jp_join_pprof_mapped(struct jp_profile *profile, const struct jp_pprof *pprof,
                          enum jp_side side, struct jp_finder *finder, struct jp_join_map *map)
{
    struct join join = {.profile = profile, .pprof = pprof};

    init(&join, side, finder);
    for (size_t i = 0; i < pprof->samples.count; i++)
        add_sample(&join, &pprof->samples.data[i]);
    jp_modules_complete(&join.modules);
    if (profile->keeps_mappings)
        jp_mappings_keep(profile, &pprof->dump, join.modules.module_of_mapping.data);
    for (size_t i = 0; i < pprof->dump.maps.list.count; i++)
        jp_vec_push(&join.map.modules, join.modules.module_of_mapping.data[i]);
    *map = join.map;
    jp_modules_release(&join.modules);
    jp_vec_release(&join.threads);
    jp_pprof_names_release(&join.names);
    free(join.locations);
}

void jp_join_pprof(struct jp_profile *profile, const struct jp_pprof *pprof, enum jp_side side,
                   struct jp_finder *finder)
{
    struct jp_join_map map;

    jp_join_pprof_mapped(profile, pprof, side, finder, &map);
    jp_join_map_release(&map);
}
