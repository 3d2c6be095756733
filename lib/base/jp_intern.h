/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * String interning: equal strings get equal 32-bit ids, so that everything behind the parsers
 * compares numbers. Id 0 is always the empty string. Ids are dense and given in order of first
 * use. The texts live until release and are NUL-terminated.
 */
#ifndef JP_INTERN_H
#define JP_INTERN_H

#include "jp_arena.h"
#include "jp_index.h"
#include "jp_span.h"
#include "jp_vec.h"

struct jp_intern {
    struct jp_arena arena;
    struct jp_index index;
    JP_VEC(struct jp_span) spans;
};

void jp_intern_init(struct jp_intern *strings);
void jp_intern_release(struct jp_intern *strings);

uint32_t jp_intern_add(struct jp_intern *strings, struct jp_span span);
/* The same for many strings, whose place waits to be looked at: HASH is SPAN's, expected before. */
static inline void jp_intern_expect(const struct jp_intern *strings, uint64_t hash)
{
    jp_index_expect(&strings->index, hash);
}
uint32_t jp_intern_add_hashed(struct jp_intern *strings, struct jp_span span, uint64_t hash);
uint32_t jp_intern_add_text(struct jp_intern *strings, const char *text);
/* The id of an interned string, or JP_INDEX_NONE. */
uint32_t jp_intern_find(const struct jp_intern *strings, struct jp_span span);

/*
 * Move the strings of FROM, which holds nothing afterwards, to STRINGS: IDS[i] becomes the id there
 * of what was string i. They are neither copied nor hashed again.
 */
void jp_intern_take(struct jp_intern *strings, struct jp_intern *from, uint32_t *ids);

/* Strings of one table that are wanted in another, each copied when it is first asked for. */
struct jp_intern_copy {
    const struct jp_intern *from; /* gets no more strings */
    struct jp_intern *to;
    uint32_t *ids;    /* per string of FROM: its id in TO, or JP_INDEX_NONE */
    uint64_t *hashes; /* the same: they are reckoned once for both tables */
};

void jp_intern_copy_init(struct jp_intern_copy *copy, const struct jp_intern *from,
                         struct jp_intern *to);
void jp_intern_copy_release(struct jp_intern_copy *copy);
/* The id in TO of string ID of FROM. */
uint32_t jp_intern_copy_id(struct jp_intern_copy *copy, uint32_t id);

static inline struct jp_span jp_intern_span(const struct jp_intern *strings, uint32_t id)
{
    return strings->spans.data[id];
}

static inline const char *jp_intern_text(const struct jp_intern *strings, uint32_t id)
{
    return strings->spans.data[id].ptr;
}

#endif
