/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_view_parts.h"

#include "jp_noise.h"
#include "jp_sum.h"

static double value_of(const struct jp_sample *sample, const struct jp_noise *noise,
                       const struct jp_view_options *options)
{
    const double after = sample->main.of[options->metric];
    const double base = sample->base.of[options->metric];
    const double before = options->drop_negative && base > after ? after : base;

    switch (options->quantity) {
    case JP_QUANTITY_AFTER:
        return after;
    case JP_QUANTITY_BEFORE:
        return before;
    case JP_QUANTITY_VARIANCE:
        return jp_noise_variance(noise, sample, options->metric);
    case JP_QUANTITY_COUNT:
        return jp_noise_count(noise, sample, options->metric);
    default:
        return after - before;
    }
}

/* The nodes that values go to. */
static void find_owners(struct jp_view *view, uint32_t thread)
{
    const struct jp_samples *const samples = &view->profile->samples;

    jp_subset_init(&view->values.owners, view->nodes.count);
    for (size_t i = 0; i < samples->count; i++) {
        const struct jp_sample_key sample = samples->keys[i];
        const uint32_t target = jp_view_of_stack(view, sample.stack);
        if (sample.thread == thread && target != JP_NO_NODE)
            jp_subset_add(&view->values.owners, target);
    }
    jp_subset_finish(&view->values.owners);
}

/* The values of SUMS, which are freed. */
static double *values_of(struct jp_sum *sums, size_t count)
{
    double *const values = jp_mem_resize(NULL, count, sizeof *values);

    for (size_t i = 0; i < count; i++)
        values[i] = jp_sum_value(sums[i]);
    free(sums);
    return values;
}

void jp_view_add_values(struct jp_view *view, const struct jp_view_options *options)
{
    const struct jp_noise noise = options->quantity == JP_QUANTITY_VALUE
                                      ? (struct jp_noise){.period_bytes = 0}
                                      : jp_noise_of(view->profile);
    find_owners(view, options->thread);
    const size_t owner_count = view->values.owners.count;
    struct jp_sum *const of_nodes = jp_mem_zeroed(owner_count, sizeof *of_nodes);
    struct jp_sum total = {0};
    struct jp_sum kept = {0};
    struct jp_sum no_stack = {0};

    for (size_t i = 0; i < view->profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&view->profile->samples, i);
        if (sample.thread != options->thread)
            continue;
        const double value = value_of(&sample, &noise, options);
        const uint32_t target = jp_view_of_stack(view, sample.stack);
        jp_sum_add(&total, value);
        if (target == JP_NO_NODE)
            continue;
        view->kept_count++;
        jp_sum_add(&kept, value);
        jp_sum_add(&of_nodes[jp_subset_place(&view->values.owners, target)], value);
        if (sample.stack == JP_ROOT_STACK)
            jp_sum_add(&no_stack, value);
    }
    view->values.of = values_of(of_nodes, owner_count);
    view->total = jp_sum_value(total);
    view->kept = jp_sum_value(kept);
    view->no_stack = jp_sum_value(no_stack);
}

void jp_view_values_init(struct jp_view_values *values, const double *of_nodes, size_t count)
{
    jp_subset_init(&values->owners, count);
    for (uint32_t i = 0; i < count; i++)
        if (of_nodes[i] != 0)
            jp_subset_add(&values->owners, i);
    jp_subset_finish(&values->owners);
    values->of = jp_mem_resize(NULL, values->owners.count, sizeof *values->of);
    for (uint32_t i = 0; i < count; i++)
        if (of_nodes[i] != 0)
            values->of[jp_subset_place(&values->owners, i)] = of_nodes[i];
}

void jp_view_values_release(struct jp_view_values *values)
{
    jp_subset_release(&values->owners);
    free(values->of);
    *values = (struct jp_view_values){.of = NULL};
}
