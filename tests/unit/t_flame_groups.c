/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_groups.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <string.h>

/* Whose each function is says doc/flame-graphs.md; the names are those that binutils demangles to.
 */
static void test_names(void **state)
{
    static const struct {
        const char *name;
        const char *group;
        enum jp_language language;
        bool is_common;
    } cases[] = {
        {"main", "", JP_LANGUAGE_ANY, false},
        {"_start", "", JP_LANGUAGE_ANY, true},
        {"store_append(store*, char const*)", "", JP_LANGUAGE_CPP, false},
        {"market::Book::place(market::Order const&)", "market", JP_LANGUAGE_CPP, false},
        {"core::Engine::run(int)", "core", JP_LANGUAGE_CPP, false},
        {"void std::vector<int>::push_back<int>(int&&)", "std", JP_LANGUAGE_CPP, true},
        {"Deep<3>::build(int)", "Deep", JP_LANGUAGE_CPP, false},
        {"operator new(unsigned long)", "", JP_LANGUAGE_CPP, true},
        {"Set operator+<char>(char const*, Set&)", "", JP_LANGUAGE_CPP, false},
        {"f<a::b>", "", JP_LANGUAGE_CPP, false},
        {"metacache::main", "metacache", JP_LANGUAGE_RUST, false},
        {"tokio::runtime::task::harness::poll_future::<T, S>", "tokio", JP_LANGUAGE_RUST, false},
        {"<hashbrown::raw::RawTable<(K, V)>>::insert", "hashbrown", JP_LANGUAGE_RUST, true},
        {"<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "alloc", JP_LANGUAGE_RUST, true},
        {"<&mut metacache::Registry as metacache::Loader>::load", "metacache", JP_LANGUAGE_RUST,
         false},
        {"<alloc::vec::Vec<u8> as metacache::Wire>::encode", "metacache", JP_LANGUAGE_RUST, false},
        {"<[u8] as metacache::Wire>::encode", "metacache", JP_LANGUAGE_RUST, false},
        {"<metacache::Id as core::clone::Clone>::clone", "metacache", JP_LANGUAGE_RUST, false},
        {"<metacache::Id as alloc::string::ToString>::to_string", "alloc", JP_LANGUAGE_RUST, true},
        {"<dyn core::any::Any>::type_id", "core", JP_LANGUAGE_RUST, true},
        {"<[u8] as alloc::slice::Join<V>>::join", "alloc", JP_LANGUAGE_RUST, true},
        {"<fn() as core::ops::function::FnOnce<()>>::call_once", "core", JP_LANGUAGE_RUST, true},
        {"<u64 as core::iter::traits::accum::Sum>::sum::<core::iter::adapters::map::Map<"
         "core::slice::iter::Iter<metacache::Dep>, metacache::main::{closure#0}>>",
         "core", JP_LANGUAGE_RUST, true},
        {"<str as alloc::borrow::ToOwned>::to_owned", "alloc", JP_LANGUAGE_RUST, true},
        {"<[u8]>::to_vec", "", JP_LANGUAGE_RUST, true},
        {"alloc::slice::<impl [T]>::to_vec", "alloc", JP_LANGUAGE_RUST, true},
        {"<alloc::boxed::Box<dyn core::ops::function::Fn()> as core::ops::function::Fn<()>>::call",
         "alloc", JP_LANGUAGE_RUST, true},
        {"", "", JP_LANGUAGE_ANY, false},
        {"::", "", JP_LANGUAGE_ANY, false},
        {"<", "", JP_LANGUAGE_ANY, false},
        {"<<<<", "", JP_LANGUAGE_ANY, false},
    };
    struct jp_rules rules;

    (void)state;
    jp_rules_init(&rules);
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const struct jp_span name = jp_span_of(cases[i].name);
        const bool is_common =
            jp_flame_group_is_common(jp_plumbing_of_name(&rules, name, cases[i].language));
        struct jp_buf out = JP_BUF_INIT;
        jp_flame_group_of_name(&out, &rules, name, is_common);
        jp_buf_add_text(&out, "");
        if (is_common != cases[i].is_common || strcmp(out.ptr, cases[i].group) != 0)
            fail_msg("%s: group \"%s\"%s", cases[i].name, out.ptr, is_common ? ", gray" : "");
        jp_buf_release(&out);
    }
    jp_rules_release(&rules);
}

static const struct jp_flame_group *group_of(const struct jp_flame_groups *groups,
                                             const struct jp_sketch *sketch, const char *key)
{
    return &groups->list
                .data[groups->of_key[jp_intern_find(&sketch->keys.strings, jp_span_of(key))]];
}

/* Functions of one path share a group; others have that of their file; colours stay the same. */
static void test_groups(void **state)
{
    struct jp_sketch sketch;
    struct jp_flame_groups groups;

    (void)state;
    jp_sketch_init(&sketch);
    jp_rules_init(&sketch.profile.rules);
    jp_sketch_add(&sketch, 1, "main", "app::run", "app::Cache::load[inline]", "core::fmt::write",
                  NULL);
    jp_sketch_add(&sketch, 1, "_start", "<[u8]>::to_vec", NULL);
    jp_sketch_add(&sketch, 1, NULL);
    jp_sketch_finish(&sketch);
    jp_flame_groups_init(&groups, &sketch.profile, &sketch.keys);
    const struct jp_flame_group *const app = group_of(&groups, &sketch, "app::run");
    assert_ptr_equal(group_of(&groups, &sketch, "app::Cache::load (inline)"), app);
    assert_string_equal(jp_intern_text(&groups.strings, app->name), "app");
    assert_string_equal(jp_intern_text(&groups.strings, group_of(&groups, &sketch, "main")->name),
                        "sketch");
    assert_int_equal(group_of(&groups, &sketch, "core::fmt::write")->hue, JP_FLAME_HUES);
    assert_int_equal(group_of(&groups, &sketch, "_start")->hue, JP_FLAME_HUES);
    assert_string_equal(jp_intern_text(&groups.strings, group_of(&groups, &sketch, "_start")->name),
                        JP_FLAME_STD_NAME);
    assert_ptr_equal(group_of(&groups, &sketch, "<[u8]>::to_vec"),
                     group_of(&groups, &sketch, "_start"));
    assert_int_equal(group_of(&groups, &sketch, JP_NO_STACK_NAME)->hue, JP_FLAME_HUES);
    /* FNV-1a of "app" is 0x1f6a832c, and h ^ h >> 15 = 0x1f6abdf9, which is 5 modulo 12. */
    assert_int_equal(app->hue, 5);
    assert_true(groups.is_inlined[jp_intern_find(&sketch.keys.strings,
                                                 JP_SPAN("app::Cache::load (inline)"))]);
    assert_false(groups.is_inlined[jp_intern_find(&sketch.keys.strings, JP_SPAN("main"))]);
    jp_flame_groups_release(&groups);
    jp_rules_release(&sketch.profile.rules);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests_name("flame_groups", tests, NULL, NULL);
}
