/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_join.h"

#include "jp_join_private.h"
#include "jp_mappings.h"
#include "jp_noise.h"

#include <string.h>

void jp_join_add(struct jp_profile *profile, uint32_t source, uint32_t stack, uint32_t thread,
                 const struct jp_estimate *estimate, double count)
{
    struct jp_source *const from = &profile->sources.data[source];
    const uint32_t sample = jp_profile_sample(profile, stack, thread);

    jp_samples_add(&profile->samples, sample, from->side, &estimate->values,
                   profile->without_noise ? 0 : estimate->variance,
                   profile->without_noise ? 0 : count);
    if (thread != JP_PROCESS)
        return;
    jp_values_add(&from->sum, &estimate->values);
    if (stack == JP_ROOT_STACK) {
        jp_values_add(&from->no_stack, &estimate->values);
        from->no_stack_records++;
    }
}

void jp_join_done(struct jp_profile *profile, uint32_t source, uint32_t stack, uint32_t thread,
                  const struct jp_values *values, double period_bytes)
{
    const double bytes = values->of[JP_INUSE_BYTES];
    const double objects = values->of[JP_INUSE_OBJECTS];
    const double count = jp_noise_recorded(objects, bytes, period_bytes);
    struct jp_estimate estimate = {.values = *values};

    /* Of n objects recorded, n * k were told, and the variance of bytes is that of jp_noise.c. */
    if (count > 0)
        estimate.variance = bytes * bytes * (objects / count - 1) / objects;
    jp_join_add(profile, source, stack, thread, &estimate, count);
}

static void add_to_sample(struct jp_joining *join, uint32_t stack, uint32_t thread,
                          const struct jp_estimate *estimate, uint64_t count)
{
    jp_join_add(join->profile, join->source, stack, thread, estimate, (double)count);
}

static void judge(struct jp_joining *join, const struct jp_counters *counters)
{
    if ((counters->objects == 0) != (counters->bytes == 0) ||
        (counters->alloc_objects == 0) != (counters->alloc_bytes == 0))
        join->impossible_records++;
    join->totals.huge_count += jp_totals_is_huge(counters);
}

static void add_record(struct jp_joining *join, const struct jp_record *record)
{
    const struct jp_dump *const dump = join->dump;
    struct jp_source *const source = &join->profile->sources.data[join->source];
    const uint32_t stack = jp_join_stack(join, record->stack);
    const struct jp_estimate estimate =
        jp_unbias(record->counters, dump->correction, dump->period_bytes);

    source->record_count++;
    source->has_accum |= record->counters.alloc_objects || record->counters.alloc_bytes;
    judge(join, &record->counters);
    if (record->thread == JP_DUMP_PROCESS) {
        jp_totals_add(&join->totals, &record->counters);
        add_to_sample(join, stack, JP_PROCESS, &estimate, record->counters.objects);
        return;
    }
    if (!join->profile->without_threads)
        add_to_sample(join, stack, join->threads.data[record->thread], &estimate,
                      record->counters.objects);
    if (!join->map.has_process.data[record->stack])
        add_to_sample(join, stack, JP_PROCESS, &estimate, record->counters.objects);
}

/* Which stacks have a row for the process; the others are summed up from their threads. */
static void find_process_rows(struct jp_joining *join)
{
    const struct jp_dump *const dump = join->dump;
    JP_VEC(bool) has_thread = {0};

    jp_vec_reserve(&join->map.has_process, dump->stacks.count);
    jp_vec_reserve(&has_thread, dump->stacks.count);
    memset(join->map.has_process.data, 0, dump->stacks.count * sizeof(bool));
    memset(has_thread.data, 0, dump->stacks.count * sizeof(bool));
    for (size_t i = 0; i < dump->records.count; i++) {
        const struct jp_kept_record *const record = &dump->records.data[i];
        if (record->thread == JP_DUMP_PROCESS)
            join->map.has_process.data[record->stack] = true;
        else
            has_thread.data[record->stack] = true;
    }
    for (size_t i = 0; i < dump->stacks.count; i++)
        join->lone_threads += has_thread.data[i] && !join->map.has_process.data[i];
    jp_vec_release(&has_thread);
}

/* Nobody looks at records before RECORD any more, or at stacks before that record's. */
static void fade(struct jp_joining *join, size_t record)
{
    struct jp_dump *const dump = join->fading;
    struct jp_join_gone *const gone = &join->gone;
    const size_t stack = dump->records.data[record].stack;

    gone->addresses = jp_mem_forget(dump->addresses.data, gone->addresses,
                                    dump->stacks.data[stack].first * sizeof *dump->addresses.data);
    gone->stacks =
        jp_mem_forget(dump->stacks.data, gone->stacks, stack * sizeof *dump->stacks.data);
    gone->records =
        jp_mem_forget(dump->records.data, gone->records, record * sizeof *dump->records.data);
}

static void add_records(struct jp_joining *join)
{
    static const size_t step_bytes = 1 << 20;
    const struct jp_dump *const dump = join->dump;
    size_t joined_bytes = 0; /* since the last time */

    for (size_t i = 0; i < dump->records.count; i++) {
        const struct jp_record record = jp_dump_record(dump, i);
        joined_bytes += sizeof *dump->records.data;
        if (join->map.stacks.data[record.stack] == JP_JOIN_NO_STACK)
            joined_bytes += dump->stacks.data[record.stack].depth * sizeof *dump->addresses.data;
        add_record(join, &record);
        if (join->fading && joined_bytes >= step_bytes) {
            fade(join, i);
            joined_bytes = 0;
        }
    }
}

static uint32_t lowest_file(struct jp_profile *profile, const struct jp_dump *dump)
{
    for (size_t i = 0; i < dump->maps.list.count; i++) {
        if (dump->maps.list.data[i].kind == JP_MAPPING_FILE)
            return jp_intern_add(&profile->strings,
                                 jp_intern_span(&dump->strings, dump->maps.list.data[i].path));
    }
    return 0;
}

static void add_source(struct jp_joining *join)
{
    struct jp_profile *const profile = join->profile;
    const struct jp_dump *const dump = join->dump;
    const struct jp_estimate header = jp_unbias(dump->header, dump->correction, dump->period_bytes);

    join->source = (uint32_t)profile->sources.count;
    jp_vec_push(&profile->sources,
                (struct jp_source){
                    .path = jp_intern_add_text(&profile->strings, dump->path ? dump->path : ""),
                    .side = join->side,
                    .mtime_ns = dump->mtime_ns,
                    .period_bytes = dump->period_bytes,
                    .correction = dump->correction,
                    .header = dump->has_header ? header.values : (struct jp_values){.of = {0}},
                    .skipped_lines = dump->skipped_lines,
                    .lost_stacks = dump->lost_stacks,
                    .program = lowest_file(profile, dump),
                    .is_cut = dump->is_cut,
                    .has_exact_header = dump->has_header && dump->format == JP_DUMP_JEMALLOC,
                });
    if (!profile->program)
        profile->program =
            dump->program
                ? jp_intern_add(&profile->strings, jp_intern_span(&dump->strings, dump->program))
                : profile->sources.data[join->source].program;
}

static void finish_map(struct jp_joining *join, struct jp_join_map *map)
{
    for (size_t i = 0; i < join->dump->maps.list.count; i++)
        jp_vec_push(&join->map.modules, join->modules.module_of_mapping.data[i]);
    *map = join->map;
    map->has_process.count = join->dump->stacks.count;
}

static void run(struct jp_joining *join, struct jp_finder *finder, struct jp_join_map *map)
{
    struct jp_profile *const profile = join->profile;
    const struct jp_dump *const dump = join->dump;

    add_source(join);
    jp_modules_init(&join->modules, profile, dump, finder);
    for (size_t i = 0; i < dump->threads.count; i++) {
        const struct jp_dump_thread *const thread = &dump->threads.data[i];
        jp_vec_push(&join->threads,
                    jp_profile_thread(profile, join->source, thread->uid,
                                      jp_intern_span(&dump->strings, thread->name)));
    }
    jp_vec_reserve(&join->map.stacks, dump->stacks.count);
    join->map.stacks.count = dump->stacks.count;
    memset(join->map.stacks.data, 0xff, dump->stacks.count * sizeof *join->map.stacks.data);
    find_process_rows(join);
    add_records(join);
    jp_modules_complete(&join->modules);
    if (profile->keeps_mappings)
        jp_mappings_keep(profile, dump, join->modules.module_of_mapping.data);
    jp_join_tell(join);

    finish_map(join, map);
    jp_modules_release(&join->modules);
    jp_vec_release(&join->threads);
    jp_index_release(&join->address_index);
    jp_vec_release(&join->locations);
}

void jp_join_mapped(struct jp_profile *profile, const struct jp_dump *dump, enum jp_side side,
                    struct jp_finder *finder, struct jp_join_map *map, struct jp_diags *diags)
{
    struct jp_joining join = {.profile = profile, .dump = dump, .diags = diags, .side = side};

    run(&join, finder, map);
}

void jp_join_map_release(struct jp_join_map *map)
{
    jp_vec_release(&map->stacks);
    jp_vec_release(&map->has_process);
    jp_vec_release(&map->addresses);
    jp_vec_release(&map->modules);
}

void jp_join(struct jp_profile *profile, struct jp_dump *dump, enum jp_side side,
             struct jp_finder *finder, struct jp_diags *diags)
{
    struct jp_joining join = {
        .profile = profile, .dump = dump, .fading = dump, .diags = diags, .side = side};
    struct jp_join_map map;

    run(&join, finder, &map);
    jp_vec_release(&dump->addresses);
    jp_vec_release(&dump->stacks);
    jp_vec_release(&dump->records);
    jp_vec_release(&dump->wide);
    jp_join_map_release(&map);
}
