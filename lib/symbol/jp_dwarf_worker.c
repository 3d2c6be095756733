/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_worker.h"

/*
 * Bounds on work, as multiples of the sections' sizes. Sound input is passed over once or twice;
 * only damaged or malicious input (thousands of units with the same list, say) comes near. The DIEs
 * of a unit that lies in a file of its own may be read so many times, too.
 */
enum {
    WORK_FACTOR = 64,
    LINE_FACTOR = 16,
    TEXT_FACTOR = 4,
    SPARE_WORK = 1 << 24,
    SPLIT_FACTOR = 4
};

void jp_dwarf_worker_allow(struct jp_dwarf_worker *worker, double share)
{
    const struct jp_span *const sections = worker->file->sections;
    const uint64_t info = sections[JP_DWARF_INFO].len;
    const uint64_t ranges = sections[JP_DWARF_RANGES].len + sections[JP_DWARF_RNGLISTS].len;
    const uint64_t line = sections[JP_DWARF_LINE].len;
    const uint64_t abbrev = sections[JP_DWARF_ABBREV].len;
    const uint64_t text = sections[JP_DWARF_STR].len + info;

    worker->line_budget += (uint64_t)(share * (double)(LINE_FACTOR * line + SPARE_WORK));
    worker->tables.budget += (uint64_t)(share * (double)(WORK_FACTOR * abbrev + SPARE_WORK));
    worker->namer.budget +=
        (uint64_t)(share * (double)(WORK_FACTOR * (info + ranges) + SPARE_WORK));
    worker->namer.text_budget += (uint64_t)(share * (double)(TEXT_FACTOR * text + SPARE_WORK));
}

void jp_dwarf_worker_init(struct jp_dwarf_worker *worker, const struct jp_dwarf_request *request,
                          struct jp_dwarf_result *results, const struct jp_dwarf_file *file,
                          struct jp_dwarf_symbols *symbols, uint64_t code_start, uint64_t code_end)
{
    *worker = (struct jp_dwarf_worker){
        .request = request, .results = results, .file = file, .symbols = symbols};
    jp_dwarf_copy_init(&worker->copy, file->object);
    jp_intern_init(&worker->strings);
    worker->namer.tables = &worker->tables;
    worker->namer.strings = &worker->strings;
    jp_dwarf_splits_init(&worker->splits, file, request);
    worker->chains.lines = &worker->lines;
    worker->chains.strings = &worker->strings;
    worker->chains.code_start = code_start;
    worker->chains.code_end = code_end;
    worker->chains.want_inlines = request->want_inlines;
    jp_vec_push(&worker->chains.nodes, (struct jp_dwarf_node){0});
}

void jp_dwarf_worker_release(struct jp_dwarf_worker *worker)
{
    jp_dwarf_copy_release(&worker->copy);
    jp_intern_release(&worker->strings);
    jp_dwarf_tables_release(&worker->tables);
    jp_dwarf_namer_release(&worker->namer);
    jp_dwarf_chains_release(&worker->chains);
    jp_dwarf_lines_release(&worker->lines);
    jp_dwarf_map_release(&worker->map);
    jp_dwarf_splits_release(&worker->splits);
    jp_vec_release(&worker->addresses);
    jp_vec_release(&worker->rows);
    jp_vec_release(&worker->found);
}

static void prepare(struct jp_dwarf_worker *worker, const struct jp_dwarf_task *task)
{
    const struct jp_dwarf_row no_row = {.file = JP_DWARF_NO_ROW};

    worker->addresses.count = 0;
    worker->rows.count = 0;
    worker->found.count = 0;
    for (size_t i = 0; i < task->count; i++) {
        jp_vec_push(&worker->addresses, worker->request->addresses[task->order[i]]);
        jp_vec_push(&worker->rows, no_row);
        jp_vec_push(&worker->found, 0);
    }
    worker->chains.addresses = worker->addresses.data;
    worker->chains.count = task->count;
    worker->chains.found = worker->found.data;
    worker->chains.unnamed = task->count;
}

static void find_rows(struct jp_dwarf_worker *worker, const struct jp_dwarf_task *task)
{
    if (!jp_dwarf_lines_read(&worker->lines, task->unit))
        return;
    const size_t bytes = jp_dwarf_left(&worker->lines.program);
    if (bytes > worker->line_budget) {
        worker->is_spent = true;
        return;
    }
    worker->line_budget -= bytes;
    const struct jp_object *const object = task->unit->file->object;
    const struct jp_span program = {(const char *)worker->lines.program.at, bytes};
    jp_dwarf_lines_move(&worker->lines, jp_dwarf_copy_take(&worker->copy, object, program));
    worker->work.line_rows +=
        jp_dwarf_lines_find(&worker->lines, worker->addresses.data, task->count,
                            worker->chains.code_start, worker->chains.code_end, worker->rows.data);
    jp_object_was_read(object, program);
}

/*
 * May a function of the unit hold ADDRESS? The symbol table knows better than the ranges of the
 * unit, which also cover the padding between functions. Thunks ("_ZTh...", "_ZTv...", "_ZTc...")
 * have symbols but no DIEs.
 */
static bool may_have_function(const struct jp_dwarf_worker *worker, uint64_t address)
{
    struct jp_object *const object = worker->request->object;

    if (!jp_object_has_symtab(object))
        return true;
    const struct jp_symbol *const symbol = jp_object_symbol(object, address);
    return symbol && strncmp(symbol->name, "_ZTh", 4) != 0 &&
           strncmp(symbol->name, "_ZTv", 4) != 0 && strncmp(symbol->name, "_ZTc", 4) != 0;
}

static void make_symbols_ready(const struct jp_dwarf_worker *worker)
{
    const struct jp_dwarf_request *const request = worker->request;

    pthread_mutex_lock(&worker->symbols->lock);
    if (!worker->symbols->are_ready)
        jp_object_symbols_prepare(request->object, request->addresses, request->count);
    worker->symbols->are_ready = true;
    pthread_mutex_unlock(&worker->symbols->lock);
}

/* How many addresses have no function yet but may have one. */
static size_t count_lacking(const struct jp_dwarf_worker *worker)
{
    size_t count = 0;

    if (worker->chains.unnamed == 0)
        return 0;
    make_symbols_ready(worker);
    for (size_t i = 0; i < worker->found.count; i++)
        count += !worker->found.data[i] && may_have_function(worker, worker->addresses.data[i]);
    return count;
}

/* Functions hide in functions, some compilers' in scopes and hardly ever in types, so more looks
 * are taken only where an address is left over, and only until it has its function. */
static bool find_functions(struct jp_dwarf_worker *worker, struct jp_dwarf_dies *dies)
{
    struct jp_dwarf_chains *const chains = &worker->chains;
    size_t lacking;
    int look = 0;

    if (!jp_dwarf_map_build(&worker->map, dies, jp_dwarf_chains_take, chains, &chains->unnamed))
        return false;
    while (look < JP_DWARF_LOOKS && (lacking = count_lacking(worker)) != 0) {
        const size_t enough = chains->unnamed - lacking;
        if (!jp_dwarf_map_search(&worker->map, dies, look, jp_dwarf_chains_take, chains,
                                 &chains->unnamed, enough))
            return false;
        /* It may be that others were found than those that are lacking. */
        if (chains->unnamed > enough)
            look++;
    }
    return true;
}

/* False when the unit could not be read to its end. */
static bool find_chains(struct jp_dwarf_worker *worker, const struct jp_dwarf_unit *unit)
{
    struct jp_dwarf_namer *const namer = &worker->namer;
    const size_t first_node = worker->chains.nodes.count;
    const struct jp_dwarf_abbrevs *const abbrevs = jp_dwarf_tables_get(&worker->tables, unit, NULL);
    struct jp_dwarf_dies dies;

    if (!abbrevs || namer->budget == 0)
        return false;
    const struct jp_span info = jp_dwarf_unit_bytes(unit);
    const struct jp_span bytes = jp_dwarf_copy_take(&worker->copy, unit->file->object, info);
    jp_dwarf_dies_begin(&dies, unit, bytes, abbrevs, namer->budget);
    const bool fine = find_functions(worker, &dies);
    worker->work.dies_read += dies.count;
    namer->budget = dies.limit > dies.count ? dies.limit - dies.count : 0;
    jp_dwarf_namer_begin(namer, unit, bytes, abbrevs, &worker->map);
    for (size_t i = first_node; i < worker->chains.nodes.count; i++) {
        struct jp_dwarf_node *const node = &worker->chains.nodes.data[i];
        node->name = jp_dwarf_namer_get(namer, unit, unit->offset + node->position);
    }
    jp_dwarf_namer_end(namer);
    jp_object_was_read(unit->file->object, info);
    return fine;
}

static void store(struct jp_dwarf_worker *worker, const struct jp_dwarf_task *task,
                  enum jp_miss miss)
{
    for (size_t i = 0; i < task->count; i++) {
        const struct jp_dwarf_row row = worker->rows.data[i];
        struct jp_dwarf_result *const result = &worker->results[task->order[i]];
        result->worker = worker->number;
        result->node = worker->found.data[i];
        result->miss = result->node ? JP_MISS_NONE : miss;
        if (row.file != JP_DWARF_NO_ROW) {
            result->file = jp_dwarf_lines_path(&worker->lines, row.file, &worker->strings);
            result->line = row.line;
            result->column = row.column;
        }
        result->frames_count =
            result->node ? worker->chains.nodes.data[result->node].depth : result->file != 0;
    }
}

/* The unit with the DIEs: for a skeleton the one in another file, or, when that is not found, the
 * skeleton if it has DIEs of its own (clang's -fsplit-dwarf-inlining); else NULL. */
static const struct jp_dwarf_unit *unit_with_dies(struct jp_dwarf_worker *worker,
                                                  const struct jp_dwarf_unit *unit)
{
    if (!unit->dwo_name.form)
        return unit;
    const struct jp_dwarf_unit *const split = jp_dwarf_splits_open(&worker->splits, unit);
    if (split) {
        const uint64_t more = SPLIT_FACTOR * (split->end - split->offset);
        worker->namer.budget += more;
        worker->namer.text_budget += more;
        worker->tables.budget += more;
        return split;
    }
    worker->work.split_missing++;
    if (!worker->lost || unit->offset < worker->lost->offset)
        worker->lost = unit;
    return unit->has_children ? unit : NULL;
}

void jp_dwarf_worker_run(struct jp_dwarf_worker *worker, const struct jp_dwarf_task *task)
{
    enum jp_miss miss = JP_MISS_NOT_COVERED;

    prepare(worker, task);
    find_rows(worker, task);
    worker->work.units_read++;
    const struct jp_dwarf_unit *const unit = unit_with_dies(worker, task->unit);
    if (unit && !find_chains(worker, unit)) {
        worker->work.units_refused++;
        miss = JP_MISS_READER_FAILED;
    } else if (!unit || (unit == task->unit && unit->dwo_name.form)) {
        miss = JP_MISS_NO_SPLIT_FILE;
    }
    worker->work.inlines_cut = worker->chains.inlines_cut;
    store(worker, task, miss);
}

bool jp_dwarf_worker_is_spent(const struct jp_dwarf_worker *worker)
{
    return worker->is_spent || worker->tables.budget == 0 || worker->namer.budget == 0 ||
           worker->namer.is_text_cut;
}
