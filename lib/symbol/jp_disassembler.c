/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_disassembler.h"

#include <elf.h>

void jp_disassembly_release(struct jp_disassembly *disassembly)
{
    jp_arena_release(&disassembly->arena);
    jp_vec_release(&disassembly->list);
}

#ifdef HAVE_DISASM

#if __has_include(<capstone/capstone.h>)
#include <capstone/capstone.h>
#else
#include <capstone.h>
#endif

struct decoder {
    struct jp_disassembly *disassembly;
    const struct jp_machine_code *code;
    csh handle;
    cs_insn *instruction;
    struct jp_buf text;
};

static bool open_decoder(struct decoder *decoder, struct jp_error *error)
{
    const struct jp_machine_code *const code = decoder->code;
    const bool is_x86 = code->machine == EM_X86_64;
    /* Data may be of either order in AArch64, code never is. */
    const cs_arch arch = is_x86 ? CS_ARCH_X86 : CS_ARCH_ARM64;
    const cs_mode mode = is_x86 ? CS_MODE_64 : CS_MODE_LITTLE_ENDIAN;

    if (!is_x86 && code->machine != EM_AARCH64)
        return jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                            "code of ELF machine %u cannot be disassembled, only that of x86-64 "
                            "and AArch64",
                            code->machine);
    if (cs_open(arch, mode, &decoder->handle) != CS_ERR_OK)
        return jp_error_set(error, JP_EXIT_INTERNAL, NULL, 0,
                            "capstone does not know this machine");
    cs_option(decoder->handle, CS_OPT_DETAIL, CS_OPT_ON);
    if (is_x86)
        cs_option(decoder->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
    decoder->instruction = cs_malloc(decoder->handle);
    if (!decoder->instruction)
        jp_mem_exhausted();
    return true;
}

static bool is_branch(const struct decoder *decoder)
{
    return cs_insn_group(decoder->handle, decoder->instruction, CS_GRP_JUMP) ||
           cs_insn_group(decoder->handle, decoder->instruction, CS_GRP_CALL);
}

static void find_target_x86(const struct decoder *decoder, struct jp_instruction *made)
{
    const cs_x86 *const detail = &decoder->instruction->detail->x86;

    for (uint8_t i = 0; i < detail->op_count; i++) {
        const cs_x86_op *const operand = &detail->operands[i];
        if (operand->type == X86_OP_IMM && is_branch(decoder)) {
            made->target_kind = JP_TARGET_CODE;
            made->target = (uint64_t)operand->imm;
        } else if (operand->type == X86_OP_MEM && operand->mem.base == X86_REG_RIP) {
            made->target_kind = JP_TARGET_DATA;
            made->target = made->address + made->length + (uint64_t)operand->mem.disp;
        }
    }
}

/* The last immediate of a branch is where it goes; adr and adrp name a place. */
static void find_target_arm(const struct decoder *decoder, struct jp_instruction *made)
{
    const cs_arm64 *const detail = &decoder->instruction->detail->arm64;
    const unsigned id = decoder->instruction->id;
    const bool is_place = id == ARM64_INS_ADR || id == ARM64_INS_ADRP;

    if (detail->op_count == 0 || (!is_place && !is_branch(decoder)))
        return;
    const cs_arm64_op *const last = &detail->operands[detail->op_count - 1];
    if (last->type != ARM64_OP_IMM)
        return;
    made->target_kind = is_place ? JP_TARGET_DATA : JP_TARGET_CODE;
    made->target = (uint64_t)last->imm;
}

static void write_x86(struct decoder *decoder, const struct jp_instruction *made)
{
    const cs_insn *const from = decoder->instruction;
    const struct jp_span mnemonic = jp_span_of(from->mnemonic);
    /* The target is written by who knows its name. */
    const struct jp_span operands =
        made->target_kind == JP_TARGET_CODE ? JP_SPAN(" ") : jp_span_trim(jp_span_of(from->op_str));

    jp_disassembler_att(&decoder->text, mnemonic, operands,
                        from->detail->x86.encoding.disp_size > 0);
    if (made->target_kind == JP_TARGET_CODE)
        decoder->text.len--;
}

static void write_arm(struct decoder *decoder, const struct jp_instruction *made)
{
    const cs_insn *const from = decoder->instruction;
    struct jp_span operands = jp_span_of(from->op_str);

    if (made->target_kind == JP_TARGET_CODE) {
        const size_t comma = jp_span_rfind_byte(operands, ',');
        operands = jp_span_slice(operands, 0, comma == SIZE_MAX ? 0 : comma + 2);
    }
    jp_buf_format(&decoder->text, "%-6s ", from->mnemonic);
    jp_buf_add(&decoder->text, operands);
    if (made->target_kind == JP_TARGET_NONE && operands.len == 0)
        decoder->text.len = jp_span_trim(jp_buf_span(&decoder->text)).len;
}

/* Bytes that mean nothing to capstone: as many as stand for one instruction, as far as is known. */
static size_t write_unknown(struct decoder *decoder, struct jp_span rest)
{
    const bool is_arm = decoder->code->machine == EM_AARCH64;
    size_t len = is_arm ? 4 : jp_disassembler_x86_bytes(rest);

    if (is_arm && rest.len >= 4) {
        uint32_t word = 0;
        for (size_t i = 4; i-- > 0;)
            word = word << 8 | (uint8_t)rest.ptr[i];
        jp_buf_format(&decoder->text, ".inst  0x%08x", word);
        return len;
    }
    len = is_arm ? rest.len : len ? len : 1;
    jp_buf_add_text(&decoder->text, ".byte  ");
    for (size_t i = 0; i < len; i++)
        jp_buf_format(&decoder->text, "%s0x%02x", i ? "," : "", (uint8_t)rest.ptr[i]);
    return len;
}

/* capstone 4 does not see the prefix of incssp (f3 0f ae /5) and takes it for lfence. */
static bool is_misread(const struct decoder *decoder)
{
    const cs_insn *const made = decoder->instruction;

    return decoder->code->machine == EM_X86_64 && made->id == X86_INS_LFENCE &&
           made->bytes[0] == 0xf3;
}

static void decode(struct decoder *decoder)
{
    const struct jp_machine_code *const code = decoder->code;
    const uint8_t *at = (const uint8_t *)code->bytes.ptr;
    size_t left = code->bytes.len;
    uint64_t address = code->address;

    while (left) {
        struct jp_instruction made = {.address = address};
        const struct jp_span rest = {(const char *)at, left};
        jp_buf_clear(&decoder->text);
        made.is_decoded =
            cs_disasm_iter(decoder->handle, &at, &left, &address, decoder->instruction) &&
            !is_misread(decoder);
        if (made.is_decoded && code->machine == EM_X86_64) {
            made.length = decoder->instruction->size;
            find_target_x86(decoder, &made);
            write_x86(decoder, &made);
        } else if (made.is_decoded) {
            made.length = decoder->instruction->size;
            find_target_arm(decoder, &made);
            write_arm(decoder, &made);
        } else {
            made.length = (uint32_t)write_unknown(decoder, rest);
            at = (const uint8_t *)rest.ptr + made.length;
            left = rest.len - made.length;
            address = made.address + made.length;
        }
        made.text = jp_arena_text(&decoder->disassembly->arena, jp_buf_span(&decoder->text));
        jp_vec_push(&decoder->disassembly->list, made);
    }
}

bool jp_disassemble(struct jp_disassembly *disassembly, const struct jp_machine_code *code,
                    struct jp_error *error)
{
    struct decoder decoder = {.disassembly = disassembly, .code = code};

    *disassembly = (struct jp_disassembly){.arena = JP_ARENA_INIT};
    if (!open_decoder(&decoder, error))
        return false;
    decode(&decoder);
    cs_free(decoder.instruction, 1);
    cs_close(&decoder.handle);
    jp_buf_release(&decoder.text);
    return true;
}

#else

bool jp_disassemble(struct jp_disassembly *disassembly,
                    JP_UNUSED const struct jp_machine_code *code, struct jp_error *error)
{
    *disassembly = (struct jp_disassembly){.arena = JP_ARENA_INIT};
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                        "--disasm: this program was built without it (configure "
                        "--disable-disasm)");
}

#endif
