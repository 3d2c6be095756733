/* SPDX-License-Identifier: BSD-2-Clause */
/* Random dumps in, the same profile out as joining the files gives: ids, sums and all. */
#include "config.h"

#include "jp_test.h"

#include "jp_buf.h"
#include "jp_file.h"
#include "jp_join_pprof.h"
#include "jp_random_dump.h"
#include "jp_resolve.h"
#include "jp_store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 80, MOST_DUMPS = 4 };

static void check_sources(const struct jp_profile *a, const struct jp_profile *b)
{
    assert_int_equal(a->sources.count, b->sources.count);
    for (size_t i = 0; i < a->sources.count; i++) {
        const struct jp_source *const x = &a->sources.data[i];
        const struct jp_source *const y = &b->sources.data[i];
        assert_string_equal(jp_intern_text(&a->strings, x->path),
                            jp_intern_text(&b->strings, y->path));
        assert_int_equal(x->period_bytes, y->period_bytes);
        assert_int_equal(x->correction, y->correction);
        assert_int_equal(x->side, y->side);
        assert_int_equal(x->record_count, y->record_count);
        assert_int_equal(x->has_exact_header, y->has_exact_header);
        assert_int_equal(x->skipped_lines, y->skipped_lines);
        assert_int_equal(x->mtime_ns, y->mtime_ns);
        assert_int_equal(x->is_cut, y->is_cut);
        assert_int_equal(x->has_accum, y->has_accum);
        assert_memory_equal(&x->header, &y->header, sizeof x->header);
        assert_memory_equal(&x->sum, &y->sum, sizeof x->sum);
        assert_memory_equal(&x->no_stack, &y->no_stack, sizeof x->no_stack);
        assert_int_equal(x->no_stack_records, y->no_stack_records);
        assert_int_equal(x->lost_stacks, y->lost_stacks);
    }
}

static void check_function(const struct jp_profile *a, uint32_t one, const struct jp_profile *b,
                           uint32_t other)
{
    const struct jp_function *const x = &a->functions.data[one];
    const struct jp_function *const y = &b->functions.data[other];

    assert_string_equal(jp_intern_text(&a->strings, x->name), jp_intern_text(&b->strings, y->name));
    assert_string_equal(jp_intern_text(&a->strings, x->file), jp_intern_text(&b->strings, y->file));
    assert_int_equal(x->module, y->module);
}

static void check_names(const struct jp_profile *a, const struct jp_location *x,
                        const struct jp_profile *b, const struct jp_location *y)
{
    assert_int_equal(x->frames_count, y->frames_count);
    for (uint32_t i = 0; i < x->frames_count; i++) {
        const struct jp_frame *const one = &a->frames.data[x->frames_first + i];
        const struct jp_frame *const other = &b->frames.data[y->frames_first + i];
        check_function(a, one->function, b, other->function);
        assert_string_equal(jp_intern_text(&a->strings, one->linkage),
                            jp_intern_text(&b->strings, other->linkage));
        assert_string_equal(jp_intern_text(&a->strings, one->file),
                            jp_intern_text(&b->strings, other->file));
        assert_int_equal(one->line, other->line);
        assert_int_equal(one->column, other->column);
        assert_int_equal(one->is_inlined, other->is_inlined);
    }
}

static void check_places(const struct jp_profile *a, const struct jp_profile *b)
{
    assert_int_equal(a->modules.count, b->modules.count);
    for (size_t i = 0; i < a->modules.count; i++) {
        const struct jp_module *const x = &a->modules.data[i];
        const struct jp_module *const y = &b->modules.data[i];
        assert_string_equal(jp_intern_text(&a->strings, x->path),
                            jp_intern_text(&b->strings, y->path));
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->inode, y->inode);
        assert_int_equal(x->layout, y->layout);
    }
    assert_int_equal(a->locations.count, b->locations.count);
    for (size_t i = 0; i < a->locations.count; i++) {
        const struct jp_location *const x = &a->locations.data[i];
        const struct jp_location *const y = &b->locations.data[i];
        assert_int_equal(x->module, y->module);
        assert_int_equal(x->offset, y->offset);
        assert_int_equal(x->address, y->address);
        assert_int_equal(x->miss, y->miss);
        check_names(a, x, b, y);
    }
}

static void check_values(const struct jp_profile *a, const struct jp_profile *b)
{
    assert_int_equal(a->stacks.count, b->stacks.count);
    for (size_t i = 1; i < a->stacks.count; i++)
        assert_memory_equal(&a->stacks.data[i], &b->stacks.data[i], sizeof(struct jp_stack));
    assert_int_equal(a->threads.count, b->threads.count);
    for (size_t i = 1; i < a->threads.count; i++) {
        assert_int_equal(a->threads.data[i].uid, b->threads.data[i].uid);
        assert_string_equal(jp_intern_text(&a->strings, a->threads.data[i].name),
                            jp_intern_text(&b->strings, b->threads.data[i].name));
    }
    assert_int_equal(a->samples.count, b->samples.count);
    for (size_t i = 0; i < a->samples.count; i++) {
        const struct jp_sample x = jp_samples_at(&a->samples, i);
        const struct jp_sample y = jp_samples_at(&b->samples, i);
        assert_int_equal(x.stack, y.stack);
        assert_int_equal(x.thread, y.thread);
        assert_memory_equal(&x.main, &y.main, sizeof x.main);
        assert_memory_equal(&x.base, &y.base, sizeof x.base);
        assert_memory_equal(&x.main_variance, &y.main_variance, sizeof x.main_variance);
        assert_memory_equal(&x.main_count, &y.main_count, sizeof x.main_count);
        assert_memory_equal(&x.base_count, &y.base_count, sizeof x.base_count);
    }
}

/* Files of one round, and their ids in the store. */
struct round {
    char paths[MOST_DUMPS][64];
    int64_t ids[MOST_DUMPS];
    size_t count;
};

static enum jp_side side_of(size_t index)
{
    return index == 1 ? JP_SIDE_BASE : JP_SIDE_MAIN;
}

/* Names count for a place in all dumps of a store: each round has files of its own. */
static void write_files(struct round *round, size_t number, uint64_t *state)
{
    char program[32];

    snprintf(program, sizeof program, "/no/such/program%zu", number);
    round->count = 1 + jp_random_below(state, MOST_DUMPS);
    for (size_t i = 0; i < round->count; i++) {
        struct jp_buf text = JP_BUF_INIT;
        snprintf(round->paths[i], sizeof round->paths[i], "t_store.%ld.%zu.heap", (long)getpid(),
                 i);
        jp_random_dump(&text, state, program);
        assert_true(jp_file_write(round->paths[i], jp_buf_span(&text), NULL));
        jp_buf_release(&text);
    }
}

/* By one import, or by one for each dump. */
static void import_files(struct round *round, struct jp_store *store, bool one_by_one)
{
    const struct jp_symbolize_options symbolize = {.no_worker = true};
    const struct jp_store_import_options options = {.symbolize = &symbolize};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_store_import *import = NULL;

    for (size_t i = 0; i < round->count; i++) {
        struct jp_store_import_counts counts;
        struct jp_dwarf_work work = {0};
        if (!import)
            import = jp_store_import_begin(store, &options, &error);
        assert_non_null(import);
        assert_true(jp_store_import_file(import, round->paths[i], &round->ids[i], NULL, &error));
        if (!one_by_one && i + 1 < round->count)
            continue;
        assert_true(jp_store_import_finish(import, &counts, &work, NULL, &error));
        import = NULL;
    }
}

static void load(struct jp_profile *profile, const struct round *round, struct jp_store *store,
                 struct jp_diags *diags)
{
    const struct jp_store_load_options options = {.without_threads = profile->without_threads};
    struct jp_error error = JP_ERROR_INIT;
    const char *program;

    struct jp_store_load *const load = jp_store_load_begin(store, profile, &options);
    for (size_t i = 0; i < round->count; i++)
        assert_true(jp_store_load_dump(load, round->ids[i], side_of(i), diags, &error));
    assert_true(jp_store_load_finish(load, &program, &error));
    assert_null(program);
}

static void join(struct jp_profile *profile, const struct round *round, struct jp_diags *diags)
{
    const struct jp_symbolize_options symbolize = {.no_worker = true};
    struct jp_dwarf_work work = {0};
    struct jp_error error = JP_ERROR_INIT;

    for (size_t i = 0; i < round->count; i++) {
        struct jp_buf bytes = JP_BUF_INIT;
        struct jp_pprof pprof;
        struct jp_dump dump;
        assert_true(jp_dump_read_or_pprof(&dump, round->paths[i], NULL, &bytes, diags, &error));
        if (bytes.len) {
            assert_true(
                jp_pprof_parse(&pprof, jp_buf_span(&bytes), round->paths[i], diags, &error));
            pprof.dump.mtime_ns = dump.mtime_ns;
            jp_join_pprof(profile, &pprof, side_of(i), NULL);
            jp_pprof_release(&pprof);
        } else {
            assert_true(jp_dump_check(&dump, false, diags, &error));
            jp_join(profile, &dump, side_of(i), NULL, diags);
        }
        jp_buf_release(&bytes);
        jp_dump_release(&dump);
    }
    jp_resolve_names(profile, &symbolize, &work, diags);
}

static void check_diags(const struct jp_diags *a, const struct jp_diags *b)
{
    assert_int_equal(a->list.count, b->list.count);
    for (size_t i = 0; i < a->list.count; i++) {
        assert_string_equal(jp_intern_text(&a->strings, a->list.data[i].message),
                            jp_intern_text(&b->strings, b->list.data[i].message));
        assert_int_equal(a->list.data[i].count, b->list.data[i].count);
        assert_int_equal(a->list.data[i].line, b->list.data[i].line);
    }
}

static void check_round(const struct round *round, struct jp_store *store, bool without_threads)
{
    struct jp_profile wanted;
    struct jp_profile got;
    struct jp_diags told;
    struct jp_diags told_again;

    jp_profile_init(&wanted);
    jp_profile_init(&got);
    jp_diags_init(&told);
    jp_diags_init(&told_again);
    wanted.without_threads = got.without_threads = without_threads;
    join(&wanted, round, &told);
    load(&got, round, store, &told_again);
    check_sources(&wanted, &got);
    check_places(&wanted, &got);
    check_values(&wanted, &got);
    check_diags(&told, &told_again);
    jp_diags_release(&told);
    jp_diags_release(&told_again);
    jp_profile_release(&wanted);
    jp_profile_release(&got);
}

static void test_random(void **state)
{
    const struct jp_store_options options = {.access = JP_STORE_MAKE};
    uint64_t random = 20261130;
    char path[64];

    (void)state;
    snprintf(path, sizeof path, "t_store.%ld.db", (long)getpid());
    struct jp_error error = JP_ERROR_INIT;
    struct jp_store *store = jp_store_open(path, &options, &error);
    assert_non_null(store);
    for (size_t i = 0; i < ROUNDS; i++) {
        struct round round;
        write_files(&round, i, &random);
        import_files(&round, store, i % 2);
        check_round(&round, store, i % 3 == 0);
        for (size_t file = 0; file < round.count; file++)
            unlink(round.paths[file]);
    }
    jp_store_close(store);
    unlink(path);
}

static void write_text(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

/*
 * Two processes make the same store, the first one's import fails: the second one must not write
 * into a file that has no name any more, nor lose what it wrote.
 */
static void test_new_store_removed(void **state)
{
    const struct jp_store_options options = {.access = JP_STORE_MAKE};
    const struct jp_symbolize_options symbolize = {0};
    const struct jp_store_import_options import_options = {.symbolize = &symbolize};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_store_import *import;
    struct jp_store_import_counts counts;
    struct jp_dwarf_work work = {0};
    struct jp_diags diags;
    char path[64];
    char dump[64];
    int64_t id;

    (void)state;
    jp_diags_init(&diags);
    snprintf(path, sizeof path, "t_store.%ld.new.db", (long)getpid());
    snprintf(dump, sizeof dump, "t_store.%ld.new.heap", (long)getpid());
    write_text(dump, "heap_v2/1\n  t*: 1: 8 [0: 0]\n@ 0x1000\n  t*: 1: 8 [0: 0]\n\n"
                     "MAPPED_LIBRARIES:\n");
    struct jp_store *first = jp_store_open(path, &options, &error);
    struct jp_store *second = jp_store_open(path, &options, &error);
    assert_true(first && second);
    jp_store_close(first);
    assert_int_equal(access(path, F_OK), -1);
    assert_null(jp_store_import_begin(second, &import_options, &error));
    assert_non_null(strstr(error.message, "removed"));
    jp_store_close(second);
    assert_int_equal(access(path, F_OK), -1);

    /* Who has imported something is not disturbed by the one that made the file. */
    error = (struct jp_error)JP_ERROR_INIT;
    first = jp_store_open(path, &options, &error);
    second = jp_store_open(path, &options, &error);
    assert_true(first && second);
    import = jp_store_import_begin(second, &import_options, &error);
    assert_non_null(import);
    jp_store_close(first); /* does not wait */
    assert_int_equal(access(path, F_OK), 0);
    assert_true(jp_store_import_file(import, dump, &id, &diags, &error));
    assert_true(jp_store_import_finish(import, &counts, &work, &diags, &error));
    jp_store_close(second);
    assert_int_equal(access(path, F_OK), 0);
    jp_diags_release(&diags);
    unlink(path);
    unlink(dump);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_new_store_removed),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
