/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * DWARF knows inlined calls and lines; the symbol table knows the full linkage name of every
 * function that has code, also where DWARF has only the short name of a static or local function.
 * So inner frames come from DWARF and the outermost name from the symbol table.
 */
#include "config.h"

#include "jp_symbolize_compose.h"

#include "jp_demangle.h"

/* What one reader found, and where its strings go. */
struct source {
    const struct jp_names *names;
    struct jp_intern_copy strings;
};

struct symbolizing {
    struct jp_composition *composition;
    const struct jp_binary *binary;
    struct jp_names *names; /* the product */
    const struct jp_dwarf_answer *dwarf;
    struct source first;
    struct source second;
};

/* The readable form of LINKAGE, valid until the next one is asked for. */
static struct jp_span demangle(struct jp_composition *composition, struct jp_span linkage)
{
    jp_buf_clear(&composition->text);
    jp_demangle(linkage, &composition->text);
    return jp_buf_span(&composition->text);
}

/* The same, which may be known already. */
static struct jp_span readable_text(struct jp_composition *composition, struct jp_span linkage)
{
    const uint32_t known = jp_intern_find(&composition->mangled, linkage);

    if (known != JP_INDEX_NONE && known > 0)
        return composition->demangled.data[known - 1];
    return demangle(composition, linkage);
}

static uint32_t readable_name(struct jp_composition *composition, uint32_t linkage)
{
    struct jp_intern *const strings = &composition->names.strings;

    while (composition->readable.count <= linkage)
        jp_vec_push(&composition->readable, UINT32_MAX);
    uint32_t *const id = &composition->readable.data[linkage];
    if (*id == UINT32_MAX)
        *id = jp_intern_add(strings, readable_text(composition, jp_intern_span(strings, linkage)));
    return *id;
}

/* Was it asked for? Then it is readable. */
static bool is_readable(const struct jp_composition *composition, struct jp_span linkage)
{
    const uint32_t id = jp_intern_find(&composition->names.strings, linkage);

    return id < composition->readable.count && composition->readable.data[id] != UINT32_MAX;
}

void jp_composition_expect(struct jp_composition *composition, const struct jp_names *dwarf)
{
    for (size_t i = 0; i < dwarf->frames.count; i++) {
        const struct jp_span linkage =
            jp_intern_span(&dwarf->strings, dwarf->frames.data[i].linkage);
        if (linkage.len == 0 || is_readable(composition, linkage) ||
            jp_intern_add(&composition->mangled, linkage) <= composition->demangled.count)
            continue;
        jp_vec_push(&composition->demangled,
                    jp_arena_span(&composition->arena, demangle(composition, linkage)));
    }
}

static void set_linkage(struct symbolizing *work, struct jp_name_frame *frame, uint32_t linkage)
{
    frame->function = readable_name(work->composition, linkage);
    frame->linkage = linkage == frame->function ? 0 : linkage;
}

static void set_symbol(struct symbolizing *work, struct jp_name_frame *frame,
                       const struct jp_outer_name *outer)
{
    set_linkage(work, frame, outer->linkage);
    frame->is_external |= outer->is_global;
}

const struct jp_symbol *jp_symbolize_symbol(const struct jp_binary *binary, uint64_t address)
{
    const struct jp_symbol *symbol = NULL;

    if (binary->symbol_object)
        symbol = jp_object_symbol(binary->symbol_object, address);
    return symbol ? symbol : jp_object_symbol(binary->object, address);
}

static void add_dwarf_frame(struct symbolizing *work, struct source *source,
                            const struct jp_name_frame *found, const struct jp_name_frame *place)
{
    struct jp_name_frame frame = *found;

    frame.file = jp_intern_copy_id(&source->strings, place->file);
    frame.line = place->line;
    frame.column = place->column;
    if (found->linkage)
        set_linkage(work, &frame, jp_intern_copy_id(&source->strings, found->linkage));
    else
        frame.function = jp_intern_copy_id(&source->strings, found->function);
    jp_vec_push(&work->names->frames, frame);
}

/* An inlined function without a name would say nothing: its caller has its line then. */
static void add_dwarf_frames(struct symbolizing *work, struct source *source,
                             const struct jp_name_frame *frames, uint32_t count)
{
    const struct jp_name_frame *place = frames;

    for (uint32_t i = 0; i < count; i++) {
        if (frames[i].is_inlined && !frames[i].function && !frames[i].linkage)
            continue;
        add_dwarf_frame(work, source, &frames[i], place);
        place = &frames[i + 1];
    }
}

static bool has_symbols(const struct jp_binary *binary)
{
    return jp_object_has_symtab(binary->object) || jp_object_has_dynsym(binary->object) ||
           binary->symbol_object;
}

/* The reader's frames of ADDRESS, or NULL; *SOURCE is the reader that has them. */
static const struct jp_name_entry *find_frames(struct symbolizing *work, uint64_t address,
                                               struct source **source)
{
    *source = &work->first;
    const struct jp_name_entry *entry = jp_names_find(work->first.names, address);
    if (!entry || entry->frames_count == 0) {
        *source = &work->second;
        entry = jp_names_find(work->second.names, address);
    }
    return entry && entry->frames_count > 0 ? entry : NULL;
}

/* Why a function has no lines. */
static enum jp_miss why_no_lines(const struct symbolizing *work)
{
    if (work->dwarf->is_refused)
        return JP_MISS_READER_FAILED;
    if (work->dwarf->miss == JP_MISS_NO_DEBUG_INFO && jp_object_is_cut(work->binary->object))
        return JP_MISS_DAMAGED;
    return work->dwarf->miss ? work->dwarf->miss : JP_MISS_NO_DEBUG_INFO;
}

/* Why an address has no name. */
static enum jp_miss why_no_name(const struct symbolizing *work)
{
    const bool has_lines = work->dwarf->miss == JP_MISS_NONE;

    if (work->dwarf->is_refused)
        return JP_MISS_READER_FAILED;
    if (!has_lines && jp_object_is_cut(work->binary->object))
        return JP_MISS_DAMAGED;
    return has_lines || has_symbols(work->binary) ? JP_MISS_NOT_COVERED : JP_MISS_NO_SYMBOLS;
}

static void add_entry(struct symbolizing *work, size_t index)
{
    struct jp_names *const names = work->names;
    const uint64_t address = work->composition->task->addresses[index];
    const struct jp_outer_name *const outer = &work->composition->outer.data[index];
    struct source *source;
    const struct jp_name_entry *const found = find_frames(work, address, &source);
    struct jp_name_entry entry = {.address = address,
                                  .frames_first = (uint32_t)names->frames.count};

    if (found) {
        entry.miss = found->miss;
        add_dwarf_frames(work, source, &source->names->frames.data[found->frames_first],
                         found->frames_count);
        if (outer->has_symbol) {
            set_symbol(work, &names->frames.data[names->frames.count - 1], outer);
            /* Code without a DIE, an assembler's for one, has lines and a name all the same. */
            if (entry.miss == JP_MISS_NOT_COVERED)
                entry.miss = JP_MISS_NONE;
        }
    } else if (outer->has_symbol) {
        struct jp_name_frame frame = {0};
        entry.miss = why_no_lines(work);
        set_symbol(work, &frame, outer);
        jp_vec_push(&names->frames, frame);
    } else {
        entry.miss = why_no_name(work);
    }
    entry.frames_count = (uint32_t)names->frames.count - entry.frames_first;
    jp_vec_push(&names->entries, entry);
}

void jp_composition_begin(struct jp_composition *composition, const struct jp_symbolize_task *task)
{
    *composition = (struct jp_composition){.task = task};
    jp_names_init(&composition->names);
    jp_intern_init(&composition->mangled);
    jp_vec_reserve(&composition->outer, task->count);
    for (size_t i = 0; i < task->count; i++) {
        const struct jp_symbol *const symbol =
            jp_symbolize_symbol(task->binary, task->addresses[i]);
        struct jp_outer_name outer = {.has_symbol = symbol != NULL};
        if (symbol) {
            const struct jp_span name = jp_span_of(symbol->name);
            const size_t version = jp_span_find_byte(name, '@', 1);
            outer.is_global = symbol->is_global;
            outer.linkage =
                jp_intern_add(&composition->names.strings, jp_span_slice(name, 0, version));
            readable_name(composition, outer.linkage);
        }
        jp_vec_push(&composition->outer, outer);
    }
}

void jp_composition_end(struct jp_composition *composition, const struct jp_dwarf_answer *dwarf)
{
    const struct jp_symbolize_task *const task = composition->task;
    struct symbolizing state = {
        .composition = composition,
        .binary = task->binary,
        .names = &composition->names,
        .dwarf = dwarf,
        .first.names = &dwarf->first,
        .second.names = &dwarf->second,
    };
    struct jp_names *const names = state.names;

    jp_intern_copy_init(&state.first.strings, &dwarf->first.strings, &names->strings);
    jp_intern_copy_init(&state.second.strings, &dwarf->second.strings, &names->strings);
    for (size_t i = 0; i < task->count; i++)
        add_entry(&state, i);
    if (dwarf->first.tried)
        names->tried = jp_intern_copy_id(&state.first.strings, dwarf->first.tried);
    else if (dwarf->second.tried)
        names->tried = jp_intern_copy_id(&state.second.strings, dwarf->second.tried);
    jp_intern_copy_release(&state.first.strings);
    jp_intern_copy_release(&state.second.strings);
}

void jp_composition_release(struct jp_composition *composition)
{
    jp_vec_release(&composition->outer);
    jp_vec_release(&composition->readable);
    jp_buf_release(&composition->text);
    jp_intern_release(&composition->mangled);
    jp_vec_release(&composition->demangled);
    jp_arena_release(&composition->arena);
}
