/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes small ELF files (64 bit, little-endian) for tests, byte by byte as the test wants them. */
#ifndef JP_TEST_ELF_H
#define JP_TEST_ELF_H

#include "jp_buf.h"

#include <elf.h>

struct jp_test_section {
    const char *name;
    uint32_t type;
    uint64_t flags;
    uint64_t address;
    uint64_t offset; /* 0: behind the section before */
    struct jp_span content;
    uint64_t nobits_bytes; /* size of a NOBITS section */
    const char *link;      /* name of the section that sh_link is to name */
};

struct jp_test_symbol {
    const char *name;
    const char *section; /* NULL: number is taken instead */
    uint16_t number;     /* SHN_ABS ... */
    uint64_t value;
    uint64_t size_bytes;
    unsigned char binding;
    unsigned char type;
};

struct jp_test_elf {
    uint16_t type;    /* 0: ET_DYN */
    uint16_t machine; /* 0: EM_X86_64 */
    const struct jp_test_section *sections;
    size_t section_count;
    const Elf64_Phdr *segments;
    size_t segment_count;
    const struct jp_test_symbol *symbols;
    size_t symbol_count;
    bool are_dynamic; /* the symbols go to .dynsym, not to .symtab */
    uint64_t bytes;   /* pad the file to this size */
};

/* Append the file to OUT, which must be empty. */
void jp_test_elf_build(struct jp_buf *out, const struct jp_test_elf *elf);
/* Build and write it to PATH. */
void jp_test_elf_write(const char *path, const struct jp_test_elf *elf);
/* A SHT_NOTE content with a GNU build-id of COUNT bytes, all equal to BYTE. */
void jp_test_elf_build_id(struct jp_buf *out, unsigned char byte, size_t count);

#endif
