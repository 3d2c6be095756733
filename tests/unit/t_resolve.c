/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_buf.h"
#include "jp_join.h"
#include "jp_remedy.h"
#include "jp_resolve.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct fixture {
    struct jp_profile profile;
    struct jp_diags diags;
    struct jp_finder *finder;
};

static void fixture_init(struct fixture *fixture, const char *program, const char *sysroot)
{
    const struct jp_finder_options options = {.program = program,
                                              .sysroots = &sysroot,
                                              .sysroot_count = sysroot ? 1 : 0,
                                              .no_system_debug = true};

    *fixture = (struct fixture){.finder = NULL};
    jp_profile_init(&fixture->profile);
    jp_diags_init(&fixture->diags);
    fixture->finder = jp_finder_new(&options, &fixture->diags);
}

static void fixture_release(struct fixture *fixture)
{
    jp_profile_release(&fixture->profile);
    jp_finder_free(fixture->finder);
    jp_diags_release(&fixture->diags);
}

static void take(struct fixture *fixture, struct jp_dump *dump)
{
    const struct jp_symbolize_options options = {.no_inlines = false};
    struct jp_dwarf_work work = {0};

    jp_join(&fixture->profile, dump, JP_SIDE_MAIN, fixture->finder, &fixture->diags);
    jp_dump_release(dump);
    jp_resolve(&fixture->profile, &options, &work, &fixture->diags);
}

static void take_text(struct fixture *fixture, const char *text)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dump dump;

    assert_true(jp_dump_parse(&dump, jp_span_of(text), "test", NULL, &error));
    take(fixture, &dump);
}

static bool is_told(const struct fixture *fixture, enum jp_severity severity, const char *part)
{
    for (size_t i = 0; i < fixture->diags.list.count; i++) {
        const struct jp_diag *const diag = &fixture->diags.list.data[i];
        const char *const message = jp_intern_text(&fixture->diags.strings, diag->message);
        if (diag->severity == severity && strstr(message, part))
            return true;
    }
    return false;
}

/* A relayd dump with the corpus's own program and libraries; false when the corpus is missing. */
static bool take_real(struct fixture *fixture, const char *dump_name)
{
    const char *const corpus = getenv("CORPUS");
    const char *const top = getenv("top_srcdir");
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dump dump;
    char program[2048];
    char path[2048];

    snprintf(program, sizeof program, "%s/c-gcc5-pie/relayd", corpus ? corpus : "");
    snprintf(path, sizeof path, "%s/corpus/%s", top ? top : ".", dump_name);
    if (access(program, R_OK) != 0 || access(path, R_OK) != 0)
        return false;
    fixture_init(fixture, program, corpus);
    assert_true(jp_dump_read(&dump, path, &fixture->diags, &error));
    take(fixture, &dump);
    return true;
}

static const struct jp_location *find_location(const struct jp_profile *profile, const char *module,
                                               uint64_t vaddr)
{
    size_t at = 0;

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const uint32_t path = profile->modules.data[location->module].path;
        if (jp_profile_vaddr(profile, i) == vaddr &&
            jp_span_equal(jp_span_basename(jp_intern_span(&profile->strings, path)),
                          jp_span_of(module)))
            at = i + 1;
    }
    assert_true(at > 0);
    return &profile->locations.data[at - 1];
}

/* Frame INDEX of the location is NAME at FILE:LINE; FILE is the end of the path. */
static void check_frame(const struct jp_profile *profile, const struct jp_location *location,
                        uint32_t index, const char *name, const char *file, uint32_t line,
                        bool is_inlined)
{
    assert_true(index < location->frames_count);
    const struct jp_frame *const frame = &profile->frames.data[location->frames_first + index];
    const struct jp_function *const function = &profile->functions.data[frame->function];
    assert_string_equal(jp_intern_text(&profile->strings, function->name), name);
    assert_true(
        jp_span_ends_with(jp_intern_span(&profile->strings, frame->file), jp_span_of(file)));
    assert_int_equal(frame->line, line);
    assert_int_equal(frame->is_inlined, is_inlined);
}

/*
 * Expected: eu-addr2line -f -i -e audit.plugin 0x119a and -e relayd 0x14a7, and where the maps put
 * the dump's return addresses 0x7ffff7fad19b and 0x5555555554a8.
 */
static void check_real(const struct jp_profile *profile)
{
    const struct jp_location *const keep = find_location(profile, "audit.plugin", 0x119b);
    check_frame(profile, keep, 0, "keep", "/src/c/plugin_audit.c", 19, true);
    check_frame(profile, keep, 1, "on_message", "/src/c/plugin_audit.c", 31, true);
    check_frame(profile, keep, 2, "on_message", "/src/c/plugin_audit.c", 28, false);
    assert_int_equal(keep->frames_count, 3);
    assert_int_equal(keep->address, 0x7ffff7fad19b);
}

static void test_real(void **state)
{
    struct fixture fixture;

    (void)state;
    if (!take_real(&fixture, "c-gcc5-pie/relayd.02.heap"))
        skip();
    check_real(&fixture.profile);
    fixture_release(&fixture);
}

/* The same map without offsets, executable mappings only. */
static void test_real_without_offsets(void **state)
{
    struct fixture fixture;

    (void)state;
    if (!take_real(&fixture, "handmade/memory-map-style.heap"))
        skip();
    check_real(&fixture.profile);
    fixture_release(&fixture);
}

/* Every module without names is told once, with its share, its reason and what to do. */
static void test_reasons(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_init(&fixture, NULL, NULL);
    take_text(&fixture, "heap_v2/1\n@ 0x1010 0x3010 0x1020\n  t*: 1: 30 [0: 0]\n@ 0x1010\n"
                        "  t*: 1: 10 [0: 0]\n@ 0x9010\n  t*: 1: 60 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                        "1000-2000 r-xp 00000000 08:01 5 /no/such/file.so\n"
                        "3000-4000 r-xp 00000000 00:00 0 \n"
                        "9000-a000 r-xp 00000000 08:01 7 /no/such/libjemalloc.so.2\n");
    assert_true(is_told(&fixture, JP_WARNING,
                        "no names in /no/such/file.so, 40.0 % of the bytes pass through it"));
    assert_true(is_told(&fixture, JP_WARNING, "no names in [anon], 30.0 % of the bytes"));
    /* The allocator's own frames are dropped anyway. */
    assert_true(is_told(&fixture, JP_NOTE, "no names in /no/such/libjemalloc.so.2, 60.0 %"));
    assert_int_equal(fixture.profile.modules.data[0].miss == JP_MISS_FILE_NOT_FOUND ||
                         fixture.profile.modules.data[1].miss == JP_MISS_FILE_NOT_FOUND,
                     true);
    fixture_release(&fixture);
}

/* What was resolved once, or comes from elsewhere, keeps its names and its reason. */
static void test_again(void **state)
{
    const struct jp_symbolize_options options = {.no_inlines = false};
    struct jp_dwarf_work work = {0};
    struct fixture fixture;

    (void)state;
    if (!take_real(&fixture, "c-gcc5-pie/relayd.02.heap"))
        skip();
    struct jp_profile *const profile = &fixture.profile;
    const size_t frame_count = profile->frames.count;
    const struct jp_dwarf_work first = work;
    jp_resolve(profile, &options, &work, &fixture.diags);
    assert_int_equal(profile->frames.count, frame_count);
    assert_int_equal(work.units_read, first.units_read);

    /* Without the files the same is told: nothing but names needs them. */
    for (size_t i = 0; i < profile->modules.count; i++)
        profile->modules.data[i].binary = NULL;
    const size_t told = fixture.diags.list.count;
    jp_resolve(profile, &options, &work, &fixture.diags);
    assert_int_equal(fixture.diags.list.count, told);
    check_real(profile);
    fixture_release(&fixture);
}

/* One frame, inside the allocator: the unwinder of the process gave up. */
static void test_unwinder(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_init(&fixture, NULL, NULL);
    take_text(&fixture, "heap_v2/1\n@ 0x9010\n  t*: 1: 60 [0: 0]\n@ 0x9010 0x1010\n"
                        "  t*: 1: 40 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                        "1000-2000 r-xp 00000000 08:01 5 /no/such/file.so\n"
                        "9000-a000 r-xp 00000000 08:01 7 /no/such/libjemalloc.so.2\n");
    assert_true(is_told(&fixture, JP_WARNING, "60.0 % of the bytes have a single frame"));
    fixture_release(&fixture);

    fixture_init(&fixture, NULL, NULL);
    take_text(&fixture, "heap_v2/1\n@ 0x9010\n  t*: 1: 40 [0: 0]\n@ 0x1010\n"
                        "  t*: 1: 60 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                        "1000-2000 r-xp 00000000 08:01 5 /no/such/file.so\n"
                        "9000-a000 r-xp 00000000 08:01 7 /no/such/libjemalloc.so.2\n");
    assert_false(is_told(&fixture, JP_WARNING, "single frame"));
    fixture_release(&fixture);
}

/* More nameless modules than one pass looks at. */
static void test_many_modules(void **state)
{
    struct jp_buf text = JP_BUF_INIT;
    struct fixture fixture;

    (void)state;
    jp_buf_add_text(&text, "heap_v2/1\n@");
    for (unsigned i = 1; i <= 150; i++)
        jp_buf_format(&text, " 0x%x010", i);
    jp_buf_add_text(&text, "\n  t*: 1: 75 [0: 0]\n@ 0x96010 0x96020\n  t*: 1: 25 [0: 0]\n\n"
                           "MAPPED_LIBRARIES:\n");
    for (unsigned i = 1; i <= 150; i++)
        jp_buf_format(&text, "%x000-%x000 r-xp 00000000 08:01 %u /no/l%u.so\n", i, i + 1, i, i);
    fixture_init(&fixture, NULL, NULL);
    take_text(&fixture, text.ptr);
    assert_int_equal(jp_diags_count(&fixture.diags, JP_WARNING), 150);
    assert_true(is_told(&fixture, JP_WARNING, "/no/l1.so, 75.0 %"));
    assert_true(is_told(&fixture, JP_WARNING, "/no/l70.so, 75.0 %"));
    assert_true(is_told(&fixture, JP_WARNING, "/no/l150.so, 100.0 %"));
    fixture_release(&fixture);
    jp_buf_release(&text);
}

/* Names and inlined calls may be missing for one reason; what to do about it is one line then. */
static void test_one_step_for_one_reason(void **state)
{
    const struct jp_module module = {.kind = JP_MODULE_FILE};
    const struct jp_module_facts facts = {
        .location_count = 9,
        .named_count = 8,
        .lined_count = 7,
        .nameless = JP_MISS_NOT_COVERED,
        .thin = JP_MISS_NOT_COVERED,
        .thin_count = 2,
    };
    struct jp_buf steps = JP_BUF_INIT;
    struct jp_profile profile;

    (void)state;
    jp_profile_init(&profile);
    const uint32_t id = jp_profile_module(&profile, &module);
    jp_remedy_steps(&steps, &profile, id, &facts);
    assert_non_null(steps.ptr);
    assert_ptr_equal(strchr(steps.ptr, '\n'), steps.ptr + steps.len - 1);
    jp_buf_release(&steps);
    jp_profile_release(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real),
        cmocka_unit_test(test_real_without_offsets),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_unwinder),
        cmocka_unit_test(test_many_modules),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_one_step_for_one_reason),
    };
    return cmocka_run_group_tests_name("resolve", tests, NULL, NULL);
}
