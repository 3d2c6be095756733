/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the file of a module is looked for; doc/symbols.md lists the order for users. */
#include "config.h"

#include "jp_finder_private.h"

#include "jp_call_site.h"

#include <string.h>

struct module_search {
    struct jp_search *search;
    struct jp_object *found;
    const char *path; /* of found */
    /* What fits but is doubtful, as few of the recorded addresses follow calls there: the best. */
    struct jp_object *doubtful;
    struct jp_module_calls doubtful_calls;
};

static double share_of(struct jp_module_calls calls)
{
    return calls.judged ? (double)calls.calls / (double)calls.judged : 0;
}

/* Keep a file that fits for the case that no better one is found. */
static void put_back(struct module_search *module, struct jp_object *object, const char *path,
                     struct jp_module_calls calls)
{
    jp_search_note(module->search, path,
                   "only %zu of %zu recorded return addresses follow a call there", calls.calls,
                   calls.judged);
    if (module->doubtful && share_of(calls) <= share_of(module->doubtful_calls))
        return;
    module->doubtful = object;
    module->doubtful_calls = calls;
}

static void take(struct module_search *module, struct jp_object *object)
{
    if (jp_object_is_debug_only(object))
        jp_fit_place(object, module->search->request);
    module->found = object;
    module->path = jp_object_path(object);
}

/* Take the file at PATH when it can be what was mapped. */
static bool try_path(struct module_search *module, const char *path)
{
    struct jp_search *const search = module->search;
    struct jp_object *const object = jp_search_open(search, path);
    struct jp_buf why = JP_BUF_INIT;

    if (!object)
        return false;
    if (jp_fit(object, search->request, &why) == JP_FIT_NO) {
        search->saw_other_build = true;
        jp_search_note(search, path, "%s", why.ptr);
        jp_buf_release(&why);
        return false;
    }
    /* A debug file that fits as well is as a rule that of the doubtful one. */
    if (module->doubtful && jp_object_is_debug_only(object)) {
        jp_search_note(search, path,
                       "not used: it has no code that recorded addresses could prove");
        return false;
    }
    const struct jp_module_calls calls = jp_finder_calls(object, search->request);
    if (jp_call_site_is_doubtful(calls.judged, calls.calls)) {
        put_back(module, object, path, calls);
        return false;
    }
    jp_search_note(search, path, "used%s",
                   jp_object_is_cut(object) ? ", although it is shorter than its headers say" : "");
    take(module, object);
    return true;
}

static bool try_joined(struct module_search *module, const char *folder, struct jp_span rest)
{
    struct jp_buf path = JP_BUF_INIT;

    jp_buf_add_text(&path, folder);
    while (path.len > 1 && path.ptr[path.len - 1] == '/' && jp_span_starts_with(rest, JP_SPAN("/")))
        path.len--;
    jp_buf_add(&path, rest);
    const bool is_found = try_path(module, path.ptr);
    jp_buf_release(&path);
    return is_found;
}

/* jeprof's FindLibrary: the whole path under each folder, then without its leading components. */
static bool try_sysroots(struct module_search *module)
{
    const struct jp_finder *const finder = module->search->finder;
    const struct jp_span whole = jp_span_of(module->search->mapped_path);
    struct jp_span rest = whole;

    while (rest.len > 1) {
        for (size_t i = 0; i < finder->sysroots.count; i++) {
            if (try_joined(module, finder->sysroots.data[i], rest))
                return true;
        }
        if (rest.len == whole.len)
            rest = jp_span_last_components(rest, JP_DEEPEST_PATH);
        const size_t slash = jp_span_find(rest, JP_SPAN("/"), 1);
        if (slash == SIZE_MAX)
            return false;
        rest = jp_span_slice(rest, slash, rest.len);
    }
    return false;
}

/*
 * What moved with the program: when /opt/app/bin/x was mapped and /copy/app/bin/x is the program,
 * /opt/app/lib/y.so is looked for at /copy/app/lib/y.so. This covers the root of a container.
 */
static bool try_moved(struct module_search *module)
{
    const struct jp_search *const search = module->search;
    const struct jp_finder_file *const program = search->finder->program;

    if (!program || !search->moved_from || strcmp(search->moved_from, program->path) == 0)
        return false;
    struct jp_span from = jp_span_of(search->moved_from);
    struct jp_span to = jp_span_of(program->path);
    while (from.len && to.len && jp_span_equal(jp_span_basename(from), jp_span_basename(to))) {
        const size_t len = jp_span_basename(from).len + 1;
        if (len > from.len || len > to.len)
            break;
        from = jp_span_slice(from, 0, from.len - len);
        to = jp_span_slice(to, 0, to.len - len);
    }
    const struct jp_span mapped = jp_span_of(search->mapped_path);
    if (from.len == strlen(search->moved_from) || !jp_span_starts_with(mapped, from) ||
        mapped.len <= from.len || mapped.ptr[from.len] != '/')
        return false;
    struct jp_buf folder = JP_BUF_INIT;
    jp_buf_add(&folder, to);
    const bool is_found = try_joined(module, folder.ptr ? folder.ptr : "",
                                     jp_span_slice(mapped, from.len, mapped.len));
    jp_buf_release(&folder);
    return is_found;
}

static bool try_beside_program(struct module_search *module)
{
    const struct jp_search *const search = module->search;
    const struct jp_finder_file *const program = search->finder->program;

    if (!program || (search->moved_from && strcmp(search->moved_from, program->path) == 0))
        return false;
    const struct jp_span path = jp_span_of(program->path);
    const struct jp_span name = jp_span_basename(jp_span_of(search->mapped_path));
    struct jp_buf folder = JP_BUF_INIT;
    jp_buf_add(&folder, jp_span_slice(path, 0, path.len - jp_span_basename(path).len));
    const bool is_found = name.len && try_joined(module, folder.ptr ? folder.ptr : "", name);
    jp_buf_release(&folder);
    return is_found;
}

/* As mapped; and /lib for /usr/lib and back, which are one folder on merged systems only. */
static bool try_as_mapped(struct module_search *module)
{
    static const char *const merged[] = {"/lib", "/bin/", "/sbin/"};
    const char *const mapped = module->search->mapped_path;

    if (mapped[0] != '/')
        return false;
    if (try_path(module, mapped))
        return true;
    for (size_t i = 0; i < JP_COUNT_OF(merged); i++) {
        const size_t len = strlen(merged[i]);
        if (strncmp(mapped, merged[i], len) == 0)
            return try_joined(module, "/usr", jp_span_of(mapped));
        if (strncmp(mapped, "/usr", 4) == 0 && strncmp(mapped + 4, merged[i], len) == 0)
            return try_path(module, mapped + 4);
    }
    return false;
}

/* A library of the same stem in a folder that the user named: only when its segments fit. */
static bool try_renamed(struct module_search *module)
{
    struct jp_search *const search = module->search;
    const struct jp_span name = jp_span_basename(jp_span_of(search->mapped_path));

    for (size_t i = 0; i < search->finder->sysroots.count; i++) {
        size_t from = 0;
        const char *path;
        while ((path = jp_folder_by_stem(search->finder, i, name, &from))) {
            const struct jp_finder_file *const file = jp_finder_open(search->finder, path);
            if (file->object && jp_fit_whole(file->object, search->request) &&
                try_path(module, path))
                return true;
        }
    }
    return false;
}

/*
 * A file of any other name, when its segments fit and the recorded addresses prove it. Only in
 * small folders, such as files were gathered in: each of them is opened.
 */
static bool try_proven(struct module_search *module)
{
    enum { MOST_FILES = 500 };
    struct jp_search *const search = module->search;

    if (!search->request->recorded_count)
        return false;
    for (size_t i = 0; i < search->finder->sysroots.count; i++) {
        size_t from = 0;
        const char *path;
        if (jp_folder_count(search->finder, i) > MOST_FILES)
            continue;
        while ((path = jp_folder_next(search->finder, i, &from))) {
            const struct jp_finder_file *const file = jp_finder_open(search->finder, path);
            if (file->object && jp_fit_whole(file->object, search->request) &&
                jp_fit_is_proven(file->object, search->request) && try_path(module, path))
                return true;
        }
    }
    return false;
}

/* "/libz.so.1" of "/opt/app/lib/libz.so.1" */
static struct jp_span last_part(struct jp_span path)
{
    return jp_span_slice(path, path.len - jp_span_basename(path).len - 1, path.len);
}

/* The debug file alone, where a debug package is there and the program is not. */
static bool try_debug_files(struct module_search *module)
{
    const struct jp_finder *const finder = module->search->finder;
    const char *const mapped = module->search->mapped_path;
    struct jp_buf name = JP_BUF_INIT;
    bool is_found = false;

    if (mapped[0] != '/')
        return false;
    jp_buf_format(&name, "%s.debug", mapped);
    for (size_t i = 0; i < finder->debug_dirs.count && !is_found; i++) {
        const char *const folder = finder->debug_dirs.data[i];
        is_found = try_joined(module, folder, jp_buf_span(&name)) ||
                   try_joined(module, folder, jp_span_of(mapped)) ||
                   (i < finder->user_debug_dirs &&
                    (try_joined(module, folder, last_part(jp_buf_span(&name))) ||
                     try_joined(module, folder, last_part(jp_span_of(mapped)))));
    }
    jp_buf_release(&name);
    return is_found;
}

struct jp_object *jp_search_module(struct jp_search *search, const char **path)
{
    struct module_search module = {.search = search};

    if (try_sysroots(&module) || try_moved(&module) || try_beside_program(&module) ||
        try_as_mapped(&module) || try_renamed(&module) || try_proven(&module) ||
        try_debug_files(&module)) {
        *path = module.path;
    } else if (module.doubtful) {
        take(&module, module.doubtful);
        jp_search_note(search, module.path, "used, as nothing better was found");
        *path = module.path;
    }
    return module.found;
}
