/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From one process's addresses to module-relative ones: the mappings of a dump are grouped by the
 * file they map, each file that is hit is asked for once, and an address becomes a location.
 */
#ifndef JP_MODULES_H
#define JP_MODULES_H

#include "jp_profile.h"

struct jp_modules {
    struct jp_profile *profile;
    const struct jp_dump *dump;
    struct jp_finder *finder;               /* or NULL */
    JP_VEC(struct jp_module_request) files; /* the mapped files, one per path and inode */
    JP_VEC(struct jp_module_ranges) ranges; /* of all files, grouped */
    JP_VEC(uint32_t) file_of_mapping;       /* parallel to dump.maps.list; JP_NO_MODULE: no file */
    JP_VEC(uint32_t) module_of_mapping;     /* profile module; JP_NO_MODULE: not asked yet */
    JP_VEC(uint32_t) module_of_file;        /* the same, by file */
    uint32_t unmapped;                      /* module of addresses in no mapping; or not asked */
    uint32_t anon;
};

void jp_modules_init(struct jp_modules *modules, struct jp_profile *profile,
                     const struct jp_dump *dump, struct jp_finder *finder);
void jp_modules_release(struct jp_modules *modules);

/*
 * The location of a return address. The byte before it decides in which mapping it lies, because a
 * call may be the last instruction of a mapping.
 */
uint32_t jp_modules_location(struct jp_modules *modules, uint64_t address);

/* The same where it is known in which mapping (index in the map's list; JP_NO_MODULE: in none). */
uint32_t jp_modules_location_in(struct jp_modules *modules, uint32_t mapping, uint64_t address);

/* The module and the offset of that location, which need not be there. */
struct jp_modules_place {
    uint32_t module;
    uint64_t offset;
};

struct jp_modules_place jp_modules_place_in(struct jp_modules *modules, uint32_t mapping,
                                            uint64_t address);

/* The module of what lies in no mapping, which need not be there either. */
struct jp_module jp_modules_unmapped(struct jp_modules *modules);

/*
 * When all addresses were asked for: other mappings of a file are of its module as well, whether an
 * address lies in them or not.
 */
void jp_modules_complete(struct jp_modules *modules);

/* Take over what the file of BINARY, which has an object, says about MODULE of PROFILE. */
void jp_modules_describe(struct jp_profile *profile, struct jp_module *module,
                         const struct jp_binary *binary);

#endif
