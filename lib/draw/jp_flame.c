/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame.h"

/* Parents have smaller ids, so values add up from the end. */
static double *find_vanished(const struct jp_flame *flame)
{
    const struct jp_tree *const tree = flame->tree;
    double *const vanished = jp_mem_zeroed(tree->nodes.count, sizeof *vanished);

    for (size_t id = tree->nodes.count; id-- > 0;) {
        if (flame->after.total[id] == 0)
            vanished[id] = flame->before.total[id];
        if (id)
            vanished[tree->nodes.data[id].parent] += vanished[id];
    }
    return vanished;
}

void jp_flame_init(struct jp_flame *flame, const struct jp_report_context *context,
                   const struct jp_tree *tree, const struct jp_view sides[2],
                   const struct jp_flame_options *options)
{
    *flame = (struct jp_flame){.context = context, .options = *options, .tree = tree};
    flame->after = jp_tree_values(tree, &sides[0]);
    flame->before = jp_tree_values(tree, &sides[1]);
    flame->vanished = find_vanished(flame);
    jp_flame_groups_init(&flame->groups, context->profile, context->keys);
    jp_report_labels_init(&flame->labels, context->profile, context->keys);
}

void jp_flame_release(struct jp_flame *flame)
{
    jp_report_labels_release(&flame->labels);
    jp_flame_groups_release(&flame->groups);
    free(flame->vanished);
    jp_tree_values_release(&flame->after);
    jp_tree_values_release(&flame->before);
    *flame = (struct jp_flame){0};
}
