/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_groups.h"

#include "jp_bare.h"

/* FNV-1a. Written out here because colours must not change when the program's hash tables do. */
static uint32_t stable_hash(struct jp_span text)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.ptr[i]) * 16777619u;
    return hash ^ hash >> 15;
}

bool jp_flame_group_is_common(uint8_t kinds)
{
    return kinds & (JP_PLUMBING_ALLOCATOR | JP_PLUMBING_CONTAINER | JP_PLUMBING_STD);
}

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || (byte & 0x80);
}

/*
 * A method of a Rust trait goes with its type, unless the trait alone says whose it is: to_string
 * of a program's type is the library's, and a program's trait on a Vec is the program's.
 */
void jp_flame_group_of_name(struct jp_buf *out, const struct jp_rules *rules,
                            struct jp_span full_name, bool is_common)
{
    struct jp_bare bare = JP_BARE_INIT;
    size_t len = 0;

    jp_bare_set(&bare, full_name);
    struct jp_span name = jp_buf_span(&bare.self);
    if (name.len == 0 || bare.is_primitive ||
        jp_flame_group_is_common(jp_plumbing_of_name(rules, name, JP_LANGUAGE_RUST)) != is_common)
        name = jp_buf_span(&bare.path);
    while (len < name.len && is_word_byte(name.ptr[len]))
        len++;
    if (len && jp_span_starts_with(jp_span_slice(name, len, name.len), JP_SPAN("::")))
        jp_buf_add(out, jp_span_slice(name, 0, len));
    jp_bare_release(&bare);
}

struct finder {
    struct jp_flame_groups *groups;
    const struct jp_profile *profile;
    struct jp_plumbing plumbing;
    struct jp_buf text;
};

static uint32_t group_of(struct jp_flame_groups *groups, struct jp_span name, bool is_common)
{
    const uint32_t string = jp_intern_add(&groups->strings, name);
    const int hue = (int)(stable_hash(name) % JP_FLAME_HUES);

    /* Ids of strings are dense and begin with the empty one, so they tell the place in the list. */
    if (2 * (size_t)string > groups->list.count) {
        jp_vec_push(&groups->list, (struct jp_flame_group){.name = string, .hue = hue});
        jp_vec_push(&groups->list, (struct jp_flame_group){.name = string, .hue = JP_FLAME_HUES});
    }
    return 2 * (string - 1) + is_common;
}

static uint32_t group_of_frame(struct finder *finder, uint32_t location, uint32_t frame)
{
    const struct jp_profile *const profile = finder->profile;
    const uint32_t module = profile->locations.data[location].module;
    const struct jp_span file =
        jp_span_basename(jp_intern_span(&profile->strings, profile->modules.data[module].path));
    const bool is_common =
        jp_flame_group_is_common(jp_plumbing_of(&finder->plumbing, location, frame));
    const bool is_file_common = jp_flame_group_is_common(finder->plumbing.of_module[module]);

    jp_buf_clear(&finder->text);
    if (frame != JP_NO_FRAME) {
        const uint32_t function = profile->frames.data[frame].function;
        jp_flame_group_of_name(
            &finder->text, &profile->rules,
            jp_intern_span(&profile->strings, profile->functions.data[function].name), is_common);
    }
    /* What is linked into the program (_start, to_vec of a slice) must not get the program's name.
     */
    if (finder->text.len == 0 && is_common && !is_file_common)
        jp_buf_add_text(&finder->text, JP_FLAME_STD_NAME);
    if (finder->text.len == 0)
        jp_buf_add(&finder->text, file);
    if (finder->text.len == 0)
        jp_buf_add_text(&finder->text, "[unknown]");
    const struct jp_span name = jp_buf_span(&finder->text);
    return group_of(finder->groups, name, is_common || jp_span_starts_with(name, JP_SPAN("[")));
}

/* The first location that has a key decides for all of them. */
void jp_flame_groups_init(struct jp_flame_groups *groups, const struct jp_profile *profile,
                          const struct jp_keys *keys)
{
    const size_t key_count = keys->strings.spans.count;
    struct finder finder = {.groups = groups, .profile = profile};

    *groups = (struct jp_flame_groups){0};
    jp_intern_init(&groups->strings);
    jp_plumbing_init(&finder.plumbing, profile, true);
    groups->of_key = jp_mem_resize(NULL, key_count, sizeof *groups->of_key);
    groups->is_inlined = jp_mem_zeroed(key_count, sizeof *groups->is_inlined);
    groups->shade = jp_mem_resize(NULL, key_count, sizeof *groups->shade);
    for (uint32_t key = 0; key < key_count; key++) {
        groups->of_key[key] = UINT32_MAX;
        groups->shade[key] = (char)('a' + stable_hash(jp_intern_span(&keys->strings, key)) % 3);
    }
    for (uint32_t location = 0; location < profile->locations.count; location++) {
        for (uint32_t i = keys->first[location]; i < keys->first[location + 1]; i++) {
            const uint32_t key = keys->list.data[i];
            const uint32_t frame = keys->frames.data[i];
            if (groups->of_key[key] != UINT32_MAX)
                continue;
            groups->of_key[key] = group_of_frame(&finder, location, frame);
            groups->is_inlined[key] =
                frame != JP_NO_FRAME && profile->frames.data[frame].is_inlined;
        }
    }
    const uint32_t none = group_of(groups, JP_SPAN(JP_NO_STACK_NAME), true);
    for (uint32_t key = 0; key < key_count; key++)
        if (groups->of_key[key] == UINT32_MAX)
            groups->of_key[key] = none;
    jp_plumbing_release(&finder.plumbing);
    jp_buf_release(&finder.text);
}

void jp_flame_groups_release(struct jp_flame_groups *groups)
{
    jp_intern_release(&groups->strings);
    jp_vec_release(&groups->list);
    free(groups->of_key);
    free(groups->is_inlined);
    free(groups->shade);
    *groups = (struct jp_flame_groups){0};
}
