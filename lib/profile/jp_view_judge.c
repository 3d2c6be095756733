/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_view_parts.h"

#include <inttypes.h>

struct filters {
    const struct jp_profile *profile;
    const struct jp_view_options *options;
};

/* The name a filter sees, without "(inline)". A frame without a name is called by its address. */
static void write_filter_name(struct jp_buf *out, const struct filters *filters,
                              const struct jp_location *location, const struct jp_frame *frame)
{
    const struct jp_profile *const profile = filters->profile;
    const uint32_t name = frame ? profile->functions.data[frame->function].name : 0;

    jp_buf_clear(out);
    if (name)
        jp_naming_function(out, jp_intern_span(&profile->strings, name), filters->options->naming,
                           &profile->rules);
    else
        jp_buf_format(out, "%016" PRIx64, location->address - 1);
}

static void write_filter_line(struct jp_buf *out, const struct jp_profile *profile,
                              const struct jp_frame *frame)
{
    jp_buf_clear(out);
    if (frame->file)
        jp_buf_format(out, "%s:%" PRIu32, jp_intern_text(&profile->strings, frame->file),
                      frame->line);
    else
        jp_buf_add_text(out, "??:0");
}

/*
 * Reports call a location without a name by its module and offset, and what they show must match.
 * False: it has a name, or goes by its address as in jeprof's reports.
 */
static bool write_filter_place(struct jp_buf *out, const struct filters *filters,
                               const struct jp_location *location)
{
    const struct jp_profile *const profile = filters->profile;

    if (location->frames_count || filters->options->naming == JP_NAMES_JEPROF)
        return false;
    jp_buf_clear(out);
    jp_naming_place(out, profile, (uint32_t)(location - profile->locations.data));
    return true;
}

/* The outermost frame of a location, or NULL. */
static const struct jp_frame *outermost(const struct jp_profile *profile,
                                        const struct jp_location *location)
{
    if (location->frames_count == 0)
        return NULL;
    return &profile->frames.data[location->frames_first + location->frames_count - 1];
}

/* --retain and --exclude look at one name. */
static bool is_removed(const struct jp_view_options *options, struct jp_span name)
{
    return (jp_view_is_given(options->retain) && !jp_regex_matches(options->retain, name)) ||
           (jp_view_is_given(options->exclude) && jp_regex_matches(options->exclude, name));
}

/* Does the regex match the name of the outermost frame? A location without one has two names. */
static bool matches_outermost(struct jp_regex *regex, const struct filters *filters,
                              const struct jp_location *location, struct jp_buf *text)
{
    write_filter_name(text, filters, location, outermost(filters->profile, location));
    if (jp_regex_matches(regex, jp_buf_span(text)))
        return true;
    return write_filter_place(text, filters, location) &&
           jp_regex_matches(regex, jp_buf_span(text));
}

static bool is_location_removed(const struct filters *filters, const struct jp_location *location,
                                struct jp_buf *text)
{
    const struct jp_view_options *const options = filters->options;

    return (jp_view_is_given(options->retain) &&
            !matches_outermost(options->retain, filters, location, text)) ||
           (jp_view_is_given(options->exclude) &&
            matches_outermost(options->exclude, filters, location, text));
}

/* Does the regex match the address or the place, or the name or line of any frame? */
static bool matches_location(struct jp_regex *regex, const struct filters *filters,
                             const struct jp_location *location, struct jp_buf *text)
{
    write_filter_name(text, filters, location, NULL);
    if (jp_regex_matches(regex, jp_buf_span(text)))
        return true;
    if (write_filter_place(text, filters, location) && jp_regex_matches(regex, jp_buf_span(text)))
        return true;
    for (uint32_t i = 0; i < location->frames_count; i++) {
        const struct jp_frame *const frame =
            &filters->profile->frames.data[location->frames_first + i];
        write_filter_name(text, filters, location, frame);
        if (jp_regex_matches(regex, jp_buf_span(text)))
            return true;
        write_filter_line(text, filters->profile, frame);
        if (jp_regex_matches(regex, jp_buf_span(text)))
            return true;
    }
    return false;
}

static bool has_questions(const struct jp_view_options *options)
{
    return options->fold || jp_view_is_given(options->retain) ||
           jp_view_is_given(options->exclude) || jp_view_is_given(options->focus) ||
           jp_view_is_given(options->ignore);
}

static struct jp_view_verdict judge(const struct filters *filters, uint32_t id, struct jp_buf *text)
{
    const struct jp_view_options *const options = filters->options;
    const struct jp_location *const location = &filters->profile->locations.data[id];

    return (struct jp_view_verdict){
        .is_judged = true,
        .is_folded = options->fold && jp_fold_location(options->fold, id),
        .is_removed = is_location_removed(filters, location, text),
        .is_focused = jp_view_is_given(options->focus) &&
                      matches_location(options->focus, filters, location, text),
        .is_ignored = jp_view_is_given(options->ignore) &&
                      matches_location(options->ignore, filters, location, text),
    };
}

void jp_view_judge(struct jp_view_verdict *verdicts, const struct jp_profile *profile,
                   const struct jp_view_options *options)
{
    const struct filters filters = {profile, options};
    struct jp_buf text = JP_BUF_INIT;

    if (!has_questions(options))
        return;
    for (size_t i = 1; i < profile->stacks.count; i++) {
        const uint32_t location = profile->stacks.data[i].location;
        if (!verdicts[location].is_judged)
            verdicts[location] = judge(&filters, location, &text);
    }
    jp_buf_release(&text);
}

/* Filters see the empty stack under its name. */
struct jp_view_verdict jp_view_judge_root(const struct jp_view_options *options)
{
    const struct jp_span name = JP_SPAN(JP_NO_STACK_NAME);

    return (struct jp_view_verdict){
        .is_removed = is_removed(options, name),
        .is_focused = jp_view_is_given(options->focus) && jp_regex_matches(options->focus, name),
        .is_ignored = jp_view_is_given(options->ignore) && jp_regex_matches(options->ignore, name),
    };
}
