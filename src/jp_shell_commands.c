/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell.h"

#include "jp_choice.h"
#include "jp_stored.h"

#include <stdlib.h>

static const struct jp_shell_command own[] = {
    {"options", NULL, "The options that can be assigned, with their values"},
    {"help", NULL, "This help"},
    {"quit", NULL, "Leave; so does the end of the input"},
    {"exit", NULL, "The same"},
};

/* Does the mode look at the sum of the dumps? Some look at each by itself, or at a store. */
static bool is_of_sum(enum jp_option_id mode)
{
    struct jp_options options;

    jp_options_init(&options);
    options.values[mode].is_on = true;
    options.values[mode].text = "x";
    const bool result = !jp_choice_is_series(&options) && !jp_stored_is_whole(&options);
    jp_options_release(&options);
    return result;
}

/* Not these: what they need is gone when the shell begins, or is what the shell reads. */
static bool is_of_shell(const struct jp_mode *mode)
{
    return mode->option != JP_OPT_RAW && mode->option != JP_OPT_SYMBOLS &&
           mode->option != JP_OPT_INTERACTIVE && is_of_sum(mode->option);
}

struct jp_shell_command *jp_shell_commands(size_t *count)
{
    JP_VEC(struct jp_shell_command) list = {0};

    jp_vec_push(&list,
                (struct jp_shell_command){"top", jp_mode_find(JP_SPAN("text")),
                                          "The largest rows: top is ten of them, top20 is twenty"});
    for (size_t i = 0; i < jp_mode_count; i++) {
        const struct jp_option *const option = &jp_option_table[jp_modes[i].option];
        if (is_of_shell(&jp_modes[i]))
            jp_vec_push(&list, (struct jp_shell_command){option->name, &jp_modes[i], option->help});
    }
    for (size_t i = 0; i < JP_COUNT_OF(own); i++)
        jp_vec_push(&list, own[i]);
    *count = list.count;
    return list.data;
}

bool jp_shell_is_assignable(enum jp_option_id option)
{
    switch (option) {
    case JP_OPT_THREAD:
    case JP_OPT_SOURCE_PATH:
    case JP_OPT_SOURCE_MAP:
    case JP_OPT_CUM:
    case JP_OPT_FORMAT:
        return true;
    case JP_OPT_INLINES:
    case JP_OPT_RULES:
        return false;
    default:
        break;
    }
    switch (jp_option_table[option].group) {
    case JP_GROUP_METRIC:
    case JP_GROUP_GRANULARITY:
    case JP_GROUP_FILTER:
    case JP_GROUP_GRAPH:
        return true;
    default:
        return false;
    }
}
