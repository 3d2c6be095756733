/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_gate.h"

#include "jp_number.h"

#include <math.h>

struct jp_span jp_report_gate_name(const struct jp_report_gate_input *input,
                                   const struct jp_violation *violation)
{
    return violation->site == JP_NO_SITE ? JP_SPAN("total")
                                         : input->leaks->names->names[violation->site];
}

void jp_report_gate_stack(struct jp_buf *out, const struct jp_report_gate_input *input,
                          const struct jp_violation *violation)
{
    if (violation->site == JP_NO_SITE)
        return;
    const uint32_t stack = input->leaks->tracks->of_site[violation->site].peak_stack;
    if (stack != JP_NO_SITE)
        jp_report_site_own_stack(out, input->leaks->names, stack);
}

static void add_signed(struct jp_buf *out, double bytes)
{
    if (bytes > 0)
        jp_buf_add_byte(out, '+');
    jp_number_bytes(out, bytes);
}

static void add_measured(struct jp_buf *out, const struct jp_violation *violation)
{
    switch (violation->limit->kind) {
    case JP_LIMIT_RATE:
        add_signed(out, violation->measured);
        jp_buf_add_text(out, violation->limit->is_per_dump ? "/dump" : "/h");
        break;
    case JP_LIMIT_SHARE:
        if (isinf(violation->measured))
            jp_buf_add_text(out, "new");
        else
            jp_buf_format(out, "%+.1f %%", 100 * violation->measured);
        break;
    default:
        jp_number_bytes(out, violation->measured);
        break;
    }
}

void jp_report_gate_text(struct jp_buf *out, const struct jp_report_gate_input *input,
                         const struct jp_violation *violation)
{
    const bool is_total = violation->limit->kind == JP_LIMIT_TOTAL;

    add_measured(out, violation);
    jp_buf_format(out, ", limit %s; %s ", violation->limit->text, is_total ? "holds" : "grew by");
    jp_number_bytes(out, violation->grown);
    if (input->leaks->series->period_bytes > 0) {
        jp_buf_add_text(out, violation->is_unproven ? ", at most " : ", at least ");
        jp_number_bytes(out, violation->is_unproven ? violation->possible : violation->certain);
    }
    if (violation->is_unproven)
        jp_buf_add_text(out, " (not proven, --strict)");
}

void jp_report_gate(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    const struct jp_gate *const gate = input->gate;
    const enum jp_site_kind kind = input->leaks->names->sites->kind;

    for (size_t i = 0; i < gate->violations.count; i++) {
        const struct jp_violation *const violation = &gate->violations.data[i];
        const size_t start = out->len;
        jp_buf_add(out, jp_report_gate_name(input, violation));
        jp_buf_add_text(out, ": ");
        jp_report_gate_text(out, input, violation);
        const size_t before = out->len;
        jp_buf_add_text(out, "; ");
        jp_report_gate_stack(out, input, violation);
        if (out->len == before + 2)
            out->len = before;
        for (size_t c = start; c < out->len; c++)
            if ((unsigned char)out->ptr[c] < ' ')
                out->ptr[c] = ' ';
        jp_buf_add_byte(out, '\n');
    }
    jp_buf_format(out, "%zu %s broken; %zu %s in %zu dumps checked", gate->violations.count,
                  jp_number_words(gate->violations.count, "limit", "limits"), gate->checked_count,
                  jp_report_site_word(kind, gate->checked_count == 1),
                  input->leaks->series->dumps.count);
    if (input->suppressed_count) {
        jp_buf_format(out, ", %zu %s with ", input->suppressed_count,
                      jp_number_words(input->suppressed_count, "stack", "stacks"));
        jp_number_bytes(out, input->suppressed_bytes);
        jp_buf_add_text(out, " suppressed");
    }
    jp_buf_add_byte(out, '\n');
}

static const char *shape_of(const struct jp_report_gate_input *input,
                            const struct jp_violation *violation)
{
    const struct jp_leaks *const leaks = input->leaks->leaks;

    for (size_t i = 0; i < leaks->list.count; i++)
        if (leaks->list.data[i].site == violation->site)
            return jp_shape_text(leaks->list.data[i].shape);
    return "";
}

static void add_columns(struct jp_table *table)
{
    jp_table_column(table, "limit", "", JP_CELL_TEXT);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "measured", "", JP_CELL_REAL);
    jp_table_column(table, "allowed", "B", JP_CELL_WHOLE);
    jp_table_column(table, "grown", "B", JP_CELL_WHOLE);
    jp_table_column(table, "certain", "B", JP_CELL_WHOLE);
    jp_table_column(table, "possible", "B", JP_CELL_WHOLE);
    jp_table_column(table, "proven", "", JP_CELL_TEXT);
    jp_table_column(table, "shape", "", JP_CELL_TEXT);
    jp_table_column(table, "stack", "", JP_CELL_TEXT);
}

static void add_full_stack(struct jp_buf *out, const struct jp_report_gate_input *input,
                           const struct jp_violation *violation)
{
    if (violation->site == JP_NO_SITE)
        return;
    const uint32_t stack = input->leaks->tracks->of_site[violation->site].peak_stack;
    if (stack != JP_NO_SITE)
        jp_report_site_stack(out, input->leaks->names, stack);
}

void jp_report_table_gate(struct jp_table *table, const struct jp_report_gate_input *input)
{
    const struct jp_gate *const gate = input->gate;
    struct jp_buf stack = JP_BUF_INIT;

    jp_table_init(table, "gate", 1);
    jp_table_fact_text(table, "program", jp_span_of(input->leaks->program));
    jp_table_fact_text(table, "by",
                       jp_span_of(jp_report_site_word(input->leaks->names->sites->kind, true)));
    jp_table_fact_text(table, "result", gate->violations.count ? JP_SPAN("fail") : JP_SPAN("pass"));
    jp_table_fact_number(table, "dumps", "", JP_CELL_WHOLE,
                         (double)input->leaks->series->dumps.count);
    jp_table_fact_number(table, "checked", "", JP_CELL_WHOLE, (double)gate->checked_count);
    jp_table_fact_number(table, "suppressed", "B", JP_CELL_WHOLE, input->suppressed_bytes);
    add_columns(table);
    for (size_t i = 0; i < gate->violations.count; i++) {
        const struct jp_violation *const violation = &gate->violations.data[i];
        jp_table_add_text(table, jp_span_of(violation->limit->text));
        jp_table_add_text(table, jp_report_gate_name(input, violation));
        jp_table_add_number(table, violation->measured);
        jp_table_add_number(table, violation->allowed);
        jp_table_add_number(table, violation->grown);
        jp_table_add_number(table, violation->certain);
        jp_table_add_number(table, violation->possible);
        jp_table_add_text(table, violation->is_unproven ? JP_SPAN("no") : JP_SPAN("yes"));
        jp_table_add_text(table, jp_span_of(shape_of(input, violation)));
        jp_buf_clear(&stack);
        add_full_stack(&stack, input, violation);
        jp_table_add_text(table, jp_buf_span(&stack));
    }
    jp_buf_release(&stack);
}
