/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symbols by address. A table is read once into ranges without overlap, so that a look-up is one
 * binary search and hostile tables (everything nested in everything) cost no more than a sort.
 */
#include "config.h"

#include "jp_object_private.h"

#include <string.h>

/* A symbol that may name code. */
struct candidate {
    uint64_t start;
    uint64_t end;
    uint32_t symbol;  /* index in the table's symbols, ascending with the place in the file */
    uint32_t section; /* that holds it */
    uint8_t rank;     /* 2 global, 1 weak, 0 local */
    bool is_sized;    /* the table says where it ends */
};

/* Any symbol of a code section: where a symbol without a size ends at the latest. */
struct mark {
    uint32_t section;
    uint64_t address;
};

struct loader {
    struct jp_object *object;
    struct jp_symbol_table *table;
    struct jp_span names;
    struct jp_span wide_indices; /* SHT_SYMTAB_SHNDX content, or empty */
    bool is_dynamic;
    JP_VEC(struct candidate) candidates;
    JP_VEC(struct mark) marks;
};

static const char *name_at(const struct loader *loader, uint32_t offset)
{
    if (offset >= loader->names.len ||
        !memchr(loader->names.ptr + offset, '\0', loader->names.len - offset))
        return "";
    return loader->names.ptr + offset;
}

/* ARM, AArch64 and RISC-V mark code and data with "$x", "$d", "$a.1" ...: no names. */
static bool is_mapping_symbol(uint16_t machine, const char *name)
{
    if (machine != EM_ARM && machine != EM_AARCH64 && machine != EM_RISCV)
        return false;
    return name[0] == '$' && name[1] && strchr("adtx", name[1]) &&
           (name[2] == '\0' || name[2] == '.' || machine == EM_RISCV);
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

static void add_symbol(struct loader *loader, const GElf_Sym *raw, size_t i)
{
    const uint16_t machine = jp_object_machine(loader->object);
    const unsigned char type = GELF_ST_TYPE(raw->st_info);
    const unsigned char binding = GELF_ST_BIND(raw->st_info);
    uint32_t index;
    const struct jp_section *const section = section_of(loader, raw, i, &index);
    if (!section || type == STT_SECTION || type == STT_FILE || type == STT_TLS)
        return;
    const char *const name = name_at(loader, raw->st_name);
    if (is_mapping_symbol(machine, name))
        return;
    /* The lowest bit of an ARM function tells its instruction set. */
    const bool is_function = type == STT_FUNC || type == STT_GNU_IFUNC;
    const uint64_t value =
        machine == EM_ARM && is_function ? raw->st_value & ~(uint64_t)1 : raw->st_value;
    if (value < section->address || value - section->address >= section->size_bytes)
        return;
    jp_vec_push(&loader->marks, (struct mark){index, value});
    if ((!is_function && type != STT_NOTYPE) || name[0] == '\0')
        return;
    const uint64_t section_end = section->address + section->size_bytes;
    const uint64_t room = section_end - value;
    const struct candidate candidate = {
        .start = value,
        .end = value + (raw->st_size < room ? raw->st_size : room),
        .symbol = (uint32_t)loader->table->symbols.count,
        .section = index,
        .rank = rank_of(binding),
        .is_sized = raw->st_size > 0,
    };
    const struct jp_symbol symbol = {
        .name = name,
        .value = value,
        .size_bytes = raw->st_size,
        .is_global = binding != STB_LOCAL,
        .is_dynamic = loader->is_dynamic,
    };
    jp_vec_push(&loader->candidates, candidate);
    jp_vec_push(&loader->table->symbols, symbol);
}

static int compare_marks(const void *a, const void *b)
{
    const struct mark *const left = a;
    const struct mark *const right = b;

    if (left->section != right->section)
        return left->section < right->section ? -1 : 1;
    return (left->address > right->address) - (left->address < right->address);
}

/* The first mark of the section behind ADDRESS, or the section's end. */
static uint64_t next_mark(const struct loader *loader, uint32_t section, uint64_t address)
{
    size_t low = 0;
    size_t high = loader->marks.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct mark *const mark = &loader->marks.data[middle];
        if (mark->section < section || (mark->section == section && mark->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < loader->marks.count && loader->marks.data[low].section == section)
        return loader->marks.data[low].address;
    const struct jp_section *const holder = &loader->object->sections.data[section];
    return holder->address + holder->size_bytes;
}

static void end_unsized(struct loader *loader)
{
    bool is_sorted = false;

    for (size_t i = 0; i < loader->candidates.count; i++) {
        struct candidate *const candidate = &loader->candidates.data[i];
        if (candidate->is_sized)
            continue;
        if (!is_sorted)
            qsort(loader->marks.data, loader->marks.count, sizeof *loader->marks.data,
                  compare_marks);
        is_sorted = true;
        candidate->end = next_mark(loader, candidate->section, candidate->start);
        loader->table->symbols.data[candidate->symbol].size_bytes =
            candidate->end - candidate->start;
    }
}

/* By address; among symbols at one address the one to prefer comes last. */
static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *const left = a;
    const struct candidate *const right = b;

    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    if (left->rank != right->rank)
        return left->rank - right->rank;
    if (left->end != right->end)
        return left->end < right->end ? -1 : 1;
    return (left->symbol < right->symbol) - (left->symbol > right->symbol);
}

static void add_range(struct jp_symbol_table *table, uint64_t start, uint64_t end, uint32_t symbol)
{
    struct jp_symbol_range *const last =
        table->ranges.count ? &table->ranges.data[table->ranges.count - 1] : NULL;

    if (last && last->symbol == symbol && last->end == start)
        last->end = end;
    else
        jp_vec_push(&table->ranges, (struct jp_symbol_range){start, end, symbol});
}

/* The symbols that are open at the sweep's position; the innermost sized one is on top. */
struct sweep {
    JP_VEC(struct candidate) open;
    struct candidate unsized; /* the last one without a size */
    uint64_t position;
};

static void sweep_to(struct sweep *sweep, struct jp_symbol_table *table, uint64_t limit)
{
    while (sweep->position < limit) {
        const struct candidate *owner = NULL;
        while (sweep->open.count && sweep->open.data[sweep->open.count - 1].end <= sweep->position)
            sweep->open.count--;
        if (sweep->open.count)
            owner = &sweep->open.data[sweep->open.count - 1];
        else if (sweep->unsized.end > sweep->position)
            owner = &sweep->unsized;
        const uint64_t end = owner && owner->end < limit ? owner->end : limit;
        if (owner)
            add_range(table, sweep->position, end, owner->symbol);
        sweep->position = end;
    }
}

static void make_ranges(struct loader *loader)
{
    struct sweep sweep = {0};

    end_unsized(loader);
    if (loader->candidates.count)
        qsort(loader->candidates.data, loader->candidates.count, sizeof *loader->candidates.data,
              compare_candidates);
    for (size_t i = 0; i < loader->candidates.count; i++) {
        const struct candidate *const candidate = &loader->candidates.data[i];
        sweep_to(&sweep, loader->table, candidate->start);
        if (candidate->is_sized)
            jp_vec_push(&sweep.open, *candidate);
        else
            sweep.unsized = *candidate;
    }
    sweep_to(&sweep, loader->table, UINT64_MAX);
    jp_vec_release(&sweep.open);
}

static void load_table(struct jp_object *object, struct jp_symbol_table *table, uint32_t type)
{
    struct loader loader = {.object = object,
                            .table = table,
                            .names = JP_SPAN(""),
                            .wide_indices = JP_SPAN(""),
                            .is_dynamic = type == SHT_DYNSYM};
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
    Elf_Data *const data = elf_getdata(elf_getscn(object->elf, index), NULL);
    GElf_Sym symbol;
    for (int i = 0; data && gelf_getsym(data, i, &symbol) && i < INT32_MAX; i++)
        add_symbol(&loader, &symbol, (size_t)i);
    make_ranges(&loader);
    jp_vec_release(&loader.candidates);
    jp_vec_release(&loader.marks);
}

static const struct jp_symbol *find(const struct jp_symbol_table *table, uint64_t vaddr)
{
    size_t low = 0;
    size_t high = table->ranges.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (table->ranges.data[middle].end <= vaddr)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == table->ranges.count || table->ranges.data[low].start > vaddr)
        return NULL;
    return &table->symbols.data[table->ranges.data[low].symbol];
}

static const struct jp_symbol_table *symtab_of(struct jp_object *object)
{
    if (!object->symtab.is_ready)
        load_table(object, &object->symtab, SHT_SYMTAB);
    return &object->symtab;
}

static const struct jp_symbol_table *dynsym_of(struct jp_object *object)
{
    if (!object->dynsym.is_ready)
        load_table(object, &object->dynsym, SHT_DYNSYM);
    return &object->dynsym;
}

const struct jp_symbol *jp_object_symbol(struct jp_object *object, uint64_t vaddr)
{
    const struct jp_symbol *symbol = find(symtab_of(object), vaddr);
    struct jp_object *const mini = symbol ? NULL : jp_object_mini(object);

    if (mini)
        symbol = find(symtab_of(mini), vaddr);
    if (!symbol)
        symbol = find(dynsym_of(object), vaddr);
    return symbol ? symbol : find(jp_object_plt(object), vaddr);
}

bool jp_object_has_symtab(struct jp_object *object)
{
    return symtab_of(object)->ranges.count > 0;
}

bool jp_object_has_dynsym(struct jp_object *object)
{
    return dynsym_of(object)->ranges.count > 0;
}

bool jp_object_has_mini_symtab(struct jp_object *object)
{
    struct jp_object *const mini = jp_object_mini(object);

    return mini && symtab_of(mini)->ranges.count > 0;
}

const struct jp_symbol *jp_object_exports(struct jp_object *object, size_t *count)
{
    const struct jp_symbol_table *const table = dynsym_of(object);

    *count = table->symbols.count;
    return table->symbols.data;
}

void jp_symbol_table_release(struct jp_symbol_table *table)
{
    jp_vec_release(&table->symbols);
    jp_vec_release(&table->ranges);
}
