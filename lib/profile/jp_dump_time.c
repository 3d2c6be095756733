/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dump_time.h"

#include "jp_mem.h"
#include "jp_origin.h"

#include <stdlib.h>
#include <string.h>

static const int64_t SECOND = 1000000000;
static const uint64_t YEAR_2200 = 7258118400; /* seconds since 1970; later is no date */

static bool is_digit(struct jp_span span, size_t at)
{
    return at < span.len && span.ptr[at] >= '0' && span.ptr[at] <= '9';
}

static size_t digits_at(struct jp_span span, size_t at)
{
    size_t count = 0;

    while (is_digit(span, at + count))
        count++;
    return count;
}

/* COUNT digits at *AT, between LOW and HIGH; *AT moves behind them. */
static bool take_field(struct jp_span span, size_t *at, size_t count, int low, int high, int *value)
{
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_digit(span, *at + i))
            return false;
        *value = *value * 10 + (span.ptr[*at + i] - '0');
    }
    if (*value < low || *value > high)
        return false;
    *at += count;
    return true;
}

static void skip_one_of(struct jp_span span, size_t *at, const char *bytes)
{
    if (*at < span.len && strchr(bytes, span.ptr[*at]) && span.ptr[*at])
        (*at)++;
}

/* Days since 1970-01-01 in the Gregorian calendar; years are counted from March. */
static int64_t days_of(int year, int month, int day)
{
    const int y = month > 2 ? year : year - 1;
    const int m = month > 2 ? month - 3 : month + 9;

    return 365 * (int64_t)y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

/* A time of day at *AT: hours, minutes, and seconds or none. */
static bool take_time(struct jp_span span, size_t *at, int64_t *seconds)
{
    int hour;
    int minute;
    int second = 0;
    size_t end = *at;

    skip_one_of(span, &end, "-_T. ");
    if (!take_field(span, &end, 2, 0, 23, &hour))
        return false;
    skip_one_of(span, &end, ":-_.");
    if (!take_field(span, &end, 2, 0, 59, &minute))
        return false;
    size_t behind = end;
    skip_one_of(span, &behind, ":-_.");
    if (take_field(span, &behind, 2, 0, 60, &second) && !is_digit(span, behind))
        end = behind;
    else
        second = 0;
    if (is_digit(span, end))
        return false;
    *at = end;
    *seconds = hour * 3600 + minute * 60 + second;
    return true;
}

static bool take_date(struct jp_span span, size_t at, int64_t *time_ns)
{
    int year;
    int month;
    int day;
    int64_t seconds = 0;

    if (!take_field(span, &at, 4, 1990, 2199, &year))
        return false;
    skip_one_of(span, &at, "-_.");
    if (!take_field(span, &at, 2, 1, 12, &month))
        return false;
    skip_one_of(span, &at, "-_.");
    if (!take_field(span, &at, 2, 1, 31, &day))
        return false;
    if (!take_time(span, &at, &seconds) && is_digit(span, at))
        return false;
    *time_ns = (days_of(year, month, day) * 86400 + seconds) * SECOND;
    return true;
}

static bool take_epoch(struct jp_span span, size_t at, size_t digits, int64_t *time_ns)
{
    struct jp_span number = jp_span_slice(span, at, at + digits);
    uint64_t value;

    if ((digits != 10 && digits != 13) || span.ptr[at] == '0' ||
        !jp_span_take_decimal(&number, &value) || value / (digits == 10 ? 1 : 1000) >= YEAR_2200)
        return false;
    *time_ns = (int64_t)value * (digits == 10 ? SECOND : SECOND / 1000);
    return true;
}

bool jp_dump_time_of(struct jp_span path, int64_t *time_ns)
{
    const struct jp_span name = jp_span_basename(path);

    for (size_t at = 0; at < name.len;) {
        const size_t digits = digits_at(name, at);
        if (digits && (take_date(name, at, time_ns) || take_epoch(name, at, digits, time_ns)))
            return true;
        at += digits ? digits : 1;
    }
    return false;
}

/* What a dump is sorted by. */
struct place {
    const char *path;
    size_t given;   /* its place on the command line */
    size_t process; /* place of its process's first dump */
    struct jp_span process_name;
    int64_t time_ns;
    uint64_t number;
};

static int compare(const void *left, const void *right)
{
    const struct place *const a = left;
    const struct place *const b = right;

    if (a->process != b->process)
        return a->process < b->process ? -1 : 1;
    if (a->time_ns != b->time_ns)
        return a->time_ns < b->time_ns ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->given > b->given) - (a->given < b->given);
}

static bool take_times(struct place *places, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!jp_dump_time_of(jp_span_of(places[i].path), &places[i].time_ns))
            return false;
    return true;
}

static bool take_numbers(struct place *places, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct jp_origin origin = jp_origin_of(jp_span_of(places[i].path));
        if (!origin.process.len)
            return false;
        places[i].time_ns = 0;
        places[i].number = origin.number;
        places[i].process = i;
        places[i].process_name = origin.process;
        for (size_t j = 0; j < i; j++) {
            if (jp_span_equal(origin.process, places[j].process_name)) {
                places[i].process = places[j].process;
                break;
            }
        }
    }
    return true;
}

bool jp_dump_order(const char **paths, size_t count)
{
    struct place *const places = jp_mem_zeroed(count, sizeof *places);
    bool has_moved = false;

    for (size_t i = 0; i < count; i++)
        places[i] = (struct place){.path = paths[i], .given = i};
    if (count && (take_times(places, count) || take_numbers(places, count))) {
        qsort(places, count, sizeof *places, compare);
        for (size_t i = 0; i < count; i++) {
            has_moved |= places[i].given != i;
            paths[i] = places[i].path;
        }
    }
    free(places);
    return has_moved;
}
