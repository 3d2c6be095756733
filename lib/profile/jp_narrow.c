/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_narrow.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

/* Counting sort: samples of a thread keep their order. */
static void sort_samples(struct jp_narrow *narrow)
{
    const struct jp_samples *const samples = &narrow->samples;
    const size_t thread_count = narrow->profile->threads.count;

    narrow->first = jp_mem_zeroed(thread_count + 1, sizeof *narrow->first);
    narrow->order = jp_mem_resize(NULL, samples->count, sizeof *narrow->order);
    for (size_t i = 0; i < samples->count; i++)
        narrow->first[samples->keys[i].thread + 1]++;
    for (size_t i = 0; i < thread_count; i++)
        narrow->first[i + 1] += narrow->first[i];
    for (size_t i = 0; i < samples->count; i++)
        narrow->order[narrow->first[samples->keys[i].thread]++] = (uint32_t)i;
    memmove(narrow->first + 1, narrow->first, thread_count * sizeof *narrow->first);
    narrow->first[0] = 0;
}

void jp_narrow_init(struct jp_narrow *narrow, struct jp_profile *profile)
{
    *narrow = (struct jp_narrow){
        .profile = profile,
        .samples = profile->samples,
        .stacks = profile->stacks.data,
        .stack_count = profile->stacks.count,
        .stack_capacity = profile->stacks.capacity,
    };
    sort_samples(narrow);
    narrow->ids = jp_mem_zeroed(profile->stacks.count, sizeof *narrow->ids);
    profile->samples = (struct jp_samples){0};
    profile->stacks.data = NULL;
    profile->stacks.count = profile->stacks.capacity = 0;
}

void jp_narrow_release(struct jp_narrow *narrow)
{
    struct jp_profile *const profile = narrow->profile;

    jp_samples_release(&profile->samples);
    jp_vec_release(&profile->stacks);
    profile->samples = narrow->samples;
    profile->stacks.data = narrow->stacks;
    profile->stacks.count = narrow->stack_count;
    profile->stacks.capacity = narrow->stack_capacity;
    free(narrow->order);
    free(narrow->first);
    free(narrow->ids);
    jp_vec_release(&narrow->needed);
}

static int compare(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

/* A number that is not 0 says that the stack is needed. */
static void need(struct jp_narrow *narrow, uint32_t stack)
{
    for (; stack != JP_ROOT_STACK && !narrow->ids[stack]; stack = narrow->stacks[stack].parent) {
        narrow->ids[stack] = 1;
        jp_vec_push(&narrow->needed, stack);
    }
}

static void take_stacks(struct jp_narrow *narrow)
{
    struct jp_profile *const profile = narrow->profile;

    if (narrow->needed.count)
        qsort(narrow->needed.data, narrow->needed.count, sizeof *narrow->needed.data, compare);
    profile->stacks.count = 0;
    jp_vec_push(&profile->stacks, narrow->stacks[JP_ROOT_STACK]);
    for (size_t i = 0; i < narrow->needed.count; i++) {
        struct jp_stack stack = narrow->stacks[narrow->needed.data[i]];
        stack.parent = narrow->ids[stack.parent];
        narrow->ids[narrow->needed.data[i]] = (uint32_t)profile->stacks.count;
        jp_vec_push(&profile->stacks, stack);
    }
}

static void take_sample(struct jp_narrow *narrow, uint32_t index)
{
    struct jp_samples *const to = &narrow->profile->samples;
    const struct jp_sample sample = jp_samples_at(&narrow->samples, index);
    const struct jp_sample_key key = {narrow->ids[sample.stack], sample.thread};

    const uint32_t id = jp_samples_push(to, key);
    jp_samples_add(to, id, JP_SIDE_MAIN, &sample.main, sample.main_variance, sample.main_count);
    jp_samples_add(to, id, JP_SIDE_BASE, &sample.base, sample.base_variance, sample.base_count);
}

void jp_narrow_to(struct jp_narrow *narrow, uint32_t thread)
{
    const size_t first = narrow->first[thread];
    const size_t end = narrow->first[thread + 1];

    narrow->needed.count = 0;
    for (size_t i = first; i < end; i++)
        need(narrow, narrow->samples.keys[narrow->order[i]].stack);
    take_stacks(narrow);
    jp_samples_release(&narrow->profile->samples);
    for (size_t i = first; i < end; i++)
        take_sample(narrow, narrow->order[i]);
    for (size_t i = 0; i < narrow->needed.count; i++)
        narrow->ids[narrow->needed.data[i]] = 0;
}
