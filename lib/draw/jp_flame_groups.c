/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_groups.h"

#include "jp_attr.h"

/* FNV-1a. Written out here because colours must not change when the program's hash tables do. */
static uint32_t stable_hash(struct jp_span text)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.ptr[i]) * 16777619u;
    return hash ^ hash >> 15;
}

bool jp_flame_group_is_common(struct jp_span name)
{
    static const char *const words[] = {"std",        "core",      "alloc",      "__gnu_cxx",
                                        "__cxxabiv1", "hashbrown", "[no stack]", "[unknown]",
                                        "[anon]",     "[vdso]",    "[vsyscall]", "std::__1"};
    static const char *const libraries[] = {"libc",     "libm",       "libdl",
                                            "librt",    "ld-linux",   "libstdc++",
                                            "libgcc_s", "libpthread", "libc++"};

    for (size_t i = 0; i < JP_COUNT_OF(words); i++)
        if (jp_span_equal(name, jp_span_of(words[i])))
            return true;
    for (size_t i = 0; i < JP_COUNT_OF(libraries); i++) {
        const struct jp_span library = jp_span_of(libraries[i]);
        if (jp_span_starts_with(name, library) && name.len > library.len &&
            (name.ptr[library.len] == '.' || name.ptr[library.len] == '-'))
            return true;
    }
    return false;
}

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || (byte & 0x80);
}

/* Behind what may stand in front of a type: "<", "&", "*const ", "dyn " and the like. */
static struct jp_span skip_type_words(struct jp_span name)
{
    static const char *const words[] = {"<",      "&",    "(",    "[",     "*const ", "*mut ",
                                        "const ", "mut ", "dyn ", "impl ", " "};

    for (size_t i = 0; i < JP_COUNT_OF(words); i++) {
        const struct jp_span word = jp_span_of(words[i]);
        if (jp_span_starts_with(name, word)) {
            name = jp_span_slice(name, word.len, name.len);
            i = (size_t)-1; /* once more from the first word */
        }
    }
    return name;
}

/* Behind the template list that NAME begins with, if any. */
static struct jp_span skip_list(struct jp_span name)
{
    size_t depth = 0;

    for (size_t i = 0; i < name.len; i++) {
        depth += name.ptr[i] == '<';
        depth -= depth && name.ptr[i] == '>' && i && name.ptr[i - 1] != '-';
        if (depth == 0)
            return jp_span_slice(name, name.ptr[i] == '>' ? i + 1 : i, name.len);
    }
    return jp_span_slice(name, name.len, name.len);
}

/* Rust's "<Type as Trait>" keeps the path of Type only in the complete name. */
void jp_flame_group_of_name(struct jp_buf *out, struct jp_span full_name)
{
    struct jp_buf buf = JP_BUF_INIT;
    struct jp_span name;
    size_t len = 0;

    if (jp_span_starts_with(full_name, JP_SPAN("<"))) {
        name = skip_type_words(full_name);
    } else {
        jp_naming_function(&buf, full_name, JP_NAMES_SHORT, NULL);
        name = jp_buf_span(&buf);
    }
    while (len < name.len && is_word_byte(name.ptr[len]))
        len++;
    if (len && jp_span_starts_with(skip_list(jp_span_slice(name, len, name.len)), JP_SPAN("::")))
        jp_buf_add(out, jp_span_slice(name, 0, len));
    jp_buf_release(&buf);
}

struct finder {
    struct jp_flame_groups *groups;
    const struct jp_profile *profile;
    const struct jp_keys *keys;
    struct jp_buf text;
};

static uint32_t group_of(struct jp_flame_groups *groups, struct jp_span name)
{
    const uint32_t string = jp_intern_add(&groups->strings, name);

    /* Ids of strings are dense and begin with the empty one, so they tell the place in the list. */
    if (string > groups->list.count)
        jp_vec_push(&groups->list,
                    (struct jp_flame_group){.name = string,
                                            .hue = jp_flame_group_is_common(name)
                                                       ? JP_FLAME_HUES
                                                       : (int)(stable_hash(name) % JP_FLAME_HUES)});
    return string - 1;
}

static uint32_t group_of_frame(struct finder *finder, uint32_t location, uint32_t frame)
{
    const struct jp_profile *const profile = finder->profile;
    const uint32_t module = profile->locations.data[location].module;

    jp_buf_clear(&finder->text);
    if (frame != JP_NO_FRAME) {
        const uint32_t function = profile->frames.data[frame].function;
        jp_flame_group_of_name(
            &finder->text,
            jp_intern_span(&profile->strings, profile->functions.data[function].name));
    }
    if (finder->text.len == 0)
        jp_buf_add(&finder->text, jp_span_basename(jp_intern_span(
                                      &profile->strings, profile->modules.data[module].path)));
    if (finder->text.len == 0)
        jp_buf_add_text(&finder->text, "[unknown]");
    return group_of(finder->groups, jp_buf_span(&finder->text));
}

/* The first location that has a key decides for all of them. */
void jp_flame_groups_init(struct jp_flame_groups *groups, const struct jp_profile *profile,
                          const struct jp_keys *keys)
{
    const size_t key_count = keys->strings.spans.count;
    struct finder finder = {.groups = groups, .profile = profile, .keys = keys};

    *groups = (struct jp_flame_groups){0};
    jp_intern_init(&groups->strings);
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
    const uint32_t none = group_of(groups, JP_SPAN(JP_NO_STACK_NAME));
    for (uint32_t key = 0; key < key_count; key++)
        if (groups->of_key[key] == UINT32_MAX)
            groups->of_key[key] = none;
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
