/* SPDX-License-Identifier: BSD-2-Clause */
/* What the tests of the readers share: dumps out of corpus/handmade and their diagnostics. */
#ifndef JP_TEST_DUMP_H
#define JP_TEST_DUMP_H

#include "jp_test.h"

#include "jp_dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_dump {
    struct jp_dump dump;
    struct jp_diags diags;
    struct jp_error error;
    bool is_read;
};

static inline const char *handmade_path(const char *name)
{
    static char path[4096];
    const char *const top = getenv("top_srcdir");

    snprintf(path, sizeof path, "%s/corpus/handmade/%s", top ? top : "..", name);
    return path;
}

static inline void read_handmade(struct test_dump *test, const char *name)
{
    test->error = (struct jp_error)JP_ERROR_INIT;
    jp_diags_init(&test->diags);
    test->is_read = jp_dump_read(&test->dump, handmade_path(name), &test->diags, &test->error);
}

static inline void parse_text(struct test_dump *test, const char *text, size_t len)
{
    /* A copy of exactly that size, so that a sanitizer sees every read behind the end. */
    char *const copy = malloc(len ? len : 1);

    memcpy(copy, text, len);
    test->error = (struct jp_error)JP_ERROR_INIT;
    jp_diags_init(&test->diags);
    test->is_read = jp_dump_parse(&test->dump, (struct jp_span){copy, len}, "test.heap",
                                  &test->diags, &test->error);
    free(copy);
}

#define parse_literal(test, literal) parse_text((test), (literal), sizeof(literal) - 1)

static inline void release(struct test_dump *test)
{
    if (test->is_read)
        jp_dump_release(&test->dump);
    jp_diags_release(&test->diags);
}

/* The diagnostic whose message contains PART, or NULL. */
static inline const struct jp_diag *find_diag(const struct test_dump *test, const char *part)
{
    for (size_t i = 0; i < test->diags.list.count; i++) {
        const struct jp_diag *const diag = &test->diags.list.data[i];
        if (strstr(jp_intern_text(&test->diags.strings, diag->message), part))
            return diag;
    }
    return NULL;
}

/* The same where there must be one. */
static inline struct jp_diag diag_of(const struct test_dump *test, const char *part)
{
    const struct jp_diag *const diag = find_diag(test, part);

    if (!diag) {
        fail_msg("no diagnostic says '%s'", part);
        return (struct jp_diag){0};
    }
    return *diag;
}

static inline const struct jp_mapping *mapping_at(const struct test_dump *test, uint64_t address)
{
    static const struct jp_mapping none = {0};
    const struct jp_mapping *const mapping = jp_maps_find(&test->dump.maps, address);

    assert_non_null(mapping);
    return mapping ? mapping : &none;
}

static inline void assert_counters(struct jp_counters counters, uint64_t objects, uint64_t bytes,
                                   uint64_t alloc_objects, uint64_t alloc_bytes)
{
    assert_true(counters.objects == objects);
    assert_true(counters.bytes == bytes);
    assert_true(counters.alloc_objects == alloc_objects);
    assert_true(counters.alloc_bytes == alloc_bytes);
}

/* Record I: "thread uid or -1 for the process, live bytes, depth and youngest address". */
static inline void assert_record(const struct jp_dump *dump, size_t i, int64_t uid, uint64_t bytes,
                                 uint32_t depth, uint64_t youngest)
{
    assert_true(i < dump->records.count);
    const struct jp_record record = jp_dump_record(dump, i);
    const struct jp_dump_stack *const stack = &dump->stacks.data[record.stack];

    if (uid < 0)
        assert_int_equal(record.thread, JP_DUMP_PROCESS);
    else
        assert_true(dump->threads.data[record.thread].uid == (uint64_t)uid);
    assert_true(record.counters.bytes == bytes);
    assert_int_equal(stack->depth, depth);
    if (depth)
        assert_true(dump->addresses.data[stack->first] == youngest);
}

#endif
