/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_names.h"

void jp_names_init(struct jp_names *names)
{
    *names = (struct jp_names){0};
    jp_intern_init(&names->strings);
}

void jp_names_release(struct jp_names *names)
{
    jp_intern_release(&names->strings);
    jp_vec_release(&names->entries);
    jp_vec_release(&names->frames);
}

const struct jp_name_entry *jp_names_find(const struct jp_names *names, uint64_t address)
{
    size_t low = 0;
    size_t high = names->entries.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (names->entries.data[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->entries.count || names->entries.data[low].address != address)
        return NULL;
    return &names->entries.data[low];
}

/* ENTRY of FROM goes to TO, its strings with it. */
static void move_entry(const struct jp_names *from, const struct jp_name_entry *entry,
                       struct jp_names *to, struct jp_intern_copy *strings)
{
    struct jp_name_entry moved = *entry;

    moved.frames_first = (uint32_t)to->frames.count;
    for (uint32_t i = 0; i < entry->frames_count; i++) {
        struct jp_name_frame frame = from->frames.data[entry->frames_first + i];
        frame.function = jp_intern_copy_id(strings, frame.function);
        frame.linkage = jp_intern_copy_id(strings, frame.linkage);
        frame.file = jp_intern_copy_id(strings, frame.file);
        jp_vec_push(&to->frames, frame);
    }
    jp_vec_push(&to->entries, moved);
}

void jp_names_merge(const struct jp_names *a, const struct jp_names *b, struct jp_names *out)
{
    struct jp_intern_copy a_strings;
    struct jp_intern_copy b_strings;
    size_t i = 0;

    jp_intern_copy_init(&a_strings, &a->strings, &out->strings);
    jp_intern_copy_init(&b_strings, &b->strings, &out->strings);
    for (size_t k = 0; k < b->entries.count; k++) {
        const uint64_t address = b->entries.data[k].address;
        for (; i < a->entries.count && a->entries.data[i].address < address; i++)
            move_entry(a, &a->entries.data[i], out, &a_strings);
        if (i < a->entries.count && a->entries.data[i].address == address)
            i++;
        move_entry(b, &b->entries.data[k], out, &b_strings);
    }
    for (; i < a->entries.count; i++)
        move_entry(a, &a->entries.data[i], out, &a_strings);
    out->tried = b->tried ? jp_intern_copy_id(&b_strings, b->tried)
                          : jp_intern_copy_id(&a_strings, a->tried);
    jp_intern_copy_release(&a_strings);
    jp_intern_copy_release(&b_strings);
}

void jp_names_drop_inlined(struct jp_names *names)
{
    for (size_t i = 0; i < names->entries.count; i++) {
        struct jp_name_entry *const entry = &names->entries.data[i];
        if (entry->frames_count > 1) {
            entry->frames_first += entry->frames_count - 1;
            entry->frames_count = 1;
        }
    }
}
