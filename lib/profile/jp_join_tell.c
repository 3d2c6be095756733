/* SPDX-License-Identifier: BSD-2-Clause */
/* What can be judged about one dump alone: do its records agree with each other? */
#include "config.h"

#include "jp_join_private.h"
#include "jp_number.h"

#include <inttypes.h>

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
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
    struct jp_source *const source = &join->profile->sources.data[join->source];
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
    if (!join->totals.huge_count && loses_digits(join, source))
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "numbers above 2^53 (9007199254740992) keep 15 digits: the last ones are not "
                     "those of the dump");
    if (join->lone_threads)
        jp_diags_add(join->diags, JP_WARNING, path, 0,
                     "%" PRIu64 " %s rows of threads but none of the process (t*): the sum "
                     "of the threads is used",
                     join->lone_threads,
                     jp_number_words(join->lone_threads, "stack has", "stacks have"));
    join->totals.sum = source->sum;
    source->is_damaged =
        !jp_totals_tell(join->dump, &join->totals, join->diags) || jp_dump_is_damaged(join->dump);
}
