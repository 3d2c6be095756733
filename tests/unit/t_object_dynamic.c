/* SPDX-License-Identifier: BSD-2-Clause */
/* Files without a section table: what PT_DYNAMIC leads to (gABI, chapter 5). */
#include "config.h"

#include "jp_test.h"

#include "jp_test_elf.h"

#include "jp_file.h"
#include "jp_object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BASE = 0x10000, /* address of the file's first byte */
    DYNAMIC_AT = 0x200,
    SYMBOLS_AT = 0x300,
    STRINGS_AT = 0x400,
    HASH_AT = 0x500,
    GNU_HASH_AT = 0x540,
    CODE_AT = 0x580,
    FILE_BYTES = 0x600,
    SYMBOL_COUNT = 5,
    NUMBER = STT_FUNC | STB_GLOBAL << 4,
};

static char path[] = "/tmp/jp-object-dynamic-XXXXXX";

static int make_path(void **state)
{
    const int fd = mkstemp(path);

    (void)state;
    return fd < 0 ? -1 : close(fd);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

/* "lost" is undefined; "open" has no size. */
static const char strings[] = "\0lost\0first\0open\0last";
static const Elf64_Sym symbols[SYMBOL_COUNT] = {
    {0},
    {.st_name = 1, .st_info = NUMBER, .st_value = BASE + CODE_AT + 0x40, .st_size = 0x10},
    {.st_name = 6, .st_info = NUMBER, .st_shndx = 9, .st_value = BASE + CODE_AT, .st_size = 0x10},
    {.st_name = 12, .st_info = NUMBER, .st_shndx = 9, .st_value = BASE + CODE_AT + 0x20},
    {.st_name = 17,
     .st_info = NUMBER,
     .st_shndx = 9,
     .st_value = BASE + CODE_AT + 0x30,
     .st_size = 0x10},
};

enum hash_kind { NO_HASH, HASH, GNU_HASH, HASH_KINDS };

static void put(struct jp_buf *file, size_t at, const void *bytes, size_t len)
{
    memcpy(file->ptr + at, bytes, len);
}

static void build(struct jp_buf *file, enum hash_kind kind)
{
    static const Elf64_Phdr segments[] = {
        {PT_LOAD, PF_R | PF_X, 0, BASE, BASE, FILE_BYTES, FILE_BYTES, 0x1000},
        {PT_DYNAMIC, PF_R, DYNAMIC_AT, BASE + DYNAMIC_AT, 0, 0x80, 0x80, 8},
    };
    const Elf64_Dyn hashes[HASH_KINDS] = {
        [NO_HASH] = {.d_tag = DT_NULL},
        [HASH] = {.d_tag = DT_HASH, .d_un.d_ptr = BASE + HASH_AT},
        [GNU_HASH] = {.d_tag = DT_GNU_HASH, .d_un.d_ptr = BASE + GNU_HASH_AT},
    };
    const Elf64_Dyn dynamic[] = {
        {.d_tag = DT_SYMTAB, .d_un.d_ptr = BASE + SYMBOLS_AT},
        {.d_tag = DT_STRTAB, .d_un.d_ptr = BASE + STRINGS_AT},
        {.d_tag = DT_STRSZ, .d_un.d_val = sizeof strings},
        hashes[kind],
    };
    /* One bucket, five symbols; the bucket, and what follows each symbol in it. */
    static const uint32_t hash[] = {1, SYMBOL_COUNT, 2, 0, 0, 3, 4, 0};
    /* One bucket, symbols from 2 on, one word of filter of two halves; its shift. */
    static const uint32_t gnu_hash[] = {1, 2, 1, 6, ~0U, ~0U, 2, 0x10, 0x20, 0x31};

    jp_test_elf_build(file, &(struct jp_test_elf){.segments = segments,
                                                  .segment_count = JP_COUNT_OF(segments),
                                                  .bytes = FILE_BYTES});
    file->len = FILE_BYTES;
    memset(file->ptr + offsetof(Elf64_Ehdr, e_shoff), 0, sizeof(Elf64_Off));
    memset(file->ptr + offsetof(Elf64_Ehdr, e_shnum), 0, 2 * sizeof(Elf64_Half));
    memset(file->ptr + DYNAMIC_AT, 0, FILE_BYTES - DYNAMIC_AT);
    put(file, DYNAMIC_AT, dynamic, sizeof dynamic);
    put(file, SYMBOLS_AT, symbols, sizeof symbols);
    put(file, STRINGS_AT, strings, sizeof strings);
    put(file, HASH_AT, hash, sizeof hash);
    put(file, GNU_HASH_AT, gnu_hash, sizeof gnu_hash);
}

static struct jp_object *open_bytes(const struct jp_buf *file)
{
    struct jp_error error = JP_ERROR_INIT;

    if (!jp_file_write(path, jp_buf_span(file), &error))
        fail_msg("%s", error.message);
    return jp_object_open(path, &error);
}

static const char *name_at(struct jp_object *object, uint64_t offset)
{
    const struct jp_symbol *const symbol = jp_object_symbol(object, BASE + CODE_AT + offset);

    return symbol ? symbol->name : "-";
}

static void test_names(void **state)
{
    static const struct {
        uint64_t offset;
        const char *name;
    } cases[] = {
        {0, "first"}, {0xf, "first"}, {0x10, "-"},    {0x20, "-"},
        {0x2f, "-"},  {0x30, "last"}, {0x3f, "last"}, {0x40, "-"},
    };

    (void)state;
    for (enum hash_kind kind = NO_HASH; kind < HASH_KINDS; kind++) {
        struct jp_buf file = JP_BUF_INIT;
        size_t count;
        build(&file, kind);
        struct jp_object *const object = open_bytes(&file);
        assert_non_null(object);
        for (size_t i = 0; i < JP_COUNT_OF(cases); i++)
            assert_string_equal(name_at(object, cases[i].offset), cases[i].name);
        assert_true(jp_object_has_dynsym(object));
        assert_false(jp_object_has_symtab(object));
        assert_false(jp_object_is_debug_only(object));
        assert_false(jp_object_is_cut(object));
        assert_true(jp_object_mentions(object, JP_SPAN("lost")));
        jp_object_exports(object, &count);
        assert_int_equal(count, 2);
        jp_object_free(object);
        jp_buf_release(&file);
    }
}

/* A count is believed as far as there is a file. */
static void test_too_many(void **state)
{
    static const struct {
        enum hash_kind kind;
        size_t at;
    } cases[] = {
        {HASH, HASH_AT + 4},          /* number of symbols */
        {GNU_HASH, GNU_HASH_AT},      /* of buckets */
        {GNU_HASH, GNU_HASH_AT + 24}, /* a bucket's first symbol */
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf file = JP_BUF_INIT;
        build(&file, cases[i].kind);
        memset(file.ptr + cases[i].at, 0xff, 4);
        struct jp_object *const object = open_bytes(&file);
        assert_non_null(object);
        assert_string_equal(name_at(object, 0x30), "last");
        jp_object_free(object);
        jp_buf_release(&file);
    }
}

static void test_damaged(void **state)
{
    static const char values[] = {'\0', '\xff', '\x7f'};

    (void)state;
    for (enum hash_kind kind = NO_HASH; kind < HASH_KINDS; kind++) {
        struct jp_buf file = JP_BUF_INIT;
        build(&file, kind);
        for (size_t i = 0; i < 3 * (size_t)CODE_AT; i++) {
            char *const byte = file.ptr + i % CODE_AT;
            const char original = *byte;
            *byte = values[i / CODE_AT];
            struct jp_object *const object = open_bytes(&file);
            *byte = original;
            for (uint64_t offset = 0; object && offset < FILE_BYTES - CODE_AT; offset += 0x10)
                name_at(object, offset);
            jp_object_free(object);
        }
        for (; file.len > 0; file.len--)
            jp_object_free(open_bytes(&file));
        jp_buf_release(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests_name("object without sections", tests, make_path, remove_path);
}
