/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_size_class.h"
#include "jp_thread_groups.h"

#include <math.h>

/* The classes as jemalloc's manual lists them, for 64 bits and pages of 4 KiB. */
static void test_classes(void **state)
{
    static const double classes[] = {
        8,      16,     32,     48,     64,     80,     96,     112,    128,    160,
        192,    224,    256,    320,    384,    448,    512,    640,    768,    896,
        1024,   1280,   1536,   1792,   2048,   2560,   3072,   3584,   4096,   5120,
        6144,   7168,   8192,   10240,  12288,  14336,  16384,  20480,  24576,  28672,
        32768,  40960,  49152,  57344,  65536,  81920,  98304,  114688, 131072, 163840,
        196608, 229376, 262144, 327680, 393216, 458752, 524288, 655360,
    };

    (void)state;
    double below = 0;
    for (size_t i = 0; i < JP_COUNT_OF(classes); i++) {
        assert_true(jp_size_class_of(classes[i]) == classes[i]);
        assert_true(jp_size_class_of(below + 1) == classes[i]);
        assert_true(jp_size_class_of(below + 0.01) == classes[i]);
        assert_int_equal(jp_size_class_is_small(classes[i]), classes[i] <= 14336);
        /* A hair off either way, and the middle of a ratio's ends. */
        assert_true(jp_size_class_near(classes[i] * 1.004) == classes[i]);
        assert_true(jp_size_class_near(classes[i] * 0.996) == classes[i]);
        if (below > 0)
            assert_true(jp_size_class_near(sqrt(below * classes[i]) - 0.01) == below);
        below = classes[i];
    }
    assert_true(jp_size_class_of(7.0 * 1073741824) == 7.0 * 1073741824);
    assert_true(jp_size_class_of(7.0 * 1073741824 + 1) == 8.0 * 1073741824);
}

static void assert_pattern(const char *name, const char *want)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_thread_pattern(&out, jp_span_of(name));
    assert_true(jp_span_equal(jp_buf_span(&out), jp_span_of(want)));
    jp_buf_release(&out);
}

static void test_thread_patterns(void **state)
{
    (void)state;
    assert_pattern("worker-12", "worker-*");
    assert_pattern("io:3/17", "io:*/*");
    assert_pattern("main", "main");
    assert_pattern("7", "*");
    assert_pattern("", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_thread_patterns),
    };
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
