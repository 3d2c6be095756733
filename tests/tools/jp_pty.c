/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jp_pty PROMPT PROGRAM ARGUMENTS...: PROGRAM on a terminal of its own. Each line of standard input
 * is typed when PROMPT has come; "\t" in it is the key. All that the program writes goes to
 * standard output. Status: the program's; 99 when it does not answer.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 20000, NO_ANSWER = 99 };

struct talk {
    int terminal;
    const char *prompt;
    char seen[256]; /* the end of what was written since the last line was typed */
    size_t seen_len;
};

static void remember(struct talk *talk, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (talk->seen_len == sizeof talk->seen - 1) {
            memmove(talk->seen, talk->seen + 1, talk->seen_len - 1);
            talk->seen_len--;
        }
        /* A NUL would end the search. */
        talk->seen[talk->seen_len++] = bytes[i] ? bytes[i] : ' ';
        talk->seen[talk->seen_len] = '\0';
    }
}

/* One piece of output; false at the end, or when nothing comes. */
static int take_output(struct talk *talk)
{
    struct pollfd wait = {.fd = talk->terminal, .events = POLLIN};
    char bytes[512];

    const int ready = poll(&wait, 1, WAIT_MS);
    if (ready <= 0)
        return -1;
    const ssize_t got = read(talk->terminal, bytes, sizeof bytes);
    if (got <= 0)
        return 0;
    fwrite(bytes, 1, (size_t)got, stdout);
    remember(talk, bytes, (size_t)got);
    return 1;
}

static int wait_for_prompt(struct talk *talk)
{
    while (!strstr(talk->seen, talk->prompt)) {
        const int result = take_output(talk);
        if (result <= 0)
            return result;
    }
    talk->seen_len = 0;
    talk->seen[0] = '\0';
    return 1;
}

static void type(const struct talk *talk, const char *line)
{
    for (const char *c = line; *c && *c != '\n'; c++) {
        const int is_tab = c[0] == '\\' && c[1] == 't';
        if (write(talk->terminal, is_tab ? "\t" : c, 1) != 1)
            return;
        c += is_tab;
    }
    if (write(talk->terminal, "\r", 1) != 1)
        return;
}

static int start(char *argv[], pid_t *child)
{
    const struct winsize size = {.ws_row = 50, .ws_col = 200};
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);

    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return -1;
    const char *const name = ptsname(terminal);
    *child = fork();
    if (*child != 0)
        return terminal;
    setsid();
    const int other = open(name, O_RDWR);
    ioctl(other, TIOCSWINSZ, &size);
    for (int fd = 0; fd < 3; fd++)
        dup2(other, fd);
    close(terminal);
    execv(argv[0], argv);
    _exit(126);
}

int main(int argc, char *argv[])
{
    char line[1024];
    pid_t child = -1;
    int status = 0;

    if (argc < 3)
        return 2;
    struct talk talk = {.terminal = start(argv + 2, &child), .prompt = argv[1]};
    if (talk.terminal < 0 || child < 0)
        return 77;
    int result = 1;
    while (result > 0 && fgets(line, sizeof line, stdin)) {
        result = wait_for_prompt(&talk);
        if (result > 0)
            type(&talk, line);
    }
    while (result > 0)
        result = take_output(&talk);
    if (result < 0)
        kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return result < 0 ? NO_ANSWER : WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
