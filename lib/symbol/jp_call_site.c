/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_call_site.h"

#include "jp_span.h"

#include <elf.h>

static const struct jp_segment *find_code(const struct jp_object *object, uint64_t vaddr)
{
    size_t count = 0;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    for (size_t i = 0; i < count; i++)
        if (segments[i].is_executable && vaddr >= segments[i].vaddr &&
            vaddr - segments[i].vaddr < segments[i].file_bytes)
            return &segments[i];
    return NULL;
}

/*
 * The N-th byte before the end of CODE, counted from 1; -1 when there are not as many. The callers
 * compare with values that are not negative.
 */
static int byte_before(struct jp_span code, size_t n)
{
    return n <= code.len ? (unsigned char)code.ptr[code.len - n] : -1;
}

/* e8 and a distance, which leads to code of the same file. */
static bool is_x86_direct(const struct jp_object *object, struct jp_span code, uint64_t vaddr)
{
    enum { CALL = 0xe8, BYTES = 5 };
    uint32_t distance = 0;

    if (byte_before(code, BYTES) != CALL)
        return false;
    for (size_t n = 4; n >= 1; n--)
        distance |= (uint32_t)byte_before(code, n) << (8 * (4 - n));
    return find_code(object, vaddr + (uint64_t)(int64_t)(int32_t)distance) != NULL;
}

/* Length of the operand that MODRM begins, with SIB and displacement (AMD64 manual 3, 1.4). */
static size_t x86_operand_bytes(int modrm, int sib)
{
    const int mode = modrm >> 6;
    const int base = modrm & 7;
    const bool has_sib = mode != 3 && base == 4;
    const size_t begin = has_sib ? 2 : 1;

    if (mode == 3)
        return begin;
    if (mode == 1)
        return begin + 1;
    const bool is_distance_only = base == 5 || (has_sib && (sib & 7) == 5);
    return mode == 2 || is_distance_only ? begin + 4 : begin;
}

/* ff /2; prefixes stand in front of the opcode and need not be looked at. */
static bool is_x86_indirect(struct jp_span code)
{
    enum { OPCODE = 0xff, SHORTEST = 2, LONGEST = 7, CALL_NEAR = 2 };

    for (size_t n = SHORTEST; n <= LONGEST; n++) {
        const int modrm = byte_before(code, n - 1);
        if (byte_before(code, n) != OPCODE || (modrm >> 3 & 7) != CALL_NEAR)
            continue;
        const int sib = n > SHORTEST ? byte_before(code, n - 2) : 0;
        if (x86_operand_bytes(modrm, sib) == n - 1)
            return true;
    }
    return false;
}

/* Linux: "mov $15, %eax (or %rax); syscall", which is rt_sigreturn. */
static bool is_x86_signal_return(struct jp_span code)
{
    return jp_span_starts_with(code, JP_SPAN("\x48\xc7\xc0\x0f\0\0\0\x0f\x05")) ||
           jp_span_starts_with(code, JP_SPAN("\xb8\x0f\0\0\0\x0f\x05"));
}

/* bl, blr, and blraa, blrab with their forms without a modifier (Arm ARM, C6.2). */
static bool is_arm_call(struct jp_span code)
{
    uint32_t word = 0;

    for (size_t n = 1; n <= 4; n++)
        word = word << 8 | (uint32_t)(byte_before(code, n) & 0xff);
    return (word & 0xfc000000) == 0x94000000 || (word & 0xfffffc1f) == 0xd63f0000 ||
           (word & 0xfffff81f) == 0xd63f081f || (word & 0xfffff800) == 0xd73f0800;
}

enum jp_call_site jp_call_site(const struct jp_object *object, uint64_t vaddr)
{
    const uint16_t machine = jp_object_machine(object);

    if ((machine != EM_X86_64 && machine != EM_AARCH64) || jp_object_is_debug_only(object))
        return JP_CALL_UNKNOWN;
    /* A call may be the last instruction of its segment: the byte before the address decides. */
    const struct jp_segment *const segment = find_code(object, vaddr - 1);
    const struct jp_span file = jp_object_bytes(object);
    if (!segment || segment->offset > file.len || segment->file_bytes > file.len - segment->offset)
        return JP_CALL_UNKNOWN;
    const struct jp_span bytes = {file.ptr + segment->offset, (size_t)segment->file_bytes};
    const size_t at = (size_t)(vaddr - segment->vaddr);
    const struct jp_span before = jp_span_slice(bytes, 0, at);
    bool is_call;
    if (machine == EM_AARCH64)
        is_call = vaddr % 4 == 0 && before.len >= 4 && is_arm_call(before);
    else
        is_call = is_x86_direct(object, before, vaddr) || is_x86_indirect(before) ||
                  is_x86_signal_return(jp_span_slice(bytes, at, bytes.len));
    return is_call ? JP_CALL_BEFORE : JP_CALL_NONE;
}
