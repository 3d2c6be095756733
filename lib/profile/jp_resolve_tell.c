/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_resolve_tell.h"

#include "jp_allocator.h"
#include "jp_module_facts.h"
#include "jp_number.h"
#include "jp_remedy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What concerns less of the bytes is a note: it cannot be seen in a report. */
#define VISIBLE_SHARE 0.0005

/* Modules that are told one by one; a dump may name any number. */
#define TOLD_MODULES 200

/* What the code in front of the recorded return addresses says; nothing about the right file. */
static void tell_build(const struct jp_profile *profile, const struct jp_module *module,
                       double share, struct jp_diags *diags)
{
    enum { FEW = 2 }; /* coroutines and makecontext() have a made-up return address each */
    const uint32_t judged = module->judged_count;
    const uint32_t calls = module->call_count;
    const char *const path = jp_intern_text(&profile->strings, module->file);

    if (module->is_refused)
        jp_diags_add(
            diags, JP_WARNING, path, 0,
            "only %" PRIu32 " of %" PRIu32 " recorded return addresses follow a call "
            "instruction there: it is another build than the one that ran; no names are "
            "taken from it (%.1f %% of the bytes pass through it); %s",
            calls, judged, 100 * share,
            jp_remedy(JP_MISS_OTHER_BUILD, jp_intern_span(&profile->strings, module->path)));
    else if (judged - calls >= FEW && calls < 0.9 * judged)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "only %" PRIu32 " of %" PRIu32 " recorded return addresses follow a call "
                     "instruction there: if it is another build than the one that ran, its names "
                     "are wrong",
                     calls, judged);
}

/*
 * A program under another name was a guess by the shape of its code. Call instructions in front of
 * the recorded return addresses prove it; without any, nobody knows.
 */
static void tell_guess(const struct jp_profile *profile, const struct jp_module *module,
                       struct jp_diags *diags)
{
    enum { ENOUGH = 3 };
    const uint32_t judged = module->judged_count;
    const char *const file = jp_intern_text(&profile->strings, module->file);
    const struct jp_span path = jp_intern_span(&profile->strings, module->path);
    const bool is_proven = judged >= ENOUGH && module->call_count >= 0.9 * judged;

    if (!module->is_guess || module->is_refused)
        return;
    if (is_proven)
        jp_diags_add(diags, JP_NOTE, file, 0,
                     "is taken for %.*s: its segments fit, and %" PRIu32 " of %" PRIu32
                     " recorded return addresses follow a call instruction there",
                     JP_SPAN_ARG(path), module->call_count, judged);
    else
        jp_diags_add(diags, JP_WARNING, file, 0,
                     "is taken for %.*s although the names differ, because its segments fit; there "
                     "are too few return addresses to tell whether it is right",
                     JP_SPAN_ARG(path));
}

/* No code of a process: the first page is never mapped, and the upper half is the kernel's. */
static bool is_impossible(uint64_t address)
{
    return address < 4096 || address >= UINT64_C(1) << 63;
}

/* Addresses that no map explains have one of two causes, which can be told apart. */
static void tell_unmapped(const struct jp_profile *profile, uint32_t module, double share,
                          struct jp_diags *diags)
{
    struct jp_buf text = JP_BUF_INIT;
    size_t count = 0;
    size_t impossible = 0;

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (location->module != module || location->frames_count)
            continue;
        count++;
        impossible += is_impossible(location->address);
    }
    if (impossible)
        jp_buf_format(
            &text,
            "; %zu of them can be no code (below 4096, or the kernel's): the unwinder of the "
            "process went astray, or the dump is damaged",
            impossible);
    if (count > impossible && jp_profile_has_map(profile))
        jp_buf_format(&text, "; %zu %s unloaded, or made at run time, before the dump was taken",
                      count - impossible,
                      jp_number_words(count - impossible, "belongs to code that was",
                                      "belong to code that was"));
    jp_diags_add(diags, share >= VISIBLE_SHARE ? JP_WARNING : JP_NOTE, NULL, 0,
                 "%.1f %% of the bytes pass through %zu %s of the dump ([unknown])%s", 100 * share,
                 count,
                 jp_number_words(count, "address that lies in no mapping",
                                 "addresses that lie in no mapping"),
                 text.ptr ? text.ptr : "");
    jp_buf_release(&text);
}

/* Which part of a module has names, but no lines or inlined calls, and why. */
static void tell_thin(struct jp_span path, const struct jp_module_facts *facts,
                      struct jp_diags *diags)
{
    if (!facts->lined_count) {
        jp_diags_add(diags, JP_NOTE, NULL, 0, "%.*s: %s", JP_SPAN_ARG(path),
                     jp_miss_text(jp_module_lacks(facts)));
        return;
    }
    if (facts->lineless)
        jp_diags_add(diags, JP_NOTE, NULL, 0,
                     "%.*s: no lines for %" PRIu32 " of %" PRIu32 " locations: %s",
                     JP_SPAN_ARG(path), facts->named_count - facts->lined_count, facts->named_count,
                     jp_module_lineless_text(facts));
    if (facts->thin == JP_MISS_NO_ALT_FILE)
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%.*s: no names of inlined functions for %" PRIu32 " of %" PRIu32
                     " locations: %s; %s",
                     JP_SPAN_ARG(path), facts->thin_count, facts->lined_count,
                     jp_miss_text(facts->thin), jp_remedy(facts->thin, path));
    else if (facts->thin)
        jp_diags_add(diags, JP_NOTE, NULL, 0,
                     "%.*s: no inlined calls for %" PRIu32 " of %" PRIu32 " locations: %s",
                     JP_SPAN_ARG(path), facts->thin_count, facts->lined_count,
                     jp_miss_text(facts->thin));
}

/* MORE is where to read on, with a warning; NULL: it is a note. */
static void tell_nameless(const struct jp_profile *profile, const struct jp_module *module,
                          const struct jp_module_facts *facts, double share, const char *more,
                          struct jp_diags *diags)
{
    const struct jp_span path = jp_intern_span(&profile->strings, module->path);
    const bool is_part = facts->named_count > 0; /* exported functions, of a stripped file */
    char part[64] = "";

    if (is_part)
        snprintf(part, sizeof part, "for %" PRIu32 " of %" PRIu32 " locations ",
                 facts->location_count - facts->named_count, facts->location_count);
    jp_diags_add(diags, more ? JP_WARNING : JP_NOTE, NULL, 0,
                 "no names %sin %.*s, %.1f %% of the bytes pass through %s: %s; %s%s", part,
                 JP_SPAN_ARG(path), 100 * share, is_part ? "them" : "it",
                 jp_module_nameless_text(facts),
                 jp_remedy_of_module(profile, module, facts->nameless), more ? more : "");
}

/* MORE is where to read on. True: a warning says that names are missing. */
static bool tell_module(const struct jp_profile *profile, const struct jp_module *module,
                        const struct jp_module_facts *facts, double share, const char *more,
                        struct jp_diags *diags)
{
    const struct jp_span path = jp_intern_span(&profile->strings, module->path);
    const bool is_visible = share >= VISIBLE_SHARE && !module->is_allocator;

    tell_build(profile, module, share, diags);
    if (module->is_refused)
        return false;
    if (facts->nameless && profile->has_plain_addresses)
        jp_diags_add(diags, JP_WARNING, NULL, 0, "no names for addresses in %.*s: %s; %s",
                     JP_SPAN_ARG(path), jp_miss_text(facts->nameless),
                     jp_remedy(facts->nameless, path));
    else if (facts->nameless)
        tell_nameless(profile, module, facts, share, is_visible ? more : NULL, diags);
    else if (jp_module_lacks(facts))
        tell_thin(path, facts, diags);
    return facts->nameless && is_visible;
}

/* Where the unwinder of the process stopped after malloc's own frame, nothing can be told. */
static void tell_unwinder(const struct jp_profile *profile, const struct jp_profile_facts *facts,
                          struct jp_diags *diags)
{
    enum jp_allocator_class *const classes =
        jp_mem_resize(NULL, profile->locations.count, sizeof *classes);
    double lost = 0;

    jp_allocator_mark(profile, false, classes);
    for (size_t i = 0; i < profile->samples.count; i++) {
        const uint32_t id = profile->samples.keys[i].stack;
        const struct jp_stack *const stack = &profile->stacks.data[id];
        const bool is_single = id != JP_ROOT_STACK && stack->parent == JP_ROOT_STACK;
        if (is_single && classes[stack->location] != JP_ALLOCATOR_NONE)
            lost += jp_profile_process_value(profile, i, facts->metric);
    }
    free(classes);
    if (lost > 0.5 * facts->total)
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%.1f %% of the bytes have a single frame, inside the allocator: the "
                     "process's unwinder stopped there. Build jemalloc with another one "
                     "(--enable-prof-libunwind, or --enable-prof-frameptr with programs compiled "
                     "with -fno-omit-frame-pointer) and take a new dump",
                     100 * lost / facts->total);
}

/* One line per module that lacks something, those with the most nameless bytes first. */
static void tell_modules(const struct jp_profile *profile, const struct jp_profile_facts *facts,
                         const char *more, struct jp_diags *diags)
{
    size_t told = 0;

    for (size_t i = 0; i < facts->count; i++) {
        const uint32_t id = facts->by_nameless_bytes[i];
        const double share =
            facts->total > 0 ? facts->modules[id].nameless_bytes / facts->total : 0;
        const struct jp_module *const module = &profile->modules.data[id];
        const struct jp_module_facts *const own = &facts->modules[id];
        tell_guess(profile, module, diags);
        if (!own->nameless && !jp_module_lacks(own))
            tell_build(profile, module, 0, diags);
        else if (module->kind == JP_MODULE_UNMAPPED && !profile->has_plain_addresses)
            tell_unmapped(profile, id, share, diags);
        else if (told++ < TOLD_MODULES && tell_module(profile, module, own, share, more, diags))
            more = ""; /* once is enough */
    }
    if (told > TOLD_MODULES)
        jp_diags_add(diags, JP_WARNING, NULL, 0, "%zu more %s names or lines", told - TOLD_MODULES,
                     jp_number_words(told - TOLD_MODULES, "module lacks", "modules lack"));
}

void jp_resolve_tell(struct jp_profile *profile, const char *more, struct jp_diags *diags)
{
    struct jp_profile_facts facts;

    jp_profile_facts_init(&facts, profile);
    for (size_t i = 0; i < profile->modules.count; i++)
        profile->modules.data[i].miss = facts.modules[i].nameless
                                            ? facts.modules[i].nameless
                                            : jp_module_lacks(&facts.modules[i]);
    tell_modules(profile, &facts, more, diags);
    tell_unwinder(profile, &facts, diags);
    jp_profile_facts_release(&facts);
}
