/* SPDX-License-Identifier: BSD-2-Clause */
/* The rules of doc/symbols.md for debug files, each on a tree of small files made for it. */
#include "config.h"

#include "jp_test.h"

#include "jp_test_finder.h"

#include "jp_file.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint32_t crc_of(const char *path)
{
    struct jp_file file;

    assert_true(jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, NULL));
    const uint32_t crc = libdeflate_crc32(0, file.bytes.ptr, file.bytes.len);
    jp_file_release(&file);
    return crc;
}

static const struct jp_test_library stripped = {.id = 0xab};
static const struct jp_test_library debug_half = {
    .id = 0xab, .has_symbols = true, .has_debug_info = true, .is_debug_only = true};

#define ID_REST "ababababababababababababababababababab"

static void test_debug_by_build_id(void **state)
{
    static const char *const names[] = {"d1/.build-id/ab/" ID_REST ".debug",
                                        "d1/ab/" ID_REST ".debug", "d1/any/name"};
    const char *const path = jp_test_library_write("b1/libx.so", stripped);
    const char *const folder = jp_test_place("d1");

    (void)state;
    assert_int_equal(mkdir(folder, 0700), 0);
    struct jp_test_found found =
        jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, NULL);
    jp_test_expect_tried(&found, "d1/.build-id/ab/" ID_REST ".debug", "No such file");
    jp_test_found_release(&found);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const debug = jp_test_library_write(names[i], debug_half);
        found = jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
        jp_test_expect_path(&found, path);
        jp_test_expect_debug(&found, debug);
        assert_string_equal(jp_object_path(found.binary->symbol_object), debug);
        jp_test_found_release(&found);
        unlink(debug);
    }
}

static void test_debug_below_sysroot(void **state)
{
    static const char *const names[] = {"r1/usr/lib/debug/.build-id/ab/" ID_REST ".debug",
                                        "r1/.build-id/ab/" ID_REST ".debug"};
    const char *const path = jp_test_library_write("r1/opt/libx.so", stripped);
    const char *const folder = jp_test_place("r1");

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const debug = jp_test_library_write(names[i], debug_half);
        struct jp_test_found found =
            jp_test_find(jp_test_with_sysroot(&folder), "/opt/libx.so", JP_TEST_TEXT_BYTES);
        jp_test_expect_path(&found, path);
        jp_test_expect_debug(&found, debug);
        jp_test_found_release(&found);
        unlink(debug);
    }
}

static void test_debug_other_build(void **state)
{
    const char *const path = jp_test_library_write("b2/libx.so", stripped);
    const char *const folder = jp_test_place("d2");
    struct jp_test_library other = debug_half;

    (void)state;
    other.id = 0xcd;
    jp_test_library_write("d2/.build-id/ab/" ID_REST ".debug", other);
    struct jp_test_found found =
        jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, NULL);
    jp_test_expect_tried(&found, "d2/.build-id/ab/", "its build-id is cdcdcdcd");
    jp_test_found_release(&found);
}

static void test_debug_link(void **state)
{
    static const char *const names[] = {"l/libx.so.dbg", "l/.debug/libx.so.dbg"};
    const char *const folder = jp_test_place("ld");
    struct jp_test_library half = debug_half;

    (void)state;
    half.id = 0;
    const char *debug = jp_test_library_write("l/half", half);
    const struct jp_test_library linked = {.link = "libx.so.dbg", .link_crc = crc_of(debug)};
    unlink(debug);
    const char *const path = jp_test_library_write("l/libx.so", linked);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        debug = jp_test_library_write(names[i], half);
        struct jp_test_found found =
            jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
        jp_test_expect_debug(&found, debug);
        jp_test_found_release(&found);
        unlink(debug);
    }
    /* <debug folder>/<folder of the file>/<name>, and a flat debug folder. */
    char name[128];
    snprintf(name, sizeof name, "ld%s", jp_test_place("l/libx.so.dbg"));
    debug = jp_test_library_write(name, half);
    struct jp_test_found found =
        jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, debug);
    jp_test_found_release(&found);
    unlink(debug);
    debug = jp_test_library_write("ld/libx.so.dbg", half);
    found = jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, debug);
    jp_test_found_release(&found);
}

static void test_debug_link_crc(void **state)
{
    struct jp_test_library half = debug_half;
    struct jp_test_library linked = {.link = "libx.so.dbg", .link_crc = 0x12345678};

    (void)state;
    half.id = 0;
    const char *const debug = jp_test_library_write("lc/libx.so.dbg", half);
    const char *const path = jp_test_library_write("lc/libx.so", linked);
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, NULL);
    jp_test_expect_tried(&found, debug, "its CRC differs");
    jp_test_found_release(&found);
    /* Equal build-ids are the better proof: dwz changes a debug file after the link was made. */
    half.id = linked.id = 3;
    jp_test_library_write("lc/libx.so.dbg", half);
    jp_test_library_write("lc/libx.so", linked);
    found = jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, debug);
    jp_test_found_release(&found);
    /* A name with a folder in it leads nowhere. */
    linked.link = "../lc/libx.so.dbg";
    linked.id = half.id = 0;
    jp_test_library_write("lc/libx.so", linked);
    found = jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, NULL);
    jp_test_found_release(&found);
}

static void test_debug_by_path(void **state)
{
    const char *const folder = jp_test_place("dp");
    const char *const path = jp_test_library_write("bp/libx.so", (struct jp_test_library){0});
    struct jp_test_library half = debug_half;
    char names[4][128];

    (void)state;
    half.id = 0;
    snprintf(names[0], sizeof names[0], "dp%s", jp_test_place("bp/libx.so.debug"));
    snprintf(names[1], sizeof names[1], "dp%s", path);
    snprintf(names[2], sizeof names[2], "dp/libx.so.debug");
    snprintf(names[3], sizeof names[3], "dp/libx.so");
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const debug = jp_test_library_write(names[i], half);
        struct jp_test_found found =
            jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
        jp_test_expect_debug(&found, debug);
        jp_test_found_release(&found);
        /* Found by its name only, so it must at least have the same segments. */
        struct jp_test_library other = half;
        other.text_bytes = JP_TEST_TEXT_BYTES + 16;
        jp_test_library_write(names[i], other);
        found = jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
        jp_test_expect_debug(&found, NULL);
        jp_test_found_release(&found);
        unlink(debug);
    }
}

/* A debug package without the program: the debug file stands for the module. */
static void test_debug_file_alone(void **state)
{
    const char *const folder = jp_test_place("da");
    const char *const debug = jp_test_library_write("da/opt/server.debug", debug_half);

    (void)state;
    struct jp_test_found found =
        jp_test_find(jp_test_with_debug_dir(&folder), "/opt/server", JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, debug);
    assert_int_equal(found.binary->debug_miss, JP_MISS_NONE);
    uint64_t vaddr = 0;
    assert_true(jp_object_vaddr_of_offset(found.binary->object, 0x2000, &vaddr));
    assert_int_equal(vaddr, 0x2000);
    jp_test_found_release(&found);
}

/* A file with symbols but without lines helps, and the search goes on. */
static void test_debug_symbols_only(void **state)
{
    const char *const folders[] = {jp_test_place("y1"), jp_test_place("y2")};
    const char *const path = jp_test_library_write("by/libx.so", stripped);
    struct jp_test_library symbols = debug_half;

    (void)state;
    symbols.has_debug_info = false;
    const char *const first = jp_test_library_write("y1/.build-id/ab/" ID_REST ".debug", symbols);
    const struct jp_finder_options options = {.debug_dirs = folders, .debug_dir_count = 2};
    struct jp_test_found found = jp_test_find(options, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, NULL);
    assert_string_equal(jp_object_path(found.binary->symbol_object), first);
    jp_test_found_release(&found);
    const char *const second =
        jp_test_library_write("y2/.build-id/ab/" ID_REST ".debug", debug_half);
    found = jp_test_find(options, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_debug(&found, second);
    assert_string_equal(jp_object_path(found.binary->symbol_object), first);
    jp_test_found_release(&found);
}

static const struct jp_binary *find_in_cache(struct jp_test_found *found, const char *path)
{
    struct jp_test_module module;

    jp_test_module_map(&module, path, JP_TEST_IMAGE_BASE, JP_TEST_TEXT_BYTES);
    found->diags = jp_mem_resize(NULL, 1, sizeof *found->diags);
    jp_diags_init(found->diags);
    found->finder = jp_finder_new(&(struct jp_finder_options){0}, found->diags);
    found->binary = jp_finder_find(found->finder, &module.request, &module.request, 1);
    return found->binary;
}

/* The cache that debuginfod's client keeps; it is read, never filled. */
static void test_download_cache(void **state)
{
    const char *const path = jp_test_library_write("bc/libx.so", stripped);
    struct jp_test_found found;

    (void)state;
    setenv("HOME", jp_test_place("home"), 1);
    unsetenv("DEBUGINFOD_CACHE_PATH");
    setenv("XDG_CACHE_HOME", jp_test_place("xdg"), 1);
    const char *const missed = jp_test_place("xdg/debuginfod_client/ab" ID_REST "/debuginfo");
    fclose(fopen(missed, "w"));
    find_in_cache(&found, path);
    jp_test_expect_debug(&found, NULL);
    jp_test_found_release(&found);
    static const char *const names[] = {
        "xdg/debuginfod_client/ab" ID_REST "/debuginfo",
        "home/.cache/debuginfod_client/ab" ID_REST "/debuginfo",
        "home/.debuginfod_client_cache/ab" ID_REST "/debuginfo",
        "named/ab" ID_REST "/debuginfo",
    };
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        if (i == 1)
            unsetenv("XDG_CACHE_HOME");
        if (i == 3)
            setenv("DEBUGINFOD_CACHE_PATH", jp_test_place("named"), 1);
        const char *const debug = jp_test_library_write(names[i], debug_half);
        find_in_cache(&found, path);
        jp_test_expect_debug(&found, debug);
        jp_test_found_release(&found);
        unlink(debug);
    }
}

static void test_alternate(void **state)
{
    struct jp_test_library user = {
        .has_debug_info = true, .alternate = ".dwz/common", .alternate_id = 0x77};
    const struct jp_test_library common = {
        .id = 0x77, .has_debug_info = true, .is_debug_only = true};
    const char *const folder = jp_test_place("dz");
    static const char *const names[] = {
        "z/.dwz/common", "z/common", "dz/.dwz/common",
        "dz/.build-id/77/77777777777777777777777777777777777777.debug", "dz/renamed"};

    (void)state;
    const char *path = jp_test_library_write("z/libx.so", user);
    struct jp_test_found found =
        jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
    assert_null(found.binary->alternate);
    assert_int_equal(found.binary->debug_miss, JP_MISS_NO_ALT_FILE);
    jp_test_found_release(&found);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const shared = jp_test_library_write(names[i], common);
        found = jp_test_find(jp_test_with_debug_dir(&folder), path, JP_TEST_TEXT_BYTES);
        if (!found.binary->alternate)
            fail_msg("%s\n%s", names[i], found.binary->tried);
        assert_string_equal(jp_object_path(found.binary->alternate), shared);
        assert_int_equal(found.binary->debug_miss, JP_MISS_NONE);
        jp_test_found_release(&found);
        unlink(shared);
    }
    /* An absolute path, as Fedora writes it, on the machine and below a sysroot. */
    const char *const absolute = jp_test_library_write("abs/common", common);
    user.alternate = absolute;
    path = jp_test_library_write("z/libx.so", user);
    found = jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    assert_string_equal(jp_object_path(found.binary->alternate), absolute);
    jp_test_found_release(&found);
    /* Another build of it is no use. */
    struct jp_test_library other = common;
    other.id = 0x66;
    jp_test_library_write("abs/common", other);
    found = jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    assert_null(found.binary->alternate);
    jp_test_expect_tried(&found, absolute, "its build-id differs");
    jp_test_found_release(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_debug_by_build_id), cmocka_unit_test(test_debug_below_sysroot),
        cmocka_unit_test(test_debug_other_build), cmocka_unit_test(test_debug_link),
        cmocka_unit_test(test_debug_link_crc),    cmocka_unit_test(test_debug_by_path),
        cmocka_unit_test(test_debug_file_alone),  cmocka_unit_test(test_debug_symbols_only),
        cmocka_unit_test(test_download_cache),    cmocka_unit_test(test_alternate),
    };
    return cmocka_run_group_tests_name("finder_debug", tests, jp_test_finder_enter,
                                       jp_test_finder_leave);
}
