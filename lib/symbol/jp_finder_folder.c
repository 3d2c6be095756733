/* SPDX-License-Identifier: BSD-2-Clause */
/* Folders that the user named, walked once when they are needed: every ELF file with its build-id.
 */
#include "config.h"

#include "jp_finder_private.h"

#include "jp_folder_walk.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { OBJECT_LIMIT = 20000 };

struct gathering {
    struct jp_finder *finder;
    struct jp_folder *folder;
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

static bool add_file(void *context, const char *path)
{
    const struct gathering *const gathering = context;

    if (!has_elf_magic(path))
        return true;
    if (gathering->folder->entries.count == OBJECT_LIMIT)
        return false;
    struct jp_object *const object = jp_object_open(path, NULL);
    if (!object)
        return true;
    const struct jp_folder_entry entry = {
        .path = jp_arena_text(&gathering->finder->arena, jp_span_of(path)),
        .id = jp_arena_span(&gathering->finder->arena, jp_object_shared_id(object)),
    };
    jp_vec_push(&gathering->folder->entries, entry);
    jp_object_free(object);
    return true;
}

static const struct jp_folder *walked(struct jp_finder *finder, size_t index)
{
    struct jp_folder *const folder = &finder->folders.data[index];
    struct gathering gathering = {finder, folder};

    if (folder->is_walked)
        return folder;
    folder->is_walked = true;
    if (!jp_folder_walk(folder->root, add_file, &gathering))
        jp_diags_add(finder->diags, JP_WARNING, folder->root, 0,
                     "too many files to look at all of them: name a smaller folder");
    return folder;
}

size_t jp_folder_count(struct jp_finder *finder, size_t folder)
{
    return walked(finder, folder)->entries.count;
}

const char *jp_folder_next(struct jp_finder *finder, size_t folder, size_t *from)
{
    const struct jp_folder *const files = walked(finder, folder);

    return *from < files->entries.count ? files->entries.data[(*from)++].path : NULL;
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
