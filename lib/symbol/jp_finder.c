/* SPDX-License-Identifier: BSD-2-Clause */
/* The finder's door: options, and answers that are kept. */
#include "config.h"

#include "jp_finder_private.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* $DEBUGINFOD_CACHE_PATH, the old folder if it is there, or the XDG one: debuginfod's own order. */
static const char *download_cache(struct jp_arena *arena)
{
    const char *const named = getenv("DEBUGINFOD_CACHE_PATH");
    const char *const home = getenv("HOME");
    const char *const xdg = getenv("XDG_CACHE_HOME");
    struct stat status;

    if (named && named[0])
        return jp_arena_text(arena, jp_span_of(named));
    if (home && home[0]) {
        const char *const old = jp_arena_format(arena, "%s/.debuginfod_client_cache", home);
        if (stat(old, &status) == 0)
            return old;
    }
    if (xdg && xdg[0])
        return jp_arena_format(arena, "%s/debuginfod_client", xdg);
    return home && home[0] ? jp_arena_format(arena, "%s/.cache/debuginfod_client", home) : NULL;
}

/* A folder that the user named, kept in the arena; one that is not there is told and asked no more.
 */
static const char *add_folder(struct jp_finder *finder, const char *path)
{
    struct stat status;
    const bool is_there = stat(path, &status) == 0;

    if (!is_there || !S_ISDIR(status.st_mode)) {
        jp_diags_add(finder->diags, JP_WARNING, path, 0, "no files are looked for here: %s",
                     strerror(is_there ? ENOTDIR : errno));
        return NULL;
    }
    const char *const root = jp_arena_text(&finder->arena, jp_span_of(path));
    jp_vec_push(&finder->folders, (struct jp_folder){.root = root});
    return root;
}

/* Absolute, so that mapped paths can be compared with it; links are kept. */
static const char *absolute(struct jp_arena *arena, const char *path)
{
    char folder[PATH_MAX];

    while (strncmp(path, "./", 2) == 0)
        path += 2;
    if (path[0] == '/' || !getcwd(folder, sizeof folder))
        return jp_arena_text(arena, jp_span_of(path));
    return jp_arena_format(arena, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, path);
}

static void open_program(struct jp_finder *finder, const char *path)
{
    const struct jp_finder_file *const file =
        jp_finder_open(finder, absolute(&finder->arena, path));

    if (file->object)
        finder->program = file;
    else
        jp_diags_add(finder->diags, JP_WARNING, path, 0, "cannot be used as the program: %s",
                     file->reason);
}

static void find_split_folders(struct jp_finder *finder)
{
    struct jp_split_folders *const folders = &finder->split_folders;

    jp_split_folders_init(folders);
    for (size_t i = 0; i < finder->debug_dirs.count; i++) {
        if (i < finder->user_debug_dirs)
            jp_split_folders_add(folders, finder->debug_dirs.data[i]);
        jp_vec_push(&folders->debug_roots, finder->debug_dirs.data[i]);
    }
    for (size_t i = 0; i < finder->sysroots.count; i++)
        jp_split_folders_add(folders, finder->sysroots.data[i]);
}

struct jp_finder *jp_finder_new(const struct jp_finder_options *options, struct jp_diags *diags)
{
    struct jp_finder *const finder = jp_mem_resize(NULL, 1, sizeof *finder);

    *finder = (struct jp_finder){.diags = diags};
    jp_intern_init(&finder->paths);
    jp_intern_init(&finder->keys);
    for (size_t i = 0; i < options->sysroot_count; i++) {
        const char *const root = add_folder(finder, options->sysroots[i]);
        if (root)
            jp_vec_push(&finder->sysroots, root);
    }
    for (size_t i = 0; i < options->debug_dir_count; i++) {
        const char *const root = add_folder(finder, options->debug_dirs[i]);
        if (root)
            jp_vec_push(&finder->debug_dirs, root);
    }
    finder->user_debug_dirs = finder->debug_dirs.count;
    for (size_t i = 0; i < finder->sysroots.count; i++) {
        const char *const root = finder->sysroots.data[i];
        jp_vec_push(&finder->debug_dirs, root);
        jp_vec_push(&finder->debug_dirs, jp_arena_format(&finder->arena, "%s/usr/lib/debug", root));
    }
    if (!options->no_system_debug) {
        jp_vec_push(&finder->debug_dirs, "/usr/lib/debug");
        finder->download_cache = download_cache(&finder->arena);
    }
    find_split_folders(finder);
    if (options->program)
        open_program(finder, options->program);
    return finder;
}

void jp_finder_free(struct jp_finder *finder)
{
    if (!finder)
        return;
    jp_finder_files_release(finder);
    jp_folders_release(finder);
    jp_split_folders_release(&finder->split_folders);
    jp_vec_release(&finder->sysroots);
    jp_vec_release(&finder->debug_dirs);
    jp_intern_release(&finder->keys);
    jp_vec_release(&finder->answers);
    jp_arena_release(&finder->arena);
    free(finder);
}

static enum jp_miss worst_miss(const struct jp_search *search)
{
    if (search->saw_other_build)
        return JP_MISS_OTHER_BUILD;
    if (search->saw_damaged)
        return JP_MISS_DAMAGED;
    return search->saw_not_elf ? JP_MISS_NOT_ELF : JP_MISS_FILE_NOT_FOUND;
}

/* A debug-only program has no code: the file that ran is better when it is here as well. */
static void use_program(struct jp_search *search, struct jp_binary *binary)
{
    struct jp_object *const program = search->finder->program->object;
    const struct jp_span id = jp_object_build_id(program);

    binary->object = program;
    binary->path = search->finder->program->path;
    if (jp_object_is_debug_only(program)) {
        const char *path;
        jp_intern_add_text(&search->visited, binary->path);
        struct jp_object *const complete = jp_search_module(search, &path);
        if (complete && id.len && jp_span_equal(jp_object_build_id(complete), id)) {
            binary->object = complete;
            binary->path = path;
        } else {
            if (complete)
                jp_search_note(search, path,
                               "not used after all: its build-id is not the program's");
            jp_fit_place(program, search->request);
        }
    }
    jp_search_note(search, search->finder->program->path,
                   "used, as the program named on the command line");
}

/* The file named is another build: it is not asked again under its other names. */
static void note_rejected(struct jp_search *search)
{
    const struct jp_finder_file *const program = search->finder->program;
    struct jp_buf why = JP_BUF_INIT;

    jp_fit(program->object, search->request, &why);
    jp_search_note(search, program->path, "%s", why.ptr ? why.ptr : "another build");
    jp_intern_add_text(&search->visited, program->path);
    search->saw_other_build = true;
    jp_buf_release(&why);
}

static struct jp_binary *search_all(struct jp_finder *finder,
                                    const struct jp_module_request *request, const char *moved_from,
                                    bool is_program, bool is_rejected)
{
    struct jp_binary *const binary = jp_arena_new(&finder->arena, struct jp_binary);
    struct jp_search search;

    jp_search_init(&search, finder, request);
    search.moved_from = moved_from;
    if (is_program && !is_rejected) {
        binary->is_program = true;
        binary->is_guess = finder->role.is_guess;
        use_program(&search, binary);
    } else {
        if (is_program)
            note_rejected(&search);
        binary->object = jp_search_module(&search, &binary->path);
    }
    if (binary->object) {
        jp_search_debug(&search, binary);
    } else {
        binary->miss = worst_miss(&search);
        if (binary->miss == JP_MISS_OTHER_BUILD && !is_rejected)
            jp_diags_add(finder->diags, JP_NOTE, search.mapped_path, 0,
                         "every file found is another build than the one that ran");
        binary->debug_miss = JP_MISS_NO_DEBUG_INFO;
    }
    binary->mapped_path = search.mapped_path;
    binary->split_folders = &finder->split_folders;
    binary->tried = jp_arena_text(&finder->arena, jp_buf_span(&search.tried));
    jp_search_release(&search);
    return binary;
}

/* What an answer depends on: the path, the program's part, and the shape of the code mappings. */
static uint32_t key_of(struct jp_finder *finder, const struct jp_module_request *request,
                       struct jp_span moved_from, bool is_program, bool is_rejected)
{
    struct jp_buf key = JP_BUF_INIT;

    jp_buf_format(&key, "%d %d %d ", is_program, is_rejected, is_program && finder->role.is_guess);
    for (size_t i = 0; i < request->range_count; i++) {
        const struct jp_module_ranges *const range = &request->ranges[i];
        if (range->is_executable)
            jp_buf_format(&key, "%" PRIx64 " %" PRIx64 " %d,", range->end - range->start,
                          range->offset, range->has_offset);
    }
    jp_buf_add(&key, moved_from);
    jp_buf_add_byte(&key, '\0');
    jp_buf_add(&key, request->path);
    const uint32_t id = jp_intern_add(&finder->keys, jp_buf_span(&key));
    jp_buf_release(&key);
    return id;
}

void jp_finder_name_dump(struct jp_finder *finder, const char *path)
{
    finder->dump = path;
}

/* The roles are asked for once per module of a dump, with the same modules each time. */
static uint64_t hash_of(const struct jp_module_request *all, size_t count)
{
    uint64_t hash = count;

    for (size_t i = 0; i < count; i++) {
        hash = jp_hash_mix(hash, jp_span_hash(all[i].path) + all[i].is_deleted);
        for (size_t k = 0; k < all[i].range_count; k++) {
            const struct jp_module_ranges *const range = &all[i].ranges[k];
            hash = jp_hash_mix(hash, range->start);
            hash = jp_hash_mix(hash, range->end);
            hash =
                jp_hash_mix(hash, range->offset * 4 + range->is_executable * 2 + range->has_offset);
        }
    }
    return hash;
}

static struct jp_program_role role_among(struct jp_finder *finder,
                                         const struct jp_module_request *all, size_t all_count)
{
    if (!finder->program || all_count == 0)
        return (struct jp_program_role){.module = SIZE_MAX};
    const uint64_t hash = hash_of(all, all_count);
    if (!finder->has_role || finder->role_hash != hash) {
        finder->role = jp_finder_program_role(finder, all, all_count);
        finder->role_hash = hash;
        finder->has_role = true;
    }
    return finder->role;
}

/* Dumps of one program differ in where things lie; the same files are the same answer. */
static const struct jp_binary *equal_answer(const struct jp_finder *finder,
                                            const struct jp_binary *binary)
{
    for (size_t i = 0; binary->object && i < finder->answers.count; i++) {
        const struct jp_binary *const other = finder->answers.data[i];
        if (other->object == binary->object && other->debug_object == binary->debug_object &&
            other->symbol_object == binary->symbol_object &&
            other->is_program == binary->is_program && other->is_guess == binary->is_guess)
            return other;
    }
    return binary;
}

/* One path can be mapped twice: from the old file and from the one that replaced it. */
static bool is_same_module(const struct jp_module_request *a, const struct jp_module_request *b)
{
    return jp_span_equal(a->path, b->path) && a->range_count == b->range_count &&
           (a->range_count == 0 || a->ranges[0].start == b->ranges[0].start);
}

const struct jp_binary *jp_finder_find(struct jp_finder *finder,
                                       const struct jp_module_request *request,
                                       const struct jp_module_request *all, size_t all_count)
{
    const struct jp_program_role role = role_among(finder, all, all_count);
    const bool has_role = role.module != SIZE_MAX;
    const bool is_program = has_role && is_same_module(&all[role.module], request);
    const struct jp_span moved_from = has_role ? all[role.module].path : JP_SPAN("");
    const uint32_t key = key_of(finder, request, moved_from, is_program, role.is_rejected);

    if (key <= finder->answers.count)
        return finder->answers.data[key - 1];
    const struct jp_binary *const binary = equal_answer(
        finder,
        search_all(finder, request,
                   has_role && !role.is_rejected ? jp_arena_text(&finder->arena, moved_from) : NULL,
                   is_program, role.is_rejected));
    jp_vec_push(&finder->answers, binary);
    return binary;
}
