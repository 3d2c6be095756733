/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sketch.h"
#include "jp_test.h"

#ifdef HAVE_PPROF

#include "jp_pprof.pb-c.h"
#include "jp_report_pprof.h"

#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

/* What is written, unpacked and decoded again. */
static JpPprof__Profile *decode(struct jp_span packed)
{
    static uint8_t bytes[1 << 16];
    size_t len = 0;
    struct libdeflate_decompressor *const decompressor = libdeflate_alloc_decompressor();

    assert_int_equal(
        libdeflate_gzip_decompress(decompressor, packed.ptr, packed.len, bytes, sizeof bytes, &len),
        LIBDEFLATE_SUCCESS);
    libdeflate_free_decompressor(decompressor);
    JpPprof__Profile *const profile = jp_pprof__profile__unpack(NULL, len, bytes);
    assert_non_null(profile);
    return profile;
}

static JpPprof__Profile *write(const struct jp_sketch *sketch, uint32_t thread)
{
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_buf out = JP_BUF_INIT;

    jp_sketch_views(sketch, views);
    const struct jp_report_pprof_part part = {thread, views};
    jp_report_pprof(&out, &sketch->context, &part, 1);
    JpPprof__Profile *const profile = decode(jp_buf_span(&out));
    jp_sketch_release_views(views);
    jp_buf_release(&out);
    return profile;
}

static const char *text(const JpPprof__Profile *profile, int64_t id)
{
    assert_true(id >= 0 && (size_t)id < profile->n_string_table);
    return profile->string_table[id];
}

/* "leaf:line|caller:line" of a sample, innermost first; ids are 1, 2, ... in order. */
static const char *stack(const JpPprof__Profile *profile, const JpPprof__Sample *sample)
{
    static char path[512];

    path[0] = '\0';
    for (size_t i = 0; i < sample->n_location_id; i++) {
        const JpPprof__Location *const location = profile->location[sample->location_id[i] - 1];
        assert_int_equal(location->id, sample->location_id[i]);
        for (size_t k = 0; k < location->n_line; k++) {
            const JpPprof__Function *const function =
                profile->function[location->line[k]->function_id - 1];
            assert_int_equal(function->id, location->line[k]->function_id);
            snprintf(path + strlen(path), sizeof path - strlen(path), "%s%s:%d", path[0] ? "|" : "",
                     text(profile, function->name), (int)location->line[k]->line);
        }
    }
    return path;
}

static void test_profile(void **state)
{
    static const char *const types[][2] = {{"alloc_objects", "count"},
                                           {"alloc_space", "bytes"},
                                           {"inuse_objects", "count"},
                                           {"inuse_space", "bytes"}};
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 48, "main @m.c:3", "grow @v.c:9", "copy[inline] @v.h:1", NULL);
    jp_sketch_add(&sketch, -32, "main @m.c:4", "00000000deadbeef", NULL);
    jp_sketch_add(&sketch, 16, NULL);
    jp_sketch_add(&sketch, 0, "nothing", NULL);
    jp_vec_push(&sketch.profile.sources, (struct jp_source){.period_bytes = 524288});
    jp_sketch_finish(&sketch);
    JpPprof__Profile *const profile = write(&sketch, JP_PROCESS);

    assert_int_equal(profile->n_sample_type, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(text(profile, profile->sample_type[i]->type), types[i][0]);
        assert_string_equal(text(profile, profile->sample_type[i]->unit), types[i][1]);
    }
    assert_string_equal(text(profile, 0), "");
    assert_string_equal(text(profile, profile->default_sample_type), "inuse_space");
    assert_string_equal(text(profile, profile->period_type->type), "space");
    assert_int_equal(profile->period, 524288);

    assert_int_equal(profile->n_sample, 3);
    for (size_t i = 0; i < 3; i++) {
        const JpPprof__Sample *const sample = profile->sample[i];
        const char *const frames = stack(profile, sample);
        int64_t bytes = 16;
        if (strcmp(frames, "[no stack]:0") != 0)
            bytes = strcmp(frames, "copy:1|grow:9|main:3") == 0 ? 48 : -32;
        assert_int_equal(sample->n_value, 4);
        assert_int_equal(sample->value[0], bytes / 8);
        assert_int_equal(sample->value[1], bytes * 2);
        assert_int_equal(sample->value[2], bytes / 16);
        assert_int_equal(sample->value[3], bytes);
        assert_int_equal(sample->n_label, 0);
        /* The frame without a name has no line, and the address of the call. */
        if (bytes == -32) {
            assert_string_equal(frames, "main:4");
            assert_int_equal(profile->location[sample->location_id[0] - 1]->address, 0xdeadbeee);
        }
    }
    assert_int_equal(profile->n_mapping, 1);
    assert_string_equal(text(profile, profile->mapping[0]->filename), "/bin/sketch");
    assert_true(profile->mapping[0]->has_functions);
    for (size_t i = 0; i < profile->n_location; i++) {
        const JpPprof__Location *const location = profile->location[i];
        if (location->mapping_id == 0)
            continue;
        const JpPprof__Mapping *const mapping = profile->mapping[location->mapping_id - 1];
        assert_true(location->address >= mapping->memory_start &&
                    location->address < mapping->memory_limit);
    }
    jp_pprof__profile__free_unpacked(profile, NULL);
    jp_sketch_release(&sketch);
}

static void test_threads_and_hostile_names(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 1e30, "bad\xff name", NULL);
    jp_sketch_finish(&sketch);
    jp_vec_push(&sketch.profile.threads,
                (struct jp_thread){
                    .uid = 7, .name = jp_intern_add_text(&sketch.profile.strings, "worker \"1\"")});
    JpPprof__Profile *const profile = write(&sketch, 1);
    const JpPprof__Sample *const sample = profile->sample[0];
    assert_string_equal(stack(profile, sample), "bad\xef\xbf\xbd name:0");
    assert_true(sample->value[3] == INT64_MAX);
    assert_int_equal(sample->n_label, 2);
    assert_string_equal(text(profile, sample->label[0]->key), "thread");
    assert_string_equal(text(profile, sample->label[0]->str), "t7");
    assert_string_equal(text(profile, sample->label[1]->key), "thread_name");
    assert_string_equal(text(profile, sample->label[1]->str), "worker \"1\"");
    jp_pprof__profile__free_unpacked(profile, NULL);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profile),
        cmocka_unit_test(test_threads_and_hostile_names),
    };
    return cmocka_run_group_tests_name("report_pprof", tests, NULL, NULL);
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
    return cmocka_run_group_tests_name("report_pprof", tests, NULL, NULL);
}

#endif
