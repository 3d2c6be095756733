/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_viewer.h"

#include "jp_arena.h"
#include "jp_file.h"
#include "jp_vec.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct kind {
    enum jp_option_id option;
    const char *suffix;
    bool is_browser;     /* BROWSER counts */
    const char *program; /* asked before xdg-open, or NULL */
};

static const struct kind kinds[] = {
    {JP_OPT_WEB, ".svg", true, NULL},
    {JP_OPT_GV, ".ps", false, "gv"},
    {JP_OPT_EVINCE, ".pdf", false, "evince"},
};

static const char *environment(const char *name)
{
    const char *const value = getenv(name);

    return value ? value : "";
}

/* Is the first word of COMMAND a program, by its path or on PATH? */
static bool is_program(struct jp_span command)
{
    struct jp_span word;
    struct jp_buf path = JP_BUF_INIT;
    bool found = false;

    if (!jp_span_take_word(&command, &word))
        return false;
    jp_buf_add(&path, word);
    if (memchr(word.ptr, '/', word.len)) {
        found = access(path.ptr, X_OK) == 0;
    } else {
        const char *folder = environment("PATH");
        while (*folder && !found) {
            const size_t len = strcspn(folder, ":");
            jp_buf_clear(&path);
            jp_buf_add(&path, (struct jp_span){folder, len});
            jp_buf_add_byte(&path, '/');
            jp_buf_add(&path, word);
            found = len > 0 && access(path.ptr, X_OK) == 0;
            folder += len + (folder[len] == ':');
        }
    }
    jp_buf_release(&path);
    return found;
}

static bool take(struct jp_viewer *viewer, struct jp_span command)
{
    struct jp_buf text = JP_BUF_INIT;

    if (!is_program(command))
        return false;
    jp_buf_add(&text, command);
    viewer->command = text.ptr;
    return true;
}

/* BROWSER is a list with ":" between, of which the first that exists is taken. */
static bool take_browser(struct jp_viewer *viewer)
{
    for (const char *at = environment("BROWSER"); *at;) {
        const struct jp_span command = {at, strcspn(at, ":")};
        if (take(viewer, command))
            return true;
        at += command.len + (at[command.len] == ':');
    }
    return false;
}

bool jp_viewer_find(struct jp_viewer *viewer, const struct jp_options *options,
                    struct jp_error *error)
{
    const enum jp_option_id chosen = jp_options_chosen(options, JP_SET_MODE);
    const struct kind *kind = NULL;

    *viewer = (struct jp_viewer){0};
    for (size_t i = 0; i < JP_COUNT_OF(kinds); i++)
        if (kinds[i].option == chosen)
            kind = &kinds[i];
    if (!kind)
        return true;
    viewer->suffix = kind->suffix;
    if (take(viewer, jp_span_of(environment("JEPROF_VIEWER"))) ||
        (kind->is_browser && take_browser(viewer)) ||
        (kind->program && take(viewer, jp_span_of(kind->program))) ||
        take(viewer, JP_SPAN("xdg-open")))
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                 "--%s: there is no program to show the picture with (JEPROF_VIEWER%s%s%s, "
                 "xdg-open)",
                 jp_option_table[chosen].name, kind->is_browser ? ", BROWSER" : "",
                 kind->program ? ", " : "", kind->program ? kind->program : "");
    return jp_error_hint(error,
                         "write it to a file with --%s --output=FILE, or name a viewer in "
                         "JEPROF_VIEWER",
                         kind->suffix + 1);
}

void jp_viewer_release(struct jp_viewer *viewer)
{
    free(viewer->command);
    viewer->command = NULL;
}

/* A new file that only the user can read; its path is in PATH. */
static bool make_file(struct jp_buf *path, const char *suffix, struct jp_error *error)
{
    const char *const folder = environment("TMPDIR");

    jp_buf_format(path, "%s/jeprof-c.XXXXXX%s", folder[0] ? folder : "/tmp", suffix);
    const int fd = mkstemps(path->ptr, (int)strlen(suffix));
    if (fd < 0)
        return jp_error_errno(error, JP_EXIT_WRITE, path->ptr, "make a file for the picture");
    close(fd);
    return true;
}

typedef JP_VEC(char *) words;

/* The command's words, and the file's path in place of "%s" or behind them. */
static void split(words *list, const char *command, const char *path, struct jp_arena *arena)
{
    struct jp_span rest = jp_span_of(command);
    struct jp_span word;
    bool has_path = false;

    while (jp_span_take_word(&rest, &word)) {
        const bool is_place = jp_span_equal(word, JP_SPAN("%s"));
        has_path |= is_place;
        jp_vec_push(list, jp_arena_text(arena, is_place ? jp_span_of(path) : word));
    }
    if (!has_path)
        jp_vec_push(list, jp_arena_text(arena, jp_span_of(path)));
    jp_vec_push(list, NULL);
}

/* A viewer that stays in the foreground is waited for. */
static bool start(const char *command, const char *path, struct jp_error *error)
{
    struct jp_arena arena = JP_ARENA_INIT;
    words list = {0};
    pid_t child;
    int status = 0;

    split(&list, command, path, &arena);
    const int failure = posix_spawnp(&child, list.data[0], NULL, NULL, list.data, environ);
    bool fine = failure == 0;
    if (fine) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    if (!fine)
        jp_error_set(error, JP_EXIT_WRITE, NULL, 0, "%s could not show %s%s%s", list.data[0], path,
                     failure ? ": " : "", failure ? strerror(failure) : "");
    jp_vec_release(&list);
    jp_arena_release(&arena);
    return fine;
}

bool jp_viewer_show(const struct jp_viewer *viewer, const char *path, struct jp_span bytes,
                    struct jp_buf *words_out, struct jp_error *error)
{
    struct jp_buf file = JP_BUF_INIT;

    jp_buf_add_text(&file, path);
    const bool fine = (file.len || make_file(&file, viewer->suffix, error)) &&
                      jp_file_write(file.ptr, bytes, error);
    if (fine)
        jp_buf_format(words_out, "The picture is %s, shown with %s\n", file.ptr, viewer->command);
    const bool is_shown = fine && start(viewer->command, file.ptr, error);
    jp_buf_release(&file);
    return is_shown;
}
