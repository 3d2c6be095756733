/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compressed sections, unpacked by libdeflate (a quarter of the processor time of zlib) or by
 * libzstd (which libelf before 0.189 does not know). When only the start of a section is wanted,
 * libdeflate gets memory for that and stops when it is full.
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

/* How a section is packed. */
struct packing {
    bool is_packed;
    uint32_t method; /* ELFCOMPRESS_ZLIB, COMPRESSION_ZSTD or unknown */
    uint64_t size;   /* of the content, as the header tells */
    struct jp_span packed;
};

static uint64_t read_big_endian_u64(const char *bytes)
{
    uint64_t value = 0;

    for (int i = 0; i < 8; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* A section with SHF_COMPRESSED begins with an Elf32_Chdr or Elf64_Chdr. */
static bool read_standard_header(const struct jp_object *object, const struct jp_section *section,
                                 struct packing *packing, struct jp_error *error)
{
    const bool is_64bit = jp_object_is_64bit(object);
    const size_t header_bytes = is_64bit ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    const char *const bytes = section->stored.ptr;

    if (section->stored.len < header_bytes)
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s: too short for its compression header", section->name);
    packing->is_packed = true;
    packing->method = jp_object_read_u32(object, bytes);
    if (is_64bit) {
        const uint64_t first = jp_object_read_u32(object, bytes + offsetof(Elf64_Chdr, ch_size));
        const uint64_t second =
            jp_object_read_u32(object, bytes + offsetof(Elf64_Chdr, ch_size) + 4);
        packing->size =
            jp_object_is_big_endian(object) ? first << 32 | second : second << 32 | first;
    } else {
        packing->size = jp_object_read_u32(object, bytes + offsetof(Elf32_Chdr, ch_size));
    }
    packing->packed = jp_span_slice(section->stored, header_bytes, section->stored.len);
    return true;
}

static bool read_header(const struct jp_object *object, const struct jp_section *section,
                        struct packing *packing, struct jp_error *error)
{
    *packing = (struct packing){.packed = JP_SPAN("")};
    if (section->is_outside)
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s lies outside the file", section->name);
    if (section->flags & SHF_COMPRESSED)
        return read_standard_header(object, section, packing, error);
    if (strncmp(section->name, ".zdebug_", 8) != 0 ||
        section->stored.len < GNU_PACKED_HEADER_BYTES ||
        !jp_span_starts_with(section->stored, JP_SPAN("ZLIB")))
        return true;
    *packing = (struct packing){
        .is_packed = true,
        .method = ELFCOMPRESS_ZLIB,
        .size = read_big_endian_u64(section->stored.ptr + 4),
        .packed = jp_span_slice(section->stored, GNU_PACKED_HEADER_BYTES, section->stored.len),
    };
    return true;
}

/*
 * Deflate cannot shrink data to less than 1/1032, and zstd does not in practice: a header that
 * promises more is damaged or meant to exhaust memory.
 */
static bool is_plausible(const struct packing *packing)
{
    static const uint64_t free_bytes = 1 << 20;
    static const uint64_t best_ratio = 1032;

    return packing->size < SIZE_MAX &&
           (packing->size <= free_bytes || packing->size / best_ratio <= packing->packed.len);
}

/* Memory for the whole section: what is never touched costs nothing. */
static char *own_memory(struct jp_section *section, uint64_t size)
{
    if (!section->owned)
        section->owned = jp_mem_reserve((size_t)size + 1);
    return section->owned;
}

struct jp_span jp_section_room(const struct jp_object *object, struct jp_section *section,
                               uint64_t bytes)
{
    struct packing packing;

    if (!read_header(object, section, &packing, NULL) || !packing.is_packed ||
        !is_plausible(&packing))
        return JP_SPAN("");
    const size_t len = (size_t)(bytes < packing.size ? bytes : packing.size);
    char *const memory = own_memory(section, packing.size);
    jp_mem_will_fill(memory, len);
    return (struct jp_span){memory, len};
}

/* As many as SIZE bytes. */
static enum libdeflate_result unpack_zlib(const struct packing *packing, char *memory, size_t size)
{
    struct libdeflate_decompressor *const state = libdeflate_alloc_decompressor();

    if (!state)
        jp_mem_exhausted();
    const enum libdeflate_result result = libdeflate_zlib_decompress(
        state, packing->packed.ptr, packing->packed.len, memory, size, NULL);
    libdeflate_free_decompressor(state);
    return result;
}

bool jp_section_unpack(const struct jp_object *object, struct jp_section *section,
                       struct jp_error *error)
{
    struct packing packing;
    bool is_fine;

    if (!read_header(object, section, &packing, error))
        return false;
    if (!packing.is_packed) {
        section->content = section->stored;
        return true;
    }
    if (!is_plausible(&packing))
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s: %zu bytes cannot unpack to %llu", section->name,
                            packing.packed.len, (unsigned long long)packing.size);
    /* What was unpacked before is written over with the same bytes. */
    char *const memory = own_memory(section, packing.size);
    jp_mem_will_fill(memory, (size_t)packing.size);
    if (packing.method == ELFCOMPRESS_ZLIB)
        is_fine = unpack_zlib(&packing, memory, (size_t)packing.size) == LIBDEFLATE_SUCCESS;
    else if (packing.method == COMPRESSION_ZSTD)
        is_fine = ZSTD_decompress(memory, (size_t)packing.size, packing.packed.ptr,
                                  packing.packed.len) == packing.size;
    else
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s: unknown compression method %u", section->name,
                            packing.method);
    if (!is_fine)
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "section %s: damaged compressed data", section->name);
    memory[packing.size] = '\0';
    section->content = (struct jp_span){memory, (size_t)packing.size};
    return true;
}

bool jp_section_is_packed(const struct jp_object *object, const struct jp_section *section)
{
    struct packing packing;

    return read_header(object, section, &packing, NULL) && packing.is_packed;
}

/*
 * libdeflate unpacks in order until its memory is full, and does not say how far it came: a match
 * or a stored block that does not fit is left out. So it gets some bytes more, and a mark among
 * them, which stays when it did not come that far: a match is at most 258 bytes long. More than
 * what is asked for is unpacked in any case, because to begin again for a little more costs all of
 * it.
 */
enum { MORE_BYTES = 32 << 10, MARK_AT = 512, BEHIND_BYTES = 1024, STARTS_MAX = 4 };

static bool has_start(const struct packing *packing, uint64_t bytes)
{
    return packing->is_packed && packing->method == ELFCOMPRESS_ZLIB && is_plausible(packing) &&
           bytes <= packing->size / 10 * 9 && packing->size - bytes > MORE_BYTES + BEHIND_BYTES;
}

bool jp_section_has_start(const struct jp_object *object, const struct jp_section *section,
                          uint64_t bytes)
{
    struct packing packing;

    return read_header(object, section, &packing, NULL) && has_start(&packing, bytes);
}

bool jp_section_unpack_start(const struct jp_object *object, struct jp_section *section,
                             uint64_t bytes)
{
    static const unsigned char mark[] = {0xa5, 0x5a, 0xc3, 0x3c, 0x96, 0x69, 0xf0, 0x0f};
    struct packing packing;

    if (section->start_count && section->start.len >= bytes)
        return true;
    if (section->start_count == STARTS_MAX || !read_header(object, section, &packing, NULL) ||
        !has_start(&packing, bytes))
        return false;
    const size_t wanted = (size_t)bytes + MORE_BYTES;
    char *const memory = own_memory(section, packing.size);
    jp_mem_will_fill(memory, wanted + BEHIND_BYTES);
    memcpy(memory + wanted + MARK_AT, mark, sizeof mark);
    if (unpack_zlib(&packing, memory, wanted + BEHIND_BYTES) != LIBDEFLATE_INSUFFICIENT_SPACE ||
        memcmp(memory + wanted + MARK_AT, mark, sizeof mark) == 0)
        return false;
    section->start_count++;
    section->start = (struct jp_span){memory, wanted};
    return true;
}

void jp_section_release(struct jp_section *section)
{
    free(section->owned);
}
