/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_say.h"

#include "jp_visible.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

static const char RED[] = "\033[1;31m";
static const char MAGENTA[] = "\033[1;35m";
static const char CYAN[] = "\033[1;36m";

static bool wants_color(const char *when)
{
    const char *const no_color = getenv("NO_COLOR");
    const char *const term = getenv("TERM");

    if (strcasecmp(when, "auto") != 0)
        return strcasecmp(when, "always") == 0;
    if (no_color && no_color[0] != '\0')
        return false;
    return isatty(STDERR_FILENO) && term && strcasecmp(term, "dumb") != 0;
}

struct jp_say jp_say_of(const struct jp_options *options)
{
    return (struct jp_say){
        .is_quiet = jp_options_is_on(options, JP_OPT_QUIET),
        .is_verbose =
            jp_options_is_on(options, JP_OPT_VERBOSE) && !jp_options_is_on(options, JP_OPT_QUIET),
        .has_color = wants_color(jp_options_text(options, JP_OPT_COLOR)),
    };
}

/*
 * Text from files may hold anything; a terminal must not act on it, and who reads a log must not
 * meet bytes that are no text. A damaged store puts such into the middle of words.
 */
static void plain(struct jp_span text)
{
    struct jp_buf visible = JP_BUF_INIT;

    jp_visible_add_utf8(&visible, text);
    fwrite(jp_buf_span(&visible).ptr, 1, visible.len, stderr);
    jp_buf_release(&visible);
}

/* "path:line: kind: ", or "jeprof-c: kind: " for what is not about a file. */
static void heading(const struct jp_say *say, const char *path, uint64_t line, const char *kind,
                    const char *color)
{
    plain(jp_span_of(path[0] ? path : "jeprof-c"));
    if (line)
        fprintf(stderr, ":%" PRIu64, line);
    fprintf(stderr, ": %s%s:%s ", say->has_color ? color : "", kind,
            say->has_color ? "\033[m" : "");
}

void jp_say_text(const struct jp_say *say, struct jp_span lines)
{
    struct jp_span line;

    while (!say->is_quiet && jp_span_take_line(&lines, &line, NULL)) {
        fputs("jeprof-c: ", stderr);
        plain(line);
        putc('\n', stderr);
    }
}

void jp_say_diags(const struct jp_say *say, const struct jp_diags *diags, size_t first)
{
    for (size_t i = first; i < diags->list.count; i++) {
        const struct jp_diag *const diag = &diags->list.data[i];
        const bool is_note = diag->severity == JP_NOTE;
        if (is_note ? !say->is_verbose : say->is_quiet)
            continue;
        heading(say, jp_intern_text(&diags->strings, diag->path), diag->line,
                is_note ? "note" : "warning", is_note ? CYAN : MAGENTA);
        plain(jp_intern_span(&diags->strings, diag->message));
        if (diag->count > 1)
            fprintf(stderr, " (%" PRIu64 " times)", diag->count);
        putc('\n', stderr);
    }
}

void jp_say_error(const struct jp_say *say, const struct jp_error *error)
{
    heading(say, error->path, error->line, "error", RED);
    plain(jp_span_of(error->message));
    putc('\n', stderr);
    if (error->hint[0]) {
        heading(say, "", 0, "hint", CYAN);
        plain(jp_span_of(error->hint));
        putc('\n', stderr);
    }
}
