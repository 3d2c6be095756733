/* SPDX-License-Identifier: BSD-2-Clause */
/* Machine code with what each instruction holds: a call has what was allocated below it. */
#ifndef JP_ASSEMBLY_H
#define JP_ASSEMBLY_H

#include "jp_routines.h"
#include "jp_view.h"

struct jp_assembly_value {
    double flat; /* stacks that end there */
    double cum;  /* stacks that pass through, each once */
};

struct jp_assembly {
    const struct jp_routines *routines;
    struct jp_assembly_value *of_instruction; /* parallel to routines->instructions */
    struct jp_assembly_value *of_routine;     /* parallel to routines->list */
    JP_VEC(uint32_t) order; /* routines with a value in some metric: by name, then as in list */
};

/*
 * Values are those of METRIC. VIEWS differ in their metric only. NAMES are string ids of STRINGS,
 * one per function of the profile.
 */
void jp_assembly_init(struct jp_assembly *assembly, const struct jp_routines *routines,
                      const struct jp_view views[JP_METRIC_COUNT], enum jp_metric metric,
                      const struct jp_intern *strings, const uint32_t *names);
void jp_assembly_release(struct jp_assembly *assembly);

#endif
