/* SPDX-License-Identifier: BSD-2-Clause */
/* --info: one module, its files and its names. */
#include "config.h"

#include "jp_number.h"
#include "jp_remedy.h"
#include "jp_report_info_private.h"
#include "jp_visible.h"

#include <inttypes.h>

/* "  LABEL      VALUE", for each line of VALUE. */
static void add_lines(struct jp_buf *out, const char *label, struct jp_span lines)
{
    struct jp_span line;

    while (jp_span_take_line(&lines, &line, NULL)) {
        jp_buf_format(out, "  %-11s", label);
        jp_visible_add(out, line, "");
        jp_buf_add_byte(out, '\n');
        label = "";
    }
}

static void add_file(struct jp_buf *out, const struct jp_profile *profile, uint32_t id)
{
    const struct jp_module *const module = &profile->modules.data[id];
    const struct jp_span build_id = jp_profile_build_id(profile, id);

    if (module->file) {
        jp_buf_format(out, "  %-11s", "file");
        jp_visible_add(out, jp_intern_span(&profile->strings, module->file), "");
        if (module->is_refused)
            jp_buf_format(out,
                          ": refused, %" PRIu32 " of %" PRIu32
                          " recorded return addresses follow a call there",
                          module->call_count, module->judged_count);
        else if (module->is_program)
            jp_buf_add_text(out, " (the program of the command line)");
        jp_buf_add_byte(out, '\n');
    }
    if (module->is_unloaded)
        jp_buf_format(out,
                      "  %-11sbefore a dump was taken: its place is known from an earlier one\n",
                      "unloaded");
    if (build_id.len) {
        jp_buf_format(out, "  %-11s", "build-id");
        jp_buf_add_hex(out, build_id);
        jp_buf_add_byte(out, '\n');
    } else if (module->file) {
        jp_buf_format(out,
                      "  %-11snone known: nothing but its path, its segments and the calls in it "
                      "tell that it is\n  %-11sthe build that ran\n",
                      "build-id", "");
    }
    if (module->debug_file && !module->is_refused) {
        jp_buf_format(out, "  %-11s", "debug");
        jp_visible_add(out, jp_intern_span(&profile->strings, module->debug_file), "");
        jp_buf_add_byte(out, '\n');
    }
}

/* "  LABEL  3 of 9: REASON" */
static void add_missing(struct jp_buf *out, const char *label, uint32_t lacking, uint32_t count,
                        const char *reason)
{
    if (lacking)
        jp_buf_format(out, "  %-11s%" PRIu32 " of %" PRIu32 ": %s\n", label, lacking, count,
                      reason);
}

/* Something lies at the place, and it is not what was looked for. */
static bool is_refused_place(struct jp_span line)
{
    return jp_span_find(line, JP_SPAN(": used"), 0) == SIZE_MAX &&
           jp_span_find(line, JP_SPAN(": cannot open: No such file"), 0) == SIZE_MAX;
}

static void add_places(struct jp_buf *out, struct jp_span places, bool show_places)
{
    enum { MOST_REFUSED = 5 };
    const char *label = "refused";
    struct jp_span line;
    uint64_t count = 0;
    size_t refused = 0;

    if (show_places) {
        add_lines(out, "tried", places);
        return;
    }
    for (; jp_span_take_line(&places, &line, NULL); count++) {
        if (!is_refused_place(line) || refused++ >= MOST_REFUSED)
            continue;
        add_lines(out, label, line);
        label = "";
    }
    jp_buf_format(out, "  %-11s%" PRIu64 " %s, -v lists %s\n", "tried", count,
                  jp_number_words(count, "place", "places"), jp_number_words(count, "it", "them"));
}

void jp_report_info_module(struct jp_buf *out, const struct jp_profile *profile,
                           const struct jp_profile_facts *facts, uint32_t id, bool show_places)
{
    const struct jp_module *const module = &profile->modules.data[id];
    const struct jp_module_facts *const own = &facts->modules[id];
    struct jp_buf steps = JP_BUF_INIT;

    jp_buf_add_byte(out, '\n');
    jp_visible_add(out, jp_intern_span(&profile->strings, module->path), "");
    jp_buf_format(out, "%s\n", module->is_allocator ? "  (the allocator)" : "");
    add_file(out, profile, id);
    add_missing(out, "no names", own->location_count - own->named_count, own->location_count,
                jp_module_nameless_text(own));
    add_missing(out, "no lines", own->named_count - own->lined_count, own->named_count,
                jp_module_lineless_text(own));
    add_missing(out, "no inlines", own->thin_count, own->lined_count, jp_miss_text(own->thin));
    if (own->nameless || !jp_module_is_lined(own) || own->thin) {
        jp_remedy_steps(&steps, profile, id, own);
        add_lines(out, "to do", jp_buf_span(&steps));
        if (module->tried && !module->is_refused)
            add_places(out, jp_intern_span(&profile->strings, module->tried), show_places);
    }
    jp_buf_release(&steps);
}
