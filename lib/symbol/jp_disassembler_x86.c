/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long an instruction of x86-64 is, by the rules of its encoding alone (Intel SDM, volume 2,
 * chapter 2). Of instructions that nobody knows, the following ones are then read from their
 * beginning and not from the middle.
 */
#include "config.h"

#include "jp_disassembler.h"

#include <string.h>

/* The opcode maps of VEX and EVEX; legacy code reaches them with 0f, 0f 38 and 0f 3a. */
enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };

/* Bytes of ModRM, with which CODE begins, SIB and displacement; they may be more than CODE has. */
static size_t operand_bytes(struct jp_span code)
{
    const uint8_t modrm = (uint8_t)code.ptr[0];
    const uint8_t sib = code.len > 1 ? (uint8_t)code.ptr[1] : 0;
    const uint8_t mode = modrm >> 6;
    const uint8_t base = modrm & 7;
    const bool has_sib = mode != 3 && base == 4;
    const size_t begin = has_sib ? 2 : 1;

    if (mode == 1)
        return begin + 1;
    if (mode == 2 || (mode == 0 && (base == 5 || (has_sib && (sib & 7) == 5))))
        return begin + 4;
    return begin;
}

/* CODE begins with the opcode. */
static size_t opcode_bytes(struct jp_span code, unsigned map)
{
    static const char with_immediate[] = "\x70\x71\x72\x73\xa4\xac\xba\xc2\xc4\xc5\xc6";

    if (code.len < 2)
        return 0;
    const bool has_immediate =
        map == MAP_0F3A || (map == MAP_0F && code.ptr[0] && strchr(with_immediate, code.ptr[0]));
    return 1 + operand_bytes(jp_span_slice(code, 1, code.len)) + has_immediate;
}

/* Behind the prefixes, which are BEFORE bytes. */
static size_t encoded_bytes(struct jp_span code, size_t before)
{
    const struct jp_span rest = jp_span_slice(code, before, code.len);
    size_t skipped = 0;
    unsigned map = 0;

    if (rest.len < 4)
        return 0;
    switch ((uint8_t)rest.ptr[0]) {
    case 0x62: /* EVEX */
        skipped = 4;
        map = (uint8_t)rest.ptr[1] & 7;
        break;
    case 0xc4: /* VEX of three bytes */
        skipped = 3;
        map = (uint8_t)rest.ptr[1] & 31;
        break;
    case 0xc5:
        skipped = 2;
        map = MAP_0F;
        break;
    case 0x0f:
        map = rest.ptr[1] == 0x38 ? MAP_0F38 : rest.ptr[1] == 0x3a ? MAP_0F3A : MAP_0F;
        skipped = map == MAP_0F ? 1 : 2;
        break;
    default:
        return 0;
    }
    const size_t length = opcode_bytes(jp_span_slice(rest, skipped, rest.len), map);
    return length && map >= MAP_0F && map <= MAP_0F3A ? before + skipped + length : 0;
}

size_t jp_disassembler_x86_bytes(struct jp_span code)
{
    static const char prefixes[] = "\x66\x67\xf0\xf2\xf3\x2e\x36\x3e\x26\x64\x65";
    size_t before = 0;

    while (before < code.len && code.ptr[before] && strchr(prefixes, code.ptr[before]))
        before++;
    before += before < code.len && ((uint8_t)code.ptr[before] & 0xf0) == 0x40; /* REX */
    const size_t length = encoded_bytes(code, before);
    return length <= code.len ? length : 0;
}
