/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines as V8, HotSpot's agents and .NET write them; what is expected was worked out by hand. */
#include "config.h"

#include "jp_test.h"

#include "jp_perf_map.h"

#include <stdio.h>
#include <string.h>

static const char *name_at(const char *text, uint64_t address)
{
    static char name[64];
    struct jp_span found = JP_SPAN("");

    jp_perf_map_look_up(jp_span_of(text), "perf.map", &address, 1, &found, NULL);
    assert_true(found.len < sizeof name);
    memcpy(name, found.ptr, found.len);
    name[found.len] = '\0';
    return name;
}

static void test_a_range_is_half_open(JP_UNUSED void **state)
{
    const char *const text = "7f978b204bc0 e0 stub\n";

    assert_string_equal(name_at(text, 0x7f978b204bbf), "");
    assert_string_equal(name_at(text, 0x7f978b204bc0), "stub");
    assert_string_equal(name_at(text, 0x7f978b204c9f), "stub");
    assert_string_equal(name_at(text, 0x7f978b204ca0), "");
}

static void test_spellings(JP_UNUSED void **state)
{
    assert_string_equal(name_at("0x1000 0x10 a b\n", 0x1000), "a b");
    assert_string_equal(name_at("0X1000 10 Lfoo;::bar", 0x100f), "Lfoo;::bar");
    assert_string_equal(name_at("\t1000  10\tJS:*f file:///a.js:1:2 \r\n", 0x1008),
                        "JS:*f file:///a.js:1:2");
}

static void test_the_last_line_wins(JP_UNUSED void **state)
{
    const char *const text = "1000 100 old\n1010 10 new\n0 ffffffffffffffff all\n1018 1 newest\n";
    const char *const nested = "1000 100 outer\n1010 10 inner\n";

    assert_string_equal(name_at(text, 0x1010), "all");
    assert_string_equal(name_at(text, 0x1018), "newest");
    assert_string_equal(name_at(nested, 0x1010), "inner");
    assert_string_equal(name_at(nested, 0x1020), "outer");
}

/* Every address and every range of a small space, against the plain reading of the rule. */
static void test_as_one_line_after_the_other(JP_UNUSED void **state)
{
    enum { SPACE = 40, LINES = 12, ROUNDS = 300 };
    uint64_t addresses[SPACE];
    uint32_t random = 1;

    for (size_t i = 0; i < SPACE; i++)
        addresses[i] = i;
    for (size_t round = 0; round < ROUNDS; round++) {
        char text[LINES * 32] = "";
        struct jp_span names[SPACE];
        char expected[SPACE];
        memset(expected, ' ', sizeof expected);
        for (size_t line = 0; line < LINES; line++) {
            random = random * 1103515245 + 12345;
            const unsigned start = (random >> 8) % SPACE;
            const unsigned size = (random >> 16) % 12;
            const size_t len = strlen(text);
            snprintf(text + len, sizeof text - len, "%x %x %c\n", start, size, (char)('a' + line));
            for (unsigned i = start; i < start + size && i < SPACE; i++)
                expected[i] = (char)('a' + line);
        }
        for (size_t i = 0; i < SPACE; i++)
            names[i] = JP_SPAN(" ");
        jp_perf_map_look_up(jp_span_of(text), "perf.map", addresses, SPACE, names, NULL);
        for (size_t i = 0; i < SPACE; i++)
            assert_int_equal(names[i].ptr[0], expected[i]);
    }
}

static void test_bad_lines(JP_UNUSED void **state)
{
    struct jp_diags diags;
    struct jp_span name = JP_SPAN("");
    const uint64_t address = 0x1000;

    jp_diags_init(&diags);
    jp_perf_map_look_up(
        JP_SPAN("1000 10 good\n\nno line\n1000\n1000 10\nffffffffffffffff 2 over\n"), "perf.map",
        &address, 1, &name, &diags);
    assert_true(jp_span_equal(name, JP_SPAN("good")));
    assert_int_equal(diags.list.count, 1);
    assert_int_equal(diags.list.data[0].line, 3);
    assert_non_null(strstr(jp_intern_text(&diags.strings, diags.list.data[0].message),
                           "4 such lines were skipped"));
    jp_diags_release(&diags);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_range_is_half_open),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_the_last_line_wins),
        cmocka_unit_test(test_as_one_line_after_the_other),
        cmocka_unit_test(test_bad_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
