/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_profile.h"

static void test_modules(void **state)
{
    struct jp_profile profile;

    (void)state;
    jp_profile_init(&profile);
    const uint32_t path = jp_intern_add_text(&profile.strings, "/lib/a.so");
    const uint32_t other = jp_intern_add_text(&profile.strings, "/lib/b.so");
    const struct jp_module base = {.path = path, .inode = 5, .layout = 1};
    struct jp_module same = base;
    same.layout = 2; /* part of it was remapped: still the same file */
    same.is_deleted = true;
    struct jp_module replaced = base;
    replaced.inode = 6;
    struct jp_module moved = base;
    moved.path = other;
    struct jp_module nameless = base;
    nameless.inode = 0;
    struct jp_module rebuilt = nameless;
    rebuilt.layout = 2;

    assert_int_equal(jp_profile_module(&profile, &base), 0);
    assert_int_equal(jp_profile_module(&profile, &same), 0);
    assert_true(profile.modules.data[0].is_deleted);
    assert_int_equal(jp_profile_module(&profile, &replaced), 1);
    assert_int_equal(jp_profile_module(&profile, &moved), 2);
    assert_int_equal(jp_profile_module(&profile, &nameless), 3);
    assert_int_equal(jp_profile_module(&profile, &rebuilt), 4);
    assert_int_equal(jp_profile_module(&profile, &rebuilt), 4);
    jp_profile_release(&profile);
}

/* A build-id makes two files one, whatever they are called; that of a refused file names nothing.
 */
static void test_build_ids(void **state)
{
    struct jp_profile profile;

    (void)state;
    jp_profile_init(&profile);
    const struct jp_module base = {
        .path = jp_intern_add_text(&profile.strings, "/lib/a.so"),
        .inode = 5,
        .build_id = jp_intern_add(&profile.strings, (struct jp_span){"\1\0\2", 3}),
    };
    struct jp_module copy = base;
    copy.path = jp_intern_add_text(&profile.strings, "/lib/b.so");
    copy.file = copy.path;
    copy.symbols = JP_SYMBOLS_FULL;
    struct jp_module unknown = base;
    unknown.build_id = 0;

    assert_int_equal(jp_profile_module(&profile, &base), 0);
    assert_int_equal(jp_profile_module(&profile, &copy), 0);
    assert_int_equal(profile.modules.data[0].path, base.path);
    assert_int_equal(profile.modules.data[0].file, copy.path);
    assert_int_equal(profile.modules.data[0].symbols, JP_SYMBOLS_FULL);
    assert_int_equal(jp_profile_module(&profile, &unknown), 1);
    assert_int_equal(jp_profile_build_id(&profile, 0).len, 3);
    profile.modules.data[0].is_refused = true;
    assert_int_equal(jp_profile_build_id(&profile, 0).len, 0);
    assert_int_equal(jp_profile_build_id(&profile, 1).len, 0);
    jp_profile_release(&profile);
}

static void test_trie(void **state)
{
    struct jp_profile profile;

    (void)state;
    jp_profile_init(&profile);
    for (uint64_t i = 0; i < 1000; i++) {
        assert_int_equal(jp_profile_location(&profile, 0, i * 16, 0x400000 + i), i);
        assert_int_equal(jp_profile_location(&profile, 0, i * 16, 0x500000), i);
    }
    assert_int_equal(profile.locations.data[7].address, 0x400007);
    assert_int_equal(jp_profile_location(&profile, 1, 0, 0), 1000);
    for (uint32_t round = 0; round < 3; round++) {
        if (round == 2)
            jp_profile_rest(&profile);
        for (uint32_t i = 0; i < 1000; i++) {
            const uint32_t caller = jp_profile_stack(&profile, JP_ROOT_STACK, i);
            const uint32_t callee = jp_profile_stack(&profile, caller, 0);
            assert_int_equal(caller, 2 * i + 1);
            assert_int_equal(callee, 2 * i + 2);
            assert_int_equal(jp_profile_depth(&profile, callee), 2);
        }
    }
    assert_int_equal(profile.stacks.count, 2001);
    assert_int_equal(jp_profile_sample(&profile, 3, JP_PROCESS), 0);
    assert_int_equal(jp_profile_sample(&profile, 3, 1), 1);
    assert_int_equal(jp_profile_sample(&profile, 3, JP_PROCESS), 0);
    jp_profile_rest(&profile);
    assert_int_equal(jp_profile_sample(&profile, 3, JP_PROCESS), 0);
    assert_int_equal(profile.samples.count, 2);
    jp_profile_release(&profile);
}

static void test_functions(void **state)
{
    struct jp_profile profile;

    (void)state;
    jp_profile_init(&profile);
    const struct jp_function global = {.name = 3, .module = JP_NO_MODULE};
    const struct jp_function in_one = {.name = 3, .module = 1, .file = 8};
    const struct jp_function in_two = {.name = 3, .module = 1, .file = 9};
    const struct jp_function mangled = {.name = 3, .linkage = 5, .module = JP_NO_MODULE};

    assert_int_equal(jp_profile_function(&profile, global), 0);
    assert_int_equal(jp_profile_function(&profile, in_one), 1);
    assert_int_equal(jp_profile_function(&profile, in_two), 2);
    assert_int_equal(jp_profile_function(&profile, mangled), 0);
    assert_int_equal(profile.functions.data[0].linkage, 5);
    jp_profile_release(&profile);
}

/* The same thread over several dumps, with and without a name. */
/* Of a function and its copies the mangled name is that of the function, whichever comes first. */
static void test_copies(void **state)
{
    static const char *const names[] = {"_ZN1a1fEv.isra.0.cold", "_ZN1a1fEv", "_ZN1a1fEv.isra.0",
                                        "_ZN1a1f"};
    struct jp_profile profile;

    (void)state;
    for (size_t first = 0; first < 3; first++) {
        jp_profile_init(&profile);
        const uint32_t name = jp_intern_add_text(&profile.strings, "a::f()");
        for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
            const size_t which = i < 3 ? (first + i) % 3 : i;
            const struct jp_function function = {
                .name = name,
                .linkage = jp_intern_add_text(&profile.strings, names[which]),
                .module = JP_NO_MODULE,
            };
            assert_int_equal(jp_profile_function(&profile, function), 0);
        }
        assert_string_equal(jp_intern_text(&profile.strings, profile.functions.data[0].linkage),
                            "_ZN1a1fEv");
        jp_profile_release(&profile);
    }
}

static void test_threads(void **state)
{
    struct jp_profile profile;

    (void)state;
    jp_profile_init(&profile);
    assert_int_equal(profile.threads.count, 1);
    assert_int_equal(jp_profile_thread(&profile, 0, 0, JP_SPAN("")), 1);
    assert_int_equal(jp_profile_thread(&profile, 0, 3, JP_SPAN("io pool")), 2);
    assert_int_equal(jp_profile_thread(&profile, 1, 3, JP_SPAN("io pool")), 2);
    assert_int_equal(jp_profile_thread(&profile, 1, 3, JP_SPAN("")), 2);
    assert_int_equal(jp_profile_thread(&profile, 1, 3, JP_SPAN("gc")), 3);
    assert_int_equal(jp_profile_thread(&profile, 1, 0, JP_SPAN("main")), 1);
    assert_string_equal(jp_intern_text(&profile.strings, profile.threads.data[1].name), "main");
    assert_int_equal(jp_profile_thread(&profile, 2, UINT64_MAX, JP_SPAN("")), 4);
    jp_profile_release(&profile);
}

static void test_vaddr_without_file(void **state)
{
    struct jp_profile profile;
    uint64_t vaddr;

    (void)state;
    jp_profile_init(&profile);
    const struct jp_module module = {.kind = JP_MODULE_FILE};
    const uint32_t id = jp_profile_module(&profile, &module);
    const uint32_t at = jp_profile_location(&profile, id, 0x1234, 0x7f0000001234);
    assert_false(jp_profile_find_vaddr(&profile, at, &vaddr));
    assert_int_equal(jp_profile_vaddr(&profile, at), 0x1234);
    profile.locations.data[at].vaddr = 0x2234;
    profile.locations.data[at].has_vaddr = true;
    assert_true(jp_profile_find_vaddr(&profile, at, &vaddr));
    assert_int_equal(vaddr, 0x2234);
    assert_int_equal(jp_profile_vaddr(&profile, at), 0x2234);
    jp_profile_release(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modules),
        cmocka_unit_test(test_build_ids),
        cmocka_unit_test(test_trie),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_vaddr_without_file),
    };
    return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
