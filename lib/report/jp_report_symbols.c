/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_symbols.h"

#include "jp_name_table.h"
#include "jp_visible.h"

#include <inttypes.h>
#include <stdlib.h>

struct names {
    struct jp_intern strings;
    uint32_t *ids; /* per function */
};

static void names_init(struct names *names, const struct jp_symbol_answers *answers)
{
    jp_intern_init(&names->strings);
    names->ids = jp_mem_zeroed(answers->profile->functions.count, sizeof *names->ids);
    jp_name_table_fill(names->ids, &names->strings, answers->profile, answers->naming);
}

static void names_release(struct names *names)
{
    jp_intern_release(&names->strings);
    free(names->ids);
}

void jp_report_symbols(struct jp_buf *out, const struct jp_symbol_answers *answers)
{
    const struct jp_profile *const profile = answers->profile;
    struct names names;

    names_init(&names, answers);
    for (size_t i = 0; i < answers->count; i++) {
        const struct jp_location *const location = &profile->locations.data[answers->locations[i]];
        const uint32_t behind = location->frames_first + location->frames_count;
        const uint32_t name =
            location->frames_count ? names.ids[profile->frames.data[behind - 1].function] : 0;
        jp_visible_add(out, name ? jp_intern_span(&names.strings, name) : JP_SPAN("??"), "");
        jp_buf_add_byte(out, '\n');
    }
    names_release(&names);
}

static void add_hex(struct jp_table *table, uint64_t value)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_format(&text, "0x%" PRIx64, value);
    jp_table_add_text(table, jp_buf_span(&text));
    jp_buf_release(&text);
}

/* FRAME is NULL when the location has none. */
static void add_row(struct jp_table *table, const struct jp_symbol_answers *answers,
                    const struct names *names, size_t index, const struct jp_frame *frame,
                    uint32_t depth)
{
    const struct jp_profile *const profile = answers->profile;
    const uint32_t id = answers->locations[index];
    const struct jp_location *const location = &profile->locations.data[id];
    const uint32_t path = profile->modules.data[location->module].path;

    add_hex(table, answers->addresses[index]);
    jp_table_add_number(table, depth);
    jp_table_add_text(table, frame ? jp_intern_span(&names->strings, names->ids[frame->function])
                                   : JP_SPAN(""));
    jp_table_add_text(table, jp_intern_span(&profile->strings, frame ? frame->file : 0));
    jp_table_add_number(table, frame ? frame->line : 0);
    jp_table_add_number(table, frame ? frame->column : 0);
    jp_table_add_text(table, jp_intern_span(&profile->strings, path));
    add_hex(table, jp_profile_vaddr(profile, id) - 1);
    jp_table_add_text(table, location->miss == JP_MISS_NONE
                                 ? JP_SPAN("")
                                 : jp_span_of(jp_miss_text(location->miss)));
}

void jp_report_table_symbols(struct jp_table *table, const struct jp_symbol_answers *answers)
{
    const struct jp_profile *const profile = answers->profile;
    struct names names;

    jp_table_init(table, "symbols", 1);
    jp_table_column(table, "address", "", JP_CELL_TEXT);
    jp_table_column(table, "depth", "", JP_CELL_WHOLE);
    jp_table_column(table, "function", "", JP_CELL_TEXT);
    jp_table_column(table, "file", "", JP_CELL_TEXT);
    jp_table_column(table, "line", "", JP_CELL_WHOLE);
    jp_table_column(table, "column", "", JP_CELL_WHOLE);
    jp_table_column(table, "module", "", JP_CELL_TEXT);
    jp_table_column(table, "module_address", "", JP_CELL_TEXT);
    jp_table_column(table, "missing", "", JP_CELL_TEXT);
    names_init(&names, answers);
    for (size_t i = 0; i < answers->count; i++) {
        const struct jp_location *const location = &profile->locations.data[answers->locations[i]];
        const struct jp_frame *const frames = profile->frames.data + location->frames_first;
        for (uint32_t k = 0; k < location->frames_count; k++)
            add_row(table, answers, &names, i, &frames[k], location->frames_count - 1 - k);
        if (location->frames_count == 0)
            add_row(table, answers, &names, i, NULL, 0);
    }
    names_release(&names);
}
