/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine code of functions, instruction by instruction, with the source line of each and the
 * names of what it jumps to.
 */
#ifndef JP_ROUTINES_H
#define JP_ROUTINES_H

#include "jp_code.h"
#include "jp_naming.h"
#include "jp_symbolize.h"

struct jp_routine_instruction {
    uint64_t address;
    uint32_t length;   /* bytes */
    uint32_t text;     /* string id: "call   1060 <malloc@plt>" */
    uint32_t file;     /* string id, of the innermost inlined function; 0: not known */
    uint32_t line;     /* 0: not known */
    uint32_t own_file; /* in the routine itself: the place of the call, where code is inlined */
    uint32_t own_line;
};

struct jp_routine {
    struct jp_code code;
    uint32_t function;   /* index in profile.functions */
    size_t instructions; /* index in jp_routines.instructions */
    size_t count;
};

struct jp_routines {
    struct jp_intern strings;
    JP_VEC(struct jp_routine) list; /* by module, then by address */
    JP_VEC(struct jp_routine_instruction) instructions;
};

/*
 * The symbols that hold the code of a location whose own function IS_WANTED (one flag per function
 * of PROFILE), not counting those inlined there. Symbols in jumps are called as NAMING says. What
 * is not there to be read, or too large, is told in DIAGS. False: nothing can be disassembled. The
 * caller releases ROUTINES in any case.
 */
JP_MUST_CHECK bool jp_routines_init(struct jp_routines *routines, const struct jp_profile *profile,
                                    const bool *is_wanted, enum jp_naming naming,
                                    const struct jp_symbolize_options *options,
                                    struct jp_diags *diags, struct jp_error *error);
void jp_routines_release(struct jp_routines *routines);

/*
 * The instruction that the call of LOCATION is in, as index in instructions; SIZE_MAX: it is in
 * none of the routines. *ROUTINE is the index of its routine.
 */
size_t jp_routines_find(const struct jp_routines *routines, const struct jp_profile *profile,
                        uint32_t location, size_t *routine);

#endif
