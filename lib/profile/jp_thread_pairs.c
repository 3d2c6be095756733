/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_thread_pairs.h"

#include "jp_mem.h"
#include "jp_origin.h"

#include <stdlib.h>

enum { ON_MAIN = 1, ON_BASE = 2 };

/* A thread with a name that only one side has. */
struct candidate {
    struct jp_span name;
    uint64_t uid;
    uint32_t thread;
    unsigned sides;
};

static int compare(const void *left, const void *right)
{
    const struct candidate *const a = left;
    const struct candidate *const b = right;
    const int names = jp_span_compare(a->name, b->name);

    if (names)
        return names;
    if (a->sides != b->sides)
        return a->sides < b->sides ? -1 : 1;
    if (a->uid != b->uid)
        return a->uid < b->uid ? -1 : 1;
    return (a->thread > b->thread) - (a->thread < b->thread);
}

/* Is some dump of one process with some base? */
static bool has_common_process(const struct jp_profile *profile)
{
    for (size_t a = 0; a < profile->sources.count; a++)
        for (size_t b = 0; b < a; b++)
            if (profile->sources.data[a].side != profile->sources.data[b].side &&
                jp_origin_is_same(profile, a, b))
                return true;
    return profile->is_one_process;
}

static bool has_values(const struct jp_samples *samples, size_t index, enum jp_side side)
{
    for (unsigned column = 0; column < JP_SIDE_COLUMNS; column++)
        if (jp_samples_cell(samples, index, side, column) != 0)
            return true;
    return false;
}

/* By thread: the sides that have values of it. */
static unsigned char *find_sides(const struct jp_profile *profile)
{
    const struct jp_samples *const samples = &profile->samples;
    unsigned char *const sides = jp_mem_zeroed(profile->threads.count, sizeof *sides);

    for (size_t i = 0; i < samples->count; i++) {
        unsigned char *const of_thread = &sides[samples->keys[i].thread];
        *of_thread |= (unsigned char)(has_values(samples, i, JP_SIDE_MAIN) ? ON_MAIN : 0);
        *of_thread |= (unsigned char)(has_values(samples, i, JP_SIDE_BASE) ? ON_BASE : 0);
    }
    return sides;
}

/* LIST begins with threads of one name: those of the dumps, then those of the bases. */
static size_t pair_name(const struct candidate *list, size_t count, uint32_t *partners)
{
    size_t mains = 0;
    size_t end = 0;

    while (end < count && jp_span_equal(list[end].name, list[0].name))
        mains += list[end++].sides == ON_MAIN;
    for (size_t i = 0; i < mains && mains + i < end; i++)
        partners[list[mains + i].thread] = list[i].thread;
    return end;
}

/* By thread of a base: the one that it is joined with; JP_PROCESS: none. */
static uint32_t *find_partners(const struct jp_profile *profile)
{
    const size_t thread_count = profile->threads.count;
    unsigned char *const sides = find_sides(profile);
    struct candidate *const list = jp_mem_resize(NULL, thread_count, sizeof *list);
    uint32_t *const partners = jp_mem_zeroed(thread_count, sizeof *partners);
    size_t count = 0;

    for (uint32_t i = 1; i < thread_count; i++) {
        const struct jp_thread *const thread = &profile->threads.data[i];
        const struct jp_span name = jp_intern_span(&profile->strings, thread->name);
        if (name.len && (sides[i] == ON_MAIN || sides[i] == ON_BASE))
            list[count++] = (struct candidate){name, thread->uid, i, sides[i]};
    }
    if (count)
        qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count;)
        i += pair_name(list + i, count - i, partners);
    free(list);
    free(sides);
    return partners;
}

/* What the bases say of a thread becomes what they say of its partner. */
static void move_samples(struct jp_profile *profile, const uint32_t *partners)
{
    const size_t count = profile->samples.count;

    for (size_t i = 0; i < count; i++) {
        const struct jp_sample_key key = profile->samples.keys[i];
        if (partners[key.thread] != JP_PROCESS)
            jp_samples_move(&profile->samples, JP_SIDE_BASE, i,
                            jp_profile_sample(profile, key.stack, partners[key.thread]));
    }
}

static bool are_joined(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->threads.count; i++)
        if (profile->threads.data[i].partner != JP_PROCESS)
            return true;
    return false;
}

void jp_thread_pairs_join(struct jp_profile *profile)
{
    if (!jp_profile_has_base(profile) || are_joined(profile) || has_common_process(profile))
        return;
    uint32_t *const partners = find_partners(profile);
    move_samples(profile, partners);
    for (size_t i = 0; i < profile->threads.count; i++)
        profile->threads.data[i].partner = partners[i];
    free(partners);
}

/* A partner had nothing of the bases before. */
void jp_thread_pairs_part(struct jp_profile *profile)
{
    if (!are_joined(profile))
        return;
    uint32_t *const owners = jp_mem_zeroed(profile->threads.count, sizeof *owners);
    for (uint32_t i = 1; i < profile->threads.count; i++) {
        struct jp_thread *const thread = &profile->threads.data[i];
        if (thread->partner != JP_PROCESS)
            owners[thread->partner] = i;
        thread->partner = JP_PROCESS;
    }
    move_samples(profile, owners);
    free(owners);
}
