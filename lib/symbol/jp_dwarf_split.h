/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Split DWARF: the unit in the program is a skeleton, its DIEs lie in a .dwo file or in a .dwp
 * package. Files are opened when a unit is wanted, and believed when they hold its id.
 */
#ifndef JP_DWARF_SPLIT_H
#define JP_DWARF_SPLIT_H

#include "jp_buf.h"
#include "jp_dwarf.h"
#include "jp_dwarf_unit.h"
#include "jp_split_paths.h"

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

struct jp_dwarf_package {
    struct jp_object *object;
    struct jp_dwarf_file file;
    struct jp_dwarf_package_index index;
};

struct jp_dwarf_splits {
    const struct jp_dwarf_file *main; /* the file with the skeletons */
    struct jp_split_paths paths;
    uint32_t next_file_id; /* files opened here get ids from this one on */
    struct jp_buf *tried;  /* gets "PATH: outcome" for each file that was not right; or NULL */

    struct jp_arena arena; /* for the paths */
    jp_split_path_list package_paths;
    size_t packages_tried; /* how many of them */
    bool has_listed_packages;
    bool has_listed_all_packages;
    JP_VEC(struct jp_dwarf_package *) packages;

    struct jp_object *object; /* the .dwo file opened last */
    struct jp_dwarf_file file;
    const struct jp_dwarf_unit *skeleton; /* the one that is looked for */
    struct jp_dwarf_unit unit;
};

/* Split files of MAIN, whose request is REQUEST; both must stay where they are. */
void jp_dwarf_splits_init(struct jp_dwarf_splits *splits, const struct jp_dwarf_file *main,
                          const struct jp_dwarf_request *request);
/*
 * The unit with the DIEs of SKELETON, its root read; NULL when no file with the right id is found.
 * Valid until the next call.
 */
const struct jp_dwarf_unit *jp_dwarf_splits_open(struct jp_dwarf_splits *splits,
                                                 const struct jp_dwarf_unit *skeleton);
void jp_dwarf_splits_release(struct jp_dwarf_splits *splits);

/* Write to OUT where the file of SKELETON was looked for, "PATH: outcome" in lines. */
void jp_dwarf_splits_explain(const struct jp_dwarf_request *request,
                             const struct jp_dwarf_unit *skeleton, struct jp_buf *out);

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
