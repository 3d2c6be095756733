/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for the addresses of one module: DWARF for lines and inlined frames, the ELF symbol table
 * for the outermost name where it covers the address, demangled. Never a neighbour's name: an
 * address is a symbol's only inside the symbol's size.
 */
#ifndef JP_SYMBOLIZE_H
#define JP_SYMBOLIZE_H

#include "jp_cache.h"
#include "jp_dwarf.h"
#include "jp_finder.h"
#include "jp_names.h"
#include "jp_worker.h"

struct jp_symbolize_options {
    bool no_inlines; /* only the function that holds the code, with the line in its own text */
    jp_dwarf_lookup *reader;               /* NULL: our own, and libdwarf for what it refuses */
    jp_dwarf_lookup *second_reader;        /* for what READER refuses; NULL: none */
    const struct jp_worker_limits *limits; /* NULL: by the size of the file */
    bool no_worker;                        /* read in this process (for debuggers and fuzzers) */
    struct jp_cache *cache;                /* NULL: none. Not used with a reader of the caller's */
    struct jp_meanwhile meanwhile;         /* run once in any case */
    struct jp_worker_ending *ending; /* takes the readers' processes; NULL: waited for at once */
    unsigned jobs; /* processes for modules, and threads for each, that may be used; 0: one */
};

/* A module and what is asked about it. */
struct jp_symbolize_task {
    const struct jp_binary *binary;
    const uint64_t *addresses; /* ELF virtual addresses inside the call instruction, ascending and
                                  unique */
    size_t count;
    struct jp_names *names; /* the answer: initialised and empty at the start. An entry for each
                               address, and others when there is a cache */
};

/*
 * Fill the names of COUNT tasks. The DWARF readers run in processes of
 * their own (jp_worker.h); a failure there costs lines and inlined frames only and is told in DIAGS
 * once. What was read is added to WORK.
 */
void jp_symbolize_all(const struct jp_symbolize_task *tasks, size_t count,
                      const struct jp_symbolize_options *options, struct jp_dwarf_work *work,
                      struct jp_diags *diags);

/* The same for one module. */
void jp_symbolize(const struct jp_binary *binary, const uint64_t *addresses, size_t count,
                  const struct jp_symbolize_options *options, struct jp_names *names,
                  struct jp_dwarf_work *work, struct jp_diags *diags);

/* The file whose symbols are asked first for the names of BINARY, which has a file. */
static inline struct jp_object *jp_symbolize_names_object(const struct jp_binary *binary)
{
    return binary->symbol_object ? binary->symbol_object : binary->object;
}

/* The symbol that covers ADDRESS, from where jp_symbolize takes it; NULL: none. */
const struct jp_symbol *jp_symbolize_symbol(const struct jp_binary *binary, uint64_t address);

#endif
