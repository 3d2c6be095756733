/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mem.h"

#include "jp_error.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

void jp_mem_exhausted(void)
{
    static const char text[] = "jeprof-c: error: out of memory\n";

    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(JP_EXIT_INTERNAL);
    _exit(JP_EXIT_INTERNAL);
}

void *jp_mem_resize(void *block, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        jp_mem_exhausted();
    void *const moved = realloc(block, bytes ? bytes : 1);
    if (!moved)
        jp_mem_exhausted();
    return moved;
}

void *jp_mem_zeroed(size_t count, size_t size)
{
    void *const block = calloc(count ? count : 1, size ? size : 1);

    if (!block)
        jp_mem_exhausted();
    return block;
}

void *jp_mem_grow(void *block, size_t *capacity, size_t need, size_t size)
{
    size_t wanted = *capacity ? *capacity : 16;

    while (wanted < need) {
        if (wanted > SIZE_MAX / 2)
            jp_mem_exhausted();
        wanted *= 2;
    }
    if (block && wanted == *capacity)
        return block;
    *capacity = wanted;
    return jp_mem_resize(block, wanted, size);
}
