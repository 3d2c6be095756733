/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_jit.h"

#include "jp_perf_map.h"

#include <stdlib.h>

struct place {
    uint64_t address; /* inside the call instruction */
    uint32_t location;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *const x = a;
    const struct place *const y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->location > y->location) - (x->location < y->location);
}

struct jit {
    JP_VEC(struct place) places;
    JP_VEC(uint64_t) addresses; /* of places, ascending and unique */
    JP_VEC(struct jp_span) names;
};

static void collect(struct jit *jit, const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (location->frames_count || !location->address || location->is_resolved ||
            profile->modules.data[location->module].kind == JP_MODULE_FILE)
            continue;
        jp_vec_push(&jit->places, (struct place){location->address - 1, (uint32_t)i});
    }
    if (jit->places.count)
        qsort(jit->places.data, jit->places.count, sizeof *jit->places.data, compare_places);
    for (size_t i = 0; i < jit->places.count; i++) {
        const uint64_t address = jit->places.data[i].address;
        if (i && jit->places.data[i - 1].address == address)
            continue;
        jp_vec_push(&jit->addresses, address);
        jp_vec_push(&jit->names, JP_SPAN(""));
    }
}

static void take_name(struct jp_profile *profile, uint32_t location, struct jp_span name)
{
    struct jp_location *const at = &profile->locations.data[location];
    const struct jp_function function = {
        .name = jp_intern_add(&profile->strings, name),
        .module = JP_NO_MODULE,
    };

    at->frames_first = (uint32_t)profile->frames.count;
    at->frames_count = 1;
    jp_vec_push(&profile->frames,
                (struct jp_frame){.function = jp_profile_function(profile, function)});
    profile->modules.data[at->module].symbols = JP_SYMBOLS_PERF_MAP;
}

uint32_t jp_jit_name(struct jp_profile *profile, struct jp_span text, const char *path,
                     struct jp_diags *diags)
{
    struct jit jit = {0};
    uint32_t named = 0;
    size_t at = 0;

    collect(&jit, profile);
    jp_perf_map_look_up(text, path, jit.addresses.data, jit.addresses.count, jit.names.data, diags);
    for (size_t i = 0; i < jit.places.count; i++) {
        at += i && jit.places.data[i].address != jit.places.data[i - 1].address;
        if (!jit.names.data[at].len)
            continue;
        take_name(profile, jit.places.data[i].location, jit.names.data[at]);
        named++;
    }
    jp_vec_release(&jit.places);
    jp_vec_release(&jit.addresses);
    jp_vec_release(&jit.names);
    return named;
}
