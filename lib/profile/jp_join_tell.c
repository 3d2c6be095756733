/* SPDX-License-Identifier: BSD-2-Clause */
/* What can be judged about one dump alone: do its records agree with its header and each other? */
#include "config.h"

#include "jp_join_private.h"
#include "jp_number.h"
#include "jp_whole.h"

#include <inttypes.h>
#include <math.h>

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/*
 * gperftools adds the header up from what it prints below it, as it is printed. Where the two
 * differ records are missing: its own buffer was full, or the file lost a part.
 */
static void check_flat_header(struct jp_joining *join)
{
    static const char *const names[JP_METRIC_COUNT] = {
        [JP_INUSE_OBJECTS] = "live objects",
        [JP_INUSE_BYTES] = "live bytes",
        [JP_ALLOC_OBJECTS] = "allocated objects",
        [JP_ALLOC_BYTES] = "allocated bytes",
    };
    double header[JP_METRIC_COUNT];

    jp_join_by_metric(header, &join->dump->header);
    for (size_t i = 0; i < JP_METRIC_COUNT; i++) {
        const double sum = join->printed[i];
        const double larger = header[i] > sum ? header[i] : sum;
        if (fabs(header[i] - sum) <= 0.001 * larger)
            continue;
        jp_diags_add(join->diags, JP_WARNING, join->dump->path, 0,
                     "the records add up to %.0f %s, the header says %.0f: the dump is incomplete "
                     "or was changed",
                     sum, names[i], header[i]);
        return;
    }
}

/* Object totals are not compared: there a rounding is worth period / size objects. */
static void check_header(struct jp_joining *join)
{
    const struct jp_source *const source = &join->profile->sources.data[join->source];
    static const struct {
        enum jp_metric metric;
        const char *name;
    } checks[] = {{JP_INUSE_BYTES, "live"}, {JP_ALLOC_BYTES, "allocated"}};

    if (!join->dump->has_header)
        return;
    if (join->dump->format != JP_DUMP_JEMALLOC) {
        check_flat_header(join);
        return;
    }
    const double rounding = jp_whole_rounding(source->period_bytes, join->process_records);
    for (size_t i = 0; i < JP_COUNT_OF(checks); i++) {
        const double header = source->header.of[checks[i].metric];
        const double sum = source->sum.of[checks[i].metric];
        const double larger = header > sum ? header : sum;
        if (fabs(header - sum) <= 0.001 * larger + rounding)
            continue;
        jp_diags_add(join->diags, JP_WARNING, join->dump->path, 0,
                     "the records add up to %.0f %s bytes, the header says %.0f: the dump is "
                     "incomplete or was changed",
                     sum, checks[i].name, header);
    }
}

/*
 * Where nothing is corrected the numbers are those of the dump, and a reader may expect each digit:
 * a double has them all up to 2^53.
 */
static bool loses_digits(const struct jp_joining *join, const struct jp_source *source)
{
    static const double most = 9007199254740992;
    const bool is_exact = source->correction == JP_CORRECTION_NONE || join->dump->period_bytes <= 1;

    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        if (is_exact && source->sum.of[metric] > most)
            return true;
    }
    return false;
}

const char *jp_join_why_no_stack(const struct jp_source *source)
{
    if (source->lost_stacks == 0)
        return JP_JOIN_NOT_UNWOUND;
    if (source->lost_stacks >= source->no_stack_records)
        return "the lines that had it are damaged";
    return "lines that had it are damaged, and the process's unwinder found no frame";
}

void jp_join_tell(struct jp_joining *join)
{
    const struct jp_source *const source = &join->profile->sources.data[join->source];
    const char *const path = join->dump->path;
    const enum jp_metric metric =
        source->sum.of[JP_INUSE_BYTES] > 0 ? JP_INUSE_BYTES : JP_ALLOC_BYTES;

    if (source->no_stack.of[metric] > 0)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%.1f %% of the bytes have no stack: %s (shown as [no stack])",
                     share(source->no_stack.of[metric], source->sum.of[metric]),
                     jp_join_why_no_stack(source));
    if (join->impossible_records)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s objects without bytes or bytes without objects; "
                     "kept as printed",
                     join->impossible_records,
                     jp_number_words(join->impossible_records, "record counts", "records count"));
    if (join->huge_records)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s counters of 2^63 or more, which no process can "
                     "reach: the totals mean nothing",
                     join->huge_records,
                     jp_number_words(join->huge_records, "record has", "records have"));
    else if (loses_digits(join, source))
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "numbers above 2^53 (9007199254740992) keep 15 digits: the last ones are not "
                     "those of the dump");
    if (join->lone_threads)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s rows of threads but none of the process (t*): the sum "
                     "of the threads is used",
                     join->lone_threads,
                     jp_number_words(join->lone_threads, "stack has", "stacks have"));
    check_header(join);
}
