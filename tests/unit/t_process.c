/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"
#include "jp_test_dump.h"

#include "jp_jit.h"
#include "jp_process.h"

#include <inttypes.h>

#define HEAP "heap_v2/1\n  t*: 1: 8 [0: 0]\n@ 0x1000\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n"
#define MAPS                                                       \
    "1000-2000 r-xp 00000000 fe:00 7        /opt/app/bin/server\n" \
    "3000-4000 r-xp 00000000 fe:00 8        /usr/lib/libc.so.6\n"  \
    "7fc8000-7fca000 r-xp 00000000 00:00 0        [vdso]\n"

static void test_text(void **state)
{
    static const struct {
        const char *path;
        const char *text;
        const char *process;
        uint64_t pid; /* 0: not known */
    } cases[] = {
        {"/dumps/app.77.3.i3.heap", HEAP MAPS, "app.77:/opt/app/bin/server@7fc8000", 77},
        {"app.77.3.i3.heap.gz", HEAP, "app.77:@", 77},
        {"a:b.5.0.f.heap", HEAP MAPS, "a:b.5:/opt/app/bin/server@7fc8000", 0},
        /* What may be a number of gperftools names no process. */
        {"relayd.02.heap", HEAP MAPS, ":/opt/app/bin/server@7fc8000", 0},
        {"relayd.heap", HEAP "3000-4000 r-xp 00000000 00:00 0 \n", "", 0},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct test_dump test;
        struct jp_buf text = JP_BUF_INIT;
        uint64_t pid = 0;
        parse_text(&test, cases[i].text, strlen(cases[i].text));
        assert_true(test.is_read);
        test.dump.path = jp_arena_text(&test.dump.strings.arena, jp_span_of(cases[i].path));
        jp_process_of(&text, &test.dump);
        assert_string_equal(text.len ? text.ptr : "", cases[i].process);
        assert_int_equal(jp_process_pid(jp_buf_span(&text), &pid), cases[i].pid != 0);
        assert_int_equal(pid, cases[i].pid);
        jp_buf_release(&text);
        release(&test);
    }
}

static void test_map_names(void **state)
{
    uint64_t pid = 0;

    (void)state;
    assert_true(jp_jit_pid("/tmp/perf-28164.map", &pid));
    assert_int_equal(pid, 28164);
    assert_false(jp_jit_pid("perf-.map", &pid));
    assert_false(jp_jit_pid("perf-1.map.old", &pid));
    assert_false(jp_jit_pid("any.map", &pid));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_map_names),
    };
    return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
