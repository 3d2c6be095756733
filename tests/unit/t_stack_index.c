/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_stack_index.h"
#include "jp_vec.h"

typedef JP_VEC(struct jp_stack) trie;

static void push(trie *stacks, uint32_t parent, uint32_t location)
{
    jp_vec_push(stacks, (struct jp_stack){parent, location});
}

/* A root with BREADTH children, below each of them a chain of DEPTH nodes. */
static void make_trie(trie *stacks, uint32_t breadth, uint32_t depth)
{
    push(stacks, 0, UINT32_MAX);
    for (uint32_t i = 0; i < breadth; i++) {
        push(stacks, 0, i);
        for (uint32_t k = 0; k < depth; k++)
            push(stacks, (uint32_t)stacks->count - 1, k % 3);
    }
}

static void check_all(const struct jp_stack_index *index, const trie *stacks)
{
    for (uint32_t i = 1; i < stacks->count; i++)
        assert_int_equal(jp_stack_index_find(index, stacks->data, stacks->data[i]), i);
    /* No node has the last one as its parent. */
    for (uint32_t location = 0; location < 5000; location++)
        assert_int_equal(
            jp_stack_index_find(index, stacks->data,
                                (struct jp_stack){(uint32_t)stacks->count - 1, location}),
            JP_INDEX_NONE);
    assert_int_equal(jp_stack_index_find(index, stacks->data, stacks->data[0]), JP_INDEX_NONE);
}

/* Entered one by one, as a dump is read. */
static void test_one_by_one(void **state)
{
    struct jp_stack_index index = {0};
    trie stacks = {0};

    (void)state;
    assert_int_equal(jp_stack_index_find(&index, NULL, (struct jp_stack){0, 0}), JP_INDEX_NONE);
    make_trie(&stacks, 700, 90);
    for (uint32_t i = 1; i < stacks.count; i++) {
        assert_int_equal(jp_stack_index_find(&index, stacks.data, stacks.data[i]), JP_INDEX_NONE);
        jp_stack_index_cover(&index, stacks.data, i + 1);
    }
    check_all(&index, &stacks);
    /* Of each chain only the first node: it is what memory depends on. */
    assert_int_equal(index.branch_count, 699);
    jp_stack_index_release(&index);
    jp_vec_release(&stacks);
}

/* All of a trie that is there already, and what comes later; then none of it. */
static void test_at_once(void **state)
{
    struct jp_stack_index index = {0};
    trie stacks = {0};

    (void)state;
    make_trie(&stacks, 3, 30000);
    jp_stack_index_cover(&index, stacks.data, stacks.count);
    check_all(&index, &stacks);
    for (uint32_t i = 0; i < 50000; i++)
        push(&stacks, 1, 1000 + i);
    jp_stack_index_cover(&index, stacks.data, stacks.count);
    check_all(&index, &stacks);
    jp_stack_index_release(&index);
    assert_int_equal(jp_stack_index_find(&index, stacks.data, stacks.data[1]), JP_INDEX_NONE);
    jp_vec_release(&stacks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_at_once),
    };
    return cmocka_run_group_tests_name("stack_index", tests, NULL, NULL);
}
