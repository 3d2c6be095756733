/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of rules that says which frames are plumbing (frames.rules, embedded), with what the
 * user adds to it, and how names are shortened. Its kinds and the form of a line are described at
 * its head. What the rules mean for malloc is in jp_allocator.h, for other plumbing in
 * jp_plumbing.h, for names in jp_naming.h.
 */
#ifndef JP_RULES_H
#define JP_RULES_H

#include "jp_arena.h"
#include "jp_error.h"
#include "jp_vec.h"

/* X(id, word) */
#define JP_RULE_LIST(X)       \
    X(MODULE, "module")       \
    X(EXPORT, "export")       \
    X(JEPROF, "jeprof")       \
    X(PREFIX, "prefix")       \
    X(API, "api")             \
    X(INTERNAL, "internal")   \
    X(CORE, "core")           \
    X(ENTRY, "entry")         \
    X(CONTAINER, "container") \
    X(STD, "std")             \
    X(WRAPPER, "wrapper")     \
    X(ASYNC, "async")         \
    X(LIBRARY, "library")     \
    X(KEEP, "keep")           \
    X(ARGUMENT, "argument")   \
    X(SPELLING, "spelling")

enum jp_rule_kind {
#define X(id, word) JP_RULE_##id,
    JP_RULE_LIST(X)
#undef X
        JP_RULE_KIND_COUNT
};

/* Of a function: by its mangled name. Of a rule: the functions that it holds for. */
enum jp_language {
    JP_LANGUAGE_ANY, /* of a function: not known */
    JP_LANGUAGE_C,   /* a rule for functions without a mangled name */
    JP_LANGUAGE_CPP,
    JP_LANGUAGE_RUST,
};

struct jp_rule {
    enum jp_language language;
    uint32_t older;      /* the number of the one before it in its chain: see jp_rules.newest */
    struct jp_span self; /* what stands in front of " as ", or empty; of a spelling: the long one */
    struct jp_span pattern; /* the rest; of a spelling: the short one, which may be empty */
};

enum { JP_RULE_CHAINS = 32 };

struct jp_rules {
    struct jp_arena arena; /* patterns of the user's files */
    JP_VEC(struct jp_rule) of[JP_RULE_KIND_COUNT];
    /* Per chain of rules, by the low bits of the byte that their patterns begin with: the number of
     * the last one, counted from 1; 0: none. */
    uint32_t newest[JP_RULE_KIND_COUNT][JP_RULE_CHAINS];
    bool begins_spelling[256]; /* per byte: a long spelling begins with it */
};

static inline size_t jp_rules_chain(struct jp_span text)
{
    return text.len ? (unsigned char)text.ptr[0] % JP_RULE_CHAINS : 0;
}

/* The built-in table. */
void jp_rules_init(struct jp_rules *rules);
void jp_rules_release(struct jp_rules *rules);

/*
 * Add the rules of the file at PATH. False: it cannot be read, or one of its lines is no rule; the
 * message names the line.
 */
JP_MUST_CHECK bool jp_rules_read(struct jp_rules *rules, const char *path, struct jp_error *error);

/* PATTERN's stars match any run of bytes. */
bool jp_rules_glob(struct jp_span pattern, struct jp_span text);

/*
 * The rules of KIND that may match TEXT, by their first bytes: the first of them, or the one behind
 * RULE; NULL: there are no more.
 */
const struct jp_rule *jp_rules_first(const struct jp_rules *rules, enum jp_rule_kind kind,
                                     struct jp_span text);
const struct jp_rule *jp_rules_next(const struct jp_rules *rules, enum jp_rule_kind kind,
                                    const struct jp_rule *rule);

/* Does a rule of KIND, without regard to its language, match all of TEXT? */
bool jp_rules_has(const struct jp_rules *rules, enum jp_rule_kind kind, struct jp_span text);

/* The language that the form of a mangled name shows. */
enum jp_language jp_rules_language(struct jp_span linkage);

#endif
