/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that are read beside a dump: jemalloc's statistics, suppressions, times in names. */
#include "config.h"

#include "jp_dump_time.h"
#include "jp_fuzz.h"
#include "jp_malloc_stats.h"
#include "jp_rules.h"
#include "jp_suppress.h"

#include <math.h>

static void try_stats(struct jp_span bytes)
{
    struct jp_malloc_stats stats;

    if (!jp_malloc_stats_parse(&stats, bytes, "fuzz", NULL))
        return;
    for (size_t i = 0; i < stats.bins.count; i++)
        jp_fuzz_check(isfinite(stats.bins.data[i].class_bytes) &&
                      isfinite(stats.bins.data[i].objects));
    jp_malloc_stats_release(&stats);
}

static void try_suppressions(struct jp_span bytes)
{
    struct jp_suppressions suppressions;

    if (!jp_suppressions_parse(&suppressions, bytes, "fuzz", 20260101, NULL))
        return;
    for (size_t i = 0; i < suppressions.list.count; i++)
        (void)jp_rules_glob(suppressions.list.data[i].glob, JP_SPAN("main (a.c:7)"));
    jp_suppressions_release(&suppressions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct jp_span bytes = {(const char *)data, size};
    int64_t time_ns;

    try_stats(bytes);
    try_suppressions(bytes);
    (void)jp_dump_time_of(bytes, &time_ns);
    return 0;
}
