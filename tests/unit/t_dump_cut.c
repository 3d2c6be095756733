/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A dump may end anywhere: whatever is read from a beginning of a dump must be the beginning of
 * what is read from the whole, with no number that lost digits.
 */
#include "config.h"

#include "jp_test_dump.h"

#include "jp_file.h"

#include <fcntl.h>
#include <unistd.h>

static void load(struct jp_file *file, const char *name)
{
    assert_true(jp_file_open(file, handmade_path(name), JP_FILE_NAMED_BY_USER, NULL));
}

static bool same_stack(const struct jp_dump *a, const struct jp_dump *b, size_t stack)
{
    const struct jp_dump_stack x = a->stacks.data[stack];
    const struct jp_dump_stack y = b->stacks.data[stack];

    return x.first == y.first && x.depth == y.depth &&
           memcmp(a->addresses.data + x.first, b->addresses.data + y.first,
                  x.depth * sizeof *a->addresses.data) == 0;
}

static void assert_beginning(const struct jp_dump *part, const struct jp_dump *whole)
{
    assert_true(part->records.count <= whole->records.count);
    for (size_t i = 0; i < part->records.count; i++) {
        const struct jp_record a = jp_dump_record(part, i);
        const struct jp_record b = jp_dump_record(whole, i);
        assert_int_equal(a.stack, b.stack);
        assert_int_equal(a.thread, b.thread);
        assert_memory_equal(&a.counters, &b.counters, sizeof a.counters);
    }
    assert_true(part->stacks.count <= whole->stacks.count);
    for (size_t i = 0; i < part->stacks.count; i++)
        assert_true(same_stack(part, whole, i));
    assert_true(part->threads.count <= whole->threads.count);
    for (size_t i = 0; i < part->threads.count; i++) {
        const struct jp_dump_thread *const a = &part->threads.data[i];
        const struct jp_dump_thread *const b = &whole->threads.data[i];
        assert_true(a->uid == b->uid);
        assert_memory_equal(&a->header, &b->header, sizeof a->header);
        assert_true(a->name == 0 || strcmp(jp_intern_text(&part->strings, a->name),
                                           jp_intern_text(&whole->strings, b->name)) == 0);
    }
    assert_true(part->maps.list.count <= whole->maps.list.count);
    for (size_t i = 0; i < part->maps.list.count; i++) {
        const struct jp_mapping *const a = &part->maps.list.data[i];
        const struct jp_mapping *const b = &whole->maps.list.data[i];
        assert_true(a->start == b->start && a->end == b->end && a->offset == b->offset &&
                    a->inode == b->inode && a->kind == b->kind);
        assert_string_equal(jp_intern_text(&part->strings, a->path),
                            jp_intern_text(&whole->strings, b->path));
    }
}

/* Where the file may end without being noticed: behind a line that needs nothing after it. */
static bool may_look_whole(struct jp_span text)
{
    if (text.ptr[text.len - 1] == '\n') {
        const size_t last = jp_span_rfind_byte(jp_span_slice(text, 0, text.len - 1), '\n');
        return text.ptr[last + 1] != '@';
    }
    return jp_span_find(text, JP_SPAN("MAPPED"), 0) != SIZE_MAX && text.ptr[text.len - 1] == ']' &&
           jp_span_rfind_byte(text, '[') > jp_span_rfind_byte(text, ' ');
}

static void cut_everywhere(const char *name, const char *header)
{
    struct jp_file file;
    struct test_dump whole;

    load(&file, name);
    parse_text(&whole, file.bytes.ptr, file.bytes.len);
    assert_true(whole.is_read);
    assert_false(whole.dump.is_cut);
    for (size_t len = 1; len < file.bytes.len; len++) {
        const struct jp_span text = jp_span_slice(file.bytes, 0, len);
        struct test_dump part;
        parse_text(&part, text.ptr, text.len);
        assert_int_equal(part.is_read, len >= strlen(header));
        if (part.is_read) {
            assert_beginning(&part.dump, &whole.dump);
            if (!part.dump.is_cut && !may_look_whole(text))
                fail_msg("%s cut behind %zu bytes was not noticed", name, len);
            /* A cut is no fault of the lines that are left. */
            assert_int_equal(part.dump.skipped_lines, whole.dump.skipped_lines);
        }
        release(&part);
    }
    release(&whole);
    jp_file_release(&file);
}

static void test_cut_jemalloc(void **state)
{
    (void)state;
    cut_everywhere("threads-named.heap", "heap_v2/");
    cut_everywhere("thread-uid-2pow64.heap", "heap_v2/");
}

static void test_cut_gperftools(void **state)
{
    (void)state;
    cut_everywhere("flat-heap_v2.heap", "heap profile:");
}

static void test_cut_maps(void **state)
{
    (void)state;
    cut_everywhere("maps-names.heap", "heap_v2/");
}

/* The unsampled counters of the last complete row count, those of a row without "]" do not. */
static void test_cut_row(void **state)
{
    static const char text[] = "heap_v2/1\n@ 0x10 0x20\n  t*: 12: 3456 [78: 9012]";
    struct test_dump t;

    (void)state;
    parse_text(&t, text, sizeof text - 1);
    assert_true(t.dump.is_cut);
    assert_int_equal(t.dump.records.count, 1);
    assert_counters(jp_dump_record(&t.dump, 0).counters, 12, 3456, 78, 9012);
    release(&t);
    parse_text(&t, text, sizeof text - 2);
    assert_true(t.dump.is_cut);
    assert_int_equal(t.dump.records.count, 0);
    assert_int_equal(t.dump.stacks.count, 0);
    assert_int_equal(t.dump.addresses.count, 0);
    release(&t);
}

/* Line numbers by hand: where the file ends, and what of it was not used. */
static void test_where(void **state)
{
    static const struct {
        const char *text;
        const char *told;
        uint64_t line;
    } cases[] = {
        {"heap_v2/1\n@ 0x10\n  t*: 1: 2 [0: 0]\n@ 0x20\n  t*: 1: 2",
         "without this line and the stack of line 4, which has no counters", 5},
        {"heap_v2/1\n@ 0x10\n  t*: 1: 2 [0: 0]\n@ 0x20 0x3", "without this line", 4},
        {"heap_v2/1\n@ 0x10\n  t*: 1: 2 [0: 0]\n@ 0x20\n",
         "without the stack of line 4, which has no counters", 4},
        {"heap_v2/1\n@ 0x10\n  t*: 1: 2 [0: 0]", "behind this line; what comes before is used", 3},
        {"heap_v2/1\n@ 0x10\n  t*: 1: 2 [0: 0]\n\nMAPPED_LIBRARIES:\n1000-2000 r-xp 0 08:01 1 /a\n"
         "3000-4000 r-xp 0 08:01 1 /lib",
         "without this line", 7},
        {"heap profile: 1: 2 [1: 2] @ heap_v2/1\n1: 2 [1: 2] @ 0x10\n1: 2 [1: 2] @ 0x2",
         "without this line", 3},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct test_dump t;
        parse_text(&t, cases[i].text, strlen(cases[i].text));
        assert_true(t.dump.is_cut);
        jp_dump_tell_cut(&t.dump, &t.diags);
        const struct jp_diag *const diag = &t.diags.list.data[t.diags.list.count - 1];
        const char *const message = jp_intern_text(&t.diags.strings, diag->message);
        if (diag->line != cases[i].line || !strstr(message, cases[i].told))
            fail_msg("case %zu: %d: %s", i, (int)diag->line, message);
        release(&t);
    }
}

/* Write a beginning of PACKED to a file and read that. */
static void read_packed_part(struct test_dump *test, struct jp_span packed, size_t len)
{
    char path[] = "t_dump_cut.XXXXXX";
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, packed.ptr, len), len);
    close(fd);
    test->error = (struct jp_error)JP_ERROR_INIT;
    jp_diags_init(&test->diags);
    test->is_read = jp_dump_read(&test->dump, path, &test->diags, &test->error);
    unlink(path);
}

static void cut_packed(const char *name)
{
    struct test_dump whole;
    static char packed[65536];
    const int fd = open(handmade_path(name), O_RDONLY);
    const ssize_t got = read(fd, packed, sizeof packed);

    close(fd);
    assert_true(got > 0 && (size_t)got < sizeof packed);
    read_handmade(&whole, "threads-named.heap");
    for (size_t len = 4; len <= (size_t)got; len++) {
        struct test_dump part;
        read_packed_part(&part, (struct jp_span){packed, (size_t)got}, len);
        if (part.is_read) {
            assert_beginning(&part.dump, &whole.dump);
            assert_int_equal(part.dump.is_cut, len < (size_t)got);
        } else {
            assert_int_equal(part.error.exit, JP_EXIT_INPUT);
            assert_true(len < (size_t)got);
        }
        release(&part);
    }
    release(&whole);
}

static void test_cut_packed(void **state)
{
    (void)state;
    cut_packed("packed.heap.gz");
    cut_packed("packed.heap.zst");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_jemalloc), cmocka_unit_test(test_cut_gperftools),
        cmocka_unit_test(test_cut_maps),     cmocka_unit_test(test_cut_row),
        cmocka_unit_test(test_where),        cmocka_unit_test(test_cut_packed),
    };
    return cmocka_run_group_tests_name("dump_cut", tests, NULL, NULL);
}
