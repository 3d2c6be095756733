/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that were opened, and the record that a search leaves of its way. */
#include "config.h"

#include "jp_finder_private.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct jp_finder_file *jp_finder_open(struct jp_finder *finder, const char *path)
{
    const uint32_t known = jp_intern_find(&finder->paths, jp_span_of(path));

    if (known != JP_INDEX_NONE && known > 0)
        return finder->files.data[known - 1];
    struct jp_finder_file *const file = jp_arena_new(&finder->arena, struct jp_finder_file);
    struct jp_error error = JP_ERROR_INIT;

    file->path = jp_arena_text(&finder->arena, jp_span_of(path));
    file->object = jp_object_open_or_miss(path, &file->miss, &error);
    file->reason = jp_arena_text(&finder->arena, jp_span_of(error.message));
    if (path[0]) {
        jp_intern_add_text(&finder->paths, path);
        jp_vec_push(&finder->files, file);
    }
    return file;
}

void jp_finder_files_release(struct jp_finder *finder)
{
    for (size_t i = 0; i < finder->files.count; i++)
        jp_object_free(finder->files.data[i]->object);
    jp_vec_release(&finder->files);
    jp_intern_release(&finder->paths);
}

void jp_search_init(struct jp_search *search, struct jp_finder *finder,
                    const struct jp_module_request *request)
{
    *search = (struct jp_search){.finder = finder, .request = request};
    search->mapped_path = jp_arena_text(&finder->arena, request->path);
    jp_intern_init(&search->visited);
}

void jp_search_release(struct jp_search *search)
{
    jp_buf_release(&search->tried);
    jp_intern_release(&search->visited);
}

void jp_search_note(struct jp_search *search, const char *path, const char *format, ...)
{
    char outcome[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(outcome, sizeof outcome, format, args);
    va_end(args);
    jp_buf_format(&search->tried, "%s: %s\n", path, outcome);
}

struct jp_object *jp_search_open(struct jp_search *search, const char *path)
{
    /* No kernel opens it, and keeping it for every place that is tried is work without end. */
    if (strlen(path) >= PATH_MAX)
        return NULL;
    if (jp_intern_find(&search->visited, jp_span_of(path)) != JP_INDEX_NONE)
        return NULL;
    jp_intern_add_text(&search->visited, path);
    const struct jp_finder_file *const file = jp_finder_open(search->finder, path);
    if (file->object)
        return file->object;
    jp_search_note(search, path, "%s", file->reason);
    search->saw_damaged |= file->miss == JP_MISS_DAMAGED;
    search->saw_not_elf |= file->miss == JP_MISS_NOT_ELF;
    return NULL;
}
