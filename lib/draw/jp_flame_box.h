/* SPDX-License-Identifier: BSD-2-Clause */
/* What is said of a box: its class for the colour, its label, its numbers. */
#ifndef JP_FLAME_BOX_H
#define JP_FLAME_BOX_H

#include "jp_flame.h"
#include "jp_flame_layout.h"

/* The name of a node; "(inline)" is left out, because it is drawn. The root is "all". */
void jp_flame_name(struct jp_buf *out, const struct jp_flame *flame, uint32_t node);
void jp_flame_key_name(struct jp_buf *out, const struct jp_flame *flame, uint32_t key);

bool jp_flame_is_inlined(const struct jp_flame *flame, uint32_t node);

/*
 * Class of jp_flame.css for the colour of a node: by group (h0a to h11c, ha to hc for gray ones),
 * or, with a base, by change (s4 to s1 shrank, e equal, g1 to g4 grew, new).
 */
void jp_flame_class(struct jp_buf *out, const struct jp_flame *flame, uint32_t node);
/* The class of a key by its group. */
void jp_flame_key_class(struct jp_buf *out, const struct jp_flame *flame, uint32_t key);

/* Classes of change, from the largest shrinking to the largest growth. */
#define JP_FLAME_STEPS 9
extern const char *const jp_flame_steps[JP_FLAME_STEPS];

/* In front of a name in a picture of changes: "+ ", "= ", U+2212 and a blank, "new ". */
const char *jp_flame_sign(double before, double after);

/* "+1.50 MiB": with its sign, whether it grew or shrank. */
void jp_flame_signed(struct jp_buf *out, const struct jp_flame *flame, double value);

/* The lines that are shown when a box is pointed at; VANISHED: its box among those. */
void jp_flame_title(struct jp_buf *out, const struct jp_flame *flame,
                    const struct jp_flame_box *box, bool vanished);

#endif
