/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_time.h"

#include <inttypes.h>

static const int64_t SECOND_NS = 1000000000;

enum { DAY_SECONDS = 86400, FIRST_YEAR = 1970, LAST_YEAR = 2200 };

/* Days since 1970 of a date in the Gregorian calendar, by counting years from the first of March.
 */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    const int64_t shifted = month > 2 ? year : year - 1;
    const int64_t in_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + in_year - 719468;
}

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int64_t month_days(int64_t year, int64_t month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Exactly COUNT digits with a value from LOW to HIGH. */
static bool take_digits(struct jp_span *rest, size_t count, int64_t low, int64_t high,
                        int64_t *value)
{
    int64_t sum = 0;

    if (rest->len < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (rest->ptr[i] < '0' || rest->ptr[i] > '9')
            return false;
        sum = 10 * sum + (rest->ptr[i] - '0');
    }
    if (sum < low || sum > high)
        return false;
    *rest = jp_span_slice(*rest, count, rest->len);
    *value = sum;
    return true;
}

static bool take_date(struct jp_span *rest, bool *has_dashes, int64_t *days)
{
    int64_t year, month, day;

    if (!take_digits(rest, 4, FIRST_YEAR, LAST_YEAR, &year))
        return false;
    *has_dashes = jp_span_take_byte(rest, '-');
    if (!take_digits(rest, 2, 1, 12, &month) || (*has_dashes && !jp_span_take_byte(rest, '-')) ||
        !take_digits(rest, 2, 1, month_days(year, month), &day))
        return false;
    *days = days_of(year, month, day);
    return true;
}

/* A part of the time behind SEPARATORS (any of them, or none); nothing is taken when it is none. */
static bool take_part(struct jp_span *rest, const char *separators, bool needs_one, int64_t high,
                      int64_t *value)
{
    struct jp_span behind = *rest;
    bool has_separator = false;

    for (const char *at = separators; *at && !has_separator; at++)
        has_separator = jp_span_take_byte(&behind, *at);
    if ((needs_one && !has_separator) || !take_digits(&behind, 2, 0, high, value))
        return false;
    *rest = behind;
    return true;
}

/* ".25": digits beyond nanoseconds are dropped. */
static bool take_fraction(struct jp_span *rest, int64_t *fraction_ns)
{
    struct jp_span behind = *rest;
    int64_t unit = SECOND_NS;
    int64_t digit;

    *fraction_ns = 0;
    if (!jp_span_take_byte(&behind, '.') || !take_digits(&behind, 1, 0, 9, &digit))
        return false;
    do {
        unit /= 10;
        *fraction_ns += digit * unit;
    } while (take_digits(&behind, 1, 0, 9, &digit));
    *rest = behind;
    return true;
}

bool jp_time_take(struct jp_span *rest, int64_t *from_ns, int64_t *until_ns)
{
    struct jp_span behind = *rest;
    int64_t length = DAY_SECONDS * SECOND_NS;
    int64_t days, hour = 0, minute = 0, second = 0, fraction_ns = 0;
    bool has_dashes;

    if (!take_date(&behind, &has_dashes, &days))
        return false;
    if (take_part(&behind, has_dashes ? "T _-" : "T_-", true, 23, &hour)) {
        length = 3600 * SECOND_NS;
        if (take_part(&behind, ":-", has_dashes, 59, &minute)) {
            length = 60 * SECOND_NS;
            if (take_part(&behind, ":-", has_dashes, 59, &second))
                length = take_fraction(&behind, &fraction_ns) ? 1 : SECOND_NS;
        }
        jp_span_take_byte(&behind, 'Z');
    }
    *from_ns =
        ((days * 24 + hour) * 60 + minute) * 60 * SECOND_NS + second * SECOND_NS + fraction_ns;
    *until_ns = *from_ns + length;
    *rest = behind;
    return true;
}

void jp_time_format(struct jp_buf *out, int64_t time_ns)
{
    int64_t seconds = time_ns / SECOND_NS;
    if (seconds * SECOND_NS > time_ns)
        seconds--;
    int64_t days = seconds / DAY_SECONDS;
    if (days * DAY_SECONDS > seconds)
        days--;
    const int64_t rest = seconds - days * DAY_SECONDS;
    int64_t year = FIRST_YEAR + days / 365;
    int64_t month = 12;

    while (days_of(year, 1, 1) > days)
        year--;
    while (days_of(year, month, 1) > days)
        month--;
    jp_buf_format(
        out, "%04" PRId64 "-%02" PRId64 "-%02" PRId64 "T%02" PRId64 ":%02" PRId64 ":%02" PRId64 "Z",
        year, month, days - days_of(year, month, 1) + 1, rest / 3600, rest / 60 % 60, rest % 60);
}
