/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sites.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

/* What the frames of a node say about blame. */
struct blame {
    uint32_t node; /* whose frame is blamed */
    uint32_t key;  /* its key, in keys.strings; 0: nothing to blame so far */
    bool is_own;   /* the frame is the program's own */
};

struct finder {
    struct jp_sites *sites;
    struct blame *blames; /* per node of the view */
    uint32_t *paths;      /* STACK: per node of the view */
    struct jp_index path_index;
};

/* A function is one site, inlined or not: keys that say "(inline)" stand for the others. */
static uint32_t plain_key(const struct jp_intern *strings, uint32_t key, struct jp_buf *text)
{
    const struct jp_span name = jp_intern_span(strings, key);
    const size_t at = jp_span_find(name, JP_SPAN(JP_INLINE_MARK), 0);

    if (at == SIZE_MAX)
        return key;
    jp_buf_clear(text);
    jp_buf_add(text, jp_span_slice(name, 0, at));
    jp_buf_add(text, jp_span_slice(name, at + strlen(JP_INLINE_MARK), name.len));
    const uint32_t plain = jp_intern_find(strings, jp_buf_span(text));
    return plain == JP_INDEX_NONE ? key : plain;
}

static void find_plain_keys(struct jp_sites *sites)
{
    const struct jp_intern *const strings = &sites->keys->strings;
    struct jp_buf text = JP_BUF_INIT;

    sites->plain = jp_mem_resize(NULL, strings->spans.count, sizeof *sites->plain);
    for (uint32_t key = 0; key < strings->spans.count; key++)
        sites->plain[key] = plain_key(strings, key, &text);
    jp_buf_release(&text);
}

static bool is_plumbing(const struct finder *finder, uint32_t location, uint32_t frame)
{
    return jp_plumbing_of(&finder->sites->plumbing, location, frame) != 0;
}

/* The youngest frame of LOCATION that is not plumbing; its youngest one when there is none. */
static struct blame blame_location(const struct finder *finder, uint32_t node, uint32_t location)
{
    const struct jp_keys *const keys = finder->sites->keys;
    const uint32_t first = keys->first[location];
    const uint32_t end = keys->first[location + 1];

    for (uint32_t i = first; i < end; i++)
        if (!is_plumbing(finder, location, keys->frames.data[i]))
            return (struct blame){node, keys->list.data[i], true};
    return (struct blame){node, first < end ? keys->list.data[first] : 0, false};
}

/* Callers have smaller ids, so theirs is known already. */
static void blame_nodes(struct finder *finder)
{
    const struct jp_view *const view = finder->sites->view;
    const uint32_t no_stack =
        jp_intern_find(&finder->sites->keys->strings, JP_SPAN(JP_NO_STACK_NAME));

    finder->blames = jp_mem_resize(NULL, view->nodes.count, sizeof *finder->blames);
    finder->blames[0] = (struct blame){0, no_stack == JP_INDEX_NONE ? 0 : no_stack, false};
    for (uint32_t node = 1; node < view->nodes.count; node++) {
        const struct jp_stack *const data = &view->nodes.data[node];
        const struct blame own = blame_location(finder, node, data->location);
        const struct blame above = finder->blames[data->parent];
        const bool is_above = !own.is_own && (above.is_own || (!own.key && data->parent));
        finder->blames[node] = is_above ? above : own;
    }
}

static bool same_path(const void *owner, uint32_t path, const void *key)
{
    const struct jp_site_path *const a = &((const struct jp_sites *)owner)->paths.data[path];
    const struct jp_site_path *const b = key;

    return a->parent == b->parent && a->key == b->key;
}

static uint32_t find_path(struct finder *finder, uint32_t parent, uint32_t key)
{
    struct jp_sites *const sites = finder->sites;
    const struct jp_site_path path = {parent, key};
    const uint64_t hash = jp_hash_mix(parent, key);
    const uint32_t known = jp_index_find(&finder->path_index, hash, same_path, sites, &path);

    if (known != JP_INDEX_NONE)
        return known;
    const uint32_t id = (uint32_t)sites->paths.count;
    jp_vec_push(&sites->paths, path);
    jp_index_add(&finder->path_index, hash, id);
    return id;
}

/*
 * Stacks by their names, so that the same stack of another build is the same: other addresses, and
 * calls that are inlined in only one of them.
 */
static void name_paths(struct finder *finder)
{
    struct jp_sites *const sites = finder->sites;
    const struct jp_view *const view = sites->view;

    finder->paths = jp_mem_resize(NULL, view->nodes.count, sizeof *finder->paths);
    finder->paths[0] = 0;
    jp_vec_push(&sites->paths, (struct jp_site_path){0, 0});
    for (uint32_t node = 1; node < view->nodes.count; node++) {
        const struct jp_stack *const data = &view->nodes.data[node];
        const uint32_t first = sites->keys->first[data->location];
        uint32_t path = finder->paths[data->parent];
        for (uint32_t i = sites->keys->first[data->location + 1]; i-- > first;)
            path = find_path(finder, path, sites->plain[sites->keys->list.data[i]]);
        finder->paths[node] = path;
    }
}

static uint32_t module_of(struct finder *finder, uint32_t node)
{
    const struct jp_view *const view = finder->sites->view;
    const struct jp_profile *const profile = view->profile;

    if (node == 0)
        return 0;
    const struct jp_location *const location =
        &profile->locations.data[view->nodes.data[node].location];
    const uint32_t path = profile->modules.data[location->module].path;
    return jp_intern_add(&finder->sites->modules,
                         jp_span_basename(jp_intern_span(&profile->strings, path)));
}

static uint32_t id_of(struct finder *finder, uint32_t node)
{
    const struct blame blame = finder->blames[node];

    switch (finder->sites->kind) {
    case JP_SITE_STACK:
        return finder->paths[node];
    case JP_SITE_MODULE:
        return module_of(finder, blame.node);
    default:
        return finder->sites->plain[blame.key];
    }
}

static bool same_id(const void *owner, uint32_t site, const void *key)
{
    return ((const struct jp_sites *)owner)->ids.data[site] == *(const uint32_t *)key;
}

static uint32_t find_or_add(struct jp_sites *sites, struct jp_index *index, uint32_t id)
{
    const uint64_t hash = jp_hash_mix(id, 0);
    const uint32_t known = jp_index_find(index, hash, same_id, sites, &id);

    if (known != JP_INDEX_NONE)
        return known;
    jp_vec_push(&sites->ids, id);
    jp_index_add(index, hash, sites->count);
    return sites->count++;
}

/* Only stacks with samples: others are callers of some stack. */
static void number_stacks(struct finder *finder)
{
    struct jp_sites *const sites = finder->sites;
    const struct jp_profile *const profile = sites->view->profile;
    struct jp_index index = {.slots = NULL};

    sites->of_stack = jp_mem_resize(NULL, profile->stacks.count, sizeof *sites->of_stack);
    for (size_t i = 0; i < profile->stacks.count; i++)
        sites->of_stack[i] = JP_NO_SITE;
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample_key sample = profile->samples.keys[i];
        const uint32_t node = jp_view_of_stack(sites->view, sample.stack);
        if (sample.thread == sites->thread && node != JP_NO_NODE)
            sites->of_stack[sample.stack] = find_or_add(sites, &index, id_of(finder, node));
    }
    jp_index_release(&index);
}

static void number_threads(struct jp_sites *sites)
{
    const struct jp_profile *const profile = sites->view->profile;

    sites->of_thread = jp_mem_resize(NULL, profile->threads.count, sizeof *sites->of_thread);
    sites->of_thread[JP_PROCESS] = JP_NO_SITE;
    for (uint32_t i = 1; i < profile->threads.count; i++) {
        sites->of_thread[i] = sites->count++;
        jp_vec_push(&sites->ids, i);
    }
}

void jp_sites_init(struct jp_sites *sites, const struct jp_view *view, const struct jp_keys *keys,
                   enum jp_site_kind kind, uint32_t thread)
{
    struct finder finder = {.sites = sites};

    *sites = (struct jp_sites){.view = view, .keys = keys, .kind = kind, .thread = thread};
    jp_intern_init(&sites->modules);
    find_plain_keys(sites);
    jp_plumbing_init(&sites->plumbing, view->profile, true);
    blame_nodes(&finder);
    if (kind == JP_SITE_STACK)
        name_paths(&finder);
    if (kind == JP_SITE_THREAD)
        number_threads(sites);
    else
        number_stacks(&finder);
    sites->blamed = jp_mem_resize(NULL, view->nodes.count, sizeof *sites->blamed);
    for (size_t node = 0; node < view->nodes.count; node++)
        sites->blamed[node] = finder.blames[node].node;
    free(finder.blames);
    free(finder.paths);
    jp_index_release(&finder.path_index);
}

void jp_sites_release(struct jp_sites *sites)
{
    jp_plumbing_release(&sites->plumbing);
    jp_vec_release(&sites->ids);
    jp_vec_release(&sites->paths);
    jp_intern_release(&sites->modules);
    free(sites->of_stack);
    free(sites->of_thread);
    free(sites->blamed);
    free(sites->plain);
    *sites = (struct jp_sites){0};
}

uint32_t jp_sites_of(const struct jp_sites *sites, struct jp_sample_key sample)
{
    if (sites->kind != JP_SITE_THREAD)
        return sample.thread == sites->thread ? sites->of_stack[sample.stack] : JP_NO_SITE;
    if (jp_view_of_stack(sites->view, sample.stack) == JP_NO_NODE)
        return JP_NO_SITE;
    return sites->of_thread[sample.thread];
}
