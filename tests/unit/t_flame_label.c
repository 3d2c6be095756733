/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_label.h"
#include "jp_test.h"

static void assert_label(const char *name, size_t cells, const char *expected)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_flame_label(&out, jp_span_of(name), cells);
    jp_buf_add_text(&out, "");
    assert_string_equal(out.ptr, expected);
    assert_true(jp_flame_label_cells(jp_buf_span(&out)) <= cells);
    jp_buf_release(&out);
}

/* Hangul, an emoji and full-width forms take two cells; ellipsis, minus and accents take one. */
static void test_cells(void **state)
{
    (void)state;
    assert_int_equal(jp_flame_label_cells(jp_span_of("")), 0);
    assert_int_equal(jp_flame_label_cells(jp_span_of("main")), 4);
    assert_int_equal(jp_flame_label_cells(jp_span_of("Vec<\xe2\x80\xa6>")), 6);
    assert_int_equal(jp_flame_label_cells(jp_span_of("\xe2\x88\x92 \xc3\xa9")), 3);
    assert_int_equal(jp_flame_label_cells(jp_span_of("\xed\x95\x9c")), 2);
    assert_int_equal(jp_flame_label_cells(jp_span_of("\xf0\x9f\x98\x80")), 2);
    assert_int_equal(jp_flame_label_cells(jp_span_of("\xef\xbc\xa1")), 2);
    assert_int_equal(jp_flame_label_cells(jp_span_of("a\xff\xfe")), 3);
}

static void test_plain(void **state)
{
    (void)state;
    assert_label("main", 4, "main");
    assert_label("store_append", 8, "store_a\xe2\x80\xa6");
    assert_label("store_append", 3, "st\xe2\x80\xa6");
    assert_label("store_append", 2, "");
    assert_label("ab", 2, "");
    assert_label("", 10, "");
}

/* The end of a path stays; brackets are not taken apart. */
static void test_paths(void **state)
{
    (void)state;
    assert_label("alloc::vec::Vec<u8>::push", 25, "alloc::vec::Vec<u8>::push");
    assert_label("alloc::vec::Vec<u8>::push", 24, "\xe2\x80\xa6vec::Vec<u8>::push");
    assert_label("alloc::vec::Vec<u8>::push", 15, "\xe2\x80\xa6Vec<u8>::push");
    assert_label("alloc::vec::Vec<u8>::push", 13, "\xe2\x80\xa6push");
    assert_label("alloc::vec::Vec<u8>::push", 5, "\xe2\x80\xa6push");
    assert_label("alloc::vec::Vec<u8>::push", 4, "pus\xe2\x80\xa6");
    assert_label("<a::B as c::D>::e", 6,
                 "\xe2\x80\xa6"
                 "e");
    assert_label("f<a::b::c>", 6, "f<a::\xe2\x80\xa6");
    assert_label("std::function<int ()->x::y>::z", 10, "\xe2\x80\xa6z");
    assert_label("ends::", 4, "end\xe2\x80\xa6");
}

/* A wide character that does not fit is left out as a whole. */
static void test_wide(void **state)
{
    (void)state;
    assert_label("\xed\x95\x9c\xed\x95\x9c\xed\x95\x9c", 6, "\xed\x95\x9c\xed\x95\x9c\xed\x95\x9c");
    assert_label("\xed\x95\x9c\xed\x95\x9c\xed\x95\x9c", 5, "\xed\x95\x9c\xed\x95\x9c\xe2\x80\xa6");
    assert_label("\xed\x95\x9c\xed\x95\x9c\xed\x95\x9c", 4, "\xed\x95\x9c\xe2\x80\xa6");
}

/* Some hundred thousand parts, none of which fits: the work follows the length and not its square.
 */
static void test_long(void **state)
{
    enum { PARTS = 300000 };
    struct jp_buf name = JP_BUF_INIT;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    for (int i = 0; i < PARTS; i++)
        jp_buf_add_text(&name, "a::");
    jp_buf_add_text(&name, "last_part_is_too_long");
    jp_flame_label(&out, jp_buf_span(&name), 10);
    assert_string_equal(out.ptr, "last_part\xe2\x80\xa6");
    jp_buf_release(&out);
    jp_buf_release(&name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells), cmocka_unit_test(test_plain), cmocka_unit_test(test_paths),
        cmocka_unit_test(test_wide),  cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests_name("flame_label", tests, NULL, NULL);
}
