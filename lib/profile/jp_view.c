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
    bool *is_needed;       /* per stack: it is left of some sample, or part of what is left */
    unsigned char *marks;  /* per stack: enum mark; NULL: no filter asks for them */
    uint32_t *nodes;       /* per stack: its view node; NULL: that of the same number */
    struct jp_index index; /* of view nodes, by parent and location */
    JP_VEC(struct jp_stack) made; /* nodes of the view */
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

/* Until targets are known: the stacks left of those with samples after the allocator's frames went.
 */
static void drop_allocator(struct builder *builder)
{
    const struct jp_profile *const profile = builder->profile;
    struct jp_view_targets *const targets = &builder->view->targets;

    jp_subset_init(&targets->stacks, profile->stacks.count);
    for (size_t i = 0; i < profile->samples.count; i++)
        jp_subset_add(&targets->stacks, profile->samples.keys[i].stack);
    jp_subset_finish(&targets->stacks);
    targets->nodes = jp_mem_resize(NULL, targets->stacks.count, sizeof *targets->nodes);
    jp_allocator_visible(profile, builder->classes, builder->options->naming == JP_NAMES_JEPROF,
                         &targets->stacks, targets->nodes);
}

static void mark_needed(struct builder *builder)
{
    const struct jp_profile *const profile = builder->profile;
    const struct jp_view_targets *const targets = &builder->view->targets;

    builder->is_needed = jp_mem_zeroed(profile->stacks.count, sizeof *builder->is_needed);
    builder->is_needed[JP_ROOT_STACK] = true;
    for (uint32_t i = 0; i < targets->stacks.count; i++)
        builder->is_needed[targets->nodes[i]] = true;
    for (size_t i = profile->stacks.count; i-- > 1;)
        builder->is_needed[profile->stacks.data[i].parent] |= builder->is_needed[i];
}

/* Only when frames between are taken out can two stacks become one. */
static bool takes_out_frames(const struct jp_view_options *options)
{
    return options->fold || is_given(options->retain) || is_given(options->exclude);
}

static bool same_node(const void *owner, uint32_t id, const void *key)
{
    const struct jp_stack *const a = &((const struct builder *)owner)->made.data[id];
    const struct jp_stack *const b = key;

    return a->parent == b->parent && a->location == b->location;
}

static uint32_t add_node(struct builder *builder, uint32_t parent, uint32_t location)
{
    const struct jp_stack node = {.parent = parent, .location = location};
    const bool can_meet = takes_out_frames(builder->options);
    const uint64_t hash = jp_hash_mix(parent, location);

    if (can_meet) {
        const uint32_t id = jp_index_find(&builder->index, hash, same_node, builder, &node);
        if (id != JP_INDEX_NONE)
            return id;
    }
    const uint32_t id = (uint32_t)builder->made.count;
    jp_vec_push(&builder->made, node);
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

/* Without filters every stack but the empty one has frames of its own, and no other mark. */
static bool has_mark(const struct builder *builder, uint32_t stack, enum mark mark)
{
    return builder->marks ? builder->marks[stack] & mark
                          : mark == MARK_OWN && stack != JP_ROOT_STACK;
}

/*
 * The view node of a stack. Below the root there is a path of folded frames for stacks that hold
 * nothing else; the first other frame starts again at the root.
 */
static uint32_t node_of(struct builder *builder, uint32_t stack)
{
    const struct jp_stack *const at = &builder->profile->stacks.data[stack];
    const struct verdict *const verdict = verdict_of(builder, stack);
    const bool has_own = has_mark(builder, stack, MARK_OWN);
    const bool is_first = has_own && !has_mark(builder, at->parent, MARK_OWN);

    if (verdict->is_removed || (verdict->is_folded && has_own))
        return builder->nodes[at->parent];
    return add_node(builder, is_first ? 0 : builder->nodes[at->parent], at->location);
}

static void judge_stacks(struct builder *builder)
{
    const struct jp_view_options *const options = builder->options;
    const size_t count = builder->profile->stacks.count;

    if (!takes_out_frames(options) && !is_given(options->focus) && !is_given(options->ignore))
        return;
    builder->marks = jp_mem_resize(NULL, count, sizeof *builder->marks);
    builder->marks[JP_ROOT_STACK] = 0;
    for (uint32_t i = 1; i < count; i++)
        judge_stack(builder, i);
}

/*
 * View nodes for the stacks. A frame of the allocator that called something else keeps its node: it
 * is dropped only where it is the youngest.
 */
static void make_nodes(struct builder *builder)
{
    const size_t count = builder->profile->stacks.count;

    mark_needed(builder);
    builder->nodes = jp_mem_resize(NULL, count, sizeof *builder->nodes);
    builder->nodes[JP_ROOT_STACK] = 0;
    jp_vec_push(&builder->made, (struct jp_stack){.location = UINT32_MAX});
    for (uint32_t i = 1; i < count; i++)
        builder->nodes[i] = builder->is_needed[i]
                                ? node_of(builder, i)
                                : builder->nodes[builder->profile->stacks.data[i].parent];
    builder->view->own_nodes = builder->made.data;
    builder->view->nodes = (struct jp_view_nodes){builder->made.data, builder->made.count};
}

static void add_nodes(struct builder *builder)
{
    if (builder->options->has_spare_nodes && !takes_out_frames(builder->options))
        builder->view->nodes =
            (struct jp_view_nodes){builder->profile->stacks.data, builder->profile->stacks.count};
    else
        make_nodes(builder);
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

/*
 * The node that a stack's values go to of which VISIBLE is left; none when a filter or jeprof's
 * rules dropped the stack.
 */
static uint32_t target_of(const struct builder *builder, uint32_t stack, uint32_t visible)
{
    const struct jp_view_options *const options = builder->options;
    const uint32_t node = builder->nodes ? builder->nodes[visible] : visible;
    const bool is_root = stack == JP_ROOT_STACK;
    const bool is_focused =
        is_root ? builder->root.is_focused : has_mark(builder, visible, MARK_FOCUSED);
    const bool is_ignored =
        is_root ? builder->root.is_ignored : has_mark(builder, visible, MARK_IGNORED);
    const bool is_gone = (is_root ? builder->root.is_removed : node == 0) ||
                         (is_given(options->focus) && !is_focused) || is_ignored;

    return is_gone ? JP_NO_NODE : node;
}

/* A stack's target takes the place of the stack that was left of it. */
static void find_targets(struct builder *builder)
{
    const struct jp_profile *const profile = builder->profile;
    struct jp_view_targets *const targets = &builder->view->targets;

    for (uint32_t stack = 0; stack < profile->stacks.count; stack++) {
        const uint32_t place = jp_subset_place(&targets->stacks, stack);
        if (place != JP_INDEX_NONE)
            targets->nodes[place] = target_of(builder, stack, targets->nodes[place]);
    }
}

/* The nodes that values go to. */
static void find_owners(struct builder *builder)
{
    struct jp_view *const view = builder->view;

    jp_subset_init(&view->values.owners, view->nodes.count);
    for (size_t i = 0; i < builder->profile->samples.count; i++) {
        const struct jp_sample_key sample = builder->profile->samples.keys[i];
        const uint32_t target = jp_view_of_stack(view, sample.stack);
        if (sample.thread == builder->options->thread && target != JP_NO_NODE)
            jp_subset_add(&view->values.owners, target);
    }
    jp_subset_finish(&view->values.owners);
}

/* The values of SUMS, which become the array of them. */
static double *values_of(struct jp_sum *sums, size_t count)
{
    double *const values = jp_mem_resize(NULL, count, sizeof *values);

    for (size_t i = 0; i < count; i++)
        values[i] = jp_sum_value(sums[i]);
    free(sums);
    return values;
}

static void add_values(struct builder *builder)
{
    struct jp_view *const view = builder->view;
    const struct jp_noise noise = builder->options->quantity == JP_QUANTITY_VALUE
                                      ? (struct jp_noise){.period_bytes = 0}
                                      : jp_noise_of(builder->profile);
    find_owners(builder);
    const size_t owner_count = view->values.owners.count;
    struct jp_sum *const of_nodes = jp_mem_zeroed(owner_count, sizeof *of_nodes);
    struct jp_sum total = {0};
    struct jp_sum kept = {0};
    struct jp_sum no_stack = {0};

    for (size_t i = 0; i < builder->profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&builder->profile->samples, i);
        if (sample.thread != builder->options->thread)
            continue;
        const double value = value_of(&sample, &noise, builder->options);
        const uint32_t target = jp_view_of_stack(view, sample.stack);
        jp_sum_add(&total, value);
        if (target == JP_NO_NODE)
            continue;
        view->kept_count++;
        jp_sum_add(&kept, value);
        jp_sum_add(&of_nodes[jp_subset_place(&view->values.owners, target)], value);
        if (sample.stack == JP_ROOT_STACK)
            jp_sum_add(&no_stack, value);
    }
    view->values.of = values_of(of_nodes, owner_count);
    view->total = jp_sum_value(total);
    view->kept = jp_sum_value(kept);
    view->no_stack = jp_sum_value(no_stack);
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
    judge_stacks(&builder);
    add_nodes(&builder);
    find_targets(&builder);
    release(&builder);
    add_values(&builder);
}

void jp_view_values_init(struct jp_view_values *values, const double *of_nodes, size_t count)
{
    jp_subset_init(&values->owners, count);
    for (uint32_t i = 0; i < count; i++)
        if (of_nodes[i] != 0)
            jp_subset_add(&values->owners, i);
    jp_subset_finish(&values->owners);
    values->of = jp_mem_resize(NULL, values->owners.count, sizeof *values->of);
    for (uint32_t i = 0; i < count; i++)
        if (of_nodes[i] != 0)
            values->of[jp_subset_place(&values->owners, i)] = of_nodes[i];
}

void jp_view_values_release(struct jp_view_values *values)
{
    jp_subset_release(&values->owners);
    free(values->of);
    *values = (struct jp_view_values){.of = NULL};
}

void jp_view_release(struct jp_view *view)
{
    free(view->own_nodes);
    jp_view_values_release(&view->values);
    jp_subset_release(&view->targets.stacks);
    free(view->targets.nodes);
    *view = (struct jp_view){0};
}
