/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_json_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64, LONGEST_NUMBER = 63 };

struct reader {
    struct jp_span rest;
    struct jp_arena *arena;
};

static void skip_blanks(struct reader *reader)
{
    size_t at = 0;

    while (at < reader->rest.len && strchr(" \t\r\n", reader->rest.ptr[at]) && reader->rest.ptr[at])
        at++;
    reader->rest = jp_span_slice(reader->rest, at, reader->rest.len);
}

static bool take_byte(struct reader *reader, char byte)
{
    skip_blanks(reader);
    return jp_span_take_byte(&reader->rest, byte);
}

static bool take_text(struct reader *reader, struct jp_span *text)
{
    size_t end = 1;

    skip_blanks(reader);
    if (reader->rest.len == 0 || reader->rest.ptr[0] != '"')
        return false;
    while (end < reader->rest.len && reader->rest.ptr[end] != '"')
        end += reader->rest.ptr[end] == '\\' ? 2 : 1;
    if (end >= reader->rest.len)
        return false;
    *text = jp_span_slice(reader->rest, 1, end);
    reader->rest = jp_span_slice(reader->rest, end + 1, reader->rest.len);
    return true;
}

static bool take_word(struct reader *reader, struct jp_span word)
{
    if (!jp_span_starts_with(reader->rest, word))
        return false;
    reader->rest = jp_span_slice(reader->rest, word.len, reader->rest.len);
    return true;
}

static bool take_number(struct reader *reader, double *number)
{
    char digits[LONGEST_NUMBER + 1];
    char *end;
    size_t len = 0;

    while (len < reader->rest.len && len < LONGEST_NUMBER && reader->rest.ptr[len] &&
           strchr("+-.0123456789eE", reader->rest.ptr[len]))
        len++;
    if (len == 0)
        return false;
    memcpy(digits, reader->rest.ptr, len);
    digits[len] = '\0';
    *number = strtod(digits, &end);
    if (end != digits + len || !isfinite(*number))
        return false;
    reader->rest = jp_span_slice(reader->rest, len, reader->rest.len);
    return true;
}

static bool take_scalar(struct reader *reader, struct jp_json *value)
{
    if (take_text(reader, &value->text))
        value->kind = JP_JSON_TEXT;
    else if (take_word(reader, JP_SPAN("true")))
        *value = (struct jp_json){.kind = JP_JSON_BOOL, .number = 1, .name = value->name};
    else if (take_word(reader, JP_SPAN("false")))
        value->kind = JP_JSON_BOOL;
    else if (take_word(reader, JP_SPAN("null")))
        value->kind = JP_JSON_NULL;
    else if (take_number(reader, &value->number))
        value->kind = JP_JSON_NUMBER;
    else
        return false;
    return true;
}

/* An array or object that is open, with the place for its next element. */
struct open {
    struct jp_json *value;
    const struct jp_json **next;
};

static char closing(const struct open *open)
{
    return open->value->kind == JP_JSON_OBJECT ? '}' : ']';
}

/* A new element of OPEN, with its name when that is an object. */
static struct jp_json *add_element(struct reader *reader, struct open *open)
{
    struct jp_json *const value = jp_arena_new(reader->arena, struct jp_json);

    if (open->value->kind == JP_JSON_OBJECT &&
        (!take_text(reader, &value->name) || !take_byte(reader, ':')))
        return NULL;
    skip_blanks(reader);
    /* The elements were made here; only their readers see them const. */
    *open->next = value;
    open->next = &value->next;
    return value;
}

/* One step: open something, or read a scalar, or close. False: damaged. */
static bool step(struct reader *reader, struct jp_json *value, struct open *stack, size_t *depth)
{
    const bool is_object = take_byte(reader, '{');

    if (!is_object && !take_byte(reader, '['))
        return take_scalar(reader, value);
    if (*depth == DEEPEST)
        return false;
    value->kind = is_object ? JP_JSON_OBJECT : JP_JSON_ARRAY;
    stack[(*depth)++] = (struct open){value, &value->first};
    return true;
}

static bool read_all(struct reader *reader, struct jp_json *root)
{
    struct open stack[DEEPEST];
    size_t depth = 0;

    if (!step(reader, root, stack, &depth))
        return false;
    while (depth > 0) {
        struct open *const open = &stack[depth - 1];
        if (take_byte(reader, closing(open))) {
            depth--;
            continue;
        }
        if (open->value->first && !take_byte(reader, ','))
            return false;
        struct jp_json *const value = add_element(reader, open);
        if (!value || !step(reader, value, stack, &depth))
            return false;
    }
    return true;
}

const struct jp_json *jp_json_read(struct jp_span *text, struct jp_arena *arena)
{
    struct reader reader = {*text, arena};
    struct jp_json *const root = jp_arena_new(arena, struct jp_json);

    skip_blanks(&reader);
    const bool fine = read_all(&reader, root);
    *text = reader.rest;
    return fine ? root : NULL;
}

const struct jp_json *jp_json_member(const struct jp_json *value, const char *name)
{
    if (!value || value->kind != JP_JSON_OBJECT)
        return NULL;
    for (const struct jp_json *member = value->first; member; member = member->next)
        if (jp_span_equal(member->name, jp_span_of(name)))
            return member;
    return NULL;
}

double jp_json_member_number(const struct jp_json *value, const char *name)
{
    const struct jp_json *const member = jp_json_member(value, name);

    return member && member->kind == JP_JSON_NUMBER ? member->number : 0;
}
