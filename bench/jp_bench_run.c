/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times a command: its output is thrown away, each run is a fresh process.
 *
 *     jp_bench_run RUNS LABEL INPUT COMMAND ARGUMENTS...
 *
 * INPUT is the file that becomes standard input. Prints one line, parted by tabs: LABEL, number of
 * runs, median of the elapsed seconds, median of the seconds of CPU (user and system), the largest
 * resident set in KiB of one process (the command or any process it waited for), as wait4(2) counts
 * them, and the least seconds elapsed and of CPU: what other work on the machine adds is not in
 * those. A command that fails gives "LABEL failed".
 */
#include "config.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 1000 };

extern char **environ;

struct sample {
    double wall, cpu;
    long peak_kb;
};

static double seconds(struct timeval value)
{
    return (double)value.tv_sec + (double)value.tv_usec * 1e-6;
}

/* Not by fork(): to copy this process would count as a tenth of what the shortest commands take. */
static pid_t start_command(const char *input, char **command)
{
    posix_spawn_file_actions_t files;
    pid_t child = -1;

    if (posix_spawn_file_actions_init(&files) != 0)
        return -1;
    if (posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input, O_RDONLY, 0) != 0 ||
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0 ||
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO) != 0 ||
        posix_spawnp(&child, command[0], &files, NULL, command, environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&files);
    return child;
}

/* False when the command could not be run or failed. */
static int run(const char *input, char **command, struct sample *sample)
{
    struct timespec start, end;
    struct rusage usage;
    int status;

    clock_gettime(CLOCK_MONOTONIC, &start);
    const pid_t child = start_command(input, command);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &end);
    sample->wall =
        (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
    sample->cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    sample->peak_kb = usage.ru_maxrss;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int by_value(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

int main(int argc, char **argv)
{
    static double walls[RUNS_MAX], cpus[RUNS_MAX];
    const int runs = argc > 4 ? atoi(argv[1]) : 0;
    struct sample sample;
    long peak_kb = 0;

    if (runs < 1 || runs > RUNS_MAX) {
        fputs("usage: jp_bench_run RUNS LABEL INPUT COMMAND ARGUMENTS...\n", stderr);
        return 2;
    }
    for (int i = 0; i < runs; i++) {
        if (!run(argv[3], argv + 4, &sample)) {
            printf("%s\tfailed\n", argv[2]);
            return 1;
        }
        walls[i] = sample.wall;
        cpus[i] = sample.cpu;
        if (sample.peak_kb > peak_kb)
            peak_kb = sample.peak_kb;
    }
    qsort(walls, (size_t)runs, sizeof *walls, by_value);
    qsort(cpus, (size_t)runs, sizeof *cpus, by_value);
    printf("%s\t%d\t%.4f\t%.4f\t%ld\t%.4f\t%.4f\n", argv[2], runs, walls[(runs - 1) / 2],
           cpus[(runs - 1) / 2], peak_kb, walls[0], cpus[0]);
    return 0;
}
