/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_totals.h"

#include "jp_number.h"
#include "jp_unbias.h"
#include "jp_whole.h"

#include <inttypes.h>
#include <math.h>

/* From here on a counter is taken for a negative or damaged number. */
#define HUGE_COUNTER (UINT64_C(1) << 63)

/* As printed, and not corrected. */
static void by_metric(double values[JP_METRIC_COUNT], const struct jp_counters *counters)
{
    values[JP_INUSE_OBJECTS] = (double)counters->objects;
    values[JP_INUSE_BYTES] = (double)counters->bytes;
    values[JP_ALLOC_OBJECTS] = (double)counters->alloc_objects;
    values[JP_ALLOC_BYTES] = (double)counters->alloc_bytes;
}

void jp_totals_add(struct jp_totals *totals, const struct jp_counters *counters)
{
    double values[JP_METRIC_COUNT];

    by_metric(values, counters);
    for (size_t i = 0; i < JP_METRIC_COUNT; i++)
        totals->printed[i] += values[i];
    totals->record_count++;
}

bool jp_totals_is_huge(const struct jp_counters *counters)
{
    return (counters->objects | counters->bytes | counters->alloc_objects |
            counters->alloc_bytes) >= HUGE_COUNTER;
}

/*
 * gperftools adds the header up from what it prints below it, as it is printed. Where the two
 * differ records are missing: its own buffer was full, or the file lost a part.
 */
static bool tell_flat(const struct jp_dump *dump, const struct jp_totals *totals,
                      struct jp_diags *diags)
{
    static const char *const names[JP_METRIC_COUNT] = {
        [JP_INUSE_OBJECTS] = "live objects",
        [JP_INUSE_BYTES] = "live bytes",
        [JP_ALLOC_OBJECTS] = "allocated objects",
        [JP_ALLOC_BYTES] = "allocated bytes",
    };
    double header[JP_METRIC_COUNT];

    by_metric(header, &dump->header);
    for (size_t i = 0; i < JP_METRIC_COUNT; i++) {
        const double sum = totals->printed[i];
        const double larger = header[i] > sum ? header[i] : sum;
        if (fabs(header[i] - sum) <= 0.001 * larger)
            continue;
        jp_diags_add(diags, JP_WARNING, dump->path, 0,
                     "the records add up to %.0f %s, the header says %.0f: the dump is incomplete "
                     "or was changed",
                     sum, names[i], header[i]);
        return false;
    }
    return true;
}

/* Object totals are not compared: there a rounding is worth period / size objects. */
static bool tell_corrected(const struct jp_dump *dump, const struct jp_totals *totals,
                           struct jp_diags *diags)
{
    static const struct {
        enum jp_metric metric;
        const char *name;
    } checks[] = {{JP_INUSE_BYTES, "live"}, {JP_ALLOC_BYTES, "allocated"}};
    const struct jp_values header =
        jp_unbias(dump->header, dump->correction, dump->period_bytes).values;
    const double rounding = jp_whole_rounding(dump->period_bytes, totals->record_count);
    bool agrees = true;

    for (size_t i = 0; i < JP_COUNT_OF(checks); i++) {
        const double said = header.of[checks[i].metric];
        const double sum = totals->sum.of[checks[i].metric];
        const double larger = said > sum ? said : sum;
        if (fabs(said - sum) <= 0.001 * larger + rounding)
            continue;
        agrees = false;
        jp_diags_add(diags, JP_WARNING, dump->path, 0,
                     "the records add up to %.0f %s bytes, the header says %.0f: the dump is "
                     "incomplete or was changed",
                     sum, checks[i].name, said);
    }
    return agrees;
}

bool jp_totals_tell(const struct jp_dump *dump, const struct jp_totals *totals,
                    struct jp_diags *diags)
{
    const bool agrees = !dump->has_header                  ? true
                        : dump->format == JP_DUMP_JEMALLOC ? tell_corrected(dump, totals, diags)
                                                           : tell_flat(dump, totals, diags);

    if (totals->huge_count)
        jp_diags_add(diags, JP_WARNING, dump->path, 0,
                     "%" PRIu64 " %s counters of 2^63 or more, which no process can "
                     "reach: the totals mean nothing",
                     totals->huge_count,
                     jp_number_words(totals->huge_count, "record has", "records have"));
    return agrees && totals->huge_count == 0;
}

/* Records of one stack follow each other. Where the process has none its threads are the sum. */
static size_t add_stack(struct jp_totals *totals, const struct jp_dump *dump, size_t first)
{
    const uint32_t stack = dump->records.data[first].stack;
    bool has_process = false;
    size_t end;

    for (end = first; end < dump->records.count && dump->records.data[end].stack == stack; end++)
        has_process |= dump->records.data[end].thread == JP_DUMP_PROCESS;
    for (size_t i = first; i < end; i++) {
        const struct jp_record record = jp_dump_record(dump, i);
        const bool is_process = record.thread == JP_DUMP_PROCESS;
        const struct jp_estimate estimate =
            jp_unbias(record.counters, dump->correction, dump->period_bytes);
        totals->huge_count += jp_totals_is_huge(&record.counters);
        if (is_process)
            jp_totals_add(totals, &record.counters);
        if (is_process || !has_process)
            jp_values_add(&totals->sum, &estimate.values);
    }
    return end;
}

bool jp_totals_check(const struct jp_dump *dump, bool is_strict, struct jp_diags *diags,
                     struct jp_error *error)
{
    struct jp_totals totals = {.record_count = 0};

    if (!jp_dump_check(dump, is_strict, diags, error))
        return false;
    if (!is_strict)
        return true;
    for (size_t i = 0; i < dump->records.count;)
        i = add_stack(&totals, dump, i);
    return jp_totals_tell(dump, &totals, diags) ||
           jp_error_set(error, JP_EXIT_INPUT, dump->path, 0, JP_DUMP_REFUSED);
}
