/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When memory runs out the process ends with exit status 5 and one line on stderr, wherever that
 * happens. The linker leads every allocation of the library to the functions below
 * (tests/unit/base.mk); a child process is run for each of them to fail once.
 */
#include "config.h"

#include "jp_test_dump.h"

#include "jp_arena.h"
#include "jp_buf.h"
#include "jp_file.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static uint64_t call_count;
static uint64_t failing_call; /* 0: none */

static bool must_fail(void)
{
    return ++call_count == failing_call;
}

/* The names are the linker's. */
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
int __real_inflateInit2_(z_streamp stream, int bits, const char *version, int size);
int __wrap_inflateInit2_(z_streamp stream, int bits, const char *version, int size);
ZSTD_DCtx *__real_ZSTD_createDCtx(void);
ZSTD_DCtx *__wrap_ZSTD_createDCtx(void);

void *__wrap_realloc(void *block, size_t size)
{
    return must_fail() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return must_fail() ? NULL : __real_aligned_alloc(align, size);
}

int __wrap_inflateInit2_(z_streamp stream, int bits, const char *version, int size)
{
    return must_fail() ? Z_MEM_ERROR : __real_inflateInit2_(stream, bits, version, size);
}

ZSTD_DCtx *__wrap_ZSTD_createDCtx(void)
{
    return must_fail() ? NULL : __real_ZSTD_createDCtx();
}

static void use_base(void)
{
    struct jp_arena arena = JP_ARENA_INIT;
    struct jp_buf buf = JP_BUF_INIT;
    struct jp_intern strings;
    JP_VEC(uint64_t) vec = {0};

    jp_intern_init(&strings);
    for (unsigned i = 0; i < 200; i++) {
        jp_arena_text(&arena, JP_SPAN("some text of this arena"));
        jp_buf_format(&buf, "%u some text of this buffer\n", i);
        jp_intern_add(&strings, (struct jp_span){buf.ptr, buf.len});
        jp_vec_push(&vec, i);
    }
    jp_arena_array(&arena, 100, 1000);
    jp_vec_reserve(&vec, 3000000);
    jp_vec_release(&vec);
    jp_intern_release(&strings);
    jp_buf_release(&buf);
    jp_arena_release(&arena);
}

static void use_readers(void)
{
    static const char *const names[] = {
        "packed.heap.gz",    "packed.heap.zst",    "symbolized.heap",
        "flat-damaged.heap", "maps-reversed.heap", "row-with-hole.heap",
    };

    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        struct test_dump t;
        struct jp_file file;
        read_handmade(&t, names[i]);
        release(&t);
        if (jp_file_open(&file, handmade_path(names[i]), JP_FILE_NAMED_BY_USER, NULL))
            jp_file_release(&file);
    }
}

/* Run the work in a child whose call number N fails; its stderr goes to TEXT. */
static int exit_status_of(uint64_t n, char *text, size_t size)
{
    int ends[2];
    int status;

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        call_count = 0;
        failing_call = n;
        use_base();
        use_readers();
        _exit(0);
    }
    close(ends[1]);
    const ssize_t got = read(ends[0], text, size - 1);
    text[got < 0 ? 0 : got] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_every_allocation_may_fail(void **state)
{
    char text[256];

    (void)state;
    call_count = 0;
    use_base();
    use_readers();
    const uint64_t total = call_count;
    assert_true(total > 100);
    for (uint64_t n = 1; n <= total; n++) {
        assert_int_equal(exit_status_of(n, text, sizeof text), JP_EXIT_INTERNAL);
        assert_string_equal(text, "jeprof-c: error: out of memory\n");
    }
    assert_int_equal(exit_status_of(total + 1, text, sizeof text), 0);
    assert_string_equal(text, "");
}

/* Sizes that do not fit: run in a child each. */
static void ask_for_too_much(unsigned kind)
{
    struct jp_arena arena = JP_ARENA_INIT;
    struct jp_buf buf = JP_BUF_INIT;
    JP_VEC(uint64_t) vec = {0};
    size_t capacity = 0;

    switch (kind) {
    case 0:
        jp_mem_resize(NULL, SIZE_MAX / 2, 3);
        break;
    case 1:
        jp_mem_grow(NULL, &capacity, SIZE_MAX, 1);
        break;
    case 2:
        jp_mem_grow(NULL, &capacity, SIZE_MAX / 4, 8);
        break;
    case 3:
        jp_arena_array(&arena, SIZE_MAX / 2, 3);
        break;
    case 4:
        jp_arena_alloc(&arena, SIZE_MAX - 8, 1);
        break;
    case 5:
        jp_buf_add_text(&buf, "x");
        jp_buf_add(&buf, (struct jp_span){"", SIZE_MAX - 1});
        break;
    default:
        jp_vec_push(&vec, 1);
        jp_vec_reserve(&vec, SIZE_MAX);
        break;
    }
}

static void test_sizes_that_do_not_fit(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 7; kind++) {
        int status;
        const pid_t child = fork();
        if (child == 0) {
            close(STDERR_FILENO);
            ask_for_too_much(kind);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), JP_EXIT_INTERNAL);
    }
}

/* The contents survive the move to large pages and every move behind it. */
static void test_growth(void **state)
{
    enum { COUNT = 6000000 };
    JP_VEC(uint64_t) vec = {0};

    (void)state;
    for (uint64_t i = 0; i < COUNT; i++)
        jp_vec_push(&vec, i * i);
    for (uint64_t i = 0; i < COUNT; i++) {
        if (vec.data[i] != i * i)
            fail_msg("element %zu is lost", (size_t)i);
    }
    jp_vec_release(&vec);
    assert_null(vec.data);
    jp_vec_push(&vec, 7);
    assert_true(vec.count == 1 && vec.data[0] == 7);
    jp_vec_release(&vec);
}

static size_t resident_bytes(void)
{
    FILE *const file = fopen("/proc/self/statm", "r");
    size_t all = 0;
    size_t resident = 0;

    if (file) {
        if (fscanf(file, "%zu %zu", &all, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* What was gone through goes back to the system, in steps of any size, and nothing else. */
static void test_forget(void **state)
{
    static const size_t whole = 64 << 20;
    const size_t page = 4096;
    size_t capacity = 0;
    size_t gone = 0;

    (void)state;
    if (resident_bytes() == 0)
        skip();
    char *const block = jp_mem_grow(NULL, &capacity, whole, 1);
    for (size_t at = 0; at < whole; at += page)
        block[at] = (char)(at / page % 127 + 1);
    const size_t before = resident_bytes();
    for (size_t done = 0; done <= whole / 2; done += 300 * 1000) {
        gone = jp_mem_forget(block, gone, done);
        assert_true(gone <= done);
        for (size_t at = (done + page - 1) / page * page; at < done + 4 * page; at += page)
            assert_int_equal(block[at], at / page % 127 + 1);
    }
    assert_true(gone >= whole / 2 - (5 << 20));
    assert_true(resident_bytes() + whole / 2 <= before + (5 << 20));
    for (size_t at = whole / 2; at < whole; at += page)
        assert_int_equal(block[at], at / page % 127 + 1);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_sizes_that_do_not_fit),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_forget),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
