/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_test_elf.h"

#include "jp_mem.h"
#include "jp_object.h"

#include <libdeflate.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static char folder[] = "/tmp/jp-object-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static const char *path_in_folder(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static struct jp_object *open_elf(const struct jp_test_elf *elf)
{
    char path[128];
    struct jp_error error = JP_ERROR_INIT;

    path_in_folder(path, sizeof path, "elf");
    jp_test_elf_write(path, elf);
    struct jp_object *const object = jp_object_open(path, &error);
    if (!object)
        fail_msg("%s", error.message);
    unlink(path);
    return object;
}

static void test_refused(void **state)
{
    static const struct {
        const char *name;
        const char *content;
        enum jp_miss miss;
    } cases[] = {
        {"empty", "", JP_MISS_NOT_ELF},
        {"short", "\x7f\x45", JP_MISS_NOT_ELF},
        {"text", "#!/bin/sh\necho\n", JP_MISS_NOT_ELF},
        {"magic", "\x7f\x45LF", JP_MISS_DAMAGED},
        {"archive", "!<arch>\n", JP_MISS_NOT_ELF},
    };
    char path[128];

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_error error = JP_ERROR_INIT;
        enum jp_miss miss;
        FILE *const file = fopen(path_in_folder(path, sizeof path, cases[i].name), "w");
        fputs(cases[i].content, file);
        fclose(file);
        assert_null(jp_object_open_or_miss(path, &miss, &error));
        assert_int_equal(miss, cases[i].miss);
        assert_string_equal(error.path, path);
    }
}

/* A path of a dump may be anything: nothing but a regular file is opened, and nothing waits. */
static void test_only_regular_files(void **state)
{
    char fifo[128];
    const char *const paths[] = {folder, "/dev/zero", "/dev/tty", fifo, "/nowhere/x"};

    (void)state;
    path_in_folder(fifo, sizeof fifo, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    for (size_t i = 0; i < JP_COUNT_OF(paths); i++) {
        struct jp_error error = JP_ERROR_INIT;
        enum jp_miss miss;
        assert_null(jp_object_open_or_miss(paths[i], &miss, &error));
        assert_int_equal(miss, JP_MISS_FILE_NOT_FOUND);
    }
}

/*
 * google/pprof#425: a text segment at file offset 0x252f000 and address 0x272e000. The mapping
 * starts at the file's page, so address 0x2730000 is offset 0x2531000.
 */
static void test_segments(void **state)
{
    static const Elf64_Phdr segments[] = {
        {.p_type = PT_LOAD,
         .p_offset = 0,
         .p_vaddr = 0x200000,
         .p_filesz = 0x252f560,
         .p_memsz = 0x252f560,
         .p_flags = PF_R},
        {.p_type = PT_LOAD,
         .p_offset = 0x252f560,
         .p_vaddr = 0x272e560,
         .p_filesz = 0x3000,
         .p_memsz = 0x3000,
         .p_flags = PF_R | PF_X},
        {.p_type = PT_LOAD,
         .p_offset = 0x2532560,
         .p_vaddr = 0x2732560,
         .p_filesz = 0x10,
         .p_memsz = 0x2000,
         .p_flags = PF_R | PF_W},
        /* The first page of the text once more, as read-only data. */
        {.p_type = PT_LOAD,
         .p_offset = 0x252f000,
         .p_vaddr = 0x9000000,
         .p_filesz = 0x1000,
         .p_memsz = 0x1000,
         .p_flags = PF_R},
    };
    const struct jp_test_elf elf = {
        .type = ET_EXEC, .segments = segments, .segment_count = JP_COUNT_OF(segments)};
    struct jp_object *const object = open_elf(&elf);
    uint64_t vaddr = 0;
    uint64_t offset = 0;
    size_t count;

    (void)state;
    const struct jp_segment *const loads = jp_object_segments(object, &count);
    assert_int_equal(count, 4);
    assert_true(loads[1].is_executable);
    assert_false(loads[0].is_executable);
    assert_int_equal(jp_object_type(object), ET_EXEC);
    assert_int_equal(jp_object_machine(object), EM_X86_64);
    assert_true(jp_object_is_64bit(object));
    assert_true(jp_object_vaddr_of_offset(object, 0x2531000, &vaddr));
    assert_int_equal(vaddr, 0x2730000);
    assert_true(jp_object_vaddr_of_offset(object, 0x252f560, &vaddr));
    assert_int_equal(vaddr, 0x272e560);
    assert_true(jp_object_vaddr_of_offset(object, 0x10, &vaddr));
    assert_int_equal(vaddr, 0x200010);
    assert_false(jp_object_vaddr_of_offset(object, 0x2532570, &vaddr));
    assert_true(jp_object_offset_of_vaddr(object, 0x2730000, &offset));
    assert_int_equal(offset, 0x2531000);
    assert_false(jp_object_offset_of_vaddr(object, 0x2732570, &offset));
    assert_true(jp_object_is_cut(object));
    jp_object_free(object);
}

static void test_build_id(void **state)
{
    static const Elf64_Phdr note_segment = {
        .p_type = PT_NOTE, .p_offset = 0x100, .p_filesz = 36, .p_memsz = 36, .p_align = 4};
    struct jp_buf note = JP_BUF_INIT;

    (void)state;
    jp_test_elf_build_id(&note, 0xab, 20);
    for (int by_segment = 0; by_segment < 2; by_segment++) {
        const struct jp_test_section section = {.name = ".note.gnu.build-id",
                                                .type = by_segment ? SHT_PROGBITS : SHT_NOTE,
                                                .offset = 0x100,
                                                .content = jp_buf_span(&note)};
        const struct jp_test_elf elf = {.sections = &section,
                                        .section_count = 1,
                                        .segments = &note_segment,
                                        .segment_count = (size_t)by_segment};
        struct jp_object *const object = open_elf(&elf);
        const struct jp_span id = jp_object_build_id(object);
        assert_int_equal(id.len, 20);
        assert_memory_equal(id.ptr, note.ptr + 16, 20);
        jp_object_free(object);
    }
    jp_buf_release(&note);
    struct jp_object *const object = open_elf(&(struct jp_test_elf){0});
    assert_int_equal(jp_object_build_id(object).len, 0);
    jp_object_free(object);
}

enum { CODE = SHF_ALLOC | SHF_EXECINSTR };

static const char code_bytes[0x200];
static const struct jp_test_section code_sections[] = {
    {".text", SHT_PROGBITS, CODE, 0x1000, 0, {code_bytes, 0x200}, 0, NULL},
    {".fini", SHT_PROGBITS, CODE, 0x1200, 0, {code_bytes, 0x20}, 0, NULL},
    {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 0x3000, 0, {code_bytes, 0x100}, 0, NULL},
};

static void expect_symbol(struct jp_object *object, uint64_t vaddr, const char *name)
{
    const struct jp_symbol *const symbol = jp_object_symbol(object, vaddr);

    if (!name) {
        if (symbol)
            fail_msg("0x%llx is %s", (unsigned long long)vaddr, symbol->name);
        return;
    }
    if (!symbol)
        fail_msg("0x%llx has no name, not %s", (unsigned long long)vaddr, name);
    assert_string_equal(symbol->name, name);
}

static void test_symbols(void **state)
{
    static const struct jp_test_symbol symbols[] = {
        {"local_alias", ".text", 0, 0x1010, 0x20, STB_LOCAL, STT_FUNC},
        {"weak_alias", ".text", 0, 0x1010, 0x20, STB_WEAK, STT_FUNC},
        {"global_small", ".text", 0, 0x1010, 0x10, STB_GLOBAL, STT_FUNC},
        {"global_alias", ".text", 0, 0x1010, 0x20, STB_GLOBAL, STT_FUNC},
        {"global_later", ".text", 0, 0x1010, 0x20, STB_GLOBAL, STT_FUNC},
        {"outer", ".text", 0, 0x1040, 0x40, STB_GLOBAL, STT_FUNC},
        {"label_in_outer", ".text", 0, 0x1050, 0, STB_LOCAL, STT_NOTYPE},
        {"nested", ".text", 0, 0x1060, 0x10, STB_LOCAL, STT_FUNC},
        {"open_ended", ".text", 0, 0x1100, 0, STB_GLOBAL, STT_NOTYPE},
        {"data_in_text", ".text", 0, 0x1120, 8, STB_GLOBAL, STT_OBJECT},
        {"last", ".text", 0, 0x11f0, 0, STB_GLOBAL, STT_FUNC},
        {"too_long", ".fini", 0, 0x1210, UINT64_MAX, STB_GLOBAL, STT_FUNC},
        {"ifunc", ".fini", 0, 0x1200, 8, STB_GLOBAL, STT_GNU_IFUNC},
        {"variable", ".data", 0, 0x3000, 0x100, STB_GLOBAL, STT_OBJECT},
        {"data_label", ".data", 0, 0x3040, 0, STB_GLOBAL, STT_NOTYPE},
        {"absolute", NULL, SHN_ABS, 0x1140, 0x40, STB_GLOBAL, STT_FUNC},
        {"undefined", NULL, SHN_UNDEF, 0x1180, 0x10, STB_GLOBAL, STT_FUNC},
        {"elsewhere", ".text", 0, 0x9000, 0x10, STB_GLOBAL, STT_FUNC},
        {"", ".text", 0, 0x11a0, 0x10, STB_GLOBAL, STT_FUNC},
    };
    static const struct {
        uint64_t vaddr;
        const char *name;
    } cases[] = {
        {0, NULL},
        {0x100f, NULL},
        {0x1010, "global_alias"},
        {0x102f, "global_alias"},
        {0x1030, NULL},
        {0x1040, "outer"},
        {0x1055, "outer"},
        {0x1060, "nested"},
        {0x106f, "nested"},
        {0x1070, "outer"},
        {0x107f, "outer"},
        {0x1080, NULL},
        {0x1100, "open_ended"},
        {0x111f, "open_ended"},
        {0x1120, NULL},
        {0x1140, NULL},
        {0x1188, NULL},
        {0x11a8, NULL},
        {0x11f0, "last"},
        {0x11ff, "last"},
        {0x1200, "ifunc"},
        {0x1208, NULL},
        {0x1210, "too_long"},
        {0x121f, "too_long"},
        {0x1220, NULL},
        {0x3000, NULL},
        {0x3040, NULL},
        {0x9000, NULL},
        {UINT64_MAX, NULL},
    };

    (void)state;
    for (int are_dynamic = 0; are_dynamic < 2; are_dynamic++) {
        struct jp_object *const object =
            open_elf(&(struct jp_test_elf){.sections = code_sections,
                                           .section_count = JP_COUNT_OF(code_sections),
                                           .symbols = symbols,
                                           .symbol_count = JP_COUNT_OF(symbols),
                                           .are_dynamic = are_dynamic});
        assert_int_equal(jp_object_has_symtab(object), !are_dynamic);
        assert_int_equal(jp_object_has_dynsym(object), are_dynamic);
        /* The first look-ups walk over the table, later ones search in it sorted. */
        for (int round = 0; round < 5; round++) {
            for (size_t i = 0; i < JP_COUNT_OF(cases); i++)
                expect_symbol(object, cases[i].vaddr, cases[i].name);
            assert_int_equal(jp_object_symbol(object, 0x1100)->size_bytes, 0x20);
        }
        assert_int_equal(jp_object_symbol(object, 0x11f0)->size_bytes, 0x10);
        assert_int_equal(jp_object_symbol(object, 0x1010)->is_dynamic, are_dynamic);
        assert_true(jp_object_symbol(object, 0x1010)->is_global);
        jp_object_free(object);
    }
}

/* The same answers when one address, or several, are announced, and for those that are not. */
static void test_expected_symbols(void **state)
{
    static const struct jp_test_symbol symbols[] = {
        {"outer", ".text", 0, 0x1040, 0x40, STB_GLOBAL, STT_FUNC},
        {"nested", ".text", 0, 0x1060, 0x10, STB_LOCAL, STT_FUNC},
        {"outer_too", ".text", 0, 0x1040, 0x40, STB_WEAK, STT_FUNC},
        {"data_in_text", ".text", 0, 0x1120, 8, STB_GLOBAL, STT_OBJECT},
        {"later", ".text", 0, 0x1130, 8, STB_GLOBAL, STT_FUNC},
        {"open_ended", ".text", 0, 0x1100, 0, STB_GLOBAL, STT_NOTYPE},
    };
    static const struct {
        uint64_t vaddr;
        const char *name;
    } cases[] = {
        {0x1000, NULL},         {0x1040, "outer"},      {0x1065, "nested"}, {0x1070, "outer"},
        {0x1100, "open_ended"}, {0x111f, "open_ended"}, {0x1120, NULL},     {0x1137, "later"},
        {0x1138, NULL},         {0x9000, NULL},
    };
    enum { COUNT = JP_COUNT_OF(cases) };
    uint64_t addresses[COUNT];

    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        addresses[i] = cases[i].vaddr;
    for (size_t first = 0; first < COUNT; first++) {
        for (size_t count = 1; first + count <= COUNT; count++) {
            for (unsigned shape = 0; shape < 8; shape++) {
                const bool are_dynamic = shape & 1;
                struct jp_object *const object = open_elf(
                    &(struct jp_test_elf){.sections = code_sections,
                                          .section_count = JP_COUNT_OF(code_sections),
                                          .symbols = symbols,
                                          .symbol_count = JP_COUNT_OF(symbols) - (shape >> 1 & 1),
                                          .are_dynamic = are_dynamic});
                jp_object_symbols_expect(object, addresses + first, count);
                if (shape & 4)
                    jp_object_symbols_prepare(object, addresses + first, count);
                assert_int_equal(jp_object_has_symtab(object), !are_dynamic);
                assert_int_equal(jp_object_has_dynsym(object), are_dynamic);
                for (size_t i = 0; i < 2 * COUNT; i++) {
                    const size_t k = (first + i) % COUNT;
                    const bool is_cut =
                        shape & 2 && cases[k].name && strcmp(cases[k].name, "open_ended") == 0;
                    expect_symbol(object, cases[k].vaddr, is_cut ? NULL : cases[k].name);
                }
                jp_object_free(object);
            }
        }
    }
}

/* "$x" and "$d" are markers of the assembler on ARM, and ordinary names elsewhere. */
static void test_mapping_symbols(void **state)
{
    static const struct jp_test_symbol symbols[] = {
        {"$x", ".text", 0, 0x1000, 0, STB_LOCAL, STT_NOTYPE},
        {"$d.1", ".text", 0, 0x1010, 0, STB_LOCAL, STT_NOTYPE},
    };
    struct jp_test_elf elf = {.sections = code_sections,
                              .section_count = JP_COUNT_OF(code_sections),
                              .symbols = symbols,
                              .symbol_count = JP_COUNT_OF(symbols)};

    (void)state;
    struct jp_object *object = open_elf(&elf);
    expect_symbol(object, 0x1004, "$x");
    jp_object_free(object);
    elf.machine = EM_AARCH64;
    object = open_elf(&elf);
    expect_symbol(object, 0x1004, NULL);
    expect_symbol(object, 0x1014, NULL);
    jp_object_free(object);
}

/* 10 000 symbols, each inside the one before: the work must stay linear. */
static void test_many_nested_symbols(void **state)
{
    enum { COUNT = 10000 };
    struct jp_test_symbol *const symbols = jp_mem_resize(NULL, COUNT, sizeof *symbols);
    const struct jp_test_section section = {".text", SHT_PROGBITS, CODE,     0x1000,
                                            0,       {"", 0},      0x100000, NULL};
    struct jp_test_section nobits = section;

    (void)state;
    nobits.type = SHT_NOBITS;
    for (uint64_t i = 0; i < COUNT; i++)
        symbols[i] = (struct jp_test_symbol){"deep",          ".text",   0,       0x1000 + i,
                                             0x80000 - 2 * i, STB_LOCAL, STT_FUNC};
    struct jp_object *const object = open_elf(&(struct jp_test_elf){
        .sections = &nobits, .section_count = 1, .symbols = symbols, .symbol_count = COUNT});
    for (int round = 0; round < 100; round++) {
        for (uint64_t i = 0; i < COUNT; i += 10)
            assert_int_equal(jp_object_symbol(object, 0x81000 - i - 1)->value, 0x1000 + i);
    }
    assert_true(jp_object_is_debug_only(object));
    jp_object_free(object);
    free(symbols);
}

enum { LONG_BYTES = 100000 };

/* PLAIN with a header of compression, packed at LEVEL; 0 stores it in blocks of up to 65535 bytes.
 */
static void pack(struct jp_buf *out, const char *plain, int level)
{
    struct libdeflate_compressor *const deflate = libdeflate_alloc_compressor(level);
    const Elf64_Chdr header = {.ch_type = ELFCOMPRESS_ZLIB, .ch_size = LONG_BYTES};
    char *const packed = jp_mem_resize(NULL, 2 * LONG_BYTES, 1);
    const size_t len = libdeflate_zlib_compress(deflate, plain, LONG_BYTES, packed, 2 * LONG_BYTES);

    jp_buf_clear(out);
    jp_buf_add(out, (struct jp_span){(const char *)&header, sizeof header});
    jp_buf_add(out, (struct jp_span){packed, len});
    libdeflate_free_compressor(deflate);
    free(packed);
}

static struct jp_object *open_packed(struct jp_span packed)
{
    const struct jp_test_section section = {".zlib", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, packed,
                                            0,       NULL};

    return open_elf(&(struct jp_test_elf){.sections = &section, .section_count = 1});
}

/* Long matches end before, at and behind the wanted bytes; stored blocks must be had as a whole. */
static void test_section_start_exactly(void **state)
{
    char *const plain = jp_mem_resize(NULL, LONG_BYTES, 1);
    struct jp_buf zlib = JP_BUF_INIT;

    (void)state;
    for (size_t i = 0; i < LONG_BYTES; i++)
        plain[i] = (char)(i / 1001);
    for (int level = 0; level <= 9; level += 9) {
        pack(&zlib, plain, level);
        for (uint64_t bytes = 3000; bytes < 3600; bytes++) {
            struct jp_object *const object = open_packed(jp_buf_span(&zlib));
            const struct jp_span start = jp_object_section_start(object, ".zlib", bytes);
            assert_int_equal(start.len, level ? bytes : LONG_BYTES);
            assert_memory_equal(start.ptr, plain, start.len);
            jp_object_free(object);
        }
    }
    jp_buf_release(&zlib);
    free(plain);
}

/* Only the start of a packed section, then more of it, then all: always at the same place. The
 * fifth time that more is needed all is unpacked. */
static void test_section_start(void **state)
{
    enum { CUT_BYTES = 200 };
    char *const plain = jp_mem_resize(NULL, LONG_BYTES, 1);
    struct jp_buf zlib = JP_BUF_INIT;

    (void)state;
    for (size_t i = 0; i < LONG_BYTES; i++)
        plain[i] = (char)(i * i / 1000);
    pack(&zlib, plain, 6);
    const struct jp_test_section sections[] = {
        {".plain", SHT_PROGBITS, 0, 0, 0, {plain, LONG_BYTES}, 0, NULL},
        {".zlib", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_buf_span(&zlib), 0, NULL},
        {".cut", SHT_PROGBITS, SHF_COMPRESSED, 0, 0,
         jp_span_slice(jp_buf_span(&zlib), 0, CUT_BYTES), 0, NULL},
    };
    struct jp_object *const object = open_elf(
        &(struct jp_test_elf){.sections = sections, .section_count = JP_COUNT_OF(sections)});
    assert_int_equal(jp_object_section_room(object, ".plain", 10).len, 0);
    assert_int_equal(jp_object_section_room(object, ".none", 10).len, 0);
    assert_int_equal(jp_object_section_room(object, ".zlib", UINT64_MAX).len, LONG_BYTES);
    const struct jp_span room = jp_object_section_room(object, ".zlib", 10);
    assert_int_equal(room.len, 10);
    const char *place = room.ptr;
    for (uint64_t bytes = 0; bytes <= LONG_BYTES; bytes += 9000) {
        const struct jp_span start = jp_object_section_start(object, ".zlib", bytes);
        assert_true(start.len >= bytes);
        assert_int_equal(start.len, bytes < 72000 ? bytes : LONG_BYTES);
        assert_memory_equal(start.ptr, plain, start.len);
        assert_ptr_equal(start.ptr, place);
    }
    assert_ptr_equal(jp_object_section(object, ".zlib", NULL).ptr, place);
    assert_int_equal(jp_object_section_room(object, ".zlib", 10).len, 0);
    assert_int_equal(jp_object_section_start(object, ".zlib", 10).len, LONG_BYTES);
    assert_int_equal(jp_object_section_start(object, ".plain", 10).len, LONG_BYTES);
    assert_int_equal(jp_object_section_start(object, ".cut", LONG_BYTES / 3).len, 0);
    assert_int_equal(jp_object_section_start(object, ".cut", 10).len, 0);
    assert_int_equal(jp_object_section_start(object, ".none", 10).len, 0);
    jp_object_free(object);
    jp_buf_release(&zlib);
    free(plain);
}

static void test_sections(void **state)
{
    enum { PLAIN_BYTES = 100000 };
    char *const plain = jp_mem_resize(NULL, PLAIN_BYTES, 1);
    struct jp_buf zlib = JP_BUF_INIT;
    struct jp_buf zstd = JP_BUF_INIT;
    struct jp_buf gnu = JP_BUF_INIT;
    struct jp_buf bomb = JP_BUF_INIT;
    char *const packed = jp_mem_resize(NULL, PLAIN_BYTES, 1);
    struct libdeflate_compressor *const deflate = libdeflate_alloc_compressor(6);
    const Elf64_Chdr zlib_header = {.ch_type = ELFCOMPRESS_ZLIB, .ch_size = PLAIN_BYTES};
    const Elf64_Chdr zstd_header = {.ch_type = 2, .ch_size = PLAIN_BYTES};
    const Elf64_Chdr bomb_header = {.ch_type = ELFCOMPRESS_ZLIB, .ch_size = (uint64_t)1 << 50};

    (void)state;
    for (size_t i = 0; i < PLAIN_BYTES; i++)
        plain[i] = (char)(i / 7);
    size_t len = libdeflate_zlib_compress(deflate, plain, PLAIN_BYTES, packed, PLAIN_BYTES);
    jp_buf_add(&zlib, (struct jp_span){(const char *)&zlib_header, sizeof zlib_header});
    jp_buf_add(&zlib, (struct jp_span){packed, len});
    jp_buf_add(&bomb, (struct jp_span){(const char *)&bomb_header, sizeof bomb_header});
    jp_buf_add(&bomb, (struct jp_span){packed, len});
    jp_buf_add(&gnu, JP_SPAN("ZLIB\0\0\0\0\0\x01\x86\xa0")); /* 100000 */
    jp_buf_add(&gnu, (struct jp_span){packed, len});
    len = ZSTD_compress(packed, PLAIN_BYTES, plain, PLAIN_BYTES, 3);
    jp_buf_add(&zstd, (struct jp_span){(const char *)&zstd_header, sizeof zstd_header});
    jp_buf_add(&zstd, (struct jp_span){packed, len});
    const struct jp_test_section sections[] = {
        {".plain", SHT_PROGBITS, 0, 0, 0, {plain, PLAIN_BYTES}, 0, NULL},
        {".zlib", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_buf_span(&zlib), 0, NULL},
        {".zstd", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_buf_span(&zstd), 0, NULL},
        {".zdebug_str", SHT_PROGBITS, 0, 0, 0, jp_buf_span(&gnu), 0, NULL},
        {".short", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_span_slice(jp_buf_span(&zlib), 0, 10), 0,
         NULL},
        {".cut", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_span_slice(jp_buf_span(&zlib), 0, 100), 0,
         NULL},
        {".bomb", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_buf_span(&bomb), 0, NULL},
        {".debug_info", SHT_NOBITS, 0, 0, 0, {"", 0}, 100, NULL},
    };
    struct jp_object *const object = open_elf(
        &(struct jp_test_elf){.sections = sections, .section_count = JP_COUNT_OF(sections)});
    static const char *const good[] = {".plain", ".zlib", ".zstd", ".debug_str"};
    static const char *const bad[] = {".short", ".cut", ".bomb"};
    for (size_t i = 0; i < JP_COUNT_OF(good); i++) {
        struct jp_error error = JP_ERROR_INIT;
        const struct jp_span content = jp_object_section(object, good[i], &error);
        assert_string_equal(error.message, "");
        assert_int_equal(content.len, PLAIN_BYTES);
        assert_memory_equal(content.ptr, plain, PLAIN_BYTES);
        assert_ptr_equal(jp_object_section(object, good[i], NULL).ptr, content.ptr);
    }
    assert_int_equal(jp_object_section_room(object, ".short", 1).len, 0);
    assert_int_equal(jp_object_section_room(object, ".bomb", 1).len, 0);
    for (size_t i = 0; i < JP_COUNT_OF(bad); i++) {
        struct jp_error error = JP_ERROR_INIT;
        assert_int_equal(jp_object_section(object, bad[i], NULL).len, 0);
        assert_int_equal(jp_object_section(object, bad[i], &error).len, 0);
        assert_int_equal(error.exit, JP_EXIT_INPUT);
        assert_non_null(strstr(error.message, bad[i]));
        error = (struct jp_error)JP_ERROR_INIT;
        assert_int_equal(jp_object_section(object, bad[i], &error).len, 0);
        assert_int_equal(error.exit, JP_EXIT_OK);
    }
    assert_false(jp_object_has_section(object, ".debug_info"));
    assert_false(jp_object_has_section(object, ".nothing"));
    assert_true(jp_object_has_section(object, ".debug_str"));
    jp_object_free(object);
    libdeflate_free_compressor(deflate);
    jp_buf_release(&zlib);
    jp_buf_release(&zstd);
    jp_buf_release(&gnu);
    jp_buf_release(&bomb);
    free(plain);
    free(packed);
}

/* Local functions that stripping took away lie in .gnu_debugdata; exported ones in .dynsym. */
static void test_mini_debug_info(void **state)
{
    static const struct jp_test_symbol inner[] = {
        {"local_function", ".text", 0, 0x1000, 0x20, STB_LOCAL, STT_FUNC}};
    static const struct jp_test_symbol outer[] = {
        {"exported", ".text", 0, 0x1040, 0x20, STB_GLOBAL, STT_FUNC}};
    struct jp_test_section code = {".text", SHT_NOBITS, CODE, 0x1000, 0, {"", 0}, 0x100, NULL};
    struct jp_buf file = JP_BUF_INIT;
    static uint8_t packed[8192];
    size_t packed_len = 0;

    (void)state;
    jp_test_elf_build(
        &file, &(struct jp_test_elf){
                   .sections = &code, .section_count = 1, .symbols = inner, .symbol_count = 1});
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)file.ptr,
                                             file.len, packed, &packed_len, sizeof packed),
                     LZMA_OK);
    for (int is_cut = 0; is_cut < 2; is_cut++) {
        const struct jp_test_section sections[] = {
            code,
            {".gnu_debugdata",
             SHT_PROGBITS,
             0,
             0,
             0,
             {(const char *)packed, is_cut ? packed_len / 2 : packed_len},
             0,
             NULL},
        };
        struct jp_object *const object = open_elf(&(struct jp_test_elf){.sections = sections,
                                                                        .section_count = 2,
                                                                        .symbols = outer,
                                                                        .symbol_count = 1,
                                                                        .are_dynamic = true});
        assert_int_equal(jp_object_has_mini_symtab(object), !is_cut);
        expect_symbol(object, 0x1010, is_cut ? NULL : "local_function");
        expect_symbol(object, 0x1050, "exported");
        expect_symbol(object, 0x1030, NULL);
        jp_object_free(object);
    }
    jp_buf_release(&file);
}

/*
 * Two entries as ld.lld 14 wrote them for AArch64: adrp x16, 0x30000; ldr x17, [x16, #0x4a8]; add;
 * br. Entries of x86-64 are compared with objdump in tests/cli/object.sh.
 */
static void test_plt(void **state)
{
    static const char code[] = "\x10\x01\x00\x90\x11\x56\x42\xf9\x10\xa2\x12\x91\x20\x02\x1f\xd6"
                               "\x10\x01\x00\x90\x11\x5a\x42\xf9\x10\xc2\x12\x91\x20\x02\x1f\xd6";
    static const struct jp_test_symbol symbols[] = {
        {"malloc@V1", NULL, SHN_UNDEF, 0, 0, STB_GLOBAL, STT_FUNC},
        {"rand", NULL, SHN_UNDEF, 0, 0, STB_GLOBAL, STT_FUNC},
    };
    const Elf64_Rela relocations[] = {
        {.r_offset = 0x304b0, .r_info = ELF64_R_INFO(2, R_AARCH64_JUMP_SLOT)},
        {.r_offset = 0x304a8, .r_info = ELF64_R_INFO(1, R_AARCH64_JUMP_SLOT)},
        {.r_offset = 0x304b8, .r_info = ELF64_R_INFO(99, R_AARCH64_JUMP_SLOT)},
    };
    const struct jp_test_section sections[] = {
        {".rela.plt",
         SHT_RELA,
         SHF_ALLOC,
         0,
         0,
         {(const char *)relocations, sizeof relocations},
         0,
         ".dynsym"},
        {".plt", SHT_PROGBITS, CODE, 0x103c0, 0, {code, sizeof code - 1}, 0, NULL},
    };

    (void)state;
    struct jp_object *const object = open_elf(&(struct jp_test_elf){.machine = EM_AARCH64,
                                                                    .sections = sections,
                                                                    .section_count = 2,
                                                                    .symbols = symbols,
                                                                    .symbol_count = 2,
                                                                    .are_dynamic = true});
    expect_symbol(object, 0x103bf, NULL);
    expect_symbol(object, 0x103c0, "malloc@plt");
    expect_symbol(object, 0x103cf, "malloc@plt");
    expect_symbol(object, 0x103d0, "rand@plt");
    expect_symbol(object, 0x103e0, NULL);
    jp_object_free(object);
}

/* Everything that can be asked of a file, for damaged ones: no crash, no endless work. */
/* The first bytes of every ELF file (gABI, 4.1), by the descriptor and not by the mapping. */
static void test_copies(void **state)
{
    const struct jp_test_elf elf = {0};
    char path[128];
    char elsewhere[128];
    char head[4];

    (void)state;
    path_in_folder(path, sizeof path, "copied");
    path_in_folder(elsewhere, sizeof elsewhere, "elsewhere");
    jp_test_elf_write(path, &elf);
    struct jp_object *const object = jp_object_open(path, NULL);
    assert_non_null(object);
    const struct jp_span bytes = jp_object_bytes(object);
    const int fd = jp_object_reopen(object);
    assert_true(fd >= 0);
    assert_true(jp_object_copy(object, fd, jp_span_slice(bytes, 0, 4), head));
    assert_memory_equal(head, "\177ELF", 4);
    assert_true(jp_object_copy(object, fd, jp_span_slice(bytes, 1, 4), head));
    assert_memory_equal(head, "ELF", 3);
    assert_false(jp_object_copy(object, fd, JP_SPAN("some"), head));
    assert_false(jp_object_copy(object, fd, (struct jp_span){bytes.ptr + bytes.len - 2, 4}, head));
    assert_false(jp_object_copy(object, -1, jp_span_slice(bytes, 0, 4), head));
    /* Cut behind our back: the mapping has what the file had not any more. */
    assert_int_equal(truncate(path, 2), 0);
    assert_false(jp_object_copy(object, fd, jp_span_slice(bytes, 0, 4), head));
    close(fd);

    assert_int_equal(rename(path, elsewhere), 0);
    assert_int_equal(jp_object_reopen(object), -1);
    jp_test_elf_write(path, &elf);
    assert_int_equal(jp_object_reopen(object), -1);
    unlink(path);
    unlink(elsewhere);
    jp_object_free(object);
}

static void ask_everything(const char *path)
{
    static const char *const names[] = {".debug_info", ".text", ".symtab", ".zlib",
                                        ".note.gnu.build-id"};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_object *const object = jp_object_open(path, &error);
    uint64_t number;

    if (!object)
        return;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        jp_object_section(object, names[i], NULL);
    for (uint64_t vaddr = 0; vaddr < 0x4000; vaddr += 0x10) {
        const struct jp_symbol *const symbol = jp_object_symbol(object, vaddr);
        if (symbol)
            assert_true(strlen(symbol->name) > 0);
        jp_object_vaddr_of_offset(object, vaddr, &number);
        jp_object_offset_of_vaddr(object, vaddr, &number);
    }
    jp_object_build_id(object);
    jp_object_is_debug_only(object);
    jp_object_is_cut(object);
    jp_object_free(object);
}

static void test_damaged(void **state)
{
    static const Elf64_Phdr segments[] = {
        {.p_type = PT_LOAD, .p_offset = 0, .p_filesz = 0x1000, .p_memsz = 0x1000, .p_flags = 5},
        {.p_type = PT_NOTE, .p_offset = 0x100, .p_filesz = 36, .p_memsz = 36, .p_align = 4}};
    static const struct jp_test_symbol symbols[] = {
        {"first", ".text", 0, 0x1000, 0x20, STB_LOCAL, STT_FUNC},
        {"second", ".text", 0, 0x1020, 0, STB_GLOBAL, STT_NOTYPE},
    };
    struct jp_buf note = JP_BUF_INIT;
    struct jp_buf file = JP_BUF_INIT;
    char path[128];

    (void)state;
    jp_test_elf_build_id(&note, 0xab, 20);
    const struct jp_test_section sections[] = {
        {".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0x100, 0x100, jp_buf_span(&note), 0, NULL},
        {".text", SHT_PROGBITS, CODE, 0x1000, 0, {code_bytes, 0x40}, 0, NULL},
        {".zlib", SHT_PROGBITS, SHF_COMPRESSED, 0, 0, jp_buf_span(&note), 0, NULL},
    };
    jp_test_elf_build(&file, &(struct jp_test_elf){.sections = sections,
                                                   .section_count = JP_COUNT_OF(sections),
                                                   .segments = segments,
                                                   .segment_count = JP_COUNT_OF(segments),
                                                   .symbols = symbols,
                                                   .symbol_count = JP_COUNT_OF(symbols)});
    path_in_folder(path, sizeof path, "damaged");
    for (size_t i = 0; i < file.len * 3; i++) {
        const size_t at = i % file.len;
        const char original = file.ptr[at];
        static const char values[] = {'\0', '\xff', '\x7f'};
        FILE *const out = fopen(path, "w");
        file.ptr[at] = values[i / file.len];
        fwrite(file.ptr, 1, file.len, out);
        fclose(out);
        file.ptr[at] = original;
        ask_everything(path);
    }
    for (size_t len = 0; len < file.len; len++) {
        FILE *const out = fopen(path, "w");
        fwrite(file.ptr, 1, len, out);
        fclose(out);
        ask_everything(path);
    }
    jp_buf_release(&note);
    jp_buf_release(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_only_regular_files),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_build_id),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_expected_symbols),
        cmocka_unit_test(test_mapping_symbols),
        cmocka_unit_test(test_many_nested_symbols),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_section_start),
        cmocka_unit_test(test_section_start_exactly),
        cmocka_unit_test(test_mini_debug_info),
        cmocka_unit_test(test_plt),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests_name("object", tests, make_folder, remove_folder);
}
