/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_svg.h"

#include <math.h>

static void test_text(void **state)
{
    static const struct {
        struct jp_span raw;
        const char *xml;
    } cases[] = {
        {JP_SPAN(""), ""},
        {JP_SPAN("Vec<T>::push & \"x\""), "Vec&lt;T&gt;::push &amp; &quot;x&quot;"},
        {JP_SPAN("gr\xc3\xb6\xc3\x9f"
                 "e"),
         "gr\xc3\xb6\xc3\x9f"
         "e"},
        {JP_SPAN("a\xff"
                 "b\xc3"),
         "a\xef\xbf\xbd"
         "b\xef\xbf\xbd"},
        {JP_SPAN("a\0b\x1b[m\x7f\n"), "a b [m &#10;"},
        {JP_SPAN("\xef\xbf\xbe"), "\\ufffe"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf out = JP_BUF_INIT;
        jp_buf_add_text(&out, "");
        jp_svg_text(&out, cases[i].raw);
        assert_string_equal(jp_buf_span(&out).ptr, cases[i].xml);
        jp_buf_release(&out);
    }
}

static void test_number(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},     {-0.0, "0"},     {-0.004, "0"},    {0.005, "0.01"}, {12, "12"},
        {100, "100"}, {1.5, "1.5"},    {-1.25, "-1.25"}, {1.239, "1.24"}, {1e6, "1000000"},
        {NAN, "0"},   {INFINITY, "0"}, {1.999, "2"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf out = JP_BUF_INIT;
        jp_svg_number(&out, cases[i].value);
        assert_string_equal(out.ptr, cases[i].text);
        jp_buf_clear(&out);
        jp_svg_attribute(&out, "x", 2.5);
        assert_string_equal(out.ptr, " x=\"2.5\"");
        jp_buf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_number),
    };

    return cmocka_run_group_tests_name("svg", tests, NULL, NULL);
}
