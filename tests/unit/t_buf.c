/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_buf.h"
#include "jp_quote.h"

#include <stdio.h>
#include <string.h>

static void test_append(void **state)
{
    struct jp_buf buf = JP_BUF_INIT;

    (void)state;
    assert_int_equal(jp_buf_span(&buf).len, 0);
    assert_string_equal(jp_buf_span(&buf).ptr, "");
    jp_buf_clear(&buf);
    jp_buf_add_text(&buf, "");
    assert_string_equal(buf.ptr, "");
    jp_buf_add(&buf, JP_SPAN("a\0b"));
    jp_buf_add_byte(&buf, 'c');
    jp_buf_add(&buf, (struct jp_span){NULL, 0});
    assert_int_equal(buf.len, 4);
    assert_memory_equal(buf.ptr, "a\0bc", 5);
    jp_buf_cut(&buf, 1);
    assert_int_equal(buf.len, 1);
    assert_string_equal(buf.ptr, "a");
    jp_buf_clear(&buf);
    assert_int_equal(buf.len, 0);
    assert_string_equal(buf.ptr, "");
    jp_buf_release(&buf);
    jp_buf_release(&buf);
    assert_null(buf.ptr);
}

static void test_hex(void **state)
{
    struct jp_buf buf = JP_BUF_INIT;

    (void)state;
    jp_buf_add_hex(&buf, JP_SPAN(""));
    assert_int_equal(buf.len, 0);
    jp_buf_add_text(&buf, "id ");
    jp_buf_add_hex(&buf, JP_SPAN("\x00\x09\x0a\x9f\xf0\xff"));
    assert_string_equal(buf.ptr, "id 00090a9ff0ff");
    jp_buf_release(&buf);
}

static void test_decimal(void **state)
{
    struct jp_buf buf = JP_BUF_INIT;

    (void)state;
    jp_buf_add_decimal(&buf, 0);
    jp_buf_add_byte(&buf, ' ');
    jp_buf_add_decimal(&buf, 1090);
    jp_buf_add_byte(&buf, ' ');
    jp_buf_add_decimal(&buf, UINT64_MAX);
    assert_string_equal(buf.ptr, "0 1090 18446744073709551615");
    jp_buf_release(&buf);
}

static void test_room(void **state)
{
    struct jp_buf buf = JP_BUF_INIT;

    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        char *const room = jp_buf_room(&buf, 10);
        memcpy(room, "abc", 3);
        jp_buf_used(&buf, room + 3);
        assert_int_equal(buf.len, 3 * (i + 1));
        assert_string_equal(buf.ptr + 3 * i, "abc");
    }
    jp_buf_release(&buf);
}

static void test_growth(void **state)
{
    struct jp_buf buf = JP_BUF_INIT;

    (void)state;
    for (size_t i = 0; i < 100000; i++) {
        jp_buf_add_byte(&buf, (char)('a' + i % 26));
        assert_int_equal(buf.ptr[buf.len], '\0');
    }
    for (size_t i = 0; i < 100000; i++)
        assert_int_equal(buf.ptr[i], 'a' + i % 26);
    jp_buf_release(&buf);
}

/* Lengths around the room that a first attempt has. */
static void test_format(void **state)
{
    (void)state;
    for (int width = 0; width < 400; width++) {
        struct jp_buf buf = JP_BUF_INIT;
        char expected[512];
        jp_buf_add_text(&buf, "x");
        jp_buf_format(&buf, "%*d|", width, 5);
        snprintf(expected, sizeof expected, "x%*d|", width, 5);
        assert_string_equal(buf.ptr, expected);
        assert_int_equal(buf.len, strlen(expected));
        jp_buf_release(&buf);
    }
}

static void test_quote(void **state)
{
    char out[JP_QUOTE_SIZE];
    char text[300];

    (void)state;
    assert_string_equal(jp_quote(out, JP_SPAN("")), "''");
    assert_string_equal(jp_quote(out, JP_SPAN("a b")), "'a b'");
    assert_string_equal(jp_quote(out, JP_SPAN("\0\t\x7f\xff")), "'\\x00\\x09\\x7f\\xff'");
    for (size_t len = 0; len < sizeof text; len++) {
        const struct jp_span span = {text, len};
        memset(text, 'a', sizeof text);
        jp_quote(out, span);
        assert_true(strlen(out) < JP_QUOTE_SIZE);
        assert_int_equal(strcmp(out + strlen(out) - 1, "'") == 0, len <= JP_QUOTE_SIZE - 9);
        memset(text, 1, sizeof text);
        jp_quote(out, span);
        assert_true(strlen(out) < JP_QUOTE_SIZE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append),  cmocka_unit_test(test_hex),
        cmocka_unit_test(test_decimal), cmocka_unit_test(test_room),
        cmocka_unit_test(test_growth),  cmocka_unit_test(test_format),
        cmocka_unit_test(test_quote),
    };
    return cmocka_run_group_tests_name("buf", tests, NULL, NULL);
}
