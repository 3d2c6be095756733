/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_buf.h"
#include "jp_maps.h"

#include <string.h>

struct fixture {
    struct jp_maps maps;
    struct jp_intern strings;
    struct jp_diags diags;
    uint64_t lines;
};

static void parse(struct fixture *fixture, const char *text)
{
    *fixture = (struct fixture){0};
    jp_intern_init(&fixture->strings);
    jp_diags_init(&fixture->diags);
    fixture->lines = jp_maps_parse(&fixture->maps, jp_span_of(text), "x.heap", 100,
                                   &fixture->strings, &fixture->diags);
}

static void release(struct fixture *fixture)
{
    jp_maps_release(&fixture->maps);
    jp_intern_release(&fixture->strings);
    jp_diags_release(&fixture->diags);
}

static const char *path_of(const struct fixture *fixture, size_t i)
{
    return jp_intern_text(&fixture->strings, fixture->maps.list.data[i].path);
}

static void test_linux_fields(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "7f0000001000-7f0000003000 r-xp 0002a000 fe:00 10961368     /usr/lib/libx.so.1\n"
              "7f0000003000-7f0000004000 rw-p 0002c000 fe:00 10961368     /usr/lib/libx.so.1\r\n"
              "\n"
              "8048000-8049000 r--s 00000000 08:01 7 /old 32-bit program\n");
    assert_int_equal(f.lines, 4);
    assert_int_equal(f.maps.list.count, 3);
    assert_int_equal(f.maps.unknown_lines, 0);
    assert_true(f.maps.is_present);
    const struct jp_mapping *const old = &f.maps.list.data[0];
    assert_true(old->start == 0x8048000 && old->end == 0x8049000 && old->inode == 7);
    assert_false(old->is_executable);
    assert_string_equal(path_of(&f, 0), "/old 32-bit program");
    const struct jp_mapping *const text = &f.maps.list.data[1];
    assert_true(text->start == 0x7f0000001000 && text->end == 0x7f0000003000);
    assert_true(text->offset == 0x2a000 && text->inode == 10961368);
    assert_true(text->is_executable && text->has_offset && !text->is_deleted);
    assert_int_equal(text->kind, JP_MAPPING_FILE);
    assert_string_equal(path_of(&f, 1), "/usr/lib/libx.so.1");
    assert_int_equal(f.maps.list.data[2].path, text->path);
    assert_false(f.maps.list.data[2].is_executable);
    release(&f);
}

static void test_names(void **state)
{
    static const struct {
        const char *written;
        const char *path;
        enum jp_mapping_kind kind;
        bool is_deleted;
    } cases[] = {
        {"/dir with space/a  b.so", "/dir with space/a  b.so", JP_MAPPING_FILE, false},
        {"/trailing blank.so ", "/trailing blank.so ", JP_MAPPING_FILE, false},
        {"/tab\there.so", "/tab\there.so", JP_MAPPING_FILE, false},
        {"/line\\012feed\\012.so", "/line\nfeed\n.so", JP_MAPPING_FILE, false},
        {"/other\\040escape\\.so", "/other\\040escape\\.so", JP_MAPPING_FILE, false},
        {"/semi;colon.so", "/semi;colon.so", JP_MAPPING_FILE, false},
        {"/\xc3\xbcmlaut.so", "/\xc3\xbcmlaut.so", JP_MAPPING_FILE, false},
        {"/tmp/libq.so (deleted)", "/tmp/libq.so", JP_MAPPING_FILE, true},
        {"/a (deleted) (deleted)", "/a (deleted)", JP_MAPPING_FILE, true},
        {"/memfd:jit (deleted)", "/memfd:jit", JP_MAPPING_PSEUDO, true},
        {"/SYSV0052e2c1 (deleted)", "/SYSV0052e2c1", JP_MAPPING_PSEUDO, true},
        {"/dev/zero (deleted)", "/dev/zero", JP_MAPPING_PSEUDO, true},
        {"/dev/shm/pool", "/dev/shm/pool", JP_MAPPING_FILE, false},
        {"anon_inode:[perf_event]", "anon_inode:[perf_event]", JP_MAPPING_PSEUDO, false},
        {"[vdso]", "[vdso]", JP_MAPPING_PSEUDO, false},
        {"[uprobes]", "[uprobes]", JP_MAPPING_PSEUDO, false},
        {"[anon:libc_malloc]", "[anon:libc_malloc]", JP_MAPPING_PSEUDO, false},
        {"//anon", "//anon", JP_MAPPING_PSEUDO, false},
        {"$build/lib.so", "$build/lib.so", JP_MAPPING_PSEUDO, false},
        {"", "", JP_MAPPING_ANON, false},
        {" ", "", JP_MAPPING_ANON, false},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        char line[256] = "1000-2000 r-xp 00000000 00:00 0         ";
        struct fixture f;
        strcat(strcat(line, cases[i].written), "\n");
        parse(&f, line);
        assert_int_equal(f.maps.list.count, 1);
        assert_string_equal(path_of(&f, 0), cases[i].path);
        assert_int_equal(f.maps.list.data[0].kind, cases[i].kind);
        assert_int_equal(f.maps.list.data[0].is_deleted, cases[i].is_deleted);
        release(&f);
    }
}

static void test_anonymous_without_padding(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "1000-2000 rw-p 00000000 00:00 0\n3000-4000 rw-p 00000000 00:00 0 \n"
              "5000-6000 rw-p 00000000 00:00 /no/inode\n");
    assert_int_equal(f.maps.list.count, 3);
    assert_int_equal(f.maps.list.data[0].kind, JP_MAPPING_ANON);
    assert_int_equal(f.maps.list.data[1].kind, JP_MAPPING_ANON);
    assert_string_equal(path_of(&f, 2), "/no/inode");
    release(&f);
}

static void test_freebsd(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f,
          "0x400000 0x402000 2 0 0xfffff80003b8b000 r-x 1 0 0x1000 COW NC vnode "
          "/usr/local/bin/my server NCH -1\n"
          "0x601000 0x602000 1 0 0xfffff80003b8c000 rw- 1 0 0x3000 NCOW NNC default - CH 1001\n"
          "0x800600000 0x80061a000 26 0 0 r-- 75 33 0x1004 COW NC vnode /libexec/ld-elf.so.1\n");
    assert_int_equal(f.maps.list.count, 3);
    assert_int_equal(f.maps.unknown_lines, 0);
    assert_string_equal(path_of(&f, 0), "/usr/local/bin/my server");
    assert_true(f.maps.list.data[0].is_executable && !f.maps.list.data[0].has_offset);
    assert_int_equal(f.maps.list.data[1].kind, JP_MAPPING_ANON);
    assert_string_equal(path_of(&f, 2), "/libexec/ld-elf.so.1");
    assert_false(f.maps.list.data[2].is_executable);
    release(&f);
}

static void test_macos(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "0x100000000-0x100008000: /Applications/My App.app/Contents/MacOS/app\n"
              "00007fff20300000-00007fff20400000: /usr/lib/libsystem_malloc.dylib\n");
    assert_int_equal(f.maps.list.count, 2);
    assert_string_equal(path_of(&f, 0), "/Applications/My App.app/Contents/MacOS/app");
    assert_true(f.maps.list.data[0].start == 0x100000000);
    assert_true(f.maps.list.data[0].is_executable && !f.maps.list.data[0].has_offset);
    assert_true(f.maps.list.data[1].end == 0x7fff20400000);
    release(&f);
}

static void test_build_variable(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "  1000-2000: $build/before\n"
              "  build=/srv/out\n"
              "  2000-3000: $build/bin/app\n"
              "  3000-4000: /usr/$build/x.so\n"
              "  build=/other\n"
              "  4000-5000: $build/lib.so (deleted)\n");
    assert_int_equal(f.maps.list.count, 4);
    assert_string_equal(path_of(&f, 0), "$build/before");
    assert_string_equal(path_of(&f, 1), "/srv/out/bin/app");
    assert_int_equal(f.maps.list.data[1].kind, JP_MAPPING_FILE);
    assert_string_equal(path_of(&f, 2), "/usr/$build/x.so");
    assert_string_equal(path_of(&f, 3), "/other/lib.so");
    assert_int_equal(f.maps.unknown_lines, 0);
    release(&f);
}

static void test_expansion_is_bounded(void **state)
{
    enum { LINES = 2000, BUILD_BYTES = 50000 };
    struct jp_buf text = JP_BUF_INIT;
    struct fixture f;

    (void)state;
    jp_buf_add_text(&text, "build=/");
    for (size_t i = 0; i < BUILD_BYTES; i++)
        jp_buf_add_byte(&text, 'b');
    jp_buf_add_byte(&text, '\n');
    for (unsigned i = 1; i <= LINES; i++)
        jp_buf_format(&text, "%x-%x: $build/%u\n", i * 16, i * 16 + 8, i);
    parse(&f, text.ptr);
    assert_int_equal(f.maps.list.count, LINES);
    assert_true(f.strings.arena.total_bytes < 8 * text.len);
    release(&f);
    jp_buf_release(&text);
}

static void test_unknown_lines(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "1000-2000 r-xp 00000000 00:00 0 /a\n"
              "Size:                  4 kB\n"
              "2000-2000 r-xp 00000000 00:00 0 /no/bytes\n"
              "3000-2000 r-xp 00000000 00:00 0 /backwards\n"
              "1000-2000\n1000-2000 r-xp\n1000-2000 r-xp 0\n1000-2000 r-xp 0 0\n1000-2000:\n"
              "10000000000000000-20000000000000000 r-xp 00000000 00:00 0 /too/large\n"
              "1000-2000 rqxp 00000000 00:00 0 /b\n");
    assert_int_equal(f.maps.list.count, 1);
    assert_int_equal(f.maps.unknown_lines, 10);
    assert_int_equal(f.diags.list.count, 1);
    assert_int_equal(f.diags.list.data[0].line, 101);
    assert_int_equal(f.diags.list.data[0].count, 10);
    release(&f);
}

static void test_find(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "3000-4000 r-xp 00000000 00:00 0 /c\n"
              "1000-2000 r-xp 00000000 00:00 0 /a\n"
              "ffffffffff600000-ffffffffffffffff --xp 00000000 00:00 0 [vsyscall]\n");
    assert_null(jp_maps_find(&f.maps, 0));
    assert_null(jp_maps_find(&f.maps, 0xfff));
    assert_string_equal(path_of(&f, 0), "/a");
    assert_ptr_equal(jp_maps_find(&f.maps, 0x1000), &f.maps.list.data[0]);
    assert_ptr_equal(jp_maps_find(&f.maps, 0x1fff), &f.maps.list.data[0]);
    assert_null(jp_maps_find(&f.maps, 0x2000));
    assert_ptr_equal(jp_maps_find(&f.maps, 0x3000), &f.maps.list.data[1]);
    assert_null(jp_maps_find(&f.maps, 0x4000));
    assert_ptr_equal(jp_maps_find(&f.maps, UINT64_MAX - 1), &f.maps.list.data[2]);
    assert_null(jp_maps_find(&f.maps, UINT64_MAX));
    release(&f);
}

static void test_find_in_nothing(void **state)
{
    struct fixture f;

    (void)state;
    parse(&f, "");
    assert_true(f.maps.is_present);
    assert_null(jp_maps_find(&f.maps, 0x1000));
    release(&f);
}

/* The mapping that a plain reading of the rule gives: largest start, then the later line. */
static const struct jp_mapping *find_slowly(const struct jp_maps *maps, uint64_t address)
{
    const struct jp_mapping *best = NULL;

    for (size_t i = 0; i < maps->list.count; i++) {
        const struct jp_mapping *const mapping = &maps->list.data[i];
        if (mapping->start <= address && address < mapping->end &&
            (!best || mapping->start >= best->start))
            best = mapping;
    }
    return best;
}

static void test_find_among_overlaps(void **state)
{
    uint64_t random = 1;

    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        struct jp_buf text = JP_BUF_INIT;
        struct fixture f;
        for (unsigned i = 0; i < 30; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const unsigned start = (unsigned)(random >> 40) % 200;
            const unsigned length = (unsigned)(random >> 20) % 60 + 1;
            jp_buf_format(&text, "%x-%x r-xp 0 00:00 0 /%u\n", start, start + length, i);
        }
        parse(&f, text.ptr);
        for (uint64_t address = 0; address < 300; address++)
            assert_ptr_equal(jp_maps_find(&f.maps, address), find_slowly(&f.maps, address));
        release(&f);
        jp_buf_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linux_fields),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_anonymous_without_padding),
        cmocka_unit_test(test_freebsd),
        cmocka_unit_test(test_macos),
        cmocka_unit_test(test_build_variable),
        cmocka_unit_test(test_expansion_is_bounded),
        cmocka_unit_test(test_unknown_lines),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_find_in_nothing),
        cmocka_unit_test(test_find_among_overlaps),
    };
    return cmocka_run_group_tests_name("maps", tests, NULL, NULL);
}
