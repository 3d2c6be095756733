/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_demangle.h"
#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *linkage;
    const char *name;
    bool is_mangled;
} cases[] = {
    /* C */
    {"main", "main", false},
    {"", "", false},
    {"_", "_", false},
    {"_Z", "_Z", false},
    {"_R", "_R", false},
    {"_D", "_D", false},
    {"_start", "_start", false},
    {"_DYNAMIC", "_DYNAMIC", false},
    {"_Dwarf_get_alloc", "_Dwarf_get_alloc", false},
    {"_Read_image", "_Read_image", false},
    {"_ZIP_open", "_ZIP_open", false},
    {"memcpy@@GLIBC_2.14", "memcpy", false},
    {"memcpy@GLIBC_2.2.5", "memcpy", false},
    {"memcpy@plt", "memcpy@plt", false},
    {"@GLIBC", "@GLIBC", false},
    {"on_message.cold", "on_message", false},
    {"on_message.isra.0", "on_message", false},
    {"on_message.part.0.cold", "on_message", false},
    {"on_message.constprop.12.isra.3", "on_message", false},
    {"keep.lto_priv.0", "keep", false},
    {"keep.llvm.11398278361232397343", "keep", false},
    {"keep.__uniq.272017461163", "keep", false},
    {"keep.__part.7", "keep", false},
    {"keep.eh", "keep", false},
    {"_Z4keepi.__part.12", "keep(int)", true},
    {"_Z4keepi.resume.__part.4", "keep(int) [clone .resume]", true},
    {"inner.0", "inner.0", false},
    {".cold", ".cold", false},
    {".cold.cold", ".cold", false},
    {"counter.1234", "counter.1234", false},
    {"run.actor", "run.actor", false},
    /* C++, expected texts as nm -C of binutils 2.40 has them */
    {"_Z3foov", "foo()", true},
    {"_Z3foov@@V1", "foo()", true},
    {"_Z3foov@plt", "foo()@plt", true},
    {"_Z3foov.cold", "foo()", true},
    {"_Z3fooi.constprop.0", "foo(int)", true},
    {"_Z3foov.actor", "foo() [clone .actor]", true},
    {"_ZN3foo3barEv", "foo::bar()", true},
    {"_ZNSs4swapERSs", "std::string::swap(std::string&)", true},
    {"_ZN3foo4hashC2ERKS0_", "foo::hash::hash(foo::hash const&)", true},
    {"_ZNK3VecIiE4sizeEv", "Vec<int>::size() const", true},
    {"_ZNSt6vectorIiSaIiEE9push_backERKi",
     "std::vector<int, std::allocator<int> >::push_back(int const&)", true},
    {"_Znwm", "operator new(unsigned long)", true},
    {"_ZZ4mainENKUlvE_clEv", "main::{lambda()#1}::operator()() const", true},
    {"_ZGVZ1fvE1x", "guard variable for f()::x", true},
    {"_ZThn8_N1B1fEv", "non-virtual thunk to B::f()", true},
    /* Rust, legacy: the hash goes */
    {"_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad", true},
    {"_ZN4core3fmt9Formatter3pad17h0123456789abcdefE.llvm.123", "core::fmt::Formatter::pad", true},
    {"_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$"
     "3bar17h930b740aa94f1d3aE",
     "<Test + 'static as foo::Bar<Test>>::bar", true},
    {"_ZN3foo3bar17h1111111111111111E", "foo::bar", true},
    /* not Rust: upper-case digits, or too few */
    {"_ZN3foo17h0123456789ABCDEFE", "foo::h0123456789ABCDEF", true},
    {"_ZN3foo5h1234E", "foo::h1234", true},
    /* Rust, v0 (RFC 2603) */
    {"_RNvC6_123foo3bar", "123foo::bar", true},
    {"_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar", true},
    {"_RNCNvC4bins4main0", "bins::main::{closure#0}", true},
    {"_RNvMNtCs1_4core3stre5parse", "<str>::parse", true},
    /* D */
    {"_D8demangle4testFaZv", "demangle.test(char)", true},
};

static void test_known(void **state)
{
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        jp_buf_clear(&out);
        jp_buf_add_text(&out, "> ");
        const bool is_mangled = jp_demangle(jp_span_of(cases[i].linkage), &out);
        assert_string_equal(out.ptr + 2, cases[i].name);
        assert_int_equal(is_mangled, cases[i].is_mangled);
    }
    jp_buf_release(&out);
}

/* A span is not a string: what lies behind it does not count. */
static void test_span(void **state)
{
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    assert_true(jp_demangle((struct jp_span){"_Z3foovEEEE", 7}, &out));
    assert_string_equal(out.ptr, "foo()");
    jp_buf_release(&out);
}

/* p<int, int>, p<that, that>, p<that, that>...: each level doubles the text. */
static void test_bomb(void **state)
{
    struct jp_buf bomb = JP_BUF_INIT;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_buf_add_text(&bomb, "_Z1f1pIiiE");
    for (char digit = '0'; digit <= '9'; digit++)
        jp_buf_format(&bomb, "S_IS%c_S%c_E", digit, digit);
    assert_true(jp_demangle(jp_buf_span(&bomb), &out));
    assert_true(out.len > 4096 && out.len < 256 * 1024);
    for (char digit = 'A'; digit <= 'Z'; digit++)
        jp_buf_format(&bomb, "S_IS%c_S%c_E", digit, digit);
    jp_buf_clear(&out);
    jp_buf_add_text(&out, "kept ");
    assert_false(jp_demangle(jp_buf_span(&bomb), &out));
    assert_memory_equal(out.ptr, "kept ", 5);
    assert_string_equal(out.ptr + 5, bomb.ptr);
    jp_buf_release(&bomb);
    jp_buf_release(&out);
}

static void test_long_and_deep(void **state)
{
    enum { LEN = 1 << 20 };
    static const size_t lens[] = {1000, 60000, LEN};
    char *const name = jp_mem_resize(NULL, LEN, 1);
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(lens); i++) {
        static const char fill[] = {'P', 'N', 'I', 'F', 'T', '1', '_'};
        for (size_t k = 0; k < JP_COUNT_OF(fill); k++) {
            memset(name, fill[k], lens[i]);
            for (int prefix = 0; prefix < 3; prefix++) {
                static const char *const prefixes[] = {"_Z1f", "_RNv", "_D1f"};
                memcpy(name, prefixes[prefix], 4);
                jp_buf_clear(&out);
                jp_demangle((struct jp_span){name, lens[i]}, &out);
                assert_true(out.len > 0);
            }
        }
    }
    free(name);
    jp_buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_span),
        cmocka_unit_test(test_bomb),
        cmocka_unit_test(test_long_and_deep),
    };
    return cmocka_run_group_tests_name("demangle", tests, NULL, NULL);
}
