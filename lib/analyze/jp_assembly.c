/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_assembly.h"

#include "jp_tally.h"

#include <stdlib.h>

/*
 * Buckets: the instructions, and behind them the routines. Every location has at most one of each.
 */
static void sort_locations(struct jp_keys *keys, const struct jp_routines *routines,
                           const struct jp_profile *profile)
{
    const size_t instruction_count = routines->instructions.count;

    jp_intern_init(&keys->strings);
    keys->first = jp_mem_resize(NULL, profile->locations.count + 1, sizeof *keys->first);
    for (uint32_t i = 0; i < profile->locations.count; i++) {
        size_t routine = 0;
        const size_t instruction = jp_routines_find(routines, profile, i, &routine);
        keys->first[i] = (uint32_t)keys->list.count;
        if (instruction == SIZE_MAX)
            continue;
        jp_vec_push(&keys->list, (uint32_t)instruction);
        jp_vec_push(&keys->list, (uint32_t)(instruction_count + routine));
    }
    keys->first[profile->locations.count] = (uint32_t)keys->list.count;
}

struct ranked {
    struct jp_span name;
    uint32_t routine;
};

static int compare(const void *left, const void *right)
{
    const struct ranked *const a = left;
    const struct ranked *const b = right;
    const int by_name = jp_span_compare(a->name, b->name);

    return by_name ? by_name : (a->routine > b->routine) - (a->routine < b->routine);
}

static void order(struct jp_assembly *assembly, const bool *is_seen,
                  const struct jp_intern *strings, const uint32_t *names)
{
    const struct jp_routines *const routines = assembly->routines;
    JP_VEC(struct ranked) list = {0};

    for (uint32_t i = 0; i < routines->list.count; i++) {
        const uint32_t function = routines->list.data[i].function;
        if (is_seen[i])
            jp_vec_push(&list, (struct ranked){jp_intern_span(strings, names[function]), i});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare);
    for (size_t i = 0; i < list.count; i++)
        jp_vec_push(&assembly->order, list.data[i].routine);
    jp_vec_release(&list);
}

static struct jp_assembly_value *take_values(const struct jp_tally *tally, size_t first,
                                             size_t count)
{
    struct jp_assembly_value *const values = jp_mem_zeroed(count, sizeof *values);

    for (size_t i = 0; i < count; i++)
        values[i] = (struct jp_assembly_value){tally->flat[first + i], tally->cum[first + i]};
    return values;
}

void jp_assembly_init(struct jp_assembly *assembly, const struct jp_routines *routines,
                      const struct jp_view views[JP_METRIC_COUNT], enum jp_metric metric,
                      const struct jp_intern *strings, const uint32_t *names)
{
    const size_t instruction_count = routines->instructions.count;
    const size_t routine_count = routines->list.count;
    bool *const is_seen = jp_mem_zeroed(routine_count, sizeof *is_seen);
    struct jp_keys keys = {.first = NULL};

    *assembly = (struct jp_assembly){.routines = routines};
    sort_locations(&keys, routines, views[0].profile);
    for (size_t m = 0; m < JP_METRIC_COUNT; m++) {
        struct jp_tally tally;
        jp_tally_init(&tally, &views[m], &keys, instruction_count + routine_count);
        for (size_t i = 0; i < routine_count; i++)
            is_seen[i] |= tally.cum[instruction_count + i] != 0;
        if (m == metric) {
            assembly->of_instruction = take_values(&tally, 0, instruction_count);
            assembly->of_routine = take_values(&tally, instruction_count, routine_count);
        }
        jp_tally_release(&tally);
    }
    order(assembly, is_seen, strings, names);
    jp_keys_release(&keys);
    free(is_seen);
}

void jp_assembly_release(struct jp_assembly *assembly)
{
    free(assembly->of_instruction);
    free(assembly->of_routine);
    jp_vec_release(&assembly->order);
}
