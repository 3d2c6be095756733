/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_rounding.h"

#include "jp_allocator.h"
#include "jp_mem.h"
#include "jp_sum.h"

#include <math.h>
#include <stdlib.h>

/* The samples of a stack as reports see it, and of a thread. */
struct group {
    struct jp_sample_key key;
    /* Of the metric in turn: */
    struct jp_sum sums[2];  /* by side */
    uint32_t rounded_count; /* samples that were rounded before they were added */
};

struct groups {
    JP_VEC(struct group) list;
    struct jp_index index;
    uint32_t *of_sample; /* by sample: index in list */
};

static bool same_group(const void *owner, uint32_t id, const void *key)
{
    const struct jp_sample_key *const a = &((const struct groups *)owner)->list.data[id].key;
    const struct jp_sample_key *const b = key;

    return a->stack == b->stack && a->thread == b->thread;
}

static uint32_t group_of(struct groups *groups, struct jp_sample_key key)
{
    const uint64_t hash = jp_hash_mix(key.stack, key.thread);
    uint32_t id = jp_index_find(&groups->index, hash, same_group, groups, &key);

    if (id == JP_INDEX_NONE) {
        id = (uint32_t)groups->list.count;
        jp_vec_push(&groups->list, (struct group){.key = key});
        jp_index_add(&groups->index, hash, id);
    }
    return id;
}

static void find_groups(struct groups *groups, const struct jp_profile *profile)
{
    const struct jp_samples *const samples = &profile->samples;
    enum jp_allocator_class *const classes =
        jp_mem_zeroed(profile->locations.count, sizeof *classes);
    struct jp_subset stacks;

    jp_allocator_mark(profile, false, classes);
    jp_subset_init(&stacks, profile->stacks.count);
    for (size_t i = 0; i < samples->count; i++)
        jp_subset_add(&stacks, samples->keys[i].stack);
    jp_subset_finish(&stacks);
    uint32_t *const visible = jp_mem_resize(NULL, stacks.count, sizeof *visible);
    jp_allocator_visible(profile, classes, false, &stacks, visible);
    groups->of_sample = jp_mem_resize(NULL, samples->count, sizeof *groups->of_sample);
    for (size_t i = 0; i < samples->count; i++) {
        const struct jp_sample_key key = samples->keys[i];
        groups->of_sample[i] =
            group_of(groups, (struct jp_sample_key){visible[jp_subset_place(&stacks, key.stack)],
                                                    key.thread});
    }
    free(visible);
    free(classes);
    jp_subset_release(&stacks);
}

/* Is the difference no more than half a unit for each value that was rounded, in each of so many
 * dumps? What was left out for being next to nothing was one as well. */
static bool is_rounding(const struct group *group, size_t dump_count)
{
    const double count = (double)(group->rounded_count ? group->rounded_count : 1);

    return fabs(jp_sum_value(group->sums[JP_SIDE_MAIN]) -
                jp_sum_value(group->sums[JP_SIDE_BASE])) <= 0.5 * count * (double)dump_count;
}

/* SIDE, the sum of DUMP_COUNT dumps, has whole values of the metric. */
static void undo(struct groups *groups, struct jp_samples *samples, enum jp_side side,
                 size_t dump_count, unsigned metric)
{
    const enum jp_side other = side == JP_SIDE_BASE ? JP_SIDE_MAIN : JP_SIDE_BASE;
    double *const whole = samples->columns[(unsigned)side * JP_SIDE_COLUMNS + metric];
    const double *const exact = samples->columns[(unsigned)other * JP_SIDE_COLUMNS + metric];

    if (!whole || !exact)
        return;
    for (size_t i = 0; i < groups->list.count; i++)
        groups->list.data[i] = (struct group){.key = groups->list.data[i].key};
    for (size_t i = 0; i < samples->count; i++) {
        struct group *const group = &groups->list.data[groups->of_sample[i]];
        jp_sum_add(&group->sums[side], whole[i]);
        jp_sum_add(&group->sums[other], exact[i]);
        group->rounded_count += whole[i] != 0;
    }
    for (size_t i = 0; i < samples->count; i++)
        if (is_rounding(&groups->list.data[groups->of_sample[i]], dump_count))
            whole[i] = exact[i];
}

/* How many dumps has SIDE, if their values are those that they were printed with? 0: they are not.
 */
static size_t count_whole(const struct jp_profile *profile, enum jp_side side)
{
    size_t count = 0;

    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        if (source->side != side)
            continue;
        /* --raw writes a period of 0 with values that were corrected. With 1 they are exact. */
        if (source->correction != JP_CORRECTION_NONE && source->correction != JP_CORRECTION_DONE &&
            source->period_bytes != 0)
            return 0;
        count++;
    }
    return count;
}

void jp_rounding_undo(struct jp_profile *profile)
{
    const size_t main_count = count_whole(profile, JP_SIDE_MAIN);
    const size_t base_count = count_whole(profile, JP_SIDE_BASE);
    const enum jp_side whole = base_count ? JP_SIDE_BASE : JP_SIDE_MAIN;
    struct groups groups = {.of_sample = NULL};

    if (!jp_profile_has_base(profile) || !main_count == !base_count)
        return;
    find_groups(&groups, profile);
    for (unsigned metric = 0; metric < JP_METRIC_COUNT; metric++)
        undo(&groups, &profile->samples, whole, main_count + base_count, metric);
    jp_vec_release(&groups.list);
    jp_index_release(&groups.index);
    free(groups.of_sample);
}
