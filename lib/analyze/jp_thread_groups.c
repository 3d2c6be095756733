/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_thread_groups.h"

#include "jp_mem.h"

#include <math.h>
#include <stdlib.h>

void jp_thread_pattern(struct jp_buf *out, struct jp_span name)
{
    bool was_digit = false;

    for (size_t i = 0; i < name.len; i++) {
        const bool is_digit = name.ptr[i] >= '0' && name.ptr[i] <= '9';
        if (!is_digit)
            jp_buf_add_byte(out, name.ptr[i]);
        else if (!was_digit)
            jp_buf_add_byte(out, '*');
        was_digit = is_digit;
    }
}

/* A row before it is sorted. */
struct sortable {
    uint32_t group;
    struct jp_thread_row row;
    struct jp_span label;
};

static int compare_keys(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;

    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return (a->row.site > b->row.site) - (a->row.site < b->row.site);
}

static int by_size(double a, double b)
{
    return (fabs(a) < fabs(b)) - (fabs(a) > fabs(b));
}

static int compare_rows(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;

    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    const int order = by_size(a->row.value, b->row.value);
    return order ? order : jp_span_compare(a->label, b->label);
}

struct sortable_group {
    struct jp_thread_group group;
    struct jp_span name;
};

static int compare_groups(const void *left, const void *right)
{
    const struct sortable_group *const a = left;
    const struct sortable_group *const b = right;
    const int order = by_size(a->group.value, b->group.value);

    return order ? order : jp_span_compare(a->name, b->name);
}

struct builder {
    struct jp_thread_groups *groups;
    const struct jp_profile *profile;
    uint32_t *of_thread; /* group of each thread */
    JP_VEC(struct sortable) rows;
};

/* Groups are numbered like their names, which begin with the empty one. */
static void name_groups(struct builder *builder)
{
    const struct jp_profile *const profile = builder->profile;
    struct jp_buf pattern = JP_BUF_INIT;

    builder->of_thread = jp_mem_zeroed(profile->threads.count, sizeof *builder->of_thread);
    for (size_t i = 1; i < profile->threads.count; i++) {
        jp_buf_clear(&pattern);
        jp_thread_pattern(&pattern,
                          jp_intern_span(&profile->strings, profile->threads.data[i].name));
        builder->of_thread[i] = jp_intern_add(&builder->groups->names, jp_buf_span(&pattern));
    }
    for (uint32_t name = 0; name < builder->groups->names.spans.count; name++)
        jp_vec_push(&builder->groups->list, (struct jp_thread_group){.name = name});
    for (size_t i = 1; i < profile->threads.count; i++)
        builder->groups->list.data[builder->of_thread[i]].thread_count++;
    jp_buf_release(&pattern);
}

static void add_samples(struct builder *builder, const struct jp_sites *sites,
                        enum jp_metric metric, const struct jp_span *labels)
{
    for (size_t i = 0; i < builder->profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&builder->profile->samples, i);
        const double value = sample.main.of[metric] - sample.base.of[metric];
        const uint32_t site = sites->of_stack[sample.stack];
        if (sample.thread == JP_PROCESS || site == JP_NO_SITE || value == 0)
            continue;
        const uint32_t group = builder->of_thread[sample.thread];
        jp_vec_push(&builder->rows, (struct sortable){group, {site, value}, labels[site]});
        builder->groups->list.data[group].value += value;
        builder->groups->total += value;
    }
}

static void merge_rows(struct builder *builder)
{
    size_t kept = 0;

    if (builder->rows.count == 0)
        return;
    qsort(builder->rows.data, builder->rows.count, sizeof *builder->rows.data, compare_keys);
    for (size_t i = 1; i < builder->rows.count; i++) {
        if (compare_keys(&builder->rows.data[kept], &builder->rows.data[i]) == 0)
            builder->rows.data[kept].row.value += builder->rows.data[i].row.value;
        else
            builder->rows.data[++kept] = builder->rows.data[i];
    }
    builder->rows.count = kept + 1;
    qsort(builder->rows.data, builder->rows.count, sizeof *builder->rows.data, compare_rows);
}

static void take_rows(struct builder *builder)
{
    struct jp_thread_groups *const groups = builder->groups;

    for (size_t i = 0; i < builder->rows.count; i++) {
        const struct sortable *const row = &builder->rows.data[i];
        struct jp_thread_group *const group = &groups->list.data[row->group];
        if (group->count++ == 0)
            group->first = i;
        jp_vec_push(&groups->rows, row->row);
    }
}

static void sort_groups(struct jp_thread_groups *groups)
{
    const size_t count = groups->list.count;
    struct sortable_group *const list = jp_mem_resize(NULL, count, sizeof *list);
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        list[i] = (struct sortable_group){groups->list.data[i],
                                          jp_intern_span(&groups->names, (uint32_t)i)};
    qsort(list, count, sizeof *list, compare_groups);
    for (size_t i = 0; i < count; i++)
        if (list[i].group.thread_count)
            groups->list.data[kept++] = list[i].group;
    groups->list.count = kept;
    free(list);
}

void jp_thread_groups_init(struct jp_thread_groups *groups, const struct jp_profile *profile,
                           const struct jp_sites *sites, enum jp_metric metric,
                           const struct jp_span *labels)
{
    struct builder builder = {.groups = groups, .profile = profile};

    *groups = (struct jp_thread_groups){.total = 0};
    jp_intern_init(&groups->names);
    name_groups(&builder);
    add_samples(&builder, sites, metric, labels);
    merge_rows(&builder);
    take_rows(&builder);
    sort_groups(groups);
    free(builder.of_thread);
    jp_vec_release(&builder.rows);
}

void jp_thread_groups_release(struct jp_thread_groups *groups)
{
    jp_intern_release(&groups->names);
    jp_vec_release(&groups->list);
    jp_vec_release(&groups->rows);
}
