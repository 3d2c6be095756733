/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_pprof_writer.h"

#include "jp_visible.h"

#include <stdlib.h>

enum { PAGE_BYTES = 4096 };

int64_t jp_pprof_writer_text(struct jp_pprof_writer *writer, struct jp_span text)
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

int64_t jp_pprof_writer_string(struct jp_pprof_writer *writer, uint32_t id)
{
    return jp_pprof_writer_text(writer, jp_intern_span(&writer->profile->strings, id));
}

static uint64_t function_id(struct jp_pprof_writer *writer, uint32_t function)
{
    const struct jp_function *const data = &writer->profile->functions.data[function];

    if (writer->function_ids[function])
        return writer->function_ids[function];
    JpPprof__Function *const message = jp_arena_new(&writer->arena, JpPprof__Function);
    jp_pprof__function__init(message);
    message->id = writer->functions.count + 1;
    message->name = jp_pprof_writer_string(writer, data->name);
    message->system_name =
        data->linkage ? jp_pprof_writer_string(writer, data->linkage) : message->name;
    message->filename = jp_pprof_writer_string(writer, data->file);
    jp_vec_push(&writer->functions, message);
    return writer->function_ids[function] = message->id;
}

static void add_lines(struct jp_pprof_writer *writer, JpPprof__Location *message, uint32_t location)
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
                jp_pprof_writer_string(writer, data->file);
        has_files |= data->file != 0;
        message->line[message->n_line++] = line;
    }
    if (mapping && message->n_line) {
        writer->mappings.data[mapping - 1].has_functions = true;
        writer->mappings.data[mapping - 1].has_files |= has_files;
    }
}

uint64_t jp_pprof_writer_location(struct jp_pprof_writer *writer, uint32_t location)
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

uint64_t jp_pprof_writer_no_stack(struct jp_pprof_writer *writer)
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
    function->name = jp_pprof_writer_text(writer, JP_SPAN(JP_NO_STACK_NAME));
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

static bool is_program(const struct jp_pprof_writer *writer, uint32_t module)
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
    const struct jp_pprof_mapping *const mapping =
        &((const struct jp_pprof_writer *)owner)->mappings.data[id];
    const struct jp_pprof_mapping *const wanted = key;

    return mapping->module == wanted->module && mapping->distance == wanted->distance;
}

/* The mapping of a location; the id is its index plus one. Memory without a name has none. */
static uint64_t mapping_of(struct jp_pprof_writer *writer, struct jp_index *index,
                           const struct jp_location *location)
{
    const enum jp_module_kind kind = writer->profile->modules.data[location->module].kind;
    const uint64_t address = location->address - 1;
    const struct jp_pprof_mapping wanted = {
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
    struct jp_pprof_mapping *const mapping = &writer->mappings.data[id];
    mapping->first = address < mapping->first ? address : mapping->first;
    mapping->last = address > mapping->last ? address : mapping->last;
    return (uint64_t)id + 1;
}

/* Module and distance make a mapping; the program's come first, as pprof expects it. */
static void find_mappings(struct jp_pprof_writer *writer)
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

static int64_t intern_build_id(struct jp_pprof_writer *writer, uint32_t module)
{
    const struct jp_span id = jp_profile_build_id(writer->profile, module);
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_add_hex(&text, id);
    const int64_t string = jp_pprof_writer_text(writer, jp_buf_span(&text));
    jp_buf_release(&text);
    return string;
}

static JpPprof__Mapping *make_mapping(struct jp_pprof_writer *writer, size_t index)
{
    const struct jp_pprof_mapping *const mapping = &writer->mappings.data[index];
    const struct jp_module *const module = &writer->profile->modules.data[mapping->module];
    JpPprof__Mapping *const message = jp_arena_new(&writer->arena, JpPprof__Mapping);
    const uint64_t start = mapping->first / PAGE_BYTES * PAGE_BYTES;

    jp_pprof__mapping__init(message);
    message->id = index + 1;
    message->memory_start = start;
    message->memory_limit = (mapping->last / PAGE_BYTES + 1) * PAGE_BYTES;
    if (start >= mapping->distance)
        message->file_offset = start - mapping->distance;
    message->filename = jp_pprof_writer_string(writer, module->path);
    message->build_id = intern_build_id(writer, mapping->module);
    message->has_functions = mapping->has_functions;
    message->has_filenames = mapping->has_files;
    message->has_line_numbers = mapping->has_files;
    message->has_inline_frames = mapping->has_files;
    return message;
}

void jp_pprof_writer_init(struct jp_pprof_writer *writer, const struct jp_profile *profile,
                          const struct jp_keys *keys)
{
    *writer = (struct jp_pprof_writer){.profile = profile, .keys = keys};
    jp_intern_init(&writer->strings);
    writer->location_ids = jp_mem_zeroed(profile->locations.count, sizeof *writer->location_ids);
    writer->function_ids = jp_mem_zeroed(profile->functions.count, sizeof *writer->function_ids);
    writer->mapping_ids = jp_mem_zeroed(profile->locations.count, sizeof *writer->mapping_ids);
    find_mappings(writer);
}

void jp_pprof_writer_release(struct jp_pprof_writer *writer)
{
    jp_arena_release(&writer->arena);
    jp_intern_release(&writer->strings);
    jp_vec_release(&writer->mappings);
    jp_vec_release(&writer->locations);
    jp_vec_release(&writer->functions);
    free(writer->location_ids);
    free(writer->function_ids);
    free(writer->mapping_ids);
}

void jp_pprof_writer_finish(struct jp_pprof_writer *writer, JpPprof__Profile *message)
{
    message->n_mapping = writer->mappings.count;
    message->mapping = jp_arena_array(&writer->arena, message->n_mapping, sizeof *message->mapping);
    for (size_t i = 0; i < message->n_mapping; i++)
        message->mapping[i] = make_mapping(writer, i);
    message->n_location = writer->locations.count;
    message->location = writer->locations.data;
    message->n_function = writer->functions.count;
    message->function = writer->functions.data;
    message->n_string_table = writer->strings.spans.count;
    message->string_table =
        jp_arena_array(&writer->arena, message->n_string_table, sizeof *message->string_table);
    for (uint32_t i = 0; i < message->n_string_table; i++)
        message->string_table[i] =
            jp_arena_text(&writer->arena, jp_intern_span(&writer->strings, i));
}
