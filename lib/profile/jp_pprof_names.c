/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_pprof_names.h"

#include "jp_digest.h"

#include <stdlib.h>
#include <string.h>

#define NOT_MOVED  UINT32_MAX
#define NOWHERE    (UINT32_MAX - 1)
#define IN_SEVERAL (UINT32_MAX - 2)

/* A function that has no mangled name, but maybe namesakes in other files. */
struct jp_pprof_home {
    bool is_namesake;
    uint32_t mapping; /* of the one module that has it; NOWHERE, IN_SEVERAL */
};

/* Are both mappings of one module? Without a mapping there is one module for all as well. */
static bool same_module(const struct jp_pprof_names *names, uint32_t a, uint32_t b)
{
    const struct jp_modules *const modules = names->modules;

    if (a == b || a == JP_NO_MODULE || b == JP_NO_MODULE)
        return a == b;
    const struct jp_mapping *const left = &names->pprof->dump.maps.list.data[a];
    const struct jp_mapping *const right = &names->pprof->dump.maps.list.data[b];
    if (left->kind != right->kind)
        return false;
    return left->kind == JP_MAPPING_FILE
               ? modules->file_of_mapping.data[a] == modules->file_of_mapping.data[b]
               : left->path == right->path;
}

static void find_mappings(struct jp_pprof_names *names)
{
    const struct jp_pprof *const pprof = names->pprof;

    for (size_t i = 0; i < pprof->functions.count; i++)
        names->homes[i].mapping = NOWHERE;
    for (size_t i = 0; i < pprof->locations.count; i++) {
        const struct jp_pprof_location *const location = &pprof->locations.data[i];
        for (uint32_t k = 0; k < location->lines_count; k++) {
            struct jp_pprof_home *const home =
                &names->homes[pprof->lines.data[location->lines_first + k].function];
            if (home->mapping == NOWHERE)
                home->mapping = jp_pprof_names_mapping(location);
            else if (home->mapping != IN_SEVERAL &&
                     !same_module(names, home->mapping, jp_pprof_names_mapping(location)))
                home->mapping = IN_SEVERAL;
        }
    }
}

/* Is there another function of its name in another file, and no mangled name? */
static void find_namesakes(struct jp_pprof_names *names)
{
    const struct jp_pprof *const pprof = names->pprof;
    const size_t string_count = pprof->dump.strings.spans.count;
    uint32_t *const first_file = jp_mem_resize(NULL, string_count, sizeof *first_file);
    bool *const has_other = jp_mem_zeroed(string_count, sizeof *has_other);

    memset(first_file, 0xff, string_count * sizeof *first_file);
    for (size_t i = 0; i < pprof->functions.count; i++) {
        const struct jp_pprof_function *const function = &pprof->functions.data[i];
        if (first_file[function->name] == UINT32_MAX)
            first_file[function->name] = function->file;
        has_other[function->name] |= first_file[function->name] != function->file;
    }
    for (size_t i = 0; i < pprof->functions.count; i++) {
        const struct jp_pprof_function *const function = &pprof->functions.data[i];
        names->homes[i].is_namesake = !function->linkage && has_other[function->name];
    }
    free(first_file);
    free(has_other);
}

static uint32_t move_text(struct jp_pprof_names *names, uint32_t string)
{
    return jp_intern_add(&names->profile->strings,
                         jp_intern_span(&names->pprof->dump.strings, string));
}

static bool is_in_one(const struct jp_pprof_home *home)
{
    return home->mapping != IN_SEVERAL && home->mapping != NOWHERE;
}

static uint32_t module_of(struct jp_pprof_names *names, const struct jp_pprof_home *home)
{
    if (!is_in_one(home))
        return JP_NO_MODULE;
    return jp_modules_place_in(names->modules, home->mapping, 0).module;
}

/*
 * A function is known by its mangled name, or by its name; module and file tell apart those of one
 * name that have no other. Which are local to a file, the format does not say.
 */
static uint32_t move_function(struct jp_pprof_names *names, uint32_t index)
{
    const struct jp_pprof_function *const function = &names->pprof->functions.data[index];
    const struct jp_pprof_home *const home = &names->homes[index];

    if (names->functions[index] != NOT_MOVED)
        return names->functions[index];
    const struct jp_function moved = {
        .name = move_text(names, function->name),
        .linkage = move_text(names, function->linkage),
        .module = home->is_namesake ? module_of(names, home) : JP_NO_MODULE,
        .file = home->is_namesake ? move_text(names, function->file) : 0,
    };
    return names->functions[index] = jp_profile_function(names->profile, moved);
}

/* A line as it is compared with others: all that its frame in the profile is made of. */
struct named_line {
    struct jp_span name;
    struct jp_span linkage;
    struct jp_span file;
    uint32_t line;
    uint32_t column;
    bool is_of_file;   /* the file is part of the function's identity */
    bool is_of_module; /* and the module */
};

static struct named_line line_of(const struct jp_pprof_names *names,
                                 const struct jp_pprof_location *location, uint32_t index)
{
    const struct jp_pprof_line *const line =
        &names->pprof->lines.data[location->lines_first + index];
    const struct jp_pprof_function *const function = &names->pprof->functions.data[line->function];
    const struct jp_pprof_home *const home = &names->homes[line->function];
    const struct jp_intern *const strings = &names->pprof->dump.strings;

    return (struct named_line){
        .name = jp_intern_span(strings, function->name),
        .linkage = jp_intern_span(strings, function->linkage),
        .file = jp_intern_span(strings, function->file),
        .line = line->line,
        .column = line->column,
        .is_of_file = home->is_namesake && function->file,
        .is_of_module = home->is_namesake && is_in_one(home),
    };
}

static bool is_line(const struct jp_profile *profile, const struct jp_frame *frame,
                    const struct named_line *line)
{
    const struct jp_function *const function = &profile->functions.data[frame->function];
    const struct jp_intern *const strings = &profile->strings;

    return jp_span_equal(line->name, jp_intern_span(strings, function->name)) &&
           jp_span_equal(line->linkage, jp_intern_span(strings, frame->linkage)) &&
           jp_span_equal(line->file, jp_intern_span(strings, frame->file)) &&
           line->line == frame->line && line->column == frame->column &&
           line->is_of_file == (function->file != 0) &&
           line->is_of_module == (function->module != JP_NO_MODULE);
}

bool jp_pprof_names_are(const struct jp_pprof_names *names,
                        const struct jp_pprof_location *location, const struct jp_location *found)
{
    const struct jp_profile *const profile = names->profile;

    if (found->frames_count != location->lines_count)
        return false;
    for (uint32_t i = 0; i < found->frames_count; i++) {
        const struct named_line line = line_of(names, location, i);
        if (!is_line(profile, &profile->frames.data[found->frames_first + i], &line))
            return false;
    }
    return true;
}

void jp_pprof_names_give(struct jp_pprof_names *names, const struct jp_pprof_location *location,
                         uint32_t id)
{
    struct jp_profile *const profile = names->profile;

    if (location->lines_count == 0)
        return;
    const size_t first = profile->frames.count;
    for (uint32_t i = 0; i < location->lines_count; i++) {
        const struct jp_pprof_line *const line =
            &names->pprof->lines.data[location->lines_first + i];
        const struct jp_pprof_function *const function =
            &names->pprof->functions.data[line->function];
        jp_vec_push(&profile->frames, (struct jp_frame){
                                          .function = move_function(names, line->function),
                                          .linkage = move_text(names, function->linkage),
                                          .file = move_text(names, function->file),
                                          .line = line->line,
                                          .column = line->column,
                                          .is_inlined = i + 1 < location->lines_count,
                                      });
    }
    struct jp_location *const named = &profile->locations.data[id];
    named->frames_first = (uint32_t)first;
    named->frames_count = location->lines_count;
    named->is_resolved = true;
    named->is_named_by_dump = true;
    named->miss = profile->frames.data[first].file ? JP_MISS_NONE : JP_MISS_NO_DEBUG_INFO;
}

uint64_t jp_pprof_names_digest(const struct jp_pprof_names *names,
                               const struct jp_pprof_location *location)
{
    struct jp_buf text = JP_BUF_INIT;
    uint64_t number = 1;

    for (uint32_t i = 0; i < location->lines_count; i++) {
        const struct named_line line = line_of(names, location, i);
        jp_buf_format(&text, "%zu %zu %zu %u %u %d%d ", line.name.len, line.linkage.len,
                      line.file.len, line.line, line.column, line.is_of_file, line.is_of_module);
        jp_buf_add(&text, line.name);
        jp_buf_add(&text, line.linkage);
        jp_buf_add(&text, line.file);
    }
    const struct jp_digest digest = jp_digest_of(jp_buf_span(&text));
    for (unsigned i = 0; i < 8; i++)
        number = i ? number << 8 | digest.bytes[i] : digest.bytes[i] | 0x80U;
    jp_buf_release(&text);
    return number;
}

void jp_pprof_names_init(struct jp_pprof_names *names, struct jp_profile *profile,
                         const struct jp_pprof *pprof, struct jp_modules *modules)
{
    *names = (struct jp_pprof_names){
        .profile = profile,
        .pprof = pprof,
        .modules = modules,
        .homes = jp_mem_zeroed(pprof->functions.count, sizeof *names->homes),
        .functions = jp_mem_resize(NULL, pprof->functions.count, sizeof *names->functions),
    };
    for (size_t i = 0; i < pprof->functions.count; i++)
        names->functions[i] = NOT_MOVED;
    find_mappings(names);
    find_namesakes(names);
}

void jp_pprof_names_release(struct jp_pprof_names *names)
{
    free(names->homes);
    free(names->functions);
}
