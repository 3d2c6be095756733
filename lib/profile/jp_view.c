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

#include "jp_view_parts.h"

#include "jp_allocator.h"

struct builder {
    struct jp_view *view;
    const struct jp_profile *profile;
    const struct jp_view_options *options;
    struct jp_view_verdict *verdicts; /* per location */
    enum jp_allocator_class *classes; /* the same; all NONE when the allocator is shown */
    struct jp_view_verdict root;      /* of the empty stack */
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

static void judge_locations(struct builder *builder)
{
    const struct jp_view_options *const options = builder->options;
    const size_t count = builder->profile->locations.count;

    builder->verdicts = jp_mem_zeroed(count, sizeof *builder->verdicts);
    builder->classes = jp_mem_zeroed(count, sizeof *builder->classes);
    if (!options->keep_allocator)
        jp_allocator_mark(builder->profile, options->naming == JP_NAMES_JEPROF, builder->classes);
    jp_view_judge(builder->verdicts, builder->profile, options);
    builder->root = jp_view_judge_root(options);
}

static const struct jp_view_verdict *verdict_of(const struct builder *builder, uint32_t stack)
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
    return options->fold || jp_view_is_given(options->retain) || jp_view_is_given(options->exclude);
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
    const struct jp_view_verdict *const verdict = verdict_of(builder, stack);
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
    const struct jp_view_verdict *const verdict = verdict_of(builder, stack);
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

    if (!takes_out_frames(options) && !jp_view_is_given(options->focus) &&
        !jp_view_is_given(options->ignore))
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
                         (jp_view_is_given(options->focus) && !is_focused) || is_ignored;

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
    jp_view_add_values(view, options);
}

void jp_view_release(struct jp_view *view)
{
    free(view->own_nodes);
    jp_view_values_release(&view->values);
    jp_subset_release(&view->targets.stacks);
    free(view->targets.nodes);
    *view = (struct jp_view){0};
}
