/* SPDX-License-Identifier: BSD-2-Clause */
/* The samples of a pprof profile: which of their values are of a heap, their stacks and labels. */
#include "config.h"

#include "jp_buf.h"
#include "jp_pprof_private.h"

static const struct {
    const char *type;
    enum jp_pprof_value value;
    bool is_space;
} value_types[] = {
    {"alloc_objects", JP_PPROF_ALLOC_OBJECTS, false},
    {"alloc_space", JP_PPROF_ALLOC_SPACE, true},
    {"inuse_objects", JP_PPROF_INUSE_OBJECTS, false},
    {"inuse_space", JP_PPROF_INUSE_SPACE, true},
    /* As converters of other heap profiles call what is live. */
    {"objects", JP_PPROF_INUSE_OBJECTS, false},
    {"space", JP_PPROF_INUSE_SPACE, true},
};

static bool take_type(struct jp_pprof_decoder *decoder, size_t column, struct jp_span type,
                      struct jp_span unit)
{
    for (size_t i = 0; i < JP_COUNT_OF(value_types); i++) {
        const enum jp_pprof_value value = value_types[i].value;
        if (!jp_span_equal(type, jp_span_of(value_types[i].type)) ||
            decoder->columns[value] != SIZE_MAX)
            continue;
        if (!jp_span_equal(unit, value_types[i].is_space ? JP_SPAN("bytes") : JP_SPAN("count")))
            return jp_error_set(
                decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                "the values %.*s of the pprof profile are in %.*s; %s were expected",
                JP_SPAN_ARG(type), JP_SPAN_ARG(unit), value_types[i].is_space ? "bytes" : "count");
        decoder->columns[value] = column;
        decoder->pprof->has_value[value] = true;
        return true;
    }
    return true;
}

static bool fail_types(const struct jp_pprof_decoder *decoder, const struct jp_buf *types)
{
    jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                 "is a pprof profile, but not of a heap: its values are %s",
                 types->len ? types->ptr : "none");
    return jp_error_hint(decoder->error, "values of heaps are called inuse_space, inuse_objects, "
                                         "alloc_space and alloc_objects");
}

bool jp_pprof_take_types(struct jp_pprof_decoder *decoder)
{
    struct jp_buf types = JP_BUF_INIT;
    bool fine = true;
    bool any = false;

    for (size_t i = 0; i < JP_PPROF_VALUE_COUNT; i++)
        decoder->columns[i] = SIZE_MAX;
    for (size_t i = 0; fine && i < decoder->message->n_sample_type; i++) {
        const JpPprof__ValueType *const message = decoder->message->sample_type[i];
        uint32_t type = 0;
        uint32_t unit = 0;
        fine =
            jp_pprof_take_string(decoder, message->type, &type) &&
            jp_pprof_take_string(decoder, message->unit, &unit) &&
            take_type(decoder, i, jp_pprof_text_of(decoder, type), jp_pprof_text_of(decoder, unit));
        if (fine && types.len < 200)
            jp_buf_format(&types, "%s%.*s/%.*s", types.len ? ", " : "",
                          JP_SPAN_ARG(jp_pprof_text_of(decoder, type)),
                          JP_SPAN_ARG(jp_pprof_text_of(decoder, unit)));
    }
    for (size_t i = 0; i < JP_PPROF_VALUE_COUNT; i++)
        any |= decoder->pprof->has_value[i];
    if (fine && !any)
        fine = fail_types(decoder, &types);
    jp_buf_release(&types);
    return fine;
}

bool jp_pprof_take_period(struct jp_pprof_decoder *decoder)
{
    const JpPprof__ValueType *const type = decoder->message->period_type;
    uint32_t unit = 0;

    if (type && !jp_pprof_take_string(decoder, type->unit, &unit))
        return false;
    if (decoder->message->period > 0 &&
        jp_span_equal(jp_pprof_text_of(decoder, unit), JP_SPAN("bytes")))
        decoder->pprof->dump.period_bytes = (uint64_t)decoder->message->period;
    return true;
}

static bool same_thread(const void *owner, uint32_t at, const void *key)
{
    return ((const struct jp_dump *)owner)->threads.data[at].uid == *(const uint64_t *)key;
}

static uint32_t take_thread(struct jp_pprof_decoder *decoder, uint64_t uid, uint32_t name)
{
    struct jp_dump *const dump = &decoder->pprof->dump;
    const uint64_t hash = jp_hash_mix(uid, 0);
    uint32_t id = jp_index_find(&decoder->threads, hash, same_thread, dump, &uid);

    if (id == JP_INDEX_NONE) {
        id = (uint32_t)dump->threads.count;
        jp_vec_push(&dump->threads, (struct jp_dump_thread){.uid = uid});
        jp_index_add(&decoder->threads, hash, id);
    }
    if (dump->threads.data[id].name == 0)
        dump->threads.data[id].name = name;
    return id;
}

/* "t7", as jemalloc numbers threads; what others put into a label of that name is no number. */
static bool take_uid(struct jp_span text, uint64_t *uid)
{
    return jp_span_take_byte(&text, 't') && jp_span_take_decimal(&text, uid) && text.len == 0;
}

/* The labels "thread" and "thread_name"; others are of no use here. */
static bool take_labels(struct jp_pprof_decoder *decoder, const JpPprof__Sample *message,
                        uint32_t *thread)
{
    bool has_uid = false;
    uint64_t uid = 0;
    uint32_t name = 0;

    for (size_t i = 0; i < message->n_label; i++) {
        uint32_t key;
        uint32_t text;
        if (!jp_pprof_take_string(decoder, message->label[i]->key, &key) ||
            !jp_pprof_take_string(decoder, message->label[i]->str, &text))
            return false;
        if (jp_span_equal(jp_pprof_text_of(decoder, key), JP_SPAN("thread")))
            has_uid |= take_uid(jp_pprof_text_of(decoder, text), &uid);
        else if (jp_span_equal(jp_pprof_text_of(decoder, key), JP_SPAN("thread_name")))
            name = text;
    }
    *thread = has_uid ? take_thread(decoder, uid, name) : JP_DUMP_PROCESS;
    return true;
}

static bool take_sample(struct jp_pprof_decoder *decoder, const JpPprof__Sample *message)
{
    struct jp_pprof_sample sample = {
        .stack_first = decoder->pprof->stacks.count,
        .depth = (uint32_t)message->n_location_id,
    };

    if (message->n_value != decoder->message->n_sample_type)
        return jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                            "the pprof profile is damaged: a sample has %zu values, %zu were "
                            "announced",
                            message->n_value, decoder->message->n_sample_type);
    for (size_t i = 0; i < message->n_location_id; i++) {
        const uint32_t location = jp_pprof_id_find(&decoder->locations, message->location_id[i]);
        if (location == JP_INDEX_NONE)
            return jp_pprof_damaged(decoder, "location", message->location_id[i]);
        jp_vec_push(&decoder->pprof->stacks, location);
    }
    for (size_t i = 0; i < JP_PPROF_VALUE_COUNT; i++) {
        if (decoder->columns[i] != SIZE_MAX)
            sample.values[i] = message->value[decoder->columns[i]];
    }
    if (!take_labels(decoder, message, &sample.thread))
        return false;
    jp_vec_push(&decoder->pprof->samples, sample);
    return true;
}

bool jp_pprof_take_samples(struct jp_pprof_decoder *decoder)
{
    for (size_t i = 0; i < decoder->message->n_sample; i++) {
        if (!take_sample(decoder, decoder->message->sample[i]))
            return false;
    }
    return true;
}
