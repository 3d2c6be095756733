/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"

#ifdef HAVE_PICTURES

#include "jp_draw_graph.h"

#include <string.h>
#include <unistd.h>

struct state {
    struct jp_draw_options draw;
    struct jp_fonts *fonts;
    struct jp_error *error;
};

static struct jp_graph_limits limits_of(const struct jp_option_value *values)
{
    return (struct jp_graph_limits){
        .node_count = (size_t)values[JP_OPT_NODECOUNT].number,
        .node_fraction = values[JP_OPT_NODEFRACTION].number,
        .edge_fraction = values[JP_OPT_EDGEFRACTION].number,
        .max_degree = (size_t)values[JP_OPT_MAXDEGREE].number,
        .counting = JP_COUNT_STACKS,
    };
}

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *user)
{
    struct state *const state = user;
    const struct jp_option_value *const values = session->options->values;
    const struct jp_graph_limits limits = limits_of(values);
    const struct jp_chart_options options = {
        .heapcheck = values[JP_OPT_HEAPCHECK].is_on,
        .folded_count = session->folded_count,
        .folded_share = jp_mode_folded_share(session),
        .keep_all = values[JP_OPT_NODECOUNT].is_given,
    };
    struct jp_top top;
    struct jp_graph graph;
    bool fine = false;

    jp_top_init(&top, context->view, context->keys, false);
    jp_graph_init(&graph, context->view, context->keys, &top, &limits);
    if (graph.nodes.count > 0) {
        struct jp_chart chart;
        fine = jp_chart_init(&chart, context, &graph, &options, state->fonts, state->error) &&
               jp_draw_graph(out, &chart, &state->draw, state->error);
        jp_chart_release(&chart);
    }
    jp_graph_release(&graph);
    jp_top_release(&top);
    return fine;
}

static bool in_range(const struct jp_options *options, enum jp_option_id id, double least,
                     double most, struct jp_error *error)
{
    const double value = options->values[id].number;

    return (value >= least && value <= most) ||
           jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s=%g: it must be between %g and %g",
                        jp_option_table[id].name, value, least, most);
}

static bool read_sizes(struct jp_draw_options *draw, const struct jp_options *options,
                       struct jp_error *error)
{
    draw->dpi = options->values[JP_OPT_DPI].number;
    draw->scale = options->values[JP_OPT_SCALE].number;
    if (!in_range(options, JP_OPT_DPI, 10, 2400, error) ||
        (draw->scale != 0 && !in_range(options, JP_OPT_SCALE, 0.05, 20, error)))
        return false;
    if (draw->scale == 0)
        draw->scale = 1;
    return true;
}

/* A terminal would take the bytes of a picture for commands. */
static bool check_target(const struct jp_session *session, enum jp_picture_format format,
                         struct jp_error *error)
{
    const char *const path = jp_options_text(session->options, JP_OPT_OUTPUT);
    const enum jp_option_id mode = jp_options_chosen(session->options, JP_SET_MODE);
    const bool is_binary = format == JP_PICTURE_PDF || format == JP_PICTURE_PNG;

    if (!is_binary || mode == JP_OPT_EVINCE || (path[0] && strcmp(path, "-") != 0) ||
        !isatty(STDOUT_FILENO))
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "a terminal cannot show this picture");
    return jp_error_hint(error, "name a file with --output, or use --web or --evince");
}

static bool draw(struct jp_session *session, enum jp_picture_format format, struct jp_buf *out,
                 struct jp_error *error)
{
    struct state state = {.draw.format = format, .error = error};

    if (!check_target(session, format, error) || !jp_mode_one_thread(session, error) ||
        !read_sizes(&state.draw, session->options, error))
        return false;
    state.fonts = jp_fonts_new(error);
    if (!state.fonts)
        return false;
    const bool any = jp_mode_each_thread(session, session->grouping, report, out, &state);
    jp_fonts_free(state.fonts);
    return any || jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                               "nothing to draw: nothing passed the filters and the limits of "
                               "the graph");
}

#else

enum jp_picture_format { JP_PICTURE_SVG, JP_PICTURE_PDF, JP_PICTURE_PS, JP_PICTURE_PNG };

static bool draw(JP_UNUSED struct jp_session *session, JP_UNUSED enum jp_picture_format format,
                 JP_UNUSED struct jp_buf *out, struct jp_error *error)
{
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                        "this program was built without pictures (configure --disable-pictures); "
                        "--dot is there");
}

#endif

bool jp_mode_svg(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    return draw(session, JP_PICTURE_SVG, out, error);
}

bool jp_mode_pdf(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    return draw(session, JP_PICTURE_PDF, out, error);
}

bool jp_mode_ps(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    return draw(session, JP_PICTURE_PS, out, error);
}

bool jp_mode_png(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    return draw(session, JP_PICTURE_PNG, out, error);
}
