/* SPDX-License-Identifier: BSD-2-Clause */
/* For tests: what lib/symbol sees in an ELF file, to be compared with readelf. */
#include "config.h"

#include "jp_call_site.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_id(const struct jp_object *object)
{
    const struct jp_span id = jp_object_build_id(object);

    for (size_t i = 0; i < id.len; i++)
        printf("%02x", (unsigned char)id.ptr[i]);
    printf("\n");
}

static void print_segments(const struct jp_object *object)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    for (size_t i = 0; i < count; i++)
        printf("%" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %s\n", segments[i].offset,
               segments[i].vaddr, segments[i].file_bytes, segments[i].memory_bytes,
               segments[i].is_executable ? "E" : "-");
}

/*
 * Lines "ADDRESS SIZE ..." on standard input, the address in hexadecimal: the address as written,
 * and the symbols that cover the first and the last byte.
 */
static void print_symbols(struct jp_object *object)
{
    char line[65536];

    while (fgets(line, sizeof line, stdin)) {
        char *end;
        const uint64_t vaddr = strtoull(line, &end, 16);
        const uint64_t size = strtoull(end, NULL, 0);
        const struct jp_symbol *const first = jp_object_symbol(object, vaddr);
        const struct jp_symbol *const last = jp_object_symbol(object, vaddr + size - 1);
        printf("%.*s %s %s\n", (int)(end - line), line, first ? first->name : "-",
               last ? last->name : "-");
    }
}

/* Lines "ADDRESS" on standard input, in hexadecimal: the address, and what comes before it. */
static void print_call_sites(const struct jp_object *object)
{
    static const char *const words[] = {
        [JP_CALL_UNKNOWN] = "unknown", [JP_CALL_NONE] = "other", [JP_CALL_BEFORE] = "call"};
    char line[256];

    while (fgets(line, sizeof line, stdin)) {
        const uint64_t vaddr = strtoull(line, NULL, 16);
        printf("%" PRIx64 " %s\n", vaddr, words[jp_call_site(object, vaddr)]);
    }
}

int main(int argc, char **argv)
{
    struct jp_error error = JP_ERROR_INIT;

    if (argc < 3)
        return JP_EXIT_USAGE;
    struct jp_object *const object = jp_object_open(argv[2], &error);
    if (!object) {
        fprintf(stderr, "%s: %s\n", error.path, error.message);
        return JP_EXIT_INPUT;
    }
    if (strcmp(argv[1], "id") == 0)
        print_id(object);
    else if (strcmp(argv[1], "segments") == 0)
        print_segments(object);
    else if (strcmp(argv[1], "symbols") == 0)
        print_symbols(object);
    else if (strcmp(argv[1], "calls") == 0)
        print_call_sites(object);
    else if (argc > 3 && strcmp(argv[1], "section") == 0) {
        const struct jp_span content = jp_object_section(object, argv[3], &error);
        fwrite(content.ptr, 1, content.len, stdout);
    }
    jp_object_free(object);
    return error.exit;
}
