/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_input.h"

#include "jp_shell_complete.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#endif

static const char PROMPT[] = "(jeprof-c) ";

struct jp_shell_input {
    const struct jp_shell *shell;
    bool is_terminal;
    char *line; /* of getline */
    size_t capacity;
#ifdef HAVE_LIBEDIT
    EditLine *editor; /* NULL without a terminal */
    History *history;
#endif
};

#ifdef HAVE_LIBEDIT

static const char *prompt(JP_UNUSED EditLine *editor)
{
    return PROMPT;
}

/* All that is possible, below the line that is being typed. */
static void show(const struct jp_shell_completions *completions)
{
    enum { MOST_SHOWN = 100 };

    fputc('\n', stderr);
    for (size_t i = 0; i < completions->list.count && i < MOST_SHOWN; i++)
        fprintf(stderr, "%s\n", completions->list.data[i]);
    if (completions->list.count > MOST_SHOWN)
        fprintf(stderr, "and %zu more\n", completions->list.count - MOST_SHOWN);
}

static unsigned char complete(EditLine *editor, JP_UNUSED int key)
{
    const LineInfo *const info = el_line(editor);
    const struct jp_span line = {info->buffer, (size_t)(info->cursor - info->buffer)};
    const struct jp_shell_input *input = NULL;
    struct jp_shell_completions completions;
    unsigned char result = CC_ERROR;

    el_get(editor, EL_CLIENTDATA, &input);
    jp_shell_complete(&completions, input->shell, line);
    if (completions.common > completions.typed || completions.is_complete) {
        struct jp_buf rest = JP_BUF_INIT;
        jp_buf_add(&rest, (struct jp_span){completions.list.data[0] + completions.typed,
                                           completions.common - completions.typed});
        if (completions.is_complete)
            jp_buf_add_byte(&rest, ' ');
        if (el_insertstr(editor, rest.ptr) == 0)
            result = CC_REFRESH;
        jp_buf_release(&rest);
    } else if (completions.list.count > 1) {
        show(&completions);
        result = CC_REDISPLAY;
    }
    jp_shell_completions_release(&completions);
    return result;
}

/* The prompt and what is typed go to standard error, so that standard output has reports only. */
static void open_editor(struct jp_shell_input *input)
{
    enum { HISTORY_LINES = 1000 };
    HistEvent event;

    input->editor = el_init("jeprof-c", stdin, stderr, stderr);
    input->history = history_init();
    if (!input->editor || !input->history)
        return;
    history(input->history, &event, H_SETSIZE, HISTORY_LINES);
    history(input->history, &event, H_SETUNIQUE, 1);
    el_set(input->editor, EL_CLIENTDATA, input);
    el_set(input->editor, EL_PROMPT, prompt);
    el_set(input->editor, EL_EDITOR, "emacs");
    el_set(input->editor, EL_SIGNAL, 1);
    el_set(input->editor, EL_HIST, history, input->history);
    el_set(input->editor, EL_ADDFN, "jp-complete", "Complete the word", complete);
    el_set(input->editor, EL_BIND, "^I", "jp-complete", NULL);
    el_set(input->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
}

static void close_editor(struct jp_shell_input *input)
{
    if (input->editor)
        el_end(input->editor);
    if (input->history)
        history_end(input->history);
}

/* False: there is no editor, the input is at its end, or control-C was typed. */
static bool take_edited(struct jp_shell_input *input, struct jp_span *line, bool *is_edited)
{
    HistEvent event;
    int len = 0;

    *is_edited = input->editor != NULL;
    if (!input->editor)
        return false;
    const char *const text = el_gets(input->editor, &len);
    if (!text || len <= 0)
        return false;
    *line = jp_span_trim((struct jp_span){text, (size_t)len});
    if (line->len)
        history(input->history, &event, H_ENTER, text);
    return true;
}

#else

static void open_editor(JP_UNUSED struct jp_shell_input *input)
{
}

static void close_editor(JP_UNUSED struct jp_shell_input *input)
{
}

static bool take_edited(JP_UNUSED struct jp_shell_input *input, JP_UNUSED struct jp_span *line,
                        bool *is_edited)
{
    *is_edited = false;
    return false;
}

#endif

struct jp_shell_input *jp_shell_input_new(const struct jp_shell *shell)
{
    struct jp_shell_input *const input = jp_mem_zeroed(1, sizeof *input);

    input->shell = shell;
    input->is_terminal = isatty(STDIN_FILENO);
    if (input->is_terminal)
        open_editor(input);
    return input;
}

void jp_shell_input_free(struct jp_shell_input *input)
{
    close_editor(input);
    free(input->line);
    free(input);
}

static bool take_plain(struct jp_shell_input *input, struct jp_span *line)
{
    if (input->is_terminal)
        fputs(PROMPT, stderr);
    const ssize_t len = getline(&input->line, &input->capacity, stdin);
    if (len < 0)
        return false;
    *line = (struct jp_span){input->line, (size_t)len};
    return true;
}

static bool take_line(struct jp_shell_input *input, struct jp_span *line)
{
    bool is_edited;
    const bool has_line = take_edited(input, line, &is_edited);

    return is_edited ? has_line : take_plain(input, line);
}

/* Nothing else reaches a signal's handler. It makes waiting for a key fail; when it comes between
 * two keys, the line goes when it is complete. */
static volatile sig_atomic_t was_interrupted;

static void give_line_up(JP_UNUSED int number)
{
    was_interrupted = 1;
}

/* At the prompt control-C gives up the line; while a report is made it ends the program. */
static bool take_from_terminal(struct jp_shell_input *input, struct jp_span *line)
{
    const struct sigaction action = {.sa_handler = give_line_up}; /* no SA_RESTART */
    struct sigaction before;

    was_interrupted = 0;
    sigaction(SIGINT, &action, &before);
    const bool has_line = take_line(input, line);
    const bool is_given_up = was_interrupted;
    sigaction(SIGINT, &before, NULL);
    if (!has_line) {
        fputc('\n', stderr);
        clearerr(stdin);
    }
    if (is_given_up)
        *line = (struct jp_span){"", 0};
    return has_line || is_given_up;
}

bool jp_shell_input_take(struct jp_shell_input *input, struct jp_span *line)
{
    return input->is_terminal ? take_from_terminal(input, line) : take_line(input, line);
}
