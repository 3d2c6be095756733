/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bytes of the unit or line program that is being read, as a copy where that is faster than the
 * pages of the file: one after the other comes into the same memory.
 */
#ifndef JP_DWARF_COPY_H
#define JP_DWARF_COPY_H

#include "jp_object.h"

struct jp_dwarf_copy {
    const struct jp_object *object;
    int fd;
    char *bytes;
    size_t capacity;
};

/* Of parts of OBJECT; those of others are left where they are. */
void jp_dwarf_copy_init(struct jp_dwarf_copy *copy, const struct jp_object *object);
void jp_dwarf_copy_release(struct jp_dwarf_copy *copy);

/* SPAN, a part of a section of OBJECT, or its like elsewhere; valid until the next one is taken. */
struct jp_span jp_dwarf_copy_take(struct jp_dwarf_copy *copy, const struct jp_object *object,
                                  struct jp_span span);

#endif
