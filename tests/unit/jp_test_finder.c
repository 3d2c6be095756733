/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_test_finder.h"

#include "jp_mem.h"
#include "jp_test_elf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of the running test; every path below is made from it. */
static char root[] = "/tmp/jp-finder-XXXXXX";

int jp_test_finder_enter(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

int jp_test_finder_leave(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

const char *jp_test_place(const char *name)
{
    static struct jp_arena arena;
    char *const path = jp_arena_format(&arena, "%s/%s", root, name);

    for (char *at = strchr(path + sizeof root, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    return path;
}

static void add_link(struct jp_buf *out, const struct jp_test_library *library)
{
    jp_buf_add_text(out, library->link);
    do
        jp_buf_add_byte(out, '\0');
    while (out->len % 4);
    jp_buf_add(out, (struct jp_span){(const char *)&library->link_crc, 4});
}

static void add_alternate(struct jp_buf *out, const struct jp_test_library *library)
{
    jp_buf_add_text(out, library->alternate);
    jp_buf_add_byte(out, '\0');
    for (int i = 0; i < 20; i++)
        jp_buf_add_byte(out, (char)library->alternate_id);
}

const char *jp_test_library_write(const char *name, struct jp_test_library library)
{
    static const char code[JP_TEST_TEXT_BYTES * 4];
    const uint64_t text = library.text_bytes ? library.text_bytes : JP_TEST_TEXT_BYTES;
    const uint64_t text_pages = (text + 0xfff) & ~(uint64_t)0xfff;
    const uint64_t base = library.type == ET_EXEC ? 0x400000 : 0;
    struct jp_buf note = JP_BUF_INIT;
    struct jp_buf link = JP_BUF_INIT;
    struct jp_buf alternate = JP_BUF_INIT;
    struct jp_test_section sections[8];
    struct jp_test_symbol symbols[64];
    size_t count = 0;
    size_t symbol_count = 0;
    const bool is_cut_out = library.is_debug_only;

    if (library.id) {
        jp_test_elf_build_id(&note, library.id, 20);
        sections[count++] = (struct jp_test_section){
            .name = ".note.gnu.build-id", .type = SHT_NOTE, .content = jp_buf_span(&note)};
    }
    sections[count++] = (struct jp_test_section){
        .name = ".text",
        .type = is_cut_out ? SHT_NOBITS : SHT_PROGBITS,
        .flags = SHF_ALLOC | SHF_EXECINSTR,
        .address = base + 0x1000,
        .offset = is_cut_out ? 0 : 0x1000,
        .content = {code, is_cut_out ? 0 : text},
        .nobits_bytes = text,
    };
    if (library.has_debug_info)
        sections[count++] = (struct jp_test_section){
            .name = ".debug_info", .type = SHT_PROGBITS, .content = {code, 16}};
    if (library.link) {
        add_link(&link, &library);
        sections[count++] = (struct jp_test_section){
            .name = ".gnu_debuglink", .type = SHT_PROGBITS, .content = jp_buf_span(&link)};
    }
    if (library.alternate) {
        add_alternate(&alternate, &library);
        sections[count++] = (struct jp_test_section){
            .name = ".gnu_debugaltlink", .type = SHT_PROGBITS, .content = jp_buf_span(&alternate)};
    }
    if (library.has_symbols)
        symbols[symbol_count++] =
            (struct jp_test_symbol){"run", ".text", 0, base + 0x1000, 0x40, STB_GLOBAL, STT_FUNC};
    for (size_t i = 0; i < library.export_count; i++)
        symbols[symbol_count++] = (struct jp_test_symbol){
            library.exports[i], ".text", 0, base + 0x1000 + 16 * i, 16, STB_GLOBAL, STT_FUNC};
    const Elf64_Phdr segments[] = {
        {PT_LOAD, PF_R, 0, base, base, is_cut_out ? 0x100 : 0x800, 0x800, 0x1000},
        {PT_LOAD, PF_R | PF_X, is_cut_out ? 0 : 0x1000, base + 0x1000, base + 0x1000,
         is_cut_out ? 0 : text, text, 0x1000},
        {PT_LOAD, PF_R | PF_W, is_cut_out ? 0 : 0x1000 + text_pages, base + 0x2000 + text_pages,
         base + 0x2000 + text_pages, is_cut_out ? 0 : 0x100, 0x300, 0x1000},
    };
    const char *const path = jp_test_place(name);
    jp_test_elf_write(path, &(struct jp_test_elf){.type = library.type,
                                                  .sections = sections,
                                                  .section_count = count,
                                                  .segments = segments,
                                                  .segment_count = JP_COUNT_OF(segments),
                                                  .symbols = symbols,
                                                  .symbol_count = symbol_count,
                                                  .are_dynamic = library.export_count > 0,
                                                  .bytes = 0x2000 + text_pages});
    jp_buf_release(&note);
    jp_buf_release(&link);
    jp_buf_release(&alternate);
    return path;
}

/* The mappings that the kernel makes of a library with TEXT bytes of code at BASE. */
void jp_test_module_map(struct jp_test_module *module, const char *path, uint64_t base,
                        uint64_t text)
{
    const uint64_t pages = (text + 0xfff) & ~(uint64_t)0xfff;

    *module = (struct jp_test_module){
        .ranges =
            {
                {base, base + 0x1000, 0, false, true},
                {base + 0x1000, base + 0x1000 + pages, 0x1000, true, true},
                {base + 0x2000 + pages, base + 0x3000 + pages, 0x1000 + pages, false, true},
            },
        .request = {.path = jp_span_of(path), .range_count = 3},
    };
    module->request.ranges = module->ranges;
}

struct jp_test_found jp_test_find(struct jp_finder_options options, const char *mapped,
                                  uint64_t text)
{
    struct jp_test_found found;
    struct jp_test_module module;

    options.no_system_debug = true;
    found.diags = jp_mem_resize(NULL, 1, sizeof *found.diags);
    jp_diags_init(found.diags);
    found.finder = jp_finder_new(&options, found.diags);
    jp_test_module_map(&module, mapped, JP_TEST_IMAGE_BASE, text);
    found.binary = jp_finder_find(found.finder, &module.request, &module.request, 1);
    assert_non_null(found.binary);
    return found;
}

void jp_test_found_release(struct jp_test_found *found)
{
    jp_finder_free(found->finder);
    jp_diags_release(found->diags);
    free(found->diags);
}

struct jp_finder_options jp_test_with_sysroot(const char *const *folder)
{
    return (struct jp_finder_options){.sysroots = folder, .sysroot_count = 1};
}

struct jp_finder_options jp_test_with_debug_dir(const char *const *folder)
{
    return (struct jp_finder_options){.debug_dirs = folder, .debug_dir_count = 1};
}

void jp_test_expect_path(const struct jp_test_found *found, const char *path)
{
    if (!found->binary->path)
        fail_msg("not found, but %s\n%s", jp_miss_text(found->binary->miss), found->binary->tried);
    assert_string_equal(found->binary->path, path);
    assert_int_equal(found->binary->miss, JP_MISS_NONE);
    assert_non_null(found->binary->object);
}

void jp_test_expect_miss(const struct jp_test_found *found, enum jp_miss miss)
{
    if (found->binary->path)
        fail_msg("found %s", found->binary->path);
    assert_null(found->binary->object);
    assert_int_equal(found->binary->miss, miss);
    assert_int_equal(found->binary->debug_miss, JP_MISS_NO_DEBUG_INFO);
}

void jp_test_expect_tried(const struct jp_test_found *found, const char *path, const char *reason)
{
    struct jp_span rest = jp_span_of(found->binary->tried);
    struct jp_span line;

    while (jp_span_take_line(&rest, &line, NULL)) {
        if (jp_span_find(line, jp_span_of(path), 0) != SIZE_MAX &&
            jp_span_find(line, jp_span_of(reason), 0) != SIZE_MAX)
            return;
    }
    fail_msg("no line \"%s: %s\" in\n%s", path, reason, found->binary->tried);
}

void jp_test_expect_debug(const struct jp_test_found *found, const char *path)
{
    if (!path) {
        assert_null(found->binary->debug_path);
        assert_ptr_equal(found->binary->debug_object, found->binary->object);
        assert_int_equal(found->binary->debug_miss, JP_MISS_NO_DEBUG_INFO);
        return;
    }
    if (!found->binary->debug_path)
        fail_msg("no debug file\n%s", found->binary->tried);
    assert_string_equal(found->binary->debug_path, path);
    assert_string_equal(jp_object_path(found->binary->debug_object), path);
    assert_int_equal(found->binary->debug_miss, JP_MISS_NONE);
}

struct jp_test_found jp_test_find_program(const char *program, const char *mapped)
{
    return jp_test_find((struct jp_finder_options){.program = program}, mapped, JP_TEST_TEXT_BYTES);
}

void jp_test_expect_program(const struct jp_test_found *found, const char *path)
{
    jp_test_expect_path(found, path);
    assert_true(found->binary->is_program);
    assert_int_equal(jp_diags_count(found->diags, JP_WARNING), 0);
}
