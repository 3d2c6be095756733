/* SPDX-License-Identifier: BSD-2-Clause */
/* What can only be judged when all dumps have been added: do they belong together? */
#include "config.h"

#include "jp_join.h"
#include "jp_origin.h"

#include <stdlib.h>

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

static int compare_files(const void *a, const void *b)
{
    const struct jp_source *const x = *(const struct jp_source *const *)a;
    const struct jp_source *const y = *(const struct jp_source *const *)b;

    if (x->side != y->side)
        return x->side < y->side ? -1 : 1;
    return (x->path > y->path) - (x->path < y->path);
}

/* Nobody means to add a dump to itself; a glob beside a name does. */
static void check_same_file(const struct jp_profile *profile, struct jp_diags *diags)
{
    const size_t count = profile->sources.count;
    const struct jp_source **const sources = jp_mem_resize(NULL, count, sizeof *sources);

    for (size_t i = 0; i < count; i++)
        sources[i] = &profile->sources.data[i];
    qsort(sources, count, sizeof *sources, compare_files);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (compare_files(&sources[first], &sources[end]))
                break;
        if (end - first > 1)
            jp_diags_add(diags, JP_WARNING, jp_intern_text(&profile->strings, sources[first]->path),
                         0, "was named %zu times, and is counted as often", end - first);
    }
    free(sources);
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

void jp_join_check(const struct jp_profile *profile, struct jp_diags *diags)
{
    if (!profile->is_series)
        check_one_process(profile, diags);
    check_same_file(profile, diags);
    check_one_program(profile, diags);
}
