/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_profile.h"

void jp_profile_init(struct jp_profile *profile)
{
    *profile = (struct jp_profile){0};
    jp_intern_init(&profile->strings);
    jp_rules_init(&profile->rules);
    profile->classes = jp_mem_zeroed(1, sizeof *profile->classes);
    jp_vec_push(&profile->stacks, (struct jp_stack){JP_ROOT_STACK, UINT32_MAX});
    jp_vec_push(&profile->threads, (struct jp_thread){0});
}

void jp_profile_release(struct jp_profile *profile)
{
    jp_intern_release(&profile->strings);
    jp_rules_release(&profile->rules);
    if (profile->classes)
        jp_vec_release(&profile->classes->known);
    free(profile->classes);
    jp_stack_memo_release(&profile->stack_memo);
    jp_vec_release(&profile->modules);
    jp_vec_release(&profile->locations);
    jp_vec_release(&profile->frames);
    jp_vec_release(&profile->functions);
    jp_vec_release(&profile->stacks);
    jp_samples_release(&profile->samples);
    jp_vec_release(&profile->threads);
    jp_vec_release(&profile->sources);
    jp_vec_release(&profile->mappings);
    jp_index_release(&profile->module_index);
    jp_index_release(&profile->location_index);
    jp_index_release(&profile->function_index);
    jp_stack_index_release(&profile->stack_index);
    jp_dense_release(&profile->sample_index);
    jp_index_release(&profile->thread_index);
}

bool jp_profile_has_base(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++)
        if (profile->sources.data[i].side == JP_SIDE_BASE)
            return true;
    return false;
}

double jp_profile_process_value(const struct jp_profile *profile, size_t sample,
                                enum jp_metric metric)
{
    const struct jp_samples *const samples = &profile->samples;

    return samples->keys[sample].thread == JP_PROCESS
               ? jp_samples_cell(samples, sample, JP_SIDE_MAIN, metric) +
                     jp_samples_cell(samples, sample, JP_SIDE_BASE, metric)
               : 0;
}

void jp_values_add(struct jp_values *sum, const struct jp_values *values)
{
    for (size_t i = 0; i < JP_METRIC_COUNT; i++)
        sum->of[i] += values->of[i];
}

static bool same_module(const void *owner, uint32_t id, const void *key)
{
    const struct jp_module *const a = &((const struct jp_profile *)owner)->modules.data[id];
    const struct jp_module *const b = key;

    if (a->kind != b->kind || a->is_distance != b->is_distance)
        return false;
    if (a->build_id || b->build_id)
        return a->build_id == b->build_id;
    return a->path == b->path && a->inode == b->inode && a->process == b->process &&
           (a->inode || a->layout == b->layout);
}

/* A profile that was loaded has modules without files. */
static void take_file(struct jp_module *known, const struct jp_module *module)
{
    known->is_deleted |= module->is_deleted;
    if (known->binary || known->is_refused)
        return;
    known->binary = module->binary;
    if (!module->file)
        return;
    known->file = module->file;
    known->debug_file = module->debug_file;
    known->tried = module->tried;
    known->is_program = module->is_program;
    known->is_guess = module->is_guess;
    known->symbols = module->symbols;
}

uint32_t jp_profile_module(struct jp_profile *profile, const struct jp_module *module)
{
    const uint64_t hash = module->build_id ? jp_hash_mix(module->build_id, 0)
                                           : jp_hash_mix(module->path, module->inode);
    uint32_t id = jp_index_find(&profile->module_index, hash, same_module, profile, module);

    if (id != JP_INDEX_NONE) {
        take_file(&profile->modules.data[id], module);
        return id;
    }
    id = (uint32_t)profile->modules.count;
    jp_vec_push(&profile->modules, *module);
    jp_index_add(&profile->module_index, hash, id);
    return id;
}

static bool same_location(const void *owner, uint32_t id, const void *key)
{
    const struct jp_location *const a = &((const struct jp_profile *)owner)->locations.data[id];
    const struct jp_location *const b = key;

    return a->module == b->module && a->offset == b->offset;
}

uint32_t jp_profile_find_location(const struct jp_profile *profile, uint32_t module,
                                  uint64_t offset)
{
    const struct jp_location key = {.module = module, .offset = offset};

    return jp_index_find(&profile->location_index, jp_hash_mix(offset, module), same_location,
                         profile, &key);
}

uint32_t jp_profile_location(struct jp_profile *profile, uint32_t module, uint64_t offset,
                             uint64_t address)
{
    const struct jp_location made = {.module = module, .offset = offset, .address = address};
    uint32_t id = jp_profile_find_location(profile, module, offset);

    if (id != JP_INDEX_NONE)
        return id;
    id = (uint32_t)profile->locations.count;
    jp_vec_push(&profile->locations, made);
    jp_index_add(&profile->location_index, jp_hash_mix(offset, module), id);
    return id;
}

static bool same_function(const void *owner, uint32_t id, const void *key)
{
    const struct jp_function *const a = &((const struct jp_profile *)owner)->functions.data[id];
    const struct jp_function *const b = key;

    return a->name == b->name && a->module == b->module && a->file == b->file;
}

/* Is KNOWN the name of a copy that the compiler made of the function called NAME: "f.isra.0"? */
static bool is_copy_of(const struct jp_profile *profile, uint32_t known, uint32_t name)
{
    const struct jp_span copy = jp_intern_span(&profile->strings, known);
    const struct jp_span whole = jp_intern_span(&profile->strings, name);

    return copy.len > whole.len && copy.ptr[whole.len] == '.' && jp_span_starts_with(copy, whole);
}

uint32_t jp_profile_function(struct jp_profile *profile, struct jp_function function)
{
    const uint64_t hash =
        jp_hash_mix((uint64_t)function.name << 32 | function.module, function.file);
    uint32_t id = jp_index_find(&profile->function_index, hash, same_function, profile, &function);

    if (id != JP_INDEX_NONE) {
        struct jp_function *const known = &profile->functions.data[id];
        if (function.linkage && known->linkage != function.linkage &&
            (!known->linkage || is_copy_of(profile, known->linkage, function.linkage)))
            known->linkage = function.linkage;
        return id;
    }
    id = (uint32_t)profile->functions.count;
    jp_vec_push(&profile->functions, function);
    jp_index_add(&profile->function_index, hash, id);
    return id;
}

static uint64_t key_hash(struct jp_sample_key key)
{
    return jp_hash_mix(key.stack, key.thread);
}

static uint64_t sample_hash(const void *owner, uint32_t id)
{
    return key_hash(((const struct jp_profile *)owner)->samples.keys[id]);
}

/* Enter the samples that are not in the index yet. */
static void index_samples(struct jp_profile *profile)
{
    jp_dense_cover(&profile->sample_index, sample_hash, profile, profile->samples.count);
}

void jp_profile_rest(struct jp_profile *profile)
{
    jp_stack_memo_release(&profile->stack_memo);
    jp_stack_index_release(&profile->stack_index);
    jp_dense_release(&profile->sample_index);
    profile->is_at_rest = true;
}

/* Make again what jp_profile_rest gave back. */
static void wake(struct jp_profile *profile)
{
    if (!profile->is_at_rest)
        return;
    profile->is_at_rest = false;
    jp_stack_index_cover(&profile->stack_index, profile->stacks.data, profile->stacks.count);
    index_samples(profile);
}

uint32_t jp_profile_stack(struct jp_profile *profile, uint32_t parent, uint32_t location)
{
    const struct jp_stack key = {.parent = parent, .location = location};

    wake(profile);
    uint32_t id = jp_stack_index_find(&profile->stack_index, profile->stacks.data, key);

    if (id != JP_INDEX_NONE)
        return id;
    id = (uint32_t)profile->stacks.count;
    jp_vec_push(&profile->stacks, key);
    jp_stack_index_cover(&profile->stack_index, profile->stacks.data, profile->stacks.count);
    return id;
}

uint32_t jp_profile_depth(const struct jp_profile *profile, uint32_t stack)
{
    uint32_t depth = 0;

    for (; stack != JP_ROOT_STACK; stack = profile->stacks.data[stack].parent)
        depth++;
    return depth;
}

struct thread_key {
    uint64_t uid;
    struct jp_span name;
};

static bool same_thread(const void *owner, uint32_t id, const void *key)
{
    const struct jp_profile *const profile = owner;
    const struct jp_thread *const a = &profile->threads.data[id];
    const struct thread_key *const b = key;

    if (a->uid != b->uid)
        return false;
    return a->name == 0 || b->name.len == 0 ||
           jp_span_equal(jp_intern_span(&profile->strings, a->name), b->name);
}

uint32_t jp_profile_thread(struct jp_profile *profile, uint32_t source, uint64_t uid,
                           struct jp_span name)
{
    const struct thread_key key = {uid, name};
    const uint64_t hash = jp_hash_mix(uid, 0);
    uint32_t id = jp_index_find(&profile->thread_index, hash, same_thread, profile, &key);

    if (id == JP_INDEX_NONE) {
        id = (uint32_t)profile->threads.count;
        jp_vec_push(&profile->threads, (struct jp_thread){.source = source, .uid = uid});
        jp_index_add(&profile->thread_index, hash, id);
    }
    struct jp_thread *const thread = &profile->threads.data[id];
    if (thread->name == 0)
        thread->name = jp_intern_add(&profile->strings, name);
    return id;
}

static bool same_sample(const void *owner, uint32_t id, const void *key)
{
    const struct jp_sample_key a = ((const struct jp_profile *)owner)->samples.keys[id];
    const struct jp_sample_key *const b = key;

    return a.stack == b->stack && a.thread == b->thread;
}

uint32_t jp_profile_sample(struct jp_profile *profile, uint32_t stack, uint32_t thread)
{
    const struct jp_sample_key key = {.stack = stack, .thread = thread};

    wake(profile);
    uint32_t id = jp_dense_find(&profile->sample_index, key_hash(key), same_sample, profile, &key);

    if (id == JP_INDEX_NONE) {
        id = jp_samples_push(&profile->samples, key);
        index_samples(profile);
    }
    return id;
}

bool jp_profile_find_vaddr(const struct jp_profile *profile, uint32_t location, uint64_t *vaddr)
{
    const struct jp_location *const at = &profile->locations.data[location];

    *vaddr = at->vaddr;
    return at->has_vaddr;
}

uint64_t jp_profile_vaddr(const struct jp_profile *profile, uint32_t location)
{
    const struct jp_location *const at = &profile->locations.data[location];

    return at->has_vaddr ? at->vaddr : at->offset;
}

bool jp_profile_has_map(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->modules.count; i++)
        if (profile->modules.data[i].kind != JP_MODULE_UNMAPPED)
            return true;
    return false;
}

struct jp_span jp_profile_build_id(const struct jp_profile *profile, uint32_t module)
{
    const struct jp_module *const at = &profile->modules.data[module];

    return at->is_refused ? JP_SPAN("") : jp_intern_span(&profile->strings, at->build_id);
}
