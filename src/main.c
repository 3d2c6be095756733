/* SPDX-License-Identifier: BSD-2-Clause */
/* The program: command line in, report on standard output, words on standard error. */
#include "config.h"

#include "jp_buf.h"
#include "jp_deliver.h"
#include "jp_elsewhere.h"
#include "jp_file.h"
#include "jp_help.h"
#include "jp_mem.h"
#include "jp_mode.h"
#include "jp_options.h"
#include "jp_say.h"
#include "jp_session.h"
#include "jp_uses.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * A file opened later must not become standard input, output or error because the caller had closed
 * it. The stand-ins are open for the wrong direction, so that using them fails as it should.
 */
static void occupy_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        const int direction = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", direction) < 0)
            return;
    }
}

/* The report goes out only when it is complete, after all that is to be said about it. */
static bool report(struct jp_session *session, const struct jp_options *options,
                   const struct jp_say *say, struct jp_buf *out, struct jp_error *error)
{
    const char *const path = jp_options_text(options, JP_OPT_OUTPUT);
    struct jp_viewer viewer;

    jp_session_init(session, options);
    bool fine = jp_viewer_find(&viewer, options, error) && jp_mode_check(options, error) &&
                jp_uses_check(options, jp_mode_option(options), &session->diags, error) &&
                jp_session_load(session, error);
    const bool has_report = fine && !session->is_import_only;
    if (has_report)
        fine = jp_deliver_make(jp_mode_of(options), session, out, error);
    jp_progress_end(&session->progress);
    jp_say_diags(say, &session->diags, 0);
    if (fine) {
        jp_say_text(say, jp_buf_span(&session->words));
        fine = !has_report || jp_deliver(&viewer, path, jp_buf_span(out), say, error);
        fine = fine && jp_deliver_verdict(session, error);
    }
    jp_viewer_release(&viewer);
    jp_session_end(session);
    return fine;
}

static bool run(struct jp_session *session, const struct jp_options *options,
                const struct jp_say *say, struct jp_buf *out, struct jp_error *error)
{
    if (jp_options_is_on(options, JP_OPT_HELP))
        jp_help(out);
    else if (jp_options_is_on(options, JP_OPT_VERSION))
        jp_buf_add_text(out, PACKAGE_STRING "\n");
    else
        return report(session, options, say, out, error);
    return jp_file_write("-", jp_buf_span(out), error);
}

int main(int argc, char *argv[])
{
    struct jp_options options;
    struct jp_session session;
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf out = JP_BUF_INIT;

    jp_mem_start();
    occupy_standard_files();
    /* A reader that has seen enough ends us quietly, even where the caller ignores the signal. */
    signal(SIGPIPE, SIG_DFL);
    /* A limit of file sizes is an error of the write, after which the temporary file is removed. */
    signal(SIGXFSZ, SIG_IGN);
    jp_options_init(&options);
    const bool is_understood = jp_options_parse(&options, argc, argv, &error);
    const struct jp_say say = jp_say_of(&options);
    if (!is_understood || !jp_elsewhere_go(&options, argv, &error) ||
        !run(&session, &options, &say, &out, &error))
        jp_say_error(&say, &error);
    /*
     * The system takes back all memory at once; to free block by block takes as long as reading a
     * small dump. For who looks for leaks, all that is kept can still be reached from here.
     */
    exit((int)error.exit);
}
