/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where debug files are looked for; doc/symbols.md lists the order for users. A debug file belongs
 * to a binary when their build-ids are equal. Where one of them has none, the CRC of
 * .gnu_debuglink must be right, and for a file found by its name the segments must be the same.
 */
#include "config.h"

#include "jp_finder_private.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

static bool has_debug_info(struct jp_object *object)
{
    return jp_object_has_section(object, ".debug_info");
}

struct jp_span jp_debug_folder(const char *path)
{
    const struct jp_span all = jp_span_of(path);
    const size_t slash = jp_span_rfind_byte(all, '/');

    if (slash == SIZE_MAX)
        return JP_SPAN(".");
    return slash == 0 ? JP_SPAN("/") : jp_span_slice(all, 0, slash);
}

/* Is CANDIDATE the other half of what is sought? The refusal is noted. */
static bool is_same_build(struct jp_debug_search *debug, struct jp_object *candidate,
                          const uint32_t *crc)
{
    struct jp_search *const search = debug->search;
    const char *const path = jp_object_path(candidate);
    const struct jp_span id = jp_object_build_id(candidate);

    if (debug->id.len && id.len) {
        if (jp_span_equal(debug->id, id))
            return true;
        struct jp_buf hex = JP_BUF_INIT;
        jp_buf_add_hex(&hex, id);
        jp_search_note(search, path, "of another build: its build-id is %s", hex.ptr);
        jp_buf_release(&hex);
        return false;
    }
    if (crc) {
        const struct jp_span bytes = jp_object_bytes(candidate);
        if (libdeflate_crc32(0, bytes.ptr, bytes.len) == *crc)
            return true;
        jp_search_note(search, path, "of another build: its CRC differs from the one noted in %s",
                       debug->binary->path);
        return false;
    }
    if (jp_fit_same_layout(debug->binary->object, candidate))
        return true;
    jp_search_note(search, path, "of another build: its segments differ from those of %s",
                   debug->binary->path);
    return false;
}

/* Use CANDIDATE for what the binary still lacks; true when nothing is lacking any more. */
static bool take(struct jp_debug_search *debug, struct jp_object *candidate)
{
    struct jp_binary *const binary = debug->binary;
    const char *const path = jp_object_path(candidate);
    const bool gives_symbols = !binary->symbol_object &&
                               !jp_object_has_section(binary->object, ".symtab") &&
                               jp_object_has_section(candidate, ".symtab");

    if (gives_symbols)
        binary->symbol_object = candidate;
    if (has_debug_info(candidate)) {
        binary->debug_object = candidate;
        binary->debug_path = path;
        jp_search_note(debug->search, path, "used for lines and inlined frames");
        return true;
    }
    jp_search_note(debug->search, path,
                   gives_symbols ? "used for symbols; it has no debug information"
                                 : "has no debug information");
    return false;
}

static bool try_debug(struct jp_debug_search *debug, const char *path, const uint32_t *crc)
{
    struct jp_object *const candidate = jp_search_open(debug->search, path);

    return candidate && candidate != debug->binary->object &&
           is_same_build(debug, candidate, crc) && take(debug, candidate);
}

/* FOLDER/MIDDLE/NAME with one slash between the parts; an empty MIDDLE is left out. */
static bool try_joined(struct jp_debug_search *debug, struct jp_span folder, struct jp_span middle,
                       struct jp_span name, const uint32_t *crc)
{
    const struct jp_span parts[] = {folder, middle, name};
    struct jp_buf path = JP_BUF_INIT;

    for (size_t i = 0; i < JP_COUNT_OF(parts); i++) {
        struct jp_span part = parts[i];
        if (part.len == 0)
            continue;
        if (path.len && path.ptr[path.len - 1] != '/')
            jp_buf_add_byte(&path, '/');
        while (path.len && part.len && part.ptr[0] == '/')
            part = jp_span_slice(part, 1, part.len);
        jp_buf_add(&path, part);
    }
    const bool is_found = path.len && try_debug(debug, path.ptr, crc);
    jp_buf_release(&path);
    return is_found;
}

/* FOLDER/.build-id/xx/yyyy.debug; also when FOLDER itself is the ".build-id" folder. */
static bool try_build_id(struct jp_debug_search *debug)
{
    const struct jp_finder *const finder = debug->search->finder;
    struct jp_buf name = JP_BUF_INIT;
    bool is_found = false;

    if (debug->id.len < 2)
        return false;
    jp_buf_add_hex(&name, jp_span_slice(debug->id, 0, 1));
    jp_buf_add_byte(&name, '/');
    jp_buf_add_hex(&name, jp_span_slice(debug->id, 1, debug->id.len));
    jp_buf_add_text(&name, ".debug");
    for (size_t i = 0; i < finder->debug_dirs.count && !is_found; i++) {
        const struct jp_span folder = jp_span_of(finder->debug_dirs.data[i]);
        is_found = try_joined(debug, folder, JP_SPAN(".build-id"), jp_buf_span(&name), NULL) ||
                   (i < finder->user_debug_dirs &&
                    try_joined(debug, folder, JP_SPAN(""), jp_buf_span(&name), NULL));
    }
    jp_buf_release(&name);
    return is_found;
}

struct jp_span jp_debug_real_folder(struct jp_debug_search *debug, const char *path)
{
    char *const real = realpath(path, NULL);
    const struct jp_span folder =
        real ? jp_arena_span(&debug->search->finder->arena, jp_debug_folder(real)) : JP_SPAN("");

    free(real);
    return folder;
}

/* The three places of gdb: beside the file, in .debug beside it, under each debug folder. */
static bool try_debug_link(struct jp_debug_search *debug)
{
    const struct jp_finder *const finder = debug->search->finder;
    const struct jp_span folders[] = {
        jp_debug_folder(debug->binary->path),
        jp_debug_real_folder(debug, debug->binary->path),
        jp_debug_folder(debug->search->mapped_path),
    };
    struct jp_span name;
    uint32_t crc;

    if (!jp_object_debug_link(debug->binary->object, &name, &crc))
        return false;
    for (size_t k = 0; k + 1 < JP_COUNT_OF(folders); k++) {
        if (folders[k].len && (try_joined(debug, folders[k], JP_SPAN(""), name, &crc) ||
                               try_joined(debug, folders[k], JP_SPAN(".debug"), name, &crc)))
            return true;
    }
    for (size_t i = 0; i < finder->debug_dirs.count; i++) {
        const struct jp_span root = jp_span_of(finder->debug_dirs.data[i]);
        for (size_t k = 0; k < JP_COUNT_OF(folders); k++) {
            if (folders[k].len && try_joined(debug, root, folders[k], name, &crc))
                return true;
        }
        if (i < finder->user_debug_dirs && try_joined(debug, root, JP_SPAN(""), name, &crc))
            return true;
    }
    return false;
}

/* ROOT/path.debug and ROOT/path, with the path as mapped and as found; then flat folders. */
static bool try_by_path(struct jp_debug_search *debug)
{
    const struct jp_finder *const finder = debug->search->finder;
    const char *const paths[] = {debug->search->mapped_path, debug->binary->path};

    for (size_t i = 0; i < finder->debug_dirs.count; i++) {
        const struct jp_span root = jp_span_of(finder->debug_dirs.data[i]);
        for (size_t k = 0; k < JP_COUNT_OF(paths); k++) {
            const struct jp_span path = jp_span_of(paths[k]);
            const struct jp_span name = jp_span_basename(path);
            struct jp_buf ending = JP_BUF_INIT;
            jp_buf_add(&ending, name);
            jp_buf_add_text(&ending, ".debug");
            const struct jp_span folder = jp_debug_folder(paths[k]);
            const struct jp_span with_ending = jp_buf_span(&ending);
            const bool is_flat = i < finder->user_debug_dirs;
            const bool is_found =
                name.len && (try_joined(debug, root, folder, with_ending, NULL) ||
                             try_joined(debug, root, folder, name, NULL) ||
                             (is_flat && (try_joined(debug, root, JP_SPAN(""), with_ending, NULL) ||
                                          try_joined(debug, root, JP_SPAN(""), name, NULL))));
            jp_buf_release(&ending);
            if (is_found)
                return true;
        }
    }
    return false;
}

/* A file of no bytes there is debuginfod's memory of a miss, and no ELF file to us. */
static bool try_download_cache(struct jp_debug_search *debug)
{
    const char *const root = debug->search->finder->download_cache;
    struct jp_buf id = JP_BUF_INIT;

    if (!root || !debug->id.len)
        return false;
    jp_buf_add_hex(&id, debug->id);
    const bool is_found =
        try_joined(debug, jp_span_of(root), jp_buf_span(&id), JP_SPAN("debuginfo"), NULL);
    jp_buf_release(&id);
    return is_found;
}

static bool try_folders(struct jp_debug_search *debug)
{
    struct jp_finder *const finder = debug->search->finder;

    for (size_t i = 0; debug->id.len && i < finder->folders.count; i++) {
        size_t from = 0;
        const char *path;
        while ((path = jp_folder_by_id(finder, i, debug->id, &from))) {
            if (try_debug(debug, path, NULL))
                return true;
        }
    }
    return false;
}

/* The file at the mapped path may be the twin that was not stripped. */
static bool try_mapped_twin(struct jp_debug_search *debug)
{
    return debug->id.len && debug->search->mapped_path[0] == '/' &&
           try_debug(debug, debug->search->mapped_path, NULL);
}

/* The program named may itself be the debug file of what was found for it. */
static bool try_program(struct jp_debug_search *debug)
{
    const struct jp_finder_file *const program = debug->search->finder->program;
    struct jp_object *const object = program ? program->object : NULL;

    return debug->binary->is_program && object && object != debug->binary->object &&
           take(debug, object);
}

void jp_search_debug(struct jp_search *search, struct jp_binary *binary)
{
    struct jp_debug_search debug = {.search = search, .binary = binary};
    struct jp_span link;

    binary->debug_object = binary->object;
    debug.id = jp_object_build_id(binary->object);
    if (!has_debug_info(binary->object) && !try_program(&debug) && !try_build_id(&debug) &&
        !try_debug_link(&debug) && !try_by_path(&debug) && !try_download_cache(&debug) &&
        !try_mapped_twin(&debug) && !try_folders(&debug)) {
        binary->debug_miss = JP_MISS_NO_DEBUG_INFO;
        return;
    }
    if (jp_object_alternate_link(binary->debug_object, &link, &debug.id) &&
        !jp_search_alternate(&debug, link))
        binary->debug_miss = JP_MISS_NO_ALT_FILE;
}
