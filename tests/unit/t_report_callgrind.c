/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_callgrind.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct jp_buf print(struct jp_sketch *sketch)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_sketch_finish(sketch);
    jp_report_callgrind(&out, &sketch->context);
    jp_sketch_release(sketch);
    return out;
}

/* Written by hand after the format's description. */
static void test_blocks(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 40.9, "main @m.c:7", "grow @vec.c:12", "copy[inline] @mem.h:3", NULL);
    jp_sketch_add(&sketch, 2, "main @m.c:9", "grow @vec.c:12", NULL);
    jp_sketch_add(&sketch, 0.5, "main @m.c:9", "nothing @vec.c:1", NULL);
    jp_sketch_add(&sketch, 5, "main @m.c:9", "00000000deadbeef", NULL);
    jp_sketch_add(&sketch, 1, "main @m.c:7", NULL);
    struct jp_buf out = print(&sketch);
    assert_string_equal(out.ptr, "events: Hits\n"
                                 "\n"
                                 "fl=??\nfn=(1) 00000000deadbeef\n0 5\n"
                                 "\n"
                                 "fl=m.c\nfn=(2) main\n7 1\n"
                                 "\n"
                                 "fl=m.c\nfn=(2)\ncfl=(1) vec.c\ncfn=(3) grow\ncalls=40 12\n7 40\n"
                                 "\n"
                                 "fl=m.c\nfn=(2)\n9 0\n"
                                 "\n"
                                 "fl=m.c\nfn=(2)\ncfl=??\ncfn=(1)\ncalls=5 0\n9 5\n"
                                 "\n"
                                 "fl=m.c\nfn=(2)\ncfl=(1)\ncfn=(3)\ncalls=2 12\n9 2\n"
                                 "\n"
                                 "fl=(1)\nfn=(3)\n12 42\n"
                                 "\n");
    jp_buf_release(&out);
}

static void test_negative_values(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 9, "f @a.c:1", NULL);
    jp_sketch_add(&sketch, -4, "g @a.c:2", NULL);
    struct jp_buf out = print(&sketch);
    assert_string_equal(out.ptr, "events: Grown Shrunk\n\n"
                                 "fl=a.c\nfn=f\n1 9 0\n\n"
                                 "fl=a.c\nfn=g\n2 0 4\n\n");
    jp_buf_release(&out);
}

static void draw_hostile(struct jp_sketch *sketch)
{
    jp_sketch_init(sketch);
    jp_sketch_add(sketch, 4096, "main @/src/a b.c:3", "operator new(unsigned long)", NULL);
    jp_sketch_add(sketch, 2048, "main @/src/a b.c:3", "100%s %n -> x.c:7:f @q.c:0", NULL);
    jp_sketch_add(sketch, 1024, "main @/src/a b.c:4", "(7) trick\nfn=(1) @(1) x:9", NULL);
    jp_sketch_add(sketch, 512, "(1)", NULL);
    jp_sketch_add(sketch, 256, "_start", "main @/src/a b.c:3", "rec @r.c:1", "rec @r.c:1", NULL);
    jp_sketch_add(sketch, 128, NULL);
}

static void test_hostile_names(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    draw_hostile(&sketch);
    struct jp_buf out = print(&sketch);
    assert_non_null(strstr(out.ptr, "100%s %n -> x.c:7:f\n"));
    assert_non_null(strstr(out.ptr, ") (7) trick\\x0afn=(1)\n"));
    assert_non_null(strstr(out.ptr, ") (1)\n"));
    assert_non_null(strstr(out.ptr, ") operator new(unsigned long)\n"));
    jp_buf_release(&out);
}

/* valgrind's own reader takes the file without a word and finds every byte. */
static void test_callgrind_annotate(void **state)
{
    char path[] = "/tmp/jp-callgrind-XXXXXX";
    char line[512];
    struct jp_buf command = JP_BUF_INIT;
    struct jp_sketch sketch;
    bool has_total = false;
    bool has_function = false;
    bool has_complaint = false;

    (void)state;
    if (system("command -v callgrind_annotate >/dev/null") != 0)
        skip();
    draw_hostile(&sketch);
    struct jp_buf out = print(&sketch);
    FILE *const file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fwrite(out.ptr, 1, out.len, file);
    fclose(file);
    jp_buf_format(&command, "callgrind_annotate --threshold=100 %s 2>&1", path);
    FILE *const answer = popen(command.ptr, "r");
    assert_non_null(answer);
    while (fgets(line, sizeof line, answer)) {
        has_total |= strstr(line, "PROGRAM TOTALS") && strstr(line, "8,064");
        has_function |= strstr(line, "4,096") && strstr(line, "operator new(unsigned long)");
        has_complaint |= strstr(line, "WARNING") || strstr(line, "ine ") || strstr(line, "rror");
    }
    assert_int_equal(pclose(answer), 0);
    assert_true(has_total);
    assert_true(has_function);
    assert_false(has_complaint);
    unlink(path);
    jp_buf_release(&command);
    jp_buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_negative_values),
        cmocka_unit_test(test_hostile_names),
        cmocka_unit_test(test_callgrind_annotate),
    };
    return cmocka_run_group_tests_name("report_callgrind", tests, NULL, NULL);
}
