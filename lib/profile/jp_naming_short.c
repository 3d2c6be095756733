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

#include "jp_naming.h"
#include "jp_shortener.h"

#include <string.h>

/* The rule whose long spelling TEXT begins with, or NULL. */
static const struct jp_rule *find_spelling(const struct jp_rules *rules, struct jp_span text)
{
    for (size_t i = 0; i < rules->of[JP_RULE_SPELLING].count; i++) {
        const struct jp_rule *const rule = &rules->of[JP_RULE_SPELLING].data[i];
        if (jp_span_starts_with(text, rule->self))
            return rule;
    }
    return NULL;
}

/* The same where an identifier begins at AT of NAME. */
static const struct jp_rule *spelling_at(const struct jp_rules *rules, struct jp_span name,
                                         size_t at)
{
    if (!rules->begins_spelling[(unsigned char)name.ptr[at]] ||
        (at && jp_brackets_is_word(name.ptr[at - 1])))
        return NULL;
    return find_spelling(rules, jp_span_slice(name, at, name.len));
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
        const struct jp_rule *const rule = spelling_at(rules, name, at);
        if (!rule) {
            at++;
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
    static const struct jp_span prefixes[] = {
        JP_SPAN("non-virtual thunk to "), JP_SPAN("virtual thunk to "),
        JP_SPAN("covariant return thunk to "), JP_SPAN("guard variable for ")};

    for (size_t i = 0; i < JP_COUNT_OF(prefixes); i++) {
        if (jp_span_starts_with(*name, prefixes[i])) {
            *name = jp_span_slice(*name, prefixes[i].len, name->len);
            return prefixes[i];
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
    struct jp_shortener s = {.brackets = &brackets,
                             .out = out,
                             .rules = rules,
                             .limit = limit,
                             .keeps_templates = keeps_templates};
    jp_buf_add(out, prefix);
    jp_shortener_add_path(&s, 0, name.len, 0);
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
    struct jp_shortener s = {
        .brackets = &brackets, .out = &path, .rules = rules, .limit = JP_SHORTENER_LIST_LIMIT};
    jp_shortener_add_path(&s, 0, name.len, 0);
    if (s.parameters) {
        const size_t close = jp_shortener_close(&s, s.parameters, name.len);
        jp_buf_clear(&path);
        jp_shortener_add_type(&s, s.parameters, close + 1, 0);
        const size_t end = jp_shortener_skip_qualifiers(&s, close + 1, name.len);
        jp_buf_add(&path, jp_shortener_slice(&s, close + 1, end));
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
        shorten(out, full_name, rules, JP_SHORTENER_LIST_LIMIT, false);
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
