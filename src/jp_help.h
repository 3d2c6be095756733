/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of --help and the spelling of options in all that is made from the table. */
#ifndef JP_HELP_H
#define JP_HELP_H

#include "jp_buf.h"
#include "jp_options.h"

void jp_help(struct jp_buf *out);

/* "base", or "no-inlines" for a switch that is on by default. */
void jp_help_name(struct jp_buf *out, const struct jp_option *option);

static inline bool jp_help_has_value(const struct jp_option *option)
{
    return option->kind != JP_KIND_SWITCH;
}

#endif
