/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_split.h"

#include "jp_buf.h"
#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

#include <limits.h>

enum { PACKAGES_OPEN = 8 }; /* packages that belong to one module */

void jp_dwarf_splits_init(struct jp_dwarf_splits *splits, const struct jp_dwarf_file *main,
                          const struct jp_dwarf_request *request)
{
    *splits = (struct jp_dwarf_splits){
        .main = main,
        .next_file_id = JP_DWARF_FIRST_SPLIT_ID,
        .paths = {.holder = jp_object_path(request->object),
                  .program = request->program,
                  .mapped = request->mapped_path,
                  .build_id = jp_object_build_id(request->object),
                  .folders = request->split_folders},
    };
    jp_split_paths_init(&splits->paths);
}

static void close_file(struct jp_dwarf_splits *splits)
{
    jp_dwarf_file_release(&splits->file);
    jp_object_free(splits->object);
    splits->object = NULL;
    splits->file = (struct jp_dwarf_file){0};
}

static void free_package(struct jp_dwarf_package *package)
{
    jp_dwarf_file_release(&package->file);
    jp_object_free(package->object);
    free(package);
}

void jp_dwarf_splits_release(struct jp_dwarf_splits *splits)
{
    close_file(splits);
    for (size_t i = 0; i < splits->packages.count; i++)
        free_package(splits->packages.data[i]);
    jp_vec_release(&splits->packages);
    jp_vec_release(&splits->package_paths);
    jp_split_paths_release(&splits->paths);
    jp_arena_release(&splits->arena);
}

static void note(struct jp_dwarf_splits *splits, const char *path, const char *outcome)
{
    if (splits->tried)
        jp_buf_format(splits->tried, "%s: %s\n", path, outcome);
}

static struct jp_object *open_object(struct jp_dwarf_splits *splits, const char *path)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_object *const object = jp_object_open(path, splits->tried ? &error : NULL);

    if (!object)
        note(splits, path, error.message);
    return object;
}

/* Addresses, and before DWARF 5 ranges too, stay in the file with the skeletons. */
static bool init_file(struct jp_dwarf_splits *splits, struct jp_dwarf_file *file,
                      struct jp_object *object)
{
    if (!jp_dwarf_file_init(file, object, true, NULL) ||
        file->is_swapped != splits->main->is_swapped) {
        note(splits, jp_object_path(object), "holds no split debug information");
        return false;
    }
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

static bool find_in_package(struct jp_dwarf_splits *splits, const struct jp_dwarf_package *package)
{
    struct jp_dwarf_unit *const unit = &splits->unit;
    const struct jp_dwarf_package_index *const index = &package->index;
    uint32_t row;

    if (!jp_dwarf_package_index_find(index, splits->skeleton->dwo_id, &row) ||
        !jp_dwarf_unit_read(unit, &package->file,
                            jp_dwarf_package_index_start(index, row, DW_SECT_INFO)))
        return false;
    unit->info_start = unit->offset;
    unit->abbrev_start = jp_dwarf_package_index_start(index, row, DW_SECT_ABBREV);
    unit->abbrev_offset += unit->abbrev_start;
    unit->str_offsets_start = jp_dwarf_package_index_start(index, row, DW_SECT_STR_OFFSETS);
    if (index->version >= 5)
        unit->rnglists_start = jp_dwarf_package_index_start(index, row, DW_SECT_V5_RNGLISTS);
    return read_root(unit, splits->skeleton);
}

static bool open_package(struct jp_dwarf_splits *splits, const char *path)
{
    struct jp_object *const object = open_object(splits, path);

    if (!object)
        return false;
    struct jp_dwarf_package *const package = jp_mem_zeroed(1, sizeof *package);
    package->object = object;
    if (!init_file(splits, &package->file, object) ||
        !jp_dwarf_package_index_read(&package->index,
                                     jp_object_section(object, ".debug_cu_index", NULL),
                                     package->file.is_swapped)) {
        free_package(package);
        return false;
    }
    jp_vec_push(&splits->packages, package);
    if (find_in_package(splits, package))
        return true;
    note(splits, path, "is of another build: it has no unit with the id that is wanted");
    return false;
}

/* In the packages that are open, then in those that were not looked for yet. */
static bool find_in_packages(struct jp_dwarf_splits *splits)
{
    for (size_t i = 0; i < splits->packages.count; i++) {
        if (find_in_package(splits, splits->packages.data[i]))
            return true;
    }
    if (!splits->has_listed_packages)
        jp_split_paths_packages(&splits->paths, &splits->arena, &splits->package_paths);
    splits->has_listed_packages = true;
    while (splits->packages_tried < splits->package_paths.count &&
           splits->packages.count < PACKAGES_OPEN) {
        if (open_package(splits, splits->package_paths.data[splits->packages_tried++]))
            return true;
    }
    return false;
}

static bool find_in_any_package(struct jp_dwarf_splits *splits)
{
    if (splits->has_listed_all_packages)
        return false;
    splits->has_listed_all_packages = true;
    jp_split_paths_packages_anywhere(&splits->paths, &splits->package_paths);
    return find_in_packages(splits);
}

/* --- .dwo --------------------------------------------------------------------------------------
 */

static bool open_dwo(void *context, const char *path)
{
    struct jp_dwarf_splits *const splits = context;

    splits->object = open_object(splits, path);
    if (!splits->object)
        return false;
    if (init_file(splits, &splits->file, splits->object)) {
        for (size_t i = 0; i < splits->file.units.count; i++) {
            splits->unit = splits->file.units.data[i];
            if (read_root(&splits->unit, splits->skeleton))
                return true;
        }
        note(splits, path, "is of another build: its id differs");
    }
    close_file(splits);
    return false;
}

/* The path that the compiler wrote down; false when there is none. */
static bool add_path(const struct jp_dwarf_unit *skeleton, struct jp_buf *path)
{
    const struct jp_span name = jp_dwarf_string(skeleton, skeleton->dwo_name);
    const struct jp_span folder = jp_dwarf_string(skeleton, skeleton->comp_dir);

    if (name.len == 0 || name.len + folder.len >= PATH_MAX)
        return false;
    if (name.ptr[0] != '/' && folder.len) {
        jp_buf_add(path, folder);
        jp_buf_add_byte(path, '/');
    }
    jp_buf_add(path, name);
    return true;
}

const struct jp_dwarf_unit *jp_dwarf_splits_open(struct jp_dwarf_splits *splits,
                                                 const struct jp_dwarf_unit *skeleton)
{
    struct jp_buf path = JP_BUF_INIT;

    close_file(splits);
    splits->skeleton = skeleton;
    bool is_found = find_in_packages(splits);
    const bool has_path = !is_found && add_path(skeleton, &path);
    const struct jp_span wanted = jp_buf_span(&path);
    is_found = is_found ||
               (has_path && jp_split_paths_dwo(&splits->paths, wanted, open_dwo, splits)) ||
               find_in_any_package(splits) ||
               (has_path && jp_split_paths_dwo_anywhere(&splits->paths, wanted, open_dwo, splits));
    jp_buf_release(&path);
    return is_found ? &splits->unit : NULL;
}

void jp_dwarf_splits_explain(const struct jp_dwarf_request *request,
                             const struct jp_dwarf_unit *skeleton, struct jp_buf *out)
{
    struct jp_dwarf_splits splits;

    jp_dwarf_splits_init(&splits, skeleton->file, request);
    splits.tried = out;
    splits.paths.shows_all = true;
    jp_dwarf_splits_open(&splits, skeleton);
    jp_dwarf_splits_release(&splits);
}
