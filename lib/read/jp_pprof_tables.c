/* SPDX-License-Identifier: BSD-2-Clause */
/* What the stacks of a pprof profile consist of: mappings, functions and locations. */
#include "config.h"

#include "jp_buf.h"
#include "jp_pprof_private.h"

#include <stdlib.h>

/* Raw bytes of a build-id in hexadecimal; a Go build id is another thing, and kept as written. */
static uint32_t take_build_id(const struct jp_pprof_decoder *decoder, struct jp_span text)
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

static bool take_mapping(struct jp_pprof_decoder *decoder, size_t index, struct placed *placed)
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
    if (!jp_pprof_take_string(decoder, message->filename, &placed->mapping.path) ||
        !jp_pprof_take_string(decoder, message->build_id, &build_id) ||
        !jp_pprof_id_add(decoder, &decoder->mappings, "mappings", message->id))
        return false;
    const struct jp_span path = jp_pprof_text_of(decoder, placed->mapping.path);
    placed->mapping.kind = path.len == 0        ? JP_MAPPING_ANON
                           : path.ptr[0] == '[' ? JP_MAPPING_PSEUDO
                                                : JP_MAPPING_FILE;
    if (placed->mapping.kind == JP_MAPPING_FILE)
        placed->mapping.build_id = take_build_id(decoder, jp_pprof_text_of(decoder, build_id));
    return true;
}

static uint32_t first_path(const struct jp_pprof_decoder *decoder)
{
    return decoder->strings[decoder->message->mapping[0]->filename];
}

bool jp_pprof_take_mappings(struct jp_pprof_decoder *decoder)
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
    if (fine && count &&
        jp_span_starts_with(jp_pprof_text_of(decoder, first_path(decoder)), JP_SPAN("/")))
        decoder->pprof->dump.program = first_path(decoder);
    free(list);
    return fine;
}

bool jp_pprof_take_functions(struct jp_pprof_decoder *decoder)
{
    for (size_t i = 0; i < decoder->message->n_function; i++) {
        const JpPprof__Function *const message = decoder->message->function[i];
        struct jp_pprof_function function;
        if (!jp_pprof_take_string(decoder, message->name, &function.name) ||
            !jp_pprof_take_string(decoder, message->system_name, &function.linkage) ||
            !jp_pprof_take_string(decoder, message->filename, &function.file) ||
            !jp_pprof_id_add(decoder, &decoder->functions, "functions", message->id))
            return false;
        if (function.name == 0)
            function.name = function.linkage;
        if (function.linkage == function.name)
            function.linkage = 0;
        jp_vec_push(&decoder->pprof->functions, function);
    }
    return true;
}

static bool take_line(struct jp_pprof_decoder *decoder, const JpPprof__Line *message)
{
    const uint32_t function = jp_pprof_id_find(&decoder->functions, message->function_id);

    if (function == JP_INDEX_NONE)
        return jp_pprof_damaged(decoder, "function", message->function_id);
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

static bool take_location(struct jp_pprof_decoder *decoder, const JpPprof__Location *message)
{
    struct jp_pprof_location location = {
        .address = message->address,
        .mapping = JP_PPROF_NO_MAPPING,
        .lines_first = (uint32_t)decoder->pprof->lines.count,
        .lines_count = (uint32_t)message->n_line,
    };

    if (!jp_pprof_id_add(decoder, &decoder->locations, "locations", message->id))
        return false;
    if (message->mapping_id) {
        const uint32_t mapping = jp_pprof_id_find(&decoder->mappings, message->mapping_id);
        if (mapping == JP_INDEX_NONE)
            return jp_pprof_damaged(decoder, "mapping", message->mapping_id);
        location.mapping = decoder->places[mapping];
    }
    for (size_t i = 0; i < message->n_line; i++) {
        if (!take_line(decoder, message->line[i]))
            return false;
    }
    jp_vec_push(&decoder->pprof->locations, location);
    return true;
}

bool jp_pprof_take_locations(struct jp_pprof_decoder *decoder)
{
    for (size_t i = 0; i < decoder->message->n_location; i++) {
        if (!take_location(decoder, decoder->message->location[i]))
            return false;
    }
    return true;
}
