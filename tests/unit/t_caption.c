/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_buf.h"
#include "jp_caption.h"

#include <string.h>

#define DOTS "\xe2\x80\xa6"

static void assert_span(struct jp_span span, const char *expected)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_add(&text, span);
    assert_string_equal(jp_buf_span(&text).ptr, expected);
    jp_buf_release(&text);
}

static void test_parts(void **state)
{
    static const struct {
        const char *key;
        const char *scope;
        const char *function;
    } cases[] = {
        {"main", "", "main"},
        {"grow", "", "grow"},
        {"market::match", "market", "match"},
        {"Deep<0>::build", "", "Deep<0>::build"},
        {"market::Book::place<long>", "market", "Book::place<long>"},
        {"alloc::raw_vec::RawVecInner::finish_grow", "alloc::raw_vec", "RawVecInner::finish_grow"},
        {"alloc::sync::Arc<[u8]>::allocate_for_slice_in::{closure}", "alloc::sync",
         "Arc<[u8]>::allocate_for_slice_in::{closure}"},
        {"market::Engine::Engine::{lambda#2}::operator()", "market",
         "Engine::Engine::{lambda#2}::operator()"},
        {"<alloc::vec::Vec<u8> as core::clone::Clone>::clone", "",
         "<alloc::vec::Vec<u8> as core::clone::Clone>::clone"},
        {"metacache::cache::insert", "metacache", "cache::insert"},
        {"std::_Rb_tree<long, pair<a::b, c::d>>::_M_get_node", "std",
         "_Rb_tree<long, pair<a::b, c::d>>::_M_get_node"},
        {"std::operator<< <char>", "std", "operator<< <char>"},
        {"ns::Big::operator<", "ns", "Big::operator<"},
        {"void market::Book::match<long>(std::map<long, int>&) const", "market",
         "Book::match<long>(std::map<long, int>&) const"},
        {"std::vector<int> ns::T::get(int)", "ns", "T::get(int)"},
        {"ns::T::operator std::string()", "ns", "T::operator std::string()"},
        {"operator new(unsigned long)", "", "operator new(unsigned long)"},
        {"std::operator+<char, std::traits<char>>(char)", "std",
         "operator+<char, std::traits<char>>(char)"},
        {"std::operator<< <std::traits<char>>(char)", "std",
         "operator<< <std::traits<char>>(char)"},
        {"ns::operator-><a::b>", "ns", "operator-><a::b>"},
        {"libc.so.6+0x1234", "", "libc.so.6+0x1234"},
        {"", "", ""},
        {"::x", "", "::x"},
        {"a<", "", "a<"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const struct jp_caption caption = jp_caption_of(jp_span_of(cases[i].key));
        assert_span(caption.scope, cases[i].scope);
        assert_span(caption.function, cases[i].function);
    }
}

static void test_place(void **state)
{
    const struct jp_caption caption = jp_caption_of(JP_SPAN("ns::T<a, b>::f /src/x.cc:12"));

    (void)state;
    assert_span(caption.scope, "ns");
    assert_span(caption.function, "T<a, b>::f");
    assert_span(caption.place, "x.cc:12");
    assert_span(jp_caption_of(JP_SPAN("operator new")).function, "operator new");
    assert_span(jp_caption_of(JP_SPAN("operator new")).place, "");
}

/* One unit for each character. */
static double characters(const void *state, struct jp_span text)
{
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
    return (double)count;
}

static void assert_broken(const char *text, double width, size_t line_count, bool is_cut,
                          const char *expected)
{
    const struct jp_caption_limits limits = {width, line_count, characters, NULL};
    struct jp_arena arena = JP_ARENA_INIT;
    struct jp_buf joined = JP_BUF_INIT;
    jp_caption_lines lines = {0};

    assert_int_equal(jp_caption_break(&lines, jp_span_of(text), &limits, &arena), is_cut);
    for (size_t i = 0; i < lines.count; i++) {
        jp_buf_add_text(&joined, i ? "|" : "");
        jp_buf_add(&joined, lines.data[i]);
    }
    assert_string_equal(jp_buf_span(&joined).ptr, expected);
    jp_buf_release(&joined);
    jp_vec_release(&lines);
    jp_arena_release(&arena);
}

static void test_break(void **state)
{
    (void)state;
    assert_broken("main", 10, 3, false, "main");
    assert_broken("RawVecInner::try_allocate_in", 20, 3, false, "RawVecInner::|try_allocate_in");
    assert_broken("VacantEntry<String, String>::insert", 20, 3, false,
                  "VacantEntry|<String, String>::|insert");
    assert_broken("abcdefghij", 4, 3, false, "abcd|efgh|ij");
    assert_broken("gr\xc3\xb6\xc3\x9f"
                  "er",
                  3, 3, false,
                  "gr\xc3\xb6|\xc3\x9f"
                  "er");
    assert_broken("one_two_three", 9, 3, false, "one_two_|three");
    assert_broken("", 4, 3, false, "");
}

static void test_shorten(void **state)
{
    (void)state;
    assert_broken("map<pair<long, int>, list<x>>::get", 14, 2, true,
                  "map<pair<" DOTS ">,|list<" DOTS ">>::get");
    assert_broken("map<pair<long, int>, list<x>>::get", 20, 1, true, "map<" DOTS ">::get");
    assert_broken("one::two::three::four", 7, 2, true, "one::|" DOTS "four");
    assert_broken("operator<<", 5, 1, true, "opera" DOTS);
}

static void test_scope(void **state)
{
    const struct jp_caption_limits limits = {18, 1, characters, NULL};
    struct jp_arena arena = JP_ARENA_INIT;

    (void)state;
    assert_span(jp_caption_scope(JP_SPAN("alloc::raw_vec"), &limits, &arena), "alloc::raw_vec");
    assert_span(jp_caption_scope(JP_SPAN("alloc::collections::btree::map"), &limits, &arena),
                "alloc::" DOTS "::map");
    assert_span(jp_caption_scope(JP_SPAN("averyveryverylongmodule"), &limits, &arena),
                "averyveryverylongm" DOTS);
    jp_arena_release(&arena);
}

/* However long: done at once, and still valid UTF-8. */
static void test_long(void **state)
{
    const struct jp_caption_limits limits = {20, 3, characters, NULL};
    struct jp_arena arena = JP_ARENA_INIT;
    jp_caption_lines lines = {0};
    struct jp_buf text = JP_BUF_INIT;

    (void)state;
    for (int i = 0; i < 200000; i++)
        jp_buf_add_text(&text, "<\xc3\xa4");
    assert_true(jp_caption_break(&lines, jp_buf_span(&text), &limits, &arena));
    assert_int_equal(lines.count, 3);
    for (size_t i = 0; i < lines.count; i++) {
        const struct jp_span clean = jp_caption_clean(lines.data[i], &arena);
        assert_true(jp_span_equal(clean, lines.data[i]));
    }
    jp_buf_release(&text);
    jp_vec_release(&lines);
    jp_arena_release(&arena);
}

static void test_clean(void **state)
{
    struct jp_arena arena = JP_ARENA_INIT;

    (void)state;
    assert_span(jp_caption_clean(JP_SPAN("plain"), &arena), "plain");
    assert_span(jp_caption_clean(JP_SPAN("a\tb\xff"), &arena), "a b\xef\xbf\xbd");
    assert_span(jp_caption_clean(JP_SPAN("\xe2\x80\xae\xef\xbf\xbf"), &arena), "\\u202e\\uffff");
    jp_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),   cmocka_unit_test(test_place), cmocka_unit_test(test_break),
        cmocka_unit_test(test_shorten), cmocka_unit_test(test_long),  cmocka_unit_test(test_clean),
        cmocka_unit_test(test_scope),
    };

    return cmocka_run_group_tests_name("caption", tests, NULL, NULL);
}
