/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_threads.h"

#include "jp_buf.h"
#include "jp_regex.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_IN_MESSAGE = 24 };

/* One thread with what it is sorted by. */
struct candidate {
    uint64_t uid;
    struct jp_span name;
    uint32_t index;
};

static int compare(const void *a, const void *b)
{
    const struct candidate *const x = a;
    const struct candidate *const y = b;

    if (x->uid != y->uid)
        return x->uid < y->uid ? -1 : 1;
    const int names = jp_span_compare(x->name, y->name);
    if (names != 0)
        return names;
    return (x->index > y->index) - (x->index < y->index);
}

/* Without those that were joined with another one; KEPT are left. */
static struct candidate *sorted(const struct jp_profile *profile, size_t *kept)
{
    const size_t count = profile->threads.count;
    struct candidate *const all = jp_mem_resize(NULL, count, sizeof *all);

    *kept = 0;
    for (size_t i = 1; i < count; i++) {
        const struct jp_thread *const thread = &profile->threads.data[i];
        if (thread->partner == JP_PROCESS)
            all[(*kept)++] = (struct candidate){
                thread->uid, jp_intern_span(&profile->strings, thread->name), (uint32_t)i};
    }
    if (*kept)
        qsort(all, *kept, sizeof *all, compare);
    return all;
}

static bool fail_unknown(const struct candidate *all, size_t count, const char *wanted,
                         struct jp_error *error)
{
    struct jp_buf known = JP_BUF_INIT;

    if (count == 0) {
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                     "--thread=%s: the dumps have no records of single threads", wanted);
        return jp_error_hint(error, "dumps of jemalloc have them, other formats do not");
    }
    for (size_t i = 0; i < count && i < NAMED_IN_MESSAGE; i++) {
        jp_buf_format(&known, "%s%" PRIu64, i ? ", " : "", all[i].uid);
        if (all[i].name.len)
            jp_buf_format(&known, " (%.*s)", JP_SPAN_ARG(all[i].name));
    }
    if (count > NAMED_IN_MESSAGE)
        jp_buf_format(&known, " and %zu more", count - NAMED_IN_MESSAGE);
    jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                 "--thread=%s: there is no such thread; there are: %s", wanted, known.ptr);
    jp_buf_release(&known);
    return false;
}

static bool is_number(const char *text, uint64_t *number)
{
    struct jp_span rest = jp_span_of(text);

    return jp_span_take_decimal(&rest, number) && rest.len == 0;
}

/* The label that reports and dumps have for a thread ("t7"), unless it is of none that is here. */
static bool is_label(const struct jp_profile *profile, const char *text, uint64_t *uid)
{
    if (text[0] != 't' || !is_number(text + 1, uid))
        return false;
    for (size_t i = 1; i < profile->threads.count; i++) {
        if (profile->threads.data[i].uid == *uid)
            return true;
    }
    return false;
}

bool jp_thread_is_by_name(const char *wanted)
{
    uint64_t uid;

    return wanted[0] && !is_number(wanted, &uid) &&
           !(wanted[0] == 't' && is_number(wanted + 1, &uid));
}

bool jp_thread_choice_init(struct jp_thread_choice *choice, const struct jp_profile *profile,
                           const char *wanted, struct jp_diags *diags, struct jp_error *error)
{
    const bool is_all = strcmp(wanted, "*") == 0;
    struct jp_regex pattern = {0};
    uint64_t uid = 0;

    *choice = (struct jp_thread_choice){0};
    if (wanted[0] == '\0') {
        jp_vec_push(&choice->list, JP_PROCESS);
        return true;
    }
    const bool by_uid = is_number(wanted, &uid) || is_label(profile, wanted, &uid);
    if (!by_uid && !is_all && !jp_regex_init(&pattern, wanted, error))
        return jp_error_prepend(error, "--thread");

    size_t count;
    struct candidate *const all = sorted(profile, &count);
    for (size_t i = 0; i < count; i++) {
        const bool is_wanted =
            by_uid ? all[i].uid == uid
                   : is_all || (all[i].name.len && jp_regex_matches(&pattern, all[i].name));
        if (is_wanted)
            jp_vec_push(&choice->list, all[i].index);
    }
    const bool fine = jp_regex_check(&pattern, "thread", diags, error) &&
                      (choice->list.count || fail_unknown(all, count, wanted, error));
    jp_regex_release(&pattern);
    free(all);
    return fine;
}

void jp_thread_choice_release(struct jp_thread_choice *choice)
{
    jp_vec_release(&choice->list);
}

const char *jp_thread_label(const struct jp_profile *profile, uint32_t thread,
                            struct jp_arena *arena)
{
    if (thread == JP_PROCESS)
        return NULL;
    return jp_arena_format(arena, "t%" PRIu64, profile->threads.data[thread].uid);
}
