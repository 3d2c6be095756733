/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Is a file an allocator's own library? By its name, or because it exports jemalloc's mallctl and
 * most of what it exports are allocation functions. A program with jemalloc linked in exports
 * mallctl as well, but it is not an allocator: there the names of the functions decide.
 */
#include "config.h"

#include "jp_finder_private.h"

#include <string.h>

static const char *const library_names[] = {
    "libjemalloc", "libtcmalloc", "libmimalloc",  "libtbbmalloc", "libhoard",    "libsnmalloc",
    "librpmalloc", "libscudo",    "libnedmalloc", "libltalloc",   "libptmalloc",
};

/* Names behind any prefix that jemalloc was configured with ("je_", "_rjem_"). */
static const char *const exported_names[] = {
    "malloc",
    "calloc",
    "realloc",
    "free",
    "posix_memalign",
    "aligned_alloc",
    "memalign",
    "valloc",
    "pvalloc",
    "mallocx",
    "rallocx",
    "xallocx",
    "sallocx",
    "dallocx",
    "sdallocx",
    "nallocx",
    "mallctl",
    "mallctlnametomib",
    "mallctlbymib",
    "malloc_stats_print",
    "malloc_conf",
    "malloc_message",
    "smallocx",
    "malloc_usable_size",
    "malloc_size",
    "free_sized",
    "free_aligned_sized",
};

static bool is_allocation_name(struct jp_span name)
{
    /* operator new, new[], delete, delete[] */
    if (jp_span_starts_with(name, JP_SPAN("_Zn")) || jp_span_starts_with(name, JP_SPAN("_Zd")))
        return true;
    for (size_t i = 0; i < JP_COUNT_OF(exported_names); i++) {
        if (jp_span_ends_with(name, jp_span_of(exported_names[i])))
            return true;
    }
    return false;
}

bool jp_finder_is_allocator(struct jp_span file_name, struct jp_object *object, bool is_program)
{
    for (size_t i = 0; i < JP_COUNT_OF(library_names); i++) {
        if (jp_span_starts_with(file_name, jp_span_of(library_names[i])))
            return true;
    }
    if (is_program || !object || jp_object_type(object) != ET_DYN)
        return false;
    size_t count;
    size_t allocation_count = 0;
    bool has_mallctl = false;
    const struct jp_symbol *const exports = jp_object_exports(object, &count);

    for (size_t i = 0; i < count; i++) {
        struct jp_span name = jp_span_of(exports[i].name);
        name = jp_span_slice(name, 0, jp_span_find(name, JP_SPAN("@"), 0));
        has_mallctl |= jp_span_ends_with(name, JP_SPAN("mallctl"));
        allocation_count += is_allocation_name(name);
    }
    return has_mallctl && allocation_count * 2 > count;
}
