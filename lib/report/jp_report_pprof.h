/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --pprof: a gzip'ed profile.proto for `go tool pprof`, Pyroscope, Parca and whatever else reads
 * pprof's format.
 *
 * All four values are in it, corrected for sampling and rounded; the metric that was asked for is
 * the default one. Addresses lie inside the call (the recorded one less one). Mappings
 * carry the build-id where the file was found. Frames without names are left to pprof. Samples of
 * threads have the labels "thread" (t7) and, when it is known, "thread_name".
 */
#ifndef JP_REPORT_PPROF_H
#define JP_REPORT_PPROF_H

#include "jp_report.h"

/* What was asked for of one thread, or of the process. */
struct jp_report_pprof_part {
    uint32_t thread;             /* index in profile.threads */
    const struct jp_view *views; /* one per metric; they differ in nothing but values */
};

/* The context's view says what the default metric is; its thread is not looked at. */
void jp_report_pprof(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_report_pprof_part *parts, size_t part_count);

#endif
