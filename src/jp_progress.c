/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int64_t PATIENCE_NS = 500 * 1000 * 1000;

static int64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

struct jp_progress jp_progress_start(bool wanted)
{
    const char *const term = getenv("TERM");
    const bool is_dumb = !term || strcmp(term, "dumb") == 0;

    return (struct jp_progress){
        .is_wanted = wanted && !is_dumb && isatty(STDERR_FILENO),
        .start_ns = now_ns(),
    };
}

void jp_progress_step(struct jp_progress *progress, const char *text, size_t at, size_t count)
{
    if (!progress->is_wanted || now_ns() - progress->start_ns < PATIENCE_NS)
        return;
    progress->is_shown = true;
    if (count > 1)
        fprintf(stderr, "\r\033[K%s (%zu of %zu)", text, at, count);
    else
        fprintf(stderr, "\r\033[K%s", text);
}

double jp_progress_seconds(const struct jp_progress *progress)
{
    return (double)(now_ns() - progress->start_ns) / 1e9;
}

void jp_progress_end(struct jp_progress *progress)
{
    if (progress->is_shown)
        fputs("\r\033[K", stderr);
    progress->is_shown = false;
}
