/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_unpack.h"

#include "jp_attr.h"
#include "jp_parallel.h"

/* Packed: a millisecond, and ten times what a thread takes. */
enum { WORTH_BYTES = 256 << 10 };

struct part {
    struct jp_object *object;
    const char *const *names; /* of sections; ends with NULL */
    struct jp_error *error;
};

static void unpack(void *argument)
{
    const struct part *const part = argument;

    for (const char *const *name = part->names; *name; name++)
        jp_object_section(part->object, *name, part->error);
}

/* One thread writes .debug_info, the other these: nothing is shared but what both only read. */
void jp_dwarf_unpack(struct jp_object *object, unsigned jobs, struct jp_error *error)
{
    static const char *const info[] = {".debug_info", NULL};
    static const char *const others[] = {
        ".debug_line",     ".debug_abbrev", ".debug_str", ".debug_rnglists",
        ".debug_line_str", ".debug_ranges", NULL};
    struct part parts[] = {{object, info, error}, {object, others, NULL}};

    if (jobs >= 2 && jp_object_packed_bytes(object, ".debug_info") >= WORTH_BYTES)
        jp_parallel_run(unpack, parts, JP_COUNT_OF(parts), sizeof *parts);
}
