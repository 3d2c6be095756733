/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_perf_map.h"

#include "jp_number.h"
#include "jp_vec.h"

#include <inttypes.h>
#include <stdlib.h>

struct code {
    uint64_t start;
    uint64_t end; /* first address behind it */
    struct jp_span name;
};

struct map {
    JP_VEC(struct code) codes; /* in the order of the file */
    uint64_t bad_lines;
    uint64_t first_bad_line; /* counted from 1 */
};

/* A number with or without "0x" in front. */
static bool take_number(struct jp_span *rest, uint64_t *number)
{
    jp_span_skip_blanks(rest);
    if (jp_span_starts_with(*rest, JP_SPAN("0x")) || jp_span_starts_with(*rest, JP_SPAN("0X")))
        *rest = jp_span_slice(*rest, 2, rest->len);
    return jp_span_take_hex(rest, number);
}

static bool parse_line(struct jp_span line, struct code *code)
{
    uint64_t size;

    if (!take_number(&line, &code->start) || !take_number(&line, &size) ||
        size > UINT64_MAX - code->start)
        return false;
    code->end = code->start + size;
    code->name = jp_span_trim(line);
    return code->name.len > 0;
}

static void parse(struct map *map, struct jp_span text)
{
    struct jp_span line;

    for (uint64_t number = 1; jp_span_take_line(&text, &line, NULL); number++) {
        struct code code;
        if (jp_span_trim(line).len == 0)
            continue;
        if (parse_line(line, &code)) {
            jp_vec_push(&map->codes, code);
            continue;
        }
        if (map->bad_lines++ == 0)
            map->first_bad_line = number;
    }
}

static size_t first_not_below(const uint64_t *addresses, size_t count, uint64_t limit)
{
    size_t low = 0;

    while (low < count) {
        const size_t middle = low + (count - low) / 2;
        if (addresses[middle] < limit)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* The first address at or behind I without a name; NEXT[i] == i when that is I itself. */
static size_t find_open(size_t *next, size_t i)
{
    while (next[i] != i) {
        next[i] = next[next[i]];
        i = next[i];
    }
    return i;
}

/*
 * From the last line to the first, each names what lies in it and has no name yet. Named addresses
 * are skipped over, so that lines around each other cost no more than others.
 */
static void assign(const struct map *map, const uint64_t *addresses, size_t count,
                   struct jp_span *names)
{
    size_t *const next = jp_mem_resize(NULL, count + 1, sizeof *next);

    for (size_t i = 0; i <= count; i++)
        next[i] = i;
    for (size_t c = map->codes.count; c-- > 0;) {
        const struct code *const code = &map->codes.data[c];
        size_t i = find_open(next, first_not_below(addresses, count, code->start));
        while (i < count && addresses[i] < code->end) {
            names[i] = code->name;
            next[i] = i + 1;
            i = find_open(next, i);
        }
    }
    free(next);
}

void jp_perf_map_look_up(struct jp_span text, const char *path, const uint64_t *addresses,
                         size_t count, struct jp_span *names, struct jp_diags *diags)
{
    struct map map = {0};

    parse(&map, text);
    assign(&map, addresses, count, names);
    if (map.bad_lines)
        jp_diags_add(diags, JP_WARNING, path, map.first_bad_line,
                     "no line of a perf map (START SIZE NAME): %" PRIu64 " such %s skipped",
                     map.bad_lines, jp_number_words(map.bad_lines, "line was", "lines were"));
    jp_vec_release(&map.codes);
}
