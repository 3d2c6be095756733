/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Libraries that a process has unloaded. What they allocated may still live, with return addresses
 * that lie in no mapping of the dump; an earlier dump of the process shows what was there.
 */
#ifndef JP_UNLOADED_H
#define JP_UNLOADED_H

#include "jp_dump.h"

struct jp_unloaded {
    struct jp_intern strings;
    uint32_t process;               /* string id: whose mappings these are */
    JP_VEC(struct jp_mapping) list; /* of files; ascending, without overlaps */
};

void jp_unloaded_init(struct jp_unloaded *unloaded);
void jp_unloaded_release(struct jp_unloaded *unloaded);

/* Has DUMP addresses in no mapping? Only then is there something to apply. */
bool jp_unloaded_lacks(const struct jp_dump *dump);

/*
 * Remember the files that DUMP, of the process called PROCESS, maps. What was known of another
 * process is forgotten; an empty PROCESS is never the same.
 */
void jp_unloaded_learn(struct jp_unloaded *unloaded, struct jp_span process,
                       const struct jp_dump *dump);

/*
 * Add to the map of DUMP the remembered files in which addresses without a mapping lie, where they
 * overlap nothing. Nothing is done when DUMP is of another process, or maps a file that is known at
 * another address: then the name lied. Returns the number of mappings added; they are marked
 * is_unloaded.
 */
size_t jp_unloaded_apply(const struct jp_unloaded *unloaded, struct jp_span process,
                         struct jp_dump *dump);

#endif
