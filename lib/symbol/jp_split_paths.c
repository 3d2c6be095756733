/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_split_paths.h"

#include "jp_buf.h"

#include <limits.h>
#include <sys/stat.h>

enum {
    FOLDERS_KNOWN = 4096,   /* whose answer is remembered */
    SAME_NAME_TRIES = 8,    /* files of one name that are opened for one unit */
    SAME_NAME_FILES = 1024, /* and that are looked at for that */
};

void jp_split_paths_init(struct jp_split_paths *paths)
{
    jp_intern_init(&paths->asked);
    jp_vec_push(&paths->is_there, false); /* of the empty name */
}

void jp_split_paths_release(struct jp_split_paths *paths)
{
    jp_intern_release(&paths->asked);
    jp_vec_release(&paths->is_there);
}

static struct jp_span folder_of(struct jp_span path)
{
    return jp_span_slice(path, 0, path.len - jp_span_basename(path).len);
}

/*
 * Thousands of files lie in few folders: where a folder is not there, no file in it need be asked
 * for.
 */
static bool may_be_there(struct jp_split_paths *paths, struct jp_span path)
{
    const struct jp_span folder = folder_of(path);
    struct stat status;

    if (folder.len == 0 || paths->shows_all)
        return true;
    const uint32_t known = jp_intern_find(&paths->asked, folder);
    if (known != JP_INDEX_NONE)
        return paths->is_there.data[known];
    if (paths->is_there.count == FOLDERS_KNOWN)
        return true;
    jp_intern_add(&paths->asked, folder);
    const char *const text = jp_intern_text(&paths->asked, (uint32_t)paths->is_there.count);
    const bool is_there = stat(text, &status) == 0 && S_ISDIR(status.st_mode);
    jp_vec_push(&paths->is_there, is_there);
    return is_there;
}

static bool try_path(struct jp_split_paths *paths, struct jp_span path, jp_split_try *try,
                     void *context)
{
    return path.len < PATH_MAX && may_be_there(paths, path) && try(context, path.ptr);
}

/* Each tail of WANTED below FOLDER: a tree that was moved as a whole, or files put into one folder.
 */
static bool try_tails(struct jp_split_paths *paths, struct jp_span folder, struct jp_span wanted,
                      jp_split_try *try, void *context)
{
    struct jp_buf path = JP_BUF_INIT;
    bool is_found = false;

    wanted = jp_span_last_components(wanted, JP_DEEPEST_PATH);
    for (size_t i = 0; i < wanted.len && !is_found; i++) {
        if (wanted.ptr[i] == '/' || (i > 0 && wanted.ptr[i - 1] != '/'))
            continue;
        jp_buf_clear(&path);
        jp_buf_add(&path, folder);
        if (path.len && path.ptr[path.len - 1] != '/')
            jp_buf_add_byte(&path, '/');
        jp_buf_add(&path, jp_span_slice(wanted, i, wanted.len));
        is_found = try_path(paths, jp_buf_span(&path), try, context);
    }
    jp_buf_release(&path);
    return is_found;
}

bool jp_split_paths_dwo(struct jp_split_paths *paths, struct jp_span wanted, jp_split_try *try,
                        void *context)
{
    const struct jp_span beside_holder = folder_of(jp_span_of(paths->holder));
    const struct jp_span beside_program =
        paths->program ? folder_of(jp_span_of(paths->program)) : beside_holder;

    if (try_path(paths, wanted, try, context) ||
        try_tails(paths, beside_holder, wanted, try, context) ||
        (!jp_span_equal(beside_program, beside_holder) &&
         try_tails(paths, beside_program, wanted, try, context)))
        return true;
    for (size_t i = 0; paths->folders && i < paths->folders->roots.count; i++) {
        const struct jp_span root = jp_span_of(paths->folders->roots.data[i]);
        if (try_tails(paths, root, wanted, try, context))
            return true;
    }
    return false;
}

/* How many bytes of their ends two paths share. */
static size_t shared_end(struct jp_span a, struct jp_span b)
{
    size_t len = 0;

    while (len < a.len && len < b.len && a.ptr[a.len - 1 - len] == b.ptr[b.len - 1 - len])
        len++;
    return len;
}

bool jp_split_paths_dwo_anywhere(struct jp_split_paths *paths, struct jp_span wanted,
                                 jp_split_try *try, void *context)
{
    size_t best[SAME_NAME_TRIES];
    size_t best_count = 0;
    size_t count;

    if (!paths->folders)
        return false;
    const char *const *const files =
        jp_split_folders_find(paths->folders, jp_span_basename(wanted), &count);
    for (size_t i = 0; i < count && i < SAME_NAME_FILES; i++) {
        const size_t shared = shared_end(jp_span_of(files[i]), wanted);
        size_t at = best_count < SAME_NAME_TRIES ? best_count++ : SAME_NAME_TRIES;
        for (; at > 0 && shared_end(jp_span_of(files[best[at - 1]]), wanted) < shared; at--) {
            if (at < SAME_NAME_TRIES)
                best[at] = best[at - 1];
        }
        if (at < SAME_NAME_TRIES)
            best[at] = i;
    }
    for (size_t i = 0; i < best_count; i++) {
        if (try(context, files[best[i]]))
            return true;
    }
    return false;
}

/* --- packages ----------------------------------------------------------------------------------
 */

/* Paths to be tried, each once. */
struct listing {
    struct jp_arena *arena;
    jp_split_path_list *list;
};

static void add_path(struct listing *listing, const char *path)
{
    if (strlen(path) >= PATH_MAX)
        return;
    for (size_t i = 0; i < listing->list->count; i++) {
        if (strcmp(listing->list->data[i], path) == 0)
            return;
    }
    jp_vec_push(listing->list, path);
}

/*
 * FOLDER/FILE.dwp for what FILE is called with and without the ending of a debug file; older
 * versions of rustc put the ending in the place of a library's.
 */
static void add_packages_of(struct listing *listing, struct jp_span folder, struct jp_span file)
{
    static const char *const endings[] = {"", ".debug", ".so"};

    for (size_t i = 0; i < JP_COUNT_OF(endings); i++) {
        const struct jp_span ending = jp_span_of(endings[i]);
        const char *const slash =
            folder.len && folder.ptr[folder.len - 1] != '/' && file.ptr[0] != '/' ? "/" : "";
        if (jp_span_ends_with(file, ending) && file.len > ending.len)
            add_path(listing, jp_arena_format(listing->arena, "%.*s%s%.*s.dwp", JP_SPAN_ARG(folder),
                                              slash, (int)(file.len - ending.len), file.ptr));
    }
}

/* ROOT/.build-id/xx/yyyy.dwp */
static void add_by_id(struct listing *listing, const char *root, struct jp_span id)
{
    struct jp_buf path = JP_BUF_INIT;

    if (id.len < 2)
        return;
    jp_buf_format(&path, "%s/.build-id/", root);
    jp_buf_add_hex(&path, jp_span_slice(id, 0, 1));
    jp_buf_add_byte(&path, '/');
    jp_buf_add_hex(&path, jp_span_slice(id, 1, id.len));
    jp_buf_add_text(&path, ".dwp");
    add_path(listing, jp_arena_text(listing->arena, jp_buf_span(&path)));
    jp_buf_release(&path);
}

void jp_split_paths_packages(const struct jp_split_paths *paths, struct jp_arena *arena,
                             jp_split_path_list *list)
{
    const char *const names[] = {paths->holder, paths->program, paths->mapped};
    struct listing listing = {arena, list};

    for (size_t i = 0; i < 2; i++) {
        if (names[i])
            add_packages_of(&listing, JP_SPAN(""), jp_span_of(names[i]));
    }
    if (!paths->folders)
        return;
    for (size_t k = 0; k < paths->folders->debug_roots.count; k++) {
        const char *const root = paths->folders->debug_roots.data[k];
        add_by_id(&listing, root, paths->build_id);
        for (size_t i = paths->program ? 1 : 0; i < JP_COUNT_OF(names); i++) {
            if (names[i] && names[i][0] == '/')
                add_packages_of(&listing, jp_span_of(root), jp_span_of(names[i]));
        }
    }
    for (size_t k = 0; k < paths->folders->roots.count; k++) {
        const struct jp_span root = jp_span_of(paths->folders->roots.data[k]);
        for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
            if (names[i])
                add_packages_of(&listing, root, jp_span_basename(jp_span_of(names[i])));
        }
    }
}

void jp_split_paths_packages_anywhere(const struct jp_split_paths *paths, jp_split_path_list *list)
{
    const char *const names[] = {paths->holder, paths->program, paths->mapped};
    jp_split_path_list wanted = {0};
    struct jp_arena arena = JP_ARENA_INIT;
    struct listing listing = {&arena, &wanted};
    struct listing found = {NULL, list};

    for (size_t i = 0; paths->folders && i < JP_COUNT_OF(names); i++) {
        if (names[i])
            add_packages_of(&listing, JP_SPAN(""), jp_span_basename(jp_span_of(names[i])));
    }
    for (size_t i = 0; i < wanted.count; i++) {
        size_t count;
        const char *const *const files =
            jp_split_folders_find(paths->folders, jp_span_of(wanted.data[i]), &count);
        for (size_t k = 0; k < count && k < SAME_NAME_TRIES; k++)
            add_path(&found, files[k]);
    }
    jp_vec_release(&wanted);
    jp_arena_release(&arena);
}
