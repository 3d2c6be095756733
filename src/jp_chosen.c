/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chosen.h"

#include "jp_name_table.h"

#include <stdlib.h>

bool jp_chosen_init(struct jp_chosen *chosen, struct jp_session *session, enum jp_option_id option,
                    struct jp_error *error)
{
    const struct jp_profile *const profile = &session->profile;
    const size_t count = profile->functions.count;
    struct jp_regex regex;

    if (!jp_regex_init(&regex, jp_options_text(session->options, option), error))
        return jp_error_prepend(error, "--%s", jp_option_table[option].name);
    *chosen = (struct jp_chosen){
        .ids = jp_mem_zeroed(count, sizeof *chosen->ids),
        .is_wanted = jp_mem_zeroed(count, sizeof *chosen->is_wanted),
    };
    jp_intern_init(&chosen->strings);
    jp_name_table_fill(chosen->ids, &chosen->strings, profile, session->grouping.naming);
    for (size_t i = 0; i < count; i++) {
        const uint32_t complete = profile->functions.data[i].name;
        chosen->is_wanted[i] =
            complete != 0 &&
            (jp_regex_matches(&regex, jp_intern_span(&profile->strings, complete)) ||
             jp_regex_matches(&regex, jp_intern_span(&chosen->strings, chosen->ids[i])));
        chosen->count += chosen->is_wanted[i];
    }
    const bool is_decided =
        jp_regex_check(&regex, jp_option_table[option].name, &session->diags, error);
    jp_regex_release(&regex);
    if (!is_decided)
        jp_chosen_release(chosen);
    return is_decided;
}

void jp_chosen_release(struct jp_chosen *chosen)
{
    jp_intern_release(&chosen->strings);
    free(chosen->ids);
    free(chosen->is_wanted);
}
