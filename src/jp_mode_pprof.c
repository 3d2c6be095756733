/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"

#ifdef HAVE_PPROF

#include "jp_report_pprof.h"

/* All threads that were asked for go into one file. */
bool jp_mode_pprof(struct jp_session *session, struct jp_buf *out, JP_UNUSED struct jp_error *error)
{
    const size_t count = session->threads.list.count;
    struct jp_view(*const views)[JP_METRIC_COUNT] = jp_mem_zeroed(count, sizeof *views);
    struct jp_report_pprof_part *const parts = jp_mem_zeroed(count, sizeof *parts);
    struct jp_narrow narrow;
    struct jp_keys keys;

    jp_mode_keys(&keys, session, session->grouping);
    const bool is_narrow = jp_mode_narrow(&narrow, session);
    for (size_t i = 0; i < count; i++) {
        const uint32_t thread = session->threads.list.data[i];
        if (is_narrow)
            jp_narrow_to(&narrow, thread);
        jp_mode_views_init(views[i], session, thread);
        parts[i] = (struct jp_report_pprof_part){thread, views[i]};
    }
    if (is_narrow)
        jp_narrow_release(&narrow);
    if (count) {
        const struct jp_report_context context = {
            .profile = &session->profile,
            .view = &views[0][session->metric],
            .keys = &keys,
            .program = jp_mode_program(session),
        };
        jp_report_pprof(out, &context, parts, count);
    }
    for (size_t i = 0; i < count; i++)
        jp_mode_views_release(views[i]);
    free(views);
    free(parts);
    jp_keys_release(&keys);
    return true;
}

#else

bool jp_mode_pprof(JP_UNUSED struct jp_session *session, JP_UNUSED struct jp_buf *out,
                   struct jp_error *error)
{
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                        "--pprof: this program was built without it (configure --disable-pprof)");
}

#endif
