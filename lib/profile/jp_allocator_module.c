/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_allocator.h"

/* Is NAME, behind any prefix that jemalloc was configured with ("je_", "_rjem_"), listed? */
static bool is_allocation_name(const struct jp_rules *rules, struct jp_span name)
{
    for (size_t i = 0; i < rules->of[JP_RULE_EXPORT].count; i++) {
        const struct jp_span pattern = rules->of[JP_RULE_EXPORT].data[i].pattern;
        if (jp_span_ends_with(name, pattern) || jp_rules_glob(pattern, name))
            return true;
    }
    return false;
}

/* The name without its version. */
static struct jp_span name_of(const struct jp_symbol *symbol)
{
    const struct jp_span name = jp_span_of(symbol->name);

    return jp_span_slice(name, 0, jp_span_find(name, JP_SPAN("@"), 0));
}

static const struct jp_span MALLCTL = {"mallctl", 7};

static bool exports_mallctl(const struct jp_symbol *exports, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (jp_span_ends_with(name_of(&exports[i]), MALLCTL))
            return true;
    }
    return false;
}

static bool exports_malloc(const struct jp_rules *rules, struct jp_object *object)
{
    size_t count;
    size_t allocation_count = 0;

    if (!jp_object_mentions(object, MALLCTL))
        return false;
    const struct jp_symbol *const exports = jp_object_exports(object, &count);
    if (!exports_mallctl(exports, count))
        return false;
    for (size_t i = 0; i < count; i++)
        allocation_count += is_allocation_name(rules, name_of(&exports[i]));
    return allocation_count * 2 > count;
}

bool jp_allocator_is_module(const struct jp_rules *rules, struct jp_span path,
                            const struct jp_binary *binary)
{
    if (jp_rules_has(rules, JP_RULE_MODULE, jp_span_basename(path)))
        return true;
    return binary && binary->object && !binary->is_program &&
           jp_object_type(binary->object) == ET_DYN && exports_malloc(rules, binary->object);
}
