/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_lookup.h"

#include "jp_arena.h"
#include "jp_dwarf_assemble.h"
#include "jp_dwarf_claims.h"
#include "jp_parallel.h"

struct lookup {
    const struct jp_dwarf_request *request;
    struct jp_arena arena;
    struct jp_dwarf_file file;
    struct jp_dwarf_file alternate;
    struct jp_dwarf_claims claims;
    struct jp_dwarf_result *results;
    struct jp_dwarf_task *tasks;
    size_t task_count;
    bool has_symbols; /* those of the addresses are ready, see jp_object_symbols_prepare */
};

/* Sort the addresses by unit, keeping their order inside of each. */
static void make_tasks(struct lookup *lookup)
{
    const size_t units = lookup->file.units.count;
    const size_t count = lookup->request->count;
    const uint32_t *const owners = lookup->claims.owners.unit;
    size_t *const starts = jp_arena_array(&lookup->arena, units + 1, sizeof *starts);
    uint32_t *const order = jp_arena_array(&lookup->arena, count, sizeof *order);

    for (size_t i = 0; i < count; i++) {
        if (owners[i] != JP_DWARF_NO_OWNER)
            starts[owners[i] + 1]++;
    }
    for (size_t i = 0; i < units; i++) {
        lookup->task_count += starts[i + 1] != 0;
        starts[i + 1] += starts[i];
    }
    lookup->tasks = jp_arena_array(&lookup->arena, lookup->task_count, sizeof *lookup->tasks);
    struct jp_dwarf_task *task = lookup->tasks;
    for (size_t i = 0; i < units; i++) {
        if (starts[i + 1] != starts[i])
            *task++ = (struct jp_dwarf_task){&lookup->file.units.data[i], order + starts[i],
                                             starts[i + 1] - starts[i]};
    }
    for (size_t i = 0; i < count; i++) {
        if (owners[i] != JP_DWARF_NO_OWNER)
            order[starts[owners[i]]++] = (uint32_t)i;
    }
}

/* Where the first split file that is missing was looked for: one stands for all. */
static void explain_lost(const struct lookup *lookup, const struct jp_dwarf_crew *crew,
                         struct jp_names *names)
{
    const struct jp_dwarf_unit *lost = NULL;
    struct jp_buf tried = JP_BUF_INIT;

    for (size_t i = 0; i < crew->count; i++) {
        const struct jp_dwarf_unit *const unit = crew->workers[i].lost;
        if (unit && (!lost || unit->offset < lost->offset))
            lost = unit;
    }
    if (lost)
        jp_dwarf_splits_explain(lookup->request, lost, &tried);
    names->tried = jp_intern_add(&names->strings, jp_buf_span(&tried));
    jp_buf_release(&tried);
}

static void find_tasks(struct lookup *lookup)
{
    jp_dwarf_claims_find(&lookup->claims);
    make_tasks(lookup);
}

static void prepare_symbols(struct lookup *lookup)
{
    const struct jp_dwarf_request *const request = lookup->request;

    jp_object_symbols_prepare(request->object, request->addresses, request->count);
}

struct step {
    void (*run)(struct lookup *lookup);
    struct lookup *lookup;
};

static void run_step(void *argument)
{
    const struct step *const step = argument;

    step->run(step->lookup);
}

/* With threads to come, the symbols are made ready by one while the tasks are found: neither looks
 * at what the other writes. */
static void prepare(struct lookup *lookup)
{
    enum { WORTH_BYTES = 32 << 20 };
    struct step steps[] = {{find_tasks, lookup}, {prepare_symbols, lookup}};

    lookup->has_symbols =
        lookup->request->jobs > 1 && lookup->file.sections[JP_DWARF_INFO].len >= WORTH_BYTES;
    jp_parallel_run(run_step, steps, lookup->has_symbols ? 2 : 1, sizeof *steps);
}

/* Strings, and what is needed of the line programs: all that the workers look at must be there. */
static void load_texts(struct lookup *lookup)
{
    jp_dwarf_file_load_strings(&lookup->file);
    /* From the end on: the programs lie in the order of the units. */
    for (size_t i = lookup->task_count; i > 0; i--)
        jp_dwarf_file_load_lines(&lookup->file, lookup->tasks[i - 1].unit);
    if (lookup->file.alternate)
        jp_dwarf_file_load_texts(&lookup->alternate);
}

/* False when more than the start of a section is needed. */
static bool run(struct lookup *lookup, struct jp_names *names, struct jp_dwarf_work *work)
{
    struct jp_dwarf_crew crew;
    bool needs_more = false;

    lookup->results =
        jp_arena_array(&lookup->arena, lookup->request->count, sizeof *lookup->results);
    if (lookup->task_count)
        load_texts(lookup);
    const struct jp_dwarf_crew_work crew_work = {.tasks = lookup->tasks,
                                                 .count = lookup->task_count,
                                                 .request = lookup->request,
                                                 .results = lookup->results,
                                                 .file = &lookup->file,
                                                 .code_start = lookup->claims.code_start,
                                                 .code_end = lookup->claims.code_end,
                                                 .has_symbols = lookup->has_symbols};
    jp_dwarf_crew_run(&crew, &crew_work);
    *work = (struct jp_dwarf_work){.units_total = lookup->file.units.count,
                                   .roots_read = lookup->claims.roots_read,
                                   .units_refused = lookup->file.units_refused};
    for (size_t i = 0; i < crew.count; i++) {
        jp_dwarf_work_add(work, &crew.workers[i].work);
        needs_more |= crew.workers[i].namer.needs_more ||
                      (lookup->file.is_start && crew.workers[i].tables.has_damaged);
    }
    if (!needs_more) {
        jp_dwarf_assemble(lookup->request, lookup->results, &crew, names, work);
        explain_lost(lookup, &crew, names);
    }
    jp_dwarf_crew_release(&crew);
    return !needs_more;
}

static bool init_file(const struct jp_dwarf_attempt *attempt, struct jp_dwarf_file *file,
                      struct jp_error *error)
{
    struct jp_object *const object = attempt->request->object;

    if (!attempt->is_start)
        return jp_dwarf_file_init(file, object, false, error);
    return jp_dwarf_file_init_start(file, object, attempt->reach->last_unit,
                                    attempt->reach->next_unit, error);
}

static bool answer_plain(const struct jp_dwarf_attempt *attempt, const struct lookup *lookup,
                         struct jp_dwarf_work *work)
{
    return !attempt->plain ||
           jp_dwarf_plain_answer(attempt->plain, &lookup->claims, attempt->plain_names, work);
}

bool jp_dwarf_look_up(const struct jp_dwarf_attempt *attempt, struct jp_names *names,
                      struct jp_dwarf_work *work, struct jp_error *error)
{
    const struct jp_dwarf_request *const request = attempt->request;
    struct lookup lookup = {.request = request};
    struct jp_dwarf_file *const file = &lookup.file;
    struct jp_dwarf_work plain_work = {0};
    bool is_fine = false;

    lookup.claims = (struct jp_dwarf_claims){
        .request = request, .reach = attempt->reach, .file = file, .arena = &lookup.arena};
    if (!init_file(attempt, file, error))
        return false;
    if (request->alternate &&
        jp_dwarf_file_init(&lookup.alternate, request->alternate, false, NULL)) {
        lookup.alternate.id = 1;
        file->alternate = &lookup.alternate;
        jp_dwarf_claims_read_roots(&lookup.claims, &lookup.alternate);
    }
    prepare(&lookup);
    const bool has_owners = lookup.claims.owners.free_count == 0 && file->units_refused == 0;
    if ((has_owners || !file->is_start) && answer_plain(attempt, &lookup, &plain_work) &&
        run(&lookup, names, work)) {
        jp_dwarf_work_add(work, &plain_work);
        is_fine = true;
    }
    jp_dwarf_file_release(file);
    jp_dwarf_file_release(&lookup.alternate);
    jp_arena_release(&lookup.arena);
    return is_fine;
}
