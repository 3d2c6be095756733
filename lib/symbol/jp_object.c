/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening, identity and segments; sections and symbols are in the files beside this one. */
#include "config.h"

#include "jp_object_private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct jp_span jp_object_range(const struct jp_object *object, uint64_t offset, uint64_t size)
{
    if (offset > object->bytes.len || size > object->bytes.len - offset)
        return JP_SPAN("");
    return (struct jp_span){object->bytes.ptr + offset, (size_t)size};
}

uint32_t jp_object_read_u32(const struct jp_object *object, const char *bytes)
{
    const unsigned char *const byte = (const unsigned char *)bytes;

    if (jp_object_is_big_endian(object))
        return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
    return (uint32_t)byte[3] << 24 | (uint32_t)byte[2] << 16 | (uint32_t)byte[1] << 8 | byte[0];
}

/* The descriptor of the GNU build-id among the notes in NOTES; empty when there is none. */
static struct jp_span find_build_id(const struct jp_object *object, struct jp_span notes,
                                    uint64_t align)
{
    enum { NOTE_HEADER_BYTES = 12 };
    const uint64_t pad = align == 8 ? 7 : 3;

    while (notes.len >= NOTE_HEADER_BYTES) {
        const uint64_t name_bytes = jp_object_read_u32(object, notes.ptr);
        const uint64_t content_bytes = jp_object_read_u32(object, notes.ptr + 4);
        const uint32_t type = jp_object_read_u32(object, notes.ptr + 8);
        const uint64_t content = (NOTE_HEADER_BYTES + name_bytes + pad) & ~pad;
        if (content > notes.len || content_bytes > notes.len - content)
            break;
        const struct jp_span name =
            jp_span_slice(notes, NOTE_HEADER_BYTES, NOTE_HEADER_BYTES + name_bytes);
        if (type == NT_GNU_BUILD_ID && jp_span_equal(name, JP_SPAN("GNU\0")))
            return jp_span_slice(notes, content, content + content_bytes);
        notes = jp_span_slice(notes, (content + content_bytes + pad) & ~pad, notes.len);
    }
    return JP_SPAN("");
}

/* Sections first: in a debug-only file the segments' offsets lead elsewhere. */
static void load_build_id(struct jp_object *object)
{
    for (size_t i = 0; i < object->sections.count && !object->build_id.len; i++) {
        const struct jp_section *const section = &object->sections.data[i];
        if (section->type == SHT_NOTE && !(section->flags & SHF_COMPRESSED)) {
            object->build_id = find_build_id(object, section->stored, 4);
            if (!object->build_id.len)
                object->build_id = find_build_id(object, section->stored, 8);
        }
    }
    size_t count = 0;
    if (object->build_id.len || elf_getphdrnum(object->elf, &count) != 0)
        return;
    for (size_t i = 0; i < count && !object->build_id.len; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(object->elf, (int)i, &header))
            break;
        if (header.p_type == PT_NOTE)
            object->build_id = find_build_id(
                object, jp_object_range(object, header.p_offset, header.p_filesz), header.p_align);
    }
}

/* Linkers make four to ten; each look-up walks over all of them. */
static const size_t SEGMENT_LIMIT = 1024;

static void load_segments(struct jp_object *object)
{
    size_t count = 0;

    if (elf_getphdrnum(object->elf, &count) != 0)
        return;
    for (size_t i = 0; i < count && object->segments.count < SEGMENT_LIMIT; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(object->elf, (int)i, &header))
            break;
        object->has_interpreter |= header.p_type == PT_INTERP;
        if (header.p_type != PT_LOAD)
            continue;
        const struct jp_segment segment = {
            .offset = header.p_offset,
            .vaddr = header.p_vaddr,
            .file_bytes = header.p_filesz,
            .memory_bytes = header.p_memsz,
            .is_executable = (header.p_flags & PF_X) != 0,
        };
        if (segment.file_bytes <= UINT64_MAX - segment.offset &&
            segment.memory_bytes <= UINT64_MAX - segment.vaddr)
            jp_vec_push(&object->segments, segment);
    }
}

static bool load(struct jp_object *object, enum jp_miss *miss, struct jp_error *error)
{
    static const char magic[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3};

    *miss = JP_MISS_NOT_ELF;
    if (!jp_span_starts_with(object->bytes, (struct jp_span){magic, sizeof magic}))
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "is not an ELF program or library");
    *miss = JP_MISS_DAMAGED;
    if (elf_version(EV_CURRENT) == EV_NONE)
        return jp_error_set(error, JP_EXIT_INTERNAL, object->path, 0, "libelf is too old");
    /* libelf reads only: a handle made by elf_memory() is of the ELF_C_READ kind. */
    object->elf = elf_memory((char *)(uintptr_t)object->bytes.ptr, object->bytes.len);
    if (!object->elf || elf_kind(object->elf) != ELF_K_ELF ||
        !gelf_getehdr(object->elf, &object->header))
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0, "damaged ELF file: %s",
                            object->elf ? "its header cannot be read" : elf_errmsg(-1));
    if (object->header.e_type == ET_CORE) {
        *miss = JP_MISS_NOT_ELF;
        return jp_error_set(error, JP_EXIT_INPUT, object->path, 0,
                            "is a core dump, not a program or library");
    }
    load_segments(object);
    jp_object_sections_load(object);
    if (!object->sections.count)
        jp_object_sections_make(object);
    load_build_id(object);
    *miss = JP_MISS_NONE;
    return true;
}

/* O_NONBLOCK: paths come out of dumps, and a FIFO must not make us wait. */
static bool map(struct jp_object *object, struct jp_error *error)
{
    struct stat status;
    const int fd = open(object->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return jp_error_errno(error, JP_EXIT_INPUT, object->path, "open");
    bool fine = true;
    if (fstat(fd, &status) != 0)
        fine = jp_error_errno(error, JP_EXIT_INPUT, object->path, "examine");
    else if (!S_ISREG(status.st_mode))
        fine = jp_error_set(error, JP_EXIT_INPUT, object->path, 0, "is not a regular file");
    if (fine && status.st_size > 0) {
        void *const memory = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (memory == MAP_FAILED) {
            fine = jp_error_errno(error, JP_EXIT_INPUT, object->path, "map");
        } else {
            object->mapped_bytes = (size_t)status.st_size;
            object->bytes = (struct jp_span){memory, object->mapped_bytes};
            object->device = status.st_dev;
            object->inode = status.st_ino;
        }
    }
    close(fd);
    return fine;
}

struct jp_object *jp_object_open_or_miss(const char *path, enum jp_miss *miss,
                                         struct jp_error *error)
{
    struct jp_object *const object = jp_mem_resize(NULL, 1, sizeof *object);

    *object = (struct jp_object){.bytes = JP_SPAN("")};
    object->path = jp_arena_text(&object->arena, jp_span_of(path));
    *miss = JP_MISS_FILE_NOT_FOUND;
    if (map(object, error) && load(object, miss, error))
        return object;
    jp_object_free(object);
    return NULL;
}

struct jp_object *jp_object_from_memory(const char *path, char *bytes, size_t len)
{
    struct jp_object *const object = jp_mem_resize(NULL, 1, sizeof *object);
    enum jp_miss miss;

    *object = (struct jp_object){.bytes = {bytes, len}, .owned = bytes, .is_mini_ready = true};
    object->path = jp_arena_text(&object->arena, jp_span_of(path));
    if (load(object, &miss, NULL))
        return object;
    jp_object_free(object);
    return NULL;
}

struct jp_object *jp_object_open(const char *path, struct jp_error *error)
{
    enum jp_miss miss;

    return jp_object_open_or_miss(path, &miss, error);
}

void jp_object_free(struct jp_object *object)
{
    if (!object)
        return;
    for (int which = 0; which < JP_SYMBOL_TABLES; which++) {
        jp_symbol_table_release(&object->tables[which]);
        jp_symbol_table_release(&object->few[which]);
    }
    jp_symbol_table_release(&object->plt);
    jp_object_sections_release(object);
    jp_vec_release(&object->segments);
    if (object->elf)
        elf_end(object->elf);
    if (object->mapped_bytes)
        munmap((void *)(uintptr_t)object->bytes.ptr, object->mapped_bytes);
    jp_object_free(object->mini);
    free(object->owned);
    jp_arena_release(&object->arena);
    free(object);
}

const char *jp_object_path(const struct jp_object *object)
{
    return object->path;
}

struct jp_span jp_object_bytes(const struct jp_object *object)
{
    return object->bytes;
}

Elf *jp_object_elf(struct jp_object *object)
{
    return object->elf;
}

uint16_t jp_object_machine(const struct jp_object *object)
{
    return object->header.e_machine;
}

uint16_t jp_object_type(const struct jp_object *object)
{
    return object->header.e_type;
}

bool jp_object_is_64bit(const struct jp_object *object)
{
    return object->header.e_ident[EI_CLASS] == ELFCLASS64;
}

bool jp_object_is_big_endian(const struct jp_object *object)
{
    return object->header.e_ident[EI_DATA] == ELFDATA2MSB;
}

bool jp_object_is_swapped(const struct jp_object *object)
{
    const uint16_t one = 1;
    const bool is_big_endian_machine = *(const unsigned char *)&one == 0;

    return jp_object_is_big_endian(object) != is_big_endian_machine;
}

bool jp_object_is_debug_only(const struct jp_object *object)
{
    bool has_code_header = false;

    for (size_t i = 0; i < object->sections.count; i++) {
        const struct jp_section *const section = &object->sections.data[i];
        if (!(section->flags & SHF_EXECINSTR) || !(section->flags & SHF_ALLOC))
            continue;
        if (section->type != SHT_NOBITS)
            return false;
        has_code_header = true;
    }
    return has_code_header;
}

bool jp_object_is_cut(const struct jp_object *object)
{
    if (object->lacks_sections)
        return true;
    if (jp_object_is_debug_only(object))
        return false;
    for (size_t i = 0; i < object->segments.count; i++) {
        const struct jp_segment *const segment = &object->segments.data[i];
        if (segment->offset + segment->file_bytes > object->bytes.len)
            return true;
    }
    return false;
}

bool jp_object_is_program(const struct jp_object *object)
{
    return object->has_interpreter || object->header.e_type == ET_EXEC;
}

struct jp_span jp_object_build_id(const struct jp_object *object)
{
    return object->build_id;
}

const struct jp_segment *jp_object_segments(const struct jp_object *object, size_t *count)
{
    *count = object->segments.count;
    return object->segments.data;
}

void jp_object_place_segment(struct jp_object *object, size_t segment, uint64_t offset)
{
    struct jp_segment *const placed = &object->segments.data[segment];

    if (placed->memory_bytes > UINT64_MAX - offset)
        return;
    placed->offset = offset;
    placed->file_bytes = placed->memory_bytes;
}

bool jp_object_vaddr_of_offset(const struct jp_object *object, uint64_t offset, uint64_t *vaddr)
{
    for (int is_executable = 1; is_executable >= 0; is_executable--) {
        for (size_t i = 0; i < object->segments.count; i++) {
            const struct jp_segment *const segment = &object->segments.data[i];
            if (segment->is_executable == is_executable && offset >= segment->offset &&
                offset - segment->offset < segment->file_bytes) {
                *vaddr = offset - segment->offset + segment->vaddr;
                return true;
            }
        }
    }
    return false;
}

bool jp_object_offset_of_vaddr(const struct jp_object *object, uint64_t vaddr, uint64_t *offset)
{
    for (size_t i = 0; i < object->segments.count; i++) {
        const struct jp_segment *const segment = &object->segments.data[i];
        if (vaddr >= segment->vaddr && vaddr - segment->vaddr < segment->file_bytes) {
            *offset = vaddr - segment->vaddr + segment->offset;
            return true;
        }
    }
    return false;
}
