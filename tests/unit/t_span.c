/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_span.h"

#include <string.h>

#define assert_span(span, text) assert_true(jp_span_equal((span), JP_SPAN(text)))

static const struct jp_span nothing = {NULL, 0};

static void test_compare(void **state)
{
    (void)state;
    assert_true(jp_span_equal(nothing, JP_SPAN("")));
    assert_false(jp_span_equal(JP_SPAN("a"), JP_SPAN("ab")));
    assert_true(jp_span_equal(JP_SPAN("a\0b"), JP_SPAN("a\0b")));
    assert_false(jp_span_equal(JP_SPAN("a\0b"), JP_SPAN("a\0c")));
    assert_true(jp_span_compare(JP_SPAN("a"), JP_SPAN("ab")) < 0);
    assert_true(jp_span_compare(JP_SPAN("b"), JP_SPAN("ab")) > 0);
    assert_true(jp_span_compare(JP_SPAN("\xff"), JP_SPAN("a")) > 0);
    assert_true(jp_span_compare(nothing, JP_SPAN("")) == 0);
    assert_int_equal(jp_span_of(NULL).len, 0);
}

static void test_ends(void **state)
{
    (void)state;
    assert_true(jp_span_starts_with(JP_SPAN("abc"), JP_SPAN("ab")));
    assert_true(jp_span_starts_with(JP_SPAN("abc"), nothing));
    assert_false(jp_span_starts_with(JP_SPAN("a"), JP_SPAN("ab")));
    assert_true(jp_span_ends_with(JP_SPAN("abc"), JP_SPAN("bc")));
    assert_true(jp_span_ends_with(nothing, nothing));
    assert_false(jp_span_ends_with(JP_SPAN("c"), JP_SPAN("bc")));
}

static void test_find(void **state)
{
    const struct jp_span text = JP_SPAN("a--b--c");

    (void)state;
    assert_int_equal(jp_span_find(text, JP_SPAN("--"), 0), 1);
    assert_int_equal(jp_span_find(text, JP_SPAN("--"), 2), 4);
    assert_true(jp_span_find(text, JP_SPAN("--"), 5) == SIZE_MAX);
    assert_true(jp_span_find(text, JP_SPAN("--"), 100) == SIZE_MAX);
    assert_int_equal(jp_span_find(text, nothing, 7), 7);
    assert_true(jp_span_find(nothing, JP_SPAN("x"), 0) == SIZE_MAX);
    assert_int_equal(jp_span_find_byte(text, '-', 0), 1);
    assert_int_equal(jp_span_find_byte(text, '-', 2), 2);
    assert_int_equal(jp_span_find_byte(text, '-', 3), 4);
    assert_true(jp_span_find_byte(text, '-', 6) == SIZE_MAX);
    assert_true(jp_span_find_byte(nothing, '-', 0) == SIZE_MAX);
    assert_int_equal(jp_span_rfind_byte(text, '-'), 5);
    assert_true(jp_span_rfind_byte(nothing, '-') == SIZE_MAX);
    assert_span(jp_span_basename(JP_SPAN("/usr/lib/x.so")), "x.so");
    assert_span(jp_span_basename(JP_SPAN("x.so")), "x.so");
    assert_span(jp_span_basename(JP_SPAN("/usr/")), "");
    assert_span(jp_span_last_components(JP_SPAN("/a/b/c"), 1), "/c");
    assert_span(jp_span_last_components(JP_SPAN("/a/b/c"), 2), "/b/c");
    assert_span(jp_span_last_components(JP_SPAN("/a/b/c"), 3), "/a/b/c");
    assert_span(jp_span_last_components(JP_SPAN("a/b/c"), 3), "a/b/c");
    assert_span(jp_span_last_components(JP_SPAN(""), 3), "");
}

/* Short and long texts of few different bytes, against the C library. */
static void test_find_like_memmem(void **state)
{
    char text[5000];
    uint64_t random = 1;

    (void)state;
    for (size_t i = 0; i < 2000; i++) {
        for (size_t k = 0; k < sizeof text; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            text[k] = (char)(random >> 62 ? 'a' : 'b' + (random >> 60 & 1));
        }
        const struct jp_span span = {text, random >> 40 & 1 ? sizeof text : random >> 41 & 63};
        const size_t from = span.len ? (random >> 20) % (span.len + 1) : 0;
        const struct jp_span needle =
            jp_span_slice(JP_SPAN("abacaacababcaacabababbca"), i % 12, i % 12 + 1 + i % 13);
        const char *const hit = memmem(text + from, span.len - from, needle.ptr, needle.len);
        const size_t expected = hit ? (size_t)(hit - text) : SIZE_MAX;
        assert_true(jp_span_find(span, needle, from) == expected);
    }
}

static void test_slice(void **state)
{
    const struct jp_span text = JP_SPAN("abcdef");

    (void)state;
    assert_span(jp_span_slice(text, 1, 3), "bc");
    assert_span(jp_span_slice(text, 4, 100), "ef");
    assert_span(jp_span_slice(text, 100, 200), "");
    assert_span(jp_span_slice(text, 3, 1), "");
    assert_span(jp_span_slice(nothing, 1, 3), "");
    assert_span(jp_span_trim(JP_SPAN(" \t a b\r\n\v\f")), "a b");
    assert_span(jp_span_trim(JP_SPAN("  ")), "");
    assert_span(jp_span_trim(nothing), "");
}

static void test_take_line(void **state)
{
    struct jp_span rest = JP_SPAN("one\n\ntwo\r\nthree");
    struct jp_span line;
    bool complete;

    (void)state;
    assert_true(jp_span_take_line(&rest, &line, &complete));
    assert_span(line, "one");
    assert_true(complete);
    assert_true(jp_span_take_line(&rest, &line, NULL));
    assert_span(line, "");
    assert_true(jp_span_take_line(&rest, &line, &complete));
    assert_span(line, "two\r");
    assert_true(jp_span_take_line(&rest, &line, &complete));
    assert_span(line, "three");
    assert_false(complete);
    assert_false(jp_span_take_line(&rest, &line, &complete));
    rest = nothing;
    assert_false(jp_span_take_line(&rest, &line, &complete));
}

static void test_take_word(void **state)
{
    struct jp_span rest = JP_SPAN("  one\ttwo ");
    struct jp_span word;

    (void)state;
    assert_true(jp_span_take_word(&rest, &word));
    assert_span(word, "one");
    assert_true(jp_span_take_word(&rest, &word));
    assert_span(word, "two");
    assert_false(jp_span_take_word(&rest, &word));
    assert_span(word, "");
    rest = JP_SPAN("xy");
    assert_false(jp_span_take_byte(&rest, 'y'));
    assert_true(jp_span_take_byte(&rest, 'x'));
    assert_true(jp_span_take_byte(&rest, 'y'));
    assert_false(jp_span_take_byte(&rest, 'y'));
}

struct number_case {
    const char *text;
    bool is_number;
    uint64_t value;
    const char *rest;
};

static void check_numbers(const struct number_case *cases, size_t count,
                          bool (*take)(struct jp_span *, uint64_t *))
{
    for (size_t i = 0; i < count; i++) {
        struct jp_span rest = jp_span_of(cases[i].text);
        uint64_t value = 77;
        assert_int_equal(take(&rest, &value), cases[i].is_number);
        assert_true(value == (cases[i].is_number ? cases[i].value : 77));
        assert_true(jp_span_equal(rest, jp_span_of(cases[i].rest)));
    }
}

static void test_take_decimal(void **state)
{
    static const struct number_case cases[] = {
        {"0", true, 0, ""},
        {"000012x", true, 12, "x"},
        {"18446744073709551615 ", true, UINT64_MAX, " "},
        {"18446744073709551616", false, 0, "18446744073709551616"},
        {"99999999999999999999", false, 0, "99999999999999999999"},
        {"", false, 0, ""},
        {" 1", false, 0, " 1"},
        {"-1", false, 0, "-1"},
        {"+1", false, 0, "+1"},
    };

    (void)state;
    check_numbers(cases, JP_COUNT_OF(cases), jp_span_take_decimal);
}

static void test_take_hex(void **state)
{
    static const struct number_case cases[] = {
        {"0", true, 0, ""},
        {"fFg", true, 255, "g"},
        {"ffffffffffffffff", true, UINT64_MAX, ""},
        {"0000000000ffffffffffffffff", true, UINT64_MAX, ""},
        {"1ffffffffffffffff", false, 0, "1ffffffffffffffff"},
        {"0x1", true, 0, "x1"},
        {"", false, 0, ""},
        {"g", false, 0, "g"},
        {"@", false, 0, "@"},
        {"`", false, 0, "`"},
    };

    (void)state;
    check_numbers(cases, JP_COUNT_OF(cases), jp_span_take_hex);
}

/* Few collisions in the upper half, the part that jp_index keeps. */
static void test_hash(void **state)
{
    enum { COUNT = 20000, SLOTS = 1 << 16 };
    static unsigned char used[SLOTS];
    unsigned shared = 0;

    (void)state;
    memset(used, 0, sizeof used);
    for (uint64_t i = 0; i < COUNT; i++) {
        const uint64_t hash = jp_hash_mix(i, 0) >> 48;
        shared += used[hash];
        used[hash] = 1;
    }
    /* Expected for random values: n - m(1 - exp(-n/m)) = 2759. */
    assert_in_range(shared, 2400, 3100);
    assert_true(jp_span_hash(JP_SPAN("a")) != jp_span_hash(JP_SPAN("b")));
    assert_true(jp_span_hash(nothing) == jp_span_hash(JP_SPAN("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compare),   cmocka_unit_test(test_ends),
        cmocka_unit_test(test_find),      cmocka_unit_test(test_find_like_memmem),
        cmocka_unit_test(test_slice),     cmocka_unit_test(test_take_line),
        cmocka_unit_test(test_take_word), cmocka_unit_test(test_take_decimal),
        cmocka_unit_test(test_take_hex),  cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests_name("span", tests, NULL, NULL);
}
