/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Growing vectors of any element type.
 *
 *     JP_VEC(struct jp_frame) frames = {0};
 *     jp_vec_push(&frames, frame);
 *     for (size_t i = 0; i < frames.count; i++) use(&frames.data[i]);
 *     jp_vec_release(&frames);
 *
 * A zeroed vector is empty and usable. Growing may move the elements: keep indices, not pointers.
 */
#ifndef JP_VEC_H
#define JP_VEC_H

#include "jp_mem.h"

#include <stdlib.h>

#define JP_VEC(type)     \
    struct {             \
        type *data;      \
        size_t count;    \
        size_t capacity; \
    }

/* Make room for EXTRA more elements without changing the count. */
#define jp_vec_reserve(vec, extra)                                                      \
    ((void)((vec)->capacity - (vec)->count >= (size_t)(extra) && (vec)->data            \
                ? 0                                                                     \
                : ((vec)->data = jp_mem_grow((vec)->data, &(vec)->capacity,             \
                                             jp_mem_sum((vec)->count, (size_t)(extra)), \
                                             sizeof *(vec)->data),                      \
                   0)))

#define jp_vec_push(vec, ...) \
    (jp_vec_reserve((vec), 1), (void)((vec)->data[(vec)->count++] = (__VA_ARGS__)))

/* Give the memory back; the vector is empty and usable afterwards. */
#define jp_vec_release(vec) \
    (free((vec)->data), (vec)->data = NULL, (void)((vec)->count = (vec)->capacity = 0))

#endif
