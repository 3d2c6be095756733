/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stack_facts.h"

#include <stdlib.h>

/* Functions in which a thread's stack begins, where they are not in the C library. */
static bool is_start(struct jp_span name)
{
    static const char *const names[] = {
        "_start",       "main",         "__libc_start_main", "__libc_start_call_main",
        "clone",        "clone3",       "__clone",           "__clone3",
        "start_thread", "thread_start", "_dl_start_user"};

    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        if (jp_span_equal(name, jp_span_of(names[i])))
            return true;
    return false;
}

/* The C library starts threads, and the loader runs constructors. */
static bool is_starter(struct jp_span path)
{
    static const char *const names[] = {"libc.so", "libc-",      "ld-",
                                        "ld.so",   "libpthread", "libc.musl"};
    const struct jp_span name = jp_span_basename(path);

    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        if (jp_span_starts_with(name, jp_span_of(names[i])))
            return true;
    return false;
}

/* A frame that nobody could name says nothing about where it lies in its thread. */
static bool is_broken_off(const struct jp_profile *profile, const struct jp_location *outermost)
{
    const struct jp_module *const module = &profile->modules.data[outermost->module];

    if (!outermost->frames_count || is_starter(jp_intern_span(&profile->strings, module->path)))
        return false;
    const uint32_t last = outermost->frames_first + outermost->frames_count - 1;
    const uint32_t function = profile->frames.data[last].function;
    return !is_start(jp_intern_span(&profile->strings, profile->functions.data[function].name));
}

/* Per stack: does its outermost frame show that frames are missing? The caller frees it. */
static bool *find_broken_off(const struct jp_profile *profile)
{
    bool *const broken = jp_mem_zeroed(profile->stacks.count, sizeof *broken);

    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        broken[i] = stack->parent == JP_ROOT_STACK
                        ? is_broken_off(profile, &profile->locations.data[stack->location])
                        : broken[stack->parent];
    }
    return broken;
}

void jp_stack_facts(struct jp_stack_facts *facts, const struct jp_profile *profile,
                    enum jp_metric metric)
{
    bool *const broken = find_broken_off(profile);

    *facts = (struct jp_stack_facts){0};
    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        facts->has_lost |= source->lost_stacks > 0;
        facts->has_unwound |= source->no_stack_records > source->lost_stacks;
    }
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        if (sample.thread != JP_PROCESS)
            continue;
        const uint32_t depth = jp_profile_depth(profile, sample.stack);
        const double bytes = sample.main.of[metric] + sample.base.of[metric];
        facts->stack_count += depth > 0;
        facts->deepest = depth > facts->deepest ? depth : facts->deepest;
        if (depth == 0)
            facts->no_stack += bytes;
        if (!broken[sample.stack])
            continue;
        facts->broken_off += bytes;
        if (depth == JP_JEMALLOC_DEPTH)
            facts->at_limit += bytes;
    }
    free(broken);
}
