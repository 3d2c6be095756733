/* SPDX-License-Identifier: BSD-2-Clause */
/* Which units are plain. */
#include "config.h"

#include "jp_dwarf_plain_private.h"

#include <stdlib.h>

/* Of .debug_info, which take three times as long to unpack as it takes to look for plain units. */
enum { WORTH_BYTES = 1 << 20 };

/* The units that are unpacked to see their order are one of so many. */
enum { SEEN_SHARE = 4 };

/*
 * Whether others see a function is a part of what it is (jp_resolve.c). The symbol table knows it
 * of those that others do see; one that is local there may be hidden in its library, and where the
 * unit has external ones only the DIE says which it is.
 */
static bool is_named_by_symbol(const struct jp_dwarf_plain *plain, uint64_t address,
                               unsigned traits)
{
    const struct jp_symbol *const symbol = jp_object_symbol(plain->request->symbols, address);

    return symbol && (symbol->is_global || !(traits & JP_DWARF_HAS_EXTERNAL));
}

/* Is the unit that has the wanted addresses from FIRST up to LAST? */
static bool is_plain(const struct jp_dwarf_plain *plain, size_t first, size_t last)
{
    const struct jp_dwarf_wanted *const wanted = plain->wanted;
    const unsigned traits =
        jp_dwarf_plain_traits(plain, jp_dwarf_plain_unit(plain, wanted[first].unit));

    if (traits & JP_DWARF_HAS_MORE)
        return false;
    for (size_t i = first; i < last; i++) {
        if (!is_named_by_symbol(plain, plain->request->addresses[wanted[i].address], traits))
            return false;
    }
    return true;
}

/* What must be unpacked when LAST is the last unit that is not plain, and where it ends. */
static void set_rest(struct jp_dwarf_plain *plain, uint64_t last)
{
    struct jp_dwarf_reach *const rest = &plain->rest_reach;
    const size_t count = plain->reach->tables.count;
    size_t i = jp_dwarf_plain_unit(plain, last);

    if (i < count / SEEN_SHARE)
        i = count / SEEN_SHARE;
    rest->last_unit = plain->reach->tables.data[i];
    rest->next_unit = i + 1 < count ? plain->reach->tables.data[i + 1] : 0;
}

static bool is_worth_it(const struct jp_dwarf_plain *plain)
{
    return plain->reach->last_unit > plain->rest_reach.last_unit &&
           plain->reach->last_unit - plain->rest_reach.last_unit >= WORTH_BYTES &&
           jp_object_section_has_start(plain->request->object, ".debug_info",
                                       plain->rest_reach.next_unit);
}

bool jp_dwarf_plain_init(struct jp_dwarf_plain *plain, const struct jp_dwarf_request *request,
                         const struct jp_dwarf_reach *reach)
{
    *plain = (struct jp_dwarf_plain){.request = request, .reach = reach, .abbrevs = JP_SPAN("")};
    /* Line programs before version 5 have no .debug_line_str, and do not name their folder. */
    if (!request->symbols || request->count == 0 || !reach->has_all || !reach->is_distinct ||
        !jp_object_has_section(request->object, ".debug_line_str"))
        return false;
    uint64_t first = reach->units[0];
    for (size_t i = 1; i < request->count; i++) {
        if (reach->units[i] < first)
            first = reach->units[i];
    }
    set_rest(plain, first); /* one must be left */
    return is_worth_it(plain);
}

static int compare_wanted(const void *a, const void *b)
{
    const struct jp_dwarf_wanted *const x = a;
    const struct jp_dwarf_wanted *const y = b;

    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void sort_wanted(struct jp_dwarf_plain *plain)
{
    const size_t count = plain->request->count;

    plain->wanted = jp_mem_resize(NULL, count, sizeof *plain->wanted);
    for (size_t i = 0; i < count; i++)
        plain->wanted[i] = (struct jp_dwarf_wanted){plain->reach->units[i], (uint32_t)i};
    qsort(plain->wanted, count, sizeof *plain->wanted, compare_wanted);
}

/* The units that are plain are the last ones: from here on in wanted; its end: none is. */
static size_t first_plain(const struct jp_dwarf_plain *plain)
{
    const struct jp_dwarf_wanted *const wanted = plain->wanted;
    size_t last = plain->request->count;

    for (;;) {
        size_t first = last - 1;
        while (first > 0 && wanted[first - 1].unit == wanted[first].unit)
            first--;
        if (first == 0 || !is_plain(plain, first, last))
            return last;
        last = first;
    }
}

/* Part the addresses. */
static void make_rest(struct jp_dwarf_plain *plain)
{
    const struct jp_dwarf_request *const request = plain->request;
    struct jp_dwarf_reach *const rest = &plain->rest_reach;
    size_t count = 0;

    rest->units = jp_mem_resize(NULL, request->count, sizeof *rest->units);
    plain->rest_addresses = jp_mem_resize(NULL, request->count, sizeof *plain->rest_addresses);
    for (size_t i = 0; i < request->count; i++) {
        if (plain->reach->units[i] > rest->last_unit)
            continue;
        rest->units[count] = plain->reach->units[i];
        plain->rest_addresses[count++] = request->addresses[i];
    }
    rest->has_all = true;
    rest->is_distinct = true;
    for (size_t i = 0; i < plain->reach->tables.count; i++)
        jp_vec_push(&rest->tables, plain->reach->tables.data[i]);
    plain->rest = *request;
    plain->rest.addresses = plain->rest_addresses;
    plain->rest.count = count;
    plain->first = count;
}

bool jp_dwarf_plain_find(struct jp_dwarf_plain *plain)
{
    plain->abbrevs = jp_object_section(plain->request->object, ".debug_abbrev", NULL);
    if (!jp_dwarf_plain_find_tables(plain))
        return false;
    sort_wanted(plain);
    const size_t first = first_plain(plain);
    if (first == plain->request->count)
        return false;
    set_rest(plain, plain->wanted[first - 1].unit);
    make_rest(plain);
    plain->is_found = plain->first < plain->request->count;
    return plain->is_found;
}

void jp_dwarf_plain_release(struct jp_dwarf_plain *plain)
{
    jp_dwarf_reach_release(&plain->rest_reach);
    free(plain->wanted);
    free(plain->rest_addresses);
    jp_vec_release(&plain->tables);
}
