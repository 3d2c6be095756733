/* SPDX-License-Identifier: BSD-2-Clause */
/* Expected texts and lengths are those that GNU objdump 2.40 prints for the same bytes. */
#include "config.h"

#include "jp_disassembler.h"
#include "jp_test.h"

#include <elf.h>
#include <string.h>

struct sample {
    const char *bytes;
    size_t len;
    const char *text;
};

#define SAMPLE(bytes, text)            \
    {                                  \
        bytes, sizeof(bytes) - 1, text \
    }

#ifdef HAVE_DISASM

static const struct sample decoded[] = {
    SAMPLE("\x41\x54", "push   %r12"),
    SAMPLE("\xc3", "ret"),
    SAMPLE("\x41\x89\xf2", "mov    %esi,%r10d"),
    SAMPLE("\xc6\x41\x40\x00", "movb   $0x0,0x40(%rcx)"),
    SAMPLE("\x41\xb9\x40\x00\x00\x00", "mov    $0x40,%r9d"),
    SAMPLE("\x48\x0f\x44\xd0", "cmove  %rax,%rdx"),
    SAMPLE("\x41\x8d\x41\xff", "lea    -0x1(%r9),%eax"),
    SAMPLE("\x46\x8a\x1c\x1a", "mov    (%rdx,%r11,1),%r11b"),
    SAMPLE("\x44\x8b\x45\x00", "mov    0x0(%rbp),%r8d"),
    SAMPLE("\x41\x83\xfc\xff", "cmp    $0xffffffff,%r12d"),
    SAMPLE("\x48\x83\xe8\x02", "sub    $0x2,%rax"),
    SAMPLE("\xf0\x4c\x01\x70\x38", "lock add %r14,0x38(%rax)"),
    SAMPLE("\x48\xd3\x6c\xd0\xf8", "shrq   %cl,-0x8(%rax,%rdx,8)"),
    SAMPLE("\xff\xd0", "call   *%rax"),
    SAMPLE("\x64\x48\x8b\x04\x25\x28\x00\x00\x00", "mov    %fs:0x28,%rax"),
    SAMPLE("\x48\xb8\x01\x01\x01\x01\x01\x01\x01\x01", "movabs $0x101010101010101,%rax"),
    SAMPLE("\x0f\xb6\x10", "movzbl (%rax),%edx"),
    SAMPLE("\x48\x63\xd0", "movslq %eax,%rdx"),
    SAMPLE("\x49\x83\x45\x08\x01", "addq   $0x1,0x8(%r13)"),
    SAMPLE("\xf3\x0f\x7e\x10", "movq   (%rax),%xmm2"),
    SAMPLE("\x0f\x1f\x44\x00\x00", "nopl   0x0(%rax,%rax,1)"),
};

static void test_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(decoded); i++) {
        const struct jp_machine_code code = {
            .machine = EM_X86_64,
            .bytes = {decoded[i].bytes, decoded[i].len},
            .address = 0x1000,
        };
        struct jp_disassembly disassembly;
        assert_true(jp_disassemble(&disassembly, &code, NULL));
        assert_int_equal(disassembly.list.count, 1);
        assert_string_equal(disassembly.list.data[0].text, decoded[i].text);
        assert_int_equal(disassembly.list.data[0].length, decoded[i].len);
        jp_disassembly_release(&disassembly);
    }
}

/* "call 0x1060" and "lea 0x10(%rip)" at 0x1000. */
static void test_targets(void **state)
{
    static const char bytes[] = "\xe8\x5b\x00\x00\x00\x48\x8d\x05\x10\x00\x00\x00";
    const struct jp_machine_code code = {
        .machine = EM_X86_64, .bytes = {bytes, sizeof bytes - 1}, .address = 0x1000};
    struct jp_disassembly disassembly;

    (void)state;
    assert_true(jp_disassemble(&disassembly, &code, NULL));
    assert_int_equal(disassembly.list.count, 2);
    assert_int_equal(disassembly.list.data[0].target_kind, JP_TARGET_CODE);
    assert_int_equal(disassembly.list.data[0].target, 0x1060);
    assert_string_equal(disassembly.list.data[0].text, "call   ");
    assert_int_equal(disassembly.list.data[1].target_kind, JP_TARGET_DATA);
    assert_int_equal(disassembly.list.data[1].target, 0x101c);
    jp_disassembly_release(&disassembly);
}

/* kmovd %k0,%eax and push %r12; 06 is no instruction; the last one is cut. */
static void test_unknown(void **state)
{
    static const char bytes[] = "\x06\x41\x54\xe8\x5b";
    const struct jp_machine_code code = {
        .machine = EM_X86_64, .bytes = {bytes, sizeof bytes - 1}, .address = 0};
    struct jp_disassembly disassembly;
    uint64_t next = 0;

    (void)state;
    assert_true(jp_disassemble(&disassembly, &code, NULL));
    for (size_t i = 0; i < disassembly.list.count; i++) {
        assert_int_equal(disassembly.list.data[i].address, next);
        next += disassembly.list.data[i].length;
    }
    assert_int_equal(next, code.bytes.len);
    assert_string_equal(disassembly.list.data[0].text, ".byte  0x06");
    assert_string_equal(disassembly.list.data[1].text, "push   %r12");
    assert_false(disassembly.list.data[2].is_decoded);
    jp_disassembly_release(&disassembly);
}

static void test_machine(void **state)
{
    const struct jp_machine_code code = {.machine = EM_RISCV, .bytes = {"\0\0\0\0", 4}};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_disassembly disassembly;

    (void)state;
    assert_false(jp_disassemble(&disassembly, &code, &error));
    assert_int_equal(error.exit, JP_EXIT_INPUT);
    jp_disassembly_release(&disassembly);
}

#endif

/* Lengths of instructions that few disassemblers know. */
static void test_lengths(void **state)
{
    static const struct sample samples[] = {
        SAMPLE("\x62\xf1\x7d\x20\x74\x47\x05", "vpcmpeqb 0xa0(%rdi),%ymm16,%k0"),
        SAMPLE("\xc5\xfb\x93\xc0", "kmovd %k0,%eax"),
        SAMPLE("\x62\xf3\x7d\x20\x3e\x4c\x0f\x01\x04", "vpcmpnequb 0x20(%rdi,%rcx),%ymm16,%k1"),
        SAMPLE("\xc4\xe1\xf9\x98\xc8", "kortestd %k0,%k1"),
        SAMPLE("\xf3\x48\x0f\xae\xe9", "incsspq %rcx"),
        SAMPLE("\x66\x0f\x3a\x0f\xc1\x08", "palignr $0x8,%xmm1,%xmm0"),
        SAMPLE("\x0f\xc6\xc1\x1b", "shufps $0x1b,%xmm1,%xmm0"),
        SAMPLE("\x0f\xb6\x84\x24\x00\x01\x00\x00", "movzbl 0x100(%rsp),%eax"),
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(samples); i++) {
        char padded[32] = {0};
        memcpy(padded, samples[i].bytes, samples[i].len);
        assert_int_equal(jp_disassembler_x86_bytes((struct jp_span){padded, sizeof padded}),
                         samples[i].len);
        for (size_t len = 0; len < samples[i].len; len++)
            assert_int_equal(jp_disassembler_x86_bytes((struct jp_span){padded, len}), 0);
    }
    assert_int_equal(jp_disassembler_x86_bytes(JP_SPAN("\x06\x06\x06\x06\x06\x06\x06\x06")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef HAVE_DISASM
        cmocka_unit_test(test_text),    cmocka_unit_test(test_targets),
        cmocka_unit_test(test_unknown), cmocka_unit_test(test_machine),
#endif
        cmocka_unit_test(test_lengths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
