/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Variances and counts of recorded objects add up along the trie as values do, so that the reports'
 * own sums over views of them give the error of every row.
 */
#include "config.h"

#include "jp_errors.h"

#include "jp_mem.h"
#include "jp_noise.h"

#include <math.h>
#include <stdlib.h>

/* Three periods of bytes; of objects nobody knows the size of there may be any number. */
static double unseen_of(const struct jp_profile *profile, enum jp_metric metric)
{
    const double bytes = jp_interval_unseen(jp_noise_of(profile).period_bytes);

    if (metric == JP_INUSE_BYTES || metric == JP_ALLOC_BYTES || bytes == 0)
        return bytes;
    return INFINITY;
}

static void view_of(struct jp_view *view, const struct jp_profile *profile,
                    const struct jp_view_options *options, enum jp_quantity quantity)
{
    struct jp_view_options other = *options;

    other.quantity = quantity;
    jp_view_init(view, profile, &other);
}

static void scatter_values(struct jp_errors *errors, const struct jp_top *top)
{
    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        errors->flat[row->key].value = row->flat;
        errors->cum[row->key].value = row->cum;
    }
}

static void scatter_noise(struct jp_errors *errors, const struct jp_keys *keys)
{
    struct jp_top top;

    jp_top_init(&top, &errors->variance, keys, false);
    for (size_t i = 0; i < top.rows.count; i++) {
        errors->flat[top.rows.data[i].key].variance = top.rows.data[i].flat;
        errors->cum[top.rows.data[i].key].variance = top.rows.data[i].cum;
    }
    jp_top_release(&top);
    jp_top_init(&top, &errors->count, keys, false);
    for (size_t i = 0; i < top.rows.count; i++) {
        errors->flat[top.rows.data[i].key].count = top.rows.data[i].flat;
        errors->cum[top.rows.data[i].key].count = top.rows.data[i].cum;
    }
    jp_top_release(&top);
}

void jp_errors_init(struct jp_errors *errors, const struct jp_profile *profile,
                    const struct jp_view_options *options, const struct jp_keys *keys,
                    const struct jp_top *top, double total)
{
    const size_t key_count = keys->strings.spans.count;

    *errors = (struct jp_errors){
        .flat = jp_mem_zeroed(key_count, sizeof *errors->flat),
        .cum = jp_mem_zeroed(key_count, sizeof *errors->cum),
        .unseen = unseen_of(profile, options->metric),
        .is_difference = jp_profile_has_base(profile),
    };
    view_of(&errors->variance, profile, options, JP_QUANTITY_VARIANCE);
    view_of(&errors->count, profile, options, JP_QUANTITY_COUNT);
    scatter_values(errors, top);
    scatter_noise(errors, keys);
    errors->total = (struct jp_measure){total, errors->variance.total, errors->count.total};
}

void jp_errors_release(struct jp_errors *errors)
{
    jp_view_release(&errors->variance);
    jp_view_release(&errors->count);
    free(errors->flat);
    free(errors->cum);
    *errors = (struct jp_errors){0};
}

struct jp_interval jp_errors_interval(const struct jp_errors *errors, struct jp_measure measure)
{
    if (errors->is_difference)
        return jp_interval_of_difference(measure);
    return jp_interval_of(measure, errors->unseen);
}

static double value_of(const struct jp_peek_row *rows, size_t count, uint32_t key)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].key == key)
            return rows[i].value;
    return 0;
}

/* Rows of one side with the noise that the two other peeks have for the same keys. */
static struct jp_measure *measures_of(const struct jp_peek_row *rows, size_t count,
                                      const struct jp_peek_row *variances, size_t variance_count,
                                      const struct jp_peek_row *counts, size_t count_count)
{
    struct jp_measure *const measures = jp_mem_resize(NULL, count, sizeof *measures);

    for (size_t i = 0; i < count; i++)
        measures[i] = (struct jp_measure){
            rows[i].value,
            value_of(variances, variance_count, rows[i].key),
            value_of(counts, count_count, rows[i].key),
        };
    return measures;
}

static void peek_at(struct jp_peek *peek, const struct jp_view *view, const struct jp_keys *keys,
                    uint32_t key)
{
    struct jp_walk walk;

    jp_walk_init(&walk, view, keys);
    jp_peek_init(peek, &walk, key);
    jp_walk_release(&walk);
}

void jp_errors_peek_init(struct jp_errors_peek *measures, const struct jp_errors *errors,
                         const struct jp_keys *keys, const struct jp_peek *peek, uint32_t key)
{
    struct jp_peek variance;
    struct jp_peek count;

    peek_at(&variance, &errors->variance, keys, key);
    peek_at(&count, &errors->count, keys, key);
    *measures = (struct jp_errors_peek){
        .cum = {peek->cum, variance.cum, count.cum},
        .flat = {peek->flat, variance.flat, count.flat},
        .callers = measures_of(peek->callers.data, peek->callers.count, variance.callers.data,
                               variance.callers.count, count.callers.data, count.callers.count),
        .callees = measures_of(peek->callees.data, peek->callees.count, variance.callees.data,
                               variance.callees.count, count.callees.data, count.callees.count),
    };
    jp_peek_release(&variance);
    jp_peek_release(&count);
}

void jp_errors_peek_release(struct jp_errors_peek *measures)
{
    free(measures->callers);
    free(measures->callees);
    *measures = (struct jp_errors_peek){0};
}
