/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_arena.h"

#include "jp_mem.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct jp_arena_block {
    struct jp_arena_block *previous;
    size_t used_bytes;
    size_t size_bytes;
    alignas(max_align_t) char memory[];
};

enum {
    FIRST_BLOCK_BYTES = 512,
    /* One large page, see jp_mem_will_fill. */
    LARGEST_BLOCK_BYTES = (2 << 20) - sizeof(struct jp_arena_block),
};

/* Blocks double in size up to a limit; an object larger than that gets a block of its own size. */
static struct jp_arena_block *add_block(struct jp_arena *arena, size_t need)
{
    size_t size = arena->last ? arena->last->size_bytes : FIRST_BLOCK_BYTES / 2;

    size = size < LARGEST_BLOCK_BYTES / 2 ? size * 2 : LARGEST_BLOCK_BYTES;
    if (size < need)
        size = need;
    if (size > SIZE_MAX - sizeof(struct jp_arena_block))
        jp_mem_exhausted();
    struct jp_arena_block *const block = jp_mem_reserve(sizeof *block + size);
    if (size >= LARGEST_BLOCK_BYTES / 2)
        jp_mem_will_fill(block, sizeof *block + size);

    block->previous = arena->last;
    block->used_bytes = 0;
    block->size_bytes = size;
    arena->last = block;
    return block;
}

void *jp_arena_alloc(struct jp_arena *arena, size_t size, size_t align)
{
    struct jp_arena_block *block = arena->last;
    size_t start = block ? (block->used_bytes + align - 1) & ~(align - 1) : 0;

    if (!block || start > block->size_bytes || size > block->size_bytes - start) {
        block = add_block(arena, size);
        start = 0;
    }
    block->used_bytes = start + size;
    arena->total_bytes += size;
    return block->memory + start;
}

void *jp_arena_array(struct jp_arena *arena, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        jp_mem_exhausted();
    return memset(jp_arena_alloc(arena, bytes, alignof(max_align_t)), 0, bytes);
}

struct jp_span jp_arena_span(struct jp_arena *arena, struct jp_span span)
{
    char *const copy = jp_arena_alloc(arena, span.len + 1, 1);

    if (span.len)
        memcpy(copy, span.ptr, span.len);
    copy[span.len] = '\0';
    return (struct jp_span){copy, span.len};
}

char *jp_arena_text(struct jp_arena *arena, struct jp_span span)
{
    char *const copy = jp_arena_alloc(arena, span.len + 1, 1);

    if (span.len)
        memcpy(copy, span.ptr, span.len);
    copy[span.len] = '\0';
    return copy;
}

char *jp_arena_format(struct jp_arena *arena, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    const size_t size = len < 0 ? 1 : (size_t)len + 1;
    char *const text = jp_arena_alloc(arena, size, 1);

    text[0] = '\0';
    va_start(args, format);
    vsnprintf(text, size, format, args);
    va_end(args);
    return text;
}

struct jp_arena_mark jp_arena_mark(const struct jp_arena *arena)
{
    return (struct jp_arena_mark){arena->last, arena->last ? arena->last->used_bytes : 0,
                                  arena->total_bytes};
}

void jp_arena_reset(struct jp_arena *arena, struct jp_arena_mark mark)
{
    while (arena->last != mark.block) {
        struct jp_arena_block *const previous = arena->last->previous;
        free(arena->last);
        arena->last = previous;
    }
    if (arena->last)
        arena->last->used_bytes = mark.used_bytes;
    arena->total_bytes = mark.total_bytes;
}

void jp_arena_take(struct jp_arena *arena, struct jp_arena *from)
{
    struct jp_arena_block **below = &arena->last;

    /* The last block is the one with room. */
    if (*below)
        below = &(*below)->previous;
    struct jp_arena_block *const rest = *below;
    *below = from->last;
    while (*below)
        below = &(*below)->previous;
    *below = rest;
    arena->total_bytes += from->total_bytes;
    *from = (struct jp_arena){0};
}

void jp_arena_release(struct jp_arena *arena)
{
    jp_arena_reset(arena, (struct jp_arena_mark){NULL, 0, 0});
}
