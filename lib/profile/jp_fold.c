/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_fold.h"

#include "jp_allocator.h"
#include "jp_view.h"

#include <math.h>

static uint8_t folded_kinds(unsigned kinds)
{
    return (uint8_t)((kinds & JP_FOLD_STD ? JP_PLUMBING_STD | JP_PLUMBING_CONTAINER : 0) |
                     (kinds & JP_FOLD_ASYNC ? JP_PLUMBING_ASYNC : 0));
}

/* --show-allocator shows what is the allocator's whatever else it is. */
static bool is_frame_folded(const struct jp_fold *fold, uint32_t location, uint32_t frame)
{
    const uint8_t found = jp_plumbing_of(&fold->plumbing, location, frame);

    return (found & fold->wanted) && (fold->hides_allocator || !(found & JP_PLUMBING_ALLOCATOR));
}

bool jp_fold_location(const struct jp_fold *fold, uint32_t location)
{
    const struct jp_location *const at = &fold->plumbing.profile->locations.data[location];

    if (at->frames_count == 0)
        return is_frame_folded(fold, location, JP_NO_FRAME);
    for (uint32_t i = fold->skips[location]; i < at->frames_count; i++) {
        if (!is_frame_folded(fold, location, at->frames_first + i))
            return false;
    }
    return true;
}

void jp_fold_init(struct jp_fold *fold, const struct jp_profile *profile, unsigned kinds,
                  bool hides_allocator)
{
    *fold = (struct jp_fold){
        .wanted = folded_kinds(kinds),
        .hides_allocator = hides_allocator,
        .skips = jp_mem_zeroed(profile->locations.count, sizeof *fold->skips),
    };
    jp_plumbing_init(&fold->plumbing, profile, !hides_allocator);
    if (hides_allocator)
        jp_allocator_inlined(profile, fold->skips);
}

void jp_fold_release(struct jp_fold *fold)
{
    jp_plumbing_release(&fold->plumbing);
    free(fold->skips);
    *fold = (struct jp_fold){0};
}

/* Is key K of LOCATION folded? */
static bool is_key_folded(const struct jp_fold *fold, const struct jp_keys *keys, uint32_t location,
                          uint32_t k)
{
    return is_frame_folded(fold, location, keys->frames.data[k]) ||
           jp_fold_location(fold, location);
}

void jp_fold_hide(const struct jp_fold *fold, const struct jp_profile *profile,
                  struct jp_keys *keys)
{
    bool *const hidden = jp_mem_zeroed(keys->list.count, sizeof *hidden);

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        if (jp_fold_location(fold, i))
            continue;
        for (uint32_t k = keys->first[i]; k < keys->first[i + 1]; k++)
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

/* Does the stack that ends in NODE end in a frame that is folded? */
static bool ends_folded(const struct jp_fold *fold, const struct jp_keys *keys,
                        const struct jp_stack *nodes, uint32_t node)
{
    for (; node; node = nodes[node].parent) {
        const uint32_t location = nodes[node].location;
        const uint32_t first = keys->first[location];
        if (first < keys->first[location + 1])
            return is_key_folded(fold, keys, location, first);
    }
    return false;
}

static bool has_user_key(const struct jp_fold *fold, const struct jp_keys *keys, uint32_t location)
{
    for (uint32_t k = keys->first[location]; k < keys->first[location + 1]; k++) {
        if (!is_key_folded(fold, keys, location, k))
            return true;
    }
    return false;
}

/* Of the stack that ends in a node: has it a frame that is not folded? */
enum has_user { NOT_KNOWN, HAS_NONE, HAS_USER };

/* KNOWN, per node, has the answers so far. */
static bool has_user(const struct jp_fold *fold, const struct jp_keys *keys,
                     const struct jp_stack *nodes, uint32_t node, uint8_t *known)
{
    uint8_t found = HAS_NONE;
    uint32_t end = node;

    for (; end && found != HAS_USER; end = nodes[end].parent) {
        found = known[end];
        if (found == NOT_KNOWN && has_user_key(fold, keys, nodes[end].location))
            found = HAS_USER;
        if (found == HAS_NONE)
            break;
    }
    if (found == NOT_KNOWN)
        found = HAS_NONE;
    for (; node != end; node = nodes[node].parent)
        known[node] = found;
    return found == HAS_USER;
}

double jp_fold_moved(const struct jp_fold *fold, const struct jp_view *view,
                     const struct jp_keys *keys)
{
    const struct jp_stack *const nodes = view->nodes.data;
    uint8_t *const known = jp_mem_zeroed(view->nodes.count, sizeof *known);
    double moved = 0;

    for (uint32_t node = 1; node < view->nodes.count; node++) {
        const double value = jp_view_value(view, node);
        if (value != 0 && ends_folded(fold, keys, nodes, node) &&
            has_user(fold, keys, nodes, node, known))
            moved += fabs(value);
    }
    free(known);
    return moved;
}
