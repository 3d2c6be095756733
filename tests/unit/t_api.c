/* SPDX-License-Identifier: BSD-2-Clause */
/* The public interface, without what is behind it. tests/cli/library.sh uses it as installed. */
#include "config.h"

#include "jp_test.h"

#include "jeprof-c.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of relayd.02.heap: jeprof's total, and its row of main (corpus/recorded, c-gcc5-pie). */
#define TOTAL 1969533
#define MAIN  1887613

static const char *place(const char *variable, const char *rest)
{
    static _Thread_local char places[16][1024];
    static _Thread_local unsigned next;
    char *const out = places[next++ % 16];
    const char *const folder = getenv(variable);

    snprintf(out, sizeof places[0], "%s/%s", folder ? folder : ".", rest);
    return out;
}

static const char *handmade(const char *name)
{
    char rest[256];

    snprintf(rest, sizeof rest, "corpus/handmade/%s", name);
    return place("top_srcdir", rest);
}

static bool has_corpus(void)
{
    return access(place("CORPUS", "c-gcc5-pie/relayd"), R_OK) == 0;
}

/* relayd with its own files, and names. */
static jp_heap *open_relayd(uint32_t flags, const char *base)
{
    const char *const sysroots[] = {place("CORPUS", ""), NULL};
    const struct jp_heap_options options = {
        .size = sizeof options,
        .flags = flags,
        .program = place("CORPUS", "c-gcc5-pie/relayd"),
        .sysroots = sysroots,
    };
    jp_heap *heap;

    assert_int_equal(jp_heap_new(&options, &heap), JP_OK);
    assert_int_equal(jp_heap_add_file(heap, place("CORPUS", "c-gcc5-pie/relayd.02.heap"), JP_MAIN),
                     JP_OK);
    if (base)
        assert_int_equal(jp_heap_add_file(heap, place("CORPUS", base), JP_BASE), JP_OK);
    assert_int_equal(jp_heap_find_names(heap), JP_OK);
    assert_int_equal(jp_heap_failure(heap)->status, JP_OK);
    return heap;
}

static jp_summary *ask(jp_heap *heap, const struct jp_summary_options *options)
{
    jp_summary *summary;

    assert_int_equal(jp_heap_summary(heap, options, &summary), JP_OK);
    assert_non_null(summary);
    return summary;
}

static struct jp_row_info find_row(jp_summary *summary, const char *name)
{
    for (size_t i = 0; i < jp_summary_row_count(summary); i++)
        if (strcmp(jp_summary_row(summary, i)->name, name) == 0)
            return *jp_summary_row(summary, i);
    fail_msg("no row %s", name);
    return (struct jp_row_info){0};
}

static void test_rows(void **state)
{
    (void)state;
    if (!has_corpus())
        skip();
    jp_heap *const heap = open_relayd(0, NULL);
    jp_summary *const summary = ask(heap, NULL);

    assert_int_equal((int)jp_heap_total(heap, JP_LIVE_BYTES, JP_MAIN), TOTAL);
    assert_int_equal((int)jp_heap_total(heap, JP_LIVE_BYTES, JP_BASE), 0);
    assert_int_equal((int)jp_summary_total(summary), TOTAL);
    assert_int_equal((int)jp_summary_kept(summary), TOTAL);
    const struct jp_row_info keep = find_row(summary, "keep (inline)");
    assert_int_equal((int)keep.flat, 680588);
    assert_true(keep.flat_range.low > 0 && keep.flat_range.low < keep.flat);
    assert_true(keep.flat_range.high > keep.flat && isfinite(keep.flat_range.high));
    const struct jp_row_info entry = find_row(summary, "main");
    assert_int_equal((int)entry.flat, 0);
    assert_int_equal((int)entry.cum, MAIN);
    double sum = 0;
    double last = INFINITY;
    for (size_t i = 0; i < jp_summary_row_count(summary); i++) {
        const struct jp_row_info *const row = jp_summary_row(summary, i);
        assert_true(row->flat <= last);
        last = row->flat;
        sum += row->flat;
    }
    assert_true(fabs(sum - jp_summary_kept(summary)) < 1);
    assert_null(jp_summary_row(summary, jp_summary_row_count(summary)));
    jp_summary_free(summary);
    jp_heap_free(heap);
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

/* Expected: eu-addr2line -f -i -e audit.plugin 0x119a, and what the dump recorded. */
static void check_keep(jp_summary *summary, size_t stack)
{
    const struct jp_frame_info keep = *jp_summary_frame(summary, stack, 0);
    const struct jp_frame_info caller = *jp_summary_frame(summary, stack, 1);

    assert_string_equal(keep.name, "keep");
    assert_true(ends_with(keep.module, "/audit.plugin"));
    assert_true(ends_with(keep.file, "/src/c/plugin_audit.c"));
    assert_int_equal(keep.line, 19);
    assert_true(keep.is_inlined);
    assert_int_equal(keep.address, 0x7ffff7fad19b);
    assert_true(strncmp(caller.name, "on_message", 10) == 0);
}

static void test_stacks(void **state)
{
    const struct jp_summary_options options = {.size = sizeof options, .focus = "^keep"};

    (void)state;
    if (!has_corpus())
        skip();
    jp_heap *const heap = open_relayd(0, NULL);
    jp_summary *const all = ask(heap, NULL);
    jp_summary *const some = ask(heap, &options);
    double sum = 0;

    for (size_t i = 0; i < jp_summary_stack_count(all); i++)
        sum += jp_summary_stack(all, i)->value;
    assert_true(fabs(sum - jp_summary_total(all)) < 1);
    assert_null(jp_summary_stack(all, jp_summary_stack_count(all)));

    sum = 0;
    for (size_t i = 0; i < jp_summary_stack_count(some); i++) {
        const struct jp_stack_info *const stack = jp_summary_stack(some, i);
        sum += stack->value;
        check_keep(some, i);
        assert_string_equal(jp_summary_frame(some, i, stack->frame_count - 1)->name, "_start");
        assert_null(jp_summary_frame(some, i, stack->frame_count));
    }
    assert_int_equal((int)sum, 680588);
    assert_int_equal((int)jp_summary_kept(some), 680588);
    assert_int_equal((int)jp_summary_total(some), TOTAL);
    jp_summary_free(some);
    jp_summary_free(all);
    jp_heap_free(heap);
}

static void test_base(void **state)
{
    (void)state;
    if (!has_corpus())
        skip();
    jp_heap *heap = open_relayd(0, "c-gcc5-pie/relayd.02.heap");
    jp_summary *summary = ask(heap, NULL);
    assert_int_equal((int)jp_heap_total(heap, JP_LIVE_BYTES, JP_BASE), TOTAL);
    assert_true(jp_summary_total(summary) == 0);
    assert_int_equal(jp_summary_stack_count(summary), 0);
    jp_summary_free(summary);
    jp_heap_free(heap);
}

/* Thread rows of threads-named.heap, and its total by hand: see t_handmade.c. */
static void check_threads(jp_heap *heap)
{
    struct jp_summary_options options = {.size = sizeof options, .value = JP_LIVE_OBJECTS};
    bool is_named = false;
    double sum = 0;

    assert_int_equal((int)jp_heap_total(heap, JP_LIVE_BYTES, JP_MAIN), 3148728);
    assert_int_equal(jp_heap_thread_count(heap), 6);
    assert_null(jp_heap_thread(heap, 6));
    jp_summary *summary = ask(heap, &options);
    const double all = jp_summary_total(summary);
    jp_summary_free(summary);
    for (options.thread = 1; options.thread < 6; options.thread++) {
        is_named |= strcmp(jp_heap_thread(heap, options.thread)->name, "io pool") == 0;
        summary = ask(heap, &options);
        sum += jp_summary_total(summary);
        jp_summary_free(summary);
    }
    assert_true(is_named);
    assert_true(sum > 0 && all > 0);
    options.thread = 6;
    assert_int_equal(jp_heap_summary(heap, &options, &summary), JP_BAD_USE);
    assert_null(summary);
}

static void *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    char *const bytes = malloc(1 << 20);

    assert_non_null(file);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void test_bytes(void **state)
{
    static const char *const names[] = {"threads-named.heap", "packed.heap.gz", "packed.heap.zst"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        size_t size;
        void *const bytes = read_file(handmade(names[i]), &size);
        jp_heap *heap;
        assert_int_equal(jp_heap_new(NULL, &heap), JP_OK);
        assert_int_equal(jp_heap_add_bytes(heap, bytes, size, names[i], JP_MAIN), JP_OK);
        memset(bytes, 'x', size);
        free(bytes);
        check_threads(heap);
        jp_heap_free(heap);
    }
}

static void test_failures(void **state)
{
    struct {
        struct jp_heap_options known;
        size_t later;
    } options = {.known.size = sizeof options, .known.flags = JP_HEAP_STRICT};
    struct jp_summary_options question = {.size = sizeof question, .focus = "("};
    jp_summary *summary;
    jp_heap *heap;
    char *bytes;
    size_t size;

    (void)state;
    options.later = 1;
    assert_int_equal(jp_heap_new(&options.known, &heap), JP_BAD_USE);
    assert_null(heap);
    options.later = 0;
    options.known.flags = JP_HEAP_STRICT | 8; /* no flag of a heap */
    assert_int_equal(jp_heap_new(&options.known, &heap), JP_BAD_USE);
    assert_null(heap);
    options.known.flags = JP_HEAP_STRICT;
    assert_int_equal(jp_heap_new(&options.known, &heap), JP_OK);
    assert_int_equal(jp_heap_add_file(heap, "no/such.heap", JP_MAIN), JP_BAD_INPUT);
    const struct jp_failure *failure = jp_heap_failure(heap);
    assert_string_equal(failure->path, "no/such.heap");
    assert_non_null(strstr(failure->message, "No such file"));
    assert_int_equal(jp_heap_add_file(heap, handmade("html.heap"), JP_MAIN), JP_BAD_INPUT);
    assert_int_equal(jp_heap_add_bytes(heap, "", 0, "nothing", JP_MAIN), JP_BAD_INPUT);
    assert_non_null(strstr(jp_heap_failure(heap)->message, "empty"));
    assert_int_equal(jp_heap_add_file(heap, handmade("row-with-hole.heap"), JP_MAIN), JP_BAD_INPUT);
    static const char other_header[] =
        "heap_v2/1\n  t*: 2: 16 [0: 0]\n@ 0x1001\n  t*: 1: 8 [0: 0]\n";
    assert_int_equal(jp_heap_add_bytes(heap, other_header, sizeof other_header - 1, "x", JP_MAIN),
                     JP_BAD_INPUT);
    assert_non_null(strstr(jp_heap_failure(heap)->message, "damaged"));
    assert_int_equal(jp_heap_module_count(heap), 0);

    /* What failed left nothing behind. */
    assert_int_equal(jp_heap_add_file(heap, handmade("threads-named.heap"), JP_MAIN), JP_OK);
    check_threads(heap);
    assert_int_equal(jp_heap_add_file(heap, handmade("threads-named.heap"), (enum jp_part)2),
                     JP_BAD_USE);
    assert_int_equal(jp_heap_add_bytes(heap, "heap_v2/1\n", 10, "x", (enum jp_part)2), JP_BAD_USE);
    check_threads(heap);
    assert_int_equal(jp_heap_summary(heap, &question, &summary), JP_BAD_USE);
    assert_null(summary);
    assert_non_null(strstr(jp_heap_failure(heap)->message, "focus"));
    question.focus = NULL;
    question.style = (enum jp_style)99;
    assert_int_equal(jp_heap_summary(heap, &question, &summary), JP_BAD_USE);
    question = (struct jp_summary_options){.size = sizeof question, .flags = 32};
    assert_int_equal(jp_heap_summary(heap, &question, &summary), JP_BAD_USE);
    question = (struct jp_summary_options){.size = 1};
    assert_int_equal(jp_heap_summary(heap, &question, &summary), JP_BAD_USE);
    question = (struct jp_summary_options){.size = sizeof question, .group = JP_GROUP_LINE};
    summary = ask(heap, &question);
    assert_int_equal(jp_summary_write(summary, JP_FORMAT_CALLGRIND, &bytes, &size), JP_BAD_USE);
    assert_null(bytes);
    assert_int_equal(jp_summary_write(summary, (enum jp_format)99, &bytes, &size), JP_BAD_USE);
    assert_int_equal(jp_summary_write(summary, JP_FORMAT_TEXT, &bytes, &size), JP_OK);
    jp_free(bytes);
    assert_int_equal(jp_heap_add_file(heap, handmade("threads-named.heap"), JP_BASE), JP_OK);
    assert_int_equal(jp_summary_write(summary, JP_FORMAT_TEXT, &bytes, &size), JP_BAD_USE);
    assert_int_equal((int)jp_summary_total(summary), 3148728);
    jp_summary_free(summary);
    jp_heap_free(heap);
    jp_summary_free(NULL);
    jp_heap_free(NULL);
    jp_free(NULL);
}

static void test_notes(void **state)
{
    jp_heap *heap;
    bool is_told = false;

    (void)state;
    assert_int_equal(jp_heap_new(NULL, &heap), JP_OK);
    assert_int_equal(jp_heap_add_file(heap, handmade("row-with-hole.heap"), JP_MAIN), JP_OK);
    assert_int_equal(jp_heap_find_names(heap), JP_OK);
    for (size_t i = 0; i < jp_heap_note_count(heap); i++) {
        const struct jp_note_info *const note = jp_heap_note(heap, i);
        is_told |= note->is_warning && note->line == 6 && note->count > 0 &&
                   ends_with(note->path, "row-with-hole.heap") &&
                   strstr(note->message, "skipped a row");
    }
    assert_true(is_told);
    assert_null(jp_heap_note(heap, jp_heap_note_count(heap)));
    /* The program is not on this machine. */
    is_told = false;
    for (size_t i = 0; i < jp_heap_module_count(heap); i++)
        is_told |= strstr(jp_heap_module(heap, i)->missing, "not found") != NULL;
    assert_true(is_told);
    assert_null(jp_heap_module(heap, jp_heap_module_count(heap)));
    jp_heap_free(heap);
}

static char *write_all(jp_heap *heap, enum jp_format format, size_t *size)
{
    jp_summary *const summary = ask(heap, NULL);
    char *bytes;

    assert_int_equal(jp_summary_write(summary, format, &bytes, size), JP_OK);
    assert_int_equal(bytes[*size], 0);
    jp_summary_free(summary);
    return bytes;
}

static void test_formats(void **state)
{
    static const char *const beginnings[] = {
        [JP_FORMAT_TEXT] = "Total: 1969533 B\n",
        [JP_FORMAT_JSON] = "{",
        [JP_FORMAT_CSV] = "name,flat,flat_share,cum,cum_share\n",
        [JP_FORMAT_COLLAPSED] = "_start;",
        [JP_FORMAT_CALLGRIND] = "events: Hits",
        [JP_FORMAT_SPEEDSCOPE] = "{",
        [JP_FORMAT_PPROF] = "\x1f\x8b",
        [JP_FORMAT_FLAMEGRAPH] = "<?xml",
    };

    (void)state;
    if (!has_corpus())
        skip();
    jp_heap *const heap = open_relayd(0, NULL);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t size;
#ifndef HAVE_PPROF
        if (i == JP_FORMAT_PPROF)
            continue;
#endif
        char *const bytes = write_all(heap, (enum jp_format)i, &size);
        if (size < strlen(beginnings[i]) || !strstr(bytes, beginnings[i]))
            fail_msg("format %zu: %.40s", i, bytes);
        jp_free(bytes);
    }
    jp_heap_free(heap);
}

static void test_pprof(void **state)
{
    size_t size;
    jp_heap *back;

    (void)state;
#ifndef HAVE_PPROF
    skip();
#endif
    if (!has_corpus())
        skip();
    jp_heap *const heap = open_relayd(0, NULL);
    char *const bytes = write_all(heap, JP_FORMAT_PPROF, &size);
    /* A dump less the profile that was made of it. */
    assert_int_equal(jp_heap_add_bytes(heap, bytes, size, "heap.pb.gz", JP_BASE), JP_OK);
    assert_int_equal(jp_heap_find_names(heap), JP_OK);
    jp_summary *const nothing = ask(heap, NULL);
    assert_true(jp_summary_total(nothing) == 0);
    assert_int_equal(jp_summary_stack_count(nothing), 0);
    jp_summary_free(nothing);
    jp_heap_free(heap);
    assert_int_equal(jp_heap_new(NULL, &back), JP_OK);
    assert_int_equal(jp_heap_add_bytes(back, bytes, size, "heap.pb.gz", JP_MAIN), JP_OK);
    jp_free(bytes);
    jp_summary *const summary = ask(back, NULL);
    /* Each sample was rounded. */
    assert_true(fabs(jp_summary_total(summary) - TOTAL) < 30);
    assert_true(fabs(find_row(summary, "main").cum - MAIN) < 30);
    jp_summary_free(summary);
    jp_heap_free(back);
}

/* Of a locale with a comma in numbers, made for this; false: localedef is not there. */
static bool set_comma(void)
{
    FILE *const source = fopen("t_api.locale", "w");

    assert_non_null(source);
    fputs("LC_NUMERIC\ndecimal_point \"<U002C>\"\nthousands_sep \"\"\ngrouping -1\n"
          "END LC_NUMERIC\n",
          source);
    fclose(source);
    const int status = system("localedef -c -i ./t_api.locale ./t_api_comma >/dev/null 2>&1");
    setenv("LOCPATH", ".", 1);
    const bool is_set = status != -1 && setlocale(LC_NUMERIC, "t_api_comma") != NULL;
    unsetenv("LOCPATH");
    unlink("t_api.locale");
    return system("rm -rf ./t_api_comma") == 0 && is_set;
}

/* A point stays a point where the process writes a comma. */
static void test_locale(void **state)
{
    char number[8];
    size_t size;

    (void)state;
    if (!has_corpus() || !set_comma())
        skip();
    jp_heap *const heap = open_relayd(0, NULL);
    char *const text = write_all(heap, JP_FORMAT_TEXT, &size);
    assert_non_null(strstr(text, " 95.8% main"));
    snprintf(number, sizeof number, "%.1f", 0.5);
    assert_string_equal(number, "0,5");
    setlocale(LC_ALL, "C");
    jp_free(text);
    jp_heap_free(heap);
}

static void *report(void *flags)
{
    jp_heap *const heap = open_relayd(*(const uint32_t *)flags, NULL);
    size_t size;
    char *const text = write_all(heap, JP_FORMAT_TEXT, &size);

    jp_heap_free(heap);
    return text;
}

/*
 * Heaps know nothing of each other; reading in this process finds the same names. The allocator of
 * the sanitizer keeps its locks over fork: a child would wait for another thread's for ever.
 */
static void test_at_once(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    const uint32_t child = JP_HEAP_IN_PROCESS;
#else
    const uint32_t child = 0;
#endif
    uint32_t flags[] = {child, JP_HEAP_IN_PROCESS, child, JP_HEAP_IN_PROCESS};
    pthread_t threads[4];
    void *texts[4];

    (void)state;
    if (!has_corpus())
        skip();
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, report, &flags[i]), 0);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], &texts[i]);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(texts[i], texts[0]);
        if (i)
            jp_free(texts[i]);
    }
    assert_non_null(strstr(texts[0], " keep (inline)\n"));
    jp_free(texts[0]);
}

/* Names that were kept are the same ones, and nothing is kept unless a folder is named. */
static void test_cache(void **state)
{
    const char *const sysroots[] = {place("CORPUS", ""), NULL};
    const struct jp_heap_options options = {
        .size = sizeof options,
        .program = place("CORPUS", "c-gcc5-pie/relayd"),
        .sysroots = sysroots,
        .cache_dir = "t_api.cache",
    };
    char *texts[3];
    size_t size;

    (void)state;
    if (!has_corpus())
        skip();
    jp_heap *heap = open_relayd(0, NULL);
    texts[2] = write_all(heap, JP_FORMAT_TEXT, &size);
    jp_heap_free(heap);
    assert_int_equal(access("t_api.cache", F_OK), -1);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(jp_heap_new(&options, &heap), JP_OK);
        const char *const path = place("CORPUS", "c-gcc5-pie/relayd.02.heap");
        assert_int_equal(jp_heap_add_file(heap, path, JP_MAIN), JP_OK);
        assert_int_equal(jp_heap_find_names(heap), JP_OK);
        texts[i] = write_all(heap, JP_FORMAT_TEXT, &size);
        jp_heap_free(heap);
        assert_string_equal(texts[i], texts[2]);
        assert_int_equal(access("t_api.cache", F_OK), 0);
    }
    for (size_t i = 0; i < 3; i++)
        jp_free(texts[i]);
    assert_int_equal(system("rm -r ./t_api.cache"), 0);
}

static void test_no_inlines(void **state)
{
    (void)state;
    if (!has_corpus())
        skip();
    jp_heap *const heap = open_relayd(JP_HEAP_NO_INLINES, NULL);
    jp_summary *const summary = ask(heap, NULL);
    for (size_t i = 0; i < jp_summary_row_count(summary); i++)
        assert_null(strstr(jp_summary_row(summary, i)->name, "(inline)"));
    /* What "keep", which is inlined into it, held by itself. */
    assert_int_equal((int)find_row(summary, "on_message [audit.plugin]").flat, 680588);
    jp_summary_free(summary);
    jp_heap_free(heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),     cmocka_unit_test(test_stacks),
        cmocka_unit_test(test_base),     cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_failures), cmocka_unit_test(test_notes),
        cmocka_unit_test(test_formats),  cmocka_unit_test(test_pprof),
        cmocka_unit_test(test_locale),   cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_cache),    cmocka_unit_test(test_no_inlines),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
