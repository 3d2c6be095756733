/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_pprof.h"

#include "jp_json.h"
#include "jp_pack.h"
#include "jp_pprof.pb-c.h"
#include "jp_walk.h"

#include <math.h>
#include <stdlib.h>

enum { PAGE_BYTES = 4096 };

/* A stretch of addresses with one distance between address and file offset. */
struct mapping {
    uint32_t module;
    uint64_t distance; /* address - offset */
    uint64_t first;    /* smallest address */
    uint64_t last;
    bool has_functions;
    bool has_files;
};

struct writer {
    const struct jp_profile *profile;
    const struct jp_keys *keys;
    struct jp_arena arena; /* the messages */
    struct jp_intern strings;
    uint64_t *location_ids; /* per location: 0 while unused */
    uint64_t *function_ids; /* per function */
    JP_VEC(struct mapping) mappings;
    uint64_t *mapping_ids; /* per location: index in mappings + 1 */
    uint64_t no_stack_id;  /* the location of the empty stack; 0 while unused */
    JP_VEC(JpPprof__Sample *) samples;
    JP_VEC(JpPprof__Location *) locations;
    JP_VEC(JpPprof__Function *) functions;
};

/* pprof refuses strings that are not UTF-8. */
static int64_t intern(struct writer *writer, struct jp_span text)
{
    struct jp_buf clean = JP_BUF_INIT;

    while (text.len) {
        const size_t len = jp_utf8_sequence(text);
        jp_buf_add(&clean,
                   len && text.ptr[0] ? jp_span_slice(text, 0, len) : JP_SPAN("\xef\xbf\xbd"));
        text = jp_span_slice(text, len ? len : 1, text.len);
    }
    const uint32_t id = jp_intern_add(&writer->strings, jp_buf_span(&clean));
    jp_buf_release(&clean);
    return id;
}

static int64_t intern_string(struct writer *writer, uint32_t id)
{
    return intern(writer, jp_intern_span(&writer->profile->strings, id));
}

static int64_t whole(double value)
{
    if (isnan(value))
        return 0;
    if (value >= 9223372036854775807.0)
        return INT64_MAX;
    return value <= -9223372036854775808.0 ? INT64_MIN : (int64_t)round(value);
}

static JpPprof__ValueType *make_type(struct writer *writer, const char *type, const char *unit)
{
    JpPprof__ValueType *const message = jp_arena_new(&writer->arena, JpPprof__ValueType);

    jp_pprof__value_type__init(message);
    message->type = intern(writer, jp_span_of(type));
    message->unit = intern(writer, jp_span_of(unit));
    return message;
}

static uint64_t function_id(struct writer *writer, uint32_t function)
{
    const struct jp_function *const data = &writer->profile->functions.data[function];

    if (writer->function_ids[function])
        return writer->function_ids[function];
    JpPprof__Function *const message = jp_arena_new(&writer->arena, JpPprof__Function);
    jp_pprof__function__init(message);
    message->id = writer->functions.count + 1;
    message->name = intern_string(writer, data->name);
    message->system_name = data->linkage ? intern_string(writer, data->linkage) : message->name;
    message->filename = intern_string(writer, data->file);
    jp_vec_push(&writer->functions, message);
    return writer->function_ids[function] = message->id;
}

static void add_lines(struct writer *writer, JpPprof__Location *message, uint32_t location)
{
    const struct jp_keys *const keys = writer->keys;
    const uint32_t first = keys->first[location];
    const uint32_t count = keys->first[location + 1] - first;
    const uint64_t mapping = writer->mapping_ids[location];
    bool has_files = false;

    message->line = jp_arena_array(&writer->arena, count, sizeof *message->line);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t frame = keys->frames.data[first + i];
        if (frame == JP_NO_FRAME)
            continue;
        const struct jp_frame *const data = &writer->profile->frames.data[frame];
        JpPprof__Line *const line = jp_arena_new(&writer->arena, JpPprof__Line);
        jp_pprof__line__init(line);
        line->function_id = function_id(writer, data->function);
        line->line = data->line;
        line->column = data->column;
        if (data->file && !writer->functions.data[line->function_id - 1]->filename)
            writer->functions.data[line->function_id - 1]->filename =
                intern_string(writer, data->file);
        has_files |= data->file != 0;
        message->line[message->n_line++] = line;
    }
    if (mapping && message->n_line) {
        writer->mappings.data[mapping - 1].has_functions = true;
        writer->mappings.data[mapping - 1].has_files |= has_files;
    }
}

static uint64_t location_id(struct writer *writer, uint32_t location)
{
    if (writer->location_ids[location])
        return writer->location_ids[location];
    JpPprof__Location *const message = jp_arena_new(&writer->arena, JpPprof__Location);
    jp_pprof__location__init(message);
    message->id = writer->locations.count + 1;
    message->mapping_id = writer->mapping_ids[location];
    message->address = writer->profile->locations.data[location].address - 1;
    add_lines(writer, message, location);
    jp_vec_push(&writer->locations, message);
    return writer->location_ids[location] = message->id;
}

/* The empty stack becomes a frame, because pprof drops samples without one from its tables. */
static uint64_t no_stack_id(struct writer *writer)
{
    if (writer->no_stack_id)
        return writer->no_stack_id;
    JpPprof__Function *const function = jp_arena_new(&writer->arena, JpPprof__Function);
    JpPprof__Location *const location = jp_arena_new(&writer->arena, JpPprof__Location);
    JpPprof__Line *const line = jp_arena_new(&writer->arena, JpPprof__Line);
    jp_pprof__function__init(function);
    jp_pprof__location__init(location);
    jp_pprof__line__init(line);
    function->id = writer->functions.count + 1;
    function->name = intern(writer, JP_SPAN(JP_NO_STACK_NAME));
    function->system_name = function->name;
    line->function_id = function->id;
    location->id = writer->locations.count + 1;
    location->line = jp_arena_array(&writer->arena, 1, sizeof *location->line);
    location->line[0] = line;
    location->n_line = 1;
    jp_vec_push(&writer->functions, function);
    jp_vec_push(&writer->locations, location);
    return writer->no_stack_id = location->id;
}

static bool is_program(const struct writer *writer, uint32_t module)
{
    const struct jp_module *const data = &writer->profile->modules.data[module];
    const struct jp_span path = jp_intern_span(&writer->profile->strings, data->path);
    const struct jp_span program =
        jp_intern_span(&writer->profile->strings, writer->profile->program);

    if (data->kind != JP_MODULE_FILE)
        return false;
    if (data->is_program)
        return true;
    return program.len && jp_span_equal(jp_span_basename(path), jp_span_basename(program));
}

static bool same_mapping(const void *owner, uint32_t id, const void *key)
{
    const struct mapping *const mapping = &((const struct writer *)owner)->mappings.data[id];
    const struct mapping *const wanted = key;

    return mapping->module == wanted->module && mapping->distance == wanted->distance;
}

/* The mapping of a location; the id is its index plus one. Memory without a name has none. */
static uint64_t mapping_of(struct writer *writer, struct jp_index *index,
                           const struct jp_location *location)
{
    const enum jp_module_kind kind = writer->profile->modules.data[location->module].kind;
    const uint64_t address = location->address - 1;
    const struct mapping wanted = {
        .module = location->module,
        .distance = location->address - location->offset,
        .first = address,
        .last = address,
    };

    if (kind == JP_MODULE_ANON || kind == JP_MODULE_UNMAPPED)
        return 0;
    const uint64_t hash = jp_hash_mix(wanted.module, wanted.distance);
    uint32_t id = jp_index_find(index, hash, same_mapping, writer, &wanted);
    if (id == JP_INDEX_NONE) {
        id = (uint32_t)writer->mappings.count;
        jp_index_add(index, hash, id);
        jp_vec_push(&writer->mappings, wanted);
    }
    struct mapping *const mapping = &writer->mappings.data[id];
    mapping->first = address < mapping->first ? address : mapping->first;
    mapping->last = address > mapping->last ? address : mapping->last;
    return (uint64_t)id + 1;
}

/* Module and distance make a mapping; the program's come first, as pprof expects it. */
static void find_mappings(struct writer *writer)
{
    const struct jp_profile *const profile = writer->profile;
    bool *const is_main = jp_mem_zeroed(profile->modules.count, sizeof *is_main);
    struct jp_index index = {0};

    for (uint32_t i = 0; i < profile->modules.count; i++)
        is_main[i] = is_program(writer, i);
    for (int turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < profile->locations.count; i++) {
            const struct jp_location *const location = &profile->locations.data[i];
            if (is_main[location->module] == (turn == 0))
                writer->mapping_ids[i] = mapping_of(writer, &index, location);
        }
    }
    jp_index_release(&index);
    free(is_main);
}

static int64_t intern_build_id(struct writer *writer, uint32_t module)
{
    const struct jp_span id = jp_profile_build_id(writer->profile, module);
    struct jp_buf text = JP_BUF_INIT;

    for (size_t i = 0; i < id.len; i++)
        jp_buf_format(&text, "%02x", (unsigned char)id.ptr[i]);
    const int64_t string = intern(writer, jp_buf_span(&text));
    jp_buf_release(&text);
    return string;
}

static JpPprof__Mapping *make_mapping(struct writer *writer, size_t index)
{
    const struct mapping *const mapping = &writer->mappings.data[index];
    const struct jp_module *const module = &writer->profile->modules.data[mapping->module];
    JpPprof__Mapping *const message = jp_arena_new(&writer->arena, JpPprof__Mapping);
    const uint64_t start = mapping->first / PAGE_BYTES * PAGE_BYTES;

    jp_pprof__mapping__init(message);
    message->id = index + 1;
    message->memory_start = start;
    message->memory_limit = (mapping->last / PAGE_BYTES + 1) * PAGE_BYTES;
    if (start >= mapping->distance)
        message->file_offset = start - mapping->distance;
    message->filename = intern_string(writer, module->path);
    message->build_id = intern_build_id(writer, mapping->module);
    message->has_functions = mapping->has_functions;
    message->has_filenames = mapping->has_files;
    message->has_line_numbers = mapping->has_files;
    message->has_inline_frames = mapping->has_files;
    return message;
}

static JpPprof__Label *make_label(struct writer *writer, const char *key, int64_t text)
{
    JpPprof__Label *const message = jp_arena_new(&writer->arena, JpPprof__Label);

    jp_pprof__label__init(message);
    message->key = intern(writer, jp_span_of(key));
    message->str = text;
    return message;
}

static void add_labels(struct writer *writer, JpPprof__Sample *sample, uint32_t thread)
{
    const struct jp_thread *const data = &writer->profile->threads.data[thread];
    struct jp_buf text = JP_BUF_INIT;

    if (thread == JP_PROCESS)
        return;
    jp_buf_format(&text, "t%llu", (unsigned long long)data->uid);
    sample->label = jp_arena_array(&writer->arena, 2, sizeof *sample->label);
    sample->label[sample->n_label++] =
        make_label(writer, "thread", intern(writer, jp_buf_span(&text)));
    if (data->name)
        sample->label[sample->n_label++] =
            make_label(writer, "thread_name", intern_string(writer, data->name));
    jp_buf_release(&text);
}

/* The order of pprof's own heap profiles. */
static const enum jp_metric value_order[] = {JP_ALLOC_OBJECTS, JP_ALLOC_BYTES, JP_INUSE_OBJECTS,
                                             JP_INUSE_BYTES};

static void add_sample(struct writer *writer, const struct jp_report_pprof_part *part,
                       uint32_t node)
{
    const struct jp_stack *const nodes = part->views[0].nodes.data;
    int64_t values[JP_COUNT_OF(value_order)];
    bool has_value = false;
    size_t depth = 0;

    for (size_t i = 0; i < JP_COUNT_OF(value_order); i++) {
        values[i] = whole(jp_view_value(&part->views[value_order[i]], node));
        has_value |= values[i] != 0;
    }
    if (!has_value)
        return;
    for (uint32_t at = node; at != 0; at = nodes[at].parent)
        depth++;
    JpPprof__Sample *const sample = jp_arena_new(&writer->arena, JpPprof__Sample);
    jp_pprof__sample__init(sample);
    sample->value = jp_arena_array(&writer->arena, JP_COUNT_OF(values), sizeof *sample->value);
    for (size_t i = 0; i < JP_COUNT_OF(values); i++)
        sample->value[sample->n_value++] = values[i];
    sample->location_id =
        jp_arena_array(&writer->arena, depth ? depth : 1, sizeof *sample->location_id);
    for (uint32_t at = node; at != 0; at = nodes[at].parent)
        sample->location_id[sample->n_location_id++] = location_id(writer, nodes[at].location);
    if (node == 0)
        sample->location_id[sample->n_location_id++] = no_stack_id(writer);
    add_labels(writer, sample, part->thread);
    jp_vec_push(&writer->samples, sample);
}

static void set_types(struct writer *writer, JpPprof__Profile *message, enum jp_metric metric)
{
    static const struct {
        const char *type;
        const char *unit;
    } types[JP_METRIC_COUNT] = {[JP_ALLOC_OBJECTS] = {"alloc_objects", "count"},
                                [JP_ALLOC_BYTES] = {"alloc_space", "bytes"},
                                [JP_INUSE_OBJECTS] = {"inuse_objects", "count"},
                                [JP_INUSE_BYTES] = {"inuse_space", "bytes"}};

    message->sample_type =
        jp_arena_array(&writer->arena, JP_METRIC_COUNT, sizeof *message->sample_type);
    for (size_t i = 0; i < JP_COUNT_OF(value_order); i++)
        message->sample_type[message->n_sample_type++] =
            make_type(writer, types[value_order[i]].type, types[value_order[i]].unit);
    message->default_sample_type = intern(writer, jp_span_of(types[metric].type));
    message->period_type = make_type(writer, "space", "bytes");
    if (writer->profile->sources.count)
        message->period = whole((double)writer->profile->sources.data[0].period_bytes);
}

static void pack(struct jp_buf *out, struct writer *writer, JpPprof__Profile *message)
{
    const size_t string_count = writer->strings.spans.count;

    message->n_string_table = string_count;
    message->string_table =
        jp_arena_array(&writer->arena, string_count, sizeof *message->string_table);
    for (uint32_t i = 0; i < string_count; i++)
        message->string_table[i] =
            jp_arena_text(&writer->arena, jp_intern_span(&writer->strings, i));
    const size_t size = jp_pprof__profile__get_packed_size(message);
    char *const bytes = jp_mem_resize(NULL, size, 1);
    jp_pprof__profile__pack(message, (uint8_t *)bytes);
    jp_pack_gzip(out, (struct jp_span){bytes, size});
    free(bytes);
}

void jp_report_pprof(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_report_pprof_part *parts, size_t part_count)
{
    const struct jp_profile *const profile = context->profile;
    struct writer writer = {.profile = profile, .keys = context->keys};
    JpPprof__Profile message;

    jp_pprof__profile__init(&message);
    jp_intern_init(&writer.strings);
    writer.location_ids = jp_mem_zeroed(profile->locations.count, sizeof *writer.location_ids);
    writer.function_ids = jp_mem_zeroed(profile->functions.count, sizeof *writer.function_ids);
    writer.mapping_ids = jp_mem_zeroed(profile->locations.count, sizeof *writer.mapping_ids);
    set_types(&writer, &message, context->view->metric);
    find_mappings(&writer);
    for (size_t i = 0; i < part_count; i++) {
        for (uint32_t node = 0; node < parts[i].views[0].nodes.count; node++)
            add_sample(&writer, &parts[i], node);
    }
    message.n_mapping = writer.mappings.count;
    message.mapping = jp_arena_array(&writer.arena, message.n_mapping, sizeof *message.mapping);
    for (size_t i = 0; i < message.n_mapping; i++)
        message.mapping[i] = make_mapping(&writer, i);
    message.n_sample = writer.samples.count;
    message.sample = writer.samples.data;
    message.n_location = writer.locations.count;
    message.location = writer.locations.data;
    message.n_function = writer.functions.count;
    message.function = writer.functions.data;
    pack(out, &writer, &message);

    jp_arena_release(&writer.arena);
    jp_intern_release(&writer.strings);
    jp_vec_release(&writer.mappings);
    jp_vec_release(&writer.samples);
    jp_vec_release(&writer.locations);
    jp_vec_release(&writer.functions);
    free(writer.location_ids);
    free(writer.function_ids);
    free(writer.mapping_ids);
}
