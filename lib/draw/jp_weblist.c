/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_weblist.h"

#include "jp_palette.h"
#include "jp_svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

extern const unsigned char jp_weblist_css[];
extern const size_t jp_weblist_css_size;

/* An instruction and the line of its function that it was made from. */
struct origin {
    uint32_t function;
    uint32_t line;
    size_t instruction;
};

struct writing {
    struct jp_buf *out;
    const struct jp_weblist *weblist;
    JP_VEC(struct origin) origins; /* by function, line and address */
    const struct jp_listing_routine *routine;
    double largest; /* |cum| of a line of the routine: what colours are shares of */
};

static int compare_origins(const void *left, const void *right)
{
    const struct origin *const a = left;
    const struct origin *const b = right;

    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->instruction > b->instruction) - (a->instruction < b->instruction);
}

static void sort_instructions(struct writing *writing)
{
    const struct jp_assembly *const assembly = writing->weblist->assembly;

    for (size_t r = 0; assembly && r < assembly->routines->list.count; r++) {
        const struct jp_routine *const routine = &assembly->routines->list.data[r];
        for (size_t i = routine->instructions; i < routine->instructions + routine->count; i++) {
            const uint32_t line = assembly->routines->instructions.data[i].own_line;
            if (line)
                jp_vec_push(&writing->origins, (struct origin){routine->function, line, i});
        }
    }
    if (writing->origins.count)
        qsort(writing->origins.data, writing->origins.count, sizeof *writing->origins.data,
              compare_origins);
}

/* The first instruction of LINE of the routine that is written, or what comes behind. */
static size_t find_origin(const struct writing *writing, uint32_t line)
{
    const struct origin key = {.function = writing->routine->function, .line = line};
    size_t low = 0;
    size_t high = writing->origins.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_origins(&writing->origins.data[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_text(struct jp_buf *out, struct jp_span text)
{
    jp_svg_text(out, text);
}

/* A line of source; tabs go up to the next multiple of eight columns. */
static void add_source(struct jp_buf *out, const struct jp_source_file *source, uint32_t line)
{
    struct jp_buf text = JP_BUF_INIT;
    struct jp_buf wide = JP_BUF_INIT;

    jp_report_source_text(&text, source, line);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '\t')
            jp_buf_add_byte(&wide, text.ptr[i]);
        else
            do
                jp_buf_add_byte(&wide, ' ');
            while (wide.len % 8);
    }
    add_text(out, jp_buf_span(&wide));
    jp_buf_release(&text);
    jp_buf_release(&wide);
}

/* "<b style=...>1.5</b>", darker the more of the routine it is; a dot for nothing. */
static void add_value(const struct writing *writing, double value)
{
    struct jp_buf *const out = writing->out;

    if (value == 0) {
        jp_buf_add_text(out, "<b>.</b>");
        return;
    }
    const struct jp_colour ground =
        jp_palette_share(writing->largest > 0 ? fabs(value) / writing->largest : 0);
    const struct jp_colour ink = jp_palette_ink(ground);
    jp_buf_format(out, "<b class=\"has\" style=\"background:#%02x%02x%02x;color:#%02x%02x%02x\">",
                  (unsigned)lround(255 * ground.red), (unsigned)lround(255 * ground.green),
                  (unsigned)lround(255 * ground.blue), (unsigned)lround(255 * ink.red),
                  (unsigned)lround(255 * ink.green), (unsigned)lround(255 * ink.blue));
    jp_report_value(out, writing->weblist->context, value);
    jp_buf_add_text(out, "</b>");
}

static void add_values(const struct writing *writing, double flat, double cum)
{
    add_value(writing, flat);
    add_value(writing, cum);
}

/* The name of the file where an inlined instruction comes from. */
static void add_origin(const struct writing *writing, const struct jp_routines *routines,
                       const struct jp_routine_instruction *instruction)
{
    if (instruction->line == 0 || instruction->line == instruction->own_line)
        return;
    jp_buf_add_text(writing->out, "    <i>");
    add_text(writing->out, jp_span_basename(jp_intern_span(&routines->strings, instruction->file)));
    jp_buf_format(writing->out, ":%" PRIu32 "</i>", instruction->line);
}

static void add_instruction(const struct writing *writing, size_t index)
{
    const struct jp_assembly *const assembly = writing->weblist->assembly;
    const struct jp_routine_instruction *const instruction =
        &assembly->routines->instructions.data[index];

    add_values(writing, assembly->of_instruction[index].flat, assembly->of_instruction[index].cum);
    jp_buf_format(writing->out, "<i>%" PRIx64 "</i>", instruction->address);
    add_text(writing->out, jp_intern_span(&assembly->routines->strings, instruction->text));
    add_origin(writing, assembly->routines, instruction);
    jp_buf_add_byte(writing->out, '\n');
}

/* The instructions of LINE, or only whether there are any. */
static bool add_instructions(const struct writing *writing, uint32_t line, bool is_asked_only)
{
    const struct jp_profile *const profile = writing->weblist->context->profile;
    const struct jp_span file = jp_intern_span(&profile->strings, writing->routine->file);
    bool any = false;

    for (size_t i = find_origin(writing, line); i < writing->origins.count; i++) {
        const struct origin *const origin = &writing->origins.data[i];
        if (origin->function != writing->routine->function || origin->line != line)
            break;
        const struct jp_routines *const routines = writing->weblist->assembly->routines;
        const uint32_t own = routines->instructions.data[origin->instruction].own_file;
        if (!jp_span_equal(jp_intern_span(&routines->strings, own), file))
            continue;
        any = true;
        if (is_asked_only)
            break;
        add_instruction(writing, origin->instruction);
    }
    return any;
}

static void add_line(const struct writing *writing, const struct jp_listing_line *line,
                     const char *class)
{
    struct jp_buf *const out = writing->out;
    const bool has_code = line->line && add_instructions(writing, line->line, true);

    jp_buf_format(out, has_code ? "<details><summary%s>" : "<div%s>", class);
    add_values(writing, line->flat, line->cum);
    if (line->line)
        jp_buf_format(out, "<i>%" PRIu32 "</i>", line->line);
    else
        jp_buf_add_text(out, "<i>?</i>");
    if (!writing->routine->reason)
        add_source(out, writing->routine->source, line->line);
    if (!has_code) {
        jp_buf_add_text(out, "</div>\n");
        return;
    }
    jp_buf_add_text(out, "</summary><div class=\"asm\">");
    add_instructions(writing, line->line, false);
    jp_buf_add_text(out, "</div></details>\n");
}

static void add_lines(const struct writing *writing, const struct jp_listing_line *lines)
{
    const struct jp_listing_routine *const routine = writing->routine;
    const bool has_source = routine->source && !routine->reason;
    size_t next = 0;

    while (next < routine->lines_count && (!has_source || lines[next].line == 0))
        add_line(writing, &lines[next++], "");
    if (!has_source)
        return;
    const struct jp_report_excerpt excerpt = jp_report_list_excerpt(routine);
    for (uint32_t line = excerpt.from; line <= excerpt.to; line++) {
        const struct jp_listing_line empty = {.line = line};
        const bool has_value = next < routine->lines_count && lines[next].line == line;
        const bool is_inside = line >= excerpt.first && line <= excerpt.last;
        add_line(writing, has_value ? &lines[next] : &empty, is_inside ? "" : " class=\"around\"");
        next += has_value;
    }
}

static struct jp_span name_of(const struct jp_weblist *weblist, size_t routine)
{
    const struct jp_report_function_names *const names = &weblist->names;

    return jp_intern_span(names->strings,
                          names->ids[weblist->listing->routines.data[routine].function]);
}

static void add_routine(struct writing *writing, size_t index)
{
    struct jp_buf *const out = writing->out;
    const struct jp_weblist *const weblist = writing->weblist;
    const struct jp_listing_routine *const routine = &weblist->listing->routines.data[index];
    const struct jp_listing_line *const lines = weblist->listing->lines.data + routine->lines_first;
    const struct jp_profile *const profile = weblist->context->profile;

    writing->routine = routine;
    writing->largest = 0;
    for (size_t i = 0; i < routine->lines_count; i++)
        writing->largest = fmax(writing->largest, fabs(lines[i].cum));
    jp_buf_format(out, "<h2 id=\"%s%zu\">",
                  weblist->context->thread_name ? weblist->context->thread_name : "r", index);
    add_text(out, name_of(weblist, index));
    jp_buf_add_text(out, "</h2>\n<p>");
    add_text(out, routine->file
                      ? jp_report_list_file(jp_intern_span(&profile->strings, routine->file))
                      : JP_SPAN("no file known"));
    jp_buf_add_text(out, "; flat ");
    jp_report_value(out, weblist->context, routine->flat);
    jp_buf_add_text(out, ", cumulative ");
    jp_report_value(out, weblist->context, routine->cum);
    jp_buf_format(out, " %s", jp_report_unit(weblist->context));
    if (weblist->context->view->kept != 0) {
        jp_buf_add_text(out, ", ");
        jp_report_percent(out, routine->cum, weblist->context->view->kept);
    }
    if (routine->reason) {
        jp_buf_add_text(out, "; ");
        add_text(out, jp_span_of(routine->reason));
    }
    jp_buf_add_text(out, "</p>\n<div class=\"code\">\n");
    add_lines(writing, lines);
    jp_buf_add_text(out, "</div>\n");
}

void jp_weblist_begin(struct jp_buf *out, const struct jp_weblist *weblist)
{
    jp_buf_add_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    add_text(out, jp_span_basename(jp_span_of(weblist->context->program)));
    jp_buf_add_text(out, ": annotated source</title>\n<style>\n");
    jp_buf_add(out, (struct jp_span){(const char *)jp_weblist_css, jp_weblist_css_size});
    jp_buf_add_text(out, "</style>\n");
}

void jp_weblist_part(struct jp_buf *out, const struct jp_weblist *weblist)
{
    const struct jp_report_context *const context = weblist->context;
    struct writing writing = {.out = out, .weblist = weblist};

    sort_instructions(&writing);
    jp_buf_add_text(out, "<h1>");
    add_text(out, jp_span_basename(jp_span_of(context->program)));
    if (context->thread_name)
        jp_buf_format(out, ", %s", context->thread_name);
    jp_buf_add_text(out, "</h1>\n<p>Total ");
    jp_report_value(out, context, context->view->total);
    jp_buf_format(out, " %s. In front of a line: flat and cumulative value. ",
                  jp_report_unit(context));
    if (weblist->assembly)
        jp_buf_add_text(out, "A click on a line shows its instructions.");
    jp_buf_add_text(out, "</p>\n<ul>\n");
    for (size_t i = 0; i < weblist->listing->routines.count; i++) {
        jp_buf_format(out, "<li><a href=\"#%s%zu\">",
                      context->thread_name ? context->thread_name : "r", i);
        add_text(out, name_of(weblist, i));
        jp_buf_add_text(out, "</a> ");
        jp_report_value(out, context, weblist->listing->routines.data[i].cum);
        jp_buf_format(out, " %s</li>\n", jp_report_unit(context));
    }
    jp_buf_add_text(out, "</ul>\n");
    for (size_t i = 0; i < weblist->listing->routines.count; i++)
        add_routine(&writing, i);
    jp_vec_release(&writing.origins);
}

void jp_weblist_end(struct jp_buf *out)
{
    jp_buf_add_text(out, "</html>\n");
}
