/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which mapping does the program of the command line stand for? Wherever the file lies now and
 * whatever it is called: the same path, the same build-id as the file that lies at the mapped path,
 * the same name, or the only mapping that this file can have made.
 */
#include "config.h"

#include "jp_finder_private.h"

#include "jp_call_site.h"

#include <stdlib.h>
#include <string.h>

static bool has_code(const struct jp_module_request *module)
{
    for (size_t i = 0; i < module->range_count; i++) {
        if (module->ranges[i].is_executable)
            return true;
    }
    return false;
}

/* By name, "x.debug" stands for "x" and a link for its target. */
static bool has_name(const struct jp_finder_file *program, struct jp_span mapped)
{
    const struct jp_span name = jp_span_basename(mapped);
    const struct jp_span given = jp_span_basename(jp_span_of(program->path));

    if (jp_span_equal(given, name) || jp_span_equal(jp_folder_stem(given), name))
        return true;
    char *const target = realpath(program->path, NULL);
    const bool is_equal = target && jp_span_equal(jp_span_basename(jp_span_of(target)), name);
    free(target);
    return is_equal;
}

/* The file at the mapped path, if it is there, is the same build as the program. */
static bool has_build_id(struct jp_finder *finder, const struct jp_module_request *module)
{
    const struct jp_span id = jp_object_build_id(finder->program->object);
    struct jp_buf path = JP_BUF_INIT;
    bool is_equal = false;

    if (id.len == 0)
        return false;
    for (size_t i = 0; i <= finder->sysroots.count && !is_equal; i++) {
        jp_buf_clear(&path);
        jp_buf_add_text(&path, i < finder->sysroots.count ? finder->sysroots.data[i] : "");
        jp_buf_add(&path, module->path);
        const struct jp_finder_file *const file = jp_finder_open(finder, path.ptr);
        is_equal = file->object && jp_span_equal(jp_object_build_id(file->object), id);
    }
    jp_buf_release(&path);
    return is_equal;
}

/* Is the module explained without the program: its own file is here and fits? */
static bool is_explained(struct jp_finder *finder, const struct jp_module_request *module)
{
    struct jp_buf path = JP_BUF_INIT;
    bool is_there = false;

    for (size_t i = 0; i <= finder->sysroots.count && !is_there; i++) {
        jp_buf_clear(&path);
        jp_buf_add_text(&path, i < finder->sysroots.count ? finder->sysroots.data[i] : "");
        jp_buf_add(&path, module->path);
        const struct jp_finder_file *const file = jp_finder_open(finder, path.ptr);
        is_there = file->object && jp_fit(file->object, module, NULL) == JP_FIT_YES;
    }
    jp_buf_release(&path);
    return is_there;
}

/* A name with ".so" is a library's; a program is not taken for one of these by its shape alone. */
static bool may_be_shape_of(const struct jp_finder_file *program, struct jp_span path)
{
    const bool module_is_library =
        jp_span_find(jp_span_basename(path), JP_SPAN(".so"), 0) != SIZE_MAX;
    const bool file_is_library =
        jp_span_find(jp_span_basename(jp_span_of(program->path)), JP_SPAN(".so"), 0) != SIZE_MAX;

    return module_is_library == file_is_library;
}

typedef bool module_test(struct jp_finder *finder, const struct jp_module_request *module);

static bool test_path(struct jp_finder *finder, const struct jp_module_request *module)
{
    return jp_span_equal(module->path, jp_span_of(finder->program->path));
}

static bool test_name(struct jp_finder *finder, const struct jp_module_request *module)
{
    return has_name(finder->program, module->path);
}

/* Of the modules that pass, the one that fits; among several the first by path. */
static size_t first_of(struct jp_finder *finder, const struct jp_module_request *all, size_t count,
                       module_test *passes, bool must_fit)
{
    size_t best = SIZE_MAX;

    for (size_t i = 0; i < count; i++) {
        if (!has_code(&all[i]) || !passes(finder, &all[i]) ||
            (must_fit && jp_fit(finder->program->object, &all[i], NULL) == JP_FIT_NO))
            continue;
        if (best == SIZE_MAX || jp_span_compare(all[i].path, all[best].path) < 0)
            best = i;
    }
    return best;
}

/* The kernel maps the program below all libraries, unless ld.so was started with it. */
static size_t lowest(const struct jp_module_request *all, size_t count)
{
    size_t low = SIZE_MAX;

    for (size_t i = 0; i < count; i++) {
        if (has_code(&all[i]) &&
            (low == SIZE_MAX || all[i].ranges[0].start < all[low].ranges[0].start))
            low = i;
    }
    return low;
}

/*
 * The module that the file's segments fit, and that has no file of its own, or whose recorded
 * addresses prove this one, as for the twin that was not stripped, of files without build-ids: the
 * lowest, or the only.
 */
static size_t only_plausible(struct jp_finder *finder, const struct jp_module_request *all,
                             size_t count)
{
    const struct jp_object *const program = finder->program->object;
    const size_t low = lowest(all, count);
    size_t only = SIZE_MAX;
    size_t fitting = 0;

    for (size_t i = 0; i < count; i++) {
        if (!has_code(&all[i]) || !may_be_shape_of(finder->program, all[i].path) ||
            !jp_fit_whole(program, &all[i]) ||
            (is_explained(finder, &all[i]) && !jp_fit_is_proven(program, &all[i])))
            continue;
        if (i == low && jp_object_is_program(program))
            return i;
        only = i;
        fitting++;
    }
    return fitting == 1 ? only : SIZE_MAX;
}

/*
 * The program has the name and the shape of the mapping, but few of the recorded return addresses
 * follow a call in it: is there a file in which more do? Two builds of one program are named like
 * that when only one can be named on the command line.
 */
static bool has_better_rival(struct jp_finder *finder, const struct jp_module_request *module)
{
    const struct jp_finder_file *const program = finder->program;
    const struct jp_module_calls own = jp_finder_calls(program->object, module);
    struct jp_module_calls other = {0, 0};
    struct jp_search search;
    const char *path;

    if (!jp_call_site_is_doubtful(own.judged, own.calls))
        return false;
    jp_search_init(&search, finder, module);
    jp_intern_add_text(&search.visited, program->path);
    struct jp_object *const rival = jp_search_module(&search, &path);
    if (rival)
        other = jp_finder_calls(rival, module);
    const bool is_better = other.calls > own.calls;
    if (is_better)
        jp_diags_add(finder->diags, JP_WARNING, program->path, 0,
                     "is not the program that ran as %.*s: only %zu of %zu recorded return "
                     "addresses follow a call there, in %s %zu of %zu; that one is used",
                     JP_SPAN_ARG(module->path), own.calls, own.judged, path, other.calls,
                     other.judged);
    jp_search_release(&search);
    return is_better;
}

struct jp_program_role jp_finder_program_role(struct jp_finder *finder,
                                              const struct jp_module_request *all, size_t all_count)
{
    static module_test *const tests[] = {test_path, has_build_id, test_name};
    struct jp_program_role role = {.module = SIZE_MAX};
    const char *const dump = finder->dump;

    if (!finder->program || all_count == 0)
        return role;
    for (size_t i = 0; i < JP_COUNT_OF(tests); i++) {
        role.module = first_of(finder, all, all_count, tests[i], true);
        if (role.module == SIZE_MAX)
            continue;
        role.is_rejected = has_better_rival(finder, &all[role.module]);
        return role;
    }
    role.module = only_plausible(finder, all, all_count);
    role.is_guess = role.module != SIZE_MAX;
    if (role.is_guess)
        return role;
    role.module = first_of(finder, all, all_count, test_name, false);
    role.is_rejected = role.module != SIZE_MAX;
    if (role.is_rejected) {
        struct jp_buf why = JP_BUF_INIT;
        jp_fit(finder->program->object, &all[role.module], &why);
        jp_diags_add(finder->diags, JP_WARNING, finder->program->path, 0,
                     "is not the program that ran as %.*s%s%s, so it gives no names%s: %s",
                     JP_SPAN_ARG(all[role.module].path), dump ? " in " : "", dump ? dump : "",
                     dump ? " there" : "", why.ptr ? why.ptr : "");
        jp_buf_release(&why);
    } else {
        jp_diags_add(finder->diags, JP_WARNING, finder->program->path, 0,
                     "stands for no mapping of %s: none has its name or its build-id, and not "
                     "exactly one fits its segments",
                     dump ? dump : "the dump");
    }
    return role;
}
