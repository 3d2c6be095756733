/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_naming.h"

#include "jp_name_table.h"

#include <inttypes.h>

/* While keys are made. */
struct naming {
    struct jp_keys *keys;
    const struct jp_profile *profile;
    enum jp_granularity granularity;
    enum jp_naming style;
    uint32_t *names;   /* per function */
    uint32_t *inlined; /* per function: its key where it is inlined, by function; 0: not yet */
    struct jp_buf text;
};

static struct jp_span text_of(const struct naming *naming, uint32_t string)
{
    return jp_intern_span(&naming->profile->strings, string);
}

static bool has_name(const struct naming *naming, const struct jp_frame *frame)
{
    return frame && naming->profile->functions.data[frame->function].name != 0;
}

/* jeprof's address: 16 digits, moved into the call as jeprof does with callers. */
static void write_jeprof_address(struct naming *naming, const struct jp_location *location)
{
    jp_buf_format(&naming->text, "%016" PRIx64, location->address - 1);
}

void jp_naming_place(struct jp_buf *out, const struct jp_profile *profile, uint32_t index)
{
    const struct jp_location *const location = &profile->locations.data[index];
    const struct jp_module *const module = &profile->modules.data[location->module];
    const struct jp_span path = jp_intern_span(&profile->strings, module->path);

    switch (module->kind) {
    case JP_MODULE_FILE:
        jp_buf_format(out, "%.*s+0x%" PRIx64, JP_SPAN_ARG(jp_span_basename(path)),
                      jp_profile_vaddr(profile, index));
        break;
    case JP_MODULE_PSEUDO:
        jp_buf_format(out, "%.*s+0x%" PRIx64, JP_SPAN_ARG(path), location->offset);
        break;
    case JP_MODULE_ANON:
    case JP_MODULE_UNMAPPED:
        jp_buf_format(out, "%.*s 0x%" PRIx64, JP_SPAN_ARG(path), location->offset);
        break;
    }
}

static void write_place(struct naming *naming, uint32_t index)
{
    if (naming->style == JP_NAMES_JEPROF)
        write_jeprof_address(naming, &naming->profile->locations.data[index]);
    else
        jp_naming_place(&naming->text, naming->profile, index);
}

/* " FILE:LINE"; what is not known is left out, or written as addr2line does in jeprof's naming. */
static void write_line(struct naming *naming, const struct jp_frame *frame)
{
    const struct jp_span file = frame ? text_of(naming, frame->file) : JP_SPAN("");

    if (file.len && frame->line)
        jp_buf_format(&naming->text, " %.*s:%" PRIu32, JP_SPAN_ARG(file), frame->line);
    else if (file.len)
        jp_buf_format(&naming->text, naming->style == JP_NAMES_JEPROF ? " %.*s:?" : " %.*s",
                      JP_SPAN_ARG(file));
    else if (naming->style == JP_NAMES_JEPROF)
        jp_buf_add_text(&naming->text, has_name(naming, frame) ? " ??:?" : " ");
}

/* The name alone, "(inline)" included; a frame without a name is called by its place. */
static void write_name(struct naming *naming, uint32_t location, const struct jp_frame *frame)
{
    if (!has_name(naming, frame))
        write_place(naming, location);
    else
        jp_buf_add(&naming->text,
                   jp_intern_span(&naming->keys->strings, naming->names[frame->function]));
    if (frame && frame->is_inlined)
        jp_buf_add_text(&naming->text, JP_INLINE_MARK);
}

static void write_file(struct naming *naming, uint32_t location, const struct jp_frame *frame)
{
    const struct jp_location *const at = &naming->profile->locations.data[location];
    const struct jp_module *const module = &naming->profile->modules.data[at->module];
    const struct jp_span file = frame ? text_of(naming, frame->file) : JP_SPAN("");

    if (file.len) {
        jp_buf_add(&naming->text, file);
        /* jeprof cuts digits behind the colon, and addr2line writes "?" for line 0. */
        if (naming->style == JP_NAMES_JEPROF && frame->line == 0)
            jp_buf_add_text(&naming->text, ":?");
    } else if (naming->style == JP_NAMES_JEPROF) {
        if (has_name(naming, frame))
            jp_buf_add_text(&naming->text, "??:?");
        else
            write_jeprof_address(naming, at);
    } else if (module->kind == JP_MODULE_FILE) {
        jp_buf_format(&naming->text, "[%.*s]",
                      JP_SPAN_ARG(jp_span_basename(text_of(naming, module->path))));
    } else {
        jp_buf_add(&naming->text, text_of(naming, module->path));
    }
}

static void write_address(struct naming *naming, uint32_t location)
{
    const struct jp_location *const at = &naming->profile->locations.data[location];

    if (naming->style == JP_NAMES_JEPROF)
        write_jeprof_address(naming, at);
    else
        jp_buf_format(&naming->text, "0x%016" PRIx64, at->address);
    jp_buf_add_byte(&naming->text, ' ');
}

/* The key of a frame by function: many frames have the same one. */
static uint32_t function_key(struct naming *naming, const struct jp_frame *frame)
{
    const uint32_t name = naming->names[frame->function];
    uint32_t *const inlined = &naming->inlined[frame->function];

    if (!frame->is_inlined)
        return name;
    if (!*inlined) {
        jp_buf_clear(&naming->text);
        jp_buf_add(&naming->text, jp_intern_span(&naming->keys->strings, name));
        jp_buf_add_text(&naming->text, JP_INLINE_MARK);
        *inlined = jp_intern_add(&naming->keys->strings, jp_buf_span(&naming->text));
    }
    return *inlined;
}

static uint32_t written_key(struct naming *naming, uint32_t location, const struct jp_frame *frame)
{
    jp_buf_clear(&naming->text);
    switch (naming->granularity) {
    case JP_BY_FUNCTION:
        write_name(naming, location, frame);
        break;
    case JP_BY_LINE:
        write_name(naming, location, frame);
        write_line(naming, frame);
        break;
    case JP_BY_FILE:
        write_file(naming, location, frame);
        break;
    case JP_BY_ADDRESS:
        write_address(naming, location);
        write_name(naming, location, frame);
        write_line(naming, frame);
        break;
    }
    return jp_intern_add(&naming->keys->strings, jp_buf_span(&naming->text));
}

static void add_key(struct naming *naming, uint32_t location, uint32_t frame_index)
{
    const struct jp_frame *const frame =
        frame_index == JP_NO_FRAME ? NULL : &naming->profile->frames.data[frame_index];
    const uint32_t key = naming->granularity == JP_BY_FUNCTION && has_name(naming, frame)
                             ? function_key(naming, frame)
                             : written_key(naming, location, frame);

    jp_vec_push(&naming->keys->list, key);
    jp_vec_push(&naming->keys->frames, frame_index);
}

/* Only our own shortening counts: jeprof's is asked for, and mangled names are other names. */
static void mark_shortened(struct naming *naming)
{
    const struct jp_profile *const profile = naming->profile;
    const bool shortens = naming->style == JP_NAMES_SHORT || naming->style == JP_NAMES_TEMPLATE;

    naming->keys->is_shortened =
        jp_mem_zeroed(profile->functions.count, sizeof *naming->keys->is_shortened);
    for (size_t i = 0; i < profile->functions.count; i++) {
        const struct jp_span full = text_of(naming, profile->functions.data[i].name);
        const struct jp_span name = jp_intern_span(&naming->keys->strings, naming->names[i]);
        naming->keys->is_shortened[i] =
            shortens && naming->granularity != JP_BY_FILE && !jp_span_starts_with(name, full);
    }
}

void jp_keys_init(struct jp_keys *keys, const struct jp_profile *profile,
                  enum jp_granularity granularity, enum jp_naming style)
{
    struct naming naming = {
        .keys = keys, .profile = profile, .granularity = granularity, .style = style};

    *keys = (struct jp_keys){0};
    jp_intern_init(&keys->strings);
    jp_intern_add_text(&keys->strings, JP_NO_STACK_NAME);
    keys->first = jp_mem_resize(NULL, profile->locations.count + 1, sizeof *keys->first);
    naming.names = jp_mem_resize(NULL, profile->functions.count, sizeof *naming.names);
    naming.inlined = jp_mem_zeroed(profile->functions.count, sizeof *naming.inlined);
    jp_name_table_fill(naming.names, &keys->strings, profile, style);
    mark_shortened(&naming);
    for (uint32_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        keys->first[i] = (uint32_t)keys->list.count;
        for (uint32_t f = 0; f < location->frames_count; f++)
            add_key(&naming, i, location->frames_first + f);
        if (location->frames_count == 0)
            add_key(&naming, i, JP_NO_FRAME);
    }
    keys->first[profile->locations.count] = (uint32_t)keys->list.count;
    free(naming.names);
    free(naming.inlined);
    jp_buf_release(&naming.text);
}

void jp_keys_drop(struct jp_keys *keys, const bool *hidden, size_t location_count)
{
    size_t kept = 0;

    for (size_t i = 0; i < location_count; i++) {
        const uint32_t begin = keys->first[i];
        const uint32_t end = keys->first[i + 1];
        keys->first[i] = (uint32_t)kept;
        for (uint32_t k = begin; k < end; k++) {
            if (hidden[k])
                continue;
            keys->list.data[kept] = keys->list.data[k];
            keys->frames.data[kept++] = keys->frames.data[k];
        }
    }
    keys->first[location_count] = (uint32_t)kept;
    keys->list.count = kept;
    keys->frames.count = kept;
}

size_t jp_keys_shortened(const struct jp_keys *keys, const struct jp_profile *profile)
{
    bool *const is_counted = jp_mem_zeroed(profile->functions.count, sizeof *is_counted);
    size_t count = 0;

    for (size_t i = 0; i < keys->frames.count; i++) {
        const uint32_t frame = keys->frames.data[i];
        if (frame == JP_NO_FRAME)
            continue;
        const uint32_t function = profile->frames.data[frame].function;
        count += keys->is_shortened[function] && !is_counted[function];
        is_counted[function] = true;
    }
    free(is_counted);
    return count;
}

void jp_keys_release(struct jp_keys *keys)
{
    jp_intern_release(&keys->strings);
    free(keys->first);
    free(keys->is_shortened);
    jp_vec_release(&keys->list);
    jp_vec_release(&keys->frames);
    *keys = (struct jp_keys){0};
}
