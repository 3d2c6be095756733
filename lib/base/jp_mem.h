/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Raw memory. Every allocation of the project goes through these calls, so that no caller has to
 * handle exhaustion: when memory runs out they write a fixed message to stderr and end the process
 * with the exit status of an internal fault (5). Nothing is half-written then, because output
 * files are renamed into place only when complete.
 */
#ifndef JP_MEM_H
#define JP_MEM_H

#include "jp_attr.h"

#include <stddef.h>
#include <stdint.h>

/* Room for COUNT elements of SIZE bytes, keeping the old contents of BLOCK (NULL: none). */
JP_RETURNS_NONNULL void *jp_mem_resize(void *block, size_t count, size_t size);

/* COUNT zeroed elements of SIZE bytes. */
JP_MALLOC void *jp_mem_zeroed(size_t count, size_t size);

/*
 * Grow BLOCK so that it holds at least NEED elements of SIZE bytes; *CAPACITY, in elements, is
 * doubled until it does (large blocks grow faster, what is not used of them takes no memory).
 * Returns the block, which may have moved and is freed with free().
 */
JP_RETURNS_NONNULL void *jp_mem_grow(void *block, size_t *capacity, size_t need, size_t size);

/*
 * To be called once, when the program starts: large blocks that are freed go back to the system at
 * once, so that the steps of a report do not add up to what none of them needs.
 */
void jp_mem_start(void);

/* Report exhaustion and end the process. */
JP_NORETURN void jp_mem_exhausted(void);

/* A + B elements; a sum that does not fit is memory that nobody has. */
static inline size_t jp_mem_sum(size_t a, size_t b)
{
    if (a > SIZE_MAX - b)
        jp_mem_exhausted();
    return a + b;
}

/*
 * Whoever goes through BLOCK from front to back needs no more of it than what lies behind BYTES:
 * large pages before that go back to the system, and have nothing in them from then on. GONE_BYTES
 * is what the last call for BLOCK returned, at first 0.
 */
size_t jp_mem_forget(void *block, size_t gone_bytes, size_t bytes);

/*
 * BYTES of memory, to be freed by free(), that become pages when they are first touched; and the
 * word that all of a BLOCK is going to be written, which gets the pages with fewer faults: those
 * cost more than filling the pages does. Large ones are had where the block was reserved so.
 */
JP_MALLOC void *jp_mem_reserve(size_t bytes);
void jp_mem_will_fill(void *block, size_t bytes);
/* Make the pages of such a block, but for the first large one: in a thread beside the one that
 * fills it, which then need not wait for them. */
void jp_mem_make_pages(void *block, size_t bytes);

#endif
