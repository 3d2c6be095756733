/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_target.h"

#include "jp_header.h"
#include "jp_sniff.h"
#include "jp_stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char remedy[] = "name another file with --output";

/* Is INPUT, which may be "-", the file of STATUS? Links and other spellings of a path are seen
 * through. */
static bool is_same(const char *input, const struct stat *status)
{
    struct stat other;
    const int result = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &other) : stat(input, &other);

    return result == 0 && other.st_dev == status->st_dev && other.st_ino == status->st_ino;
}

static bool fail_input(const char *path, const char *role, const char *input,
                       struct jp_error *error)
{
    jp_error_set(error, JP_EXIT_USAGE, path, 0, "the report would overwrite %s it is made from, %s",
                 role, input);
    return jp_error_hint(error, "%s", remedy);
}

/* What the file unpacks to begins like; a file that cannot be read is nothing to us. */
static enum jp_file_type type_of(const char *path, bool *is_raw_report)
{
    enum { PEEK_BYTES = 64 * 1024 }; /* what jp_sniff asks for */
    enum jp_file_type type = JP_TYPE_UNKNOWN;
    struct jp_stream stream;
    size_t got = 0;

    if (!jp_stream_open(&stream, path, JP_FILE_NAMED_BY_DATA, NULL))
        return type;
    char *const head = jp_mem_resize(NULL, PEEK_BYTES, 1);
    if (jp_stream_read(&stream, head, PEEK_BYTES, &got, NULL) || got) {
        const struct jp_span bytes = {head, got};
        type = jp_sniff(bytes);
        *is_raw_report = jp_header_search(bytes) == JP_HEADER_SYMBOL;
    }
    free(head);
    jp_stream_close(&stream);
    return type;
}

static bool check_content(const char *path, struct jp_error *error)
{
    bool is_raw_report = false;
    const enum jp_file_type type = type_of(path, &is_raw_report);

    if (type != JP_TYPE_ELF && type != JP_TYPE_MACHO && type != JP_TYPE_SQLITE &&
        (type != JP_TYPE_HEAP_DUMP || is_raw_report))
        return true;
    jp_error_set(error, JP_EXIT_USAGE, path, 0, "is %s, which a report would overwrite",
                 jp_sniff_text(type));
    return jp_error_hint(error, "%s, or remove this one first", remedy);
}

static bool check_inputs(const char *path, const struct stat *status, const char *role,
                         const char *const *inputs, size_t count, struct jp_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (is_same(inputs[i], status))
            return fail_input(path, role, inputs[i], error);
    return true;
}

/* The files that options name, but for the report itself. */
static bool check_options(const char *path, const struct stat *status,
                          const struct jp_options *options, struct jp_error *error)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option_value *const value = &options->values[i];
        char role[64];
        snprintf(role, sizeof role, "the file of --%s", jp_option_table[i].name);
        if (i == JP_OPT_OUTPUT || strcmp(jp_option_table[i].metavar, "file") != 0)
            continue;
        if (!check_inputs(path, status, role, value->list.data, value->list.count, error) ||
            (value->text && value->text[0] &&
             !check_inputs(path, status, role, &value->text, 1, error)))
            return false;
    }
    return true;
}

static bool check_base_stores(const char *path, const struct stat *status,
                              const struct jp_arguments *arguments, struct jp_error *error)
{
    for (size_t i = 0; i < arguments->base_stores.count; i++)
        if (!check_inputs(path, status, "the base", &arguments->base_stores.data[i].path, 1, error))
            return false;
    return true;
}

bool jp_target_check(const struct jp_options *options, const struct jp_arguments *arguments,
                     struct jp_error *error)
{
    const char *const path = jp_options_text(options, JP_OPT_OUTPUT);
    struct stat status;

    if (path[0] == '\0' || strcmp(path, "-") == 0 || stat(path, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return true;
    return check_inputs(path, &status, "the program", &arguments->program,
                        arguments->program ? 1 : 0, error) &&
           check_inputs(path, &status, "the dump", arguments->dumps.data, arguments->dumps.count,
                        error) &&
           check_inputs(path, &status, "the base", arguments->bases.data, arguments->bases.count,
                        error) &&
           check_base_stores(path, &status, arguments, error) &&
           check_options(path, &status, options, error) && check_content(path, error);
}
