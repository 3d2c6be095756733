/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_allocator_name.h"

/* NAME without one of the prefixes; NAME itself when it has none. */
static struct jp_span without_prefix(const struct jp_rules *rules, struct jp_span name)
{
    size_t longest = 0;

    for (size_t i = 0; i < rules->of[JP_RULE_PREFIX].count; i++) {
        const struct jp_span prefix = rules->of[JP_RULE_PREFIX].data[i].pattern;
        if (prefix.len > longest && jp_span_starts_with(name, prefix))
            longest = prefix.len;
    }
    return jp_span_slice(name, longest, name.len);
}

/* jeprof compares what stands before the first blank of its short name. */
static struct jp_span jeprof_name(struct jp_buf *buf, struct jp_span full_name)
{
    struct jp_span word;

    jp_naming_jeprof_short(buf, full_name);
    const struct jp_span short_name = jp_buf_span(buf);
    const size_t blank = jp_span_find(short_name, JP_SPAN(" "), 0);
    word = jp_span_slice(short_name, 0, blank);
    return word;
}

/* Patterns with stars are too wide for anything but jeprof's own names (AS_JEPROF). */
static bool is_listed(const struct jp_rules *rules, struct jp_span name, bool as_jeprof)
{
    const struct jp_rule *rule = jp_rules_first(rules, JP_RULE_JEPROF, name);

    while (rule && !(jp_rules_glob(rule->pattern, name) &&
                     (as_jeprof || jp_span_find_byte(rule->pattern, '*', 0) == SIZE_MAX)))
        rule = jp_rules_next(rules, JP_RULE_JEPROF, rule);
    return rule != NULL;
}

static bool is_in_jeprofs_list(const struct jp_rules *rules, struct jp_span name, bool as_jeprof)
{
    return is_listed(rules, name, as_jeprof) ||
           (jp_span_take_byte(&name, '_') && is_listed(rules, name, as_jeprof));
}

static bool ends_identifier(char byte)
{
    return byte == '<' || byte == '(' || byte == '.' || byte == ' ' || byte == '\0';
}

/* Does a rule match all of NAME, or the identifier that it begins with? */
static bool is_identifier_of(const struct jp_rules *rules, enum jp_rule_kind kind,
                             struct jp_span name)
{
    size_t end = 0;

    while (end < name.len && !ends_identifier(name.ptr[end]))
        end++;
    return jp_rules_has(rules, kind, name) ||
           (end < name.len && jp_rules_has(rules, kind, jp_span_slice(name, 0, end)));
}

/* By the kinds that only we have. */
static enum jp_allocator_class class_by_our_rules(const struct jp_rules *rules, struct jp_span name)
{
    const struct jp_span bare = without_prefix(rules, name);
    const bool has_prefix = bare.len < name.len;

    if (is_identifier_of(rules, JP_RULE_CORE, name) ||
        (has_prefix && (is_identifier_of(rules, JP_RULE_API, bare) ||
                        is_identifier_of(rules, JP_RULE_INTERNAL, bare))))
        return JP_ALLOCATOR_CORE;
    return jp_rules_has(rules, JP_RULE_ENTRY, name) ? JP_ALLOCATOR_ENTRY : JP_ALLOCATOR_NONE;
}

/* Is NAME, one of the allocator, what a malloc library exports or what jemalloc has as public? */
static bool is_door(const struct jp_rules *rules, struct jp_span full_name)
{
    struct jp_buf buf = JP_BUF_INIT;

    jp_naming_function(&buf, full_name, JP_NAMES_TEMPLATE, NULL);
    struct jp_span name = without_prefix(rules, jp_buf_span(&buf));
    jp_span_take_byte(&name, '_');
    const bool is_public =
        is_identifier_of(rules, JP_RULE_API, name) || jp_rules_has(rules, JP_RULE_EXPORT, name);
    jp_buf_release(&buf);
    return is_public;
}

enum jp_allocator_class jp_allocator_judge_name(const struct jp_rules *rules,
                                                struct jp_span full_name, bool as_jeprof)
{
    enum jp_allocator_class class = JP_ALLOCATOR_NONE;
    struct jp_buf buf = JP_BUF_INIT;

    if (is_in_jeprofs_list(rules, jeprof_name(&buf, full_name), as_jeprof))
        class = JP_ALLOCATOR_CORE;
    if (class == JP_ALLOCATOR_NONE && !as_jeprof) {
        jp_buf_clear(&buf);
        jp_naming_function(&buf, full_name, JP_NAMES_TEMPLATE, NULL);
        class = class_by_our_rules(rules, jp_buf_span(&buf));
    }
    jp_buf_release(&buf);
    return class == JP_ALLOCATOR_CORE && is_door(rules, full_name) ? JP_ALLOCATOR_DOOR : class;
}
