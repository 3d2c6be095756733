/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_assemble.h"

#include "jp_parallel.h"

/* A stretch of the addresses: each thread writes its own entries and frames. */
struct stretch {
    const struct jp_dwarf_result *results;
    const struct jp_dwarf_crew *crew;
    uint32_t *const *ids; /* per worker and string: its number in the product */
    struct jp_names *names;
    size_t first;
    size_t last; /* behind its last address */
    uint64_t alternate_missing;
};

/* False when a name lies in a shared file that is not there. */
static bool fill_frames(const struct stretch *stretch, const struct jp_dwarf_result *result,
                        struct jp_name_frame *frame)
{
    const struct jp_dwarf_worker *const worker = &stretch->crew->workers[result->worker];
    const uint32_t *const ids = stretch->ids[result->worker];
    bool lacks_alternate = false;
    struct jp_name_frame place = {
        .file = ids[result->file], .line = result->line, .column = result->column};
    uint32_t id = result->node;

    for (uint32_t left = result->frames_count; left; left--) {
        const struct jp_dwarf_node *const node = &worker->chains.nodes.data[id];
        *frame = place;
        if (id && worker->namer.names.count) {
            const struct jp_dwarf_name *const name = &worker->namer.names.data[node->name];
            frame->function = ids[name->function];
            frame->linkage = ids[name->linkage];
            frame->is_external = name->is_external;
            lacks_alternate |= name->lacks_alternate;
        }
        frame->is_inlined = node->parent != 0;
        frame++;
        place = (struct jp_name_frame){
            .file = ids[node->file], .line = node->line, .column = node->column};
        id = node->parent;
    }
    return !lacks_alternate;
}

static void fill(void *argument)
{
    struct stretch *const stretch = argument;
    struct jp_names *const names = stretch->names;

    for (size_t i = stretch->first; i < stretch->last; i++) {
        struct jp_name_entry *const entry = &names->entries.data[i];
        if (!fill_frames(stretch, &stretch->results[i], names->frames.data + entry->frames_first)) {
            stretch->alternate_missing++;
            entry->miss = JP_MISS_NO_ALT_FILE;
        }
        if (entry->miss == JP_MISS_NONE && entry->frames_count == 0)
            entry->miss = JP_MISS_NOT_COVERED;
    }
}

/* Where the frames of each address go is known before they are made. */
static void make_room(const struct jp_dwarf_request *request, const struct jp_dwarf_result *results,
                      struct jp_names *names)
{
    size_t frames_count = 0;

    jp_vec_reserve(&names->entries, request->count);
    for (size_t i = 0; i < request->count; i++) {
        jp_vec_push(&names->entries, (struct jp_name_entry){.address = request->addresses[i],
                                                            .frames_first = (uint32_t)frames_count,
                                                            .frames_count = results[i].frames_count,
                                                            .miss = results[i].miss});
        frames_count += results[i].frames_count;
    }
    jp_vec_reserve(&names->frames, frames_count);
    names->frames.count = frames_count;
}

/* Names are long and many: they are not copied. Those of the first worker, often the only one, keep
 * their numbers. */
static void take_strings(struct jp_dwarf_crew *crew, struct jp_names *names, uint32_t **ids)
{
    for (size_t i = 0; i < crew->count; i++) {
        struct jp_intern *const strings = &crew->workers[i].strings;
        ids[i] = jp_mem_resize(NULL, strings->spans.count, sizeof **ids);
        if (i > 0) {
            jp_intern_take(&names->strings, strings, ids[i]);
            continue;
        }
        for (size_t k = 0; k < strings->spans.count; k++)
            ids[i][k] = (uint32_t)k;
        const struct jp_intern none = names->strings;
        names->strings = *strings;
        *strings = none;
    }
}

/* With fewer addresses, a thread of one's own takes longer to start than to fill. */
static size_t stretch_count(const struct jp_dwarf_request *request,
                            const struct jp_dwarf_crew *crew)
{
    enum { LEAST_ADDRESSES = 4096 };
    const size_t useful = 1 + request->count / LEAST_ADDRESSES;

    return crew->count < useful ? crew->count : useful;
}

void jp_dwarf_assemble(const struct jp_dwarf_request *request,
                       const struct jp_dwarf_result *results, struct jp_dwarf_crew *crew,
                       struct jp_names *names, struct jp_dwarf_work *work)
{
    const size_t count = stretch_count(request, crew);
    uint32_t **const ids = jp_mem_zeroed(crew->count, sizeof *ids);
    struct stretch *const stretches = jp_mem_zeroed(count, sizeof *stretches);

    take_strings(crew, names, ids);
    make_room(request, results, names);
    for (size_t i = 0; i < count; i++)
        stretches[i] = (struct stretch){.results = results,
                                        .crew = crew,
                                        .ids = ids,
                                        .names = names,
                                        .first = request->count * i / count,
                                        .last = request->count * (i + 1) / count};
    jp_parallel_run(fill, stretches, count, sizeof *stretches);
    for (size_t i = 0; i < count; i++)
        work->alternate_missing += stretches[i].alternate_missing;
    for (size_t i = 0; i < crew->count; i++)
        free(ids[i]);
    free(ids);
    free(stretches);
}
