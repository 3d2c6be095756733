/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The debug information of modules, asked with a second reader behind the first one: what our
 * own reader refuses (a version or form it does not know) libdwarf may still be able to read.
 */
#ifndef JP_DWARF_ANSWER_H
#define JP_DWARF_ANSWER_H

#include "jp_symbolize.h"

struct jp_dwarf_answer {
    struct jp_names first;
    struct jp_names second; /* entries for some of the addresses, often none */
    enum jp_miss miss;      /* why the module as a whole has no lines: NONE, NO_DEBUG_INFO,
                               READER_FAILED */
    bool is_refused;        /* units could not be read: nobody knows which addresses they have */
    bool is_complete;       /* nothing was missing, refused or damaged on the way */
};

/* There is debug information to be asked. */
bool jp_dwarf_answer_is_possible(const struct jp_binary *binary);

/* Fill ANSWERS, one for each of COUNT tasks whose binary has an object; the caller releases them.
 * What was done is added to TOTAL. Failures are told in DIAGS, in one line per module. */
void jp_dwarf_answers_init(struct jp_dwarf_answer *answers, const struct jp_symbolize_task *tasks,
                           size_t count, const struct jp_symbolize_options *options,
                           struct jp_dwarf_work *total, struct jp_diags *diags);
void jp_dwarf_answers_release(struct jp_dwarf_answer *answers, size_t count);

#endif
