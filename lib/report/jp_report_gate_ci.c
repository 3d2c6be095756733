/* SPDX-License-Identifier: BSD-2-Clause */
/* --gate in the forms that continuous integration reads. */
#include "config.h"

#include "jp_markup.h"
#include "jp_number.h"
#include "jp_report_gate.h"
#include "jp_visible.h"

static void add_summary(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    const struct jp_gate *const gate = input->gate;

    jp_buf_format(out, "%zu %s broken; %zu %s in %zu %s of ", gate->violations.count,
                  jp_number_words(gate->violations.count, "limit", "limits"), gate->checked_count,
                  jp_report_site_word(input->leaks->names->sites->kind, gate->checked_count == 1),
                  input->leaks->series->dumps.count,
                  jp_number_words(input->leaks->series->dumps.count, "dump", "dumps"));
    jp_visible_add(
        out, jp_span_of(input->leaks->program[0] ? input->leaks->program : "the program"), "");
    jp_buf_add_text(out, " checked");
    if (input->baseline) {
        jp_buf_add_text(out, ", compared with ");
        jp_visible_add(out, jp_span_of(input->baseline), "");
    }
}

void jp_report_markdown_gate(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    const struct jp_gate *const gate = input->gate;

    jp_buf_add_text(out, gate->violations.count ? "**Memory check failed:** "
                                                : "**Memory check passed:** ");
    add_summary(out, input);
    jp_buf_add_text(out, ".\n");
    if (gate->violations.count == 0)
        return;
    /* No line of it can close the fence: each begins with FAIL or four blanks. */
    jp_buf_add_text(out, "\n```text\n");
    struct jp_buf text = JP_BUF_INIT;
    jp_report_gate_violations(&text, input);
    jp_visible_add(out, jp_buf_span(&text), "\n");
    jp_buf_release(&text);
    jp_buf_add_text(out, "```\n");
}

/* In workflow commands the line's end and "%" are escaped, in properties "," and ":" as well. */
static void add_command(struct jp_buf *out, struct jp_span text, bool is_property)
{
    struct jp_buf visible = JP_BUF_INIT;

    jp_visible_add(&visible, text, "\n\r");
    for (size_t i = 0; i < visible.len; i++) {
        const unsigned char byte = (unsigned char)visible.ptr[i];
        if (byte == '%' || byte == '\n' || byte == '\r' ||
            (is_property && (byte == ',' || byte == ':')))
            jp_buf_format(out, "%%%02X", byte);
        else
            jp_buf_add_byte(out, visible.ptr[i]);
    }
    jp_buf_release(&visible);
}

void jp_report_github_gate(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    struct jp_buf text = JP_BUF_INIT;

    for (size_t i = 0; i < input->gate->violations.count; i++) {
        const struct jp_violation *const violation = &input->gate->violations.data[i];
        jp_buf_format(out, "::error title=Memory %s in ",
                      violation->site == JP_NO_SITE ? "held" : "growth");
        add_command(out, jp_report_gate_name(input, violation), true);
        jp_buf_add_text(out, "::");
        jp_buf_clear(&text);
        jp_report_gate_text(&text, input, violation);
        jp_buf_add_byte(&text, '\n');
        jp_report_gate_where(&text, input, violation, "");
        while (text.len && text.ptr[text.len - 1] == '\n')
            text.len--;
        add_command(out, jp_buf_span(&text), false);
        jp_buf_add_byte(out, '\n');
    }
    jp_buf_clear(&text);
    add_summary(&text, input);
    jp_buf_add_text(out, "::notice title=Memory check::");
    add_command(out, jp_buf_span(&text), false);
    jp_buf_add_byte(out, '\n');
    jp_buf_release(&text);
}

/*
 * XML 1.0 knows no control characters, however they are written. KEPT: those of its white space
 * that stay, since attributes would make blanks of them.
 */
static void add_xml(struct jp_buf *out, struct jp_span text, const char *kept)
{
    while (text.len) {
        const size_t len = jp_utf8_sequence(text);
        const char *const entity = jp_markup_entity(text.ptr[0]);
        if (len == 0)
            jp_buf_add_text(out, "\xef\xbf\xbd");
        else if (entity)
            jp_buf_add_text(out, entity);
        else
            jp_visible_add(out, jp_span_slice(text, 0, len), kept);
        text = jp_span_slice(text, len ? len : 1, text.len);
    }
}

static bool holds(const struct jp_gate *gate, const struct jp_limit *limit)
{
    for (size_t i = 0; i < gate->violations.count; i++)
        if (gate->violations.data[i].limit == limit)
            return false;
    return true;
}

static void add_case(struct jp_buf *out, const struct jp_limit *limit, struct jp_span name)
{
    jp_buf_format(out, "  <testcase classname=\"%s=",
                  limit->kind == JP_LIMIT_TOTAL ? "max-total" : "max-growth");
    add_xml(out, jp_span_of(limit->text), "");
    jp_buf_add_text(out, "\" name=\"");
    add_xml(out, name, "");
    jp_buf_add_text(out, "\"");
}

void jp_report_junit_gate(struct jp_buf *out, const struct jp_report_gate_input *input)
{
    const struct jp_gate *const gate = input->gate;
    struct jp_buf text = JP_BUF_INIT;
    size_t held = 0;

    for (size_t i = 0; i < input->limit_count; i++)
        held += holds(gate, &input->limits[i]);
    jp_buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    jp_buf_format(out, "<testsuite name=\"jeprof-c --gate\" tests=\"%zu\" failures=\"%zu\">\n",
                  held + gate->violations.count, gate->violations.count);
    for (size_t i = 0; i < input->limit_count; i++) {
        if (!holds(gate, &input->limits[i]))
            continue;
        add_case(out, &input->limits[i], JP_SPAN("all"));
        jp_buf_add_text(out, "/>\n");
    }
    for (size_t i = 0; i < gate->violations.count; i++) {
        const struct jp_violation *const violation = &gate->violations.data[i];
        add_case(out, violation->limit, jp_report_gate_name(input, violation));
        jp_buf_add_text(out, ">\n    <failure message=\"");
        jp_buf_clear(&text);
        jp_report_gate_text(&text, input, violation);
        add_xml(out, jp_buf_span(&text), "");
        jp_buf_add_text(out, "\">");
        jp_buf_clear(&text);
        jp_buf_add_byte(&text, '\n');
        jp_report_gate_where(&text, input, violation, "");
        add_xml(out, jp_buf_span(&text), "\n");
        jp_buf_add_text(out, "</failure>\n  </testcase>\n");
    }
    jp_buf_add_text(out, "</testsuite>\n");
    jp_buf_release(&text);
}
