/* SPDX-License-Identifier: BSD-2-Clause */
/* One look at .debug_info, or at its start, for a batch of addresses. */
#ifndef JP_DWARF_LOOKUP_H
#define JP_DWARF_LOOKUP_H

#include "jp_dwarf.h"
#include "jp_dwarf_plain.h"
#include "jp_dwarf_reach.h"

/* What is asked of .debug_info, which is unpacked as far as that takes. */
struct jp_dwarf_attempt {
    const struct jp_dwarf_request *request;
    const struct jp_dwarf_reach *reach; /* NULL: not known */
    bool is_start;                      /* only the units up to the last one of REACH */
    const struct jp_dwarf_plain *plain; /* answers the other addresses, or NULL, */
    struct jp_names *plain_names;       /* here */
};

/* Fill NAMES, empty before, and set WORK. False: it could not be read, and ERROR (may be NULL) is
 * set, or, when not all was asked, it takes more; then NAMES is still empty. */
bool jp_dwarf_look_up(const struct jp_dwarf_attempt *attempt, struct jp_names *names,
                      struct jp_dwarf_work *work, struct jp_error *error);

#endif
