/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_sniff.h"

#include <stdlib.h>
#include <string.h>

static void test_types(void **state)
{
    static const struct {
        struct jp_span bytes;
        enum jp_file_type type;
    } cases[] = {
        {{"", 0}, JP_TYPE_EMPTY},
        {{"\n \r\n", 4}, JP_TYPE_EMPTY},
        {{"heap_v2/1\n", 10}, JP_TYPE_HEAP_DUMP},
        {{"heap_v2/524288", 14}, JP_TYPE_HEAP_DUMP},
        {{"\n<jemalloc>: x\nheap_v2/1\n", 25}, JP_TYPE_HEAP_DUMP},
        {{"[log] {\nheap profile: 1", 23}, JP_TYPE_HEAP_DUMP},
        {{"%warn x\nheap_v2/1\n", 18}, JP_TYPE_HEAP_DUMP},
        {{"--- symbol\nbinary=x\n", 20}, JP_TYPE_HEAP_DUMP},
        {{"---symbol\n", 10}, JP_TYPE_HEAP_DUMP},
        {{"--- growth\n", 11}, JP_TYPE_HEAP_DUMP},
        {{"heap_v3/1\n", 10}, JP_TYPE_TEXT},
        {{"--- profile\n", 12}, JP_TYPE_CPU_PROFILE},
        {{"--- contention:\n", 16}, JP_TYPE_CONTENTION_PROFILE},
        {{"--- Stacks:\n", 12}, JP_TYPE_CONTENTION_PROFILE},
        {{"\0\0\0\0\3\0\0\0\0\0\0\0\x10\x27\0\0\0\0\0\0", 20}, JP_TYPE_CPU_PROFILE},
        {{"\0\0\0\0\0\0\0\3\0\0\0\0\0\0\x27\x10\0\0\0\0", 20}, JP_TYPE_CPU_PROFILE},
        {{"\x7f"
          "ELF\2\1\1",
          7},
         JP_TYPE_ELF},
        {{"\xcf\xfa\xed\xfe\7\0\0\1", 8}, JP_TYPE_MACHO},
        {{"\xca\xfe\xba\xbe\0\0\0\2", 8}, JP_TYPE_MACHO},
        {{"\xca\xfe\xba\xbe\0\0\0\x34", 8}, JP_TYPE_UNKNOWN},
        {{"SQLite format 3\0", 16}, JP_TYPE_SQLITE},
        {{"\x0a\x04\x08\x01\x10\x02\x12\x04", 8}, JP_TYPE_PPROF},
        /* As Go begins: the type of the period, the period, a type of values. */
        {{"\x5a\x04\x08\x01\x10\x02\x60\x80\x20\x0a\x04\x08\x03\x10\x04", 15}, JP_TYPE_PPROF},
        {{"\x0a\x04\x08\x01\x18\x02\x12\x04", 8}, JP_TYPE_UNKNOWN},
        {{"\x0a\x40\x08\x01\x10\x02", 6}, JP_TYPE_UNKNOWN},
        {{"\x5a\x04\x08\x01\x10\x02\x65\x80\x20", 9}, JP_TYPE_UNKNOWN},
        {{"\xfd"
          "7zXZ\0",
          6},
         JP_TYPE_PACKED},
        {{"BZh91AY", 7}, JP_TYPE_PACKED},
        {{"  <!DOCTYPE HTML>", 17}, JP_TYPE_HTML},
        {{"<html>", 6}, JP_TYPE_HTML},
        {{"{ \"a\": 1}", 9}, JP_TYPE_JSON},
        {{"[]", 2}, JP_TYPE_JSON},
        {{"#!/bin/sh\n", 10}, JP_TYPE_SCRIPT},
        {{"this is not a profile\n", 22}, JP_TYPE_TEXT},
        {{"\x01\x02\x03", 3}, JP_TYPE_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        /* A copy of exactly that size, so that a sanitizer sees every read behind the end. */
        const size_t len = cases[i].bytes.len;
        char *const copy = malloc(len ? len : 1);
        memcpy(copy, cases[i].bytes.ptr, len);
        const enum jp_file_type type = jp_sniff((struct jp_span){copy, len});
        if (type != cases[i].type)
            fail_msg("case %zu: %s, expected %s", i, jp_sniff_text(type),
                     jp_sniff_text(cases[i].type));
        free(copy);
    }
}

static void test_every_prefix_is_safe(void **state)
{
    static const char all[] = "\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\x27\0\0\0\0\0\0"
                              "\0\0\0\0\0\0\0\0";

    (void)state;
    for (size_t len = 0; len < sizeof all; len++) {
        char *const copy = malloc(len ? len : 1);
        memcpy(copy, all, len);
        assert_int_equal(jp_sniff((struct jp_span){copy, len}) == JP_TYPE_CPU_PROFILE, len >= 40);
        free(copy);
    }
}

static void test_header_search_is_bounded(void **state)
{
    enum { BYTES = 200 * 1024 };
    char *const text = malloc(BYTES);

    (void)state;
    memset(text, 'x', BYTES);
    memcpy(text + BYTES - 20, "\nheap_v2/524288\nabcd", 20);
    assert_int_equal(jp_sniff((struct jp_span){text, BYTES}), JP_TYPE_TEXT);
    memset(text, '\n', BYTES - 20);
    assert_int_equal(jp_sniff((struct jp_span){text, BYTES}), JP_TYPE_TEXT);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_every_prefix_is_safe),
        cmocka_unit_test(test_header_search_is_bounded),
    };
    return cmocka_run_group_tests_name("sniff", tests, NULL, NULL);
}
