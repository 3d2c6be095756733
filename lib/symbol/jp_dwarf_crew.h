/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The workers that share the units of one lookup, each in a thread of its own. Which of them reads
 * a unit does not show in what is found.
 */
#ifndef JP_DWARF_CREW_H
#define JP_DWARF_CREW_H

#include "jp_dwarf_worker.h"

struct jp_dwarf_crew {
    struct jp_dwarf_worker *workers;
    size_t count;
};

struct jp_dwarf_crew_work {
    const struct jp_dwarf_task *tasks;
    size_t count;
    const struct jp_dwarf_request *request;
    struct jp_dwarf_result *results; /* one per address of the request, zeroed */
    const struct jp_dwarf_file *file;
    uint64_t code_start; /* see jp_dwarf_worker_init */
    uint64_t code_end;
    bool has_symbols; /* jp_object_symbols_prepare was called */
};

/*
 * Work off the tasks with as many workers as the request allows and the work is worth. All sections
 * that the tasks need must be loaded.
 */
void jp_dwarf_crew_run(struct jp_dwarf_crew *crew, const struct jp_dwarf_crew_work *work);
void jp_dwarf_crew_release(struct jp_dwarf_crew *crew);

#endif
