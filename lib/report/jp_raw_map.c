/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_raw_map.h"

#include "jp_visible.h"

#include <inttypes.h>

/* As the kernel does, which escapes nothing but the line feed (fs/proc/task_mmu.c). */
static void add_path(struct jp_buf *out, struct jp_span path)
{
    struct jp_span part;

    while (jp_span_take_part(&path, '\n', &part)) {
        jp_visible_add(out, part, "");
        if (path.len)
            jp_buf_add_text(out, "\\012");
    }
}

/* Where a map does not tell offsets, it tells no more than the name. */
void jp_raw_map_write(struct jp_buf *out, const struct jp_profile *profile,
                      const struct jp_kept_mapping *list, size_t count)
{
    jp_buf_add_text(out, "MAPPED_LIBRARIES:\n");
    for (size_t i = 0; i < count; i++) {
        const struct jp_kept_mapping *const mapping = &list[i];
        jp_buf_format(out, "%08" PRIx64 "-%08" PRIx64, mapping->start, mapping->end);
        if (mapping->has_offset)
            jp_buf_format(out, " r-%cp %08" PRIx64 " 00:00 %" PRIu64 " ",
                          mapping->is_executable ? 'x' : '-', mapping->offset, mapping->inode);
        else
            jp_buf_add_text(out, ": ");
        add_path(out, jp_intern_span(&profile->strings, mapping->path));
        jp_buf_format(out, "%s\n", mapping->is_deleted ? " (deleted)" : "");
    }
}
