/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An arena hands out memory that is freed all at once.
 *
 * All memory of one product (a dump, a profile, the names of a module) comes from one arena, so
 * nothing in a model is ever freed by itself. Allocation is a pointer increment; pointers stay
 * valid until release or until a reset to an earlier mark. Never returns NULL (see jp_mem.h).
 */
#ifndef JP_ARENA_H
#define JP_ARENA_H

#include "jp_attr.h"
#include "jp_span.h"

#include <stdarg.h>
#include <stddef.h>

struct jp_arena_block;

struct jp_arena {
    struct jp_arena_block *last;
    size_t total_bytes; /* handed out, for statistics and tests */
};

struct jp_arena_mark {
    struct jp_arena_block *block;
    size_t used_bytes;
    size_t total_bytes;
};

#define JP_ARENA_INIT \
    {                 \
        .last = NULL  \
    }

/* SIZE bytes, not initialised, aligned to ALIGN (a power of two). */
JP_RETURNS_NONNULL void *jp_arena_alloc(struct jp_arena *arena, size_t size, size_t align);
/* COUNT zeroed elements of SIZE bytes, aligned for any type. */
JP_RETURNS_NONNULL void *jp_arena_array(struct jp_arena *arena, size_t count, size_t size);
/* A zeroed object of the given type. */
#define jp_arena_new(arena, type) ((type *)jp_arena_array((arena), 1, sizeof(type)))

/* NUL-terminated copies. */
JP_RETURNS_NONNULL char *jp_arena_text(struct jp_arena *arena, struct jp_span span);
JP_RETURNS_NONNULL char *jp_arena_format(struct jp_arena *arena, const char *format, ...)
    JP_PRINTF(2, 3);
/* A copy of the bytes, NUL-terminated as well. */
struct jp_span jp_arena_span(struct jp_arena *arena, struct jp_span span);

/* Scratch use: everything allocated after the mark is gone after the reset. */
struct jp_arena_mark jp_arena_mark(const struct jp_arena *arena);
void jp_arena_reset(struct jp_arena *arena, struct jp_arena_mark mark);

/* Everything in FROM, which is empty afterwards, belongs to ARENA; neither has marks. */
void jp_arena_take(struct jp_arena *arena, struct jp_arena *from);

/* Free everything; the arena is empty and usable afterwards. */
void jp_arena_release(struct jp_arena *arena);

#endif
