/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_libdwarf.h"

#include <stdlib.h>
#include <string.h>

/* The sections that libdwarf may see. An empty one is an error to it, so it is not shown. */
static const char *const section_names[] = {
    ".debug_info",        ".debug_abbrev", ".debug_line",   ".debug_line_str", ".debug_str",
    ".debug_str_offsets", ".debug_addr",   ".debug_ranges", ".debug_rnglists", ".debug_types",
};

#ifdef HAVE_LIBDWARF_0_4_API
typedef Dwarf_Obj_Access_Interface_a access_interface;
typedef Dwarf_Obj_Access_Methods_a access_methods;
typedef Dwarf_Obj_Access_Section_a access_section;
typedef Dwarf_Small byte_order;
#else
typedef Dwarf_Obj_Access_Interface access_interface;
typedef Dwarf_Obj_Access_Methods access_methods;
typedef Dwarf_Obj_Access_Section access_section;
typedef Dwarf_Endianness byte_order;
#endif

#if defined DW_LIBDWARF_VERSION_MAJOR && \
    (DW_LIBDWARF_VERSION_MAJOR > 0 || DW_LIBDWARF_VERSION_MINOR >= 7)
typedef Dwarf_Unsigned section_number;
#else
typedef Dwarf_Half section_number;
#endif

struct shown_section {
    const char *name;
    struct jp_span bytes;
};

struct jp_libdwarf_sections {
    access_interface access;
    struct jp_object *object;
    struct shown_section list[JP_COUNT_OF(section_names) + 1]; /* [0] has no name, as in ELF */
    size_t count;
};

static int section_info(void *owner, section_number number, access_section *section, int *error)
{
    struct jp_libdwarf_sections *const sections = owner;

    (void)error;
    if (number >= sections->count)
        return DW_DLV_NO_ENTRY;
    memset(section, 0, sizeof *section);
#ifdef HAVE_LIBDWARF_0_4_API
    section->as_name = sections->list[number].name;
    section->as_type = number ? SHT_PROGBITS : SHT_NULL;
    section->as_size = sections->list[number].bytes.len;
#else
    section->name = sections->list[number].name;
    section->type = number ? SHT_PROGBITS : SHT_NULL;
    section->size = sections->list[number].bytes.len;
#endif
    return DW_DLV_OK;
}

static int section_load(void *owner, section_number number, Dwarf_Small **data, int *error)
{
    struct jp_libdwarf_sections *const sections = owner;

    (void)error;
    if (number >= sections->count || sections->list[number].bytes.len == 0)
        return DW_DLV_NO_ENTRY;
    /* libdwarf only reads it, but has no const in its interface. */
    *data = (Dwarf_Small *)(uintptr_t)sections->list[number].bytes.ptr;
    return DW_DLV_OK;
}

static byte_order object_byte_order(void *owner)
{
    const struct jp_libdwarf_sections *const sections = owner;

#ifdef HAVE_LIBDWARF_0_4_API
    return jp_object_is_big_endian(sections->object) ? DW_END_big : DW_END_little;
#else
    return jp_object_is_big_endian(sections->object) ? DW_OBJECT_MSB : DW_OBJECT_LSB;
#endif
}

static Dwarf_Small object_word_size(void *owner)
{
    const struct jp_libdwarf_sections *const sections = owner;

    return jp_object_is_64bit(sections->object) ? 8 : 4;
}

static Dwarf_Small object_length_size(void *owner)
{
    (void)owner;
    return 4;
}

static Dwarf_Unsigned section_count(void *owner)
{
    const struct jp_libdwarf_sections *const sections = owner;

    return sections->count;
}

#ifdef HAVE_LIBDWARF_0_4_API
/* A bound for its plausibility checks; unpacked sections may be larger than the file. */
static Dwarf_Unsigned object_file_size(void *owner)
{
    const struct jp_libdwarf_sections *const sections = owner;
    Dwarf_Unsigned total = 0;

    for (size_t i = 0; i < sections->count; i++)
        total += sections->list[i].bytes.len;
    return total;
}

static const access_methods methods = {
    .om_get_section_info = section_info,
    .om_get_byte_order = object_byte_order,
    .om_get_length_size = object_length_size,
    .om_get_pointer_size = object_word_size,
    .om_get_filesize = object_file_size,
    .om_get_section_count = section_count,
    .om_load_section = section_load,
};
#else
static const access_methods methods = {
    .get_section_info = section_info,
    .get_byte_order = object_byte_order,
    .get_length_size = object_length_size,
    .get_pointer_size = object_word_size,
    .get_section_count = section_count,
    .load_section = section_load,
};
#endif

static void begin(struct jp_libdwarf *file, struct jp_object *object)
{
    file->sections = jp_mem_resize(NULL, 1, sizeof *file->sections);
    *file->sections =
        (struct jp_libdwarf_sections){.object = object, .list = {{"", {"", 0}}}, .count = 1};
    file->is_big_endian = jp_object_is_big_endian(object);
}

static void show(struct jp_libdwarf *file, const char *name, struct jp_span bytes)
{
    struct jp_libdwarf_sections *const sections = file->sections;

    if (bytes.len > 0)
        sections->list[sections->count++] = (struct shown_section){name, bytes};
}

static bool end(struct jp_libdwarf *file, struct jp_error *error)
{
    struct jp_libdwarf_sections *const sections = file->sections;
    Dwarf_Error details = NULL;

    sections->access = (access_interface){sections, &methods};
    /* Without this every DIE and line row is also entered into a search tree, for an automatic
     * clean-up that is not needed here: half of libdwarf's time. */
    dwarf_set_de_alloc_flag(0);
    const int status = dwarf_object_init_b(&sections->access, NULL, NULL, DW_GROUPNUMBER_ANY,
                                           &file->dbg, &details);
    if (status == DW_DLV_OK)
        return true;
    jp_error_set(error, JP_EXIT_INPUT, jp_object_path(sections->object), 0, "libdwarf: %s",
                 status == DW_DLV_ERROR ? dwarf_errmsg(details) : "no debug information");
    if (status == DW_DLV_ERROR)
        dwarf_dealloc_error(NULL, details);
    file->dbg = NULL;
    return false;
}

bool jp_libdwarf_open(struct jp_libdwarf *file, struct jp_object *object, struct jp_error *error)
{
    *file = (struct jp_libdwarf){0};
    begin(file, object);
    for (size_t i = 0; i < JP_COUNT_OF(section_names); i++)
        show(file, section_names[i], jp_object_section(object, section_names[i], NULL));
    return end(file, error);
}

bool jp_libdwarf_open_split(struct jp_libdwarf *file, const struct jp_dwarf_unit *unit,
                            uint32_t number)
{
    const struct jp_span *const sections = unit->file->sections;
    const struct jp_span info = sections[JP_DWARF_INFO];
    const struct jp_span abbrev = sections[JP_DWARF_ABBREV];
    const struct jp_span offsets = sections[JP_DWARF_STR_OFFSETS];
    /* Behind the unit lie those of other .dwo files, whose references mean other places. */
    const uint64_t info_end = unit->info_start ? unit->end : info.len;

    *file = (struct jp_libdwarf){.number = number, .split = unit};
    begin(file, unit->file->object);
    show(file, ".debug_info", jp_span_slice(info, unit->info_start, info_end));
    show(file, ".debug_abbrev", jp_span_slice(abbrev, unit->abbrev_start, abbrev.len));
    show(file, ".debug_str", sections[JP_DWARF_STR]);
    show(file, ".debug_str_offsets", jp_span_slice(offsets, unit->str_offsets_start, offsets.len));
    return end(file, NULL);
}

void jp_libdwarf_close(struct jp_libdwarf *file)
{
#ifdef HAVE_LIBDWARF_0_4_API
    if (file->dbg)
        dwarf_object_finish(file->dbg);
#else
    if (file->dbg)
        dwarf_object_finish(file->dbg, NULL);
#endif
    free(file->sections);
    *file = (struct jp_libdwarf){0};
}

bool jp_libdwarf_worked(const struct jp_libdwarf *file, int status, Dwarf_Error details)
{
    if (status == DW_DLV_ERROR)
        dwarf_dealloc_error(file->dbg, details);
    return status == DW_DLV_OK;
}

int jp_libdwarf_next_unit(const struct jp_libdwarf *file, struct jp_libdwarf_unit *unit)
{
    Dwarf_Error details = NULL;
    Dwarf_Unsigned length, type_offset, next;
    Dwarf_Half version = 0, address_size, length_size, extension_size, unit_type;
    Dwarf_Off abbreviations, offset;
    Dwarf_Sig8 signature;
    Dwarf_Die root = NULL;

    int status = dwarf_next_cu_header_d(file->dbg, 1, &length, &version, &abbreviations,
                                        &address_size, &length_size, &extension_size, &signature,
                                        &type_offset, &next, &unit_type, &details);
    if (status == DW_DLV_NO_ENTRY)
        return 0;
    if (!jp_libdwarf_worked(file, status, details))
        return -1;
    status = dwarf_siblingof_b(file->dbg, NULL, 1, &root, &details);
    if (!jp_libdwarf_worked(file, status, details))
        return -1;
    status = dwarf_dieoffset(root, &offset, &details);
    if (!jp_libdwarf_worked(file, status, details)) {
        dwarf_dealloc_die(root);
        return -1;
    }
    *unit = (struct jp_libdwarf_unit){root, offset, version};
    return 1;
}
