/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_module_facts.h"

#include "jp_stack_order.h"
#include "jp_subset.h"

#include <stdlib.h>
#include <string.h>

/* Modules whose bytes are computed: each 64 cost a walk over all stacks. */
#define COUNTED_MODULES 4096

static double total_of(const struct jp_profile *profile, enum jp_metric metric)
{
    double total = 0;

    for (size_t i = 0; i < profile->samples.count; i++)
        total += jp_profile_process_value(profile, i, metric);
    return total;
}

/* Few stacks have bytes of their own: the sums of their samples. */
struct own_bytes {
    struct jp_subset stacks;
    double *of;
};

static struct own_bytes own_bytes_of(const struct jp_profile *profile, enum jp_metric metric)
{
    struct own_bytes own;

    jp_subset_init(&own.stacks, profile->stacks.count);
    for (size_t i = 0; i < profile->samples.count; i++)
        if (jp_profile_process_value(profile, i, metric) != 0)
            jp_subset_add(&own.stacks, profile->samples.keys[i].stack);
    jp_subset_finish(&own.stacks);
    own.of = jp_mem_zeroed(own.stacks.count, sizeof *own.of);
    for (size_t i = 0; i < profile->samples.count; i++) {
        const uint32_t place = jp_subset_place(&own.stacks, profile->samples.keys[i].stack);
        if (place != JP_INDEX_NONE)
            own.of[place] += jp_profile_process_value(profile, i, metric);
    }
    return own;
}

/* The modules, of 64 from one on, that lie on the way from the root to a stack. */
struct seen {
    uint64_t any;
    uint64_t nameless; /* with a location that has no name */
};

/* Per location: what a stack with it has seen; 0: its module is none of the 64 from FIRST on. */
static struct seen *seen_at_locations(const struct jp_profile *profile, uint32_t first)
{
    const size_t count = profile->locations.count;
    struct seen *const seen = jp_mem_resize(NULL, count, sizeof *seen);

    for (size_t i = 0; i < count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const bool is_one = location->module >= first && location->module - first < 64;
        const uint64_t bit = is_one ? UINT64_C(1) << (location->module - first) : 0;
        seen[i] = (struct seen){bit, location->frames_count ? 0 : bit};
    }
    return seen;
}

/* Each of the 64 modules from FIRST on that was SEEN on the way to a stack has its BYTES, once. */
static void add_seen(struct jp_profile_facts *facts, struct seen seen, uint32_t first, double bytes)
{
    for (uint64_t bits = seen.any; bits; bits &= bits - 1)
        facts->modules[first + (uint32_t)__builtin_ctzll(bits)].bytes += bytes;
    for (uint64_t bits = seen.nameless; bits; bits &= bits - 1)
        facts->modules[first + (uint32_t)__builtin_ctzll(bits)].nameless_bytes += bytes;
}

static void add_bytes(struct jp_profile_facts *facts, const struct jp_profile *profile,
                      const struct own_bytes *own, const struct jp_subset *forks, uint32_t first)
{
    const struct jp_stack *const stacks = profile->stacks.data;
    struct seen *const of_location = seen_at_locations(profile, first);
    struct seen *const of_fork = jp_mem_zeroed(forks->count, sizeof *of_fork);
    struct seen seen = {0, 0};

    for (uint32_t i = 1; i < profile->stacks.count; i++) {
        if (stacks[i].parent != i - 1)
            seen = of_fork[jp_subset_place(forks, stacks[i].parent)];
        seen.any |= of_location[stacks[i].location].any;
        seen.nameless |= of_location[stacks[i].location].nameless;
        const uint32_t fork = jp_subset_place(forks, i);
        if (fork != JP_INDEX_NONE)
            of_fork[fork] = seen;
        const uint32_t place = jp_subset_place(&own->stacks, i);
        if (place != JP_INDEX_NONE)
            add_seen(facts, seen, first, own->of[place]);
    }
    free(of_location);
    free(of_fork);
}

static void count_bytes(struct jp_profile_facts *facts, const struct jp_profile *profile)
{
    struct own_bytes own = own_bytes_of(profile, facts->metric);
    struct jp_subset forks = jp_stack_forks(profile->stacks.data, profile->stacks.count);

    for (size_t i = 0; i < facts->count && i < COUNTED_MODULES; i += 64)
        add_bytes(facts, profile, &own, &forks, (uint32_t)i);
    jp_subset_release(&forks);
    jp_subset_release(&own.stacks);
    free(own.of);
}

/* Nobody misses the allocator's names: its frames are not shown. */
static void count_nameless(struct jp_profile_facts *facts, const struct jp_profile *profile)
{
    bool *const is_nameless = jp_mem_zeroed(profile->stacks.count, sizeof *is_nameless);

    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        const struct jp_location *const location = &profile->locations.data[stack->location];
        is_nameless[i] =
            is_nameless[stack->parent] ||
            (!location->frames_count && !profile->modules.data[location->module].is_allocator);
    }
    for (size_t i = 0; i < profile->samples.count; i++) {
        if (is_nameless[profile->samples.keys[i].stack])
            facts->nameless_bytes += jp_profile_process_value(profile, i, facts->metric);
    }
    free(is_nameless);
}

/* A stripped file that still exports some names is, for the user, a file without symbols. */
static enum jp_miss plain_reason(const struct jp_module *module, enum jp_miss miss)
{
    const bool is_stripped =
        module->symbols == JP_SYMBOLS_DYNSYM || module->symbols == JP_SYMBOLS_MINI;

    return miss == JP_MISS_NOT_COVERED && is_stripped ? JP_MISS_NO_SYMBOLS : miss;
}

/* The reason that stands first in the list of reasons is the worst. */
static enum jp_miss worse(enum jp_miss a, enum jp_miss b)
{
    if (a == JP_MISS_NONE || b == JP_MISS_NONE)
        return a == JP_MISS_NONE ? b : a;
    return a < b ? a : b;
}

static void count_location(struct jp_module_facts *own, const struct jp_profile *profile,
                           const struct jp_location *location)
{
    const struct jp_module *const module = &profile->modules.data[location->module];

    own->location_count++;
    if (location->frames_count == 0) {
        own->nameless = worse(own->nameless, plain_reason(module, location->miss));
        return;
    }
    const struct jp_frame *const frames = &profile->frames.data[location->frames_first];
    own->named_count++;
    own->inlined_count += frames[0].is_inlined;
    if (!frames[0].line) {
        own->lineless = worse(own->lineless, location->miss);
        return;
    }
    own->lined_count++;
    own->thin_count += location->miss != JP_MISS_NONE;
    own->thin = worse(own->thin, location->miss);
}

static enum jp_names_from names_from(const struct jp_module_facts *own,
                                     const struct jp_module *module)
{
    if (!own->named_count)
        return JP_NAMES_FROM_NONE;
    if (module->symbols == JP_SYMBOLS_PERF_MAP)
        return JP_NAMES_FROM_PERF_MAP;
    if (module->symbols == JP_SYMBOLS_NO_FILE || module->is_refused)
        return JP_NAMES_FROM_PROFILE;
    if (own->inlined_count)
        return JP_NAMES_FROM_DWARF_INLINED;
    if (own->lined_count)
        return own->thin_count == own->lined_count ? JP_NAMES_FROM_DWARF_LINES
                                                   : JP_NAMES_FROM_DWARF;
    if (module->symbols == JP_SYMBOLS_FULL)
        return JP_NAMES_FROM_SYMTAB;
    return module->symbols == JP_SYMBOLS_MINI ? JP_NAMES_FROM_MINI_SYMTAB : JP_NAMES_FROM_DYNSYM;
}

struct ranked {
    double bytes;
    uint32_t module;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *const x = a;
    const struct ranked *const y = b;

    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    return (x->module > y->module) - (x->module < y->module);
}

/* Ids of the modules in the order of RANKED, which is sorted. */
static uint32_t *rank(struct ranked *ranked, size_t count)
{
    uint32_t *const ids = jp_mem_resize(NULL, count, sizeof *ids);

    if (count)
        qsort(ranked, count, sizeof *ranked, compare_ranked);
    for (size_t i = 0; i < count; i++)
        ids[i] = ranked[i].module;
    return ids;
}

static void rank_modules(struct jp_profile_facts *facts)
{
    struct ranked *const ranked = jp_mem_resize(NULL, facts->count, sizeof *ranked);

    for (size_t i = 0; i < facts->count; i++)
        ranked[i] = (struct ranked){facts->modules[i].bytes, (uint32_t)i};
    facts->by_bytes = rank(ranked, facts->count);
    for (size_t i = 0; i < facts->count; i++)
        ranked[i] = (struct ranked){facts->modules[i].nameless_bytes, (uint32_t)i};
    facts->by_nameless_bytes = rank(ranked, facts->count);
    free(ranked);
}

void jp_profile_facts_init(struct jp_profile_facts *facts, const struct jp_profile *profile)
{
    const size_t count = profile->modules.count;
    const enum jp_metric metric =
        total_of(profile, JP_INUSE_BYTES) > 0 ? JP_INUSE_BYTES : JP_ALLOC_BYTES;

    *facts = (struct jp_profile_facts){
        .modules = jp_mem_zeroed(count, sizeof *facts->modules),
        .count = count,
        .total = total_of(profile, metric),
        .metric = metric,
    };
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        count_location(&facts->modules[location->module], profile, location);
    }
    for (size_t i = 0; i < count; i++)
        facts->modules[i].from = names_from(&facts->modules[i], &profile->modules.data[i]);
    count_bytes(facts, profile);
    count_nameless(facts, profile);
    rank_modules(facts);
}

void jp_profile_facts_release(struct jp_profile_facts *facts)
{
    free(facts->modules);
    free(facts->by_bytes);
    free(facts->by_nameless_bytes);
    *facts = (struct jp_profile_facts){0};
}

enum jp_miss jp_module_lacks(const struct jp_module_facts *facts)
{
    return worse(facts->lineless, facts->thin);
}

bool jp_module_is_lined(const struct jp_module_facts *facts)
{
    return facts->lined_count &&
           (facts->lineless == JP_MISS_NONE || facts->lineless == JP_MISS_NOT_COVERED ||
            facts->lineless == JP_MISS_NO_DEBUG_INFO);
}

const char *jp_module_nameless_text(const struct jp_module_facts *facts)
{
    if (facts->nameless == JP_MISS_NO_SYMBOLS && facts->named_count)
        return "the file has exported functions only (stripped) and no debug file was found";
    return jp_miss_text(facts->nameless);
}

const char *jp_module_lineless_text(const struct jp_module_facts *facts)
{
    return jp_module_is_lined(facts) ? "code without debug information was linked in (assembler, "
                                       "start files, libraries)"
                                     : jp_miss_text(facts->lineless);
}

const char *jp_names_from_text(enum jp_names_from from)
{
    static const char *const texts[] = {
        [JP_NAMES_FROM_NONE] = "none",
        [JP_NAMES_FROM_PROFILE] = "the profile",
        [JP_NAMES_FROM_PERF_MAP] = "a perf map",
        [JP_NAMES_FROM_DYNSYM] = ".dynsym",
        [JP_NAMES_FROM_MINI_SYMTAB] = ".gnu_debugdata",
        [JP_NAMES_FROM_SYMTAB] = ".symtab",
        [JP_NAMES_FROM_DWARF_LINES] = "DWARF lines only",
        [JP_NAMES_FROM_DWARF] = "DWARF",
        [JP_NAMES_FROM_DWARF_INLINED] = "DWARF with inlined calls",
    };

    return texts[from];
}
