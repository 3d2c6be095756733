/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_headline.h"

#include "jp_mem.h"
#include "jp_number.h"
#include "jp_report.h"

#include <stdlib.h>

struct totals {
    double base;
    double main;
};

static struct totals totals_of(const struct jp_session *session, uint32_t thread)
{
    struct totals totals = {0};

    for (size_t i = 0; i < session->profile.samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&session->profile.samples, i);
        if (sample.thread != thread)
            continue;
        totals.base += sample.base.of[session->metric];
        totals.main += sample.main.of[session->metric];
    }
    return totals;
}

void jp_headline(struct jp_buf *out, const struct jp_session *session)
{
    if (!jp_arguments_has_base(&session->arguments) || session->profile.is_series ||
        session->threads.list.count != 1)
        return;
    const struct totals totals = totals_of(session, session->threads.list.data[0]);
    const double change = totals.main - totals.base;

    jp_buf_add_text(out, "base ");
    jp_report_amount(out, session->metric, totals.base);
    jp_buf_add_text(out, ", current ");
    jp_report_amount(out, session->metric, totals.main);
    jp_buf_add_text(out, change > 0 ? ", change +" : ", change ");
    jp_report_amount(out, session->metric, change);
    if (totals.base > 0)
        jp_buf_format(out, " (%+.1f %%)", 100 * change / totals.base);
    jp_buf_add_byte(out, '\n');
}

void jp_headline_folded(struct jp_session *session, size_t names, size_t frames)
{
    struct jp_buf *const out = &session->words;

    if (names == 0 && frames == 0)
        return;
    jp_buf_add_text(out, "folded: ");
    if (names)
        jp_buf_format(out, "%zu %s shortened", names, jp_number_words(names, "name", "names"));
    if (frames)
        jp_buf_format(out, "%s%zu %s left out", names ? ", " : "", frames,
                      jp_number_words(frames, "frame", "frames"));
    jp_buf_add_text(out, "; --no-fold shows all\n");
}

void jp_headline_cut(struct jp_session *session, size_t count, const char *thread_name)
{
    static const char *const words[][2] = {
        [JP_BY_FUNCTION] = {"function", "functions"},
        [JP_BY_LINE] = {"line", "lines"},
        [JP_BY_FILE] = {"file", "files"},
        [JP_BY_ADDRESS] = {"address", "addresses"},
    };
    const char *const *const word = words[session->grouping.granularity];

    if (count)
        jp_buf_format(&session->words, "%s%s%zu more %s, with smaller values\n",
                      thread_name ? thread_name : "", thread_name ? ": " : "", count,
                      jp_number_words(count, word[0], word[1]));
}

void jp_headline_plumbing(struct jp_session *session)
{
    jp_buf_add_text(&session->words,
                    "hint: most of it is held in standard library code: --fold=std "
                    "shows the functions that use it\n");
}

void jp_headline_small(struct jp_session *session, double total)
{
    jp_buf_add_text(&session->words, "hint: all of it is ");
    jp_report_amount(&session->words, session->metric, total);
    jp_buf_add_text(&session->words, ": --show_bytes shows values that small\n");
}

/* The largest total of which each value is 0.0 in megabytes. */
static const double ZERO_BYTES = 0.05 * 1048576;

static bool prints_megabytes(const struct jp_session *session)
{
    static const enum jp_option_id modes[] = {JP_OPT_TREE, JP_OPT_PEEK, JP_OPT_LIST, JP_OPT_DISASM,
                                              JP_OPT_DIFF};

    if ((session->metric != JP_INUSE_BYTES && session->metric != JP_ALLOC_BYTES) ||
        jp_options_is_on(session->options, JP_OPT_SHOW_BYTES) || session->format != JP_TABLE_TEXT ||
        session->grouping.naming == JP_NAMES_JEPROF)
        return false;
    for (size_t i = 0; i < JP_COUNT_OF(modes); i++)
        if (jp_options_chosen(session->options, JP_SET_MODE) == modes[i])
            return true;
    return false;
}

/* What all threads of the choice hold, on both sides together. */
static double sum_of_choice(const struct jp_session *session)
{
    bool *const is_chosen = jp_mem_zeroed(session->profile.threads.count, sizeof *is_chosen);
    double sum = 0;

    for (size_t i = 0; i < session->threads.list.count; i++)
        is_chosen[session->threads.list.data[i]] = true;
    for (size_t i = 0; i < session->profile.samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&session->profile.samples, i);
        if (is_chosen[sample.thread])
            sum += sample.main.of[session->metric] + sample.base.of[session->metric];
    }
    free(is_chosen);
    return sum;
}

void jp_headline_zeros(struct jp_session *session)
{
    if (!prints_megabytes(session))
        return;
    const double sum = sum_of_choice(session);
    if (sum > 0 && sum < ZERO_BYTES)
        jp_headline_small(session, sum);
}

void jp_headline_kept(struct jp_session *session, const struct jp_report_context *context)
{
    const struct jp_view *const view = context->view;
    struct jp_buf *const out = &session->words;

    if (session->format != JP_TABLE_TEXT || session->remark.len || view->kept == view->total)
        return;
    if (context->thread_name)
        jp_buf_format(out, "%s: ", context->thread_name);
    jp_buf_add_text(out, "the filters keep ");
    jp_report_amount(out, session->metric, view->kept);
    jp_buf_add_text(out, " of ");
    jp_report_amount(out, session->metric, view->total);
    if (view->total > 0)
        jp_buf_format(out, " (%.1f %%)", 100 * view->kept / view->total);
    jp_buf_add_text(out, "; shares in the report are shares of that\n");
}
