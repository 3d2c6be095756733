/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads what a symbolizer has to read of an ELF file, and does nothing with it: the sections of
 * debug information that name functions, files and lines.
 *
 *     jp_bench_read FILE     adds them up where they are mapped, word by word
 *     jp_bench_read -r FILE  reads them into memory, by read(2)
 *
 * Fails (3) when they are packed: then reading is not what takes the time.
 */
#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATUS_USAGE = 2, STATUS_PACKED = 3 };

static bool is_needed(const char *name)
{
    static const char *const needed[] = {".debug_info",     ".debug_abbrev", ".debug_line",
                                         ".debug_rnglists", ".debug_ranges", ".debug_str"};

    for (size_t i = 0; name && i < sizeof needed / sizeof *needed; i++) {
        if (strcmp(name, needed[i]) == 0)
            return true;
    }
    return false;
}

static uint64_t sum_of(const char *bytes, uint64_t count)
{
    uint64_t sum = 0;
    uint64_t word;

    for (; count >= sizeof word; count -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        sum += word;
    }
    return sum;
}

/* Each section stays in memory, as for a program that works on it. Returns how much was read. */
static uint64_t read_in(int fd, uint64_t offset, uint64_t count)
{
    char *const memory = malloc(count);
    uint64_t done = 0;

    while (memory && done < count) {
        const ssize_t got = pread(fd, memory + done, count - done, (off_t)(offset + done));
        if (got <= 0)
            break;
        done += (uint64_t)got;
    }
    return done;
}

static char *map(int fd, size_t *bytes)
{
    struct stat status;

    if (fd < 0 || fstat(fd, &status) != 0)
        return NULL;
    *bytes = (size_t)status.st_size;
    char *const start = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    return start == MAP_FAILED ? NULL : start;
}

int main(int argc, char **argv)
{
    const bool reads = argc == 3 && strcmp(argv[1], "-r") == 0;
    const int fd = argc == 2 + reads ? open(argv[1 + reads], O_RDONLY | O_CLOEXEC) : -1;
    Elf_Scn *section = NULL;
    uint64_t sum = 0;
    size_t names;
    size_t bytes;

    elf_version(EV_CURRENT);
    char *const start = map(fd, &bytes);
    Elf *const elf = start ? elf_memory(start, bytes) : NULL;
    if (!elf || elf_getshdrstrndx(elf, &names) != 0) {
        fputs("usage: jp_bench_read [-r] FILE\n", stderr);
        return STATUS_USAGE;
    }
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || !is_needed(elf_strptr(elf, names, header.sh_name)) ||
            header.sh_type == SHT_NOBITS || header.sh_offset > bytes ||
            header.sh_size > bytes - header.sh_offset)
            continue;
        if (header.sh_flags & SHF_COMPRESSED)
            return STATUS_PACKED;
        sum += reads ? read_in(fd, header.sh_offset, header.sh_size)
                     : sum_of(start + header.sh_offset, header.sh_size);
    }
    printf("%" PRIu64 "\n", sum);
    elf_end(elf);
    munmap(start, bytes);
    close(fd);
    return 0;
}
