/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sections by name. libelf gives the headers only: every byte range is checked against the file
 * here, and unpacking is done with libdeflate (1.7 times less processor time than zlib over a
 * whole report) and libzstd (which libelf before 0.189 does not know).
 */
#include "config.h"

#include "jp_object_private.h"

#include <libdeflate.h>
#include <string.h>
#include <zstd.h>

/* ELFCOMPRESS_ZSTD of the gABI; older <elf.h> lack it. */
static const uint32_t COMPRESSION_ZSTD = 2;

/* The magic and the big-endian size in front of a ".zdebug_" section. */
enum { GNU_PACKED_HEADER_BYTES = 12 };

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
        struct jp_section section = {.name = "", .stored = JP_SPAN(""), .content = JP_SPAN("")};
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
        free(object->sections.data[i].owned);
    jp_vec_release(&object->sections);
}

/* Is PACKED, say ".zdebug_info", the older packed form of NAME, ".debug_info"? */
static bool is_packed_name(const char *packed, const char *name)
{
    return strncmp(packed, ".zdebug_", 8) == 0 && strncmp(name, ".debug_", 7) == 0 &&
           strcmp(packed + 8, name + 7) == 0;
}

struct jp_section *jp_object_section_find(struct jp_object *object, const char *name)
{
    for (size_t i = 0; i < object->sections.count; i++) {
        struct jp_section *const section = &object->sections.data[i];
        if ((section->stored.len || section->is_outside) &&
            (strcmp(section->name, name) == 0 || is_packed_name(section->name, name)))
            return section;
    }
    return NULL;
}

struct jp_section *jp_object_section_of_type(struct jp_object *object, uint32_t type)
{
    for (size_t i = 0; i < object->sections.count; i++) {
        if (object->sections.data[i].type == type)
            return &object->sections.data[i];
    }
    return NULL;
}

/*
 * Deflate cannot shrink data to less than 1/1032, and zstd does not in practice: a header that
 * promises more is damaged or meant to exhaust memory.
 */
static bool is_plausible_size(uint64_t unpacked, size_t packed)
{
    static const uint64_t free_bytes = 1 << 20;
    static const uint64_t best_ratio = 1032;

    return unpacked <= free_bytes || unpacked / best_ratio <= packed;
}

static bool unpack(struct jp_section *section, struct jp_span packed, uint64_t size,
                   uint32_t method, const char *path, struct jp_error *error)
{
    if (size > SIZE_MAX - 1 || !is_plausible_size(size, packed.len))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "section %s: %zu bytes cannot unpack to %llu", section->name,
                            packed.len, (unsigned long long)size);
    char *const memory = jp_mem_resize(NULL, (size_t)size + 1, 1);
    bool fine = false;

    if (method == ELFCOMPRESS_ZLIB) {
        struct libdeflate_decompressor *const state = libdeflate_alloc_decompressor();
        if (!state)
            jp_mem_exhausted();
        fine = libdeflate_zlib_decompress(state, packed.ptr, packed.len, memory, (size_t)size,
                                          NULL) == LIBDEFLATE_SUCCESS;
        libdeflate_free_decompressor(state);
    } else if (method == COMPRESSION_ZSTD) {
        fine = ZSTD_decompress(memory, (size_t)size, packed.ptr, packed.len) == size;
    } else {
        free(memory);
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "section %s: unknown compression method %u", section->name, method);
    }
    if (!fine) {
        free(memory);
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "section %s: damaged compressed data",
                            section->name);
    }
    memory[size] = '\0';
    section->owned = memory;
    section->content = (struct jp_span){memory, (size_t)size};
    return true;
}

static uint64_t read_big_endian_u64(const char *bytes)
{
    uint64_t value = 0;

    for (int i = 0; i < 8; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* A section with SHF_COMPRESSED begins with an Elf32_Chdr or Elf64_Chdr. */
static bool unpack_standard(const struct jp_object *object, struct jp_section *section,
                            struct jp_error *error)
{
    const bool is_64bit = jp_object_is_64bit(object);
    const size_t header_bytes = is_64bit ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    const char *const bytes = section->stored.ptr;

    if (section->stored.len < header_bytes)
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s: too short for its compression header", section->name);
    const uint32_t method = jp_object_read_u32(object, bytes);
    uint64_t size;
    if (is_64bit) {
        const uint64_t first = jp_object_read_u32(object, bytes + offsetof(Elf64_Chdr, ch_size));
        const uint64_t second =
            jp_object_read_u32(object, bytes + offsetof(Elf64_Chdr, ch_size) + 4);
        size = jp_object_is_big_endian(object) ? first << 32 | second : second << 32 | first;
    } else {
        size = jp_object_read_u32(object, bytes + offsetof(Elf32_Chdr, ch_size));
    }
    const struct jp_span packed = jp_span_slice(section->stored, header_bytes, section->stored.len);
    return unpack(section, packed, size, method, object->path, error);
}

static bool fill_content(const struct jp_object *object, struct jp_section *section,
                         struct jp_error *error)
{
    if (section->is_outside)
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s lies outside the file", section->name);
    if (section->flags & SHF_COMPRESSED)
        return unpack_standard(object, section, error);
    if (strncmp(section->name, ".zdebug_", 8) != 0 ||
        section->stored.len < GNU_PACKED_HEADER_BYTES ||
        !jp_span_starts_with(section->stored, JP_SPAN("ZLIB"))) {
        section->content = section->stored;
        return true;
    }
    const struct jp_span packed =
        jp_span_slice(section->stored, GNU_PACKED_HEADER_BYTES, section->stored.len);
    return unpack(section, packed, read_big_endian_u64(section->stored.ptr + 4), ELFCOMPRESS_ZLIB,
                  object->path, error);
}

struct jp_span jp_object_section(struct jp_object *object, const char *name, struct jp_error *error)
{
    struct jp_section *const section = jp_object_section_find(object, name);

    if (!section)
        return JP_SPAN("");
    if (!section->is_unpacked) {
        section->is_unpacked = true;
        fill_content(object, section, error);
    }
    return section->content;
}

bool jp_object_has_section(struct jp_object *object, const char *name)
{
    const struct jp_section *const section = jp_object_section_find(object, name);

    return section && section->stored.len;
}
