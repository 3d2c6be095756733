/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_listing.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <string.h>

struct fixture {
    struct jp_sketch sketch;
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_listing listing;
};

/* The listing of the one function called NAME. */
static const struct jp_listing_routine *list(struct fixture *fixture, const char *name)
{
    const struct jp_profile *const profile = &fixture->sketch.profile;
    const struct jp_extents extents = {.list = {0}};
    uint32_t *const names = jp_mem_zeroed(profile->functions.count, sizeof *names);
    bool *const is_wanted = jp_mem_zeroed(profile->functions.count, sizeof *is_wanted);

    for (size_t i = 0; i < profile->functions.count; i++) {
        names[i] = profile->functions.data[i].name;
        is_wanted[i] = strcmp(jp_intern_text(&profile->strings, names[i]), name) == 0;
    }
    jp_listing_init(&fixture->listing, fixture->views, JP_INUSE_BYTES, is_wanted, &profile->strings,
                    names, &extents);
    free(names);
    free(is_wanted);
    return fixture->listing.routines.data;
}

static void begin(struct fixture *fixture)
{
    jp_sketch_finish(&fixture->sketch);
    jp_sketch_views(&fixture->sketch, fixture->views);
}

static void end(struct fixture *fixture)
{
    jp_listing_release(&fixture->listing);
    jp_sketch_release_views(fixture->views);
    jp_sketch_release(&fixture->sketch);
}

static void assert_line(const struct fixture *fixture, size_t index, uint32_t line, double flat,
                        double cum)
{
    const struct jp_listing_line *const found = &fixture->listing.lines.data[index];

    assert_int_equal(found->line, line);
    assert_true(found->flat == flat);
    assert_true(found->cum == cum);
}

/* Each stack counts once per line and once for the whole, however often it passes. */
static void test_recursion(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 1, "main @m.c:1", "f @f.c:10", NULL);
    jp_sketch_add(&fixture.sketch, 2, "main @m.c:1", "f @f.c:12", "f @f.c:10", NULL);
    jp_sketch_add(&fixture.sketch, 4, "main @m.c:1", "f @f.c:12", "f @f.c:12", "f @f.c:11", NULL);
    jp_sketch_add(&fixture.sketch, 8, "main @m.c:2", NULL);
    begin(&fixture);
    const struct jp_listing_routine *const routine = list(&fixture, "f");
    assert_int_equal(fixture.listing.routines.count, 1);
    assert_true(routine->flat == 7);
    assert_true(routine->cum == 7);
    assert_int_equal(routine->first, 10);
    assert_int_equal(routine->last, 12);
    assert_int_equal(routine->lines_count, 3);
    assert_line(&fixture, 0, 10, 3, 3);
    assert_line(&fixture, 1, 11, 4, 4);
    assert_line(&fixture, 2, 12, 0, 6);
    end(&fixture);
}

/*
 * grow is inlined in a and in b, and has code of its own. A line has all that its code holds: the
 * call in a holds what grow holds there.
 */
static void test_inlined(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 1, "a @a.c:3", "grow[inline] @g.c:7", NULL);
    jp_sketch_add(&fixture.sketch, 2, "b @b.c:4", "grow[inline] @g.c:7", NULL);
    jp_sketch_add(&fixture.sketch, 4, "b @b.c:5", "grow @g.c:8", NULL);
    jp_sketch_add(&fixture.sketch, 8, "a @a.c:3", "grow[inline] @g.c:7", "leaf @l.c:1", NULL);
    begin(&fixture);
    list(&fixture, "grow");
    assert_int_equal(fixture.listing.routines.count, 1);
    assert_true(fixture.listing.routines.data[0].flat == 7);
    assert_true(fixture.listing.routines.data[0].cum == 15);
    assert_line(&fixture, 0, 7, 3, 11);
    assert_line(&fixture, 1, 8, 4, 4);
    jp_listing_release(&fixture.listing);
    list(&fixture, "a");
    assert_line(&fixture, 0, 3, 1, 9);
    end(&fixture);
}

/* Code of one function in two files (an included one), and code without a line. */
static void test_files(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 1, "f @f.c:3", NULL);
    jp_sketch_add(&fixture.sketch, 2, "f @f.def:4", NULL);
    jp_sketch_add(&fixture.sketch, 4, "f", NULL);
    begin(&fixture);
    list(&fixture, "f");
    assert_int_equal(fixture.listing.routines.count, 3);
    assert_int_equal(fixture.listing.routines.data[0].file, 0);
    assert_int_equal(fixture.listing.routines.data[0].first, 0);
    assert_line(&fixture, 0, 0, 4, 4);
    assert_line(&fixture, 1, 3, 1, 1);
    assert_line(&fixture, 2, 4, 2, 2);
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_inlined),
        cmocka_unit_test(test_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
