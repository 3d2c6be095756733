/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_origin.h"

#include "jp_dump_name.h"

struct jp_origin jp_origin_of(struct jp_span path)
{
    const struct jp_dump_name name = jp_dump_name_of(path);

    return (struct jp_origin){name.process, name.process.len ? name.seq : 0, name.is_guess};
}

bool jp_origin_is_same(const struct jp_profile *profile, size_t a, size_t b)
{
    const struct jp_intern *const strings = &profile->strings;
    const struct jp_origin one =
        jp_origin_of(jp_intern_span(strings, profile->sources.data[a].path));
    const struct jp_origin other =
        jp_origin_of(jp_intern_span(strings, profile->sources.data[b].path));

    return one.process.len && jp_span_equal(one.process, other.process);
}
