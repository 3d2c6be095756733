/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sketch.h"
#include "jp_test.h"
#include "jp_tree.h"

#include <string.h>

/* The node at the end of PATH ("main;a;b"), or the root when there is none. */
static struct jp_tree_node find(const struct jp_tree *tree, const struct jp_sketch *sketch,
                                const char *path)
{
    uint32_t at = 0;
    struct jp_span rest = jp_span_of(path);

    while (rest.len) {
        const size_t end = jp_span_find(rest, JP_SPAN(";"), 0);
        const struct jp_span name = jp_span_slice(rest, 0, end);
        const struct jp_tree_node *const node = &tree->nodes.data[at];
        uint32_t next = 0;
        for (uint32_t i = 0; i < node->children_count; i++) {
            const uint32_t id = tree->children[node->children_first + i];
            if (jp_span_equal(jp_intern_span(&sketch->keys.strings, tree->nodes.data[id].key),
                              name))
                next = id;
        }
        if (next == 0)
            return tree->nodes.data[0];
        at = next;
        rest = end == SIZE_MAX ? jp_span_of("") : jp_span_slice(rest, end + 1, rest.len);
    }
    return tree->nodes.data[at];
}

static void draw(struct jp_sketch *sketch)
{
    jp_sketch_init(sketch);
    jp_sketch_add(sketch, 8, "main @m.c:1", "a", "b", NULL);
    jp_sketch_add(sketch, 4, "main @m.c:2", "a", "in[inline]", NULL);
    jp_sketch_add(sketch, 2, "main @m.c:2", "b", NULL);
    jp_sketch_add(sketch, -1, "main @m.c:2", "c", NULL);
    jp_sketch_add(sketch, 16, NULL);
    jp_sketch_finish(sketch);
}

static void test_top_down(void **state)
{
    struct jp_sketch sketch;
    struct jp_tree tree;

    (void)state;
    draw(&sketch);
    jp_tree_init(&tree, &sketch.view, &sketch.keys, false);
    assert_true(tree.nodes.data[0].total == 29);
    /* Two call sites of main are one node. */
    assert_int_equal(tree.nodes.data[0].children_count, 2);
    assert_true(find(&tree, &sketch, "main").total == 13);
    assert_true(find(&tree, &sketch, "main").gross == 15);
    assert_true(find(&tree, &sketch, "main;a").total == 12);
    assert_true(find(&tree, &sketch, "main;a;in (inline)").self == 4);
    assert_true(find(&tree, &sketch, "main;a;b").self == 8);
    assert_true(find(&tree, &sketch, "main;b").self == 2);
    assert_true(find(&tree, &sketch, JP_NO_STACK_NAME).self == 16);
    /* Siblings by size: a 12, b 2, c -1. */
    const struct jp_tree_node main_node = find(&tree, &sketch, "main");
    double last = 1e9;
    for (uint32_t i = 0; i < main_node.children_count; i++) {
        const uint32_t id = tree.children[main_node.children_first + i];
        assert_true(tree.nodes.data[id].total < last);
        last = tree.nodes.data[id].total;
    }
    jp_tree_release(&tree);
    jp_sketch_release(&sketch);
}

static void test_bottom_up(void **state)
{
    struct jp_sketch sketch;
    struct jp_tree tree;

    (void)state;
    draw(&sketch);
    jp_tree_init(&tree, &sketch.view, &sketch.keys, true);
    assert_true(tree.nodes.data[0].total == 29);
    assert_true(find(&tree, &sketch, "b").total == 10);
    assert_true(find(&tree, &sketch, "b;a").total == 8);
    assert_true(find(&tree, &sketch, "b;main").total == 2);
    assert_true(find(&tree, &sketch, "in (inline);a;main").total == 4);
    assert_true(find(&tree, &sketch, "in (inline);a;main").self == 4);
    assert_true(find(&tree, &sketch, JP_NO_STACK_NAME).total == 16);
    jp_tree_release(&tree);
    jp_sketch_release(&sketch);
}

/* A view of the same shape with other values: what is in it comes to the same nodes. */
static void test_two_views(void **state)
{
    struct jp_sketch sketch;
    struct jp_view views[2];
    struct jp_tree tree;

    (void)state;
    for (int bottom_up = 0; bottom_up < 2; bottom_up++) {
        draw(&sketch);
        views[0] = sketch.view;
        views[1] = sketch.view;
        jp_view_values_init(&views[1].values, sketch.values.data, sketch.values.count);
        for (uint32_t i = 0; i < views[1].values.owners.count; i++)
            views[1].values.of[i] *= 100;
        /* The last stack is in the second view only. */
        views[0].values.of[views[0].values.owners.count - 1] = 0;
        jp_tree_init_of(&tree, views, 2, &sketch.keys, bottom_up);
        struct jp_tree_values values = jp_tree_values(&tree, &views[1]);
        assert_true(values.total[0] == 2900 && tree.nodes.data[0].total == 30);
        const struct jp_tree_node in =
            find(&tree, &sketch, bottom_up ? "in (inline);a;main" : "main;a;in (inline)");
        const size_t id = (size_t)(&tree.nodes.data[in.parent] - tree.nodes.data);
        assert_true(in.self == 4 && values.total[id] == (bottom_up ? 400 : 1200));
        assert_true(find(&tree, &sketch, bottom_up ? "c;main" : "main;c").key != 0);
        jp_tree_values_release(&values);
        jp_tree_release(&tree);
        jp_view_values_release(&views[1].values);
        jp_sketch_release(&sketch);
    }
}

static size_t count_shown(const struct jp_tree *tree, size_t count, double fraction)
{
    bool *const shown = jp_tree_prune(tree, count, fraction);
    size_t sum = 0;

    for (size_t id = 1; id < tree->nodes.count; id++) {
        sum += shown[id];
        assert_true(!shown[id] || shown[tree->nodes.data[id].parent]);
    }
    free(shown);
    return sum;
}

/* Nodes by gross value: [no stack] 16, main 15, main;a 12, a;b 8, a;in 4, main;b 2, main;c 1. */
static void test_prune(void **state)
{
    struct jp_sketch sketch;
    struct jp_tree tree;

    (void)state;
    draw(&sketch);
    jp_tree_init(&tree, &sketch.view, &sketch.keys, false);
    assert_true(tree.nodes.data[0].gross == 31);
    assert_int_equal(count_shown(&tree, 100, 0), 7);
    assert_int_equal(count_shown(&tree, 4, 0), 4);
    assert_int_equal(count_shown(&tree, 100, 8.0 / 31), 4);
    assert_int_equal(count_shown(&tree, 0, 0), 0);
    jp_tree_release(&tree);
    jp_sketch_release(&sketch);
}

static void test_empty(void **state)
{
    struct jp_sketch sketch;
    struct jp_tree tree;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_finish(&sketch);
    for (int bottom_up = 0; bottom_up < 2; bottom_up++) {
        jp_tree_init(&tree, &sketch.view, &sketch.keys, bottom_up);
        assert_int_equal(tree.nodes.count, 1);
        assert_int_equal(count_shown(&tree, 10, 0), 0);
        jp_tree_release(&tree);
    }
    jp_sketch_release(&sketch);
}

/* --- the bottom-up tree that is made only as far as it is shown ---------------------------------
 */

static uint32_t next(uint64_t *seed, uint32_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(*seed >> 33) % below;
}

/* Up to five frames of few names, so that ways meet, repeat and cancel out. */
static void draw_random(struct jp_sketch *sketch, uint64_t *seed)
{
    static const char *const names[] = {"a", "b", "c", "d[inline]", "e @x.c:1", "e @x.c:2"};

    jp_sketch_init(sketch);
    for (uint32_t stacks = 1 + next(seed, 40); stacks > 0; stacks--) {
        const char *frames[5] = {NULL};
        const uint32_t depth = next(seed, 6);
        for (uint32_t i = 0; i < depth; i++)
            frames[i] = i ? names[next(seed, JP_COUNT_OF(names))] : "main";
        jp_sketch_add(sketch, next(seed, 9) - 3.0, frames[0], frames[1], frames[2], frames[3],
                      frames[4], NULL);
    }
    jp_sketch_finish(sketch);
}

/* The node of OTHER with the same keys up to the root; the root when there is none. */
static uint32_t twin(const struct jp_tree *tree, uint32_t id, const struct jp_tree *other)
{
    if (id == 0)
        return 0;
    const uint32_t parent = twin(tree, tree->nodes.data[id].parent, other);
    for (uint32_t i = 1; i < other->nodes.count; i++)
        if (other->nodes.data[i].parent == parent &&
            other->nodes.data[i].key == tree->nodes.data[id].key)
            return i;
    return 0;
}

static void compare_trees(const struct jp_tree *whole, const struct jp_tree *part, size_t count,
                          double fraction)
{
    bool *const of_whole = jp_tree_prune(whole, count, fraction);
    bool *const of_part = jp_tree_prune(part, count, fraction);
    double shown[2] = {0};

    assert_int_equal(whole->whole_count, part->whole_count);
    for (uint32_t id = 1; id < whole->nodes.count; id++)
        shown[0] += of_whole[id] ? whole->nodes.data[id].gross : 0;
    for (uint32_t id = 0; id < part->nodes.count; id++) {
        const struct jp_tree_node *const node = &part->nodes.data[id];
        const struct jp_tree_node *const same = &whole->nodes.data[twin(part, id, whole)];
        assert_true(node->total == same->total && node->gross == same->gross);
        assert_int_equal(node->key, same->key);
        if (!of_part[id])
            continue;
        assert_true(node->self == same->self);
        uint32_t children = 0;
        for (uint32_t i = 0; i < same->children_count; i++)
            children += whole->nodes.data[whole->children[same->children_first + i]].gross != 0;
        assert_int_equal(node->children_count, children);
        shown[1] += id ? node->gross : 0;
    }
    /* Of equal nodes either may be shown. */
    assert_true(shown[0] == shown[1]);
    free(of_whole);
    free(of_part);
}

static void test_shown(void **state)
{
    static const double fractions[] = {0, 0.05, 0.3};
    uint64_t seed = 7;

    (void)state;
    for (int round = 0; round < 60; round++) {
        struct jp_sketch sketch;
        struct jp_tree whole;
        struct jp_tree part;
        draw_random(&sketch, &seed);
        jp_tree_init(&whole, &sketch.view, &sketch.keys, true);
        for (size_t count = 0; count < 100; count = 2 * count + 1) {
            for (size_t i = 0; i < JP_COUNT_OF(fractions); i++) {
                jp_tree_init_shown(&part, &sketch.view, &sketch.keys, count, fractions[i]);
                compare_trees(&whole, &part, count, fractions[i]);
                jp_tree_release(&part);
            }
        }
        jp_tree_release(&whole);
        jp_sketch_release(&sketch);
    }
}

/* Twenty frames above each of a hundred leaves: few of the two thousand nodes are made. */
static void test_bound(void **state)
{
    enum { LEAVES = 100, DEPTH = 20 };
    struct jp_sketch sketch;
    struct jp_tree tree;
    uint32_t chain = 0;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 0, "main", NULL);
    for (int i = 0; i < LEAVES; i++) {
        struct jp_buf name = JP_BUF_INIT;
        jp_buf_format(&name, "leaf%d", i);
        jp_sketch_add(&sketch, 1 + i, name.ptr, NULL);
        jp_buf_release(&name);
    }
    jp_sketch_finish(&sketch);
    /* main calls itself, and the last call of it each leaf. */
    const uint32_t location = sketch.view.nodes.data[1].location;
    JP_VEC(struct jp_stack) nodes = {0};
    JP_VEC(double) values = {0};
    jp_vec_push(&nodes, sketch.view.nodes.data[0]);
    jp_vec_push(&values, 0);
    for (int i = 0; i < DEPTH; i++) {
        jp_vec_push(&nodes, (struct jp_stack){.parent = chain, .location = location});
        jp_vec_push(&values, 0);
        chain = (uint32_t)nodes.count - 1;
    }
    for (size_t i = 2; i < sketch.view.nodes.count; i++) {
        jp_vec_push(&nodes, sketch.view.nodes.data[i]);
        nodes.data[nodes.count - 1].parent = chain;
        jp_vec_push(&values, sketch.values.data[i]);
    }
    sketch.view.nodes = (struct jp_view_nodes){nodes.data, nodes.count};
    jp_view_values_release(&sketch.view.values);
    jp_view_values_init(&sketch.view.values, values.data, values.count);

    jp_tree_init_shown(&tree, &sketch.view, &sketch.keys, 10, 0);
    assert_int_equal(tree.whole_count, LEAVES * (DEPTH + 1));
    assert_int_equal(tree.nodes.count, 1 + LEAVES + 10);
    jp_tree_release(&tree);
    jp_vec_release(&nodes);
    jp_vec_release(&values);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_top_down),  cmocka_unit_test(test_bottom_up),
        cmocka_unit_test(test_two_views), cmocka_unit_test(test_prune),
        cmocka_unit_test(test_empty),     cmocka_unit_test(test_shown),
        cmocka_unit_test(test_bound),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
