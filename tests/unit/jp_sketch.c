/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sketch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jp_sketch_init(struct jp_sketch *sketch)
{
    struct jp_profile *const profile = &sketch->profile;

    *sketch = (struct jp_sketch){0};
    jp_intern_init(&profile->strings);
    profile->classes = jp_mem_zeroed(1, sizeof *profile->classes);
    jp_intern_init(&sketch->keys.strings);
    jp_intern_init(&sketch->locations);
    jp_intern_add_text(&sketch->keys.strings, JP_NO_STACK_NAME);
    jp_vec_push(&profile->modules,
                (struct jp_module){.path = jp_intern_add_text(&profile->strings, "/bin/sketch")});
    jp_vec_push(&profile->threads, (struct jp_thread){0});
    jp_vec_push(&profile->stacks, (struct jp_stack){0});
    jp_vec_push(&sketch->values, 0);
    profile->program = jp_intern_add_text(&profile->strings, "sketch");
}

static bool is_bare_address(struct jp_span text)
{
    uint64_t address;

    return text.len == 16 && jp_span_take_hex(&text, &address) && text.len == 0;
}

static struct jp_frame make_frame(struct jp_profile *profile, struct jp_span text)
{
    struct jp_frame frame = {0};
    const size_t at = jp_span_find(text, JP_SPAN(" @"), 0);
    struct jp_span name = jp_span_slice(text, 0, at);

    if (at != SIZE_MAX) {
        const struct jp_span place = jp_span_slice(text, at + 2, text.len);
        const size_t colon = jp_span_rfind_byte(place, ':');
        const struct jp_span digits = jp_span_slice(place, colon + 1, place.len);
        frame.file = jp_intern_add(&profile->strings, jp_span_slice(place, 0, colon));
        frame.line = (uint32_t)strtoul(digits.ptr, NULL, 10);
    }
    if (jp_span_ends_with(name, JP_SPAN("[inline]"))) {
        name.len -= strlen("[inline]");
        frame.is_inlined = true;
    }
    const uint32_t id = jp_intern_add(&profile->strings, name);
    while (frame.function < profile->functions.count &&
           profile->functions.data[frame.function].name != id)
        frame.function++;
    if (frame.function == profile->functions.count)
        jp_vec_push(&profile->functions,
                    (struct jp_function){.name = id, .module = JP_NO_MODULE, .file = frame.file});
    return frame;
}

static uint32_t add_key(struct jp_sketch *sketch, const struct jp_frame *frame, uint64_t address)
{
    const struct jp_profile *const profile = &sketch->profile;
    struct jp_buf text = JP_BUF_INIT;
    const char *const name =
        frame ? jp_intern_text(&profile->strings, profile->functions.data[frame->function].name)
              : "??";

    if (strcmp(name, "??") == 0)
        jp_buf_format(&text, "%016llx", (unsigned long long)address);
    else
        jp_buf_format(&text, "%s%s", name, frame->is_inlined ? " (inline)" : "");
    const uint32_t key = jp_intern_add(&sketch->keys.strings, jp_buf_span(&text));
    jp_buf_release(&text);
    return key;
}

/* COUNT frames of one location, outermost first, entered innermost first. */
static uint32_t add_location(struct jp_sketch *sketch, const char *const *frames, size_t count)
{
    struct jp_profile *const profile = &sketch->profile;
    struct jp_buf text = JP_BUF_INIT;

    for (size_t i = 0; i < count; i++)
        jp_buf_format(&text, "%s\n", frames[i]);
    const uint32_t location = jp_intern_add(&sketch->locations, jp_buf_span(&text)) - 1;
    jp_buf_release(&text);
    if (location < profile->locations.count)
        return location;
    const uint64_t address = 0x1000 + 16 * (uint64_t)location;
    struct jp_location data = {
        .offset = address, .address = address, .frames_first = (uint32_t)profile->frames.count};
    if (count == 1 && is_bare_address(jp_span_of(frames[0]))) {
        data.address = data.offset = strtoull(frames[0], NULL, 16);
        jp_vec_push(&sketch->keys.list, add_key(sketch, NULL, data.address));
        jp_vec_push(&sketch->keys.frames, JP_NO_FRAME);
        count = 0;
    }
    for (size_t i = count; i-- > 0;) {
        const struct jp_frame frame = make_frame(profile, jp_span_of(frames[i]));
        jp_vec_push(&sketch->keys.frames, (uint32_t)profile->frames.count);
        jp_vec_push(&sketch->keys.list, add_key(sketch, &frame, address));
        jp_vec_push(&profile->frames, frame);
    }
    data.frames_count = (uint32_t)count;
    jp_vec_push(&profile->locations, data);
    return location;
}

static uint32_t add_node(struct jp_sketch *sketch, uint32_t parent, uint32_t location)
{
    for (uint32_t node = 1; node < sketch->profile.stacks.count; node++) {
        if (sketch->profile.stacks.data[node].parent == parent &&
            sketch->profile.stacks.data[node].location == location)
            return node;
    }
    jp_vec_push(&sketch->values, 0);
    jp_vec_push(&sketch->profile.stacks, (struct jp_stack){parent, location});
    return (uint32_t)sketch->profile.stacks.count - 1;
}

static void add_stack(struct jp_sketch *sketch, double value, const char *const *frames,
                      size_t count)
{
    uint32_t node = 0;

    for (size_t first = 0, end; first < count; first = end) {
        end = first + 1;
        while (end < count && strstr(frames[end], "[inline]"))
            end++;
        node = add_node(sketch, node, add_location(sketch, frames + first, end - first));
    }
    sketch->values.data[node] += value;
    const struct jp_values values = {{value, value / 16, value * 2, value / 8}};
    const uint32_t sample =
        jp_samples_push(&sketch->profile.samples, (struct jp_sample_key){node, JP_PROCESS});
    jp_samples_add(&sketch->profile.samples, sample, JP_SIDE_MAIN, &values, 0, 0);
}

void jp_sketch_add(struct jp_sketch *sketch, double value, ...)
{
    const char *frames[64];
    size_t count = 0;
    va_list args;

    va_start(args, value);
    for (const char *next; (next = va_arg(args, const char *)) && count < JP_COUNT_OF(frames);)
        frames[count++] = next;
    va_end(args);
    add_stack(sketch, value, frames, count);
}

char *jp_sketch_read(const char *name)
{
    const char *const top = getenv("top_srcdir");
    struct jp_buf path = JP_BUF_INIT;
    struct jp_buf text = JP_BUF_INIT;
    char chunk[4096];

    jp_buf_format(&path, "%s/tests/data/%s", top ? top : ".", name);
    FILE *const file = fopen(path.ptr, "r");
    if (!file) {
        perror(path.ptr);
        abort();
    }
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;)
        jp_buf_add(&text, (struct jp_span){chunk, got});
    jp_buf_add_text(&text, "");
    fclose(file);
    jp_buf_release(&path);
    return text.ptr;
}

/* Cut "name(args)<address>[inline]" down to "name[inline]". */
static void shorten(char *frame)
{
    const bool is_inlined = jp_span_ends_with(jp_span_of(frame), JP_SPAN("[inline]"));
    char *const open = strchr(frame, '(');
    char *const close = strrchr(frame, ')');
    char *tag;

    if (open && close)
        memmove(open, close + 1, strlen(close + 1) + 1);
    tag = strrchr(frame, '<');
    if (tag)
        strcpy(tag, is_inlined ? "[inline]" : "");
}

void jp_sketch_add_collapsed(struct jp_sketch *sketch, const char *name)
{
    char *const text = jp_sketch_read(name);
    char *next_line;

    for (char *line = strtok_r(text, "\n", &next_line); line;
         line = strtok_r(NULL, "\n", &next_line)) {
        const char *frames[256];
        size_t count = 0;
        char *next_frame;
        char *const value = strrchr(line, ' ');
        *value = '\0';
        for (char *frame = strtok_r(line, ";", &next_frame); frame && count < JP_COUNT_OF(frames);
             frame = strtok_r(NULL, ";", &next_frame)) {
            shorten(frame);
            frames[count++] = frame;
        }
        add_stack(sketch, strtod(value + 1, NULL), frames, count);
    }
    free(text);
}

void jp_sketch_finish(struct jp_sketch *sketch)
{
    struct jp_keys *const keys = &sketch->keys;
    const size_t count = sketch->profile.locations.count;

    keys->first = jp_mem_resize(NULL, count + 1, sizeof *keys->first);
    keys->first[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t frames = sketch->profile.locations.data[i].frames_count;
        keys->first[i + 1] = keys->first[i] + (frames ? frames : 1);
    }
    for (size_t i = 0; i < sketch->values.count; i++)
        sketch->view.total += sketch->values.data[i];
    sketch->view.nodes =
        (struct jp_view_nodes){sketch->profile.stacks.data, sketch->profile.stacks.count};
    jp_view_values_init(&sketch->view.values, sketch->values.data, sketch->values.count);
    sketch->view.kept = sketch->view.total;
    sketch->view.no_stack = sketch->values.data[0];
    sketch->view.profile = &sketch->profile;
    sketch->context = (struct jp_report_context){
        .profile = &sketch->profile, .view = &sketch->view, .keys = keys, .program = "sketch"};
}

void jp_sketch_views(const struct jp_sketch *sketch, struct jp_view views[JP_METRIC_COUNT])
{
    static const double factors[JP_METRIC_COUNT] = {1, 1.0 / 16, 2, 1.0 / 8};

    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        struct jp_view *const view = &views[metric];
        *view = (struct jp_view){.profile = &sketch->profile,
                                 .metric = (enum jp_metric)metric,
                                 .total = sketch->view.total * factors[metric],
                                 .kept = sketch->view.kept * factors[metric],
                                 .no_stack = sketch->view.no_stack * factors[metric]};
        view->nodes = sketch->view.nodes;
        jp_view_values_init(&view->values, sketch->values.data, sketch->values.count);
        for (uint32_t i = 0; i < view->values.owners.count; i++)
            view->values.of[i] *= factors[metric];
    }
}

void jp_sketch_release_views(struct jp_view views[JP_METRIC_COUNT])
{
    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++)
        jp_view_values_release(&views[metric].values);
}

void jp_sketch_release(struct jp_sketch *sketch)
{
    jp_intern_release(&sketch->locations);
    jp_intern_release(&sketch->keys.strings);
    free(sketch->keys.first);
    jp_vec_release(&sketch->keys.list);
    jp_vec_release(&sketch->keys.frames);
    jp_view_values_release(&sketch->view.values);
    jp_vec_release(&sketch->values);
    jp_profile_release(&sketch->profile);
}
