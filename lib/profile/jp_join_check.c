/* SPDX-License-Identifier: BSD-2-Clause */
/* What can only be judged when all dumps have been added: do they belong together? */
#include "config.h"

#include "jp_buf.h"
#include "jp_join.h"
#include "jp_origin.h"

#include <string.h>

struct snapshot {
    struct jp_origin origin;
    enum jp_side side;
    size_t source;
};

static int compare_processes(const struct snapshot *a, const struct snapshot *b)
{
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    return jp_span_compare(a->origin.process, b->origin.process);
}

static int compare_snapshots(const void *a, const void *b)
{
    const struct snapshot *const x = a;
    const struct snapshot *const y = b;
    const int order = compare_processes(x, y);

    return order ? order : (x->source > y->source) - (x->source < y->source);
}

static void tell_of_one_process(const struct snapshot *list, size_t count, struct jp_diags *diags)
{
    const char *const dumps = list->side == JP_SIDE_MAIN ? "dumps" : "base dumps";
    const struct jp_span process = list->origin.process;
    bool is_guess = false;

    for (size_t i = 0; i < count; i++)
        is_guess |= list[i].origin.is_guess;
    if (is_guess)
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%zu %s are added up, and the names look like dumps of one process (%.*s.*): "
                     "memory that lives in several of them is then counted several times; to see "
                     "what grew, give the earlier one as --base",
                     count, dumps, JP_SPAN_ARG(process));
    else
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%zu %s are snapshots of one process (%.*s.*): memory that lives in several "
                     "of them is counted several times; to see what grew, give the earlier one as "
                     "--base",
                     count, dumps, JP_SPAN_ARG(process));
}

/* Snapshots of one process on one side: what lives in two of them is counted twice. */
static void check_one_process(const struct jp_profile *profile, struct jp_diags *diags)
{
    const size_t count = profile->sources.count;
    struct snapshot *const snapshots = jp_mem_resize(NULL, count, sizeof *snapshots);

    for (size_t i = 0; i < count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        snapshots[i] = (struct snapshot){
            jp_origin_of(jp_intern_span(&profile->strings, source->path)), source->side, i};
    }
    qsort(snapshots, count, sizeof *snapshots, compare_snapshots);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++) {
            if (compare_processes(&snapshots[first], &snapshots[end]))
                break;
        }
        if (end - first < 2 || snapshots[first].origin.process.len == 0)
            continue;
        tell_of_one_process(&snapshots[first], end - first, diags);
    }
    free(snapshots);
}

static void check_one_program(const struct jp_profile *profile, struct jp_diags *diags)
{
    uint32_t first = 0;

    for (size_t i = 0; i < profile->sources.count; i++) {
        const uint32_t program = profile->sources.data[i].program;
        if (!program)
            continue;
        if (!first)
            first = program;
        const struct jp_span a = jp_span_basename(jp_intern_span(&profile->strings, first));
        const struct jp_span b = jp_span_basename(jp_intern_span(&profile->strings, program));
        if (jp_span_equal(a, b))
            continue;
        jp_diags_add(diags, JP_WARNING,
                     jp_intern_text(&profile->strings, profile->sources.data[i].path), 0,
                     "this dump seems to be of another program (%.*s) than the first (%.*s)",
                     JP_SPAN_ARG(b), JP_SPAN_ARG(a));
    }
}

enum { IN_MAIN = 1, IN_BASE = 2 };

/* For each module: is it part of stacks of the main dumps, of the base? */
static void find_sides(const struct jp_profile *profile, unsigned char *of_module)
{
    unsigned char *const of_stack = jp_mem_resize(NULL, profile->stacks.count, 1);

    memset(of_stack, 0, profile->stacks.count);
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample *const sample = &profile->samples.data[i];
        const bool in_main =
            sample->main.of[JP_INUSE_BYTES] > 0 || sample->main.of[JP_ALLOC_BYTES] > 0;
        const bool in_base =
            sample->base.of[JP_INUSE_BYTES] > 0 || sample->base.of[JP_ALLOC_BYTES] > 0;
        of_stack[sample->stack] |= (unsigned char)(in_main * IN_MAIN + in_base * IN_BASE);
    }
    for (size_t i = profile->stacks.count; i-- > 1;) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        of_stack[stack->parent] |= of_stack[i];
        of_module[profile->locations.data[stack->location].module] |= of_stack[i];
    }
    free(of_stack);
}

/* A module of the base only, while the main dumps have another one of the same file name. */
static bool is_other_build(const struct jp_profile *profile, const unsigned char *sides,
                           size_t index)
{
    const struct jp_module *const module = &profile->modules.data[index];
    const struct jp_span name = jp_span_basename(jp_intern_span(&profile->strings, module->path));

    if (module->kind != JP_MODULE_FILE || sides[index] != IN_BASE)
        return false;
    for (size_t i = 0; i < profile->modules.count; i++) {
        const struct jp_module *const other = &profile->modules.data[i];
        if (i != index && other->kind == JP_MODULE_FILE && (sides[i] & IN_MAIN) &&
            jp_span_equal(jp_span_basename(jp_intern_span(&profile->strings, other->path)), name))
            return true;
    }
    return false;
}

/* The part of the base's bytes whose stacks pass through the modules marked in IS_OTHER. */
static double share_of_base(const struct jp_profile *profile, const bool *is_other)
{
    bool *const touches = jp_mem_resize(NULL, profile->stacks.count, sizeof *touches);
    double part = 0;
    double whole = 0;

    touches[JP_ROOT_STACK] = false;
    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        touches[i] =
            touches[stack->parent] || is_other[profile->locations.data[stack->location].module];
    }
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample *const sample = &profile->samples.data[i];
        if (sample->thread != JP_PROCESS)
            continue;
        whole += sample->base.of[JP_INUSE_BYTES];
        part += touches[sample->stack] ? sample->base.of[JP_INUSE_BYTES] : 0;
    }
    free(touches);
    return whole > 0 ? part / whole : 0;
}

static bool has_base(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++) {
        if (profile->sources.data[i].side == JP_SIDE_BASE)
            return true;
    }
    return false;
}

static void check_builds(const struct jp_profile *profile, struct jp_diags *diags)
{
    const size_t count = profile->modules.count;
    unsigned char *const sides = jp_mem_resize(NULL, count + 1, 1);
    bool *const is_other = jp_mem_resize(NULL, count + 1, sizeof *is_other);
    struct jp_buf names = JP_BUF_INIT;

    memset(sides, 0, count + 1);
    find_sides(profile, sides);
    for (size_t i = 0; i < count; i++) {
        is_other[i] = is_other_build(profile, sides, i);
        if (!is_other[i])
            continue;
        if (names.len)
            jp_buf_add_text(&names, ", ");
        jp_buf_add(&names, jp_span_basename(
                               jp_intern_span(&profile->strings, profile->modules.data[i].path)));
    }
    if (names.len)
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%.1f %% of the base's bytes come through another build of %s than the main "
                     "dumps have: they are matched by name, not by address",
                     100 * share_of_base(profile, is_other), names.ptr);
    jp_buf_release(&names);
    free(is_other);
    free(sides);
}

void jp_join_check(const struct jp_profile *profile, struct jp_diags *diags)
{
    check_one_process(profile, diags);
    check_one_program(profile, diags);
    if (has_base(profile))
        check_builds(profile, diags);
}
