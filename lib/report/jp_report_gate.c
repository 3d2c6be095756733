/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_gate.h"

#include "jp_mem.h"
#include "jp_number.h"

#include <math.h>
#include <stdlib.h>

/* A log is read on a screen: what is below the verdict must not push the next one away. */
enum { MAX_FRAMES = 10, MAX_HOLDERS = 5 };

struct jp_span jp_report_gate_name(const struct jp_report_gate_input *input,
                                   const struct jp_violation *violation)
{
    return violation->site == JP_NO_SITE ? JP_SPAN("total")
                                         : input->leaks->names->names[violation->site];
}

/* The site that holds most in the last dump, of those that are not LISTED; JP_NO_SITE: none. */
static uint32_t largest_site(const struct jp_tracks *tracks, const bool *is_listed)
{
    const size_t last = tracks->dump_count - 1;
    uint32_t largest = JP_NO_SITE;

    for (uint32_t site = 0; site < tracks->site_count; site++) {
        const double value = tracks->of_site[site].value[last];
        if (!is_listed[site] && value > 0 &&
            (largest == JP_NO_SITE || value > tracks->of_site[largest].value[last]))
            largest = site;
    }
    return largest;
}

static void add_holders(struct jp_buf *out, const struct jp_report_gate_input *input,
                        const char *indent)
{
    const struct jp_tracks *const tracks = input->leaks->tracks;
    bool *const is_listed = jp_mem_zeroed(tracks->site_count, sizeof *is_listed);

    for (size_t i = 0; i < MAX_HOLDERS; i++) {
        const uint32_t site = largest_site(tracks, is_listed);
        if (site == JP_NO_SITE)
            break;
        is_listed[site] = true;
        jp_buf_add_text(out, indent);
        jp_number_bytes(out, tracks->of_site[site].value[tracks->dump_count - 1]);
        jp_buf_add_text(out, "  ");
        jp_buf_add(out, input->leaks->names->names[site]);
        jp_buf_add_byte(out, '\n');
    }
    free(is_listed);
}

void jp_report_gate_where(struct jp_buf *out, const struct jp_report_gate_input *input,
                          const struct jp_violation *violation, const char *indent)
{
    if (violation->site == JP_NO_SITE) {
        add_holders(out, input, indent);
        return;
    }
    if (violation->stack != JP_NO_SITE)
        jp_report_site_own_frames(out, input->leaks->names, violation->stack, indent, MAX_FRAMES);
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
    const enum jp_limit_kind kind = violation->limit->kind;
    const char *separator = "; ";

    add_measured(out, violation);
    jp_buf_format(out, ", %s %s", violation->is_unproven ? "maybe more than" : "more than",
                  violation->limit->text);
    if (kind == JP_LIMIT_RATE || kind == JP_LIMIT_SHARE) {
        jp_buf_add_text(out, "; grew by ");
        jp_number_bytes(out, violation->grown);
        separator = ", ";
    }
    if (input->leaks->series->period_bytes > 0) {
        jp_buf_format(out, "%s%s ", separator, violation->is_unproven ? "at most" : "at least");
        jp_number_bytes(out, violation->is_unproven ? violation->possible : violation->certain);
    }
    if (violation->is_unproven)
        jp_buf_add_text(out, " (not proven, --strict)");
}

void jp_report_gate_violations(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    for (size_t i = 0; i < input->gate->violations.count; i++) {
        const struct jp_violation *const violation = &input->gate->violations.data[i];
        jp_buf_add_text(out, "FAIL ");
        jp_buf_add(out, jp_report_gate_name(input, violation));
        jp_buf_add_text(out, ": ");
        jp_report_gate_text(out, input, violation);
        jp_buf_add_byte(out, '\n');
        jp_report_gate_where(out, input, violation, "    ");
    }
}

void jp_report_gate(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    const struct jp_gate *const gate = input->gate;
    const enum jp_site_kind kind = input->leaks->names->sites->kind;

    jp_report_gate_violations(out, input);
    jp_buf_format(out, "%zu %s broken; %zu %s in %zu %s checked", gate->violations.count,
                  jp_number_words(gate->violations.count, "limit", "limits"), gate->checked_count,
                  jp_report_site_word(kind, gate->checked_count == 1),
                  input->leaks->series->dumps.count,
                  jp_number_words(input->leaks->series->dumps.count, "dump", "dumps"));
    if (input->baseline)
        jp_buf_format(out, ", compared with %s", input->baseline);
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
    if (violation->stack != JP_NO_SITE)
        jp_report_site_stack(out, input->leaks->names, violation->stack);
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
    jp_table_fact_text(table, "baseline", jp_span_of(input->baseline ? input->baseline : ""));
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
