/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Our own DWARF reader, in batch: sorted addresses are given to the units that own them, each unit
 * that owns one is read once, and the frames are put together at the end in the order of the
 * addresses. Measured against other readers in doc/performance.md.
 */
#include "config.h"

#include "jp_dwarf_lookup.h"
#include "jp_dwarf_unpack.h"

/* All but the plain units, and these. */
static bool look_up_plain(const struct jp_dwarf_plain *plain, struct jp_names *names,
                          struct jp_dwarf_work *work)
{
    struct jp_names rest_names;
    struct jp_names plain_names;
    const struct jp_dwarf_attempt attempt = {&plain->rest, &plain->rest_reach, true, plain,
                                             &plain_names};

    jp_names_init(&rest_names);
    jp_names_init(&plain_names);
    const bool is_fine = jp_dwarf_look_up(&attempt, &rest_names, work, NULL);
    if (is_fine)
        jp_names_merge(&rest_names, &plain_names, names);
    jp_names_release(&rest_names);
    jp_names_release(&plain_names);
    return is_fine;
}

/* With less than all of .debug_info, where REACH tells that less may do. */
static bool look_up_start(const struct jp_dwarf_request *request,
                          const struct jp_dwarf_reach *reach, struct jp_names *names,
                          struct jp_dwarf_work *work)
{
    const struct jp_dwarf_attempt attempt = {.request = request, .reach = reach, .is_start = true};
    struct jp_dwarf_plain plain;

    const bool is_worth_it = jp_dwarf_plain_init(&plain, request, reach);
    jp_dwarf_unpack(request, reach, is_worth_it ? &plain : NULL, NULL);
    const bool is_fine = (plain.is_found && look_up_plain(&plain, names, work)) ||
                         jp_dwarf_look_up(&attempt, names, work, NULL);
    jp_dwarf_plain_release(&plain);
    return is_fine;
}

static bool look_up_whole(const struct jp_dwarf_request *request,
                          const struct jp_dwarf_reach *reach, struct jp_names *names,
                          struct jp_dwarf_work *work, struct jp_error *error)
{
    const struct jp_dwarf_attempt attempt = {.request = request, .reach = reach};

    jp_dwarf_unpack(request, NULL, NULL, error);
    return jp_dwarf_look_up(&attempt, names, work, error);
}

bool jp_dwarf_reader_lookup(const struct jp_dwarf_request *request, struct jp_names *names,
                            struct jp_dwarf_work *work, struct jp_error *error)
{
    struct jp_dwarf_reach reach;
    const bool is_known = jp_dwarf_reach_init(&reach, request);

    *work = (struct jp_dwarf_work){0};
    const bool fine = (is_known && reach.has_all && look_up_start(request, &reach, names, work)) ||
                      look_up_whole(request, is_known ? &reach : NULL, names, work, error);
    jp_dwarf_reach_release(&reach);
    return fine;
}
