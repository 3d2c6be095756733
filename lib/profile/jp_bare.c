/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_bare.h"

#include "jp_brackets.h"
#include "jp_naming.h"

#include <string.h>

enum { NESTING_LIMIT = 40 }; /* deeper brackets are copied as they are */

static const struct jp_span as_word = JP_SPAN(" as ");

static bool ends_with_colons(const struct jp_buf *out, size_t start)
{
    return jp_span_ends_with(jp_span_slice(jp_buf_span(out), start, out->len), JP_SPAN("::"));
}

static void add_slice(struct jp_buf *out, const struct jp_brackets *brackets, size_t from,
                      size_t to)
{
    jp_buf_add(out, jp_span_slice(brackets->text, from, to));
}

static void add_path(struct jp_buf *out, const struct jp_brackets *brackets, size_t from, size_t to,
                     int depth);

/* A type without what refers to it ("&mut", "*const"); of tuples and slices the brackets only. */
static void add_type(struct jp_buf *out, const struct jp_brackets *brackets, size_t from, size_t to,
                     int depth)
{
    static const char *const references[] = {"&", "*", "mut ", "const ", "dyn ", " "};

    for (size_t i = 0; i < JP_COUNT_OF(references); i++) {
        const struct jp_span word = jp_span_of(references[i]);
        if (from < to && jp_span_starts_with(jp_span_slice(brackets->text, from, to), word)) {
            from += word.len;
            i = SIZE_MAX;
        }
    }
    const size_t close = from < to ? jp_brackets_close(brackets, from, to) : 0;
    if (close && brackets->text.ptr[from] != '<') {
        jp_buf_add_byte(out, brackets->text.ptr[from]);
        jp_buf_add_byte(out, brackets->text.ptr[close]);
    } else {
        add_path(out, brackets, from, to, depth);
    }
}

static bool is_crate_path(struct jp_span path)
{
    return jp_span_find(path, JP_SPAN("::"), 0) != SIZE_MAX;
}

/* "<Type>" or "<Type as Trait>" in front of a method, inside another name: the path of either. */
static void add_self(struct jp_buf *out, const struct jp_brackets *brackets, size_t open,
                     size_t close, int depth)
{
    const size_t as = jp_brackets_find(brackets, open + 1, close, as_word);
    const size_t start = out->len;

    if (as != SIZE_MAX) {
        add_path(out, brackets, as + as_word.len, close, depth + 1);
        return;
    }
    add_type(out, brackets, open + 1, close, depth + 1);
    if (is_crate_path(jp_span_slice(jp_buf_span(out), start, out->len)))
        return;
    const size_t len = out->len - start;
    jp_buf_add_text(out, "<>");
    memmove(out->ptr + start + 1, out->ptr + start, len);
    out->ptr[start] = '<';
}

static void add_braces(struct jp_buf *out, const struct jp_brackets *brackets, size_t open,
                       size_t close)
{
    const struct jp_span text = jp_span_slice(brackets->text, open, close + 1);

    if (jp_span_starts_with(text, JP_SPAN("{closure")) ||
        jp_span_starts_with(text, JP_SPAN("{{closure")))
        jp_buf_add_text(out, "{closure}");
    else if (jp_span_starts_with(text, JP_SPAN("{lambda")))
        jp_buf_add_text(out, "{lambda}");
    else
        jp_buf_add(out, text);
}

/* A bracket group of a path that began at START of OUT. */
static void add_group(struct jp_buf *out, const struct jp_brackets *brackets, size_t open,
                      size_t close, size_t start, int depth)
{
    switch (brackets->text.ptr[open]) {
    case '{':
        add_braces(out, brackets, open, close);
        break;
    case '<':
        if (out->len == start) {
            add_self(out, brackets, open, close, depth);
        } else if (!ends_with_colons(out, start)) {
            break; /* a template list */
        } else if (jp_span_starts_with(jp_span_slice(brackets->text, open, close),
                                       JP_SPAN("<impl "))) {
            jp_buf_add_text(out, "{impl}");
        } else {
            jp_buf_cut(out, out->len - 2);
        }
        break;
    default:
        add_slice(out, brackets, open, close + 1);
    }
}

static void add_path(struct jp_buf *out, const struct jp_brackets *brackets, size_t from, size_t to,
                     int depth)
{
    const size_t start = out->len;

    if (depth > NESTING_LIMIT) {
        add_slice(out, brackets, from, to);
        return;
    }
    for (size_t i = from; i < to;) {
        const size_t close = jp_brackets_close(brackets, i, to);
        const size_t operator_length =
            brackets->text.ptr[i] == 'o' ? jp_brackets_operator(brackets->text, i) : 0;
        if (operator_length) {
            add_slice(out, brackets, i, i + operator_length);
            i += operator_length;
            /* "operator<< <char>" */
            i += i + 1 < to && brackets->text.ptr[i] == ' ' &&
                 jp_brackets_close(brackets, i + 1, to);
        } else if (close) {
            add_group(out, brackets, i, close, start, depth);
            i = close + 1;
        } else {
            const size_t end = jp_brackets_word_end(brackets->text, i, to);
            add_slice(out, brackets, i, end);
            i = end;
        }
    }
}

void jp_bare_set(struct jp_bare *bare, struct jp_span full_name)
{
    struct jp_buf name = JP_BUF_INIT;
    struct jp_brackets brackets;

    jp_buf_clear(&bare->path);
    jp_buf_clear(&bare->self);
    bare->type_length = 0;
    bare->is_primitive = false;
    jp_naming_function(&name, full_name, JP_NAMES_TEMPLATE, NULL);
    jp_brackets_init(&brackets, jp_buf_span(&name));
    const size_t close =
        name.len && name.ptr[0] == '<' ? jp_brackets_close(&brackets, 0, name.len) : 0;
    const size_t as = close ? jp_brackets_find(&brackets, 1, close, as_word) : SIZE_MAX;
    if (as == SIZE_MAX) {
        add_path(&bare->path, &brackets, 0, name.len, 0);
    } else {
        add_type(&bare->self, &brackets, 1, as, 1);
        bare->type_length = bare->self.len;
        bare->is_primitive = !is_crate_path(jp_buf_span(&bare->self));
        add_path(&bare->path, &brackets, as + as_word.len, close, 1);
        const size_t method = bare->path.len;
        add_path(&bare->path, &brackets, close + 1, name.len, 1);
        jp_buf_add(&bare->self, jp_span_slice(jp_buf_span(&bare->path), method, bare->path.len));
    }
    jp_brackets_release(&brackets);
    jp_buf_release(&name);
}

void jp_bare_release(struct jp_bare *bare)
{
    jp_buf_release(&bare->path);
    jp_buf_release(&bare->self);
}
