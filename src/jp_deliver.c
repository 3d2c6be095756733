/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_deliver.h"

#include "jp_file.h"
#include "jp_headline.h"
#include "jp_number.h"

bool jp_deliver_make(jp_mode_run *run, struct jp_session *session, struct jp_buf *out,
                     struct jp_error *error)
{
    struct jp_error failure = JP_ERROR_INIT;

    jp_headline(&session->words, session);
    const bool fine = run(session, out, &failure);
    /* When the filters are the reason for a failure, that is what the user has to know. */
    if (!jp_session_check_filters(session, error))
        return false;
    if (fine)
        jp_headline_zeros(session);
    else
        *error = failure;
    return fine;
}

bool jp_deliver(const struct jp_viewer *viewer, const char *path, struct jp_span bytes,
                const struct jp_say *say, struct jp_error *error)
{
    struct jp_buf words = JP_BUF_INIT;

    if (!viewer->command)
        return jp_file_write(path[0] ? path : "-", bytes, error);
    const bool fine = jp_viewer_show(viewer, path, bytes, &words, error);
    jp_say_text(say, jp_buf_span(&words));
    jp_buf_release(&words);
    return fine;
}

bool jp_deliver_verdict(const struct jp_session *session, struct jp_error *error)
{
    const size_t count = session->broken_limits;

    return count == 0 || jp_error_set(error, JP_EXIT_GATE, NULL, 0, "%zu %s broken", count,
                                      jp_number_words(count, "limit is", "limits are"));
}
