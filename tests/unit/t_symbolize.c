/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jp_symbolize with readers made for the test, over a small ELF file with known symbols, and the
 * facts about line programs that libdwarf gets wrong.
 */
#include "config.h"

#include "jp_test.h"
#include "jp_test_elf.h"

#include "jp_libdwarf_lines.h"
#include "jp_symbolize.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char path[] = "t_symbolize.elf";

/* .text at 0x1000 to 0x1100: ns::outer() 0x1000-0x1020, plain 0x1020-0x1030, nothing behind. */
static void write_file(bool has_debug_info, bool has_symbols)
{
    static char code[0x100];
    const struct jp_test_section sections[] = {
        {.name = ".text",
         .type = SHT_PROGBITS,
         .flags = SHF_ALLOC | SHF_EXECINSTR,
         .address = 0x1000,
         .offset = 0x1000,
         .content = {code, sizeof code}},
        {.name = ".debug_info", .type = SHT_PROGBITS, .content = JP_SPAN("not DWARF at all")},
    };
    static const Elf64_Phdr segment = {.p_type = PT_LOAD,
                                       .p_flags = PF_R | PF_X,
                                       .p_offset = 0x1000,
                                       .p_vaddr = 0x1000,
                                       .p_filesz = 0x100,
                                       .p_memsz = 0x100};
    static const struct jp_test_symbol symbols[] = {
        {.name = "_ZN2ns5outerEv",
         .section = ".text",
         .value = 0x1000,
         .size_bytes = 0x20,
         .binding = STB_GLOBAL,
         .type = STT_FUNC},
        {.name = "plain.isra.0",
         .section = ".text",
         .value = 0x1020,
         .size_bytes = 0x10,
         .binding = STB_LOCAL,
         .type = STT_FUNC},
    };
    jp_test_elf_write(path, &(struct jp_test_elf){.sections = sections,
                                                  .section_count = has_debug_info ? 2 : 1,
                                                  .segments = &segment,
                                                  .segment_count = 1,
                                                  .symbols = symbols,
                                                  .symbol_count = has_symbols ? 2 : 0});
}

static uint32_t text(struct jp_names *names, const char *string)
{
    return jp_intern_add_text(&names->strings, string);
}

/* Address 0x1004: inner() inlined into a function whose linkage name DWARF does not have. */
static bool reader_with_inlines(const struct jp_dwarf_request *request, struct jp_names *names,
                                struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)error;
    work->units_total = work->units_read = 1;
    for (size_t i = 0; i < request->count; i++) {
        struct jp_name_entry entry = {.address = request->addresses[i],
                                      .frames_first = (uint32_t)names->frames.count};
        if (entry.address == 0x1004) {
            jp_vec_push(&names->frames, (struct jp_name_frame){.function = text(names, "inner"),
                                                               .linkage = text(names, "_Z5innerv"),
                                                               .file = text(names, "/src/a.cc"),
                                                               .line = 3,
                                                               .column = 7,
                                                               .is_inlined = true});
            jp_vec_push(&names->frames, (struct jp_name_frame){.function = text(names, "outer"),
                                                               .file = text(names, "/src/b.cc"),
                                                               .line = 40});
            entry.frames_count = 2;
        }
        jp_vec_push(&names->entries, entry);
    }
    return true;
}

static bool reader_that_fails(const struct jp_dwarf_request *request, struct jp_names *names,
                              struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)names;
    (void)work;
    return jp_error_set(error, JP_EXIT_INPUT, jp_object_path(request->object), 0, "bad luck");
}

/* Knows 0x1024 and refuses the unit of 0x1004. */
static bool reader_that_refuses_a_unit(const struct jp_dwarf_request *request,
                                       struct jp_names *names, struct jp_dwarf_work *work,
                                       struct jp_error *error)
{
    (void)error;
    work->units_total = 2;
    work->units_read = work->units_refused = 1;
    for (size_t i = 0; i < request->count; i++) {
        struct jp_name_entry entry = {.address = request->addresses[i],
                                      .frames_first = (uint32_t)names->frames.count};
        if (entry.address == 0x1024) {
            jp_vec_push(&names->frames, (struct jp_name_frame){.function = text(names, "plain"),
                                                               .file = text(names, "/src/c.c"),
                                                               .line = 9});
            entry.frames_count = 1;
        }
        jp_vec_push(&names->entries, entry);
    }
    return true;
}

struct outcome {
    struct jp_object *object;
    struct jp_names names;
    struct jp_diags diags;
    struct jp_dwarf_work work;
};

static const uint64_t addresses[] = {0x1004, 0x1024, 0x1080};

static struct outcome *symbolize_with_two(jp_dwarf_lookup *reader, jp_dwarf_lookup *second)
{
    struct outcome *const outcome = calloc(1, sizeof *outcome);
    const struct jp_symbolize_options options = {.reader = reader, .second_reader = second};

    outcome->object = jp_object_open(path, NULL);
    assert_non_null(outcome->object);
    const struct jp_binary binary = {
        .path = path, .object = outcome->object, .debug_object = outcome->object};
    jp_names_init(&outcome->names);
    jp_diags_init(&outcome->diags);
    jp_symbolize(&binary, addresses, JP_COUNT_OF(addresses), &options, &outcome->names,
                 &outcome->work, &outcome->diags);
    assert_int_equal(outcome->names.entries.count, JP_COUNT_OF(addresses));
    return outcome;
}

static struct outcome *symbolize(jp_dwarf_lookup *reader)
{
    return symbolize_with_two(reader, NULL);
}

static void discard(struct outcome *outcome)
{
    jp_diags_release(&outcome->diags);
    jp_names_release(&outcome->names);
    jp_object_free(outcome->object);
    free(outcome);
    unlink(path);
}

static const struct jp_name_entry *entry_at(const struct outcome *outcome, uint64_t address)
{
    const struct jp_name_entry *const entry = jp_names_find(&outcome->names, address);

    assert_non_null(entry);
    return entry;
}

static const struct jp_name_frame *frame_at(const struct outcome *outcome, uint64_t address,
                                            uint32_t number)
{
    const struct jp_name_entry *const entry = entry_at(outcome, address);

    assert_true(number < entry->frames_count);
    return &outcome->names.frames.data[entry->frames_first + number];
}

static void assert_text(const struct outcome *outcome, uint32_t id, const char *wanted)
{
    assert_string_equal(jp_intern_text(&outcome->names.strings, id), wanted);
}

static void test_frames_from_both(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(reader_with_inlines);

    assert_int_equal(entry_at(outcome, 0x1004)->miss, JP_MISS_NONE);
    assert_int_equal(entry_at(outcome, 0x1004)->frames_count, 2);
    const struct jp_name_frame *const inner = frame_at(outcome, 0x1004, 0);
    assert_text(outcome, inner->function, "inner()");
    assert_text(outcome, inner->linkage, "_Z5innerv");
    assert_text(outcome, inner->file, "/src/a.cc");
    assert_int_equal(inner->line, 3);
    assert_int_equal(inner->column, 7);
    assert_true(inner->is_inlined);
    assert_false(inner->is_external);
    const struct jp_name_frame *const outer = frame_at(outcome, 0x1004, 1);
    assert_text(outcome, outer->function, "ns::outer()");
    assert_text(outcome, outer->linkage, "_ZN2ns5outerEv");
    assert_text(outcome, outer->file, "/src/b.cc");
    assert_int_equal(outer->line, 40);
    assert_false(outer->is_inlined);
    assert_true(outer->is_external);
    discard(outcome);
}

static void test_symbol_without_lines(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(reader_with_inlines);

    assert_int_equal(entry_at(outcome, 0x1024)->miss, JP_MISS_NO_DEBUG_INFO);
    assert_text(outcome, frame_at(outcome, 0x1024, 0)->function, "plain");
    assert_text(outcome, frame_at(outcome, 0x1024, 0)->linkage, "plain.isra.0");
    assert_false(frame_at(outcome, 0x1024, 0)->is_external);
    assert_int_equal(entry_at(outcome, 0x1080)->miss, JP_MISS_NOT_COVERED);
    assert_int_equal(entry_at(outcome, 0x1080)->frames_count, 0);
    assert_int_equal(outcome->diags.list.count, 0);
    discard(outcome);
}

static void test_failing_reader_leaves_symbols(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(reader_that_fails);

    assert_int_equal(entry_at(outcome, 0x1004)->miss, JP_MISS_READER_FAILED);
    assert_text(outcome, frame_at(outcome, 0x1004, 0)->function, "ns::outer()");
    assert_int_equal(frame_at(outcome, 0x1004, 0)->line, 0);
    assert_int_equal(jp_diags_count(&outcome->diags, JP_WARNING), 1);
    assert_non_null(strstr(
        jp_intern_text(&outcome->diags.strings, outcome->diags.list.data[0].message), "bad luck"));
    discard(outcome);
}

static void test_without_inlined_frames(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(reader_with_inlines);
    const struct jp_symbolize_options options = {.reader = reader_with_inlines, .no_inlines = true};
    const struct jp_binary binary = {.object = outcome->object, .debug_object = outcome->object};

    jp_names_release(&outcome->names);
    jp_names_init(&outcome->names);
    jp_symbolize(&binary, addresses, JP_COUNT_OF(addresses), &options, &outcome->names,
                 &outcome->work, &outcome->diags);
    assert_int_equal(entry_at(outcome, 0x1004)->frames_count, 1);
    assert_text(outcome, frame_at(outcome, 0x1004, 0)->function, "ns::outer()");
    assert_text(outcome, frame_at(outcome, 0x1004, 0)->file, "/src/b.cc");
    assert_int_equal(frame_at(outcome, 0x1004, 0)->line, 40);
    discard(outcome);
}

/* One module after the other with the same counters: one warning about the one that is damaged. */
static void test_work_adds_up(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(reader_that_refuses_a_unit);
    const struct jp_symbolize_options options = {.reader = reader_with_inlines};
    const struct jp_binary binary = {.object = outcome->object, .debug_object = outcome->object};
    struct jp_names names;

    jp_names_init(&names);
    jp_symbolize(&binary, addresses, JP_COUNT_OF(addresses), &options, &names, &outcome->work,
                 &outcome->diags);
    assert_int_equal(outcome->work.units_total, 3);
    assert_int_equal(outcome->work.units_read, 2);
    assert_int_equal(outcome->work.units_refused, 1);
    assert_int_equal(outcome->diags.list.count, 1);
    assert_int_equal(outcome->diags.list.data[0].count, 1);
    jp_names_release(&names);
    discard(outcome);
}

static void test_second_reader_for_all(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize_with_two(reader_that_fails, reader_with_inlines);

    assert_int_equal(entry_at(outcome, 0x1004)->miss, JP_MISS_NONE);
    assert_text(outcome, frame_at(outcome, 0x1004, 0)->function, "inner()");
    assert_int_equal(entry_at(outcome, 0x1024)->miss, JP_MISS_NO_DEBUG_INFO);
    assert_int_equal(outcome->diags.list.count, 0);
    assert_int_equal(outcome->work.units_total, 1);
    discard(outcome);
}

static void test_second_reader_for_a_unit(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *outcome = symbolize_with_two(reader_that_refuses_a_unit, reader_with_inlines);

    assert_text(outcome, frame_at(outcome, 0x1004, 0)->function, "inner()");
    assert_text(outcome, frame_at(outcome, 0x1004, 1)->file, "/src/b.cc");
    assert_text(outcome, frame_at(outcome, 0x1024, 0)->file, "/src/c.c");
    assert_int_equal(outcome->diags.list.count, 0);
    assert_int_equal(outcome->work.units_refused, 0);
    discard(outcome);

    write_file(true, true);
    outcome = symbolize_with_two(reader_that_refuses_a_unit, reader_that_fails);
    assert_text(outcome, frame_at(outcome, 0x1024, 0)->file, "/src/c.c");
    assert_int_equal(jp_diags_count(&outcome->diags, JP_WARNING), 1);
    assert_non_null(
        strstr(jp_intern_text(&outcome->diags.strings, outcome->diags.list.data[0].message),
               "1 of 2 units"));
    discard(outcome);
}

static void test_nonsense_for_both_readers(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(NULL);

    assert_text(outcome, frame_at(outcome, 0x1004, 0)->function, "ns::outer()");
    assert_int_equal(jp_diags_count(&outcome->diags, JP_WARNING), 1);
    discard(outcome);
}

static void test_nonsense_for_libdwarf(void **state)
{
    (void)state;
    write_file(true, true);
    struct outcome *const outcome = symbolize(jp_dwarf_libdwarf_lookup);

    assert_text(outcome, frame_at(outcome, 0x1004, 0)->function, "ns::outer()");
    assert_int_equal(jp_diags_count(&outcome->diags, JP_WARNING), 1);
    discard(outcome);
}

static void test_no_debug_info(void **state)
{
    (void)state;
    write_file(false, true);
    struct outcome *const outcome = symbolize(reader_that_fails);

    assert_int_equal(entry_at(outcome, 0x1004)->miss, JP_MISS_NO_DEBUG_INFO);
    assert_int_equal(outcome->diags.list.count, 0);
    discard(outcome);
}

static void test_no_symbols(void **state)
{
    (void)state;
    write_file(false, false);
    struct outcome *const outcome = symbolize(NULL);

    assert_int_equal(entry_at(outcome, 0x1004)->miss, JP_MISS_NO_SYMBOLS);
    assert_int_equal(entry_at(outcome, 0x1004)->frames_count, 0);
    discard(outcome);
}

static void test_no_file(void **state)
{
    const struct jp_binary binary = {.miss = JP_MISS_OTHER_BUILD};
    const struct jp_symbolize_options options = {0};
    struct jp_dwarf_work work = {0};
    struct jp_names names;

    (void)state;
    jp_names_init(&names);
    jp_symbolize(&binary, addresses, JP_COUNT_OF(addresses), &options, &names, &work, NULL);
    assert_int_equal(names.entries.count, JP_COUNT_OF(addresses));
    assert_int_equal(names.entries.data[2].miss, JP_MISS_OTHER_BUILD);
    assert_int_equal(names.entries.data[2].frames_count, 0);
    jp_names_release(&names);
}

/*
 * A version 5 line program by hand (DWARF 5, section 6.2): set_address, epilogue_begin, a special
 * opcode, set_file 0, copy, end_sequence, and a second sequence of copy and end_sequence.
 */
static const unsigned char line_program[] = {
    59, 0,    0, 0,        /* unit_length */
    5,  0,    8, 0,        /* version, address size, selector size */
    28, 0,    0, 0,        /* header_length: up to the program */
    1,  1,    1, 0xfb, 14, /* instruction length, operations, is_stmt, line_base, line_range */
    13, 0,    1, 1,    1,    1, 0, 0, 0, 1, 0, 0, 1, /* opcode_base and operand counts */
    0,  0,    0, 0,    0,    0, 0, 0, 0, 0, /* the tables of folders and files are not looked at */
    0,  9,    2, 0,    0x10, 0, 0, 0, 0, 0, 0, /* set_address 0x1000 */
    11, 0x20,                                  /* set_epilogue_begin; special opcode: row 0 */
    4,  0,    1,                               /* set_file 0; copy: row 1 */
    0,  1,    1,                               /* end_sequence: row 2 */
    1,  0,    1, 1,                            /* copy, end_sequence: rows 3 and 4 */
};

static void test_line_program_facts(void **state)
{
    static const uint8_t wanted[] = {JP_ROW_HAS_FIRST_FILE, 0, JP_ROW_ENDS_SEQUENCE,
                                     JP_ROW_HAS_FIRST_FILE,
                                     JP_ROW_HAS_FIRST_FILE | JP_ROW_ENDS_SEQUENCE};
    const struct jp_span section = {(const char *)line_program, sizeof line_program};
    struct jp_row_facts facts = {0};

    (void)state;
    assert_int_equal(line_program[0], sizeof line_program - 4);
    assert_true(jp_libdwarf_program_read(section, 0, false, &facts));
    assert_int_equal(facts.list.count, JP_COUNT_OF(wanted));
    assert_memory_equal(facts.list.data, wanted, sizeof wanted);
    for (size_t cut = 0; cut < sizeof line_program; cut++)
        assert_false(
            jp_libdwarf_program_read((struct jp_span){section.ptr, cut}, 0, false, &facts));
    assert_false(jp_libdwarf_program_read(section, 1000, false, &facts));
    jp_vec_release(&facts.list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_from_both),
        cmocka_unit_test(test_symbol_without_lines),
        cmocka_unit_test(test_failing_reader_leaves_symbols),
        cmocka_unit_test(test_without_inlined_frames),
        cmocka_unit_test(test_work_adds_up),
        cmocka_unit_test(test_second_reader_for_all),
        cmocka_unit_test(test_second_reader_for_a_unit),
        cmocka_unit_test(test_nonsense_for_both_readers),
        cmocka_unit_test(test_nonsense_for_libdwarf),
        cmocka_unit_test(test_no_debug_info),
        cmocka_unit_test(test_no_symbols),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_line_program_facts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
