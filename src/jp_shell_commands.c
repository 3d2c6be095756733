/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell.h"

#include <stdlib.h>

static const struct jp_shell_command own[] = {
    {"options", NULL, "The options that can be assigned, with their values"},
    {"help", NULL, "This help"},
    {"quit", NULL, "Leave; so does the end of the input"},
    {"exit", NULL, "The same"},
};

struct jp_shell_command *jp_shell_commands(size_t *count)
{
    JP_VEC(struct jp_shell_command) list = {0};

    jp_vec_push(&list,
                (struct jp_shell_command){"top", jp_mode_find(JP_SPAN("text")),
                                          "The largest rows: top is ten of them, top20 is twenty"});
    for (size_t i = 0; i < jp_mode_count; i++) {
        const struct jp_option *const option = &jp_option_table[jp_modes[i].option];
        if (jp_modes[i].option != JP_OPT_INTERACTIVE)
            jp_vec_push(&list, (struct jp_shell_command){option->name, &jp_modes[i], option->help});
    }
    for (size_t i = 0; i < JP_COUNT_OF(own); i++)
        jp_vec_push(&list, own[i]);
    *count = list.count;
    return list.data;
}

enum jp_shell_change jp_shell_change_of(enum jp_option_id option)
{
    switch (option) {
    case JP_OPT_THREAD:
    case JP_OPT_SOURCE_PATH:
    case JP_OPT_SOURCE_MAP:
    case JP_OPT_CUM:
    case JP_OPT_SHOW_STACKS:
    case JP_OPT_FORMAT:
    case JP_OPT_JOBS:
    case JP_OPT_PARAM:
    case JP_OPT_WRITE:
    case JP_OPT_VERBOSE:
        return JP_CHANGE_AT_ONCE;
    case JP_OPT_BASE:
    case JP_OPT_LIB_PREFIX:
    case JP_OPT_SYSROOT:
    case JP_OPT_ADD_LIB:
    case JP_OPT_DEBUG_DIR:
    case JP_OPT_PERF_MAP:
    case JP_OPT_SYMBOLIZER:
    case JP_OPT_TIME:
    case JP_OPT_ONE_PROCESS:
    case JP_OPT_STRICT:
    case JP_OPT_INLINES:
    case JP_OPT_RULES:
        return JP_CHANGE_READING;
    default:
        break;
    }
    if (jp_option_table[option].set == JP_SET_MODE)
        return JP_CHANGE_NEVER; /* a command, among options of its group */
    switch (jp_option_table[option].group) {
    case JP_GROUP_METRIC:
    case JP_GROUP_GRANULARITY:
    case JP_GROUP_FILTER:
    case JP_GROUP_GRAPH:
    case JP_GROUP_GROWTH:
        return JP_CHANGE_AT_ONCE;
    default:
        return JP_CHANGE_NEVER;
    }
}
