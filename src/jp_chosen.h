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
 * is no regular expression, or one that takes too long. To be released.
 */
JP_MUST_CHECK bool jp_chosen_init(struct jp_chosen *chosen, struct jp_session *session,
                                  enum jp_option_id option, struct jp_error *error);
void jp_chosen_release(struct jp_chosen *chosen);

/* Find the sources of LISTING, and tell why some cannot be shown. */
void jp_chosen_sources(struct jp_session *session, struct jp_sources *sources,
                       struct jp_listing *listing);

static inline struct jp_report_function_names jp_chosen_names(const struct jp_chosen *chosen)
{
    return (struct jp_report_function_names){&chosen->strings, chosen->ids};
}

#endif
