/* SPDX-License-Identifier: BSD-2-Clause */
/* The fields of what is read, format by format; t_handmade.c goes over all files. */
#include "config.h"

#include "jp_test_dump.h"

#include "jp_buf.h"

#include <inttypes.h>

static const char *thread_name(const struct jp_dump *dump, size_t i)
{
    return jp_intern_text(&dump->strings, dump->threads.data[i].name);
}

static void test_thread_names(void **state)
{
    static const char *const names[] = {"io pool", "a]b", "t9: 1", "", "padded"};
    struct test_dump t;

    (void)state;
    read_handmade(&t, "threads-named.heap");
    assert_true(t.is_read);
    assert_int_equal(t.diags.list.count, 0);
    assert_true(t.dump.has_header);
    assert_counters(t.dump.header, 6, 6000, 0, 0);
    assert_int_equal(t.dump.threads.count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(t.dump.threads.data[i].uid == i + 1);
        assert_string_equal(thread_name(&t.dump, i), names[i]);
    }
    assert_int_equal(t.dump.threads.data[3].name, 0);
    assert_counters(t.dump.threads.data[4].header, 2, 2000, 0, 0);
    assert_int_equal(t.dump.records.count, 7);
    assert_record(&t.dump, 0, -1, 4000, 2, 0x555555555101);
    assert_record(&t.dump, 1, 1, 1000, 2, 0x555555555101);
    assert_record(&t.dump, 2, 2, 1000, 2, 0x555555555101);
    assert_record(&t.dump, 3, 5, 2000, 2, 0x555555555101);
    assert_record(&t.dump, 4, -1, 2000, 2, 0x555555555102);
    assert_record(&t.dump, 5, 3, 1000, 2, 0x555555555102);
    assert_record(&t.dump, 6, 4, 1000, 2, 0x555555555102);
    assert_true(t.dump.period_bytes == 524288 && !t.dump.is_period_defaulted);
    assert_int_equal(t.dump.correction, JP_CORRECTION_POISSON);
    assert_int_equal(t.dump.line_count, 21);
    assert_true(t.dump.mtime_ns > 0);
    release(&t);
}

static void test_bare_stack_stays_apart(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "bare-after-stack.heap");
    assert_true(t.is_read);
    assert_int_equal(t.dump.records.count, 2);
    assert_record(&t.dump, 0, -1, 1000, 2, 0x555555555101);
    assert_record(&t.dump, 1, -1, 2000, 0, 0);
    release(&t);
    read_handmade(&t, "bare-only.heap");
    assert_true(t.is_read);
    assert_record(&t.dump, 0, -1, 79763360, 0, 0);
    release(&t);
}

static void test_rows_with_holes(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "row-with-hole.heap");
    assert_true(t.is_read);
    assert_int_equal(t.dump.records.count, 2);
    assert_record(&t.dump, 0, -1, 6496, 2, 0x555555555101);
    assert_record(&t.dump, 1, 3, 3096, 2, 0x555555555102);
    /* Four rows, and the stack that is left without any. */
    assert_int_equal(t.dump.skipped_lines, 5);
    const struct jp_diag rows = diag_of(&t, "'t3: 12: 6496 [0: ]'");
    assert_int_equal(rows.line, 6);
    assert_int_equal(rows.count, 4);
    const struct jp_diag stacks = diag_of(&t, "without counters");
    assert_int_equal(stacks.line, 10);
    release(&t);
}

static void test_counters_of_a_damaged_stack(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "damaged-stack-line.heap");
    assert_true(t.is_read);
    assert_record(&t.dump, 0, -1, 1000, 2, 0x555555555101);
    assert_record(&t.dump, 2, -1, 2000, 0, 0);
    assert_record(&t.dump, 3, 1, 2000, 0, 0);
    assert_record(&t.dump, 4, -1, 4000, 2, 0x555555555103);
    assert_non_null(find_diag(&t, "their stack is lost"));
    release(&t);
    /* A message of the allocator between the rows of a stack does no harm. */
    parse_literal(&t, "heap_v2/1\n@ 0x1\n t*: 1: 8 [0: 0]\n<jemalloc>: x\n t*: 1: 8 [0: 0]\n");
    assert_record(&t.dump, 1, -1, 8, 1, 1);
    release(&t);
}

static void test_address_forms(void **state)
{
    static const uint64_t expected[] = {0x555555555101, 0x555555555102, UINT64_MAX, 0, 0};
    struct test_dump t;

    (void)state;
    read_handmade(&t, "address-forms.heap");
    assert_true(t.is_read);
    assert_int_equal(t.dump.stacks.data[0].depth, JP_COUNT_OF(expected));
    assert_memory_equal(t.dump.addresses.data, expected, sizeof expected);
    assert_int_equal(diag_of(&t, "stands as 0").line, 3);
    release(&t);
    /* A run of garbage is one hole, a hole is not its neighbours' fault. */
    read_handmade(&t, "address-garbage.heap");
    assert_int_equal(t.dump.stacks.data[0].depth, 1);
    assert_true(t.dump.addresses.data[0] == 0);
    release(&t);
    read_handmade(&t, "nul-in-stack.heap");
    const struct jp_diag diag = diag_of(&t, "stands as 0");
    assert_int_equal(diag.line, 43);
    release(&t);
    read_handmade(&t, "address-17-digits.heap");
    assert_int_equal(t.dump.stacks.data[0].depth, 2);
    assert_true(t.dump.addresses.data[0] == 0 && t.dump.addresses.data[1] == 0x555555555189);
    release(&t);
}

/* Forms of one address that must be read alike; the recipes of the files only change the form. */
static void test_same_addresses(void **state)
{
    static const char *const names[] = {"uppercase-hex.heap", "no-0x.heap", "rate-one.heap"};
    struct test_dump plain;

    (void)state;
    read_handmade(&plain, "only-total.heap");
    assert_int_equal(plain.dump.addresses.count, 55);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        struct test_dump t;
        read_handmade(&t, names[i]);
        assert_int_equal(t.dump.addresses.count, 55);
        assert_memory_equal(t.dump.addresses.data, plain.dump.addresses.data,
                            55 * sizeof *plain.dump.addresses.data);
        release(&t);
    }
    release(&plain);
}

/* Around 2^32, where records are kept in another way. */
static void test_large_counters(void **state)
{
    static const uint64_t edges[] = {0,         1, UINT32_MAX - 1, UINT32_MAX, UINT64_C(1) << 32,
                                     UINT64_MAX};
    enum { EDGES = JP_COUNT_OF(edges), ROWS = EDGES * EDGES * EDGES * EDGES };
    struct jp_buf text = JP_BUF_INIT;
    struct test_dump t;

    (void)state;
    jp_buf_add_text(&text, "heap_v2/1\n@ 0x1001\n");
    for (size_t i = 0; i < ROWS; i++)
        jp_buf_format(&text, "  t%zu: %" PRIu64 ": %" PRIu64 " [%" PRIu64 ": %" PRIu64 "]\n", i,
                      edges[i % EDGES], edges[i / EDGES % EDGES], edges[i / EDGES / EDGES % EDGES],
                      edges[i / EDGES / EDGES / EDGES]);
    parse_text(&t, text.ptr, text.len);
    assert_int_equal(t.dump.records.count, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        const struct jp_record record = jp_dump_record(&t.dump, i);
        assert_int_equal(record.stack, 0);
        assert_int_equal(t.dump.threads.data[record.thread].uid, i);
        assert_counters(record.counters, edges[i % EDGES], edges[i / EDGES % EDGES],
                        edges[i / EDGES / EDGES % EDGES], edges[i / EDGES / EDGES / EDGES]);
    }
    release(&t);
    jp_buf_release(&text);
}

static void test_numbers_that_do_not_fit(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "huge-numbers.heap");
    assert_true(t.is_read);
    assert_counters(jp_dump_record(&t.dump, 0).counters, 1, INT64_MAX, 1, INT64_MAX);
    const uint64_t half = (uint64_t)1 << 63;
    assert_counters(jp_dump_record(&t.dump, 2).counters, half, half, half, half);
    assert_counters(jp_dump_record(&t.dump, 4).counters, UINT64_MAX, UINT64_MAX, UINT64_MAX,
                    UINT64_MAX);
    assert_counters(jp_dump_record(&t.dump, 6).counters, 1, UINT64_MAX, 1, UINT64_MAX);
    assert_counters(jp_dump_record(&t.dump, 8).counters, 3, 4096, 5, 8192);
    /* The row of the process and that of its thread. */
    const struct jp_diag diag = diag_of(&t, "a number above");
    assert_int_equal(diag.line, 14);
    assert_int_equal(diag.count, 2);
    release(&t);
    read_handmade(&t, "rate-huge.heap");
    assert_true(t.dump.period_bytes == UINT64_MAX);
    assert_int_equal(diag_of(&t, "a number above").line, 1);
    release(&t);
}

static void test_threads(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "thread-uid-2pow64.heap");
    assert_int_equal(t.dump.threads.count, 2);
    assert_true(t.dump.threads.data[1].uid == UINT64_MAX);
    assert_true(t.dump.threads.data[jp_dump_record(&t.dump, 1).thread].uid == UINT64_MAX);
    release(&t);
    read_handmade(&t, "thread-twice.heap");
    assert_int_equal(t.dump.records.count, 51);
    assert_int_equal(t.dump.threads.count, 1);
    assert_record(&t.dump, 0, 0, 700, 9, 0x7ffff7ca2630);
    release(&t);
    read_handmade(&t, "utf8-thread-name.heap");
    assert_string_equal(thread_name(&t.dump, 0), "w\xc3\xb6rker \xe6\x97\xa5\xe6\x9c\xac");
    release(&t);
    read_handmade(&t, "counts-before-stack.heap");
    assert_counters(t.dump.header, 9, 9999, 9, 9999);
    assert_true(t.dump.threads.data[0].uid == 5);
    assert_counters(t.dump.threads.data[0].header, 9, 9999, 9, 9999);
    release(&t);
    read_handmade(&t, "header-repeated.heap");
    assert_counters(t.dump.header, 1, 1000, 0, 0);
    assert_string_equal(thread_name(&t.dump, 0), "one");
    assert_int_equal(t.dump.skipped_lines, 2);
    release(&t);
}

static void test_many_threads(void **state)
{
    enum { THREADS = 3000 };
    struct jp_buf text = JP_BUF_INIT;
    struct test_dump t;

    (void)state;
    jp_buf_add_text(&text, "heap_v2/1\n");
    for (int round = 0; round < 2; round++) {
        jp_buf_format(&text, "@ 0x%x\n t*: 1: 1 [0: 0]\n", round + 1);
        for (uint64_t i = 0; i < THREADS; i++)
            jp_buf_format(&text, " t%llu: 1: %llu [0: 0]\n",
                          (unsigned long long)(i * 7919 % THREADS), (unsigned long long)i);
    }
    parse_text(&t, text.ptr, text.len);
    assert_int_equal(t.dump.threads.count, THREADS);
    assert_int_equal(t.dump.records.count, 2 * (THREADS + 1));
    for (size_t i = 0; i < THREADS; i++) {
        assert_record(&t.dump, 1 + i, (int64_t)(i * 7919 % THREADS), i, 1, 1);
        assert_record(&t.dump, THREADS + 2 + i, (int64_t)(i * 7919 % THREADS), i, 1, 2);
    }
    release(&t);
    jp_buf_release(&text);
}

static void test_deep_stack(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "depth-5000.heap");
    assert_int_equal(t.dump.stacks.data[0].depth, 5000);
    /* The recipe repeats the nine addresses of the first stack of relayd.02.heap. */
    assert_true(t.dump.addresses.data[4999] == t.dump.addresses.data[4999 % 9]);
    release(&t);
}

static void test_symbols(void **state)
{
    static const char *const names[] = {"worker", "std::vector<int>::push_back(int const&)",
                                        "Iter::operator--(int)", "operator--", "leaf"};
    struct test_dump t;

    (void)state;
    read_handmade(&t, "symbolized.heap");
    assert_true(t.is_read);
    assert_true(jp_dump_is_symbolized(&t.dump));
    assert_int_equal(t.dump.format, JP_DUMP_JEMALLOC);
    assert_string_equal(jp_intern_text(&t.dump.strings, t.dump.program), "/opt/app/bin/server");
    assert_int_equal(t.dump.symbols.count, 2);
    assert_true(t.dump.symbols.data[0].address == 0x555555555101);
    assert_int_equal(t.dump.symbols.data[0].names_count, JP_COUNT_OF(names));
    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        assert_string_equal(jp_intern_text(&t.dump.strings, t.dump.symbol_names.data[i]), names[i]);
    assert_true(t.dump.symbols.data[1].address == 0x555555555200);
    const uint32_t name = t.dump.symbol_names.data[t.dump.symbols.data[1].names_first];
    assert_string_equal(jp_intern_text(&t.dump.strings, name), "main");
    assert_int_equal(t.dump.records.count, 1);
    release(&t);
    read_handmade(&t, "symbolized-growth.heap");
    assert_int_equal(t.dump.format, JP_DUMP_GPERFTOOLS_GROWTH);
    assert_int_equal(t.dump.symbols.count, 2);
    assert_counters(jp_dump_record(&t.dump, 0).counters, 1, 1048576, 1, 1048576);
    release(&t);
}

/* The version of a dynamic symbol is no part of its name, and not everything behind an "@" is one.
 */
static void test_symbol_versions(void **state)
{
    static const struct {
        const char *written;
        const char *name;
    } cases[] = {
        {"malloc@@JEMALLOC_5", "malloc"}, {"f(int)@LIB_1.0<0000000000001100>", "f(int)"},
        {"malloc@plt", "malloc@plt"},     {"closure@1a2b", "closure@1a2b"},
        {"a@Lambda", "a@Lambda"},         {"a@B_1(int)", "a@B_1(int)"},
        {"@GLIBC_2.14", "@GLIBC_2.14"},   {"f@@", "f@@"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        char text[256];
        struct test_dump t;
        snprintf(text, sizeof text,
                 "--- symbol\n0x0f %s\n---\n--- heap\nheap_v2/1\n@ 0x10\n  t*: 1: 8 [0: 0]\n",
                 cases[i].written);
        parse_text(&t, text, strlen(text));
        assert_int_equal(t.dump.symbol_names.count, 1);
        assert_string_equal(jp_intern_text(&t.dump.strings, t.dump.symbol_names.data[0]),
                            cases[i].name);
        release(&t);
    }
}

static void test_log_lines(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "log-lines.heap");
    assert_true(t.is_read);
    assert_record(&t.dump, 0, -1, 3000, 2, 0x555555555101);
    const struct jp_diag diag = diag_of(&t, "in front of the header");
    assert_int_equal(diag.line, 1);
    assert_int_equal(diag.count, 3);
    assert_int_equal(t.dump.skipped_lines, 4);
    release(&t);
    read_handmade(&t, "percent-lines.heap");
    assert_int_equal(diag_of(&t, "the dump says: 'sampled while swapping'").line, 1);
    assert_int_equal(diag_of(&t, "unknown command").line, 2);
    release(&t);
}

static void test_two_dumps(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "two-dumps-concatenated.heap");
    assert_int_equal(t.dump.maps.list.count, 68);
    assert_int_equal(diag_of(&t, "another dump begins here").line, 149);
    release(&t);
    read_handmade(&t, "second-header-no-maps.heap");
    assert_int_equal(t.dump.records.count, 1);
    assert_record(&t.dump, 0, -1, 1000, 1, 0x555555555101);
    assert_int_equal(diag_of(&t, "another dump begins here").line, 5);
    release(&t);
}

static void test_maps_of_a_dump(void **state)
{
    struct test_dump t;

    (void)state;
    read_handmade(&t, "maps-names.heap");
    assert_int_equal(t.diags.list.count, 0);
    assert_int_equal(t.dump.maps.list.count, 19);
    for (size_t i = 0; i < t.dump.records.count; i++) {
        const uint64_t address = t.dump.addresses.data[t.dump.stacks.data[i].first];
        assert_ptr_equal(jp_maps_find(&t.dump.maps, address), &t.dump.maps.list.data[i]);
    }
    assert_string_equal(jp_intern_text(&t.dump.strings, t.dump.maps.list.data[3].path),
                        "/opt/line\nfeed.so");
    release(&t);
    read_handmade(&t, "memory-map-style.heap");
    assert_string_equal(jp_intern_text(&t.dump.strings, t.dump.maps.list.data[0].path),
                        "/tmp/jpc-corpus/c-gcc5-pie/relayd");
    release(&t);
    read_handmade(&t, "maps-unknown-lines.heap");
    assert_int_equal(diag_of(&t, "not a line of a memory map").line, 8);
    assert_int_equal(t.dump.maps.unknown_lines, 3);
    release(&t);
    read_handmade(&t, "shell-in-path.heap");
    assert_string_equal(jp_intern_text(&t.dump.strings, mapping_at(&t, 0x7ffff7fbc35a)->path),
                        "/tmp/jpc-corpus/a'';touch${IFS}/tmp/jpc-corpus-injected;'.so");
    release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thread_names),
        cmocka_unit_test(test_bare_stack_stays_apart),
        cmocka_unit_test(test_large_counters),
        cmocka_unit_test(test_rows_with_holes),
        cmocka_unit_test(test_counters_of_a_damaged_stack),
        cmocka_unit_test(test_address_forms),
        cmocka_unit_test(test_same_addresses),
        cmocka_unit_test(test_numbers_that_do_not_fit),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_deep_stack),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_symbol_versions),
        cmocka_unit_test(test_log_lines),
        cmocka_unit_test(test_two_dumps),
        cmocka_unit_test(test_maps_of_a_dump),
    };
    return cmocka_run_group_tests_name("dump", tests, NULL, NULL);
}
