/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_allocator.h"

static void check(const char *const *names, size_t count, enum jp_allocator_class expected)
{
    struct jp_rules rules;

    jp_rules_init(&rules);
    for (size_t i = 0; i < count; i++) {
        const enum jp_allocator_class class = jp_allocator_of_name(&rules, jp_span_of(names[i]));
        if (class != expected)
            fail_msg("%s: class %d, expected %d", names[i], (int)class, (int)expected);
    }
    jp_rules_release(&rules);
}

static void test_glob(void **state)
{
    static const struct {
        const char *pattern;
        const char *text;
        bool matches;
    } cases[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "", false},
        {"*", "", true},
        {"*", "abc", true},
        {"**", "abc", true},
        {"abc", "abc", true},
        {"abc", "abcd", false},
        {"abcd", "abc", false},
        {"ab*", "ab", true},
        {"ab*", "abcd", true},
        {"ab*", "a", false},
        {"*cd", "abcd", true},
        {"*cd", "cdcd", true},
        {"*cd", "cdc", false},
        {"a*c*e", "abcde", true},
        {"a*c*e", "acde", true},
        {"a*c*e", "abde", false},
        {"a*bc", "abbc", true},
        {"a*bc", "abcbd", false},
        {"a**c", "abc", true},
        {"a*b*", "acd", false},
        {"*a*a*a", "aa", false},
        {"*a*a*a", "xayaza", true},
        {"<* as *>::f", "<a::B as c::D>::f", true},
        {"<* as *>::f", "<a::B>::f", false},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        if (jp_rules_glob(jp_span_of(cases[i].pattern), jp_span_of(cases[i].text)) !=
            cases[i].matches)
            fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].text);
    }
}

static void test_core(void **state)
{
    static const char *const names[] = {
        "malloc",
        "_malloc",
        "calloc",
        "realloc",
        "posix_memalign",
        "prof_backtrace_impl",
        "je_prof_backtrace",
        "_rjem_je_prof_backtrace",
        "__je_prof_backtrace",
        "_rjem_mallocx",
        "_rjem_realloc",
        "jem_calloc",
        "jem_malloc",
        "je_malloc",
        "je_large_palloc",
        "imalloc_body",
        "imalloc_fastpath",
        "je_arena_malloc_hard",
        "do_rallocx",
        "jemalloc_malloc",
        "void* fallback_impl<false>(unsigned long)",
        "void* fallbackNewImpl<true>(unsigned long)",
        "void* newImpl<true>(unsigned long)",
        "newImpl",
        "imalloc_body.constprop.0",
        "imalloc_sample",
        "je_malloc_default.cold",
        "malloc_init_hard_a0_locked.cold",
        "je_tcache_alloc_small_hard",
        "TCMallocInternalNew",
        "tcmalloc::allocate_full_malloc_oom(unsigned long)",
        "(anonymous namespace)::do_malloc(unsigned long)",
        "TCMallocImplementation::f()",
        "__libc_malloc",
        "tc_malloc",
        "tc_new",
    };

    (void)state;
    check(names, JP_COUNT_OF(names), JP_ALLOCATOR_CORE);
}

static void test_entry(void **state)
{
    static const char *const names[] = {
        "operator new(unsigned long)",
        "operator new[](unsigned long)",
        "operator new(unsigned long, std::align_val_t, std::nothrow_t const&)",
        "operator new",
        "_Znwm",
        "_ZnwmSt11align_val_t",
        "std::__new_allocator<std::pair<int, int> >::allocate(unsigned long, void const*)",
        "__gnu_cxx::new_allocator<char>::allocate(unsigned long, void const*)",
        "std::allocator_traits<std::allocator<long> >::allocate(std::allocator<long>&, int)",
        "__rust_alloc",
        "__rust_alloc_zeroed",
        "__rust_realloc",
        "__rdl_alloc",
        "__rg_realloc",
        "__rustc::__rust_alloc",
        "__rustc::__rdl_alloc",
        "alloc::alloc::alloc",
        "alloc::alloc::exchange_malloc",
        "alloc::alloc::Global::alloc_impl",
        "<alloc::alloc::Global>::alloc_impl_runtime",
        "<alloc::alloc::Global as core::alloc::Allocator>::allocate",
        "<metacache::Jem as core::alloc::global::GlobalAlloc>::alloc",
        "<tikv_jemallocator::Jemalloc as core::alloc::global::GlobalAlloc>::realloc",
        /* A trait's own methods, as legacy mangling calls them. */
        "core::alloc::global::GlobalAlloc::realloc",
        "core::alloc::global::GlobalAlloc::alloc_zeroed",
        "core::alloc::GlobalAlloc::realloc",
        /* What Box::new calls: exchange_malloc, in compilers since 1.92 under another name. */
        "alloc::boxed::box_new_uninit",
        /* The standard library's folders of other years. */
        ("std::sys::unix::alloc::<impl core::alloc::global::GlobalAlloc for "
         "std::alloc::System>::alloc"),
        "std::sys::common::alloc::realloc_fallback",
        "std::sys_common::alloc::realloc_fallback",
    };

    (void)state;
    check(names, JP_COUNT_OF(names), JP_ALLOCATOR_ENTRY);
}

/* Names that look alike and are somebody's code. */
static void test_none(void **state)
{
    static const char *const names[] = {
        "main",
        "",
        "my_malloc",
        "xmalloc",
        "g_malloc",
        "je_parse",
        "mallocator",
        "free_list_add",
        "operator()",
        "ns::operator<<(A&)",
        "Book::operator new_order()",
        "alloc::vec::Vec<T>::push",
        "alloc::raw_vec::RawVecInner::finish_grow",
        "my::alloc::alloc",
        "rust_alloc",
        "my::GlobalAlloc::realloc",
        "alloc::boxed::Box<T>::new",
        "<bump::Bump as core::alloc::Allocator>::allocate",
        "std::vector<int>::push_back(int)",
        "std::allocator_stats::allocate()",
        "prof_lookup",
        "arena_palloc",
        "large_malloc_stats",
        "newImplicitNode",
        "newImplicitNode<int>(int)",
        "ns::newImplicitNode(int)",
        "fallback_implementation(int)",
        "void* fallbackNewImplementation<int>(int)",
        "imalloc_like_user",
        "TCMallocReporter::collect()",
        "my::TCMallocReporter::collect()",
        "je_malloc_stats_reporter",
        "je_prof_dump_hourly(char const*)",
        "je_arena_of_gladiators",
        "do_rallocx_counted",
        "malloc_init_hard_limits",
        "<std::alloc::SystemWatch>::alloc",
    };

    (void)state;
    check(names, JP_COUNT_OF(names), JP_ALLOCATOR_NONE);
}

static void test_modules(void **state)
{
    static const char *const malloc_libraries[] = {
        "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2",
        "libjemalloc.so",
        "/opt/libjemalloc-5.3.so",
        "/usr/lib/libtcmalloc_minimal.so.4",
        "/usr/lib/libtcmalloc.so.4.5.9",
        "/app/myjemalloc.so",
    };
    static const char *const others[] = {
        "/usr/lib/libc.so.6", "/usr/bin/jemalloc.sh", "/opt/jemalloc-tools/libx.so", "",
        "/bin/redis",
    };
    struct jp_rules rules;

    (void)state;
    jp_rules_init(&rules);
    for (size_t i = 0; i < JP_COUNT_OF(malloc_libraries); i++)
        assert_true(jp_allocator_is_module(&rules, jp_span_of(malloc_libraries[i]), NULL));
    for (size_t i = 0; i < JP_COUNT_OF(others); i++)
        assert_false(jp_allocator_is_module(&rules, jp_span_of(others[i]), NULL));
    jp_rules_release(&rules);
}

static void add_frame(struct jp_profile *profile, const char *name)
{
    const struct jp_function function = {.name = jp_intern_add_text(&profile->strings, name),
                                         .module = JP_NO_MODULE};
    jp_vec_push(&profile->frames,
                (struct jp_frame){.function = jp_profile_function(profile, function)});
}

/* Locations: [allocator module], [malloc], [operator new], [int imalloc, main], no names. */
static void fill(struct jp_profile *profile)
{
    jp_profile_init(profile);
    const struct jp_module library = {
        .path = jp_intern_add_text(&profile->strings, "libjemalloc.so.2"), .is_allocator = true};
    const struct jp_module program = {.path = jp_intern_add_text(&profile->strings, "app")};
    const uint32_t a = jp_profile_module(profile, &library);
    const uint32_t b = jp_profile_module(profile, &program);

    jp_profile_location(profile, a, 1, 1);
    for (uint64_t i = 2; i < 6; i++)
        jp_profile_location(profile, b, i, i);
    add_frame(profile, "malloc");
    add_frame(profile, "operator new(unsigned long)");
    add_frame(profile, "alloc::alloc::alloc");
    add_frame(profile, "<alloc::alloc::Global as core::alloc::Allocator>::allocate");
    add_frame(profile, "alloc::vec::Vec<u8>::push");
    add_frame(profile, "main");
    for (uint32_t i = 1; i < 3; i++) {
        profile->locations.data[i].frames_first = i - 1;
        profile->locations.data[i].frames_count = 1;
    }
    profile->locations.data[3].frames_first = 2;
    profile->locations.data[3].frames_count = 4;
    profile->locations.data[4].frames_first = 2;
    profile->locations.data[4].frames_count = 2;
}

static void test_mark(void **state)
{
    static const enum jp_allocator_class ours[] = {JP_ALLOCATOR_DOOR, JP_ALLOCATOR_DOOR,
                                                   JP_ALLOCATOR_ENTRY, JP_ALLOCATOR_NONE,
                                                   JP_ALLOCATOR_ENTRY};
    /* jeprof cuts "operator new" at the blank before it looks it up, so it stays. */
    static const enum jp_allocator_class jeprofs[] = {JP_ALLOCATOR_DOOR, JP_ALLOCATOR_DOOR,
                                                      JP_ALLOCATOR_NONE, JP_ALLOCATOR_NONE,
                                                      JP_ALLOCATOR_NONE};
    struct jp_profile profile;
    enum jp_allocator_class classes[5];
    uint32_t skips[5];

    (void)state;
    fill(&profile);
    jp_allocator_mark(&profile, false, classes);
    assert_memory_equal(classes, ours, sizeof ours);
    jp_allocator_mark(&profile, true, classes);
    assert_memory_equal(classes, jeprofs, sizeof jeprofs);

    jp_allocator_inlined(&profile, skips);
    assert_int_equal(skips[0], 0);
    assert_int_equal(skips[1], 0);
    assert_int_equal(skips[2], 0);
    assert_int_equal(skips[3], 2);
    assert_int_equal(skips[4], 1);
    jp_profile_release(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glob), cmocka_unit_test(test_core),    cmocka_unit_test(test_entry),
        cmocka_unit_test(test_none), cmocka_unit_test(test_modules), cmocka_unit_test(test_mark),
    };
    return cmocka_run_group_tests_name("allocator", tests, NULL, NULL);
}
