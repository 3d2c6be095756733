/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_intern.h"

static bool same_text(const void *owner, uint32_t id, const void *key)
{
    const struct jp_intern *const strings = owner;

    return jp_span_equal(strings->spans.data[id], *(const struct jp_span *)key);
}

void jp_intern_release(struct jp_intern *strings)
{
    jp_arena_release(&strings->arena);
    jp_index_release(&strings->index);
    jp_vec_release(&strings->spans);
}

uint32_t jp_intern_find(const struct jp_intern *strings, struct jp_span span)
{
    return jp_index_find(&strings->index, jp_span_hash(span), same_text, strings, &span);
}

/* SPAN is new and stays where it is. */
static uint32_t enter(struct jp_intern *strings, struct jp_span span, uint64_t hash)
{
    if (strings->spans.count >= JP_INDEX_NONE)
        jp_mem_exhausted();
    const uint32_t id = (uint32_t)strings->spans.count;
    jp_vec_push(&strings->spans, span);
    jp_index_add(&strings->index, hash, id);
    return id;
}

void jp_intern_init(struct jp_intern *strings)
{
    *strings = (struct jp_intern){0};
    enter(strings, JP_SPAN(""), jp_span_hash(JP_SPAN("")));
}

uint32_t jp_intern_add_hashed(struct jp_intern *strings, struct jp_span span, uint64_t hash)
{
    const uint32_t id = jp_index_find(&strings->index, hash, same_text, strings, &span);

    return id != JP_INDEX_NONE ? id : enter(strings, jp_arena_span(&strings->arena, span), hash);
}

uint32_t jp_intern_add(struct jp_intern *strings, struct jp_span span)
{
    return jp_intern_add_hashed(strings, span, jp_span_hash(span));
}

void jp_intern_take(struct jp_intern *strings, struct jp_intern *from, uint32_t *ids)
{
    enum { AHEAD = 16 };
    const size_t count = from->spans.count;
    uint64_t *const hashes = jp_mem_resize(NULL, count, sizeof *hashes);

    jp_index_hashes(&from->index, hashes);
    for (size_t i = 0; i < count; i++) {
        const struct jp_span span = from->spans.data[i];
        if (i + AHEAD < count)
            jp_index_expect(&strings->index, hashes[i + AHEAD]);
        ids[i] = jp_index_find(&strings->index, hashes[i], same_text, strings, &span);
        if (ids[i] == JP_INDEX_NONE)
            ids[i] = enter(strings, span, hashes[i]);
    }
    free(hashes);
    jp_arena_take(&strings->arena, &from->arena);
    jp_intern_release(from);
}

uint32_t jp_intern_add_text(struct jp_intern *strings, const char *text)
{
    return jp_intern_add(strings, jp_span_of(text));
}

void jp_intern_copy_init(struct jp_intern_copy *copy, const struct jp_intern *from,
                         struct jp_intern *to)
{
    const size_t count = from->spans.count;

    *copy = (struct jp_intern_copy){
        .from = from,
        .to = to,
        .ids = jp_mem_resize(NULL, count, sizeof *copy->ids),
        .hashes = jp_mem_resize(NULL, count, sizeof *copy->hashes),
    };
    for (size_t i = 0; i < count; i++)
        copy->ids[i] = JP_INDEX_NONE;
    jp_index_hashes(&from->index, copy->hashes);
}

void jp_intern_copy_release(struct jp_intern_copy *copy)
{
    free(copy->ids);
    free(copy->hashes);
    *copy = (struct jp_intern_copy){.from = NULL};
}

uint32_t jp_intern_copy_id(struct jp_intern_copy *copy, uint32_t id)
{
    if (copy->ids[id] == JP_INDEX_NONE)
        copy->ids[id] =
            jp_intern_add_hashed(copy->to, copy->from->spans.data[id], copy->hashes[id]);
    return copy->ids[id];
}
