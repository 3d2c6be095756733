/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_join.h"

#include "jp_mappings.h"
#include "jp_modules.h"
#include "jp_noise.h"
#include "jp_number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Work on one dump. */
struct join {
    struct jp_profile *profile;
    const struct jp_dump *dump;
    struct jp_dump *fading; /* the same, when what was joined of it goes; else NULL */
    struct gone {
        size_t addresses, stacks, records; /* bytes: see jp_mem_forget */
    } gone;
    struct jp_diags *diags;
    enum jp_side side;
    uint32_t source;
    struct jp_modules modules;
    JP_VEC(uint32_t) threads; /* profile thread of each dump thread */
    struct jp_join_map map;   /* its stacks: NO_STACK when not yet needed */
    struct jp_index address_index;
    JP_VEC(uint32_t) locations; /* of the stack at hand, youngest first */
    uint64_t process_records;
    double printed[JP_METRIC_COUNT]; /* sums of the process's counters, as printed */
    uint64_t impossible_records;     /* objects without bytes or bytes without objects */
    uint64_t lone_threads;           /* stacks with thread rows only */
    uint64_t huge_records;           /* counters that no process can reach */
};

#define NO_STACK UINT32_MAX

/* From here on a counter is taken for a negative or damaged number. */
#define HUGE_COUNTER (UINT64_C(1) << 63)

static bool same_address(const void *owner, uint32_t id, const void *key)
{
    return ((const struct join *)owner)->map.addresses.data[id].address == *(const uint64_t *)key;
}

/* The names that a symbolized profile carries for its addresses, as frames. */
static void take_own_names(struct join *join, uint32_t location,
                           const struct jp_dump_symbol *symbol)
{
    struct jp_profile *const profile = join->profile;
    struct jp_location *const at = &profile->locations.data[location];

    if (at->frames_count)
        return;
    at->frames_first = (uint32_t)profile->frames.count;
    at->frames_count = symbol->names_count;
    at->is_named_by_dump = true;
    at->miss = JP_MISS_NO_DEBUG_INFO;
    for (uint32_t i = symbol->names_count; i-- > 0;) {
        const uint32_t name = join->dump->symbol_names.data[symbol->names_first + i];
        const struct jp_function function = {
            .name = jp_intern_add(&profile->strings, jp_intern_span(&join->dump->strings, name)),
            .module = JP_NO_MODULE,
        };
        jp_vec_push(&profile->frames, (struct jp_frame){
                                          .function = jp_profile_function(profile, function),
                                          .is_inlined = i > 0,
                                      });
    }
}

static const struct jp_dump_symbol *find_symbol(const struct jp_dump *dump, uint64_t address)
{
    size_t low = 0;
    size_t high = dump->symbols.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (dump->symbols.data[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == dump->symbols.count || dump->symbols.data[low].address != address)
        return NULL;
    return &dump->symbols.data[low];
}

/*
 * A symbolized profile lists callers by their address minus one and the youngest frame as it was
 * recorded; an address may have been both.
 */
static void name_from_dump(struct join *join, uint32_t location, uint64_t address)
{
    if (!jp_dump_is_symbolized(join->dump))
        return;
    const struct jp_dump_symbol *symbol = find_symbol(join->dump, address - 1);
    if (!symbol)
        symbol = find_symbol(join->dump, address);
    if (symbol && symbol->names_count)
        take_own_names(join, location, symbol);
}

static uint32_t location_of(struct join *join, uint64_t address)
{
    const uint64_t hash = jp_hash_mix(address, 0);
    const uint32_t known = jp_index_find(&join->address_index, hash, same_address, join, &address);

    if (known != JP_INDEX_NONE)
        return join->map.addresses.data[known].location;
    const uint32_t location = jp_modules_location(&join->modules, address);
    name_from_dump(join, location, address);
    jp_index_add(&join->address_index, hash, (uint32_t)join->map.addresses.count);
    jp_vec_push(&join->map.addresses, (struct jp_join_address){address, location});
    return location;
}

/* The stack of join->locations. */
static uint32_t find_stack(struct join *join)
{
    struct jp_profile *const profile = join->profile;
    const uint32_t *const locations = join->locations.data;
    const uint32_t depth = (uint32_t)join->locations.count;
    uint32_t stack = JP_ROOT_STACK;

    if (profile->is_series && depth) {
        const uint32_t known = jp_stack_memo_find(&profile->stack_memo, locations, depth);
        if (known != JP_INDEX_NONE)
            return known;
    }
    for (uint32_t i = depth; i-- > 0;)
        stack = jp_profile_stack(profile, stack, locations[i]);
    if (profile->is_series && depth)
        jp_stack_memo_add(&profile->stack_memo, locations, depth, stack);
    return stack;
}

static uint32_t stack_of(struct join *join, uint32_t index)
{
    const struct jp_dump_stack *const recorded = &join->dump->stacks.data[index];

    if (join->map.stacks.data[index] != NO_STACK)
        return join->map.stacks.data[index];
    jp_vec_reserve(&join->locations, recorded->depth);
    join->locations.count = recorded->depth;
    /* From the outermost on: locations are numbered in this order. */
    for (uint32_t i = recorded->depth; i-- > 0;)
        join->locations.data[i] =
            location_of(join, join->dump->addresses.data[recorded->first + i]);
    join->map.stacks.data[index] = find_stack(join);
    return join->map.stacks.data[index];
}

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

static void add_to_sample(struct join *join, uint32_t stack, uint32_t thread,
                          const struct jp_estimate *estimate, uint64_t count)
{
    jp_join_add(join->profile, join->source, stack, thread, estimate, (double)count);
}

static void judge(struct join *join, const struct jp_counters *counters)
{
    if ((counters->objects == 0) != (counters->bytes == 0) ||
        (counters->alloc_objects == 0) != (counters->alloc_bytes == 0))
        join->impossible_records++;
    if ((counters->objects | counters->bytes | counters->alloc_objects | counters->alloc_bytes) >=
        HUGE_COUNTER)
        join->huge_records++;
}

static void by_metric(double values[JP_METRIC_COUNT], const struct jp_counters *counters)
{
    values[JP_INUSE_OBJECTS] = (double)counters->objects;
    values[JP_INUSE_BYTES] = (double)counters->bytes;
    values[JP_ALLOC_OBJECTS] = (double)counters->alloc_objects;
    values[JP_ALLOC_BYTES] = (double)counters->alloc_bytes;
}

static void add_printed(struct join *join, const struct jp_counters *counters)
{
    double values[JP_METRIC_COUNT];

    by_metric(values, counters);
    for (size_t i = 0; i < JP_METRIC_COUNT; i++)
        join->printed[i] += values[i];
}

static void add_record(struct join *join, const struct jp_record *record)
{
    const struct jp_dump *const dump = join->dump;
    struct jp_source *const source = &join->profile->sources.data[join->source];
    const uint32_t stack = stack_of(join, record->stack);
    const struct jp_estimate estimate =
        jp_unbias(record->counters, dump->correction, dump->period_bytes);

    source->record_count++;
    source->has_accum |= record->counters.alloc_objects || record->counters.alloc_bytes;
    judge(join, &record->counters);
    if (record->thread == JP_DUMP_PROCESS) {
        join->process_records++;
        add_printed(join, &record->counters);
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
static void find_process_rows(struct join *join)
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
static void fade(struct join *join, size_t record)
{
    struct jp_dump *const dump = join->fading;
    struct gone *const gone = &join->gone;
    const size_t stack = dump->records.data[record].stack;

    gone->addresses = jp_mem_forget(dump->addresses.data, gone->addresses,
                                    dump->stacks.data[stack].first * sizeof *dump->addresses.data);
    gone->stacks =
        jp_mem_forget(dump->stacks.data, gone->stacks, stack * sizeof *dump->stacks.data);
    gone->records =
        jp_mem_forget(dump->records.data, gone->records, record * sizeof *dump->records.data);
}

static void add_records(struct join *join)
{
    static const size_t step_bytes = 1 << 20;
    const struct jp_dump *const dump = join->dump;
    size_t joined_bytes = 0; /* since the last time */

    for (size_t i = 0; i < dump->records.count; i++) {
        const struct jp_record record = jp_dump_record(dump, i);
        joined_bytes += sizeof *dump->records.data;
        if (join->map.stacks.data[record.stack] == NO_STACK)
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

static void add_source(struct join *join)
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
                });
    if (!profile->program)
        profile->program =
            dump->program
                ? jp_intern_add(&profile->strings, jp_intern_span(&dump->strings, dump->program))
                : profile->sources.data[join->source].program;
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/*
 * gperftools adds the header up from what it prints below it, as it is printed. Where the two
 * differ records are missing: its own buffer was full, or the file lost a part.
 */
static void check_flat_header(struct join *join)
{
    static const char *const names[JP_METRIC_COUNT] = {
        [JP_INUSE_OBJECTS] = "live objects",
        [JP_INUSE_BYTES] = "live bytes",
        [JP_ALLOC_OBJECTS] = "allocated objects",
        [JP_ALLOC_BYTES] = "allocated bytes",
    };
    double header[JP_METRIC_COUNT];

    by_metric(header, &join->dump->header);
    for (size_t i = 0; i < JP_METRIC_COUNT; i++) {
        const double sum = join->printed[i];
        const double larger = header[i] > sum ? header[i] : sum;
        if (fabs(header[i] - sum) <= 0.001 * larger)
            continue;
        jp_diags_add(join->diags, JP_WARNING, join->dump->path, 0,
                     "the records add up to %.0f %s, the header says %.0f: the dump is incomplete "
                     "or was changed",
                     sum, names[i], header[i]);
        return;
    }
}

/*
 * jemalloc prints rounded counts, so that each line is off by up to half a sample, which is worth
 * about period / 2 bytes; four standard deviations of the sum of such roundings are allowed for.
 * Object totals are not compared: there a rounding is worth period / size objects.
 */
static void check_header(struct join *join)
{
    const struct jp_source *const source = &join->profile->sources.data[join->source];
    static const struct {
        enum jp_metric metric;
        const char *name;
    } checks[] = {{JP_INUSE_BYTES, "live"}, {JP_ALLOC_BYTES, "allocated"}};

    if (!join->dump->has_header)
        return;
    if (join->dump->format != JP_DUMP_JEMALLOC) {
        check_flat_header(join);
        return;
    }
    const double rounding =
        4 * (double)source->period_bytes * sqrt(((double)join->process_records + 1) / 12);
    for (size_t i = 0; i < JP_COUNT_OF(checks); i++) {
        const double header = source->header.of[checks[i].metric];
        const double sum = source->sum.of[checks[i].metric];
        const double larger = header > sum ? header : sum;
        if (fabs(header - sum) <= 0.001 * larger + rounding)
            continue;
        jp_diags_add(join->diags, JP_WARNING, join->dump->path, 0,
                     "the records add up to %.0f %s bytes, the header says %.0f: the dump is "
                     "incomplete or was changed",
                     sum, checks[i].name, header);
    }
}

/*
 * Where nothing is corrected the numbers are those of the dump, and a reader may expect each digit:
 * a double has them all up to 2^53.
 */
static bool loses_digits(const struct join *join, const struct jp_source *source)
{
    static const double most = 9007199254740992;
    const bool is_exact = source->correction == JP_CORRECTION_NONE || join->dump->period_bytes <= 1;

    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        if (is_exact && source->sum.of[metric] > most)
            return true;
    }
    return false;
}

const char *jp_join_why_no_stack(const struct jp_source *source)
{
    if (source->lost_stacks == 0)
        return JP_JOIN_NOT_UNWOUND;
    if (source->lost_stacks >= source->no_stack_records)
        return "the lines that had it are damaged";
    return "lines that had it are damaged, and the process's unwinder found no frame";
}

static void tell(struct join *join)
{
    const struct jp_source *const source = &join->profile->sources.data[join->source];
    const char *const path = join->dump->path;
    const enum jp_metric metric =
        source->sum.of[JP_INUSE_BYTES] > 0 ? JP_INUSE_BYTES : JP_ALLOC_BYTES;

    if (source->no_stack.of[metric] > 0)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%.1f %% of the bytes have no stack: %s (shown as [no stack])",
                     share(source->no_stack.of[metric], source->sum.of[metric]),
                     jp_join_why_no_stack(source));
    if (join->impossible_records)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s objects without bytes or bytes without objects; "
                     "kept as printed",
                     join->impossible_records,
                     jp_number_words(join->impossible_records, "record counts", "records count"));
    if (join->huge_records)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s counters of 2^63 or more, which no process can "
                     "reach: the totals mean nothing",
                     join->huge_records,
                     jp_number_words(join->huge_records, "record has", "records have"));
    else if (loses_digits(join, source))
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "numbers above 2^53 (9007199254740992) keep 15 digits: the last ones are not "
                     "those of the dump");
    if (join->lone_threads)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s rows of threads but none of the process (t*): the sum "
                     "of the threads is used",
                     join->lone_threads,
                     jp_number_words(join->lone_threads, "stack has", "stacks have"));
    check_header(join);
}

static void finish_map(struct join *join, struct jp_join_map *map)
{
    for (size_t i = 0; i < join->dump->maps.list.count; i++)
        jp_vec_push(&join->map.modules, join->modules.module_of_mapping.data[i]);
    *map = join->map;
    map->has_process.count = join->dump->stacks.count;
}

static void run(struct join *join, struct jp_finder *finder, struct jp_join_map *map)
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
    tell(join);

    finish_map(join, map);
    jp_modules_release(&join->modules);
    jp_vec_release(&join->threads);
    jp_index_release(&join->address_index);
    jp_vec_release(&join->locations);
}

void jp_join_mapped(struct jp_profile *profile, const struct jp_dump *dump, enum jp_side side,
                    struct jp_finder *finder, struct jp_join_map *map, struct jp_diags *diags)
{
    struct join join = {.profile = profile, .dump = dump, .diags = diags, .side = side};

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
    struct join join = {
        .profile = profile, .dump = dump, .fading = dump, .diags = diags, .side = side};
    struct jp_join_map map;

    run(&join, finder, &map);
    jp_vec_release(&dump->addresses);
    jp_vec_release(&dump->stacks);
    jp_vec_release(&dump->records);
    jp_vec_release(&dump->wide);
    jp_join_map_release(&map);
}
