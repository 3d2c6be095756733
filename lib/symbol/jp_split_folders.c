/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_split_folders.h"

#include "jp_folder_walk.h"

void jp_split_folders_init(struct jp_split_folders *folders)
{
    *folders = (struct jp_split_folders){0};
    pthread_mutex_init(&folders->lock, NULL);
}

void jp_split_folders_release(struct jp_split_folders *folders)
{
    jp_vec_release(&folders->roots);
    jp_vec_release(&folders->debug_roots);
    jp_vec_release(&folders->files);
    jp_arena_release(&folders->arena);
    pthread_mutex_destroy(&folders->lock);
}

void jp_split_folders_add(struct jp_split_folders *folders, const char *root)
{
    for (size_t i = 0; i < folders->roots.count; i++) {
        if (strcmp(folders->roots.data[i], root) == 0)
            return;
    }
    jp_vec_push(&folders->roots, root);
}

static struct jp_span name_of(const char *path)
{
    return jp_span_basename(jp_span_of(path));
}

/* What compilers call these files; with -gsplit-dwarf=single they are the object files. */
static bool take_file(void *context, const char *path)
{
    static const char *const endings[] = {".dwo", ".dwp", ".o"};
    struct jp_split_folders *const folders = context;
    const struct jp_span all = jp_span_of(path);

    for (size_t i = 0; i < JP_COUNT_OF(endings); i++) {
        if (jp_span_ends_with(all, jp_span_of(endings[i])))
            jp_vec_push(&folders->files, jp_arena_text(&folders->arena, all));
    }
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const char *const x = *(const char *const *)a;
    const char *const y = *(const char *const *)b;
    const int order = jp_span_compare(name_of(x), name_of(y));

    return order ? order : strcmp(x, y);
}

static void walk(struct jp_split_folders *folders)
{
    /* Too many files are told by the walk that looks for programs; here the first ones do. */
    for (size_t i = 0; i < folders->roots.count; i++)
        jp_folder_walk(folders->roots.data[i], take_file, folders);
    if (folders->files.count)
        qsort(folders->files.data, folders->files.count, sizeof(const char *), compare_names);
    folders->is_walked = true;
}

/* The first file whose name is not in front of NAME or, with IS_BEHIND, behind it. */
static size_t bound(const struct jp_split_folders *folders, struct jp_span name, bool is_behind)
{
    size_t low = 0;
    size_t high = folders->files.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = jp_span_compare(name_of(folders->files.data[middle]), name);
        if (order < 0 || (is_behind && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *const *jp_split_folders_find(struct jp_split_folders *folders, struct jp_span name,
                                         size_t *count)
{
    pthread_mutex_lock(&folders->lock);
    if (!folders->is_walked)
        walk(folders);
    pthread_mutex_unlock(&folders->lock);
    const size_t first = bound(folders, name, false);
    *count = bound(folders, name, true) - first;
    return *count ? folders->files.data + first : NULL;
}
