/* SPDX-License-Identifier: BSD-2-Clause */
/* jp-docs: writes the manual or a completion script to standard output. Not installed. */
#include "config.h"

#include "jp_docs.h"

#include "jp_file.h"

#include <stdio.h>
#include <string.h>

static bool make(struct jp_buf *out, const char *what, const char *template, struct jp_error *error)
{
    struct jp_file file;

    if (strcmp(what, "bash") == 0) {
        jp_docs_bash(out);
    } else if (strcmp(what, "zsh") == 0) {
        jp_docs_zsh(out);
    } else if (strcmp(what, "fish") == 0) {
        jp_docs_fish(out);
    } else if (strcmp(what, "man") == 0 && template) {
        if (!jp_file_open(&file, template, JP_FILE_NAMED_BY_USER, error))
            return false;
        jp_docs_manual(out, file.bytes);
        jp_file_release(&file);
    } else {
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "usage: jp-docs bash|zsh|fish, or jp-docs man TEMPLATE");
    }
    return true;
}

int main(int argc, char *argv[])
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf out = JP_BUF_INIT;

    if (!make(&out, argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : NULL, &error) ||
        !jp_file_write("-", jp_buf_span(&out), &error))
        fprintf(stderr, "jp-docs: %s%s%s\n", error.path, error.path[0] ? ": " : "", error.message);
    jp_buf_release(&out);
    return (int)error.exit;
}
