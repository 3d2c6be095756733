/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame.h"
#include "jp_mode.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const struct jp_flame_options options = {
        .is_upward = jp_options_is_on(session->options, JP_OPT_INVERTED),
        .has_base = jp_arguments_has_base(&session->arguments),
        .folded_count = session->folded_count,
        .folded_share = jp_mode_folded_share(session),
    };
    struct jp_report_context of_now = *context;
    struct jp_view sides[2];
    struct jp_tree tree;
    struct jp_flame flame;

    jp_mode_sides_init(sides, session, session->thread);
    of_now.view = &sides[0];
    jp_tree_init_of(&tree, sides, 2, context->keys,
                    jp_options_is_on(session->options, JP_OPT_BOTTOM_UP));
    jp_flame_init(&flame, &of_now, &tree, sides, &options);
    const bool has_boxes = flame.after.total[0] > 0 || flame.vanished[0] > 0;
    if (has_boxes)
        jp_flame_svg(out, &flame);
    jp_flame_release(&flame);
    jp_tree_release(&tree);
    jp_mode_sides_release(sides);
    return has_boxes;
}

bool jp_mode_flame(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    if (!jp_mode_one_thread(session, error))
        return false;
    return jp_mode_each_thread(session, session->grouping, report, out, NULL) ||
           jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "nothing to draw: no stack holds anything");
}
