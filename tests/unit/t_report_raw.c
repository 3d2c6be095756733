/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_raw.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The sketch's locations lie at 0x1000, 0x1010, ...: main, grow, operator--, nameless. A sixteenth
 * of its bytes are objects, and twice as much was allocated.
 */
static const char expected_text[] = "--- symbol\n"
                                    "binary=sketch\n"
                                    "0x0000000000000fff main(int)\n"
                                    "0x000000000000100f grow- --copy\n"
                                    "0x0000000000001010 grow- --copy\n"
                                    "0x0000000000001020 it::operator- -()\n"
                                    "0x00000000deadbeef 00000000deadbeef\n"
                                    "---\n"
                                    "--- heap\n"
                                    "heap_v2/1\n"
                                    "  t*: 35: 560 [70: 1120]\n"
                                    "  t7: 20: 320 [40: 640] worker\n"
                                    "@ 0x1010 0x1000\n"
                                    "  t*: 20: 320 [40: 640]\n"
                                    "  t7: 20: 320 [40: 640]\n"
                                    "@ 0x1020 0x1010 0x1000\n"
                                    "  t*: 10: 160 [20: 320]\n"
                                    "@ 0xdeadbeef 0x1000\n"
                                    "  t*: 5: 80 [10: 160]\n"
                                    "\n"
                                    "MAPPED_LIBRARIES:\n"
                                    "00001000-00002000 r-xp 00000000 00:00 1 /bin/sk\\012etch "
                                    "(deleted)\n"
                                    "00003000-00004000: /lib/x\n";

static void add_dump(struct jp_profile *profile)
{
    const struct jp_values total = {{560, 35, 1120, 70}};

    jp_vec_push(&profile->sources, (struct jp_source){.period_bytes = 1,
                                                      .correction = JP_CORRECTION_POISSON,
                                                      .header = total});
    jp_vec_push(
        &profile->threads,
        (struct jp_thread){.uid = 7, .name = jp_intern_add_text(&profile->strings, "worker")});
    const struct jp_values first = jp_samples_values(&profile->samples, 0, JP_SIDE_MAIN);
    const uint32_t again = jp_samples_push(
        &profile->samples, (struct jp_sample_key){profile->samples.keys[0].stack, 1});
    jp_samples_add(&profile->samples, again, JP_SIDE_MAIN, &first, 0, 0);
    jp_vec_push(
        &profile->mappings,
        (struct jp_kept_mapping){.start = 0x1000,
                                 .end = 0x2000,
                                 .inode = 1,
                                 .path = jp_intern_add_text(&profile->strings, "/bin/sk\netch"),
                                 .has_offset = true,
                                 .is_executable = true,
                                 .is_deleted = true});
    jp_vec_push(&profile->mappings,
                (struct jp_kept_mapping){.start = 0x3000,
                                         .end = 0x4000,
                                         .module = JP_NO_MODULE,
                                         .path = jp_intern_add_text(&profile->strings, "/lib/x")});
}

/* WITH_BASE: of the second stack as much was held before as is held now, and of the third more. */
static void print(struct jp_buf *out, struct jp_raw_rows *rows, bool with_base)
{
    const struct jp_view_options options = {.keep_allocator = true};
    struct jp_sketch sketch;
    struct jp_view view;

    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 320, "main(int)", "grow-", "copy[inline]", NULL);
    jp_sketch_add(&sketch, 160, "main(int)", "grow-", "copy[inline]", "it::operator--()", NULL);
    jp_sketch_add(&sketch, 80, "main(int)", "00000000deadbeef", NULL);
    jp_sketch_finish(&sketch);
    add_dump(&sketch.profile);
    if (with_base) {
        jp_vec_push(&sketch.profile.sources, (struct jp_source){.side = JP_SIDE_BASE});
        struct jp_samples *const samples = &sketch.profile.samples;
        const struct jp_values second = jp_samples_values(samples, 1, JP_SIDE_MAIN);
        jp_samples_add(samples, 1, JP_SIDE_BASE, &second, 0, 0);
        jp_samples_add(samples, 2, JP_SIDE_BASE, &second, 0, 0);
    }
    jp_view_init(&view, &sketch.profile, &options);
    sketch.context.view = &view;
    jp_raw_rows_init(rows, &view, JP_NO_THREAD, out == NULL);
    if (out)
        jp_report_raw(out, &sketch.context, rows, JP_NO_THREAD);
    jp_view_release(&view);
    jp_sketch_release(&sketch);
}

static void test_text(void **state)
{
    struct jp_buf out = JP_BUF_INIT;
    struct jp_raw_rows rows;

    (void)state;
    print(&out, &rows, false);
    jp_buf_add_byte(&out, '\0');
    assert_string_equal(out.ptr, expected_text);
    jp_raw_rows_release(&rows);
    jp_buf_release(&out);
}

/* What is a difference has no period, and no counters where it is negative. */
static void test_base(void **state)
{
    struct jp_buf out = JP_BUF_INIT;
    struct jp_raw_rows rows;

    (void)state;
    print(&out, &rows, true);
    assert_int_equal(rows.period_bytes, 0);
    assert_int_equal(rows.negative_count, 1);
    assert_false(rows.is_whole);
    jp_raw_rows_release(&rows);
    jp_buf_release(&out);
    print(NULL, &rows, true);
    assert_int_equal(rows.negative_count, 0);
    assert_true(rows.sums[JP_PROCESS].of[JP_INUSE_BYTES] == 320);
    jp_raw_rows_release(&rows);
}

/* jeprof reads the file back, without the program's file, and names every frame. */
static void test_jeprof(void **state)
{
    static const char *const expected[] = {
        "Total: 560 B\n", " 320  57.1%  57.1%      480  85.7% copy (inline)\n",
        " 560 100.0% main\n", " 480  85.7% grow-", " 80  14.3% 00000000deadbeef"};
    char path[] = "/tmp/jp-raw-XXXXXX";
    char line[512];
    size_t seen = 0;
    struct jp_buf command = JP_BUF_INIT;
    struct jp_buf out = JP_BUF_INIT;
    struct jp_raw_rows rows;

    (void)state;
    if (system("command -v jeprof >/dev/null") != 0)
        skip();
    print(&out, &rows, false);
    jp_raw_rows_release(&rows);
    FILE *const file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fwrite(out.ptr, 1, out.len, file);
    fclose(file);
    jp_buf_format(&command, "jeprof --text --show_bytes %s 2>/dev/null", path);
    FILE *const answer = popen(command.ptr, "r");
    assert_non_null(answer);
    while (fgets(line, sizeof line, answer)) {
        for (size_t i = 0; i < JP_COUNT_OF(expected); i++)
            seen += strstr(line, expected[i]) != NULL;
    }
    assert_int_equal(pclose(answer), 0);
    assert_int_equal(seen, JP_COUNT_OF(expected));
    unlink(path);
    jp_buf_release(&command);
    jp_buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_base),
        cmocka_unit_test(test_jeprof),
    };
    return cmocka_run_group_tests_name("report_raw", tests, NULL, NULL);
}
