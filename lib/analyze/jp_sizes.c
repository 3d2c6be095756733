/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sizes.h"

#include "jp_mem.h"
#include "jp_noise.h"
#include "jp_size_class.h"

#include <math.h>
#include <stdlib.h>

struct sortable {
    struct jp_size_row row;
    struct jp_span label;
};

static int compare_keys(const struct jp_size_row *a, const struct jp_size_row *b)
{
    if (a->class_bytes != b->class_bytes)
        return a->class_bytes < b->class_bytes ? -1 : 1;
    return (a->site > b->site) - (a->site < b->site);
}

static int compare_rows(const void *left, const void *right)
{
    return compare_keys(left, right);
}

static int compare_shown(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;

    if (a->row.class_bytes != b->row.class_bytes)
        return a->row.class_bytes < b->row.class_bytes ? -1 : 1;
    if (a->row.bytes != b->row.bytes)
        return a->row.bytes < b->row.bytes ? 1 : -1;
    const int order = jp_span_compare(a->label, b->label);
    return order ? order : compare_keys(&a->row, &b->row);
}

/* Counts are printed rounded, which moves a mean by half of one recorded object. */
static bool is_mixed(double deviation, double recorded)
{
    return fabs(deviation) > fmax(0.01, recorded > 0 ? 0.5 / recorded : 0);
}

static void add_samples(struct jp_sizes *sizes, const struct jp_profile *profile,
                        const struct jp_sites *sites, bool allocated)
{
    const enum jp_metric bytes_metric = allocated ? JP_ALLOC_BYTES : JP_INUSE_BYTES;
    const enum jp_metric objects_metric = allocated ? JP_ALLOC_OBJECTS : JP_INUSE_OBJECTS;
    const struct jp_noise noise = jp_noise_of(profile);

    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        const double bytes = sample.main.of[bytes_metric];
        const double objects = sample.main.of[objects_metric];
        const uint32_t site = jp_sites_of(sites, profile->samples.keys[i]);
        if (site == JP_NO_SITE || !(objects > 0) || !(bytes > 0))
            continue;
        const double mean = bytes / objects;
        const double class_bytes = jp_size_class_near(mean);
        const double recorded = jp_noise_count(&noise, &sample, objects_metric);
        jp_vec_push(&sizes->rows, (struct jp_size_row){class_bytes, site, objects, bytes,
                                                       is_mixed(mean / class_bytes - 1, recorded)});
    }
}

/* Rows of one class and site become one. */
static void merge(struct jp_sizes *sizes)
{
    size_t kept = 0;

    if (sizes->rows.count == 0)
        return;
    qsort(sizes->rows.data, sizes->rows.count, sizeof *sizes->rows.data, compare_rows);
    for (size_t i = 1; i < sizes->rows.count; i++) {
        struct jp_size_row *const last = &sizes->rows.data[kept];
        const struct jp_size_row *const row = &sizes->rows.data[i];
        if (compare_keys(last, row) == 0) {
            last->objects += row->objects;
            last->bytes += row->bytes;
            last->is_mixed |= row->is_mixed;
        } else {
            sizes->rows.data[++kept] = *row;
        }
    }
    sizes->rows.count = kept + 1;
}

static void sort(struct jp_sizes *sizes, const struct jp_span *labels)
{
    const size_t count = sizes->rows.count;
    struct sortable *const list = jp_mem_resize(NULL, count, sizeof *list);

    for (size_t i = 0; i < count; i++)
        list[i] = (struct sortable){sizes->rows.data[i], labels[sizes->rows.data[i].site]};
    if (count)
        qsort(list, count, sizeof *list, compare_shown);
    for (size_t i = 0; i < count; i++)
        sizes->rows.data[i] = list[i].row;
    free(list);
}

static void group(struct jp_sizes *sizes)
{
    for (size_t i = 0; i < sizes->rows.count; i++) {
        const struct jp_size_row *const row = &sizes->rows.data[i];
        const bool is_new = i == 0 || sizes->rows.data[i - 1].class_bytes != row->class_bytes;
        if (is_new)
            jp_vec_push(&sizes->groups,
                        (struct jp_size_group){.class_bytes = row->class_bytes, .first = i});
        struct jp_size_group *const last = &sizes->groups.data[sizes->groups.count - 1];
        last->objects += row->objects;
        last->bytes += row->bytes;
        last->count++;
        sizes->bytes += row->bytes;
    }
}

void jp_sizes_init(struct jp_sizes *sizes, const struct jp_profile *profile,
                   const struct jp_sites *sites, bool allocated, const struct jp_span *labels)
{
    *sizes = (struct jp_sizes){.bytes = 0};
    add_samples(sizes, profile, sites, allocated);
    merge(sizes);
    sort(sizes, labels);
    group(sizes);
}

void jp_sizes_release(struct jp_sizes *sizes)
{
    jp_vec_release(&sizes->rows);
    jp_vec_release(&sizes->groups);
}
