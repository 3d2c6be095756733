/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_leak_search.h"
#include "jp_mode.h"
#include "jp_number.h"
#include "jp_report_gate.h"
#include "jp_suppress.h"

#include <stdlib.h>
#include <strings.h>
#include <time.h>

/* What the command line asks for. */
struct request {
    JP_VEC(struct jp_limit) limits;
    struct jp_regex site;
    struct jp_suppressions suppressions;
    double least_bytes;
};

static void release_request(struct request *request)
{
    jp_vec_release(&request->limits);
    jp_regex_release(&request->site);
    jp_suppressions_release(&request->suppressions);
}

/* Today in UTC, as jp_suppress.h writes dates. */
static int64_t today(void)
{
    const time_t now = time(NULL);
    struct tm parts;

    gmtime_r(&now, &parts);
    return (parts.tm_year + 1900) * 10000L + (parts.tm_mon + 1) * 100L + parts.tm_mday;
}

static bool parse_size(const struct jp_options *options, enum jp_option_id id, double *bytes,
                       struct jp_error *error)
{
    const char *const text = jp_options_text(options, id);

    *bytes = 0;
    if (!text[0] || (jp_number_parse_size(jp_span_of(text), bytes) && *bytes >= 0))
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s: \"%s\" is no size", jp_option_table[id].name,
                 text);
    return jp_error_hint(error, "sizes have a unit: B, KiB, MiB, GiB or TiB");
}

static bool take_limits(struct request *request, const struct jp_options *options,
                        struct jp_error *error)
{
    const struct jp_option_value *const growth = &options->values[JP_OPT_MAX_GROWTH];
    const char *const total = jp_options_text(options, JP_OPT_MAX_TOTAL);
    struct jp_limit limit;

    for (size_t i = 0; i < growth->list.count; i++) {
        if (!jp_limit_parse(&limit, growth->list.data[i], error))
            return false;
        jp_vec_push(&request->limits, limit);
    }
    limit = (struct jp_limit){.kind = JP_LIMIT_TOTAL, .text = total};
    if (!parse_size(options, JP_OPT_MAX_TOTAL, &limit.amount, error) ||
        !parse_size(options, JP_OPT_MIN_BYTES, &request->least_bytes, error))
        return false;
    if (total[0])
        jp_vec_push(&request->limits, limit);
    if (request->limits.count)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--gate needs a limit");
    return jp_error_hint(error, "--max-growth=5MiB/h, --max-growth=10%%, --max-growth=20MiB or "
                                "--max-total=2GiB");
}

static bool init_request(struct request *request, const struct jp_options *options,
                         struct jp_error *error)
{
    const char *const file = jp_options_text(options, JP_OPT_SUPPRESS);

    *request = (struct request){.least_bytes = 0};
    const bool fine =
        take_limits(request, options, error) &&
        (jp_regex_init(&request->site, jp_options_text(options, JP_OPT_SITE), error) ||
         jp_error_prepend(error, "--site")) &&
        (!file[0] || jp_suppressions_init(&request->suppressions, file, today(), error));
    if (!fine)
        release_request(request);
    return fine;
}

/* All that the last dump holds, nothing left out. */
static struct jp_measure total_of(const struct jp_session *session)
{
    const struct jp_series *const series = &session->series;
    const struct jp_series_dump *const last = &series->dumps.data[series->dumps.count - 1];
    struct jp_measure total = {0, 0, 0};

    for (size_t i = 0; i < last->count; i++) {
        const struct jp_series_point *const point = &series->points.data[last->first + i];
        if (session->profile.samples.keys[point->sample].thread != JP_PROCESS)
            continue;
        total.value += point->values.of[JP_INUSE_BYTES];
        total.variance += point->variance;
        total.count += point->count;
    }
    return total;
}

/* Counts what is suppressed, in the last dump. */
static void measure_suppressed(struct jp_report_gate_input *input, const struct jp_session *session,
                               const bool *is_suppressed)
{
    const struct jp_series *const series = &session->series;
    const struct jp_series_dump *const last = &series->dumps.data[series->dumps.count - 1];

    for (size_t i = 0; is_suppressed && i < last->count; i++) {
        const struct jp_series_point *const point = &series->points.data[last->first + i];
        const struct jp_sample_key sample = session->profile.samples.keys[point->sample];
        if (sample.thread != JP_PROCESS || !is_suppressed[sample.stack])
            continue;
        input->suppressed_count++;
        input->suppressed_bytes += point->values.of[JP_INUSE_BYTES];
    }
}

static void print(struct jp_session *session, struct jp_buf *out,
                  const struct jp_report_gate_input *input)
{
    const char *const format = jp_options_text(session->options, JP_OPT_FORMAT);
    struct jp_table table;

    if (strcasecmp(format, "junit") == 0) {
        jp_report_junit_gate(out, input);
    } else if (strcasecmp(format, "github") == 0) {
        jp_report_github_gate(out, input);
    } else if (session->format == JP_TABLE_TEXT) {
        jp_report_gate(out, input);
    } else if (session->format == JP_TABLE_MARKDOWN) {
        jp_report_markdown_gate(out, input);
    } else {
        jp_report_table_gate(&table, input);
        jp_mode_table(session, out, &table);
    }
}

static bool check(struct jp_session *session, struct jp_buf *out, struct request *request,
                  const bool *is_suppressed, struct jp_error *error)
{
    struct jp_leak_search search;
    struct jp_gate gate;

    if (!jp_leak_search_init(&search, session, is_suppressed, error))
        return false;
    const struct jp_gate_options options = {
        .limits = request->limits.data,
        .limit_count = request->limits.count,
        .least_bytes = request->least_bytes,
        .site = &request->site,
        .is_strict = jp_options_is_on(session->options, JP_OPT_STRICT),
    };
    const struct jp_gate_course series = {&search.leaks, &search.tracks};
    const struct jp_gate_course change = {&search.change_leaks, &search.change_tracks};
    const bool fine =
        jp_gate_init(&gate, &options, series, search.baseline ? change : series, &search.axis,
                     session->series.period_bytes, search.names.names, total_of(session), error);
    if (fine) {
        const struct jp_report_leaks_input leaks = jp_leak_search_input(&search, session);
        struct jp_report_gate_input input = {
            .leaks = &leaks,
            .gate = &gate,
            .limits = request->limits.data,
            .limit_count = request->limits.count,
            .baseline = search.baseline,
        };
        measure_suppressed(&input, session, is_suppressed);
        print(session, out, &input);
        session->broken_limits = gate.violations.count;
        jp_gate_release(&gate);
    }
    jp_leak_search_release(&search);
    /* A gate must not pass because it could not see what it is about. */
    if (request->site.exhausted_count)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--site: the pattern needs too much time on some names");
    return fine;
}

/* Which stacks are known leaks; to be freed, NULL: there is no suppression. */
static bool *suppress(struct jp_session *session, struct request *request)
{
    struct jp_suppressions *const suppressions = &request->suppressions;
    struct jp_keys keys;

    if (!suppressions->list.count)
        return NULL;
    jp_keys_init(&keys, &session->profile, JP_BY_FUNCTION, session->grouping.naming);
    bool *const is_suppressed = jp_suppressions_match(suppressions, &session->profile, &keys);
    jp_keys_release(&keys);
    const size_t unused = jp_suppressions_tell(suppressions, &session->diags);
    if (unused)
        jp_buf_format(&session->words, "%s: %zu of %zu %s no stack; -v names them\n",
                      suppressions->path, unused, suppressions->list.count,
                      suppressions->list.count == 1 ? "suppression matches" : "suppressions match");
    return is_suppressed;
}

bool jp_mode_gate(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct request request;

    if (!init_request(&request, session->options, error))
        return false;
    bool *const is_suppressed = suppress(session, &request);
    const bool fine = check(session, out, &request, is_suppressed, error);
    free(is_suppressed);
    release_request(&request);
    return fine;
}
