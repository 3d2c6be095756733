/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_builds.h"
#include "jp_join.h"
#include "jp_unbias.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct fixture {
    struct jp_profile profile;
    struct jp_diags diags;
};

static int setup(void **state)
{
    struct fixture *const fixture = calloc(1, sizeof *fixture);

    jp_profile_init(&fixture->profile);
    jp_diags_init(&fixture->diags);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *const fixture = *state;

    jp_profile_release(&fixture->profile);
    jp_diags_release(&fixture->diags);
    free(fixture);
    return 0;
}

/* Add a dump given as text. */
static void join(struct fixture *fixture, const char *path, const char *text, enum jp_side side)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dump dump;

    if (!jp_dump_parse(&dump, jp_span_of(text), path, NULL, &error))
        fail_msg("%s: %s", path, error.message);
    jp_join(&fixture->profile, &dump, side, NULL, &fixture->diags);
    jp_dump_release(&dump);
}

static bool is_close(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Does a warning contain PART? */
static bool is_told(const struct fixture *fixture, const char *part)
{
    for (size_t i = 0; i < fixture->diags.list.count; i++) {
        const struct jp_diag *const diag = &fixture->diags.list.data[i];
        const char *const message = jp_intern_text(&fixture->diags.strings, diag->message);
        if (diag->severity == JP_WARNING && strstr(message, part))
            return true;
    }
    return false;
}

static size_t warning_count(const struct fixture *fixture)
{
    return jp_diags_count(&fixture->diags, JP_WARNING);
}

/* The sample of the process at the stack whose only location is LOCATION. */
static struct jp_sample sample_of(struct fixture *fixture, uint32_t location)
{
    const uint32_t stack = jp_profile_stack(&fixture->profile, JP_ROOT_STACK, location);
    return jp_samples_at(&fixture->profile.samples,
                         jp_profile_sample(&fixture->profile, stack, JP_PROCESS));
}

#define MAPS(base)                                                                         \
    "\nMAPPED_LIBRARIES:\n" base "000-" base "800 r-xp 00003000 08:01 77 /opt/app/bin/x\n" \
    "7f0000000000-7f0000001000 rw-p 00000000 00:00 0 \n"                                   \
    "7ffff7fc1000-7ffff7fc3000 r-xp 00000000 00:00 0 [vdso]\n"

/* One program at two load addresses: the same locations, and nothing is left of the difference. */
static void test_two_load_addresses(void **state)
{
    struct fixture *const fixture = *state;
    struct jp_profile *const profile = &fixture->profile;

    join(fixture, "a",
         "heap_v2/524288\n  t*: 2: 100 [0: 0]\n@ 0x555000000100 0x555000000200\n"
         "  t*: 2: 100 [0: 0]\n" MAPS("555000000"),
         JP_SIDE_MAIN);
    join(fixture, "b",
         "heap_v2/524288\n  t*: 2: 100 [0: 0]\n@ 0x777000000100 0x777000000200\n"
         "  t*: 2: 100 [0: 0]\n" MAPS("777000000"),
         JP_SIDE_BASE);
    assert_int_equal(profile->modules.count, 1);
    assert_int_equal(profile->locations.count, 2);
    assert_int_equal(profile->samples.count, 1);
    const struct jp_sample sample = jp_samples_at(&profile->samples, 0);
    assert_true(sample.main.of[JP_INUSE_BYTES] == sample.base.of[JP_INUSE_BYTES]);
    assert_true(sample.main.of[JP_INUSE_BYTES] > 1048576);
    /* Root first: the outermost caller was recorded last. */
    assert_int_equal(profile->locations.data[0].offset, 0x3200);
    assert_int_equal(profile->locations.data[0].address, 0x555000000200);
    assert_int_equal(profile->locations.data[1].offset, 0x3100);
    jp_join_check(profile, &fixture->diags);
    assert_int_equal(warning_count(fixture), 0);
}

/* What lies where: end of a mapping, no mapping, address 0, the last address, [vdso], anonymous. */
static void test_places(void **state)
{
    static const struct {
        enum jp_module_kind kind;
        uint64_t offset;
        const char *path;
    } expected[] = {
        {JP_MODULE_FILE, 0x3800, "/opt/app/bin/x"},
        {JP_MODULE_UNMAPPED, 0x555000000000, "[unknown]"},
        {JP_MODULE_UNMAPPED, 0, "[unknown]"},
        {JP_MODULE_UNMAPPED, UINT64_MAX, "[unknown]"},
        {JP_MODULE_PSEUDO, 0x42, "[vdso]"},
        {JP_MODULE_ANON, 0x7f0000000010, "[anon]"},
    };
    struct fixture *const fixture = *state;
    const struct jp_profile *const profile = &fixture->profile;

    join(fixture, "a",
         "heap_v2/1\n@ 0x7f0000000010 0x7ffff7fc1042 0xffffffffffffffff 0x0 "
         "0x555000000000 0x555000000800\n  t*: 1: 8 [0: 0]\n" MAPS("555000000"),
         JP_SIDE_MAIN);
    assert_int_equal(profile->locations.count, JP_COUNT_OF(expected));
    for (size_t i = 0; i < JP_COUNT_OF(expected); i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const struct jp_module *const module = &profile->modules.data[location->module];
        assert_int_equal(module->kind, expected[i].kind);
        assert_int_equal(location->offset, expected[i].offset);
        assert_string_equal(jp_intern_text(&profile->strings, module->path), expected[i].path);
    }
}

/* Lines without file offsets (macOS): the distance from the file's first mapping. */
static void test_no_offsets(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_profile *const profile = &fixture->profile;

    join(fixture, "a",
         "heap_v2/1\n@ 0x100005010\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n"
         "0x100000000-0x100004000: /Users/u/app\n"
         "0x100005000-0x100006000: /Users/u/app\n",
         JP_SIDE_MAIN);
    assert_int_equal(profile->locations.count, 1);
    assert_int_equal(profile->locations.data[0].offset, 0x5010);
    assert_true(profile->modules.data[0].is_distance);
}

/* A stack that the unwinder lost stays apart from the one in front of it. */
static void test_empty_stack(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "a",
         "heap_v2/1\n  t*: 2: 4000 [0: 0]\n@ 0x10\n  t*: 1: 1000 [0: 0]\n@\n"
         "  t*: 1: 3000 [0: 0]\n",
         JP_SIDE_MAIN);
    const uint32_t lost = jp_profile_sample(&fixture->profile, JP_ROOT_STACK, JP_PROCESS);
    assert_true(jp_samples_at(&fixture->profile.samples, lost).main.of[JP_INUSE_BYTES] == 3000);
    assert_true(sample_of(fixture, 0).main.of[JP_INUSE_BYTES] == 1000);
    assert_true(is_told(fixture, "75.0 % of the bytes have no stack"));
    assert_int_equal(warning_count(fixture), 1);
}

/* A stack whose line is damaged was not lost by the unwinder. */
static void test_damaged_stack_line(void **state)
{
    struct fixture *const fixture = *state;
    const char *const damaged = "heap_v2/1\n  t*: 2: 4000 [0: 0]\n@ 0x10\n  t*: 1: 1000 [0: 0]\n"
                                "# 0x20\n  t*: 1: 3000 [0: 0]\n";
    struct jp_buf both = JP_BUF_INIT;

    join(fixture, "a", damaged, JP_SIDE_MAIN);
    assert_true(is_told(fixture, "75.0 % of the bytes have no stack: the lines that had it are "
                                 "damaged (shown as [no stack])"));
    assert_int_equal(fixture->profile.sources.data[0].lost_stacks, 1);
    assert_int_equal(fixture->profile.sources.data[0].no_stack_records, 1);
    jp_buf_format(&both, "%s@\n  t*: 1: 4000 [0: 0]\n", damaged);
    join(fixture, "b", both.ptr, JP_SIDE_MAIN);
    assert_true(is_told(fixture,
                        "87.5 % of the bytes have no stack: lines that had it are damaged, "
                        "and the process's unwinder found no frame (shown as [no stack])"));
    jp_buf_release(&both);
}

/* Records are corrected one by one, also when their stacks are equal. */
static void test_each_record(void **state)
{
    struct fixture *const fixture = *state;
    const double k[] = {65536.50000127156, 8192.500010172525, 1.0000001125351874};
    const double bytes = 8 * k[0] + 6400 * k[1] + 8388608 * k[2];

    join(fixture, "a",
         "heap_v2/524288\n@ 0x10\n  t*: 1: 8 [0: 0]\n@ 0x10\n  t*: 100: 6400 [0: 0]\n"
         "@ 0x10\n  t*: 1: 8388608 [0: 0]\n",
         JP_SIDE_MAIN);
    const struct jp_sample sample = sample_of(fixture, 0);
    assert_true(is_close(sample.main.of[JP_INUSE_BYTES], bytes));
    assert_true(is_close(sample.main.of[JP_INUSE_OBJECTS], k[0] + 100 * k[1] + k[2]));
    assert_true(sample.main_count == 102);
    assert_int_equal(fixture->profile.samples.count, 1);
    assert_true(is_close(fixture->profile.sources.data[0].sum.of[JP_INUSE_BYTES], bytes));
    assert_true(sample.main_variance > 0);
}

/* Whoever asks for no noise has the same values. */
static void test_without_noise(void **state)
{
    struct fixture *const fixture = *state;
    static const char text[] = "heap_v2/524288\n@ 0x10\n  t*: 100: 6400 [0: 0]\n";

    join(fixture, "a", text, JP_SIDE_MAIN);
    const struct jp_sample whole = sample_of(fixture, 0);
    jp_profile_release(&fixture->profile);
    jp_profile_init(&fixture->profile);
    fixture->profile.without_noise = true;
    join(fixture, "a", text, JP_SIDE_MAIN);
    const struct jp_sample sample = sample_of(fixture, 0);
    assert_memory_equal(&sample.main, &whole.main, sizeof sample.main);
    assert_true(whole.main_count == 100 && whole.main_variance > 0);
    assert_true(sample.main_count == 0 && sample.main_variance == 0);
}

/* Process rows and thread rows are two accounts; the process's is not their sum. */
static void test_threads(void **state)
{
    struct fixture *const fixture = *state;
    struct jp_profile *const profile = &fixture->profile;

    join(fixture, "a",
         "heap_v2/1\n  t*: 3: 24 [0: 0]\n  t0: 1: 8 [0: 0]\n  t7: 2: 16 [0: 0] io\n"
         "@ 0x10\n  t*: 3: 24 [0: 0]\n  t0: 1: 8 [0: 0]\n  t7: 2: 16 [0: 0]\n",
         JP_SIDE_MAIN);
    join(fixture, "b",
         "heap_v2/1\n  t*: 1: 8 [0: 0]\n  t7: 1: 8 [0: 0]\n"
         "@ 0x10\n  t*: 1: 8 [0: 0]\n  t7: 1: 8 [0: 0]\n",
         JP_SIDE_BASE);
    assert_int_equal(profile->threads.count, 3);
    assert_true(sample_of(fixture, 0).main.of[JP_INUSE_BYTES] == 24);
    for (uint32_t i = 1; i < 3; i++) {
        const bool is_io = profile->threads.data[i].uid == 7;
        const struct jp_sample sample =
            jp_samples_at(&profile->samples, jp_profile_sample(profile, 1, i));
        assert_true(sample.main.of[JP_INUSE_BYTES] == (is_io ? 16 : 8));
        assert_true(sample.base.of[JP_INUSE_BYTES] == (is_io ? 8 : 0));
        assert_string_equal(jp_intern_text(&profile->strings, profile->threads.data[i].name),
                            is_io ? "io" : "");
    }
    assert_int_equal(warning_count(fixture), 0);
}

static void test_without_threads(void **state)
{
    struct fixture *const fixture = *state;

    fixture->profile.without_threads = true;
    join(fixture, "a",
         "heap_v2/1\n@ 0x10\n  t*: 3: 24 [0: 0]\n  t0: 1: 8 [0: 0]\n  t7: 2: 16 [0: 0]\n"
         "@ 0x20\n  t0: 1: 8 [0: 0]\n  t7: 2: 16 [0: 0]\n",
         JP_SIDE_MAIN);
    assert_int_equal(fixture->profile.threads.count, 3);
    assert_int_equal(fixture->profile.samples.count, 2);
    assert_true(sample_of(fixture, 0).main.of[JP_INUSE_BYTES] == 24);
    assert_true(sample_of(fixture, 1).main.of[JP_INUSE_BYTES] == 24);
}

/* Only thread rows: the sum of the corrected ones, not the correction of the sum. */
static void test_lone_threads(void **state)
{
    struct fixture *const fixture = *state;
    const double a = 8 * jp_unbias_factor(1, 8, JP_CORRECTION_POISSON, 4096);
    const double b = 8192 * jp_unbias_factor(1, 8192, JP_CORRECTION_POISSON, 4096);

    join(fixture, "a",
         "heap_v2/4096\n@ 0x10\n  t1: 1: 8 [0: 0]\n  t2: 1: 8192 [0: 0]\n"
         "@ 0x20\n  t*: 1: 8 [0: 0]\n  t1: 1: 8 [0: 0]\n",
         JP_SIDE_MAIN);
    assert_true(is_close(sample_of(fixture, 0).main.of[JP_INUSE_BYTES], a + b));
    assert_true(is_close(sample_of(fixture, 1).main.of[JP_INUSE_BYTES], a));
    assert_true(is_told(fixture, "1 stack has rows of threads but none of the process"));
    assert_int_equal(warning_count(fixture), 1);
}

static void test_impossible_counters(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "a",
         "heap_v2/524288\n@ 0x10\n  t*: 1: 0 [0: 0]\n@ 0x20\n  t*: 0: 4096 [0: 0]\n"
         "@ 0x30\n  t*: 1: 18446744073709551615 [0: 0]\n",
         JP_SIDE_MAIN);
    assert_true(sample_of(fixture, 0).main.of[JP_INUSE_OBJECTS] == 1);
    assert_true(sample_of(fixture, 0).main.of[JP_INUSE_BYTES] == 0);
    assert_true(sample_of(fixture, 1).main.of[JP_INUSE_BYTES] == 4096);
    assert_true(sample_of(fixture, 2).main.of[JP_INUSE_BYTES] == 18446744073709551615.0);
    assert_true(is_told(fixture, "2 records count objects without bytes or bytes without objects"));
    assert_true(is_told(fixture, "1 record has counters of 2^63 or more"));
}

/* 2^53 + 1 is the first whole number that no double has. */
static void test_many_digits(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "just", "heap_v2/1\n@ 0x10\n  t*: 1: 9007199254740992 [0: 0]\n", JP_SIDE_MAIN);
    assert_false(is_told(fixture, "keep 15 digits"));
    /* Corrected numbers are estimates: nobody counts on their last digits. */
    join(fixture, "sampled", "heap_v2/4096\n@ 0x10\n  t*: 9: 9207199254740993 [0: 0]\n",
         JP_SIDE_MAIN);
    assert_false(is_told(fixture, "keep 15 digits"));
    join(fixture, "one", "heap_v2/1\n@ 0x10\n  t*: 1: 9007199254740994 [0: 0]\n", JP_SIDE_MAIN);
    assert_true(is_told(fixture, "keep 15 digits"));
}

static void test_sum_of_many_digits(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "sum",
         "heap profile: 1: 1 [1: 1] @ heapprofile\n1: 9007199254740991 [1: 1] @ 0x10\n"
         "1: 9007199254740991 [1: 1] @ 0x20\n",
         JP_SIDE_MAIN);
    assert_true(is_told(fixture, "keep 15 digits"));
}

static void test_header(void **state)
{
    struct fixture *const fixture = *state;
    const char *const good = "heap_v2/1\n  t*: 1000: 8000 [0: 0]\n@ 0x10\n  t*: 999: 7996 [0: 0]\n";
    const char *const bad = "heap_v2/1\n  t*: 1000: 8000 [0: 0]\n@ 0x10\n  t*: 900: 7200 [0: 0]\n";
    const char *const alloc = "heap_v2/1\n  t*: 1: 8 [9: 9000]\n@ 0x10\n  t*: 1: 8 [8: 8000]\n";

    join(fixture, "good", good, JP_SIDE_MAIN);
    assert_int_equal(warning_count(fixture), 0);
    join(fixture, "bad", bad, JP_SIDE_MAIN);
    assert_true(is_told(fixture, "the records add up to 7200 live bytes, the header says 8000"));
    join(fixture, "alloc", alloc, JP_SIDE_MAIN);
    assert_true(is_told(fixture, "the records add up to 8000 allocated bytes"));
    assert_int_equal(warning_count(fixture), 2);
}

/* gperftools prints the sum of its records in the header: both are compared as they are printed. */
static void test_flat_header(void **state)
{
    struct fixture *const fixture = *state;
    const char *const good = "heap profile: 1001: 9000 [2: 90] @ heap_v2/4096\n"
                             "1000: 8994 [2: 90] @ 0x10\n";
    const char *const bytes = "heap profile: 10: 9010 [10: 9010] @ heapprofile\n"
                              "9: 1 [9: 1] @ 0x10\n1: 8999 [1: 9009] @ 0x20\n";
    const char *const alloc = "heap profile: 1: 8 [9: 72] @ heap_v2/4096\n1: 8 [8: 72] @ 0x10\n";
    const char *const growth = "heap profile: 3: 300 [3: 300] @ growth\n1: 100 [1: 100] @ 0x10\n";

    join(fixture, "good", good, JP_SIDE_MAIN);
    assert_int_equal(warning_count(fixture), 0);
    join(fixture, "bytes", bytes, JP_SIDE_MAIN);
    assert_true(is_told(fixture, "the records add up to 9000 live bytes, the header says 9010"));
    join(fixture, "alloc", alloc, JP_SIDE_MAIN);
    assert_true(is_told(fixture, "the records add up to 8 allocated objects, the header says 9"));
    join(fixture, "growth", growth, JP_SIDE_MAIN);
    assert_true(is_told(fixture, "the records add up to 100 live bytes, the header says 300"));
    assert_int_equal(warning_count(fixture), 3);
}

static bool is_dump_name(const char *name)
{
    const struct jp_span span = jp_span_of(name);
    return jp_span_ends_with(span, JP_SPAN(".heap")) ||
           jp_span_ends_with(span, JP_SPAN(".heap.gz"));
}

static size_t join_folder(const char *folder)
{
    DIR *const dir = opendir(folder);
    size_t count = 0;

    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        struct jp_error error = JP_ERROR_INIT;
        struct fixture *fixture;
        struct jp_dump dump;
        char path[8192];
        if (!is_dump_name(entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        setup((void **)&fixture);
        assert_true(jp_dump_read(&dump, path, &fixture->diags, &error));
        jp_join(&fixture->profile, &dump, JP_SIDE_MAIN, NULL, &fixture->diags);
        for (size_t i = 0; i < fixture->diags.list.count; i++) {
            const struct jp_diag *const diag = &fixture->diags.list.data[i];
            if (diag->severity == JP_WARNING)
                fail_msg("%s: %s", path, jp_intern_text(&fixture->diags.strings, diag->message));
        }
        assert_true(fixture->profile.sources.data[0].sum.of[JP_ALLOC_BYTES] > 0 ||
                    fixture->profile.sources.data[0].sum.of[JP_INUSE_BYTES] > 0);
        jp_dump_release(&dump);
        teardown((void **)&fixture);
        count++;
    }
    if (dir)
        closedir(dir);
    return count;
}

/* No good dump is complained about: every real one of the corpus. */
static void test_real_dumps(void **state)
{
    const char *const top = getenv("top_srcdir");
    char corpus[2048];
    size_t count = 0;

    (void)state;
    snprintf(corpus, sizeof corpus, "%s/corpus", top ? top : ".");
    DIR *const dir = opendir(corpus);
    if (!dir)
        skip();
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char folder[4096];
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "handmade") == 0)
            continue;
        snprintf(folder, sizeof folder, "%s/%s", corpus, entry->d_name);
        count += join_folder(folder);
    }
    closedir(dir);
    assert_true(count > 30);
}

static const char *const tiny = "heap_v2/1\n@ 0x10\n  t*: 1: 8 [0: 0]\n";

static void check_names(const char *const *names, size_t count, enum jp_side side, bool expected)
{
    struct fixture *fixture;

    setup((void **)&fixture);
    for (size_t i = 0; i < count; i++)
        join(fixture, names[i], tiny, side);
    jp_join_check(&fixture->profile, &fixture->diags);
    assert_int_equal(is_told(fixture, "snapshots of one process"), expected);
    teardown((void **)&fixture);
}

static void test_one_process(void **state)
{
    static const char *const same[] = {"d/jeprof.1001.0.i0.heap", "d/jeprof.1001.17.f.heap"};
    static const char *const packed[] = {"jeprof.9.0.m0.heap.gz", "jeprof.9.1.u0.heap.zst"};
    static const char *const namespace[] = {"p.4026531836.7.1.i1.heap", "p.4026531836.7.2.m1.heap"};
    static const char *const pids[] = {"jeprof.1001.0.i0.heap", "jeprof.1002.0.i0.heap"};
    static const char *const folders[] = {"a/jeprof.1.0.i0.heap", "b/jeprof.1.0.i0.heap"};
    static const char *const free_names[] = {"before.heap", "after.heap"};
    static const char *const odd[] = {"x.1.0.z0.heap", "x.1.1.z1.heap"};
    static const char *const one[] = {"jeprof.1001.0.i0.heap"};

    static const char *const gperftools[] = {"d/hp.0001.heap", "d/hp.0002.heap.gz"};
    static const char *const prefixes[] = {"d/hp.0001.heap", "d/hq.0002.heap"};
    static const char *const no_prefix[] = {"d/0001.heap", "d/0002.heap"};

    (void)state;
    check_names(same, 2, JP_SIDE_MAIN, true);
    check_names(gperftools, 2, JP_SIDE_MAIN, true);
    check_names(gperftools, 2, JP_SIDE_BASE, true);
    check_names(prefixes, 2, JP_SIDE_MAIN, false);
    check_names(no_prefix, 2, JP_SIDE_MAIN, false);
    check_names(same, 2, JP_SIDE_BASE, true);
    check_names(packed, 2, JP_SIDE_MAIN, true);
    check_names(namespace, 2, JP_SIDE_MAIN, true);
    check_names(pids, 2, JP_SIDE_MAIN, false);
    check_names(folders, 2, JP_SIDE_MAIN, false);
    check_names(free_names, 2, JP_SIDE_MAIN, false);
    check_names(odd, 2, JP_SIDE_MAIN, false);
    check_names(one, 1, JP_SIDE_MAIN, false);
}

/* Numbers that may be of a series or of processes: said as a guess. */
static void test_perhaps_one_process(void **state)
{
    static const char *const names[][2] = {{"d/relayd.01.heap", "d/relayd.02.heap"},
                                           {"hp.0999.heap", "hp.1000.heap"},
                                           {"app.4711.heap", "app.4712.heap"}};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        struct fixture *fixture;
        setup((void **)&fixture);
        join(fixture, names[i][0], tiny, JP_SIDE_MAIN);
        join(fixture, names[i][1], tiny, JP_SIDE_MAIN);
        jp_join_check(&fixture->profile, &fixture->diags);
        assert_true(is_told(fixture, "the names look like dumps of one process"));
        assert_false(is_told(fixture, "are snapshots"));
        teardown((void **)&fixture);
    }
}

/* A file that was named twice is no second dump, whatever its name says. */
static void test_same_file(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "a.heap", tiny, JP_SIDE_MAIN);
    join(fixture, "b.heap", tiny, JP_SIDE_MAIN);
    join(fixture, "a.heap", tiny, JP_SIDE_BASE);
    jp_join_check(&fixture->profile, &fixture->diags);
    assert_false(is_told(fixture, "counted"));
    join(fixture, "a.heap", tiny, JP_SIDE_MAIN);
    join(fixture, "a.heap", tiny, JP_SIDE_MAIN);
    jp_join_check(&fixture->profile, &fixture->diags);
    assert_true(is_told(fixture, "was named 3 times, and is counted as often"));
}

/* Later minus earlier is what --base is for: no warning. */
static void test_base_of_one_process(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "jeprof.1001.5.i5.heap", tiny, JP_SIDE_MAIN);
    join(fixture, "jeprof.1001.0.i0.heap", tiny, JP_SIDE_BASE);
    jp_join_check(&fixture->profile, &fixture->diags);
    assert_int_equal(warning_count(fixture), 0);
}

/* BYTES through a library of that inode, and 30 that do not touch it. */
static const char *with_library(const char *inode, int bytes)
{
    static char text[512];

    snprintf(text, sizeof text,
             "heap_v2/1\n@ 0x1010 0x5010\n  t*: 1: %d [0: 0]\n@ 0x1010\n  t*: 1: 30 [0: 0]\n\n"
             "MAPPED_LIBRARIES:\n1000-2000 r-xp 00000000 08:01 10 /bin/app\n"
             "5000-6000 r-xp 00000000 08:01 %s /lib/l.so\n",
             bytes, inode);
    return text;
}

/* A library replaced between the dumps: how much of the base cannot be matched. */
static void test_other_build(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "after", with_library("11", 8), JP_SIDE_MAIN);
    join(fixture, "before", with_library("12", 10), JP_SIDE_BASE);
    assert_int_equal(fixture->profile.modules.count, 3);
    jp_builds_check(&fixture->profile, &fixture->diags);
    assert_true(is_told(fixture, "25.0 % of the base's bytes come through another build of l.so"));
    assert_true(is_told(fixture, "25.0 % of the base's bytes are in stacks without a counterpart"));
    assert_int_equal(warning_count(fixture), 1);
}

/* The same with names: in the base the function of l.so is called NAME, on the main side f. */
static void check_counterpart(struct fixture *fixture, const char *name, const char *told)
{
    struct jp_profile *const profile = &fixture->profile;
    uint32_t *const matches = jp_builds_match(profile);

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        struct jp_location *const location = &profile->locations.data[i];
        const bool is_base = matches[location->module] != location->module;
        const struct jp_function function = {
            .name = jp_intern_add_text(&profile->strings, is_base ? name : "f"),
            .module = JP_NO_MODULE};
        location->frames_first = (uint32_t)profile->frames.count;
        location->frames_count = 1;
        jp_vec_push(&profile->frames,
                    (struct jp_frame){.function = jp_profile_function(profile, function)});
    }
    free(matches);
    jp_builds_check(profile, &fixture->diags);
    assert_true(is_told(fixture, told));
}

static void test_other_build_by_name(void **state)
{
    struct fixture *const fixture = *state;

    join(fixture, "after", with_library("11", 8), JP_SIDE_MAIN);
    join(fixture, "before", with_library("12", 10), JP_SIDE_BASE);
    check_counterpart(fixture, "f", " 0.0 % of the base's bytes are in stacks without a counterp");
    check_counterpart(fixture, "g", " 25.0 % of the base's bytes are in stacks without a counterp");
}

static void test_other_program(void **state)
{
    struct fixture *const fixture = *state;
    const char *const a = "heap_v2/1\n@ 0x1010\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                          "1000-2000 r-xp 00000000 08:01 10 /bin/app\n";
    const char *const b = "heap_v2/1\n@ 0x1010\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                          "1000-2000 r-xp 00000000 08:01 11 /bin/other\n";

    join(fixture, "a", a, JP_SIDE_MAIN);
    join(fixture, "b", b, JP_SIDE_MAIN);
    jp_join_check(&fixture->profile, &fixture->diags);
    assert_true(is_told(fixture, "another program (other) than the first (app)"));
}

/* Names that jeprof --raw wrote: callers under their address less one, outermost name first. */
static void test_symbolized(void **state)
{
    struct fixture *const fixture = *state;
    const struct jp_profile *const profile = &fixture->profile;

    join(fixture, "raw",
         "--- symbol\nbinary=/bin/app\n0x000000000000200f main--outer--inner\n"
         "0x0000000000001010 leaf\n---\n--- heap\nheap_v2/1\n@ 0x1010 0x2010\n"
         "  t*: 1: 8 [0: 0]\n",
         JP_SIDE_MAIN);
    assert_int_equal(profile->locations.count, 2);
    const struct jp_location *const caller = &profile->locations.data[0];
    assert_int_equal(caller->frames_count, 3);
    static const char *const names[] = {"inner", "outer", "main"};
    for (uint32_t i = 0; i < 3; i++) {
        const struct jp_frame *const frame = &profile->frames.data[caller->frames_first + i];
        assert_string_equal(
            jp_intern_text(&profile->strings, profile->functions.data[frame->function].name),
            names[i]);
        assert_int_equal(frame->is_inlined, i < 2);
    }
    assert_int_equal(profile->locations.data[1].frames_count, 1);
    assert_string_equal(jp_intern_text(&profile->strings, profile->program), "/bin/app");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_two_load_addresses, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_offsets, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_stack_line, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty_stack, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_record, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_noise, setup, teardown),
        cmocka_unit_test_setup_teardown(test_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lone_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_impossible_counters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_digits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sum_of_many_digits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_header, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flat_header, setup, teardown),
        cmocka_unit_test(test_real_dumps),
        cmocka_unit_test(test_one_process),
        cmocka_unit_test(test_perhaps_one_process),
        cmocka_unit_test_setup_teardown(test_same_file, setup, teardown),
        cmocka_unit_test_setup_teardown(test_base_of_one_process, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_build, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_build_by_name, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_program, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolized, setup, teardown),
    };
    return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
