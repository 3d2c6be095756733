/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions made fit for a box: divided into what is read first and what it belongs to,
 * and broken into lines.
 */
#ifndef JP_CAPTION_H
#define JP_CAPTION_H

#include "jp_arena.h"
#include "jp_vec.h"

/*
 * A key of jp_naming.h in its parts. The function is the last part of the name
 * with the type it belongs to, closures included; the scope is the crate, module or namespace in
 * front, or empty.
 *
 *     alloc::sync::Arc<[u8]>::allocate_for_slice_in::{closure}
 *     scope alloc::sync, function Arc<[u8]>::allocate_for_slice_in::{closure}
 *
 * A path behind the last blank, as keys of lines have it, is the place.
 */
struct jp_caption {
    struct jp_span scope;
    struct jp_span function;
    struct jp_span place; /* file name and line, or empty */
};

struct jp_caption jp_caption_of(struct jp_span key);

/*
 * TEXT as valid UTF-8 without control characters and what else must not be shown as it is
 * (jp_visible.h), in ARENA unless it is so already.
 */
struct jp_span jp_caption_clean(struct jp_span text, struct jp_arena *arena);

/* Width of TEXT in any unit; STATE is the caller's own. */
typedef double jp_caption_measure(const void *state, struct jp_span text);

struct jp_caption_limits {
    double width;      /* of a line */
    size_t line_count; /* at least 1 */
    jp_caption_measure *measure;
    const void *state;
};

/*
 * Break TEXT (valid UTF-8) behind "::", ",", "(" and blanks and in front of "<", or anywhere where
 * a piece is wider than a line. What is longer than the limits loses the inside of its template
 * lists, the innermost first, and then its middle; an ellipsis stands for either. Lines that were
 * changed are in ARENA. Returns whether something was left out.
 */
typedef JP_VEC(struct jp_span) jp_caption_lines;
bool jp_caption_break(jp_caption_lines *lines, struct jp_span text,
                      const struct jp_caption_limits *limits, struct jp_arena *arena);

/*
 * SCOPE on one line: where it is too long, its first part, an ellipsis and as many of the last ones
 * as there is room for.
 */
struct jp_span jp_caption_scope(struct jp_span scope, const struct jp_caption_limits *limits,
                                struct jp_arena *arena);

#endif
