/* SPDX-License-Identifier: BSD-2-Clause */
/* Places of boxes: none overlaps another, edges meet their boxes, and chance has no part in it. */
#include "config.h"

#include "jp_test.h"

#include "jp_layout.h"

#include <math.h>
#include <string.h>

/* Some graph; the numbers are those of a linear congruential generator. */
static void make(struct jp_layout *layout, uint32_t count, bool is_sideways)
{
    uint32_t seed = 1;

    *layout = (struct jp_layout){.is_sideways = is_sideways};
    for (uint32_t i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        jp_vec_push(&layout->boxes, (struct jp_layout_box){.width = 40 + (seed >> 16) % 150,
                                                           .height = 20 + (seed >> 8) % 90});
        for (uint32_t k = 0; i > 0 && k < 2; k++) {
            seed = seed * 1664525 + 1013904223;
            jp_vec_push(&layout->edges, (struct jp_layout_edge){.source = (seed >> 16) % i,
                                                                .target = i,
                                                                .weight = (seed >> 24) / 255.0,
                                                                .arrow = 8,
                                                                .label_width = k ? 50 : 0,
                                                                .label_height = k ? 13 : 0});
        }
    }
    /* A call back, too. */
    jp_vec_push(&layout->edges, (struct jp_layout_edge){.source = count - 1, .arrow = 8});
}

static bool apart(const struct jp_layout_box *a, const struct jp_layout_box *b)
{
    return a->at.x + a->width <= b->at.x || b->at.x + b->width <= a->at.x ||
           a->at.y + a->height <= b->at.y || b->at.y + b->height <= a->at.y;
}

/* Distance of POINT from the edge or the inside of BOX. */
static double distance(const struct jp_layout_box *box, struct jp_point point)
{
    const double x = fmax(fmax(box->at.x - point.x, point.x - box->at.x - box->width), 0);
    const double y = fmax(fmax(box->at.y - point.y, point.y - box->at.y - box->height), 0);

    return hypot(x, y);
}

static void check(const struct jp_layout *layout)
{
    for (size_t i = 0; i < layout->boxes.count; i++) {
        const struct jp_layout_box *const box = &layout->boxes.data[i];
        assert_true(box->at.x >= -0.5 && box->at.x + box->width <= layout->width + 0.5);
        assert_true(box->at.y >= -0.5 && box->at.y + box->height <= layout->height + 0.5);
        for (size_t k = 0; k < i; k++)
            assert_true(apart(box, &layout->boxes.data[k]));
    }
    for (size_t i = 0; i < layout->edges.count; i++) {
        const struct jp_layout_edge *const edge = &layout->edges.data[i];
        assert_true(edge->count >= 4 && edge->count % 3 == 1);
        assert_true(distance(&layout->boxes.data[edge->source], layout->points.data[edge->first]) <
                    1.5);
        assert_true(distance(&layout->boxes.data[edge->target], edge->tip) < 1.5);
    }
}

static void test_places(void **state)
{
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    for (int sideways = 0; sideways < 2; sideways++) {
        struct jp_layout one;
        struct jp_layout same;
        make(&one, 60, sideways != 0);
        make(&same, 60, sideways != 0);
        assert_true(jp_layout_place(&one, &error));
        assert_true(jp_layout_place(&same, &error));
        check(&one);
        assert_memory_equal(one.boxes.data, same.boxes.data,
                            one.boxes.count * sizeof *one.boxes.data);
        assert_memory_equal(one.points.data, same.points.data,
                            one.points.count * sizeof *one.points.data);
        jp_layout_release(&one);
        jp_layout_release(&same);
    }
}

/* Callers are above those they call, or to the left of them. */
static void test_direction(void **state)
{
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    for (int sideways = 0; sideways < 2; sideways++) {
        struct jp_layout layout = {.is_sideways = sideways != 0};
        jp_vec_push(&layout.boxes, (struct jp_layout_box){.width = 80, .height = 30});
        jp_vec_push(&layout.boxes, (struct jp_layout_box){.width = 60, .height = 50});
        jp_vec_push(&layout.edges, (struct jp_layout_edge){.source = 0, .target = 1, .arrow = 8});
        assert_true(jp_layout_place(&layout, &error));
        const struct jp_layout_box *const boxes = layout.boxes.data;
        if (sideways)
            assert_true(boxes[0].at.x + boxes[0].width < boxes[1].at.x);
        else
            assert_true(boxes[0].at.y + boxes[0].height < boxes[1].at.y);
        jp_layout_release(&layout);
    }
}

static void test_single(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_layout layout = {0};

    (void)state;
    jp_vec_push(&layout.boxes, (struct jp_layout_box){.width = 80, .height = 30});
    assert_true(jp_layout_place(&layout, &error));
    assert_float_equal(layout.boxes.data[0].at.x, 0, 0.5);
    assert_float_equal(layout.width, 80, 0.5);
    jp_layout_release(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_direction),
        cmocka_unit_test(test_single),
    };

    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
