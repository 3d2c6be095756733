/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_disasm.h"

#include "jp_visible.h"

#include <inttypes.h>

enum { WIDEST_FILE = 57, SHOWN_FILE = 55 }; /* of jeprof */

struct writing {
    struct jp_buf *out;
    const struct jp_report_context *context;
    const struct jp_assembly *assembly;
    const struct jp_source_file *const *sources;
};

static void add_values(const struct writing *writing, double flat, double cum)
{
    jp_report_dotted_field(writing->out, writing->context, flat);
    jp_buf_add_byte(writing->out, ' ');
    jp_report_dotted_field(writing->out, writing->context, cum);
}

static void add_heading(const struct writing *writing, struct jp_span name,
                        struct jp_assembly_value value)
{
    struct jp_buf *const out = writing->out;
    const size_t start = out->len;

    jp_buf_add_text(out, "ROUTINE ====================== ");
    jp_buf_add(out, name);
    jp_visible_make(out, start);
    jp_buf_add_byte(out, '\n');
    jp_report_value_field(out, writing->context, value.flat);
    jp_buf_add_byte(out, ' ');
    jp_report_value_field(out, writing->context, value.cum);
    jp_buf_format(out, " %s (flat, cumulative) ", jp_report_unit(writing->context));
    jp_report_percent(out, value.cum, writing->context->view->kept);
    jp_buf_add_text(out, " of total\n");
}

static void add_file(const struct writing *writing, uint32_t file)
{
    const struct jp_span path =
        jp_report_list_file(jp_intern_span(&writing->assembly->routines->strings, file));
    const bool is_long = path.len > WIDEST_FILE;
    const size_t start = writing->out->len;

    jp_buf_add_text(writing->out, "-------------------- ");
    if (is_long)
        jp_buf_add_text(writing->out, "...");
    jp_buf_add(writing->out, jp_span_slice(path, is_long ? path.len - SHOWN_FILE : 0, path.len));
    jp_visible_make(writing->out, start);
    jp_buf_add_byte(writing->out, '\n');
}

static void add_line(const struct writing *writing, const struct jp_routine_instruction *first,
                     struct jp_assembly_value sum)
{
    struct jp_buf text = JP_BUF_INIT;

    add_values(writing, sum.flat, sum.cum);
    jp_report_source_text(&text, writing->sources[first->file], first->line);
    const struct jp_span shown = jp_span_trim(jp_buf_span(&text));
    jp_buf_format(writing->out, " %5" PRIu32 ":%s%.*s\n", first->line, shown.len ? " " : "",
                  JP_SPAN_ARG(shown));
    jp_buf_release(&text);
}

static void add_instruction(const struct writing *writing, size_t index)
{
    const struct jp_routines *const routines = writing->assembly->routines;
    const struct jp_routine_instruction *const instruction = &routines->instructions.data[index];
    const struct jp_assembly_value value = writing->assembly->of_instruction[index];

    add_values(writing, value.flat, value.cum);
    const size_t start = writing->out->len;
    jp_buf_format(writing->out, "    %8" PRIx64 ": %6s", instruction->address,
                  jp_intern_text(&routines->strings, instruction->text));
    jp_visible_make(writing->out, start);
    jp_buf_add_byte(writing->out, '\n');
}

/* Instructions from FIRST on that are of one line. */
static size_t run_length(const struct jp_routine_instruction *first, size_t count)
{
    size_t length = 1;

    while (length < count && first[length].file == first->file && first[length].line == first->line)
        length++;
    return length;
}

static void add_code(const struct writing *writing, const struct jp_routine *routine)
{
    const struct jp_assembly *const assembly = writing->assembly;
    const struct jp_routine_instruction *const all = assembly->routines->instructions.data;
    const size_t end = routine->instructions + routine->count;
    uint32_t file = 0;

    for (size_t first = routine->instructions, length; first < end; first += length) {
        struct jp_assembly_value sum = {0};
        length = run_length(&all[first], end - first);
        for (size_t i = first; i < first + length; i++) {
            sum.flat += assembly->of_instruction[i].flat;
            sum.cum += assembly->of_instruction[i].cum;
        }
        if (all[first].file && all[first].file != file)
            add_file(writing, all[first].file);
        if (all[first].file)
            file = all[first].file;
        if (all[first].line)
            add_line(writing, &all[first], sum);
        for (size_t i = first; i < first + length; i++)
            add_instruction(writing, i);
    }
}

void jp_report_disasm(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_assembly *assembly,
                      const struct jp_report_function_names *names,
                      const struct jp_source_file *const *sources)
{
    const struct writing writing = {out, context, assembly, sources};

    if (context->thread_name || context->has_total)
        jp_report_total(out, context);
    for (size_t i = 0; i < assembly->order.count; i++) {
        const uint32_t index = assembly->order.data[i];
        const struct jp_routine *const routine = &assembly->routines->list.data[index];
        add_heading(&writing, jp_intern_span(names->strings, names->ids[routine->function]),
                    assembly->of_routine[index]);
        add_code(&writing, routine);
    }
}
