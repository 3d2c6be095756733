/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_speedscope.h"

/* All threads that were asked for go into one file. */
bool jp_mode_speedscope(struct jp_session *session, struct jp_buf *out,
                        JP_UNUSED struct jp_error *error)
{
    const size_t count = session->threads.list.count;
    struct jp_view *const views = jp_mem_zeroed(count, sizeof *views);
    struct jp_report_speedscope_part *const parts = jp_mem_zeroed(count, sizeof *parts);
    struct jp_narrow narrow;
    struct jp_keys keys;

    jp_mode_keys(&keys, session, session->grouping);
    const bool is_narrow = jp_mode_narrow(&narrow, session);
    for (size_t i = 0; i < count; i++) {
        const uint32_t thread = session->threads.list.data[i];
        if (is_narrow)
            jp_narrow_to(&narrow, thread);
        const struct jp_view_options options = jp_session_view(session, thread);
        jp_session_view_init(&views[i], session, &options);
        parts[i] = (struct jp_report_speedscope_part){
            jp_thread_label(&session->profile, thread, &session->arguments.arena), &views[i]};
    }
    if (is_narrow)
        jp_narrow_release(&narrow);
    const struct jp_report_context context = {
        .profile = &session->profile,
        .view = views,
        .keys = &keys,
        .program = jp_mode_program(session),
    };
    jp_report_speedscope(out, &context, parts, count);
    for (size_t i = 0; i < count; i++)
        jp_view_release(&views[i]);
    free(views);
    free(parts);
    jp_keys_release(&keys);
    return true;
}
