/* SPDX-License-Identifier: BSD-2-Clause */
/* What the name of a dump says: of which process it is, and the how many-th. */
#ifndef JP_ORIGIN_H
#define JP_ORIGIN_H

#include "jp_profile.h"

struct jp_origin {
    struct jp_span process; /* the part of the path that stands for the process; empty: unknown */
    uint64_t number;        /* of the dump in its process; 0 when the process is not known */
    bool is_guess;          /* the name may have been made up by somebody */
};

/* See jp_dump_name.h. The span points into PATH. */
struct jp_origin jp_origin_of(struct jp_span path);

/*
 * Are dumps A and B (indices in profile.sources) of one process, as far as their names tell? No
 * when the names say nothing.
 */
bool jp_origin_is_same(const struct jp_profile *profile, size_t a, size_t b);

#endif
