/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for people. What is dropped: parameter lists, return types, qualifiers, clone and ABI tags,
 * the folders of paths inside template lists, template lists that are long, numbers of closures.
 * What stays: the whole path of the function, the type and trait of a Rust method, operators.
 *
 *     void ns::f<int>(int)                              ns::f<int>
 *     A::g(char) const::{lambda(int)#1}::operator()     A::g::{lambda#1}::operator()
 *     <a::String as b::From<&str>>::from                <String as From<&str>>::from
 *     core::ptr::drop_in_place::<a::T>                  core::ptr::drop_in_place<T>
 *     <a::Vec<u8>>::push                                a::Vec<u8>::push
 */
#include "config.h"

#include "jp_brackets.h"
#include "jp_naming.h"

#include <string.h>

enum {
    LIST_LIMIT = 32,    /* bytes of a template list that are shown */
    SELF_LIMIT = 72,    /* bytes of "<Type as Trait>" up to which its lists are shown */
    NESTING_LIMIT = 40, /* deeper brackets are copied as they are */
};

struct shortener {
    const struct jp_brackets *brackets;
    struct jp_buf *out;
    const struct jp_rules *rules; /* or NULL */
    size_t limit;                 /* LIST_LIMIT, or 0: no list is shown, or SIZE_MAX: all are */
    bool keeps_templates;         /* template lists and braces as they are */
    size_t parameters; /* where the function's own parameter list opens; 0: none was met */
};

static void emit_path(struct shortener *s, size_t from, size_t to, int depth);
static void emit_type(struct shortener *s, size_t from, size_t to, int depth);

static struct jp_span slice(const struct shortener *s, size_t from, size_t to)
{
    return jp_span_slice(s->brackets->text, from, to);
}

static bool starts(const struct shortener *s, size_t from, size_t to, const char *word)
{
    return jp_span_starts_with(slice(s, from, to), jp_span_of(word));
}

/* Behind the byte at AT and, when it belongs to an identifier, behind the rest of that. */
static size_t word_end(struct jp_span text, size_t at, size_t to)
{
    size_t end = at + 1;

    if (jp_brackets_is_word(text.ptr[at]))
        while (end < to && jp_brackets_is_word(text.ptr[end]))
            end++;
    return end;
}

/* Where the bracket at AT closes, when that is before TO; else 0. */
static size_t close_of(const struct shortener *s, size_t at, size_t to)
{
    return jp_brackets_close(s->brackets, at, to);
}

/* The list between FROM and TO, without its brackets. */
static void emit_list(struct shortener *s, size_t from, size_t to, int depth)
{
    const size_t start = s->out->len;
    bool is_first = true;

    if (s->keeps_templates) {
        jp_buf_format(s->out, "<%.*s>", JP_SPAN_ARG(slice(s, from, to)));
        return;
    }
    jp_buf_add_byte(s->out, '<');
    for (size_t at = from; at < to && s->limit;) {
        size_t end = at;
        while (end < to && s->brackets->text.ptr[end] != ',')
            end = close_of(s, end, to) ? close_of(s, end, to) + 1 : end + 1;
        const struct jp_span argument = jp_span_trim(slice(s, at, end));
        const size_t first = (size_t)(argument.ptr - s->brackets->text.ptr);
        if (is_first || !(s->rules && jp_rules_has(s->rules, JP_RULE_ARGUMENT, argument))) {
            if (!is_first)
                jp_buf_add_text(s->out, ", ");
            emit_type(s, first, first + argument.len, depth + 1);
            is_first = false;
        }
        at = end + 1;
    }
    jp_buf_add_byte(s->out, '>');
    if (s->out->len - start - 2 > s->limit || (from < to && !s->limit)) {
        jp_buf_cut(s->out, start);
        jp_buf_add_text(s->out, "<…>");
    }
}

/* What stands in braces from OPEN to CLOSE: closures, lambdas, shims. */
static void emit_braces(struct shortener *s, size_t open, size_t close)
{
    if (s->keeps_templates) {
        jp_buf_add(s->out, slice(s, open, close + 1));
        return;
    }
    if (starts(s, open, close, "{closure") || starts(s, open, close, "{{closure")) {
        jp_buf_add_text(s->out, "{closure}");
        return;
    }
    const size_t parameters = open + strlen("{lambda");
    if (starts(s, open, close, "{lambda(") && close_of(s, parameters, close)) {
        jp_buf_add_text(s->out, "{lambda");
        jp_buf_add(s->out, slice(s, close_of(s, parameters, close) + 1, close + 1));
        return;
    }
    jp_buf_add(s->out, slice(s, open, close + 1));
}

/* A bracket group inside a type; SEGMENT is where the current path began in the output. */
static void emit_type_group(struct shortener *s, size_t open, size_t close, size_t segment,
                            int depth)
{
    const char byte = s->brackets->text.ptr[open];

    if (byte == '{') {
        emit_braces(s, open, close);
    } else if (byte == '<' && s->out->len > segment) {
        emit_list(s, open + 1, close, depth);
    } else {
        jp_buf_add_byte(s->out, byte);
        emit_type(s, open + 1, close, depth + 1);
        jp_buf_add_byte(s->out, s->brackets->text.ptr[close]);
    }
}

/* A type: of each path only the last segment. */
static void emit_type(struct shortener *s, size_t from, size_t to, int depth)
{
    size_t segment = s->out->len;

    if (depth > NESTING_LIMIT) {
        jp_buf_add(s->out, slice(s, from, to));
        return;
    }
    for (size_t i = from; i < to;) {
        const char byte = s->brackets->text.ptr[i];
        const size_t close = close_of(s, i, to);
        if (close) {
            emit_type_group(s, i, close, segment, depth);
            i = close + 1;
        } else if (byte == ':' && starts(s, i, to, "::")) {
            i += 2;
            const char next = i < to ? s->brackets->text.ptr[i] : '\0';
            if (next == '{') {
                jp_buf_add_text(s->out, "::");
            } else if (next == '<') {
                continue;
            } else if (s->out->len > segment && s->out->ptr[segment] == '<') {
                jp_buf_add_text(s->out, "::");
                segment = s->out->len;
            } else {
                jp_buf_cut(s->out, segment);
            }
        } else {
            const size_t end = word_end(s->brackets->text, i, to);
            jp_buf_add(s->out, slice(s, i, end));
            if (!jp_brackets_is_word(byte))
                segment = s->out->len;
            i = end;
        }
    }
}

static bool is_plain_path(const struct shortener *s, size_t from, size_t to)
{
    if (from == to || !jp_brackets_is_word(s->brackets->text.ptr[from]))
        return false;
    for (size_t i = from; i < to;) {
        if (s->brackets->text.ptr[i] == ' ')
            return false;
        i = close_of(s, i, to) ? close_of(s, i, to) + 1 : i + 1;
    }
    return true;
}

/* Rust's "<Type as Trait>" or "<Type>" in front of a method. */
static void emit_self(struct shortener *s, size_t open, size_t close, int depth)
{
    const size_t start = s->out->len;
    const size_t limit = s->limit;

    if (s->keeps_templates) {
        jp_buf_add(s->out, slice(s, open, close + 1));
        return;
    }
    if (jp_brackets_find(s->brackets, open + 1, close, JP_SPAN(" as ")) == SIZE_MAX &&
        is_plain_path(s, open + 1, close)) {
        emit_path(s, open + 1, close, depth + 1);
        return;
    }
    for (int attempt = 0; attempt < 2; attempt++) {
        jp_buf_add_byte(s->out, '<');
        emit_type(s, open + 1, close, depth + 1);
        jp_buf_add_byte(s->out, '>');
        if (s->out->len - start <= SELF_LIMIT || s->limit != LIST_LIMIT)
            break;
        if (attempt == 0) {
            jp_buf_cut(s->out, start);
            s->limit = 0;
        }
    }
    s->limit = limit;
}

/* Behind a parameter list: skip const, volatile, & and &&. */
static size_t skip_qualifiers(const struct shortener *s, size_t at, size_t to)
{
    static const char *const qualifiers[] = {" const", " volatile", " &&", " &", " noexcept"};
    bool again = true;

    while (again) {
        again = false;
        for (size_t i = 0; i < JP_COUNT_OF(qualifiers); i++) {
            if (starts(s, at, to, qualifiers[i])) {
                at += strlen(qualifiers[i]);
                again = true;
            }
        }
    }
    return at;
}

/* An operator's name, with the type of a conversion operator. Returns where it ends. */
static size_t emit_operator(struct shortener *s, size_t at, size_t to, int depth)
{
    size_t end = at + jp_brackets_operator(s->brackets->text, at);

    jp_buf_add(s->out, slice(s, at, end));
    if (end == at + strlen("operator")) {
        const size_t type = end;
        while (end < to && s->brackets->text.ptr[end] != '(')
            end = close_of(s, end, to) ? close_of(s, end, to) + 1 : end + 1;
        if (s->keeps_templates)
            jp_buf_add(s->out, slice(s, type, end));
        else
            emit_type(s, type, end, depth + 1);
    } else if (starts(s, end, to, " <")) {
        if (s->brackets->text.ptr[end - 1] == '<')
            jp_buf_add_byte(s->out, ' ');
        end++;
    }
    return end;
}

/* A bracket group of the function's own path; START is where that began. Returns the end. */
static size_t emit_path_group(struct shortener *s, size_t open, size_t close, size_t to,
                              size_t start, int depth)
{
    struct jp_buf *const out = s->out;
    const bool follows_colons =
        jp_span_ends_with(jp_span_slice(jp_buf_span(out), start, out->len), JP_SPAN("::"));

    switch (s->brackets->text.ptr[open]) {
    case '(':
        /* Scopes without a name are no parameters: "(anonymous namespace)", of DWARF also
         * "(anonymous struct)" and the like. "runtime.(*mheap).grow" is a method of Go. */
        if (!starts(s, open, to, "(anonymous ") &&
            !(open && s->brackets->text.ptr[open - 1] == '.')) {
            s->parameters = depth == 0 ? open : s->parameters;
            return skip_qualifiers(s, close + 1, to);
        }
        jp_buf_add(out, slice(s, open, close + 1));
        break;
    case '{':
        emit_braces(s, open, close);
        break;
    case '[':
        if (!starts(s, open, to, "[abi:") && !starts(s, open, to, "[clone "))
            jp_buf_add(out, slice(s, open, close + 1));
        break;
    default:
        if (out->len == start || (follows_colons && starts(s, open, to, "<impl "))) {
            emit_self(s, open, close, depth);
        } else {
            if (follows_colons && !s->keeps_templates)
                jp_buf_cut(out, out->len - 2);
            emit_list(s, open + 1, close, depth);
        }
    }
    return close + 1;
}

/* Where what is copied as it is from AT on ends: at a blank, a bracket, or what may be an operator.
 */
static size_t plain_end(const struct shortener *s, size_t at, size_t to)
{
    const struct jp_span text = s->brackets->text;
    size_t end = word_end(text, at, to);

    while (end < to && text.ptr[end] != ' ' && text.ptr[end] != 'o' && !close_of(s, end, to))
        end = word_end(text, end, to);
    return end;
}

/* The path of a function: every segment, without what only describes its signature. */
static void emit_path(struct shortener *s, size_t from, size_t to, int depth)
{
    const size_t start = s->out->len;

    if (depth > NESTING_LIMIT) {
        jp_buf_add(s->out, slice(s, from, to));
        return;
    }
    for (size_t i = from; i < to;) {
        const char byte = s->brackets->text.ptr[i];
        const size_t close = close_of(s, i, to);
        if (byte == 'o' && jp_brackets_operator(s->brackets->text, i)) {
            i = emit_operator(s, i, to, depth);
        } else if (close) {
            i = emit_path_group(s, i, close, to, start, depth);
        } else if (byte == ' ') {
            /* Everything so far was the return type, unless only a tag follows. */
            if (!starts(s, i, to, " ["))
                jp_buf_cut(s->out, start);
            i++;
        } else {
            const size_t end = plain_end(s, i, to);
            jp_buf_add(s->out, slice(s, i, end));
            i = end;
        }
    }
}

/* The rule whose long spelling TEXT begins with, or NULL. */
static const struct jp_rule *find_spelling(const struct jp_rules *rules, struct jp_span text)
{
    for (size_t i = 0; i < rules->of[JP_RULE_SPELLING].count; i++) {
        const struct jp_rule *const rule = &rules->of[JP_RULE_SPELLING].data[i];
        if (rule->self.ptr[0] == text.ptr[0] && jp_span_starts_with(text, rule->self))
            return rule;
    }
    return NULL;
}

/*
 * Long spellings of short things become short, where an identifier begins. Returns NAME itself when
 * there is none, else what was written to OUT.
 */
static struct jp_span normalise(struct jp_buf *out, struct jp_span name,
                                const struct jp_rules *rules)
{
    size_t copied = 0;

    for (size_t at = 0; rules && at < name.len;) {
        const bool begins = at == 0 || !jp_brackets_is_word(name.ptr[at - 1]);
        const struct jp_rule *const rule =
            begins ? find_spelling(rules, jp_span_slice(name, at, name.len)) : NULL;
        if (!rule) {
            at = word_end(name, at, name.len);
            continue;
        }
        jp_buf_add(out, jp_span_slice(name, copied, at));
        jp_buf_add(out, rule->pattern);
        at += rule->self.len;
        copied = at;
    }
    if (copied == 0)
        return name;
    jp_buf_add(out, jp_span_slice(name, copied, name.len));
    return jp_buf_span(out);
}

/* What the compiler made for a function keeps its mark. */
static struct jp_span take_prefix(struct jp_span *name)
{
    static const char *const prefixes[] = {"non-virtual thunk to ", "virtual thunk to ",
                                           "covariant return thunk to ", "guard variable for "};

    for (size_t i = 0; i < JP_COUNT_OF(prefixes); i++) {
        const struct jp_span prefix = jp_span_of(prefixes[i]);
        if (jp_span_starts_with(*name, prefix)) {
            *name = jp_span_slice(*name, prefix.len, name->len);
            return prefix;
        }
    }
    return JP_SPAN("");
}

/* "::h" and 16 hexadecimal digits: the hash of Rust's older mangling. */
static struct jp_span without_hash(struct jp_span name)
{
    if (name.len < 19)
        return name;
    struct jp_span hash = jp_span_slice(name, name.len - 19, name.len);
    uint64_t number;
    if (!jp_span_starts_with(hash, JP_SPAN("::h")))
        return name;
    hash = jp_span_slice(hash, 3, hash.len);
    if (!jp_span_take_hex(&hash, &number) || hash.len)
        return name;
    return jp_span_slice(name, 0, name.len - 19);
}

/* What a report called a place without a name, "my lib (2).so+0x1f" or "[unknown] 0x1f", and
 * --raw wrote down. */
static bool is_place(struct jp_span name)
{
    const size_t at = jp_span_rfind_byte(name, 'x');
    uint64_t number;

    if (at == SIZE_MAX)
        return false;
    struct jp_span digits = jp_span_slice(name, at + 1, name.len);
    const struct jp_span before = jp_span_slice(name, 0, at);
    return jp_span_take_hex(&digits, &number) && digits.len == 0 &&
           (jp_span_ends_with(before, JP_SPAN("+0")) || jp_span_ends_with(before, JP_SPAN("] 0")));
}

static void shorten(struct jp_buf *out, struct jp_span full_name, const struct jp_rules *rules,
                    size_t limit, bool keeps_templates)
{
    struct jp_buf scratch = JP_BUF_INIT;
    struct jp_brackets brackets;
    struct jp_span name = without_hash(full_name);
    const size_t start = out->len;

    if (is_place(full_name)) {
        jp_buf_add(out, full_name);
        return;
    }
    const struct jp_span prefix = take_prefix(&name);

    if (!keeps_templates)
        name = normalise(&scratch, name, rules);
    jp_brackets_init(&brackets, name);
    struct shortener s = {.brackets = &brackets,
                          .out = out,
                          .rules = rules,
                          .limit = limit,
                          .keeps_templates = keeps_templates};
    jp_buf_add(out, prefix);
    emit_path(&s, 0, name.len, 0);
    if (out->len == start + prefix.len)
        jp_buf_add(out, full_name);
    jp_brackets_release(&brackets);
    jp_buf_release(&scratch);
}

void jp_naming_unlimited(struct jp_buf *out, struct jp_span full_name, const struct jp_rules *rules)
{
    shorten(out, full_name, rules, SIZE_MAX, false);
}

void jp_naming_parameters(struct jp_buf *out, struct jp_span full_name,
                          const struct jp_rules *rules)
{
    struct jp_buf path = JP_BUF_INIT;
    struct jp_buf scratch = JP_BUF_INIT;
    const struct jp_span name = normalise(&scratch, full_name, rules);
    struct jp_brackets brackets;

    jp_brackets_init(&brackets, name);
    struct shortener s = {.brackets = &brackets, .out = &path, .rules = rules, .limit = LIST_LIMIT};
    emit_path(&s, 0, name.len, 0);
    if (s.parameters) {
        const size_t close = close_of(&s, s.parameters, name.len);
        jp_buf_clear(&path);
        emit_type(&s, s.parameters, close + 1, 0);
        jp_buf_add(&path, slice(&s, close + 1, skip_qualifiers(&s, close + 1, name.len)));
        jp_buf_add(out, jp_buf_span(&path));
    }
    jp_brackets_release(&brackets);
    jp_buf_release(&path);
    jp_buf_release(&scratch);
}

void jp_naming_function(struct jp_buf *out, struct jp_span full_name, enum jp_naming naming,
                        const struct jp_rules *rules)
{
    switch (naming) {
    case JP_NAMES_SHORT:
        shorten(out, full_name, rules, LIST_LIMIT, false);
        break;
    case JP_NAMES_TEMPLATE:
        shorten(out, full_name, NULL, 0, true);
        break;
    case JP_NAMES_JEPROF:
        jp_naming_jeprof_short(out, full_name);
        break;
    case JP_NAMES_FULL:
    case JP_NAMES_MANGLED:
        jp_buf_add(out, full_name);
        break;
    }
}
