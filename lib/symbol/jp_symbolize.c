/* SPDX-License-Identifier: BSD-2-Clause */
/* What the cache knows is not asked again; for the rest all modules are asked at once. */
#include "config.h"

#include "jp_symbolize.h"

#include "jp_cache_key.h"
#include "jp_symbolize_compose.h"

/* A module whose file is there, and what is left of its task when the cache has answered. */
struct asking {
    const struct jp_symbolize_task *whole;
    struct jp_buf key; /* empty: not to be kept */
    struct jp_names cached;
    JP_VEC(uint64_t) left;
};

/* Nothing is known of a module whose file is not at hand. */
static void give_up(const struct jp_symbolize_task *task)
{
    for (size_t i = 0; i < task->count; i++)
        jp_vec_push(&task->names->entries, (struct jp_name_entry){.address = task->addresses[i],
                                                                  .miss = task->binary->miss});
}

/* Names without debug information are read from the symbol table, and never kept: a debug file may
 * be there the next time. */
static bool is_cacheable(const struct jp_symbolize_options *options, const struct jp_binary *binary)
{
    return options->cache && !options->reader && jp_dwarf_answer_is_possible(binary) &&
           binary->debug_miss == JP_MISS_NONE;
}

static void ask_cache(struct asking *asking, const struct jp_symbolize_options *options)
{
    const struct jp_symbolize_task *const task = asking->whole;

    jp_names_init(&asking->cached);
    if (is_cacheable(options, task->binary) && !jp_cache_key(task->binary, "own", &asking->key))
        jp_buf_clear(&asking->key);
    if (asking->key.len)
        jp_cache_get(options->cache, jp_buf_span(&asking->key), &asking->cached);
    for (size_t i = 0; i < task->count; i++) {
        if (!jp_names_find(&asking->cached, task->addresses[i]))
            jp_vec_push(&asking->left, task->addresses[i]);
    }
}

/* Put together what was cached and what is new, which is kept when nothing was missing. */
static void finish(struct asking *asking, struct jp_composition *left,
                   const struct jp_dwarf_answer *answer, struct jp_cache *cache)
{
    struct jp_names *const names = asking->whole->names;

    jp_composition_end(left, answer);
    if (asking->key.len && answer->is_complete)
        jp_cache_put(cache, jp_buf_span(&asking->key), &left->names);
    if (asking->cached.entries.count) {
        jp_names_merge(&asking->cached, &left->names, names);
        jp_names_release(&left->names);
    } else {
        jp_names_release(names);
        *names = left->names;
    }
    jp_composition_release(left);
}

static void take_cached(struct asking *asking, struct jp_dwarf_work *work)
{
    jp_names_release(asking->whole->names);
    *asking->whole->names = asking->cached;
    jp_names_init(&asking->cached);
    work->modules_cached++;
}

static bool keeps_something(const struct asking *askings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (askings[i].key.len && askings[i].left.count)
            return true;
    }
    return false;
}

/* What this process does while the readers work. */
struct waiting {
    const struct jp_symbolize_task *tasks;
    struct jp_composition *compositions;   /* of the tasks */
    const struct jp_dwarf_answer *answers; /* the same; empty as long as the reader is at work */
    size_t count;
    const struct jp_meanwhile *meanwhile; /* of the caller */
};

static void begin_all(void *argument)
{
    const struct waiting *const waiting = argument;

    for (size_t i = 0; i < waiting->count; i++)
        jp_composition_begin(&waiting->compositions[i], &waiting->tasks[i]);
    for (size_t i = 0; i < waiting->count; i++)
        jp_composition_expect(&waiting->compositions[i], &waiting->answers[i].first);
    jp_meanwhile_run(waiting->meanwhile);
}

/* Ask about what is left of COUNT tasks. */
static void ask_readers(struct asking *askings, size_t count, struct jp_symbolize_options options,
                        struct jp_dwarf_work *work, struct jp_diags *diags)
{
    JP_VEC(struct jp_symbolize_task) tasks = {0};
    const struct jp_meanwhile meanwhile = options.meanwhile;
    size_t next = 0;

    for (size_t i = 0; i < count; i++) {
        const struct jp_symbolize_task task = {
            .binary = askings[i].whole->binary,
            .addresses = askings[i].left.data,
            .count = askings[i].left.count,
        };
        if (task.count)
            jp_vec_push(&tasks, task);
    }
    struct jp_dwarf_answer *const answers = jp_mem_resize(NULL, tasks.count, sizeof *answers);
    struct jp_composition *const compositions =
        jp_mem_resize(NULL, tasks.count, sizeof *compositions);
    struct waiting waiting = {tasks.data, compositions, answers, tasks.count, &meanwhile};
    options.meanwhile = (struct jp_meanwhile){begin_all, &waiting};
    jp_dwarf_answers_init(answers, tasks.data, tasks.count, &options, work, diags);
    const bool is_kept = keeps_something(askings, count);
    if (is_kept)
        jp_cache_begin(options.cache);
    for (size_t i = 0; i < count; i++) {
        if (askings[i].left.count) {
            finish(&askings[i], &compositions[next], &answers[next], options.cache);
            next++;
        } else if (askings[i].whole->count) {
            take_cached(&askings[i], work);
        }
    }
    if (is_kept)
        jp_cache_end(options.cache);
    jp_dwarf_answers_release(answers, tasks.count);
    free(answers);
    free(compositions);
    jp_vec_release(&tasks);
}

void jp_symbolize_all(const struct jp_symbolize_task *tasks, size_t count,
                      const struct jp_symbolize_options *options, struct jp_dwarf_work *work,
                      struct jp_diags *diags)
{
    struct asking *const askings = jp_mem_zeroed(count, sizeof *askings);
    size_t asking_count = 0;

    for (size_t i = 0; i < count; i++) {
        if (!tasks[i].binary->object) {
            give_up(&tasks[i]);
            continue;
        }
        askings[asking_count].whole = &tasks[i];
        ask_cache(&askings[asking_count++], options);
    }
    ask_readers(askings, asking_count, *options, work, diags);
    for (size_t i = 0; i < asking_count; i++) {
        if (options->no_inlines)
            jp_names_drop_inlined(askings[i].whole->names);
        jp_buf_release(&askings[i].key);
        jp_names_release(&askings[i].cached);
        jp_vec_release(&askings[i].left);
    }
    free(askings);
}

void jp_symbolize(const struct jp_binary *binary, const uint64_t *addresses, size_t count,
                  const struct jp_symbolize_options *options, struct jp_names *names,
                  struct jp_dwarf_work *work, struct jp_diags *diags)
{
    const struct jp_symbolize_task task = {binary, addresses, count, names};

    jp_symbolize_all(&task, 1, options, work, diags);
}
