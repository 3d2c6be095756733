/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who is to blame for a stack: the site it belongs to. A site is a function, a line, a module, a
 * thread or the stack itself. Each stack has one, so that sites add up to the total. For functions,
 * lines and modules it is that of the youngest frame that is the program's own: not of the
 * allocator, a container or the standard library. A stack of nothing else belongs to its youngest
 * frame.
 */
#ifndef JP_SITES_H
#define JP_SITES_H

#include "jp_plumbing.h"
#include "jp_view.h"

enum jp_site_kind {
    JP_SITE_FUNCTION,
    JP_SITE_LINE,
    JP_SITE_STACK,
    JP_SITE_MODULE,
    JP_SITE_THREAD,
};

#define JP_NO_SITE UINT32_MAX

/* A stack as names, from the outermost on; 0 is the empty one. */
struct jp_site_path {
    uint32_t parent;
    uint32_t key;
};

struct jp_sites {
    const struct jp_view *view;
    const struct jp_keys *keys;
    struct jp_plumbing plumbing; /* which frames are not the program's own */
    enum jp_site_kind kind;
    uint32_t thread; /* whose samples count, but for THREAD */
    uint32_t count;
    /*
     * FUNCTION, LINE: string id in keys.strings. STACK: index in paths; stacks of equal names are
     * one. MODULE: string id in modules, 0 for the empty stack. THREAD: index in
     * profile.threads.
     */
    JP_VEC(uint32_t) ids;
    JP_VEC(struct jp_site_path) paths;
    struct jp_intern modules; /* MODULE: file names, so that builds of one module are one */
    /* Per stack of the profile; JP_NO_SITE: a filter dropped it. NULL: THREAD. */
    uint32_t *of_stack;
    uint32_t *of_thread; /* per thread of the profile, for THREAD */
    uint32_t *blamed;    /* per node of the view: the node with the frame that is blamed */
    uint32_t *plain;     /* per key: the key of the same function or line, not inlined; or itself */
};

/*
 * KEYS are by line for LINE, else by function. VIEW and KEYS are kept. THREAD as in the view's
 * options.
 */
void jp_sites_init(struct jp_sites *sites, const struct jp_view *view, const struct jp_keys *keys,
                   enum jp_site_kind kind, uint32_t thread);
void jp_sites_release(struct jp_sites *sites);

/*
 * The site of a sample, or JP_NO_SITE: filtered away, or of the other account (for
 * THREAD the samples of all threads count, else those of the process or of one thread).
 */
uint32_t jp_sites_of(const struct jp_sites *sites, struct jp_sample_key sample);

#endif
