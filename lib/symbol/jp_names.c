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
