/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --symbols: addresses and a memory map on standard input, one name per address on standard output.
 * An address is looked up as it is, and not one before as return addresses are.
 */
#include "config.h"

#include "jp_file.h"
#include "jp_mode.h"
#include "jp_modules.h"
#include "jp_questions.h"
#include "jp_report_symbols.h"

#include <stdlib.h>

/* One location per question. */
static void locate(struct jp_session *session, const struct jp_dump *questions, uint32_t *locations)
{
    struct jp_modules modules;

    jp_modules_init(&modules, &session->profile, questions, session->finder);
    for (size_t i = 0; i < questions->addresses.count; i++)
        locations[i] = jp_modules_location(&modules, questions->addresses.data[i] + 1);
    jp_modules_release(&modules);
}

static void answer(struct jp_session *session, struct jp_buf *out, const struct jp_dump *questions,
                   const uint32_t *locations)
{
    const struct jp_symbol_answers answers = {
        .profile = &session->profile,
        .naming = session->grouping.naming,
        .addresses = questions->addresses.data,
        .locations = locations,
        .count = questions->addresses.count,
    };
    struct jp_table table;

    if (session->format == JP_TABLE_TEXT) {
        jp_report_symbols(out, &answers);
        return;
    }
    jp_report_table_symbols(&table, &answers);
    jp_mode_table(session, out, &table);
}

static bool read_questions(struct jp_session *session, struct jp_dump *questions,
                           struct jp_error *error)
{
    struct jp_file input;

    if (session->questions.len) {
        jp_questions_parse(questions, session->questions, "symbols", &session->diags);
        return true;
    }
    if (!jp_file_open(&input, "-", JP_FILE_NAMED_BY_USER, error))
        return false;
    jp_questions_parse(questions, input.bytes, "-", &session->diags);
    jp_file_release(&input);
    return true;
}

bool jp_mode_symbols(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct jp_dump questions;

    if (!read_questions(session, &questions, error))
        return false;
    const size_t count = questions.addresses.count;
    uint32_t *const locations = jp_mem_resize(NULL, count, sizeof *locations);
    session->profile.has_plain_addresses = true;
    locate(session, &questions, locations);
    const bool is_named = jp_session_name(session, error);
    if (is_named)
        answer(session, out, &questions, locations);
    free(locations);
    jp_dump_release(&questions);
    return is_named;
}
