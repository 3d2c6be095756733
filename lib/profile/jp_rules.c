/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_rules.h"

#include "jp_file.h"
#include "jp_quote.h"

#include <string.h>

/* frames.rules, put here by embed.sh. */
extern const unsigned char jp_frames_rules[];
extern const size_t jp_frames_rules_size;

enum { FILE_LIMIT = 1 << 20 }; /* a table that people write is smaller */

static const struct jp_span kind_words[JP_RULE_KIND_COUNT] = {
#define X(id, word) [JP_RULE_##id] = JP_SPAN(word),
    JP_RULE_LIST(X)
#undef X
};

static const struct {
    const char *word;
    enum jp_language language;
} languages[] = {{"c", JP_LANGUAGE_C}, {"c++", JP_LANGUAGE_CPP}, {"rust", JP_LANGUAGE_RUST}};

static bool find_kind(struct jp_span word, enum jp_rule_kind *kind)
{
    for (size_t i = 0; i < JP_RULE_KIND_COUNT; i++) {
        if (jp_span_equal(word, kind_words[i])) {
            *kind = (enum jp_rule_kind)i;
            return true;
        }
    }
    return false;
}

static bool find_language(struct jp_span word, enum jp_language *language)
{
    for (size_t i = 0; i < JP_COUNT_OF(languages); i++) {
        if (jp_span_equal(word, jp_span_of(languages[i].word))) {
            *language = languages[i].language;
            return true;
        }
    }
    return false;
}

/* Only the kinds that compare bare names know languages. */
static bool takes_language(enum jp_rule_kind kind)
{
    return kind == JP_RULE_CONTAINER || kind == JP_RULE_STD || kind == JP_RULE_WRAPPER ||
           kind == JP_RULE_ASYNC || kind == JP_RULE_KEEP;
}

static bool fail_kind(struct jp_span word, const char *path, uint64_t line, struct jp_error *error)
{
    char quoted[JP_QUOTE_SIZE];

    jp_error_set(error, JP_EXIT_INPUT, path, line, "%s is no kind of rule", jp_quote(quoted, word));
    return jp_error_hint(error, "a rule is KIND PATTERN or KIND/LANGUAGE PATTERN; kinds: module, "
                                "export, jeprof, prefix, api, internal, core, entry, container, "
                                "std, wrapper, async, library, keep, argument, spelling; "
                                "languages, for container, std, wrapper, async and keep: c, c++, "
                                "rust");
}

/* "LONG => SHORT", where SHORT may be missing. */
static bool split_spelling(struct jp_rule *rule, const char *path, uint64_t line,
                           struct jp_error *error)
{
    static const struct jp_span arrow = JP_SPAN(" =>");
    const size_t at = jp_span_find(rule->pattern, arrow, 0);

    if (at == SIZE_MAX || at == 0)
        return jp_error_set(error, JP_EXIT_INPUT, path, line,
                            "a spelling is LONG => SHORT, and this has no such arrow");
    rule->self = jp_span_slice(rule->pattern, 0, at);
    rule->pattern = jp_span_trim(jp_span_slice(rule->pattern, at + arrow.len, rule->pattern.len));
    return true;
}

/* What a line begins with. */
struct head {
    struct jp_span word;
    enum jp_rule_kind kind;
    enum jp_language language;
};

/* Take the first word off *TEXT. HEAD is that of the line before, which most lines have as well:
 * the table is read at each start of the program. False: no rule begins with head->word. */
static bool take_head(struct head *head, struct jp_span *text)
{
    const size_t len = head->word.len;

    if (len && len < text->len && jp_span_is_blank(text->ptr[len]) &&
        jp_span_starts_with(*text, head->word)) {
        *text = jp_span_slice(*text, len, text->len);
        return true;
    }
    *head = (struct head){.language = JP_LANGUAGE_ANY};
    jp_span_take_word(text, &head->word);
    const struct jp_span word = head->word;
    const size_t slash = jp_span_find_byte(word, '/', 0);
    if (!find_kind(jp_span_slice(word, 0, slash), &head->kind))
        return false;
    return slash == SIZE_MAX ||
           (takes_language(head->kind) &&
            find_language(jp_span_slice(word, slash + 1, word.len), &head->language));
}

/* One line, trimmed, that is neither empty nor a comment. */
static bool add_rule(struct jp_rules *rules, struct head *head, struct jp_span text,
                     const char *path, uint64_t line, struct jp_error *error)
{
    if (!take_head(head, &text))
        return fail_kind(head->word, path, line, error);
    jp_span_skip_blanks(&text);
    if (text.len == 0)
        return jp_error_set(error, JP_EXIT_INPUT, path, line, "%.*s has no pattern",
                            JP_SPAN_ARG(head->word));
    const enum jp_rule_kind kind = head->kind;
    struct jp_rule rule = {.language = head->language, .pattern = text};
    const size_t as =
        takes_language(kind) ? jp_span_find(rule.pattern, JP_SPAN(" as "), 0) : SIZE_MAX;
    if (as != SIZE_MAX) {
        rule.self = jp_span_slice(rule.pattern, 0, as);
        rule.pattern = jp_span_slice(rule.pattern, as + 4, rule.pattern.len);
    }
    if (kind == JP_RULE_SPELLING) {
        if (!split_spelling(&rule, path, line, error))
            return false;
        if (rule.self.len)
            rules->begins_spelling[(unsigned char)rule.self.ptr[0]] = true;
    }
    uint32_t *const newest = &rules->newest[kind][jp_rules_chain(rule.pattern)];
    rule.older = *newest;
    jp_vec_push(&rules->of[kind], rule);
    *newest = (uint32_t)rules->of[kind].count;
    return true;
}

static bool add_rules(struct jp_rules *rules, struct jp_span text, const char *path,
                      struct jp_error *error)
{
    struct head head = {0};
    struct jp_span line;

    for (uint64_t number = 1; jp_span_take_line(&text, &line, NULL); number++) {
        line = jp_span_trim(line);
        if (line.len && line.ptr[0] != '#' && !add_rule(rules, &head, line, path, number, error))
            return false;
    }
    return true;
}

void jp_rules_init(struct jp_rules *rules)
{
    const struct jp_span table = {(const char *)jp_frames_rules, jp_frames_rules_size};

    *rules = (struct jp_rules){.arena = JP_ARENA_INIT};
    /* A fault in it is found by a test. */
    (void)add_rules(rules, table, "frames.rules", NULL);
}

void jp_rules_release(struct jp_rules *rules)
{
    for (size_t i = 0; i < JP_RULE_KIND_COUNT; i++)
        jp_vec_release(&rules->of[i]);
    jp_arena_release(&rules->arena);
}

bool jp_rules_read(struct jp_rules *rules, const char *path, struct jp_error *error)
{
    struct jp_file file;

    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, error))
        return false;
    const bool fine =
        file.bytes.len <= FILE_LIMIT
            ? add_rules(rules, jp_arena_span(&rules->arena, file.bytes), path, error)
            : jp_error_set(error, JP_EXIT_INPUT, path, 0,
                           "is no table of rules: it is larger than %d bytes", FILE_LIMIT);
    jp_file_release(&file);
    return fine;
}

/* "17h", 16 hexadecimal digits and "E": how the older Rust mangling ends, but for suffixes. */
static bool has_rust_hash(struct jp_span linkage)
{
    const struct jp_span mark = JP_SPAN("17h");

    for (size_t at = 0; (at = jp_span_find(linkage, mark, at)) != SIZE_MAX; at++) {
        struct jp_span digits = jp_span_slice(linkage, at + mark.len, at + mark.len + 16);
        uint64_t hash;
        const bool is_whole = digits.len == 16;
        if (is_whole && jp_span_take_hex(&digits, &hash) && digits.len == 0 &&
            jp_span_starts_with(jp_span_slice(linkage, at + mark.len + 16, linkage.len),
                                JP_SPAN("E")))
            return true;
    }
    return false;
}

enum jp_language jp_rules_language(struct jp_span linkage)
{
    if (jp_span_starts_with(linkage, JP_SPAN("_R")))
        return JP_LANGUAGE_RUST;
    if (!jp_span_starts_with(linkage, JP_SPAN("_Z")))
        return JP_LANGUAGE_ANY;
    return has_rust_hash(linkage) ? JP_LANGUAGE_RUST : JP_LANGUAGE_CPP;
}
