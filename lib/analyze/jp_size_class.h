/* SPDX-License-Identifier: BSD-2-Clause */
/* jemalloc's size classes: what an allocation of some size really takes. */
#ifndef JP_SIZE_CLASS_H
#define JP_SIZE_CLASS_H

#include <stdbool.h>

/*
 * The smallest class that holds BYTES, with jemalloc's defaults on 64 bit machines (quantum 16,
 * four classes per doubling): 8, 16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320 ...
 * Source: jemalloc's manual, section "Implementation notes".
 */
double jp_size_class_of(double bytes);

/*
 * The class that is nearest to BYTES, by their ratio: what a mean of class sizes that was rounded
 * on the way belongs to.
 */
double jp_size_class_near(double bytes);

/* Is the class served from slabs, which hold many objects, and not from pages of its own? */
bool jp_size_class_is_small(double class_bytes);

#endif
