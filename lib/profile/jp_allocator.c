/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_allocator.h"

#include "jp_allocator_name.h"
#include "jp_stack_order.h"

#include <stdlib.h>

static enum jp_allocator_class without_doors(enum jp_allocator_class class)
{
    return class == JP_ALLOCATOR_DOOR ? JP_ALLOCATOR_CORE : class;
}

enum jp_allocator_class jp_allocator_of_name(const struct jp_rules *rules, struct jp_span full_name)
{
    return without_doors(jp_allocator_judge_name(rules, full_name, false));
}

/* The classes of a profile's functions, found when they are asked for: many never are. By our rules
 * they are asked for more than once, and kept with the profile. */
struct judge {
    const struct jp_profile *profile;
    bool as_jeprof;
    uint8_t *known; /* see jp_function_classes */
};

static struct judge judge_of(const struct jp_profile *profile, bool as_jeprof)
{
    const size_t count = profile->functions.count;

    if (as_jeprof)
        return (struct judge){profile, true, jp_mem_zeroed(count, sizeof(uint8_t))};
    jp_vec_reserve(&profile->classes->known, count);
    while (profile->classes->known.count < count)
        jp_vec_push(&profile->classes->known, 0);
    return (struct judge){profile, false, profile->classes->known.data};
}

static void dismiss(struct judge *judge)
{
    if (judge->as_jeprof)
        free(judge->known);
}

static enum jp_allocator_class class_of_function(struct judge *judge, uint32_t function)
{
    const struct jp_profile *const profile = judge->profile;

    if (!judge->known[function]) {
        const struct jp_span name =
            jp_intern_span(&profile->strings, profile->functions.data[function].name);
        judge->known[function] =
            (uint8_t)(jp_allocator_judge_name(&profile->rules, name, judge->as_jeprof) + 1);
    }
    return (enum jp_allocator_class)(judge->known[function] - 1);
}

static enum jp_allocator_class class_of_frame(struct judge *judge, uint32_t frame)
{
    return class_of_function(judge, judge->profile->frames.data[frame].function);
}

enum jp_allocator_class jp_allocator_of_function(const struct jp_profile *profile,
                                                 uint32_t function)
{
    struct judge judge = judge_of(profile, false);

    return without_doors(class_of_function(&judge, function));
}

void jp_allocator_mark(const struct jp_profile *profile, bool as_jeprof,
                       enum jp_allocator_class *classes)
{
    struct judge judge = judge_of(profile, as_jeprof);

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        classes[i] = JP_ALLOCATOR_NONE;
        if (profile->modules.data[location->module].is_allocator) {
            classes[i] = JP_ALLOCATOR_DOOR;
        } else if (location->frames_count) {
            const uint32_t last = location->frames_first + location->frames_count - 1;
            classes[i] = class_of_frame(&judge, last);
        }
    }
    dismiss(&judge);
}

/* Of a stack: where a walk outwards ends that reaches it. */
struct ends {
    uint32_t behind_door;  /* ... behind a door: at the first frame that is not the allocator's */
    uint32_t before_door;  /* ... before one: there frames without a mark may be internal */
    bool has_core_outside; /* the frame itself or one further out is the allocator's */
};

static bool is_core(enum jp_allocator_class class)
{
    return class == JP_ALLOCATOR_CORE || class == JP_ALLOCATOR_DOOR;
}

/* An address in no mapping amid the allocator's frames: the dump is damaged there. */
static bool is_hole(const struct jp_profile *profile, const enum jp_allocator_class *classes,
                    const struct jp_stack *stack)
{
    if (stack->parent == JP_ROOT_STACK ||
        !is_core(classes[profile->stacks.data[stack->parent].location]))
        return false;
    const uint32_t module = profile->locations.data[stack->location].module;
    return profile->modules.data[module].kind == JP_MODULE_UNMAPPED;
}

/* Those of STACK, whose caller has OUTER. */
static struct ends find_ends(const struct jp_profile *profile,
                             const enum jp_allocator_class *classes, const struct ends *outer,
                             uint32_t stack)
{
    const struct jp_stack *const at = &profile->stacks.data[stack];
    const enum jp_allocator_class class = classes[at->location];
    const uint32_t behind = outer->behind_door;
    const uint32_t before = outer->before_door;
    const bool goes_on = outer->has_core_outside;
    struct ends ends = {.has_core_outside = goes_on};

    switch (class) {
    case JP_ALLOCATOR_NONE:
        ends.behind_door = goes_on && is_hole(profile, classes, at) ? behind : stack;
        ends.before_door = goes_on ? before : stack;
        break;
    case JP_ALLOCATOR_ENTRY:
        ends.behind_door = behind;
        ends.before_door = goes_on ? before : behind;
        break;
    case JP_ALLOCATOR_CORE:
    case JP_ALLOCATOR_DOOR:
        ends.behind_door = class == JP_ALLOCATOR_DOOR ? behind : before;
        ends.before_door = ends.behind_door;
        ends.has_core_outside = true;
        break;
    }
    return ends;
}

void jp_allocator_visible(const struct jp_profile *profile, const enum jp_allocator_class *classes,
                          bool as_jeprof, const struct jp_subset *asked, uint32_t *visible)
{
    const struct jp_stack *const stacks = profile->stacks.data;
    struct jp_subset forks = jp_stack_forks(stacks, profile->stacks.count);
    struct ends *const of_fork = jp_mem_zeroed(forks.count, sizeof *of_fork);
    struct ends ends = {JP_ROOT_STACK, JP_ROOT_STACK, false};

    for (uint32_t i = 0; i < profile->stacks.count; i++) {
        if (i) {
            if (stacks[i].parent != i - 1)
                ends = of_fork[jp_subset_place(&forks, stacks[i].parent)];
            ends = find_ends(profile, classes, &ends, i);
        }
        if (ends.behind_door == JP_ROOT_STACK && !as_jeprof)
            ends.behind_door = i;
        if (ends.before_door == JP_ROOT_STACK && !as_jeprof)
            ends.before_door = i;
        const uint32_t fork = jp_subset_place(&forks, i);
        if (fork != JP_INDEX_NONE)
            of_fork[fork] = ends;
        const uint32_t place = jp_subset_place(asked, i);
        if (place != JP_INDEX_NONE)
            visible[place] = ends.before_door;
    }
    free(of_fork);
    jp_subset_release(&forks);
}

void jp_allocator_inlined(const struct jp_profile *profile, uint32_t *skips)
{
    struct judge judge = judge_of(profile, false);

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        skips[i] = 0;
        while (skips[i] + 1 < location->frames_count) {
            if (class_of_frame(&judge, location->frames_first + skips[i]) == JP_ALLOCATOR_NONE)
                break;
            skips[i]++;
        }
    }
    dismiss(&judge);
}

void jp_allocator_hide(const struct jp_profile *profile, struct jp_keys *keys)
{
    uint32_t *const skips = jp_mem_resize(NULL, profile->locations.count, sizeof *skips);
    bool *const hidden = jp_mem_zeroed(keys->list.count, sizeof *hidden);

    jp_allocator_inlined(profile, skips);
    for (size_t i = 0; i < profile->locations.count; i++) {
        for (uint32_t k = 0; k < skips[i]; k++)
            hidden[keys->first[i] + k] = true;
    }
    jp_keys_drop(keys, hidden, profile->locations.count);
    free(skips);
    free(hidden);
}
