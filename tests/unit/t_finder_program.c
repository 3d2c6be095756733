/* SPDX-License-Identifier: BSD-2-Clause */
/* The rules of doc/symbols.md for the program of the command line, and what moved with it. */
#include "config.h"

#include "jp_test.h"

#include "jp_test_finder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void test_program_moved(void **state)
{
    const char *const path = jp_test_library_write("p1/server", (struct jp_test_library){0});

    (void)state;
    struct jp_test_found found = jp_test_find_program(path, "/opt/app/bin/server");
    jp_test_expect_program(&found, path);
    jp_test_found_release(&found);
}

static void test_program_by_link(void **state)
{
    const char *const path = jp_test_library_write("p2/server", (struct jp_test_library){0});
    const char *const link = jp_test_place("p2/current");

    (void)state;
    assert_int_equal(symlink(path, link), 0);
    struct jp_test_found found = jp_test_find_program(link, "/opt/app/bin/server");
    jp_test_expect_program(&found, link);
    jp_test_found_release(&found);
}

/* Renamed, and told by the build-id of the file that lies at the mapped path. */
static void test_program_by_build_id(void **state)
{
    const char *const path = jp_test_library_write("p3/copy-1", (struct jp_test_library){.id = 7});
    const char *const mapped =
        jp_test_library_write("p3/opt/server", (struct jp_test_library){.id = 7});

    (void)state;
    struct jp_test_found found = jp_test_find_program(path, mapped);
    jp_test_expect_program(&found, path);
    jp_test_found_release(&found);
}

static void test_program_by_shape(void **state)
{
    const char *const path = jp_test_library_write("p4/whatever", (struct jp_test_library){0});
    struct jp_test_module modules[3];
    struct jp_module_request all[3];

    (void)state;
    jp_test_module_map(&modules[0], "/opt/server", 0x10000000, JP_TEST_TEXT_BYTES);
    jp_test_module_map(&modules[1], "/opt/other", 0x20000000, 0x5000);
    jp_test_module_map(&modules[2], "/opt/libx.so", 0x30000000, JP_TEST_TEXT_BYTES);
    for (size_t i = 0; i < 3; i++)
        all[i] = modules[i].request;
    struct jp_test_found found = jp_test_find_program(path, "/none");
    found.binary = jp_finder_find(found.finder, &all[0], all, 3);
    jp_test_expect_program(&found, path);
    assert_true(found.binary->is_guess);
    assert_false(jp_finder_find(found.finder, &all[1], all, 3)->is_program);
    assert_false(jp_finder_find(found.finder, &all[2], all, 3)->is_program);
    jp_test_found_release(&found);
    /* Two that fit: neither is believed. */
    jp_test_module_map(&modules[1], "/opt/other", 0x20000000, JP_TEST_TEXT_BYTES);
    all[1] = modules[1].request;
    found = jp_test_find_program(path, "/none");
    assert_false(jp_finder_find(found.finder, &all[0], all, 3)->is_program);
    assert_false(jp_finder_find(found.finder, &all[1], all, 3)->is_program);
    jp_test_found_release(&found);
}

static void test_program_other_build(void **state)
{
    const char *const path =
        jp_test_library_write("p5/server", (struct jp_test_library){.text_bytes = 0x9000});

    (void)state;
    struct jp_test_found found = jp_test_find_program(path, "/opt/server");
    jp_test_expect_miss(&found, JP_MISS_OTHER_BUILD);
    assert_int_equal(jp_diags_count(found.diags, JP_WARNING), 1);
    assert_non_null(strstr(jp_intern_text(&found.diags->strings, found.diags->list.data[0].message),
                           "is not the program that ran as /opt/server"));
    jp_test_found_release(&found);
}

static void test_program_unrelated(void **state)
{
    const char *const path =
        jp_test_library_write("p6/client", (struct jp_test_library){.text_bytes = 0x9000});

    (void)state;
    struct jp_test_found found = jp_test_find_program(path, "/opt/server");
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    assert_int_equal(jp_diags_count(found.diags, JP_WARNING), 1);
    jp_test_found_release(&found);
    found = jp_test_find_program(jp_test_place("p6/missing"), "/opt/server");
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    assert_int_equal(jp_diags_count(found.diags, JP_WARNING), 1);
    jp_test_found_release(&found);
}

/* The debug file as the program: its code lies where the mappings show it. */
static void test_program_debug_only(void **state)
{
    const struct jp_test_library half = {
        .id = 9, .has_symbols = true, .has_debug_info = true, .is_debug_only = true};
    const char *const path = jp_test_library_write("p7/server.debug", half);
    uint64_t vaddr = 0;

    (void)state;
    struct jp_test_found found = jp_test_find_program(path, "/opt/server");
    jp_test_expect_program(&found, path);
    assert_true(jp_object_vaddr_of_offset(found.binary->object, 0x1234, &vaddr));
    assert_int_equal(vaddr, 0x1234);
    assert_non_null(jp_object_symbol(found.binary->object, 0x1000));
    jp_test_found_release(&found);
    /* With the stripped file there as well, that one has the code. */
    const char *const mapped =
        jp_test_library_write("p7/opt/server", (struct jp_test_library){.id = 9});
    found = jp_test_find_program(path, mapped);
    jp_test_expect_program(&found, mapped);
    jp_test_expect_debug(&found, path);
    assert_string_equal(jp_object_path(found.binary->symbol_object), path);
    jp_test_found_release(&found);
    /* Another build's debug file is refused. */
    jp_test_library_write("p7/server.debug", (struct jp_test_library){.text_bytes = 0x5000,
                                                                      .has_debug_info = true,
                                                                      .is_debug_only = true});
    found = jp_test_find_program(path, "/opt/server");
    jp_test_expect_miss(&found, JP_MISS_OTHER_BUILD);
    jp_test_found_release(&found);
}

/* The root of a container, and a folder that moved as a whole. */
static void test_moved_with_program(void **state)
{
    const char *const program =
        jp_test_library_write("c/root/opt/app/bin/server", (struct jp_test_library){0});
    const char *const own =
        jp_test_library_write("c/root/opt/app/lib/libown.so", (struct jp_test_library){0});
    const char *const system =
        jp_test_library_write("c/root/usr/lib/libsys.so", (struct jp_test_library){0});
    const char *const beside =
        jp_test_library_write("c/root/opt/app/bin/libplug.so", (struct jp_test_library){0});
    const char *const paths[] = {own, system, beside};
    const char *const mapped[] = {"/opt/app/lib/libown.so", "/usr/lib/libsys.so",
                                  "/srv/plugins/libplug.so"};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(paths); i++) {
        struct jp_test_found found = jp_test_find_program(program, "/none");
        struct jp_test_module modules[2];
        jp_test_module_map(&modules[0], "/opt/app/bin/server", 0x10000000, JP_TEST_TEXT_BYTES);
        jp_test_module_map(&modules[1], mapped[i], 0x20000000, JP_TEST_TEXT_BYTES);
        const struct jp_module_request all[] = {modules[0].request, modules[1].request};
        found.binary = jp_finder_find(found.finder, &all[1], all, 2);
        jp_test_expect_path(&found, paths[i]);
        assert_false(found.binary->is_program);
        found.binary = jp_finder_find(found.finder, &all[0], all, 2);
        jp_test_expect_path(&found, program);
        assert_true(found.binary->is_program);
        jp_test_found_release(&found);
    }
}

/* The order of calls and the load address change nothing, and equal answers are one. */
static void test_same_answer(void **state)
{
    const char *const program = jp_test_library_write("o/server", (struct jp_test_library){0});
    const char *const library = jp_test_library_write("o/libx.so", (struct jp_test_library){0});
    const struct jp_binary *first[2];

    (void)state;
    struct jp_test_found found = jp_test_find_program(program, "/none");
    for (int round = 0; round < 4; round++) {
        struct jp_test_module modules[2];
        jp_test_module_map(&modules[0], "/opt/server", 0x10000000 + (uint64_t)round * 0x100000,
                           JP_TEST_TEXT_BYTES);
        jp_test_module_map(&modules[1], library, 0x20000000 + (uint64_t)round * 0x100000,
                           JP_TEST_TEXT_BYTES);
        const struct jp_module_request all[] = {modules[0].request, modules[1].request};
        for (int k = 0; k < 2; k++) {
            const int which = round % 2 ? 1 - k : k;
            const struct jp_binary *const binary =
                jp_finder_find(found.finder, &all[which], all, 2);
            if (round == 0)
                first[which] = binary;
            assert_ptr_equal(binary, first[which]);
        }
    }
    assert_string_equal(first[0]->path, program);
    assert_string_equal(first[1]->path, library);
    jp_test_found_release(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program_moved),       cmocka_unit_test(test_program_by_link),
        cmocka_unit_test(test_program_by_build_id), cmocka_unit_test(test_program_by_shape),
        cmocka_unit_test(test_program_other_build), cmocka_unit_test(test_program_unrelated),
        cmocka_unit_test(test_program_debug_only),  cmocka_unit_test(test_moved_with_program),
        cmocka_unit_test(test_same_answer),
    };
    return cmocka_run_group_tests_name("finder_program", tests, jp_test_finder_enter,
                                       jp_test_finder_leave);
}
