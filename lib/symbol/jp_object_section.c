/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections by name. libelf gives the headers only: every byte range is checked against the file. */
#include "config.h"

#include "jp_object_private.h"

#include <string.h>

void jp_object_sections_load(struct jp_object *object)
{
    size_t count = 0;
    size_t names = 0;

    if (elf_getshdrnum(object->elf, &count) != 0)
        count = 0;
    if (object->header.e_shoff != 0 &&
        (count == 0 || object->header.e_shoff > object->bytes.len ||
         object->header.e_shentsize == 0 ||
         count > (object->bytes.len - object->header.e_shoff) / object->header.e_shentsize)) {
        object->lacks_sections = true;
        return;
    }
    if (count == 0 || elf_getshdrstrndx(object->elf, &names) != 0)
        return;
    jp_vec_reserve(&object->sections, count);
    for (size_t i = 0; i < count; i++) {
        Elf_Scn *const handle = elf_getscn(object->elf, i);
        struct jp_section section = {
            .name = "", .stored = JP_SPAN(""), .content = JP_SPAN(""), .start = JP_SPAN("")};
        GElf_Shdr header;

        if (handle && gelf_getshdr(handle, &header)) {
            const char *const name = elf_strptr(object->elf, names, header.sh_name);
            section.name = name ? name : "";
            section.address = header.sh_addr;
            section.flags = header.sh_flags;
            section.size_bytes = header.sh_size;
            section.type = header.sh_type;
            section.link = header.sh_link;
            section.entry_bytes = header.sh_entsize;
            if (header.sh_type != SHT_NOBITS && header.sh_type != SHT_NULL) {
                section.stored = jp_object_range(object, header.sh_offset, header.sh_size);
                section.is_outside = section.stored.len != header.sh_size;
            }
        }
        jp_vec_push(&object->sections, section);
    }
}

void jp_object_sections_release(struct jp_object *object)
{
    for (size_t i = 0; i < object->sections.count; i++)
        jp_section_release(&object->sections.data[i]);
    jp_vec_release(&object->sections);
}

/* Is PACKED, say ".zdebug_info", the older packed form of NAME, ".debug_info"? */
static bool is_packed_name(const char *packed, const char *name)
{
    return strncmp(packed, ".zdebug_", 8) == 0 && strncmp(name, ".debug_", 7) == 0 &&
           strcmp(packed + 8, name + 7) == 0;
}

static struct jp_section *find_from(struct jp_object *object, const char *name, size_t *at)
{
    while (*at < object->sections.count) {
        struct jp_section *const section = &object->sections.data[(*at)++];
        if ((section->stored.len || section->is_outside) &&
            (strcmp(section->name, name) == 0 || is_packed_name(section->name, name)))
            return section;
    }
    return NULL;
}

struct jp_section *jp_object_section_find(struct jp_object *object, const char *name)
{
    size_t at = 0;

    return find_from(object, name, &at);
}

struct jp_section *jp_object_section_of_type(struct jp_object *object, uint32_t type)
{
    for (size_t i = 0; i < object->sections.count; i++) {
        if (object->sections.data[i].type == type)
            return &object->sections.data[i];
    }
    return NULL;
}

static struct jp_span content_of(struct jp_object *object, struct jp_section *section,
                                 struct jp_error *error)
{
    if (!section)
        return JP_SPAN("");
    if (!section->is_unpacked || (section->is_untold && error)) {
        section->is_unpacked = true;
        section->is_untold = !jp_section_unpack(object, section, error) && !error;
    }
    return section->content;
}

struct jp_span jp_object_section(struct jp_object *object, const char *name, struct jp_error *error)
{
    return content_of(object, jp_object_section_find(object, name), error);
}

struct jp_span jp_object_section_next(struct jp_object *object, const char *name, size_t *at)
{
    return content_of(object, find_from(object, name, at), NULL);
}

struct jp_span jp_object_section_start(struct jp_object *object, const char *name, uint64_t bytes)
{
    struct jp_section *const section = jp_object_section_find(object, name);

    if (section && !section->is_unpacked && jp_section_unpack_start(object, section, bytes))
        return jp_span_slice(section->start, 0, (size_t)bytes);
    return jp_object_section(object, name, NULL);
}

struct jp_span jp_object_section_room(struct jp_object *object, const char *name, uint64_t bytes)
{
    struct jp_section *const section = jp_object_section_find(object, name);

    return section && !section->is_unpacked ? jp_section_room(object, section, bytes) : JP_SPAN("");
}

bool jp_object_section_has_start(struct jp_object *object, const char *name, uint64_t bytes)
{
    const struct jp_section *const section = jp_object_section_find(object, name);

    return section && !section->is_unpacked && jp_section_has_start(object, section, bytes);
}

size_t jp_object_packed_bytes(struct jp_object *object, const char *name)
{
    const struct jp_section *const section = jp_object_section_find(object, name);

    return section && !section->is_unpacked && jp_section_is_packed(object, section)
               ? section->stored.len
               : 0;
}

bool jp_object_has_section(struct jp_object *object, const char *name)
{
    const struct jp_section *const section = jp_object_section_find(object, name);

    return section && section->stored.len;
}
