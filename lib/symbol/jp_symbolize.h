/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for the addresses of one module: DWARF for lines and inlined frames, the ELF symbol table
 * for the outermost name where it covers the address, demangled. Never a neighbour's name: an
 * address is a symbol's only inside the symbol's size.
 */
#ifndef JP_SYMBOLIZE_H
#define JP_SYMBOLIZE_H

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
};

/*
 * Fill NAMES (initialised, empty) with one entry per address. ADDRESSES are ELF virtual addresses
 * inside the call instruction, ascending and unique. The DWARF reader runs in a process of its own
 * (jp_worker.h); its failure costs lines and inlined frames only and is told in DIAGS once.
 * What was read is added to WORK.
 */
void jp_symbolize(const struct jp_binary *binary, const uint64_t *addresses, size_t count,
                  const struct jp_symbolize_options *options, struct jp_names *names,
                  struct jp_dwarf_work *work, struct jp_diags *diags);

/* The symbol that covers ADDRESS, from where jp_symbolize takes it; NULL: none. */
const struct jp_symbol *jp_symbolize_symbol(const struct jp_binary *binary, uint64_t address);

#endif
