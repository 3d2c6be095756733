/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_unpack.h"

#include "jp_attr.h"
#include "jp_mem.h"
#include "jp_parallel.h"

/* A millisecond, which is ten times what a thread takes; packed, and of a part that is unpacked. */
enum { WORTH_BYTES = 256 << 10, WORTH_START_BYTES = 768 << 10 };

struct part {
    const struct jp_dwarf_request *request;
    const struct jp_dwarf_reach *reach;
    struct jp_dwarf_plain *plain;
    struct jp_error *error;
    const char *const *names; /* of sections; NULL: .debug_info */
    struct jp_span room;      /* for .debug_info */
};

static uint64_t info_bytes(const struct jp_dwarf_reach *reach)
{
    return reach ? jp_dwarf_reach_bytes(reach) : UINT64_MAX;
}

static void unpack_info(const struct part *part)
{
    struct jp_object *const object = part->request->object;
    const struct jp_dwarf_reach *const reach =
        part->plain && jp_dwarf_plain_find(part->plain) ? &part->plain->rest_reach : part->reach;

    if (reach)
        jp_object_section_start(object, ".debug_info", info_bytes(reach));
    else
        jp_object_section(object, ".debug_info", part->error);
}

static void unpack(void *argument)
{
    const struct part *const part = argument;
    struct jp_object *const object = part->request->object;

    if (!part->names) {
        unpack_info(part);
        return;
    }
    /* A large page takes 0.1 ms, and this thread has less to do. */
    jp_mem_make_pages((void *)(uintptr_t)part->room.ptr, part->room.len);
    /* First, while this thread has a processor: at the end it might wait for one again. */
    if (!part->plain)
        jp_object_symbols_read(object);
    for (const char *const *name = part->names; *name; name++)
        jp_object_section(object, *name, NULL);
}

static bool is_worth_it(struct jp_object *object, uint64_t bytes)
{
    if (jp_object_section_has_start(object, ".debug_info", bytes))
        return bytes >= WORTH_START_BYTES;
    return jp_object_packed_bytes(object, ".debug_info") >= WORTH_BYTES;
}

/* One thread writes .debug_info, and looks for plain units before that, which takes abbreviations
 * and symbols; the other writes these and the rest. Nothing is shared but what both only read. */
void jp_dwarf_unpack(const struct jp_dwarf_request *request, const struct jp_dwarf_reach *reach,
                     struct jp_dwarf_plain *plain, struct jp_error *error)
{
    static const char *const others[] = {
        ".debug_abbrev",   ".debug_line",   ".debug_str", ".debug_rnglists",
        ".debug_line_str", ".debug_ranges", NULL};
    struct part parts[] = {
        {.request = request, .reach = reach, .plain = plain, .error = error},
        {.request = request, .plain = plain, .names = plain ? others + 1 : others}};

    if ((request->jobs < 2 && request->jobs_unpacking < 2) ||
        !is_worth_it(request->object, info_bytes(reach))) {
        if (plain)
            jp_dwarf_plain_find(plain);
        return;
    }
    parts[1].room = jp_object_section_room(request->object, ".debug_info",
                                           info_bytes(plain ? &plain->rest_reach : reach));
    jp_parallel_run(unpack, parts, JP_COUNT_OF(parts), sizeof *parts);
}
