/* SPDX-License-Identifier: BSD-2-Clause */
/* Which symbol table of an object answers. */
#include "config.h"

#include "jp_addresses.h"
#include "jp_object_private.h"

#include <string.h>

static const uint32_t table_types[JP_SYMBOL_TABLES] = {SHT_SYMTAB, SHT_DYNSYM};

static struct jp_symbol_table *whole_table(struct jp_object *object, enum jp_symbol_tables which)
{
    struct jp_symbol_table *const table = &object->tables[which];

    if (!table->is_ready)
        jp_symbol_table_load(table, object, table_types[which], NULL);
    return table;
}

/* --- expected addresses ------------------------------------------------------------------------
 */

static bool is_expected(const struct jp_object *object, uint64_t vaddr)
{
    const struct jp_expected *const expected = &object->expected;
    const size_t i = jp_addresses_first(expected->addresses, expected->count, vaddr);

    return i < expected->count && expected->addresses[i] == vaddr;
}

/* A symbol without a size may cover an address that no other does: then all of them are needed. */
static bool covers_all(struct jp_object *object, struct jp_symbol_table *few)
{
    if (few->unsized_count == 0)
        return true;
    for (size_t i = 0; i < object->expected.count; i++) {
        if (!jp_symbol_table_find(few, object, object->expected.addresses[i]))
            return false;
    }
    return true;
}

/* The symbols that cover an expected address. NULL when the whole table is there or needed. */
static struct jp_symbol_table *few_symbols(struct jp_object *object, enum jp_symbol_tables which)
{
    struct jp_symbol_table *const few = &object->few[which];

    if (object->tables[which].is_ready || object->expected.count == 0)
        return NULL;
    if (!few->is_ready) {
        jp_symbol_table_load(few, object, table_types[which], &object->expected);
        few->is_useless = !covers_all(object, few);
    }
    return few->is_useless ? NULL : few;
}

void jp_object_symbols_expect(struct jp_object *object, const uint64_t *addresses, size_t count)
{
    enum { EXPECTED_MAX = 1024 }; /* each symbol is looked for among them */

    if (object->expected.count || count == 0)
        return;
    if (count <= EXPECTED_MAX) {
        uint64_t *const copy = jp_arena_array(&object->arena, count, sizeof *copy);
        memcpy(copy, addresses, count * sizeof *copy);
        object->expected = (struct jp_expected){copy, count};
    } else {
        jp_symbol_table_sort(whole_table(object, JP_SYMTAB), object);
    }
}

void jp_object_symbols_read(struct jp_object *object)
{
    const enum jp_symbol_tables which = jp_object_has_symtab(object) ? JP_SYMTAB : JP_DYNSYM;
    struct jp_symbol_table *const few = few_symbols(object, which);
    struct jp_symbol_table *const table = few ? few : whole_table(object, which);

    if (object->expected.count > JP_SYMBOL_WALKS)
        jp_symbol_table_sort(table, object);
}

/* -----------------------------------------------------------------------------------------------
 */

static const struct jp_symbol *find(struct jp_object *object, enum jp_symbol_tables which,
                                    uint64_t vaddr)
{
    struct jp_symbol_table *table = is_expected(object, vaddr) ? few_symbols(object, which) : NULL;

    if (!table)
        table = whole_table(object, which);
    return jp_symbol_table_find(table, object, vaddr);
}

const struct jp_symbol *jp_object_symbol(struct jp_object *object, uint64_t vaddr)
{
    const struct jp_symbol *symbol = find(object, JP_SYMTAB, vaddr);
    struct jp_object *const mini = symbol ? NULL : jp_object_mini(object);

    if (mini)
        symbol = find(mini, JP_SYMTAB, vaddr);
    if (!symbol)
        symbol = find(object, JP_DYNSYM, vaddr);
    if (!symbol && jp_object_is_in_plt(object, vaddr))
        symbol = jp_symbol_table_find(jp_object_plt(object), object, vaddr);
    return symbol;
}

static bool are_expected(const struct jp_object *object, const uint64_t *addresses, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_expected(object, addresses[i]))
            return false;
    }
    return true;
}

void jp_object_symbols_prepare(struct jp_object *object, const uint64_t *addresses, size_t count)
{
    const bool are_few = are_expected(object, addresses, count);
    struct jp_object *const mini = jp_object_mini(object);

    for (int which = 0; which < JP_SYMBOL_TABLES; which++) {
        struct jp_symbol_table *const few = are_few ? few_symbols(object, which) : NULL;
        jp_symbol_table_sort(few ? few : whole_table(object, which), object);
    }
    if (mini)
        jp_symbol_table_sort(whole_table(mini, JP_SYMTAB), mini);
    if (jp_object_plt_holds(object, addresses, count))
        jp_object_plt(object);
}

static bool has_any(struct jp_object *object, enum jp_symbol_tables which)
{
    if (object->tables[which].is_ready || object->few[which].is_ready)
        return object->tables[which].has_any || object->few[which].has_any;
    return jp_symbol_table_has_any(object, table_types[which]);
}

bool jp_object_has_symtab(struct jp_object *object)
{
    return has_any(object, JP_SYMTAB);
}

bool jp_object_has_dynsym(struct jp_object *object)
{
    return has_any(object, JP_DYNSYM);
}

bool jp_object_has_mini_symtab(struct jp_object *object)
{
    struct jp_object *const mini = jp_object_mini(object);

    return mini && jp_object_has_symtab(mini);
}

bool jp_object_mentions(struct jp_object *object, struct jp_span text)
{
    const struct jp_section *const section = jp_object_section_of_type(object, SHT_DYNSYM);

    return section && section->link < object->sections.count &&
           jp_span_find(object->sections.data[section->link].stored, text, 0) != SIZE_MAX;
}

const struct jp_symbol *jp_object_exports(struct jp_object *object, size_t *count)
{
    const struct jp_symbol_table *const table = whole_table(object, JP_DYNSYM);

    *count = table->symbols.count;
    return table->symbols.data;
}
