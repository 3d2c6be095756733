/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An ELF file: segments, build-id, sections (unpacked on first use) and the symbol table.
 *
 * Opened read-only and fully bounds-checked; a damaged file gives fewer results, never a crash.
 * One handle owns everything it returns.
 */
#ifndef JP_OBJECT_H
#define JP_OBJECT_H

#include "jp_error.h"
#include "jp_miss.h"
#include "jp_span.h"

#include <elf.h>
#include <libelf.h>

struct jp_object;

struct jp_segment { /* a PT_LOAD */
    uint64_t offset;
    uint64_t vaddr;
    uint64_t file_bytes;
    uint64_t memory_bytes;
    bool is_executable;
};

struct jp_symbol {
    const char *name; /* mangled, as in the table; a version suffix ("@@GLIBC_2.2") is kept */
    uint64_t value;
    uint64_t size_bytes; /* 0 was replaced by the distance to the next symbol of the section */
    bool is_global;      /* global or weak */
    bool is_dynamic;     /* from .dynsym */
};

/* Opens only regular files. NULL with ERROR set when PATH cannot be read or is no ELF file. */
struct jp_object *jp_object_open(const char *path, struct jp_error *error);
/* The same, and *MISS says why there is none: FILE_NOT_FOUND, NOT_ELF or DAMAGED. */
struct jp_object *jp_object_open_or_miss(const char *path, enum jp_miss *miss,
                                         struct jp_error *error);
void jp_object_free(struct jp_object *object);

const char *jp_object_path(const struct jp_object *object);
/* The whole file. */
struct jp_span jp_object_bytes(const struct jp_object *object);
Elf *jp_object_elf(struct jp_object *object);
uint16_t jp_object_machine(const struct jp_object *object); /* EM_X86_64 ... */
uint16_t jp_object_type(const struct jp_object *object);    /* ET_EXEC, ET_DYN, ET_REL */
bool jp_object_is_64bit(const struct jp_object *object);
bool jp_object_is_big_endian(const struct jp_object *object);
/* Its numbers have not the byte order of this machine. */
bool jp_object_is_swapped(const struct jp_object *object);
/* The file ends before its segments or its section table do. */
bool jp_object_is_cut(const struct jp_object *object);
/*
 * A file made by "objcopy --only-keep-debug" or "eu-strip -f": its code was taken out. The file
 * offsets of its segments mean nothing then.
 */
bool jp_object_is_debug_only(const struct jp_object *object);

/* Made to be started, not to be loaded by others: it names an interpreter or has fixed addresses.
 */
bool jp_object_is_program(const struct jp_object *object);

/* Raw bytes of the GNU build-id; empty when there is none. */
struct jp_span jp_object_build_id(const struct jp_object *object);

const struct jp_segment *jp_object_segments(const struct jp_object *object, size_t *count);
/* Put SEGMENT back to where it was in the file whose debug information this object holds. */
void jp_object_place_segment(struct jp_object *object, size_t segment, uint64_t offset);

/*
 * Virtual address of the byte at OFFSET of the file, by the PT_LOAD that covers it; executable
 * segments are asked first, as a page of the file may be part of two segments.
 */
bool jp_object_vaddr_of_offset(const struct jp_object *object, uint64_t offset, uint64_t *vaddr);
bool jp_object_offset_of_vaddr(const struct jp_object *object, uint64_t vaddr, uint64_t *offset);

/*
 * Content of the section called NAME, unpacked (SHF_COMPRESSED zlib and zstd, and the older
 * ".zdebug_" form, which is found under the ".debug_" name). Empty when there is none or it is
 * damaged (then told once through *error, which may be NULL). Valid until the object is freed.
 */
struct jp_span jp_object_section(struct jp_object *object, const char *name,
                                 struct jp_error *error);
/* The next section of that name from section *AT on, which is moved behind it: in object files
 * there may be several. Empty when there is none or it is damaged. */
struct jp_span jp_object_section_next(struct jp_object *object, const char *name, size_t *at);
/*
 * The same for a caller who wants the first BYTES only: what is returned is at least as long unless
 * the section is shorter, and no more of it need be unpacked. It stays valid, and where it is, when
 * more of the section is asked for later.
 */
struct jp_span jp_object_section_start(struct jp_object *object, const char *name, uint64_t bytes);
/*
 * Hints about a part of a section, which change nothing but time and memory: all of SPAN is going
 * to be read, so that its pages had better come at once; and it is not needed for now, so that its
 * pages need not count as memory of this process. They do nothing where the content had to be
 * unpacked.
 */
void jp_object_will_read(const struct jp_object *object, struct jp_span span);
void jp_object_was_read(const struct jp_object *object, struct jp_span span);
/*
 * The other way to what is read once: to copy it takes two thirds of the time that it takes to have
 * its pages mapped and taken away again, and then the processor has it at hand. A descriptor of the
 * object's file for the caller to close; -1: there is none, or another file has its path by now.
 */
int jp_object_reopen(const struct jp_object *object);
/* Copy SPAN, a part of the object's bytes, by the descriptor FD. False: it is no part of the file,
 * or could not be read. */
bool jp_object_copy(const struct jp_object *object, int fd, struct jp_span span, char *to);
/* What the section takes in the file when it is packed and not unpacked yet; else 0. */
size_t jp_object_packed_bytes(struct jp_object *object, const char *name);
/*
 * Where the first BYTES of a packed section are going to be unpacked to, or an empty span: for who
 * makes the pages of that memory meanwhile.
 */
struct jp_span jp_object_section_room(struct jp_object *object, const char *name, uint64_t bytes);
/* Would jp_object_section_start unpack BYTES of the section, and not all of it? */
bool jp_object_section_has_start(struct jp_object *object, const char *name, uint64_t bytes);
/* There is such a section and it has content in this file. */
bool jp_object_has_section(struct jp_object *object, const char *name);

/*
 * The function symbol that covers VADDR, or NULL. .symtab is asked first, then the table inside
 * .gnu_debugdata (MiniDebugInfo: Fedora keeps the local functions there), then .dynsym, then the
 * procedure linkage table of x86-64 and AArch64, whose entries are called "malloc@plt". Only code
 * counts: STT_FUNC, STT_GNU_IFUNC, and STT_NOTYPE in an executable section. A symbol with a size
 * wins over one without, the one that starts last over one around it. Among symbols at the
 * same address: global before weak before local, then the larger, then the first in the table.
 */
const struct jp_symbol *jp_object_symbol(struct jp_object *object, uint64_t vaddr);
/*
 * Make ready what look-ups of COUNT ascending ADDRESSES need: from then on jp_object_symbol may be
 * called for them by several threads.
 */
void jp_object_symbols_prepare(struct jp_object *object, const uint64_t *addresses, size_t count);
/*
 * COUNT ADDRESSES, ascending and unique, will be looked up, maybe in a child process as well. When
 * they are few, only the symbols that cover one of them will be kept, and for other addresses the
 * tables are read again; when they are many, .symtab is read now, as both would have to. The first
 * call counts.
 */
void jp_object_symbols_expect(struct jp_object *object, const uint64_t *addresses, size_t count);
/* Read the symbols that the expected addresses need, if that was not done. */
void jp_object_symbols_read(struct jp_object *object);
/* The tables are there and have function symbols in them. */
bool jp_object_has_symtab(struct jp_object *object);
bool jp_object_has_dynsym(struct jp_object *object);
bool jp_object_has_mini_symtab(struct jp_object *object);

/*
 * Does TEXT stand among the names of .dynsym, in some name of what the file defines or needs? To
 * find that out is much faster than reading the table.
 */
bool jp_object_mentions(struct jp_object *object, struct jp_span text);
/* The function symbols of .dynsym that this file defines, in the order of the table. */
const struct jp_symbol *jp_object_exports(struct jp_object *object, size_t *count);

/*
 * Name of the separate debug file and the CRC-32 of its bytes (.gnu_debuglink); the name is without
 * folders. False when there is none.
 */
bool jp_object_debug_link(struct jp_object *object, struct jp_span *name, uint32_t *crc);

/*
 * Path and build-id of the file with the shared part of the debug information, as made by dwz
 * (.gnu_debugaltlink, or .debug_sup of DWARF 5). False when there is none.
 */
bool jp_object_alternate_link(struct jp_object *object, struct jp_span *path, struct jp_span *id);
/*
 * What such a link calls OBJECT: its build-id, or the checksum that dwz --dwarf-5 writes into the
 * .debug_sup of a shared file instead. Empty when there is neither.
 */
struct jp_span jp_object_shared_id(struct jp_object *object);

#endif
