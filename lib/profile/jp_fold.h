/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folding: frames that are plumbing are left out of stacks, and what they hold goes to the frame
 * that called them. Only frames go, never values: a stack of nothing but plumbing stays as it is,
 * so every sum is what it is without folding.
 *
 * A frame is judged by itself (jp_plumbing.h). Locations whose frames are all folded are left out
 * where a view is made; of others the folded inlined calls are taken out of the keys.
 */
#ifndef JP_FOLD_H
#define JP_FOLD_H

#include "jp_plumbing.h"

struct jp_view;

/* What to fold, as bits. */
enum {
    JP_FOLD_STD = 1,   /* standard libraries, containers, how a program starts */
    JP_FOLD_ASYNC = 2, /* between an async function and what it awaits */
};

struct jp_fold {
    struct jp_plumbing plumbing;
    uint8_t wanted; /* kinds of plumbing */
    bool hides_allocator;
    uint32_t *skips; /* per location: how many of its innermost frames are not shown anyway */
};

/*
 * KINDS says what is folded. The allocator's own frames are not: with HIDES_ALLOCATOR they are
 * those that jp_allocator_hide takes out of keys.
 */
void jp_fold_init(struct jp_fold *fold, const struct jp_profile *profile, unsigned kinds,
                  bool hides_allocator);
void jp_fold_release(struct jp_fold *fold);

/* Is all that is shown of LOCATION folded? */
bool jp_fold_location(const struct jp_fold *fold, uint32_t location);

/* Take the folded frames out of KEYS, but never all frames of a location. */
void jp_fold_hide(const struct jp_fold *fold, const struct jp_profile *profile,
                  struct jp_keys *keys);

/* How many frames of KEYS, which were not folded yet, are folded. */
size_t jp_fold_count(const struct jp_fold *fold, const struct jp_profile *profile,
                     const struct jp_keys *keys);

/*
 * The values of VIEW, which was made without folding, that FOLD would move to the frame that
 * called plumbing: those of stacks that end in a folded frame and have another one. Of values
 * below 0 the amount. KEYS have all frames that are shown.
 */
double jp_fold_moved(const struct jp_fold *fold, const struct jp_view *view,
                     const struct jp_keys *keys);

#endif
