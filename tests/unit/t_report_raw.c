/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_raw.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The sketch's locations lie at 0x1000, 0x1010, ...: main, grow, operator--, nameless. */
static const char dump[] = "heap_v2/1\n"
                           "  t*: 3: 600 [0: 0]\n"
                           "@ 0x1010 0x1000\n"
                           "  t*: 1: 300 [0: 0]\n"
                           "@ 0x1020 0x1010 0x1000\n"
                           "  t*: 1: 200 [0: 0]\n"
                           "@ 0xdeadbeef 0x1000\n"
                           "  t*: 1: 100 [0: 0]\n"
                           "\n"
                           "MAPPED_LIBRARIES:\n"
                           "00001000-00002000 r-xp 00000000 00:00 1 /bin/sketch\n";

static const char symbols[] = "--- symbol\n"
                              "binary=sketch\n"
                              "0x0000000000000fff main(int)\n"
                              "0x000000000000100f grow--copy\n"
                              "0x0000000000001010 grow--copy\n"
                              "0x0000000000001020 it::operator- -()\n"
                              "0x00000000deadbeef 00000000deadbeef\n"
                              "---\n"
                              "--- heap\n";

static struct jp_buf print(struct jp_span bytes)
{
    struct jp_sketch sketch;
    struct jp_buf out = JP_BUF_INIT;

    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 300, "main(int)", "grow", "copy[inline]", NULL);
    jp_sketch_add(&sketch, 200, "main(int)", "grow", "copy[inline]", "it::operator--()", NULL);
    jp_sketch_add(&sketch, 100, "main(int)", "00000000deadbeef", NULL);
    jp_sketch_finish(&sketch);
    jp_report_raw(&out, &sketch.context, bytes, false);
    jp_sketch_release(&sketch);
    return out;
}

static void test_symbols(void **state)
{
    (void)state;
    struct jp_buf out = print(JP_SPAN(dump));
    struct jp_buf expected = JP_BUF_INIT;
    jp_buf_format(&expected, "%s%s", symbols, dump);
    assert_string_equal(out.ptr, expected.ptr);
    /* A dump with symbols gets the new ones instead. */
    struct jp_buf again = print(jp_buf_span(&out));
    assert_string_equal(again.ptr, expected.ptr);
    jp_buf_release(&out);
    jp_buf_release(&again);
    jp_buf_release(&expected);
}

/* jeprof reads the file back, without the program's file, and names every frame. */
static void test_jeprof(void **state)
{
    static const char *const expected[] = {
        "Total: 600 B\n", " 300  50.0%  50.0%      500  83.3% copy (inline)\n",
        " 600 100.0% main\n", " 500  83.3% grow\n", " 100  16.7% 00000000deadbeef"};
    char path[] = "/tmp/jp-raw-XXXXXX";
    char line[512];
    size_t seen = 0;
    struct jp_buf command = JP_BUF_INIT;

    (void)state;
    if (system("command -v jeprof >/dev/null") != 0)
        skip();
    struct jp_buf out = print(JP_SPAN(dump));
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
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_jeprof),
    };
    return cmocka_run_group_tests_name("report_raw", tests, NULL, NULL);
}
