/* SPDX-License-Identifier: BSD-2-Clause */
/* Which rules match a text. */
#include "config.h"

#include "jp_rules.h"

/* Going back to the last star only is enough, and to where the byte behind it is met again. */
bool jp_rules_glob(struct jp_span pattern, struct jp_span text)
{
    size_t p = 0;
    size_t t = 0;
    size_t star = SIZE_MAX;
    size_t star_text = 0;

    while (t < text.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            star_text = t;
            if (p == pattern.len)
                return true;
        } else if (p < pattern.len && pattern.ptr[p] == text.ptr[t]) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = jp_span_find_byte(text, pattern.ptr[p], star_text + 1);
            star_text = t;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return t == text.len && p == pattern.len;
}

static const struct jp_rule *rule_at(const struct jp_rules *rules, enum jp_rule_kind kind,
                                     uint32_t number)
{
    return number ? &rules->of[kind].data[number - 1] : NULL;
}

/* Behind those that begin as the text does come those that begin with a star. */
static const size_t star_chain = '*' % JP_RULE_CHAINS;

const struct jp_rule *jp_rules_first(const struct jp_rules *rules, enum jp_rule_kind kind,
                                     struct jp_span text)
{
    const uint32_t number = rules->newest[kind][jp_rules_chain(text)];

    return rule_at(rules, kind, number ? number : rules->newest[kind][star_chain]);
}

const struct jp_rule *jp_rules_next(const struct jp_rules *rules, enum jp_rule_kind kind,
                                    const struct jp_rule *rule)
{
    if (rule->older || jp_rules_chain(rule->pattern) == star_chain)
        return rule_at(rules, kind, rule->older);
    return rule_at(rules, kind, rules->newest[kind][star_chain]);
}

bool jp_rules_has(const struct jp_rules *rules, enum jp_rule_kind kind, struct jp_span text)
{
    const struct jp_rule *rule = jp_rules_first(rules, kind, text);

    while (rule && !jp_rules_glob(rule->pattern, text))
        rule = jp_rules_next(rules, kind, rule);
    return rule != NULL;
}
