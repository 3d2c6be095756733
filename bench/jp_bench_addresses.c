/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws addresses evenly from .text of an ELF file, always the same ones:
 *
 *     jp_bench_addresses FILE COUNT
 *
 * They are printed as hexadecimal numbers, ascending and unique, one a line.
 */
#include "config.h"

#include "jp_object.h"
#include "jp_vec.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool find_text(struct jp_object *object, uint64_t *start, uint64_t *bytes)
{
    Elf *const elf = jp_object_elf(object);
    Elf_Scn *section = NULL;
    size_t names;
    GElf_Shdr header;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    while ((section = elf_nextscn(elf, section))) {
        if (!gelf_getshdr(section, &header) ||
            strcmp(elf_strptr(elf, names, header.sh_name), ".text") != 0)
            continue;
        *start = header.sh_addr;
        *bytes = header.sh_size;
        return *bytes > 0;
    }
    return false;
}

/* SplitMix64 (Sebastiano Vigna, public domain). */
static uint64_t next(uint64_t *state)
{
    uint64_t value = *state += 0x9e3779b97f4a7c15u;

    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    JP_VEC(uint64_t) drawn = {0};
    uint64_t start, bytes, state = 1;

    struct jp_object *const object = argc == 3 ? jp_object_open(argv[1], NULL) : NULL;
    if (!object || !find_text(object, &start, &bytes)) {
        fputs("usage: jp_bench_addresses FILE COUNT\n", stderr);
        return 2;
    }
    for (uint64_t i = strtoull(argv[2], NULL, 10); i > 0; i--)
        jp_vec_push(&drawn, start + next(&state) % bytes);
    if (drawn.count)
        qsort(drawn.data, drawn.count, sizeof *drawn.data, compare);
    for (size_t i = 0; i < drawn.count; i++) {
        if (i == 0 || drawn.data[i] != drawn.data[i - 1])
            printf("0x%" PRIx64 "\n", drawn.data[i]);
    }
    jp_vec_release(&drawn);
    jp_object_free(object);
    return 0;
}
