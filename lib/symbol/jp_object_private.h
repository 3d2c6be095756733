/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_object*.c share. Nobody else includes this. */
#ifndef JP_OBJECT_PRIVATE_H
#define JP_OBJECT_PRIVATE_H

#include "jp_arena.h"
#include "jp_object.h"
#include "jp_vec.h"

#include <gelf.h>
#include <sys/types.h>

struct jp_section {
    const char *name;
    uint64_t address;
    uint64_t flags;
    uint64_t size_bytes; /* in memory; of a NOBITS section too */
    uint32_t type;
    uint32_t link;
    uint64_t entry_bytes; /* sh_entsize */
    struct jp_span
        stored;       /* bytes in the file; empty for NOBITS and for a range outside the file */
    bool is_outside;  /* the header names bytes that the file does not have */
    bool is_unpacked; /* content was made, or failed */
    bool is_untold;   /* it failed, and nobody has asked why */
    struct jp_span content;
    char *owned;          /* memory behind content and start when it had to be unpacked */
    struct jp_span start; /* what is unpacked so far, while less than all is wanted */
    unsigned start_count; /* how often one was made, each time from the beginning */
};

/* A stretch of addresses that belongs to one symbol. */
struct jp_symbol_range {
    uint64_t start;
    uint64_t end;
    uint32_t symbol; /* index in jp_symbol_table.symbols */
};

/* A symbol that may name code. */
struct jp_symbol_candidate {
    uint64_t start;
    uint64_t end;     /* not known yet when the symbol has no size */
    uint32_t symbol;  /* index in the table's symbols, ascending with the place in the file */
    uint32_t section; /* that holds it */
    uint8_t rank;     /* 2 global, 1 weak, 0 local */
    bool is_sized;    /* the table says where it ends */
};

/* Where a symbol without a size ends at the latest: at the next symbol of its section, whatever
 * that is. */
struct jp_symbol_mark {
    uint32_t section;
    uint64_t address;
};

/*
 * One symbol table. The first look-ups walk over the candidates; when there are more of them, the
 * candidates are sorted into ranges, and dropped. To sort takes the time of about as many.
 */
enum { JP_SYMBOL_WALKS = 64 };

struct jp_symbol_table {
    JP_VEC(struct jp_symbol) symbols;
    JP_VEC(struct jp_symbol_candidate) candidates;
    JP_VEC(struct jp_symbol_mark) marks;   /* of symbols that are no candidates */
    JP_VEC(struct jp_symbol_range) ranges; /* ascending, without overlap */
    uint32_t walks;
    size_t unsized_count; /* of candidates left out, in a table of the few that were expected */
    bool is_ready;        /* read from the file */
    bool has_any;         /* a candidate, though it may have been left out */
    bool is_useless;      /* a table of few, where all are needed */
};

/* .symtab and .dynsym. */
enum jp_symbol_tables { JP_SYMTAB, JP_DYNSYM, JP_SYMBOL_TABLES };

/* Addresses that will be asked for, ascending and unique. */
struct jp_expected {
    const uint64_t *addresses;
    size_t count;
};

struct jp_object {
    char *path;
    struct jp_span bytes;
    size_t mapped_bytes; /* 0: the bytes are not ours to unmap */
    dev_t device;        /* of the file that is mapped, by which it is known again */
    ino_t inode;
    Elf *elf;
    GElf_Ehdr header;
    struct jp_arena arena;
    struct jp_span build_id;
    bool has_interpreter;
    bool lacks_sections;    /* the header names a section table that the file does not have */
    bool has_made_sections; /* no section is the file's, see jp_object_sections_make */
    JP_VEC(struct jp_segment) segments;
    JP_VEC(struct jp_section) sections; /* element i is section i of the file */
    struct jp_symbol_table tables[JP_SYMBOL_TABLES];
    struct jp_symbol_table few[JP_SYMBOL_TABLES]; /* only what covers an expected address */
    struct jp_expected expected;
    struct jp_symbol_table plt;
    struct jp_object *mini; /* the ELF file inside .gnu_debugdata */
    bool is_mini_ready;
    char *owned; /* memory behind bytes when the object is no file */
};

/* SIZE bytes at OFFSET of the file; empty when they are not all there. */
struct jp_span jp_object_range(const struct jp_object *object, uint64_t offset, uint64_t size);
uint32_t jp_object_read_u32(const struct jp_object *object, const char *bytes);

void jp_object_sections_load(struct jp_object *object);
/*
 * For a file that has none, make the sections that its segments tell of, without names: .dynsym,
 * .dynstr, and all code of a segment as one. Symbols do not say which of these holds them.
 */
void jp_object_sections_make(struct jp_object *object);
void jp_object_sections_release(struct jp_object *object);
/*
 * Fill SECTION's content, or make its start at least BYTES long. False: damaged, or, for a start,
 * to be unpacked as a whole.
 */
bool jp_section_unpack(const struct jp_object *object, struct jp_section *section,
                       struct jp_error *error);
bool jp_section_is_packed(const struct jp_object *object, const struct jp_section *section);
/* Is it packed in a way that BYTES of it can be had sooner than all? */
bool jp_section_has_start(const struct jp_object *object, const struct jp_section *section,
                          uint64_t bytes);
bool jp_section_unpack_start(const struct jp_object *object, struct jp_section *section,
                             uint64_t bytes);
/* See jp_object_section_room. */
struct jp_span jp_section_room(const struct jp_object *object, struct jp_section *section,
                               uint64_t bytes);
void jp_section_release(struct jp_section *section);

/* The first section of that name with content, the ".zdebug_" spelling included; or NULL. */
struct jp_section *jp_object_section_find(struct jp_object *object, const char *name);
/* The first section of that type; or NULL. */
struct jp_section *jp_object_section_of_type(struct jp_object *object, uint32_t type);

/* An object over bytes in memory, which it frees in the end, even when it is refused. */
struct jp_object *jp_object_from_memory(const char *path, char *bytes, size_t len);
/* The object inside .gnu_debugdata, or NULL. */
struct jp_object *jp_object_mini(struct jp_object *object);

/* The entries of the procedure linkage table, as "name@plt". */
struct jp_symbol_table *jp_object_plt(struct jp_object *object);
/* To read them all takes as long as many look-ups: does VADDR lie among them? */
bool jp_object_is_in_plt(const struct jp_object *object, uint64_t vaddr);
/* Does one of COUNT ascending ADDRESSES? */
bool jp_object_plt_holds(const struct jp_object *object, const uint64_t *addresses, size_t count);

/* Read the table of TYPE; with EXPECTED, which has an address at least, no symbol that covers none
 * of them or has no size. */
void jp_symbol_table_load(struct jp_symbol_table *table, struct jp_object *object, uint32_t type,
                          const struct jp_expected *expected);
/* Would the table have a symbol? The rest of it is not read. */
bool jp_symbol_table_has_any(struct jp_object *object, uint32_t type);
/* Sort TABLE, one of OBJECT's, for look-ups. */
void jp_symbol_table_sort(struct jp_symbol_table *table, const struct jp_object *object);
/* The symbol of TABLE, one of OBJECT's, that covers VADDR; or NULL. */
const struct jp_symbol *jp_symbol_table_find(struct jp_symbol_table *table,
                                             const struct jp_object *object, uint64_t vaddr);

void jp_symbol_table_release(struct jp_symbol_table *table);

#endif
