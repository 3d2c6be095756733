/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_callgrind.h"

#include "jp_number.h"
#include "jp_visible.h"
#include "jp_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ITSELF UINT32_MAX

/* What calls and is called. */
struct place {
    struct jp_span file;
    struct jp_span name;
    uint32_t line;
    bool calls; /* it calls something that costs */
};

/* Cost of CALLER itself, or of its calls of CALLEE. */
struct cost {
    uint32_t caller; /* index in places */
    uint32_t callee; /* the same, or ITSELF */
    struct jp_sum sum;
    uint32_t caller_rank; /* the place's position in sorted order */
    uint32_t callee_rank; /* 0 for ITSELF */
};

struct printer {
    struct jp_buf *out;
    const struct jp_report_context *context;
    JP_VEC(struct place) places;
    uint32_t *place_of; /* per location; JP_INDEX_NONE: nobody has asked yet */
    struct jp_index place_index;
    JP_VEC(struct cost) costs;
    struct jp_index cost_index;
    struct jp_intern files; /* names already printed: a known one is written as its number */
    struct jp_intern functions;
    bool has_negative;
};

static bool same_place(const void *owner, uint32_t id, const void *key)
{
    const struct printer *const printer = owner;
    const struct place *const place = &printer->places.data[id];
    const struct place *const wanted = key;

    return place->line == wanted->line && jp_span_equal(place->name, wanted->name) &&
           jp_span_equal(place->file, wanted->file);
}

static uint32_t intern_place(struct printer *printer, struct place place)
{
    const uint64_t hash =
        jp_hash_mix(jp_span_hash(place.file) + place.line, jp_span_hash(place.name));
    uint32_t id = jp_index_find(&printer->place_index, hash, same_place, printer, &place);

    if (id != JP_INDEX_NONE)
        return id;
    id = (uint32_t)printer->places.count;
    jp_vec_push(&printer->places, place);
    jp_index_add(&printer->place_index, hash, id);
    return id;
}

static uint32_t add_place(struct printer *printer, uint32_t location)
{
    const struct jp_profile *const profile = printer->context->profile;
    const struct jp_keys *const keys = printer->context->keys;
    const struct jp_location *const at = &profile->locations.data[location];
    struct place place = {.file = JP_SPAN("??"), .name = JP_SPAN("??")};

    if (keys->first[location + 1] > keys->first[location])
        place.name = jp_intern_span(&keys->strings, keys->list.data[keys->first[location + 1] - 1]);
    if (at->frames_count) {
        const struct jp_frame *const frame =
            &profile->frames.data[at->frames_first + at->frames_count - 1];
        if (frame->file)
            place.file = jp_intern_span(&profile->strings, frame->file);
        place.line = frame->file ? frame->line : 0;
    }
    return intern_place(printer, place);
}

static uint32_t place_of_node(struct printer *printer, uint32_t node)
{
    if (node == 0)
        return intern_place(
            printer, (struct place){.file = JP_SPAN("??"), .name = JP_SPAN(JP_NO_STACK_NAME)});
    const uint32_t location = printer->context->view->nodes.data[node].location;
    if (printer->place_of[location] == JP_INDEX_NONE)
        printer->place_of[location] = add_place(printer, location);
    return printer->place_of[location];
}

static bool same_cost(const void *owner, uint32_t id, const void *key)
{
    const struct printer *const printer = owner;
    const struct cost *const cost = &printer->costs.data[id];
    const struct cost *const wanted = key;

    return cost->caller == wanted->caller && cost->callee == wanted->callee;
}

static void add_cost(struct printer *printer, uint32_t caller, uint32_t callee, struct jp_sum sum)
{
    const struct cost cost = {.caller = caller, .callee = callee, .sum = sum};
    const uint64_t hash = jp_hash_mix(caller, callee);
    const uint32_t id = jp_index_find(&printer->cost_index, hash, same_cost, printer, &cost);

    if (id != JP_INDEX_NONE) {
        jp_sum_join(&printer->costs.data[id].sum, sum);
        return;
    }
    jp_index_add(&printer->cost_index, hash, (uint32_t)printer->costs.count);
    jp_vec_push(&printer->costs, cost);
}

/*
 * Every caller has a cost of its own, be it 0: callgrind_annotate takes the lines to show from
 * these, and complains about a source file without any.
 */
static void add_call(struct printer *printer, uint32_t caller, uint32_t callee, struct jp_sum sum)
{
    add_cost(printer, caller, callee, sum);
    add_cost(printer, caller, ITSELF, (struct jp_sum){0});
}

static void find_costs(struct printer *printer)
{
    const struct jp_view *const view = printer->context->view;
    const struct jp_stack *const nodes = view->nodes.data;
    struct jp_walk walk;

    jp_walk_init_unordered(&walk, view, printer->context->keys);
    struct jp_sum *const sums = jp_walk_sums(&walk);
    for (uint32_t node = 0; node < walk.count; node++) {
        const uint32_t place = place_of_node(printer, node);
        const uint32_t parent = nodes[node].parent;
        const double value = jp_view_value(view, node);
        if (value != 0)
            add_cost(printer, place, ITSELF, (struct jp_sum){value, 0});
        if (node != 0 && parent != 0)
            add_call(printer, place_of_node(printer, parent), place, sums[node]);
    }
    free(sums);
    jp_walk_release(&walk);
}

struct ranked {
    const struct place *place;
    uint32_t id;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *const a = ((const struct ranked *)left)->place;
    const struct place *const b = ((const struct ranked *)right)->place;
    const int files = jp_span_compare(a->file, b->file);

    if (files)
        return files;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return jp_span_compare(a->name, b->name);
}

static int compare_costs(const void *left, const void *right)
{
    const struct cost *const a = left;
    const struct cost *const b = right;

    if (a->caller_rank != b->caller_rank)
        return a->caller_rank < b->caller_rank ? -1 : 1;
    return (a->callee_rank > b->callee_rank) - (a->callee_rank < b->callee_rank);
}

/* By the caller's file, line and name; its own cost first, then its callees in the same order. */
static void sort_costs(struct printer *printer)
{
    const size_t count = printer->places.count;
    struct ranked *const order = jp_mem_resize(NULL, count, sizeof *order);
    uint32_t *const rank = jp_mem_resize(NULL, count, sizeof *rank);

    for (size_t i = 0; i < count; i++)
        order[i] = (struct ranked){&printer->places.data[i], (uint32_t)i};
    qsort(order, count, sizeof *order, compare_places);
    for (size_t i = 0; i < count; i++)
        rank[order[i].id] = (uint32_t)i;
    for (size_t i = 0; i < printer->costs.count; i++) {
        struct cost *const cost = &printer->costs.data[i];
        cost->caller_rank = rank[cost->caller];
        cost->callee_rank = cost->callee == ITSELF ? 0 : rank[cost->callee] + 1;
        printer->has_negative |= jp_sum_value(cost->sum) <= -1;
        if (cost->callee != ITSELF && trunc(jp_sum_value(cost->sum)) != 0)
            printer->places.data[cost->caller].calls = true;
    }
    if (printer->costs.count)
        qsort(printer->costs.data, printer->costs.count, sizeof *printer->costs.data,
              compare_costs);
    free(order);
    free(rank);
}

/* "fl=(3) name" the first time, "fl=(3)" afterwards, "fl=abc" when that is as short. */
static void add_name(struct jp_buf *out, const char *prefix, struct jp_intern *known_names,
                     struct jp_span name)
{
    const uint32_t known = jp_intern_find(known_names, name);

    jp_buf_add_text(out, prefix);
    if (known != JP_INDEX_NONE && known != 0) {
        jp_buf_format(out, "(%u)\n", known);
        return;
    }
    if (name.len > 3 || (name.len && name.ptr[0] == '('))
        jp_buf_format(out, "(%u) ", jp_intern_add(known_names, name));
    jp_visible_add(out, name, "");
    jp_buf_add_byte(out, '\n');
}

static void add_count(struct jp_buf *out, bool two_events, double value)
{
    if (!two_events) {
        jp_number_integer(out, value);
        return;
    }
    jp_number_integer(out, value > 0 ? value : 0);
    jp_buf_add_byte(out, ' ');
    jp_number_integer(out, value < 0 ? -value : 0);
}

static void print_cost(struct printer *printer, const struct cost *cost)
{
    struct jp_buf *const out = printer->out;
    const struct place *const caller = &printer->places.data[cost->caller];
    const double value = jp_sum_value(cost->sum);

    if (trunc(value) == 0 && !(cost->callee == ITSELF && caller->calls))
        return;
    add_name(out, "fl=", &printer->files, caller->file);
    add_name(out, "fn=", &printer->functions, caller->name);
    if (cost->callee != ITSELF) {
        const struct place *const callee = &printer->places.data[cost->callee];
        add_name(out, "cfl=", &printer->files, callee->file);
        add_name(out, "cfn=", &printer->functions, callee->name);
        jp_buf_add_text(out, "calls=");
        jp_number_integer(out, fabs(value));
        jp_buf_format(out, " %u\n", callee->line);
    }
    jp_buf_format(out, "%u ", caller->line);
    add_count(out, printer->has_negative, value);
    jp_buf_add_text(out, "\n\n");
}

void jp_report_callgrind(struct jp_buf *out, const struct jp_report_context *context)
{
    struct printer printer = {.out = out, .context = context};

    jp_intern_init(&printer.files);
    jp_intern_init(&printer.functions);
    printer.place_of =
        jp_mem_resize(NULL, context->profile->locations.count, sizeof *printer.place_of);
    memset(printer.place_of, 0xff,
           context->profile->locations.count * sizeof *printer.place_of); /* JP_INDEX_NONE */
    find_costs(&printer);
    sort_costs(&printer);
    jp_buf_add_text(out, printer.has_negative ? "events: Grown Shrunk\n\n" : "events: Hits\n\n");
    for (size_t i = 0; i < printer.costs.count; i++)
        print_cost(&printer, &printer.costs.data[i]);
    jp_intern_release(&printer.files);
    jp_intern_release(&printer.functions);
    jp_vec_release(&printer.places);
    jp_vec_release(&printer.costs);
    jp_index_release(&printer.place_index);
    jp_index_release(&printer.cost_index);
    free(printer.place_of);
}
