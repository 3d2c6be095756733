/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_layout.h"

#include <gvc.h>
#include <stdio.h>
#include <string.h>

#ifdef HAVE_DOT_LAYOUT_PLUGIN
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
#endif

/* Graphviz takes text that it does not change as char *. */
#define TEXT(literal) ((char *)(uintptr_t)(literal))

static int keep_quiet(char *message)
{
    (void)message;
    return 0;
}

/* The layout engine is linked in where that is possible; else Graphviz loads it. */
static GVC_t *new_context(void)
{
#ifdef HAVE_DOT_LAYOUT_PLUGIN
    const lt_symlist_t builtins[] = {
        {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
        {NULL, NULL},
    };
    return gvContextPlugins(builtins, 0);
#else
    return gvContext();
#endif
}

static void set_number(void *object, const char *name, double value)
{
    char text[32];

    snprintf(text, sizeof text, "%.4f", value);
    agsafeset(object, TEXT(name), text, TEXT(""));
}

static void set_defaults(Agraph_t *graph)
{
    static const struct {
        int kind;
        const char *name;
        const char *value;
    } defaults[] = {
        {AGRAPH, "nodesep", "0.22"}, {AGRAPH, "ranksep", "0.36"}, {AGRAPH, "splines", "true"},
        {AGRAPH, "outputorder", ""}, {AGNODE, "shape", "box"},    {AGNODE, "fixedsize", "true"},
        {AGNODE, "label", ""},       {AGNODE, "width", "1"},      {AGNODE, "height", "1"},
        {AGEDGE, "label", ""},       {AGEDGE, "weight", "1"},     {AGEDGE, "arrowsize", "1"},
    };

    for (size_t i = 0; i < JP_COUNT_OF(defaults); i++)
        agattr(graph, defaults[i].kind, TEXT(defaults[i].name), TEXT(defaults[i].value));
}

static void add_boxes(Agraph_t *graph, const struct jp_layout *layout, Agnode_t **nodes)
{
    char name[32];

    for (size_t i = 0; i < layout->boxes.count; i++) {
        snprintf(name, sizeof name, "n%zu", i);
        nodes[i] = agnode(graph, name, 1);
        set_number(nodes[i], "width", layout->boxes.data[i].width / POINTS_PER_INCH);
        set_number(nodes[i], "height", layout->boxes.data[i].height / POINTS_PER_INCH);
    }
}

/* A table of fixed size takes the room of the text, whatever fonts Graphviz knows. */
static void set_label(Agraph_t *graph, Agedge_t *edge, const struct jp_layout_edge *from)
{
    char text[160];

    snprintf(text, sizeof text,
             "<table border=\"0\" fixedsize=\"true\" width=\"%.0f\" height=\"%.0f\"><tr><td></td>"
             "</tr></table>",
             from->label_width + 1, from->label_height + 1);
    char *const html = agstrdup_html(graph, text);
    agsafeset(edge, TEXT("label"), html, TEXT(""));
    agstrfree(graph, html);
}

static void add_edges(Agraph_t *graph, const struct jp_layout *layout, Agnode_t **nodes,
                      Agedge_t **edges)
{
    enum { HEAVIEST = 100, ARROW_POINTS = 10 };

    for (size_t i = 0; i < layout->edges.count; i++) {
        const struct jp_layout_edge *const edge = &layout->edges.data[i];
        char name[32];
        snprintf(name, sizeof name, "e%zu", i);
        edges[i] = agedge(graph, nodes[edge->source], nodes[edge->target], name, 1);
        set_number(edges[i], "weight", 1 + (int)(edge->weight * HEAVIEST));
        set_number(edges[i], "arrowsize", edge->arrow / ARROW_POINTS);
        if (edge->label_width > 0)
            set_label(graph, edges[i], edge);
    }
}

static struct jp_point from_graphviz(Agraph_t *graph, pointf at)
{
    return (struct jp_point){at.x - GD_bb(graph).LL.x, GD_bb(graph).UR.y - at.y};
}

static bool read_edge(struct jp_layout *layout, struct jp_layout_edge *edge, Agraph_t *graph,
                      Agedge_t *from)
{
    const splines *const curves = ED_spl(from);

    if (!curves || curves->size < 1)
        return false;
    const bezier *const curve = &curves->list[0];
    edge->first = (uint32_t)layout->points.count;
    edge->count = (uint32_t)curve->size;
    for (int i = 0; i < curve->size; i++)
        jp_vec_push(&layout->points, from_graphviz(graph, curve->list[i]));
    edge->tip = from_graphviz(graph, curve->eflag ? curve->ep : curve->list[curve->size - 1]);
    if (edge->label_width > 0 && ED_label(from))
        edge->label = from_graphviz(graph, ED_label(from)->pos);
    return true;
}

static bool read_places(struct jp_layout *layout, Agraph_t *graph, Agnode_t **nodes,
                        Agedge_t **edges)
{
    layout->width = GD_bb(graph).UR.x - GD_bb(graph).LL.x;
    layout->height = GD_bb(graph).UR.y - GD_bb(graph).LL.y;
    layout->points.count = 0;
    for (size_t i = 0; i < layout->boxes.count; i++) {
        struct jp_layout_box *const placed = &layout->boxes.data[i];
        const struct jp_point middle = from_graphviz(graph, ND_coord(nodes[i]));
        placed->at = (struct jp_point){middle.x - placed->width / 2, middle.y - placed->height / 2};
    }
    for (size_t i = 0; i < layout->edges.count; i++)
        if (!read_edge(layout, &layout->edges.data[i], graph, edges[i]))
            return false;
    return true;
}

bool jp_layout_place(struct jp_layout *layout, struct jp_error *error)
{
    Agnode_t **const nodes = jp_mem_zeroed(layout->boxes.count, sizeof *nodes);
    Agedge_t **const edges = jp_mem_zeroed(layout->edges.count, sizeof *edges);

    agseterr(AGMAX);
    agseterrf(keep_quiet);
    GVC_t *const context = new_context();
    Agraph_t *const graph = agopen(TEXT("calls"), Agdirected, NULL);
    set_defaults(graph);
    agattr(graph, AGRAPH, TEXT("rankdir"), TEXT(layout->is_sideways ? "LR" : "TB"));
    add_boxes(graph, layout, nodes);
    add_edges(graph, layout, nodes, edges);
    const bool is_placed = gvLayout(context, graph, "dot") == 0;
    const bool fine = is_placed && read_places(layout, graph, nodes, edges);
    if (is_placed)
        gvFreeLayout(context, graph);
    agclose(graph);
    gvFreeContext(context);
    free(nodes);
    free(edges);
    return fine || jp_error_set(error, JP_EXIT_INTERNAL, NULL, 0,
                                "Graphviz found no places for %zu boxes and %zu edges",
                                layout->boxes.count, layout->edges.count);
}

void jp_layout_release(struct jp_layout *layout)
{
    jp_vec_release(&layout->boxes);
    jp_vec_release(&layout->edges);
    jp_vec_release(&layout->points);
}
