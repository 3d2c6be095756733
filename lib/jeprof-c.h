/* SPDX-License-Identifier: BSD-2-Clause */
/* clang-format off */
/*
 * libjeprof-c: heap dumps as numbers and names, without the program jeprof-c.
 *
 *     jp_heap *heap;
 *     jp_summary *summary;
 *
 *     if (jp_heap_new(NULL, &heap) == JP_OK &&
 *         jp_heap_add_file(heap, "a.heap", JP_MAIN) == JP_OK &&
 *         jp_heap_find_names(heap) == JP_OK &&
 *         jp_heap_summary(heap, NULL, &summary) == JP_OK)
 *         for (size_t i = 0; i < jp_summary_row_count(summary); i++)
 *             printf("%.0f %s\n", jp_summary_row(summary, i)->flat,
 *                    jp_summary_row(summary, i)->name);
 *
 * A heap is what some dumps say together, each read with its own memory map; names are looked for
 * in the files that ran. A summary is one question to it: which value, of which thread, by function
 * or by line, through which filters. doc/c-api.md has a complete program.
 *
 * Errors. Functions that can fail return an enum jp_status, and jp_heap_failure says more. Nothing
 * is printed. That a name is missing is no failure; jp_heap_note tells why. Only when memory runs
 * out the process is ended, with a line on standard error and exit status 5: there is no half done
 * work, and no way to go on.
 *
 * Threads. There is no state outside of handles. A heap and its summaries belong to one thread at a
 * time; different heaps may be used at the same time. The locale of the process does not matter.
 *
 * Pointers. What a function returns belongs to its handle. A pointer to a struct is valid until the
 * same function is called again for that handle, texts in it as long as the handle. A summary is
 * freed before its heap. Structs that are returned may get more members at their end, and options
 * begin with their size, so that programs go on working with later versions. Texts are UTF-8 as far
 * as the dump is; they may hold any byte but 0.
 *
 * Values are bytes or numbers of objects, corrected for sampling (doc/sampling.md), as doubles.
 */
/* clang-format on */
#ifndef JEPROF_C_H
#define JEPROF_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__ || defined __clang__
#define JP_API __attribute__((visibility("default")))
#else
#define JP_API
#endif

/* "0.1.0": of the library that is in use. */
JP_API const char *jp_version(void);

/* --- what went wrong ---------------------------------------------------------------------- */

enum jp_status {
    JP_OK = 0,
    JP_BAD_USE = 2,   /* the call makes no sense: an option or flag that this version does not
                         know, a pattern, an order of calls */
    JP_BAD_INPUT = 3, /* a file cannot be read, is no dump, or is damaged (JP_HEAP_STRICT) */
};

struct jp_failure {
    enum jp_status status;
    const char *path;    /* the file concerned, or "" */
    uint64_t line;       /* counted from 1; 0: not about a line */
    const char *message; /* one line: what is wrong, and what was expected */
    const char *hint;    /* what to do about it, or "" */
};

typedef struct jp_heap jp_heap;
typedef struct jp_summary jp_summary;

/* The last call that failed, of the heap and its summaries; status JP_OK: none did. */
JP_API const struct jp_failure *jp_heap_failure(jp_heap *heap);

/* --- reading ------------------------------------------------------------------------------ */

/* Flags of struct jp_heap_options. */
enum {
    JP_HEAP_STRICT = 1,     /* refuse damaged dumps; else what can be read is used, with a note */
    JP_HEAP_NO_INLINES = 2, /* only functions that hold code of their own */
    JP_HEAP_IN_PROCESS = 4, /* see jp_heap_find_names */
};

struct jp_heap_options {
    size_t size;                   /* sizeof(struct jp_heap_options) */
    uint32_t flags;                /* JP_HEAP_..., or 0 */
    uint32_t jobs;                 /* processes and threads that may work at once; 0: one */
    const char *program;           /* the file that ran; NULL: as the dumps name it */
    const char *const *sysroots;   /* folders with the files of another machine, as --sysroot takes
                                      them; a list that ends with NULL; NULL: none */
    const char *const *debug_dirs; /* folders with debug files, as --debug-dir; the same */
    const char *cache_dir;         /* folder that keeps names for the next time, "" for the one of
                                      jeprof-c; NULL: nothing is kept */
};

/* An empty heap. OPTIONS may be NULL, and are copied. On failure *HEAP is NULL. */
JP_API enum jp_status jp_heap_new(const struct jp_heap_options *options, jp_heap **heap);
JP_API void jp_heap_free(jp_heap *heap); /* NULL: nothing happens */

/* Dumps of one part are added up, and those of the base are subtracted. */
enum jp_part { JP_MAIN, JP_BASE };

/*
 * Add the dump, or the profile in pprof's format, in the file PATH ("-": standard input), packed
 * by gzip or zstd or not. When it fails, the heap is as it was.
 */
JP_API enum jp_status jp_heap_add_file(jp_heap *heap, const char *path, enum jp_part part);

/* The same for SIZE bytes in memory, which are not needed any more afterwards. NAME takes the place
 * of the path; what it says about the process (jeprof.PID.SEQ...) is believed. */
JP_API enum jp_status jp_heap_add_bytes(jp_heap *heap, const void *bytes, size_t size,
                                        const char *name, enum jp_part part);

/*
 * Look for the names of all functions. Without it rows are called by module and offset. May be
 * called again when dumps were added. What is not found is in the notes and in jp_heap_module.
 *
 * Debug information is read by child processes (fork, without exec), which are waited for by their
 * ids, so that damage in it cannot hurt the caller. Whoever cannot have children sets
 * JP_HEAP_IN_PROCESS; so does a program of several threads whose malloc does not survive a fork, as
 * AddressSanitizer's.
 */
JP_API enum jp_status jp_heap_find_names(jp_heap *heap);

/* --- what is in it ------------------------------------------------------------------------ */

enum jp_value {
    JP_LIVE_BYTES,
    JP_LIVE_OBJECTS,
    JP_ALLOCATED_BYTES, /* since the process began; 0 when it was not recorded (prof_accum) */
    JP_ALLOCATED_OBJECTS,
};

/* Everything that the dumps of PART hold. */
JP_API double jp_heap_total(const jp_heap *heap, enum jp_value value, enum jp_part part);

/* What one should know about the result: skipped lines, files that were not found ... */
struct jp_note_info {
    bool is_warning;     /* else it is for the curious */
    const char *path;    /* or "" */
    uint64_t line;       /* of the first time, counted from 1; 0: not about a line */
    uint64_t count;      /* how many times it happened */
    const char *message; /* one line */
};

JP_API size_t jp_heap_note_count(const jp_heap *heap);
JP_API const struct jp_note_info *jp_heap_note(jp_heap *heap, size_t index);

/* A program or library in which recorded addresses lie. */
struct jp_module_info {
    const char *path;     /* as the process had it; "[anon]", "[vdso]", "[unknown]" for no file */
    const char *file;     /* what names were read from, or "" */
    const char *build_id; /* of that, hexadecimal, or "" */
    const char *missing;  /* why names or lines are missing, or "" */
};

JP_API size_t jp_heap_module_count(const jp_heap *heap);
JP_API const struct jp_module_info *jp_heap_module(jp_heap *heap, size_t index);

/* The threads that have records of their own. Index 0 stands for the whole process. */
struct jp_thread_info {
    uint64_t number;  /* jemalloc's */
    const char *name; /* or "" */
};

JP_API size_t jp_heap_thread_count(const jp_heap *heap);
JP_API const struct jp_thread_info *jp_heap_thread(jp_heap *heap, size_t index);

/* --- questions ---------------------------------------------------------------------------- */

enum jp_group { JP_GROUP_FUNCTION, JP_GROUP_LINE, JP_GROUP_FILE, JP_GROUP_ADDRESS };

enum jp_style {
    JP_STYLE_SHORT, /* no parameters, long template lists cut; different functions differ */
    JP_STYLE_FULL,
    JP_STYLE_TEMPLATE,
    JP_STYLE_MANGLED,
    JP_STYLE_JEPROF, /* as the script jeprof shortens them */
};

/* Flags of struct jp_summary_options. */
enum {
    JP_SUMMARY_BY_CUM = 1,      /* rows in the order of cum, not flat */
    JP_SUMMARY_ALLOCATOR = 2,   /* with the frames of malloc itself */
    JP_SUMMARY_FOLD_STD = 4,    /* without those of standard libraries and containers */
    JP_SUMMARY_FOLD_ASYNC = 8,  /* without those of executors of async functions */
    JP_SUMMARY_ONLY_GROWN = 16, /* stacks that hold less than in the base count as 0 */
};

struct jp_summary_options {
    size_t size;         /* sizeof(struct jp_summary_options) */
    uint32_t flags;      /* JP_SUMMARY_..., or 0 */
    enum jp_value value; /* main less base */
    enum jp_group group;
    enum jp_style style;
    size_t thread; /* index of jp_heap_thread */
    /* Perl's regular expressions, as the options of the program; NULL: none. */
    const char *focus;   /* only stacks with a function that matches */
    const char *ignore;  /* only stacks without one */
    const char *retain;  /* only frames that match */
    const char *exclude; /* only frames that do not */
};

/* OPTIONS may be NULL: live bytes of the process by function, short names. On failure *SUMMARY is
 * NULL. */
JP_API enum jp_status jp_heap_summary(jp_heap *heap, const struct jp_summary_options *options,
                                      jp_summary **summary);
JP_API void jp_summary_free(jp_summary *summary); /* NULL: nothing happens */

/* Everything, before filters; and what passed them, which is the sum of all flat values. */
JP_API double jp_summary_total(const jp_summary *summary);
JP_API double jp_summary_kept(const jp_summary *summary);

struct jp_range {
    double low, high;
};

/* The ranges say where the truth lies, with 95 % probability, as dumps are samples; infinite where
 * nothing can be said. */
struct jp_row_info {
    const char *name; /* as --text has it: "grow (inline)", "libx.so+0x1234" */
    double flat;      /* held by itself */
    double cum;       /* with all that it called; each stack counts once */
    struct jp_range flat_range;
    struct jp_range cum_range;
};

/* The largest first, rows of equal values by name. */
JP_API size_t jp_summary_row_count(const jp_summary *summary);
JP_API const struct jp_row_info *jp_summary_row(jp_summary *summary, size_t index);

struct jp_stack_info {
    double value;
    size_t frame_count; /* 0: the process's unwinder failed, or the dump is damaged there */
};

struct jp_frame_info {
    const char *name;   /* without a mark for inlined calls */
    const char *module; /* path, as in jp_module_info */
    const char *file;   /* source file, or "" */
    uint32_t line;      /* 0: not known */
    bool is_inlined;    /* into the next frame */
    uint64_t address;   /* return address, as the first dump that had it recorded it */
};

/* The stacks that hold something, in no order of meaning, but always the same one. */
JP_API size_t jp_summary_stack_count(const jp_summary *summary);
JP_API const struct jp_stack_info *jp_summary_stack(jp_summary *summary, size_t index);
/* Frame 0 is the youngest. Stacks are best taken one after the other, each with all its frames. */
JP_API const struct jp_frame_info *jp_summary_frame(jp_summary *summary, size_t stack,
                                                    size_t index);

/* --- reports ------------------------------------------------------------------------------ */

enum jp_format {
    JP_FORMAT_TEXT,       /* --text --show_bytes */
    JP_FORMAT_JSON,       /* the same rows; doc/json-schema/top.json */
    JP_FORMAT_CSV,        /* the same */
    JP_FORMAT_COLLAPSED,  /* stacks, for programs that draw flame graphs */
    JP_FORMAT_CALLGRIND,  /* needs JP_GROUP_FUNCTION */
    JP_FORMAT_SPEEDSCOPE, /* speedscope.app's */
    JP_FORMAT_PPROF,      /* profile.proto in gzip, all four values; unless --disable-pprof */
    JP_FORMAT_FLAMEGRAPH, /* an SVG for browsers */
};

/*
 * The bytes that the program would print, in memory that jp_free frees; a 0 follows the last one.
 * JP_BAD_USE when the heap was changed since the summary was made. On failure *BYTES is NULL.
 */
JP_API enum jp_status jp_summary_write(jp_summary *summary, enum jp_format format, char **bytes,
                                       size_t *size);
JP_API void jp_free(void *bytes);

#ifdef __cplusplus
}
#endif

#endif
