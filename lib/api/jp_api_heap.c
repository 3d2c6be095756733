/* SPDX-License-Identifier: BSD-2-Clause */
/* A heap: options, dumps, names. */
#include "config.h"

#include "jp_api.h"
#include "jp_builds.h"
#include "jp_join.h"
#include "jp_join_pprof.h"
#include "jp_origin.h"
#include "jp_resolve.h"
#include "jp_rounding.h"
#include "jp_totals.h"

#include <stdlib.h>
#include <string.h>

static size_t count_of(const char *const *list)
{
    size_t count = 0;

    while (list && list[count])
        count++;
    return count;
}

static void start(struct jp_heap *heap)
{
    const struct jp_heap_options *const options = &heap->options;
    const struct jp_finder_options places = {
        .program = options->program,
        .sysroots = options->sysroots,
        .sysroot_count = count_of(options->sysroots),
        .debug_dirs = options->debug_dirs,
        .debug_dir_count = count_of(options->debug_dirs),
    };

    heap->finder = jp_finder_new(&places, &heap->diags);
    if (options->cache_dir) {
        const char *const folder = options->cache_dir[0] ? options->cache_dir : NULL;
        heap->cache = jp_cache_new(&(struct jp_cache_options){.folder = folder}, &heap->diags);
    }
    if (options->program)
        heap->profile.program = jp_intern_add_text(&heap->profile.strings, options->program);
}

enum { KNOWN_FLAGS = JP_HEAP_STRICT | JP_HEAP_NO_INLINES | JP_HEAP_IN_PROCESS };

enum jp_status jp_heap_new(const struct jp_heap_options *options, jp_heap **heap)
{
    struct jp_heap_options own = {.size = sizeof own};

    *heap = NULL;
    if (!jp_api_options(&own, sizeof own, options, NULL) || (own.flags & ~(uint32_t)KNOWN_FLAGS))
        return JP_BAD_USE;
    struct jp_heap *const made = jp_mem_zeroed(1, sizeof *made);
    made->options = own;
    made->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    jp_profile_init(&made->profile);
    jp_diags_init(&made->diags);
    jp_unloaded_init(&made->unloaded);
    jp_intern_init(&made->texts);
    start(made);
    /* The caller's texts need not live any longer. */
    made->options.program = NULL;
    made->options.sysroots = made->options.debug_dirs = NULL;
    made->options.cache_dir = NULL;
    *heap = made;
    return JP_OK;
}

void jp_heap_free(jp_heap *heap)
{
    if (!heap)
        return;
    jp_profile_release(&heap->profile);
    jp_unloaded_release(&heap->unloaded);
    jp_finder_free(heap->finder);
    jp_cache_free(heap->cache);
    jp_diags_release(&heap->diags);
    jp_intern_release(&heap->texts);
    freelocale(heap->locale);
    free(heap);
}

static bool join_pprof(struct jp_heap *heap, struct jp_span bytes, const char *name,
                       enum jp_side side)
{
    struct jp_pprof pprof;

    if (!jp_pprof_parse(&pprof, bytes, name, &heap->diags, &heap->error))
        return false;
    jp_join_pprof(&heap->profile, &pprof, side, heap->finder);
    jp_pprof_release(&pprof);
    return true;
}

static bool join_dump(struct jp_heap *heap, struct jp_dump *dump, const char *name,
                      enum jp_side side)
{
    const struct jp_span process = jp_origin_of(jp_span_of(name)).process;
    const bool is_strict = heap->options.flags & JP_HEAP_STRICT;

    if (!jp_totals_check(dump, is_strict, &heap->diags, &heap->error))
        return false;
    if (process.len && jp_unloaded_lacks(dump))
        jp_unloaded_apply(&heap->unloaded, process, dump);
    jp_unloaded_learn(&heap->unloaded, process, dump);
    jp_join(&heap->profile, dump, side, heap->finder, &heap->diags);
    return true;
}

/* What was read: a dump, or the bytes of a profile in pprof's format. */
static void join(struct jp_heap *heap, struct jp_dump *dump, struct jp_buf *pprof, const char *name,
                 enum jp_part part)
{
    const enum jp_side side = part == JP_BASE ? JP_SIDE_BASE : JP_SIDE_MAIN;
    const bool fine = pprof->len ? join_pprof(heap, jp_buf_span(pprof), name, side)
                                 : join_dump(heap, dump, name, side);

    jp_dump_release(dump);
    heap->changes += fine;
}

static bool check_part(enum jp_part part, struct jp_error *error)
{
    return (unsigned)part <= JP_BASE ||
           jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "there is no such part");
}

enum jp_status jp_heap_add_file(jp_heap *heap, const char *path, enum jp_part part)
{
    const locale_t before = jp_api_begin(heap);
    struct jp_buf pprof = JP_BUF_INIT;
    struct jp_dump dump;

    if (check_part(part, &heap->error) &&
        jp_dump_read_or_pprof(&dump, path, NULL, &pprof, &heap->diags, &heap->error))
        join(heap, &dump, &pprof, path, part);
    jp_buf_release(&pprof);
    return jp_api_end(heap, before);
}

enum jp_status jp_heap_add_bytes(jp_heap *heap, const void *bytes, size_t size, const char *name,
                                 enum jp_part part)
{
    const locale_t before = jp_api_begin(heap);
    struct jp_buf pprof = JP_BUF_INIT;
    struct jp_dump dump;

    if (check_part(part, &heap->error) &&
        jp_dump_read_bytes(&dump, (struct jp_span){bytes, size}, name, &pprof, &heap->diags,
                           &heap->error))
        join(heap, &dump, &pprof, name, part);
    jp_buf_release(&pprof);
    return jp_api_end(heap, before);
}

enum jp_status jp_heap_find_names(jp_heap *heap)
{
    const locale_t before = jp_api_begin(heap);
    const struct jp_symbolize_options options = {
        .no_inlines = heap->options.flags & JP_HEAP_NO_INLINES,
        .no_worker = heap->options.flags & JP_HEAP_IN_PROCESS,
        .cache = heap->cache,
        .jobs = heap->options.jobs,
    };
    struct jp_dwarf_work work = {0};

    jp_profile_rest(&heap->profile);
    jp_join_check(&heap->profile, &heap->diags);
    jp_resolve(&heap->profile, &options, &work, &heap->diags);
    jp_builds_check(&heap->profile, &heap->diags);
    jp_rounding_undo(&heap->profile);
    heap->changes++;
    return jp_api_end(heap, before);
}
