/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_dwarf_cursor.h"

static struct jp_dwarf_cursor over(struct jp_span bytes)
{
    return jp_dwarf_cursor_at(bytes, 0, false);
}

/* The examples of the DWARF 5 standard, appendix C, tables C.1 and C.2 of section 7.6. */
static void test_leb128(void **state)
{
    static const struct {
        struct jp_span bytes;
        uint64_t value;
    } unsigneds[] = {
        {{"\x02", 1}, 2},
        {{"\x7f", 1}, 127},
        {{"\x80\x01", 2}, 128},
        {{"\x81\x01", 2}, 129},
        {{"\x82\x01", 2}, 130},
        {{"\xb9\x64", 2}, 12857},
        {{"\x82\x80\x00", 3}, 2}, /* padded */
        {{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10}, UINT64_MAX},
    };
    static const struct {
        struct jp_span bytes;
        int64_t value;
    } signeds[] = {
        {{"\x02", 1}, 2},        {{"\x7e", 1}, -2},       {{"\xff\x00", 2}, 127},
        {{"\x81\x7f", 2}, -127}, {{"\x80\x01", 2}, 128},  {{"\x80\x7f", 2}, -128},
        {{"\x81\x01", 2}, 129},  {{"\xff\x7e", 2}, -129},
    };

    (void)state;
    for (size_t i = 0; i < sizeof unsigneds / sizeof unsigneds[0]; i++) {
        struct jp_dwarf_cursor cursor = over(unsigneds[i].bytes);
        assert_int_equal(jp_dwarf_uleb(&cursor), unsigneds[i].value);
        assert_false(cursor.is_bad);
        assert_int_equal(jp_dwarf_left(&cursor), 0);
    }
    for (size_t i = 0; i < sizeof signeds / sizeof signeds[0]; i++) {
        struct jp_dwarf_cursor cursor = over(signeds[i].bytes);
        assert_int_equal(jp_dwarf_sleb(&cursor), signeds[i].value);
        assert_false(cursor.is_bad);
        assert_int_equal(jp_dwarf_left(&cursor), 0);
    }
}

static void test_leb128_cut(void **state)
{
    static const struct jp_span cut[] = {{"", 0}, {"\x80", 1}, {"\xff\xff\xff", 3}};

    (void)state;
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        struct jp_dwarf_cursor cursor = over(cut[i]);
        assert_int_equal(jp_dwarf_uleb(&cursor), 0);
        assert_true(cursor.is_bad);
        cursor = over(cut[i]);
        assert_int_equal(jp_dwarf_sleb(&cursor), 0);
        assert_true(cursor.is_bad);
    }
}

static void test_fixed(void **state)
{
    const struct jp_span bytes = {"\x01\x02\x03\x04\x05\x06\x07\x08", 8};
    const uint16_t one = 1;
    const bool is_little = *(const unsigned char *)&one == 1;

    (void)state;
    for (int big = 0; big < 2; big++) {
        const bool is_swapped = (big != 0) == is_little;
        struct jp_dwarf_cursor cursor = jp_dwarf_cursor_at(bytes, 0, is_swapped);
        assert_int_equal(jp_dwarf_u16(&cursor), big ? 0x0102 : 0x0201);
        cursor = jp_dwarf_cursor_at(bytes, 0, is_swapped);
        assert_int_equal(jp_dwarf_u24(&cursor), big ? 0x010203 : 0x030201);
        cursor = jp_dwarf_cursor_at(bytes, 0, is_swapped);
        assert_int_equal(jp_dwarf_u32(&cursor), big ? 0x01020304 : 0x04030201);
        cursor = jp_dwarf_cursor_at(bytes, 0, is_swapped);
        assert_int_equal(jp_dwarf_u64(&cursor), big ? 0x0102030405060708 : 0x0807060504030201);
        assert_int_equal(jp_dwarf_left(&cursor), 0);
        assert_false(cursor.is_bad);
        assert_int_equal(jp_dwarf_u8(&cursor), 0);
        assert_true(cursor.is_bad);
    }
}

static void test_beyond_the_end(void **state)
{
    struct jp_dwarf_cursor cursor = over(JP_SPAN("abc"));

    (void)state;
    assert_int_equal(jp_dwarf_u32(&cursor), 0);
    assert_true(cursor.is_bad);
    assert_int_equal(jp_dwarf_left(&cursor), 0);

    cursor = over(JP_SPAN("abc"));
    assert_false(jp_dwarf_skip(&cursor, UINT64_MAX));
    assert_true(cursor.is_bad);

    cursor = over(JP_SPAN("abc"));
    assert_int_equal(jp_dwarf_text(&cursor).len, 0);
    assert_true(cursor.is_bad);

    cursor = over((struct jp_span){"ab\0c", 4});
    assert_int_equal(jp_dwarf_text(&cursor).len, 2);
    assert_int_equal(jp_dwarf_left(&cursor), 1);
    assert_false(cursor.is_bad);

    cursor = jp_dwarf_cursor_at(JP_SPAN("abc"), 4, false);
    assert_true(cursor.is_bad);
}

static void test_unit_length(void **state)
{
    static const struct {
        struct jp_span bytes;
        bool is_fine;
        uint8_t offset_bytes;
        size_t left;
    } cases[] = {
        {{"\x02\0\0\0xyz", 7}, true, 4, 2},
        {{"\x04\0\0\0xyz", 7}, false, 4, 0},                        /* beyond the section */
        {{"\xff\xff\xff\xff\x01\0\0\0\0\0\0\0xy", 14}, true, 8, 1}, /* 64-bit form */
        {{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xffxy", 14}, false, 8, 0},
        {{"\xf0\xff\xff\xff", 4}, false, 4, 0}, /* reserved */
        {{"\x02\0", 2}, false, 4, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        /* Lengths are little-endian here. */
        const uint16_t one = 1;
        struct jp_dwarf_cursor cursor =
            jp_dwarf_cursor_at(cases[i].bytes, 0, *(const unsigned char *)&one != 1);
        uint8_t offset_bytes;
        assert_int_equal(jp_dwarf_unit_length(&cursor, &offset_bytes), cases[i].is_fine);
        if (!cases[i].is_fine)
            continue;
        assert_int_equal(offset_bytes, cases[i].offset_bytes);
        assert_int_equal(jp_dwarf_left(&cursor), cases[i].left);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leb128),      cmocka_unit_test(test_leb128_cut),
        cmocka_unit_test(test_fixed),       cmocka_unit_test(test_beyond_the_end),
        cmocka_unit_test(test_unit_length),
    };
    return cmocka_run_group_tests_name("dwarf_cursor", tests, NULL, NULL);
}
