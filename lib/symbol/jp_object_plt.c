/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for the entries of the procedure linkage table: an entry jumps through a slot of the global
 * offset table, and a relocation says for which function the slot is. Reading the jump instead of
 * counting entries serves .plt, .plt.sec, .plt.got and every linker alike.
 */
#include "config.h"

#include "jp_addresses.h"
#include "jp_object_private.h"

#include <endian.h>
#include <string.h>

struct slot {
    uint64_t address;
    const char *name;
};

struct plt_loader {
    struct jp_object *object;
    JP_VEC(struct slot) slots; /* ascending by address once all are read */
    JP_VEC(const char *) lazy; /* names by number of the relocation in .rela.plt */
};

static bool is_slot_type(uint16_t machine, uint64_t type)
{
    if (machine == EM_X86_64)
        return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
    return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
}

static const char *plt_name(struct plt_loader *loader, Elf_Data *symbols, struct jp_span strings,
                            const GElf_Rela *relocation)
{
    const uint64_t index = GELF_R_SYM(relocation->r_info);
    GElf_Sym symbol;

    if (index == 0 || index > INT32_MAX || !gelf_getsym(symbols, (int)index, &symbol) ||
        symbol.st_name >= strings.len ||
        !memchr(strings.ptr + symbol.st_name, '\0', strings.len - symbol.st_name))
        return NULL;
    const struct jp_span name = jp_span_of(strings.ptr + symbol.st_name);
    const size_t bare = jp_span_find(name, JP_SPAN("@"), 0);
    return name.len ? jp_arena_format(&loader->object->arena, "%.*s@plt",
                                      (int)(bare == SIZE_MAX ? name.len : bare), name.ptr)
                    : NULL;
}

static void add_slots(struct plt_loader *loader, size_t index)
{
    struct jp_object *const object = loader->object;
    const struct jp_section *const section = &object->sections.data[index];
    const uint16_t machine = jp_object_machine(object);
    const bool is_lazy = strcmp(section->name, ".rela.plt") == 0;

    if (section->link >= object->sections.count)
        return;
    const struct jp_section *const table = &object->sections.data[section->link];
    if ((table->type != SHT_DYNSYM && table->type != SHT_SYMTAB) ||
        table->link >= object->sections.count)
        return;
    Elf_Data *const symbols = elf_getdata(elf_getscn(object->elf, section->link), NULL);
    Elf_Data *const data = elf_getdata(elf_getscn(object->elf, index), NULL);
    const struct jp_span strings = object->sections.data[table->link].stored;
    GElf_Rela relocation;
    for (int i = 0; symbols && data && gelf_getrela(data, i, &relocation); i++) {
        const bool is_slot = is_slot_type(machine, GELF_R_TYPE(relocation.r_info));
        const char *const name = is_slot ? plt_name(loader, symbols, strings, &relocation) : NULL;
        if (is_lazy)
            jp_vec_push(&loader->lazy, name);
        if (name)
            jp_vec_push(&loader->slots, (struct slot){relocation.r_offset, name});
    }
}

static int compare_slots(const void *a, const void *b)
{
    const struct slot *const left = a;
    const struct slot *const right = b;

    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    return strcmp(left->name, right->name);
}

static const char *name_of_slot(const struct plt_loader *loader, uint64_t address)
{
    size_t low = 0;
    size_t high = loader->slots.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (loader->slots.data[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < loader->slots.count && loader->slots.data[low].address == address
               ? loader->slots.data[low].name
               : NULL;
}

static uint32_t read_u32(const char *bytes)
{
    uint32_t value;

    memcpy(&value, bytes, sizeof value);
    return le32toh(value);
}

/* "jmp *slot(%rip)" (ff 25 and a distance), or "push number" (68) of an entry that binds lazily. */
static const char *x86_64_entry(const struct plt_loader *loader, struct jp_span code,
                                uint64_t vaddr)
{
    enum { JUMP_BYTES = 6, PUSH_BYTES = 5 };

    for (size_t at = 0; at + JUMP_BYTES <= code.len; at++) {
        if (memcmp(code.ptr + at, "\xff\x25", 2) == 0)
            return name_of_slot(loader, vaddr + at + JUMP_BYTES +
                                            (uint64_t)(int32_t)read_u32(code.ptr + at + 2));
    }
    for (size_t at = 0; at + PUSH_BYTES <= code.len; at += 4) {
        const uint32_t number = code.ptr[at] == '\x68' ? read_u32(code.ptr + at + 1) : UINT32_MAX;
        if (number < loader->lazy.count)
            return loader->lazy.data[number];
    }
    return NULL;
}

/* "adrp x16, page of slot; ldr x17, [x16, #rest]" (Arm ARM, C6.2). */
static const char *aarch64_entry(const struct plt_loader *loader, struct jp_span code,
                                 uint64_t vaddr)
{
    for (size_t at = 0; at + 8 <= code.len; at += 4) {
        const uint32_t adrp = read_u32(code.ptr + at);
        const uint32_t ldr = read_u32(code.ptr + at + 4);
        if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211)
            continue;
        const uint64_t pages = (uint64_t)(adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
        const uint64_t distance = (pages ^ 0x100000) - 0x100000; /* 21 bits with sign */
        return name_of_slot(loader, ((vaddr + at) & ~(uint64_t)0xfff) + (distance << 12) +
                                        ((uint64_t)(ldr >> 10 & 0xfff) << 3));
    }
    return NULL;
}

static void add_entries(struct plt_loader *loader, const struct jp_section *section)
{
    enum { ENTRY_BYTES = 16, SHORT_ENTRY_BYTES = 8 };
    struct jp_symbol_table *const table = &loader->object->plt;
    const bool is_x86_64 = jp_object_machine(loader->object) == EM_X86_64;
    const size_t step =
        is_x86_64 && section->entry_bytes == SHORT_ENTRY_BYTES ? SHORT_ENTRY_BYTES : ENTRY_BYTES;

    for (size_t at = 0; at + step <= section->stored.len; at += step) {
        const struct jp_span code = jp_span_slice(section->stored, at, at + step);
        const uint64_t vaddr = section->address + at;
        const char *const name =
            is_x86_64 ? x86_64_entry(loader, code, vaddr) : aarch64_entry(loader, code, vaddr);
        if (!name || vaddr > UINT64_MAX - step)
            continue;
        jp_vec_push(&table->ranges,
                    (struct jp_symbol_range){vaddr, vaddr + step, (uint32_t)table->symbols.count});
        jp_vec_push(&table->symbols,
                    (struct jp_symbol){
                        .name = name, .value = vaddr, .size_bytes = step, .is_dynamic = true});
    }
}

static int compare_ranges(const void *a, const void *b)
{
    const struct jp_symbol_range *const left = a;
    const struct jp_symbol_range *const right = b;

    return (left->start > right->start) - (left->start < right->start);
}

/* Damaged headers can lay one table over another: the first range to begin wins. */
static void drop_overlaps(struct jp_symbol_table *table)
{
    size_t kept = 0;

    if (table->ranges.count)
        qsort(table->ranges.data, table->ranges.count, sizeof *table->ranges.data, compare_ranges);
    for (size_t i = 0; i < table->ranges.count; i++) {
        if (kept == 0 || table->ranges.data[i].start >= table->ranges.data[kept - 1].end)
            table->ranges.data[kept++] = table->ranges.data[i];
    }
    table->ranges.count = kept;
}

static bool is_plt(const struct jp_section *section)
{
    return section->flags & SHF_EXECINSTR && strncmp(section->name, ".plt", 4) == 0;
}

bool jp_object_is_in_plt(const struct jp_object *object, uint64_t vaddr)
{
    for (size_t i = 0; i < object->sections.count; i++) {
        const struct jp_section *const section = &object->sections.data[i];
        if (is_plt(section) && vaddr >= section->address &&
            vaddr - section->address < section->size_bytes)
            return true;
    }
    return false;
}

bool jp_object_plt_holds(const struct jp_object *object, const uint64_t *addresses, size_t count)
{
    for (size_t i = 0; i < object->sections.count; i++) {
        const struct jp_section *const section = &object->sections.data[i];
        if (!is_plt(section))
            continue;
        const size_t first = jp_addresses_first(addresses, count, section->address);
        if (first < count && addresses[first] - section->address < section->size_bytes)
            return true;
    }
    return false;
}

struct jp_symbol_table *jp_object_plt(struct jp_object *object)
{
    const uint16_t machine = jp_object_machine(object);
    struct plt_loader loader = {.object = object};

    if (object->plt.is_ready)
        return &object->plt;
    object->plt.is_ready = true;
    if (machine != EM_X86_64 && machine != EM_AARCH64)
        return &object->plt;
    for (size_t i = 0; i < object->sections.count; i++) {
        if (object->sections.data[i].type == SHT_RELA && object->sections.data[i].stored.len &&
            object->sections.data[i].flags & SHF_ALLOC)
            add_slots(&loader, i);
    }
    if (loader.slots.count)
        qsort(loader.slots.data, loader.slots.count, sizeof *loader.slots.data, compare_slots);
    for (size_t i = 0; i < object->sections.count; i++) {
        if (is_plt(&object->sections.data[i]))
            add_entries(&loader, &object->sections.data[i]);
    }
    drop_overlaps(&object->plt);
    jp_vec_release(&loader.slots);
    jp_vec_release(&loader.lazy);
    return &object->plt;
}
