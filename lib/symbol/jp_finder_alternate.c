/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the file is looked for that dwz moved shared debug information to: by the path that the
 * debug file names, then by the build-id that it names, which must be right wherever the file is.
 */
#include "config.h"

#include "jp_finder_private.h"

static bool try_alternate(struct jp_debug_search *debug, struct jp_span folder,
                          struct jp_span middle, struct jp_span name)
{
    struct jp_search *const search = debug->search;
    struct jp_buf path = JP_BUF_INIT;

    jp_buf_add(&path, folder);
    if (folder.len && folder.ptr[folder.len - 1] != '/' &&
        !jp_span_starts_with(middle, JP_SPAN("/")))
        jp_buf_add_byte(&path, '/');
    jp_buf_add(&path, middle);
    if (middle.len && name.len)
        jp_buf_add_byte(&path, '/');
    jp_buf_add(&path, name);
    struct jp_object *const candidate = path.len ? jp_search_open(search, path.ptr) : NULL;
    if (candidate && debug->id.len && !jp_span_equal(jp_object_shared_id(candidate), debug->id)) {
        jp_search_note(search, path.ptr, "not the shared debug file: its build-id differs");
    } else if (candidate) {
        jp_search_note(search, path.ptr, "used as the shared debug file");
        debug->binary->alternate = candidate;
    }
    jp_buf_release(&path);
    return debug->binary->alternate != NULL;
}

static bool alternate_by_path(struct jp_debug_search *debug, struct jp_span link)
{
    const struct jp_finder *const finder = debug->search->finder;
    const char *const holder = jp_object_path(debug->binary->debug_object);
    const struct jp_span folders[] = {jp_debug_folder(holder), jp_debug_real_folder(debug, holder)};
    const struct jp_span name = jp_span_basename(link);

    if (jp_span_starts_with(link, JP_SPAN("/"))) {
        for (size_t i = 0; i < finder->sysroots.count; i++) {
            if (try_alternate(debug, jp_span_of(finder->sysroots.data[i]), link, JP_SPAN("")))
                return true;
        }
        if (try_alternate(debug, JP_SPAN(""), link, JP_SPAN("")))
            return true;
    }
    for (size_t i = 0; i < JP_COUNT_OF(folders); i++) {
        if (folders[i].len &&
            ((link.ptr[0] != '/' && try_alternate(debug, folders[i], link, JP_SPAN(""))) ||
             try_alternate(debug, folders[i], JP_SPAN(".dwz"), name) ||
             try_alternate(debug, folders[i], name, JP_SPAN(""))))
            return true;
    }
    for (size_t i = 0; i < finder->debug_dirs.count; i++) {
        if (try_alternate(debug, jp_span_of(finder->debug_dirs.data[i]), JP_SPAN(".dwz"), name))
            return true;
    }
    return false;
}

static bool alternate_by_id(struct jp_debug_search *debug)
{
    struct jp_finder *const finder = debug->search->finder;
    struct jp_buf hex = JP_BUF_INIT;
    struct jp_buf name = JP_BUF_INIT;
    bool is_found = false;

    if (debug->id.len < 2)
        return false;
    jp_buf_add_hex(&hex, debug->id);
    jp_buf_format(&name, ".build-id/%.2s/%s.debug", hex.ptr, hex.ptr + 2);
    for (size_t i = 0; i < finder->debug_dirs.count && !is_found; i++)
        is_found = try_alternate(debug, jp_span_of(finder->debug_dirs.data[i]), JP_SPAN(""),
                                 jp_buf_span(&name));
    if (!is_found && finder->download_cache)
        is_found = try_alternate(debug, jp_span_of(finder->download_cache), jp_buf_span(&hex),
                                 JP_SPAN("debuginfo"));
    for (size_t i = 0; i < finder->folders.count && !is_found; i++) {
        size_t from = 0;
        const char *path;
        while (!is_found && (path = jp_folder_by_id(finder, i, debug->id, &from)))
            is_found = try_alternate(debug, JP_SPAN(""), jp_span_of(path), JP_SPAN(""));
    }
    jp_buf_release(&hex);
    jp_buf_release(&name);
    return is_found;
}

bool jp_search_alternate(struct jp_debug_search *debug, struct jp_span link)
{
    return alternate_by_path(debug, link) || alternate_by_id(debug);
}
