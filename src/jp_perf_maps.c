/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_perf_maps.h"

#include "jp_file.h"
#include "jp_jit.h"
#include "jp_number.h"
#include "jp_origin.h"

#include <inttypes.h>
#include <sys/stat.h>

static bool apply(struct jp_session *session, const char *path, struct jp_error *error)
{
    struct jp_file file;

    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, error))
        return jp_error_prepend(error, "--perf-map");
    const uint32_t count = jp_jit_name(&session->profile, file.bytes, path, &session->diags);
    jp_diags_add(&session->diags, JP_NOTE, path, 0, "names %" PRIu32 " %s", count,
                 jp_number_words(count, "address", "addresses"));
    jp_file_release(&file);
    return true;
}

/* <folder>/perf-<pid>.map for <folder>/<prefix>.<pid>; false: not that of one process. */
static bool find_beside(struct jp_buf *path, const struct jp_profile *profile)
{
    if (!profile->sources.count)
        return false;
    for (size_t i = 0; i < profile->sources.count; i++)
        if (!jp_origin_is_same(profile, 0, i))
            return false;
    const struct jp_origin origin =
        jp_origin_of(jp_intern_span(&profile->strings, profile->sources.data[0].path));
    const struct jp_span name = jp_span_basename(origin.process);
    const size_t dot = jp_span_rfind_byte(name, '.');
    if (origin.is_guess || dot == SIZE_MAX)
        return false;
    jp_buf_add(path, jp_span_slice(origin.process, 0, origin.process.len - name.len));
    jp_buf_format(path, "perf-%.*s.map", JP_SPAN_ARG(jp_span_slice(name, dot + 1, name.len)));
    return true;
}

static bool apply_beside(struct jp_session *session, struct jp_error *error)
{
    struct jp_buf path = JP_BUF_INIT;
    struct stat status;

    const bool is_there = find_beside(&path, &session->profile) && stat(path.ptr, &status) == 0 &&
                          S_ISREG(status.st_mode);
    const bool fine = !is_there || apply(session, path.ptr, error);
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
        if (!apply(session, maps->list.data[i], error))
            return false;
    return true;
}
