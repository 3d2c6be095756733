/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_help.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_COLUMN = 24, WIDTH = 80 };

static const char usage[] =
    "Usage: jeprof-c [options] <program> <dump>...\n"
    "       jeprof-c [options] <dump>...\n"
    "\n"
    "Reads heap dumps of jemalloc and reports where the memory is. Without a program\n"
    "the files named in the dump's own memory map are used. - is standard input.\n"
    "On a terminal, without an option that says what to print, a shell opens.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  jeprof-c --text bin/server jeprof.1234.7.i7.heap\n"
    "                        What holds the memory\n"
    "  jeprof-c --text --base=jeprof.1234.1.i1.heap bin/server jeprof.1234.7.i7.heap\n"
    "                        What grew in between\n"
    "  jeprof-c --text --cum --lines --focus=parse_request bin/server dump.heap\n"
    "                        Source lines, only below one function\n"
    "\n"
    "Options may be shortened, have one dash or two, and stand anywhere.\n"
    "Manual: man jeprof-c\n";

void jp_help_name(struct jp_buf *out, const struct jp_option *option)
{
    jp_buf_format(out, "%s%s", option->is_on ? "no-" : "", option->name);
}

static void pad(struct jp_buf *out, size_t used)
{
    if (used >= TEXT_COLUMN - 1) {
        jp_buf_add_byte(out, '\n');
        used = 0;
    }
    for (; used < TEXT_COLUMN; used++)
        jp_buf_add_byte(out, ' ');
}

/* Words of TEXT, broken between TEXT_COLUMN and WIDTH. */
static void wrap(struct jp_buf *out, const char *text)
{
    struct jp_span rest = jp_span_of(text);
    struct jp_span word;
    size_t column = TEXT_COLUMN;

    while (jp_span_take_word(&rest, &word)) {
        if (column > TEXT_COLUMN && column + 1 + word.len > WIDTH) {
            pad(out, TEXT_COLUMN);
            column = TEXT_COLUMN;
        }
        if (column > TEXT_COLUMN) {
            jp_buf_add_byte(out, ' ');
            column++;
        }
        jp_buf_add(out, word);
        column += word.len;
    }
    jp_buf_add_byte(out, '\n');
}

static void row(struct jp_buf *out, const struct jp_option *option)
{
    struct jp_buf text = JP_BUF_INIT;
    const size_t start = out->len;

    jp_buf_add_text(out, "  ");
    if (option->letter[0])
        jp_buf_format(out, "-%s, ", option->letter);
    jp_buf_add_text(out, "--");
    jp_help_name(out, option);
    if (jp_help_has_value(option))
        jp_buf_format(out, "=<%s>", option->metavar);
    pad(out, out->len - start);

    jp_buf_add_text(&text, option->help);
    if (option->fallback[0])
        jp_buf_format(&text, " [%s]", option->fallback);
    wrap(out, text.ptr);
    jp_buf_release(&text);
}

void jp_help(struct jp_buf *out)
{
    jp_buf_add_text(out, usage);
    jp_buf_add_text(out, "\nMost used:\n");
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].is_first)
            row(out, &jp_option_table[i]);
    for (size_t group = 0; group < JP_GROUP_COUNT; group++) {
        jp_buf_format(out, "\n%s:\n", jp_group_headings[group]);
        for (size_t i = 0; i < JP_OPTION_COUNT; i++)
            if (jp_option_table[i].group == group)
                row(out, &jp_option_table[i]);
    }
    jp_buf_add_text(out, examples);
}
