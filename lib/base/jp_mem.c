/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mem.h"

#include "jp_error.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/*
 * Blocks from here on lie on pages of 2 MiB where the kernel has them: to touch memory for the
 * first time in pages of 4 KiB costs more than filling it does, on virtual machines many times
 * more. A block that is filled at once gains from a quarter of such a page on.
 */
enum { LARGE_BYTES = 2 << 20, HUGE_PAGE_BYTES = 2 << 20, FILLED_BYTES = HUGE_PAGE_BYTES / 4 };

/* BYTES made up to whole large pages. */
static size_t whole_pages(size_t bytes)
{
    return jp_mem_sum(bytes, HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
}

static void give_back(char *piece)
{
    if ((uintptr_t)piece % HUGE_PAGE_BYTES == 0)
        madvise(piece, HUGE_PAGE_BYTES, MADV_DONTNEED);
}

/* A new place for OLD_BYTES of BLOCK, which is freed: page by page, never twice in memory. */
static void *move_to_large(char *block, size_t old_bytes, size_t bytes)
{
    bytes = whole_pages(bytes);
    char *const moved = aligned_alloc(HUGE_PAGE_BYTES, bytes);
    if (!moved)
        jp_mem_exhausted();
#ifdef MADV_HUGEPAGE
    madvise(moved, bytes, MADV_HUGEPAGE);
#endif
    size_t done = 0;
    for (; old_bytes - done >= HUGE_PAGE_BYTES; done += HUGE_PAGE_BYTES) {
        memcpy(moved + done, block + done, HUGE_PAGE_BYTES);
        give_back(block + done);
    }
    if (old_bytes > done)
        memcpy(moved + done, block + done, old_bytes - done);
    free(block);
    return moved;
}

size_t jp_mem_forget(void *block, size_t gone_bytes, size_t bytes)
{
    const uintptr_t start = (uintptr_t)block;
    size_t end =
        (start + gone_bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES - start;

    if (end > bytes || bytes - end < HUGE_PAGE_BYTES)
        return gone_bytes;
    for (; bytes - end >= HUGE_PAGE_BYTES; end += HUGE_PAGE_BYTES)
        give_back((char *)block + end);
    return end;
}

/*
 * The C library keeps more and more of what is freed, up to blocks of 32 MiB, because pages of the
 * system have their price. For blocks below this size it may.
 */
void jp_mem_start(void)
{
#ifdef __GLIBC__
    enum { OWN_PAGES_BYTES = 4 << 20 };

    mallopt(M_MMAP_THRESHOLD, OWN_PAGES_BYTES);
    mallopt(M_TRIM_THRESHOLD, OWN_PAGES_BYTES);
#endif
}

void *jp_mem_grow(void *block, size_t *capacity, size_t need, size_t size)
{
    const size_t old = block ? *capacity : 0;
    size_t wanted = *capacity ? *capacity : 16;
    size_t bytes;

    while (wanted < need) {
        /* Memory that is not touched costs nothing, and large blocks are not moved often. */
        const size_t factor = wanted < LARGE_BYTES / size ? 2 : 4;
        if (wanted > SIZE_MAX / factor)
            jp_mem_exhausted();
        wanted *= factor;
    }
    if (block && wanted == *capacity)
        return block;
    *capacity = wanted;
    if (__builtin_mul_overflow(wanted, size, &bytes))
        jp_mem_exhausted();
    if (bytes < LARGE_BYTES)
        return jp_mem_resize(block, wanted, size);
    return move_to_large(block, old * size, bytes);
}

void *jp_mem_reserve(size_t bytes)
{
    void *const block = bytes < FILLED_BYTES ? malloc(bytes ? bytes : 1)
                                             : aligned_alloc(HUGE_PAGE_BYTES, whole_pages(bytes));

    if (!block)
        jp_mem_exhausted();
    return block;
}

static void make_pages(char *block, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t start = ((uintptr_t)block + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)block + bytes) / page * page;

    madvise((void *)start, end - start, MADV_POPULATE_WRITE);
#else
    (void)block;
    (void)bytes;
#endif
}

void jp_mem_will_fill(void *block, size_t bytes)
{
    static const size_t least_bytes = 64 << 10;

#ifdef MADV_HUGEPAGE
    if (bytes >= FILLED_BYTES && (uintptr_t)block % HUGE_PAGE_BYTES == 0)
        madvise(block, whole_pages(bytes), MADV_HUGEPAGE);
#endif
    /* Where there are no large pages this makes the others; many are made one by one. */
    if (bytes >= least_bytes && bytes < HUGE_PAGE_BYTES)
        make_pages(block, bytes);
}

void jp_mem_make_pages(void *block, size_t bytes)
{
    if (bytes > HUGE_PAGE_BYTES)
        make_pages((char *)block + HUGE_PAGE_BYTES, bytes - HUGE_PAGE_BYTES);
}
