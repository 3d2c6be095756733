/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_tables_code.h"

#include <inttypes.h>

static struct jp_span name_of(const struct jp_report_function_names *names, uint32_t function)
{
    return jp_intern_span(names->strings, names->ids[function]);
}

static void add_text(struct jp_table *table, const struct jp_source_file *source, uint32_t line)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_report_source_text(&text, source, line);
    jp_table_add_text(table, jp_buf_span(&text));
    jp_buf_release(&text);
}

void jp_report_table_list(struct jp_table *table, const struct jp_report_context *context,
                          const struct jp_listing *listing,
                          const struct jp_report_function_names *names)
{
    const char *const unit = jp_report_table_unit(context);

    jp_table_init(table, "list", 1);
    jp_report_table_facts(table, context, context->view->kept);
    jp_table_column(table, "function", "", JP_CELL_TEXT);
    jp_table_column(table, "file", "", JP_CELL_TEXT);
    jp_table_column(table, "line", "", JP_CELL_WHOLE);
    jp_table_column(table, "flat", unit, JP_CELL_WHOLE);
    jp_table_column(table, "cum", unit, JP_CELL_WHOLE);
    jp_table_column(table, "text", "", JP_CELL_TEXT);
    for (size_t i = 0; i < listing->routines.count; i++) {
        const struct jp_listing_routine *const routine = &listing->routines.data[i];
        for (size_t l = 0; l < routine->lines_count; l++) {
            const struct jp_listing_line *const line =
                &listing->lines.data[routine->lines_first + l];
            jp_table_add_text(table, name_of(names, routine->function));
            jp_table_add_text(table, jp_intern_span(&context->profile->strings, routine->file));
            jp_table_add_number(table, line->line);
            jp_table_add_number(table, line->flat);
            jp_table_add_number(table, line->cum);
            add_text(table, routine->reason ? NULL : routine->source, line->line);
        }
    }
}

static void add_instruction(struct jp_table *table, const struct jp_assembly *assembly,
                            size_t index, struct jp_span function)
{
    const struct jp_routines *const routines = assembly->routines;
    const struct jp_routine_instruction *const instruction = &routines->instructions.data[index];
    struct jp_buf address = JP_BUF_INIT;

    jp_buf_format(&address, "0x%" PRIx64, instruction->address);
    jp_table_add_text(table, function);
    jp_table_add_text(table, jp_buf_span(&address));
    jp_table_add_text(table, jp_intern_span(&routines->strings, instruction->file));
    jp_table_add_number(table, instruction->line);
    jp_table_add_number(table, assembly->of_instruction[index].flat);
    jp_table_add_number(table, assembly->of_instruction[index].cum);
    jp_table_add_text(table, jp_intern_span(&routines->strings, instruction->text));
    jp_buf_release(&address);
}

void jp_report_table_disasm(struct jp_table *table, const struct jp_report_context *context,
                            const struct jp_assembly *assembly,
                            const struct jp_report_function_names *names)
{
    const char *const unit = jp_report_table_unit(context);

    jp_table_init(table, "disasm", 1);
    jp_report_table_facts(table, context, context->view->kept);
    jp_table_column(table, "function", "", JP_CELL_TEXT);
    jp_table_column(table, "address", "", JP_CELL_TEXT);
    jp_table_column(table, "file", "", JP_CELL_TEXT);
    jp_table_column(table, "line", "", JP_CELL_WHOLE);
    jp_table_column(table, "flat", unit, JP_CELL_WHOLE);
    jp_table_column(table, "cum", unit, JP_CELL_WHOLE);
    jp_table_column(table, "instruction", "", JP_CELL_TEXT);
    for (size_t i = 0; i < assembly->order.count; i++) {
        const struct jp_routine *const routine =
            &assembly->routines->list.data[assembly->order.data[i]];
        for (size_t k = 0; k < routine->count; k++)
            add_instruction(table, assembly, routine->instructions + k,
                            name_of(names, routine->function));
    }
}
