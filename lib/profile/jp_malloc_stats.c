/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_malloc_stats.h"

#include "jp_file.h"
#include "jp_json_read.h"

static const double PAGE_BYTES = 4096; /* where the text names no other */

/* More than a process can have of anything; what is printed beyond it means nothing. */
static const double MOST = 0x1p63;

/* Counters of BINS, an arena's array, are added to those of the classes. False: there are none. */
static bool add_bins(struct jp_malloc_stats *stats, const struct jp_json *bins)
{
    const struct jp_json *bin = bins && bins->kind == JP_JSON_ARRAY ? bins->first : NULL;
    const bool has_any = bin != NULL;

    for (size_t i = 0; bin && i < stats->bins.count; bin = bin->next, i++) {
        stats->bins.data[i].objects += jp_json_member_number(bin, "curregs");
        stats->bins.data[i].slabs += jp_json_member_number(bin, "curslabs");
    }
    return has_any;
}

static bool is_number(struct jp_span text)
{
    uint64_t number;

    return jp_span_take_decimal(&text, &number) && text.len == 0;
}

/*
 * "merged" is the sum over all arenas; where it was not asked for, they stand by their numbers.
 * False: no arena has counters of bins, because they were not asked for.
 */
static bool add_arenas(struct jp_malloc_stats *stats, const struct jp_json *arenas)
{
    const struct jp_json *const merged = jp_json_member(arenas, "merged");
    bool has_any = false;

    if (merged)
        return add_bins(stats, jp_json_member(merged, "bins"));
    for (const struct jp_json *arena = arenas ? arenas->first : NULL; arena; arena = arena->next)
        if (is_number(arena->name))
            has_any |= add_bins(stats, jp_json_member(arena, "bins"));
    return has_any;
}

static bool take_json(struct jp_malloc_stats *stats, const struct jp_json *document)
{
    const struct jp_json *const root = jp_json_member(document, "jemalloc");
    const struct jp_json *const totals = jp_json_member(root, "stats");
    const struct jp_json *const classes = jp_json_member(jp_json_member(root, "arenas"), "bin");

    if (!totals || !classes || classes->kind != JP_JSON_ARRAY)
        return false;
    stats->allocated = jp_json_member_number(totals, "allocated");
    stats->active = jp_json_member_number(totals, "active");
    stats->metadata = jp_json_member_number(totals, "metadata");
    stats->resident = jp_json_member_number(totals, "resident");
    stats->mapped = jp_json_member_number(totals, "mapped");
    stats->retained = jp_json_member_number(totals, "retained");
    for (const struct jp_json *bin = classes->first; bin; bin = bin->next)
        jp_vec_push(&stats->bins, (struct jp_malloc_bin){
                                      .class_bytes = jp_json_member_number(bin, "size"),
                                      .slab_bytes = jp_json_member_number(bin, "slab_size"),
                                  });
    return add_arenas(stats, jp_json_member(root, "stats.arenas"));
}

/* "Allocated: 683776, active: 802816, ...": the number behind NAME, or 0. */
static double number_behind(struct jp_span line, struct jp_span name)
{
    const size_t at = jp_span_find(line, name, 0);
    uint64_t number;

    if (at == SIZE_MAX)
        return 0;
    struct jp_span rest = jp_span_slice(line, at + name.len, line.len);
    jp_span_skip_blanks(&rest);
    return jp_span_take_decimal(&rest, &number) ? (double)number : 0;
}

/* Where the columns stand that are needed; SIZE_MAX: there is none. */
struct columns {
    size_t size;
    size_t objects;
    size_t slabs;
    size_t pages;
};

static struct columns columns_of(struct jp_span heading)
{
    struct columns columns = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
    struct jp_span word;

    jp_span_take_word(&heading, &word);
    for (size_t i = 0; jp_span_take_word(&heading, &word); i++) {
        if (jp_span_equal(word, JP_SPAN("size")))
            columns.size = i;
        else if (jp_span_equal(word, JP_SPAN("curregs")))
            columns.objects = i;
        else if (jp_span_equal(word, JP_SPAN("curslabs")))
            columns.slabs = i;
        else if (jp_span_equal(word, JP_SPAN("pgs")))
            columns.pages = i;
    }
    return columns;
}

/* A row of the table of bins; false when the line is none, which ends the table. */
static bool take_row(struct jp_malloc_stats *stats, const struct columns *columns,
                     struct jp_span line, double page_bytes)
{
    struct jp_malloc_bin bin = {0};
    struct jp_span word;

    for (size_t i = 0; jp_span_take_word(&line, &word); i++) {
        uint64_t number = 0;
        if (!jp_span_take_decimal(&word, &number))
            return i == 0 && jp_span_equal(word, JP_SPAN("---"));
        if (i == columns->size)
            bin.class_bytes = (double)number;
        else if (i == columns->objects)
            bin.objects = (double)number;
        else if (i == columns->slabs)
            bin.slabs = (double)number;
        else if (i == columns->pages)
            bin.slab_bytes = (double)number * page_bytes;
    }
    if (bin.class_bytes > 0)
        jp_vec_push(&stats->bins, bin);
    return bin.class_bytes > 0;
}

/* The first table of bins is that of all arenas together. */
static bool take_text(struct jp_malloc_stats *stats, struct jp_span text)
{
    double page_bytes = PAGE_BYTES;
    struct columns columns = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
    struct jp_span line;
    bool has_totals = false;
    bool is_inside = false;

    while (jp_span_take_line(&text, &line, NULL)) {
        if (is_inside) {
            is_inside = take_row(stats, &columns, line, page_bytes);
        } else if (jp_span_starts_with(line, JP_SPAN("Allocated: ")) && !has_totals) {
            has_totals = true;
            stats->allocated = number_behind(line, JP_SPAN("Allocated:"));
            stats->active = number_behind(line, JP_SPAN("active:"));
            stats->metadata = number_behind(line, JP_SPAN("metadata:"));
            stats->resident = number_behind(line, JP_SPAN("resident:"));
            stats->mapped = number_behind(line, JP_SPAN("mapped:"));
            stats->retained = number_behind(line, JP_SPAN("retained:"));
        } else if (number_behind(line, JP_SPAN("arenas.page:")) > 0) {
            page_bytes = number_behind(line, JP_SPAN("arenas.page:"));
        } else if (number_behind(line, JP_SPAN("Page size:")) > 0) {
            page_bytes = number_behind(line, JP_SPAN("Page size:"));
        } else if (jp_span_starts_with(line, JP_SPAN("bins:")) && stats->bins.count == 0) {
            columns = columns_of(line);
            is_inside = true;
        }
    }
    return has_totals && stats->bins.count && columns.size != SIZE_MAX &&
           columns.objects != SIZE_MAX && columns.slabs != SIZE_MAX && columns.pages != SIZE_MAX;
}

static bool take(struct jp_malloc_stats *stats, struct jp_span text)
{
    struct jp_span rest = jp_span_trim(text);
    struct jp_arena arena = JP_ARENA_INIT;

    if (!jp_span_starts_with(rest, JP_SPAN("{")))
        return take_text(stats, text);
    const struct jp_json *const document = jp_json_read(&rest, &arena);
    const bool fine = document && take_json(stats, document);
    jp_arena_release(&arena);
    return fine;
}

static bool is_count(double number)
{
    return number >= 0 && number <= MOST;
}

/* Damaged numbers would be shared out like good ones. */
static bool check(const struct jp_malloc_stats *stats, const char *path, struct jp_error *error)
{
    const double totals[] = {stats->allocated, stats->active, stats->metadata,
                             stats->resident,  stats->mapped, stats->retained};
    double before = 0;

    for (size_t i = 0; i < JP_COUNT_OF(totals); i++)
        if (!is_count(totals[i]))
            return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                                "has a total that no process can reach");
    for (size_t i = 0; i < stats->bins.count; i++) {
        const struct jp_malloc_bin *const bin = &stats->bins.data[i];
        if (!(bin->class_bytes > before) || !(bin->slab_bytes >= bin->class_bytes) ||
            !is_count(bin->slab_bytes * bin->slabs) || !is_count(bin->class_bytes * bin->objects))
            return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                                "bin %zu has numbers that cannot be: class of %g bytes, slabs of "
                                "%g, %g objects, %g slabs",
                                i, bin->class_bytes, bin->slab_bytes, bin->objects, bin->slabs);
        before = bin->class_bytes;
    }
    return true;
}

bool jp_malloc_stats_parse(struct jp_malloc_stats *stats, struct jp_span bytes, const char *path,
                           struct jp_error *error)
{
    *stats = (struct jp_malloc_stats){.allocated = 0};
    if (take(stats, bytes) && stats->bins.count) {
        if (check(stats, path, error))
            return true;
        jp_malloc_stats_release(stats);
        return false;
    }
    jp_malloc_stats_release(stats);
    jp_error_set(error, JP_EXIT_INPUT, path, 0,
                 "is not what jemalloc's malloc_stats_print writes, or has no bins");
    return jp_error_hint(error, "call malloc_stats_print(f, p, \"J\"), or run the program with "
                                "MALLOC_CONF=stats_print:true,stats_print_opts:J; other letters "
                                "leave parts out, b the bins");
}

bool jp_malloc_stats_read(struct jp_malloc_stats *stats, const char *path, struct jp_error *error)
{
    struct jp_file file;

    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, error))
        return false;
    const bool fine = jp_malloc_stats_parse(stats, file.bytes, path, error);
    jp_file_release(&file);
    return fine;
}

void jp_malloc_stats_release(struct jp_malloc_stats *stats)
{
    jp_vec_release(&stats->bins);
}
