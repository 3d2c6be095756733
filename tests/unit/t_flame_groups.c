/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_groups.h"
#include "jp_sketch.h"
#include "jp_test.h"

static void test_names(void **state)
{
    static const struct {
        const char *name;
        const char *group;
    } cases[] = {
        {"main", ""},
        {"store_append(store*, char const*)", ""},
        {"market::Book::place(market::Order const&)", "market"},
        {"void std::vector<int>::push_back<int>(int&&)", "std"},
        {"Deep<3>::build(int)", "Deep"},
        {"operator new(unsigned long)", ""},
        {"std::string operator+<char>(char const*, std::string&)", ""},
        {"metacache::main", "metacache"},
        {"<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "alloc"},
        {"<&mut metacache::Registry as metacache::Loader>::load", "metacache"},
        {"<dyn core::any::Any>::type_id", "core"},
        {"<[u8] as alloc::slice::Join<V>>::join", ""},
        {"", ""},
        {"::", ""},
        {"<", ""},
        {"<<<<", ""},
        {"f<a::b>", ""},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf out = JP_BUF_INIT;
        jp_flame_group_of_name(&out, jp_span_of(cases[i].name));
        jp_buf_add_text(&out, "");
        assert_string_equal(out.ptr, cases[i].group);
        jp_buf_release(&out);
    }
}

static void test_common(void **state)
{
    (void)state;
    assert_true(jp_flame_group_is_common(jp_span_of("core")));
    assert_true(jp_flame_group_is_common(jp_span_of("libc.so.6")));
    assert_true(jp_flame_group_is_common(jp_span_of("ld-linux-x86-64.so.2")));
    assert_true(jp_flame_group_is_common(jp_span_of(JP_NO_STACK_NAME)));
    assert_false(jp_flame_group_is_common(jp_span_of("libcurl.so.4")));
    assert_false(jp_flame_group_is_common(jp_span_of("libc")));
    assert_false(jp_flame_group_is_common(jp_span_of("corelib")));
    assert_false(jp_flame_group_is_common(jp_span_of("")));
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
    jp_sketch_add(&sketch, 1, "main", "app::run", "app::Cache::load[inline]", "core::fmt::write",
                  NULL);
    jp_sketch_add(&sketch, 1, NULL);
    jp_sketch_finish(&sketch);
    jp_flame_groups_init(&groups, &sketch.profile, &sketch.keys);
    const struct jp_flame_group *const app = group_of(&groups, &sketch, "app::run");
    assert_ptr_equal(group_of(&groups, &sketch, "app::Cache::load (inline)"), app);
    assert_string_equal(jp_intern_text(&groups.strings, app->name), "app");
    assert_string_equal(jp_intern_text(&groups.strings, group_of(&groups, &sketch, "main")->name),
                        "sketch");
    assert_int_equal(group_of(&groups, &sketch, "core::fmt::write")->hue, JP_FLAME_HUES);
    assert_int_equal(group_of(&groups, &sketch, JP_NO_STACK_NAME)->hue, JP_FLAME_HUES);
    /* FNV-1a of "app" is 0x1f6a832c, and h ^ h >> 15 = 0x1f6abdf9, which is 5 modulo 12. */
    assert_int_equal(app->hue, 5);
    assert_true(groups.is_inlined[jp_intern_find(&sketch.keys.strings,
                                                 JP_SPAN("app::Cache::load (inline)"))]);
    assert_false(groups.is_inlined[jp_intern_find(&sketch.keys.strings, JP_SPAN("main"))]);
    jp_flame_groups_release(&groups);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_common),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests_name("flame_groups", tests, NULL, NULL);
}
