/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

static void check(void (*format)(struct jp_buf *, double), double value, const char *expected)
{
    struct jp_buf out = JP_BUF_INIT;

    format(&out, value);
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
}

static void test_integer(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {0.999, "0"},
        {-0.999, "0"},
        {1.5, "1"},
        {-1.5, "-1"},
        {9223372036854775808.0, "9223372036854775808"},
        {18446744073709551616.0, "18446744073709551616"},
        {-18446744073709551616.0, "-18446744073709551616"},
        {1e22, "10000000000000000000000"},
        {NAN, "0"},
        {INFINITY, "inf"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++)
        check(jp_number_integer, cases[i].value, cases[i].text);
}

/* Digits and sign as the C library prints them: ties, what is hardly none, and numbers of all
 * sizes. */
static void test_tenths(void **state)
{
    static const double cases[] = {
        0,        -0.0,           0.05,           0.15,     0.25,    0.35,
        0.75,     -0.25,          0.95,           0.9499,   99.95,   0.04999,
        -0.04,    9.949999999999, 0x1p51 + 0.5,   0x1p52,   0x1p63,  -1e300,
        1e15 / 3, 0x1p-70,        4503599627.375, 2.5,      1023.75, 1e-320,
        0.45,     0.55,           0.65,           0.85,     1.05,    100,
        INFINITY, -INFINITY,      DBL_MAX,        -DBL_MIN,
    };
    uint64_t random = 1;
    char expected[400];

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        snprintf(expected, sizeof expected, "%.1f", cases[i]);
        check(jp_number_tenths, cases[i], expected);
    }
    for (size_t i = 0; i < 100000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const double value = (double)(int64_t)random / (double)(1ull << (i % 64));
        /* In the second half, what lies at a tie or next to it. */
        const double tie = trunc(value) / 20;
        const double near = i % 3 ? nextafter(tie, i % 3 == 1 ? INFINITY : -INFINITY) : tie;
        const double tested = i < 50000 ? value : near;
        snprintf(expected, sizeof expected, "%.1f", tested);
        check(jp_number_tenths, tested, expected);
    }
}

static void test_bytes(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0 B"},
        {1023, "1023 B"},
        {-1023.9, "-1023 B"},
        {1024, "1.00 KiB"},
        {1536, "1.50 KiB"},
        {99.99 * 1024, "99.99 KiB"},
        {99.996 * 1024, "100.0 KiB"},
        {512 * 1024, "512.0 KiB"},
        {1023.94 * 1024, "1023.9 KiB"},
        {1023.96 * 1024, "1.00 MiB"},
        {-17.25 * 0x1p30, "-17.25 GiB"},
        {0x1p63, "8.00 EiB"},
        {0x1p80, "1048576.0 EiB"},
        {1.005 * 1024, "1.00 KiB"},
        {NAN, "0 B"},
        {-INFINITY, "-inf EiB"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++)
        check(jp_number_bytes, cases[i].value, cases[i].text);
}

static void test_parse_bytes(void **state)
{
    static const struct {
        const char *text;
        bool is_number;
        double value;
    } cases[] = {
        {"123", true, 123},       {"64k", true, 65536},    {"64K", true, 65536},
        {"64ki", true, 65536},    {"64KiB", true, 65536},  {"1.5MiB", true, 1572864},
        {"20 MB", true, 0x14p20}, {" 1 g ", true, 0x1p30}, {"1e", true, 0x1p60},
        {".5k", true, 512},       {"5.", true, 5},         {"10 B", true, 10},
        {"-1.25k", true, -1280},  {"0.1", true, 0.1},      {"", false, 0},
        {"k", false, 0},          {".", false, 0},         {"-", false, 0},
        {"1e5", false, 0},        {"inf", false, 0},       {"nan", false, 0},
        {"0x10", false, 0},       {"1,5", false, 0},       {"1kk", false, 0},
        {"1 k b", false, 0},      {"1.2.3", false, 0},     {"--1", false, 0},
        {"1x", false, 0},         {"1\xeb", false, 0},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        double value = 0;
        if (jp_number_parse_bytes(jp_span_of(cases[i].text), &value) != cases[i].is_number)
            fail_msg("'%s' was%s taken for a number", cases[i].text,
                     cases[i].is_number ? " not" : "");
        if (cases[i].is_number)
            assert_true(value == cases[i].value);
    }
}

static void test_parse_size(void **state)
{
    static const char *const sizes[] = {"5MiB", "5 MB", "0", "0.0", "5B", " 1.5k ", "-2 g"};
    static const char *const others[] = {"5", "5.", "1.5", "-3", "", " ", "MiB", "5%"};
    double value;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(sizes); i++)
        assert_true(jp_number_parse_size(jp_span_of(sizes[i]), &value));
    for (size_t i = 0; i < JP_COUNT_OF(others); i++)
        assert_false(jp_number_parse_size(jp_span_of(others[i]), &value));
}

/* A number too long for a double is none, however many digits it has. */
static void test_parse_long_numbers(void **state)
{
    struct jp_buf digits = JP_BUF_INIT;
    double value;

    (void)state;
    for (int i = 0; i < 308; i++)
        jp_buf_add_byte(&digits, '9');
    assert_true(jp_number_parse_bytes(jp_buf_span(&digits), &value));
    jp_buf_add_text(&digits, "99999");
    assert_false(jp_number_parse_bytes(jp_buf_span(&digits), &value));
    jp_buf_clear(&digits);
    for (int i = 0; i < 305; i++)
        jp_buf_add_byte(&digits, '9');
    jp_buf_add_text(&digits, "e");
    assert_false(jp_number_parse_bytes(jp_buf_span(&digits), &value));
    jp_buf_release(&digits);
}

static void test_locale_does_not_matter(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    bool is_set = false;
    double value;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names) && !is_set; i++)
        is_set = setlocale(LC_ALL, names[i]) != NULL;
    if (!is_set)
        skip(); /* no locale with a decimal comma is installed */
    check(jp_number_bytes, 1536, "1.50 KiB");
    check(jp_number_tenths, 0.25, "0.2");
    assert_true(jp_number_parse_bytes(JP_SPAN("1.5k"), &value));
    assert_true(value == 1536);
    setlocale(LC_ALL, "C");
}

static void test_words(void **state)
{
    (void)state;
    assert_string_equal(jp_number_words(0, "unit", "units"), "units");
    assert_string_equal(jp_number_words(1, "unit", "units"), "unit");
    assert_string_equal(jp_number_words(UINT64_MAX, "unit", "units"), "units");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integer),
        cmocka_unit_test(test_tenths),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_parse_bytes),
        cmocka_unit_test(test_parse_size),
        cmocka_unit_test(test_parse_long_numbers),
        cmocka_unit_test(test_locale_does_not_matter),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
