/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_raw.h"

/* The dump is repeated as a whole, so filters, threads and values have no part in it. */
bool jp_mode_raw(struct jp_session *session, struct jp_buf *out, JP_UNUSED struct jp_error *error)
{
    struct jp_keys keys;

    jp_keys_init(&keys, &session->profile, JP_BY_FUNCTION, JP_NAMES_FULL);
    const struct jp_report_context context = {
        .profile = &session->profile,
        .keys = &keys,
        .program = jp_mode_program(session),
    };
    jp_report_raw(out, &context, jp_buf_span(&session->dump_bytes), session->is_growth);
    jp_keys_release(&keys);
    return true;
}
