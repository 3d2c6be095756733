/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_answer.h"

#include "jp_number.h"
#include "jp_vec.h"
#include "jp_worker.h"

#include <inttypes.h>

bool jp_dwarf_answer_is_possible(const struct jp_binary *binary)
{
    return binary->debug_object && jp_object_has_section(binary->debug_object, ".debug_info");
}

typedef JP_VEC(struct jp_worker_job) job_vec;
typedef JP_VEC(uint64_t) address_vec;

/* What is known of one task. */
struct asking {
    struct jp_dwarf_request request;
    struct jp_dwarf_work work;
    struct jp_error error;
    address_vec left; /* for the second reader */
    bool is_fine;
};

static void add_job(job_vec *jobs, jp_dwarf_lookup *lookup, const struct jp_dwarf_request *request,
                    struct jp_names *names, const struct jp_symbolize_options *options)
{
    jp_vec_push(jobs, (struct jp_worker_job){
                          .lookup = lookup,
                          .request = *request,
                          .limits = options->limits ? *options->limits
                                                    : jp_worker_limits_for(
                                                          jp_object_bytes(request->object).len),
                          .names = names,
                          .error = JP_ERROR_INIT,
                      });
}

/* A second process is worth its start, which takes as long as to read a few hundred KiB of packed
 * debug information, when this much of the files is not in the largest one. */
enum { PROCESS_BYTES = 512 << 10 };

static unsigned useful_processes(const job_vec *jobs, unsigned most)
{
    uint64_t total = 0;
    uint64_t largest = 0;

    for (size_t i = 0; i < jobs->count; i++) {
        const uint64_t bytes = jp_object_bytes(jobs->data[i].request.object).len;
        total += bytes;
        largest = bytes > largest ? bytes : largest;
    }
    const uint64_t useful = 1 + (total - largest) / PROCESS_BYTES;
    return useful < most ? (unsigned)useful : most;
}

/* After a failure the names are empty, as what came before it may be half a truth. */
static void do_jobs(job_vec *jobs, const struct jp_symbolize_options *options,
                    const struct jp_meanwhile *meanwhile)
{
    if (!options->no_worker)
        jp_worker_run(jobs->data, jobs->count, useful_processes(jobs, options->jobs), meanwhile,
                      options->ending);
    else
        jp_meanwhile_run(meanwhile);
    for (size_t i = 0; i < jobs->count; i++) {
        struct jp_worker_job *const job = &jobs->data[i];
        if (options->no_worker)
            job->is_fine = job->lookup(&job->request, job->names, &job->work, &job->error);
        if (!job->is_fine) {
            jp_names_release(job->names);
            jp_names_init(job->names);
            job->work = (struct jp_dwarf_work){0};
        }
    }
}

/* One line per module, about the gravest thing. */
static void tell(const char *path, const struct jp_dwarf_work *work, struct jp_diags *diags)
{
    if (work->units_refused > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "%" PRIu64 " of %" PRIu64 " %s of debug information could not be read: "
                     "their functions have no lines and no inlined frames",
                     work->units_refused, work->units_total,
                     jp_number_words(work->units_total, "unit", "units"));
    else if (work->inlines_cut > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "more than %d functions are inlined into one another: the innermost frames "
                     "are left out",
                     JP_NAMES_MOST_FRAMES);
    else if (work->split_missing > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "the functions of %" PRIu64 " %s in split debug files (.dwo, .dwp), "
                     "which were not found: no inlined frames there; copy them beside the program "
                     "or name their folder with --debug-dir",
                     work->split_missing,
                     jp_number_words(work->split_missing, "unit are", "units are"));
}

/* What this process does while the readers work. */
struct waiting {
    const struct jp_symbolize_task *tasks;
    size_t count;
    const struct jp_meanwhile *meanwhile; /* of the caller */
};

/* Names are looked for in there when the readers have answered. */
static void read_symbols(void *argument)
{
    const struct waiting *const waiting = argument;

    for (size_t i = 0; i < waiting->count; i++)
        jp_object_symbols_read(jp_symbolize_names_object(waiting->tasks[i].binary));
    jp_meanwhile_run(waiting->meanwhile);
}

static void ask(struct jp_dwarf_answer *answers, struct asking *askings, size_t count,
                jp_dwarf_lookup *reader, const struct jp_symbolize_options *options,
                const struct jp_meanwhile *meanwhile)
{
    job_vec jobs = {0};
    size_t next = 0;

    for (size_t i = 0; i < count; i++) {
        if (answers[i].miss == JP_MISS_NONE)
            add_job(&jobs, reader, &askings[i].request, &answers[i].first, options);
    }
    do_jobs(&jobs, options, meanwhile);
    for (size_t i = 0; i < count; i++) {
        if (answers[i].miss != JP_MISS_NONE)
            continue;
        askings[i].is_fine = jobs.data[next].is_fine;
        askings[i].work = jobs.data[next].work;
        askings[i].error = jobs.data[next++].error;
    }
    jp_vec_release(&jobs);
}

/* The addresses that the first reader left without frames, if it refused something. */
static void find_left(const struct jp_dwarf_answer *answer, struct asking *asking)
{
    if (answer->miss != JP_MISS_NONE || (asking->is_fine && asking->work.units_refused == 0))
        return;
    for (size_t i = 0; i < asking->request.count; i++) {
        const uint64_t address = asking->request.addresses[i];
        const struct jp_name_entry *const entry = jp_names_find(&answer->first, address);
        if (!entry || entry->frames_count == 0)
            jp_vec_push(&asking->left, address);
    }
    if (asking->left.count == 0)
        asking->work.units_refused = 0; /* nothing was asked about them */
}

static void take_second(struct asking *asking, const struct jp_worker_job *job)
{
    struct jp_dwarf_work *const work = &asking->work;
    const struct jp_dwarf_work *const more = &job->work;

    if (!job->is_fine)
        return;
    asking->is_fine = true;
    if (work->units_total == 0)
        work->units_total = more->units_total;
    work->units_read += more->units_read;
    work->dies_read += more->dies_read;
    work->line_rows += more->line_rows;
    work->units_refused = more->units_refused;
    if (work->split_missing < more->split_missing)
        work->split_missing = more->split_missing;
}

/* Ask the second reader for what the first one left. */
static void ask_again(struct jp_dwarf_answer *answers, struct asking *askings, size_t count,
                      jp_dwarf_lookup *reader, const struct jp_symbolize_options *options)
{
    static const struct jp_meanwhile nothing = {0};
    job_vec jobs = {0};
    size_t next = 0;

    for (size_t i = 0; i < count; i++) {
        struct asking *const asking = &askings[i];
        struct jp_dwarf_request second = asking->request;
        find_left(&answers[i], asking);
        second.addresses = asking->left.data;
        second.count = asking->left.count;
        if (asking->left.count)
            add_job(&jobs, reader, &second, &answers[i].second, options);
    }
    do_jobs(&jobs, options, &nothing);
    for (size_t i = 0; i < count; i++) {
        if (askings[i].left.count)
            take_second(&askings[i], &jobs.data[next++]);
        jp_vec_release(&askings[i].left);
    }
    jp_vec_release(&jobs);
}

static void conclude(struct jp_dwarf_answer *answer, const struct asking *asking,
                     struct jp_dwarf_work *total, struct jp_diags *diags)
{
    const char *const path = jp_object_path(asking->request.object);

    jp_dwarf_work_add(total, &asking->work);
    total->files_read++;
    if (asking->is_fine) {
        answer->is_refused = asking->work.units_refused > 0;
        answer->is_complete = asking->work.units_refused == 0 && asking->work.split_missing == 0 &&
                              asking->work.alternate_missing == 0;
        tell(path, &asking->work, diags);
        return;
    }
    answer->miss = JP_MISS_READER_FAILED;
    jp_diags_add(diags, JP_WARNING, path, 0,
                 "the debug information could not be read (%s): no lines and no inlined frames",
                 asking->error.message);
}

static const char *program_of(const struct jp_binary *binary)
{
    return binary->object != binary->debug_object ? jp_object_path(binary->object) : NULL;
}

void jp_dwarf_answers_init(struct jp_dwarf_answer *answers, const struct jp_symbolize_task *tasks,
                           size_t count, const struct jp_symbolize_options *options,
                           struct jp_dwarf_work *total, struct jp_diags *diags)
{
    struct asking *const askings = jp_mem_zeroed(count, sizeof *askings);
    jp_dwarf_lookup *const reader = options->reader ? options->reader : jp_dwarf_reader_lookup;
    jp_dwarf_lookup *second = options->second_reader;
    struct waiting waiting = {tasks, count, &options->meanwhile};

    for (size_t i = 0; i < count; i++) {
        const struct jp_binary *const binary = tasks[i].binary;
        answers[i] = (struct jp_dwarf_answer){
            .miss = jp_dwarf_answer_is_possible(binary) ? JP_MISS_NONE : JP_MISS_NO_DEBUG_INFO};
        jp_object_symbols_expect(jp_symbolize_names_object(binary), tasks[i].addresses,
                                 tasks[i].count);
        jp_names_init(&answers[i].first);
        jp_names_init(&answers[i].second);
        askings[i].request = (struct jp_dwarf_request){.object = binary->debug_object,
                                                       .alternate = binary->alternate,
                                                       .symbols = jp_symbolize_names_object(binary),
                                                       .program = program_of(binary),
                                                       .mapped_path = binary->mapped_path,
                                                       .split_folders = binary->split_folders,
                                                       .addresses = tasks[i].addresses,
                                                       .count = tasks[i].count,
                                                       .want_inlines = true,
                                                       .jobs = options->jobs};
    }
    if (!second && !options->reader)
        second = jp_dwarf_libdwarf_lookup;
    ask(answers, askings, count, reader, options, &(struct jp_meanwhile){read_symbols, &waiting});
    if (second)
        ask_again(answers, askings, count, second, options);
    for (size_t i = 0; i < count; i++) {
        if (answers[i].miss == JP_MISS_NONE)
            conclude(&answers[i], &askings[i], total, diags);
    }
    free(askings);
}

void jp_dwarf_answers_release(struct jp_dwarf_answer *answers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        jp_names_release(&answers[i].first);
        jp_names_release(&answers[i].second);
    }
}
