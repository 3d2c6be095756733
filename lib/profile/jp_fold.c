/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_fold.h"

#include "jp_allocator.h"
#include "jp_plumbing.h"
#include "jp_view.h"

#include <math.h>

static uint8_t folded_kinds(unsigned kinds)
{
    return (uint8_t)((kinds & JP_FOLD_STD ? JP_PLUMBING_STD | JP_PLUMBING_CONTAINER : 0) |
                     (kinds & JP_FOLD_ASYNC ? JP_PLUMBING_ASYNC : 0));
}

/* --show-allocator shows what is the allocator's whatever else it is. */
static bool is_folded(uint8_t found, uint8_t wanted, bool hides_allocator)
{
    return (found & wanted) && (hides_allocator || !(found & JP_PLUMBING_ALLOCATOR));
}

/* SKIP: how many of its innermost frames are not shown anyway. */
static bool fold_location(const struct jp_fold *fold, const struct jp_location *location,
                          uint32_t skip)
{
    for (uint32_t i = skip; i < location->frames_count; i++) {
        if (!fold->frames[location->frames_first + i])
            return false;
    }
    return true;
}

void jp_fold_init(struct jp_fold *fold, const struct jp_profile *profile, unsigned kinds,
                  bool hides_allocator)
{
    const size_t count = profile->locations.count;
    const uint8_t wanted = folded_kinds(kinds);
    uint32_t *const skips = jp_mem_zeroed(count, sizeof *skips);
    struct jp_plumbing plumbing;

    *fold = (struct jp_fold){
        .frames = jp_mem_zeroed(profile->frames.count, sizeof *fold->frames),
        .locations = jp_mem_zeroed(count, sizeof *fold->locations),
    };
    jp_plumbing_init(&plumbing, profile, !hides_allocator);
    if (hides_allocator)
        jp_allocator_inlined(profile, skips);
    for (uint32_t i = 0; i < count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        for (uint32_t f = 0; f < location->frames_count; f++) {
            const uint32_t frame = location->frames_first + f;
            fold->frames[frame] =
                is_folded(jp_plumbing_of(&plumbing, i, frame), wanted, hides_allocator);
        }
        fold->locations[i] =
            location->frames_count
                ? fold_location(fold, location, skips[i])
                : is_folded(jp_plumbing_of(&plumbing, i, JP_NO_FRAME), wanted, hides_allocator);
    }
    jp_plumbing_release(&plumbing);
    free(skips);
}

void jp_fold_release(struct jp_fold *fold)
{
    free(fold->frames);
    free(fold->locations);
    *fold = (struct jp_fold){0};
}

/* Is key K of LOCATION folded? */
static bool is_key_folded(const struct jp_fold *fold, const struct jp_keys *keys, uint32_t location,
                          uint32_t k)
{
    const uint32_t frame = keys->frames.data[k];

    return fold->locations[location] || (frame != JP_NO_FRAME && fold->frames[frame]);
}

void jp_fold_hide(const struct jp_fold *fold, const struct jp_profile *profile,
                  struct jp_keys *keys)
{
    bool *const hidden = jp_mem_zeroed(keys->list.count, sizeof *hidden);

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        for (uint32_t k = keys->first[i]; k < keys->first[i + 1] && !fold->locations[i]; k++)
            hidden[k] = is_key_folded(fold, keys, i, k);
    }
    jp_keys_drop(keys, hidden, profile->locations.count);
    free(hidden);
}

size_t jp_fold_count(const struct jp_fold *fold, const struct jp_profile *profile,
                     const struct jp_keys *keys)
{
    size_t count = 0;

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        for (uint32_t k = keys->first[i]; k < keys->first[i + 1]; k++)
            count += is_key_folded(fold, keys, i, k);
    }
    return count;
}

/* What is known of the stack that ends in a node. */
struct ending {
    bool is_folded; /* its innermost key */
    bool has_user;  /* some key is not folded */
};

static struct ending ending_of(const struct jp_fold *fold, const struct jp_keys *keys,
                               uint32_t location, struct ending ending)
{
    const uint32_t first = keys->first[location];
    const uint32_t end = keys->first[location + 1];

    for (uint32_t k = first; k < end; k++)
        ending.has_user |= !is_key_folded(fold, keys, location, k);
    if (first < end)
        ending.is_folded = is_key_folded(fold, keys, location, first);
    return ending;
}

double jp_fold_moved(const struct jp_fold *fold, const struct jp_view *view,
                     const struct jp_keys *keys)
{
    const size_t count = view->nodes.count;
    struct ending *const endings = jp_mem_zeroed(count, sizeof *endings);
    double moved = 0;

    /* A caller's id is smaller; the root is no frame. */
    for (uint32_t node = 1; node < count; node++) {
        const struct jp_stack *const at = &view->nodes.data[node];
        endings[node] = ending_of(fold, keys, at->location, endings[at->parent]);
        if (endings[node].is_folded && endings[node].has_user)
            moved += fabs(jp_view_value(view, node));
    }
    free(endings);
    return moved;
}
