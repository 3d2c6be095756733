/* SPDX-License-Identifier: BSD-2-Clause */
/* Behind jeprof-c.h: the handles, and what its functions have in common. */
#ifndef JP_API_H
#define JP_API_H

#include "jeprof-c.h"
#include "jp_diag.h"
#include "jp_errors.h"
#include "jp_profile.h"
#include "jp_report.h"
#include "jp_report_labels.h"
#include "jp_symbolize.h"
#include "jp_unloaded.h"

#include <locale.h>

struct jp_heap {
    struct jp_heap_options options; /* without the texts, which are the caller's */
    locale_t locale;                /* "C": numbers have a point, whatever the process uses */
    struct jp_profile profile;
    struct jp_diags diags;
    struct jp_finder *finder;
    struct jp_cache *cache; /* NULL: none */
    struct jp_unloaded unloaded;
    struct jp_intern texts; /* made for answers */
    uint64_t changes;       /* counts what makes the summaries of before unfit for writing */
    struct jp_error error;
    struct jp_failure failure;
    struct jp_note_info note;
    struct jp_module_info module;
    struct jp_thread_info thread;
};

enum { JP_API_FILTERS = 4 };

struct jp_summary {
    struct jp_heap *heap;
    uint64_t changes; /* of the heap, when this was made */
    struct jp_summary_options options;
    struct jp_regex filters[JP_API_FILTERS];
    struct jp_fold fold;
    unsigned fold_kinds;
    struct jp_view_options view_options;
    struct jp_view view;
    struct jp_keys keys;
    struct jp_top top;
    struct jp_errors errors;
    struct jp_report_labels labels;
    struct jp_intern texts; /* names of rows and frames */
    struct jp_row_info row;
    JP_VEC(uint32_t) stacks; /* nodes of the view that hold something */
    size_t at_stack;         /* whose keys these are; SIZE_MAX: no stack's */
    JP_VEC(struct jp_api_frame) frames;
    struct jp_stack_info stack;
    struct jp_frame_info frame;
};

/* A key of a location of the current stack. */
struct jp_api_frame {
    uint32_t location;
    uint32_t key; /* index in keys.list */
};

/*
 * Every function that does work begins and ends with these: the last failure is forgotten, numbers
 * are written and read as in C. END returns what the caller gets, from the heap's error.
 */
locale_t jp_api_begin(struct jp_heap *heap);
enum jp_status jp_api_end(struct jp_heap *heap, locale_t before);

/*
 * Copy the caller's options, which begin with their size, over OWN of SIZE bytes, which holds the
 * defaults. False: they are of a later version and ask for what is not known here.
 */
JP_MUST_CHECK bool jp_api_options(void *own, size_t size, const void *given,
                                  struct jp_error *error);

/* A text that lives as long as TEXTS. */
const char *jp_api_text(struct jp_intern *texts, struct jp_span span);

#endif
