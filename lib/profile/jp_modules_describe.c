/* SPDX-License-Identifier: BSD-2-Clause */
/* What a module is: the file that was found for its mappings, or what has no file. */
#include "config.h"

#include "jp_allocator.h"
#include "jp_modules_private.h"
#include "jp_twin.h"

#define UNMAPPED_NAME JP_SPAN("[unknown]")
#define ANON_NAME     JP_SPAN("[anon]")

/* A hash over the executable parts of a file as mapped, with neighbouring mappings joined. */
static uint64_t layout_of(const struct jp_module_request *file)
{
    const uint64_t image_start = file->range_count ? file->ranges[0].start : 0;
    uint64_t hash = 0;

    for (size_t i = 0; i < file->range_count;) {
        const struct jp_module_ranges *const range = &file->ranges[i];
        uint64_t end = range->end;
        for (i++; i < file->range_count && file->ranges[i].start == end; i++) {
            if (file->ranges[i].is_executable != range->is_executable)
                break;
            end = file->ranges[i].end;
        }
        if (range->is_executable) {
            hash =
                jp_hash_mix(hash, range->has_offset ? range->offset : range->start - image_start);
            hash = jp_hash_mix(hash, end - range->start);
        }
    }
    return hash;
}

static enum jp_symbols find_symbols(const struct jp_binary *binary)
{
    if (binary->symbol_object || jp_object_has_symtab(binary->object))
        return JP_SYMBOLS_FULL;
    return jp_object_has_mini_symtab(binary->object) ? JP_SYMBOLS_MINI : JP_SYMBOLS_DYNSYM;
}

void jp_modules_describe(struct jp_profile *profile, struct jp_module *module,
                         const struct jp_binary *binary)
{
    struct jp_intern *const strings = &profile->strings;

    module->binary = binary;
    if (binary->debug_path)
        module->debug_file = jp_intern_add_text(strings, binary->debug_path);
    module->build_id = jp_intern_add(strings, jp_object_build_id(binary->object));
    module->file = jp_intern_add_text(strings, binary->path);
    module->is_program = binary->is_program;
    module->is_guess = binary->is_guess;
    module->symbols = find_symbols(binary);
}

/* Is the file that was found the build that the map names? */
static bool is_named_build(const struct jp_modules *modules, const struct jp_mapping *mapping,
                           const struct jp_binary *binary)
{
    const struct jp_span found = jp_object_build_id(binary->object);

    return mapping->build_id == 0 || found.len == 0 ||
           jp_span_equal(found, jp_intern_span(&modules->dump->strings, mapping->build_id));
}

static uint32_t file_module(struct jp_modules *modules, const struct jp_mapping *mapping,
                            uint32_t file)
{
    const struct jp_module_request *const request = &modules->files.data[file];

    if (modules->module_of_file.data[file] != JP_NO_MODULE)
        return modules->module_of_file.data[file];
    const struct jp_binary *const binary =
        modules->finder
            ? jp_finder_find(modules->finder, request, modules->files.data, modules->files.count)
            : NULL;
    struct jp_module module = {
        .path = jp_intern_add(&modules->profile->strings, request->path),
        .inode = mapping->inode,
        .layout = mapping->is_partial ? 0 : layout_of(request),
        .kind = JP_MODULE_FILE,
        .is_distance = !mapping->has_offset,
        .only_bytes = !mapping->has_offset && request->range_count == 1
                          ? request->ranges[0].end - request->ranges[0].start
                          : 0,
        .is_deleted = request->is_deleted,
        .miss = binary ? binary->miss : JP_MISS_FILE_NOT_FOUND,
    };

    if (binary && binary->tried)
        module.tried = jp_intern_add_text(&modules->profile->strings, binary->tried);
    if (binary && binary->object && is_named_build(modules, mapping, binary))
        jp_modules_describe(modules->profile, &module, binary);
    else if (binary && binary->object)
        module.miss = JP_MISS_OTHER_BUILD;
    if (mapping->build_id)
        module.build_id = jp_intern_add(&modules->profile->strings,
                                        jp_intern_span(&modules->dump->strings, mapping->build_id));
    else if (!jp_twin_is_possible(modules->profile, request, &module))
        module.build_id = 0;
    const size_t known_count = modules->profile->modules.count;
    const uint32_t id = jp_profile_module(modules->profile, &module);
    /* What it exports is looked at when names are: see jp_resolve.c. */
    if (id == known_count)
        modules->profile->modules.data[id].is_allocator =
            jp_allocator_is_module(&modules->profile->rules, request->path, NULL);
    return modules->module_of_file.data[file] = id;
}

/* The kernel's own code is the same for all. */
static bool is_of_process(struct jp_span name)
{
    return !jp_span_equal(name, JP_SPAN("[vdso]")) && !jp_span_equal(name, JP_SPAN("[vsyscall]"));
}

static struct jp_module describe_nameless(struct jp_modules *modules, struct jp_span name,
                                          enum jp_module_kind kind, enum jp_miss miss)
{
    struct jp_intern *const strings = &modules->profile->strings;
    const struct jp_span process = jp_intern_span(&modules->dump->strings, modules->dump->process);

    return (struct jp_module){
        .path = jp_intern_add(strings, name),
        .kind = kind,
        .process = is_of_process(name) ? jp_intern_add(strings, process) : 0,
        .miss = miss,
    };
}

static uint32_t nameless_module(struct jp_modules *modules, struct jp_span name,
                                enum jp_module_kind kind, enum jp_miss miss)
{
    const struct jp_module module = describe_nameless(modules, name, kind, miss);

    return jp_profile_module(modules->profile, &module);
}

struct jp_module jp_modules_unmapped(struct jp_modules *modules)
{
    return describe_nameless(modules, UNMAPPED_NAME, JP_MODULE_UNMAPPED, JP_MISS_NO_MAPPING);
}

uint32_t jp_modules_of_mapping(struct jp_modules *modules, const struct jp_mapping *mapping,
                               size_t index)
{
    const struct jp_intern *const strings = &modules->dump->strings;

    switch (mapping->kind) {
    case JP_MAPPING_FILE:
        return file_module(modules, mapping, modules->file_of_mapping.data[index]);
    case JP_MAPPING_PSEUDO:
        return nameless_module(modules, jp_intern_span(strings, mapping->path), JP_MODULE_PSEUDO,
                               JP_MISS_NOT_A_FILE);
    case JP_MAPPING_ANON:
        break;
    }
    if (modules->anon == JP_NO_MODULE)
        modules->anon = nameless_module(modules, ANON_NAME, JP_MODULE_ANON, JP_MISS_NOT_A_FILE);
    return modules->anon;
}
