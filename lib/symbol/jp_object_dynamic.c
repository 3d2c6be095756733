/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file without a section table, as sstrip leaves it, still has what the dynamic linker needs: the
 * table of exported symbols, which PT_DYNAMIC leads to (gABI, chapter 5). Nothing says there how
 * many symbols it has; that follows from the hash table over their names.
 */
#include "config.h"

#include "jp_object_private.h"

/* Addresses; 0: not there. */
struct dynamic {
    uint64_t symbols;
    uint64_t strings;
    uint64_t string_bytes;
    uint64_t hash;
    uint64_t gnu_hash;
};

/* From VADDR to where the file's part of its segment ends. */
static struct jp_span bytes_from(const struct jp_object *object, uint64_t vaddr)
{
    for (size_t i = 0; i < object->segments.count; i++) {
        const struct jp_segment *const segment = &object->segments.data[i];
        if (vaddr < segment->vaddr || vaddr - segment->vaddr >= segment->file_bytes)
            continue;
        return jp_span_slice(object->bytes, segment->offset + (vaddr - segment->vaddr),
                             segment->offset + segment->file_bytes);
    }
    return JP_SPAN("");
}

static bool read_dynamic(const struct jp_object *object, struct dynamic *dynamic)
{
    size_t count = 0;
    GElf_Phdr header = {0};
    GElf_Dyn entry;

    if (elf_getphdrnum(object->elf, &count) != 0)
        return false;
    for (size_t i = 0; i < count && header.p_type != PT_DYNAMIC; i++) {
        if (!gelf_getphdr(object->elf, (int)i, &header))
            return false;
    }
    if (header.p_type != PT_DYNAMIC ||
        !jp_object_range(object, header.p_offset, header.p_filesz).len)
        return false;
    Elf_Data *const data = elf_getdata_rawchunk(object->elf, (int64_t)header.p_offset,
                                                (size_t)header.p_filesz, ELF_T_DYN);
    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
        switch (entry.d_tag) {
        case DT_SYMTAB:
            dynamic->symbols = entry.d_un.d_ptr;
            break;
        case DT_STRTAB:
            dynamic->strings = entry.d_un.d_ptr;
            break;
        case DT_STRSZ:
            dynamic->string_bytes = entry.d_un.d_val;
            break;
        case DT_HASH:
            dynamic->hash = entry.d_un.d_ptr;
            break;
        case DT_GNU_HASH:
            dynamic->gnu_hash = entry.d_un.d_ptr;
            break;
        default:
            break;
        }
    }
    return dynamic->symbols && dynamic->strings && dynamic->string_bytes;
}

static uint32_t word(const struct jp_object *object, struct jp_span words, uint64_t i)
{
    return i < words.len / 4 ? jp_object_read_u32(object, words.ptr + 4 * i) : 0;
}

/* Number of buckets, number of symbols, and so on: of 8 bytes each on two machines. */
static uint64_t count_by_hash(const struct jp_object *object, const struct dynamic *dynamic)
{
    const uint16_t machine = jp_object_machine(object);
    const bool has_wide_words =
        machine == EM_ALPHA || (machine == EM_S390 && jp_object_is_64bit(object));

    return dynamic->hash && !has_wide_words ? word(object, bytes_from(object, dynamic->hash), 1)
                                            : 0;
}

/*
 * Number of buckets, first symbol that is in the table, words of the filter, its shift; the filter,
 * the buckets, and a word for each symbol, odd for the last one of a bucket. A bucket is the number
 * of its first symbol (https://sourceware.org/legacy-ml/binutils/2006-10/msg00377.html).
 */
static uint64_t count_by_gnu_hash(const struct jp_object *object, const struct dynamic *dynamic)
{
    enum { HEADER_WORDS = 4 };
    const struct jp_span table =
        dynamic->gnu_hash ? bytes_from(object, dynamic->gnu_hash) : JP_SPAN("");
    const uint64_t bucket_count = word(object, table, 0);
    const uint64_t first = word(object, table, 1);
    const uint64_t buckets =
        HEADER_WORDS + (uint64_t)word(object, table, 2) * (jp_object_is_64bit(object) ? 2 : 1);
    const uint64_t chains = buckets + bucket_count;
    uint64_t last = 0;

    for (uint64_t i = buckets; i < chains && i < table.len / 4; i++) {
        const uint32_t symbol = word(object, table, i);
        last = symbol > last ? symbol : last;
    }
    if (last < first || bucket_count == 0)
        return first;
    for (uint64_t i = chains + (last - first); i < table.len / 4; i++, last++) {
        if (word(object, table, i) & 1)
            break;
    }
    return last + 1;
}

/* What elfutils asks, in its order; linkers put the names behind the symbols. */
static uint64_t count_symbols(const struct jp_object *object, const struct dynamic *dynamic,
                              uint64_t entry_bytes)
{
    uint64_t count = count_by_hash(object, dynamic);

    if (count == 0)
        count = count_by_gnu_hash(object, dynamic);
    if (count == 0 && dynamic->strings > dynamic->symbols)
        count = (dynamic->strings - dynamic->symbols) / entry_bytes;
    return count;
}

static void add_section(struct jp_object *object, struct jp_section section)
{
    section.name = "";
    section.content = JP_SPAN("");
    section.start = JP_SPAN("");
    jp_vec_push(&object->sections, section);
}

void jp_object_sections_make(struct jp_object *object)
{
    const size_t entry_bytes = jp_object_is_64bit(object) ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
    struct dynamic dynamic = {0};

    if (!read_dynamic(object, &dynamic))
        return;
    const struct jp_span symbols = bytes_from(object, dynamic.symbols);
    const struct jp_span strings = bytes_from(object, dynamic.strings);
    const uint64_t count = count_symbols(object, &dynamic, entry_bytes);
    const uint64_t room = symbols.len / entry_bytes;
    object->has_made_sections = true;
    add_section(object, (struct jp_section){
                            .type = SHT_DYNSYM,
                            .link = 1,
                            .entry_bytes = entry_bytes,
                            .stored = jp_span_slice(symbols, 0,
                                                    (count < room ? count : room) * entry_bytes),
                        });
    add_section(object, (struct jp_section){
                            .type = SHT_STRTAB,
                            .stored = jp_span_slice(strings, 0, dynamic.string_bytes),
                        });
    for (size_t i = 0; i < object->segments.count; i++) {
        const struct jp_segment *const segment = &object->segments.data[i];
        if (segment->is_executable)
            add_section(object, (struct jp_section){
                                    .type = SHT_PROGBITS,
                                    .flags = SHF_ALLOC | SHF_EXECINSTR,
                                    .address = segment->vaddr,
                                    .size_bytes = segment->file_bytes,
                                    .stored = JP_SPAN(""),
                                });
    }
}
