/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_join_pprof.h"

#include "jp_join.h"
#include "jp_mappings.h"
#include "jp_modules.h"
#include "jp_naming.h"
#include "jp_noise.h"

#include <string.h>

struct join {
    struct jp_profile *profile;
    const struct jp_pprof *pprof;
    uint32_t source;
    struct jp_modules modules;
    uint32_t *functions; /* per function of the pprof profile: the profile's */
    uint32_t *locations; /* the same of locations */
    size_t known_count;  /* locations that were there before */
    JP_VEC(uint32_t) threads;
    JP_VEC(struct jp_frame) frames; /* of the location at hand */
};

static uint32_t move_text(struct join *join, uint32_t string)
{
    return jp_intern_add(&join->profile->strings,
                         jp_intern_span(&join->pprof->dump.strings, string));
}

static void add_source(struct join *join, enum jp_side side)
{
    const struct jp_dump *const dump = &join->pprof->dump;
    struct jp_profile *const profile = join->profile;
    const struct jp_source source = {
        .path = jp_intern_add_text(&profile->strings, dump->path),
        .side = side,
        .period_bytes = dump->period_bytes,
        .correction = dump->correction,
        .program = move_text(join, dump->program),
        .record_count = join->pprof->samples.count,
    };

    join->source = (uint32_t)profile->sources.count;
    jp_vec_push(&profile->sources, source);
    if (!profile->program)
        profile->program = source.program;
}

/* The places of all locations; those without an address have one as soon as they have frames. */
static void find_places(struct join *join)
{
    const struct jp_pprof *const pprof = join->pprof;

    join->known_count = join->profile->locations.count;
    join->locations = jp_mem_resize(NULL, pprof->locations.count, sizeof *join->locations);
    for (size_t i = 0; i < pprof->locations.count; i++) {
        const struct jp_pprof_location *const location = &pprof->locations.data[i];
        const uint32_t mapping =
            location->mapping == JP_PPROF_NO_MAPPING ? JP_NO_MODULE : location->mapping;
        join->locations[i] = jp_modules_location_in(&join->modules, mapping,
                                                    location->address ? location->address + 1 : 0);
    }
}

/* Per function the one module that has it; JP_NO_MODULE when several have. */
static uint32_t *modules_of_functions(const struct join *join)
{
    enum { NOT_MET = JP_NO_MODULE - 1 };
    const struct jp_pprof *const pprof = join->pprof;
    uint32_t *const modules = jp_mem_resize(NULL, pprof->functions.count, sizeof *modules);

    for (size_t i = 0; i < pprof->functions.count; i++)
        modules[i] = NOT_MET;
    for (size_t i = 0; i < pprof->locations.count; i++) {
        const struct jp_pprof_location *const location = &pprof->locations.data[i];
        const uint32_t module = join->profile->locations.data[join->locations[i]].module;
        for (uint32_t k = 0; k < location->lines_count; k++) {
            const uint32_t function = pprof->lines.data[location->lines_first + k].function;
            const bool is_new = modules[function] == NOT_MET || modules[function] == module;
            modules[function] = is_new ? module : JP_NO_MODULE;
        }
    }
    for (size_t i = 0; i < pprof->functions.count; i++)
        if (modules[i] == NOT_MET)
            modules[i] = JP_NO_MODULE;
    return modules;
}

/* Per function: is there another of its name in another file, and no mangled name? */
static bool *find_namesakes(const struct jp_pprof *pprof)
{
    const size_t string_count = pprof->dump.strings.spans.count;
    uint32_t *const first_file = jp_mem_resize(NULL, string_count, sizeof *first_file);
    bool *const has_other = jp_mem_zeroed(string_count, sizeof *has_other);
    bool *const is_namesake = jp_mem_zeroed(pprof->functions.count, sizeof *is_namesake);

    memset(first_file, 0xff, string_count * sizeof *first_file);
    for (size_t i = 0; i < pprof->functions.count; i++) {
        const struct jp_pprof_function *const function = &pprof->functions.data[i];
        if (first_file[function->name] == UINT32_MAX)
            first_file[function->name] = function->file;
        has_other[function->name] |= first_file[function->name] != function->file;
    }
    for (size_t i = 0; i < pprof->functions.count; i++) {
        const struct jp_pprof_function *const function = &pprof->functions.data[i];
        is_namesake[i] = !function->linkage && has_other[function->name];
    }
    free(first_file);
    free(has_other);
    return is_namesake;
}

/*
 * A function is known by its mangled name, or by its name; module and file tell apart those of one
 * name that have no other. Which are local to a file, the format does not say.
 */
static void move_functions(struct join *join)
{
    const struct jp_pprof *const pprof = join->pprof;
    uint32_t *const modules = modules_of_functions(join);
    bool *const is_namesake = find_namesakes(pprof);

    join->functions = jp_mem_resize(NULL, pprof->functions.count, sizeof *join->functions);
    for (size_t i = 0; i < pprof->functions.count; i++) {
        const struct jp_pprof_function *const function = &pprof->functions.data[i];
        const struct jp_function moved = {
            .name = move_text(join, function->name),
            .linkage = move_text(join, function->linkage),
            .module = is_namesake[i] ? modules[i] : JP_NO_MODULE,
            .file = is_namesake[i] ? move_text(join, function->file) : 0,
        };
        join->functions[i] = jp_profile_function(join->profile, moved);
    }
    free(modules);
    free(is_namesake);
}

static void make_frames(struct join *join, const struct jp_pprof_location *location)
{
    join->frames.count = 0;
    for (uint32_t i = 0; i < location->lines_count; i++) {
        const struct jp_pprof_line *const line =
            &join->pprof->lines.data[location->lines_first + i];
        const struct jp_pprof_function *const function =
            &join->pprof->functions.data[line->function];
        jp_vec_push(&join->frames, (struct jp_frame){
                                       .function = join->functions[line->function],
                                       .linkage = move_text(join, function->linkage),
                                       .file = move_text(join, function->file),
                                       .line = line->line,
                                       .column = line->column,
                                       .is_inlined = i + 1 < location->lines_count,
                                   });
    }
}

static bool same_frames(const struct join *join, const struct jp_location *location)
{
    if (location->frames_count != join->frames.count)
        return false;
    for (uint32_t i = 0; i < location->frames_count; i++) {
        const struct jp_frame *const a = &join->profile->frames.data[location->frames_first + i];
        const struct jp_frame *const b = &join->frames.data[i];
        if (a->function != b->function || a->file != b->file || a->line != b->line ||
            a->column != b->column)
            return false;
    }
    return true;
}

static void give_frames(struct join *join, uint32_t id)
{
    struct jp_location *const location = &join->profile->locations.data[id];

    if (join->frames.count == 0)
        return;
    location->frames_first = (uint32_t)join->profile->frames.count;
    location->frames_count = (uint32_t)join->frames.count;
    location->is_resolved = true;
    location->miss = join->frames.data[0].file ? JP_MISS_NONE : JP_MISS_NO_DEBUG_INFO;
    for (size_t i = 0; i < join->frames.count; i++)
        jp_vec_push(&join->profile->frames, join->frames.data[i]);
}

/* The frames at hand as a string that nothing else is equal to. */
static uint32_t frames_text(struct join *join)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_add_text(&text, "frames");
    for (size_t i = 0; i < join->frames.count; i++) {
        const struct jp_frame *const frame = &join->frames.data[i];
        jp_buf_format(&text, " %u:%u:%u:%u", frame->function, frame->file, frame->line,
                      frame->column);
    }
    const uint32_t id = jp_intern_add(&join->profile->strings, jp_buf_span(&text));
    jp_buf_release(&text);
    return id;
}

/*
 * Without a build-id nobody knows whether a place in a file is code of the same build as the place
 * that another profile names otherwise, and without an address there is no place: then the frames
 * are what makes the location, in a module of their own.
 */
static uint32_t location_by_frames(struct join *join, uint32_t id)
{
    struct jp_profile *const profile = join->profile;
    const struct jp_location location = profile->locations.data[id];
    struct jp_module module = profile->modules.data[location.module];

    module.build_id = 0;
    module.inode = UINT64_C(1) << 63 | frames_text(join);
    const uint32_t home = jp_profile_module(profile, &module);
    const size_t known_count = profile->locations.count;
    const uint32_t other = jp_profile_location(profile, home, location.offset, location.address);
    if (other == known_count)
        give_frames(join, other);
    return other;
}

/* A location of another profile has other frames when the build differs. */
static uint32_t place_frames(struct join *join, const struct jp_pprof_location *location,
                             uint32_t id)
{
    const struct jp_location *const found = &join->profile->locations.data[id];
    const struct jp_module *const module = &join->profile->modules.data[found->module];
    const bool is_ours = id >= join->known_count && !found->is_resolved;

    make_frames(join, location);
    if (!location->address || !(is_ours || module->build_id || same_frames(join, found)))
        return location_by_frames(join, id);
    if (found->frames_count == 0)
        give_frames(join, id);
    return id;
}

static void move_locations(struct join *join)
{
    for (size_t i = 0; i < join->pprof->locations.count; i++)
        join->locations[i] =
            place_frames(join, &join->pprof->locations.data[i], join->locations[i]);
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
        stack = jp_profile_stack(join->profile, stack, join->locations[location]);
    }
    return stack;
}

/* Of n objects recorded, n * k were told, and the variance of bytes * k is that of jp_noise.c. */
static void add_sample(struct join *join, const struct jp_pprof_sample *sample)
{
    const int64_t *const values = sample->values;
    struct jp_estimate estimate = {
        .values = {.of = {
                       [JP_INUSE_BYTES] = (double)values[JP_PPROF_INUSE_SPACE],
                       [JP_INUSE_OBJECTS] = (double)values[JP_PPROF_INUSE_OBJECTS],
                       [JP_ALLOC_BYTES] = (double)values[JP_PPROF_ALLOC_SPACE],
                       [JP_ALLOC_OBJECTS] = (double)values[JP_PPROF_ALLOC_OBJECTS],
                   }}};
    const double objects = estimate.values.of[JP_INUSE_OBJECTS];
    const double bytes = estimate.values.of[JP_INUSE_BYTES];
    const double count = jp_noise_recorded(objects, bytes, (double)join->pprof->dump.period_bytes);
    const uint32_t stack = stack_of(join, sample);

    if (count > 0)
        estimate.variance = bytes * bytes * (objects / count - 1) / objects;
    jp_join_add(join->profile, join->source, stack, JP_PROCESS, &estimate, count);
    if (sample->thread != JP_DUMP_PROCESS && !join->profile->without_threads)
        jp_join_add(join->profile, join->source, stack, join->threads.data[sample->thread],
                    &estimate, count);
    join->profile->sources.data[join->source].has_accum |=
        values[JP_PPROF_ALLOC_SPACE] || values[JP_PPROF_ALLOC_OBJECTS];
}

/* Files are looked for only when there is something to find in them. */
static bool lacks_names(const struct jp_pprof *pprof)
{
    for (size_t i = 0; i < pprof->locations.count; i++)
        if (pprof->locations.data[i].lines_count == 0)
            return true;
    return false;
}

void jp_join_pprof(struct jp_profile *profile, const struct jp_pprof *pprof, enum jp_side side,
                   struct jp_finder *finder)
{
    struct join join = {.profile = profile, .pprof = pprof};

    add_source(&join, side);
    jp_modules_init(&join.modules, profile, &pprof->dump, lacks_names(pprof) ? finder : NULL);
    for (size_t i = 0; i < pprof->dump.threads.count; i++) {
        const struct jp_dump_thread *const thread = &pprof->dump.threads.data[i];
        jp_vec_push(&join.threads,
                    jp_profile_thread(profile, join.source, thread->uid,
                                      jp_intern_span(&pprof->dump.strings, thread->name)));
    }
    find_places(&join);
    move_functions(&join);
    move_locations(&join);
    for (size_t i = 0; i < pprof->samples.count; i++)
        add_sample(&join, &pprof->samples.data[i]);
    if (profile->keeps_mappings)
        jp_mappings_keep(profile, &pprof->dump, join.modules.module_of_mapping.data);
    jp_modules_release(&join.modules);
    jp_vec_release(&join.threads);
    jp_vec_release(&join.frames);
    free(join.functions);
    free(join.locations);
}
