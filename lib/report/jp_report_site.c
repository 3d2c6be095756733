/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_site.h"

#include "jp_mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A name without the mark of inlined calls: a function is one site, inlined or not. */
static void add_plain(struct jp_buf *out, struct jp_span name)
{
    const size_t at = jp_span_find(name, JP_SPAN(JP_INLINE_MARK), 0);

    jp_buf_add(out, jp_span_slice(name, 0, at));
    if (at != SIZE_MAX)
        jp_buf_add(out, jp_span_slice(name, at + strlen(JP_INLINE_MARK), name.len));
}

static void remove_controls(struct jp_buf *text, size_t from)
{
    for (size_t i = from; i < text->len; i++)
        if ((unsigned char)text->ptr[i] < ' ' || text->ptr[i] == 0x7f)
            text->ptr[i] = ' ';
}

/* A node's frames, outermost first. */
static void add_node(struct jp_buf *out, const struct jp_report_sites *names, uint32_t node)
{
    const struct jp_view *const view = names->sites->view;
    const struct jp_keys *const keys = names->sites->keys;
    JP_VEC(uint32_t) path = {0};
    const size_t start = out->len;

    for (uint32_t at = node; at != 0; at = view->nodes.data[at].parent)
        jp_vec_push(&path, view->nodes.data[at].location);
    for (size_t i = path.count; i-- > 0;) {
        const uint32_t location = path.data[i];
        for (uint32_t k = keys->first[location + 1]; k-- > keys->first[location];) {
            if (out->len > start)
                jp_buf_add_byte(out, ';');
            jp_report_frame_name(out, &names->labels, keys->list.data[k]);
        }
    }
    if (node == 0)
        jp_buf_add_text(out, JP_NO_STACK_NAME);
    jp_vec_release(&path);
}

/* A stack as names, outermost first. */
static void add_path(struct jp_buf *out, const struct jp_report_sites *names, uint32_t path)
{
    const struct jp_sites *const sites = names->sites;
    JP_VEC(uint32_t) keys = {0};

    for (uint32_t at = path; at != 0; at = sites->paths.data[at].parent)
        jp_vec_push(&keys, sites->paths.data[at].key);
    for (size_t i = keys.count; i-- > 0;) {
        jp_report_frame_name(out, &names->labels, keys.data[i]);
        if (i > 0)
            jp_buf_add_byte(out, ';');
    }
    if (path == 0)
        jp_buf_add_text(out, JP_NO_STACK_NAME);
    jp_vec_release(&keys);
}

static void add_thread(struct jp_buf *out, const struct jp_profile *profile, uint32_t thread)
{
    const struct jp_thread *const data = &profile->threads.data[thread];

    jp_buf_format(out, "t%" PRIu64, data->uid);
    if (data->name)
        jp_buf_format(out, " %s", jp_intern_text(&profile->strings, data->name));
}

void jp_report_site_key(struct jp_buf *out, const struct jp_report_sites *names, uint32_t key)
{
    struct jp_buf label = JP_BUF_INIT;

    jp_report_label(&label, &names->labels, key);
    add_plain(out, jp_buf_span(&label));
    jp_buf_release(&label);
}

static void add_name(struct jp_buf *out, const struct jp_report_sites *names, uint32_t site)
{
    const struct jp_sites *const sites = names->sites;
    const struct jp_profile *const profile = sites->view->profile;
    const uint32_t id = sites->ids.data[site];

    switch (sites->kind) {
    case JP_SITE_STACK:
        add_path(out, names, id);
        break;
    case JP_SITE_MODULE:
        if (id == 0)
            jp_buf_add_text(out, JP_NO_STACK_NAME);
        else
            jp_buf_add(out, jp_intern_span(&sites->modules, id));
        break;
    case JP_SITE_THREAD:
        add_thread(out, profile, id);
        break;
    default:
        jp_report_site_key(out, names, id);
        break;
    }
    remove_controls(out, 0);
}

void jp_report_sites_init(struct jp_report_sites *names, const struct jp_sites *sites)
{
    struct jp_buf text = JP_BUF_INIT;

    *names = (struct jp_report_sites){.sites = sites};
    jp_report_labels_init(&names->labels, sites->view->profile, sites->keys);
    names->names = jp_arena_array(&names->arena, sites->count, sizeof *names->names);
    for (uint32_t site = 0; site < sites->count; site++) {
        jp_buf_clear(&text);
        add_name(&text, names, site);
        names->names[site] = jp_arena_span(&names->arena, jp_buf_span(&text));
    }
    jp_buf_release(&text);
}

void jp_report_sites_release(struct jp_report_sites *names)
{
    jp_report_labels_release(&names->labels);
    jp_arena_release(&names->arena);
}

const char *jp_report_site_word(enum jp_site_kind kind, bool one)
{
    static const char *const words[][2] = {
        [JP_SITE_FUNCTION] = {"functions", "function"}, [JP_SITE_LINE] = {"lines", "line"},
        [JP_SITE_STACK] = {"stacks", "stack"},          [JP_SITE_MODULE] = {"modules", "module"},
        [JP_SITE_THREAD] = {"threads", "thread"},
    };

    return words[kind][one];
}

void jp_report_site_stack(struct jp_buf *out, const struct jp_report_sites *names, uint32_t stack)
{
    const size_t start = out->len;

    add_node(out, names, jp_view_of_stack(names->sites->view, stack));
    remove_controls(out, start);
}

struct frames {
    JP_VEC(uint32_t) keys;   /* the youngest first, none marked as inlined, each once */
    JP_VEC(uint32_t) counts; /* how often each is on the stack */
    uint32_t *places;        /* by key: from 1; 0: it was not met */
};

static void add_frame(struct frames *frames, uint32_t key)
{
    uint32_t *const place = &frames->places[key];

    if (*place) {
        frames->counts.data[*place - 1]++;
        return;
    }
    jp_vec_push(&frames->keys, key);
    jp_vec_push(&frames->counts, 1);
    *place = (uint32_t)frames->keys.count;
}

static void collect_frames(struct frames *frames, const struct jp_report_sites *names,
                           uint32_t stack, bool only_own)
{
    const struct jp_sites *const sites = names->sites;
    const struct jp_view *const view = sites->view;
    const struct jp_keys *const keys = sites->keys;

    for (uint32_t at = jp_view_of_stack(view, stack); at != 0; at = view->nodes.data[at].parent) {
        const uint32_t location = view->nodes.data[at].location;
        for (uint32_t k = keys->first[location]; k < keys->first[location + 1]; k++)
            if (!only_own || !jp_plumbing_of(&sites->plumbing, location, keys->frames.data[k]))
                add_frame(frames, sites->plain[keys->list.data[k]]);
    }
}

void jp_report_site_own_frames(struct jp_buf *out, const struct jp_report_sites *names,
                               uint32_t stack, const char *indent, size_t limit)
{
    struct frames frames = {
        .places = jp_mem_zeroed(names->sites->keys->strings.spans.count, sizeof *frames.places),
    };

    collect_frames(&frames, names, stack, true);
    if (frames.keys.count == 0)
        collect_frames(&frames, names, stack, false);
    for (size_t i = 0; i < frames.keys.count && i < limit; i++) {
        const size_t start = out->len;
        jp_buf_add_text(out, indent);
        jp_report_site_key(out, names, frames.keys.data[i]);
        remove_controls(out, start);
        if (frames.counts.data[i] > 1)
            jp_buf_format(out, " (%" PRIu32 " times)", frames.counts.data[i]);
        jp_buf_add_byte(out, '\n');
    }
    if (frames.keys.count > limit)
        jp_buf_format(out, "%s(%zu more)\n", indent, frames.keys.count - limit);
    jp_vec_release(&frames.keys);
    jp_vec_release(&frames.counts);
    free(frames.places);
}

void jp_report_site_frames(struct jp_buf *out, const struct jp_report_sites *names, uint32_t stack,
                           const char *indent)
{
    const struct jp_view *const view = names->sites->view;
    const struct jp_keys *const keys = names->sites->keys;

    for (uint32_t at = jp_view_of_stack(view, stack); at != 0; at = view->nodes.data[at].parent) {
        const uint32_t location = view->nodes.data[at].location;
        for (uint32_t k = keys->first[location]; k < keys->first[location + 1]; k++) {
            jp_buf_add_text(out, indent);
            jp_report_label(out, &names->labels, keys->list.data[k]);
            jp_buf_add_byte(out, '\n');
        }
    }
}
