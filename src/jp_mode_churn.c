/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_leak_search.h"
#include "jp_mode.h"
#include "jp_report_churn.h"

static bool has_accum(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++)
        if (profile->sources.data[i].has_accum)
            return true;
    return false;
}

static void report(struct jp_session *session, struct jp_buf *out,
                   const struct jp_leak_search *search, const struct jp_churn *churn)
{
    const struct jp_report_churn_input input = {
        .churn = churn,
        .axis = &search->axis,
        .names = &search->names,
        .program = jp_mode_program(session),
        .dump_count = session->series.dumps.count,
        .limit = (size_t)session->options->values[JP_OPT_NODECOUNT].number,
    };
    struct jp_table table;

    if (session->format == JP_TABLE_TEXT) {
        jp_report_churn(out, &input);
        return;
    }
    jp_report_table_churn(&table, &input);
    jp_mode_table(session, out, &table);
}

bool jp_mode_churn(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct jp_leak_search search;
    struct jp_churn churn;

    if (!has_accum(&session->profile)) {
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                     "allocations since the start were not recorded: nothing is known of churn");
        return jp_error_hint(error, "they are recorded when the process runs with prof_accum:true");
    }
    if (!jp_leak_search_init(&search, session, NULL, error))
        return false;
    jp_churn_init(&churn, &session->series, &session->profile, &search.sites, &search.axis,
                  search.names.names);
    report(session, out, &search, &churn);
    jp_churn_release(&churn);
    jp_leak_search_release(&search);
    return true;
}
