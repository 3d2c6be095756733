/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory map of a process, as copied into a dump (a section that begins with
 * "MAPPED_LIBRARIES:" or "--- Memory map:") or as read from /proc/<pid>/maps.
 *
 * Accepted line shapes are listed, each with its test file, in doc/dump-format.md.
 */
#ifndef JP_MAPS_H
#define JP_MAPS_H

#include "jp_diag.h"
#include "jp_intern.h"

enum jp_mapping_kind {
    JP_MAPPING_FILE,   /* path is an absolute file name */
    JP_MAPPING_PSEUDO, /* path is a label, never opened: [vdso], anon_inode:[x], /memfd:x, //anon */
    JP_MAPPING_ANON,   /* no path at all */
};

struct jp_mapping {
    uint64_t start;
    uint64_t end;    /* first address behind the mapping */
    uint64_t offset; /* file offset of start */
    uint64_t inode;  /* 0: not known */
    uint32_t path;   /* string id, without " (deleted)"; 0 for JP_MAPPING_ANON */
    enum jp_mapping_kind kind;
    bool is_executable; /* true as well where the map does not tell */
    bool is_deleted;    /* the file was removed or replaced while it was mapped */
    bool has_offset;    /* false where the map does not tell offsets (FreeBSD, "start-end: path") */
    uint32_t build_id;  /* string id of its raw bytes; 0: not known, as in all maps of processes */
    bool is_partial;    /* only the pages that were met are known (pprof) */
    bool is_unloaded;   /* the dump does not have it: known from an earlier one (jp_unloaded.h) */
};

/* A stretch of addresses that belongs to one mapping. */
struct jp_maps_segment {
    uint64_t start;
    uint64_t end;     /* first address behind it */
    uint32_t mapping; /* index in jp_maps.list */
};

struct jp_maps {
    JP_VEC(struct jp_mapping) list;          /* ascending by start, then by order in the file */
    JP_VEC(struct jp_maps_segment) segments; /* the same without overlaps, ascending */
    uint64_t unknown_lines;                  /* lines of no known shape */
    bool is_present;                         /* there was a map section, even an empty one */
};

/*
 * Parse the text behind the section marker. Paths are interned in STRINGS. Lines of no known shape
 * are counted in unknown_lines and told once as a warning with PATH:FIRST_LINE + n. MAPS must be
 * zeroed; the caller releases it. Returns the number of lines read.
 */
uint64_t jp_maps_parse(struct jp_maps *maps, struct jp_span text, const char *path,
                       uint64_t first_line, struct jp_intern *strings, struct jp_diags *diags);
/* Add COUNT mappings whose paths are ids in the strings of MAPS. */
void jp_maps_add(struct jp_maps *maps, const struct jp_mapping *mappings, size_t count);
void jp_maps_release(struct jp_maps *maps);

/* Index of the first segment that ends behind ADDRESS; segments.count: there is none. */
size_t jp_maps_segment(const struct jp_maps *maps, uint64_t address);

/*
 * The mapping that covers ADDRESS, or NULL. Where mappings overlap the one with the largest start
 * wins, as the kernel would have replaced the older one; of two with one start, the later line.
 */
const struct jp_mapping *jp_maps_find(const struct jp_maps *maps, uint64_t address);

#endif
