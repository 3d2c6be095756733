/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which frames are plumbing: not what a program does but what it does it with. The rules are those
 * of the profile (jp_rules.h). A frame may be plumbing of several kinds (core::future is std and
 * async); one without any is taken for the program's own.
 *
 *     struct jp_plumbing plumbing;
 *     jp_plumbing_init(&plumbing, profile, true);
 *     if (jp_plumbing_of(&plumbing, location, frame) == 0)
 *         the frame is the program's
 *     jp_plumbing_release(&plumbing);
 */
#ifndef JP_PLUMBING_H
#define JP_PLUMBING_H

#include "jp_naming.h"

/* Kinds of plumbing, as bits. */
enum {
    JP_PLUMBING_ALLOCATOR = 1, /* malloc, and the language's way into it: see jp_allocator.h */
    JP_PLUMBING_CONTAINER = 2,
    JP_PLUMBING_STD = 4,
    JP_PLUMBING_ASYNC = 8,
    JP_PLUMBING_KNOWN = 64, /* of a function: it was judged */
    JP_PLUMBING_KEPT = 128, /* of a function: none of these, wherever it lies */
};

struct jp_plumbing {
    const struct jp_profile *profile;
    bool knows_allocator;
    uint8_t *of_function; /* 0: not judged yet, as many never are */
    uint8_t *of_module;   /* what a frame is by the file that holds it, named or not */
};

/* By the profile as it is now: name its locations before. Each function is judged once, when it is
 * asked for. Whoever needs not know which functions are malloc's gets the rest sooner. */
void jp_plumbing_init(struct jp_plumbing *plumbing, const struct jp_profile *profile,
                      bool knows_allocator);
void jp_plumbing_release(struct jp_plumbing *plumbing);

/* For jp_plumbing_of. */
uint8_t jp_plumbing_judge(const struct jp_plumbing *plumbing, uint32_t function);

/*
 * The kinds of one frame of LOCATION: FRAME is an index in profile.frames, or JP_NO_FRAME for a
 * location without names, of which only the module is known. 0: it is no plumbing.
 */
static inline uint8_t jp_plumbing_of(const struct jp_plumbing *plumbing, uint32_t location,
                                     uint32_t frame)
{
    const struct jp_profile *const profile = plumbing->profile;
    const uint8_t by_module = plumbing->of_module[profile->locations.data[location].module];

    if (frame == JP_NO_FRAME)
        return by_module;
    const uint32_t function = profile->frames.data[frame].function;
    const uint8_t known = plumbing->of_function[function];
    const uint8_t by_name = known ? known : jp_plumbing_judge(plumbing, function);
    if (by_name & JP_PLUMBING_KEPT)
        return 0;
    return (by_name & ~JP_PLUMBING_KNOWN) | by_module;
}

/* By the name alone: demangled and complete. JP_PLUMBING_KEPT when a rule says so. */
uint8_t jp_plumbing_of_name(const struct jp_rules *rules, struct jp_span full_name,
                            enum jp_language language);

#endif
