/* SPDX-License-Identifier: BSD-2-Clause */
/* What is in a heap. */
#include "config.h"

#include "jp_api.h"
#include "jp_sum.h"

static const char *text_of(const struct jp_intern *strings, uint32_t id)
{
    return jp_intern_text(strings, id);
}

const struct jp_failure *jp_heap_failure(jp_heap *heap)
{
    const struct jp_error *const error = &heap->error;
    const enum jp_status status = error->exit == JP_EXIT_OK      ? JP_OK
                                  : error->exit == JP_EXIT_USAGE ? JP_BAD_USE
                                                                 : JP_BAD_INPUT;

    heap->failure = (struct jp_failure){
        .status = status,
        .path = error->path,
        .line = error->line,
        .message = error->message,
        .hint = error->hint,
    };
    return &heap->failure;
}

double jp_heap_total(const jp_heap *heap, enum jp_value value, enum jp_part part)
{
    const struct jp_profile *const profile = &heap->profile;
    struct jp_sum sum = {0};

    if ((unsigned)value >= JP_METRIC_COUNT)
        return 0;
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        if (sample.thread == JP_PROCESS)
            jp_sum_add(&sum, (part == JP_BASE ? &sample.base : &sample.main)->of[value]);
    }
    return jp_sum_value(sum);
}

size_t jp_heap_note_count(const jp_heap *heap)
{
    return heap->diags.list.count;
}

const struct jp_note_info *jp_heap_note(jp_heap *heap, size_t index)
{
    const struct jp_diags *const diags = &heap->diags;

    if (index >= diags->list.count)
        return NULL;
    const struct jp_diag *const diag = &diags->list.data[index];
    heap->note = (struct jp_note_info){
        .is_warning = diag->severity == JP_WARNING,
        .path = text_of(&diags->strings, diag->path),
        .line = diag->line,
        .count = diag->count,
        .message = text_of(&diags->strings, diag->message),
    };
    return &heap->note;
}

size_t jp_heap_module_count(const jp_heap *heap)
{
    return heap->profile.modules.count;
}

static const char *hexadecimal(struct jp_intern *texts, struct jp_span bytes)
{
    struct jp_buf hex = JP_BUF_INIT;

    jp_buf_add_hex(&hex, bytes);
    const char *const text = jp_api_text(texts, jp_buf_span(&hex));
    jp_buf_release(&hex);
    return text;
}

const struct jp_module_info *jp_heap_module(jp_heap *heap, size_t index)
{
    const struct jp_profile *const profile = &heap->profile;

    if (index >= profile->modules.count)
        return NULL;
    const struct jp_module *const module = &profile->modules.data[index];
    heap->module = (struct jp_module_info){
        .path = text_of(&profile->strings, module->path),
        .file = text_of(&profile->strings, module->is_refused ? 0 : module->file),
        .build_id = hexadecimal(&heap->texts, jp_profile_build_id(profile, (uint32_t)index)),
        .missing = module->miss == JP_MISS_NONE ? "" : jp_miss_text(module->miss),
    };
    return &heap->module;
}

size_t jp_heap_thread_count(const jp_heap *heap)
{
    return heap->profile.threads.count;
}

const struct jp_thread_info *jp_heap_thread(jp_heap *heap, size_t index)
{
    const struct jp_profile *const profile = &heap->profile;

    if (index >= profile->threads.count)
        return NULL;
    const struct jp_thread *const thread = &profile->threads.data[index];
    heap->thread = (struct jp_thread_info){
        .number = thread->uid,
        .name = text_of(&profile->strings, thread->name),
    };
    return &heap->thread;
}
