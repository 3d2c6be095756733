/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dumps into a store. One import is one transaction: its dumps are joined with the dictionary and
 * their samples written one after the other; what is new in the dictionary is named and written at
 * the end, once for all of them.
 */
#include "config.h"

#include "jp_dictionary.h"
#include "jp_digest.h"
#include "jp_jit.h"
#include "jp_join.h"
#include "jp_process.h"
#include "jp_resolve.h"
#include "jp_rows.h"
#include "jp_store_dump.h"
#include "jp_store_maps.h"
#include "jp_totals.h"

#include <stdlib.h>

/* A perf map that lies beside a dump. */
struct beside {
    uint32_t process; /* as in struct jp_module */
    uint32_t path;
    enum jp_jit_origin origin;
};

struct jp_store_import {
    struct jp_store *store;
    const struct jp_store_import_options *options;
    struct jp_dictionary dictionary;
    struct jp_rows rows;
    struct jp_store_maps maps;
    struct jp_store_dump_writer writer;
    struct jp_store_import_counts counts;
    JP_VEC(struct beside) besides; /* each map once; texts are the dictionary's */
};

struct jp_store_import *jp_store_import_begin(struct jp_store *store,
                                              const struct jp_store_import_options *options,
                                              struct jp_error *error)
{
    if (!jp_store_begin(store, error))
        return NULL;
    if (jp_store_is_removed(store)) {
        jp_store_rollback(store);
        jp_error_set(error, JP_EXIT_WRITE, store->sql.path, 0,
                     "was removed by another process, whose import into it failed");
        jp_error_hint(error, "give the command again");
        return NULL;
    }
    struct jp_store_import *const import = jp_mem_zeroed(1, sizeof *import);
    import->store = store;
    import->options = options;
    jp_dictionary_init(&import->dictionary);
    import->dictionary.profile.without_threads = true;
    jp_store_maps_init(&import->maps, &import->dictionary, &store->sql);
    if (jp_rows_init(&import->rows, &store->sql, error) &&
        jp_store_dump_writer_init(&import->writer, &store->sql, error) &&
        jp_dictionary_read(&import->dictionary, &store->sql, error))
        return import;
    jp_store_import_cancel(import);
    return NULL;
}

void jp_store_import_cancel(struct jp_store_import *import)
{
    if (!import)
        return;
    jp_rows_release(&import->rows);
    jp_store_dump_writer_release(&import->writer);
    jp_store_maps_release(&import->maps);
    jp_dictionary_release(&import->dictionary);
    jp_vec_release(&import->besides);
    jp_store_rollback(import->store);
    free(import);
}

/* What one dump brought besides names: it must not pile up from dump to dump. */
static void forget_samples(struct jp_profile *profile)
{
    profile->samples.count = 0;
    profile->sources.count = 0;
    profile->threads.count = 1;
    jp_dense_release(&profile->sample_index);
    jp_index_release(&profile->thread_index);
}

/* A dump as it was joined: its maps, its row, its samples, and what was told. */
static bool write_joined(struct jp_store_import *import, const struct jp_store_dump_facts *facts,
                         const struct jp_dump *dump, const struct jp_pprof *pprof,
                         const struct jp_join_map *map, int64_t *id, struct jp_diags *diags,
                         struct jp_error *error)
{
    struct jp_dictionary *const dictionary = &import->dictionary;
    const struct jp_profile *const profile = &dictionary->profile;
    uint32_t map_set;

    jp_dictionary_assign(dictionary);
    if (!jp_store_maps_write(&import->maps, dump, map, &map_set, error) ||
        !jp_store_dump_write(&import->writer, facts, dump, &profile->sources.data[0],
                             &profile->strings, map_set, id, error) ||
        !jp_store_maps_write_addresses(&import->maps, *id, map, error))
        return false;
    if (!(pprof ? jp_rows_write_pprof(&import->rows, dictionary, *id, pprof, map, error)
                : jp_rows_write(&import->rows, dictionary, *id, dump, map, error)))
        return false;
    return jp_store_dump_write_remarks(&import->writer, *id, diags, error);
}

/*
 * Which process it is of, and whether that process left a perf map. When nothing tells the process,
 * names that a dump brings for its addresses are its own.
 */
static void tell_process(struct jp_store_import *import, const struct jp_store_dump_facts *facts,
                         struct jp_dump *dump)
{
    struct jp_intern *const strings = &import->dictionary.profile.strings;
    struct jp_buf text = JP_BUF_INIT;

    jp_process_of(&text, dump);
    if (!text.len && jp_dump_is_symbolized(dump)) {
        jp_buf_add_byte(&text, ':');
        jp_buf_add_hex(
            &text, (struct jp_span){(const char *)facts->digest.bytes, sizeof facts->digest.bytes});
    }
    dump->process = jp_intern_add(&dump->strings, jp_buf_span(&text));
    struct beside beside = {.process = jp_intern_add(strings, jp_buf_span(&text))};
    jp_buf_clear(&text);
    if (jp_jit_beside(&text, &beside.origin, jp_span_of(dump->path))) {
        beside.path = jp_intern_add(strings, jp_buf_span(&text));
        size_t i = import->besides.count;
        while (i && import->besides.data[i - 1].process != beside.process)
            i--;
        if (!i)
            jp_vec_push(&import->besides, beside);
    }
    jp_buf_release(&text);
}

/* The map that was written last has the last word. */
static bool name_by_maps(struct jp_store_import *import, struct jp_diags *diags,
                         struct jp_error *error)
{
    const struct jp_store_import_options *const options = import->options;
    struct jp_profile *const profile = &import->dictionary.profile;

    for (size_t i = options->perf_map_count; i-- > 0;)
        if (!jp_jit_name(profile, 0, options->perf_maps[i], JP_JIT_NAMED, diags, error))
            return false;
    for (size_t i = 0; !options->perf_map_count && i < import->besides.count; i++) {
        const struct beside *const beside = &import->besides.data[i];
        if (!jp_jit_name(profile, beside->process, jp_intern_text(&profile->strings, beside->path),
                         beside->origin, diags, error))
            return false;
    }
    return true;
}

/* A dump whose content is new. */
static bool import_dump(struct jp_store_import *import, const struct jp_store_dump_facts *facts,
                        struct jp_dump *dump, int64_t *id, struct jp_diags *diags,
                        struct jp_error *error)
{
    const struct jp_store_import_options *const options = import->options;
    struct jp_profile *const profile = &import->dictionary.profile;
    struct jp_join_map map;

    if (!jp_totals_check(dump, options->is_strict, diags, error))
        return false;
    if (options->prepare)
        options->prepare(options->prepare_state, facts->path, dump, diags);
    tell_process(import, facts, dump);
    jp_join_mapped(profile, dump, JP_SIDE_MAIN, options->finder, &map, diags);
    const bool fine = write_joined(import, facts, dump, NULL, &map, id, diags, error);
    forget_samples(profile);
    jp_join_map_release(&map);
    return fine;
}

/* The same for a pprof profile, whose unpacked BYTES are at hand. */
static bool import_pprof(struct jp_store_import *import, const struct jp_store_dump_facts *facts,
                         struct jp_span bytes, int64_t *id, struct jp_diags *diags,
                         struct jp_error *error)
{
    struct jp_profile *const profile = &import->dictionary.profile;
    struct jp_join_map map;
    struct jp_pprof pprof;

    if (!jp_pprof_parse(&pprof, bytes, facts->path, diags, error))
        return false;
    pprof.dump.mtime_ns = facts->mtime_ns;
    jp_join_pprof_mapped(profile, &pprof, JP_SIDE_MAIN, import->options->finder, &map);
    const bool fine = write_joined(import, facts, &pprof.dump, &pprof, &map, id, diags, error);
    forget_samples(profile);
    jp_join_map_release(&map);
    jp_pprof_release(&pprof);
    return fine;
}

/* What is told about a dump is kept with it, and told now. */
static bool import_told(struct jp_store_import *import, const char *path, int64_t *id,
                        struct jp_diags *diags, struct jp_error *error)
{
    struct jp_buf bytes = JP_BUF_INIT;
    struct jp_buf pprof = JP_BUF_INIT; /* instead of BYTES */
    struct jp_dump dump;
    bool is_known;

    bool fine = jp_dump_read_or_pprof(&dump, path, &bytes, &pprof, diags, error);
    if (fine) {
        const struct jp_store_dump_facts facts = {
            .options = import->options,
            .path = path,
            .mtime_ns = dump.mtime_ns,
            .digest = jp_digest_of(jp_buf_span(pprof.len ? &pprof : &bytes)),
        };
        fine = jp_store_dump_find(&import->writer, &facts.digest, &is_known, id, error);
        if (fine && !is_known)
            fine = pprof.len ? import_pprof(import, &facts, jp_buf_span(&pprof), id, diags, error)
                             : import_dump(import, &facts, &dump, id, diags, error);
        import->counts.known_dumps += fine && is_known;
        import->counts.new_dumps += fine && !is_known;
        jp_dump_release(&dump);
    }
    jp_buf_release(&bytes);
    jp_buf_release(&pprof);
    return fine && jp_store_dump_tag(&import->writer, import->options, *id, error);
}

bool jp_store_import_file(struct jp_store_import *import, const char *path, int64_t *id,
                          struct jp_diags *diags, struct jp_error *error)
{
    struct jp_diags own;

    jp_diags_init(&own);
    const bool fine = import_told(import, path, id, &own, error);
    jp_diags_join(diags, &own);
    jp_diags_release(&own);
    return fine;
}

bool jp_store_import_finish(struct jp_store_import *import, struct jp_store_import_counts *counts,
                            struct jp_dwarf_work *work, struct jp_diags *diags,
                            struct jp_error *error)
{
    struct jp_store *const store = import->store;

    bool fine = name_by_maps(import, diags, error);
    if (fine)
        jp_resolve_names(&import->dictionary.profile, import->options->symbolize, work, diags);
    fine = fine && jp_dictionary_write(&import->dictionary, &store->sql, error) &&
           jp_store_commit(store, error);
    import->counts.samples = import->rows.written;
    *counts = import->counts;
    jp_store_import_cancel(import);
    return fine;
}
