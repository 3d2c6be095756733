/* SPDX-License-Identifier: BSD-2-Clause */
/* What the programs share that ask a symbolizer for the addresses on standard input. */
#ifndef JP_TOOL_H
#define JP_TOOL_H

#include "jp_dwarf.h"
#include "jp_names.h"
#include "jp_vec.h"

/* The end, with TEXT behind the tool's name on standard error. */
JP_NORETURN void jp_tool_fail(const char *text);

/* The ELF file at PATH, or the end. */
struct jp_object *jp_tool_open(const char *path);

struct jp_tool_addresses {
    JP_VEC(uint64_t) list;
};

/* Hexadecimal addresses from standard input, one a line: ascending and unique then. */
void jp_tool_read_addresses(struct jp_tool_addresses *addresses);

/* The string, or "??" without one. */
const char *jp_tool_text(const struct jp_names *names, uint32_t id);

/* What was read, on standard error. */
void jp_tool_print_work(const struct jp_dwarf_work *work);

#endif
