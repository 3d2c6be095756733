/* SPDX-License-Identifier: BSD-2-Clause */
/* The stacks of a summary, frame by frame. */
#include "config.h"

#include "jp_api.h"

size_t jp_summary_stack_count(const jp_summary *summary)
{
    return summary->stacks.count;
}

/* The keys of the stack INDEX, the youngest first. */
static void take_stack(struct jp_summary *summary, size_t index)
{
    const struct jp_view *const view = &summary->view;
    const uint32_t *const first = summary->keys.first;

    if (summary->at_stack == index)
        return;
    summary->at_stack = index;
    summary->frames.count = 0;
    for (uint32_t node = summary->stacks.data[index]; node != 0;
         node = view->nodes.data[node].parent) {
        const uint32_t location = view->nodes.data[node].location;
        for (uint32_t key = first[location]; key < first[location + 1]; key++)
            jp_vec_push(&summary->frames, (struct jp_api_frame){location, key});
    }
}

const struct jp_stack_info *jp_summary_stack(jp_summary *summary, size_t index)
{
    if (index >= summary->stacks.count)
        return NULL;
    take_stack(summary, index);
    summary->stack = (struct jp_stack_info){
        .value = jp_view_value(&summary->view, summary->stacks.data[index]),
        .frame_count = summary->frames.count,
    };
    return &summary->stack;
}

static const char *name_of(struct jp_summary *summary, uint32_t key, bool is_inlined)
{
    struct jp_span name = jp_intern_span(&summary->keys.strings, summary->keys.list.data[key]);
    const struct jp_span mark = JP_SPAN(JP_INLINE_MARK);

    if (is_inlined && jp_span_ends_with(name, mark))
        name = jp_span_slice(name, 0, name.len - mark.len);
    return jp_api_text(&summary->texts, name);
}

const struct jp_frame_info *jp_summary_frame(jp_summary *summary, size_t stack, size_t index)
{
    const struct jp_profile *const profile = &summary->heap->profile;

    if (stack >= summary->stacks.count)
        return NULL;
    take_stack(summary, stack);
    if (index >= summary->frames.count)
        return NULL;
    const struct jp_api_frame at = summary->frames.data[index];
    const struct jp_location *const location = &profile->locations.data[at.location];
    const uint32_t id = summary->keys.frames.data[at.key];
    const struct jp_frame *const frame = id == JP_NO_FRAME ? NULL : &profile->frames.data[id];
    const bool is_inlined = frame && frame->is_inlined;
    summary->frame = (struct jp_frame_info){
        .name = name_of(summary, at.key, is_inlined),
        .module = jp_intern_text(&profile->strings, profile->modules.data[location->module].path),
        .file = jp_intern_text(&profile->strings, frame ? frame->file : 0),
        .line = frame ? frame->line : 0,
        .is_inlined = is_inlined,
        .address = location->address,
    };
    return &summary->frame;
}
