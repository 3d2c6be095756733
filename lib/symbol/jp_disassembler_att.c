/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_disassembler.h"

#include <string.h>

/* Mnemonics that objdump writes without a size when a register operand tells it. */
static const char *const sized[] = {
    "adc",   "add",  "and",      "bsf",      "bsr",       "bt",        "btc",   "btr",  "bts",
    "bswap", "cmp",  "dec",      "div",      "idiv",      "imul",      "inc",   "lea",  "mov",
    "mul",   "neg",  "not",      "or",       "rcl",       "rcr",       "rol",   "ror",  "sal",
    "sar",   "sbb",  "shl",      "shld",     "shr",       "shrd",      "sub",   "test", "xadd",
    "xchg",  "xor",  "cmpxchg",  "movabs",   "popcnt",    "lzcnt",     "tzcnt", "andn", "bextr",
    "blsi",  "blsr", "blsmsk",   "bzhi",     "mulx",      "pdep",      "pext",  "rorx", "sarx",
    "shlx",  "shrx", "crc32",    "movbe",    "xlat",      "in",        "out",   "nop",  "sldt",
    "smsw",  "str",  "cvtsi2sd", "cvtsi2ss", "vcvtsi2sd", "vcvtsi2ss",
};

/* Those whose size is always 64 bits. */
static const char *const wide[] = {"call",  "jmp",  "ret",  "push",   "pop",  "leave",
                                   "pushf", "popf", "iret", "sysret", "enter"};

static bool is_one_of(struct jp_span word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (jp_span_equal(word, jp_span_of(list[i])))
            return true;
    return false;
}

/* Registers whose size is not that of the operation: vectors, masks, the stack of floats. */
static bool is_general(struct jp_span name)
{
    static const char *const others[] = {"xmm", "ymm", "zmm", "mm", "k", "st"};

    for (size_t i = 0; i < JP_COUNT_OF(others); i++)
        if (jp_span_starts_with(name, jp_span_of(others[i])))
            return false;
    return true;
}

/*
 * Is some operand a general register itself, and not only part of an address? "%fs:0x28" is an
 * address, and the first operand of a shift is a count.
 */
static bool has_register(struct jp_span operands, bool is_shift)
{
    int depth = 0;

    for (size_t i = 0; i < operands.len; i++) {
        const char byte = operands.ptr[i];
        depth += (byte == '(') - (byte == ')');
        if (byte != '%' || depth > 0)
            continue;
        size_t end = i + 1;
        while (end < operands.len && operands.ptr[end] >= '0' && operands.ptr[end] != ':')
            end++;
        const bool is_segment = end < operands.len && operands.ptr[end] == ':';
        const bool is_count = is_shift && i == 0 && end < operands.len;
        if (!is_segment && !is_count && is_general(jp_span_slice(operands, i + 1, operands.len)))
            return true;
        i = end - 1;
    }
    return false;
}

static bool is_shift(struct jp_span stem)
{
    static const char *const shifts[] = {"rcl", "rcr", "rol", "ror", "sal", "sar", "shl", "shr"};

    return is_one_of(stem, shifts, JP_COUNT_OF(shifts));
}

/* cmov<condition><size>: a condition may itself end like a size ("cmovb", "cmovl"). */
static struct jp_span without_cmov_size(struct jp_span mnemonic)
{
    static const char *const conditions[] = {"a",  "ae", "b",  "be", "e",  "g", "ge", "l",
                                             "le", "ne", "no", "np", "ns", "o", "p",  "s"};
    const struct jp_span shorter = jp_span_slice(mnemonic, 0, mnemonic.len - 1);

    return is_one_of(jp_span_slice(shorter, 4, shorter.len), conditions, JP_COUNT_OF(conditions))
               ? shorter
               : mnemonic;
}

static struct jp_span without_size(struct jp_span mnemonic, struct jp_span operands)
{
    const struct jp_span stem = jp_span_slice(mnemonic, 0, mnemonic.len - 1);
    const char last = mnemonic.len ? mnemonic.ptr[mnemonic.len - 1] : '\0';

    if (!last || !strchr("bwlq", last))
        return mnemonic;
    if (last == 'q' && is_one_of(stem, wide, JP_COUNT_OF(wide)))
        return stem;
    if (!has_register(operands, is_shift(stem)))
        return mnemonic;
    if (jp_span_starts_with(mnemonic, JP_SPAN("cmov")))
        return without_cmov_size(mnemonic);
    return is_one_of(stem, sized, JP_COUNT_OF(sized)) ? stem : mnemonic;
}

static bool is_word_byte(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/* A number; "0x" in front of decimal digits, which capstone writes for up to nine only. */
static size_t add_number(struct jp_buf *out, struct jp_span rest)
{
    size_t len = 0;

    while (len < rest.len && is_word_byte(rest.ptr[len]))
        len++;
    if (len == 1)
        jp_buf_add_text(out, "0x");
    jp_buf_add(out, jp_span_slice(rest, 0, len));
    return len;
}

/* "(%rax, %rcx, 8)" as "(%rax,%rcx,8)"; a scale of one is written as well. */
static size_t add_address(struct jp_buf *out, struct jp_span rest)
{
    size_t commas = 0;
    size_t len = 0;

    for (; len < rest.len && rest.ptr[len] != ')'; len++) {
        commas += rest.ptr[len] == ',';
        if (rest.ptr[len] != ' ')
            jp_buf_add_byte(out, rest.ptr[len]);
    }
    if (commas == 1)
        jp_buf_add_text(out, ",1");
    return len;
}

/* "$-1" in the width of the operation, as two's complement. */
static size_t add_negative(struct jp_buf *out, struct jp_span rest, char size)
{
    struct jp_span digits = jp_span_slice(rest, 2, rest.len);
    const uint64_t mask = size == 'b'   ? UINT8_MAX
                          : size == 'w' ? UINT16_MAX
                          : size == 'l' ? UINT32_MAX
                                        : UINT64_MAX;
    uint64_t value;

    if (jp_span_starts_with(digits, JP_SPAN("0x")))
        digits = jp_span_slice(digits, 2, digits.len);
    if (!jp_span_take_hex(&digits, &value))
        return 0;
    jp_buf_format(out, "$0x%llx", (unsigned long long)(-value & mask));
    return (size_t)(digits.ptr - rest.ptr);
}

void jp_disassembler_att(struct jp_buf *out, struct jp_span mnemonic, struct jp_span operands,
                         bool has_displacement)
{
    struct jp_span prefix = JP_SPAN("");
    const size_t blank = jp_span_rfind_byte(mnemonic, ' ');

    if (blank != SIZE_MAX) { /* "lock cmpxchgq" */
        prefix = jp_span_slice(mnemonic, 0, blank + 1);
        mnemonic = jp_span_slice(mnemonic, blank + 1, mnemonic.len);
    }
    const char size = mnemonic.len ? mnemonic.ptr[mnemonic.len - 1] : 'q';
    mnemonic = without_size(mnemonic, operands);
    jp_buf_add(out, prefix);
    jp_buf_add(out, mnemonic);
    if (operands.len == 0)
        return;
    /* At least one blank, and a column of six in front of it unless there is a prefix. */
    for (size_t i = mnemonic.len; i < 6 && prefix.len == 0; i++)
        jp_buf_add_byte(out, ' ');
    jp_buf_add_byte(out, ' ');
    for (size_t i = 0; i < operands.len;) {
        const struct jp_span rest = jp_span_slice(operands, i, operands.len);
        const char before = i ? operands.ptr[i - 1] : ' ';
        size_t used = 0;
        if (jp_span_starts_with(rest, JP_SPAN("$-"))) {
            used = add_negative(out, rest, size);
        } else if (rest.ptr[0] >= '0' && rest.ptr[0] <= '9' && !strchr("%)", before) &&
                   !is_word_byte(before)) {
            used = add_number(out, rest);
        } else if (rest.ptr[0] == '(') {
            if (has_displacement && !is_word_byte(before))
                jp_buf_add_text(out, "0x0");
            used = add_address(out, rest);
        } else if (rest.ptr[0] == ' ' && before == ',') {
            used = 1;
        }
        if (used == 0)
            jp_buf_add_byte(out, rest.ptr[0]);
        i += used ? used : 1;
    }
}
