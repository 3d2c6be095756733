/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_options.h"

#include <stdlib.h>
#include <string.h>

enum { JEPROF = 1, NEGATABLE = 2, ON = 4, UNUSED = 8, FIRST = 16 };

const struct jp_option jp_option_table[JP_OPTION_COUNT] = {
#define JP_OPTION(id, name_, letter_, kind_, flags_, set_, group_, metavar_, fallback_, help_, \
                  manual_)                                                                     \
    [JP_OPT_##id] = {.name = (name_),                                                          \
                     .letter = (letter_),                                                      \
                     .kind = JP_KIND_##kind_,                                                  \
                     .set = JP_SET_##set_,                                                     \
                     .group = JP_GROUP_##group_,                                               \
                     .is_jeprof = ((flags_)&JEPROF) != 0,                                      \
                     .is_negatable = ((flags_)&NEGATABLE) != 0,                                \
                     .is_on = ((flags_)&ON) != 0,                                              \
                     .is_unused = ((flags_)&UNUSED) != 0,                                      \
                     .is_first = ((flags_)&FIRST) != 0,                                        \
                     .metavar = (metavar_),                                                    \
                     .fallback = (fallback_),                                                  \
                     .help = (help_),                                                          \
                     .manual = (manual_)},
#include "jp_options.def"
#undef JP_OPTION
};

const char *const jp_group_headings[JP_GROUP_COUNT] = {
#define X(name, heading) heading,
    JP_GROUP_LIST(X)
#undef X
};

void jp_options_reset(struct jp_options *options, enum jp_option_id id)
{
    const struct jp_option *const option = &jp_option_table[id];
    struct jp_option_value *const value = &options->values[id];

    value->is_given = false;
    value->is_on = option->is_on;
    value->text = option->fallback;
    value->number = strtod(option->fallback, NULL);
    value->list.count = 0;
}

void jp_options_init(struct jp_options *options)
{
    *options = (struct jp_options){0};
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        jp_options_reset(options, (enum jp_option_id)i);
}

void jp_options_release(struct jp_options *options)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        jp_vec_release(&options->values[i].list);
    jp_vec_release(&options->arguments);
}

void jp_options_copy(struct jp_options *copy, const struct jp_options *options)
{
    *copy = *options;
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option_value *const from = &options->values[i];
        struct jp_option_value *const to = &copy->values[i];
        to->list.data = NULL;
        to->list.count = to->list.capacity = 0;
        for (size_t k = 0; k < from->list.count; k++)
            jp_vec_push(&to->list, from->list.data[k]);
    }
    copy->arguments.data = NULL;
    copy->arguments.count = copy->arguments.capacity = 0;
    for (size_t i = 0; i < options->arguments.count; i++)
        jp_vec_push(&copy->arguments, options->arguments.data[i]);
}

enum jp_option_id jp_options_chosen(const struct jp_options *options, enum jp_option_set set)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option_value *const value = &options->values[i];
        if (jp_option_table[i].set == set && (value->is_on || value->text[0] != '\0'))
            return (enum jp_option_id)i;
    }
    return JP_OPTION_COUNT;
}
