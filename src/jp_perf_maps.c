/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_perf_maps.h"

#include "jp_jit.h"
#include "jp_origin.h"

static bool is_one_process(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++)
        if (!jp_origin_is_same(profile, 0, i))
            return false;
    return profile->sources.count > 0;
}

static bool apply_beside(struct jp_session *session, struct jp_error *error)
{
    struct jp_profile *const profile = &session->profile;
    struct jp_buf path = JP_BUF_INIT;

    enum jp_jit_origin origin;

    const bool is_there =
        is_one_process(profile) &&
        jp_jit_beside(&path, &origin,
                      jp_intern_span(&profile->strings, profile->sources.data[0].path));
    const bool fine =
        !is_there || jp_jit_name(profile, 0, path.ptr, origin, &session->diags, error);
    jp_buf_release(&path);
    return fine;
}

bool jp_perf_maps_apply(struct jp_session *session, struct jp_error *error)
{
    const struct jp_option_value *const maps = &session->options->values[JP_OPT_PERF_MAP];

    if (!maps->is_given)
        return apply_beside(session, error);
    /* The map that was written last has the last word. */
    for (size_t i = maps->list.count; i-- > 0;)
        if (!jp_jit_name(&session->profile, 0, maps->list.data[i], JP_JIT_NAMED, &session->diags,
                         error))
            return false;
    return true;
}
