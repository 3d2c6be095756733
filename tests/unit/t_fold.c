/* SPDX-License-Identifier: BSD-2-Clause */
/* Folding takes frames out of stacks and never moves a value away from the program's own code. */
#include "config.h"

#include "jp_test.h"

#include "jp_allocator.h"
#include "jp_test_profile.h"
#include "jp_top.h"

#include <math.h>
#include <string.h>

static void add(struct jp_profile *profile, const char *stack, double bytes)
{
    jp_test_profile_add(profile, jp_test_profile_sample(profile, stack, JP_PROCESS), JP_SIDE_MAIN,
                        JP_INUSE_BYTES, bytes);
}

/* A profile as a report sees it. */
struct seen {
    struct jp_fold fold;
    struct jp_view view;
    struct jp_keys keys;
    struct jp_top top;
};

static void see(struct seen *seen, const struct jp_profile *profile, unsigned kinds,
                struct jp_regex *focus)
{
    jp_fold_init(&seen->fold, profile, kinds, true);
    const struct jp_view_options options = {
        .metric = JP_INUSE_BYTES, .focus = focus, .fold = kinds ? &seen->fold : NULL};
    jp_view_init(&seen->view, profile, &options);
    jp_keys_init(&seen->keys, profile, JP_BY_FUNCTION, JP_NAMES_FULL);
    jp_allocator_hide(profile, &seen->keys);
    jp_fold_hide(&seen->fold, profile, &seen->keys);
    jp_top_init(&seen->top, &seen->view, &seen->keys, false);
}

static void release(struct seen *seen)
{
    jp_top_release(&seen->top);
    jp_keys_release(&seen->keys);
    jp_view_release(&seen->view);
    jp_fold_release(&seen->fold);
}

static struct jp_top_row row_of(const struct seen *seen, const char *name)
{
    const uint32_t key = jp_intern_find(&seen->keys.strings, jp_span_of(name));

    for (size_t i = 0; i < seen->top.rows.count; i++)
        if (seen->top.rows.data[i].key == key)
            return seen->top.rows.data[i];
    return (struct jp_top_row){0};
}

static void test_example(void **state)
{
    struct jp_profile profile;
    struct seen seen;

    (void)state;
    jp_profile_init(&profile);
    add(&profile, "_start a::main core::iter::fold a::f alloc::vec::Vec::push malloc", 100);
    add(&profile, "_start a::main a::f std::sort+a::g std::get", 10);
    add(&profile, "_start std::rt::init malloc", 1);
    add(&profile, "_start a::main tokio::runtime::run tokio::task::poll a::f", 1000);

    see(&seen, &profile, JP_FOLD_STD, NULL);
    assert_true(row_of(&seen, "a::main").cum == 1110);
    assert_true(row_of(&seen, "a::f").cum == 1110);
    assert_true(row_of(&seen, "a::f").flat == 1100);
    assert_true(row_of(&seen, "a::g").flat == 10);
    assert_true(row_of(&seen, "alloc::vec::Vec::push").cum == 0);
    assert_true(row_of(&seen, "std::sort (inline)").cum == 0);
    assert_true(row_of(&seen, "tokio::runtime::run").cum == 1000);
    /* Nothing but plumbing: it stays. */
    assert_true(row_of(&seen, "_start").cum == 1);
    assert_true(row_of(&seen, "std::rt::init").flat == 1);
    assert_int_equal(jp_fold_count(&seen.fold, &profile, &seen.keys), 5);
    release(&seen);

    see(&seen, &profile, JP_FOLD_ASYNC, NULL);
    assert_true(row_of(&seen, "_start").cum == 1111);
    assert_true(row_of(&seen, "tokio::runtime::run").cum == 0);
    assert_true(row_of(&seen, "alloc::vec::Vec::push").flat == 100);
    release(&seen);
    jp_profile_release(&profile);
}

/* --show-allocator keeps what is the allocator's, though std has it too. */
/* By hand: Vec::push and std::get end stacks that have code of "a"; the last is all plumbing. */
static void test_moved(void **state)
{
    struct jp_profile profile;
    struct jp_fold fold;
    struct seen seen;

    (void)state;
    jp_profile_init(&profile);
    add(&profile, "_start a::main core::iter::fold a::f alloc::vec::Vec::push malloc", 100);
    add(&profile, "_start a::main core::iter::fold a::f", 2000);
    add(&profile, "_start a::main a::f std::sort+a::g std::get", 10);
    add(&profile, "_start a::main std::sort std::get", -3);
    add(&profile, "_start std::rt::init malloc", 1);

    see(&seen, &profile, 0, NULL);
    jp_fold_init(&fold, &profile, JP_FOLD_STD, true);
    assert_true(jp_fold_moved(&fold, &seen.view, &seen.keys) == 113);
    jp_fold_release(&fold);
    release(&seen);
    jp_profile_release(&profile);
}

static void test_allocator(void **state)
{
    struct jp_profile profile;
    struct jp_fold fold;

    (void)state;
    jp_profile_init(&profile);
    add(&profile, "a::main alloc::vec::Vec::push alloc::alloc::alloc+alloc::raw_vec::grow", 1);
    jp_fold_init(&fold, &profile, JP_FOLD_STD, true);
    assert_false(jp_fold_location(&fold, 0));
    assert_true(jp_fold_location(&fold, 1));
    assert_true(jp_fold_location(&fold, 2));
    jp_fold_release(&fold);
    jp_fold_init(&fold, &profile, JP_FOLD_STD, false);
    assert_true(jp_fold_location(&fold, 1));
    assert_false(jp_fold_location(&fold, 2));
    jp_fold_release(&fold);
    jp_profile_release(&profile);
}

/* --- any profile ----------------------------------------------------------------------------- */

static uint32_t next(uint64_t *seed, uint32_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(*seed >> 33) % below;
}

static void add_random(struct jp_profile *profile, uint64_t *seed)
{
    static const char *const families[] = {"app::f", "std::s", "tokio::runtime::r", "hashbrown::h",
                                           "alloc::alloc::a"};
    struct jp_buf stack = JP_BUF_INIT;

    for (uint32_t depth = next(seed, 12); depth > 0; depth--) {
        for (uint32_t frames = 1 + next(seed, 3); frames > 0; frames--) {
            jp_buf_add_text(&stack, families[next(seed, JP_COUNT_OF(families))]);
            jp_buf_format(&stack, "%u", next(seed, 4));
            jp_buf_add_byte(&stack, frames > 1 ? '+' : ' ');
        }
    }
    if (next(seed, 2))
        jp_buf_add_text(&stack, "malloc");
    add(profile, stack.ptr ? stack.ptr : "", next(seed, 1000) - 200.0);
    jp_buf_release(&stack);
}

/* Is every frame of the location called by KEYS folded? */
static bool is_plumbing_path(const struct seen *seen, uint32_t node)
{
    for (; node; node = seen->view.nodes.data[node].parent)
        if (!jp_fold_location(&seen->fold, seen->view.nodes.data[node].location))
            return false;
    return true;
}

static void check_nodes(const struct seen *seen)
{
    double sum = 0;

    for (uint32_t i = 0; i < seen->view.nodes.count; i++) {
        sum += jp_view_value(&seen->view, i);
        /* A folded location stands only where nothing else does. */
        if (i && jp_fold_location(&seen->fold, seen->view.nodes.data[i].location))
            assert_true(is_plumbing_path(seen, i));
    }
    assert_true(fabs(sum - seen->view.kept) < 1e-6);
}

/* The same total, and the same for every function of the program, whatever is folded. */
static void compare(const struct jp_profile *profile, unsigned kinds, struct jp_regex *focus)
{
    struct seen plain;
    struct seen folded;

    see(&plain, profile, 0, focus);
    see(&folded, profile, kinds, focus);
    assert_true(fabs(plain.view.total - folded.view.total) < 1e-6);
    assert_true(fabs(plain.view.kept - folded.view.kept) < 1e-6);
    assert_true(fabs(plain.view.no_stack - folded.view.no_stack) < 1e-6);
    assert_true(fabs(plain.top.flat_total - folded.top.flat_total) < 1e-6);
    check_nodes(&folded);
    for (size_t i = 0; i < plain.top.rows.count; i++) {
        const struct jp_top_row *const row = &plain.top.rows.data[i];
        const char *const name = jp_intern_text(&plain.keys.strings, row->key);
        if (strncmp(name, "app::", 5) == 0)
            assert_true(fabs(row->cum - row_of(&folded, name).cum) < 1e-6);
    }
    release(&plain);
    release(&folded);
}

static void test_sums(void **state)
{
    struct jp_regex focus;
    uint64_t seed = 20;

    (void)state;
    assert_true(jp_regex_init(&focus, "s1|r2|app::f3", NULL));
    for (int round = 0; round < 40; round++) {
        struct jp_profile profile;
        jp_profile_init(&profile);
        for (int i = 0; i < 60; i++)
            add_random(&profile, &seed);
        for (unsigned kinds = 0; kinds <= (JP_FOLD_STD | JP_FOLD_ASYNC); kinds++) {
            compare(&profile, kinds, NULL);
            compare(&profile, kinds, &focus);
        }
        jp_profile_release(&profile);
    }
    jp_regex_release(&focus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),
        cmocka_unit_test(test_moved),
        cmocka_unit_test(test_allocator),
        cmocka_unit_test(test_sums),
    };
    return cmocka_run_group_tests_name("fold", tests, NULL, NULL);
}
