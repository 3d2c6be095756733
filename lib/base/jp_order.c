/* SPDX-License-Identifier: BSD-2-Clause */
/* Radix sort from the lowest digit up (Knuth, The Art of Computer Programming 3, 5.2.5). Addresses
 * of one program differ in two or three of the eight digits, and the others cost nothing. */
#include "config.h"

#include "jp_order.h"

#include "jp_mem.h"

#include <stdlib.h>

enum { DIGITS = 8, DIGIT_VALUES = 256 };

struct item {
    uint64_t key;
    uint32_t index;
};

static unsigned digit_of(uint64_t key, unsigned digit)
{
    return key >> 8 * digit & (DIGIT_VALUES - 1);
}

/* Sort FROM into TO by one digit, whose values occur COUNTS times. */
static void sort_by_digit(const struct item *from, struct item *to, size_t count, unsigned digit,
                          const size_t *counts)
{
    size_t places[DIGIT_VALUES];
    size_t sum = 0;

    for (unsigned value = 0; value < DIGIT_VALUES; value++) {
        places[value] = sum;
        sum += counts[value];
    }
    for (size_t i = 0; i < count; i++)
        to[places[digit_of(from[i].key, digit)]++] = from[i];
}

void jp_order_u64(const uint64_t *keys, size_t count, uint32_t *order)
{
    size_t counts[DIGITS][DIGIT_VALUES] = {{0}};
    struct item *from = jp_mem_resize(NULL, count, sizeof *from);
    struct item *to = jp_mem_resize(NULL, count, sizeof *to);

    for (size_t i = 0; i < count; i++) {
        from[i] = (struct item){keys[i], (uint32_t)i};
        for (unsigned digit = 0; digit < DIGITS; digit++)
            counts[digit][digit_of(keys[i], digit)]++;
    }
    for (unsigned digit = 0; count && digit < DIGITS; digit++) {
        if (counts[digit][digit_of(keys[0], digit)] == count)
            continue;
        sort_by_digit(from, to, count, digit, counts[digit]);
        struct item *const sorted = to;
        to = from;
        from = sorted;
    }
    for (size_t i = 0; i < count; i++)
        order[i] = from[i].index;
    free(from);
    free(to);
}
