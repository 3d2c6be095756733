/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_visible.h"

#include <string.h>

/* Code points by the Unicode standard, their bytes by RFC 3629. */
static void test_characters(void **state)
{
    static const struct {
        const char *text;
        const char *shown;
    } cases[] = {
        {"", ""},
        {"plain name<T>", "plain name<T>"},
        {"a\tb\nc\r", "a\\x09b\\x0ac\\x0d"},
        {"\x1b[2J\x7f", "\\x1b[2J\\x7f"},
        {"\xc2\x80\xc2\x9f\xc2\xa0", "\\u0080\\u009f\xc2\xa0"},
        {"\xd8\x9b\xd8\x9c", "\xd8\x9b\\u061c"},
        {"\xe2\x80\x8d\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\x90",
         "\xe2\x80\x8d\\u200e\\u200f\xe2\x80\x90"},
        {"\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\xe2\x80\xae\xe2\x80\xaf",
         "\xe2\x80\xa7\\u2028\\u2029\\u202a\\u202e\xe2\x80\xaf"},
        {"\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa",
         "\xe2\x81\xa5\\u2066\\u2069\xe2\x81\xaa"},
        /* Umlauts in UTF-8 and in ISO 8859-1; there bytes from 0x80 to 0x9f are controls. */
        {"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f"},
        {"gr\xfc\xdf", "gr\xfc\xdf"},
        {"\x9bm", "\\x9bm"},
        /* A sequence that ends early, or is longer than need be, is none. */
        {"\xe2\x80", "\xe2\\x80"},
        {"\xe0\x80\x9b", "\xe0\\x80\\x9b"},
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        /* No characters: U+FDD0 to U+FDEF and the last two of each plane. */
        {"\xef\xb7\x8f\xef\xb7\x90\xef\xb7\xaf\xef\xb7\xb0",
         "\xef\xb7\x8f\\ufdd0\\ufdef\xef\xb7\xb0"},
        {"\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd\\ufffe\\uffff"},
        {"\xf0\x9f\xbf\xbd\xf0\x9f\xbf\xbe\xf4\x8f\xbf\xbf",
         "\xf0\x9f\xbf\xbd\\U0001fffe\\U0010ffff"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf out = JP_BUF_INIT;
        jp_visible_add(&out, jp_span_of(cases[i].text), "");
        assert_int_equal(out.len, strlen(cases[i].shown));
        assert_memory_equal(jp_buf_span(&out).ptr, cases[i].shown, out.len);
        jp_buf_release(&out);
    }
}

static void test_kept(void **state)
{
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_visible_add(&out, (struct jp_span){"a\tb\0c\n", 6}, "\t");
    assert_string_equal(out.ptr, "a\tb\\x00c\\x0a");
    jp_buf_release(&out);
}

static void test_make(void **state)
{
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_visible_make(&out, 0);
    assert_int_equal(out.len, 0);
    jp_buf_add_text(&out, "one\n");
    const size_t from = out.len;
    jp_buf_add_text(&out, "two\n\x1b");
    jp_visible_make(&out, from);
    assert_string_equal(out.ptr, "one\ntwo\\x0a\\x1b");
    jp_buf_release(&out);
}

static void test_width(void **state)
{
    (void)state;
    assert_int_equal(jp_utf8_width(JP_SPAN("")), 0);
    assert_int_equal(jp_utf8_width(JP_SPAN("main")), 4);
    assert_int_equal(jp_utf8_width(JP_SPAN("gr\xc3\xbc\xc3\x9f\xe2\x80\xa6")), 5);
}

static void test_utf8(void **state)
{
    static const struct {
        const char *text;
        const char *wanted;
    } cases[] = {
        {"", ""},
        {"plain", "plain"},
        {"f\xc3\xbcr", "f\xc3\xbcr"},
        {"f\xfcr", "f\\xfcr"},
        {"\xd4", "\\xd4"},
        /* Overlong, cut, and what is escaped anyway. */
        {"\xc0\xaf|\xe2\x82", "\\xc0\\xaf|\\xe2\\x82"},
        {"\x1b[m\x9b\xc2\x9b\xe2\x80\xae", "\\x1b[m\\x9b\\u009b\\u202e"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf out = JP_BUF_INIT;
        jp_visible_add_utf8(&out, jp_span_of(cases[i].text));
        assert_true(jp_span_equal(jp_buf_span(&out), jp_span_of(cases[i].wanted)));
        jp_buf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters), cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_kept),       cmocka_unit_test(test_make),
        cmocka_unit_test(test_width),
    };
    return cmocka_run_group_tests_name("visible", tests, NULL, NULL);
}
