/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which frames belong to the allocator, by the profile's rules (jp_rules.h). The youngest run of
 * them is dropped from reports unless --show-allocator is given.
 */
#ifndef JP_ALLOCATOR_H
#define JP_ALLOCATOR_H

#include "jp_naming.h"
#include "jp_subset.h"

/* How a frame takes part in malloc. */
enum jp_allocator_class {
    JP_ALLOCATOR_NONE,
    /*
     * Allocator proper, by a name of jeprof's list in any prefix that is not a door. Only the
     * allocator calls it, so what stands between it and a core frame further out is the allocator's
     * as well, whatever its name.
     */
    JP_ALLOCATOR_CORE,
    /*
     * A function that everybody calls (malloc, mallocx), or any in malloc's own module. Its caller
     * is not the allocator unless that is marked itself: a hook that malloc calls may call malloc.
     */
    JP_ALLOCATOR_DOOR,
    /*
     * The language's way into malloc (operator new, __rust_alloc, a GlobalAlloc shim): dropped only
     * while it is the youngest frame left, so that code called from it is never swallowed.
     */
    JP_ALLOCATOR_ENTRY,
};

/*
 * The class of each location, by the frame that holds its code (the outermost of its inline chain).
 * CLASSES has one element per location. With AS_JEPROF only jeprof's own list counts, applied the
 * way jeprof does (short name cut at the first blank), besides the allocator's modules.
 */
void jp_allocator_mark(const struct jp_profile *profile, bool as_jeprof,
                       enum jp_allocator_class *classes);

/*
 * What is left of each stack when its allocator frames are gone: going outwards from the youngest
 * frame everything up to a door is dropped, doors and core frames that follow one another with it,
 * then entry frames. Without a door the outermost core frame ends it. A stack wholly inside the
 * allocator keeps its outermost frame, but AS_JEPROF nothing. CLASSES has one element per location;
 * VISIBLE, one per member of ASKED, which are stacks, gets the stack that is left.
 */
void jp_allocator_visible(const struct jp_profile *profile, const enum jp_allocator_class *classes,
                          bool as_jeprof, const struct jp_subset *asked, uint32_t *visible);

/*
 * How many of a location's innermost inlined frames are the allocator's: what remains of malloc in
 * the youngest frame after the allocator's locations were dropped. Never all frames. SKIPS has one
 * element per location.
 */
void jp_allocator_inlined(const struct jp_profile *profile, uint32_t *skips);

/* Take these frames out of KEYS, which were made for PROFILE. */
void jp_allocator_hide(const struct jp_profile *profile, struct jp_keys *keys);

/* By name alone: demangled and complete. A door is called core here. */
enum jp_allocator_class jp_allocator_of_name(const struct jp_rules *rules,
                                             struct jp_span full_name);

/* The same for a function of PROFILE, which keeps the answer. */
enum jp_allocator_class jp_allocator_of_function(const struct jp_profile *profile,
                                                 uint32_t function);

/*
 * Is this the module of a malloc library? By its file's name, or because it exports mallctl and
 * most of what it exports are allocation functions. A program with jemalloc linked in exports the
 * same, but is not malloc's own module: there the names of the functions decide. BINARY may be
 * NULL.
 */
bool jp_allocator_is_module(const struct jp_rules *rules, struct jp_span path,
                            const struct jp_binary *binary);

#endif
