/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles of pprof made by hand, read and joined. */
#include "config.h"

#include "jp_test.h"

#ifdef HAVE_PPROF

#include "jp_join_pprof.h"
#include "jp_pprof.pb-c.h"
#include "jp_view.h"

#include <string.h>

enum { MOST = 8 };

/* The string table; each text has room of its own, as the message may change its strings. */
static char texts[][16] = {
    "",    "inuse_space", "bytes", "alloc_objects", "count",   "/bin/app", "0a1b", "f",     "main",
    "a.c", "thread",      "t7",    "thread_name",   "io pool", "b.c",      "cpu",  "[vdso]"};

/* A message whose parts are on the stack of the test. */
struct maker {
    JpPprof__Profile message;
    JpPprof__ValueType types[MOST];
    JpPprof__ValueType *type_list[MOST];
    JpPprof__Mapping mappings[MOST];
    JpPprof__Mapping *mapping_list[MOST];
    JpPprof__Function functions[MOST];
    JpPprof__Function *function_list[MOST];
    JpPprof__Line lines[MOST];
    JpPprof__Line *line_list[MOST];
    JpPprof__Location locations[MOST];
    JpPprof__Location *location_list[MOST];
    JpPprof__Label labels[MOST];
    JpPprof__Label *label_list[MOST];
    JpPprof__Sample samples[MOST];
    JpPprof__Sample *sample_list[MOST];
    uint64_t ids[MOST][MOST];
    int64_t values[MOST][MOST];
    size_t line_count, label_count;
    char *strings[sizeof texts / sizeof *texts];
};

static void add_type(struct maker *maker, int64_t type, int64_t unit)
{
    const size_t i = maker->message.n_sample_type++;

    jp_pprof__value_type__init(&maker->types[i]);
    maker->types[i].type = type;
    maker->types[i].unit = unit;
    maker->type_list[i] = &maker->types[i];
}

static void add_mapping(struct maker *maker, uint64_t id, uint64_t start, int64_t path,
                        int64_t build_id)
{
    const size_t i = maker->message.n_mapping++;

    jp_pprof__mapping__init(&maker->mappings[i]);
    maker->mappings[i].id = id;
    maker->mappings[i].memory_start = start;
    maker->mappings[i].memory_limit = start + 0x1000;
    maker->mappings[i].file_offset = 0x2000;
    maker->mappings[i].filename = path;
    maker->mappings[i].build_id = build_id;
    maker->mapping_list[i] = &maker->mappings[i];
}

static void add_function(struct maker *maker, uint64_t id, int64_t name, int64_t file)
{
    const size_t i = maker->message.n_function++;

    jp_pprof__function__init(&maker->functions[i]);
    maker->functions[i].id = id;
    maker->functions[i].name = name;
    maker->functions[i].filename = file;
    maker->function_list[i] = &maker->functions[i];
}

/* A location without lines, and lines that are added to the last one, innermost first. */
static void add_location(struct maker *maker, uint64_t id, uint64_t mapping, uint64_t address)
{
    const size_t i = maker->message.n_location++;

    jp_pprof__location__init(&maker->locations[i]);
    maker->locations[i].id = id;
    maker->locations[i].mapping_id = mapping;
    maker->locations[i].address = address;
    maker->locations[i].line = &maker->line_list[maker->line_count];
    maker->location_list[i] = &maker->locations[i];
}

static void add_line(struct maker *maker, uint64_t function, int64_t line)
{
    const size_t i = maker->line_count++;

    jp_pprof__line__init(&maker->lines[i]);
    maker->lines[i].function_id = function;
    maker->lines[i].line = line;
    maker->line_list[i] = &maker->lines[i];
    maker->locations[maker->message.n_location - 1].n_line++;
}

static void add_sample(struct maker *maker, uint64_t youngest, uint64_t caller, int64_t bytes,
                       int64_t objects)
{
    const size_t i = maker->message.n_sample++;
    JpPprof__Sample *const sample = &maker->samples[i];

    jp_pprof__sample__init(sample);
    maker->ids[i][0] = youngest;
    maker->ids[i][1] = caller;
    maker->values[i][0] = bytes;
    maker->values[i][1] = objects;
    sample->location_id = maker->ids[i];
    sample->n_location_id = (youngest != 0) + (caller != 0);
    sample->value = maker->values[i];
    sample->n_value = maker->message.n_sample_type;
    sample->label = &maker->label_list[maker->label_count];
    maker->sample_list[i] = sample;
}

static void add_label(struct maker *maker, int64_t key, int64_t text)
{
    const size_t i = maker->label_count++;

    jp_pprof__label__init(&maker->labels[i]);
    maker->labels[i].key = key;
    maker->labels[i].str = text;
    maker->label_list[i] = &maker->labels[i];
    maker->samples[maker->message.n_sample - 1].n_label++;
}

/* f (inlined in main), called by main: 100 bytes, of which thread 7 holds 30. */
static void make(struct maker *maker)
{
    *maker = (struct maker){.line_count = 0};
    jp_pprof__profile__init(&maker->message);
    maker->message.sample_type = maker->type_list;
    maker->message.mapping = maker->mapping_list;
    maker->message.function = maker->function_list;
    maker->message.location = maker->location_list;
    maker->message.sample = maker->sample_list;
    maker->message.string_table = maker->strings;
    maker->message.n_string_table = JP_COUNT_OF(texts);
    for (size_t i = 0; i < JP_COUNT_OF(texts); i++)
        maker->strings[i] = texts[i];
    add_type(maker, 1, 2);
    add_type(maker, 3, 4);
    add_mapping(maker, 1, 0x400000, 5, 6);
    add_function(maker, 11, 7, 9);
    add_function(maker, 12, 8, 9);
    add_location(maker, 21, 1, 0x400100);
    add_line(maker, 11, 5);
    add_line(maker, 12, 6);
    add_location(maker, 22, 1, 0x400200);
    add_line(maker, 12, 7);
    add_sample(maker, 21, 22, 70, 7);
    add_sample(maker, 21, 22, 30, 3);
    add_label(maker, 10, 11);
    add_label(maker, 12, 13);
}

static bool parse(struct jp_pprof *pprof, const struct maker *maker, struct jp_error *error)
{
    uint8_t bytes[1 << 12];
    const size_t size = jp_pprof__profile__get_packed_size(&maker->message);

    assert_true(size < sizeof bytes);
    jp_pprof__profile__pack(&maker->message, bytes);
    return jp_pprof_parse(pprof, (struct jp_span){(const char *)bytes, size}, "x.pb", NULL, error);
}

static void join(struct jp_profile *profile, const struct maker *maker, enum jp_side side)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_pprof pprof;

    if (!parse(&pprof, maker, &error))
        fail_msg("%s", error.message);
    jp_join_pprof(profile, &pprof, side, NULL);
    jp_pprof_release(&pprof);
}

static const char *function_of(const struct jp_profile *profile, uint32_t frame)
{
    const uint32_t function = profile->frames.data[frame].function;

    return jp_intern_text(&profile->strings, profile->functions.data[function].name);
}

static void test_join(void **state)
{
    struct jp_profile profile;
    struct maker maker;

    (void)state;
    make(&maker);
    jp_profile_init(&profile);
    join(&profile, &maker, JP_SIDE_MAIN);
    assert_int_equal(profile.stacks.count, 3);
    assert_int_equal(profile.samples.count, 2);
    assert_true(jp_samples_at(&profile.samples, 0).main.of[JP_INUSE_BYTES] == 100);
    assert_true(jp_samples_at(&profile.samples, 0).main.of[JP_ALLOC_OBJECTS] == 10);
    assert_true(jp_samples_at(&profile.samples, 1).main.of[JP_INUSE_BYTES] == 30);
    assert_int_equal(profile.threads.data[1].uid, 7);
    assert_string_equal(jp_intern_text(&profile.strings, profile.threads.data[1].name), "io pool");

    /* Outermost first. The return address is the one behind; the offset is that of the file. */
    assert_int_equal(profile.locations.data[0].address, 0x400201);
    const struct jp_location *const location = &profile.locations.data[1];
    assert_int_equal(location->address, 0x400101);
    assert_int_equal(location->offset, 0x2101);
    assert_int_equal(location->frames_count, 2);
    assert_string_equal(function_of(&profile, location->frames_first), "f");
    assert_string_equal(function_of(&profile, location->frames_first + 1), "main");
    assert_true(profile.frames.data[location->frames_first].is_inlined);
    assert_false(profile.frames.data[location->frames_first + 1].is_inlined);
    assert_int_equal(profile.frames.data[location->frames_first].line, 5);
    const struct jp_module *const module = &profile.modules.data[location->module];
    assert_string_equal(jp_intern_text(&profile.strings, module->path), "/bin/app");
    assert_memory_equal(jp_intern_text(&profile.strings, module->build_id), "\x0a\x1b", 3);
    assert_int_equal(profile.sources.data[0].correction, JP_CORRECTION_DONE);
    jp_profile_release(&profile);
}

/* The same places are the same locations; a lost stack, and values that shrank, are kept. */
static void test_base(void **state)
{
    struct jp_profile profile;
    struct maker maker;

    (void)state;
    make(&maker);
    jp_profile_init(&profile);
    join(&profile, &maker, JP_SIDE_MAIN);
    add_sample(&maker, 0, 0, -5, 0);
    join(&profile, &maker, JP_SIDE_BASE);
    assert_int_equal(profile.locations.count, 2);
    assert_true(jp_samples_at(&profile.samples, 0).base.of[JP_INUSE_BYTES] == 100);
    assert_true(jp_samples_at(&profile.samples, 2).base.of[JP_INUSE_BYTES] == -5);
    assert_int_equal(profile.samples.keys[2].stack, JP_ROOT_STACK);
    jp_profile_release(&profile);
}

/* Without build-ids another name at the same place is another build. */
static void test_other_build(void **state)
{
    struct jp_profile profile;
    struct maker maker;

    (void)state;
    make(&maker);
    maker.mappings[0].build_id = 0;
    jp_profile_init(&profile);
    join(&profile, &maker, JP_SIDE_MAIN);
    join(&profile, &maker, JP_SIDE_MAIN);
    assert_int_equal(profile.locations.count, 2);
    maker.lines[2].line = 8;
    for (int i = 0; i < 2; i++) {
        join(&profile, &maker, JP_SIDE_MAIN);
        assert_int_equal(profile.modules.count, 2);
        /* One named anew, which stands for two readings. */
        assert_int_equal(profile.frames.data[profile.frames.count - 1].line, 8);
    }
    assert_int_equal(profile.stacks.count, 5);
    assert_true(jp_samples_at(&profile.samples, 0).main.of[JP_INUSE_BYTES] == 200);
    jp_profile_release(&profile);
}

/* No addresses: the frames are what is known of a place. Functions of one name differ by file. */
static void test_no_addresses(void **state)
{
    struct jp_profile profile;
    struct maker maker;

    (void)state;
    make(&maker);
    maker.locations[0].address = maker.locations[1].address = 0;
    maker.locations[0].mapping_id = maker.locations[1].mapping_id = 0;
    add_function(&maker, 13, 8, 14);
    add_location(&maker, 23, 0, 0);
    add_line(&maker, 13, 7);
    add_sample(&maker, 23, 22, 1, 1);
    jp_profile_init(&profile);
    join(&profile, &maker, JP_SIDE_MAIN);
    join(&profile, &maker, JP_SIDE_BASE);
    assert_int_equal(profile.functions.count, 3);
    assert_int_equal(profile.stacks.count, 4);
    assert_true(jp_samples_at(&profile.samples, 0).base.of[JP_INUSE_BYTES] == 100);
    jp_profile_release(&profile);
}

/* Mappings come in any order and may lie over each other: the location says which one it is in. */
static void test_mappings(void **state)
{
    struct jp_profile profile;
    struct maker maker;

    (void)state;
    make(&maker);
    add_mapping(&maker, 9, 0x3ff800, 16, 0);
    maker.locations[1].mapping_id = 9;
    jp_profile_init(&profile);
    join(&profile, &maker, JP_SIDE_MAIN);
    const struct jp_location *const location = &profile.locations.data[0];
    assert_int_equal(profile.modules.data[location->module].kind, JP_MODULE_PSEUDO);
    assert_int_equal(location->offset, 0x2a01);
    assert_int_equal(profile.locations.data[1].offset, 0x2101);
    jp_profile_release(&profile);
}

static void fails(const struct maker *maker, const char *message)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_pprof pprof;

    assert_false(parse(&pprof, maker, &error));
    assert_int_equal(error.exit, JP_EXIT_INPUT);
    assert_string_equal(error.path, "x.pb");
    if (!strstr(error.message, message))
        fail_msg("%s: no %s", error.message, message);
}

static void test_damage(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_pprof pprof;
    struct maker maker;

    (void)state;
    make(&maker);
    maker.types[0].type = 15;
    maker.types[1].type = 15;
    fails(&maker, "not of a heap: its values are cpu/bytes, cpu/count");
    make(&maker);
    maker.types[0].unit = 4;
    fails(&maker, "in count; bytes were expected");
    make(&maker);
    maker.types[0].unit = 99;
    fails(&maker, "the text 99 is not in it");
    make(&maker);
    maker.mappings[0].filename = -1;
    fails(&maker, "the text 18446744073709551615 is not in it");
    make(&maker);
    maker.locations[0].mapping_id = 3;
    fails(&maker, "mapping 3 is not in it");
    make(&maker);
    maker.lines[1].function_id = 4;
    fails(&maker, "function 4 is not in it");
    make(&maker);
    maker.ids[0][1] = 5;
    fails(&maker, "location 5 is not in it");
    make(&maker);
    maker.locations[1].id = 21;
    fails(&maker, "the id 21");
    make(&maker);
    maker.samples[1].n_value = 1;
    fails(&maker, "a sample has 1 values, 2 were announced");
    assert_false(jp_pprof_parse(&pprof, JP_SPAN("\x0a\xff"), "x.pb", NULL, &error));
}

/* Two bytes of an empty message take a structure of some hundred: that is refused, not obeyed. */
static void test_budget(void **state)
{
    enum { COUNT = 400000 };
    struct jp_error error = JP_ERROR_INIT;
    struct jp_pprof pprof;
    char *const bytes = jp_mem_resize(NULL, COUNT, 2);

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        bytes[2 * i] = 0x1a;
        bytes[2 * i + 1] = 0;
    }
    assert_false(
        jp_pprof_parse(&pprof, (struct jp_span){bytes, 2 * (size_t)COUNT}, "x.pb", NULL, &error));
    assert_int_equal(error.exit, JP_EXIT_INPUT);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_join),        cmocka_unit_test(test_base),
        cmocka_unit_test(test_other_build), cmocka_unit_test(test_no_addresses),
        cmocka_unit_test(test_mappings),    cmocka_unit_test(test_damage),
        cmocka_unit_test(test_budget),
    };
    return cmocka_run_group_tests_name("pprof", tests, NULL, NULL);
}

#else

static void test_absent(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absent),
    };
    return cmocka_run_group_tests_name("pprof", tests, NULL, NULL);
}

#endif
