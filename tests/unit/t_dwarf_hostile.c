/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Debug information made to cost time or memory, written by hand: both readers must do bounded work
 * on it and give what is right of the answer.
 */
#include "config.h"

#include "jp_test.h"

#include "jp_dwarf.h"
#include "jp_test_elf.h"

#include <string.h>
#include <unistd.h>

enum { CODE = 0x1000, CODE_BYTES = 0x100, TARGET = 0x1010 };

/* Codes of the abbreviations below. */
enum { UNIT = 1, SCOPE, FUNCTION, INLINED, RANGED, LINKED };

/* DWARF 4, 7.5.3: code, tag, children, pairs of attribute and form. */
static const unsigned char abbreviations[] = {
    UNIT, 0x11, 1, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x06, 0, 0,     /* language, low_pc, high_pc */
    SCOPE, 0x39, 1, 0x01, 0x13, 0, 0,                            /* namespace: sibling */
    FUNCTION, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0, /* name, low_pc, high_pc */
    INLINED, 0x1d, 1, 0x11, 0x01, 0x12, 0x06, 0x59, 0x05, 0, 0,  /* low_pc, high_pc, call_line */
    RANGED, 0x2e, 0, 0x55, 0x17, 0, 0,                           /* ranges */
    /* name, linkage_name, low_pc, high_pc */
    LINKED, 0x2e, 0, 0x03, 0x08, 0x6e, 0x0e, 0x11, 0x01, 0x12, 0x06, 0, 0, 0};

static const char path[] = "t_dwarf_hostile.elf";

static void add(struct jp_buf *out, uint64_t value, size_t size)
{
    jp_buf_add(out, (struct jp_span){(const char *)&value, size});
}

static void add_code_at(struct jp_buf *out, uint64_t start, uint64_t bytes)
{
    add(out, start, 8);
    add(out, bytes, 4);
}

static void add_code(struct jp_buf *out)
{
    add_code_at(out, CODE, CODE_BYTES);
}

/* Header and root of a C++ unit. */
static void begin_unit_at(struct jp_buf *out, uint64_t start, uint64_t bytes)
{
    add(out, 0, 4); /* length: set by close_unit */
    add(out, 4, 2);
    add(out, 0, 4);
    add(out, 8, 1);
    add(out, UNIT, 1);
    add(out, 0x04, 1);
    add_code_at(out, start, bytes);
}

static void begin_unit(struct jp_buf *out)
{
    begin_unit_at(out, CODE, CODE_BYTES);
}

/* Set the length of the unit that began at START of OUT. */
static void close_unit(struct jp_buf *out, size_t start)
{
    const uint32_t length = (uint32_t)(out->len - start) - 4;

    memcpy(out->ptr + start, &length, sizeof length);
}

static void begin_function(struct jp_buf *out)
{
    add(out, FUNCTION, 1);
    jp_buf_add(out, (struct jp_span){"work", 5});
    add_code(out);
}

/* The file; INFO and RANGES are released. */
static struct jp_object *make_object(struct jp_buf *info, struct jp_buf *ranges)
{
    static const char code[CODE_BYTES];
    static const Elf64_Phdr segment = {.p_type = PT_LOAD,
                                       .p_flags = PF_R | PF_X,
                                       .p_offset = CODE,
                                       .p_vaddr = CODE,
                                       .p_filesz = CODE_BYTES,
                                       .p_memsz = CODE_BYTES};
    const struct jp_test_section sections[] = {
        {.name = ".text",
         .type = SHT_PROGBITS,
         .flags = SHF_ALLOC | SHF_EXECINSTR,
         .address = CODE,
         .offset = CODE,
         .content = {code, sizeof code}},
        {.name = ".debug_abbrev",
         .type = SHT_PROGBITS,
         .content = {(const char *)abbreviations, sizeof abbreviations}},
        {.name = ".debug_info", .type = SHT_PROGBITS, .content = jp_buf_span(info)},
        {.name = ".debug_ranges", .type = SHT_PROGBITS, .content = jp_buf_span(ranges)},
        {.name = ".debug_str", .type = SHT_PROGBITS, .content = JP_SPAN("\0_Z4workv\0cut")},
    };
    jp_test_elf_write(path, &(struct jp_test_elf){.sections = sections,
                                                  .section_count = JP_COUNT_OF(sections),
                                                  .segments = &segment,
                                                  .segment_count = 1});
    jp_buf_release(info);
    jp_buf_release(ranges);
    struct jp_object *const object = jp_object_open(path, NULL);
    unlink(path);
    assert_non_null(object);
    return object;
}

static struct jp_object *end_unit(struct jp_buf *info)
{
    struct jp_buf ranges = JP_BUF_INIT;

    close_unit(info, 0);
    add(&ranges, 0, 8);
    add(&ranges, 0, 8);
    return make_object(info, &ranges);
}

/* What READER says of TARGET; NAMES must be released. */
static const struct jp_name_entry *look_up(jp_dwarf_lookup *reader, struct jp_object *object,
                                           struct jp_names *names, struct jp_dwarf_work *work)
{
    static const uint64_t address = TARGET;
    const struct jp_dwarf_request request = {
        .object = object, .addresses = &address, .count = 1, .want_inlines = true};

    *work = (struct jp_dwarf_work){0};
    jp_names_init(names);
    assert_true(reader(&request, names, work, NULL));
    assert_int_equal(names->entries.count, 1);
    return &names->entries.data[0];
}

static jp_dwarf_lookup *const readers[] = {jp_dwarf_reader_lookup, jp_dwarf_libdwarf_lookup};

static void assert_few_dies(struct jp_buf *info, uint64_t most)
{
    struct jp_object *const object = end_unit(info);

    for (size_t i = 0; i < JP_COUNT_OF(readers); i++) {
        struct jp_dwarf_work work;
        struct jp_names names;
        look_up(readers[i], object, &names, &work);
        assert_in_range(work.dies_read, 1, most);
        jp_names_release(&names);
    }
    jp_object_free(object);
}

/* The sibling of a namespace is itself. */
static void test_sibling_of_itself(void **state)
{
    struct jp_buf info = JP_BUF_INIT;

    (void)state;
    begin_unit(&info);
    const uint64_t position = info.len;
    add(&info, SCOPE, 1);
    add(&info, position, 4);
    add(&info, 0, 1);
    begin_function(&info);
    add(&info, 0, 2);
    assert_few_dies(&info, 100);
}

/* The sibling of each namespace is its first child: taken both ways, 60 of them are 2^60 visits. */
static void test_siblings_that_are_children(void **state)
{
    struct jp_buf info = JP_BUF_INIT;

    (void)state;
    begin_unit(&info);
    for (int i = 0; i < 60; i++) {
        const uint64_t behind = info.len + 5;
        add(&info, SCOPE, 1);
        add(&info, behind, 4);
    }
    begin_function(&info);
    for (int i = 0; i < 62; i++)
        add(&info, 0, 1);
    assert_few_dies(&info, 3000);
}

/* Where namespaces end is recorded, so that they are passed over at first, and yet a function has
 * its code in one of them, as no compiler of C++ would put it; gfortran does so in modules. */
static void test_function_in_namespaces(void **state)
{
    enum { SCOPE_BYTES = 5, FUNCTION_BYTES = 1 + 5 + 12 };
    struct jp_buf info = JP_BUF_INIT;

    (void)state;
    begin_unit(&info);
    const uint64_t behind = info.len + 2 * SCOPE_BYTES + FUNCTION_BYTES + 2;
    add(&info, SCOPE, 1);
    add(&info, behind + 1, 4);
    add(&info, SCOPE, 1);
    add(&info, behind, 4);
    begin_function(&info);
    add(&info, 0, 4);
    struct jp_object *const object = end_unit(&info);
    for (size_t i = 0; i < JP_COUNT_OF(readers); i++) {
        struct jp_dwarf_work work;
        struct jp_names names;
        const struct jp_name_entry *const entry = look_up(readers[i], object, &names, &work);
        assert_int_equal(work.units_refused, 0);
        assert_int_equal(entry->frames_count, 1);
        assert_string_equal(
            jp_intern_text(&names.strings, names.frames.data[entry->frames_first].function),
            "(anonymous namespace)::(anonymous namespace)::work");
        jp_names_release(&names);
    }
    jp_object_free(object);
}

static void test_deep_inlining(void **state)
{
    struct jp_buf info = JP_BUF_INIT;

    (void)state;
    begin_unit(&info);
    begin_function(&info);
    for (uint64_t i = 1; i <= 400; i++) {
        add(&info, INLINED, 1);
        add_code(&info);
        add(&info, i, 2);
    }
    for (int i = 0; i < 402; i++)
        add(&info, 0, 1);
    struct jp_object *const object = end_unit(&info);
    for (size_t i = 0; i < JP_COUNT_OF(readers); i++) {
        struct jp_dwarf_work work;
        struct jp_names names;
        const struct jp_name_entry *const entry = look_up(readers[i], object, &names, &work);
        assert_int_equal(entry->frames_count, JP_NAMES_MOST_FRAMES);
        assert_int_equal(work.inlines_cut, 1);
        /* The outermost frames are there: call number K stands in the frame outside of it. */
        for (uint32_t k = 0; k < JP_NAMES_MOST_FRAMES; k++) {
            const struct jp_name_frame *const frame =
                &names.frames.data[entry->frames_first + entry->frames_count - 1 - k];
            assert_int_equal(frame->is_inlined, k > 0);
            if (k + 1 < JP_NAMES_MOST_FRAMES)
                assert_int_equal(frame->line, k + 1);
        }
        const struct jp_name_frame *const outermost =
            &names.frames.data[entry->frames_first + entry->frames_count - 1];
        assert_string_equal(jp_intern_text(&names.strings, outermost->function), "work");
        jp_names_release(&names);
    }
    jp_object_free(object);
}

/* The linkage name is empty, lies outside of its section, or does not end in it: the other one is
 * taken. */
static void test_no_linkage_name(void **state)
{
    static const struct {
        uint64_t offset; /* in .debug_str */
        const char *linkage;
        const char *function;
    } cases[] = {{1, "_Z4workv", ""}, {0, "", "work"}, {10, "", "work"}, {99999, "", "work"}};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_buf info = JP_BUF_INIT;
        struct jp_dwarf_work work;
        struct jp_names names;
        begin_unit(&info);
        add(&info, LINKED, 1);
        jp_buf_add(&info, (struct jp_span){"work", 5});
        add(&info, cases[i].offset, 4);
        add_code(&info);
        add(&info, 0, 1);
        struct jp_object *const object = end_unit(&info);
        const struct jp_name_entry *const entry =
            look_up(jp_dwarf_reader_lookup, object, &names, &work);
        assert_int_equal(entry->frames_count, 1);
        const struct jp_name_frame *const frame = &names.frames.data[entry->frames_first];
        assert_string_equal(jp_intern_text(&names.strings, frame->linkage), cases[i].linkage);
        assert_string_equal(jp_intern_text(&names.strings, frame->function), cases[i].function);
        jp_names_release(&names);
        jp_object_free(object);
    }
}

enum { HALF = CODE_BYTES / 2, FUNCTIONS = 60000, RANGES = 600 };

/* A unit that ends with the function wanted, behind many that share one long list of ranges. */
static void add_costly_unit(struct jp_buf *info, uint64_t start)
{
    const size_t begin = info->len;

    begin_unit_at(info, start, HALF);
    for (int i = 0; i < FUNCTIONS; i++) {
        add(info, RANGED, 1);
        add(info, 0, 4);
    }
    add(info, FUNCTION, 1);
    jp_buf_add(info, (struct jp_span){"work", 5});
    add_code_at(info, start, HALF);
    add(info, 0, 2);
    close_unit(info, begin);
}

/*
 * Two units, each of 36 million steps. The bound for both is 64 x 616 KB + 16 Mi = 56 million: the
 * first can be read, and the second cannot. So it must be with two threads as well; each would be
 * well below a bound of its own.
 */
static void test_one_bound_for_all_threads(void **state)
{
    static const uint64_t addresses[] = {CODE + 4, CODE + HALF + 4};
    struct jp_buf info = JP_BUF_INIT;
    struct jp_buf ranges = JP_BUF_INIT;

    (void)state;
    add_costly_unit(&info, CODE);
    add_costly_unit(&info, CODE + HALF);
    for (uint64_t i = 1; i <= RANGES; i++) {
        add(&ranges, 16 * i, 8);
        add(&ranges, 16 * i, 8);
    }
    add(&ranges, 0, 8);
    add(&ranges, 0, 8);
    struct jp_object *const object = make_object(&info, &ranges);
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        const struct jp_dwarf_request request = {.object = object,
                                                 .addresses = addresses,
                                                 .count = JP_COUNT_OF(addresses),
                                                 .want_inlines = true,
                                                 .jobs = jobs};
        struct jp_dwarf_work work;
        struct jp_names names;
        jp_names_init(&names);
        assert_true(jp_dwarf_reader_lookup(&request, &names, &work, NULL));
        assert_int_equal(work.units_read, 2);
        assert_int_equal(work.units_refused, 1);
        assert_int_equal(names.entries.data[0].frames_count, 1);
        assert_int_equal(names.entries.data[1].frames_count, 0);
        assert_int_equal(names.entries.data[1].miss, JP_MISS_READER_FAILED);
        assert_in_range(work.dies_read, FUNCTIONS, 2 * FUNCTIONS);
        jp_names_release(&names);
    }
    jp_object_free(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sibling_of_itself),
        cmocka_unit_test(test_siblings_that_are_children),
        cmocka_unit_test(test_function_in_namespaces),
        cmocka_unit_test(test_deep_inlining),
        cmocka_unit_test(test_no_linkage_name),
        cmocka_unit_test(test_one_bound_for_all_threads),
    };
    return cmocka_run_group_tests_name("dwarf_hostile", tests, NULL, NULL);
}
