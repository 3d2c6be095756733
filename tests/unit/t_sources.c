/* SPDX-License-Identifier: BSD-2-Clause */
#include "jp_test.h"

#include "jp_buf.h"
#include "jp_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Two folders that both have lib/a.c, one of them a bare b.c too. */
static void make_folders(char *folder)
{
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("one", 0700), 0);
    assert_int_equal(mkdir("two", 0700), 0);
    assert_int_equal(mkdir("two/lib", 0700), 0);
    write_file("one/a.c", "bare\n");
    write_file("two/lib/a.c", "first\r\nsecond");
    write_file("two/b.c", "b\n");
}

static void remove_folders(const char *folder)
{
    static const char *const files[] = {"one/a.c", "two/lib/a.c", "two/b.c"};
    static const char *const folders[] = {"two/lib", "one", "two"};

    for (size_t i = 0; i < 3; i++)
        assert_int_equal(unlink(files[i]), 0);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(rmdir(folders[i]), 0);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* The longest tail of the recorded path wins, whatever the order of the folders. */
static void test_places(void **state)
{
    char folder[] = "/tmp/jp-sources-XXXXXX";
    const char *const folders[] = {"one", "two"};
    const char *const replacements[] = {"/built=two"};
    struct jp_sources sources;

    (void)state;
    make_folders(folder);
    jp_sources_init(&sources, &(struct jp_source_options){folders, 2, replacements, 1});
    const struct jp_source_file *source = jp_sources_find(&sources, JP_SPAN("/src/lib/a.c"));
    assert_string_equal(source->path, "two/lib/a.c");
    assert_int_equal(source->lines.count, 2);
    assert_int_equal(source->lines.data[0].len, 5);
    assert_string_equal(jp_sources_find(&sources, JP_SPAN("/src/a.c"))->path, "one/a.c");
    assert_string_equal(jp_sources_find(&sources, JP_SPAN("/built/b.c"))->path, "two/b.c");
    source = jp_sources_find(&sources, JP_SPAN("/src/c.c"));
    assert_null(source->path);
    assert_true(source->is_missing);
    assert_ptr_equal(source, jp_sources_find(&sources, JP_SPAN("/src/c.c")));
    jp_sources_release(&sources);
    remove_folders(folder);
}

/* A million folders in a name, each tail of which is a place to look at: 500 GB to copy. */
static void test_endless_path(void **state)
{
    const char *const folders[] = {"/"};
    struct jp_buf name = JP_BUF_INIT;
    struct jp_sources sources;

    (void)state;
    for (int i = 0; i < 1000000; i++)
        jp_buf_add(&name, JP_SPAN("d/"));
    jp_buf_add(&name, JP_SPAN("a.c"));
    jp_sources_init(&sources, &(struct jp_source_options){folders, 1, NULL, 0});
    const struct jp_source_file *const source =
        jp_sources_find(&sources, (struct jp_span){name.ptr, name.len});
    assert_null(source->path);
    assert_true(source->is_missing);
    jp_sources_release(&sources);
    jp_buf_release(&name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_endless_path),
    };

    return cmocka_run_group_tests_name("sources", tests, NULL, NULL);
}
