/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_collapsed.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <string.h>

static void assert_printed(struct jp_sketch *sketch, const char *expected)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_sketch_finish(sketch);
    jp_report_collapsed(&out, &sketch->context);
    jp_buf_add_text(&out, "");
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
    jp_sketch_release(sketch);
}

static void test_merging(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 2.75, "main @m.c:2", "a", NULL);
    jp_sketch_add(&sketch, 1.75, "main @m.c:1", "a", NULL);
    jp_sketch_add(&sketch, -7, "main", "in[inline]", "a", NULL);
    jp_sketch_add(&sketch, 0.9, "main", "small", NULL);
    jp_sketch_add(&sketch, 3, "main", NULL);
    jp_sketch_add(&sketch, 12, NULL);
    assert_printed(&sketch, "[no stack] 12\n"
                            "main 3\n"
                            "main;a 4\n"
                            "main;in[inline];a -7\n");
}

/* Functions without a name: by file and line, together when these are equal. */
static void test_unknown_functions(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 2, "main", "?? @lost.c:7", NULL);
    jp_sketch_add(&sketch, 1, "main", "?? @lost.c:7", "?? @lost.c:9", NULL);
    jp_sketch_add(&sketch, 4, "main", "??", NULL);
    jp_sketch_add(&sketch, 8, "00000000deadbeef", NULL);
    assert_printed(&sketch, "00000000deadbeef 8\n"
                            "main;??:0 4\n"
                            "main;lost.c:7 2\n"
                            "main;lost.c:7;lost.c:9 1\n");
}

/* What would break a line or a stack apart is replaced, and what then looks alike is merged. */
static void test_hostile_names(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 1, "main", "f::<[u8; 4]>", NULL);
    jp_sketch_add(&sketch, 2, "main", "f::<[u8: 4]>", NULL);
    jp_sketch_add(&sketch, 4, "main", "two\nlines\r", NULL);
    assert_printed(&sketch, "main;f::<[u8: 4]> 3\n"
                            "main;two\\x0alines\\x0d 4\n");
}

/* Lines in the order of sort(1), although a name may be the beginning of another one. */
static void test_order(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 1, "a", "z", NULL);
    jp_sketch_add(&sketch, 1, "a<b", NULL);
    jp_sketch_add(&sketch, 1, "a!b", "c", NULL);
    jp_sketch_add(&sketch, 1, "a", NULL);
    jp_sketch_add(&sketch, 1, "a!b", NULL);
    assert_printed(&sketch, "a 1\n"
                            "a!b 1\n"
                            "a!b;c 1\n"
                            "a;z 1\n"
                            "a<b 1\n");
}

static int compare_lines(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Recorded lines, brought into our form: no address tags, no zeros, equal stacks added up. */
static void test_recorded(void **state)
{
    struct jp_sketch sketch;
    struct jp_buf out = JP_BUF_INIT;
    char *lines[100];
    size_t count = 0;
    char *next;
    char *const recorded = jp_sketch_read("relayd-base.collapsed");

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add_collapsed(&sketch, "relayd-base.collapsed");
    jp_sketch_finish(&sketch);
    jp_report_collapsed(&out, &sketch.context);
    for (char *line = strtok_r(recorded, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
        char *to = line;
        char *const point = strchr(strrchr(line, ' '), '.');
        for (const char *from = line; *from; from++) {
            from = *from == '<' ? strchr(from, '>') : from;
            if (*from != '>')
                *to++ = *from;
        }
        *to = '\0';
        if (point)
            *strrchr(line, '.') = '\0';
        if (strcmp(strrchr(line, ' '), " 0") != 0)
            lines[count++] = line;
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    char *ours = strtok_r(out.ptr, "\n", &next);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(ours, lines[i]);
        ours = strtok_r(NULL, "\n", &next);
    }
    assert_null(ours);
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
    free(recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merging),       cmocka_unit_test(test_unknown_functions),
        cmocka_unit_test(test_hostile_names), cmocka_unit_test(test_order),
        cmocka_unit_test(test_recorded),
    };
    return cmocka_run_group_tests_name("report_collapsed", tests, NULL, NULL);
}
