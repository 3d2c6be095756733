/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folders that the user named, walked once when they are needed: every ELF file with its build-id.
 * A walk is bounded, stays on one file system and follows no link to a folder.
 */
#include "config.h"

#include "jp_finder_private.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_LIMIT = 16, ENTRY_LIMIT = 200000, OBJECT_LIMIT = 20000 };

struct walk {
    struct jp_finder *finder;
    struct jp_folder *folder;
    dev_t device;
    size_t seen;
    bool is_cut;
};

struct jp_span jp_folder_stem(struct jp_span file_name)
{
    const size_t library = jp_span_find(file_name, JP_SPAN(".so"), 1);
    struct jp_span stem = jp_span_slice(file_name, 0, library);

    /* A version begins with a digit behind one of these signs. */
    for (size_t i = 1; i + 1 < stem.len; i++) {
        const bool is_sign = memchr("-_.", stem.ptr[i], 3) != NULL;
        if (is_sign && stem.ptr[i + 1] >= '0' && stem.ptr[i + 1] <= '9')
            return jp_span_slice(stem, 0, i);
    }
    if (library != SIZE_MAX)
        return stem;
    static const char *const endings[] = {".debug", ".dbg", ".unstripped", ".sym", ".symbols",
                                          ".full",  ".old", ".orig",       ".bak"};
    for (size_t i = 0; i < JP_COUNT_OF(endings); i++) {
        const struct jp_span ending = jp_span_of(endings[i]);
        if (stem.len > ending.len && jp_span_ends_with(stem, ending))
            return jp_span_slice(stem, 0, stem.len - ending.len);
    }
    return stem;
}

/* Most files of a folder are something else; this is cheaper than mapping each of them. */
static bool has_elf_magic(const char *path)
{
    const int fd = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    char magic[SELFMAG];

    if (fd < 0)
        return false;
    const bool has_magic =
        pread(fd, magic, SELFMAG, 0) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0;
    close(fd);
    return has_magic;
}

static void add_file(struct walk *walk, const char *path)
{
    if (walk->folder->entries.count == OBJECT_LIMIT) {
        walk->is_cut = true;
        return;
    }
    struct jp_object *const object = jp_object_open(path, NULL);
    if (!object)
        return;
    const struct jp_folder_entry entry = {
        .path = jp_arena_text(&walk->finder->arena, jp_span_of(path)),
        .id = jp_arena_span(&walk->finder->arena, jp_object_shared_id(object)),
    };
    jp_vec_push(&walk->folder->entries, entry);
    jp_object_free(object);
}

static void walk_folder(struct walk *walk, const char *path, int depth);

static void visit(struct walk *walk, const char *path, int depth)
{
    struct stat status;

    if (lstat(path, &status) != 0)
        return;
    if (S_ISDIR(status.st_mode)) {
        if (status.st_dev == walk->device)
            walk_folder(walk, path, depth + 1);
        return;
    }
    if (S_ISLNK(status.st_mode) && stat(path, &status) != 0)
        return;
    if (S_ISREG(status.st_mode) && has_elf_magic(path))
        add_file(walk, path);
}

static void walk_folder(struct walk *walk, const char *path, int depth)
{
    struct dirent **names = NULL;

    if (depth > DEPTH_LIMIT) {
        walk->is_cut = true;
        return;
    }
    const int count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *const name = names[i]->d_name;
        if (walk->seen == ENTRY_LIMIT)
            walk->is_cut = true;
        if (!walk->is_cut && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            struct jp_buf child = JP_BUF_INIT;
            walk->seen++;
            jp_buf_format(&child, "%s/%s", strcmp(path, "/") == 0 ? "" : path, name);
            visit(walk, child.ptr, depth);
            jp_buf_release(&child);
        }
        free(names[i]);
    }
    free(names);
}

static const struct jp_folder *walked(struct jp_finder *finder, size_t index)
{
    struct jp_folder *const folder = &finder->folders.data[index];
    struct walk walk = {.finder = finder, .folder = folder};
    struct stat status;

    if (folder->is_walked)
        return folder;
    folder->is_walked = true;
    /* The root of this machine as a sysroot means the mapped paths, not a walk over all disks. */
    struct stat root;
    if (stat(folder->root, &status) != 0 || !S_ISDIR(status.st_mode) ||
        (stat("/", &root) == 0 && root.st_dev == status.st_dev && root.st_ino == status.st_ino))
        return folder;
    walk.device = status.st_dev;
    walk_folder(&walk, folder->root, 0);
    if (walk.is_cut)
        jp_diags_add(finder->diags, JP_WARNING, folder->root, 0,
                     "too many files to look at all of them: name a smaller folder");
    return folder;
}

const char *jp_folder_by_id(struct jp_finder *finder, size_t folder, struct jp_span id,
                            size_t *from)
{
    const struct jp_folder *const files = walked(finder, folder);

    while (*from < files->entries.count) {
        const struct jp_folder_entry *const entry = &files->entries.data[(*from)++];
        if (jp_span_equal(entry->id, id))
            return entry->path;
    }
    return NULL;
}

const char *jp_folder_by_stem(struct jp_finder *finder, size_t folder, struct jp_span file_name,
                              size_t *from)
{
    const struct jp_folder *const files = walked(finder, folder);
    const struct jp_span stem = jp_folder_stem(file_name);

    while (stem.len && *from < files->entries.count) {
        const struct jp_folder_entry *const entry = &files->entries.data[(*from)++];
        if (jp_span_equal(jp_folder_stem(jp_span_basename(jp_span_of(entry->path))), stem))
            return entry->path;
    }
    return NULL;
}

void jp_folders_release(struct jp_finder *finder)
{
    for (size_t i = 0; i < finder->folders.count; i++)
        jp_vec_release(&finder->folders.data[i].entries);
    jp_vec_release(&finder->folders);
}
