/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every file of corpus/handmade, with what must come out. The shape (stacks, rows, threads) is that
 * of the file's recipe; the total is the first line of what Perl jeprof printed for the file with
 * --text --show_bytes (corpus/recorded), where jeprof read it rightly, and else worked out by hand.
 */
#include "config.h"

#include "jp_test_dump.h"

#include <math.h>

/* jeprof's total of relayd.02.heap, and of its first six stacks. */
#define ALL 1969533
#define FEW 173800

struct expected {
    const char *name;
    size_t stacks;
    size_t process_rows;
    size_t thread_rows;
    size_t threads;
    size_t mappings;
    uint64_t skipped_lines;
    double total_bytes; /* live, corrected for sampling */
    bool is_cut;
    const char *diag; /* part of a diagnostic that must be there; NULL: there must be none */
};

static const struct expected readable[] = {
    {"address-17-digits.heap", 2, 2, 2, 1, 68, 0, 69067, false, "stands as 0"},
    {"address-forms.heap", 1, 1, 0, 0, 3, 0, 524788.16, false, "stands as 0"},
    {"address-garbage.heap", 2, 2, 2, 1, 68, 0, 69067, false, "stands as 0"},
    {"address-zero.heap", 2, 2, 2, 1, 68, 0, 20929, false, NULL},
    {"bare-after-stack.heap", 2, 2, 0, 0, 3, 0, 1574364.48, false, NULL},
    {"bare-only.heap", 1, 1, 0, 0, 3, 0, 80267017.37, false, NULL},
    {"bom.heap", 2, 2, 5, 5, 3, 0, 3148728.95, false, NULL},
    {"bytes-without-count.heap", 2, 2, 2, 1, 68, 0, 18545, false, NULL},
    /* jeprof divides by zero here; the count of three stays without bytes. */
    {"count-without-bytes.heap", 2, 2, 2, 1, 68, 0, 14449, false, NULL},
    {"counts-before-stack.heap", 6, 6, 0, 1, 68, 0, FEW, false, NULL},
    {"crlf.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"damaged-stack-line.heap", 3, 3, 3, 1, 3, 1, 3673517.11, false, "no known kind"},
    {"deleted-program.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"deleted.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"depth-1.heap", 6, 6, 6, 1, 68, 0, FEW, false, NULL},
    {"depth-128.heap", 1, 1, 1, 1, 68, 0, 14449, false, NULL},
    {"depth-5000.heap", 2, 2, 2, 1, 68, 0, 14449, false, NULL},
    {"duplicate-stacks.heap", 9, 9, 9, 1, 68, 0, 283035, false, NULL},
    /* jeprof loses the two bare stacks (54617): 14449.57 and 6479.77 are added here. */
    {"empty-stack.heap", 3, 3, 3, 1, 68, 0, 75546.89, false, NULL},
    {"flat-damaged.heap", 2, 2, 0, 0, 3, 3, 3000, false, "cannot be read"},
    {"flat-growth-plain.heap", 2, 2, 0, 0, 3, 0, 3000, false, NULL},
    {"flat-growth.heap", 13, 13, 0, 0, 68, 0, 208964, false, NULL},
    {"flat-heap_v1-zero-inuse.heap", 25, 25, 0, 0, 68, 0, 1904640, false, NULL},
    {"flat-heap_v1.heap", 13, 13, 0, 0, 68, 0, 1904640, false, NULL},
    {"flat-heap_v2-no-period.heap", 2, 2, 0, 0, 3, 0, 394717.91, false, "131072 bytes, is taken"},
    {"flat-heap_v2.heap", 25, 25, 0, 0, 68, 0, ALL, false, NULL},
    {"flat-heapprofile.heap", 25, 25, 0, 0, 68, 0, 208964, false, NULL},
    {"flat-heapz_v2.heap", 2, 2, 0, 0, 3, 0, 1574364.48, false, NULL},
    /* Version 1: three objects below the period stand for one period each. */
    {"flat-no-kind-equal.heap", 2, 2, 0, 0, 3, 0, 3 * 131072, false, "131072 bytes, is taken"},
    {"flat-no-kind.heap", 13, 13, 0, 0, 68, 0, 208964, false, NULL},
    {"flat-unknown-kind.heap", 25, 25, 0, 0, 68, 0, 208964, false, NULL},
    {"header-no-newline.heap", 0, 0, 0, 0, 0, 0, 0, true, "no samples"},
    {"header-only.heap", 0, 0, 0, 0, 0, 0, 0, false, "no samples"},
    {"header-repeated.heap", 1, 1, 1, 1, 3, 2, 524788.16, false, "given before"},
    {"heap-and-stack-addresses.heap", 1, 1, 1, 1, 68, 0, 14449, false, NULL},
    /* Each of the saturated rows is worth bytes/period periods: 2^63-1, 2^63, 2^64-1, 2^64-1. */
    {"huge-numbers.heap", 5, 5, 5, 1, 68, 0, 1.1337830132598729e23, false, "a number above"},
    {"int64-max.heap", 2, 2, 2, 1, 68, 0, 9223372036854790256.0, false, NULL},
    {"junk-after-header.heap", 0, 0, 0, 0, 0, 16, 0, true, "no known kind"},
    {"junk-in-middle.heap", 25, 25, 25, 1, 68, 4, ALL, false, "no known kind"},
    {"leading-blank.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"log-lines.heap", 1, 1, 0, 0, 3, 4, 1574364.48, false, "in front of the header"},
    {"maps-freebsd.heap", 1, 1, 0, 0, 4, 0, 524788.16, false, NULL},
    {"maps-macos.heap", 1, 1, 0, 0, 2, 0, 524788.16, false, NULL},
    {"maps-marker-only.heap", 25, 25, 25, 1, 0, 0, ALL, false, NULL},
    {"maps-merged.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"maps-missing-file.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"maps-names.heap", 19, 19, 0, 0, 19, 0, 9970975.02, false, NULL},
    {"maps-one-rwx.heap", 25, 25, 25, 1, 64, 0, ALL, false, NULL},
    {"maps-overlap.heap", 25, 25, 25, 1, 69, 0, ALL, false, NULL},
    {"maps-reversed.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"maps-unknown-lines.heap", 1, 1, 0, 0, 1, 0, 524788.16, false, "not a line of a memory map"},
    {"memory-map-style.heap", 25, 25, 25, 1, 11, 0, ALL, false, NULL},
    {"negative-numbers.heap", 1, 1, 1, 1, 68, 3, 14449, false, "'t*: -3: -4096 [5: 8192]'"},
    {"newline-in-path.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"no-0x.heap", 6, 6, 6, 1, 68, 0, FEW, false, NULL},
    {"no-final-newline.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"no-maps.heap", 25, 25, 25, 1, 0, 0, ALL, false, "no map section"},
    {"no-stacks.heap", 0, 0, 0, 1, 68, 0, 0, false, "no samples"},
    {"nul-in-stack.heap", 25, 25, 25, 1, 68, 0, ALL, false, "stands as 0"},
    {"only-threads.heap", 6, 0, 6, 1, 68, 0, 0, false, NULL},
    {"only-total.heap", 6, 6, 0, 0, 68, 0, FEW, false, NULL},
    {"packed.heap.gz", 2, 2, 5, 5, 3, 0, 3148728.95, false, NULL},
    {"packed.heap.zst", 2, 2, 5, 5, 3, 0, 3148728.95, false, NULL},
    {"path-with-spaces.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"percent-lines.heap", 25, 25, 25, 1, 68, 0, ALL, false, "sampled while swapping"},
    {"rate-2pow40.heap", 6, 6, 6, 1, 68, 0, 46179488368348.5, false, NULL},
    {"rate-huge.heap", 6, 6, 6, 1, 68, 0, 774763251095801167872.0, false, "a number above"},
    {"rate-missing.heap", 6, 6, 6, 1, 68, 0, 22021852.59, false, "524288 bytes, is taken"},
    {"rate-one.heap", 6, 6, 6, 1, 68, 0, 3513, false, NULL},
    {"rate-zero.heap", 6, 6, 6, 1, 68, 0, 3513, false, NULL},
    {"recursion.heap", 1, 1, 1, 1, 68, 0, 14449, false, NULL},
    {"row-with-hole.heap", 2, 1, 1, 1, 3, 5, 6294704.56, false, "'t3: 12: 6496 [0: ]'"},
    {"second-header-no-maps.heap", 1, 1, 0, 0, 0, 0, 524788.16, false, "another dump begins"},
    {"shell-in-path.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"shuffled.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"symbolized-growth.heap", 1, 1, 0, 0, 3, 0, 1048576, false, NULL},
    {"symbolized.heap", 1, 1, 0, 0, 3, 0, 524788.16, false, NULL},
    {"tabs.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"thread-twice.heap", 25, 25, 26, 1, 68, 0, ALL, false, NULL},
    {"thread-uid-2pow64.heap", 6, 6, 6, 2, 68, 0, FEW, false, NULL},
    {"threads-named.heap", 2, 2, 5, 5, 3, 0, 3148728.95, false, NULL},
    {"tokio.heap", 9, 9, 12, 4, 7, 0, 21075289, false, NULL},
    {"trunc-in-counts.heap", 13, 13, 13, 1, 0, 0, 854389, true, "no map section"},
    {"trunc-in-maps.heap", 25, 25, 25, 1, 34, 0, ALL, true, NULL},
    {"trunc-in-stack.heap", 13, 13, 13, 1, 0, 0, 854389, true, "no map section"},
    {"two-dumps-concatenated.heap", 25, 25, 25, 1, 68, 0, ALL, false, "another dump begins"},
    {"unmapped-addresses.heap", 3, 3, 3, 1, 68, 0, 79477, false, NULL},
    {"uppercase-hex.heap", 6, 6, 6, 1, 68, 0, FEW, false, NULL},
    {"utf8-thread-name.heap", 25, 25, 25, 1, 68, 0, ALL, false, NULL},
    {"vdso.heap", 2, 2, 2, 1, 68, 0, 14449, false, NULL},
    {"zero-counts.heap", 6, 6, 6, 1, 68, 0, 0, false, "no samples"},
};

static const struct {
    const char *name;
    const char *message; /* part of it */
    const char *hint;
} unreadable[] = {
    {"contention.heap", "looks like a lock contention profile", "<program> <dump>..."},
    {"cpu.heap", "looks like a CPU profile", "<program> <dump>..."},
    {"elf-as-dump.heap", "looks like an ELF program or library",
     "the program is an argument of its own, and a file"},
    {"empty.heap", "the file is empty", "<program> <dump>..."},
    {"gzip-magic.heap", "damaged gzip data", ""},
    {"html.heap", "looks like an HTML or XML page", "<program> <dump>..."},
    {"junk.heap", "looks like binary data of no known kind", "<program> <dump>..."},
    {"newlines-only.heap", "the file is empty", "<program> <dump>..."},
    {"pprof.heap", "looks like a pprof profile", "<program> <dump>..."},
    {"sqlite.heap", "looks like an SQLite database", "<program> <dump>..."},
    {"symbolized-no-profile.heap", "ends before its heap profile begins", ""},
    {"text-file.heap", "looks like a text file", "<program> <dump>..."},
    {"version-3.heap", "of a version that is not known", ""},
};

/* reference: doc/sampling.md. Written out here so that lib/profile is not needed. */
static double live_bytes(const struct jp_dump *dump, struct jp_counters counters)
{
    const double count = (double)counters.objects;
    const double bytes = (double)counters.bytes;
    const double ratio = bytes / count / (double)dump->period_bytes;

    if (counters.objects == 0 || counters.bytes == 0 || dump->period_bytes == 0)
        return bytes;
    if (dump->correction == JP_CORRECTION_POISSON)
        return bytes / -expm1(-ratio);
    if (dump->correction == JP_CORRECTION_RATIO && ratio < 1)
        return bytes / ratio;
    return bytes;
}

static void check_total(const struct expected *expected, const struct jp_dump *dump)
{
    size_t process_rows = 0;
    double total = 0;

    for (size_t i = 0; i < dump->records.count; i++) {
        if (dump->records.data[i].thread != JP_DUMP_PROCESS)
            continue;
        process_rows++;
        total += live_bytes(dump, jp_dump_record(dump, i).counters);
    }
    assert_int_equal(process_rows, expected->process_rows);
    assert_int_equal(dump->records.count - process_rows, expected->thread_rows);
    /* jeprof prints whole bytes, rounded down. */
    if (total < expected->total_bytes - 0.01 ||
        total > expected->total_bytes + 1 + expected->total_bytes * 1e-9)
        fail_msg("%s: %.2f live bytes, expected %.2f", expected->name, total,
                 expected->total_bytes);
}

static void test_readable(void **state)
{
    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(readable); i++) {
        const struct expected *const expected = &readable[i];
        struct test_dump t;
        read_handmade(&t, expected->name);
        if (!t.is_read)
            fail_msg("%s: %s", expected->name, t.error.message);
        if (t.dump.stacks.count != expected->stacks || t.dump.is_cut != expected->is_cut ||
            t.dump.threads.count != expected->threads ||
            t.dump.maps.list.count != expected->mappings ||
            t.dump.skipped_lines != expected->skipped_lines)
            fail_msg("%s: %zu stacks, %zu threads, %zu mappings, %zu skipped, cut %d",
                     expected->name, t.dump.stacks.count, t.dump.threads.count,
                     t.dump.maps.list.count, (size_t)t.dump.skipped_lines, t.dump.is_cut);
        check_total(expected, &t.dump);
        if (expected->diag ? !find_diag(&t, expected->diag) : t.diags.list.count != 0)
            fail_msg("%s: %zu diagnostics, expected '%s'", expected->name, t.diags.list.count,
                     expected->diag ? expected->diag : "none");
        release(&t);
    }
}

static void test_unreadable(void **state)
{
    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(unreadable); i++) {
        struct test_dump t;
        read_handmade(&t, unreadable[i].name);
        if (t.is_read)
            fail_msg("%s was read", unreadable[i].name);
        assert_int_equal(t.error.exit, JP_EXIT_INPUT);
        if (!strstr(t.error.message, unreadable[i].message) ||
            !strstr(t.error.hint, unreadable[i].hint))
            fail_msg("%s: %s; %s", unreadable[i].name, t.error.message, t.error.hint);
        assert_non_null(strstr(t.error.path, unreadable[i].name));
        release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readable),
        cmocka_unit_test(test_unreadable),
    };
    return cmocka_run_group_tests_name("handmade", tests, NULL, NULL);
}
