/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Split DWARF: the unit in the program is a skeleton, its DIEs lie in a .dwo file or in a .dwp
 * package beside the program. Files are opened when a unit is wanted.
 */
#ifndef JP_DWARF_SPLIT_H
#define JP_DWARF_SPLIT_H

#include "jp_dwarf_unit.h"

/* The rows of .debug_cu_index: where in a package the parts of each unit lie. */
struct jp_dwarf_package_index {
    struct jp_span section;
    bool is_swapped;
    uint16_t version; /* 2 (GNU) or 5; 0: none */
    uint32_t column_count;
    uint32_t unit_count;
    uint32_t slot_count;
};

/* Ids of files: 0 the main one, 1 its alternate. */
enum { JP_DWARF_FIRST_SPLIT_ID = 2 };

struct jp_dwarf_splits {
    const struct jp_dwarf_file *main; /* the file with the skeletons */
    const char *program;              /* see struct jp_dwarf_request */
    uint32_t next_file_id;            /* files opened here get ids from this one on */

    bool has_looked_for_package;
    struct jp_object *package_object;
    struct jp_dwarf_file package;
    struct jp_dwarf_package_index index;

    struct jp_object *object; /* the .dwo file opened last */
    struct jp_dwarf_file file;
    struct jp_dwarf_unit unit;
};

/*
 * The unit with the DIEs of SKELETON, its root read; NULL when no file with the right id is found.
 * Valid until the next call.
 */
const struct jp_dwarf_unit *jp_dwarf_splits_open(struct jp_dwarf_splits *splits,
                                                 const struct jp_dwarf_unit *skeleton);
void jp_dwarf_splits_release(struct jp_dwarf_splits *splits);

/* Parse the header of .debug_cu_index; false when there is none or it is damaged. */
bool jp_dwarf_package_index_read(struct jp_dwarf_package_index *index, struct jp_span section,
                                 bool is_swapped);
/* The row of the unit with DWO_ID, counted from 0; false when the package lacks it. */
bool jp_dwarf_package_index_find(const struct jp_dwarf_package_index *index, uint64_t dwo_id,
                                 uint32_t *row);
/* Where in section SECTION (a DW_SECT_ number) the part of the unit in ROW starts; 0: nowhere. */
uint64_t jp_dwarf_package_index_start(const struct jp_dwarf_package_index *index, uint32_t row,
                                      uint32_t section);

#endif
