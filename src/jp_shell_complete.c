/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_complete.h"

#include "jp_name_table.h"

#include <stdlib.h>
#include <string.h>

struct completing {
    struct jp_shell_completions *made;
    struct jp_span word; /* in front of the cursor */
};

static void offer(struct completing *completing, struct jp_span text)
{
    if (text.len && jp_span_starts_with(text, completing->word))
        jp_vec_push(&completing->made->list, jp_arena_text(&completing->made->arena, text));
}

static void offer_format(struct completing *completing, const char *before, const char *name,
                         const char *after)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_format(&text, "%s%s%s", before, name, after);
    offer(completing, jp_buf_span(&text));
    jp_buf_release(&text);
}

static void offer_beginnings(struct completing *completing)
{
    size_t count;
    struct jp_shell_command *const commands = jp_shell_commands(&count);

    for (size_t i = 0; i < count; i++)
        offer(completing, jp_span_of(commands[i].name));
    free(commands);
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_shell_change_of((enum jp_option_id)i) != JP_CHANGE_NEVER)
            offer_format(completing, "", jp_option_table[i].name, "=");
}

static void offer_switches(struct completing *completing)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].kind == JP_KIND_SWITCH &&
            jp_shell_change_of((enum jp_option_id)i) == JP_CHANGE_AT_ONCE)
            offer_format(completing, "-", jp_option_table[i].name, "");
}

/* NAME as a regular expression of one word. */
static void add_escaped(struct jp_buf *out, struct jp_span name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == ' ') {
            jp_buf_add_text(out, "\\s");
            continue;
        }
        if (strchr("\\^$.|?*+()[]{}", name.ptr[i]))
            jp_buf_add_byte(out, '\\');
        jp_buf_add_byte(out, name.ptr[i]);
    }
}

static void offer_functions(struct completing *completing, const struct jp_session *session)
{
    const struct jp_profile *const profile = &session->profile;
    uint32_t *const names = jp_mem_zeroed(profile->functions.count, sizeof *names);
    struct jp_buf text = JP_BUF_INIT;
    struct jp_intern strings;

    jp_intern_init(&strings);
    jp_name_table_fill(names, &strings, profile, session->grouping.naming);
    for (size_t i = 0; i < profile->functions.count; i++) {
        jp_buf_clear(&text);
        add_escaped(&text, jp_intern_span(&strings, names[i]));
        offer(completing, jp_buf_span(&text));
    }
    jp_buf_release(&text);
    jp_intern_release(&strings);
    free(names);
}

static int compare(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void finish(struct jp_shell_completions *made)
{
    size_t kept = 0;

    if (made->list.count)
        qsort(made->list.data, made->list.count, sizeof *made->list.data, compare);
    for (size_t i = 0; i < made->list.count; i++)
        if (i == 0 || strcmp(made->list.data[kept - 1], made->list.data[i]) != 0)
            made->list.data[kept++] = made->list.data[i];
    made->list.count = kept;
    if (kept == 0)
        return;
    const char *const first = made->list.data[0];
    const char *const last = made->list.data[kept - 1];
    while (first[made->common] && first[made->common] == last[made->common])
        made->common++;
    made->is_complete = kept == 1 && first[made->common - 1] != '=';
}

void jp_shell_complete(struct jp_shell_completions *completions, const struct jp_shell *shell,
                       struct jp_span line)
{
    size_t start = line.len;

    *completions = (struct jp_shell_completions){.arena = JP_ARENA_INIT};
    while (start && line.ptr[start - 1] != ' ' && line.ptr[start - 1] != '\t')
        start--;
    struct completing completing = {completions, jp_span_slice(line, start, line.len)};
    completions->typed = completing.word.len;
    if (jp_span_trim(jp_span_slice(line, 0, start)).len == 0)
        offer_beginnings(&completing);
    else if (jp_span_starts_with(completing.word, JP_SPAN("-")))
        offer_switches(&completing);
    else
        offer_functions(&completing, shell->session);
    finish(completions);
}

void jp_shell_completions_release(struct jp_shell_completions *completions)
{
    jp_vec_release(&completions->list);
    jp_arena_release(&completions->arena);
}
