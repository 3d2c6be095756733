/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static void test_blocks_do_not_overlap(void **state)
{
    enum { COUNT = 3000 };
    static unsigned char *blocks[COUNT];
    struct jp_arena arena = JP_ARENA_INIT;
    size_t total = 0;

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        const size_t size = i * i % 9973;
        const size_t align = (size_t)1 << i % 5;
        blocks[i] = jp_arena_alloc(&arena, size, align);
        assert_true((uintptr_t)blocks[i] % align == 0);
        memset(blocks[i], (int)(i & 255), size);
        total += size;
    }
    assert_int_equal(arena.total_bytes, total);
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < i * i % 9973; k++)
            assert_int_equal(blocks[i][k], i & 255);
    }
    jp_arena_release(&arena);
    assert_int_equal(arena.total_bytes, 0);
}

static void test_large_object(void **state)
{
    enum { BYTES = 5 << 20 };
    struct jp_arena arena = JP_ARENA_INIT;

    (void)state;
    char *const small = jp_arena_alloc(&arena, 1, 1);
    *small = 'x';
    unsigned char *const large = jp_arena_array(&arena, BYTES, 1);
    for (size_t i = 0; i < BYTES; i++)
        assert_int_equal(large[i], 0);
    memset(large, 1, BYTES);
    assert_int_equal(*small, 'x');
    jp_arena_release(&arena);
}

static void test_reset(void **state)
{
    struct jp_arena arena = JP_ARENA_INIT;

    (void)state;
    const struct jp_arena_mark empty = jp_arena_mark(&arena);
    char *const kept = jp_arena_text(&arena, JP_SPAN("kept"));
    const struct jp_arena_mark mark = jp_arena_mark(&arena);
    char *const first = jp_arena_alloc(&arena, 100, 1);
    for (int i = 0; i < 1000; i++)
        memset(jp_arena_alloc(&arena, 1000, 8), 255, 1000);
    jp_arena_reset(&arena, mark);
    assert_string_equal(kept, "kept");
    assert_int_equal(arena.total_bytes, 5);
    assert_ptr_equal(jp_arena_alloc(&arena, 100, 1), first);
    jp_arena_reset(&arena, empty);
    assert_int_equal(arena.total_bytes, 0);
    assert_non_null(jp_arena_alloc(&arena, 0, 1));
    jp_arena_release(&arena);
    jp_arena_release(&arena);
}

static void test_texts(void **state)
{
    struct jp_arena arena = JP_ARENA_INIT;
    char long_text[10000];

    (void)state;
    memset(long_text, 'y', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_string_equal(jp_arena_text(&arena, (struct jp_span){NULL, 0}), "");
    const struct jp_span copy = jp_arena_span(&arena, JP_SPAN("a\0b"));
    assert_int_equal(copy.len, 3);
    assert_memory_equal(copy.ptr, "a\0b", 4);
    assert_string_equal(jp_arena_format(&arena, "%d-%s", 7, "x"), "7-x");
    assert_string_equal(jp_arena_format(&arena, "%s", long_text), long_text);
    assert_string_equal(jp_arena_format(&arena, "%s", ""), "");
    jp_arena_release(&arena);
}

static void test_take(void **state)
{
    struct jp_arena arena = JP_ARENA_INIT;
    struct jp_arena from = JP_ARENA_INIT;
    const char *texts[3000];

    (void)state;
    jp_arena_take(&arena, &from);
    assert_int_equal(arena.total_bytes, 0);
    for (int i = 0; i < 3000; i++)
        texts[i] = jp_arena_format(i % 3 ? &from : &arena, "%d", i);
    const size_t bytes = arena.total_bytes + from.total_bytes;
    jp_arena_take(&arena, &from);
    assert_int_equal(arena.total_bytes, bytes);
    assert_int_equal(from.total_bytes, 0);
    /* The room that is left in both is used for new texts only. */
    for (int i = 0; i < 3000; i++)
        memset(jp_arena_alloc(i % 2 ? &from : &arena, 8, 1), 'x', 8);
    for (int i = 0; i < 3000; i++)
        assert_int_equal(strtol(texts[i], NULL, 10), i);
    jp_arena_take(&from, &arena);
    jp_arena_release(&from);
    jp_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_do_not_overlap),
        cmocka_unit_test(test_large_object),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_take),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
