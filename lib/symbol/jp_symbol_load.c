/* SPDX-License-Identifier: BSD-2-Clause */
/* Symbol tables as they come out of a file: which of their entries may name code. */
#include "config.h"

#include "jp_addresses.h"
#include "jp_object_private.h"

#include <string.h>

struct loader {
    struct jp_object *object;
    struct jp_symbol_table *table;
    struct jp_span names;
    struct jp_span wide_indices;        /* SHT_SYMTAB_SHNDX content, or empty */
    const struct jp_expected *expected; /* NULL: all symbols are wanted */
    uint16_t machine;
    bool has_mapping_symbols;
    bool is_terminated; /* names end with a NUL, so that each of them does */
    bool is_dynamic;
    bool is_probe; /* whether there is any symbol is all that is asked */
};

static const char *name_at(const struct loader *loader, uint32_t offset)
{
    if (offset >= loader->names.len)
        return "";
    if (!loader->is_terminated &&
        !memchr(loader->names.ptr + offset, '\0', loader->names.len - offset))
        return "";
    return loader->names.ptr + offset;
}

/* ARM, AArch64 and RISC-V mark code and data with "$x", "$d", "$a.1" ...: no names. */
static bool has_mapping_symbols(uint16_t machine)
{
    return machine == EM_ARM || machine == EM_AARCH64 || machine == EM_RISCV;
}

static bool is_mapping_symbol(uint16_t machine, const char *name)
{
    return name[0] == '$' && name[1] && strchr("adtx", name[1]) &&
           (name[2] == '\0' || name[2] == '.' || machine == EM_RISCV);
}

/* The section that holds ADDRESS, where sections were made of segments. */
static uint32_t section_at(const struct jp_object *object, uint64_t address)
{
    uint32_t index = 0;

    while (index < object->sections.count && (address < object->sections.data[index].address ||
                                              address - object->sections.data[index].address >=
                                                  object->sections.data[index].size_bytes))
        index++;
    return index;
}

/* The code section that holds symbol number I, or NULL. */
static const struct jp_section *section_of(const struct loader *loader, const GElf_Sym *symbol,
                                           size_t i, uint32_t *index)
{
    *index = symbol->st_shndx;
    if (symbol->st_shndx == SHN_XINDEX && loader->wide_indices.len / 4 > i)
        *index = jp_object_read_u32(loader->object, loader->wide_indices.ptr + 4 * i);
    else if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE)
        return NULL;
    if (loader->object->has_made_sections)
        *index = section_at(loader->object, symbol->st_value);
    if (*index >= loader->object->sections.count)
        return NULL;
    const struct jp_section *const section = &loader->object->sections.data[*index];
    const uint64_t wanted = SHF_ALLOC | SHF_EXECINSTR;
    return (section->flags & wanted) == wanted ? section : NULL;
}

static uint8_t rank_of(unsigned char binding)
{
    if (binding == STB_LOCAL)
        return 0;
    return binding == STB_WEAK ? 1 : 2;
}

/* Is one of the expected addresses among the SIZE bytes from START on? Of a library, most symbols
 * lie in front of all of them or behind. */
static inline bool is_wanted(const struct jp_expected *expected, uint64_t start, uint64_t size)
{
    const uint64_t *const addresses = expected->addresses;

    if (start > addresses[expected->count - 1])
        return false;
    if (start <= addresses[0])
        return addresses[0] - start < size;
    return addresses[jp_addresses_first(addresses, expected->count, start)] - start < size;
}

/* Nearly all symbols of a large table go here. ARM's addresses are not what they seem. */
static inline bool is_elsewhere(const struct loader *loader, const GElf_Sym *raw)
{
    return loader->expected && loader->table->has_any && raw->st_size &&
           loader->machine != EM_ARM && !is_wanted(loader->expected, raw->st_value, raw->st_size);
}

static void add_symbol(struct loader *loader, const GElf_Sym *raw, size_t i)
{
    /* Where sections end is not known: a symbol without a size would reach into other code. */
    if (loader->object->has_made_sections && raw->st_size == 0)
        return;
    const unsigned char type = GELF_ST_TYPE(raw->st_info);
    const unsigned char binding = GELF_ST_BIND(raw->st_info);
    uint32_t index;
    const struct jp_section *const section = section_of(loader, raw, i, &index);
    if (!section || type == STT_SECTION || type == STT_FILE || type == STT_TLS)
        return;
    const char *const name = name_at(loader, raw->st_name);
    if (loader->has_mapping_symbols && is_mapping_symbol(loader->machine, name))
        return;
    /* The lowest bit of an ARM function tells its instruction set. */
    const bool is_function = type == STT_FUNC || type == STT_GNU_IFUNC;
    const uint64_t value =
        loader->machine == EM_ARM && is_function ? raw->st_value & ~(uint64_t)1 : raw->st_value;
    if (value < section->address || value - section->address >= section->size_bytes)
        return;
    if ((!is_function && type != STT_NOTYPE) || name[0] == '\0') {
        if (!loader->expected)
            jp_vec_push(&loader->table->marks, (struct jp_symbol_mark){index, value});
        return;
    }
    const uint64_t section_end = section->address + section->size_bytes;
    const uint64_t room = section_end - value;
    const struct jp_symbol_candidate candidate = {
        .start = value,
        .end = value + (raw->st_size < room ? raw->st_size : room),
        .symbol = (uint32_t)loader->table->symbols.count,
        .section = index,
        .rank = rank_of(binding),
        .is_sized = raw->st_size > 0,
    };
    loader->table->has_any = true;
    if (loader->is_probe)
        return;
    if (loader->expected && !candidate.is_sized) {
        loader->table->unsized_count++;
        return;
    }
    const struct jp_symbol symbol = {
        .name = name,
        .value = value,
        .size_bytes = raw->st_size,
        .is_global = binding != STB_LOCAL,
        .is_dynamic = loader->is_dynamic,
    };
    jp_vec_push(&loader->table->candidates, candidate);
    jp_vec_push(&loader->table->symbols, symbol);
}

/* Room for every entry at once: most tables hold code, and growing step by step touches twice the
 * memory. */
static void make_room(struct jp_symbol_table *table, const struct jp_section *section)
{
    const size_t count =
        section->entry_bytes ? section->stored.len / (size_t)section->entry_bytes : 0;

    jp_vec_reserve(&table->symbols, count);
    jp_vec_reserve(&table->candidates, count);
    jp_mem_will_fill(table->symbols.data, count * sizeof *table->symbols.data);
    jp_mem_will_fill(table->candidates.data, count * sizeof *table->candidates.data);
}

static bool is_done(const struct loader *loader)
{
    return loader->is_probe && loader->table->has_any;
}

/* Of 64-bit files libelf has an array of what gelf_getsym would copy, one call per symbol. */
static void add_symbols(struct loader *loader, Elf_Data *data)
{
    GElf_Sym symbol;

    if (!data)
        return;
    if (jp_object_is_64bit(loader->object) && data->d_type == ELF_T_SYM && data->d_buf) {
        const GElf_Sym *const symbols = data->d_buf;
        const size_t count = data->d_size / sizeof *symbols;
        for (size_t i = 0; i < count && !is_done(loader); i++)
            if (!is_elsewhere(loader, &symbols[i]))
                add_symbol(loader, &symbols[i], i);
        return;
    }
    for (int i = 0; !is_done(loader) && gelf_getsym(data, i, &symbol) && i < INT32_MAX; i++)
        if (!is_elsewhere(loader, &symbol))
            add_symbol(loader, &symbol, (size_t)i);
}

static Elf_Data *symbols_of(const struct jp_object *object, size_t index)
{
    const struct jp_span bytes = object->sections.data[index].stored;

    if (!object->has_made_sections)
        return elf_getdata(elf_getscn(object->elf, index), NULL);
    return elf_getdata_rawchunk(object->elf, bytes.ptr - object->bytes.ptr, bytes.len, ELF_T_SYM);
}

static void load(struct jp_symbol_table *table, struct jp_object *object, uint32_t type,
                 const struct jp_expected *expected, bool is_probe)
{
    struct loader loader = {.object = object,
                            .table = table,
                            .names = JP_SPAN(""),
                            .wide_indices = JP_SPAN(""),
                            .expected = expected,
                            .machine = jp_object_machine(object),
                            .is_dynamic = type == SHT_DYNSYM,
                            .is_probe = is_probe};
    const struct jp_section *const section = jp_object_section_of_type(object, type);

    table->is_ready = true;
    if (!section || !section->stored.len || section->link >= object->sections.count)
        return;
    const size_t index = (size_t)(section - object->sections.data);
    for (size_t i = 0; i < object->sections.count; i++) {
        const struct jp_section *const other = &object->sections.data[i];
        if (other->type == SHT_SYMTAB_SHNDX && other->link == index)
            loader.wide_indices = other->stored;
    }
    loader.names = object->sections.data[section->link].stored;
    loader.is_terminated = loader.names.len && loader.names.ptr[loader.names.len - 1] == '\0';
    loader.has_mapping_symbols = has_mapping_symbols(loader.machine);
    if (!expected && !is_probe)
        make_room(table, section);
    add_symbols(&loader, symbols_of(object, index));
}

void jp_symbol_table_load(struct jp_symbol_table *table, struct jp_object *object, uint32_t type,
                          const struct jp_expected *expected)
{
    load(table, object, type, expected, false);
}

bool jp_symbol_table_has_any(struct jp_object *object, uint32_t type)
{
    struct jp_symbol_table table = {.is_ready = false};

    load(&table, object, type, NULL, true);
    jp_symbol_table_release(&table);
    return table.has_any;
}
