/* SPDX-License-Identifier: BSD-2-Clause */
/* Names as real programs have them, and whose code each is. */
#include "config.h"

#include "jp_test.h"

#include "jp_bare.h"
#include "jp_plumbing.h"

#include <stdio.h>
#include <unistd.h>

enum {
    ALLOCATOR = JP_PLUMBING_ALLOCATOR,
    CONTAINER = JP_PLUMBING_CONTAINER,
    STD = JP_PLUMBING_STD,
    ASYNC = JP_PLUMBING_ASYNC,
};

static void test_bare(void **state)
{
    static const struct {
        const char *full, *path, *self;
    } cases[] = {
        {"main", "main", ""},
        {"", "", ""},
        {"void ns::f<int>(int)", "ns::f", ""},
        {"A::g(char) const::{lambda(int)#1}::operator()(int) const", "A::g::{lambda}::operator()",
         ""},
        {"std::vector<std::pair<int, char>, std::allocator<std::pair<int, char> > >::push_back("
         "std::pair<int, char> const&)",
         "std::vector::push_back", ""},
        {"std::basic_ostream<char>& std::operator<< <char>(std::basic_ostream<char>&, char)",
         "std::operator<<", ""},
        {"(anonymous namespace)::grow(int)", "(anonymous namespace)::grow", ""},
        {"<alloc::vec::Vec<u8>>::push", "alloc::vec::Vec::push", ""},
        {"alloc::vec::Vec<T,A>::push", "alloc::vec::Vec::push", ""},
        {"core::ptr::drop_in_place::<a::T<u8>>", "core::ptr::drop_in_place", ""},
        {"<[u8]>::to_vec_in::<alloc::alloc::Global>", "<[]>::to_vec_in", ""},
        {"alloc::slice::<impl [T]>::to_vec", "alloc::slice::{impl}::to_vec", ""},
        {"<a::S as b::Tr<u8>>::get::{closure#0}::{{closure}}::h0123456789abcdef",
         "b::Tr::get::{closure}::{closure}", "a::S::get::{closure}::{closure}"},
        {"<&mut a::S<u8> as b::Tr>::get", "b::Tr::get", "a::S::get"},
        {"<dyn core::any::Any>::type_id", "core::any::Any::type_id", ""},
        {"<(A,B) as core::fmt::Debug>::fmt", "core::fmt::Debug::fmt", "()::fmt"},
        {"<<a::S<u8> as b::Tr>::get as core::ops::function::FnOnce<(u8,)>>::call_once",
         "core::ops::function::FnOnce::call_once", "b::Tr::get::call_once"},
        {"<u8 as <[_]>::to_vec_in::ConvertVec>::to_vec::<G>", "<[]>::to_vec_in::ConvertVec::to_vec",
         "u8::to_vec"},
    };
    struct jp_bare bare = JP_BARE_INIT;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        jp_bare_set(&bare, jp_span_of(cases[i].full));
        assert_string_equal(bare.path.ptr ? bare.path.ptr : "", cases[i].path);
        assert_string_equal(bare.self.ptr ? bare.self.ptr : "", cases[i].self);
    }
    jp_bare_release(&bare);
}

static void check(const struct jp_rules *rules, const char *name, enum jp_language language,
                  uint8_t expected)
{
    const uint8_t found = jp_plumbing_of_name(rules, jp_span_of(name), language);

    if (found != expected)
        fail_msg("%s: kinds %u, expected %u", name, found, expected);
}

/* Of the corpus's programs, of tokio's backtraces, and what only looks alike. */
static void test_names(void **state)
{
    static const struct {
        const char *name;
        enum jp_language language;
        uint8_t expected;
    } cases[] = {
        {"<alloc::vec::Vec<metacache::Dep>>::push", JP_LANGUAGE_RUST, STD},
        {"<alloc::vec::Vec<u8> as core::clone::Clone>::clone", JP_LANGUAGE_RUST, STD},
        {"<T as core::convert::Into<U>>::into", JP_LANGUAGE_RUST, STD},
        {"<&str as core::convert::Into<alloc::boxed::Box<str>>>::into", JP_LANGUAGE_RUST, STD},
        {"<u8 as <[_]>::to_vec_in::ConvertVec>::to_vec::<G>", JP_LANGUAGE_RUST, STD},
        {"<metacache::Id as alloc::string::ToString>::to_string", JP_LANGUAGE_RUST, STD},
        {"<core::iter::adapters::map::Map<core::slice::iter::Iter<metacache::Request>, "
         "metacache::main::{closure#2}> as core::iter::traits::iterator::Iterator>::fold::<u64, F>",
         JP_LANGUAGE_RUST, STD},
        {"<hashbrown::raw::RawTable<(K, V)>>::reserve_rehash::<F>", JP_LANGUAGE_RUST, CONTAINER},
        {"std::rt::lang_start_internal::{closure#0}", JP_LANGUAGE_RUST, STD},
        {"std::vector<int, std::allocator<int> >::push_back(int&&)", JP_LANGUAGE_CPP, STD},
        {"void std::__invoke_impl<void, market::Engine::Engine()::{lambda(int)#1}&, int>(int)",
         JP_LANGUAGE_CPP, STD},
        {"_start", JP_LANGUAGE_ANY, STD},
        {"alloc::alloc::alloc", JP_LANGUAGE_RUST, ALLOCATOR | STD},
        {"operator new(unsigned long)", JP_LANGUAGE_CPP, ALLOCATOR},
        {"je_malloc", JP_LANGUAGE_ANY, ALLOCATOR},
        {"tokio::runtime::task::harness::poll_future::<T, S>", JP_LANGUAGE_RUST, ASYNC},
        {"<tokio::time::timeout::Timeout<T> as core::future::future::Future>::poll",
         JP_LANGUAGE_RUST, ASYNC},
        {"<core::pin::Pin<P> as core::future::future::Future>::poll", JP_LANGUAGE_RUST,
         ASYNC | STD},
        {"<core::panic::unwind_safe::AssertUnwindSafe<F> as "
         "core::ops::function::FnOnce<()>>::call_once",
         JP_LANGUAGE_RUST, ASYNC | STD},
        {"std::panicking::try::<R, F>", JP_LANGUAGE_RUST, ASYNC | STD},
        /* What C programs call instead of malloc: Redis, GLib, OpenSSL, nginx, PostgreSQL. */
        {"zmalloc_usable", JP_LANGUAGE_ANY, STD},
        {"g_malloc0", JP_LANGUAGE_ANY, STD},
        {"CRYPTO_zalloc", JP_LANGUAGE_ANY, STD},
        {"ngx_palloc_block", JP_LANGUAGE_ANY, STD},
        {"MemoryContextAllocZero", JP_LANGUAGE_ANY, STD},
        /* The program's. */
        {"dictAddRaw", JP_LANGUAGE_ANY, 0},
        {"zmalloc_policy", JP_LANGUAGE_ANY, 0},
        {"g_malloc::Pool::get(int)", JP_LANGUAGE_CPP, 0},
        {"metacache::main::{closure#1}", JP_LANGUAGE_RUST, 0},
        {"<metacache::Entry as core::clone::Clone>::clone", JP_LANGUAGE_RUST, 0},
        {"<metacache::Entry as core::convert::From<&str>>::from", JP_LANGUAGE_RUST, 0},
        {"<metacache::Fut as core::future::future::Future>::poll", JP_LANGUAGE_RUST, 0},
        {"<metacache::Lines as core::iter::traits::iterator::Iterator>::next", JP_LANGUAGE_RUST, 0},
        {"<alloc::vec::Vec<u8> as metacache::Wire>::encode", JP_LANGUAGE_RUST, 0},
        {"<[u8] as metacache::Wire>::encode", JP_LANGUAGE_RUST, 0},
        {"<metacache::Bounded<alloc::vec::Vec<u8>>>::put", JP_LANGUAGE_RUST, 0},
        {"metacache::std::collect", JP_LANGUAGE_RUST, 0},
        {"stdx::vector::push", JP_LANGUAGE_CPP, 0},
        {"core::Engine::run(int)", JP_LANGUAGE_CPP, 0},
        {"alloc::Pool::grow(std::vector<int>&)", JP_LANGUAGE_CPP, 0},
        {"market::Book::match<std::map<long, int> >(std::map<long, int>&)", JP_LANGUAGE_CPP, 0},
        {"strdup(char const*)", JP_LANGUAGE_CPP, 0},
        {"clone_config", JP_LANGUAGE_ANY, 0},
        {"tokio_like::runtime::run", JP_LANGUAGE_RUST, 0},
        {"tokio::sync::mpsc::chan::channel::<T>", JP_LANGUAGE_RUST, 0},
        {"main", JP_LANGUAGE_ANY, 0},
    };
    struct jp_rules rules;

    (void)state;
    jp_rules_init(&rules);
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++)
        check(&rules, cases[i].name, cases[i].language, cases[i].expected);
    jp_rules_release(&rules);
}

static void test_language(void **state)
{
    (void)state;
    assert_int_equal(jp_rules_language(JP_SPAN("_RNvC1a4main")), JP_LANGUAGE_RUST);
    assert_int_equal(jp_rules_language(JP_SPAN("_ZN1a4main17h0123456789abcdefE.llvm.1")),
                     JP_LANGUAGE_RUST);
    assert_int_equal(jp_rules_language(JP_SPAN("_ZN1a4main17h0123456789abcdeE")), JP_LANGUAGE_CPP);
    assert_int_equal(jp_rules_language(JP_SPAN("_ZNSt6vectorIiE4growEv")), JP_LANGUAGE_CPP);
    assert_int_equal(jp_rules_language(JP_SPAN("main")), JP_LANGUAGE_ANY);
    assert_int_equal(jp_rules_language(JP_SPAN("")), JP_LANGUAGE_ANY);
}

static char path[] = "/tmp/jp-rules-XXXXXX";

static void write_rules(const char *text)
{
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_user_rules(void **state)
{
    struct jp_rules rules;

    (void)state;
    jp_rules_init(&rules);
    write_rules("# ours\n\n"
                "\tcontainer   my::Ring::*\r\n"
                "wrapper my_alloc\n"
                "std/c++ my::core::*\n"
                "async * as my::Task::run\n"
                "keep std::hash::*\n"
                "keep my::Map as core::clone::Clone::*");
    assert_true(jp_rules_read(&rules, path, NULL));
    check(&rules, "my::Ring<int>::push(int)", JP_LANGUAGE_CPP, CONTAINER);
    check(&rules, "my::core::f()", JP_LANGUAGE_CPP, STD);
    check(&rules, "my_alloc", JP_LANGUAGE_ANY, STD);
    check(&rules, "my::core::f", JP_LANGUAGE_RUST, 0);
    check(&rules, "<a::Job as my::Task>::run", JP_LANGUAGE_RUST, ASYNC);
    check(&rules, "std::hash<my::Key>::operator()(my::Key const&) const", JP_LANGUAGE_CPP,
          JP_PLUMBING_KEPT);
    check(&rules, "<my::Map<u8> as core::clone::Clone>::clone", JP_LANGUAGE_RUST, JP_PLUMBING_KEPT);
    jp_rules_release(&rules);
}

/* Names as the user wants them, which stay different where his rules make them equal. */
static void test_user_names(void **state)
{
    struct jp_profile profile;
    struct jp_keys keys;

    (void)state;
    jp_profile_init(&profile);
    write_rules("spelling our::company::name:: => ocn::\n"
                "spelling our::other:: => ocn::\n"
                "argument ocn::Policy*\n");
    assert_true(jp_rules_read(&profile.rules, path, NULL));
    const char *const names[][2] = {
        {"our::company::name::f(int)", "ocn::f"},
        {"my_our::other::f(int)", "my_our::other::f"},
        {"our::company::name::S<int, our::company::name::Policy<int> >::g()", "ocn::S<int>::g"},
        {"our::company::name::h()", "our::company::name::h"},
        {"our::other::h()", "our::other::h"},
    };
    const struct jp_module module = {.path = jp_intern_add_text(&profile.strings, "app")};
    const uint32_t home = jp_profile_module(&profile, &module);
    for (uint32_t i = 0; i < JP_COUNT_OF(names); i++) {
        const struct jp_function function = {
            .name = jp_intern_add_text(&profile.strings, names[i][0]), .module = JP_NO_MODULE};
        const uint32_t at = jp_profile_location(&profile, home, i, i);
        profile.locations.data[at].frames_first = (uint32_t)profile.frames.count;
        profile.locations.data[at].frames_count = 1;
        jp_vec_push(&profile.frames,
                    (struct jp_frame){.function = jp_profile_function(&profile, function)});
    }
    jp_keys_init(&keys, &profile, JP_BY_FUNCTION, JP_NAMES_SHORT);
    for (uint32_t i = 0; i < JP_COUNT_OF(names); i++)
        assert_string_equal(jp_intern_text(&keys.strings, keys.list.data[keys.first[i]]),
                            names[i][1]);
    jp_keys_release(&keys);
    jp_profile_release(&profile);
}

static void test_bad_rules(void **state)
{
    static const struct {
        const char *text;
        uint64_t line;
        const char *message;
    } cases[] = {
        {"std a::*\nplumbing b::*\n", 2, "'plumbing' is no kind of rule"},
        {"std/fortran a", 1, "'std/fortran' is no kind of rule"},
        {"core/rust a", 1, "'core/rust' is no kind of rule"},
        {"\n\nstd\n", 3, "std has no pattern"},
        {"spelling a::b c", 1, "a spelling is LONG => SHORT, and this has no such arrow"},
        {"spelling  => c", 1, "a spelling is LONG => SHORT, and this has no such arrow"},
        {"async/c++   \n", 1, "async/c++ has no pattern"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_error error = JP_ERROR_INIT;
        struct jp_rules rules;
        jp_rules_init(&rules);
        write_rules(cases[i].text);
        assert_false(jp_rules_read(&rules, path, &error));
        assert_int_equal(error.exit, JP_EXIT_INPUT);
        assert_string_equal(error.path, path);
        assert_int_equal(error.line, cases[i].line);
        assert_string_equal(error.message, cases[i].message);
        jp_rules_release(&rules);
    }
}

/* The embedded table has no line that is no rule: reading it again as a file would say so. */
static void test_builtin_rules(void **state)
{
    const char *const source = getenv("top_srcdir");
    struct jp_error error = JP_ERROR_INIT;
    struct jp_rules rules;
    struct jp_rules twice;
    char name[4096];

    (void)state;
    snprintf(name, sizeof name, "%s/lib/profile/frames.rules", source ? source : ".");
    jp_rules_init(&rules);
    jp_rules_init(&twice);
    if (!jp_rules_read(&twice, name, &error))
        fail_msg("%s:%d: %s", error.path, (int)error.line, error.message);
    for (size_t i = 0; i < JP_RULE_KIND_COUNT; i++) {
        if (i != JP_RULE_KEEP)
            assert_true(rules.of[i].count > 0);
        assert_int_equal(twice.of[i].count, 2 * rules.of[i].count);
    }
    jp_rules_release(&rules);
    jp_rules_release(&twice);
}

static int make_file(void **state)
{
    const int fd = mkstemp(path);

    (void)state;
    if (fd < 0)
        return -1;
    close(fd);
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bare),          cmocka_unit_test(test_names),
        cmocka_unit_test(test_language),      cmocka_unit_test(test_user_rules),
        cmocka_unit_test(test_bad_rules),     cmocka_unit_test(test_user_names),
        cmocka_unit_test(test_builtin_rules),
    };
    return cmocka_run_group_tests_name("plumbing", tests, make_file, remove_file);
}
