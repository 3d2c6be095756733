/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machine code as text, over capstone: x86-64 in AT&T syntax, written as objdump writes it, and
 * AArch64. What the library cannot decode is shown as bytes, never left out.
 */
#ifndef JP_DISASSEMBLER_H
#define JP_DISASSEMBLER_H

#include "jp_arena.h"
#include "jp_buf.h"
#include "jp_error.h"
#include "jp_vec.h"

enum jp_target_kind {
    JP_TARGET_NONE,
    JP_TARGET_CODE, /* of a jump or call; text ends in front of it */
    JP_TARGET_DATA, /* what an address relative to the program counter means */
};

struct jp_instruction {
    uint64_t address;
    uint32_t length; /* bytes */
    const char *text;
    enum jp_target_kind target_kind;
    uint64_t target;
    bool is_decoded; /* false: text is ".byte ..." or ".inst ..." */
};

struct jp_disassembly {
    struct jp_arena arena;
    JP_VEC(struct jp_instruction) list; /* ascending, without holes */
};

/* The code as an ELF file has it. */
struct jp_machine_code {
    uint16_t machine; /* EM_X86_64 ... */
    struct jp_span bytes;
    uint64_t address; /* of the first byte */
};

/*
 * Fill DISASSEMBLY; the caller releases it. False: the machine is none of the known ones, or the
 * program was built without a disassembler.
 */
JP_MUST_CHECK bool jp_disassemble(struct jp_disassembly *disassembly,
                                  const struct jp_machine_code *code, struct jp_error *error);
void jp_disassembly_release(struct jp_disassembly *disassembly);

/*
 * Append an instruction of x86-64, in AT&T syntax, as objdump writes it: no size behind a mnemonic
 * whose operands tell it, hexadecimal numbers, no blanks between operands.
 * HAS_DISPLACEMENT: the code has one, which is written even when it is 0.
 */
void jp_disassembler_att(struct jp_buf *out, struct jp_span mnemonic, struct jp_span operands,
                         bool has_displacement);

/*
 * The length of the instruction of x86-64 that CODE begins with, by the rules of its encoding: for
 * those with an EVEX, VEX or 0f prefix, which are the ones that disassemblers may not know yet. 0
 * for others, and when CODE ends before.
 */
size_t jp_disassembler_x86_bytes(struct jp_span code);

#endif
