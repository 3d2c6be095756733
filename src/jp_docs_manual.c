/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_docs.h"

#include "jp_error.h"
#include "jp_help.h"
#include "jp_options.h"

/* Plain text as roff: dashes and backslashes are literal, `x` is bold. */
static void roff(struct jp_buf *out, const char *text)
{
    bool is_bold = false;

    for (const char *c = text; *c; c++) {
        const bool at_line_start = out->len == 0 || out->ptr[out->len - 1] == '\n';
        if (at_line_start && (*c == '.' || *c == '\''))
            jp_buf_add_text(out, "\\&");
        if (*c == '-') {
            jp_buf_add_text(out, "\\-");
        } else if (*c == '\\') {
            jp_buf_add_text(out, "\\e");
        } else if (*c == '^') {
            jp_buf_add_text(out, "\\(ha");
        } else if (*c == '`') {
            is_bold = !is_bold;
            jp_buf_add_text(out, is_bold ? "\\fB" : "\\fR");
        } else {
            jp_buf_add_byte(out, *c);
        }
    }
}

static void option_entry(struct jp_buf *out, const struct jp_option *option)
{
    struct jp_buf name = JP_BUF_INIT;

    jp_help_name(&name, option);
    jp_buf_add_text(out, ".TP\n.B ");
    if (option->letter[0])
        jp_buf_format(out, "\\-%s\\fR, \\fB", option->letter);
    jp_buf_add_text(out, "\\-\\-");
    roff(out, name.ptr);
    if (jp_help_has_value(option)) {
        jp_buf_add_text(out, "=\\fI");
        roff(out, option->metavar);
        jp_buf_add_text(out, "\\fR");
    }
    jp_buf_add_byte(out, '\n');
    roff(out, option->manual);
    if (option->fallback[0])
        jp_buf_format(out, " Default: %s.", option->fallback);
    jp_buf_add_byte(out, '\n');
    jp_buf_release(&name);
}

/* What the help begins with, by name only. */
static void first_list(struct jp_buf *out)
{
    const char *between = "";

    jp_buf_add_text(out, ".SS Most used\n");
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        if (!jp_option_table[i].is_first)
            continue;
        jp_buf_format(out, "%s\\fB\\-\\-", between);
        roff(out, jp_option_table[i].name);
        jp_buf_add_text(out, "\\fR");
        between = ",\n";
    }
    jp_buf_add_text(out, ".\n");
}

static void option_list(struct jp_buf *out)
{
    first_list(out);
    for (size_t group = 0; group < JP_GROUP_COUNT; group++) {
        jp_buf_format(out, ".SS %s\n", jp_group_headings[group]);
        for (size_t i = 0; i < JP_OPTION_COUNT; i++)
            if (jp_option_table[i].group == group)
                option_entry(out, &jp_option_table[i]);
    }
}

static void exit_list(struct jp_buf *out)
{
#define X(name, status, text)                                \
    jp_buf_format(out, ".TP\n.B %d\n", (int)JP_EXIT_##name); \
    roff(out, text);                                         \
    jp_buf_add_text(out, ".\n");
    JP_EXIT_LIST(X)
#undef X
}

void jp_docs_manual(struct jp_buf *out, struct jp_span template)
{
    struct jp_span line;
    bool is_complete;

    while (jp_span_take_line(&template, &line, &is_complete)) {
        const size_t version = jp_span_find(line, JP_SPAN("@VERSION@"), 0);
        if (jp_span_equal(line, JP_SPAN("@OPTIONS@"))) {
            option_list(out);
        } else if (jp_span_equal(line, JP_SPAN("@EXITS@"))) {
            exit_list(out);
        } else if (version != SIZE_MAX) {
            jp_buf_add(out, jp_span_slice(line, 0, version));
            jp_buf_add_text(out, PACKAGE_VERSION);
            jp_buf_add(out, jp_span_slice(line, version + sizeof "@VERSION@" - 1, line.len));
            jp_buf_add_byte(out, '\n');
        } else {
            jp_buf_add(out, line);
            jp_buf_add_byte(out, '\n');
        }
    }
}
