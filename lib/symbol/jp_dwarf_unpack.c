/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_unpack.h"

#include "jp_attr.h"
#include "jp_mem.h"
#include "jp_parallel.h"

/* A millisecond, which is ten times what a thread takes; packed, and of a part that is unpacked. */
enum { WORTH_BYTES = 256 << 10, WORTH_START_BYTES = 768 << 10 };

struct part {
    struct jp_object *object;
    const char *const *names; /* of sections; NULL: .debug_info */
    uint64_t info_bytes;
    struct jp_span room; /* for .debug_info */
    struct jp_error *error;
};

static void unpack(void *argument)
{
    const struct part *const part = argument;

    if (!part->names) {
        if (part->info_bytes == UINT64_MAX)
            jp_object_section(part->object, ".debug_info", part->error);
        else
            jp_object_section_start(part->object, ".debug_info", part->info_bytes);
        return;
    }
    /* A large page takes 0.1 ms, and this thread has less to do. */
    jp_mem_make_pages((void *)(uintptr_t)part->room.ptr, part->room.len);
    /* First, while this thread has a processor: at the end it might wait for one again. */
    jp_object_symbols_read(part->object);
    for (const char *const *name = part->names; *name; name++)
        jp_object_section(part->object, *name, NULL);
}

static bool is_worth_it(struct jp_object *object, uint64_t info_bytes)
{
    if (jp_object_section_has_start(object, ".debug_info", info_bytes))
        return info_bytes >= WORTH_START_BYTES;
    return jp_object_packed_bytes(object, ".debug_info") >= WORTH_BYTES;
}

/* One thread writes .debug_info, the other these and symbols: nothing is shared but what both only
 * read. */
void jp_dwarf_unpack(struct jp_object *object, unsigned jobs, uint64_t info_bytes,
                     struct jp_error *error)
{
    static const char *const others[] = {
        ".debug_line",     ".debug_abbrev", ".debug_str", ".debug_rnglists",
        ".debug_line_str", ".debug_ranges", NULL};
    struct part parts[] = {{.object = object, .info_bytes = info_bytes, .error = error},
                           {.object = object, .names = others}};

    if (jobs < 2 || !is_worth_it(object, info_bytes))
        return;
    parts[1].room = jp_object_section_room(object, ".debug_info", info_bytes);
    jp_parallel_run(unpack, parts, JP_COUNT_OF(parts), sizeof *parts);
}
