/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_builds.h"

#include "jp_buf.h"

#include <stdlib.h>

enum { IN_MAIN = 1, IN_BASE = 2 };

static unsigned sides_of(const struct jp_sample *sample)
{
    const struct jp_values *const main = &sample->main;
    const struct jp_values *const base = &sample->base;
    const bool in_main = main->of[JP_INUSE_BYTES] > 0 || main->of[JP_ALLOC_BYTES] > 0;
    const bool in_base = base->of[JP_INUSE_BYTES] > 0 || base->of[JP_ALLOC_BYTES] > 0;

    return (in_main ? IN_MAIN : 0) | (in_base ? IN_BASE : 0);
}

/* For each module: is it part of stacks of the main dumps, of the base? */
static unsigned char *find_sides(const struct jp_profile *profile)
{
    unsigned char *const of_module = jp_mem_zeroed(profile->modules.count, 1);
    unsigned char *const of_stack = jp_mem_zeroed(profile->stacks.count, 1);

    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        of_stack[sample.stack] |= (unsigned char)sides_of(&sample);
    }
    for (size_t i = profile->stacks.count; i-- > 1;) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        of_stack[stack->parent] |= of_stack[i];
        of_module[profile->locations.data[stack->location].module] |= of_stack[i];
    }
    free(of_stack);
    return of_module;
}

static struct jp_span file_name(const struct jp_profile *profile, size_t module)
{
    return jp_span_basename(jp_intern_span(&profile->strings, profile->modules.data[module].path));
}

/* The module of the main dumps that INDEX, of the base only, is another build of; INDEX: none. */
static uint32_t find_main(const struct jp_profile *profile, const unsigned char *sides,
                          uint32_t index)
{
    const struct jp_module *const module = &profile->modules.data[index];
    uint32_t found = index;

    if (module->kind != JP_MODULE_FILE || sides[index] != IN_BASE)
        return index;
    for (uint32_t i = 0; i < profile->modules.count; i++) {
        const struct jp_module *const other = &profile->modules.data[i];
        if (i == index || other->kind != JP_MODULE_FILE || !(sides[i] & IN_MAIN))
            continue;
        if (other->path == module->path)
            return i;
        if (found == index && jp_span_equal(file_name(profile, i), file_name(profile, index)))
            found = i;
    }
    return found;
}

uint32_t *jp_builds_match(const struct jp_profile *profile)
{
    const size_t count = profile->modules.count;
    uint32_t *const matches = jp_mem_resize(NULL, count, sizeof *matches);
    unsigned char *const sides = jp_profile_has_base(profile) ? find_sides(profile) : NULL;

    for (uint32_t i = 0; i < count; i++)
        matches[i] = sides ? find_main(profile, sides, i) : i;
    free(sides);
    return matches;
}

/* --- stacks by name -------------------------------------------------------------------------- */

/* A stack of names: its caller's, and a function, or a location that has no name. */
struct name_node {
    uint32_t parent;
    uint32_t id;
    bool is_location;
};

struct name_trie {
    JP_VEC(struct name_node) nodes; /* node 0: the root */
    struct jp_index index;
};

static bool same_node(const void *owner, uint32_t id, const void *key)
{
    const struct name_node *const a = &((const struct name_trie *)owner)->nodes.data[id];
    const struct name_node *const b = key;

    return a->parent == b->parent && a->id == b->id && a->is_location == b->is_location;
}

static uint32_t descend(struct name_trie *trie, struct name_node node)
{
    const uint64_t hash = jp_hash_mix((uint64_t)node.parent << 1 | node.is_location, node.id);
    uint32_t found = jp_index_find(&trie->index, hash, same_node, trie, &node);

    if (found == JP_INDEX_NONE) {
        found = (uint32_t)trie->nodes.count;
        jp_vec_push(&trie->nodes, node);
        jp_index_add(&trie->index, hash, found);
    }
    return found;
}

/* Per stack: its node among the stacks of names. Two stacks of the same names have the same. */
static uint32_t *name_stacks(struct name_trie *trie, const struct jp_profile *profile)
{
    uint32_t *const nodes = jp_mem_zeroed(profile->stacks.count, sizeof *nodes);

    jp_vec_push(&trie->nodes, (struct name_node){0});
    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        const struct jp_location *const location = &profile->locations.data[stack->location];
        uint32_t node = nodes[stack->parent];
        if (location->frames_count == 0)
            node = descend(trie, (struct name_node){node, stack->location, true});
        for (uint32_t k = location->frames_count; k-- > 0;) {
            const struct jp_frame *const frame = &profile->frames.data[location->frames_first + k];
            node = descend(trie, (struct name_node){node, frame->function, false});
        }
        nodes[i] = node;
    }
    return nodes;
}

/* Shares of the base's bytes. */
struct shares {
    double through; /* in stacks that pass through another build */
    double lone;    /* the part of these that the main dumps have no stack of the same names for */
};

static struct shares shares_of(const struct jp_profile *profile, const uint32_t *matches)
{
    struct name_trie trie = {0};
    uint32_t *const nodes = name_stacks(&trie, profile);
    bool *const touches = jp_mem_zeroed(profile->stacks.count, sizeof *touches);
    bool *const in_main = jp_mem_zeroed(trie.nodes.count, sizeof *in_main);
    struct shares shares = {0};
    double whole = 0;

    for (size_t i = 1; i < profile->stacks.count; i++) {
        const struct jp_stack *const stack = &profile->stacks.data[i];
        const uint32_t module = profile->locations.data[stack->location].module;
        touches[i] = touches[stack->parent] || matches[module] != module;
    }
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        in_main[nodes[sample.stack]] |= (sides_of(&sample) & IN_MAIN) != 0;
    }
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        const double bytes = sample.base.of[JP_INUSE_BYTES];
        if (sample.thread != JP_PROCESS)
            continue;
        whole += bytes;
        if (!touches[sample.stack])
            continue;
        shares.through += bytes;
        shares.lone += in_main[nodes[sample.stack]] ? 0 : bytes;
    }
    free(nodes);
    free(touches);
    free(in_main);
    jp_vec_release(&trie.nodes);
    jp_index_release(&trie.index);
    shares.through = whole > 0 ? shares.through / whole : 0;
    shares.lone = whole > 0 ? shares.lone / whole : 0;
    return shares;
}

void jp_builds_check(const struct jp_profile *profile, struct jp_diags *diags)
{
    uint32_t *const matches = jp_builds_match(profile);
    struct jp_buf names = JP_BUF_INIT;

    for (uint32_t i = 0; i < profile->modules.count; i++) {
        if (matches[i] == i)
            continue;
        if (names.len)
            jp_buf_add_text(&names, ", ");
        jp_buf_add(&names, file_name(profile, i));
    }
    if (names.len) {
        const struct shares shares = shares_of(profile, matches);
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "%.1f %% of the base's bytes come through another build of %s than the main "
                     "dumps have: stacks are compared by the names of functions there, and %.1f %% "
                     "of the base's bytes are in stacks without a counterpart",
                     100 * shares.through, names.ptr, 100 * shares.lone);
    }
    jp_buf_release(&names);
    free(matches);
}
