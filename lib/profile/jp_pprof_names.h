/* SPDX-License-Identifier: BSD-2-Clause */
/* The names that a profile in pprof's format brings along, for jp_join_pprof. */
#ifndef JP_PPROF_NAMES_H
#define JP_PPROF_NAMES_H

#include "jp_modules.h"
#include "jp_pprof.h"

struct jp_pprof_home;

struct jp_pprof_names {
    struct jp_profile *profile;
    const struct jp_pprof *pprof;
    struct jp_modules *modules;
    struct jp_pprof_home *homes; /* per function of the pprof profile */
    uint32_t *functions;         /* the same: the profile's, once it was needed */
};

/* All three must live as long as NAMES. */
void jp_pprof_names_init(struct jp_pprof_names *names, struct jp_profile *profile,
                         const struct jp_pprof *pprof, struct jp_modules *modules);
void jp_pprof_names_release(struct jp_pprof_names *names);

/* The mapping of LOCATION as jp_modules.h takes it. */
static inline uint32_t jp_pprof_names_mapping(const struct jp_pprof_location *location)
{
    return location->mapping == JP_PPROF_NO_MAPPING ? JP_NO_MODULE : location->mapping;
}

/* Does FOUND, of the profile, have the names and lines of LOCATION? */
bool jp_pprof_names_are(const struct jp_pprof_names *names,
                        const struct jp_pprof_location *location, const struct jp_location *found);

/* Give those of LOCATION, if there are any, to ID, a location of the profile that has none. */
void jp_pprof_names_give(struct jp_pprof_names *names, const struct jp_pprof_location *location,
                         uint32_t id);

/*
 * Names and lines as a number with the highest bit set, which no inode has. Other names have the
 * same one by chance only, of one in 2^63. It does not depend on what else is in the profile, as
 * a store keeps it.
 */
uint64_t jp_pprof_names_digest(const struct jp_pprof_names *names,
                               const struct jp_pprof_location *location);

#endif
