/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --symbols: addresses and a memory map on standard input, one name per address on standard output.
 * An address is looked up as it is, and not one before as return addresses are.
 */
#include "config.h"

#include "jp_file.h"
#include "jp_mode.h"
#include "jp_modules.h"
#include "jp_name_table.h"
#include "jp_questions.h"
#include "jp_visible.h"

/* One location per question. */
static void locate(struct jp_session *session, const struct jp_dump *questions, uint32_t *locations)
{
    struct jp_modules modules;

    jp_modules_init(&modules, &session->profile, questions, session->finder);
    for (size_t i = 0; i < questions->addresses.count; i++)
        locations[i] = jp_modules_location(&modules, questions->addresses.data[i] + 1);
    jp_modules_release(&modules);
}

/* The function that holds the code, whatever is inlined there; "??" without a name. */
static void answer(struct jp_buf *out, const struct jp_session *session, const uint32_t *locations,
                   size_t count)
{
    const struct jp_profile *const profile = &session->profile;
    uint32_t *const names = jp_mem_resize(NULL, profile->functions.count, sizeof *names);
    struct jp_intern strings;

    jp_intern_init(&strings);
    jp_name_table_fill(names, &strings, profile, session->grouping.naming);
    for (size_t i = 0; i < count; i++) {
        const struct jp_location *const location = &profile->locations.data[locations[i]];
        const struct jp_frame *const last =
            profile->frames.data + location->frames_first + location->frames_count;
        const uint32_t name = location->frames_count ? names[last[-1].function] : 0;
        jp_visible_add(out, name ? jp_intern_span(&strings, name) : JP_SPAN("??"), "");
        jp_buf_add_byte(out, '\n');
    }
    jp_intern_release(&strings);
    free(names);
}

bool jp_mode_symbols(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct jp_dump questions;
    struct jp_file input;

    if (!jp_file_open(&input, "-", JP_FILE_NAMED_BY_USER, error))
        return false;
    jp_questions_parse(&questions, input.bytes, "-", &session->diags);
    jp_file_release(&input);
    const size_t count = questions.addresses.count;
    uint32_t *const locations = jp_mem_resize(NULL, count, sizeof *locations);
    session->profile.has_plain_addresses = true;
    locate(session, &questions, locations);
    const bool is_named = jp_session_name(session, error);
    if (is_named)
        answer(out, session, locations, count);
    free(locations);
    jp_dump_release(&questions);
    return is_named;
}
