/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_jit.h"

#include "jp_file.h"
#include "jp_number.h"
#include "jp_origin.h"
#include "jp_perf_map.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void collect(struct jit *jit, const struct jp_profile *profile, uint32_t process)
{
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const struct jp_module *const module = &profile->modules.data[location->module];
        if (location->frames_count || !location->address || location->is_resolved ||
            module->kind == JP_MODULE_FILE || (process && module->process != process))
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
    at->miss = JP_MISS_NONE; /* it may have been looked for before */
    jp_vec_push(&profile->frames,
                (struct jp_frame){.function = jp_profile_function(profile, function)});
    profile->modules.data[at->module].symbols = JP_SYMBOLS_PERF_MAP;
}

static size_t covered_count(const struct jit *jit)
{
    size_t count = 0;

    for (size_t i = 0; i < jit->names.count; i++)
        count += jit->names.data[i].len > 0;
    return count;
}

/* Returns how many were named. */
static uint32_t name_by(struct jp_profile *profile, uint32_t process, struct jp_span text,
                        const char *path, enum jp_jit_origin origin, struct jp_diags *diags)
{
    const bool must_cover = origin == JP_JIT_IN_TMP;
    struct jit jit = {0};
    uint32_t named = 0;
    size_t at = 0;

    collect(&jit, profile, process);
    jp_perf_map_look_up(text, path, jit.addresses.data, jit.addresses.count, jit.names.data,
                        must_cover ? NULL : diags);
    if (must_cover && 2 * covered_count(&jit) < jit.addresses.count) {
        jp_diags_add(
            diags, JP_NOTE, path, 0,
            "is not used: it covers %zu of %zu addresses, so it is of another process that "
            "had the same number; --perf-map takes it all the same",
            covered_count(&jit), jit.addresses.count);
        jit.places.count = 0;
    }
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

bool jp_jit_name(struct jp_profile *profile, uint32_t process, const char *path,
                 enum jp_jit_origin origin, struct jp_diags *diags, struct jp_error *error)
{
    struct jp_file file;
    struct jp_error ignored = JP_ERROR_INIT;

    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER,
                      origin == JP_JIT_NAMED ? error : &ignored)) {
        if (origin == JP_JIT_NAMED)
            return jp_error_prepend(error, "--perf-map");
        jp_diags_add(diags, origin == JP_JIT_BESIDE ? JP_WARNING : JP_NOTE, path, 0,
                     "is not used: %s", ignored.message);
        return true;
    }
    const uint32_t count = name_by(profile, process, file.bytes, path, origin, diags);
    if (count || origin != JP_JIT_IN_TMP)
        jp_diags_add(diags, JP_NOTE, path, 0, "names %" PRIu32 " %s", count,
                     jp_number_words(count, "address", "addresses"));
    jp_file_release(&file);
    return true;
}

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Everybody may put a file into /tmp: it is believed when it is the system's, this user's, or of
 * whom the dump is. */
static bool is_trusted(const char *path, struct jp_span dump)
{
    struct jp_buf name = JP_BUF_INIT;
    struct stat map;
    struct stat other;

    if (lstat(path, &map) != 0 || !S_ISREG(map.st_mode))
        return false;
    if (map.st_uid == 0 || map.st_uid == geteuid())
        return true;
    jp_buf_add(&name, dump);
    const bool is_of_dump = stat(name.ptr, &other) == 0 && other.st_uid == map.st_uid;
    jp_buf_release(&name);
    return is_of_dump;
}

bool jp_jit_beside(struct jp_buf *path, enum jp_jit_origin *origin, struct jp_span dump)
{
    const struct jp_origin of_dump = jp_origin_of(dump);
    const struct jp_span name = jp_span_basename(of_dump.process);
    const size_t dot = jp_span_rfind_byte(name, '.');

    if (of_dump.is_guess || dot == SIZE_MAX)
        return false;
    const struct jp_span pid = jp_span_slice(name, dot + 1, name.len);
    jp_buf_add(path, jp_span_slice(of_dump.process, 0, of_dump.process.len - name.len));
    jp_buf_format(path, "perf-%.*s.map", JP_SPAN_ARG(pid));
    *origin = JP_JIT_BESIDE;
    if (is_file(path->ptr))
        return true;
    *origin = JP_JIT_IN_TMP;
    jp_buf_clear(path);
    jp_buf_format(path, "/tmp/perf-%.*s.map", JP_SPAN_ARG(pid));
    return is_trusted(path->ptr, dump);
}

bool jp_jit_pid(const char *path, uint64_t *pid)
{
    struct jp_span name = jp_span_basename(jp_span_of(path));

    if (!jp_span_starts_with(name, JP_SPAN("perf-")))
        return false;
    name = jp_span_slice(name, sizeof "perf-" - 1, name.len);
    return jp_span_take_decimal(&name, pid) && jp_span_equal(name, JP_SPAN(".map"));
}
