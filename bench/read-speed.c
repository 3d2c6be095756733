/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads dumps and prints for each how fast that was and how much memory it took. */
#include "config.h"

#include "jp_dump.h"
#include "jp_file.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double clock_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool measure(const char *path)
{
    struct jp_error error = JP_ERROR_INIT;
    struct rusage before;
    struct rusage after;
    struct jp_dump dump;
    struct jp_file file;

    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    const double megabytes = (double)file.bytes.len / 1e6;
    jp_file_release(&file);
    getrusage(RUSAGE_SELF, &before);
    const double start = clock_seconds();
    if (!jp_dump_read(&dump, path, NULL, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    const double wall = clock_seconds() - start;
    getrusage(RUSAGE_SELF, &after);
    const double user = seconds(after.ru_utime) - seconds(before.ru_utime);
    const double system = seconds(after.ru_stime) - seconds(before.ru_stime);
    printf("%s: %.1f MB, %zu stacks, %zu records: %.3f s (%.3f user, %.3f system), "
           "%.0f MB per CPU second, peak %.1f MB\n",
           path, megabytes, dump.stacks.count, dump.records.count, wall, user, system,
           megabytes / (user + system), (double)after.ru_maxrss * 1024 / 1e6);
    jp_dump_release(&dump);
    return true;
}

int main(int argc, char **argv)
{
    bool fine = true;

    for (int i = 1; i < argc; i++)
        fine = measure(argv[i]) && fine;
    return fine ? 0 : 3;
}
