/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_report_site.h"
#include "jp_sites.h"

#include <string.h>

struct fixture {
    struct jp_profile profile;
    struct jp_view view;
    struct jp_keys keys;
    struct jp_sites sites;
    struct jp_report_sites names;
};

static void start(struct fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    jp_profile_init(&fixture->profile);
}

static uint32_t add_module(struct fixture *fixture, const char *path, uint64_t inode)
{
    const struct jp_module module = {.path = jp_intern_add_text(&fixture->profile.strings, path),
                                     .inode = inode};

    return jp_profile_module(&fixture->profile, &module);
}

/* A location with one frame, or with two of which INNER was inlined. */
static uint32_t add_location(struct fixture *fixture, uint32_t module, uint64_t offset,
                             const char *outer, const char *inner)
{
    struct jp_profile *const profile = &fixture->profile;
    const uint32_t id = jp_profile_location(profile, module, offset, offset);
    struct jp_location *const location = &profile->locations.data[id];
    const char *const names[] = {inner, outer};

    if (location->frames_count)
        return id;
    location->frames_first = (uint32_t)profile->frames.count;
    for (size_t i = inner ? 0 : 1; i < 2; i++) {
        const struct jp_function function = {
            .name = jp_intern_add_text(&profile->strings, names[i]),
            .linkage = jp_intern_add_text(&profile->strings, "_Z1x"),
            .module = JP_NO_MODULE,
        };
        jp_vec_push(&profile->frames,
                    (struct jp_frame){.function = jp_profile_function(profile, function),
                                      .is_inlined = i == 0});
        location->frames_count++;
    }
    return id;
}

static void add_sample(struct fixture *fixture, const uint32_t *locations, size_t count,
                       double bytes)
{
    uint32_t stack = JP_ROOT_STACK;

    for (size_t i = 0; i < count; i++)
        stack = jp_profile_stack(&fixture->profile, stack, locations[i]);
    const uint32_t sample = jp_profile_sample(&fixture->profile, stack, JP_PROCESS);
    jp_samples_add(&fixture->profile.samples, sample, JP_SIDE_MAIN,
                   &(struct jp_values){.of = {[JP_INUSE_BYTES] = bytes}}, 0, 0);
}

static void finish(struct fixture *fixture, enum jp_site_kind kind)
{
    const struct jp_view_options options = {.metric = JP_INUSE_BYTES, .keep_allocator = true};

    jp_view_init(&fixture->view, &fixture->profile, &options);
    jp_keys_init(&fixture->keys, &fixture->profile, JP_BY_FUNCTION, JP_NAMES_SHORT);
    jp_sites_init(&fixture->sites, &fixture->view, &fixture->keys, kind, JP_PROCESS);
    jp_report_sites_init(&fixture->names, &fixture->sites);
}

static void release(struct fixture *fixture)
{
    jp_report_sites_release(&fixture->names);
    jp_sites_release(&fixture->sites);
    jp_keys_release(&fixture->keys);
    jp_view_release(&fixture->view);
    jp_profile_release(&fixture->profile);
}

static void assert_site(const struct fixture *fixture, size_t sample, const char *want)
{
    const uint32_t site = jp_sites_of(&fixture->sites, fixture->profile.samples.keys[sample]);

    assert_true(site != JP_NO_SITE);
    assert_string_equal(fixture->names.names[site].ptr, want);
}

/* The youngest frame that is the program's own is blamed, and its inlined form is the same site. */
static void test_blame(void **state)
{
    struct fixture fixture;

    (void)state;
    start(&fixture);
    const uint32_t module = add_module(&fixture, "/bin/app", 1);
    const uint32_t main_at = add_location(&fixture, module, 0x10, "main", NULL);
    const uint32_t load = add_location(&fixture, module, 0x20, "app::load(int)", NULL);
    const uint32_t inlined = add_location(&fixture, module, 0x30, "main", "app::load(int)");
    const uint32_t push =
        add_location(&fixture, module, 0x40, "std::vector<int>::push_back(int const&)", NULL);
    const uint32_t create =
        add_location(&fixture, module, 0x50, "operator new(unsigned long)", NULL);
    add_sample(&fixture, (const uint32_t[]){main_at, load, push, create}, 4, 1);
    add_sample(&fixture, (const uint32_t[]){inlined, push, create}, 3, 2);
    add_sample(&fixture, (const uint32_t[]){main_at, push, create}, 3, 4);
    add_sample(&fixture, (const uint32_t[]){push, create}, 2, 8);
    add_sample(&fixture, NULL, 0, 16);
    finish(&fixture, JP_SITE_FUNCTION);
    assert_site(&fixture, 0, "app::load");
    assert_site(&fixture, 1, "app::load");
    assert_site(&fixture, 2, "main");
    /* Nothing but plumbing: its youngest frame. */
    assert_site(&fixture, 3, "operator new");
    assert_site(&fixture, 4, JP_NO_STACK_NAME);
    assert_int_equal(fixture.sites.count, 4);
    release(&fixture);
}

/* Two builds: other modules and offsets, and a call that is inlined in one of them. */
static void test_builds(void **state)
{
    struct fixture fixture;

    (void)state;
    for (int kind = JP_SITE_FUNCTION; kind <= JP_SITE_MODULE; kind++) {
        start(&fixture);
        const uint32_t old = add_module(&fixture, "/old/app", 1);
        const uint32_t new = add_module(&fixture, "/new/app", 2);
        const uint32_t a[] = {add_location(&fixture, old, 0x10, "main", NULL),
                              add_location(&fixture, old, 0x20, "load", NULL)};
        const uint32_t b[] = {add_location(&fixture, new, 0x99, "main", "load")};
        add_sample(&fixture, a, 2, 1);
        add_sample(&fixture, b, 1, 2);
        finish(&fixture, (enum jp_site_kind)kind);
        assert_int_equal(fixture.sites.count, 1);
        assert_site(&fixture, 0,
                    kind == JP_SITE_MODULE  ? "app"
                    : kind == JP_SITE_STACK ? "main;load"
                                            : "load");
        release(&fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blame),
        cmocka_unit_test(test_builds),
    };
    return cmocka_run_group_tests_name("sites", tests, NULL, NULL);
}
