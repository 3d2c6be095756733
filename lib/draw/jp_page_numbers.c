/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_page_numbers.h"

#include "jp_top.h"

#include <math.h>

/* What keeps the page of a large dump below 2 MB. */
enum {
    FUNCTION_LIMIT = 4000,
    CALL_LIMIT = 8000,
};

const struct jp_view *jp_page_view(const struct jp_page *page, size_t value, enum jp_page_side side)
{
    const struct jp_page_value *const all = &page->values[value];

    return side == JP_PAGE_AFTER    ? &all->after
           : side == JP_PAGE_BEFORE ? &all->before
                                    : &all->change;
}

size_t jp_page_limit(const struct jp_page *page, size_t limit)
{
    return page->has_base ? limit / 2 : limit;
}

/* What a share of a value is of: the larger side. */
static double whole_of(const struct jp_page *page, size_t value)
{
    const double after = fabs(page->values[value].after.total);

    return page->has_base ? fmax(after, fabs(page->values[value].before.total)) : after;
}

static void add_up(struct jp_page_numbers *numbers, const struct jp_walk *walk, size_t value,
                   enum jp_page_side side)
{
    struct jp_page_columns *const columns = &numbers->columns[value][side];
    const struct jp_view *const view = jp_page_view(numbers->page, value, side);
    struct jp_top top;

    columns->flat = jp_mem_zeroed(numbers->key_count, sizeof *columns->flat);
    columns->cum = jp_mem_zeroed(numbers->key_count, sizeof *columns->cum);
    jp_top_init(&top, view, numbers->page->context->keys, false);
    for (size_t i = 0; i < top.rows.count; i++) {
        columns->flat[top.rows.data[i].key] = top.rows.data[i].flat;
        columns->cum[top.rows.data[i].key] = top.rows.data[i].cum;
    }
    jp_top_release(&top);
    columns->calls = jp_calls_values(&numbers->calls, walk, view);
}

/* Something to choose the largest of. */
struct rank {
    double share;
    uint32_t id;
};

static int compare_ranks(const void *left, const void *right)
{
    const struct rank *const a = left;
    const struct rank *const b = right;

    if (a->share != b->share)
        return a->share < b->share ? 1 : -1;
    return (a->id > b->id) - (a->id < b->id);
}

/* The size of something in one view. */
typedef double size_of(const struct jp_page_columns *columns, uint32_t id);

static double size_of_key(const struct jp_page_columns *columns, uint32_t key)
{
    return fmax(fabs(columns->flat[key]), fabs(columns->cum[key]));
}

static double size_of_call(const struct jp_page_columns *columns, uint32_t call)
{
    return fmax(fabs(columns->calls.to_callee[call]), fabs(columns->calls.from_caller[call]));
}

/* The largest share that something has of any value. */
static double share_of(const struct jp_page_numbers *numbers, uint32_t id, size_of *size)
{
    double share = 0;

    for (size_t value = 0; value < numbers->page->value_count; value++) {
        const double whole = whole_of(numbers->page, value);
        for (size_t side = 0; side < numbers->side_count && whole > 0; side++)
            share = fmax(share, size(&numbers->columns[value][side], id) / whole);
    }
    return share;
}

static void choose_functions(struct jp_page_numbers *numbers)
{
    const size_t limit = jp_page_limit(numbers->page, FUNCTION_LIMIT);
    JP_VEC(struct rank) ranks = {0};

    for (uint32_t key = 1; key < numbers->key_count; key++) {
        const struct rank rank = {share_of(numbers, key, size_of_key), key};
        if (rank.share > 0)
            jp_vec_push(&ranks, rank);
    }
    if (ranks.count)
        qsort(ranks.data, ranks.count, sizeof *ranks.data, compare_ranks);
    numbers->number_of_key =
        jp_mem_resize(NULL, numbers->key_count, sizeof *numbers->number_of_key);
    for (size_t key = 0; key < numbers->key_count; key++)
        numbers->number_of_key[key] = UINT32_MAX;
    for (size_t i = 0; i < ranks.count && i < limit; i++) {
        numbers->number_of_key[ranks.data[i].id] = (uint32_t)i;
        jp_vec_push(&numbers->functions, ranks.data[i].id);
    }
    numbers->functions_left = ranks.count - numbers->functions.count;
    jp_vec_release(&ranks);
}

static bool has_function(const struct jp_page_numbers *numbers, uint32_t key)
{
    return key == 0 || numbers->number_of_key[key] != UINT32_MAX;
}

/* Count a call that the page has not got, for those of its ends that the page has. */
static void leave(struct jp_page_numbers *numbers, const struct jp_call *call)
{
    if (call->caller && has_function(numbers, call->caller))
        numbers->callees_left[numbers->number_of_key[call->caller]]++;
    if (has_function(numbers, call->callee))
        numbers->callers_left[numbers->number_of_key[call->callee]]++;
}

static void choose_calls(struct jp_page_numbers *numbers)
{
    const size_t limit = jp_page_limit(numbers->page, CALL_LIMIT);
    const size_t count = numbers->functions.count + 1; /* not 0 */
    JP_VEC(struct rank) ranks = {0};

    numbers->callers_left = jp_mem_zeroed(count, sizeof *numbers->callers_left);
    numbers->callees_left = jp_mem_zeroed(count, sizeof *numbers->callees_left);
    for (uint32_t i = 0; i < numbers->calls.list.count; i++) {
        const struct jp_call *const call = &numbers->calls.list.data[i];
        const struct rank rank = {share_of(numbers, i, size_of_call), i};
        if (rank.share == 0)
            continue;
        if (has_function(numbers, call->caller) && has_function(numbers, call->callee))
            jp_vec_push(&ranks, rank);
        else
            leave(numbers, call);
    }
    if (ranks.count)
        qsort(ranks.data, ranks.count, sizeof *ranks.data, compare_ranks);
    for (size_t i = 0; i < ranks.count; i++) {
        if (i < limit)
            jp_vec_push(&numbers->shown_calls, ranks.data[i].id);
        else
            leave(numbers, &numbers->calls.list.data[ranks.data[i].id]);
    }
    jp_vec_release(&ranks);
}

void jp_page_numbers_init(struct jp_page_numbers *numbers, const struct jp_page *page)
{
    struct jp_walk walk;

    *numbers = (struct jp_page_numbers){
        .page = page,
        .side_count = page->has_base ? JP_PAGE_SIDE_COUNT : 1,
        .key_count = page->context->keys->strings.spans.count,
    };
    jp_walk_init(&walk, &page->values[0].after, page->context->keys);
    jp_calls_init(&numbers->calls, &walk);
    for (size_t value = 0; value < page->value_count; value++)
        for (size_t side = 0; side < numbers->side_count; side++)
            add_up(numbers, &walk, value, (enum jp_page_side)side);
    jp_walk_release(&walk);
    choose_functions(numbers);
    choose_calls(numbers);
}

void jp_page_numbers_release(struct jp_page_numbers *numbers)
{
    for (size_t value = 0; value < numbers->page->value_count; value++) {
        for (size_t side = 0; side < numbers->side_count; side++) {
            struct jp_page_columns *const columns = &numbers->columns[value][side];
            free(columns->flat);
            free(columns->cum);
            jp_calls_values_release(&columns->calls);
        }
    }
    jp_calls_release(&numbers->calls);
    jp_vec_release(&numbers->functions);
    jp_vec_release(&numbers->shown_calls);
    free(numbers->number_of_key);
    free(numbers->callers_left);
    free(numbers->callees_left);
    *numbers = (struct jp_page_numbers){0};
}
