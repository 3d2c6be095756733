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

#include "jp_buf.h"
#include "jp_index.h"
#include "jp_pprof.pb-c.h"

#include <inttypes.h>
#include <string.h>

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

/* The ids that the file gives to things of one kind, in their order. */
struct ids {
    JP_VEC(uint64_t) list;
    struct jp_index index;
};

struct decoder {
    struct jp_pprof *pprof;
    const JpPprof__Profile *message;
    const char *path;
    struct jp_error *error;
    struct jp_diags *diags;
    uint32_t *strings; /* per element of the string table: id in dump.strings */
    uint32_t *places;  /* per mapping of the message: its index in dump.maps.list */
    struct ids mappings;
    struct ids functions;
    struct ids locations;
    size_t columns[JP_PPROF_VALUE_COUNT]; /* of the sample's values; SIZE_MAX: none */
    struct jp_index threads;              /* over dump.threads, by uid */
};

static bool damaged(const struct decoder *decoder, const char *what, uint64_t id)
{
    return jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                        "the pprof profile is damaged: %s %" PRIu64 " is not in it", what, id);
}

static bool same_id(const void *owner, uint32_t at, const void *key)
{
    return ((const struct ids *)owner)->list.data[at] == *(const uint64_t *)key;
}

static uint32_t find_id(const struct ids *ids, uint64_t id)
{
    return jp_index_find(&ids->index, jp_hash_mix(id, 0), same_id, ids, &id);
}

static bool add_id(const struct decoder *decoder, struct ids *ids, const char *what, uint64_t id)
{
    if (id == 0 || find_id(ids, id) != JP_INDEX_NONE)
        return jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                            "the pprof profile is damaged: its %s have the id %" PRIu64
                            " that is 0 or given twice",
                            what, id);
    jp_index_add(&ids->index, jp_hash_mix(id, 0), (uint32_t)ids->list.count);
    jp_vec_push(&ids->list, id);
    return true;
}

static void release_ids(struct ids *ids)
{
    jp_vec_release(&ids->list);
    jp_index_release(&ids->index);
}

static bool take_string(const struct decoder *decoder, int64_t index, uint32_t *string)
{
    if (index < 0 || (uint64_t)index >= decoder->message->n_string_table)
        return damaged(decoder, "the text", (uint64_t)index);
    *string = decoder->strings[index];
    return true;
}

static struct jp_span text_of(const struct decoder *decoder, uint32_t string)
{
    return jp_intern_span(&decoder->pprof->dump.strings, string);
}

static void take_strings(struct decoder *decoder)
{
    const size_t count = decoder->message->n_string_table;

    decoder->strings = jp_mem_resize(NULL, count, sizeof *decoder->strings);
    for (size_t i = 0; i < count; i++)
        decoder->strings[i] =
            jp_intern_add_text(&decoder->pprof->dump.strings, decoder->message->string_table[i]);
}

/* --- what the values are --------------------------------------------------------------------- */

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

static bool take_type(struct decoder *decoder, size_t column, struct jp_span type,
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

static bool fail_types(const struct decoder *decoder, const struct jp_buf *types)
{
    jp_error_set(decoder->error, JP_EXIT_INPUT, decoder->path, 0,
                 "is a pprof profile, but not of a heap: its values are %s",
                 types->len ? types->ptr : "none");
    return jp_error_hint(decoder->error, "values of heaps are called inuse_space, inuse_objects, "
                                         "alloc_space and alloc_objects");
}

static bool take_types(struct decoder *decoder)
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
        fine = take_string(decoder, message->type, &type) &&
               take_string(decoder, message->unit, &unit) &&
               take_type(decoder, i, text_of(decoder, type), text_of(decoder, unit));
        if (fine && types.len < 200)
            jp_buf_format(&types, "%s%.*s/%.*s", types.len ? ", " : "",
                          JP_SPAN_ARG(text_of(decoder, type)), JP_SPAN_ARG(text_of(decoder, unit)));
    }
    for (size_t i = 0; i < JP_PPROF_VALUE_COUNT; i++)
        any |= decoder->pprof->has_value[i];
    if (fine && !any)
        fine = fail_types(decoder, &types);
    jp_buf_release(&types);
    return fine;
}

static bool take_period(struct decoder *decoder)
{
    const JpPprof__ValueType *const type = decoder->message->period_type;
    uint32_t unit = 0;

    if (type && !take_string(decoder, type->unit, &unit))
        return false;
    if (decoder->message->period > 0 && jp_span_equal(text_of(decoder, unit), JP_SPAN("bytes")))
        decoder->pprof->dump.period_bytes = (uint64_t)decoder->message->period;
    return true;
}

/* --- what the stacks consist of ----------------------------------------------------------------
 */

/* Raw bytes of a build-id in hexadecimal; a Go build id is another thing, and kept as written. */
static uint32_t take_build_id(const struct decoder *decoder, struct jp_span text)
{
    struct jp_buf bytes = JP_BUF_INIT;
    uint32_t id;

    for (size_t i = 0; i + 1 < text.len; i += 2) {
        struct jp_span digits = jp_span_slice(text, i, i + 2);
        uint64_t byte;
        if (!jp_span_take_hex(&digits, &byte) || digits.len)
            break;
        jp_buf_add_byte(&bytes, (char)byte);
    }
    id = jp_intern_add(&decoder->pprof->dump.strings,
                       2 * bytes.len == text.len ? jp_buf_span(&bytes) : text);
    jp_buf_release(&bytes);
    return id;
}

struct placed {
    struct jp_mapping mapping;
    size_t index; /* in the message */
};

static int compare_placed(const void *left, const void *right)
{
    const struct placed *const a = left;
    const struct placed *const b = right;

    if (a->mapping.start != b->mapping.start)
        return a->mapping.start < b->mapping.start ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static bool take_mapping(struct decoder *decoder, size_t index, struct placed *placed)
{
    const JpPprof__Mapping *const message = decoder->message->mapping[index];
    uint32_t build_id;

    *placed = (struct placed){
        .mapping = {.start = message->memory_start,
                    .end = message->memory_limit,
                    .offset = message->file_offset,
                    .is_executable = true,
                    .has_offset = true,
                    .is_partial = true},
        .index = index,
    };
    if (!take_string(decoder, message->filename, &placed->mapping.path) ||
        !take_string(decoder, message->build_id, &build_id) ||
        !add_id(decoder, &decoder->mappings, "mappings", message->id))
        return false;
    const struct jp_span path = text_of(decoder, placed->mapping.path);
    placed->mapping.kind = path.len == 0        ? JP_MAPPING_ANON
                           : path.ptr[0] == '[' ? JP_MAPPING_PSEUDO
                                                : JP_MAPPING_FILE;
    if (placed->mapping.kind == JP_MAPPING_FILE)
        placed->mapping.build_id = take_build_id(decoder, text_of(decoder, build_id));
    return true;
}

static uint32_t first_path(const struct decoder *decoder)
{
    return decoder->strings[decoder->message->mapping[0]->filename];
}

/* In order of their addresses, as maps of processes are. */
static bool take_mappings(struct decoder *decoder)
{
    const size_t count = decoder->message->n_mapping;
    struct placed *const list = jp_mem_resize(NULL, count, sizeof *list);
    bool fine = true;

    for (size_t i = 0; fine && i < count; i++)
        fine = take_mapping(decoder, i, &list[i]);
    if (fine && count)
        qsort(list, count, sizeof *list, compare_placed);
    decoder->places = jp_mem_resize(NULL, count, sizeof *decoder->places);
    for (size_t i = 0; fine && i < count; i++) {
        jp_vec_push(&decoder->pprof->dump.maps.list, list[i].mapping);
        decoder->places[list[i].index] = (uint32_t)i;
    }
    decoder->pprof->dump.maps.is_present = count > 0;
    /* The first one is the program, by the format's rule. */
    if (fine && count && jp_span_starts_with(text_of(decoder, first_path(decoder)), JP_SPAN("/")))
        decoder->pprof->dump.program = first_path(decoder);
    free(list);
    return fine;
}

static bool take_functions(struct decoder *decoder)
{
    for (size_t i = 0; i < decoder->message->n_function; i++) {
        const JpPprof__Function *const message = decoder->message->function[i];
        struct jp_pprof_function function;
        if (!take_string(decoder, message->name, &function.name) ||
            !take_string(decoder, message->system_name, &function.linkage) ||
            !take_string(decoder, message->filename, &function.file) ||
            !add_id(decoder, &decoder->functions, "functions", message->id))
            return false;
        if (function.name == 0)
            function.name = function.linkage;
        if (function.linkage == function.name)
            function.linkage = 0;
        jp_vec_push(&decoder->pprof->functions, function);
    }
    return true;
}

static bool take_line(struct decoder *decoder, const JpPprof__Line *message)
{
    const uint32_t function = find_id(&decoder->functions, message->function_id);

    if (function == JP_INDEX_NONE)
        return damaged(decoder, "function", message->function_id);
    jp_vec_push(
        &decoder->pprof->lines,
        (struct jp_pprof_line){
            .function = function,
            .line = message->line > 0 && message->line < UINT32_MAX ? (uint32_t)message->line : 0,
            .column =
                message->column > 0 && message->column < UINT32_MAX ? (uint32_t)message->column : 0,
        });
    return true;
}

static bool take_location(struct decoder *decoder, const JpPprof__Location *message)
{
    struct jp_pprof_location location = {
        .address = message->address,
        .mapping = JP_PPROF_NO_MAPPING,
        .lines_first = (uint32_t)decoder->pprof->lines.count,
        .lines_count = (uint32_t)message->n_line,
    };

    if (!add_id(decoder, &decoder->locations, "locations", message->id))
        return false;
    if (message->mapping_id) {
        const uint32_t mapping = find_id(&decoder->mappings, message->mapping_id);
        if (mapping == JP_INDEX_NONE)
            return damaged(decoder, "mapping", message->mapping_id);
        location.mapping = decoder->places[mapping];
    }
    for (size_t i = 0; i < message->n_line; i++) {
        if (!take_line(decoder, message->line[i]))
            return false;
    }
    jp_vec_push(&decoder->pprof->locations, location);
    return true;
}

static bool take_locations(struct decoder *decoder)
{
    for (size_t i = 0; i < decoder->message->n_location; i++) {
        if (!take_location(decoder, decoder->message->location[i]))
            return false;
    }
    return true;
}

/* --- samples -----------------------------------------------------------------------------------
 */

static bool same_thread(const void *owner, uint32_t at, const void *key)
{
    return ((const struct jp_dump *)owner)->threads.data[at].uid == *(const uint64_t *)key;
}

static uint32_t take_thread(struct decoder *decoder, uint64_t uid, uint32_t name)
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
static bool take_labels(struct decoder *decoder, const JpPprof__Sample *message, uint32_t *thread)
{
    bool has_uid = false;
    uint64_t uid = 0;
    uint32_t name = 0;

    for (size_t i = 0; i < message->n_label; i++) {
        uint32_t key;
        uint32_t text;
        if (!take_string(decoder, message->label[i]->key, &key) ||
            !take_string(decoder, message->label[i]->str, &text))
            return false;
        if (jp_span_equal(text_of(decoder, key), JP_SPAN("thread")))
            has_uid |= take_uid(text_of(decoder, text), &uid);
        else if (jp_span_equal(text_of(decoder, key), JP_SPAN("thread_name")))
            name = text;
    }
    *thread = has_uid ? take_thread(decoder, uid, name) : JP_DUMP_PROCESS;
    return true;
}

static bool take_sample(struct decoder *decoder, const JpPprof__Sample *message)
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
        const uint32_t location = find_id(&decoder->locations, message->location_id[i]);
        if (location == JP_INDEX_NONE)
            return damaged(decoder, "location", message->location_id[i]);
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

static bool take_samples(struct decoder *decoder)
{
    for (size_t i = 0; i < decoder->message->n_sample; i++) {
        if (!take_sample(decoder, decoder->message->sample[i]))
            return false;
    }
    return true;
}

static void tell(const struct decoder *decoder)
{
    const bool *const has = decoder->pprof->has_value;

    if (!has[JP_PPROF_INUSE_SPACE] && !has[JP_PPROF_INUSE_OBJECTS])
        jp_diags_add(decoder->diags, JP_WARNING, decoder->path, 0,
                     "the profile knows allocations only and nothing of live memory: ask for "
                     "--alloc_space or --alloc_objects");
}

static bool decode(struct decoder *decoder)
{
    take_strings(decoder);
    const bool fine = take_types(decoder) && take_period(decoder) && take_mappings(decoder) &&
                      take_functions(decoder) && take_locations(decoder) && take_samples(decoder);
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
    struct decoder decoder = {
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
