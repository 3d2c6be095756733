/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From locations to keys: the texts that rows, boxes and frames are called by.
 *
 * A key is what a report groups by (a function, a line, a file, an address). Each location has one
 * key per frame, innermost first. Keys are interned: equal text, equal id. In every naming but
 * JP_NAMES_JEPROF two different functions never share a key: when their short names collide, what
 * tells them apart is added (parameters, then the module, then the file).
 */
#ifndef JP_NAMING_H
#define JP_NAMING_H

#include "jp_buf.h"
#include "jp_profile.h"

enum jp_granularity {
    JP_BY_FUNCTION, /* the default */
    JP_BY_LINE,
    JP_BY_FILE,
    JP_BY_ADDRESS,
};

enum jp_naming {
    JP_NAMES_SHORT, /* the default: no parameters, no hashes, long template lists shortened */
    JP_NAMES_FULL,
    JP_NAMES_TEMPLATE, /* no parameters, template lists complete */
    JP_NAMES_MANGLED,
    JP_NAMES_JEPROF, /* jeprof's own shortening, collisions included */
};

struct jp_keys {
    struct jp_intern strings;
    uint32_t *first;         /* per location id: index in list; first[location + 1] ends it */
    JP_VEC(uint32_t) list;   /* string ids, innermost frame first */
    JP_VEC(uint32_t) frames; /* parallel to list: index in profile.frames, or JP_NO_FRAME */
    bool *is_shortened;      /* per function: its keys have less than its complete name */
};

#define JP_NO_FRAME UINT32_MAX

/* Stands in the keys of inlined calls, behind the name of the function. */
#define JP_INLINE_MARK " (inline)"

/* The empty stack's key; always in jp_keys.strings. */
#define JP_NO_STACK_NAME "[no stack]"

void jp_keys_init(struct jp_keys *keys, const struct jp_profile *profile,
                  enum jp_granularity granularity, enum jp_naming naming);
void jp_keys_release(struct jp_keys *keys);

/* Take the keys away that are HIDDEN (one flag per element of the list), but never all of a
 * location: see jp_allocator_hide and jp_fold_hide. */
void jp_keys_drop(struct jp_keys *keys, const bool *hidden, size_t location_count);

/* How many functions among the keys are called by less than their complete name. */
size_t jp_keys_shortened(const struct jp_keys *keys, const struct jp_profile *profile);

/* What a location without a name is called: "libfoo.so+0x1234", or the address without a file. */
void jp_naming_place(struct jp_buf *out, const struct jp_profile *profile, uint32_t location);

/*
 * The name of a function in NAMING, without regard to collisions. RULES have the spellings and
 * template arguments that short names leave out; NULL: none, and other names need none.
 */
void jp_naming_function(struct jp_buf *out, struct jp_span full_name, enum jp_naming naming,
                        const struct jp_rules *rules);

/* The short name with every template list shown, however long. */
void jp_naming_unlimited(struct jp_buf *out, struct jp_span full_name,
                         const struct jp_rules *rules);

/* The parameters of a C++ function with short types, "(string const&) const"; nothing without them.
 */
void jp_naming_parameters(struct jp_buf *out, struct jp_span full_name,
                          const struct jp_rules *rules);

/* jeprof's ShortFunctionName: see the reference in doc/differences.md. */
void jp_naming_jeprof_short(struct jp_buf *out, struct jp_span full_name);

#endif
