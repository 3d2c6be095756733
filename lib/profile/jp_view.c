/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trie of a view is made in one walk over the profile's trie, callers first, and the values are
 * added in one walk over the samples; filters are asked once per location. Linear in nodes,
 * samples and frames.
 *
 * Order of the steps, as in jeprof: allocator frames go, then --retain and --exclude take single
 * frames, then --focus and --ignore take whole stacks. Folded frames are left out of the nodes
 * only: filters see them, so that the same stacks pass with and without folding.
 *
 * A stack that lies wholly inside the allocator keeps its outermost frame, so that no value
 * disappears from the rows. jeprof drops the frame as well: the value is then in its total and in
 * no row; so it is here with JP_NAMES_JEPROF.
 */
#include "config.h"

#include "jp_view.h"

#include "jp_allocator.h"
#include "jp_noise.h"
#include "jp_sum.h"

#include <inttypes.h>
#include <string.h>

/* What the options say about a location. */
struct verdict {
    bool is_folded;
    bool is_removed; /* --retain, --exclude */
    bool is_focused;
    bool is_ignored;
};

struct builder {
    struct jp_view *view;
    const struct jp_profile *profile;
    const struct jp_view_options *options;
    struct verdict *verdicts;         /* per location */
    enum jp_allocator_class *classes; /* the same; all NONE when the allocator is shown */
    struct verdict root;              /* of the empty stack */
    uint32_t *visible;     /* per stack: the stack left after the allocator's frames went */
    bool *is_needed;       /* per stack: it is left of some sample, or part of what is left */
    unsigned char *marks;  /* per stack: enum mark */
    uint32_t *nodes;       /* per stack: its view node */
    struct jp_index index; /* of view nodes, by parent and location */
};

/* Some frame of the stack ... */
enum mark {
    MARK_OWN = 1,     /* is neither folded nor removed */
    MARK_FOCUSED = 2, /* matches --focus */
    MARK_IGNORED = 4,
};

static bool is_given(const struct jp_regex *regex)
{
    return regex && jp_regex_is_given(regex);
}

/* The name a filter sees, without "(inline)". A frame without a name is called by its address. */
static void write_filter_name(struct jp_buf *out, const struct builder *builder,
                              const struct jp_location *location, const struct jp_frame *frame)
{
    const struct jp_profile *const profile = builder->profile;
    const uint32_t name = frame ? profile->functions.data[frame->function].name : 0;

    jp_buf_clear(out);
    if (name)
        jp_naming_function(out, jp_intern_span(&profile->strings, name), builder->options->naming,
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
static bool write_filter_place(struct jp_buf *out, const struct builder *builder,
                               const struct jp_location *location)
{
    const struct jp_profile *const profile = builder->profile;

    if (location->frames_count || builder->options->naming == JP_NAMES_JEPROF)
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
    return (is_given(options->retain) && !jp_regex_matches(options->retain, name)) ||
           (is_given(options->exclude) && jp_regex_matches(options->exclude, name));
}

/* Does the regex match the name of the outermost frame? A location without one has two names. */
static bool matches_outermost(struct jp_regex *regex, const struct builder *builder,
                              const struct jp_location *location, struct jp_buf *text)
{
    write_filter_name(text, builder, location, outermost(builder->profile, location));
    if (jp_regex_matches(regex, jp_buf_span(text)))
        return true;
    return write_filter_place(text, builder, location) &&
           jp_regex_matches(regex, jp_buf_span(text));
}

static bool is_location_removed(const struct builder *builder, const struct jp_location *location,
                                struct jp_buf *text)
{
    const struct jp_view_options *const options = builder->options;

    return (is_given(options->retain) &&
            !matches_outermost(options->retain, builder, location, text)) ||
           (is_given(options->exclude) &&
            matches_outermost(options->exclude, builder, location, text));
}

/* Does the regex match the address or the place, or the name or line of any frame? */
static bool matches_location(struct jp_regex *regex, const struct builder *builder,
                             const struct jp_location *location, struct jp_buf *text)
{
    write_filter_name(text, builder, location, NULL);
    if (jp_regex_matches(regex, jp_buf_span(text)))
        return true;
    if (write_filter_place(text, builder, location) && jp_regex_matches(regex, jp_buf_span(text)))
        return true;
    for (uint32_t i = 0; i < location->frames_count; i++) {
        const struct jp_frame *const frame =
            &builder->profile->frames.data[location->frames_first + i];
        write_filter_name(text, builder, location, frame);
        if (jp_regex_matches(regex, jp_buf_span(text)))
            return true;
        write_filter_line(text, builder->profile, frame);
        if (jp_regex_matches(regex, jp_buf_span(text)))
            return true;
    }
    return false;
}

static void judge_locations(struct builder *builder)
{
    const struct jp_view_options *const options = builder->options;
    const size_t count = builder->profile->locations.count;
    struct jp_buf text = JP_BUF_INIT;

    builder->verdicts = jp_mem_resize(NULL, count, sizeof *builder->verdicts);
    builder->classes = jp_mem_zeroed(count, sizeof *builder->classes);
    if (!options->keep_allocator)
        jp_allocator_mark(builder->profile, options->naming == JP_NAMES_JEPROF, builder->classes);
    for (size_t i = 0; i < count; i++) {
        const struct jp_location *const location = &builder->profile->locations.data[i];
        struct verdict *const verdict = &builder->verdicts[i];
        *verdict = (struct verdict){.is_folded = options->fold && options->fold->locations[i]};
        verdict->is_removed = is_location_removed(builder, location, &text);
        verdict->is_focused =
            is_given(options->focus) && matches_location(options->focus, builder, location, &text);
        verdict->is_ignored = is_given(options->ignore) &&
                              matches_location(options->ignore, builder, location, &text);
    }
    /* Filters see the empty stack under its name. */
    builder->root = (struct verdict){
        .is_removed = is_removed(options, JP_SPAN(JP_NO_STACK_NAME)),
        .is_focused =
            is_given(options->focus) && jp_regex_matches(options->focus, JP_SPAN(JP_NO_STACK_NAME)),
        .is_ignored = is_given(options->ignore) &&
                      jp_regex_matches(options->ignore, JP_SPAN(JP_NO_STACK_NAME)),
    };
    jp_buf_release(&text);
}

static const struct verdict *verdict_of(const struct builder *builder, uint32_t stack)
{
    return &builder->verdicts[builder->profile->stacks.data[stack].location];
}

static void drop_allocator(struct builder *builder)
{
    const struct jp_profile *const profile = builder->profile;

    builder->is_needed = jp_mem_resize(NULL, profile->stacks.count, sizeof *builder->is_needed);
    builder->visible = jp_mem_resize(NULL, profile->stacks.count, sizeof *builder->visible);
    jp_allocator_visible(profile, builder->classes, builder->options->naming == JP_NAMES_JEPROF,
                         builder->visible, builder->is_needed);
}

static bool same_node(const void *owner, uint32_t id, const void *key)
{
    const struct jp_view_node *const a = &((const struct jp_view *)owner)->nodes.data[id];
    const struct jp_view_node *const b = key;

    return a->parent == b->parent && a->location == b->location;
}

static uint32_t add_node(struct builder *builder, uint32_t parent, uint32_t location)
{
    const struct jp_view_node node = {.parent = parent, .location = location};
    const bool can_meet = builder->options->fold || is_given(builder->options->retain) ||
                          is_given(builder->options->exclude);
    const uint64_t hash = jp_hash_mix(parent, location);

    /* Only when frames between are taken out can two stacks become one. */
    if (can_meet) {
        const uint32_t id = jp_index_find(&builder->index, hash, same_node, builder->view, &node);
        if (id != JP_INDEX_NONE)
            return id;
    }
    const uint32_t id = (uint32_t)builder->view->nodes.count;
    jp_vec_push(&builder->view->nodes, node);
    if (can_meet)
        jp_index_add(&builder->index, hash, id);
    return id;
}

/* What filters say of a stack: removed frames have no say, folded ones do. */
static void judge_stack(struct builder *builder, uint32_t stack)
{
    const uint32_t parent = builder->profile->stacks.data[stack].parent;
    const struct verdict *const verdict = verdict_of(builder, stack);
    const bool counts = !verdict->is_removed;

    builder->marks[stack] = builder->marks[parent];
    if (counts)
        builder->marks[stack] |= (unsigned char)((verdict->is_folded ? 0 : MARK_OWN) |
                                                 (verdict->is_focused ? MARK_FOCUSED : 0) |
                                                 (verdict->is_ignored ? MARK_IGNORED : 0));
}

/*
 * The view node of a stack. Below the root there is a path of folded frames for stacks that hold
 * nothing else; the first other frame starts again at the root.
 */
static uint32_t node_of(struct builder *builder, uint32_t stack)
{
    const struct jp_stack *const at = &builder->profile->stacks.data[stack];
    const struct verdict *const verdict = verdict_of(builder, stack);
    const bool has_own = builder->marks[stack] & MARK_OWN;
    const bool is_first = has_own && !(builder->marks[at->parent] & MARK_OWN);

    if (verdict->is_removed || (verdict->is_folded && has_own))
        return builder->nodes[at->parent];
    return add_node(builder, is_first ? 0 : builder->nodes[at->parent], at->location);
}

/*
 * View nodes for the stacks. A frame of the allocator that called something else keeps its node: it
 * is dropped only where it is the youngest.
 */
static void add_nodes(struct builder *builder)
{
    const size_t count = builder->profile->stacks.count;

    builder->nodes = jp_mem_resize(NULL, count, sizeof *builder->nodes);
    builder->marks = jp_mem_resize(NULL, count, sizeof *builder->marks);
    builder->marks[JP_ROOT_STACK] = 0;
    builder->nodes[JP_ROOT_STACK] = 0;
    jp_vec_push(&builder->view->nodes, (struct jp_view_node){.location = UINT32_MAX});
    for (uint32_t i = 1; i < count; i++) {
        judge_stack(builder, i);
        builder->nodes[i] = builder->is_needed[i]
                                ? node_of(builder, i)
                                : builder->nodes[builder->profile->stacks.data[i].parent];
    }
}

static double value_of(const struct jp_sample *sample, const struct jp_noise *noise,
                       const struct jp_view_options *options)
{
    const double after = sample->main.of[options->metric];
    const double base = sample->base.of[options->metric];
    const double before = options->drop_negative && base > after ? after : base;

    switch (options->quantity) {
    case JP_QUANTITY_AFTER:
        return after;
    case JP_QUANTITY_BEFORE:
        return before;
    case JP_QUANTITY_VARIANCE:
        return jp_noise_variance(noise, sample, options->metric);
    case JP_QUANTITY_COUNT:
        return jp_noise_count(noise, sample, options->metric);
    default:
        return after - before;
    }
}

/* The node that a stack's values go to; none when a filter or jeprof's rules dropped the stack. */
static uint32_t target_of(const struct builder *builder, uint32_t stack)
{
    const struct jp_view_options *const options = builder->options;
    const uint32_t visible = builder->visible[stack];
    const uint32_t node = builder->nodes[visible];
    const bool is_root = stack == JP_ROOT_STACK;
    const bool is_focused =
        is_root ? builder->root.is_focused : builder->marks[visible] & MARK_FOCUSED;
    const bool is_ignored =
        is_root ? builder->root.is_ignored : builder->marks[visible] & MARK_IGNORED;
    const bool is_gone = (is_root ? builder->root.is_removed : node == 0) ||
                         (is_given(options->focus) && !is_focused) || is_ignored;

    return is_gone ? JP_NO_NODE : node;
}

/* A stack's target takes the place of the stack that was left of it. */
static void find_targets(struct builder *builder)
{
    const size_t count = builder->profile->stacks.count;

    for (uint32_t stack = 0; stack < count; stack++)
        builder->visible[stack] = target_of(builder, stack);
    builder->view->of_stack = builder->visible;
}

/*
 * Few nodes have a value of their own. While values are added up, a node has in its place the
 * number of its sum, counted from 1.
 */
typedef JP_VEC(struct jp_sum) sums;

static struct jp_sum *sum_of(sums *list, struct jp_view_node *node)
{
    if (node->value == 0) {
        jp_vec_push(list, (struct jp_sum){0, 0});
        node->value = (double)list->count;
    }
    return &list->data[(size_t)node->value - 1];
}

static void add_values(struct builder *builder)
{
    struct jp_view *const view = builder->view;
    const struct jp_noise noise = builder->options->quantity == JP_QUANTITY_VALUE
                                      ? (struct jp_noise){.period_bytes = 0}
                                      : jp_noise_of(builder->profile);
    sums of_nodes = {0};
    struct jp_sum total = {0};
    struct jp_sum kept = {0};
    struct jp_sum no_stack = {0};

    for (size_t i = 0; i < builder->profile->samples.count; i++) {
        const struct jp_sample *const sample = &builder->profile->samples.data[i];
        if (sample->thread != builder->options->thread)
            continue;
        const double value = value_of(sample, &noise, builder->options);
        const uint32_t target = view->of_stack[sample->stack];
        jp_sum_add(&total, value);
        if (target == JP_NO_NODE)
            continue;
        view->kept_count++;
        jp_sum_add(&kept, value);
        jp_sum_add(sum_of(&of_nodes, &view->nodes.data[target]), value);
        if (sample->stack == JP_ROOT_STACK)
            jp_sum_add(&no_stack, value);
    }
    for (size_t i = 0; i < view->nodes.count; i++) {
        double *const value = &view->nodes.data[i].value;
        *value = *value == 0 ? 0 : jp_sum_value(of_nodes.data[(size_t)*value - 1]);
    }
    view->total = jp_sum_value(total);
    view->kept = jp_sum_value(kept);
    view->no_stack = jp_sum_value(no_stack);
    jp_vec_release(&of_nodes);
}

/* What finding the nodes took; the values need as much again. */
static void release(struct builder *builder)
{
    free(builder->verdicts);
    free(builder->classes);
    free(builder->is_needed);
    free(builder->marks);
    free(builder->nodes);
    jp_index_release(&builder->index);
}

void jp_view_init(struct jp_view *view, const struct jp_profile *profile,
                  const struct jp_view_options *options)
{
    struct builder builder = {.view = view, .profile = profile, .options = options};

    *view = (struct jp_view){.profile = profile, .metric = options->metric};
    judge_locations(&builder);
    drop_allocator(&builder);
    add_nodes(&builder);
    find_targets(&builder);
    release(&builder);
    add_values(&builder);
}

void jp_view_release(struct jp_view *view)
{
    jp_vec_release(&view->nodes);
    free(view->of_stack);
    *view = (struct jp_view){0};
}
