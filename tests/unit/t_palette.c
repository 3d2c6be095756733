/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_palette.h"

static const struct jp_colour black = {0, 0, 0};

/* The examples of WCAG 2.1: white on black is 21, #777 on white is about 4.48. */
static void test_contrast(void **state)
{
    const struct jp_colour white = {1, 1, 1};
    const struct jp_colour gray = {0x77 / 255.0, 0x77 / 255.0, 0x77 / 255.0};

    (void)state;
    assert_float_equal(jp_palette_contrast(white, black), 21, 1e-9);
    assert_float_equal(jp_palette_contrast(black, white), 21, 1e-9);
    assert_float_equal(jp_palette_contrast(gray, white), 4.48, 0.005);
}

/* WCAG's minimum for text is 4.5; what is larger is darker. */
static void test_readable(void **state)
{
    double before = 22;

    (void)state;
    for (int i = -100; i <= 100; i++) {
        const struct jp_colour change = jp_palette_change(i / 100.0);
        assert_true(jp_palette_contrast(change, jp_palette_ink(change)) >= 4.5);
        if (i < 0)
            continue;
        const struct jp_colour share = jp_palette_share(i / 100.0);
        assert_true(jp_palette_contrast(share, jp_palette_ink(share)) >= 4.5);
        assert_true(jp_palette_contrast(share, black) <= before);
        before = jp_palette_contrast(share, black);
    }
}

/* Blue and orange differ in the channel that the common kinds of colour blindness keep. */
static void test_signs(void **state)
{
    const struct jp_colour shrank = jp_palette_change(-2);
    const struct jp_colour grew = jp_palette_change(2);

    (void)state;
    assert_true(shrank.blue > shrank.red + 0.3);
    assert_true(grew.red > grew.blue + 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_readable),
        cmocka_unit_test(test_signs),
    };

    return cmocka_run_group_tests_name("palette", tests, NULL, NULL);
}
