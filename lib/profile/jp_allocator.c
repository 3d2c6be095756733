/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_allocator.h"

#include <string.h>

/* allocator.rules, put here by embed.sh. */
extern const unsigned char jp_allocator_rules[];
extern const size_t jp_allocator_rules_size;

enum rule_kind {
    RULE_MODULE,
    RULE_JEPROF,
    RULE_PREFIX,
    RULE_API,
    RULE_INTERNAL,
    RULE_CORE,
    RULE_ENTRY,
    RULE_KIND_COUNT,
};

static const char *const kind_names[RULE_KIND_COUNT] = {
    [RULE_MODULE] = "module", [RULE_JEPROF] = "jeprof",     [RULE_PREFIX] = "prefix",
    [RULE_API] = "api",       [RULE_INTERNAL] = "internal", [RULE_CORE] = "core",
    [RULE_ENTRY] = "entry",
};

struct rule {
    enum rule_kind kind;
    struct jp_span pattern;
};

struct rules {
    JP_VEC(struct rule) list;
};

static void rules_init(struct rules *rules)
{
    struct jp_span rest = {(const char *)jp_allocator_rules, jp_allocator_rules_size};
    struct jp_span line;

    *rules = (struct rules){.list = {0}};
    while (jp_span_take_line(&rest, &line, NULL)) {
        struct jp_span word;
        if (!jp_span_take_word(&line, &word))
            continue;
        for (size_t i = 0; i < RULE_KIND_COUNT; i++) {
            if (jp_span_equal(word, jp_span_of(kind_names[i])))
                jp_vec_push(&rules->list, (struct rule){(enum rule_kind)i, jp_span_trim(line)});
        }
    }
}

/* PATTERN's stars match any run of bytes. Going back to the last star only is enough. */
static bool glob_matches(struct jp_span pattern, struct jp_span text)
{
    size_t p = 0;
    size_t t = 0;
    size_t star = SIZE_MAX;
    size_t star_text = 0;

    while (t < text.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            star_text = t;
        } else if (p < pattern.len && pattern.ptr[p] == text.ptr[t]) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++star_text;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

/* PATTERN for all of TEXT or for the identifier that TEXT begins with. */
static bool identifier_matches(struct jp_span pattern, struct jp_span text)
{
    size_t end = 0;

    if (glob_matches(pattern, text))
        return true;
    while (end < text.len && !strchr("<(. ", text.ptr[end]))
        end++;
    return glob_matches(pattern, jp_span_slice(text, 0, end));
}

/* NAME without one of the prefixes; NAME itself when it has none. */
static struct jp_span without_prefix(const struct rules *rules, struct jp_span name)
{
    size_t longest = 0;

    for (size_t i = 0; i < rules->list.count; i++) {
        const struct rule *const rule = &rules->list.data[i];
        if (rule->kind == RULE_PREFIX && rule->pattern.len > longest &&
            jp_span_starts_with(name, rule->pattern))
            longest = rule->pattern.len;
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
static bool is_in_jeprofs_list(const struct rules *rules, struct jp_span name, bool as_jeprof)
{
    const struct jp_span bare =
        jp_span_starts_with(name, JP_SPAN("_")) ? jp_span_slice(name, 1, name.len) : name;

    for (size_t i = 0; i < rules->list.count; i++) {
        const struct rule *const rule = &rules->list.data[i];
        if (rule->kind != RULE_JEPROF ||
            (!as_jeprof && memchr(rule->pattern.ptr, '*', rule->pattern.len)))
            continue;
        if (glob_matches(rule->pattern, name) || glob_matches(rule->pattern, bare))
            return true;
    }
    return false;
}

/* By the kinds that only we have. */
static enum jp_allocator_class class_by_our_rules(const struct rules *rules, struct jp_span name)
{
    const struct jp_span bare = without_prefix(rules, name);
    const bool has_prefix = bare.len < name.len;

    for (size_t i = 0; i < rules->list.count; i++) {
        const struct rule *const rule = &rules->list.data[i];
        switch (rule->kind) {
        case RULE_API:
        case RULE_INTERNAL:
            if (has_prefix && identifier_matches(rule->pattern, bare))
                return JP_ALLOCATOR_CORE;
            break;
        case RULE_CORE:
            if (identifier_matches(rule->pattern, name))
                return JP_ALLOCATOR_CORE;
            break;
        case RULE_ENTRY:
            if (glob_matches(rule->pattern, name))
                return JP_ALLOCATOR_ENTRY;
            break;
        default:
            break;
        }
    }
    return JP_ALLOCATOR_NONE;
}

static enum jp_allocator_class class_of(const struct rules *rules, struct jp_span full_name,
                                        bool as_jeprof)
{
    enum jp_allocator_class class = JP_ALLOCATOR_NONE;
    struct jp_buf buf = JP_BUF_INIT;

    if (is_in_jeprofs_list(rules, jeprof_name(&buf, full_name), as_jeprof))
        class = JP_ALLOCATOR_CORE;
    if (class == JP_ALLOCATOR_NONE && !as_jeprof) {
        jp_buf_clear(&buf);
        jp_naming_function(&buf, full_name, JP_NAMES_TEMPLATE);
        class = class_by_our_rules(rules, jp_buf_span(&buf));
    }
    jp_buf_release(&buf);
    return class;
}

enum jp_allocator_class jp_allocator_of_name(struct jp_span full_name)
{
    struct rules rules;

    rules_init(&rules);
    const enum jp_allocator_class class = class_of(&rules, full_name, false);
    jp_vec_release(&rules.list);
    return class;
}

bool jp_allocator_is_module(struct jp_span path, const struct jp_binary *binary)
{
    const struct jp_span name = jp_span_basename(path);
    struct rules rules;
    bool is_listed = false;

    /* A program with malloc linked in exports it too, but is not malloc's own module. */
    if (binary && binary->is_allocator && !binary->is_program)
        return true;
    rules_init(&rules);
    for (size_t i = 0; i < rules.list.count; i++) {
        const struct rule *const rule = &rules.list.data[i];
        is_listed |= rule->kind == RULE_MODULE && glob_matches(rule->pattern, name);
    }
    jp_vec_release(&rules.list);
    return is_listed;
}

/* One class per function of the profile; the caller frees it. */
static enum jp_allocator_class *function_classes(const struct jp_profile *profile, bool as_jeprof)
{
    enum jp_allocator_class *const classes =
        jp_mem_resize(NULL, profile->functions.count, sizeof *classes);
    struct rules rules;

    rules_init(&rules);
    for (size_t i = 0; i < profile->functions.count; i++) {
        const uint32_t name = profile->functions.data[i].name;
        classes[i] = class_of(&rules, jp_intern_span(&profile->strings, name), as_jeprof);
    }
    jp_vec_release(&rules.list);
    return classes;
}

void jp_allocator_mark(const struct jp_profile *profile, bool as_jeprof,
                       enum jp_allocator_class *classes)
{
    enum jp_allocator_class *const of_function = function_classes(profile, as_jeprof);

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        classes[i] = JP_ALLOCATOR_NONE;
        if (profile->modules.data[location->module].is_allocator) {
            classes[i] = JP_ALLOCATOR_CORE;
        } else if (location->frames_count) {
            const uint32_t last = location->frames_first + location->frames_count - 1;
            classes[i] = of_function[profile->frames.data[last].function];
        }
    }
    free(of_function);
}

void jp_allocator_inlined(const struct jp_profile *profile, uint32_t *skips)
{
    enum jp_allocator_class *const of_function = function_classes(profile, false);

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        skips[i] = 0;
        while (skips[i] + 1 < location->frames_count) {
            const uint32_t frame = location->frames_first + skips[i];
            if (of_function[profile->frames.data[frame].function] == JP_ALLOCATOR_NONE)
                break;
            skips[i]++;
        }
    }
    free(of_function);
}

void jp_allocator_hide(const struct jp_profile *profile, struct jp_keys *keys)
{
    uint32_t *const skips = jp_mem_resize(NULL, profile->locations.count, sizeof *skips);

    jp_allocator_inlined(profile, skips);
    jp_keys_drop(keys, skips, profile->locations.count);
    free(skips);
}
