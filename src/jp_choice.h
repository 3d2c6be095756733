/* SPDX-License-Identifier: BSD-2-Clause */
/* From options of which one is chosen to what the library calls it. */
#ifndef JP_CHOICE_H
#define JP_CHOICE_H

#include "jp_axis.h"
#include "jp_naming.h"
#include "jp_options.h"
#include "jp_profile.h"
#include "jp_sites.h"
#include "jp_symbolize.h"
#include "jp_table.h"

enum jp_metric jp_choice_metric(const struct jp_options *options);
enum jp_granularity jp_choice_granularity(const struct jp_options *options);
enum jp_naming jp_choice_naming(const struct jp_options *options);
/* What --fold names, as bits of jp_fold.h. False: an unknown word, or --no-fold beside it. */
JP_MUST_CHECK bool jp_choice_fold(const struct jp_options *options, unsigned *kinds,
                                  struct jp_error *error);
/* NULL: the library's own choice. */
jp_dwarf_lookup *jp_choice_reader(const struct jp_options *options);
/* --jobs, else the number of processors that this process may use. */
unsigned jp_choice_jobs(const struct jp_options *options);

/* --format, else the end of the name of the output file, else text. */
enum jp_table_format jp_choice_format(const struct jp_options *options);

/* What --by names; lines with --lines, else functions. */
enum jp_site_kind jp_choice_site_kind(const struct jp_options *options);

/* --time. */
enum jp_axis_kind jp_choice_axis(const struct jp_options *options);

/* Does the mode look at the dumps one by one, in the order of time? */
bool jp_choice_is_series(const struct jp_options *options);

/*
 * Is the shell wanted: with --interactive, or, as with jeprof, when nothing says what to print and
 * the program runs on a terminal?
 */
bool jp_choice_interactive(const struct jp_options *options);

#endif
