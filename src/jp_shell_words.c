/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_words.h"

#include "jp_buf.h"
#include "jp_store_query.h"

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* "top20": the number is no part of the command. */
static void take_command(struct jp_shell_words *words, struct jp_span word)
{
    size_t len = word.len;

    while (len && is_digit(word.ptr[len - 1]))
        len--;
    words->command = jp_span_slice(word, 0, len);
    for (size_t i = len; i < word.len && words->number < 100000000; i++)
        words->number = 10 * words->number + (size_t)(word.ptr[i] - '0');
}

/* "top 20" is "top20". */
static bool take_number(struct jp_shell_words *words, struct jp_span word)
{
    uint64_t number;

    if (words->number || words->words.count || !jp_span_take_decimal(&word, &number) || word.len)
        return false;
    words->number = (size_t)number;
    return true;
}

static void take_word(struct jp_shell_words *words, struct jp_span word)
{
    size_t dashes = 0;

    while (dashes < 2 && dashes < word.len && word.ptr[dashes] == '-')
        dashes++;
    const struct jp_span rest = jp_span_slice(word, dashes, word.len);
    if (dashes && rest.len)
        jp_vec_push(&words->switches, rest);
    else
        jp_vec_push(&words->words, word);
}

/* ">file", ">> file": the name may be a word of its own. False: WORD is not of that kind. */
static bool take_target(struct jp_shell_words *words, struct jp_span word, struct jp_span *rest)
{
    if (!jp_span_starts_with(word, JP_SPAN(">")))
        return false;
    words->has_target = true;
    words->is_appended = jp_span_starts_with(word, JP_SPAN(">>"));
    words->target = jp_span_slice(word, words->is_appended ? 2 : 1, word.len);
    if (words->target.len == 0)
        jp_span_take_word(rest, &words->target);
    return true;
}

static void begin(struct jp_shell_words *words, struct jp_span *line)
{
    struct jp_span word;

    *words = (struct jp_shell_words){
        .command = JP_SPAN(""), .target = JP_SPAN(""), .doubtful = JP_SPAN("")};
    *line = jp_span_trim(*line);
    if (jp_span_take_word(line, &word))
        take_command(words, word);
}

void jp_shell_words_init(struct jp_shell_words *words, struct jp_span line)
{
    struct jp_span word;

    begin(words, &line);
    while (jp_span_take_word(&line, &word)) {
        if (jp_span_starts_with(word, JP_SPAN("|")))
            words->has_pipe = true;
        else if (!take_target(words, word, &line) &&
                 (!jp_span_equal(words->command, JP_SPAN("top")) || !take_number(words, word)))
            take_word(words, word);
    }
}

static bool has_ending_of_table(struct jp_span file)
{
    static const char *const endings[] = {".csv", ".tsv", ".json", ".jsonl", ".md", ".txt"};

    for (size_t i = 0; i < JP_COUNT_OF(endings); i++) {
        if (jp_span_ends_with(file, jp_span_of(endings[i])))
            return true;
    }
    return false;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* Where " >word" or " >>word" at the end of LINE begins, or its length. */
static size_t find_end_target(struct jp_span line)
{
    size_t at = line.len;

    while (at && line.ptr[at - 1] != '>')
        at--;
    struct jp_span behind = jp_span_trim(jp_span_slice(line, at, line.len));
    at -= at > 0;
    at -= at > 0 && line.ptr[at - 1] == '>';
    if (at == 0 || line.ptr[at] != '>' || !is_blank(line.ptr[at - 1]))
        return line.len;
    for (size_t i = 0; i < behind.len; i++) {
        if (is_blank(behind.ptr[i]) || strchr("'\"`();", behind.ptr[i]))
            return line.len;
    }
    return at;
}

static struct jp_span take_end_target(struct jp_shell_words *words, struct jp_span line)
{
    const size_t at = find_end_target(line);
    struct jp_shell_words end = {.target = JP_SPAN("")};
    struct jp_span rest = jp_span_slice(line, at, line.len);
    struct jp_span word;

    if (!jp_span_take_word(&rest, &word) || !take_target(&end, word, &rest))
        return line;
    const struct jp_span query = jp_span_slice(line, 0, at);
    if (!has_ending_of_table(end.target) &&
        (jp_store_query_is_formed(line) || !jp_store_query_is_formed(query))) {
        words->doubtful = jp_span_slice(line, at, line.len);
        return line;
    }
    words->has_target = true;
    words->is_appended = end.is_appended;
    words->target = end.target;
    return query;
}

void jp_shell_words_init_whole(struct jp_shell_words *words, struct jp_span line)
{
    struct jp_span rest;
    struct jp_span word;

    begin(words, &line);
    rest = line;
    if (jp_span_take_word(&rest, &word) && take_target(words, word, &rest))
        line = rest;
    else
        line = take_end_target(words, jp_span_trim(line));
    line = jp_span_trim(line);
    if (line.len)
        jp_vec_push(&words->words, line);
}

void jp_shell_words_release(struct jp_shell_words *words)
{
    jp_vec_release(&words->switches);
    jp_vec_release(&words->words);
}

bool jp_shell_assignment(struct jp_span line, struct jp_span *name, struct jp_span *value)
{
    const size_t equals = jp_span_find(line, JP_SPAN("="), 0);

    *name = jp_span_trim(jp_span_slice(line, 0, equals));
    if (equals == SIZE_MAX || name->len == 0)
        return false;
    for (size_t i = 0; i < name->len; i++)
        if (name->ptr[i] == ' ' || name->ptr[i] == '\t')
            return false;
    *value = jp_span_trim(jp_span_slice(line, equals + 1, line.len));
    return true;
}

const char *jp_shell_join(struct jp_arena *arena, const struct jp_span *list, size_t count,
                          const char *glue)
{
    struct jp_buf text = JP_BUF_INIT;

    for (size_t i = 0; i < count; i++) {
        if (i)
            jp_buf_add_text(&text, glue);
        jp_buf_add(&text, list[i]);
    }
    const char *const joined = jp_arena_text(arena, jp_buf_span(&text));
    jp_buf_release(&text);
    return joined;
}
