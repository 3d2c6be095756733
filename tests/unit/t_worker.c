/* SPDX-License-Identifier: BSD-2-Clause */
/* Readers that crash, hang, explode or lie, in the worker process; and names as bytes. */
#include "config.h"

#include "jp_test.h"
#include "jp_test_elf.h"

#include "jp_names_wire.h"
#include "jp_symbolize.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char path[] = "t_worker.elf";
static const uint64_t addresses[] = {0x1000, 0x1008};
static const struct jp_meanwhile nothing = {0};
static const struct jp_worker_limits short_limits = {
    .memory_bytes = 64 << 20, .cpu_seconds = 1, .wall_seconds = 10};

/* A program with the function "work" at 0x1000 to 0x1010 and something in .debug_info. */
static int write_file(void **state)
{
    static char code[0x10];
    static const Elf64_Phdr segment = {.p_type = PT_LOAD,
                                       .p_flags = PF_R | PF_X,
                                       .p_offset = 0x1000,
                                       .p_vaddr = 0x1000,
                                       .p_filesz = 0x10,
                                       .p_memsz = 0x10};
    const struct jp_test_section sections[] = {
        {.name = ".text",
         .type = SHT_PROGBITS,
         .flags = SHF_ALLOC | SHF_EXECINSTR,
         .address = 0x1000,
         .offset = 0x1000,
         .content = {code, sizeof code}},
        {.name = ".debug_info", .type = SHT_PROGBITS, .content = JP_SPAN("whatever")},
    };
    static const struct jp_test_symbol symbol = {.name = "work",
                                                 .section = ".text",
                                                 .value = 0x1000,
                                                 .size_bytes = 0x10,
                                                 .binding = STB_GLOBAL,
                                                 .type = STT_FUNC};
    jp_test_elf_write(path, &(struct jp_test_elf){.sections = sections,
                                                  .section_count = 2,
                                                  .segments = &segment,
                                                  .segment_count = 1,
                                                  .symbols = &symbol,
                                                  .symbol_count = 1});
    *state = jp_object_open(path, NULL);
    unlink(path);
    return *state ? 0 : -1;
}

static int close_file(void **state)
{
    jp_object_free(*state);
    return 0;
}

static bool reader_fine(const struct jp_dwarf_request *request, struct jp_names *names,
                        struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)error;
    work->units_total = 3;
    work->line_rows = UINT64_C(1) << 40;
    for (size_t i = 0; i < request->count; i++) {
        jp_vec_push(&names->entries, (struct jp_name_entry){.address = request->addresses[i],
                                                            .frames_first = (uint32_t)i,
                                                            .frames_count = 1,
                                                            .miss = JP_MISS_NO_SPLIT_FILE});
        jp_vec_push(
            &names->frames,
            (struct jp_name_frame){.function = jp_intern_add_text(&names->strings, "dwarf_work"),
                                   .file = jp_intern_add_text(&names->strings, "/src/work.c"),
                                   .line = 70000 + (uint32_t)i,
                                   .column = 9,
                                   .is_inlined = i == 0,
                                   .is_external = i == 1});
    }
    return true;
}

static bool reader_refusing(const struct jp_dwarf_request *request, struct jp_names *names,
                            struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)request;
    (void)names;
    (void)work;
    return jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "version 77 is not known");
}

static bool reader_crashing(const struct jp_dwarf_request *request, struct jp_names *names,
                            struct jp_dwarf_work *work, struct jp_error *error)
{
    reader_fine(request, names, work, error);
    raise(SIGSEGV);
    return true;
}

static bool reader_aborting(const struct jp_dwarf_request *request, struct jp_names *names,
                            struct jp_dwarf_work *work, struct jp_error *error)
{
    reader_fine(request, names, work, error);
    abort();
}

static bool reader_looping(const struct jp_dwarf_request *request, struct jp_names *names,
                           struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)request;
    (void)names;
    (void)error;
    for (volatile uint64_t *const forever = &work->dies_read;; (*forever)++)
        ;
    return true;
}

static double cpu_seconds(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static bool reader_working_hard(const struct jp_dwarf_request *request, struct jp_names *names,
                                struct jp_dwarf_work *work, struct jp_error *error)
{
    const double end = cpu_seconds() + 0.7;

    while (cpu_seconds() < end)
        ;
    return reader_fine(request, names, work, error);
}

static bool reader_waiting(const struct jp_dwarf_request *request, struct jp_names *names,
                           struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)request;
    (void)names;
    (void)work;
    (void)error;
    for (;;)
        pause();
    return true;
}

static bool reader_exploding(const struct jp_dwarf_request *request, struct jp_names *names,
                             struct jp_dwarf_work *work, struct jp_error *error)
{
    enum { BYTES = 1 << 20 };

    (void)request;
    (void)names;
    (void)error;
    for (;;) {
        char *const block = jp_mem_resize(NULL, BYTES, 1);
        memset(block, 1, BYTES);
        work->dies_read += (uint64_t)block[work->dies_read % BYTES];
    }
    return true;
}

static bool reader_leaving(const struct jp_dwarf_request *request, struct jp_names *names,
                           struct jp_dwarf_work *work, struct jp_error *error)
{
    (void)request;
    (void)names;
    (void)work;
    (void)error;
    _exit(0);
}

static bool reader_lying(const struct jp_dwarf_request *request, struct jp_names *names,
                         struct jp_dwarf_work *work, struct jp_error *error)
{
    reader_fine(request, names, work, error);
    names->entries.data[1].address = 0x77777;
    return true;
}

static bool reader_pointing_outside(const struct jp_dwarf_request *request, struct jp_names *names,
                                    struct jp_dwarf_work *work, struct jp_error *error)
{
    reader_fine(request, names, work, error);
    names->frames.data[0].function = 1000000;
    return true;
}

static struct jp_worker_job job_for(jp_dwarf_lookup *lookup, struct jp_object *object,
                                    struct jp_names *names)
{
    jp_names_init(names);
    return (struct jp_worker_job){
        .lookup = lookup,
        .request = {.object = object, .addresses = addresses, .count = JP_COUNT_OF(addresses)},
        .limits = short_limits,
        .names = names,
        .error = JP_ERROR_INIT,
    };
}

static void test_names_come_back(void **state)
{
    struct jp_names names;
    struct jp_worker_job job = job_for(reader_fine, *state, &names);

    jp_worker_run(&job, 1, 1, &nothing, NULL);
    assert_true(job.is_fine);
    const struct jp_dwarf_work work = job.work;
    assert_int_equal(work.units_total, 3);
    assert_true(work.line_rows == UINT64_C(1) << 40);
    assert_int_equal(names.entries.count, 2);
    assert_int_equal(names.entries.data[0].miss, JP_MISS_NO_SPLIT_FILE);
    const struct jp_name_frame *const frame = &names.frames.data[1];
    assert_string_equal(jp_intern_text(&names.strings, frame->function), "dwarf_work");
    assert_string_equal(jp_intern_text(&names.strings, frame->file), "/src/work.c");
    assert_int_equal(frame->line, 70001);
    assert_int_equal(frame->column, 9);
    assert_false(frame->is_inlined);
    assert_true(frame->is_external);
    assert_true(names.frames.data[0].is_inlined);
    jp_names_release(&names);
}

/* Jobs share processes, and each fault costs the job that it happens in. */
static void test_many_jobs(void **state)
{
    static jp_dwarf_lookup *const readers[] = {
        reader_fine,     reader_crashing, reader_fine, reader_leaving, reader_refusing,
        reader_crashing, reader_fine,     reader_fine, reader_lying,   reader_fine};
    struct jp_names names[JP_COUNT_OF(readers)];
    struct jp_worker_job jobs[JP_COUNT_OF(readers)];

    for (unsigned processes = 0; processes < 12; processes += 3) {
        for (size_t i = 0; i < JP_COUNT_OF(readers); i++)
            jobs[i] = job_for(readers[i], *state, &names[i]);
        jp_worker_run(jobs, JP_COUNT_OF(jobs), processes, &nothing, NULL);
        for (size_t i = 0; i < JP_COUNT_OF(readers); i++) {
            assert_int_equal(jobs[i].is_fine, readers[i] == reader_fine);
            assert_int_equal(jobs[i].error.exit == JP_EXIT_OK, readers[i] == reader_fine);
            if (readers[i] == reader_fine)
                assert_int_equal(names[i].frames.data[1].line, 70001);
            if (readers[i] == reader_crashing)
                assert_non_null(strstr(jobs[i].error.message, "crashed with signal 11"));
            jp_names_release(&names[i]);
        }
    }
}

static void count_up(void *context)
{
    ++*(unsigned *)context;
}

/* What is to be done meanwhile is done once here, whether or not there are readers. */
static void test_meanwhile(void **state)
{
    unsigned count = 0;
    const struct jp_meanwhile meanwhile = {count_up, &count};
    struct jp_names names[3];
    struct jp_worker_job jobs[3];

    for (size_t jobs_count = 0; jobs_count <= JP_COUNT_OF(jobs); jobs_count++) {
        for (size_t i = 0; i < jobs_count; i++)
            jobs[i] = job_for(i == 1 ? reader_crashing : reader_fine, *state, &names[i]);
        count = 0;
        jp_worker_run(jobs, jobs_count, 2, &meanwhile, NULL);
        assert_int_equal(count, 1);
        for (size_t i = 0; i < jobs_count; i++) {
            assert_int_equal(jobs[i].is_fine, i != 1);
            jp_names_release(&names[i]);
        }
    }
}

/* Children are left to be waited for only when they are asked for, and each of them is. */
static void test_ending(void **state)
{
    struct jp_worker_ending ending = {0};
    struct jp_names names[4];
    struct jp_worker_job jobs[4];

    for (unsigned turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < JP_COUNT_OF(jobs); i++)
            jobs[i] = job_for(i == 1 ? reader_crashing : reader_fine, *state, &names[i]);
        jp_worker_run(jobs, JP_COUNT_OF(jobs), 2, &nothing, turn ? &ending : NULL);
        assert_int_equal(ending.children.count, turn ? 2 : 0);
        assert_int_equal(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, !turn);
        for (size_t i = 0; i < JP_COUNT_OF(jobs); i++) {
            assert_int_equal(jobs[i].is_fine, i != 1);
            jp_names_release(&names[i]);
        }
    }
    jp_worker_wait(&ending);
    assert_int_equal(ending.children.count, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* The symbol stays, and one warning says what happened. */
static void assert_survived(void **state, jp_dwarf_lookup *reader,
                            const struct jp_worker_limits *limits, const char *words)
{
    const struct jp_binary binary = {.path = path, .object = *state, .debug_object = *state};
    const struct jp_symbolize_options options = {.reader = reader, .limits = limits};
    struct jp_dwarf_work work = {0};
    struct jp_names names;
    struct jp_diags diags;

    jp_names_init(&names);
    jp_diags_init(&diags);
    jp_symbolize(&binary, addresses, JP_COUNT_OF(addresses), &options, &names, &work, &diags);
    assert_int_equal(names.entries.count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct jp_name_entry *const entry = &names.entries.data[i];
        assert_int_equal(entry->miss, JP_MISS_READER_FAILED);
        assert_int_equal(entry->frames_count, 1);
        const struct jp_name_frame *const frame = &names.frames.data[entry->frames_first];
        assert_string_equal(jp_intern_text(&names.strings, frame->function), "work");
        assert_int_equal(frame->file, 0);
    }
    assert_int_equal(diags.list.count, 1);
    assert_int_equal(diags.list.data[0].severity, JP_WARNING);
    const char *const message = jp_intern_text(&diags.strings, diags.list.data[0].message);
    if (!strstr(message, words))
        fail_msg("\"%s\" lacks \"%s\"", message, words);
    jp_diags_release(&diags);
    jp_names_release(&names);
}

static void test_refusal(void **state)
{
    assert_survived(state, reader_refusing, &short_limits, "version 77 is not known");
}

static void test_crash(void **state)
{
    assert_survived(state, reader_crashing, &short_limits, "crashed with signal 11");
    assert_survived(state, reader_aborting, &short_limits, "crashed with signal 6");
}

static void test_endless_loop(void **state)
{
    assert_survived(state, reader_looping, &short_limits, "stopped after 1 s of work");
}

/* Jobs of one process have the time of one job each. */
static void test_time_of_each_job(void **state)
{
    struct jp_names names[2];
    struct jp_worker_job jobs[2];

    for (size_t i = 0; i < JP_COUNT_OF(jobs); i++)
        jobs[i] = job_for(reader_working_hard, *state, &names[i]);
    jp_worker_run(jobs, JP_COUNT_OF(jobs), 1, &nothing, NULL);
    for (size_t i = 0; i < JP_COUNT_OF(jobs); i++) {
        assert_true(jobs[i].is_fine);
        jp_names_release(&names[i]);
    }
}

static void test_endless_wait(void **state)
{
    struct jp_worker_limits limits = short_limits;

    limits.wall_seconds = 1;
    assert_survived(state, reader_waiting, &limits, "stopped after 1 s");
}

static void test_memory_explosion(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    skip(); /* AddressSanitizer does not end when its own memory runs out */
#endif
    assert_survived(state, reader_exploding, &short_limits, "more than 64 MiB of memory");
}

static void test_lies(void **state)
{
    assert_survived(state, reader_leaving, &short_limits, "said nothing");
    assert_survived(state, reader_lying, &short_limits, "damaged answer");
    assert_survived(state, reader_pointing_outside, &short_limits, "damaged answer");
}

static void test_a_long_answer_is_cut(void **state)
{
    struct jp_worker_limits limits = short_limits;

    limits.memory_bytes = 100;
    /* The limit on memory is below what any process needs; it ends one way or the other. */
    assert_survived(state, reader_fine, &limits, "the reader");
}

static void test_wire_is_checked(void **state)
{
    struct jp_names names, copy;
    struct jp_buf bytes = JP_BUF_INIT;
    const struct jp_dwarf_request request = {.addresses = addresses, .count = 2};
    struct jp_dwarf_work work;

    (void)state;
    jp_names_init(&names);
    reader_fine(&request, &names, &work, NULL);
    jp_names_pack(&names, &bytes);
    for (size_t cut = 0; cut <= bytes.len; cut++) {
        struct jp_span rest = {bytes.ptr, cut};
        jp_names_init(&copy);
        assert_int_equal(jp_names_unpack(&rest, &copy), cut == bytes.len);
        jp_names_release(&copy);
    }
    /* Each byte set to each of some values: never out of bounds, whatever the verdict. */
    for (size_t i = 0; i < bytes.len; i++) {
        static const char values[] = {0, 1, 2, 0x7f, (char)0x80, (char)0xff};
        const char kept = bytes.ptr[i];
        for (size_t v = 0; v < sizeof values; v++) {
            struct jp_span rest = {bytes.ptr, bytes.len};
            bytes.ptr[i] = values[v];
            jp_names_init(&copy);
            if (jp_names_unpack(&rest, &copy)) {
                for (size_t e = 0; e < copy.entries.count; e++)
                    assert_true(copy.entries.data[e].frames_first +
                                    copy.entries.data[e].frames_count <=
                                copy.frames.count);
                for (size_t f = 0; f < copy.frames.count; f++)
                    assert_true(copy.frames.data[f].function < copy.strings.spans.count &&
                                copy.frames.data[f].file < copy.strings.spans.count);
            }
            jp_names_release(&copy);
        }
        bytes.ptr[i] = kept;
    }
    jp_buf_release(&bytes);
    jp_names_release(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_come_back),
        cmocka_unit_test(test_many_jobs),
        cmocka_unit_test(test_meanwhile),
        cmocka_unit_test(test_ending),
        cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_crash),
        cmocka_unit_test(test_endless_loop),
        cmocka_unit_test(test_time_of_each_job),
        cmocka_unit_test(test_endless_wait),
        cmocka_unit_test(test_memory_explosion),
        cmocka_unit_test(test_lies),
        cmocka_unit_test(test_a_long_answer_is_cut),
        cmocka_unit_test(test_wire_is_checked),
    };

    return cmocka_run_group_tests(tests, write_file, close_file);
}
