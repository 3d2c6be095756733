/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_test_profile.h"
#include "jp_view.h"

#include <string.h>

struct fixture {
    struct jp_profile profile;
    struct jp_view view;
};

static void add(struct fixture *fixture, const char *stack, double bytes)
{
    struct jp_profile *const profile = &fixture->profile;
    const uint32_t sample = jp_test_profile_sample(profile, stack, JP_PROCESS);

    jp_test_profile_add(profile, sample, JP_SIDE_MAIN, JP_INUSE_BYTES, bytes);
    jp_test_profile_add(profile, sample, JP_SIDE_MAIN, JP_ALLOC_OBJECTS, 10 * bytes);
}

static void add_bytes(struct fixture *fixture, const char *stack, uint32_t thread,
                      enum jp_side side, double bytes)
{
    struct jp_profile *const profile = &fixture->profile;

    jp_test_profile_add(profile, jp_test_profile_sample(profile, stack, thread), side,
                        JP_INUSE_BYTES, bytes);
}

/* The value that ends at a stack, told by names root first; the root's for "". */
static double value_at(const struct jp_view *view, const char *stack)
{
    double value = 0;

    for (uint32_t i = 0; i < view->nodes.count; i++) {
        struct jp_buf path = JP_BUF_INIT;
        uint32_t names[64];
        size_t depth = 0;
        for (uint32_t node = i; node; node = view->nodes.data[node].parent) {
            assert_true(view->nodes.data[node].parent < node);
            const struct jp_location *const location =
                &view->profile->locations.data[view->nodes.data[node].location];
            names[depth++] = (uint32_t)location->offset;
        }
        while (depth-- > 0) {
            jp_buf_add(&path, jp_intern_span(&view->profile->strings, names[depth]));
            if (depth)
                jp_buf_add_byte(&path, ' ');
        }
        if (jp_span_equal(jp_buf_span(&path), jp_span_of(stack)))
            value += jp_view_value(view, i);
        jp_buf_release(&path);
    }
    return value;
}

static double sum_of(const struct jp_view *view)
{
    double sum = 0;

    for (uint32_t i = 0; i < view->nodes.count; i++)
        sum += jp_view_value(view, i);
    return sum;
}

static int setup(void **state)
{
    struct fixture *const fixture = calloc(1, sizeof *fixture);

    jp_profile_init(&fixture->profile);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *const fixture = *state;

    jp_view_release(&fixture->view);
    jp_profile_release(&fixture->profile);
    free(fixture);
    return 0;
}

/* With spare nodes the same values belong to stacks of the same frames. */
static void check_spare(const struct jp_view *view, struct jp_view_options options)
{
    const struct jp_profile *const profile = view->profile;
    struct jp_view spare;

    options.has_spare_nodes = true;
    jp_view_init(&spare, profile, &options);
    assert_true(spare.total == view->total && spare.kept == view->kept);
    assert_true(spare.kept_count == view->kept_count && spare.no_stack == view->no_stack);
    assert_int_equal(spare.values.owners.count, view->values.owners.count);
    for (size_t i = 0; i < profile->samples.count; i++) {
        uint32_t a = jp_view_of_stack(view, profile->samples.keys[i].stack);
        uint32_t b = jp_view_of_stack(&spare, profile->samples.keys[i].stack);
        assert_int_equal(a == JP_NO_NODE, b == JP_NO_NODE);
        if (a == JP_NO_NODE)
            continue;
        assert_true(jp_view_value(view, a) == jp_view_value(&spare, b));
        for (; a; a = view->nodes.data[a].parent, b = spare.nodes.data[b].parent)
            assert_int_equal(view->nodes.data[a].location, spare.nodes.data[b].location);
        assert_int_equal(b, 0);
    }
    jp_view_release(&spare);
}

static void look(struct fixture *fixture, struct jp_view_options options)
{
    jp_view_release(&fixture->view);
    jp_view_init(&fixture->view, &fixture->profile, &options);
    check_spare(&fixture->view, options);
}

static void test_allocator(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;

    add(fixture, "main f J:a J:b", 1);
    add(fixture, "main f malloc imalloc_body", 2);
    add(fixture, "main f operator_new", 4);
    add(fixture, "main f __rust_alloc", 8);
    /* Code that malloc calls is not malloc's when it comes through a door again. */
    add(fixture, "main g malloc hook J:a", 16);
    add(fixture, "main g malloc hook", 128);
    /* What only the allocator calls is followed outwards, whatever stands between. */
    add(fixture, "main g malloc imalloc_body unlisted prof_backtrace_impl", 256);
    /* A damaged address amid the allocator's frames. */
    add(fixture, "main g J:a U:0 J:b", 512);
    add(fixture, "main U:0 J:b", 1024);
    /* An entry frame that calls user code stays, and so does that code. */
    add(fixture, "main __rust_alloc counter malloc", 32);
    /* Two entry frames in a row, under a core frame. */
    add(fixture, "main h __rust_alloc __rdl_alloc malloc", 64);
    look(fixture, (struct jp_view_options){.metric = JP_INUSE_BYTES});
    assert_true(value_at(view, "main f") == 11);
    assert_true(value_at(view, "main f operator_new") == 4);
    assert_true(value_at(view, "main g malloc hook") == 16);
    assert_true(value_at(view, "main g") == 128 + 256 + 512);
    assert_true(value_at(view, "main U:0") == 1024);
    assert_true(value_at(view, "main __rust_alloc counter") == 32);
    assert_true(value_at(view, "main h") == 64);
    assert_true(sum_of(view) == 2047 && view->total == 2047 && view->kept == 2047);

    look(fixture, (struct jp_view_options){.keep_allocator = true});
    assert_true(value_at(view, "main f malloc imalloc_body") == 2);
    assert_true(value_at(view, "main h __rust_alloc __rdl_alloc malloc") == 64);
    assert_true(sum_of(view) == 2047);

    look(fixture, (struct jp_view_options){.metric = JP_ALLOC_OBJECTS});
    assert_true(value_at(view, "main g") == 8960 && view->total == 20470);
}

static void test_wholly_allocator(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;

    add(fixture, "J:top J:inner", 1);
    add(fixture, "J:top", 2);
    add(fixture, "__rust_alloc", 4);
    add(fixture, "__rust_alloc __rdl_alloc", 8);
    add(fixture, "main", 16);
    add(fixture, "", 32);
    look(fixture, (struct jp_view_options){.metric = JP_INUSE_BYTES});
    assert_true(value_at(view, "J:top") == 3);
    assert_true(value_at(view, "__rust_alloc") == 12);
    assert_true(value_at(view, "") == 32 && view->no_stack == 32);
    assert_true(sum_of(view) == 63);

    /* jeprof: in the total, in no row. __rust_alloc is not in its list. */
    look(fixture, (struct jp_view_options){.naming = JP_NAMES_JEPROF});
    assert_true(view->total == 63 && view->kept == 60 && sum_of(view) == 60);
    assert_true(value_at(view, "") == 32);
    assert_true(value_at(view, "__rust_alloc __rdl_alloc") == 8);
}

static struct jp_regex regex_of(const char *pattern)
{
    struct jp_regex regex;

    assert_true(jp_regex_init(&regex, pattern, NULL));
    return regex;
}

static void test_retain_exclude(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;
    struct jp_regex keep = regex_of("^(main|good)");
    struct jp_regex drop = regex_of("noise");

    add(fixture, "main good bad leaf", 1);
    add(fixture, "main good", 2);
    add(fixture, "bad worse", 4);
    add(fixture, "main noise good", 8);
    look(fixture, (struct jp_view_options){.retain = &keep});
    assert_true(value_at(view, "main good") == 11);
    assert_true(view->total == 15 && view->kept == 11 && sum_of(view) == 11);

    look(fixture, (struct jp_view_options){.exclude = &drop});
    assert_true(value_at(view, "main good") == 10);
    assert_true(value_at(view, "main good bad leaf") == 1);
    assert_true(value_at(view, "bad worse") == 4);

    look(fixture, (struct jp_view_options){.retain = &keep, .exclude = &keep});
    assert_true(view->kept == 0 && sum_of(view) == 0 && view->total == 15);
    jp_regex_release(&keep);
    jp_regex_release(&drop);
}

static void test_focus_ignore(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;
    struct jp_regex focus = regex_of("^f$");
    struct jp_regex ignore = regex_of("leaf");
    struct jp_regex file = regex_of("/src/x\\.c:\\d+$");
    struct jp_regex address = regex_of("^0{12}1");
    struct jp_regex none = regex_of("");
    struct jp_regex nothing = regex_of("no stack");

    add(fixture, "main f leaf", 1);
    add(fixture, "main f", 2);
    add(fixture, "main g", 4);
    add(fixture, "?", 8);
    add(fixture, "", 16);
    look(fixture, (struct jp_view_options){.focus = &focus, .ignore = &none});
    assert_true(view->kept == 3 && view->total == 31 && sum_of(view) == 3);
    look(fixture, (struct jp_view_options){.focus = &focus, .ignore = &ignore});
    assert_true(view->kept == 2 && value_at(view, "main f") == 2);
    look(fixture, (struct jp_view_options){.ignore = &ignore});
    assert_true(view->kept == 30);
    look(fixture, (struct jp_view_options){.focus = &file});
    assert_true(view->kept == 7);
    look(fixture, (struct jp_view_options){.focus = &address});
    assert_true(view->kept == 15);
    look(fixture, (struct jp_view_options){.focus = &nothing});
    assert_true(view->kept == 16 && view->no_stack == 16);
    look(fixture, (struct jp_view_options){.ignore = &nothing});
    assert_true(view->kept == 15);
    jp_regex_release(&focus);
    jp_regex_release(&ignore);
    jp_regex_release(&file);
    jp_regex_release(&address);
    jp_regex_release(&none);
    jp_regex_release(&nothing);
}

/* A frame without a name is found by what reports call it; jeprof's names have the address only. */
static void test_filters_see_places(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;
    struct jp_regex module = regex_of("^app\\+0x");
    struct jp_regex unknown = regex_of("^\\[unknown\\] 0x");

    add(fixture, "main ?", 1);
    add(fixture, "main U:a", 2);
    add(fixture, "main f", 4);
    look(fixture, (struct jp_view_options){.focus = &module});
    assert_true(view->kept == 1);
    look(fixture, (struct jp_view_options){.focus = &unknown});
    assert_true(view->kept == 2);
    look(fixture, (struct jp_view_options){.ignore = &module});
    assert_true(view->kept == 6);
    look(fixture, (struct jp_view_options){.exclude = &module});
    assert_true(value_at(view, "main") == 1);
    look(fixture, (struct jp_view_options){.retain = &unknown});
    assert_true(value_at(view, "U:a") == 2);
    look(fixture, (struct jp_view_options){.focus = &module, .naming = JP_NAMES_JEPROF});
    assert_true(view->kept == 0);
    jp_regex_release(&module);
    jp_regex_release(&unknown);
}

/* --focus is asked after the allocator's frames are gone, as jeprof does. */
static void test_focus_on_dropped(void **state)
{
    struct fixture *const fixture = *state;
    struct jp_regex focus = regex_of("malloc");

    add(fixture, "main malloc", 1);
    look(fixture, (struct jp_view_options){.focus = &focus});
    assert_true(fixture->view.kept == 0);
    look(fixture, (struct jp_view_options){.focus = &focus, .keep_allocator = true});
    assert_true(fixture->view.kept == 1);
    jp_regex_release(&focus);
}

static void test_base_and_threads(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;
    const uint32_t thread = jp_profile_thread(&fixture->profile, 0, 7, JP_SPAN("worker"));

    add_bytes(fixture, "main f", JP_PROCESS, JP_SIDE_MAIN, 10);
    add_bytes(fixture, "main f", JP_PROCESS, JP_SIDE_BASE, 4);
    add_bytes(fixture, "main g", JP_PROCESS, JP_SIDE_BASE, 5);
    add_bytes(fixture, "main f", thread, JP_SIDE_MAIN, 3);
    add_bytes(fixture, "main f", thread, JP_SIDE_BASE, 3);
    look(fixture, (struct jp_view_options){.metric = JP_INUSE_BYTES});
    assert_true(value_at(view, "main f") == 6 && value_at(view, "main g") == -5);
    assert_true(view->total == 1);
    look(fixture, (struct jp_view_options){.drop_negative = true});
    assert_true(value_at(view, "main f") == 6 && value_at(view, "main g") == 0);
    assert_true(view->total == 6);
    look(fixture, (struct jp_view_options){.thread = thread});
    assert_true(view->total == 0 && value_at(view, "main f") == 0);
}

/* Both sides of a difference by themselves; what shrank counts as unchanged when it is dropped. */
static void test_sides(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_view *const view = &fixture->view;

    add_bytes(fixture, "main f", JP_PROCESS, JP_SIDE_MAIN, 10);
    add_bytes(fixture, "main f", JP_PROCESS, JP_SIDE_BASE, 4);
    add_bytes(fixture, "main g", JP_PROCESS, JP_SIDE_MAIN, 2);
    add_bytes(fixture, "main g", JP_PROCESS, JP_SIDE_BASE, 7);
    look(fixture, (struct jp_view_options){.quantity = JP_QUANTITY_AFTER});
    assert_true(value_at(view, "main f") == 10 && value_at(view, "main g") == 2);
    assert_true(view->total == 12);
    look(fixture, (struct jp_view_options){.quantity = JP_QUANTITY_BEFORE});
    assert_true(value_at(view, "main f") == 4 && value_at(view, "main g") == 7);
    look(fixture, (struct jp_view_options){.quantity = JP_QUANTITY_BEFORE, .drop_negative = true});
    assert_true(value_at(view, "main f") == 4 && value_at(view, "main g") == 2);
}

/* What cancels out on paper leaves no rest that the order of addition made. */
static void test_base_of_itself(void **state)
{
    struct fixture *const fixture = *state;
    static const double values[] = {0.1, 0.2, 0.3};
    static const char *const after[] = {"main f", "main g", "main h"};
    static const char *const before[] = {"main i", "main j", "main k"};

    for (size_t i = 0; i < 3; i++)
        add_bytes(fixture, after[i], JP_PROCESS, JP_SIDE_MAIN, values[i]);
    for (size_t i = 0; i < 3; i++)
        add_bytes(fixture, before[i], JP_PROCESS, JP_SIDE_BASE, values[i]);
    look(fixture, (struct jp_view_options){.metric = JP_INUSE_BYTES});
    assert_true(fixture->view.total == 0 && fixture->view.kept == 0);
}

/* A million frames deep: no recursion anywhere. */
static void test_deep(void **state)
{
    struct fixture *const fixture = *state;
    struct jp_profile *const profile = &fixture->profile;
    const uint32_t at = jp_test_profile_location(profile, JP_SPAN("f"));
    uint32_t stack = JP_ROOT_STACK;

    for (int i = 0; i < 1000000; i++)
        stack = jp_profile_stack(profile, stack, at);
    jp_test_profile_add(profile, jp_profile_sample(profile, stack, JP_PROCESS), JP_SIDE_MAIN,
                        JP_INUSE_BYTES, 5);
    look(fixture, (struct jp_view_options){.metric = JP_INUSE_BYTES});
    assert_int_equal(fixture->view.nodes.count, 1000001);
    /* No copy of what the profile has. */
    jp_view_release(&fixture->view);
    jp_view_init(&fixture->view, profile, &(struct jp_view_options){.has_spare_nodes = true});
    assert_ptr_equal(fixture->view.nodes.data, profile->stacks.data);
    assert_true(jp_view_value(&fixture->view, 1000000) == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_allocator, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wholly_allocator, setup, teardown),
        cmocka_unit_test_setup_teardown(test_retain_exclude, setup, teardown),
        cmocka_unit_test_setup_teardown(test_focus_ignore, setup, teardown),
        cmocka_unit_test_setup_teardown(test_filters_see_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_focus_on_dropped, setup, teardown),
        cmocka_unit_test_setup_teardown(test_base_and_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sides, setup, teardown),
        cmocka_unit_test_setup_teardown(test_base_of_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep, setup, teardown),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
