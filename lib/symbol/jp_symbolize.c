/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * DWARF knows inlined calls and lines; the symbol table knows the full linkage name of every
 * function that has code, also where DWARF has only the short name of a static or local function.
 * So inner frames come from DWARF and the outermost name from the symbol table.
 */
#include "config.h"

#include "jp_symbolize.h"

#include "jp_buf.h"
#include "jp_demangle.h"

struct symbolizing {
    const struct jp_binary *binary;
    struct jp_names *names;    /* the product */
    struct jp_names dwarf;     /* what the reader found */
    enum jp_miss dwarf_miss;   /* why there are no lines for the module as a whole */
    JP_VEC(uint32_t) moved;    /* string id of dwarf -> of names; UINT32_MAX: not moved yet */
    JP_VEC(uint32_t) readable; /* linkage name -> demangled, both ids of names; same mark */
};

/* The element KEY of a memo that is as long as needed. */
static uint32_t *memo_at(struct symbolizing *work, bool is_readable, uint32_t key)
{
    if (is_readable) {
        while (work->readable.count <= key)
            jp_vec_push(&work->readable, UINT32_MAX);
        return &work->readable.data[key];
    }
    while (work->moved.count <= key)
        jp_vec_push(&work->moved, UINT32_MAX);
    return &work->moved.data[key];
}

static uint32_t move_text(struct symbolizing *work, uint32_t dwarf_id)
{
    uint32_t *const id = memo_at(work, false, dwarf_id);

    if (*id == UINT32_MAX)
        *id = jp_intern_add(&work->names->strings, jp_intern_span(&work->dwarf.strings, dwarf_id));
    return *id;
}

static uint32_t readable_name(struct symbolizing *work, uint32_t linkage)
{
    uint32_t *const id = memo_at(work, true, linkage);
    struct jp_buf text = JP_BUF_INIT;

    if (*id == UINT32_MAX) {
        jp_demangle(jp_intern_span(&work->names->strings, linkage), &text);
        *id = jp_intern_add(&work->names->strings, jp_buf_span(&text));
        jp_buf_release(&text);
    }
    return *id;
}

static void set_linkage(struct symbolizing *work, struct jp_name_frame *frame, uint32_t linkage)
{
    frame->function = readable_name(work, linkage);
    frame->linkage = linkage == frame->function ? 0 : linkage;
}

static void set_symbol(struct symbolizing *work, struct jp_name_frame *frame,
                       const struct jp_symbol *symbol)
{
    const struct jp_span name = jp_span_of(symbol->name);
    const size_t version = jp_span_find(name, JP_SPAN("@"), 1);

    set_linkage(work, frame, jp_intern_add(&work->names->strings, jp_span_slice(name, 0, version)));
    frame->is_external |= symbol->is_global;
}

static const struct jp_symbol *symbol_of(const struct jp_binary *binary, uint64_t address)
{
    const struct jp_symbol *symbol = NULL;

    if (binary->symbol_object)
        symbol = jp_object_symbol(binary->symbol_object, address);
    return symbol ? symbol : jp_object_symbol(binary->object, address);
}

static void add_dwarf_frame(struct symbolizing *work, const struct jp_name_frame *found)
{
    struct jp_name_frame frame = *found;

    frame.file = move_text(work, found->file);
    if (found->linkage)
        set_linkage(work, &frame, move_text(work, found->linkage));
    else
        frame.function = move_text(work, found->function);
    jp_vec_push(&work->names->frames, frame);
}

static bool has_symbols(const struct jp_binary *binary)
{
    return jp_object_has_symtab(binary->object) || jp_object_has_dynsym(binary->object) ||
           binary->symbol_object;
}

static void add_entry(struct symbolizing *work, uint64_t address)
{
    const struct jp_binary *const binary = work->binary;
    struct jp_names *const names = work->names;
    const struct jp_name_entry *const found = jp_names_find(&work->dwarf, address);
    const struct jp_symbol *const symbol = symbol_of(binary, address);
    struct jp_name_entry entry = {.address = address,
                                  .frames_first = (uint32_t)names->frames.count};

    if (found && found->frames_count > 0) {
        entry.miss = found->miss;
        for (uint32_t i = 0; i < found->frames_count; i++)
            add_dwarf_frame(work, &work->dwarf.frames.data[found->frames_first + i]);
        if (symbol)
            set_symbol(work, &names->frames.data[names->frames.count - 1], symbol);
    } else if (symbol) {
        struct jp_name_frame frame = {0};
        entry.miss = work->dwarf_miss ? work->dwarf_miss : JP_MISS_NO_DEBUG_INFO;
        set_symbol(work, &frame, symbol);
        jp_vec_push(&names->frames, frame);
    } else if (work->dwarf_miss == JP_MISS_NONE || has_symbols(binary)) {
        entry.miss = JP_MISS_NOT_COVERED;
    } else {
        entry.miss = JP_MISS_NO_SYMBOLS;
    }
    entry.frames_count = (uint32_t)names->frames.count - entry.frames_first;
    jp_vec_push(&names->entries, entry);
}

/* One line per module, about the gravest thing. */
static void tell(const struct jp_binary *binary, const struct jp_dwarf_work *done,
                 struct jp_diags *diags)
{
    const char *const path = jp_object_path(binary->debug_object);

    if (done->units_refused > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "%llu of %llu units of debug information could not be read: their functions "
                     "have no lines and no inlined frames",
                     (unsigned long long)done->units_refused,
                     (unsigned long long)(done->units_total + done->units_refused));
    else if (done->split_missing > 0)
        jp_diags_add(diags, JP_WARNING, path, 0,
                     "the functions of %llu units are in split debug files (.dwo, .dwp), which "
                     "were not read: no inlined frames there",
                     (unsigned long long)done->split_missing);
}

static void read_dwarf(struct symbolizing *work, const uint64_t *addresses, size_t count,
                       const struct jp_symbolize_options *options, struct jp_dwarf_work *done,
                       struct jp_diags *diags)
{
    const struct jp_binary *const binary = work->binary;
    const struct jp_dwarf_request request = {.object = binary->debug_object,
                                             .alternate = binary->alternate,
                                             .addresses = addresses,
                                             .count = count,
                                             .want_inlines = !options->no_inlines};
    jp_dwarf_lookup *const lookup = options->reader ? options->reader : jp_dwarf_libdwarf_lookup;
    struct jp_error error = JP_ERROR_INIT;

    if (!binary->debug_object || !jp_object_has_section(binary->debug_object, ".debug_info")) {
        work->dwarf_miss = JP_MISS_NO_DEBUG_INFO;
        return;
    }
    const struct jp_worker_limits limits =
        options->limits ? *options->limits
                        : jp_worker_limits_for(jp_object_bytes(binary->debug_object).len);
    const bool is_fine = options->no_worker ? lookup(&request, &work->dwarf, done, &error)
                                            : jp_worker_lookup(lookup, &request, &limits,
                                                               &work->dwarf, done, &error);
    if (is_fine) {
        tell(binary, done, diags);
        return;
    }
    /* What came before the failure may be incomplete. */
    jp_names_release(&work->dwarf);
    jp_names_init(&work->dwarf);
    work->dwarf_miss = JP_MISS_READER_FAILED;
    jp_diags_add(diags, JP_WARNING, jp_object_path(binary->debug_object), 0,
                 "the debug information could not be read (%s): no lines and no inlined frames",
                 error.message);
}

void jp_symbolize(const struct jp_binary *binary, const uint64_t *addresses, size_t count,
                  const struct jp_symbolize_options *options, struct jp_names *names,
                  struct jp_dwarf_work *work, struct jp_diags *diags)
{
    struct symbolizing state = {.binary = binary, .names = names};

    if (!binary->object) {
        for (size_t i = 0; i < count; i++)
            jp_vec_push(&names->entries,
                        (struct jp_name_entry){.address = addresses[i], .miss = binary->miss});
        return;
    }
    jp_names_init(&state.dwarf);
    read_dwarf(&state, addresses, count, options, work, diags);
    for (size_t i = 0; i < count; i++)
        add_entry(&state, addresses[i]);
    jp_vec_release(&state.moved);
    jp_vec_release(&state.readable);
    jp_names_release(&state.dwarf);
}
