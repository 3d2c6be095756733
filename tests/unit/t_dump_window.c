/* SPDX-License-Identifier: BSD-2-Clause */
/* A dump that is read through a window gives what the same bytes in memory give. */
#include "config.h"

#include "jp_test_dump.h"

#include "jp_buf.h"
#include "jp_file.h"
#include "jp_pack.h"

#include <unistd.h>

/* A dump of at least BYTES, with a stack of DEPTH addresses now and then. */
static struct jp_buf make(size_t bytes, size_t depth, size_t map_lines)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_add_text(&text, "heap_v2/524288\n  t*: 1: 1 [0: 0]\n");
    for (unsigned i = 0; text.len < bytes; i++) {
        jp_buf_add_byte(&text, '@');
        for (size_t k = 0; k < (i % 50 == 7 ? depth : i % 9); k++)
            jp_buf_format(&text, " 0x%zx", 0x555555555000 + i * 16 + k);
        jp_buf_format(&text, "\n  t*: %u: %u [0: 0]\n  t%u: 1: %u [2: 3]\n", i, i, i % 17, i);
    }
    jp_buf_add_text(&text, "\nMAPPED_LIBRARIES:\n");
    for (size_t i = 0; i < map_lines; i++)
        jp_buf_format(&text, "%zx-%zx r-xp 00000000 fe:00 7   /lib/%zu.so\n", i * 8192,
                      i * 8192 + 4096, i);
    return text;
}

static void assert_same(const struct jp_dump *a, const struct jp_dump *b)
{
    assert_int_equal(a->addresses.count, b->addresses.count);
    for (size_t i = 0; i < a->addresses.count; i++)
        assert_true(a->addresses.data[i] == b->addresses.data[i]);
    assert_int_equal(a->stacks.count, b->stacks.count);
    for (size_t i = 0; i < a->stacks.count; i++)
        assert_true(a->stacks.data[i].first == b->stacks.data[i].first &&
                    a->stacks.data[i].depth == b->stacks.data[i].depth);
    assert_int_equal(a->records.count, b->records.count);
    if (a->records.count)
        assert_memory_equal(a->records.data, b->records.data,
                            a->records.count * sizeof *a->records.data);
    assert_int_equal(a->wide.count, b->wide.count);
    if (a->wide.count)
        assert_memory_equal(a->wide.data, b->wide.data, a->wide.count * sizeof *a->wide.data);
    assert_int_equal(a->threads.count, b->threads.count);
    for (size_t i = 0; i < a->threads.count; i++)
        assert_true(a->threads.data[i].uid == b->threads.data[i].uid);
    assert_int_equal(a->maps.list.count, b->maps.list.count);
    assert_int_equal(a->strings.spans.count, b->strings.spans.count);
    assert_int_equal(a->line_count, b->line_count);
    assert_int_equal(a->skipped_lines, b->skipped_lines);
    assert_int_equal(a->is_cut, b->is_cut);
}

static void check(struct jp_span text)
{
    struct test_dump memory;
    struct test_dump window;
    struct jp_buf copy = JP_BUF_INIT;
    const char *const path = "t_dump_window.heap";

    parse_text(&memory, text.ptr, text.len);
    assert_true(jp_file_write(path, text, NULL));
    window.error = (struct jp_error)JP_ERROR_INIT;
    jp_diags_init(&window.diags);
    window.is_read = jp_dump_read_copy(&window.dump, path, &copy, &window.diags, &window.error);
    unlink(path);
    assert_true(memory.is_read && window.is_read);
    assert_same(&memory.dump, &window.dump);
    assert_true(jp_span_equal(jp_buf_span(&copy), text));
    jp_buf_release(&copy);
    assert_int_equal(memory.diags.list.count, window.diags.list.count);
    for (size_t i = 0; i < memory.diags.list.count; i++)
        assert_int_equal(memory.diags.list.data[i].line, window.diags.list.data[i].line);
    release(&memory);
    release(&window);
}

static void check_and_release(struct jp_buf text)
{
    check(jp_buf_span(&text));
    jp_buf_release(&text);
}

static void test_sizes_around_the_window(void **state)
{
    (void)state;
    for (size_t bytes = 262144 - 40; bytes < 262144 + 40; bytes += 3)
        check_and_release(make(bytes, 20, 3));
    check_and_release(make(3000000, 20, 100));
}

static void test_lines_longer_than_the_window(void **state)
{
    (void)state;
    check_and_release(make(3000000, 40000, 3));
}

static void test_long_map_sections(void **state)
{
    (void)state;
    check_and_release(make(1000, 3, 20000));
    check_and_release(make(250000, 3, 20000));
}

/* The header of the second dump may lie across the edge of a window. */
static void test_second_dump(void **state)
{
    (void)state;
    for (size_t bytes = 262144 - 200; bytes < 262144 + 60; bytes += 13) {
        struct jp_buf text = make(bytes, 3, 2);
        struct jp_buf second = make(400000, 3, 2);
        jp_buf_add(&text, jp_buf_span(&second));
        check_and_release(text);
        jp_buf_release(&second);
    }
}

static void test_cut(void **state)
{
    struct jp_buf text = make(600000, 3, 3);

    (void)state;
    for (size_t len = 262144 - 20; len < 262144 + 20; len++)
        check((struct jp_span){text.ptr, len});
    jp_buf_release(&text);
}

/* What is no dump is not unpacked to its end, however much a packed file holds. */
static void test_no_dump(void **state)
{
    static const char zeros[16 << 20];
    const char *const path = "t_dump_window.gz";
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf packed = JP_BUF_INIT;
    struct jp_buf copy = JP_BUF_INIT;
    struct jp_dump dump;

    (void)state;
    jp_pack_gzip(&packed, (struct jp_span){zeros, sizeof zeros});
    assert_true(jp_file_write(path, jp_buf_span(&packed), NULL));
    assert_false(jp_dump_read_copy(&dump, path, &copy, NULL, &error));
    unlink(path);
    assert_int_equal(error.exit, JP_EXIT_INPUT);
    assert_non_null(strstr(error.message, "is no heap dump"));
    assert_in_range(copy.len, 1, 1 << 20);
    jp_buf_release(&packed);
    jp_buf_release(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_around_the_window),
        cmocka_unit_test(test_lines_longer_than_the_window),
        cmocka_unit_test(test_long_map_sections),
        cmocka_unit_test(test_second_dump),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_no_dump),
    };
    return cmocka_run_group_tests_name("dump_window", tests, NULL, NULL);
}
