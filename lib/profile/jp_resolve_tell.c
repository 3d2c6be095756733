/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_resolve_tell.h"

#include "jp_allocator.h"
#include "jp_number.h"

#include <inttypes.h>
#include <string.h>

/* What concerns less of the bytes is a note: it cannot be seen in a report. */
#define VISIBLE_SHARE 0.0005

/* Modules that are told one by one; a dump may name any number. */
#define TOLD_MODULES 200

/* Modules whose share is computed: each 64 cost a walk over all stacks. */
#define COUNTED_MODULES 4096

static const char *remedy(enum jp_miss miss)
{
    switch (miss) {
    case JP_MISS_NO_MAPPING:
        return "the dump does not say what was loaded there";
    case JP_MISS_NOT_A_FILE:
        return "code made at run time has no symbol table";
    case JP_MISS_FILE_NOT_FOUND:
    case JP_MISS_NOT_ELF:
    case JP_MISS_DAMAGED:
        return "copy it from where the dump was taken and name its folder with --sysroot";
    case JP_MISS_OTHER_BUILD:
        return "get the file of the build that ran and name its folder with --sysroot";
    case JP_MISS_NO_SYMBOLS:
        return "install its debug symbols or name their folder with --debug-dir";
    default:
        return "its debug symbols may know more: install them or name their folder with "
               "--debug-dir";
    }
}

static double value_of(const struct jp_sample *sample, enum jp_metric metric)
{
    return sample->thread == JP_PROCESS ? sample->main.of[metric] + sample->base.of[metric] : 0;
}

static double total_of(const struct jp_profile *profile, enum jp_metric metric)
{
    double total = 0;

    for (size_t i = 0; i < profile->samples.count; i++)
        total += value_of(&profile->samples.data[i], metric);
    return total;
}

/* Bytes of the stack itself and of all stacks that it is part of. */
static double *subtree_sums(const struct jp_profile *profile, enum jp_metric metric)
{
    double *const sums = jp_mem_resize(NULL, profile->stacks.count, sizeof *sums);

    for (size_t i = 0; i < profile->stacks.count; i++)
        sums[i] = 0;
    for (size_t i = 0; i < profile->samples.count; i++)
        sums[profile->samples.data[i].stack] += value_of(&profile->samples.data[i], metric);
    for (size_t i = profile->stacks.count; i-- > 1;)
        sums[profile->stacks.data[i].parent] += sums[i];
    return sums;
}

/*
 * Add to BYTES, for the 64 modules from FIRST on, what passes through their nameless locations. A
 * stack counts once per module: at its outermost such location, which is the one without another
 * above it. SEEN has one mask per stack.
 */
static void add_nameless(const struct jp_profile *profile, const double *sums, uint64_t *seen,
                         uint32_t first, double *bytes)
{
    seen[JP_ROOT_STACK] = 0;
    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        const struct jp_location *const location = &profile->locations.data[stack->location];
        seen[i] = seen[stack->parent];
        if (location->frames_count || location->module < first || location->module - first >= 64)
            continue;
        const uint64_t bit = UINT64_C(1) << (location->module - first);
        if (!(seen[i] & bit))
            bytes[location->module] += sums[i];
        seen[i] |= bit;
    }
}

/* Bytes of nameless code per module; the caller frees it. */
static double *nameless_bytes(const struct jp_profile *profile, enum jp_metric metric)
{
    const size_t count = profile->modules.count;
    double *const bytes = jp_mem_resize(NULL, count, sizeof *bytes);
    double *const sums = subtree_sums(profile, metric);
    uint64_t *const seen = jp_mem_resize(NULL, profile->stacks.count, sizeof *seen);

    for (size_t i = 0; i < count; i++)
        bytes[i] = 0;
    for (size_t i = 0; i < count && i < COUNTED_MODULES; i += 64)
        add_nameless(profile, sums, seen, (uint32_t)i, bytes);
    free(seen);
    free(sums);
    return bytes;
}

/* A stripped file that still exports some names is, for the user, a file without symbols. */
static enum jp_miss plain_reason(const struct jp_module *module, enum jp_miss miss)
{
    const struct jp_binary *const binary = module->binary;

    if (miss == JP_MISS_NOT_COVERED && binary && binary->object && !binary->symbol_object &&
        !jp_object_has_symtab(binary->object))
        return JP_MISS_NO_SYMBOLS;
    return miss;
}

struct reasons {
    enum jp_miss nameless; /* why names are missing, NONE: all are there */
    enum jp_miss lineless;
};

/* The reason that stands first in the list of reasons is the worst. */
static enum jp_miss worse(enum jp_miss a, enum jp_miss b)
{
    if (a == JP_MISS_NONE || b == JP_MISS_NONE)
        return a == JP_MISS_NONE ? b : a;
    return a < b ? a : b;
}

static struct reasons *find_reasons(const struct jp_profile *profile)
{
    struct reasons *const reasons = jp_mem_resize(NULL, profile->modules.count, sizeof *reasons);

    memset(reasons, 0, profile->modules.count * sizeof *reasons);
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const struct jp_module *const module = &profile->modules.data[location->module];
        struct reasons *const own = &reasons[location->module];
        if (location->frames_count)
            own->lineless = worse(own->lineless, location->miss);
        else
            own->nameless = worse(own->nameless, plain_reason(module, location->miss));
    }
    return reasons;
}

/* What the code in front of the recorded return addresses says; nothing about the right file. */
static void tell_build(const struct jp_module *module, double share, struct jp_diags *diags)
{
    enum { FEW = 2 }; /* coroutines and makecontext() have a made-up return address each */
    const uint32_t judged = module->judged_count;
    const uint32_t calls = module->call_count;

    if (module->refused)
        jp_diags_add(diags, JP_WARNING, module->refused, 0,
                     "only %" PRIu32 " of %" PRIu32 " recorded return addresses follow a call "
                     "instruction there: it is another build than the one that ran; no names are "
                     "taken from it (%.1f %% of the bytes pass through it); %s",
                     calls, judged, 100 * share, remedy(JP_MISS_OTHER_BUILD));
    else if (module->binary && judged - calls >= FEW && calls < 0.9 * judged)
        jp_diags_add(diags, JP_WARNING, module->binary->path, 0,
                     "only %" PRIu32 " of %" PRIu32 " recorded return addresses follow a call "
                     "instruction there: if it is another build than the one that ran, its names "
                     "are wrong",
                     calls, judged);
}

static void tell_module(const struct jp_profile *profile, const struct jp_module *module,
                        struct reasons reasons, double share, struct jp_diags *diags)
{
    const struct jp_span path = jp_intern_span(&profile->strings, module->path);
    const bool is_visible = share >= VISIBLE_SHARE && !module->is_allocator;

    tell_build(module, share, diags);
    if (module->refused)
        return;
    if (reasons.nameless)
        jp_diags_add(diags, is_visible ? JP_WARNING : JP_NOTE, NULL, 0,
                     "no names in %.*s, %.1f %% of the bytes pass through it: %s; %s",
                     JP_SPAN_ARG(path), 100 * share, jp_miss_text(reasons.nameless),
                     remedy(reasons.nameless));
    else if (reasons.lineless)
        jp_diags_add(diags, JP_NOTE, NULL, 0, "%.*s: %s", JP_SPAN_ARG(path),
                     jp_miss_text(reasons.lineless));
}

/* Where the unwinder of the process stopped after malloc's own frame, nothing can be told. */
static void tell_unwinder(const struct jp_profile *profile, enum jp_metric metric, double total,
                          struct jp_diags *diags)
{
    enum jp_allocator_class *const classes =
        jp_mem_resize(NULL, profile->locations.count, sizeof *classes);
    double lost = 0;

    jp_allocator_mark(profile, false, classes);
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[profile->samples.data[i].stack];
        if (stack->depth == 1 && classes[stack->location] != JP_ALLOCATOR_NONE)
            lost += value_of(&profile->samples.data[i], metric);
    }
    free(classes);
    if (lost > 0.5 * total)
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%.1f %% of the bytes have a single frame, inside the allocator: the "
                     "process's unwinder stopped there. Build jemalloc with another one "
                     "(--enable-prof-libunwind, or --enable-prof-frameptr with programs compiled "
                     "with -fno-omit-frame-pointer) and take a new dump",
                     100 * lost / total);
}

struct ranked {
    double bytes;
    uint32_t module;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *const x = a;
    const struct ranked *const y = b;

    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    return (x->module > y->module) - (x->module < y->module);
}

/* One line per module that lacks something, those with the most bytes first. */
static void tell_modules(struct jp_profile *profile, const double *bytes,
                         const struct reasons *reasons, double total, struct jp_diags *diags)
{
    const size_t count = profile->modules.count;
    struct ranked *const ranked = jp_mem_resize(NULL, count, sizeof *ranked);
    size_t told = 0;

    for (size_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){bytes[i], (uint32_t)i};
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    for (size_t i = 0; i < count; i++) {
        const uint32_t module = ranked[i].module;
        if (!reasons[module].nameless && !reasons[module].lineless) {
            tell_build(&profile->modules.data[module], 0, diags);
            continue;
        }
        if (told++ < TOLD_MODULES)
            tell_module(profile, &profile->modules.data[module], reasons[module],
                        total > 0 ? ranked[i].bytes / total : 0, diags);
    }
    if (told > TOLD_MODULES)
        jp_diags_add(diags, JP_WARNING, NULL, 0, "%zu more %s names or lines", told - TOLD_MODULES,
                     jp_number_words(told - TOLD_MODULES, "module lacks", "modules lack"));
    free(ranked);
}

void jp_resolve_tell(struct jp_profile *profile, struct jp_diags *diags)
{
    const enum jp_metric metric =
        total_of(profile, JP_INUSE_BYTES) > 0 ? JP_INUSE_BYTES : JP_ALLOC_BYTES;
    const double total = total_of(profile, metric);
    double *const bytes = nameless_bytes(profile, metric);
    struct reasons *const reasons = find_reasons(profile);

    for (size_t i = 0; i < profile->modules.count; i++)
        profile->modules.data[i].miss =
            reasons[i].nameless ? reasons[i].nameless : reasons[i].lineless;
    tell_modules(profile, bytes, reasons, total, diags);
    tell_unwinder(profile, metric, total, diags);
    free(reasons);
    free(bytes);
}
