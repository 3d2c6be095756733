/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A session is one run of the program: the dumps of the command line made into a profile with
 * names, and the options in the form that the library takes. Modes report from it.
 */
#ifndef JP_SESSION_H
#define JP_SESSION_H

#include "jp_arguments.h"
#include "jp_buf.h"
#include "jp_extents.h"
#include "jp_options.h"
#include "jp_progress.h"
#include "jp_resolve.h"
#include "jp_series.h"
#include "jp_sources.h"
#include "jp_table.h"
#include "jp_threads.h"
#include "jp_unloaded.h"
#include "jp_view.h"

enum jp_filter { JP_FILTER_FOCUS, JP_FILTER_IGNORE, JP_FILTER_RETAIN, JP_FILTER_EXCLUDE };
enum { JP_FILTER_COUNT = JP_FILTER_EXCLUDE + 1 };

/* What rows are called by. */
struct jp_grouping {
    enum jp_granularity granularity;
    enum jp_naming naming;
};

struct jp_session {
    const struct jp_options *options;
    struct jp_arguments arguments;
    struct jp_diags diags;
    struct jp_progress progress;     /* to be ended before anything is printed */
    struct jp_finder *finder;        /* owns the binaries that the profile points to */
    struct jp_cache *cache;          /* of names; NULL: --no-cache */
    struct jp_worker_ending readers; /* processes that have told what they found */
    struct jp_profile profile;
    struct jp_unloaded unloaded; /* what the dumps read so far map */
    bool knows_bases;            /* those of the base were looked at as well */
    struct jp_series series;     /* profile.is_series: the dumps one by one */
    size_t baseline_names;       /* so many of arguments.dumps, the first ones, are of --base */
    size_t baseline_count;       /* and so many dumps of the series */
    struct jp_regex filters[JP_FILTER_COUNT];
    enum jp_metric metric;
    struct jp_grouping grouping;
    size_t folded_count; /* frames that the last keys lost to it: see jp_mode_keys */
    unsigned fold_kinds; /* bits of jp_fold.h */
    struct jp_fold fold; /* made when they are not 0 and the locations have names */
    enum jp_table_format format;
    struct jp_thread_choice threads;
    struct jp_extents extents; /* what listings learned about functions */
    bool has_total;            /* the shell: every report begins with the total */
    struct jp_buf remark;      /* the shell: lines behind the total */
    size_t most_rows;          /* the shell: rows of --text; 0: all */
    size_t told;               /* the shell: diagnostics that were printed */
    struct jp_span questions;  /* the shell: what --symbols answers, instead of standard input */
    uint32_t thread;           /* the one of them that is reported at the moment */
    bool has_views;            /* of stacks */
    bool has_kept;             /* the filters left something in one of them */
    size_t broken_limits;      /* --gate: so many; the exit status says so */
    bool is_import_only;       /* --db: dumps were stored, there is nothing to report */
    struct jp_buf words; /* lines for standard error that belong to the report, unless --quiet */
};

/* Nothing is read yet. To be released in any case. */
void jp_session_init(struct jp_session *session, const struct jp_options *options);
void jp_session_release(struct jp_session *session);
/* End what lies outside of memory, the cache's file and the readers: all that a process has to do
 * before it ends. */
void jp_session_end(struct jp_session *session);

/*
 * Read, join, name. False: an input, or the command line, is of no use. With --symbols there is no
 * dump, and nothing is read yet.
 */
JP_MUST_CHECK bool jp_session_load(struct jp_session *session, struct jp_error *error);

/*
 * Report with other OPTIONS from now on, which must live as long as they are used. Those that tell
 * what to read have no effect any more. False: one of them is of no use; others have to be adopted
 * before the next report.
 */
JP_MUST_CHECK bool jp_session_adopt(struct jp_session *session, const struct jp_options *options,
                                    struct jp_error *error);

/* No filters any more, and what they left of the last report is not asked for again. */
void jp_session_forget(struct jp_session *session);

/* The options as lib/symbol and lib/profile take them. */
struct jp_symbolize_options jp_session_symbolize(struct jp_session *session);
struct jp_source_options jp_session_sources(const struct jp_session *session);

/* Addresses in libraries that were unloaded before DUMP are looked up in older maps. */
void jp_session_recall(struct jp_session *session, const char *path, struct jp_dump *dump,
                       struct jp_diags *diags);

/* Warn about names that are missing, as jp_resolve_tell does. */
void jp_session_tell_names(struct jp_session *session);
/*
 * Names for all locations; to be called once by who adds them, which jp_session_load does. False:
 * a perf map that was named cannot be read.
 */
JP_MUST_CHECK bool jp_session_name(struct jp_session *session, struct jp_error *error);

/* jp_view_init for modes: what passes the filters is noted. */
void jp_session_view_init(struct jp_view *view, struct jp_session *session,
                          const struct jp_view_options *options);

/*
 * Once the report is made. False: the pattern of a filter needs too much time, or the filters left
 * nothing in any view.
 */
JP_MUST_CHECK bool jp_session_check_filters(struct jp_session *session, struct jp_error *error);

/* Are the allocator's frames left out of keys? */
bool jp_session_hides_allocator(const struct jp_session *session);

/* Does any dump say what was allocated since the start? */
bool jp_session_has_accum(const struct jp_session *session);

/* Options of the view of THREAD (an element of session->threads). */
struct jp_view_options jp_session_view(struct jp_session *session, uint32_t thread);

#endif
