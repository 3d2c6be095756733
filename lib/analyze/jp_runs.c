/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_runs.h"

#include "jp_sum.h"

#include <math.h>

#define NOTHING UINT32_MAX
#define SEVERAL (UINT32_MAX - 1)

/* The only edge out of and into each node, or NOTHING, or SEVERAL; calls of itself left out. */
struct ways {
    uint32_t *out;
    uint32_t *in;
};

static void count_way(uint32_t *way, uint32_t edge)
{
    *way = *way == NOTHING ? edge : SEVERAL;
}

static void find_ways(struct ways *ways, const struct jp_graph *graph)
{
    const size_t count = graph->nodes.count;

    ways->out = jp_mem_resize(NULL, count, sizeof *ways->out);
    ways->in = jp_mem_resize(NULL, count, sizeof *ways->in);
    for (size_t i = 0; i < count; i++)
        ways->out[i] = ways->in[i] = NOTHING;
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const struct jp_graph_edge *const edge = &graph->edges.data[i];
        if (edge->source == edge->target)
            continue;
        count_way(&ways->out[edge->source], i);
        count_way(&ways->in[edge->target], i);
    }
}

/* The edge that joins NODE to its only callee, or NOTHING. */
static uint32_t link_of(const struct jp_graph *graph, const struct ways *ways, uint32_t node)
{
    const uint32_t id = ways->out[node];

    if (id >= SEVERAL || ways->in[graph->edges.data[id].target] != id)
        return NOTHING;
    const struct jp_graph_edge *const edge = &graph->edges.data[id];
    const struct jp_graph_node *const caller = &graph->nodes.data[node];
    const struct jp_graph_node *const callee = &graph->nodes.data[edge->target];
    const bool is_all = fabs(caller->flat) <= graph->node_limit &&
                        fabs(caller->cum - edge->value) <= graph->node_limit &&
                        fabs(callee->cum - edge->value) <= graph->node_limit;
    return is_all ? id : NOTHING;
}

static void add_run(struct jp_runs *runs, const struct jp_graph *graph, const struct ways *ways,
                    uint32_t first)
{
    struct jp_run run = {.first = (uint32_t)runs->members.count};
    struct jp_sum flat = {0};
    uint32_t link;

    for (uint32_t node = first;; node = graph->edges.data[link].target) {
        runs->run_of_node[node] = (uint32_t)runs->list.count;
        jp_vec_push(&runs->members, node);
        jp_sum_add(&flat, graph->nodes.data[node].flat);
        if (fabs(graph->nodes.data[node].cum) > fabs(run.cum))
            run.cum = graph->nodes.data[node].cum;
        run.count++;
        link = link_of(graph, ways, node);
        /* A ring of calls ends where it began. */
        if (link == NOTHING || runs->run_of_node[graph->edges.data[link].target] != NOTHING)
            break;
    }
    run.flat = jp_sum_value(flat);
    jp_vec_push(&runs->list, run);
}

static bool begins_run(const struct jp_graph *graph, const struct ways *ways, uint32_t node)
{
    const uint32_t id = ways->in[node];

    return id >= SEVERAL || link_of(graph, ways, graph->edges.data[id].source) != id;
}

static void add_edges(struct jp_runs *runs, const struct jp_graph *graph)
{
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const struct jp_graph_edge *const edge = &graph->edges.data[i];
        const uint32_t source = runs->run_of_node[edge->source];
        const uint32_t target = runs->run_of_node[edge->target];
        struct jp_run *const run = &runs->list.data[target];
        if (fabs(edge->again) > fabs(run->again))
            run->again = edge->again;
        if (source != target)
            jp_vec_push(&runs->edges, (struct jp_run_edge){source, target, i});
    }
}

void jp_runs_init(struct jp_runs *runs, const struct jp_graph *graph)
{
    const uint32_t count = (uint32_t)graph->nodes.count;
    struct ways ways;

    *runs = (struct jp_runs){.run_of_node = jp_mem_resize(NULL, count, sizeof(uint32_t))};
    find_ways(&ways, graph);
    for (uint32_t node = 0; node < count; node++)
        runs->run_of_node[node] = NOTHING;
    for (uint32_t node = 0; node < count; node++)
        if (begins_run(graph, &ways, node))
            add_run(runs, graph, &ways, node);
    /* What is left are rings without a way in. */
    for (uint32_t node = 0; node < count; node++)
        if (runs->run_of_node[node] == NOTHING)
            add_run(runs, graph, &ways, node);
    add_edges(runs, graph);
    free(ways.out);
    free(ways.in);
}

void jp_runs_release(struct jp_runs *runs)
{
    jp_vec_release(&runs->list);
    jp_vec_release(&runs->members);
    jp_vec_release(&runs->edges);
    free(runs->run_of_node);
    *runs = (struct jp_runs){0};
}
