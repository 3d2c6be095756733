/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs of the corpus with damaged debug sections: whatever happens to the reader in its
 * process, the function names of the symbol table stay and at most one warning is given.
 */
#include "config.h"

#include "jp_test.h"

#include "jp_file.h"
#include "jp_symbolize.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ADDRESSES = 400, MOST_SECTIONS = 16 };

static const char damaged_path[] = "t_worker_damage.elf";
static const char package_path[] = "t_worker_damage.elf.dwp";

/* A program, the places of its debug sections and the names that must survive. */
struct program {
    struct jp_file file;
    struct {
        uint64_t offset;
        uint64_t bytes;
    } sections[MOST_SECTIONS];
    size_t section_count;
    uint64_t addresses[MOST_ADDRESSES];
    char *names[MOST_ADDRESSES];
    size_t count;
};

/* Park and Miller's generator. */
static uint32_t random_number(uint32_t *state, uint64_t below)
{
    *state = (uint32_t)((uint64_t)*state * 16807 % 2147483647);
    return (uint32_t)(*state % below);
}

static void find_sections(struct program *program, struct jp_object *object)
{
    Elf *const elf = jp_object_elf(object);
    size_t names_section;

    assert_int_equal(elf_getshdrstrndx(elf, &names_section), 0);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        assert_non_null(gelf_getshdr(section, &header));
        const char *const name = elf_strptr(elf, names_section, header.sh_name);
        if (name && strncmp(name, ".debug_", 7) == 0 && header.sh_size > 0 &&
            program->section_count < MOST_SECTIONS) {
            program->sections[program->section_count].offset = header.sh_offset;
            program->sections[program->section_count].bytes = header.sh_size;
            program->section_count++;
        }
    }
    assert_true(program->section_count > 0);
}

/* Every 16th byte of the code that a symbol covers. */
static void find_names(struct program *program, struct jp_object *object)
{
    size_t segment_count;
    const struct jp_segment *const segments = jp_object_segments(object, &segment_count);

    for (size_t s = 0; s < segment_count; s++) {
        for (uint64_t at = 0; segments[s].is_executable && at < segments[s].memory_bytes;
             at += 16) {
            const uint64_t address = segments[s].vaddr + at;
            const struct jp_symbol *const symbol = jp_object_symbol(object, address);
            if (!symbol || program->count == MOST_ADDRESSES)
                continue;
            program->addresses[program->count] = address;
            program->names[program->count++] = strdup(symbol->name);
        }
    }
    assert_true(program->count > 20);
}

static bool open_program(struct program *program, const char *name)
{
    const char *const corpus = getenv("CORPUS");
    char path[4096];

    *program = (struct program){0};
    snprintf(path, sizeof path, "%s/%s", corpus ? corpus : ".", name);
    struct jp_object *const object = jp_object_open(path, NULL);
    if (!object)
        return false;
    assert_true(jp_file_open(&program->file, path, JP_FILE_NAMED_BY_DATA, NULL));
    find_sections(program, object);
    find_names(program, object);
    jp_object_free(object);
    return true;
}

static void close_program(struct program *program)
{
    for (size_t i = 0; i < program->count; i++)
        free(program->names[i]);
    jp_file_release(&program->file);
}

static void write_damaged(const struct program *program, uint32_t seed, const char *path)
{
    static const unsigned char values[] = {0, 1, 5, 0x14, 0x7f, 0x80, 0xfe, 0xff};
    const size_t size = program->file.bytes.len;
    unsigned char *const bytes = malloc(size);
    uint32_t state = seed;

    assert_non_null(bytes);
    memcpy(bytes, program->file.bytes.ptr, size);
    for (uint32_t left = 1 + random_number(&state, 16); left > 0; left--) {
        const uint32_t s = random_number(&state, program->section_count);
        const uint64_t at =
            program->sections[s].offset + random_number(&state, program->sections[s].bytes);
        assert_true(at < size);
        bytes[at] = values[random_number(&state, sizeof values)];
    }
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    free(bytes);
}

static struct jp_object *open_damaged(const struct program *program, uint32_t seed)
{
    write_damaged(program, seed, damaged_path);
    struct jp_object *const object = jp_object_open(damaged_path, NULL);
    unlink(damaged_path);
    assert_non_null(object);
    return object;
}

static void check_names(const struct program *program, const struct jp_names *names, uint32_t seed)
{
    assert_int_equal(names->entries.count, program->count);
    for (size_t i = 0; i < program->count; i++) {
        const struct jp_name_entry *const entry = &names->entries.data[i];
        assert_int_equal(entry->address, program->addresses[i]);
        assert_true(entry->frames_count > 0);
        const struct jp_name_frame *const frame =
            &names->frames.data[entry->frames_first + entry->frames_count - 1];
        const char *const name =
            jp_intern_text(&names->strings, frame->linkage ? frame->linkage : frame->function);
        const char *const version = strchr(program->names[i], '@');
        const size_t len =
            version ? (size_t)(version - program->names[i]) : strlen(program->names[i]);
        if (strlen(name) != len || strncmp(name, program->names[i], len) != 0)
            fail_msg("seed %u: \"%s\" is now \"%s\"", seed, program->names[i], name);
    }
}

/* SEED is that of the damage, in OBJECT or in a file that it needs. */
static void look_up(const struct program *program, struct jp_object *object,
                    jp_dwarf_lookup *reader, uint32_t seed)
{
    static const struct jp_worker_limits limits = {
        .memory_bytes = 1 << 30, .cpu_seconds = 10, .wall_seconds = 300};
    const struct jp_binary binary = {.object = object, .debug_object = object};
    const struct jp_symbolize_options options = {.reader = reader, .limits = &limits};
    struct jp_dwarf_work work = {0};
    struct jp_names names;
    struct jp_diags diags;

    jp_names_init(&names);
    jp_diags_init(&diags);
    jp_symbolize(&binary, program->addresses, program->count, &options, &names, &work, &diags);
    check_names(program, &names, seed);
    assert_true(diags.list.count <= 1);
    jp_diags_release(&diags);
    jp_names_release(&names);
}

static void damage(const char *name, uint32_t seeds, jp_dwarf_lookup *reader)
{
    struct program program;

    if (!open_program(&program, name))
        skip(); /* no corpus */
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        struct jp_object *const object = open_damaged(&program, seed);
        look_up(&program, object, reader, seed);
        jp_object_free(object);
    }
    close_program(&program);
}

/* The program of FOLDER is sound, the package beside it is not. */
static void damage_package(const char *folder, uint32_t seeds, jp_dwarf_lookup *reader)
{
    struct program program;
    struct program package = {0};
    char path[4096];

    snprintf(path, sizeof path, "%s/program", folder);
    if (!open_program(&program, path))
        skip(); /* no corpus */
    snprintf(path, sizeof path, "%s/%s/program.dwp", getenv("CORPUS"), folder);
    struct jp_object *const sound = jp_object_open(path, NULL);
    assert_non_null(sound);
    assert_true(jp_file_open(&package.file, path, JP_FILE_NAMED_BY_DATA, NULL));
    find_sections(&package, sound);
    jp_object_free(sound);
    FILE *const copy = fopen(damaged_path, "wb");
    assert_non_null(copy);
    fwrite(program.file.bytes.ptr, 1, program.file.bytes.len, copy);
    fclose(copy);
    struct jp_object *const object = jp_object_open(damaged_path, NULL);
    assert_non_null(object);
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        write_damaged(&package, seed, package_path);
        look_up(&program, object, reader, seed);
    }
    jp_object_free(object);
    unlink(damaged_path);
    unlink(package_path);
    jp_file_release(&package.file);
    close_program(&program);
}

static void test_packages_by_libdwarf(void **state)
{
    (void)state;
    damage_package("shape-gcc-4-dwp", 60, jp_dwarf_libdwarf_lookup);
    damage_package("shape-clang-5-llvm-dwp", 60, jp_dwarf_libdwarf_lookup);
    damage_package("shape-rust-5-packed", 60, jp_dwarf_libdwarf_lookup);
}

static void test_c_by_libdwarf(void **state)
{
    (void)state;
    damage("c-gcc5-pie/relayd", 60, jp_dwarf_libdwarf_lookup);
}

static void test_c_by_default(void **state)
{
    (void)state;
    damage("c-gcc5-pie/relayd", 60, NULL);
}

static void test_cpp_by_libdwarf(void **state)
{
    (void)state;
    damage("cpp-gcc4-nopie/orderbook", 6, jp_dwarf_libdwarf_lookup);
}

static void test_cpp_by_default(void **state)
{
    (void)state;
    damage("cpp-gcc4-nopie/orderbook", 6, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c_by_libdwarf),        cmocka_unit_test(test_c_by_default),
        cmocka_unit_test(test_cpp_by_libdwarf),      cmocka_unit_test(test_cpp_by_default),
        cmocka_unit_test(test_packages_by_libdwarf),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
