/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symbols by address. For many look-ups a table is sorted once into ranges without overlap: then a
 * look-up is one binary search, and hostile tables (everything nested in everything) cost no more
 * than the sort. Most libraries of a stack are asked for a few addresses only, which a walk over
 * the table answers sooner.
 */
#include "config.h"

#include "jp_object_private.h"
#include "jp_order.h"

static int compare_marks(const void *a, const void *b)
{
    const struct jp_symbol_mark *const left = a;
    const struct jp_symbol_mark *const right = b;

    if (left->section != right->section)
        return left->section < right->section ? -1 : 1;
    return (left->address > right->address) - (left->address < right->address);
}

/* The first mark of the section behind ADDRESS, or the section's end. */
static uint64_t next_mark(const struct jp_symbol_table *table, const struct jp_object *object,
                          uint32_t section, uint64_t address)
{
    size_t low = 0;
    size_t high = table->marks.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct jp_symbol_mark *const mark = &table->marks.data[middle];
        if (mark->section < section || (mark->section == section && mark->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < table->marks.count && table->marks.data[low].section == section)
        return table->marks.data[low].address;
    const struct jp_section *const holder = &object->sections.data[section];
    return holder->address + holder->size_bytes;
}

/* The first symbol of the section behind ADDRESS, while nothing is sorted. */
static uint64_t seek_mark(const struct jp_symbol_table *table, const struct jp_object *object,
                          uint32_t section, uint64_t address)
{
    const struct jp_section *const holder = &object->sections.data[section];
    uint64_t next = holder->address + holder->size_bytes;

    for (size_t i = 0; i < table->marks.count; i++) {
        const struct jp_symbol_mark *const mark = &table->marks.data[i];
        if (mark->section == section && mark->address > address && mark->address < next)
            next = mark->address;
    }
    for (size_t i = 0; i < table->candidates.count; i++) {
        const struct jp_symbol_candidate *const other = &table->candidates.data[i];
        if (other->section == section && other->start > address && other->start < next)
            next = other->start;
    }
    return next;
}

/* By address; among symbols at one address the one to prefer comes last. */
static int compare_candidates(const void *a, const void *b)
{
    const struct jp_symbol_candidate *const left = a;
    const struct jp_symbol_candidate *const right = b;

    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    if (left->rank != right->rank)
        return left->rank - right->rank;
    if (left->end != right->end)
        return left->end < right->end ? -1 : 1;
    return (left->symbol < right->symbol) - (left->symbol > right->symbol);
}

/* By address first, where few are equal, and these by comparison. */
static void sort_candidates(struct jp_symbol_table *table)
{
    const size_t count = table->candidates.count;
    const struct jp_symbol_candidate *const unsorted = table->candidates.data;
    struct jp_symbol_candidate *const sorted = jp_mem_resize(NULL, count, sizeof *sorted);
    uint64_t *const starts = jp_mem_resize(NULL, count, sizeof *starts);
    uint32_t *const order = jp_mem_resize(NULL, count, sizeof *order);

    for (size_t i = 0; i < count; i++)
        starts[i] = unsorted[i].start;
    jp_order_u64(starts, count, order);
    for (size_t i = 0; i < count; i++)
        sorted[i] = unsorted[order[i]];
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && sorted[end].start == sorted[i].start;)
            end++;
        if (end - i > 1)
            qsort(sorted + i, end - i, sizeof *sorted, compare_candidates);
    }
    free(starts);
    free(order);
    free(table->candidates.data);
    table->candidates.data = sorted;
    table->candidates.capacity = count;
}

/* Symbols without a size, among the sorted ones: each ends at the next one of its section that
 * starts behind it, or at a mark before that. */
static void end_unsized(struct jp_symbol_table *table, const struct jp_object *object)
{
    struct latest {
        uint64_t start;
        uint64_t behind; /* the start that follows */
        bool is_there;
    } *const sections = jp_mem_zeroed(object->sections.count, sizeof *sections);

    if (table->marks.count)
        qsort(table->marks.data, table->marks.count, sizeof *table->marks.data, compare_marks);
    for (size_t i = table->candidates.count; i > 0; i--) {
        struct jp_symbol_candidate *const candidate = &table->candidates.data[i - 1];
        struct latest *const latest = &sections[candidate->section];
        if (!latest->is_there || candidate->start < latest->start)
            *latest = (struct latest){candidate->start,
                                      latest->is_there ? latest->start : UINT64_MAX, true};
        if (candidate->is_sized)
            continue;
        const uint64_t mark = next_mark(table, object, candidate->section, candidate->start);
        candidate->end = mark < latest->behind ? mark : latest->behind;
        table->symbols.data[candidate->symbol].size_bytes = candidate->end - candidate->start;
    }
    free(sections);
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
    JP_VEC(struct jp_symbol_candidate) open;
    struct jp_symbol_candidate unsized; /* the last one without a size */
    uint64_t position;
};

static void sweep_to(struct sweep *sweep, struct jp_symbol_table *table, uint64_t limit)
{
    while (sweep->position < limit) {
        const struct jp_symbol_candidate *owner = NULL;
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

static void make_ranges(struct jp_symbol_table *table, const struct jp_object *object)
{
    struct sweep sweep = {0};

    sort_candidates(table);
    end_unsized(table, object);
    for (size_t i = 0; i < table->candidates.count; i++) {
        const struct jp_symbol_candidate *const candidate = &table->candidates.data[i];
        sweep_to(&sweep, table, candidate->start);
        if (candidate->is_sized)
            jp_vec_push(&sweep.open, *candidate);
        else
            sweep.unsized = *candidate;
    }
    sweep_to(&sweep, table, UINT64_MAX);
    jp_vec_release(&sweep.open);
    jp_vec_release(&table->candidates);
    jp_vec_release(&table->marks);
}

/* What make_ranges would find for VADDR. */
static const struct jp_symbol *walk(struct jp_symbol_table *table, const struct jp_object *object,
                                    uint64_t vaddr)
{
    const struct jp_symbol_candidate *sized = NULL;
    const struct jp_symbol_candidate *unsized = NULL;

    for (size_t i = 0; i < table->candidates.count; i++) {
        const struct jp_symbol_candidate *const candidate = &table->candidates.data[i];
        if (candidate->start > vaddr)
            continue;
        if (!candidate->is_sized) {
            if (!unsized || compare_candidates(candidate, unsized) > 0)
                unsized = candidate;
        } else if (candidate->end > vaddr && (!sized || compare_candidates(candidate, sized) > 0)) {
            sized = candidate;
        }
    }
    if (sized)
        return &table->symbols.data[sized->symbol];
    if (!unsized)
        return NULL;
    struct jp_symbol *const symbol = &table->symbols.data[unsized->symbol];
    if (symbol->size_bytes == 0)
        symbol->size_bytes =
            seek_mark(table, object, unsized->section, unsized->start) - unsized->start;
    return vaddr - unsized->start < symbol->size_bytes ? symbol : NULL;
}

static const struct jp_symbol *search(const struct jp_symbol_table *table, uint64_t vaddr)
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

void jp_symbol_table_sort(struct jp_symbol_table *table, const struct jp_object *object)
{
    if (table->candidates.count)
        make_ranges(table, object);
}

const struct jp_symbol *jp_symbol_table_find(struct jp_symbol_table *table,
                                             const struct jp_object *object, uint64_t vaddr)
{
    if (table->candidates.count && table->walks < JP_SYMBOL_WALKS) {
        table->walks++;
        return walk(table, object, vaddr);
    }
    jp_symbol_table_sort(table, object);
    return search(table, vaddr);
}

void jp_symbol_table_release(struct jp_symbol_table *table)
{
    jp_vec_release(&table->symbols);
    jp_vec_release(&table->candidates);
    jp_vec_release(&table->marks);
    jp_vec_release(&table->ranges);
}
