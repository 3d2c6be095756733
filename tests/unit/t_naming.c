/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_naming.h"

#include <string.h>

struct name_case {
    const char *full;
    const char *expected;
};

static void check_all(const struct name_case *cases, size_t count, enum jp_naming naming)
{
    struct jp_buf out = JP_BUF_INIT;
    struct jp_rules rules;

    jp_rules_init(&rules);
    for (size_t i = 0; i < count; i++) {
        jp_buf_clear(&out);
        jp_naming_function(&out, jp_span_of(cases[i].full), naming, &rules);
        assert_string_equal(out.ptr ? out.ptr : "", cases[i].expected);
    }
    jp_rules_release(&rules);
    jp_buf_release(&out);
}

/* Expected texts: what jeprof's three substitutions give, run by Perl 5.36. */
static void test_jeprof(void **state)
{
    static const struct name_case cases[] = {
        {"main", "main"},
        {"void ns::f<int>(int)", "ns::f"},
        {"operator new(unsigned long)", "operator new"},
        {"std::operator<< <std::char_traits<char> >(std::ostream&)", "std::operator<< "},
        {"Foo::operator()(int) const", "Foo::operator"},
        {"(anonymous namespace)::helper(int)", "::helper"},
        {"<alloc::string::String as core::convert::From<&str>>::from", "::from"},
        {"core::ptr::drop_in_place::<T>", "core::ptr::drop_in_place::"},
        {"f(int)::{lambda(int)#1}::operator()(int) const", "f::{lambda#1}::operator"},
        {"unsigned long f<int>()", "unsigned long f"},
        {"f(int)@@LIB_1.0", "f@@LIB_1.0"},
        {"void (*signal(int, void (*)(int)))(int)", "void "},
        {"x<<<<>", "x<<<"},
        {"((((", "(((("},
        {")))>>>}}", ")))>>>}}"},
        {"a const (b) const", "a const "},
        {"f(g() const) const::h", "f::h"},
        {"", ""},
    };

    (void)state;
    check_all(cases, JP_COUNT_OF(cases), JP_NAMES_JEPROF);
}

static void test_short_cpp(void **state)
{
    static const struct name_case cases[] = {
        {"main", "main"},
        {"my lib (2).so+0x1f", "my lib (2).so+0x1f"},
        {"[unknown] 0x1f", "[unknown] 0x1f"},
        {"void ns::f<int>(int)", "ns::f<int>"},
        {"A::g(char) const::{lambda(int)#1}::operator()(int) const",
         "A::g::{lambda#1}::operator()"},
        {"operator new(unsigned long)", "operator new"},
        {"operator new[](unsigned long, std::nothrow_t const&)", "operator new[]"},
        {"std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)",
         "std::operator<< <char_traits<char>>"},
        {"bool ns::operator< <int>(ns::X<int> const&)", "ns::operator< <int>"},
        {"std::string std::operator+<char, std::char_traits<char> >(std::string&&, char const*)",
         "std::operator+<char>"},
        {"X ns::operator-><X>(X)", "ns::operator-><X>"},
        {"bool ns::operator<=><X>(X)", "ns::operator<=><X>"},
        {"Foo::operator std::string() const", "Foo::operator string"},
        {"Foo::operator->() const", "Foo::operator->"},
        {"runtime.(*mheap).grow", "runtime.(*mheap).grow"},
        {"main.Set[...].Add", "main.Set[...].Add"},
        {"(anonymous namespace)::helper(int)", "(anonymous namespace)::helper"},
        {"void (anonymous namespace)::helper<int>(int)", "(anonymous namespace)::helper<int>"},
        {"a::fold<int>::(anonymous struct)::operator()<int>",
         "a::fold<int>::(anonymous struct)::operator()<int>"},
        {"(anonymous union)::reset(char)", "(anonymous union)::reset"},
        {"decltype (std::declval<A>()+(1)) f<A>(A)", "f<A>"},
        {"non-virtual thunk to ns::Foo::bar(int)", "non-virtual thunk to ns::Foo::bar"},
        {"std::vector<my::Order, std::allocator<my::Order> >::push_back(my::Order const&)",
         "std::vector<Order>::push_back"},
        {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"
         "::append(char const*)",
         "std::string::append"},
        {"std::unordered_map<std::pair<my::ns::VeryLongKeyName, int>, std::vector<my::Order> >"
         "::find(int)",
         "std::unordered_map<…>::find"},
        {"A<(4>3)>::f()", "A<(4>3)>::f"},
        {"foo(int) [clone .cold]", "foo"},
        {"foo[abi:cxx11](int)", "foo"},
        {"-[NSString foo:bar:]", "-[NSString foo:bar:]"},
        /* What cannot be taken apart stays whole. */
        {"void (*signal(int, void (*)(int)))(int)", "void (*signal(int, void (*)(int)))(int)"},
        {"((((", "(((("},
    };

    (void)state;
    check_all(cases, JP_COUNT_OF(cases), JP_NAMES_SHORT);
}

static void test_short_rust(void **state)
{
    static const struct name_case cases[] = {
        {"<alloc::string::String as core::convert::From<&str>>::from",
         "<String as From<&str>>::from"},
        {"<T as core::convert::Into<U>>::into", "<T as Into<U>>::into"},
        {"core::ptr::drop_in_place::<alloc::vec::Vec<u8>>", "core::ptr::drop_in_place<Vec<u8>>"},
        {"core::ptr::drop_in_place<alloc::vec::Vec<u8>>", "core::ptr::drop_in_place<Vec<u8>>"},
        {"<alloc::vec::Vec<u8>>::push", "alloc::vec::Vec<u8>::push"},
        {"<[u8]>::to_vec_in::<alloc::alloc::Global>", "<[u8]>::to_vec_in<Global>"},
        {"metacache::build::{closure#0}::{closure#1}", "metacache::build::{closure}::{closure}"},
        {"metacache::build::{{closure}}", "metacache::build::{closure}"},
        {"foo::bar::h0123456789abcdef", "foo::bar"},
        {"foo::bar::h0123456789abcdeg", "foo::bar::h0123456789abcdeg"},
        {"core::ops::function::FnOnce::call_once{{vtable.shim}}",
         "core::ops::function::FnOnce::call_once{{vtable.shim}}"},
        {"<fn() -> bool as core::ops::function::FnOnce<()>>::call_once",
         "<fn() -> bool as FnOnce<()>>::call_once"},
        {"<alloc::boxed::Box<dyn for<'a> core::ops::function::Fn<(&'a m::Request,), Output = "
         "core::result::Result<m::Response, m::LoadError>>> as core::ops::function::Fn<(&m::R,)>>"
         "::call",
         "<Box<dyn for<'a> Fn<…>> as Fn<(&R,)>>::call"},
    };

    (void)state;
    check_all(cases, JP_COUNT_OF(cases), JP_NAMES_SHORT);
}

static void test_template(void **state)
{
    static const struct name_case cases[] = {
        {"void ns::f<a::X, 3>(int)", "ns::f<a::X, 3>"},
        {"<a::String as b::From<&str>>::from", "<a::String as b::From<&str>>::from"},
        {"f<int>(int)::{lambda(int)#1}::operator()(int) const",
         "f<int>::{lambda(int)#1}::operator()"},
        {"m::build::{closure#2}", "m::build::{closure#2}"},
        {"core::ptr::drop_in_place::<a::T>", "core::ptr::drop_in_place::<a::T>"},
    };

    (void)state;
    check_all(cases, JP_COUNT_OF(cases), JP_NAMES_TEMPLATE);
}

/* 200 000 brackets: no stack overflow, no quadratic time. */
static void test_hostile(void **state)
{
    static const char *const units[] = {"(", "<",        "a<",      "<a::", "{",
                                        "[", "operator", "a::b<c,", ")>"};
    struct jp_buf name = JP_BUF_INIT;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(units); i++) {
        jp_buf_clear(&name);
        while (name.len < 200000)
            jp_buf_add_text(&name, units[i]);
        for (size_t n = name.len / strlen(units[i]); n-- > 0 && i < 4;)
            jp_buf_add_byte(&name, i == 0 ? ')' : '>');
        for (int naming = JP_NAMES_SHORT; naming <= JP_NAMES_JEPROF; naming++) {
            jp_buf_clear(&out);
            jp_naming_function(&out, jp_buf_span(&name), (enum jp_naming)naming, NULL);
        }
    }
    jp_buf_clear(&name);
    while (name.len < 200000)
        jp_buf_add_byte(&name, name.len < 100000 ? '(' : ']');
    jp_naming_function(&out, jp_buf_span(&name), JP_NAMES_SHORT, NULL);
    jp_buf_release(&name);
    jp_buf_release(&out);
}

/* A profile of one location per function, with one frame each. */
struct fixture {
    struct jp_profile profile;
    struct jp_keys keys;
};

static uint32_t add_module(struct jp_profile *profile, const char *path, enum jp_module_kind kind)
{
    const struct jp_module module = {.path = jp_intern_add_text(&profile->strings, path),
                                     .kind = kind};
    return jp_profile_module(profile, &module);
}

static uint32_t add_frame(struct jp_profile *profile, const char *name, const char *linkage,
                          uint32_t module, const char *file, uint32_t line)
{
    const uint32_t file_id = jp_intern_add_text(&profile->strings, file);
    const struct jp_function function = {
        .name = jp_intern_add_text(&profile->strings, name),
        .linkage = jp_intern_add_text(&profile->strings, linkage),
        .module = module,
        .file = module == JP_NO_MODULE ? 0 : file_id,
    };
    jp_vec_push(&profile->frames,
                (struct jp_frame){.function = jp_profile_function(profile, function),
                                  .file = file_id,
                                  .line = line});
    return (uint32_t)profile->frames.count - 1;
}

static uint32_t add_location(struct jp_profile *profile, uint32_t module, uint64_t offset,
                             uint64_t address)
{
    return jp_profile_location(profile, module, offset, address);
}

static void add_function(struct jp_profile *profile, const char *name, const char *linkage,
                         uint32_t module, const char *file)
{
    const uint32_t home = add_module(profile, "/bin/app", JP_MODULE_FILE);
    const uint32_t at = add_location(profile, home, 0x1000 + profile->locations.count,
                                     0x400000 + profile->locations.count);
    const uint32_t frame = add_frame(profile, name, linkage, module, file, 7);

    profile->locations.data[at].frames_first = frame;
    profile->locations.data[at].frames_count = 1;
}

static const char *key_of(const struct jp_keys *keys, uint32_t location, uint32_t frame)
{
    assert_true(keys->first[location] + frame < keys->first[location + 1]);
    return jp_intern_text(&keys->strings, keys->list.data[keys->first[location] + frame]);
}

static void add_colliding(struct jp_profile *profile)
{
    jp_profile_init(profile);
    const uint32_t a = add_module(profile, "/lib/liba.so", JP_MODULE_FILE);
    const uint32_t b = add_module(profile, "/lib/libb.so", JP_MODULE_FILE);

    add_function(profile, "f(int)", "_Z1fi", JP_NO_MODULE, "");
    add_function(profile, "f(char)", "_Z1fc", JP_NO_MODULE, "");
    add_function(profile, "init", "", a, "/src/one.c");
    add_function(profile, "init", "", b, "/src/one.c");
    add_function(profile, "init", "", b, "/src/two.c");
    add_function(profile, "init", "", JP_NO_MODULE, "");
    add_function(profile, "m::{closure#0}", "", JP_NO_MODULE, "");
    add_function(profile, "m::{closure#1}", "", JP_NO_MODULE, "");
    add_function(profile, "v<std::pair<a::VeryLongTypeName, b::AnotherLongName>>::g()", "",
                 JP_NO_MODULE, "");
    add_function(profile, "v<std::pair<a::VeryLongTypeName, b::AnotherGoodName>>::g()", "",
                 JP_NO_MODULE, "");
    add_function(profile, "alone(int)", "_Z5alonei", JP_NO_MODULE, "");
    add_function(profile,
                 "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > "
                 "std::operator+<char, std::char_traits<char>, std::allocator<char> >(std::"
                 "__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >&&, "
                 "char const*)",
                 "", JP_NO_MODULE, "");
    add_function(profile,
                 "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > "
                 "std::operator+<char, std::char_traits<char>, std::allocator<char> >(char "
                 "const*, std::__cxx11::basic_string<char, std::char_traits<char>, "
                 "std::allocator<char> >&&)",
                 "", JP_NO_MODULE, "");
    add_function(profile, "A::get() const", "", JP_NO_MODULE, "");
    add_function(profile, "A::get()", "", JP_NO_MODULE, "");
    add_function(profile, "set(a::S)", "", JP_NO_MODULE, "");
    add_function(profile, "set(b::S)", "", JP_NO_MODULE, "");
}

static void check_keys(enum jp_naming naming, const char *const *expected, size_t count)
{
    struct fixture fixture;

    add_colliding(&fixture.profile);
    jp_keys_init(&fixture.keys, &fixture.profile, JP_BY_FUNCTION, naming);
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(key_of(&fixture.keys, i, 0), expected[i]);
    for (uint32_t i = 0; naming != JP_NAMES_JEPROF && i < count; i++) {
        for (uint32_t j = 0; j < i; j++)
            assert_string_not_equal(key_of(&fixture.keys, i, 0), key_of(&fixture.keys, j, 0));
    }
    jp_keys_release(&fixture.keys);
    jp_profile_release(&fixture.profile);
}

static void test_collisions(void **state)
{
    static const char *const by_short[] = {
        "f(int)",
        "f(char)",
        "init [liba.so]",
        "init [libb.so] (/src/one.c)",
        "init [libb.so] (/src/two.c)",
        "init",
        "m::{closure#0}",
        "m::{closure#1}",
        "v<pair<VeryLongTypeName, AnotherLongName>>::g",
        "v<pair<VeryLongTypeName, AnotherGoodName>>::g",
        "alone",
        "std::operator+<char>(string&&, char const*)",
        "std::operator+<char>(char const*, string&&)",
        "A::get() const",
        "A::get()",
        "set(a::S)",
        "set(b::S)",
    };
    static const char *const by_mangled[] = {
        "_Z1fi",
        "_Z1fc",
        "init [liba.so]",
        "init [libb.so] (/src/one.c)",
        "init [libb.so] (/src/two.c)",
        "init",
    };
    static const char *const by_jeprof[] = {"f", "f", "init", "init", "init", "init"};

    (void)state;
    check_keys(JP_NAMES_SHORT, by_short, JP_COUNT_OF(by_short));
    check_keys(JP_NAMES_MANGLED, by_mangled, JP_COUNT_OF(by_mangled));
    check_keys(JP_NAMES_JEPROF, by_jeprof, JP_COUNT_OF(by_jeprof));
}

/* An inlined call in a function, and addresses without names of each kind. */
static void add_places(struct jp_profile *profile)
{
    jp_profile_init(profile);
    const uint32_t file = add_module(profile, "/lib/libx.so.1", JP_MODULE_FILE);
    const uint32_t pseudo = add_module(profile, "[vdso]", JP_MODULE_PSEUDO);
    const uint32_t anon = add_module(profile, "[anon]", JP_MODULE_ANON);
    const uint32_t unmapped = add_module(profile, "[unknown]", JP_MODULE_UNMAPPED);
    const uint32_t at = add_location(profile, file, 0x1234, 0x7f0000001234);

    const uint32_t first = add_frame(profile, "inner(int)", "", JP_NO_MODULE, "/src/i.h", 3);
    add_frame(profile, "outer()", "", JP_NO_MODULE, "/src/o.c", 9);
    profile->frames.data[first].is_inlined = true;
    profile->locations.data[at].frames_first = first;
    profile->locations.data[at].frames_count = 2;
    add_location(profile, file, 0x2000, 0x7f0000002000);
    add_location(profile, pseudo, 0x10, 0x7ffff7fc1010);
    add_location(profile, anon, 0x7f1111110000, 0x7f1111110000);
    add_location(profile, unmapped, 0x10, 0x10);
}

static void check_places(enum jp_granularity granularity, enum jp_naming naming,
                         const char *const expected[6])
{
    struct fixture fixture;

    add_places(&fixture.profile);
    jp_keys_init(&fixture.keys, &fixture.profile, granularity, naming);
    assert_string_equal(key_of(&fixture.keys, 0, 0), expected[0]);
    assert_string_equal(key_of(&fixture.keys, 0, 1), expected[1]);
    for (uint32_t i = 1; i < 5; i++) {
        assert_string_equal(key_of(&fixture.keys, i, 0), expected[i + 1]);
        assert_int_equal(fixture.keys.frames.data[fixture.keys.first[i]], JP_NO_FRAME);
    }
    jp_keys_release(&fixture.keys);
    jp_profile_release(&fixture.profile);
}

static void test_granularities(void **state)
{
    (void)state;
    check_places(JP_BY_FUNCTION, JP_NAMES_SHORT,
                 (const char *const[]){"inner (inline)", "outer", "libx.so.1+0x2000", "[vdso]+0x10",
                                       "[anon] 0x7f1111110000", "[unknown] 0x10"});
    check_places(JP_BY_LINE, JP_NAMES_SHORT,
                 (const char *const[]){"inner (inline) /src/i.h:3", "outer /src/o.c:9",
                                       "libx.so.1+0x2000", "[vdso]+0x10", "[anon] 0x7f1111110000",
                                       "[unknown] 0x10"});
    check_places(JP_BY_FILE, JP_NAMES_SHORT,
                 (const char *const[]){"/src/i.h", "/src/o.c", "[libx.so.1]", "[vdso]", "[anon]",
                                       "[unknown]"});
    check_places(JP_BY_ADDRESS, JP_NAMES_SHORT,
                 (const char *const[]){
                     "0x00007f0000001234 inner (inline) /src/i.h:3",
                     "0x00007f0000001234 outer /src/o.c:9", "0x00007f0000002000 libx.so.1+0x2000",
                     "0x00007ffff7fc1010 [vdso]+0x10", "0x00007f1111110000 [anon] 0x7f1111110000",
                     "0x0000000000000010 [unknown] 0x10"});
}

/* jeprof's keys (formats of --functions, --lines, --files, --addresses), one less than recorded. */
static void test_granularities_jeprof(void **state)
{
    (void)state;
    check_places(JP_BY_FUNCTION, JP_NAMES_JEPROF,
                 (const char *const[]){"inner (inline)", "outer", "00007f0000001fff",
                                       "00007ffff7fc100f", "00007f111110ffff", "000000000000000f"});
    check_places(JP_BY_LINE, JP_NAMES_JEPROF,
                 (const char *const[]){"inner (inline) /src/i.h:3", "outer /src/o.c:9",
                                       "00007f0000001fff ", "00007ffff7fc100f ",
                                       "00007f111110ffff ", "000000000000000f "});
    check_places(JP_BY_FILE, JP_NAMES_JEPROF,
                 (const char *const[]){"/src/i.h", "/src/o.c", "00007f0000001fff",
                                       "00007ffff7fc100f", "00007f111110ffff", "000000000000000f"});
    check_places(JP_BY_ADDRESS, JP_NAMES_JEPROF,
                 (const char *const[]){
                     "00007f0000001233 inner (inline) /src/i.h:3",
                     "00007f0000001233 outer /src/o.c:9", "00007f0000001fff 00007f0000001fff ",
                     "00007ffff7fc100f 00007ffff7fc100f ", "00007f111110ffff 00007f111110ffff ",
                     "000000000000000f 000000000000000f "});
}

static void test_drop(void **state)
{
    struct fixture fixture;
    const bool hidden[6] = {true};

    (void)state;
    add_places(&fixture.profile);
    jp_keys_init(&fixture.keys, &fixture.profile, JP_BY_FUNCTION, JP_NAMES_SHORT);
    jp_keys_drop(&fixture.keys, hidden, fixture.profile.locations.count);
    assert_int_equal(fixture.keys.first[1] - fixture.keys.first[0], 1);
    assert_string_equal(key_of(&fixture.keys, 0, 0), "outer");
    assert_string_equal(key_of(&fixture.keys, 4, 0), "[unknown] 0x10");
    assert_int_equal(fixture.keys.first[5], 5);
    jp_keys_release(&fixture.keys);
    jp_profile_release(&fixture.profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jeprof),        cmocka_unit_test(test_short_cpp),
        cmocka_unit_test(test_short_rust),    cmocka_unit_test(test_template),
        cmocka_unit_test(test_hostile),       cmocka_unit_test(test_collisions),
        cmocka_unit_test(test_granularities), cmocka_unit_test(test_granularities_jeprof),
        cmocka_unit_test(test_drop),
    };
    return cmocka_run_group_tests_name("naming", tests, NULL, NULL);
}
