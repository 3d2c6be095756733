/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_raw_layout.h"
#include "jp_test.h"

enum { PROGRAM, LIBRARY, ANON };

static void add_module(struct jp_profile *profile, const char *path, enum jp_module_kind kind)
{
    const struct jp_module module = {.path = jp_intern_add_text(&profile->strings, path),
                                     .kind = kind};

    const uint32_t id = jp_profile_module(profile, &module);
    assert_int_equal(id, profile->modules.count - 1);
}

static void add_mapping(struct jp_profile *profile, uint32_t source, uint32_t module,
                        uint64_t start, uint64_t bytes, uint64_t offset)
{
    jp_vec_push(&profile->mappings,
                (struct jp_kept_mapping){.source = source,
                                         .module = module,
                                         .start = start,
                                         .end = start + bytes,
                                         .offset = offset,
                                         .path = profile->modules.data[module].path,
                                         .has_offset = true});
}

/* The program lies at 0x1000 in the first dump; in the second a library lies where it was. */
static void make(struct jp_profile *profile)
{
    jp_profile_init(profile);
    add_module(profile, "/bin/p", JP_MODULE_FILE);
    add_module(profile, "/lib/l", JP_MODULE_FILE);
    add_module(profile, "[anon]", JP_MODULE_ANON);
    jp_vec_push(&profile->sources, (struct jp_source){.side = JP_SIDE_MAIN});
    jp_vec_push(&profile->sources, (struct jp_source){.side = JP_SIDE_MAIN});
    add_mapping(profile, 0, PROGRAM, 0x1000, 0x1000, 0);
    add_mapping(profile, 0, PROGRAM, 0x2000, 0x1000, 0x1000);
    add_mapping(profile, 1, LIBRARY, 0x2000, 0x2000, 0);
    add_mapping(profile, 1, PROGRAM, 0x9000, 0x1000, 0);
    add_mapping(profile, 1, PROGRAM, 0xa000, 0x1000, 0x1000);
    jp_profile_location(profile, PROGRAM, 0x10, 0x1010);
    jp_profile_location(profile, PROGRAM, 0x1020, 0xa020); /* met in the second dump only */
    jp_profile_location(profile, LIBRARY, 0x30, 0x2030);
    jp_profile_location(profile, ANON, 0x2500, 0x2500); /* where the program lies in the first */
    jp_profile_location(profile, ANON, 0x77777, 0x77777);
    jp_profile_location(profile, PROGRAM, 0x2000, 0xb000); /* the end of the last mapping */
}

/* What lies nowhere else goes behind 0xb000, the largest end of all. */
static void test_two_processes(void **state)
{
    static const bool is_used[] = {true, true, true, true, true, true};
    struct jp_profile profile;
    struct jp_raw_layout layout;

    (void)state;
    make(&profile);
    jp_raw_layout_init(&layout, &profile, is_used);
    assert_int_equal(layout.addresses[0], 0x1010);
    assert_int_equal(layout.addresses[1], 0x2020);
    assert_int_equal(layout.addresses[2], 0xb030);
    assert_true(layout.addresses[3] >= UINT64_C(1) << 48);
    assert_int_equal(layout.addresses[4], 0x77777);
    assert_int_equal(layout.addresses[5], 0x3000);
    assert_int_equal(layout.mappings.count, 3);
    assert_int_equal(layout.mappings.data[0].start, 0x1000);
    assert_int_equal(layout.mappings.data[1].start, 0x2000);
    assert_int_equal(layout.mappings.data[2].start, 0xb000);
    assert_int_equal(layout.mappings.data[2].end, 0xd000);
    jp_raw_layout_release(&layout);
    jp_profile_release(&profile);
}

/* Of one dump everything is as recorded, also what no stack passes through. */
static void test_one_dump(void **state)
{
    static const bool is_used[] = {true, true, true, true, true, true};
    struct jp_profile profile;
    struct jp_raw_layout layout;

    (void)state;
    make(&profile);
    profile.sources.count = 1;
    profile.mappings.count = 2;
    profile.mappings.data[1].module = JP_NO_MODULE;
    jp_raw_layout_init(&layout, &profile, is_used);
    for (size_t i = 0; i < profile.locations.count; i++)
        assert_int_equal(layout.addresses[i], profile.locations.data[i].address);
    assert_int_equal(layout.mappings.count, 2);
    jp_raw_layout_release(&layout);
    jp_profile_release(&profile);
}

/* Places of pprof profiles may have no address. */
static void test_own_addresses(void **state)
{
    static const bool is_used[] = {true, true, true};
    struct jp_profile profile;
    struct jp_raw_layout layout;

    (void)state;
    jp_profile_init(&profile);
    add_module(&profile, "/bin/p", JP_MODULE_FILE);
    jp_vec_push(&profile.sources, (struct jp_source){.side = JP_SIDE_MAIN});
    for (uint64_t i = 0; i < JP_COUNT_OF(is_used); i++)
        jp_profile_location(&profile, 0, i, 0);
    jp_raw_layout_init(&layout, &profile, is_used);
    assert_int_equal(layout.addresses[0], 0);
    assert_true(layout.addresses[1] && layout.addresses[2]);
    assert_true(layout.addresses[1] != layout.addresses[2]);
    jp_raw_layout_release(&layout);
    jp_profile_release(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_processes),
        cmocka_unit_test(test_one_dump),
        cmocka_unit_test(test_own_addresses),
    };
    return cmocka_run_group_tests_name("raw_layout", tests, NULL, NULL);
}
