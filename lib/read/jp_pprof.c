/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * protobuf-c takes the message apart; here every id, index and count in it is checked before it is
 * used, as nothing holds them together but the good will of the writer.
 */
#include "config.h"

#include "jp_pprof.h"

#include <stdlib.h>

void jp_pprof_release(struct jp_pprof *pprof)
{
    jp_dump_release(&pprof->dump);
    jp_vec_release(&pprof->functions);
    jp_vec_release(&pprof->lines);
    jp_vec_release(&pprof->locations);
    jp_vec_release(&pprof->stacks);
    jp_vec_release(&pprof->samples);
}

#ifdef HAVE_PPROF

#include "jp_pprof_private.h"

#include <inttypes.h>

/* What protobuf-c may take: its structures are at most some 40 times as large as their bytes. */
enum { MEMORY_FACTOR = 100, MEMORY_LEAST = 1 << 20 };

struct budget {
    size_t left;
    bool is_spent;
};

static void *budget_alloc(void *data, size_t size)
{
    struct budget *const budget = data;

    if (size > budget->left) {
        budget->is_spent = true;
        return NULL;
    }
    budget->left -= size;
    return malloc(size ? size : 1);
}

static void budget_free(void *data, void *block)
{
    (void)data;
    free(block);
}

bool jp_pprof_damaged(const struct jp_pprof_decoder *decoder, const char *what, uint64_t id)
{
    return jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                        "the pprof profile is damaged: %s %" PRIu64 " is not in it", what, id);
}

static bool same_id(const void *owner, uint32_t at, const void *key)
{
    return ((const struct jp_pprof_ids *)owner)->list.data[at] == *(const uint64_t *)key;
}

uint32_t jp_pprof_id_find(const struct jp_pprof_ids *ids, uint64_t id)
{
    return jp_index_find(&ids->index, jp_hash_mix(id, 0), same_id, ids, &id);
}

bool jp_pprof_id_add(const struct jp_pprof_decoder *decoder, struct jp_pprof_ids *ids,
                     const char *what, uint64_t id)
{
    if (id == 0 || jp_pprof_id_find(ids, id) != JP_INDEX_NONE)
        return jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                            "the pprof profile is damaged: its %s have the id %" PRIu64
                            " that is 0 or given twice",
                            what, id);
    jp_index_add(&ids->index, jp_hash_mix(id, 0), (uint32_t)ids->list.count);
    jp_vec_push(&ids->list, id);
    return true;
}

static void release_ids(struct jp_pprof_ids *ids)
{
    jp_vec_release(&ids->list);
    jp_index_release(&ids->index);
}

bool jp_pprof_take_string(const struct jp_pprof_decoder *decoder, int64_t index, uint32_t *string)
{
    if (index < 0 || (uint64_t)index >= decoder->message->n_string_table)
        return jp_pprof_damaged(decoder, "the text", (uint64_t)index);
    *string = decoder->strings[index];
    return true;
}

struct jp_span jp_pprof_text_of(const struct jp_pprof_decoder *decoder, uint32_t string)
{
    return jp_intern_span(&decoder->pprof->dump.strings, string);
}

static void take_strings(struct jp_pprof_decoder *decoder)
{
    const size_t count = decoder->message->n_string_table;

    decoder->strings = jp_mem_resize(NULL, count, sizeof *decoder->strings);
    for (size_t i = 0; i < count; i++)
        decoder->strings[i] =
            jp_intern_add_text(&decoder->pprof->dump.strings, decoder->message->string_table[i]);
}

static void tell(const struct jp_pprof_decoder *decoder)
{
    const bool *const has = decoder->pprof->has_value;

    if (!has[JP_PPROF_INUSE_SPACE] && !has[JP_PPROF_INUSE_OBJECTS])
        jp_diags_add(decoder->diags, JP_WARNING, decoder->path, 0,
                     "the profile knows allocations only and nothing of live memory: ask for "
                     "--alloc_space or --alloc_objects");
}

static bool decode(struct jp_pprof_decoder *decoder)
{
    take_strings(decoder);
    const bool fine = jp_pprof_take_types(decoder) && jp_pprof_take_period(decoder) &&
                      jp_pprof_take_mappings(decoder) && jp_pprof_take_functions(decoder) &&
                      jp_pprof_take_locations(decoder) && jp_pprof_take_samples(decoder);
    if (fine)
        tell(decoder);
    free(decoder->strings);
    free(decoder->places);
    release_ids(&decoder->mappings);
    release_ids(&decoder->functions);
    release_ids(&decoder->locations);
    jp_index_release(&decoder->threads);
    return fine;
}

bool jp_pprof_parse(struct jp_pprof *pprof, struct jp_span bytes, const char *path,
                    struct jp_diags *diags, struct jp_error *error)
{
    struct budget budget = {.left = bytes.len * MEMORY_FACTOR + MEMORY_LEAST};
    ProtobufCAllocator allocator = {budget_alloc, budget_free, &budget};

    *pprof = (struct jp_pprof){.dump = {.correction = JP_CORRECTION_DONE}};
    JpPprof__Profile *const message =
        jp_pprof__profile__unpack(&allocator, bytes.len, (const uint8_t *)bytes.ptr);
    if (!message)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            budget.is_spent ? "the pprof profile unpacks to more than can be meant"
                                            : "the pprof profile is damaged or cut");
    jp_intern_init(&pprof->dump.strings);
    pprof->dump.path = jp_arena_text(&pprof->dump.strings.arena, jp_span_of(path));
    struct jp_pprof_decoder decoder = {
        .pprof = pprof, .message = message, .path = path, .error = error, .diags = diags};
    const bool fine = decode(&decoder);
    jp_pprof__profile__free_unpacked(message, &allocator);
    if (!fine)
        jp_pprof_release(pprof);
    return fine;
}

#else

bool jp_pprof_parse(struct jp_pprof *pprof, JP_UNUSED struct jp_span bytes, const char *path,
                    JP_UNUSED struct jp_diags *diags, struct jp_error *error)
{
    *pprof = (struct jp_pprof){.dump = {.path = NULL}};
    return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                        "is a pprof profile; this program was built without them (configure "
                        "--disable-pprof)");
}

#endif
