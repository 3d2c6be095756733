/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chosen.h"
#include "jp_mode.h"
#include "jp_report_disasm.h"
#include "jp_report_tables_code.h"

#include <stdlib.h>

struct state {
    struct jp_chosen chosen;
    struct jp_routines routines;
    struct jp_sources sources;
    const struct jp_source_file **by_name; /* per string id of routines; NULL: no file */
};

static void find_sources(struct state *state)
{
    const struct jp_routines *const routines = &state->routines;

    state->by_name = jp_mem_zeroed(routines->strings.spans.count, sizeof *state->by_name);
    for (size_t i = 0; i < routines->instructions.count; i++) {
        const uint32_t file = routines->instructions.data[i].file;
        if (file && !state->by_name[file])
            state->by_name[file] =
                jp_sources_find(&state->sources, jp_intern_span(&routines->strings, file));
    }
}

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *data)
{
    struct state *const state = data;
    const struct jp_report_function_names names = jp_chosen_names(&state->chosen);
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_assembly assembly;

    jp_mode_views_init(views, session, session->thread);
    jp_assembly_init(&assembly, &state->routines, views, session->metric, names.strings, names.ids);
    jp_mode_views_release(views);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_disasm(out, context, &assembly, &names, state->by_name);
    } else {
        struct jp_table table;
        jp_report_table_disasm(&table, context, &assembly, &names);
        jp_mode_table(session, out, &table);
    }
    const bool found = assembly.order.count > 0;
    jp_assembly_release(&assembly);
    return found;
}

bool jp_mode_disasm(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const struct jp_source_options options = jp_session_sources(session);
    const struct jp_symbolize_options symbolize = jp_session_symbolize(session);
    struct state state = {.by_name = NULL};
    bool found = false;

    if (!jp_chosen_init(&state.chosen, session, JP_OPT_DISASM, error))
        return false;
    jp_sources_init(&state.sources, &options);
    const bool fine =
        jp_routines_init(&state.routines, &session->profile, state.chosen.is_wanted,
                         session->grouping.naming, &symbolize, &session->diags, error);
    if (fine) {
        find_sources(&state);
        found = jp_mode_each_thread(session, session->grouping, report, out, &state);
        free(state.by_name);
    }
    jp_routines_release(&state.routines);
    jp_sources_release(&state.sources);
    jp_chosen_release(&state.chosen);
    if (!fine || found)
        return fine;
    jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                 "--disasm=%s: no function that matches has code at hand that holds anything",
                 jp_options_text(session->options, JP_OPT_DISASM));
    return jp_error_hint(error, "an inlined function has none of its own: ask for the one it is "
                                "in, or use --list");
}
