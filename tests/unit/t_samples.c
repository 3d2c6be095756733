/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_samples.h"

#include <string.h>

/* Columns that come late, and that grow with the samples, are the same as a table of all. */
static void test_columns(void **state)
{
    enum { COUNT = 3000 };
    static struct jp_sample want[COUNT];
    struct jp_samples samples = {0};

    (void)state;
    memset(want, 0, sizeof want);
    for (uint32_t i = 0; i < COUNT; i++) {
        want[i].stack = 7 * i;
        want[i].thread = i % 3;
        assert_int_equal(
            jp_samples_push(&samples, (struct jp_sample_key){want[i].stack, want[i].thread}), i);
        /* First one value alone, then more of them. */
        const struct jp_values values = {
            {i, i > 100 ? 1 : 0, i > 1000 ? 2.5 : 0, i > 1000 && i % 2 ? -3 : 0}};
        jp_samples_add(&samples, i, JP_SIDE_MAIN, &values, 0, i > 500 ? 4 : 0);
        want[i].main = values;
        want[i].main_count = i > 500 ? 4 : 0;
        /* To one that is there already, on the other side. */
        if (i < 2000 || i % 5)
            continue;
        jp_samples_add(&samples, i / 2, JP_SIDE_BASE, &values, 9, 0);
        for (size_t k = 0; k < JP_METRIC_COUNT; k++)
            want[i / 2].base.of[k] += values.of[k];
        want[i / 2].base_variance += 9;
    }
    assert_int_equal(samples.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const struct jp_sample got = jp_samples_at(&samples, i);
        assert_memory_equal(&got, &want[i], sizeof got);
    }
    jp_samples_clear(&samples);
    for (uint32_t i = 0; i < COUNT; i++) {
        const struct jp_sample none = {.stack = 7 * i, .thread = i % 3};
        const struct jp_sample got = jp_samples_at(&samples, i);
        assert_memory_equal(&got, &none, sizeof got);
    }
    jp_samples_release(&samples);
    assert_int_equal(samples.count, 0);
}

/* Memory is for what is there: a side without values has none. */
static void test_zeros(void **state)
{
    const struct jp_values live = {{100, 1, 0, 0}};
    const struct jp_values none = {{0, 0, 0, 0}};
    struct jp_samples samples = {0};
    size_t used = 0;

    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        jp_samples_push(&samples, (struct jp_sample_key){i, 0});
        jp_samples_add(&samples, i, JP_SIDE_MAIN, &live, 0, 0);
        jp_samples_add(&samples, i, JP_SIDE_BASE, &none, 0, 0);
    }
    for (size_t i = 0; i < JP_SAMPLE_COLUMNS; i++)
        used += samples.columns[i] != NULL;
    assert_int_equal(used, 2);
    jp_samples_release(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_zeros),
    };
    return cmocka_run_group_tests_name("samples", tests, NULL, NULL);
}
