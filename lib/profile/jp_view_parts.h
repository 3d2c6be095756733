/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of making a view that have files of their own. Private to jp_view.c. */
#ifndef JP_VIEW_PARTS_H
#define JP_VIEW_PARTS_H

#include "jp_view.h"

/* What the options say about a location. */
struct jp_view_verdict {
    bool is_judged; /* some stack has it */
    bool is_folded;
    bool is_removed; /* --retain, --exclude */
    bool is_focused;
    bool is_ignored;
};

/* Filters are asked once per location of a stack. VERDICTS has an element for each, all zero. */
void jp_view_judge(struct jp_view_verdict *verdicts, const struct jp_profile *profile,
                   const struct jp_view_options *options);
/* The same for the empty stack. */
struct jp_view_verdict jp_view_judge_root(const struct jp_view_options *options);

/* Add up the values of VIEW, whose nodes and targets are there. */
void jp_view_add_values(struct jp_view *view, const struct jp_view_options *options);

static inline bool jp_view_is_given(const struct jp_regex *regex)
{
    return regex && jp_regex_is_given(regex);
}

#endif
