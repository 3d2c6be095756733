/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_closure.h"

#include "jp_allocator.h"
#include "jp_digest.h"

#include <string.h>

struct closure {
    struct jp_dictionary *dictionary;
    const struct jp_sql *sql;
    struct jp_error *error;
    uint32_t *visible;    /* per stack: what is left of it without the allocator's frames */
    uint32_t *skips;      /* per location: innermost frames that are the allocator's */
    uint64_t *signatures; /* per stack */
    uint32_t *depths;     /* per stack */
    uint32_t *marks;      /* per function id of the store: the stack that passed it last */
    sqlite3_stmt *stack;
    sqlite3_stmt *holder;
    sqlite3_stmt *function;
};

static void find_visible(struct closure *closure)
{
    const struct jp_profile *const profile = &closure->dictionary->profile;
    enum jp_allocator_class *const classes =
        jp_mem_resize(NULL, profile->locations.count, sizeof *classes);
    struct jp_subset all;

    jp_subset_init(&all, profile->stacks.count);
    for (uint32_t i = 0; i < profile->stacks.count; i++)
        jp_subset_add(&all, i);
    jp_subset_finish(&all);
    jp_allocator_mark(profile, false, classes);
    jp_allocator_visible(profile, classes, false, &all, closure->visible);
    jp_allocator_inlined(profile, closure->skips);
    jp_subset_release(&all);
    free(classes);
}

/* BYTES is there to work in. */
static uint64_t sign(uint64_t parent, struct jp_span name, struct jp_buf *bytes)
{
    uint64_t signature = 0;

    jp_buf_clear(bytes);
    for (unsigned i = 0; i < 8; i++)
        jp_buf_add_byte(bytes, (char)(parent >> (8 * i)));
    jp_buf_add(bytes, name);
    const struct jp_digest digest = jp_digest_of(jp_buf_span(bytes));
    for (unsigned i = 8; i-- > 0;)
        signature = signature << 8 | digest.bytes[i];
    return signature;
}

/*
 * The first 8 bytes of a digest over the caller's signature and the full name, frame by frame from
 * the outermost one; a frame without a name counts by its place, which other builds do not share.
 * Those of known stacks are what the store has, unless ALL have to be made again.
 */
static void sign_stacks(struct closure *closure, bool all)
{
    const struct jp_dictionary *const dictionary = closure->dictionary;
    const size_t known_count = all ? 0 : dictionary->signatures.count;
    const struct jp_profile *const profile = &dictionary->profile;
    struct jp_buf place = JP_BUF_INIT;
    struct jp_buf bytes = JP_BUF_INIT;

    if (known_count)
        memcpy(closure->signatures, dictionary->signatures.data,
               known_count * sizeof *closure->signatures);
    closure->signatures[JP_ROOT_STACK] = 0;
    for (size_t i = known_count ? known_count : 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        const struct jp_location *const location = &profile->locations.data[stack->location];
        uint64_t signature = closure->signatures[stack->parent];
        for (uint32_t frame = location->frames_count; frame-- > 0;) {
            const uint32_t function = profile->frames.data[location->frames_first + frame].function;
            signature = sign(
                signature,
                jp_intern_span(&profile->strings, profile->functions.data[function].name), &bytes);
        }
        if (location->frames_count == 0) {
            jp_buf_clear(&place);
            jp_naming_place(&place, profile, stack->location);
            signature = sign(signature, jp_buf_span(&place), &bytes);
        }
        closure->signatures[i] = signature;
    }
    jp_buf_release(&place);
    jp_buf_release(&bytes);
}

/* The function, by its id in the store, of frame INDEX of a location. */
static uint32_t function_of(const struct closure *closure, uint32_t location, uint32_t index)
{
    const struct jp_dictionary *const dictionary = closure->dictionary;
    const struct jp_location *const at = &dictionary->profile.locations.data[location];

    if (at->frames_count == 0)
        return dictionary->places.data[location];
    return dictionary->functions.list
        .data[dictionary->profile.frames.data[at->frames_first + index].function];
}

/* Who holds the memory of a stack. */
static uint32_t holder_of(const struct closure *closure, uint32_t stack)
{
    const uint32_t visible = closure->visible[stack];

    if (visible == JP_ROOT_STACK)
        return JP_STORE_NO_STACK;
    const uint32_t location = closure->dictionary->profile.stacks.data[visible].location;
    return function_of(closure, location, closure->skips[location]);
}

static bool write_functions(struct closure *closure, uint32_t id)
{
    const struct jp_profile *const profile = &closure->dictionary->profile;

    sqlite3_bind_int64(closure->function, 1, closure->dictionary->stacks.list.data[id]);
    for (uint32_t at = closure->visible[id]; at != JP_ROOT_STACK;
         at = profile->stacks.data[at].parent) {
        const uint32_t location = profile->stacks.data[at].location;
        const uint32_t count = profile->locations.data[location].frames_count;
        for (uint32_t i = closure->skips[location]; i < (count ? count : 1); i++) {
            const uint32_t function = function_of(closure, location, i);
            if (closure->marks[function] == id)
                continue;
            closure->marks[function] = id;
            sqlite3_bind_int64(closure->function, 2, function);
            if (!jp_sql_done(closure->sql, closure->function, closure->error))
                return false;
        }
    }
    return true;
}

static void find_depths(struct closure *closure)
{
    const struct jp_profile *const profile = &closure->dictionary->profile;

    closure->depths[JP_ROOT_STACK] = 0;
    for (size_t i = 1; i < profile->stacks.count; i++)
        closure->depths[i] = closure->depths[profile->stacks.data[i].parent] + 1;
}

/* The row of the stack: all of it when it is new, else what follows from names. */
static bool write_stack(struct closure *closure, uint32_t id, bool is_new)
{
    const struct jp_dictionary *const dictionary = closure->dictionary;
    const struct jp_stack *const stack = &dictionary->profile.stacks.data[id];
    sqlite3_stmt *const row = is_new ? closure->stack : closure->holder;

    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, dictionary->stacks.list.data[id]);
    if (dictionary->sampled.data[id] != JP_STACK_INNER)
        sqlite3_bind_int64(row, 2, holder_of(closure, id));
    jp_sql_bind_bits(row, 3, closure->signatures[id]);
    if (is_new) {
        sqlite3_bind_int64(row, 4, dictionary->stacks.list.data[stack->parent]);
        sqlite3_bind_int64(row, 5, dictionary->locations.list.data[stack->location]);
        sqlite3_bind_int64(row, 6, closure->depths[id]);
    }
    return jp_sql_done(closure->sql, row, closure->error);
}

static bool write_all(struct closure *closure, bool all)
{
    struct jp_dictionary *const dictionary = closure->dictionary;
    const size_t known_count = dictionary->stacks.known_count;

    for (uint32_t i = 1; i < dictionary->profile.stacks.count; i++) {
        unsigned char *const use = &dictionary->sampled.data[i];
        const bool is_new = i >= known_count;
        const bool needs_functions = *use == JP_STACK_SAMPLED || (all && *use == JP_STACK_KNOWN);
        if ((is_new || all || *use == JP_STACK_SAMPLED) && !write_stack(closure, i, is_new))
            return false;
        if (needs_functions && !write_functions(closure, i))
            return false;
        if (needs_functions)
            *use = JP_STACK_KNOWN;
    }
    return true;
}

static bool prepare(struct closure *closure, bool all)
{
    return (!all || jp_sql_run(closure->sql, "DELETE FROM stack_function WHERE stack_id > 0",
                               closure->error)) &&
           jp_sql_prepare(closure->sql, &closure->stack,
                          "INSERT INTO stack (id, function_id, sig, parent_id, location_id, depth) "
                          "VALUES (?, ?, ?, ?, ?, ?)",
                          closure->error) &&
           jp_sql_prepare(closure->sql, &closure->holder,
                          "UPDATE stack SET function_id = ?2, sig = ?3 WHERE id = ?1",
                          closure->error) &&
           jp_sql_prepare(closure->sql, &closure->function,
                          "INSERT INTO stack_function VALUES (?, ?)", closure->error);
}

bool jp_closure_write(struct jp_dictionary *dictionary, const struct jp_sql *sql, bool all,
                      struct jp_error *error)
{
    const struct jp_profile *const profile = &dictionary->profile;
    struct closure closure = {
        .dictionary = dictionary,
        .sql = sql,
        .error = error,
        .visible = jp_mem_resize(NULL, profile->stacks.count, sizeof *closure.visible),
        .skips = jp_mem_resize(NULL, profile->locations.count, sizeof *closure.skips),
        .signatures = jp_mem_resize(NULL, profile->stacks.count, sizeof *closure.signatures),
        .depths = jp_mem_resize(NULL, profile->stacks.count, sizeof *closure.depths),
        .marks = jp_mem_zeroed(dictionary->functions.next, sizeof *closure.marks),
    };

    find_visible(&closure);
    sign_stacks(&closure, all);
    find_depths(&closure);
    const bool fine = prepare(&closure, all) && write_all(&closure, all);
    sqlite3_finalize(closure.stack);
    sqlite3_finalize(closure.holder);
    sqlite3_finalize(closure.function);
    free(closure.visible);
    free(closure.skips);
    free(closure.signatures);
    free(closure.depths);
    free(closure.marks);
    return fine;
}
