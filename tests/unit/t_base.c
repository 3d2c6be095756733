/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_intern.h"

#include <stdio.h>

static void test_intern(void **state)
{
    struct jp_intern strings;

    (void)state;
    jp_intern_init(&strings);
    assert_int_equal(jp_intern_add_text(&strings, ""), 0);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 1; i < 5000; i++) {
            char text[16];
            snprintf(text, sizeof text, "n%u", i);
            assert_int_equal(jp_intern_add_text(&strings, text), i);
            assert_string_equal(jp_intern_text(&strings, i), text);
        }
    }
    jp_intern_release(&strings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intern),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
