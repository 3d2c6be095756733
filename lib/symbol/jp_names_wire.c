/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of strings, frames and entries, and which string has the places tried; then the strings
 * (length and bytes), the frames and the entries.
 */
#include "config.h"

#include "jp_names_wire.h"

enum {
    FLAG_INLINED = 1,
    FLAG_EXTERNAL = 2,
    FRAME_BYTES = 5 * 4 + 1,
    ENTRY_BYTES = 8 + 4 + 4 + 1,
    STRING_BYTES = 4, /* at least */
};

#define COUNT_MISS(name, text) +1
static const uint64_t miss_count = 0 JP_MISS_LIST(COUNT_MISS);

void jp_names_pack(const struct jp_names *names, struct jp_buf *out)
{
    jp_wire_add(out, names->strings.spans.count, 4);
    jp_wire_add(out, names->frames.count, 4);
    jp_wire_add(out, names->entries.count, 4);
    jp_wire_add(out, names->tried, 4);
    for (size_t i = 0; i < names->strings.spans.count; i++) {
        const struct jp_span text = names->strings.spans.data[i];
        jp_wire_add(out, text.len, STRING_BYTES);
        jp_buf_add(out, text);
    }
    for (size_t i = 0; i < names->frames.count; i++) {
        const struct jp_name_frame *const frame = &names->frames.data[i];
        jp_wire_add(out, frame->function, 4);
        jp_wire_add(out, frame->linkage, 4);
        jp_wire_add(out, frame->file, 4);
        jp_wire_add(out, frame->line, 4);
        jp_wire_add(out, frame->column, 4);
        jp_wire_add(
            out, (frame->is_inlined ? FLAG_INLINED : 0) | (frame->is_external ? FLAG_EXTERNAL : 0),
            1);
    }
    for (size_t i = 0; i < names->entries.count; i++) {
        const struct jp_name_entry *const entry = &names->entries.data[i];
        jp_wire_add(out, entry->address, 8);
        jp_wire_add(out, entry->frames_first, 4);
        jp_wire_add(out, entry->frames_count, 4);
        jp_wire_add(out, entry->miss, 1);
    }
}

/* The strings must be different and start with the empty one, so that ids stay what they were. */
static bool take_strings(struct jp_span *rest, uint64_t count, struct jp_names *names)
{
    if (count == 0 || count > rest->len / STRING_BYTES)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t len;
        if (!jp_wire_take(rest, &len, STRING_BYTES) || len > rest->len)
            return false;
        if (jp_intern_add(&names->strings, jp_span_slice(*rest, 0, len)) != i)
            return false;
        *rest = jp_span_slice(*rest, len, rest->len);
    }
    return true;
}

static bool take_frame(struct jp_span *rest, uint64_t string_count, struct jp_name_frame *frame)
{
    uint64_t function, linkage, file, line, column, flags;

    if (!jp_wire_take(rest, &function, 4) || !jp_wire_take(rest, &linkage, 4) ||
        !jp_wire_take(rest, &file, 4) || !jp_wire_take(rest, &line, 4) ||
        !jp_wire_take(rest, &column, 4) || !jp_wire_take(rest, &flags, 1))
        return false;
    if (function >= string_count || linkage >= string_count || file >= string_count ||
        flags > (FLAG_INLINED | FLAG_EXTERNAL))
        return false;
    *frame = (struct jp_name_frame){.function = (uint32_t)function,
                                    .linkage = (uint32_t)linkage,
                                    .file = (uint32_t)file,
                                    .line = (uint32_t)line,
                                    .column = (uint32_t)column,
                                    .is_inlined = flags & FLAG_INLINED,
                                    .is_external = flags & FLAG_EXTERNAL};
    return true;
}

static bool take_entry(struct jp_span *rest, uint64_t frame_count, struct jp_name_entry *entry)
{
    uint64_t address, first, count, miss;

    if (!jp_wire_take(rest, &address, 8) || !jp_wire_take(rest, &first, 4) ||
        !jp_wire_take(rest, &count, 4) || !jp_wire_take(rest, &miss, 1))
        return false;
    if (first > frame_count || count > frame_count - first || miss >= miss_count)
        return false;
    *entry = (struct jp_name_entry){address, (uint32_t)first, (uint32_t)count, (enum jp_miss)miss};
    return true;
}

bool jp_names_unpack(struct jp_span *rest, struct jp_names *names)
{
    uint64_t string_count, frame_count, entry_count, tried;

    if (!jp_wire_take(rest, &string_count, 4) || !jp_wire_take(rest, &frame_count, 4) ||
        !jp_wire_take(rest, &entry_count, 4) || !jp_wire_take(rest, &tried, 4) ||
        !take_strings(rest, string_count, names) || tried >= string_count)
        return false;
    names->tried = (uint32_t)tried;
    if (frame_count > rest->len / FRAME_BYTES)
        return false;
    for (uint64_t i = 0; i < frame_count; i++) {
        struct jp_name_frame frame;
        if (!take_frame(rest, string_count, &frame))
            return false;
        jp_vec_push(&names->frames, frame);
    }
    if (entry_count > rest->len / ENTRY_BYTES)
        return false;
    for (uint64_t i = 0; i < entry_count; i++) {
        struct jp_name_entry entry;
        if (!take_entry(rest, frame_count, &entry) ||
            (i > 0 && entry.address <= names->entries.data[i - 1].address))
            return false;
        jp_vec_push(&names->entries, entry);
    }
    return true;
}
