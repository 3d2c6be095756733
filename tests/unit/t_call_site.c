/* SPDX-License-Identifier: BSD-2-Clause */
/* The encodings are those that objdump prints for the instructions named beside them. */
#include "config.h"

#include "jp_test.h"

#include "jp_test_elf.h"

#include "jp_call_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VADDR = 0x1000, CODE_BYTES = 64, OFFSET = 0x200 };

/* What is said of the address behind CODE, which begins at VADDR and is followed by AFTER. */
static enum jp_call_site judge(uint16_t machine, struct jp_span code, struct jp_span after)
{
    char path[] = "/tmp/jp-call-site-XXXXXX";
    char bytes[CODE_BYTES] = {0};
    struct jp_error error = JP_ERROR_INIT;

    assert_true(code.len + after.len <= sizeof bytes);
    memcpy(bytes, code.ptr, code.len);
    memcpy(bytes + code.len, after.ptr, after.len);
    const struct jp_test_section sections[] = {{.name = ".text",
                                                .type = SHT_PROGBITS,
                                                .flags = SHF_ALLOC | SHF_EXECINSTR,
                                                .address = VADDR,
                                                .offset = OFFSET,
                                                .content = {bytes, sizeof bytes}}};
    const Elf64_Phdr segments[] = {{.p_type = PT_LOAD,
                                    .p_flags = PF_R | PF_X,
                                    .p_offset = OFFSET,
                                    .p_vaddr = VADDR,
                                    .p_filesz = sizeof bytes,
                                    .p_memsz = sizeof bytes}};
    const struct jp_test_elf elf = {.machine = machine,
                                    .sections = sections,
                                    .section_count = 1,
                                    .segments = segments,
                                    .segment_count = 1};
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    jp_test_elf_write(path, &elf);
    struct jp_object *const object = jp_object_open(path, &error);
    unlink(path);
    assert_non_null(object);
    const enum jp_call_site site = jp_call_site(object, VADDR + code.len);
    assert_int_equal(jp_call_site(object, VADDR), JP_CALL_UNKNOWN);
    assert_int_equal(jp_call_site(object, VADDR + CODE_BYTES + 1), JP_CALL_UNKNOWN);
    assert_int_equal(jp_call_site(object, 0), JP_CALL_UNKNOWN);
    assert_int_equal(jp_call_site(object, UINT64_MAX), JP_CALL_UNKNOWN);
    jp_object_free(object);
    return site;
}

struct encoding {
    struct jp_span code;
    bool is_call;
};

#define CALL(bytes)                        \
    {                                      \
        {(bytes), sizeof(bytes) - 1}, true \
    }
#define OTHER(bytes)                        \
    {                                       \
        {(bytes), sizeof(bytes) - 1}, false \
    }

static void check(uint16_t machine, const struct encoding *encodings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (judge(machine, encodings[i].code, JP_SPAN("")) !=
            (encodings[i].is_call ? JP_CALL_BEFORE : JP_CALL_NONE))
            fail_msg("encoding %zu", i);
}

static void test_x86_64(void **state)
{
    static const struct encoding encodings[] = {
        CALL("\xe8\x10\0\0\0"),          /* call to 0x1015 */
        CALL("\x67\xe8\x10\0\0\0"),      /* addr32 call */
        CALL("\xff\xd0"),                /* call *%rax */
        CALL("\x41\xff\xd4"),            /* call *%r12 */
        CALL("\x3e\xff\xd0"),            /* notrack call *%rax */
        CALL("\xf2\xff\xd7"),            /* bnd call *%rdi */
        CALL("\xff\x10"),                /* call *(%rax) */
        CALL("\xff\x50\x18"),            /* call *0x18(%rax) */
        CALL("\x41\xff\x55\x08"),        /* call *0x8(%r13) */
        CALL("\xff\x14\xc3"),            /* call *(%rbx,%rax,8) */
        CALL("\x41\xff\x14\x24"),        /* call *(%r12) */
        CALL("\xff\x54\x24\x08"),        /* call *0x8(%rsp) */
        CALL("\xff\x90\x40\x01\0\0"),    /* call *0x140(%rax) */
        CALL("\xff\x15\x20\0\0\0"),      /* call *0x20(%rip) */
        CALL("\xff\x94\x24\x88\0\0\0"),  /* call *0x88(%rsp) */
        CALL("\xff\x14\xc5\0\x40\0\0"),  /* call *0x4000(,%rax,8) */
        CALL("\xff\x14\x25\x28\0\0\0"),  /* call *0x28 */
        OTHER("\xe8\x10\0\0"),           /* its distance is cut */
        OTHER("\xe8\0\0\0\x40"),         /* call to where no code is */
        OTHER("\xe9\x10\0\0\0"),         /* jmp */
        OTHER("\xff\xe0"),               /* jmp *%rax */
        OTHER("\xff\x25\x20\0\0\0"),     /* jmp *0x20(%rip) */
        OTHER("\xff\x70\x18"),           /* push 0x18(%rax) */
        OTHER("\xff\xc0"),               /* inc %eax */
        OTHER("\xff\x14"),               /* call whose SIB lies behind the address */
        OTHER("\xff\x50"),               /* call whose displacement does */
        OTHER("\x48\x89\xe5"),           /* mov %rsp,%rbp */
        OTHER("\xc3"),                   /* ret */
        OTHER("\x0f\x1f\x84\0\0\0\0\0"), /* nopl 0x0(%rax,%rax,1) */
        OTHER("\x48\x8b\x05\x10\0\0\0"), /* mov 0x10(%rip),%rax */
    };

    (void)state;
    check(EM_X86_64, encodings, sizeof encodings / sizeof *encodings);
    /* __restore_rt of glibc */
    assert_int_equal(judge(EM_X86_64, JP_SPAN("\x90"), JP_SPAN("\x48\xc7\xc0\x0f\0\0\0\x0f\x05")),
                     JP_CALL_BEFORE);
}

static void test_aarch64(void **state)
{
    static const struct encoding encodings[] = {
        CALL("\x04\0\0\x94"),      /* bl */
        CALL("\xf0\xff\xff\x97"),  /* bl backwards */
        CALL("\x20\0\x3f\xd6"),    /* blr x1 */
        CALL("\x1f\x09\x3f\xd6"),  /* blraaz x8 */
        CALL("\x1f\x0d\x3f\xd6"),  /* blrabz x8 */
        CALL("\x11\x09\x3f\xd7"),  /* blraa x8, x17 */
        CALL("\x11\x0d\x3f\xd7"),  /* blrab x8, x17 */
        OTHER("\x04\0\0\x14"),     /* b */
        OTHER("\x20\0\x1f\xd6"),   /* br x1 */
        OTHER("\xc0\x03\x5f\xd6"), /* ret */
        OTHER("\x1f\x20\x03\xd5"), /* nop */
        OTHER("\0\0\x04\0\0\x94"), /* bl, but no address of an instruction */
        OTHER("\x94\x94\x94"),     /* too short */
    };

    (void)state;
    check(EM_AARCH64, encodings, sizeof encodings / sizeof *encodings);
}

static void test_other_machines(void **state)
{
    (void)state;
    assert_int_equal(judge(EM_RISCV, JP_SPAN("\xe8\x10\0\0\0"), JP_SPAN("")), JP_CALL_UNKNOWN);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_x86_64),
        cmocka_unit_test(test_aarch64),
        cmocka_unit_test(test_other_machines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
