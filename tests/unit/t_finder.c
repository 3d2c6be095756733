/* SPDX-License-Identifier: BSD-2-Clause */
/* Each rule of doc/symbols.md on a tree of small ELF files made for it. */
#include "config.h"

#include "jp_test.h"

#include "jp_test_elf.h"

#include "jp_file.h"
#include "jp_finder.h"
#include "jp_mem.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of the running test; every path below is made from it. */
static char root[] = "/tmp/jp-finder-XXXXXX";

enum { TEXT_BYTES = 0x2f00, IMAGE_BASE = 0x10000000 };

/* A library as the tests need it. */
struct sample {
    unsigned char id;    /* build-id: 20 of these bytes; 0: none */
    uint64_t text_bytes; /* 0: TEXT_BYTES */
    uint16_t type;       /* 0: ET_DYN */
    bool has_symbols;
    bool has_debug_info;
    bool is_debug_only; /* as "objcopy --only-keep-debug" leaves it */
    const char *link;   /* .gnu_debuglink */
    uint32_t link_crc;
    const char *alternate; /* .gnu_debugaltlink, with the build-id below */
    unsigned char alternate_id;
    const char *const *exports;
    size_t export_count;
};

/* --- files ----------------------------------------------------------------------------------- */

/* ROOT/NAME, with the folders made. The result lives until the test program ends. */
static const char *place(const char *name)
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

static void add_link(struct jp_buf *out, const struct sample *sample)
{
    jp_buf_add_text(out, sample->link);
    do
        jp_buf_add_byte(out, '\0');
    while (out->len % 4);
    jp_buf_add(out, (struct jp_span){(const char *)&sample->link_crc, 4});
}

static void add_alternate(struct jp_buf *out, const struct sample *sample)
{
    jp_buf_add_text(out, sample->alternate);
    jp_buf_add_byte(out, '\0');
    for (int i = 0; i < 20; i++)
        jp_buf_add_byte(out, (char)sample->alternate_id);
}

static const char *write_sample(const char *name, struct sample sample)
{
    static const char code[TEXT_BYTES * 4];
    const uint64_t text = sample.text_bytes ? sample.text_bytes : TEXT_BYTES;
    const uint64_t text_pages = (text + 0xfff) & ~(uint64_t)0xfff;
    const uint64_t base = sample.type == ET_EXEC ? 0x400000 : 0;
    struct jp_buf note = JP_BUF_INIT;
    struct jp_buf link = JP_BUF_INIT;
    struct jp_buf alternate = JP_BUF_INIT;
    struct jp_test_section sections[8];
    struct jp_test_symbol symbols[64];
    size_t count = 0;
    size_t symbol_count = 0;
    const bool is_cut_out = sample.is_debug_only;

    if (sample.id) {
        jp_test_elf_build_id(&note, sample.id, 20);
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
    if (sample.has_debug_info)
        sections[count++] = (struct jp_test_section){
            .name = ".debug_info", .type = SHT_PROGBITS, .content = {code, 16}};
    if (sample.link) {
        add_link(&link, &sample);
        sections[count++] = (struct jp_test_section){
            .name = ".gnu_debuglink", .type = SHT_PROGBITS, .content = jp_buf_span(&link)};
    }
    if (sample.alternate) {
        add_alternate(&alternate, &sample);
        sections[count++] = (struct jp_test_section){
            .name = ".gnu_debugaltlink", .type = SHT_PROGBITS, .content = jp_buf_span(&alternate)};
    }
    if (sample.has_symbols)
        symbols[symbol_count++] =
            (struct jp_test_symbol){"run", ".text", 0, base + 0x1000, 0x40, STB_GLOBAL, STT_FUNC};
    for (size_t i = 0; i < sample.export_count; i++)
        symbols[symbol_count++] = (struct jp_test_symbol){
            sample.exports[i], ".text", 0, base + 0x1000 + 16 * i, 16, STB_GLOBAL, STT_FUNC};
    const Elf64_Phdr segments[] = {
        {PT_LOAD, PF_R, 0, base, base, is_cut_out ? 0x100 : 0x800, 0x800, 0x1000},
        {PT_LOAD, PF_R | PF_X, is_cut_out ? 0 : 0x1000, base + 0x1000, base + 0x1000,
         is_cut_out ? 0 : text, text, 0x1000},
        {PT_LOAD, PF_R | PF_W, is_cut_out ? 0 : 0x1000 + text_pages, base + 0x2000 + text_pages,
         base + 0x2000 + text_pages, is_cut_out ? 0 : 0x100, 0x300, 0x1000},
    };
    const char *const path = place(name);
    jp_test_elf_write(path, &(struct jp_test_elf){.type = sample.type,
                                                  .sections = sections,
                                                  .section_count = count,
                                                  .segments = segments,
                                                  .segment_count = JP_COUNT_OF(segments),
                                                  .symbols = symbols,
                                                  .symbol_count = symbol_count,
                                                  .are_dynamic = sample.export_count > 0,
                                                  .bytes = 0x2000 + text_pages});
    jp_buf_release(&note);
    jp_buf_release(&link);
    jp_buf_release(&alternate);
    return path;
}

static uint32_t crc_of(const char *path)
{
    struct jp_file file;

    assert_true(jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, NULL));
    const uint32_t crc = libdeflate_crc32(0, file.bytes.ptr, file.bytes.len);
    jp_file_release(&file);
    return crc;
}

/* --- dumps ----------------------------------------------------------------------------------- */

struct module {
    struct jp_module_ranges ranges[3];
    struct jp_module_request request;
};

/* The mappings that the kernel makes of a sample with TEXT bytes of code at BASE. */
static void map_module(struct module *module, const char *path, uint64_t base, uint64_t text)
{
    const uint64_t pages = (text + 0xfff) & ~(uint64_t)0xfff;

    *module = (struct module){
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

/* What a test looks at after one search. */
struct outcome {
    struct jp_finder *finder;
    struct jp_diags *diags; /* on the heap: the finder keeps the pointer */
    const struct jp_binary *binary;
};

static struct outcome find_with(struct jp_finder_options options, const char *mapped, uint64_t text)
{
    struct outcome outcome;
    struct module module;

    options.no_system_debug = true;
    outcome.diags = jp_mem_resize(NULL, 1, sizeof *outcome.diags);
    jp_diags_init(outcome.diags);
    outcome.finder = jp_finder_new(&options, outcome.diags);
    map_module(&module, mapped, IMAGE_BASE, text);
    outcome.binary = jp_finder_find(outcome.finder, &module.request, &module.request, 1);
    assert_non_null(outcome.binary);
    return outcome;
}

static void release(struct outcome *outcome)
{
    jp_finder_free(outcome->finder);
    jp_diags_release(outcome->diags);
    free(outcome->diags);
}

static struct jp_finder_options with_sysroot(const char *const *folder)
{
    return (struct jp_finder_options){.sysroots = folder, .sysroot_count = 1};
}

static struct jp_finder_options with_debug_dir(const char *const *folder)
{
    return (struct jp_finder_options){.debug_dirs = folder, .debug_dir_count = 1};
}

static void expect_path(const struct outcome *outcome, const char *path)
{
    if (!outcome->binary->path)
        fail_msg("not found, but %s\n%s", jp_miss_text(outcome->binary->miss),
                 outcome->binary->tried);
    assert_string_equal(outcome->binary->path, path);
    assert_int_equal(outcome->binary->miss, JP_MISS_NONE);
    assert_non_null(outcome->binary->object);
}

static void expect_miss(const struct outcome *outcome, enum jp_miss miss)
{
    if (outcome->binary->path)
        fail_msg("found %s", outcome->binary->path);
    assert_null(outcome->binary->object);
    assert_int_equal(outcome->binary->miss, miss);
    assert_int_equal(outcome->binary->debug_miss, JP_MISS_NO_DEBUG_INFO);
}

/* Some line names PATH and says REASON. */
static void expect_tried(const struct outcome *outcome, const char *path, const char *reason)
{
    struct jp_span rest = jp_span_of(outcome->binary->tried);
    struct jp_span line;

    while (jp_span_take_line(&rest, &line, NULL)) {
        if (jp_span_find(line, jp_span_of(path), 0) != SIZE_MAX &&
            jp_span_find(line, jp_span_of(reason), 0) != SIZE_MAX)
            return;
    }
    fail_msg("no line \"%s: %s\" in\n%s", path, reason, outcome->binary->tried);
}

static void expect_debug(const struct outcome *outcome, const char *path)
{
    if (!path) {
        assert_null(outcome->binary->debug_path);
        assert_ptr_equal(outcome->binary->debug_object, outcome->binary->object);
        assert_int_equal(outcome->binary->debug_miss, JP_MISS_NO_DEBUG_INFO);
        return;
    }
    if (!outcome->binary->debug_path)
        fail_msg("no debug file\n%s", outcome->binary->tried);
    assert_string_equal(outcome->binary->debug_path, path);
    assert_string_equal(jp_object_path(outcome->binary->debug_object), path);
    assert_int_equal(outcome->binary->debug_miss, JP_MISS_NONE);
}

/* --- modules --------------------------------------------------------------------------------- */

static void test_as_mapped(void **state)
{
    const char *const path =
        write_sample("mapped/libx.so", (struct sample){.has_debug_info = true});

    (void)state;
    struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_path(&outcome, path);
    assert_ptr_equal(outcome.binary->debug_object, outcome.binary->object);
    assert_int_equal(outcome.binary->debug_miss, JP_MISS_NONE);
    assert_false(outcome.binary->is_program);
    expect_tried(&outcome, path, "used");
    release(&outcome);
}

static void test_not_found(void **state)
{
    (void)state;
    struct outcome outcome =
        find_with((struct jp_finder_options){0}, "/nowhere/libx.so", TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    expect_tried(&outcome, "/nowhere/libx.so", "No such file");
    release(&outcome);
}

/* A dump may name anything: what is no regular ELF file is refused without waiting for it. */
static void test_odd_files(void **state)
{
    const char *const text = place("odd/text.so");
    const char *const fifo = place("odd/fifo.so");
    const char *const folder = place("odd/folder.so/x");
    FILE *const file = fopen(text, "w");

    (void)state;
    fputs("no ELF file", file);
    fclose(file);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    struct outcome outcome = find_with((struct jp_finder_options){0}, text, TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_NOT_ELF);
    release(&outcome);
    outcome = find_with((struct jp_finder_options){0}, fifo, TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    expect_tried(&outcome, fifo, "not a regular file");
    release(&outcome);
    struct module module;
    char path[128];
    snprintf(path, sizeof path, "%.*s", (int)(strlen(folder) - 2), folder);
    outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    release(&outcome);
    /* An empty request and an empty path are answered as well. */
    outcome = find_with((struct jp_finder_options){0}, "", TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    map_module(&module, text, IMAGE_BASE, TEXT_BYTES);
    module.request.range_count = 0;
    assert_non_null(jp_finder_find(outcome.finder, &module.request, NULL, 0));
    release(&outcome);
}

/* jeprof: S/x/y/z.so, S/y/z.so, S/z.so. The folder may as well be flat. */
static void test_sysroot(void **state)
{
    static const char *const names[] = {"s1/opt/app/lib/libz.so", "s1/app/lib/libz.so",
                                        "s1/lib/libz.so", "s1/libz.so"};
    const char *const folder = place("s1");

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const path = write_sample(names[i], (struct sample){0});
        struct outcome outcome =
            find_with(with_sysroot(&folder), "/opt/app/lib/libz.so", TEXT_BYTES);
        expect_path(&outcome, path);
        release(&outcome);
        unlink(path);
    }
}

/* The whole path in any sysroot comes before a part of it in the first one. */
static void test_sysroot_order(void **state)
{
    const char *const folders[] = {place("s2"), place("s3")};
    const char *const flat = write_sample("s2/libz.so", (struct sample){0});
    const char *const whole = write_sample("s3/opt/libz.so", (struct sample){0});
    const struct jp_finder_options options = {.sysroots = folders, .sysroot_count = 2};

    (void)state;
    struct outcome outcome = find_with(options, "/opt/libz.so", TEXT_BYTES);
    expect_path(&outcome, whole);
    release(&outcome);
    unlink(whole);
    outcome = find_with(options, "/opt/libz.so", TEXT_BYTES);
    expect_path(&outcome, flat);
    release(&outcome);
}

/* A sysroot wins over the machine, unless its file is another build. */
static void test_sysroot_other_build(void **state)
{
    const char *const folder = place("s4");
    const char *const path = write_sample("m4/libz.so", (struct sample){0});
    const char *const other = write_sample("s4/libz.so", (struct sample){.text_bytes = 0x4f00});

    (void)state;
    struct outcome outcome = find_with(with_sysroot(&folder), path, TEXT_BYTES);
    expect_path(&outcome, path);
    expect_tried(&outcome, other, "another build: 0x3000 bytes of code at file offset 0x1000");
    release(&outcome);
    unlink(path);
    outcome = find_with(with_sysroot(&folder), path, TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_OTHER_BUILD);
    assert_int_equal(jp_diags_count(outcome.diags, JP_NOTE), 1);
    release(&outcome);
}

/* Code that is smaller, larger, or elsewhere in the file than what was mapped. */
static void test_other_builds(void **state)
{
    static const uint64_t sizes[] = {0x1f00, 0x3001, 0x8f00};
    const char *path = NULL;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(sizes); i++) {
        path = write_sample("other/libx.so", (struct sample){.text_bytes = sizes[i]});
        struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
        expect_miss(&outcome, JP_MISS_OTHER_BUILD);
        release(&outcome);
    }
    /* The last page is only partly used: 0x2001 to 0x3000 bytes cannot be told apart. */
    path = write_sample("other/libx.so", (struct sample){.text_bytes = 0x2001});
    struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_path(&outcome, path);
    release(&outcome);
    /* A program linked for a fixed address must lie there. */
    path = write_sample("other/fixed", (struct sample){.type = ET_EXEC});
    outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_OTHER_BUILD);
    expect_tried(&outcome, path, "linked for another address");
    struct module module;
    map_module(&module, path, 0x400000, TEXT_BYTES);
    jp_finder_free(outcome.finder);
    outcome.finder =
        jp_finder_new(&(struct jp_finder_options){.no_system_debug = true}, outcome.diags);
    outcome.binary = jp_finder_find(outcome.finder, &module.request, &module.request, 1);
    expect_path(&outcome, path);
    release(&outcome);
}

/* Transparent huge pages and mprotect split a mapping; the pieces still make the whole. */
static void test_split_mapping(void **state)
{
    const char *const path = write_sample("split/libx.so", (struct sample){0});
    const struct jp_module_ranges ranges[] = {
        {IMAGE_BASE + 0x1000, IMAGE_BASE + 0x2000, 0x1000, true, true},
        {IMAGE_BASE + 0x3000, IMAGE_BASE + 0x4000, 0x3000, true, true},
    };
    const struct jp_module_request request = {
        .path = jp_span_of(path), .ranges = ranges, .range_count = 2};

    (void)state;
    struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    outcome.binary = jp_finder_find(outcome.finder, &request, &request, 1);
    expect_path(&outcome, path);
    release(&outcome);
}

/* node maps a part of its code once more, far from where the program is linked for. */
static void test_second_mapping(void **state)
{
    const char *const path = write_sample("node/node", (struct sample){.type = ET_EXEC});
    const struct jp_module_ranges ranges[] = {
        {0x401000, 0x404000, 0x1000, true, true},
        {IMAGE_BASE, IMAGE_BASE + 0x1000, 0x2000, true, true},
    };
    const struct jp_module_request request = {
        .path = jp_span_of(path), .ranges = ranges, .range_count = 2};

    (void)state;
    struct outcome outcome = find_with((struct jp_finder_options){0}, "/x", TEXT_BYTES);
    outcome.binary = jp_finder_find(outcome.finder, &request, &request, 1);
    expect_path(&outcome, path);
    release(&outcome);
}

/* macOS maps and hand-made ones have no offsets: nothing to compare, so the name decides. */
static void test_no_offsets(void **state)
{
    const char *const path = write_sample("plain/libx.so", (struct sample){.text_bytes = 0x7000});
    const struct jp_module_ranges range = {IMAGE_BASE, IMAGE_BASE + 0x1000, 0, true, false};
    const struct jp_module_request request = {
        .path = jp_span_of(path), .ranges = &range, .range_count = 1};

    (void)state;
    struct outcome outcome = find_with((struct jp_finder_options){0}, "/x", TEXT_BYTES);
    outcome.binary = jp_finder_find(outcome.finder, &request, &request, 1);
    expect_path(&outcome, path);
    release(&outcome);
}

static void test_damaged(void **state)
{
    const char *const path = write_sample("damaged/libx.so", (struct sample){0});

    (void)state;
    assert_int_equal(truncate(path, 40), 0);
    struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_DAMAGED);
    release(&outcome);
}

/* A newer package: libz.so.1.2 ran, libz.so.1.3 and libz.so.1.2.bak are here. */
static void test_renamed(void **state)
{
    const char *const folder = place("s5");
    write_sample("s5/deep/er/libz.so.1.3", (struct sample){.text_bytes = 0x4000});
    const char *const right = write_sample("s5/deep/er/libz.so.1.2.bak", (struct sample){0});
    write_sample("s5/liby.so.1.2", (struct sample){0});

    (void)state;
    struct outcome outcome = find_with(with_sysroot(&folder), "/usr/lib/libz.so.1.2", TEXT_BYTES);
    expect_path(&outcome, right);
    release(&outcome);
    unlink(right);
    outcome = find_with(with_sysroot(&folder), "/usr/lib/libz.so.1.2", TEXT_BYTES);
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    release(&outcome);
}

/* Replaced by an update while it ran: the old file is kept somewhere else. */
static void test_deleted(void **state)
{
    const char *const folder = place("s6");
    const char *const path = write_sample("m6/server", (struct sample){.text_bytes = 0x8000});
    const char *const old = write_sample("s6/old/server-1.4", (struct sample){0});
    struct module module;

    (void)state;
    map_module(&module, path, IMAGE_BASE, TEXT_BYTES);
    module.request.is_deleted = true;
    struct outcome outcome = find_with(with_sysroot(&folder), "/x", TEXT_BYTES);
    outcome.binary = jp_finder_find(outcome.finder, &module.request, &module.request, 1);
    expect_path(&outcome, old);
    expect_tried(&outcome, path, "another build");
    release(&outcome);
}

/* --- the program ----------------------------------------------------------------------------- */

static struct outcome find_program(const char *program, const char *mapped)
{
    return find_with((struct jp_finder_options){.program = program}, mapped, TEXT_BYTES);
}

static void expect_program(const struct outcome *outcome, const char *path)
{
    expect_path(outcome, path);
    assert_true(outcome->binary->is_program);
    assert_int_equal(jp_diags_count(outcome->diags, JP_WARNING), 0);
}

static void test_program_moved(void **state)
{
    const char *const path = write_sample("p1/server", (struct sample){0});

    (void)state;
    struct outcome outcome = find_program(path, "/opt/app/bin/server");
    expect_program(&outcome, path);
    release(&outcome);
}

static void test_program_by_link(void **state)
{
    const char *const path = write_sample("p2/server", (struct sample){0});
    const char *const link = place("p2/current");

    (void)state;
    assert_int_equal(symlink(path, link), 0);
    struct outcome outcome = find_program(link, "/opt/app/bin/server");
    expect_program(&outcome, link);
    release(&outcome);
}

/* Renamed, and told by the build-id of the file that lies at the mapped path. */
static void test_program_by_build_id(void **state)
{
    const char *const path = write_sample("p3/copy-1", (struct sample){.id = 7});
    const char *const mapped = write_sample("p3/opt/server", (struct sample){.id = 7});

    (void)state;
    struct outcome outcome = find_program(path, mapped);
    expect_program(&outcome, path);
    release(&outcome);
}

static void test_program_by_shape(void **state)
{
    const char *const path = write_sample("p4/whatever", (struct sample){0});
    struct module modules[3];
    struct jp_module_request all[3];

    (void)state;
    map_module(&modules[0], "/opt/server", 0x10000000, TEXT_BYTES);
    map_module(&modules[1], "/opt/other", 0x20000000, 0x5000);
    map_module(&modules[2], "/opt/libx.so", 0x30000000, TEXT_BYTES);
    for (size_t i = 0; i < 3; i++)
        all[i] = modules[i].request;
    struct outcome outcome = find_program(path, "/none");
    outcome.binary = jp_finder_find(outcome.finder, &all[0], all, 3);
    expect_path(&outcome, path);
    assert_true(outcome.binary->is_program);
    assert_false(jp_finder_find(outcome.finder, &all[1], all, 3)->is_program);
    assert_false(jp_finder_find(outcome.finder, &all[2], all, 3)->is_program);
    release(&outcome);
    /* Two that fit: neither is believed. */
    map_module(&modules[1], "/opt/other", 0x20000000, TEXT_BYTES);
    all[1] = modules[1].request;
    outcome = find_program(path, "/none");
    assert_false(jp_finder_find(outcome.finder, &all[0], all, 3)->is_program);
    assert_false(jp_finder_find(outcome.finder, &all[1], all, 3)->is_program);
    release(&outcome);
}

static void test_program_other_build(void **state)
{
    const char *const path = write_sample("p5/server", (struct sample){.text_bytes = 0x9000});

    (void)state;
    struct outcome outcome = find_program(path, "/opt/server");
    expect_miss(&outcome, JP_MISS_OTHER_BUILD);
    assert_int_equal(jp_diags_count(outcome.diags, JP_WARNING), 1);
    assert_non_null(
        strstr(jp_intern_text(&outcome.diags->strings, outcome.diags->list.data[0].message),
               "is not the program that ran as /opt/server"));
    release(&outcome);
}

static void test_program_unrelated(void **state)
{
    const char *const path = write_sample("p6/client", (struct sample){.text_bytes = 0x9000});

    (void)state;
    struct outcome outcome = find_program(path, "/opt/server");
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    assert_int_equal(jp_diags_count(outcome.diags, JP_WARNING), 1);
    release(&outcome);
    outcome = find_program(place("p6/missing"), "/opt/server");
    expect_miss(&outcome, JP_MISS_FILE_NOT_FOUND);
    assert_int_equal(jp_diags_count(outcome.diags, JP_WARNING), 1);
    release(&outcome);
}

/* The debug file as the program: its code lies where the mappings show it. */
static void test_program_debug_only(void **state)
{
    const struct sample half = {
        .id = 9, .has_symbols = true, .has_debug_info = true, .is_debug_only = true};
    const char *const path = write_sample("p7/server.debug", half);
    uint64_t vaddr = 0;

    (void)state;
    struct outcome outcome = find_program(path, "/opt/server");
    expect_program(&outcome, path);
    assert_true(jp_object_vaddr_of_offset(outcome.binary->object, 0x1234, &vaddr));
    assert_int_equal(vaddr, 0x1234);
    assert_non_null(jp_object_symbol(outcome.binary->object, 0x1000));
    release(&outcome);
    /* With the stripped file there as well, that one has the code. */
    const char *const mapped = write_sample("p7/opt/server", (struct sample){.id = 9});
    outcome = find_program(path, mapped);
    expect_program(&outcome, mapped);
    expect_debug(&outcome, path);
    assert_string_equal(jp_object_path(outcome.binary->symbol_object), path);
    release(&outcome);
    /* Another build's debug file is refused. */
    write_sample(
        "p7/server.debug",
        (struct sample){.text_bytes = 0x5000, .has_debug_info = true, .is_debug_only = true});
    outcome = find_program(path, "/opt/server");
    expect_miss(&outcome, JP_MISS_OTHER_BUILD);
    release(&outcome);
}

/* The root of a container, and a folder that moved as a whole. */
static void test_moved_with_program(void **state)
{
    const char *const program = write_sample("c/root/opt/app/bin/server", (struct sample){0});
    const char *const own = write_sample("c/root/opt/app/lib/libown.so", (struct sample){0});
    const char *const system = write_sample("c/root/usr/lib/libsys.so", (struct sample){0});
    const char *const beside = write_sample("c/root/opt/app/bin/libplug.so", (struct sample){0});
    const char *const paths[] = {own, system, beside};
    const char *const mapped[] = {"/opt/app/lib/libown.so", "/usr/lib/libsys.so",
                                  "/srv/plugins/libplug.so"};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(paths); i++) {
        struct outcome outcome = find_program(program, "/none");
        struct module modules[2];
        map_module(&modules[0], "/opt/app/bin/server", 0x10000000, TEXT_BYTES);
        map_module(&modules[1], mapped[i], 0x20000000, TEXT_BYTES);
        const struct jp_module_request all[] = {modules[0].request, modules[1].request};
        outcome.binary = jp_finder_find(outcome.finder, &all[1], all, 2);
        expect_path(&outcome, paths[i]);
        assert_false(outcome.binary->is_program);
        outcome.binary = jp_finder_find(outcome.finder, &all[0], all, 2);
        expect_path(&outcome, program);
        assert_true(outcome.binary->is_program);
        release(&outcome);
    }
}

/* The order of calls and the load address change nothing, and equal answers are one. */
static void test_same_answer(void **state)
{
    const char *const program = write_sample("o/server", (struct sample){0});
    const char *const library = write_sample("o/libx.so", (struct sample){0});
    const struct jp_binary *first[2];

    (void)state;
    struct outcome outcome = find_program(program, "/none");
    for (int round = 0; round < 4; round++) {
        struct module modules[2];
        map_module(&modules[0], "/opt/server", 0x10000000 + (uint64_t)round * 0x100000, TEXT_BYTES);
        map_module(&modules[1], library, 0x20000000 + (uint64_t)round * 0x100000, TEXT_BYTES);
        const struct jp_module_request all[] = {modules[0].request, modules[1].request};
        for (int k = 0; k < 2; k++) {
            const int which = round % 2 ? 1 - k : k;
            const struct jp_binary *const binary =
                jp_finder_find(outcome.finder, &all[which], all, 2);
            if (round == 0)
                first[which] = binary;
            assert_ptr_equal(binary, first[which]);
        }
    }
    assert_string_equal(first[0]->path, program);
    assert_string_equal(first[1]->path, library);
    release(&outcome);
}

/* --- debug files ----------------------------------------------------------------------------- */

static const struct sample stripped = {.id = 0xab};
static const struct sample debug_half = {
    .id = 0xab, .has_symbols = true, .has_debug_info = true, .is_debug_only = true};

#define ID_REST "ababababababababababababababababababab"

static void test_debug_by_build_id(void **state)
{
    static const char *const names[] = {"d1/.build-id/ab/" ID_REST ".debug",
                                        "d1/ab/" ID_REST ".debug", "d1/any/name"};
    const char *const path = write_sample("b1/libx.so", stripped);
    const char *const folder = place("d1");

    (void)state;
    struct outcome outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
    expect_debug(&outcome, NULL);
    expect_tried(&outcome, "d1/.build-id/ab/" ID_REST ".debug", "No such file");
    release(&outcome);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const debug = write_sample(names[i], debug_half);
        outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
        expect_path(&outcome, path);
        expect_debug(&outcome, debug);
        assert_string_equal(jp_object_path(outcome.binary->symbol_object), debug);
        release(&outcome);
        unlink(debug);
    }
}

static void test_debug_below_sysroot(void **state)
{
    static const char *const names[] = {"r1/usr/lib/debug/.build-id/ab/" ID_REST ".debug",
                                        "r1/.build-id/ab/" ID_REST ".debug"};
    const char *const path = write_sample("r1/opt/libx.so", stripped);
    const char *const folder = place("r1");

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const debug = write_sample(names[i], debug_half);
        struct outcome outcome = find_with(with_sysroot(&folder), "/opt/libx.so", TEXT_BYTES);
        expect_path(&outcome, path);
        expect_debug(&outcome, debug);
        release(&outcome);
        unlink(debug);
    }
}

static void test_debug_other_build(void **state)
{
    const char *const path = write_sample("b2/libx.so", stripped);
    const char *const folder = place("d2");
    struct sample other = debug_half;

    (void)state;
    other.id = 0xcd;
    write_sample("d2/.build-id/ab/" ID_REST ".debug", other);
    struct outcome outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
    expect_debug(&outcome, NULL);
    expect_tried(&outcome, "d2/.build-id/ab/", "its build-id is cdcdcdcd");
    release(&outcome);
}

static void test_debug_link(void **state)
{
    static const char *const names[] = {"l/libx.so.dbg", "l/.debug/libx.so.dbg"};
    const char *const folder = place("ld");
    struct sample half = debug_half;

    (void)state;
    half.id = 0;
    const char *debug = write_sample("l/half", half);
    const struct sample linked = {.link = "libx.so.dbg", .link_crc = crc_of(debug)};
    unlink(debug);
    const char *const path = write_sample("l/libx.so", linked);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        debug = write_sample(names[i], half);
        struct outcome outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
        expect_debug(&outcome, debug);
        release(&outcome);
        unlink(debug);
    }
    /* <debug folder>/<folder of the file>/<name>, and a flat debug folder. */
    char name[128];
    snprintf(name, sizeof name, "ld%s/l/libx.so.dbg", root);
    debug = write_sample(name, half);
    struct outcome outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
    expect_debug(&outcome, debug);
    release(&outcome);
    unlink(debug);
    debug = write_sample("ld/libx.so.dbg", half);
    outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
    expect_debug(&outcome, debug);
    release(&outcome);
}

static void test_debug_link_crc(void **state)
{
    struct sample half = debug_half;
    struct sample linked = {.link = "libx.so.dbg", .link_crc = 0x12345678};

    (void)state;
    half.id = 0;
    const char *const debug = write_sample("lc/libx.so.dbg", half);
    const char *const path = write_sample("lc/libx.so", linked);
    struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_debug(&outcome, NULL);
    expect_tried(&outcome, debug, "its CRC differs");
    release(&outcome);
    /* Equal build-ids are the better proof: dwz changes a debug file after the link was made. */
    half.id = linked.id = 3;
    write_sample("lc/libx.so.dbg", half);
    write_sample("lc/libx.so", linked);
    outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_debug(&outcome, debug);
    release(&outcome);
    /* A name with a folder in it leads nowhere. */
    linked.link = "../lc/libx.so.dbg";
    linked.id = half.id = 0;
    write_sample("lc/libx.so", linked);
    outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    expect_debug(&outcome, NULL);
    release(&outcome);
}

static void test_debug_by_path(void **state)
{
    const char *const folder = place("dp");
    const char *const path = write_sample("bp/libx.so", (struct sample){0});
    struct sample half = debug_half;
    char names[4][128];

    (void)state;
    half.id = 0;
    snprintf(names[0], sizeof names[0], "dp%s/bp/libx.so.debug", root);
    snprintf(names[1], sizeof names[1], "dp%s/bp/libx.so", root);
    snprintf(names[2], sizeof names[2], "dp/libx.so.debug");
    snprintf(names[3], sizeof names[3], "dp/libx.so");
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const debug = write_sample(names[i], half);
        struct outcome outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
        expect_debug(&outcome, debug);
        release(&outcome);
        /* Found by its name only, so it must at least have the same segments. */
        struct sample other = half;
        other.text_bytes = TEXT_BYTES + 16;
        write_sample(names[i], other);
        outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
        expect_debug(&outcome, NULL);
        release(&outcome);
        unlink(debug);
    }
}

/* A debug package without the program: the debug file stands for the module. */
static void test_debug_file_alone(void **state)
{
    const char *const folder = place("da");
    const char *const debug = write_sample("da/opt/server.debug", debug_half);

    (void)state;
    struct outcome outcome = find_with(with_debug_dir(&folder), "/opt/server", TEXT_BYTES);
    expect_path(&outcome, debug);
    assert_int_equal(outcome.binary->debug_miss, JP_MISS_NONE);
    uint64_t vaddr = 0;
    assert_true(jp_object_vaddr_of_offset(outcome.binary->object, 0x2000, &vaddr));
    assert_int_equal(vaddr, 0x2000);
    release(&outcome);
}

/* A file with symbols but without lines helps, and the search goes on. */
static void test_debug_symbols_only(void **state)
{
    const char *const folders[] = {place("y1"), place("y2")};
    const char *const path = write_sample("by/libx.so", stripped);
    struct sample symbols = debug_half;

    (void)state;
    symbols.has_debug_info = false;
    const char *const first = write_sample("y1/.build-id/ab/" ID_REST ".debug", symbols);
    const struct jp_finder_options options = {.debug_dirs = folders, .debug_dir_count = 2};
    struct outcome outcome = find_with(options, path, TEXT_BYTES);
    expect_debug(&outcome, NULL);
    assert_string_equal(jp_object_path(outcome.binary->symbol_object), first);
    release(&outcome);
    const char *const second = write_sample("y2/.build-id/ab/" ID_REST ".debug", debug_half);
    outcome = find_with(options, path, TEXT_BYTES);
    expect_debug(&outcome, second);
    assert_string_equal(jp_object_path(outcome.binary->symbol_object), first);
    release(&outcome);
}

static const struct jp_binary *find_in_cache(struct outcome *outcome, const char *path)
{
    struct module module;

    map_module(&module, path, IMAGE_BASE, TEXT_BYTES);
    outcome->diags = jp_mem_resize(NULL, 1, sizeof *outcome->diags);
    jp_diags_init(outcome->diags);
    outcome->finder = jp_finder_new(&(struct jp_finder_options){0}, outcome->diags);
    outcome->binary = jp_finder_find(outcome->finder, &module.request, &module.request, 1);
    return outcome->binary;
}

/* The cache that debuginfod's client keeps; it is read, never filled. */
static void test_download_cache(void **state)
{
    const char *const path = write_sample("bc/libx.so", stripped);
    struct outcome outcome;

    (void)state;
    setenv("HOME", place("home"), 1);
    unsetenv("DEBUGINFOD_CACHE_PATH");
    setenv("XDG_CACHE_HOME", place("xdg"), 1);
    const char *const missed = place("xdg/debuginfod_client/ab" ID_REST "/debuginfo");
    fclose(fopen(missed, "w"));
    find_in_cache(&outcome, path);
    expect_debug(&outcome, NULL);
    release(&outcome);
    static const char *const names[] = {
        "xdg/debuginfod_client/ab" ID_REST "/debuginfo",
        "home/.cache/debuginfod_client/ab" ID_REST "/debuginfo",
        "home/.debuginfod_client_cache/ab" ID_REST "/debuginfo",
        "named/ab" ID_REST "/debuginfo",
    };
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        if (i == 1)
            unsetenv("XDG_CACHE_HOME");
        if (i == 3)
            setenv("DEBUGINFOD_CACHE_PATH", place("named"), 1);
        const char *const debug = write_sample(names[i], debug_half);
        find_in_cache(&outcome, path);
        expect_debug(&outcome, debug);
        release(&outcome);
        unlink(debug);
    }
}

static void test_alternate(void **state)
{
    struct sample user = {.has_debug_info = true, .alternate = ".dwz/common", .alternate_id = 0x77};
    const struct sample common = {.id = 0x77, .has_debug_info = true, .is_debug_only = true};
    const char *const folder = place("dz");
    static const char *const names[] = {
        "z/.dwz/common", "z/common", "dz/.dwz/common",
        "dz/.build-id/77/77777777777777777777777777777777777777.debug", "dz/renamed"};

    (void)state;
    const char *path = write_sample("z/libx.so", user);
    struct outcome outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
    assert_null(outcome.binary->alternate);
    assert_int_equal(outcome.binary->debug_miss, JP_MISS_NO_ALT_FILE);
    release(&outcome);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const char *const shared = write_sample(names[i], common);
        outcome = find_with(with_debug_dir(&folder), path, TEXT_BYTES);
        if (!outcome.binary->alternate)
            fail_msg("%s\n%s", names[i], outcome.binary->tried);
        assert_string_equal(jp_object_path(outcome.binary->alternate), shared);
        assert_int_equal(outcome.binary->debug_miss, JP_MISS_NONE);
        release(&outcome);
        unlink(shared);
    }
    /* An absolute path, as Fedora writes it, on the machine and below a sysroot. */
    const char *const absolute = write_sample("abs/common", common);
    user.alternate = absolute;
    path = write_sample("z/libx.so", user);
    outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    assert_string_equal(jp_object_path(outcome.binary->alternate), absolute);
    release(&outcome);
    /* Another build of it is no use. */
    struct sample other = common;
    other.id = 0x66;
    write_sample("abs/common", other);
    outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
    assert_null(outcome.binary->alternate);
    expect_tried(&outcome, absolute, "its build-id differs");
    release(&outcome);
}

/* --- allocators ------------------------------------------------------------------------------ */

static void test_allocator(void **state)
{
    static const char *const own[] = {"malloc", "free", "calloc", "_Znwm", "mallctl", "helper"};
    static const char *const prefixed[] = {"je_malloc", "je_free", "je_mallctl", "je_mallocx"};
    static const char *const program[] = {"malloc", "mallctl", "serve", "answer", "store", "main"};
    static const char *const c_library[] = {"malloc", "free", "calloc", "realloc"};
    static const struct {
        const char *name;
        const char *const *exports;
        size_t count;
        bool is_allocator;
    } cases[] = {
        {"a/libjemalloc.so.2", NULL, 0, true},
        {"a/libtcmalloc_minimal.so.4", NULL, 0, true},
        {"a/libmimalloc.so.2.0", NULL, 0, true},
        {"a/libfast.so", own, JP_COUNT_OF(own), true},
        {"a/libfast2.so", prefixed, JP_COUNT_OF(prefixed), true},
        {"a/libserver.so", program, JP_COUNT_OF(program), false},
        {"a/libc.so.6", c_library, JP_COUNT_OF(c_library), false},
        {"a/libx.so", NULL, 0, false},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const char *const path =
            write_sample(cases[i].name, (struct sample){.exports = cases[i].exports,
                                                        .export_count = cases[i].count});
        struct outcome outcome = find_with((struct jp_finder_options){0}, path, TEXT_BYTES);
        expect_path(&outcome, path);
        if (outcome.binary->is_allocator != cases[i].is_allocator)
            fail_msg("%s", path);
        release(&outcome);
    }
    /* By its name also when it is not here; and never the program. */
    struct outcome outcome =
        find_with((struct jp_finder_options){0}, "/x/libjemalloc.so.2", TEXT_BYTES);
    assert_true(outcome.binary->is_allocator);
    release(&outcome);
    const char *const path =
        write_sample("a/server", (struct sample){.exports = own, .export_count = JP_COUNT_OF(own)});
    outcome = find_program(path, "/opt/server");
    assert_true(outcome.binary->is_program);
    assert_false(outcome.binary->is_allocator);
    release(&outcome);
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_mapped),
        cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_odd_files),
        cmocka_unit_test(test_sysroot),
        cmocka_unit_test(test_sysroot_order),
        cmocka_unit_test(test_sysroot_other_build),
        cmocka_unit_test(test_other_builds),
        cmocka_unit_test(test_split_mapping),
        cmocka_unit_test(test_second_mapping),
        cmocka_unit_test(test_no_offsets),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_renamed),
        cmocka_unit_test(test_deleted),
        cmocka_unit_test(test_program_moved),
        cmocka_unit_test(test_program_by_link),
        cmocka_unit_test(test_program_by_build_id),
        cmocka_unit_test(test_program_by_shape),
        cmocka_unit_test(test_program_other_build),
        cmocka_unit_test(test_program_unrelated),
        cmocka_unit_test(test_program_debug_only),
        cmocka_unit_test(test_moved_with_program),
        cmocka_unit_test(test_same_answer),
        cmocka_unit_test(test_debug_by_build_id),
        cmocka_unit_test(test_debug_below_sysroot),
        cmocka_unit_test(test_debug_other_build),
        cmocka_unit_test(test_debug_link),
        cmocka_unit_test(test_debug_link_crc),
        cmocka_unit_test(test_debug_by_path),
        cmocka_unit_test(test_debug_file_alone),
        cmocka_unit_test(test_debug_symbols_only),
        cmocka_unit_test(test_download_cache),
        cmocka_unit_test(test_alternate),
        cmocka_unit_test(test_allocator),
    };
    return cmocka_run_group_tests_name("finder", tests, make_root, remove_root);
}
