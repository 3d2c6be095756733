/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a fuzz target once over each file named, as a test that speaks TAP: for builds without
 * libFuzzer. Every file is also tried cut at a few places.
 */
#include "config.h"

#include "jp_file.h"
#include "jp_fuzz.h"

#include <string.h>

static void run(struct jp_span bytes)
{
    /* A copy of exactly that size, so that a sanitizer sees every read behind the end. */
    uint8_t *const copy = malloc(bytes.len ? bytes.len : 1);

    if (!copy)
        exit(5);
    if (bytes.len)
        memcpy(copy, bytes.ptr, bytes.len);
    LLVMFuzzerTestOneInput(copy, bytes.len);
    free(copy);
}

int main(int argc, char **argv)
{
    enum { CUTS = 16 };

    printf("1..%d\n", argc - 1);
    for (int i = 1; i < argc; i++) {
        struct jp_error error = JP_ERROR_INIT;
        struct jp_file file;
        /* Damaged packed files are inputs too; what cannot be opened is none. */
        if (!jp_file_open(&file, argv[i], JP_FILE_NAMED_BY_USER, &error)) {
            printf("ok %d - %s # SKIP %s\n", i, argv[i], error.message);
            continue;
        }
        for (size_t cut = 0; cut <= CUTS; cut++)
            run(jp_span_slice(file.bytes, 0, file.bytes.len / CUTS * cut));
        run(file.bytes);
        jp_file_release(&file);
        printf("ok %d - %s\n", i, argv[i]);
        fflush(stdout);
    }
    return 0;
}
