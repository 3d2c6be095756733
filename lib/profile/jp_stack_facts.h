/* SPDX-License-Identifier: BSD-2-Clause */
/* How complete the recorded stacks of a profile are: what the process's unwinder delivered. */
#ifndef JP_STACK_FACTS_H
#define JP_STACK_FACTS_H

#include "jp_module_facts.h"

/* Bytes are those of struct jp_profile_facts: the dump's and the base's. */
struct jp_stack_facts {
    uint32_t stack_count; /* different stacks with samples */
    uint32_t deepest;     /* frames of the deepest one, inlined ones not counted */
    double no_stack;      /* bytes without any frame */
    bool has_lost;        /* because lines of a dump are damaged, some of them */
    bool has_unwound;     /* because the unwinder failed, some of them */
    /*
     * Bytes whose outermost frame is named, but is no place where a thread starts (_start, main,
     * clone, start_thread, the C library, the loader): the unwinder stopped early.
     */
    double broken_off;
    /* The part of broken_off whose stacks are as deep as jemalloc records at most. */
    double at_limit;
};

/* jemalloc's PROF_BT_MAX: stacks are cut there unless it was built with another limit. */
enum { JP_JEMALLOC_DEPTH = 128 };

void jp_stack_facts(struct jp_stack_facts *facts, const struct jp_profile *profile,
                    enum jp_metric metric);

#endif
