/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_traces.h"
#include "jp_sketch.h"
#include "jp_test.h"

static void test_traces(void **state)
{
    struct jp_sketch sketch;
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 48, "main @m.c:3", "z", NULL);
    jp_sketch_add(&sketch, 48, "main @m.c:3", "grow @v.c:9", "copy[inline] @v.h:1", NULL);
    jp_sketch_add(&sketch, -16, "main @m.c:4", "00000000deadbeef", NULL);
    jp_sketch_add(&sketch, 80, NULL);
    jp_sketch_add(&sketch, 0, "nothing", NULL);
    jp_sketch_finish(&sketch);
    sketch.context.show_bytes = true;
    jp_sketch_views(&sketch, views);
    jp_report_traces(&out, &sketch.context, views, true);
    assert_string_equal(out.ptr, "Total: 160 B\n"
                                 "\n"
                                 "  50.0%  5: 80 [10: 160]\n"
                                 "    [no stack]\n"
                                 "\n"
                                 "  30.0%  3: 48 [6: 96]\n"
                                 "    copy (inline) v.h:1\n"
                                 "    grow v.c:9\n"
                                 "    main m.c:3\n"
                                 "\n"
                                 "  30.0%  3: 48 [6: 96]\n"
                                 "    z\n"
                                 "    main m.c:3\n"
                                 "\n"
                                 " -10.0%  -1: -16 [-2: -32]\n"
                                 "    00000000deadbeef\n"
                                 "    main m.c:4\n");
    jp_buf_release(&out);
    jp_sketch_release_views(views);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_traces),
    };
    return cmocka_run_group_tests_name("report_traces", tests, NULL, NULL);
}
