/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_number.h"
#include "jp_report_raw.h"

static bool fail_negative(size_t count, struct jp_error *error)
{
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                 "--raw: %zu %s less than in the base, and a dump has no negative counters", count,
                 jp_number_words(count, "row holds", "rows hold"));
    return jp_error_hint(error,
                         "--drop_negative writes them as 0; --pprof writes them as they are");
}

/* All four values are written, with the allocator's frames and complete names. */
static bool report(struct jp_session *session, struct jp_buf *out, const struct jp_view *view,
                   struct jp_error *error)
{
    const uint32_t thread = session->threads.list.data[0];
    const uint32_t only = thread == JP_PROCESS ? JP_NO_THREAD : thread;
    struct jp_raw_rows rows;
    struct jp_keys keys;

    jp_raw_rows_init(&rows, view, only, jp_options_is_on(session->options, JP_OPT_DROP_NEGATIVE));
    const bool fine = rows.negative_count == 0 || fail_negative(rows.negative_count, error);
    if (fine) {
        jp_keys_init(&keys, &session->profile, JP_BY_FUNCTION, JP_NAMES_FULL);
        const struct jp_report_context context = {
            .profile = &session->profile,
            .view = view,
            .keys = &keys,
            .program = jp_mode_program(session),
        };
        jp_report_raw(out, &context, &rows, only);
        jp_keys_release(&keys);
    }
    jp_raw_rows_release(&rows);
    return fine;
}

bool jp_mode_raw(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct jp_view view;

    if (!jp_mode_one_thread(session, error))
        return false;
    struct jp_view_options options = jp_session_view(session, session->threads.list.data[0]);
    options.keep_allocator = true;
    options.fold = NULL;
    jp_session_view_init(&view, session, &options);
    const bool fine = report(session, out, &view, error);
    jp_view_release(&view);
    return fine;
}
