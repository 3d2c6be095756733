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

/*
 * Work off COUNT tasks with as many workers as REQUEST allows and the work is worth; the other
 * arguments are those of jp_dwarf_worker_init. All sections that the tasks need must be loaded.
 */
void jp_dwarf_crew_run(struct jp_dwarf_crew *crew, const struct jp_dwarf_task *tasks, size_t count,
                       const struct jp_dwarf_request *request, struct jp_dwarf_result *results,
                       const struct jp_dwarf_file *file, uint64_t code_start, uint64_t code_end);
void jp_dwarf_crew_release(struct jp_dwarf_crew *crew);

#endif
