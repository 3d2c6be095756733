/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Damaged debug information: bytes of the sections are overwritten and files are cut, with a fixed
 * seed, and our reader must come back each time with one entry per address. Meant to be run with
 * --enable-sanitizers as well; JP_DAMAGES=5000 makes it thorough, JP_SEED changes the damage.
 */
#include "config.h"

#include "jp_test.h"
#include "jp_test_elf.h"

#include "jp_dwarf.h"
#include "jp_file.h"
#include "jp_vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADDRESS_COUNT = 300, EDIT_LIMIT = 8 };

static const char path[] = "t_dwarf_damage.elf";
static const char package_path[] = "t_dwarf_damage.elf.dwp";
static const char shared_path[] = "t_dwarf_damage.shared";

/* A file to be damaged, and which parts of it: a program with unpacked sections at PATH, or what
 * the program there needs besides. */
struct victim {
    const char *path;
    struct jp_buf file;
    JP_VEC(struct jp_span) targets; /* parts of file */
    JP_VEC(uint64_t) addresses;
};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *const text = getenv(name);

    return text ? strtoull(text, NULL, 0) : otherwise;
}

static void take_segments(struct victim *victim, const struct jp_object *object, Elf64_Phdr *code)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    for (size_t i = 0; i < count; i++) {
        if (!segments[i].is_executable)
            continue;
        *code = (Elf64_Phdr){.p_type = PT_LOAD,
                             .p_flags = PF_R | PF_X,
                             .p_vaddr = segments[i].vaddr,
                             .p_memsz = segments[i].memory_bytes};
        const uint64_t step = segments[i].memory_bytes / ADDRESS_COUNT + 1;
        for (uint64_t at = 0; at < segments[i].memory_bytes; at += step)
            jp_vec_push(&victim->addresses, segments[i].vaddr + at);
        return;
    }
}

/* A copy of FILE of the corpus that holds nothing but its debug sections, unpacked. */
static void make_victim(struct victim *victim, const char *file)
{
    static const char *const names[] = {".debug_info",        ".debug_abbrev",   ".debug_line",
                                        ".debug_str",         ".debug_line_str", ".debug_rnglists",
                                        ".debug_str_offsets", ".debug_ranges",   ".debug_addr"};
    struct jp_test_section sections[JP_COUNT_OF(names)];
    size_t section_count = 0;
    char source[4096];
    struct jp_error error = JP_ERROR_INIT;
    Elf64_Phdr code = {0};

    *victim = (struct victim){.path = path};
    snprintf(source, sizeof source, "%s/%s", getenv("CORPUS"), file);
    struct jp_object *const object = jp_object_open(source, &error);
    assert_non_null(object);
    take_segments(victim, object, &code);
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        const struct jp_span content = jp_object_section(object, names[i], NULL);
        if (content.len)
            sections[section_count++] = (struct jp_test_section){
                .name = names[i], .type = SHT_PROGBITS, .content = content};
    }
    jp_test_elf_build(&victim->file, &(struct jp_test_elf){.sections = sections,
                                                           .section_count = section_count,
                                                           .segments = &code,
                                                           .segment_count = 1});
    for (size_t i = 0; i < section_count; i++) {
        const size_t at = jp_span_find(jp_buf_span(&victim->file), sections[i].content, 0);
        jp_vec_push(&victim->targets,
                    (struct jp_span){victim->file.ptr + at, sections[i].content.len});
    }
    jp_object_free(object);
}

static void release_victim(struct victim *victim)
{
    jp_buf_release(&victim->file);
    jp_vec_release(&victim->targets);
    jp_vec_release(&victim->addresses);
    unlink(path);
    unlink(package_path);
    unlink(shared_path);
}

static void write_file(const char *to, struct jp_span bytes)
{
    FILE *const file = fopen(to, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
    assert_int_equal(fclose(file), 0);
}

/* Look all addresses up; returns the number of frames. */
static size_t look_up(const struct victim *victim)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dwarf_request request = {.addresses = victim->addresses.data,
                                       .count = victim->addresses.count,
                                       .want_inlines = true};
    struct jp_dwarf_work work;
    struct jp_names names;
    size_t frames = 0;

    request.object = jp_object_open(path, &error);
    if (!request.object)
        return 0;
    if (victim->path == shared_path)
        request.alternate = jp_object_open(shared_path, NULL);
    jp_names_init(&names);
    if (jp_dwarf_reader_lookup(&request, &names, &work, &error)) {
        frames = names.frames.count;
        assert_int_equal(names.entries.count, victim->addresses.count);
        for (size_t i = 0; i < names.entries.count; i++) {
            const struct jp_name_entry *const entry = &names.entries.data[i];
            assert_int_equal(entry->address, victim->addresses.data[i]);
            assert_true(entry->frames_first + (uint64_t)entry->frames_count <= frames);
        }
    } else {
        assert_int_not_equal(error.exit, JP_EXIT_OK);
    }
    jp_names_release(&names);
    jp_object_free(request.alternate);
    jp_object_free(request.object);
    return frames;
}

/* Numbers at which a reader is most likely to stumble. */
static void edit(char *at, size_t left, uint64_t *random)
{
    static const uint64_t values[] = {0,          UINT64_MAX,         0x7fffffffffffffff, 0x80,
                                      0xffffffff, 0x8080808080808080, 0xfffffff0,         1};
    const uint64_t value = next_random(random) % 3
                               ? next_random(random)
                               : values[next_random(random) % JP_COUNT_OF(values)];
    const size_t sizes[] = {1, 1, 1, 2, 4, 8};
    const size_t size = sizes[next_random(random) % JP_COUNT_OF(sizes)];

    memcpy(at, &value, size < left ? size : left);
}

static void damage(const struct victim *victim, char *copy, uint64_t *random)
{
    const uint64_t edits = 1 + next_random(random) % EDIT_LIMIT;

    memcpy(copy, victim->file.ptr, victim->file.len);
    for (uint64_t i = 0; i < edits; i++) {
        const struct jp_span target =
            victim->targets.data[next_random(random) % victim->targets.count];
        const size_t at = next_random(random) % target.len;
        edit(copy + (target.ptr - victim->file.ptr) + at, target.len - at, random);
    }
}

static void damage_often(struct victim *victim, uint64_t rounds)
{
    uint64_t random = setting("JP_SEED", 0x9e3779b97f4a7c15);
    char *const copy = jp_mem_resize(NULL, victim->file.len, 1);

    write_file(victim->path, jp_buf_span(&victim->file));
    assert_true(look_up(victim) > 0);
    for (uint64_t i = 0; i < rounds; i++) {
        damage(victim, copy, &random);
        write_file(victim->path, (struct jp_span){copy, victim->file.len});
        look_up(victim);
        if (i % 8 == 0) {
            write_file(victim->path,
                       (struct jp_span){victim->file.ptr, next_random(&random) % victim->file.len});
            look_up(victim);
        }
    }
    free(copy);
    release_victim(victim);
}

static void run(const char *file, uint64_t rounds)
{
    struct victim victim;

    make_victim(&victim, file);
    damage_often(&victim, rounds);
}

static void read_corpus(const char *file, struct jp_buf *out)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_file opened;
    char source[4096];

    snprintf(source, sizeof source, "%s/%s", getenv("CORPUS"), file);
    assert_true(jp_file_open(&opened, source, JP_FILE_NAMED_BY_USER, &error));
    jp_buf_add(out, opened.bytes);
    jp_file_release(&opened);
}

/* PROGRAM stays sound; what is damaged is FILE, which it needs at FILE_PATH. */
static void run_beside(const char *program, const char *file, const char *file_path,
                       uint64_t rounds)
{
    struct victim victim = {.path = file_path};
    struct jp_buf sound = JP_BUF_INIT;
    Elf64_Phdr code;

    read_corpus(program, &sound);
    write_file(path, jp_buf_span(&sound));
    jp_buf_release(&sound);
    struct jp_object *const object = jp_object_open(path, NULL);
    assert_non_null(object);
    take_segments(&victim, object, &code);
    const size_t alone = look_up(&victim);
    jp_object_free(object);
    read_corpus(file, &victim.file);
    const size_t header = sizeof(Elf64_Ehdr);
    jp_vec_push(&victim.targets,
                (struct jp_span){victim.file.ptr + header, victim.file.len - header});
    write_file(file_path, jp_buf_span(&victim.file));
    if (file_path == package_path)
        assert_true(look_up(&victim) > alone); /* inlined calls are found there */
    damage_often(&victim, rounds);
}

static void test_split_and_shared(void **state)
{
    const uint64_t rounds = setting("JP_DAMAGES", 200);

    (void)state;
    run_beside("shape-gcc-4-dwp/program", "shape-gcc-4-dwp/program.dwp", package_path, rounds);
    run_beside("shape-clang-5-llvm-dwp/program", "shape-clang-5-llvm-dwp/program.dwp", package_path,
               rounds);
    run_beside("shape-rust-5-packed/program", "shape-rust-5-packed/program.dwp", package_path,
               rounds);
    run_beside("shape-dwz-4-shared/program", "shape-dwz-4-shared/.dwz/common.debug", shared_path,
               rounds);
    run_beside("shape-dwz-5-sup/program", "shape-dwz-5-sup/.dwz/common.debug", shared_path, rounds);
}

static void test_c(void **state)
{
    const uint64_t rounds = setting("JP_DAMAGES", 200);

    (void)state;
    run("c-gcc5-pie/relayd", rounds);
    run("c-gcc4-nopie/relayd", rounds);
    run("c-clang5-pie/relayd", rounds);
    run("c-clang4-nopie/relayd", rounds);
}

static void test_cpp(void **state)
{
    const uint64_t rounds = setting("JP_DAMAGES", 200) / 10;

    (void)state;
    run("cpp-gcc5-pie/orderbook", rounds);
    run("cpp-gcc4-nopie/orderbook", rounds);
    run("cpp-clang5-pie/orderbook", rounds);
}

static void test_rust(void **state)
{
    (void)state;
    run("rust-lines/metacache", setting("JP_DAMAGES", 200) / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c),
        cmocka_unit_test(test_cpp),
        cmocka_unit_test(test_rust),
        cmocka_unit_test(test_split_and_shared),
    };
    return cmocka_run_group_tests_name("dwarf_damage", tests, NULL, NULL);
}
