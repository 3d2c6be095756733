/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_dense.h"
#include "jp_span.h"

enum { COUNT = 50000 };

struct numbers {
    uint64_t values[COUNT];
    uint64_t (*hash)(uint64_t);
};

static bool same(const void *owner, uint32_t id, const void *key)
{
    return ((const struct numbers *)owner)->values[id] == *(const uint64_t *)key;
}

static uint64_t hash_of(const void *owner, uint32_t id)
{
    const struct numbers *const numbers = owner;

    return numbers->hash(numbers->values[id]);
}

static uint32_t find(const struct jp_dense *dense, const struct numbers *numbers, uint64_t value)
{
    return jp_dense_find(dense, numbers->hash(value), same, numbers, &value);
}

/* Entered in steps of STEP elements. */
static void check(uint64_t (*hash)(uint64_t), uint32_t count, uint32_t step)
{
    static struct numbers numbers;
    struct jp_dense dense = {0};

    numbers.hash = hash;
    for (uint32_t i = 0; i < count; i++)
        numbers.values[i] = (uint64_t)i * i * 31;
    assert_int_equal(find(&dense, &numbers, 0), JP_INDEX_NONE);
    for (uint32_t i = step; i <= count; i += step) {
        assert_int_equal(find(&dense, &numbers, numbers.values[i - 1]), JP_INDEX_NONE);
        jp_dense_cover(&dense, hash_of, &numbers, i);
    }
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(find(&dense, &numbers, numbers.values[i]), i);
    assert_int_equal(find(&dense, &numbers, UINT64_MAX), JP_INDEX_NONE);
    assert_true(dense.slot_count * 3 >= count * 4u && dense.slot_count < count * 3u);
    jp_dense_release(&dense);
    assert_int_equal(find(&dense, &numbers, 0), JP_INDEX_NONE);
}

static uint64_t good_hash(uint64_t value)
{
    return jp_hash_mix(value, 1);
}

/* Every bit set, as in a slot that is free. */
static uint64_t equal_hash(uint64_t value)
{
    (void)value;
    return UINT64_MAX;
}

static void test_one_by_one(void **state)
{
    (void)state;
    check(good_hash, COUNT, 1);
}

static void test_at_once(void **state)
{
    (void)state;
    check(good_hash, COUNT, COUNT);
    check(good_hash, COUNT, 1000);
}

static void test_equal_hashes(void **state)
{
    (void)state;
    check(equal_hash, 500, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_equal_hashes),
    };
    return cmocka_run_group_tests_name("dense", tests, NULL, NULL);
}
