/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames of addresses by elfutils' libdw, made as fast as its calls allow: to compare our reader
 * with. Units are found by their ranges, each that is hit is walked once, and functions without a
 * wanted address are passed over. (eu-addr2line begins anew for each address.)
 *
 *     libdw-frames FILE < ADDRESSES
 *
 * ADDRESSES are hexadecimal, one a line, ascending and unique. Prints address, linkage name or
 * name, and file:line of each frame, the innermost first.
 */
#include "config.h"

#include "jp_vec.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>

enum { DEPTH_MAX = 64 };

struct chain { /* of one address, the outermost frame first */
    Dwarf_Die dies[DEPTH_MAX];
    int depth;
};

struct lookup {
    JP_VEC(uint64_t) addresses;
    uint32_t *owner;       /* per address: number of its unit and 1, or 0 */
    struct chain *chains;  /* of the addresses of one unit */
    JP_VEC(uint32_t) mine; /* they, as indices */
};

static size_t first_at(const struct lookup *lookup, uint64_t address)
{
    size_t low = 0;
    size_t high = lookup->addresses.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (lookup->addresses.data[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void claim(struct lookup *lookup, Dwarf_Die *unit, uint32_t number)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(unit, next, &base, &start, &end)) > 0) {
        for (size_t i = start ? first_at(lookup, start) : SIZE_MAX;
             i < lookup->addresses.count && lookup->addresses.data[i] < end; i++) {
            if (!lookup->owner[i])
                lookup->owner[i] = number;
        }
    }
}

/* Put DIE behind the chains of the unit's addresses that it holds; is there any? */
static bool take(struct lookup *lookup, Dwarf_Die *die)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t next = 0;
    bool is_hit = false;

    while ((next = dwarf_ranges(die, next, &base, &start, &end)) > 0) {
        for (size_t i = 0; i < lookup->mine.count; i++) {
            const uint64_t address = lookup->addresses.data[lookup->mine.data[i]];
            struct chain *const chain = &lookup->chains[i];
            if (address < start || address >= end || chain->depth == DEPTH_MAX)
                continue;
            chain->dies[chain->depth++] = *die;
            is_hit = true;
        }
    }
    return is_hit;
}

static void walk(struct lookup *lookup, Dwarf_Die *parent, int depth)
{
    Dwarf_Die die;

    if (depth > DEPTH_MAX || dwarf_child(parent, &die) != 0)
        return;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
            if (take(lookup, &die))
                walk(lookup, &die, depth + 1);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_module:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
            walk(lookup, &die, depth + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
}

static const char *name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;

    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
        return dwarf_formstring(&attribute);
    return dwarf_attr_integrate(die, DW_AT_name, &attribute) ? dwarf_formstring(&attribute) : "??";
}

static Dwarf_Word number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;

    if (dwarf_attr(die, name, &attribute))
        dwarf_formudata(&attribute, &value);
    return value;
}

static void print(uint64_t address, struct chain *chain, Dwarf_Die *unit)
{
    Dwarf_Line *const line = dwarf_getsrc_die(unit, address);
    const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    int number = 0;
    Dwarf_Files *files;
    size_t count = 0;

    if (line)
        dwarf_lineno(line, &number);
    if (dwarf_getsrcfiles(unit, &files, &count) != 0)
        count = 0;
    for (int i = chain->depth; i > 0; i--) {
        Dwarf_Die *const die = &chain->dies[i - 1];
        printf("0x%" PRIx64 "\t%s\t%s:%d\n", address, name_of(die), file ? file : "??", number);
        const Dwarf_Word index = number_of(die, DW_AT_call_file);
        file = index < count ? dwarf_filesrc(files, index, NULL, NULL) : NULL;
        number = (int)number_of(die, DW_AT_call_line);
    }
}

static void do_unit(struct lookup *lookup, Dwarf_Die *unit, uint32_t number)
{
    lookup->mine.count = 0;
    for (size_t i = 0; i < lookup->addresses.count; i++) {
        if (lookup->owner[i] == number) {
            lookup->chains[lookup->mine.count].depth = 0;
            jp_vec_push(&lookup->mine, (uint32_t)i);
        }
    }
    if (lookup->mine.count == 0)
        return;
    walk(lookup, unit, 0);
    for (size_t i = 0; i < lookup->mine.count; i++)
        print(lookup->addresses.data[lookup->mine.data[i]], &lookup->chains[i], unit);
}

int main(int argc, char **argv)
{
    struct lookup lookup = {0};
    char text[64];

    const int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
    Dwarf *const dwarf = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);
    if (!dwarf) {
        fprintf(stderr, "usage: libdw-frames FILE < ADDRESSES\n");
        return 2;
    }
    while (fgets(text, sizeof text, stdin))
        jp_vec_push(&lookup.addresses, strtoull(text, NULL, 16));
    lookup.owner = jp_mem_zeroed(lookup.addresses.count, sizeof *lookup.owner);
    lookup.chains = jp_mem_resize(NULL, lookup.addresses.count, sizeof *lookup.chains);
    for (int pass = 0; pass < 2; pass++) {
        Dwarf_CU *unit = NULL;
        Dwarf_Die root;
        uint32_t number = 0;
        while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &root, NULL) == 0) {
            number++;
            if (pass == 0)
                claim(&lookup, &root, number);
            else
                do_unit(&lookup, &root, number);
        }
    }
    dwarf_end(dwarf);
    free(lookup.owner);
    free(lookup.chains);
    jp_vec_release(&lookup.addresses);
    jp_vec_release(&lookup.mine);
    return 0;
}
