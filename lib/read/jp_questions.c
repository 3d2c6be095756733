/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_questions.h"

#include "jp_buf.h"
#include "jp_maps_line.h"
#include "jp_quote.h"

static bool is_hex(char byte)
{
    return (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'f');
}

static bool is_word_byte(char byte)
{
    return is_hex(byte) || ((byte | 32) >= 'a' && (byte | 32) <= 'z') || byte == '_';
}

/* The digits of the first word "0x..." in LINE; empty when there is none. */
static struct jp_span find_digits(struct jp_span line)
{
    for (size_t at = 0; at + 2 < line.len; at++) {
        if (line.ptr[at] != '0' || (line.ptr[at + 1] | 32) != 'x' ||
            (at > 0 && is_word_byte(line.ptr[at - 1])))
            continue;
        size_t end = at + 2;
        while (end < line.len && is_hex(line.ptr[end]))
            end++;
        if (end > at + 2 && (end == line.len || !is_word_byte(line.ptr[end])))
            return jp_span_slice(line, at + 2, end);
    }
    return JP_SPAN("");
}

static uint64_t address_of(struct jp_span digits, const char *path, uint64_t line,
                           struct jp_diags *diags)
{
    struct jp_span rest = digits;
    char quoted[JP_QUOTE_SIZE];
    uint64_t address;

    while (rest.len > 1 && rest.ptr[0] == '0')
        rest = jp_span_slice(rest, 1, rest.len);
    if (jp_span_take_hex(&rest, &address))
        return address;
    jp_diags_add(diags, JP_WARNING, path, line, "an address has more than 64 bits: %s",
                 jp_quote(quoted, digits));
    return JP_QUESTION_NOWHERE;
}

/* What stands around the map in a dump. */
static bool is_marker(struct jp_span line)
{
    return jp_span_starts_with(line, JP_SPAN("MAPPED_LIBRARIES:")) ||
           jp_span_starts_with(line, JP_SPAN("--- Memory map:"));
}

void jp_questions_parse(struct jp_dump *dump, struct jp_span text, const char *path,
                        struct jp_diags *diags)
{
    struct jp_buf map = JP_BUF_INIT;
    struct jp_maps_line ignored;
    struct jp_span line;

    *dump = (struct jp_dump){0};
    jp_intern_init(&dump->strings);
    dump->path = jp_arena_text(&dump->strings.arena, jp_span_of(path));
    for (; jp_span_take_line(&text, &line, NULL); jp_buf_add_byte(&map, '\n')) {
        const struct jp_span digits = find_digits(line);
        dump->line_count++;
        if (jp_maps_line_parse(jp_span_trim(line), &ignored) ||
            (digits.len == 0 && !is_marker(line)))
            jp_buf_add(&map, line);
        else if (digits.len)
            jp_vec_push(&dump->addresses, address_of(digits, path, dump->line_count, diags));
    }
    /* Questions are empty lines in the map, so that the numbers of lines are those of the input. */
    jp_maps_parse(&dump->maps, jp_buf_span(&map), path, 1, &dump->strings, diags);
    jp_buf_release(&map);
}
