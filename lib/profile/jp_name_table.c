/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_name_table.h"

#include <string.h>

/* What a step adds to tell functions of one name apart. */
enum step {
    STEP_UNLIMITED, /* the short name with all template lists shown */
    STEP_TEMPLATE,
    STEP_PARAMETERS,
    STEP_FULL,
    STEP_MODULE,
    STEP_FILE,
    STEP_LINKAGE,
    STEP_NUMBER,
    STEP_COUNT,
};

struct table {
    uint32_t *names;
    struct jp_intern *strings;
    const struct jp_profile *profile;
    enum jp_naming naming;
    uint32_t *order; /* function ids; functions of one name lie together */
    bool *is_jit;    /* per function: its name is a text that a just-in-time compiler chose */
};

struct by_name {
    uint32_t name;
    uint32_t function;
};

static int compare_by_name(const void *a, const void *b)
{
    const struct by_name *const x = a;
    const struct by_name *const y = b;

    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

/* Bring COUNT function ids into order of their names' ids, then of their own. */
static void sort_functions(const struct table *table, uint32_t *functions, size_t count)
{
    struct by_name *const rows = jp_mem_resize(NULL, count, sizeof *rows);

    for (size_t i = 0; i < count; i++)
        rows[i] = (struct by_name){table->names[functions[i]], functions[i]};
    qsort(rows, count, sizeof *rows, compare_by_name);
    for (size_t i = 0; i < count; i++)
        functions[i] = rows[i].function;
    free(rows);
}

static struct jp_span text_of(const struct jp_profile *profile, uint32_t string)
{
    return jp_intern_span(&profile->strings, string);
}

static bool is_step_useful(enum step step, enum jp_naming naming)
{
    switch (step) {
    case STEP_UNLIMITED:
    case STEP_TEMPLATE:
        return naming == JP_NAMES_SHORT;
    case STEP_PARAMETERS:
    case STEP_FULL:
        return naming == JP_NAMES_SHORT || naming == JP_NAMES_TEMPLATE;
    default:
        return true;
    }
}

/* "LazyCompile:*f /srv/app.js:3:5" has no parameters or return type to leave out. */
static bool *find_jit(const struct jp_profile *profile)
{
    bool *const is_jit = jp_mem_zeroed(profile->functions.count, sizeof *is_jit);

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (profile->modules.data[location->module].symbols != JP_SYMBOLS_PERF_MAP ||
            location->is_named_by_dump)
            continue;
        for (uint32_t j = 0; j < location->frames_count; j++)
            is_jit[profile->frames.data[location->frames_first + j].function] = true;
    }
    return is_jit;
}

/* The name of FUNCTION after STEP; NAME is its name so far, NUMBER its place in the group. */
static void write_step(struct jp_buf *out, const struct table *table, uint32_t function,
                       struct jp_span name, enum step step, size_t number)
{
    const struct jp_profile *const profile = table->profile;
    const struct jp_function *const known = &profile->functions.data[function];
    const struct jp_span full = text_of(profile, known->name);

    if (step <= STEP_FULL && table->is_jit[function]) {
        jp_buf_add(out, full);
        return;
    }
    switch (step) {
    case STEP_UNLIMITED:
        jp_naming_unlimited(out, full, &profile->rules);
        return;
    case STEP_TEMPLATE:
        jp_naming_function(out, full, JP_NAMES_TEMPLATE, NULL);
        return;
    case STEP_FULL:
        jp_buf_add(out, full);
        return;
    default:
        break;
    }
    jp_buf_add(out, name);
    if (step == STEP_PARAMETERS)
        jp_naming_parameters(out, full, &profile->rules);
    else if (step == STEP_MODULE && known->module != JP_NO_MODULE) {
        const uint32_t path = profile->modules.data[known->module].path;
        jp_buf_format(out, " [%.*s]", JP_SPAN_ARG(jp_span_basename(text_of(profile, path))));
    } else if (step == STEP_FILE && known->file) {
        jp_buf_format(out, " (%.*s)", JP_SPAN_ARG(text_of(profile, known->file)));
    } else if (step == STEP_LINKAGE && known->linkage) {
        jp_buf_format(out, " {%.*s}", JP_SPAN_ARG(text_of(profile, known->linkage)));
    } else if (step == STEP_NUMBER && number) {
        jp_buf_format(out, " #%zu", number + 1);
    }
}

/* Would STEP give at least two different names to the functions of a group? */
static bool write_group(const struct table *table, const uint32_t *functions, size_t count,
                        enum step step, uint32_t *renamed)
{
    struct jp_buf buf = JP_BUF_INIT;
    bool differs = false;

    for (size_t i = 0; i < count; i++) {
        const struct jp_span name = jp_intern_span(table->strings, table->names[functions[i]]);
        jp_buf_clear(&buf);
        write_step(&buf, table, functions[i], name, step, i);
        renamed[i] = jp_intern_add(table->strings, jp_buf_span(&buf));
        differs |= renamed[i] != renamed[0];
    }
    jp_buf_release(&buf);
    return differs;
}

/* Take the functions of one name apart, from STEP on. Each call is for a later step. */
static void split(const struct table *table, uint32_t *functions, size_t count, enum step step)
{
    if (count < 2)
        return;
    uint32_t *const renamed = jp_mem_resize(NULL, count, sizeof *renamed);
    while (step < STEP_COUNT && !(is_step_useful(step, table->naming) &&
                                  write_group(table, functions, count, step, renamed)))
        step++;
    for (size_t i = 0; step < STEP_COUNT && i < count; i++)
        table->names[functions[i]] = renamed[i];
    free(renamed);
    if (step == STEP_COUNT)
        return;
    sort_functions(table, functions, count);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++) {
            if (table->names[functions[end]] != table->names[functions[first]])
                break;
        }
        split(table, functions + first, end - first, step + 1);
    }
}

static void write_plain(struct jp_buf *out, const struct table *table, uint32_t id)
{
    const struct jp_function *const function = &table->profile->functions.data[id];

    if (table->naming == JP_NAMES_MANGLED && function->linkage)
        jp_buf_add(out, text_of(table->profile, function->linkage));
    else if (table->is_jit[id] && table->naming != JP_NAMES_JEPROF)
        jp_buf_add(out, text_of(table->profile, function->name));
    else
        jp_naming_function(out, text_of(table->profile, function->name), table->naming,
                           &table->profile->rules);
}

/* Functions that have one name now get different ones. */
static void tell_apart(struct table *table, size_t count)
{
    table->order = jp_mem_resize(NULL, count, sizeof *table->order);
    for (size_t i = 0; i < count; i++)
        table->order[i] = (uint32_t)i;
    sort_functions(table, table->order, count);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++) {
            if (table->names[table->order[end]] != table->names[table->order[first]])
                break;
        }
        split(table, table->order + first, end - first, STEP_UNLIMITED);
    }
    free(table->order);
}

void jp_name_table_fill(uint32_t *names, struct jp_intern *strings,
                        const struct jp_profile *profile, enum jp_naming naming)
{
    const size_t count = profile->functions.count;
    struct table table = {names, strings, profile, naming, NULL, find_jit(profile)};
    struct jp_buf buf = JP_BUF_INIT;

    for (size_t i = 0; i < count; i++) {
        jp_buf_clear(&buf);
        write_plain(&buf, &table, (uint32_t)i);
        names[i] = jp_intern_add(strings, jp_buf_span(&buf));
    }
    jp_buf_release(&buf);
    if (naming != JP_NAMES_JEPROF)
        tell_apart(&table, count);
    free(table.is_jit);
}
