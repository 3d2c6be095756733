/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_plumbing.h"

#include "jp_allocator.h"
#include "jp_bare.h"

static const struct {
    enum jp_rule_kind rule;
    uint8_t kind;
} kinds[] = {
    {JP_RULE_CONTAINER, JP_PLUMBING_CONTAINER},
    {JP_RULE_STD, JP_PLUMBING_STD},
    {JP_RULE_WRAPPER, JP_PLUMBING_STD},
    {JP_RULE_ASYNC, JP_PLUMBING_ASYNC},
};

/* Does the language of a rule fit that of a function? */
static bool fits(const struct jp_rule *rule, enum jp_language language)
{
    return rule->language == JP_LANGUAGE_ANY || language == JP_LANGUAGE_ANY ||
           rule->language == language;
}

/* By the rules for one path. */
static bool is_path_of(const struct jp_rules *rules, enum jp_rule_kind kind, struct jp_span path,
                       enum jp_language language)
{
    const struct jp_rule *rule = jp_rules_first(rules, kind, path);

    while (rule &&
           !(rule->self.len == 0 && fits(rule, language) && jp_rules_glob(rule->pattern, path)))
        rule = jp_rules_next(rules, kind, rule);
    return rule != NULL;
}

/* By the rules for methods of a trait, "TYPE as TRAIT::METHOD". */
static bool is_method_of(const struct jp_rules *rules, enum jp_rule_kind kind,
                         const struct jp_bare *bare, enum jp_language language)
{
    const struct jp_span path = jp_buf_span(&bare->path);
    const struct jp_span type = jp_span_slice(jp_buf_span(&bare->self), 0, bare->type_length);

    const struct jp_rule *rule = bare->self.len ? jp_rules_first(rules, kind, path) : NULL;

    while (rule && !(rule->self.len && fits(rule, language) && jp_rules_glob(rule->pattern, path) &&
                     jp_rules_glob(rule->self, type)))
        rule = jp_rules_next(rules, kind, rule);
    return rule != NULL;
}

static uint8_t kinds_of_path(const struct jp_rules *rules, struct jp_span path,
                             enum jp_language language)
{
    uint8_t found = 0;

    for (size_t i = 0; i < JP_COUNT_OF(kinds); i++) {
        if (is_path_of(rules, kinds[i].rule, path, language))
            found |= kinds[i].kind;
    }
    return found;
}

static uint8_t kinds_of_bare(const struct jp_rules *rules, const struct jp_bare *bare,
                             enum jp_language language)
{
    const struct jp_span path = jp_buf_span(&bare->path);
    const struct jp_span self = jp_buf_span(&bare->self);
    uint8_t found = 0;

    for (size_t i = 0; i < JP_COUNT_OF(kinds); i++) {
        if (is_method_of(rules, kinds[i].rule, bare, language))
            found |= kinds[i].kind;
    }
    const uint8_t by_path = kinds_of_path(rules, path, language);
    if (self.len == 0 || bare->is_primitive || by_path == 0)
        return found | (self.len == 0 || bare->is_primitive ? by_path : 0);
    return found | kinds_of_path(rules, self, language);
}

static bool is_kept(const struct jp_rules *rules, const struct jp_bare *bare,
                    enum jp_language language)
{
    const struct jp_buf *const name = bare->self.len ? &bare->self : &bare->path;

    return is_method_of(rules, JP_RULE_KEEP, bare, language) ||
           is_path_of(rules, JP_RULE_KEEP, jp_buf_span(name), language);
}

/* But for malloc. */
static uint8_t kinds_of_name(const struct jp_rules *rules, struct jp_span full_name,
                             enum jp_language language)
{
    struct jp_bare bare = JP_BARE_INIT;

    jp_bare_set(&bare, full_name);
    const uint8_t found =
        is_kept(rules, &bare, language) ? JP_PLUMBING_KEPT : kinds_of_bare(rules, &bare, language);
    jp_bare_release(&bare);
    return found;
}

static uint8_t with_class(uint8_t found, enum jp_allocator_class class)
{
    return found != JP_PLUMBING_KEPT && class != JP_ALLOCATOR_NONE ? found | JP_PLUMBING_ALLOCATOR
                                                                   : found;
}

uint8_t jp_plumbing_of_name(const struct jp_rules *rules, struct jp_span full_name,
                            enum jp_language language)
{
    return with_class(kinds_of_name(rules, full_name, language),
                      jp_allocator_of_name(rules, full_name));
}

uint8_t jp_plumbing_judge(const struct jp_plumbing *plumbing, uint32_t function)
{
    const struct jp_profile *const profile = plumbing->profile;
    const struct jp_function *const judged = &profile->functions.data[function];
    const struct jp_span linkage = jp_intern_span(&profile->strings, judged->linkage);
    uint8_t found = 0;

    if (judged->name)
        found = kinds_of_name(&profile->rules, jp_intern_span(&profile->strings, judged->name),
                              jp_rules_language(linkage));
    if (judged->name && plumbing->knows_allocator)
        found = with_class(found, jp_allocator_of_function(profile, function));
    return plumbing->of_function[function] = found | JP_PLUMBING_KNOWN;
}

void jp_plumbing_init(struct jp_plumbing *plumbing, const struct jp_profile *profile,
                      bool knows_allocator)
{
    *plumbing = (struct jp_plumbing){
        .profile = profile,
        .knows_allocator = knows_allocator,
        .of_function = jp_mem_zeroed(profile->functions.count, 1),
        .of_module = jp_mem_zeroed(profile->modules.count, 1),
    };
    for (size_t i = 0; i < profile->modules.count; i++) {
        const struct jp_module *const module = &profile->modules.data[i];
        const struct jp_span name =
            jp_span_basename(jp_intern_span(&profile->strings, module->path));
        if (module->is_allocator)
            plumbing->of_module[i] = JP_PLUMBING_ALLOCATOR;
        else if (jp_rules_has(&profile->rules, JP_RULE_LIBRARY, name))
            plumbing->of_module[i] = JP_PLUMBING_STD;
    }
}

void jp_plumbing_release(struct jp_plumbing *plumbing)
{
    free(plumbing->of_function);
    free(plumbing->of_module);
    *plumbing = (struct jp_plumbing){0};
}
