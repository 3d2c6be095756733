/* SPDX-License-Identifier: BSD-2-Clause */
/* The program: command line in, report on standard output, words on standard error. */
#include "config.h"

#include "jp_buf.h"
#include "jp_file.h"
#include "jp_help.h"
#include "jp_options.h"
#include "jp_say.h"

#include <fcntl.h>
#include <unistd.h>

/*
 * A file opened later must not become standard output or standard error because the caller had
 * closed it. The stand-ins are read-only, so that writing to them fails as it should.
 */
static void occupy_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            return;
}

static bool run(const struct jp_options *options, struct jp_buf *out, struct jp_error *error)
{
    if (jp_options_is_on(options, JP_OPT_HELP)) {
        jp_help(out);
    } else if (jp_options_is_on(options, JP_OPT_VERSION)) {
        jp_buf_add_text(out, PACKAGE_STRING "\n");
    } else if (options->arguments.count == 0) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "no dump was named");
        return jp_error_hint(error, "call it as: jeprof-c [options] <program> <dump>...");
    }
    return jp_file_write("-", jp_buf_span(out), error);
}

int main(int argc, char *argv[])
{
    struct jp_options options;
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf out = JP_BUF_INIT;

    occupy_standard_files();
    jp_options_init(&options);
    const bool is_understood = jp_options_parse(&options, argc, argv, &error);
    const struct jp_say say = jp_say_of(&options);
    if (!is_understood || !run(&options, &out, &error))
        jp_say_error(&say, &error);
    jp_buf_release(&out);
    jp_options_release(&options);
    return (int)error.exit;
}
