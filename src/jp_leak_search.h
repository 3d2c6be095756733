/* SPDX-License-Identifier: BSD-2-Clause */
/* From a session with a series to its leaks: the steps between, kept together. */
#ifndef JP_LEAK_SEARCH_H
#define JP_LEAK_SEARCH_H

#include "jp_report_leaks.h"
#include "jp_session.h"

struct jp_leak_search {
    struct jp_series series; /* the session's without its baseline; owns nothing */
    struct jp_view view;
    struct jp_keys keys;
    struct jp_sites sites;
    struct jp_report_sites names;
    struct jp_axis axis;
    struct jp_tracks tracks;
    struct jp_leaks leaks;
    struct jp_funnel funnel;
    /* From the baseline to the last dump, for the same sites; without a baseline the above. */
    struct jp_tracks change_tracks;
    struct jp_leaks change_leaks;
    const char *baseline; /* path of its last dump; NULL: there is none */
};

/*
 * IS_SUPPRESSED: one flag per stack of the profile, those to leave out; NULL: none. False, with
 * nothing to release: --time asks for times that the dumps do not have.
 */
JP_MUST_CHECK bool jp_leak_search_init(struct jp_leak_search *search, struct jp_session *session,
                                       const bool *is_suppressed, struct jp_error *error);
void jp_leak_search_release(struct jp_leak_search *search);

struct jp_report_leaks_input jp_leak_search_input(const struct jp_leak_search *search,
                                                  const struct jp_session *session);

#endif
