/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_answer.h"

#include "jp_number.h"

#include <inttypes.h>

static bool has_debug_info(const struct jp_binary *binary)
{
    return binary->debug_object && jp_object_has_section(binary->debug_object, ".debug_info");
}

/* Ask LOOKUP; on failure NAMES is empty, as what came before the failure may be half a truth. */
static bool ask(jp_dwarf_lookup *lookup, const struct jp_dwarf_request *request,
                const struct jp_symbolize_options *options, struct jp_names *names,
                struct jp_dwarf_work *work, struct jp_error *error)
{
    const struct jp_worker_limits limits =
        options->limits ? *options->limits
                        : jp_worker_limits_for(jp_object_bytes(request->object).len);
    const bool is_fine = options->no_worker
                             ? lookup(request, names, work, error)
                             : jp_worker_lookup(lookup, request, &limits, names, work, error);

    if (!is_fine) {
        jp_names_release(names);
        jp_names_init(names);
        *work = (struct jp_dwarf_work){0};
    }
    return is_fine;
}

/* One line per module, about the gravest thing. */
static void tell(const char *path, const struct jp_dwarf_work *work, struct jp_diags *diags)
{
    if (work->units_refused > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "%" PRIu64 " of %" PRIu64 " %s of debug information could not be read: "
                     "their functions have no lines and no inlined frames",
                     work->units_refused, work->units_total,
                     jp_number_words(work->units_total, "unit", "units"));
    else if (work->inlines_cut > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "more than %d functions are inlined into one another: the innermost frames "
                     "are left out",
                     JP_NAMES_MOST_FRAMES);
    else if (work->split_missing > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "the functions of %" PRIu64 " %s in split debug files (.dwo, .dwp), "
                     "which were not read: no inlined frames there",
                     work->split_missing,
                     jp_number_words(work->split_missing, "unit are", "units are"));
}

/* Ask the second reader for the addresses that the first one left without frames. */
static bool ask_again(struct jp_dwarf_answer *answer, jp_dwarf_lookup *lookup,
                      const struct jp_dwarf_request *request,
                      const struct jp_symbolize_options *options, struct jp_dwarf_work *work)
{
    JP_VEC(uint64_t) left = {0};
    struct jp_dwarf_work more = {0};
    struct jp_dwarf_request second = *request;
    bool is_fine = true;

    for (size_t i = 0; i < request->count; i++) {
        const struct jp_name_entry *const entry =
            jp_names_find(&answer->first, request->addresses[i]);
        if (!entry || entry->frames_count == 0)
            jp_vec_push(&left, request->addresses[i]);
    }
    second.addresses = left.data;
    second.count = left.count;
    if (left.count > 0)
        is_fine = ask(lookup, &second, options, &answer->second, &more, NULL);
    jp_vec_release(&left);
    if (!is_fine)
        return false;
    if (work->units_total == 0)
        work->units_total = more.units_total;
    work->units_read += more.units_read;
    work->dies_read += more.dies_read;
    work->line_rows += more.line_rows;
    work->units_refused = more.units_refused;
    return true;
}

static void add_work(struct jp_dwarf_work *total, const struct jp_dwarf_work *work)
{
    total->units_total += work->units_total;
    total->units_read += work->units_read;
    total->dies_read += work->dies_read;
    total->line_rows += work->line_rows;
    total->units_refused += work->units_refused;
    total->inlines_cut += work->inlines_cut;
    total->split_missing += work->split_missing;
}

void jp_dwarf_answer_init(struct jp_dwarf_answer *answer, const struct jp_binary *binary,
                          const uint64_t *addresses, size_t count,
                          const struct jp_symbolize_options *options, struct jp_dwarf_work *total,
                          struct jp_diags *diags)
{
    const struct jp_dwarf_request request = {.object = binary->debug_object,
                                             .alternate = binary->alternate,
                                             .addresses = addresses,
                                             .count = count,
                                             .want_inlines = true};
    jp_dwarf_lookup *const reader = options->reader ? options->reader : jp_dwarf_reader_lookup;
    jp_dwarf_lookup *second = options->second_reader;
    struct jp_dwarf_work work = {0};
    struct jp_error error = JP_ERROR_INIT;

    *answer = (struct jp_dwarf_answer){.miss = JP_MISS_NONE};
    jp_names_init(&answer->first);
    jp_names_init(&answer->second);
    if (!has_debug_info(binary)) {
        answer->miss = JP_MISS_NO_DEBUG_INFO;
        return;
    }
    if (!second && !options->reader)
        second = jp_dwarf_libdwarf_lookup;
    bool is_fine = ask(reader, &request, options, &answer->first, &work, &error);
    if (second && (!is_fine || work.units_refused > 0))
        is_fine = ask_again(answer, second, &request, options, &work) || is_fine;
    add_work(total, &work);
    if (is_fine) {
        tell(jp_object_path(binary->debug_object), &work, diags);
        return;
    }
    answer->miss = JP_MISS_READER_FAILED;
    jp_diags_add(diags, JP_WARNING, jp_object_path(binary->debug_object), 0,
                 "the debug information could not be read (%s): no lines and no inlined frames",
                 error.message);
}

void jp_dwarf_answer_release(struct jp_dwarf_answer *answer)
{
    jp_names_release(&answer->first);
    jp_names_release(&answer->second);
}
