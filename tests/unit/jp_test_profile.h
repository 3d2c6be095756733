/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles written as words, for tests of what is made of them. A stack is written root first, with
 * blanks between its locations; "+" parts a location's inlined calls from what they are inlined in,
 * innermost first. A name that begins with "J:" lies in malloc's own module and one with "U:" in no
 * mapping; these, and "?", have no frame.
 */
#ifndef JP_TEST_PROFILE_H
#define JP_TEST_PROFILE_H

#include "jp_profile.h"

static inline uint32_t jp_test_profile_module(struct jp_profile *profile, struct jp_span name)
{
    const bool is_allocator = jp_span_starts_with(name, JP_SPAN("J:"));
    const bool is_unmapped = jp_span_starts_with(name, JP_SPAN("U:"));
    const char *const path = is_allocator ? "libjemalloc.so.2" : is_unmapped ? "[unknown]" : "app";
    const struct jp_module module = {.path = jp_intern_add_text(&profile->strings, path),
                                     .kind = is_unmapped ? JP_MODULE_UNMAPPED : JP_MODULE_FILE,
                                     .is_allocator = is_allocator};
    return jp_profile_module(profile, &module);
}

/* Its offset is the string id of TEXT. Frames lie in /src/x.c, on the line of their name's id. */
static inline uint32_t jp_test_profile_location(struct jp_profile *profile, struct jp_span text)
{
    const uint32_t module = jp_test_profile_module(profile, text);
    const uint32_t id = jp_intern_add(&profile->strings, text);
    const size_t known = profile->locations.count;
    const uint32_t at = jp_profile_location(profile, module, id, 0x1000 + id);
    struct jp_location *const location = &profile->locations.data[at];
    struct jp_span name;

    if (profile->locations.count == known || jp_span_starts_with(text, JP_SPAN("J:")) ||
        jp_span_starts_with(text, JP_SPAN("U:")) || jp_span_equal(text, JP_SPAN("?")))
        return at;
    location->frames_first = (uint32_t)profile->frames.count;
    while (jp_span_take_part(&text, '+', &name)) {
        const struct jp_function function = {.name = jp_intern_add(&profile->strings, name),
                                             .module = JP_NO_MODULE};
        jp_vec_push(&profile->frames,
                    (struct jp_frame){.function = jp_profile_function(profile, function),
                                      .file = jp_intern_add_text(&profile->strings, "/src/x.c"),
                                      .line = function.name,
                                      .is_inlined = text.len > 0});
        location->frames_count++;
    }
    return at;
}

/* The sample of THREAD at a stack of names, root first; its index. */
static inline uint32_t jp_test_profile_sample(struct jp_profile *profile, const char *stack,
                                              uint32_t thread)
{
    struct jp_span rest = jp_span_of(stack);
    struct jp_span name;
    uint32_t id = JP_ROOT_STACK;

    while (jp_span_take_word(&rest, &name))
        id = jp_profile_stack(profile, id, jp_test_profile_location(profile, name));
    return jp_profile_sample(profile, id, thread);
}

/* Add VALUE to one value of the sample. */
static inline void jp_test_profile_add(struct jp_profile *profile, uint32_t sample,
                                       enum jp_side side, enum jp_metric metric, double value)
{
    struct jp_values values = {.of = {0}};

    values.of[metric] = value;
    jp_samples_add(&profile->samples, sample, side, &values, 0, 0);
}

#endif
