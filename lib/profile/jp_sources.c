/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sources.h"

#include "jp_buf.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static const uint64_t LARGEST_SOURCE_BYTES = UINT64_C(64) << 20;

struct search {
    struct jp_sources *sources;
    struct jp_source_file *source;
    struct jp_span recorded;
};

void jp_sources_init(struct jp_sources *sources, const struct jp_source_options *options)
{
    *sources = (struct jp_sources){.options = *options};
    jp_intern_init(&sources->paths);
}

void jp_sources_release(struct jp_sources *sources)
{
    for (size_t i = 0; i < sources->list.count; i++) {
        jp_file_release(&sources->list.data[i]->file);
        jp_vec_release(&sources->list.data[i]->lines);
        free(sources->list.data[i]);
    }
    jp_vec_release(&sources->list);
    jp_intern_release(&sources->paths);
}

static void split(struct jp_source_file *source)
{
    struct jp_span rest = source->file.bytes;
    struct jp_span line;

    while (jp_span_take_line(&rest, &line, NULL)) {
        if (jp_span_ends_with(line, JP_SPAN("\r")))
            line.len--;
        jp_vec_push(&source->lines, line);
    }
}

/* False: there is no such file, or it is none to read; what is wrong with it is remembered. */
static bool try_path(struct search *search, const char *path)
{
    struct jp_arena *const arena = &search->sources->paths.arena;
    struct jp_source_file *const source = search->source;
    struct jp_error error = JP_ERROR_INIT;
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    if ((uint64_t)status.st_size > LARGEST_SOURCE_BYTES)
        source->reason = jp_arena_format(arena, "%s is too large for a source file", path);
    else if (!jp_file_open(&source->file, path, JP_FILE_NAMED_BY_DATA, &error))
        source->reason = jp_arena_format(arena, "%s: %s", path, error.message);
    else
        source->path = jp_arena_text(arena, jp_span_of(path));
    return source->path != NULL;
}

static bool try_joined(struct search *search, struct jp_span folder, struct jp_span rest)
{
    struct jp_buf path = JP_BUF_INIT;

    while (jp_span_ends_with(folder, JP_SPAN("/")))
        folder.len--;
    while (jp_span_starts_with(rest, JP_SPAN("/")))
        rest = jp_span_slice(rest, 1, rest.len);
    jp_buf_add(&path, folder);
    jp_buf_add_byte(&path, '/');
    jp_buf_add(&path, rest);
    const bool is_found = try_path(search, path.ptr);
    jp_buf_release(&path);
    return is_found;
}

/* "old=new": does RECORDED lie in the folder old, or is it that file? */
static bool try_replacement(struct search *search, const char *replacement)
{
    const char *const equals = strchr(replacement, '=');
    struct jp_span from = {replacement, equals ? (size_t)(equals - replacement) : 0};

    while (from.len > 1 && from.ptr[from.len - 1] == '/')
        from.len--;
    if (from.len == 0 || !jp_span_starts_with(search->recorded, from))
        return false;
    const struct jp_span rest = jp_span_slice(search->recorded, from.len, search->recorded.len);
    if (rest.len == 0)
        return try_path(search, equals + 1);
    if (rest.ptr[0] != '/' && !jp_span_ends_with(from, JP_SPAN("/")))
        return false;
    return try_joined(search, jp_span_of(equals + 1), rest);
}

static bool try_folders(struct search *search)
{
    const struct jp_source_options *const options = &search->sources->options;
    struct jp_span rest = search->recorded;

    for (;;) {
        for (size_t i = 0; i < options->folder_count; i++) {
            if (try_joined(search, jp_span_of(options->folders[i]), rest))
                return true;
        }
        const size_t slash = jp_span_find(rest, JP_SPAN("/"), 0);
        if (slash == SIZE_MAX)
            return false;
        rest = jp_span_slice(rest, slash + 1, rest.len);
    }
}

static bool find(struct search *search)
{
    const struct jp_source_options *const options = &search->sources->options;

    /* No file is called so, and to try each of its tails takes the square of the length. */
    if (search->recorded.len >= PATH_MAX)
        return false;
    for (size_t i = 0; i < options->replacement_count; i++) {
        if (try_replacement(search, options->replacements[i]))
            return true;
    }
    return try_folders(search) || try_path(search, search->recorded.ptr);
}

const struct jp_source_file *jp_sources_find(struct jp_sources *sources, struct jp_span recorded)
{
    const uint32_t id = jp_intern_add(&sources->paths, recorded);

    if (id <= sources->list.count)
        return sources->list.data[id - 1];
    struct jp_source_file *const source = jp_mem_zeroed(1, sizeof *source);
    struct search search = {sources, source, jp_intern_span(&sources->paths, id)};
    jp_vec_push(&sources->list, source);
    if (find(&search)) {
        source->reason = NULL;
        split(source);
    } else if (!source->reason) {
        source->reason = "the source file was not found";
        source->is_missing = true;
    }
    return source;
}
