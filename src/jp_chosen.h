/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a profile that a pattern names, for --list and --disasm. */
#ifndef JP_CHOSEN_H
#define JP_CHOSEN_H

#include "jp_report_list.h"
#include "jp_session.h"

struct jp_chosen {
    struct jp_intern strings;
    uint32_t *ids;   /* per function: what it is called, in strings */
    bool *is_wanted; /* per function */
    size_t count;    /* of wanted ones */
};

/*
 * Functions whose complete name, or the one that is shown, matches the value of OPTION. False: that
 * is no regular expression, or one that takes too long. To be released. The files of what came out
 * of a profile that brought its names along are looked for.
 */
JP_MUST_CHECK bool jp_chosen_init(struct jp_chosen *chosen, struct jp_session *session,
                                  enum jp_option_id option, struct jp_error *error);
void jp_chosen_release(struct jp_chosen *chosen);

/*
 * Their lines, with the sources or why there are none: ranked, or in jeprof's order and with its
 * zeros when names are jeprof's. To be released with jp_listing_release.
 */
void jp_chosen_listing(struct jp_listing *listing, const struct jp_chosen *chosen,
                       struct jp_session *session, const struct jp_view views[JP_METRIC_COUNT],
                       struct jp_sources *sources);

/* One warning for all sources that were not found; the others are notes. */
void jp_chosen_tell_missing(struct jp_session *session, const struct jp_sources *sources);

static inline struct jp_report_function_names jp_chosen_names(const struct jp_chosen *chosen)
{
    return (struct jp_report_function_names){&chosen->strings, chosen->ids};
}

#endif
