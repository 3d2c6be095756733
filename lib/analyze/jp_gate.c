/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_gate.h"

#include "jp_mem.h"
#include "jp_number.h"
#include "jp_tail.h"

#include <math.h>
#include <stdlib.h>

static const double ONE_SIDED = 1.6448536269514722; /* 95 % quantile of the normal distribution */

/* Units of time in hours. */
static const struct {
    struct jp_span word;
    double hours;
} units[] = {
    {{"s", 1}, 1 / 3600.0}, {{"min", 3}, 1 / 60.0}, {{"h", 1}, 1}, {{"d", 1}, 24}, {{"dump", 4}, 0},
};

static bool parse_rate(struct jp_limit *limit, struct jp_span size, struct jp_span unit)
{
    for (size_t i = 0; i < JP_COUNT_OF(units); i++) {
        if (!jp_span_equal(unit, units[i].word))
            continue;
        limit->kind = JP_LIMIT_RATE;
        limit->is_per_dump = units[i].hours == 0;
        if (!jp_number_parse_size(size, &limit->amount))
            return false;
        if (!limit->is_per_dump)
            limit->amount /= units[i].hours;
        return true;
    }
    return false;
}

static bool parse(struct jp_limit *limit, struct jp_span text)
{
    const size_t slash = jp_span_find(text, JP_SPAN("/"), 0);

    if (slash != SIZE_MAX)
        return parse_rate(limit, jp_span_slice(text, 0, slash),
                          jp_span_slice(text, slash + 1, text.len));
    if (jp_span_ends_with(text, JP_SPAN("%"))) {
        const struct jp_span number = jp_span_slice(text, 0, text.len - 1);
        limit->kind = JP_LIMIT_SHARE;
        /* A share has no unit: the last byte must be part of a number. */
        if (number.len == 0 || (number.ptr[number.len - 1] | 0x20) >= 'a' ||
            !jp_number_parse_bytes(number, &limit->amount))
            return false;
        limit->amount /= 100;
        return true;
    }
    limit->kind = JP_LIMIT_BYTES;
    return jp_number_parse_size(text, &limit->amount);
}

bool jp_limit_parse(struct jp_limit *limit, const char *text, struct jp_error *error)
{
    *limit = (struct jp_limit){.text = text};
    if (parse(limit, jp_span_of(text)) && limit->amount >= 0)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--max-growth: \"%s\" is no limit", text);
    return jp_error_hint(error, "limits are rates (5MiB/h, also /s, /min, /d and /dump), shares of "
                                "what was held first (10%%) and sizes (20MiB); bytes have a unit: "
                                "B, KiB, MiB, GiB or TiB");
}

/* What is looked at for one limit: how much more than allowed a site grew, and its noise. */
struct candidate {
    struct jp_violation violation;
    double excess;
    double variance;
    bool is_broken;
};

/* COURSE is the one that the limit is about. */
struct judge {
    const struct jp_gate_options *options;
    struct jp_gate_course course;
    double period_bytes;
};

/* Bytes that LIMIT allows a site to grow by, over the whole series. */
static double allowed_of(const struct judge *judge, const struct jp_limit *limit,
                         const struct jp_leak *leak)
{
    switch (limit->kind) {
    case JP_LIMIT_RATE:
        return limit->amount * (limit->is_per_dump ? (double)(judge->course.tracks->dump_count - 1)
                                                   : judge->course.leaks->length);
    case JP_LIMIT_SHARE:
        return limit->amount * leak->trend.first;
    default:
        return limit->amount;
    }
}

static double measured_of(const struct judge *judge, const struct jp_limit *limit,
                          const struct jp_leak *leak)
{
    switch (limit->kind) {
    case JP_LIMIT_RATE:
        return limit->is_per_dump && judge->course.tracks->dump_count > 1
                   ? leak->trend.rate * judge->course.leaks->length /
                         (double)(judge->course.tracks->dump_count - 1)
                   : leak->trend.rate;
    case JP_LIMIT_SHARE:
        return leak->trend.first > 0 ? leak->trend.change / leak->trend.first : INFINITY;
    default:
        return leak->trend.change;
    }
}

static struct candidate candidate_of(const struct judge *judge, const struct jp_limit *limit,
                                     const struct jp_leak *leak)
{
    const struct jp_track *const track = &judge->course.tracks->of_site[leak->site];
    const double allowed = allowed_of(judge, limit, leak);
    struct candidate candidate = {
        .violation = {.limit = limit,
                      .site = leak->site,
                      .stack = track->peak_stack,
                      .measured = measured_of(judge, limit, leak),
                      .allowed = allowed,
                      .grown = leak->trend.change},
        .excess = leak->trend.change - allowed,
        .variance = track->ends_variance,
    };

    /* The first dump's noise is in what the share allows, too. */
    if (limit->kind == JP_LIMIT_SHARE)
        candidate.variance += limit->amount * limit->amount * track->variance[0];
    const double reach = ONE_SIDED * sqrt(candidate.variance);
    candidate.violation.certain = leak->trend.change - reach;
    candidate.violation.possible = leak->trend.change + reach;
    return candidate;
}

/* A rate is for what goes on: a step, or a cache that is full, is not growing by so much an hour.
 */
static bool goes_on(const struct jp_leak *leak, const struct candidate *candidate)
{
    return candidate->violation.limit->kind != JP_LIMIT_RATE ||
           ((leak->shape == JP_SHAPE_GROWING || leak->shape == JP_SHAPE_UNSTEADY) &&
            candidate->violation.measured > candidate->violation.limit->amount);
}

static bool is_looked_at(const struct judge *judge, const struct jp_leak *leak,
                         const struct jp_span *names)
{
    struct jp_regex *const site = judge->options->site;

    return leak->trend.last >= judge->options->least_bytes &&
           (!site || !jp_regex_is_given(site) || jp_regex_matches(site, names[leak->site]));
}

/* Proven: as in --leaks, but above the limit and not above zero. */
static void prove(struct candidate *candidates, const struct jp_leak *const *leaks, size_t count,
                  const struct judge *judge)
{
    double *const q = jp_mem_resize(NULL, count, sizeof *q);

    for (size_t i = 0; i < count; i++)
        q[i] = jp_tail_growth(candidates[i].excess, candidates[i].variance, judge->period_bytes);
    jp_tail_false_discovery(q, q, count);
    for (size_t i = 0; i < count; i++) {
        struct candidate *const candidate = &candidates[i];
        const bool is_sure = candidate->excess > 0 && q[i] <= JP_LEAKS_FALSE_DISCOVERY &&
                             candidate->excess >= JP_LEAKS_DEVIATIONS * sqrt(candidate->variance) &&
                             goes_on(leaks[i], candidate);
        const bool is_possible = candidate->violation.possible > candidate->violation.allowed;
        candidate->is_broken = is_sure || (judge->options->is_strict && is_possible);
        candidate->violation.is_unproven = !is_sure;
    }
    free(q);
}

static int compare(const void *left, const void *right)
{
    const struct candidate *const a = left;
    const struct candidate *const b = right;

    if (a->excess != b->excess)
        return a->excess < b->excess ? 1 : -1;
    return (a->violation.site > b->violation.site) - (a->violation.site < b->violation.site);
}

static void check_sites(struct jp_gate *gate, const struct judge *judge,
                        const struct jp_limit *limit, const struct jp_span *names)
{
    JP_VEC(struct candidate) candidates = {0};
    JP_VEC(const struct jp_leak *) leaks = {0};

    for (size_t i = 0; i < judge->course.leaks->list.count; i++) {
        const struct jp_leak *const leak = &judge->course.leaks->list.data[i];
        if (!is_looked_at(judge, leak, names))
            continue;
        jp_vec_push(&candidates, candidate_of(judge, limit, leak));
        jp_vec_push(&leaks, leak);
    }
    gate->checked_count = candidates.count;
    if (candidates.count) {
        prove(candidates.data, leaks.data, candidates.count, judge);
        qsort(candidates.data, candidates.count, sizeof *candidates.data, compare);
    }
    for (size_t i = 0; i < candidates.count; i++)
        if (candidates.data[i].is_broken)
            jp_vec_push(&gate->violations, candidates.data[i].violation);
    jp_vec_release(&candidates);
    jp_vec_release(&leaks);
}

static void check_total(struct jp_gate *gate, const struct judge *judge,
                        const struct jp_limit *limit, struct jp_measure total)
{
    const double reach = ONE_SIDED * sqrt(total.variance);
    const struct jp_violation violation = {
        .limit = limit,
        .site = JP_NO_SITE,
        .stack = JP_NO_SITE,
        .measured = total.value,
        .allowed = limit->amount,
        .grown = total.value,
        .certain = total.value - reach,
        .possible = total.value + reach,
        .is_unproven = total.value - reach <= limit->amount,
    };
    const double reached = judge->options->is_strict ? violation.possible : violation.certain;

    if (reached > limit->amount)
        jp_vec_push(&gate->violations, violation);
}

/* Can the rate that LIMIT is about be told? */
static bool check_axis(const struct jp_limit *limit, const struct jp_axis *axis, size_t dump_count,
                       struct jp_error *error)
{
    if (limit->kind != JP_LIMIT_RATE)
        return true;
    if (dump_count < 2) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                     "--max-growth=%s: one dump has no rate, whatever it is compared with",
                     limit->text);
        return jp_error_hint(error, "give two dumps of the new run, or a limit like 20MiB or 10%%");
    }
    if (limit->is_per_dump || axis->kind != JP_AXIS_NUMBER)
        return true;
    jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                 "--max-growth=%s: nothing tells when the dumps were taken", limit->text);
    return jp_error_hint(error, "give the limit per dump (5MiB/dump), or name the dumps by their "
                                "times");
}

bool jp_gate_init(struct jp_gate *gate, const struct jp_gate_options *options,
                  struct jp_gate_course series, struct jp_gate_course change,
                  const struct jp_axis *axis, double period_bytes, const struct jp_span *names,
                  struct jp_measure total, struct jp_error *error)
{
    *gate = (struct jp_gate){.checked_count = 0};
    for (size_t i = 0; i < options->limit_count; i++) {
        const struct jp_limit *const limit = &options->limits[i];
        const struct judge judge = {options, limit->kind == JP_LIMIT_RATE ? series : change,
                                    period_bytes};
        if (!check_axis(limit, axis, series.tracks->dump_count, error)) {
            jp_gate_release(gate);
            return false;
        }
        if (limit->kind == JP_LIMIT_TOTAL)
            check_total(gate, &judge, limit, total);
        else
            check_sites(gate, &judge, limit, names);
    }
    return true;
}

void jp_gate_release(struct jp_gate *gate)
{
    jp_vec_release(&gate->violations);
}
