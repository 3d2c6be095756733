/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line of the shell, taken apart: "top20 -cum -ignore focus >file", or ">>file". Words are split
 * at blanks, as in jeprof.
 */
#ifndef JP_SHELL_WORDS_H
#define JP_SHELL_WORDS_H

#include "jp_arena.h"
#include "jp_vec.h"

struct jp_shell_words {
    struct jp_span command;          /* without the number behind it; empty: nothing was typed */
    size_t number;                   /* "top20"; 0: none */
    JP_VEC(struct jp_span) switches; /* words with dashes in front, without those */
    JP_VEC(struct jp_span) words;
    struct jp_span target; /* behind ">" or ">>"; empty: none */
    bool has_target;
    bool is_appended;        /* it was ">>" */
    struct jp_span doubtful; /* ">file" that was taken as the end of a query; or empty */
    bool has_pipe;           /* "|command", which nothing is done about */
};

/* LINE must live as long as WORDS, which are to be released. */
void jp_shell_words_init(struct jp_shell_words *words, struct jp_span line);
/*
 * The same for a command with a query in SQL: all of it is the only word. A file, ">file" or
 * ">>file", stands in front of it, or at its end where that cannot be SQL: the file has the ending
 * of a table, or the query has the form of SQL without it only.
 */
void jp_shell_words_init_whole(struct jp_shell_words *words, struct jp_span line);
void jp_shell_words_release(struct jp_shell_words *words);

/* "NAME=VALUE": false when LINE is none. */
bool jp_shell_assignment(struct jp_span line, struct jp_span *name, struct jp_span *value);

/* The words of LIST with GLUE between them, in ARENA; "" when it is empty. */
const char *jp_shell_join(struct jp_arena *arena, const struct jp_span *list, size_t count,
                          const char *glue);

#endif
