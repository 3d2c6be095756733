/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_test_finder.h"

#include "jp_buf.h"
#include "jp_split_paths.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* What was asked for. */
struct asked {
    struct jp_buf list; /* one path per line */
    size_t count;
};

static bool refuse(void *context, const char *path)
{
    struct asked *const asked = context;

    jp_buf_format(&asked->list, "%s\n", path);
    asked->count++;
    return false;
}

static void make_file(const char *path)
{
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    fclose(file);
}

/* All tails, beside the program and below each folder of the user. */
static void test_places(void **state)
{
    struct jp_split_folders folders;
    struct jp_split_paths paths = {
        .holder = "/d/x.debug", .program = "/p/x", .folders = &folders, .shows_all = true};
    struct asked asked = {0};

    (void)state;
    jp_split_folders_init(&folders);
    jp_split_folders_add(&folders, "/user");
    jp_split_folders_add(&folders, "/user");
    jp_split_paths_init(&paths);
    assert_false(jp_split_paths_dwo(&paths, JP_SPAN("/b/obj/a.dwo"), refuse, &asked));
    assert_string_equal(asked.list.ptr, "/b/obj/a.dwo\n"
                                        "/d/b/obj/a.dwo\n/d/obj/a.dwo\n/d/a.dwo\n"
                                        "/p/b/obj/a.dwo\n/p/obj/a.dwo\n/p/a.dwo\n"
                                        "/user/b/obj/a.dwo\n/user/obj/a.dwo\n/user/a.dwo\n");
    jp_buf_release(&asked.list);
    jp_split_paths_release(&paths);
    jp_split_folders_release(&folders);
}

/* Thousands of files of one folder that is not there cost an attempt in each folder that is. */
static void test_few_attempts(void **state)
{
    struct jp_split_folders folders;
    struct jp_split_paths paths = {.holder = "./x", .folders = &folders};
    struct asked asked = {0};

    (void)state;
    mkdir("user", 0700);
    jp_split_folders_init(&folders);
    jp_split_folders_add(&folders, "user");
    jp_split_paths_init(&paths);
    for (size_t i = 0; i < 1000; i++) {
        struct jp_buf wanted = JP_BUF_INIT;
        jp_buf_format(&wanted, "/a/b/c/d/e/f/not-there/%zu.dwo", i);
        assert_false(jp_split_paths_dwo(&paths, jp_buf_span(&wanted), refuse, &asked));
        jp_buf_release(&wanted);
    }
    assert_int_equal(asked.count, 2 * 1000);
    jp_buf_release(&asked.list);
    jp_split_paths_release(&paths);
    jp_split_folders_release(&folders);
}

/* Of many files of one name, those that share most of the path, and no more than eight of them. */
static void test_anywhere(void **state)
{
    struct jp_split_folders folders;
    struct jp_split_paths paths = {.holder = "./x", .folders = &folders};
    struct asked asked = {0};

    (void)state;
    mkdir("many", 0700);
    for (char at = 'a'; at <= 't'; at++) {
        char path[] = "many/?/main.dwo";
        path[sizeof "many/" - 1] = at;
        path[sizeof "many/?" - 1] = '\0';
        mkdir(path, 0700);
        path[sizeof "many/?" - 1] = '/';
        make_file(path);
    }
    jp_split_folders_init(&folders);
    jp_split_folders_add(&folders, "many");
    jp_split_paths_init(&paths);
    assert_false(jp_split_paths_dwo_anywhere(&paths, JP_SPAN("/b/q/main.dwo"), refuse, &asked));
    assert_int_equal(asked.count, 8);
    assert_string_equal(asked.list.ptr, "many/q/main.dwo\n"
                                        "many/a/main.dwo\n"
                                        "many/b/main.dwo\n"
                                        "many/c/main.dwo\n"
                                        "many/d/main.dwo\n"
                                        "many/e/main.dwo\n"
                                        "many/f/main.dwo\n"
                                        "many/g/main.dwo\n");
    assert_false(jp_split_paths_dwo_anywhere(&paths, JP_SPAN("/b/q/other.dwo"), refuse, &asked));
    assert_int_equal(asked.count, 8);
    jp_buf_release(&asked.list);
    jp_split_paths_release(&paths);
    jp_split_folders_release(&folders);
}

/* What a package may be called: by the file, its debug file, and as older rustc names a library's.
 */
static void test_packages(void **state)
{
    struct jp_split_folders folders;
    struct jp_split_paths paths = {.holder = "/d/libx.so.debug",
                                   .program = "/p/libx.so",
                                   .mapped = "/opt/libx.so",
                                   .build_id = JP_SPAN("\xab\x01\x02"),
                                   .folders = &folders};
    struct jp_arena arena = JP_ARENA_INIT;
    struct jp_buf list = JP_BUF_INIT;
    jp_split_path_list packages = {0};

    (void)state;
    jp_split_folders_init(&folders);
    jp_split_folders_add(&folders, "/user");
    jp_vec_push(&folders.debug_roots, "/user");
    jp_split_paths_packages(&paths, &arena, &packages);
    for (size_t i = 0; i < packages.count; i++)
        jp_buf_format(&list, "%s\n", packages.data[i]);
    assert_string_equal(list.ptr, "/d/libx.so.debug.dwp\n/d/libx.so.dwp\n"
                                  "/p/libx.so.dwp\n/p/libx.dwp\n"
                                  "/user/.build-id/ab/0102.dwp\n"
                                  "/user/p/libx.so.dwp\n/user/p/libx.dwp\n"
                                  "/user/opt/libx.so.dwp\n/user/opt/libx.dwp\n"
                                  "/user/libx.so.debug.dwp\n/user/libx.so.dwp\n/user/libx.dwp\n");
    jp_vec_release(&packages);
    jp_buf_release(&list);
    jp_arena_release(&arena);
    jp_split_folders_release(&folders);
}

/* Relative paths from here on. */
static int enter(void **state)
{
    return jp_test_finder_enter(state) == 0 && chdir(jp_test_place("")) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_few_attempts),
        cmocka_unit_test(test_anywhere),
        cmocka_unit_test(test_packages),
    };
    return cmocka_run_group_tests_name("split_paths", tests, enter, jp_test_finder_leave);
}
