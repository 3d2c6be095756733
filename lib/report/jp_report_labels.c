/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_labels.h"

#include "jp_mem.h"
#include "jp_visible.h"

#include <stdlib.h>

/* The address of a function whose name nobody knows: 16 hexadecimal digits. */
static bool is_address(struct jp_span text)
{
    uint64_t value;

    return text.len == 16 && jp_span_take_hex(&text, &value) && text.len == 0;
}

static bool is_unknown_function(const struct jp_profile *profile, uint32_t frame)
{
    const uint32_t function = profile->frames.data[frame].function;
    const struct jp_span name =
        jp_intern_span(&profile->strings, profile->functions.data[function].name);

    return name.len == 0 || jp_span_equal(name, JP_SPAN("??"));
}

void jp_report_labels_init(struct jp_report_labels *labels, const struct jp_profile *profile,
                           const struct jp_keys *keys)
{
    labels->profile = profile;
    labels->keys = keys;
    labels->frames = jp_mem_resize(NULL, keys->strings.spans.count, sizeof *labels->frames);
    for (size_t key = 0; key < keys->strings.spans.count; key++)
        labels->frames[key] = JP_NO_FRAME;
    for (size_t i = 0; i < keys->list.count; i++) {
        const uint32_t key = keys->list.data[i];
        const uint32_t frame = keys->frames.data[i];
        if (frame != JP_NO_FRAME && is_address(jp_intern_span(&keys->strings, key)) &&
            is_unknown_function(profile, frame))
            labels->frames[key] = frame;
    }
}

void jp_report_labels_release(struct jp_report_labels *labels)
{
    free(labels->frames);
    *labels = (struct jp_report_labels){0};
}

void jp_report_label(struct jp_buf *out, const struct jp_report_labels *labels, uint32_t key)
{
    const uint32_t frame = labels->frames[key];

    if (frame == JP_NO_FRAME) {
        jp_visible_add(out, jp_intern_span(&labels->keys->strings, key), "");
        return;
    }
    jp_buf_add_text(out, "?? ");
    jp_report_file_line(out, labels->profile, frame);
}

void jp_report_file_line(struct jp_buf *out, const struct jp_profile *profile, uint32_t frame)
{
    const struct jp_frame *const data = &profile->frames.data[frame];

    if (data->file == 0) {
        jp_buf_add_text(out, "??:0");
        return;
    }
    jp_visible_add(out, jp_intern_span(&profile->strings, data->file), "");
    if (data->line == 0)
        jp_buf_add_text(out, ":?");
    else
        jp_buf_format(out, ":%u", data->line);
}

void jp_report_frame_name(struct jp_buf *text, const struct jp_report_labels *labels, uint32_t key)
{
    static const struct jp_span mark = JP_SPAN(JP_INLINE_MARK);
    const size_t start = text->len;

    if (labels->frames[key] != JP_NO_FRAME)
        jp_report_file_line(text, labels->profile, labels->frames[key]);
    else
        jp_buf_add(text, jp_intern_span(&labels->keys->strings, key));
    if (jp_span_ends_with(jp_buf_span(text), mark)) {
        text->len -= mark.len;
        jp_buf_add_text(text, "[inline]");
    }
    for (size_t i = start; i < text->len; i++)
        if (text->ptr[i] == ';')
            text->ptr[i] = ':';
    jp_visible_make(text, start);
}
