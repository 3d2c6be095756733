/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dictionary.h"

const char *const jp_module_kinds[4] = {
    [JP_MODULE_FILE] = "file",
    [JP_MODULE_PSEUDO] = "pseudo",
    [JP_MODULE_ANON] = "anon",
    [JP_MODULE_UNMAPPED] = "unmapped",
};

enum jp_module_kind jp_module_kind_of(struct jp_span text)
{
    for (size_t i = 0; i < JP_COUNT_OF(jp_module_kinds); i++)
        if (jp_span_equal(text, jp_span_of(jp_module_kinds[i])))
            return (enum jp_module_kind)i;
    return JP_MODULE_UNMAPPED;
}

/* Numbers that are in files. */
_Static_assert(JP_MISS_NO_MAPPING == 1 && JP_MISS_NO_SYMBOLS == 7 && JP_MISS_READER_FAILED == 12,
               "module.miss and location.miss keep their meaning");
_Static_assert(JP_SYMBOLS_FULL == 3 && JP_SYMBOLS_PERF_MAP == 4, "so does module.symbols");
_Static_assert(JP_CALL_NONE == 1 && JP_CALL_BEFORE == 2, "so does location.site");
_Static_assert(JP_CORRECTION_NONE == 0 && JP_CORRECTION_DONE == 3, "so does dump.correction");

void jp_dictionary_init(struct jp_dictionary *dictionary)
{
    *dictionary = (struct jp_dictionary){.next_path = 1};
    jp_profile_init(&dictionary->profile);
    dictionary->profile.is_series = true; /* of one dump after the other, which share stacks */
    jp_intern_init(&dictionary->paths);
}

static void release_ids(struct jp_store_ids *ids)
{
    jp_vec_release(&ids->list);
}

void jp_dictionary_release(struct jp_dictionary *dictionary)
{
    jp_profile_release(&dictionary->profile);
    release_ids(&dictionary->modules);
    release_ids(&dictionary->locations);
    release_ids(&dictionary->functions);
    release_ids(&dictionary->stacks);
    jp_vec_release(&dictionary->linkages);
    jp_vec_release(&dictionary->places);
    jp_vec_release(&dictionary->sampled);
    jp_vec_release(&dictionary->signatures);
    free(dictionary->is_changed);
    jp_intern_release(&dictionary->paths);
    jp_vec_release(&dictionary->path_ids);
}

static void assign(struct jp_store_ids *ids, size_t count)
{
    while (ids->list.count < count)
        jp_vec_push(&ids->list, ids->next++);
}

void jp_dictionary_assign(struct jp_dictionary *dictionary)
{
    const struct jp_profile *const profile = &dictionary->profile;

    assign(&dictionary->modules, profile->modules.count);
    assign(&dictionary->locations, profile->locations.count);
    assign(&dictionary->stacks, profile->stacks.count);
    while (dictionary->sampled.count < profile->stacks.count)
        jp_vec_push(&dictionary->sampled, JP_STACK_INNER);
}

bool jp_dictionary_path(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                        struct jp_span path, uint32_t *id, struct jp_error *error)
{
    const uint32_t string = jp_intern_add(&dictionary->paths, path);
    sqlite3_stmt *insert;

    while (dictionary->path_ids.count <= string)
        jp_vec_push(&dictionary->path_ids, JP_NO_PATH);
    *id = dictionary->path_ids.data[string];
    if (*id != JP_NO_PATH)
        return true;
    *id = dictionary->path_ids.data[string] = dictionary->next_path++;
    if (!jp_sql_prepare(sql, &insert, "INSERT INTO file VALUES (?, ?)", error))
        return false;
    sqlite3_bind_int64(insert, 1, *id);
    jp_sql_bind_text(insert, 2, path);
    const bool fine = jp_sql_done(sql, insert, error);
    sqlite3_finalize(insert);
    return fine;
}
