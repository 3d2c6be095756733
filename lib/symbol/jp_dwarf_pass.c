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

/* The entry of the DIE at AT, NULL when it has none that tells how to pass over it; *BEHIND becomes
 * the end of its code. */
static inline const struct jp_dwarf_pass *find_pass(const struct jp_dwarf_abbrevs *abbrevs,
                                                    const unsigned char *at,
                                                    const unsigned char *end,
                                                    const unsigned char **behind)
{
    size_t code = *at++;

    if (code >= 0x80) {
        if (at == end || *at >= 0x80)
            return NULL;
        code = (code & 0x7f) | (size_t)*at++ << 7;
    }
    *behind = at;
    return code - 1 < abbrevs->passes.count ? &abbrevs->passes.data[code - 1] : NULL;
}

/* Behind a number of up to four bytes at AT, as many of which must be there; NULL: it is longer. */
static inline const unsigned char *number_end(const unsigned char *at)
{
    uint32_t ignored;

    return jp_dwarf_short_uleb(at, &ignored);
}

/* Behind the text at AT; NULL: it does not end. */
static inline const unsigned char *text_end(const unsigned char *at, const unsigned char *end)
{
    while (at < end) {
        if (*at++ == 0)
            return at;
    }
    return NULL;
}

/* Behind the values of a DIE, which are at AT; NULL: they have to be read. *SIBLING stays what it
 * is where there is none. */
static inline const unsigned char *values_end(const struct jp_dwarf_pass *pass,
                                              const unsigned char *at, const unsigned char *end,
                                              uint32_t *sibling)
{
    const uint8_t *before = pass->before;

    for (unsigned parts = pass->parts; parts; parts >>= JP_DWARF_PART_BITS) {
        if (end - at < *before + JP_DWARF_SHORT_BYTES)
            return NULL;
        at += *before++;
        const unsigned part = parts & ((1 << JP_DWARF_PART_BITS) - 1);
        if (part == JP_DWARF_PART_ULEB) {
            at = number_end(at);
        } else if (part == JP_DWARF_PART_BLOCK) {
            at = at[0] < 0x80 && at[0] < end - at ? at + 1 + at[0] : NULL;
        } else if (part == JP_DWARF_PART_TEXT) {
            at = text_end(at, end);
        } else {
            memcpy(sibling, at, sizeof *sibling);
            at += sizeof *sibling;
        }
        if (!at)
            return NULL;
    }
    return end - at >= pass->behind ? at + pass->behind : NULL;
}

/* Where the DIE at position SIBLING is: only forward from AT, as a loop of siblings must not be
 * followed; NULL: nowhere. */
static inline const unsigned char *sibling_at(const struct jp_dwarf_dies *dies, uint32_t sibling,
                                              const unsigned char *at)
{
    if (sibling > dies->cursor.end - dies->start || dies->start + sibling <= at)
        return NULL;
    return dies->start + sibling;
}

/* How many DIEs may still be read. */
static uint64_t left_of(const struct jp_dwarf_dies *dies)
{
    return dies->limit - (dies->count < dies->limit ? dies->count : dies->limit);
}

void jp_dwarf_dies_pass(struct jp_dwarf_dies *dies, unsigned kinds, uint32_t last,
                        jp_dwarf_subtrees *subtrees)
{
    const unsigned char *const end = dies->cursor.end;
    const unsigned char *const stop = last < end - dies->start ? dies->start + last : end;
    const unsigned char *at = dies->cursor.at;
    const uint64_t before = left_of(dies);
    uint64_t left = before;

    look_ahead(at, end);
    for (; left && at < end; left--) {
        const unsigned char *behind;
        const struct jp_dwarf_pass *const pass = find_pass(dies->abbrevs, at, end, &behind);
        if (!pass || !(kinds >> pass->kind & 1))
            break;
        uint32_t sibling = 0;
        behind = values_end(pass, behind, end, &sibling);
        if (behind && pass->kind >= JP_DWARF_PASS_TREE)
            behind = sibling_at(dies, sibling, behind);
        if (!behind || behind > stop)
            break;
        if (pass->kind >= JP_DWARF_PASS_TREE) {
            look_ahead(behind, end);
            if (subtrees && pass->kind != JP_DWARF_PASS_TREE + JP_DWARF_KIND_OTHER)
                jp_vec_push(subtrees,
                            (struct jp_dwarf_subtree){.position = (uint32_t)(at - dies->start),
                                                      .end = (uint32_t)(behind - dies->start),
                                                      .kind = pass->kind - JP_DWARF_PASS_TREE});
        }
        at = behind;
    }
    dies->count += before - left;
    dies->cursor.at = at;
}

size_t jp_dwarf_dies_rise(struct jp_dwarf_dies *dies, size_t depth)
{
    const unsigned char *const end = dies->cursor.end;
    const unsigned char *at = dies->cursor.at;
    const uint64_t before = left_of(dies);
    uint64_t left = before;

    while (depth && left && at < end) {
        if (*at == 0) {
            at++;
            depth--;
            continue;
        }
        const unsigned char *behind;
        const struct jp_dwarf_pass *const pass = find_pass(dies->abbrevs, at, end, &behind);
        if (!pass || pass->kind == JP_DWARF_PASS_NONE)
            break;
        uint32_t sibling = 0;
        behind = values_end(pass, behind, end, &sibling);
        if (!behind)
            break;
        if (sibling) {
            behind = sibling_at(dies, sibling, behind);
            if (!behind)
                break;
            look_ahead(behind, end);
        } else {
            depth += pass->kind >= JP_DWARF_PASS_OPEN;
        }
        at = behind;
        left--;
    }
    dies->count += before - left;
    dies->cursor.at = at;
    return depth;
}
