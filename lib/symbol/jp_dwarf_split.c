/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_split.h"

#include "jp_buf.h"
#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

#include <limits.h>

static void close_file(struct jp_dwarf_splits *splits)
{
    jp_dwarf_file_release(&splits->file);
    jp_object_free(splits->object);
    splits->object = NULL;
    splits->file = (struct jp_dwarf_file){0};
}

void jp_dwarf_splits_release(struct jp_dwarf_splits *splits)
{
    close_file(splits);
    jp_dwarf_file_release(&splits->package);
    jp_object_free(splits->package_object);
    splits->package_object = NULL;
}

/* Addresses, and before DWARF 5 ranges too, stay in the file with the skeletons. */
static bool init_file(struct jp_dwarf_splits *splits, struct jp_dwarf_file *file,
                      struct jp_object *object)
{
    if (!jp_dwarf_file_init(file, object, true, NULL) ||
        file->is_swapped != splits->main->is_swapped)
        return false;
    jp_dwarf_file_load_texts(file);
    file->id = splits->next_file_id++;
    file->sections[JP_DWARF_ADDR] = splits->main->sections[JP_DWARF_ADDR];
    file->sections[JP_DWARF_RANGES] = splits->main->sections[JP_DWARF_RANGES];
    return true;
}

static bool read_root(struct jp_dwarf_unit *unit, const struct jp_dwarf_unit *skeleton)
{
    unit->addr_base = skeleton->addr_base;
    unit->ranges_base = skeleton->ranges_base;
    if (!jp_dwarf_unit_read_root(unit) || unit->root_tag != DW_TAG_compile_unit)
        return false;
    unit->low_pc = skeleton->low_pc;
    return unit->dwo_id == skeleton->dwo_id;
}

/* --- .dwp --------------------------------------------------------------------------------------
 */

static struct jp_object *open_package(const char *program)
{
    struct jp_buf path = JP_BUF_INIT;

    jp_buf_format(&path, "%s.dwp", program);
    struct jp_span stem = jp_span_of(program);
    struct jp_object *object = jp_object_open(path.ptr, NULL);
    if (!object && jp_span_ends_with(stem, JP_SPAN(".debug"))) {
        stem.len -= sizeof ".debug" - 1;
        jp_buf_clear(&path);
        jp_buf_add(&path, stem);
        jp_buf_add_text(&path, ".dwp");
        object = jp_object_open(path.ptr, NULL);
    }
    jp_buf_release(&path);
    return object;
}

static void look_for_package(struct jp_dwarf_splits *splits)
{
    splits->has_looked_for_package = true;
    splits->package_object = open_package(jp_object_path(splits->main->object));
    if (!splits->package_object && splits->program)
        splits->package_object = open_package(splits->program);
    if (!splits->package_object)
        return;
    if (init_file(splits, &splits->package, splits->package_object))
        jp_dwarf_package_index_read(
            &splits->index, jp_object_section(splits->package_object, ".debug_cu_index", NULL),
            splits->package.is_swapped);
}

static bool find_in_package(struct jp_dwarf_splits *splits, const struct jp_dwarf_unit *skeleton)
{
    struct jp_dwarf_unit *const unit = &splits->unit;
    const struct jp_dwarf_package_index *const index = &splits->index;
    uint32_t row;

    if (!splits->has_looked_for_package)
        look_for_package(splits);
    if (!jp_dwarf_package_index_find(index, skeleton->dwo_id, &row) ||
        !jp_dwarf_unit_read(unit, &splits->package,
                            jp_dwarf_package_index_start(index, row, DW_SECT_INFO)))
        return false;
    unit->abbrev_offset += jp_dwarf_package_index_start(index, row, DW_SECT_ABBREV);
    unit->str_offsets_start = jp_dwarf_package_index_start(index, row, DW_SECT_STR_OFFSETS);
    if (index->version >= 5)
        unit->rnglists_start = jp_dwarf_package_index_start(index, row, DW_SECT_V5_RNGLISTS);
    return read_root(unit, skeleton);
}

/* --- .dwo --------------------------------------------------------------------------------------
 */

static bool open_dwo(struct jp_dwarf_splits *splits, const char *path,
                     const struct jp_dwarf_unit *skeleton)
{
    splits->object = jp_object_open(path, NULL);
    if (!splits->object || !init_file(splits, &splits->file, splits->object)) {
        close_file(splits);
        return false;
    }
    for (size_t i = 0; i < splits->file.units.count; i++) {
        splits->unit = splits->file.units.data[i];
        if (read_root(&splits->unit, skeleton))
            return true;
    }
    close_file(splits);
    return false;
}

/* The folder of PROGRAM, then each tail of PATH: a tree that was moved as a whole, or .dwo
 * files put beside the program, are found; that it is the right file is told by its id. */
static bool find_near(struct jp_dwarf_splits *splits, struct jp_span program, struct jp_span path,
                      const struct jp_dwarf_unit *skeleton)
{
    const size_t folder = program.len - jp_span_basename(program).len;
    struct jp_buf tried = JP_BUF_INIT;
    bool is_found = false;

    path = jp_span_last_components(path, JP_DEEPEST_PATH);
    for (size_t i = 0; i < path.len && !is_found; i++) {
        if (path.ptr[i] == '/' || (i > 0 && path.ptr[i - 1] != '/'))
            continue;
        jp_buf_clear(&tried);
        jp_buf_add(&tried, jp_span_slice(program, 0, folder));
        jp_buf_add(&tried, jp_span_slice(path, i, path.len));
        is_found = open_dwo(splits, tried.ptr, skeleton);
    }
    jp_buf_release(&tried);
    return is_found;
}

static bool find_dwo(struct jp_dwarf_splits *splits, const struct jp_dwarf_unit *skeleton)
{
    const struct jp_span name = jp_dwarf_string(skeleton, skeleton->dwo_name);
    const struct jp_span folder = jp_dwarf_string(skeleton, skeleton->comp_dir);
    struct jp_buf path = JP_BUF_INIT;

    if (name.len == 0 || name.len + folder.len >= PATH_MAX)
        return false;
    if (name.ptr[0] != '/' && folder.len) {
        jp_buf_add(&path, folder);
        jp_buf_add_byte(&path, '/');
    }
    jp_buf_add(&path, name);
    const struct jp_span wanted = jp_buf_span(&path);
    const struct jp_span holder = jp_span_of(jp_object_path(splits->main->object));
    const bool is_found =
        open_dwo(splits, path.ptr, skeleton) || find_near(splits, holder, wanted, skeleton) ||
        (splits->program && find_near(splits, jp_span_of(splits->program), wanted, skeleton));
    jp_buf_release(&path);
    return is_found;
}

const struct jp_dwarf_unit *jp_dwarf_splits_open(struct jp_dwarf_splits *splits,
                                                 const struct jp_dwarf_unit *skeleton)
{
    close_file(splits);
    return find_in_package(splits, skeleton) || find_dwo(splits, skeleton) ? &splits->unit : NULL;
}
