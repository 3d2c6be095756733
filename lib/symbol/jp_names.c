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

/* Strings that move from one set of names to another; ids of the product, UINT32_MAX: not yet. */
struct moving {
    const struct jp_names *from;
    struct jp_names *to;
    uint32_t *ids;
};

static struct moving moving_of(const struct jp_names *from, struct jp_names *to)
{
    const size_t count = from->strings.spans.count;
    uint32_t *const ids = jp_mem_resize(NULL, count, sizeof *ids);

    for (size_t i = 0; i < count; i++)
        ids[i] = UINT32_MAX;
    return (struct moving){from, to, ids};
}

static uint32_t move_text(struct moving *moving, uint32_t id)
{
    if (moving->ids[id] == UINT32_MAX)
        moving->ids[id] =
            jp_intern_add(&moving->to->strings, jp_intern_span(&moving->from->strings, id));
    return moving->ids[id];
}

static void move_entry(struct moving *moving, const struct jp_name_entry *entry)
{
    struct jp_names *const to = moving->to;
    struct jp_name_entry moved = *entry;

    moved.frames_first = (uint32_t)to->frames.count;
    for (uint32_t i = 0; i < entry->frames_count; i++) {
        struct jp_name_frame frame = moving->from->frames.data[entry->frames_first + i];
        frame.function = move_text(moving, frame.function);
        frame.linkage = move_text(moving, frame.linkage);
        frame.file = move_text(moving, frame.file);
        jp_vec_push(&to->frames, frame);
    }
    jp_vec_push(&to->entries, moved);
}

void jp_names_merge(const struct jp_names *a, const struct jp_names *b, struct jp_names *out)
{
    struct moving from_a = moving_of(a, out);
    struct moving from_b = moving_of(b, out);
    size_t i = 0;

    for (size_t k = 0; k < b->entries.count; k++) {
        const uint64_t address = b->entries.data[k].address;
        for (; i < a->entries.count && a->entries.data[i].address < address; i++)
            move_entry(&from_a, &a->entries.data[i]);
        if (i < a->entries.count && a->entries.data[i].address == address)
            i++;
        move_entry(&from_b, &b->entries.data[k]);
    }
    for (; i < a->entries.count; i++)
        move_entry(&from_a, &a->entries.data[i]);
    out->tried = b->tried ? move_text(&from_b, b->tried) : move_text(&from_a, a->tried);
    free(from_a.ids);
    free(from_b.ids);
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
