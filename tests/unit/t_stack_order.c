/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_stack_order.h"
#include "jp_vec.h"

/* Every node once, and the way to it never left for good before. */
static void check(const struct jp_stack *stacks, uint32_t count)
{
    uint32_t *const next = jp_stack_order(stacks, count);
    bool *const is_entered = jp_mem_zeroed(count, sizeof *is_entered);
    JP_VEC(uint32_t) way = {0};
    uint32_t entered = 1;

    jp_vec_push(&way, 0);
    for (uint32_t node = next[0]; node; node = next[node]) {
        while (way.count && way.data[way.count - 1] != stacks[node].parent)
            way.count--;
        assert_true(way.count > 0);
        assert_false(is_entered[node]);
        is_entered[node] = true;
        jp_vec_push(&way, node);
        entered++;
    }
    assert_int_equal(entered, count);
    jp_vec_release(&way);
    free(is_entered);
    free(next);
}

/* Whoever is no fork is the parent of the next node only, if of any. */
static void check_forks(const struct jp_stack *stacks, uint32_t count)
{
    struct jp_subset forks = jp_stack_forks(stacks, count);
    bool *const is_fork = jp_mem_zeroed(count, sizeof *is_fork);
    uint32_t found = 0;

    for (uint32_t i = 1; i < count; i++)
        is_fork[stacks[i].parent] |= stacks[i].parent + 1 != i;
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(jp_subset_place(&forks, i), is_fork[i] ? found++ : JP_INDEX_NONE);
    free(is_fork);
    jp_subset_release(&forks);
}

static void test_by_hand(void **state)
{
    /* 0 - 1 - 2, 0 - 3, 1 - 4, 2 - 5 */
    static const struct jp_stack stacks[] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 1}};

    (void)state;
    check(stacks, 1);
    check(stacks, JP_COUNT_OF(stacks));
    check_forks(stacks, 1);
    check_forks(stacks, JP_COUNT_OF(stacks));
}

static void test_random(void **state)
{
    enum { COUNT = 20000 };
    static struct jp_stack stacks[COUNT];
    uint64_t seed = 1;

    (void)state;
    for (uint32_t reach = 1; reach <= COUNT; reach *= 10) {
        for (uint32_t i = 1; i < COUNT; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const uint32_t back = 1 + (uint32_t)(seed >> 33) % (reach < i ? reach : i);
            stacks[i] = (struct jp_stack){i - back, i};
        }
        check(stacks, COUNT);
        check_forks(stacks, COUNT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("stack_order", tests, NULL, NULL);
}
