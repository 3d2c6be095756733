/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_rank.h"

#include <math.h>

#define NOTHING UINT32_MAX

struct ranking {
    const struct jp_graph *graph;
    double *weight;    /* per node: importance */
    bool *is_done;     /* per node: its weight is final; later: it has its place */
    uint32_t *main_in; /* per node: the largest edge in, or NOTHING */
    JP_VEC(uint32_t) order;
};

struct weighed {
    double weight;
    uint32_t node;
};

/* The heavier first, ties by number. */
static bool comes_first(struct weighed a, struct weighed b)
{
    return a.weight != b.weight ? a.weight > b.weight : a.node < b.node;
}

/* A binary heap; a node may be in it several times, with the weights that it had. */
typedef JP_VEC(struct weighed) weighed_heap;

static void heap_add(weighed_heap *heap, struct weighed added)
{
    size_t at = heap->count;

    jp_vec_push(heap, added);
    for (; at > 0 && comes_first(added, heap->data[(at - 1) / 2]); at = (at - 1) / 2)
        heap->data[at] = heap->data[(at - 1) / 2];
    heap->data[at] = added;
}

static struct weighed heap_take(weighed_heap *heap)
{
    const struct weighed first = heap->data[0];
    const struct weighed moved = heap->data[--heap->count];
    size_t at = 0;

    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && comes_first(heap->data[child + 1], heap->data[child]))
            child++;
        if (!comes_first(heap->data[child], moved))
            break;
        heap->data[at] = heap->data[child];
        at = child;
    }
    heap->data[at] = moved;
    return first;
}

/* Heads of lists of edges by target; next follows them. */
struct edges_in {
    uint32_t *head;
    uint32_t *next;
};

static void edges_in_init(struct edges_in *in, const struct jp_graph *graph)
{
    in->head = jp_mem_resize(NULL, graph->nodes.count, sizeof *in->head);
    in->next = jp_mem_resize(NULL, graph->edges.count, sizeof *in->next);
    for (size_t i = 0; i < graph->nodes.count; i++)
        in->head[i] = NOTHING;
    for (uint32_t i = (uint32_t)graph->edges.count; i-- > 0;) {
        const uint32_t target = graph->edges.data[i].target;
        in->next[i] = in->head[target];
        in->head[target] = i;
    }
}

/*
 * The widest way from each node to one that holds memory: what is final is settled from the largest
 * weight down, as Dijkstra's algorithm does for the shortest.
 */
static void weigh(struct ranking *ranking, const struct edges_in *in)
{
    const struct jp_graph *const graph = ranking->graph;
    weighed_heap open = {0};

    for (uint32_t i = 0; i < graph->nodes.count; i++) {
        ranking->weight[i] = fabs(graph->nodes.data[i].flat);
        heap_add(&open, (struct weighed){ranking->weight[i], i});
    }
    while (open.count > 0) {
        const uint32_t node = heap_take(&open).node;
        if (ranking->is_done[node])
            continue;
        ranking->is_done[node] = true;
        for (uint32_t i = in->head[node]; i != NOTHING; i = in->next[i]) {
            const struct jp_graph_edge *const edge = &graph->edges.data[i];
            const double through = edge->is_again ? 0 : fmin(edge->size, ranking->weight[node]);
            if (ranking->is_done[edge->source] || through <= ranking->weight[edge->source])
                continue;
            ranking->weight[edge->source] = through;
            heap_add(&open, (struct weighed){through, edge->source});
        }
    }
    jp_vec_release(&open);
}

static void find_main_ways(struct ranking *ranking, const struct edges_in *in)
{
    const struct jp_graph *const graph = ranking->graph;

    for (size_t node = 0; node < graph->nodes.count; node++) {
        double largest = 0;
        ranking->main_in[node] = NOTHING;
        for (uint32_t i = in->head[node]; i != NOTHING; i = in->next[i]) {
            const struct jp_graph_edge *const edge = &graph->edges.data[i];
            if (!edge->is_again && edge->size > largest) {
                largest = edge->size;
                ranking->main_in[node] = i;
            }
        }
    }
}

/* NODE behind the way that leads to it; a ring of main ways ends where it meets itself. */
static void append(struct ranking *ranking, uint32_t node)
{
    const size_t start = ranking->order.count;

    while (!ranking->is_done[node]) {
        ranking->is_done[node] = true;
        jp_vec_push(&ranking->order, node);
        if (ranking->main_in[node] == NOTHING)
            break;
        node = ranking->graph->edges.data[ranking->main_in[node]].source;
    }
    for (size_t i = start, k = ranking->order.count; i + 1 < k; i++, k--) {
        const uint32_t swapped = ranking->order.data[i];
        ranking->order.data[i] = ranking->order.data[k - 1];
        ranking->order.data[k - 1] = swapped;
    }
}

static int compare(const void *left, const void *right)
{
    const struct weighed *const a = left;
    const struct weighed *const b = right;

    return comes_first(*b, *a) - comes_first(*a, *b);
}

static void make_order(struct ranking *ranking)
{
    const uint32_t count = (uint32_t)ranking->graph->nodes.count;
    struct weighed *const list = jp_mem_zeroed(count, sizeof *list);

    for (uint32_t i = 0; i < count; i++)
        list[i] = (struct weighed){ranking->weight[i], i};
    qsort(list, count, sizeof *list, compare);
    for (uint32_t i = 0; i < count; i++)
        ranking->is_done[i] = false;
    for (uint32_t i = 0; i < count; i++)
        append(ranking, list[i].node);
    free(list);
}

static void reorder(struct jp_graph *graph, const uint32_t *order)
{
    const size_t count = graph->nodes.count;
    struct jp_graph_node *const nodes = jp_mem_zeroed(count, sizeof *nodes);
    uint32_t *const place = jp_mem_zeroed(count, sizeof *place);

    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = graph->nodes.data[order[i]];
        place[order[i]] = i;
    }
    for (size_t i = 0; i < count; i++)
        graph->nodes.data[i] = nodes[i];
    for (size_t i = 0; i < graph->edges.count; i++) {
        struct jp_graph_edge *const edge = &graph->edges.data[i];
        edge->source = place[edge->source];
        edge->target = place[edge->target];
    }
    free(nodes);
    free(place);
}

void jp_rank(struct jp_graph *graph)
{
    const size_t count = graph->nodes.count;
    struct edges_in in;

    if (count == 0)
        return;
    struct ranking ranking = {
        .graph = graph,
        .weight = jp_mem_zeroed(count, sizeof *ranking.weight),
        .is_done = jp_mem_zeroed(count, sizeof *ranking.is_done),
        .main_in = jp_mem_zeroed(count, sizeof *ranking.main_in),
    };
    edges_in_init(&in, graph);
    weigh(&ranking, &in);
    find_main_ways(&ranking, &in);
    make_order(&ranking);
    reorder(graph, ranking.order.data);
    free(in.head);
    free(in.next);
    free(ranking.weight);
    free(ranking.is_done);
    free(ranking.main_in);
    jp_vec_release(&ranking.order);
}
