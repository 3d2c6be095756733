/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_subset.h"

/* Every STEPth number below LIMIT; a place is what was counted by hand. */
static void check(uint32_t limit, uint32_t step)
{
    struct jp_subset subset;
    uint32_t count = 0;

    jp_subset_init(&subset, limit);
    /* Added downwards: the order does not matter. */
    for (uint32_t i = limit; i-- > 0;)
        if (i % step == 0)
            jp_subset_add(&subset, i);
    jp_subset_finish(&subset);
    for (uint32_t i = 0; i < limit; i++)
        assert_int_equal(jp_subset_place(&subset, i), i % step == 0 ? count++ : JP_INDEX_NONE);
    assert_int_equal(subset.count, count);
    assert_int_equal(jp_subset_place(&subset, limit + 64), JP_INDEX_NONE);
    assert_int_equal(jp_subset_place(&subset, UINT32_MAX), JP_INDEX_NONE);
    jp_subset_release(&subset);
    assert_int_equal(jp_subset_place(&subset, 0), JP_INDEX_NONE);
}

static void test_places(void **state)
{
    (void)state;
    for (uint32_t limit = 0; limit < 200; limit++)
        check(limit, 1);
    check(100000, 1);
    check(100000, 7);
    check(100000, 64);
    check(100000, 1000);
}

static void test_empty(void **state)
{
    struct jp_subset subset = {0};

    (void)state;
    assert_int_equal(jp_subset_place(&subset, 0), JP_INDEX_NONE);
    jp_subset_init(&subset, 5000);
    jp_subset_finish(&subset);
    assert_int_equal(subset.count, 0);
    assert_int_equal(jp_subset_place(&subset, 4999), JP_INDEX_NONE);
    jp_subset_release(&subset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests_name("subset", tests, NULL, NULL);
}
