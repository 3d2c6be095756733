/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_fragments.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const struct jp_fragment *const a = left;
    const struct jp_fragment *const b = right;

    if (a->waste != b->waste)
        return a->waste < b->waste ? 1 : -1;
    return (a->bin.class_bytes > b->bin.class_bytes) - (a->bin.class_bytes < b->bin.class_bytes);
}

static const struct jp_size_group *find_group(const struct jp_sizes *sizes, double class_bytes)
{
    for (size_t i = 0; i < sizes->groups.count; i++)
        if (sizes->groups.data[i].class_bytes == class_bytes)
            return &sizes->groups.data[i];
    return NULL;
}

static void add_rows(struct jp_fragments *fragments, struct jp_fragment *fragment,
                     const struct jp_sizes *sizes)
{
    const struct jp_size_group *const group = find_group(sizes, fragment->bin.class_bytes);

    fragment->first = fragments->rows.count;
    for (size_t i = 0; group && i < group->count; i++) {
        const struct jp_size_row *const row = &sizes->rows.data[group->first + i];
        jp_vec_push(&fragments->rows,
                    (struct jp_fragment_row){row->site, row->objects,
                                             fragment->waste * row->objects / group->objects});
    }
    fragment->count = fragments->rows.count - fragment->first;
    fragment->profiled = group ? group->objects : 0;
}

void jp_fragments_init(struct jp_fragments *fragments, const struct jp_malloc_stats *stats,
                       const struct jp_sizes *sizes)
{
    *fragments = (struct jp_fragments){.waste = 0};
    for (size_t i = 0; i < stats->bins.count; i++) {
        const struct jp_malloc_bin *const bin = &stats->bins.data[i];
        const double held = bin->slabs * bin->slab_bytes;
        struct jp_fragment fragment = {.bin = *bin,
                                       .waste = fmax(held - bin->objects * bin->class_bytes, 0)};
        if (bin->slabs == 0)
            continue;
        add_rows(fragments, &fragment, sizes);
        fragments->slab_bytes += held;
        fragments->waste += fragment.waste;
        if (fragment.count == 0)
            fragments->unattributed += fragment.waste;
        jp_vec_push(&fragments->list, fragment);
    }
    if (fragments->list.count)
        qsort(fragments->list.data, fragments->list.count, sizeof *fragments->list.data, compare);
}

void jp_fragments_release(struct jp_fragments *fragments)
{
    jp_vec_release(&fragments->list);
    jp_vec_release(&fragments->rows);
}
