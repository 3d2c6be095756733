/* SPDX-License-Identifier: BSD-2-Clause */
/* Which stacks the lines of a file of known leaks match. */
#include "config.h"

#include "jp_mem.h"
#include "jp_quote.h"
#include "jp_rules.h"
#include "jp_suppress.h"

#include <stdlib.h>
#include <string.h>

/* What is known of the texts of a profile: names recur in many frames. */
enum answer { UNKNOWN, NO, YES };

struct matcher {
    const struct jp_suppression *suppression;
    const struct jp_profile *profile;
    const struct jp_keys *keys;
    unsigned char *answers;     /* per string of the profile */
    unsigned char *key_answers; /* per string of the keys */
};

static bool matches_text(struct matcher *matcher, uint32_t id)
{
    unsigned char *const answer = &matcher->answers[id];

    if (*answer == UNKNOWN)
        *answer = jp_rules_glob(matcher->suppression->glob,
                                jp_intern_span(&matcher->profile->strings, id))
                      ? YES
                      : NO;
    return *answer == YES;
}

/* The name of a function in reports, inlined or not. */
static bool matches_key(struct matcher *matcher, uint32_t key)
{
    unsigned char *const answer = &matcher->key_answers[key];
    struct jp_span name = jp_intern_span(&matcher->keys->strings, key);

    if (*answer == UNKNOWN) {
        if (jp_span_ends_with(name, JP_SPAN(JP_INLINE_MARK)))
            name.len -= strlen(JP_INLINE_MARK);
        *answer = jp_rules_glob(matcher->suppression->glob, name) ? YES : NO;
    }
    return *answer == YES;
}

/* Does a frame of location ID, or its module, match? */
static bool matches_location(struct matcher *matcher, uint32_t id)
{
    const struct jp_profile *const profile = matcher->profile;
    const struct jp_location *const location = &profile->locations.data[id];
    const uint32_t path = profile->modules.data[location->module].path;
    const struct jp_span name = jp_span_basename(jp_intern_span(&profile->strings, path));

    if (matches_text(matcher, path) || jp_rules_glob(matcher->suppression->glob, name))
        return true;
    for (uint32_t i = 0; i < location->frames_count; i++) {
        const struct jp_frame *const frame = &profile->frames.data[location->frames_first + i];
        const uint32_t function = profile->functions.data[frame->function].name;
        if ((function && matches_text(matcher, function)) ||
            (frame->file && matches_text(matcher, frame->file)))
            return true;
    }
    for (uint32_t i = matcher->keys->first[id]; i < matcher->keys->first[id + 1]; i++)
        if (matches_key(matcher, matcher->keys->list.data[i]))
            return true;
    return false;
}

/* Marks the stacks that one line matches. */
static void match_line(struct matcher *matcher, struct jp_suppression *suppression,
                       bool *location_matches, bool *stack_matches, bool *is_suppressed)
{
    const struct jp_profile *const profile = matcher->profile;

    for (uint32_t i = 0; i < profile->locations.count; i++)
        location_matches[i] = matches_location(matcher, i);
    /* Callers come first. */
    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        stack_matches[i] = stack_matches[stack->parent] || location_matches[stack->location];
    }
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample_key sample = profile->samples.keys[i];
        if (sample.thread != JP_PROCESS || !stack_matches[sample.stack])
            continue;
        is_suppressed[sample.stack] = true;
        suppression->stacks++;
    }
}

bool *jp_suppressions_match(struct jp_suppressions *suppressions, const struct jp_profile *profile,
                            const struct jp_keys *keys)
{
    bool *const is_suppressed = jp_mem_zeroed(profile->stacks.count, sizeof(bool));
    bool *const location_matches = jp_mem_zeroed(profile->locations.count, sizeof(bool));
    bool *const stack_matches = jp_mem_zeroed(profile->stacks.count, sizeof(bool));
    const size_t text_count = profile->strings.spans.count;
    const size_t key_count = keys->strings.spans.count;
    unsigned char *const answers = jp_mem_resize(NULL, text_count, 1);
    unsigned char *const key_answers = jp_mem_resize(NULL, key_count, 1);

    for (size_t s = 0; s < suppressions->list.count; s++) {
        struct jp_suppression *const suppression = &suppressions->list.data[s];
        if (suppression->is_expired)
            continue;
        struct matcher matcher = {suppression, profile, keys, answers, key_answers};
        memset(answers, UNKNOWN, text_count);
        memset(key_answers, UNKNOWN, key_count);
        match_line(&matcher, suppression, location_matches, stack_matches, is_suppressed);
    }
    free(location_matches);
    free(stack_matches);
    free(answers);
    free(key_answers);
    return is_suppressed;
}

size_t jp_suppressions_tell(const struct jp_suppressions *suppressions, struct jp_diags *diags)
{
    size_t unused = 0;

    for (size_t i = 0; i < suppressions->list.count; i++) {
        const struct jp_suppression *const suppression = &suppressions->list.data[i];
        char quoted[JP_QUOTE_SIZE];
        unused += !suppression->is_expired && suppression->stacks == 0;
        if (suppression->is_expired)
            jp_diags_add(diags, JP_WARNING, suppressions->path, suppression->line,
                         "the suppression of %s has expired (%.*s) and counts no more",
                         jp_quote(quoted, suppression->pattern), JP_SPAN_ARG(suppression->comment));
        else if (suppression->stacks == 0)
            jp_diags_add(diags, JP_NOTE, suppressions->path, suppression->line,
                         "the suppression of %s matches no stack",
                         jp_quote(quoted, suppression->pattern));
    }
    return unused;
}
