/* SPDX-License-Identifier: BSD-2-Clause */
/* One line of a memory map, of any system. Private to lib/read. */
#ifndef JP_MAPS_LINE_H
#define JP_MAPS_LINE_H

#include "jp_span.h"

struct jp_maps_line {
    uint64_t start;
    uint64_t end;
    uint64_t offset;
    uint64_t inode;
    struct jp_span name; /* as written, with " (deleted)" and escapes; empty: anonymous memory */
    bool is_executable;
    bool has_offset;
};

/* Parse LINE, given without its line end. False: none of the known shapes. */
bool jp_maps_line_parse(struct jp_span text, struct jp_maps_line *line);

#endif
