/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_tracks.h"

#include "jp_mem.h"
#include "jp_noise.h"

#include <math.h>
#include <stdlib.h>

/* Rows of tracks.numbers. */
struct builder {
    struct jp_tracks *tracks;
    const struct jp_series *series;
    const struct jp_profile *profile;
    const struct jp_sites *sites;
    double *values;
    double *variances;
    double *turnovers;
    double *of_sample; /* turnover of each sample since the first dump */
};

static uint32_t site_of(const struct builder *builder, uint32_t sample)
{
    return jp_sites_of(builder->sites, builder->profile->samples.keys[sample]);
}

static void add_values(struct builder *builder, size_t dump)
{
    const struct jp_series_dump *const data = &builder->series->dumps.data[dump];
    const size_t width = builder->tracks->dump_count;

    for (size_t i = 0; i < data->count; i++) {
        const struct jp_series_point *const point = &builder->series->points.data[data->first + i];
        const uint32_t site = site_of(builder, point->sample);
        if (site == JP_NO_SITE)
            continue;
        builder->values[site * width + dump] += point->values.of[JP_INUSE_BYTES];
        builder->variances[site * width + dump] += point->variance;
        builder->tracks->of_site[site].count += point->count;
    }
}

static double allocated(const struct jp_series_point *point, double period_bytes)
{
    return point ? jp_noise_recorded(point->values.of[JP_ALLOC_OBJECTS],
                                     point->values.of[JP_ALLOC_BYTES], period_bytes)
                 : 0;
}

/*
 * Variance that objects of one sample bring by being born or dying between two dumps, each with its
 * own period.
 */
static double turnover_of(const struct jp_series_pair *pair, double before_period,
                          double after_period)
{
    const struct jp_turnover counters = {
        .before = pair->before ? pair->before->count : 0,
        .after = pair->after ? pair->after->count : 0,
        .allocated_before = allocated(pair->before, before_period),
        .allocated_after = allocated(pair->after, after_period),
    };
    const double both = counters.before + counters.after;
    const double variance =
        (pair->before ? pair->before->variance : 0) + (pair->after ? pair->after->variance : 0);

    return both > 0 ? variance / both * jp_noise_turnover(&counters) : variance;
}

static void add_turnover(struct builder *builder, size_t dump)
{
    const size_t width = builder->tracks->dump_count;
    const struct jp_series_dump *const dumps = builder->series->dumps.data;
    const bool is_restart = dumps[dump].is_restart;
    struct jp_series_cursor at = {0, 0};
    struct jp_series_pair pair;

    for (size_t site = 0; site < builder->tracks->site_count; site++)
        builder->turnovers[site * width + dump] =
            is_restart ? 0 : builder->turnovers[site * width + dump - 1];
    while (jp_series_next(builder->series, dump - 1, dump, &at, &pair)) {
        const uint32_t site = site_of(builder, pair.sample);
        const double turnover =
            is_restart ? INFINITY
                       : turnover_of(&pair, dumps[dump - 1].period_bytes, dumps[dump].period_bytes);
        builder->of_sample[pair.sample] += turnover;
        if (site != JP_NO_SITE && !is_restart)
            builder->turnovers[site * width + dump] += turnover;
    }
}

/* Sample by sample the smaller bound; and the stack that grew most. */
static void add_ends(struct builder *builder)
{
    const size_t last = builder->tracks->dump_count - 1;
    double *const most = jp_mem_zeroed(builder->tracks->site_count, sizeof *most);
    struct jp_series_cursor at = {0, 0};
    struct jp_series_pair pair;

    while (jp_series_next(builder->series, 0, last, &at, &pair)) {
        const uint32_t site = site_of(builder, pair.sample);
        const double before = pair.before ? pair.before->values.of[JP_INUSE_BYTES] : 0;
        const double after = pair.after ? pair.after->values.of[JP_INUSE_BYTES] : 0;
        const double variance =
            (pair.before ? pair.before->variance : 0) + (pair.after ? pair.after->variance : 0);
        if (site == JP_NO_SITE)
            continue;
        struct jp_track *const track = &builder->tracks->of_site[site];
        track->ends_variance += fmin(variance, builder->of_sample[pair.sample]);
        if (track->peak_stack == JP_NO_SITE || after - before > most[site]) {
            track->peak_stack = builder->profile->samples.keys[pair.sample].stack;
            most[site] = after - before;
        }
    }
    free(most);
}

void jp_tracks_init(struct jp_tracks *tracks, const struct jp_series *series,
                    const struct jp_profile *profile, const struct jp_sites *sites)
{
    const size_t width = series->dumps.count;
    const size_t size = sites->count * width;
    struct builder builder = {
        .tracks = tracks, .series = series, .profile = profile, .sites = sites};

    *tracks = (struct jp_tracks){
        .site_count = sites->count,
        .dump_count = width,
        .of_site = jp_mem_zeroed(sites->count, sizeof *tracks->of_site),
        .numbers = jp_mem_zeroed(3 * size, sizeof *tracks->numbers),
    };
    tracks->process = jp_mem_zeroed(width, sizeof *tracks->process);
    for (size_t dump = 1; dump < width; dump++)
        tracks->process[dump] = tracks->process[dump - 1] + series->dumps.data[dump].is_restart;
    builder.values = tracks->numbers;
    builder.variances = tracks->numbers + size;
    builder.turnovers = tracks->numbers + 2 * size;
    builder.of_sample = jp_mem_zeroed(profile->samples.count, sizeof *builder.of_sample);
    for (size_t site = 0; site < sites->count; site++) {
        tracks->of_site[site] = (struct jp_track){
            .value = builder.values + site * width,
            .variance = builder.variances + site * width,
            .turnover = builder.turnovers + site * width,
            .process = tracks->process,
            .peak_stack = JP_NO_SITE,
        };
    }
    for (size_t dump = 0; dump < width; dump++) {
        add_values(&builder, dump);
        if (dump > 0)
            add_turnover(&builder, dump);
    }
    if (width > 1)
        add_ends(&builder);
    free(builder.of_sample);
}

void jp_tracks_release(struct jp_tracks *tracks)
{
    free(tracks->of_site);
    free(tracks->numbers);
    free(tracks->process);
    *tracks = (struct jp_tracks){0};
}

double jp_track_variance(const struct jp_track *track, size_t from, size_t to)
{
    const double both = track->variance[from] + track->variance[to];
    const double moved = track->turnover[to] - track->turnover[from];

    return track->process[from] == track->process[to] ? fmin(both, moved) : both;
}
