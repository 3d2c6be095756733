/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_list.h"

#include "jp_visible.h"

enum { CONTEXT_LINES = 5 };

struct listing {
    struct jp_buf *out;
    const struct jp_report_context *context;
    const struct jp_listing_routine *routine;
    const struct jp_listing_line *lines; /* those with values */
};

/* Columns of blanks in front, a tab being up to the next multiple of eight; -1: an empty line. */
static int indentation(struct jp_span line)
{
    int columns = 0;

    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] == '\t')
            columns = (columns | 7) + 1;
        else if (line.ptr[i] == ' ')
            columns++;
        else
            return columns;
    }
    return -1;
}

/* jeprof's rule: an indented function goes on as long as lines are indented as much as its first.
 */
static uint32_t extended_end(const struct jp_source_file *source, uint32_t first, uint32_t last)
{
    int reference = -1;

    for (size_t line = first; line <= source->lines.count; line++) {
        const int own = indentation(source->lines.data[line - 1]);
        if (own < 0)
            continue;
        if (reference < 0)
            reference = own;
        if (reference == 0 || (line >= last && own < reference))
            break;
        if (line >= last)
            last = (uint32_t)line + 1;
    }
    return last;
}

struct jp_report_excerpt jp_report_list_excerpt(const struct jp_listing_routine *routine)
{
    const uint32_t count = (uint32_t)routine->source->lines.count;
    const uint32_t last = extended_end(routine->source, routine->first, routine->last);
    const uint32_t to = last > routine->last + CONTEXT_LINES ? last : routine->last + CONTEXT_LINES;

    return (struct jp_report_excerpt){
        .from = routine->first > CONTEXT_LINES ? routine->first - CONTEXT_LINES : 1,
        .to = to < count ? to : count,
        .first = routine->first,
        .last = last,
    };
}

struct jp_span jp_report_list_file(struct jp_span recorded)
{
    static const struct jp_span folders[] = {{"./", 2}, {"/proc/self/cwd/", 15}};

    for (size_t i = 0; i < JP_COUNT_OF(folders); i++)
        if (jp_span_starts_with(recorded, folders[i]))
            recorded = jp_span_slice(recorded, folders[i].len, recorded.len);
    return recorded;
}

void jp_report_source_text(struct jp_buf *out, const struct jp_source_file *source, uint32_t line)
{
    if (!source || line == 0 || line > source->lines.count)
        return;
    jp_visible_add(out, source->lines.data[line - 1], "\t");
}

static void add_values(const struct listing *listing, double flat, double cum)
{
    jp_report_dotted_field(listing->out, listing->context, flat);
    jp_buf_add_byte(listing->out, ' ');
    jp_report_dotted_field(listing->out, listing->context, cum);
}

/* Code whose line nobody knows stands first, for lack of a place. */
static size_t add_lineless(const struct listing *listing)
{
    const struct jp_listing_line *const line = &listing->lines[0];

    if (listing->routine->lines_count == 0 || line->line != 0)
        return 0;
    add_values(listing, line->flat, line->cum);
    jp_buf_add_text(listing->out, "    ?: (code without a line)\n");
    return 1;
}

static void add_source(const struct listing *listing)
{
    const struct jp_listing_routine *const routine = listing->routine;
    const struct jp_report_excerpt excerpt = jp_report_list_excerpt(routine);
    size_t next = add_lineless(listing);

    for (uint32_t line = excerpt.from; line <= excerpt.to; line++) {
        const bool has_value = next < routine->lines_count && listing->lines[next].line == line;
        if (line == excerpt.first)
            jp_buf_add_text(listing->out, "---\n");
        add_values(listing, has_value ? listing->lines[next].flat : 0,
                   has_value ? listing->lines[next].cum : 0);
        jp_buf_format(listing->out, " %4u: ", line);
        jp_report_source_text(listing->out, routine->source, line);
        jp_buf_add_byte(listing->out, '\n');
        if (line == excerpt.last)
            jp_buf_add_text(listing->out, "---\n");
        next += has_value;
    }
}

/* Without text: what is known of the lines. */
static void add_lines(const struct listing *listing)
{
    if (listing->routine->reason)
        jp_buf_format(listing->out, "%*s(%s)\n", 14, "", listing->routine->reason);
    for (size_t i = add_lineless(listing); i < listing->routine->lines_count; i++) {
        add_values(listing, listing->lines[i].flat, listing->lines[i].cum);
        jp_buf_format(listing->out, " %4u:\n", listing->lines[i].line);
    }
}

static void add_heading(const struct listing *listing, struct jp_span name)
{
    const struct jp_profile *const profile = listing->context->profile;
    const struct jp_listing_routine *const routine = listing->routine;
    struct jp_buf *const out = listing->out;
    const size_t start = out->len;

    jp_buf_add_text(out, "ROUTINE ====================== ");
    jp_buf_add(out, name);
    jp_buf_add_text(out, " in ");
    jp_buf_add(out, routine->file
                        ? jp_report_list_file(jp_intern_span(&profile->strings, routine->file))
                        : JP_SPAN("??"));
    jp_visible_make(out, start);
    jp_buf_add_byte(out, '\n');
    jp_report_value_field(out, listing->context, routine->flat);
    jp_buf_add_byte(out, ' ');
    jp_report_value_field(out, listing->context, routine->cum);
    jp_buf_format(out, " Total %s (flat / cumulative)\n", jp_report_unit(listing->context));
}

void jp_report_list(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_listing *listing, const struct jp_report_function_names *names)
{
    if (context->thread_name || context->has_total)
        jp_report_total(out, context);
    for (size_t i = 0; i < listing->routines.count; i++) {
        const struct jp_listing_routine *const routine = &listing->routines.data[i];
        const struct listing state = {out, context, routine,
                                      listing->lines.data + routine->lines_first};
        add_heading(&state, jp_intern_span(names->strings, names->ids[routine->function]));
        if (routine->source && !routine->reason)
            add_source(&state);
        else
            add_lines(&state);
    }
}
