/* SPDX-License-Identifier: BSD-2-Clause */
/* The short way over DIEs that nobody wants anything of: one look at a table each. */
#include "config.h"

#include "jp_dwarf_die.h"

/*
 * Whoever jumps over the children of one DIE after the other waits for memory most of the time: the
 * processor does not foresee such jumps. They are short in the long lists of functions, so that it
 * pays to ask for some of what lies ahead.
 */
static inline void look_ahead(const unsigned char *at, const unsigned char *end)
{
    enum { FIRST = 512, STEP = 256, LAST = 1280 };

    if (end - at <= LAST)
        return;
    for (int ahead = FIRST; ahead <= LAST; ahead += STEP)
        __builtin_prefetch(at + ahead);
}

/* The bytes of the code at AT; 0: it is none of the dense ones, whose entry becomes *PASS. */
static inline size_t find_pass(const struct jp_dwarf_abbrevs *abbrevs, const unsigned char *at,
                               size_t left, struct jp_dwarf_pass *pass)
{
    size_t code = at[0];
    size_t bytes = 1;

    if (code >= 0x80) {
        if (left < 2 || at[1] >= 0x80)
            return 0;
        code = (code & 0x7f) | (size_t)at[1] << 7;
        bytes = 2;
    }
    if (code - 1 >= abbrevs->passes.count)
        return 0;
    *pass = abbrevs->passes.data[code - 1];
    return bytes;
}

/* Where the sibling of the DIE at AT is, whose values end at BEHIND: only forward, as a loop of
 * siblings must not be followed; NULL: nowhere. */
static inline const unsigned char *sibling_of(const struct jp_dwarf_dies *dies,
                                              const unsigned char *behind, const unsigned char *at)
{
    uint32_t position;

    memcpy(&position, at, sizeof position);
    if (position > dies->cursor.end - dies->start || dies->start + position <= behind)
        return NULL;
    return dies->start + position;
}

/* Behind the text at AT, whose NUL is among the LEFT bytes; NULL: it is not. */
static inline const unsigned char *text_end(const unsigned char *at, size_t left)
{
    while (left && *at) {
        at++;
        left--;
    }
    return left ? at + 1 : NULL;
}

/* The DIE behind the one at AT, which begins with a code of CODE_BYTES; NULL: it has to be read. */
static inline const unsigned char *pass_one(const struct jp_dwarf_dies *dies,
                                            const unsigned char *at, size_t code_bytes,
                                            struct jp_dwarf_pass pass)
{
    const size_t left = (size_t)(dies->cursor.end - at);
    const size_t bytes = code_bytes + pass.bytes;

    if (bytes > left)
        return NULL;
    if (pass.kind == JP_DWARF_PASS_LEAF)
        return at + bytes;
    const unsigned char *const there = at + code_bytes + pass.before;
    if (pass.kind == JP_DWARF_PASS_BLOCK)
        return there[0] < 0x80 && there[0] <= left - bytes ? at + bytes + there[0] : NULL;
    if (pass.kind == JP_DWARF_PASS_TEXT) {
        /* The NUL is one of the bytes that are counted. */
        const unsigned char *const behind = text_end(there, 1 + left - bytes);
        return behind ? behind + (at + bytes - there - 1) : NULL;
    }
    return sibling_of(dies, at + bytes, there);
}

void jp_dwarf_dies_pass(struct jp_dwarf_dies *dies, unsigned kinds, uint32_t last,
                        jp_dwarf_subtrees *subtrees)
{
    const unsigned char *const end = dies->cursor.end;
    const unsigned char *at = dies->cursor.at;
    uint64_t left = dies->limit - (dies->count < dies->limit ? dies->count : dies->limit);
    const uint64_t before = left;
    struct jp_dwarf_pass pass;

    look_ahead(at, end);
    for (; left && at < end; left--) {
        const size_t code_bytes = find_pass(dies->abbrevs, at, (size_t)(end - at), &pass);
        if (code_bytes == 0 || !(kinds >> pass.kind & 1))
            break;
        const unsigned char *const behind = pass_one(dies, at, code_bytes, pass);
        if (!behind || (size_t)(behind - dies->start) > last)
            break;
        if (pass.kind >= JP_DWARF_PASS_TREE) {
            look_ahead(behind, end);
            if (subtrees && pass.kind != JP_DWARF_PASS_TREE + JP_DWARF_KIND_OTHER)
                jp_vec_push(subtrees,
                            (struct jp_dwarf_subtree){.position = (uint32_t)(at - dies->start),
                                                      .end = (uint32_t)(behind - dies->start),
                                                      .kind = pass.kind - JP_DWARF_PASS_TREE});
        }
        at = behind;
    }
    dies->count += before - left;
    dies->cursor.at = at;
}
