/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A store: all dumps of a service in one SQLite file. A second source, and the sink, of profiles:
 * a dump goes in once, with its names, and comes out as the same profile that its file gives.
 *
 * Tables and views: doc/schema.md.
 */
#ifndef JP_STORE_H
#define JP_STORE_H

#include "jp_diag.h"
#include "jp_finder.h"
#include "jp_profile.h"
#include "jp_symbolize.h"

struct jp_store;

enum jp_store_access {
    JP_STORE_READ,  /* the file is there and stays as it is */
    JP_STORE_WRITE, /* the same, to be changed */
    JP_STORE_MAKE,  /* to be changed, and made when it is not there */
};

/*
 * Called while another process has the store and we wait for it, about four times a second. False
 * gives up. May be NULL: wait as long as it takes.
 */
typedef bool jp_store_wait(void *state);

struct jp_store_options {
    enum jp_store_access access;
    jp_store_wait *wait;
    void *wait_state;
};

/* NULL: ERROR says why. PATH must live as long as the store. */
struct jp_store *jp_store_open(const char *path, const struct jp_store_options *options,
                               struct jp_error *error);
/* A store that was made by this and has no dumps is removed. */
void jp_store_close(struct jp_store *store);

/* --- dumps in a store ------------------------------------------------------------------------ */

struct jp_store_dump {
    int64_t id;
    int64_t time_ns; /* since 1970, UTC */
    uint32_t series; /* equal for dumps of one series */
    uint64_t period_bytes;
};

struct jp_store_dumps {
    JP_VEC(struct jp_store_dump) list;
};

/* Does TEXT name stored dumps ("@...")? */
bool jp_store_is_name(const char *text);

/*
 * Append to DUMPS those that NAME stands for, in order of time and then of id:
 *
 *     @12 @3..7           by id
 *     @first @last @all   of the whole store, by time
 *     @2026-11-01         of that day (hour, minute, second), UTC
 *     @2026-11-01..2026-11-03T12   between two times, each end may be missing
 *     @series:NAME        of a series; @series:NAME/first, @series:NAME/last
 *     @tag:KEY=VALUE      that have the tag
 *
 * False when there is none, or NAME is none of these; ERROR says what there is.
 */
JP_MUST_CHECK bool jp_store_find(struct jp_store *store, const char *name,
                                 struct jp_store_dumps *dumps, struct jp_error *error);

/* Of how many programs are the dumps? Those of one series count as one. */
JP_MUST_CHECK bool jp_store_count_programs(const struct jp_store *store, int64_t *count,
                                           struct jp_error *error);

void jp_store_dumps_release(struct jp_store_dumps *dumps);

/* --- into a store ---------------------------------------------------------------------------- */

struct jp_store_tag {
    const char *key;
    const char *value;
};

struct jp_store_import_options {
    struct jp_finder *finder; /* or NULL: nothing is named */
    const struct jp_symbolize_options *symbolize;
    const char *program; /* as typed, for headings; or NULL */
    const char *series;  /* NULL: by the name of the file */
    const struct jp_store_tag *tags;
    size_t tag_count;
    bool has_time; /* else: by the name of the file, else by its last change */
    int64_t time_ns;
    bool is_strict; /* a damaged dump is an error */
    /* Maps of --perf-map, the oldest first; none: those that lie beside the dumps. */
    const char *const *perf_maps;
    size_t perf_map_count;
    /* Called for each new dump when it was read: it may be changed, or more told. NULL: nothing. */
    void (*prepare)(void *state, const char *path, struct jp_dump *dump, struct jp_diags *diags);
    void *prepare_state;
};

struct jp_store_import_counts {
    uint64_t new_dumps;
    uint64_t known_dumps;
    uint64_t samples; /* rows written, those of threads as well */
};

struct jp_store_import;

/*
 * Begin to import: waits for other writers and holds the store until the end. Nothing of it is in
 * the store before jp_store_import_finish, whatever happens. NULL: ERROR says why. OPTIONS must
 * live until the end.
 */
struct jp_store_import *jp_store_import_begin(struct jp_store *store,
                                              const struct jp_store_import_options *options,
                                              struct jp_error *error);

/*
 * Read the dump at PATH; *ID is its id in the store, be it new or known by its content. What is
 * doubtful about it is told in DIAGS and kept.
 */
JP_MUST_CHECK bool jp_store_import_file(struct jp_store_import *import, const char *path,
                                        int64_t *id, struct jp_diags *diags,
                                        struct jp_error *error);

/* Name what is new, and make everything permanent; the import is over in any case. */
JP_MUST_CHECK bool jp_store_import_finish(struct jp_store_import *import,
                                          struct jp_store_import_counts *counts,
                                          struct jp_dwarf_work *work, struct jp_diags *diags,
                                          struct jp_error *error);
void jp_store_import_cancel(struct jp_store_import *import);

struct jp_store_resymbolize_options {
    struct jp_finder *finder;
    const struct jp_symbolize_options *symbolize;
    const char *const *perf_maps; /* as for an import */
    size_t perf_map_count;
};

/*
 * Look again for names and lines that are missing: *FOUND is the number of locations that have new
 * ones. Modules whose file turns out to be another build stay as they are. A perf map names the
 * code of the process whose number its name has, or of the only one that has such code.
 */
JP_MUST_CHECK bool jp_store_resymbolize(struct jp_store *store,
                                        const struct jp_store_resymbolize_options *options,
                                        uint64_t *found, struct jp_dwarf_work *work,
                                        struct jp_diags *diags, struct jp_error *error);

/* --- out of a store -------------------------------------------------------------------------- */

struct jp_store_load_options {
    bool no_inlines;      /* the outermost frame of each location only */
    bool without_threads; /* the records of threads stay behind */
};

struct jp_store_load;

/* Begin to load dumps into PROFILE, which is initialised. */
struct jp_store_load *jp_store_load_begin(struct jp_store *store, struct jp_profile *profile,
                                          const struct jp_store_load_options *options);

/*
 * Add the dump ID to one side. What was told about it when it was imported is told again in DIAGS.
 */
JP_MUST_CHECK bool jp_store_load_dump(struct jp_store_load *load, int64_t id, enum jp_side side,
                                      struct jp_diags *diags, struct jp_error *error);

/*
 * Bring the names of all locations, which are then resolved: the profile is what joining the files
 * of the dumps in this order and jp_resolve_names would have made of them, ids included. *PROGRAM
 * is the program that was named when they were imported, or NULL; it lives as long as the profile.
 * The load is over in any case.
 */
JP_MUST_CHECK bool jp_store_load_finish(struct jp_store_load *load, const char **program,
                                        struct jp_error *error);
void jp_store_load_cancel(struct jp_store_load *load);

/* Was the dump damaged when it was imported? */
JP_MUST_CHECK bool jp_store_is_damaged(struct jp_store *store, int64_t id, bool *is_damaged,
                                       struct jp_error *error);

/* --- keeping it small ------------------------------------------------------------------------ */

/* Remove DUMPS; *COUNT is how many they were. Their stacks and names stay until a vacuum. */
JP_MUST_CHECK bool jp_store_drop(struct jp_store *store, const struct jp_store_dumps *dumps,
                                 int64_t *count, struct jp_error *error);

/* What is kept of each series; the other dumps go. */
struct jp_store_keep {
    bool first; /* of the series, by numbers or times as --leaks goes */
    bool last;
    bool hourly; /* the last one of each hour, UTC */
    bool daily;
    bool weekly;
};

struct jp_store_pruned {
    int64_t dump_count; /* that went */
    int64_t
        untimed_series; /* kept whole: hours and days were asked for, and their times tell none */
};

JP_MUST_CHECK bool jp_store_prune(struct jp_store *store, const struct jp_store_keep *keep,
                                  struct jp_store_pruned *pruned, struct jp_error *error);

/* Remove what no dump needs any more, and give free space back to the file system. */
JP_MUST_CHECK bool jp_store_vacuum(struct jp_store *store, struct jp_error *error);

#endif
