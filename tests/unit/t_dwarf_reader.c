/* SPDX-License-Identifier: BSD-2-Clause */
/* Our DWARF reader and the one over libdwarf must tell the same about the programs of the corpus.
 */
#include "config.h"

#include "jp_test.h"

#include "jp_buf.h"
#include "jp_dwarf.h"
#include "jp_vec.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_COUNT = 1500 };

typedef JP_VEC(uint64_t) addresses_vec;

/* Addresses spread evenly over the executable segments. */
static void spread(const struct jp_object *object, addresses_vec *addresses)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    for (size_t i = 0; i < count; i++) {
        if (!segments[i].is_executable)
            continue;
        const uint64_t step = segments[i].memory_bytes / ADDRESS_COUNT + 1;
        for (uint64_t at = 0; at < segments[i].memory_bytes; at += step)
            jp_vec_push(addresses, segments[i].vaddr + at);
    }
}

/* A frame as text. gcc names the common code of constructors and destructors C4 and D4 in the
 * abstract function and C1, C2, D0, D1 or D2 in the one that has code; readers may take either. */
static void describe(const struct jp_names *names, const struct jp_name_frame *frame,
                     struct jp_buf *out)
{
    const size_t start = out->len;

    jp_buf_add_text(out, jp_intern_text(&names->strings, frame->linkage));
    for (size_t i = start; i + 2 < out->len; i++) {
        if ((out->ptr[i] == 'C' || out->ptr[i] == 'D') && isdigit((unsigned char)out->ptr[i + 1]) &&
            out->ptr[i + 2] == 'E')
            out->ptr[i + 1] = '4';
    }
    jp_buf_format(out, "|%s|%s:%u:%u|%d%d\n", jp_intern_text(&names->strings, frame->function),
                  jp_intern_text(&names->strings, frame->file), frame->line, frame->column,
                  frame->is_inlined, frame->is_external);
}

static void look_up(jp_dwarf_lookup *reader, struct jp_object *object,
                    const addresses_vec *addresses, struct jp_names *names)
{
    const struct jp_dwarf_request request = {
        .object = object,
        .addresses = addresses->data,
        .count = addresses->count,
        .want_inlines = true,
    };
    struct jp_dwarf_work work;
    struct jp_error error = JP_ERROR_INIT;

    jp_names_init(names);
    assert_true(reader(&request, names, &work, &error));
    assert_int_equal(names->entries.count, addresses->count);
    assert_int_equal(work.units_refused, 0);
}

static void compare(const char *file)
{
    addresses_vec addresses = {0};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_names own;
    struct jp_names other;
    char path[4096];
    size_t frames = 0;

    snprintf(path, sizeof path, "%s/%s", getenv("CORPUS"), file);
    struct jp_object *const object = jp_object_open(path, &error);
    assert_non_null(object);
    spread(object, &addresses);
    look_up(jp_dwarf_reader_lookup, object, &addresses, &own);
    look_up(jp_dwarf_libdwarf_lookup, object, &addresses, &other);
    for (size_t i = 0; i < addresses.count; i++) {
        const struct jp_name_entry *const a = &own.entries.data[i];
        const struct jp_name_entry *const b = &other.entries.data[i];
        struct jp_buf own_text = JP_BUF_INIT;
        struct jp_buf other_text = JP_BUF_INIT;

        jp_buf_format(&own_text, "%s 0x%llx\n", file, (unsigned long long)a->address);
        jp_buf_format(&other_text, "%s 0x%llx\n", file, (unsigned long long)b->address);
        for (uint32_t j = 0; j < a->frames_count; j++)
            describe(&own, &own.frames.data[a->frames_first + j], &own_text);
        for (uint32_t j = 0; j < b->frames_count; j++)
            describe(&other, &other.frames.data[b->frames_first + j], &other_text);
        assert_string_equal(own_text.ptr, other_text.ptr);
        frames += a->frames_count;
        jp_buf_release(&own_text);
        jp_buf_release(&other_text);
    }
    assert_true(frames > 0);
    jp_names_release(&own);
    jp_names_release(&other);
    jp_object_free(object);
    jp_vec_release(&addresses);
}

static void test_c(void **state)
{
    static const char *const files[] = {
        "c-gcc5-pie/relayd",  "c-gcc4-nopie/relayd", "c-clang5-pie/relayd", "c-clang4-nopie/relayd",
        "c-lld-pie/stats.so", "c-O0/relayd",         "c-O3-lto/relayd",     "c-gz/libstore.so",
    };

    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        compare(files[i]);
}

static void test_cpp(void **state)
{
    (void)state;
    compare("cpp-gcc5-pie/orderbook");
    compare("cpp-gcc4-nopie/orderbook");
    compare("cpp-clang5-pie/orderbook");
}

static void test_rust(void **state)
{
    (void)state;
    compare("rust-v0/metacache");
    compare("rust-lines/metacache");
    compare("rust-rjem/metacache");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c),
        cmocka_unit_test(test_cpp),
        cmocka_unit_test(test_rust),
    };
    return cmocka_run_group_tests_name("dwarf_reader", tests, NULL, NULL);
}
