/* SPDX-License-Identifier: BSD-2-Clause */
/* --drop-dumps, --prune, --vacuum and --resymbolize: the care of a store. */
#include "config.h"

#include "jp_mode.h"
#include "jp_number.h"
#include "jp_stored.h"

#include <inttypes.h>

static void tell(struct jp_session *session, int64_t count)
{
    jp_buf_format(&session->words, "%s: %" PRId64 " %s dropped; --vacuum gives the space back\n",
                  jp_options_text(session->options, JP_OPT_DB), count,
                  jp_number_words((uint64_t)count, "dump", "dumps"));
}

/* The next word of a list with commas; false at the end. */
static bool take_word(struct jp_span *rest, struct jp_span *word)
{
    if (rest->len == 0)
        return false;
    const size_t comma = jp_span_find(*rest, JP_SPAN(","), 0);
    *word = jp_span_slice(*rest, 0, comma);
    *rest = jp_span_slice(*rest, comma == SIZE_MAX ? rest->len : comma + 1, rest->len);
    return true;
}

bool jp_mode_drop(struct jp_session *session, JP_UNUSED struct jp_buf *out, struct jp_error *error)
{
    struct jp_span rest = jp_span_of(jp_options_text(session->options, JP_OPT_DROP));
    struct jp_span word;
    struct jp_store_dumps dumps = {0};
    int64_t count = 0;

    struct jp_store *const store = jp_stored_open(session, JP_STORE_WRITE, error);
    bool fine = store != NULL;
    while (fine && take_word(&rest, &word))
        fine = jp_store_find(store, jp_arena_text(&session->arguments.arena, word), &dumps, error);
    fine = fine && jp_store_drop(store, &dumps, &count, error);
    if (fine)
        tell(session, count);
    jp_store_dumps_release(&dumps);
    jp_store_close(store);
    return fine;
}

static bool parse_keep(const char *text, struct jp_store_keep *keep, struct jp_error *error)
{
    const struct {
        const char *word;
        bool *flag;
    } words[] = {
        {"first", &keep->first}, {"last", &keep->last},     {"hourly", &keep->hourly},
        {"daily", &keep->daily}, {"weekly", &keep->weekly},
    };
    struct jp_span rest = jp_span_of(text);
    struct jp_span word;

    while (take_word(&rest, &word)) {
        size_t at = 0;
        while (at < JP_COUNT_OF(words) && !jp_span_equal(word, jp_span_of(words[at].word)))
            at++;
        if (at == JP_COUNT_OF(words))
            return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                                "--prune=%.*s: what is kept is first, last, hourly, daily or "
                                "weekly, with commas between",
                                JP_SPAN_ARG(word));
        *words[at].flag = true;
    }
    return true;
}

bool jp_mode_prune(struct jp_session *session, JP_UNUSED struct jp_buf *out, struct jp_error *error)
{
    struct jp_store_keep keep = {.first = false};
    struct jp_store_pruned pruned;

    if (!parse_keep(jp_options_text(session->options, JP_OPT_PRUNE), &keep, error))
        return false;
    struct jp_store *const store = jp_stored_open(session, JP_STORE_WRITE, error);
    const bool fine = store && jp_store_prune(store, &keep, &pruned, error);
    if (fine)
        tell(session, pruned.dump_count);
    if (fine && pruned.untimed_series)
        jp_diags_add(&session->diags, JP_WARNING, NULL, 0,
                     "%" PRId64 " series %s kept whole: the times do not tell when the dumps were "
                     "taken, and --prune=first,last needs none",
                     pruned.untimed_series,
                     jp_number_words((uint64_t)pruned.untimed_series, "is", "are"));
    jp_store_close(store);
    return fine;
}

bool jp_mode_vacuum(struct jp_session *session, JP_UNUSED struct jp_buf *out,
                    struct jp_error *error)
{
    struct jp_store *const store = jp_stored_open(session, JP_STORE_WRITE, error);
    const bool fine = store && jp_store_vacuum(store, error);

    jp_store_close(store);
    return fine;
}

bool jp_mode_resymbolize(struct jp_session *session, JP_UNUSED struct jp_buf *out,
                         struct jp_error *error)
{
    struct jp_symbolize_options symbolize = jp_session_symbolize(session);
    const struct jp_option_value *const maps = &session->options->values[JP_OPT_PERF_MAP];
    const struct jp_store_resymbolize_options options = {
        .finder = session->finder,
        .symbolize = &symbolize,
        .perf_maps = maps->list.data,
        .perf_map_count = maps->list.count,
    };
    struct jp_dwarf_work work = {0};
    uint64_t found = 0;

    symbolize.no_inlines = false;
    struct jp_store *const store = jp_stored_open(session, JP_STORE_WRITE, error);
    const bool fine =
        store && jp_store_resymbolize(store, &options, &found, &work, &session->diags, error);
    if (fine)
        jp_buf_format(&session->words, "%s: new names for %" PRIu64 " %s\n",
                      jp_options_text(session->options, JP_OPT_DB), found,
                      jp_number_words(found, "address", "addresses"));
    jp_store_close(store);
    return fine;
}
