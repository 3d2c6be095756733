/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_names.h"

#include <string.h>

static void test_find(void **state)
{
    static const uint64_t addresses[] = {0, 7, 8, 0x401000, UINT64_MAX};
    struct jp_names names;

    (void)state;
    jp_names_init(&names);
    assert_null(jp_names_find(&names, 0));
    for (size_t i = 0; i < JP_COUNT_OF(addresses); i++)
        jp_vec_push(&names.entries, (struct jp_name_entry){.address = addresses[i]});
    for (size_t i = 0; i < JP_COUNT_OF(addresses); i++)
        assert_ptr_equal(jp_names_find(&names, addresses[i]), &names.entries.data[i]);
    assert_null(jp_names_find(&names, 1));
    assert_null(jp_names_find(&names, 9));
    assert_null(jp_names_find(&names, UINT64_MAX - 1));
    jp_names_release(&names);
}

/* Every reason completes the sentence "no names for libx.so: ...". */
static void test_miss_texts(void **state)
{
    (void)state;
#define X(name, text) assert_string_equal(jp_miss_text(JP_MISS_##name), text);
    JP_MISS_LIST(X)
#undef X
    assert_true(strlen(jp_miss_text((enum jp_miss)1000)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_miss_texts),
    };
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
