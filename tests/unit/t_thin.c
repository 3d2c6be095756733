/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_thin.h"

#include <stdlib.h>

/* 0 > 1 > 2 > 3 and 0 > 3: the ranks are 0 to 3, and the edges span 1 + 1 + 1 + 3. */
static void test_span(void **state)
{
    struct jp_thin_edge edges[] = {
        {0, 1, true, false}, {1, 2, true, false}, {2, 3, true, false}, {0, 3, false, false}};

    (void)state;
    assert_int_equal(jp_thin(edges, JP_COUNT_OF(edges), 4, 6), 0);
    assert_int_equal(jp_thin(edges, JP_COUNT_OF(edges), 4, 5), 1);
    assert_true(edges[3].is_dropped);
    assert_int_equal(jp_thin(edges, JP_COUNT_OF(edges), 4, 0), 0);
}

/* 0 > 1 > 2 > 0: the edge back spans two ranks and makes none. */
static void test_ring(void **state)
{
    struct jp_thin_edge edges[] = {{0, 1, true, false}, {1, 2, true, false}, {2, 0, false, false}};

    (void)state;
    assert_int_equal(jp_thin(edges, JP_COUNT_OF(edges), 3, 4), 0);
    assert_int_equal(jp_thin(edges, JP_COUNT_OF(edges), 3, 3), 1);
    assert_true(edges[2].is_dropped);
}

/* Everything calls everything: a tree is left, whatever the limit is; chains of any length. */
static void test_dense(void **state)
{
    enum { NODES = 300 };
    struct jp_thin_edge *const edges = calloc((size_t)NODES * NODES, sizeof *edges);
    size_t count = 0;

    (void)state;
    for (uint32_t i = 1; i < NODES; i++)
        edges[count++] = (struct jp_thin_edge){i - 1, i, true, false};
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t k = 0; k < NODES; k++)
            if (i != k)
                edges[count++] = (struct jp_thin_edge){i, k, false, false};
    const size_t dropped = jp_thin(edges, count, NODES, 1000);
    assert_true(dropped < count - (NODES - 1) + 1);
    for (size_t i = 0; i < NODES - 1; i++)
        assert_false(edges[i].is_dropped);
    free(edges);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_span),
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_dense),
    };

    return cmocka_run_group_tests_name("thin", tests, NULL, NULL);
}
