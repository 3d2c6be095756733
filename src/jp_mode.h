/* SPDX-License-Identifier: BSD-2-Clause */
/* What the program can print: a mode is a function from a loaded session to bytes. */
#ifndef JP_MODE_H
#define JP_MODE_H

#include "jp_buf.h"
#include "jp_narrow.h"
#include "jp_report.h"
#include "jp_session.h"
#include "jp_table.h"

/* Append the report to OUT, and what belongs on standard error to session->words and ->diags. */
typedef bool jp_mode_run(struct jp_session *session, struct jp_buf *out, struct jp_error *error);

#define JP_MODE(id, name, kind, flags, group, metavar, run, has_table, suffixes, help, manual) \
    jp_mode_run run;
#include "jp_modes.def"
#undef JP_MODE

/* A row of jp_modes.def. */
struct jp_mode {
    enum jp_option_id option;
    jp_mode_run *run;
    bool has_table;
    const char *suffixes; /* with "|" between; "": not made for a file */
};

extern const struct jp_mode jp_modes[];
extern const size_t jp_mode_count;

/* The mode called NAME, or NULL. */
const struct jp_mode *jp_mode_find(struct jp_span name);

/*
 * False: the output cannot be had in this way, as --format without a table. Options that are for
 * other modes only are checked by jp_uses.h.
 */
JP_MUST_CHECK bool jp_mode_check(const struct jp_options *options, struct jp_error *error);

/* The function of the mode that OPTIONS name, else the output file's suffix, else the first one. */
jp_mode_run *jp_mode_of(const struct jp_options *options);

/* The option of that mode; JP_OPT_INTERACTIVE also where the shell was not asked for by name. */
enum jp_option_id jp_mode_option(const struct jp_options *options);

/* Does that mode fold plumbing when neither --fold nor --no-fold is given? Pictures do. */
bool jp_mode_folds(const struct jp_options *options);

/* The program for headings: as typed, else as the dump names it; "" when neither does. */
const char *jp_mode_program(const struct jp_session *session);

/*
 * Keys for GROUPING, as the options have the allocator's and folded frames; to be released. How
 * many there are of these is said in session->words.
 */
void jp_mode_keys(struct jp_keys *keys, struct jp_session *session, struct jp_grouping grouping);

/*
 * For pictures, which say it: the share of all values (of amounts, in a difference) that folding
 * moved to the callers of plumbing, in the thread that is reported.
 */
double jp_mode_folded_share(struct jp_session *session);

/* Keys from which the sites of --by can be made: lines for --by=line, functions for all others. */
struct jp_grouping jp_mode_site_grouping(const struct jp_session *session);

/* The same view of THREAD for each metric; to be released. */
void jp_mode_views_init(struct jp_view views[JP_METRIC_COUNT], struct jp_session *session,
                        uint32_t thread);
void jp_mode_views_release(struct jp_view views[JP_METRIC_COUNT]);

/*
 * With --errors: the errors of TOP's rows, in ERRORS and in the COPY of CONTEXT that is returned;
 * else CONTEXT as it is. ERRORS is to be released in any case.
 */
struct jp_report_context jp_mode_errors(struct jp_errors *errors, struct jp_session *session,
                                        const struct jp_report_context *context,
                                        const struct jp_top *top);

/* The same view of THREAD of what is held now, and of the base; to be released. */
void jp_mode_sides_init(struct jp_view sides[2], struct jp_session *session, uint32_t thread);
void jp_mode_sides_release(struct jp_view sides[2]);

/* For modes that make one document of one thread. False, a usage error: it is not one. */
JP_MUST_CHECK bool jp_mode_one_thread(const struct jp_session *session, struct jp_error *error);

/* Print TABLE in the session's format and release it. */
void jp_mode_table(struct jp_session *session, struct jp_buf *out, struct jp_table *table);

/*
 * Make the session's profile one of a thread at a time (jp_narrow.h), when threads were asked for;
 * true: NARROW is to be released. Views that were made of a narrowed profile keep their nodes, but
 * know no stacks of the whole one.
 */
JP_MUST_CHECK bool jp_mode_narrow(struct jp_narrow *narrow, struct jp_session *session);

/*
 * What most modes do: one report for each thread that was asked for, all with the same keys.
 * CONTEXT and the view in it are valid during the call only. STATE is the mode's own. Returns true
 * when PART printed something for some thread.
 */
typedef bool jp_mode_part(struct jp_session *session, const struct jp_report_context *context,
                          struct jp_buf *out, void *state);
bool jp_mode_each_thread(struct jp_session *session, struct jp_grouping grouping,
                         jp_mode_part *part, struct jp_buf *out, void *state);
/* The same for modes that show sums and no node: the views have spare ones, for less memory. */
bool jp_mode_each_thread_sums(struct jp_session *session, struct jp_grouping grouping,
                              jp_mode_part *part, struct jp_buf *out, void *state);

#endif
