/* SPDX-License-Identifier: BSD-2-Clause */
/* What functions are called in reports, where the key alone does not say it. */
#ifndef JP_REPORT_LABELS_H
#define JP_REPORT_LABELS_H

#include "jp_naming.h"

/* "FILE:LINE" of a frame (index in profile.frames): "??:0" without a file, "FILE:?" without line.
 */
void jp_report_file_line(struct jp_buf *out, const struct jp_profile *profile, uint32_t frame);

/*
 * Keys as tables show them. A key that is the bare address of a function without a name, but with
 * debug information, is shown as "?? FILE:LINE", as jeprof does; every other key is its text. What
 * would break the table or act on a terminal is made visible (jp_visible.h), here as everywhere.
 */
struct jp_report_labels {
    const struct jp_profile *profile;
    const struct jp_keys *keys;
    uint32_t *frames; /* per key: the frame to show instead, or JP_NO_FRAME */
};

void jp_report_labels_init(struct jp_report_labels *labels, const struct jp_profile *profile,
                           const struct jp_keys *keys);
void jp_report_labels_release(struct jp_report_labels *labels);
void jp_report_label(struct jp_buf *out, const struct jp_report_labels *labels, uint32_t key);
/*
 * The key as a frame of a stack on one line: "[inline]" behind the name of an inlined call, a
 * function without a name as FILE:LINE, and no semicolon (it becomes a colon).
 */
void jp_report_frame_name(struct jp_buf *out, const struct jp_report_labels *labels, uint32_t key);

#endif
