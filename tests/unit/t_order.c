/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_order.h"
#include "jp_random.h"

#include <stdbool.h>
#include <string.h>

enum { COUNT = 5000 };

static void check(const uint64_t *keys, size_t count)
{
    static uint32_t order[COUNT];
    static bool is_there[COUNT];

    memset(is_there, 0, sizeof is_there);
    jp_order_u64(keys, count, order);
    for (size_t i = 0; i < count; i++) {
        assert_true(order[i] < count);
        assert_false(is_there[order[i]]);
        is_there[order[i]] = true;
        if (i == 0)
            continue;
        assert_true(keys[order[i - 1]] <= keys[order[i]]);
        if (keys[order[i - 1]] == keys[order[i]])
            assert_true(order[i - 1] < order[i]);
    }
}

/* Keys that differ in all bytes, in the lowest, in the highest, in two that are not neighbours, and
 * not at all. */
static void test_random(void **state)
{
    static const uint64_t masks[] = {UINT64_MAX, 0xff, 0xff00000000000000, 0x3f00000000ff00, 0};
    static uint64_t keys[COUNT];
    uint64_t seed = 1;

    (void)state;
    for (size_t k = 0; k < sizeof masks / sizeof masks[0]; k++) {
        for (size_t i = 0; i < COUNT; i++)
            keys[i] = (jp_random_bits(&seed) & masks[k]) | (0x0101010101010101 & ~masks[k]);
        check(keys, COUNT);
    }
}

static void test_few(void **state)
{
    static const uint64_t keys[] = {7, UINT64_MAX, 0};

    (void)state;
    for (size_t count = 0; count <= 3; count++)
        check(keys, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_few),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
