/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_suppress.h"

#include "jp_file.h"
#include "jp_quote.h"

/* "2027-03-31" at the start of *TEXT as 20270331; false when there is none. */
static bool take_date(struct jp_span *text, int64_t *date)
{
    struct jp_span rest = *text;
    uint64_t year;
    uint64_t month;
    uint64_t day;

    if (!jp_span_take_decimal(&rest, &year) || !jp_span_take_byte(&rest, '-') ||
        !jp_span_take_decimal(&rest, &month) || !jp_span_take_byte(&rest, '-') ||
        !jp_span_take_decimal(&rest, &day) || year > 9999 || month < 1 || month > 12 || day < 1 ||
        day > 31)
        return false;
    *date = (int64_t)(year * 10000 + month * 100 + day);
    *text = rest;
    return true;
}

/* What the comments above a line say. */
struct above {
    struct jp_span comment;
    int64_t until; /* 0: no date */
};

static bool take_comment(struct above *above, struct jp_span line, const char *path,
                         uint64_t number, struct jp_error *error)
{
    struct jp_span rest = jp_span_trim(jp_span_slice(line, 1, line.len));
    struct jp_span word = {0};
    struct jp_span after = rest;

    above->comment = rest;
    if (!jp_span_take_word(&after, &word) || !jp_span_equal(word, JP_SPAN("until")))
        return true;
    jp_span_skip_blanks(&after);
    if (take_date(&after, &above->until))
        return true;
    jp_error_set(error, JP_EXIT_INPUT, path, number, "\"until\" without a date");
    return jp_error_hint(error, "write it as: # until 2027-03-31: why");
}

/* A template matches anywhere, unless "^" and "$" hold its ends. */
static struct jp_span glob_of(struct jp_arena *arena, struct jp_span pattern)
{
    const char *const before = jp_span_take_byte(&pattern, '^') ? "" : "*";
    const bool at_end = jp_span_ends_with(pattern, JP_SPAN("$"));
    const int len = (int)(pattern.len - at_end);

    return jp_span_of(
        jp_arena_format(arena, "%s%.*s%s", before, len, pattern.ptr, at_end ? "" : "*"));
}

static bool add_line(struct jp_suppressions *suppressions, struct jp_span line, uint64_t number,
                     const struct above *above, int64_t today, struct jp_error *error)
{
    static const struct jp_span kind = JP_SPAN("leak:");
    char quoted[JP_QUOTE_SIZE];
    struct jp_span pattern = jp_span_slice(line, kind.len, line.len);

    if (!jp_span_starts_with(line, kind) || pattern.len == 0) {
        jp_error_set(error, JP_EXIT_INPUT, suppressions->path, number, "%s is no suppression",
                     jp_quote(quoted, line));
        return jp_error_hint(error, "lines are leak:<name of a function, file or module>, comments "
                                    "begin with #");
    }
    struct jp_suppression suppression = {
        .line = number,
        .comment = jp_arena_span(&suppressions->arena, above->comment),
        .is_expired = above->until && above->until < today,
    };
    suppression.pattern = jp_arena_span(&suppressions->arena, pattern);
    suppression.glob = glob_of(&suppressions->arena, pattern);
    jp_vec_push(&suppressions->list, suppression);
    return true;
}

static bool read_lines(struct jp_suppressions *suppressions, struct jp_span rest, int64_t today,
                       struct jp_error *error)
{
    struct above above = {.until = 0};
    struct jp_span line;

    for (uint64_t number = 1; jp_span_take_line(&rest, &line, NULL); number++) {
        line = jp_span_trim(line);
        if (line.len == 0) {
            above = (struct above){.until = 0};
        } else if (line.ptr[0] == '#') {
            if (!take_comment(&above, line, suppressions->path, number, error))
                return false;
        } else {
            if (!add_line(suppressions, line, number, &above, today, error))
                return false;
            above = (struct above){.until = 0};
        }
    }
    return true;
}

bool jp_suppressions_parse(struct jp_suppressions *suppressions, struct jp_span bytes,
                           const char *path, int64_t today, struct jp_error *error)
{
    *suppressions = (struct jp_suppressions){.path = path};
    if (read_lines(suppressions, bytes, today, error))
        return true;
    jp_suppressions_release(suppressions);
    return false;
}

bool jp_suppressions_init(struct jp_suppressions *suppressions, const char *path, int64_t today,
                          struct jp_error *error)
{
    struct jp_file file;

    *suppressions = (struct jp_suppressions){.path = path};
    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, error))
        return false;
    const bool fine = jp_suppressions_parse(suppressions, file.bytes, path, today, error);
    jp_file_release(&file);
    return fine;
}

void jp_suppressions_release(struct jp_suppressions *suppressions)
{
    jp_vec_release(&suppressions->list);
    jp_arena_release(&suppressions->arena);
}
