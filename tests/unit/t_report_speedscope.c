/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_speedscope.h"
#include "jp_sketch.h"
#include "jp_test.h"

/* Written by hand after https://www.speedscope.app/file-format-schema.json. */
static void test_file(void **state)
{
    struct jp_sketch sketch;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 48.9, "main @m.c:3", "a\"b", "in[inline] @v.h:0", NULL);
    jp_sketch_add(&sketch, -16, "main @m.c:3", NULL);
    jp_sketch_add(&sketch, 5, NULL);
    jp_sketch_add(&sketch, 0.5, "small", NULL);
    jp_sketch_finish(&sketch);
    const struct jp_report_speedscope_part part = {"t2", &sketch.view};
    jp_report_speedscope(&out, &sketch.context, &part, 1);
    assert_string_equal(
        out.ptr, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                 "\"exporter\":\"jeprof-c\",\n"
                 "\"name\":\"sketch\",\n"
                 "\"activeProfileIndex\":0,\n"
                 "\"shared\":{\"frames\":[\n"
                 "{\"name\":\"\"},\n"
                 "{\"name\":\"[no stack]\"},\n"
                 "{\"name\":\"main\",\"file\":\"m.c\",\"line\":3},\n"
                 "{\"name\":\"in (inline)\",\"file\":\"v.h\"},\n"
                 "{\"name\":\"a\\\"b\"},\n"
                 "{\"name\":\"small\"}]},\n"
                 "\"profiles\":[\n"
                 "{\"type\":\"sampled\",\"name\":\"inuse_space t2 grown\",\"unit\":\"bytes\","
                 "\"startValue\":0,\"endValue\":53,\n"
                 "\"samples\":[\n[1],\n[2,4,3]],\n"
                 "\"weights\":[5,48]},\n"
                 "{\"type\":\"sampled\",\"name\":\"inuse_space t2 shrunk\",\"unit\":\"bytes\","
                 "\"startValue\":0,\"endValue\":16,\n"
                 "\"samples\":[\n[2]],\n"
                 "\"weights\":[16]}]}\n");
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests_name("report_speedscope", tests, NULL, NULL);
}
