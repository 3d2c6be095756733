/* SPDX-License-Identifier: BSD-2-Clause */
/* The rules of doc/symbols.md for the file of a module. */
#include "config.h"

#include "jp_test.h"

#include "jp_allocator.h"
#include "jp_buf.h"
#include "jp_test_finder.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_as_mapped(void **state)
{
    const char *const path =
        jp_test_library_write("mapped/libx.so", (struct jp_test_library){.has_debug_info = true});

    (void)state;
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, path);
    assert_ptr_equal(found.binary->debug_object, found.binary->object);
    assert_int_equal(found.binary->debug_miss, JP_MISS_NONE);
    assert_false(found.binary->is_program);
    jp_test_expect_tried(&found, path, "used");
    jp_test_found_release(&found);
}

static void test_not_found(void **state)
{
    (void)state;
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, "/nowhere/libx.so", JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    jp_test_expect_tried(&found, "/nowhere/libx.so", "No such file");
    jp_test_found_release(&found);
}

/* A dump may name anything: what is no regular ELF file is refused without waiting for it. */
static void test_odd_files(void **state)
{
    const char *const text = jp_test_place("odd/text.so");
    const char *const fifo = jp_test_place("odd/fifo.so");
    const char *const folder = jp_test_place("odd/folder.so/x");
    FILE *const file = fopen(text, "w");

    (void)state;
    fputs("no ELF file", file);
    fclose(file);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, text, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_NOT_ELF);
    jp_test_found_release(&found);
    found = jp_test_find((struct jp_finder_options){0}, fifo, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    jp_test_expect_tried(&found, fifo, "not a regular file");
    jp_test_found_release(&found);
    struct jp_test_module module;
    char path[128];
    snprintf(path, sizeof path, "%.*s", (int)(strlen(folder) - 2), folder);
    found = jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    jp_test_found_release(&found);
    /* An empty request and an empty path are answered as well. */
    found = jp_test_find((struct jp_finder_options){0}, "", JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    jp_test_module_map(&module, text, JP_TEST_IMAGE_BASE, JP_TEST_TEXT_BYTES);
    module.request.range_count = 0;
    assert_non_null(jp_finder_find(found.finder, &module.request, NULL, 0));
    jp_test_found_release(&found);
}

/* jeprof: S/x/y/z.so, S/y/z.so, S/z.so. The folder may as well be flat. */
static void test_sysroot(void **state)
{
    static const char *const names[] = {"s1/opt/app/lib/libz.so", "s1/app/lib/libz.so",
                                        "s1/lib/libz.so", "s1/libz.so"};
    const char *const folder = jp_test_place("s1");

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const path = jp_test_library_write(names[i], (struct jp_test_library){0});
        struct jp_test_found found =
            jp_test_find(jp_test_with_sysroot(&folder), "/opt/app/lib/libz.so", JP_TEST_TEXT_BYTES);
        jp_test_expect_path(&found, path);
        jp_test_found_release(&found);
        unlink(path);
    }
}

/* The whole path in any sysroot comes before a part of it in the first one. */
static void test_sysroot_order(void **state)
{
    const char *const folders[] = {jp_test_place("s2"), jp_test_place("s3")};
    const char *const flat = jp_test_library_write("s2/libz.so", (struct jp_test_library){0});
    const char *const whole = jp_test_library_write("s3/opt/libz.so", (struct jp_test_library){0});
    const struct jp_finder_options options = {.sysroots = folders, .sysroot_count = 2};

    (void)state;
    struct jp_test_found found = jp_test_find(options, "/opt/libz.so", JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, whole);
    jp_test_found_release(&found);
    unlink(whole);
    found = jp_test_find(options, "/opt/libz.so", JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, flat);
    jp_test_found_release(&found);
}

static size_t count_tried(const struct jp_test_found *found)
{
    struct jp_span rest = jp_span_of(found->binary->tried);
    struct jp_span line;
    size_t count = 0;

    while (jp_span_take_line(&rest, &line, NULL))
        count++;
    return count;
}

/* Each folder of a path is an attempt per sysroot, but not the thousands that a path may hold. */
static void test_sysroot_deep_path(void **state)
{
    const char *const folder = jp_test_place("s7");
    const char *const missing = jp_test_place("s8");
    const char *const folders[] = {folder, missing};
    const struct jp_finder_options options = {.sysroots = folders, .sysroot_count = 2};
    struct jp_buf deep = JP_BUF_INIT;

    (void)state;
    const char *const path = jp_test_library_write("s7/d/d/libz.so", (struct jp_test_library){0});
    for (int i = 0; i < 1500; i++)
        jp_buf_add_text(&deep, "/d");
    jp_buf_add_text(&deep, "/libz.so");
    struct jp_test_found found = jp_test_find(options, deep.ptr, JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, path);
    jp_test_found_release(&found);
    unlink(path);
    found = jp_test_find(options, deep.ptr, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    /* 65 in the one folder that is there, and the places outside it. */
    assert_in_range(count_tried(&found), 65, 70);
    assert_int_equal(jp_diags_count(found.diags, JP_WARNING), 1);
    jp_test_found_release(&found);
    /* Longer than any path that a kernel takes. */
    for (int i = 0; i < 1000; i++)
        jp_buf_add_text(&deep, "/libz.so");
    found = jp_test_find(options, deep.ptr, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    assert_in_range(count_tried(&found), 0, 70);
    jp_test_found_release(&found);
    jp_buf_release(&deep);
}

/* A sysroot wins over the machine, unless its file is another build. */
static void test_sysroot_other_build(void **state)
{
    const char *const folder = jp_test_place("s4");
    const char *const path = jp_test_library_write("m4/libz.so", (struct jp_test_library){0});
    const char *const other =
        jp_test_library_write("s4/libz.so", (struct jp_test_library){.text_bytes = 0x4f00});

    (void)state;
    struct jp_test_found found =
        jp_test_find(jp_test_with_sysroot(&folder), path, JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, path);
    jp_test_expect_tried(&found, other,
                         "another build: 0x3000 bytes of code at file offset 0x1000");
    jp_test_found_release(&found);
    unlink(path);
    found = jp_test_find(jp_test_with_sysroot(&folder), path, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_OTHER_BUILD);
    assert_int_equal(jp_diags_count(found.diags, JP_NOTE), 1);
    jp_test_found_release(&found);
}

/* Code that is smaller, larger, or elsewhere in the file than what was mapped. */
static void test_other_builds(void **state)
{
    static const uint64_t sizes[] = {0x1f00, 0x3001, 0x8f00};
    const char *path = NULL;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(sizes); i++) {
        path = jp_test_library_write("other/libx.so",
                                     (struct jp_test_library){.text_bytes = sizes[i]});
        struct jp_test_found found =
            jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
        jp_test_expect_miss(&found, JP_MISS_OTHER_BUILD);
        jp_test_found_release(&found);
    }
    /* The last page is only partly used: 0x2001 to 0x3000 bytes cannot be told apart. */
    path = jp_test_library_write("other/libx.so", (struct jp_test_library){.text_bytes = 0x2001});
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, path);
    jp_test_found_release(&found);
    /* A program linked for a fixed address must lie there. */
    path = jp_test_library_write("other/fixed", (struct jp_test_library){.type = ET_EXEC});
    found = jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_OTHER_BUILD);
    jp_test_expect_tried(&found, path, "linked for another address");
    struct jp_test_module module;
    jp_test_module_map(&module, path, 0x400000, JP_TEST_TEXT_BYTES);
    jp_finder_free(found.finder);
    found.finder = jp_finder_new(&(struct jp_finder_options){.no_system_debug = true}, found.diags);
    found.binary = jp_finder_find(found.finder, &module.request, &module.request, 1);
    jp_test_expect_path(&found, path);
    jp_test_found_release(&found);
}

/* Transparent huge pages and mprotect split a mapping; the pieces still make the whole. */
static void test_split_mapping(void **state)
{
    const char *const path = jp_test_library_write("split/libx.so", (struct jp_test_library){0});
    const struct jp_module_ranges ranges[] = {
        {JP_TEST_IMAGE_BASE + 0x1000, JP_TEST_IMAGE_BASE + 0x2000, 0x1000, true, true},
        {JP_TEST_IMAGE_BASE + 0x3000, JP_TEST_IMAGE_BASE + 0x4000, 0x3000, true, true},
    };
    const struct jp_module_request request = {
        .path = jp_span_of(path), .ranges = ranges, .range_count = 2};

    (void)state;
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    found.binary = jp_finder_find(found.finder, &request, &request, 1);
    jp_test_expect_path(&found, path);
    jp_test_found_release(&found);
}

/* node maps a part of its code once more, far from where the program is linked for. */
static void test_second_mapping(void **state)
{
    const char *const path =
        jp_test_library_write("node/node", (struct jp_test_library){.type = ET_EXEC});
    const struct jp_module_ranges ranges[] = {
        {0x401000, 0x404000, 0x1000, true, true},
        {JP_TEST_IMAGE_BASE, JP_TEST_IMAGE_BASE + 0x1000, 0x2000, true, true},
    };
    const struct jp_module_request request = {
        .path = jp_span_of(path), .ranges = ranges, .range_count = 2};

    (void)state;
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, "/x", JP_TEST_TEXT_BYTES);
    found.binary = jp_finder_find(found.finder, &request, &request, 1);
    jp_test_expect_path(&found, path);
    jp_test_found_release(&found);
}

/* macOS maps and hand-made ones have no offsets: nothing to compare, so the name decides. */
static void test_no_offsets(void **state)
{
    const char *const path =
        jp_test_library_write("plain/libx.so", (struct jp_test_library){.text_bytes = 0x7000});
    const struct jp_module_ranges range = {JP_TEST_IMAGE_BASE, JP_TEST_IMAGE_BASE + 0x1000, 0, true,
                                           false};
    const struct jp_module_request request = {
        .path = jp_span_of(path), .ranges = &range, .range_count = 1};

    (void)state;
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, "/x", JP_TEST_TEXT_BYTES);
    found.binary = jp_finder_find(found.finder, &request, &request, 1);
    jp_test_expect_path(&found, path);
    jp_test_found_release(&found);
}

static void test_damaged(void **state)
{
    const char *const path = jp_test_library_write("damaged/libx.so", (struct jp_test_library){0});

    (void)state;
    assert_int_equal(truncate(path, 40), 0);
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_DAMAGED);
    jp_test_found_release(&found);
}

/* A newer package: libz.so.1.2 ran, libz.so.1.3 and libz.so.1.2.bak are here. */
static void test_renamed(void **state)
{
    const char *const folder = jp_test_place("s5");
    jp_test_library_write("s5/deep/er/libz.so.1.3", (struct jp_test_library){.text_bytes = 0x4000});
    const char *const right =
        jp_test_library_write("s5/deep/er/libz.so.1.2.bak", (struct jp_test_library){0});
    jp_test_library_write("s5/liby.so.1.2", (struct jp_test_library){0});

    (void)state;
    struct jp_test_found found =
        jp_test_find(jp_test_with_sysroot(&folder), "/usr/lib/libz.so.1.2", JP_TEST_TEXT_BYTES);
    jp_test_expect_path(&found, right);
    jp_test_found_release(&found);
    unlink(right);
    found = jp_test_find(jp_test_with_sysroot(&folder), "/usr/lib/libz.so.1.2", JP_TEST_TEXT_BYTES);
    jp_test_expect_miss(&found, JP_MISS_FILE_NOT_FOUND);
    jp_test_found_release(&found);
}

/* Replaced by an update while it ran: the old file is kept somewhere else. */
static void test_deleted(void **state)
{
    const char *const folder = jp_test_place("s6");
    const char *const path =
        jp_test_library_write("m6/server", (struct jp_test_library){.text_bytes = 0x8000});
    const char *const old = jp_test_library_write("s6/old/server-1.4", (struct jp_test_library){0});
    struct jp_test_module module;

    (void)state;
    jp_test_module_map(&module, path, JP_TEST_IMAGE_BASE, JP_TEST_TEXT_BYTES);
    module.request.is_deleted = true;
    struct jp_test_found found =
        jp_test_find(jp_test_with_sysroot(&folder), "/x", JP_TEST_TEXT_BYTES);
    found.binary = jp_finder_find(found.finder, &module.request, &module.request, 1);
    jp_test_expect_path(&found, old);
    jp_test_expect_tried(&found, path, "another build");
    jp_test_found_release(&found);
}

static void test_allocator(void **state)
{
    static const char *const own[] = {"malloc", "free", "calloc", "_Znwm", "mallctl", "helper"};
    static const char *const prefixed[] = {"je_malloc", "je_free", "je_mallctl", "je_mallocx"};
    static const char *const program[] = {"malloc", "mallctl", "serve", "answer", "store", "main"};
    static const char *const c_library[] = {"malloc", "free", "calloc", "realloc"};
    static const struct {
        const char *name;
        const char *const *exports;
        size_t count;
        bool is_allocator;
    } cases[] = {
        {"a/libjemalloc.so.2", NULL, 0, true},
        {"a/libtcmalloc_minimal.so.4", NULL, 0, true},
        {"a/libmimalloc.so.2.0", NULL, 0, true},
        {"a/libfast.so", own, JP_COUNT_OF(own), true},
        {"a/libfast2.so", prefixed, JP_COUNT_OF(prefixed), true},
        {"a/libserver.so", program, JP_COUNT_OF(program), false},
        {"a/libc.so.6", c_library, JP_COUNT_OF(c_library), false},
        {"a/libx.so", NULL, 0, false},
    };

    struct jp_rules rules;

    (void)state;
    jp_rules_init(&rules);
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const char *const path = jp_test_library_write(
            cases[i].name,
            (struct jp_test_library){.exports = cases[i].exports, .export_count = cases[i].count});
        struct jp_test_found found =
            jp_test_find((struct jp_finder_options){0}, path, JP_TEST_TEXT_BYTES);
        jp_test_expect_path(&found, path);
        if (jp_allocator_is_module(&rules, jp_span_of(path), found.binary) != cases[i].is_allocator)
            fail_msg("%s", path);
        jp_test_found_release(&found);
    }
    /* By its name also when it is not here; and never the program. */
    struct jp_test_found found =
        jp_test_find((struct jp_finder_options){0}, "/x/libjemalloc.so.2", JP_TEST_TEXT_BYTES);
    assert_true(jp_allocator_is_module(&rules, JP_SPAN("/x/libjemalloc.so.2"), found.binary));
    jp_test_found_release(&found);
    const char *const path = jp_test_library_write(
        "a/server", (struct jp_test_library){.exports = own, .export_count = JP_COUNT_OF(own)});
    found = jp_test_find_program(path, "/opt/server");
    assert_true(found.binary->is_program);
    assert_false(jp_allocator_is_module(&rules, JP_SPAN("/opt/server"), found.binary));
    jp_test_found_release(&found);
    jp_rules_release(&rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_mapped),
        cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_odd_files),
        cmocka_unit_test(test_sysroot),
        cmocka_unit_test(test_sysroot_order),
        cmocka_unit_test(test_sysroot_deep_path),
        cmocka_unit_test(test_sysroot_other_build),
        cmocka_unit_test(test_other_builds),
        cmocka_unit_test(test_split_mapping),
        cmocka_unit_test(test_second_mapping),
        cmocka_unit_test(test_no_offsets),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_renamed),
        cmocka_unit_test(test_deleted),
        cmocka_unit_test(test_allocator),
    };
    return cmocka_run_group_tests_name("finder_module", tests, jp_test_finder_enter,
                                       jp_test_finder_leave);
}
