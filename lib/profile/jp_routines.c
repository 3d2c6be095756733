/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_routines.h"

#include "jp_demangle.h"
#include "jp_disassembler.h"

#include <inttypes.h>
#include <stdlib.h>

/* More of one symbol is not shown: nobody reads it, and a damaged symbol may have any size. */
static const uint64_t MOST_BYTES = UINT64_C(4) << 20;

/* Lines are asked for so many at once: each has a chain of frames, which takes memory. */
enum { BATCH_INSTRUCTIONS = 4 * 1024 * 1024 };

struct making {
    struct jp_routines *routines;
    const struct jp_profile *profile;
    enum jp_naming naming;
    struct jp_symbolize_options options;
    struct jp_diags *diags;
    struct jp_buf text;
};

void jp_routines_release(struct jp_routines *routines)
{
    jp_vec_release(&routines->list);
    jp_vec_release(&routines->instructions);
    jp_intern_release(&routines->strings);
}

static int compare_routines(const void *left, const void *right)
{
    return jp_code_compare(&((const struct jp_routine *)left)->code,
                           &((const struct jp_routine *)right)->code);
}

/* The symbols in question, each once. */
static void collect(struct making *making, const bool *is_wanted)
{
    const struct jp_profile *const profile = making->profile;
    struct jp_routines *const routines = making->routines;
    size_t kept = 0;

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        struct jp_routine routine = {.count = 0};
        if (location->frames_count == 0)
            continue;
        routine.function =
            profile->frames.data[location->frames_first + location->frames_count - 1].function;
        if (is_wanted[routine.function] && jp_code_find(profile, i, &routine.code))
            jp_vec_push(&routines->list, routine);
    }
    if (routines->list.count)
        qsort(routines->list.data, routines->list.count, sizeof *routines->list.data,
              compare_routines);
    for (size_t i = 0; i < routines->list.count; i++)
        if (i == 0 ||
            compare_routines(&routines->list.data[kept - 1], &routines->list.data[i]) != 0)
            routines->list.data[kept++] = routines->list.data[i];
    routines->list.count = kept;
}

/* What the compiler split off a function keeps the mark that says so. */
static struct jp_span clone_mark(struct jp_span name)
{
    static const char *const marks[] = {".cold", ".part.", ".isra.", ".constprop.", ".__part."};
    size_t first = name.len;

    for (size_t i = 0; i < JP_COUNT_OF(marks); i++) {
        const size_t at = jp_span_find(name, jp_span_of(marks[i]), 1);
        first = at < first ? at : first;
    }
    return jp_span_slice(name, first, name.len);
}

/* " <store_append+0x40>", or nothing where no symbol is. */
static void add_symbol(struct making *making, const struct jp_binary *binary, uint64_t address)
{
    const struct jp_symbol *const symbol = jp_symbolize_symbol(binary, address);
    struct jp_buf name = JP_BUF_INIT;

    if (!symbol)
        return;
    jp_demangle(jp_span_of(symbol->name), &name);
    jp_buf_add_text(&making->text, " <");
    jp_naming_function(&making->text, jp_buf_span(&name), making->naming, &making->profile->rules);
    jp_buf_add(&making->text, clone_mark(jp_span_of(symbol->name)));
    if (address != symbol->value)
        jp_buf_format(&making->text, "+0x%" PRIx64, address - symbol->value);
    jp_buf_add_byte(&making->text, '>');
    jp_buf_release(&name);
}

static void add_instruction(struct making *making, const struct jp_binary *binary,
                            const struct jp_instruction *from)
{
    struct jp_routines *const routines = making->routines;

    jp_buf_clear(&making->text);
    jp_buf_add_text(&making->text, from->text);
    if (from->target_kind != JP_TARGET_NONE) {
        jp_buf_format(&making->text,
                      from->target_kind == JP_TARGET_CODE ? "%" PRIx64 : "        # %" PRIx64,
                      from->target);
        add_symbol(making, binary, from->target);
    }
    jp_vec_push(&routines->instructions,
                (struct jp_routine_instruction){
                    .address = from->address,
                    .length = from->length,
                    .text = jp_intern_add(&routines->strings, jp_buf_span(&making->text)),
                });
}

/* The bytes of CODE in its file; fewer, or none, where the file does not hold them. */
static struct jp_span bytes_of(const struct making *making, const struct jp_code *code)
{
    struct jp_object *const object = making->profile->modules.data[code->module].binary->object;
    const struct jp_span file = jp_object_bytes(object);
    uint64_t size = code->end - code->start;
    uint64_t first;
    uint64_t last;

    if (size > MOST_BYTES) {
        jp_diags_add(making->diags, JP_WARNING, jp_object_path(object), 0,
                     "the symbol at 0x%" PRIx64 " has %" PRIu64 " bytes; only the first %" PRIu64
                     " are disassembled",
                     code->start, size, MOST_BYTES);
        size = MOST_BYTES;
    }
    if (size == 0 || jp_object_is_debug_only(object) ||
        !jp_object_offset_of_vaddr(object, code->start, &first) ||
        !jp_object_offset_of_vaddr(object, code->start + size - 1, &last) ||
        last != first + size - 1 || last >= file.len) {
        jp_diags_add(making->diags, JP_WARNING, jp_object_path(object), 0,
                     "the code at 0x%" PRIx64 " is not in the file", code->start);
        return JP_SPAN("");
    }
    return jp_span_slice(file, first, first + size);
}

static bool decode(struct making *making, struct jp_routine *routine, struct jp_error *error)
{
    const struct jp_binary *const binary =
        making->profile->modules.data[routine->code.module].binary;
    const struct jp_machine_code code = {
        .machine = jp_object_machine(binary->object),
        .bytes = bytes_of(making, &routine->code),
        .address = routine->code.start,
    };
    struct jp_disassembly disassembly;

    routine->instructions = making->routines->instructions.count;
    if (!jp_disassemble(&disassembly, &code, error))
        return jp_error_prepend(error, "%s", binary->path);
    for (size_t i = 0; i < disassembly.list.count; i++)
        add_instruction(making, binary, &disassembly.list.data[i]);
    routine->count = disassembly.list.count;
    jp_disassembly_release(&disassembly);
    return true;
}

/* Lines for the instructions of the routines FIRST to END, which are of one module. */
static void find_lines(struct making *making, size_t first, size_t end)
{
    struct jp_routines *const routines = making->routines;
    const struct jp_routine *const list = routines->list.data;
    const struct jp_binary *const binary =
        making->profile->modules.data[list[first].code.module].binary;
    const size_t begin = list[first].instructions;
    const size_t count = list[end - 1].instructions + list[end - 1].count - begin;
    JP_VEC(uint64_t) addresses = {0};
    struct jp_dwarf_work work = {0};
    struct jp_names names;

    /* Overlapping symbols have addresses in common. */
    for (size_t i = begin; i < begin + count; i++) {
        const uint64_t address = routines->instructions.data[i].address;
        if (addresses.count == 0 || addresses.data[addresses.count - 1] < address)
            jp_vec_push(&addresses, address);
    }
    jp_names_init(&names);
    jp_symbolize(binary, addresses.data, addresses.count, &making->options, &names, &work,
                 making->diags);
    for (size_t i = begin; i < begin + count; i++) {
        struct jp_routine_instruction *const instruction = &routines->instructions.data[i];
        const struct jp_name_entry *const entry = jp_names_find(&names, instruction->address);
        if (!entry || entry->frames_count == 0)
            continue;
        const struct jp_name_frame *const frame = &names.frames.data[entry->frames_first];
        instruction->file =
            jp_intern_add(&routines->strings, jp_intern_span(&names.strings, frame->file));
        instruction->line = frame->file ? frame->line : 0;
        const struct jp_name_frame *const own = &frame[entry->frames_count - 1];
        instruction->own_file =
            jp_intern_add(&routines->strings, jp_intern_span(&names.strings, own->file));
        instruction->own_line = own->file ? own->line : 0;
    }
    jp_names_release(&names);
    jp_vec_release(&addresses);
}

bool jp_routines_init(struct jp_routines *routines, const struct jp_profile *profile,
                      const bool *is_wanted, enum jp_naming naming,
                      const struct jp_symbolize_options *options, struct jp_diags *diags,
                      struct jp_error *error)
{
    struct making making = {routines, profile, naming, *options, diags, JP_BUF_INIT};
    bool fine = true;

    *routines = (struct jp_routines){.list = {0}};
    jp_intern_init(&routines->strings);
    making.options.no_inlines = false;
    collect(&making, is_wanted);
    const size_t count = routines->list.count;
    for (size_t i = 0; i < count && fine; i++)
        fine = decode(&making, &routines->list.data[i], error);
    for (size_t first = 0, end; first < count && fine; first = end) {
        const uint32_t module = routines->list.data[first].code.module;
        size_t instructions = routines->list.data[first].count;
        for (end = first + 1; end < count && routines->list.data[end].code.module == module &&
                              instructions < BATCH_INSTRUCTIONS;
             end++)
            instructions += routines->list.data[end].count;
        find_lines(&making, first, end);
    }
    jp_buf_release(&making.text);
    return fine;
}

size_t jp_routines_find(const struct jp_routines *routines, const struct jp_profile *profile,
                        uint32_t location, size_t *routine)
{
    struct jp_code code;
    uint64_t vaddr;
    size_t low = 0;
    size_t high = routines->list.count;

    if (!jp_profile_find_vaddr(profile, location, &vaddr) ||
        !jp_code_find(profile, location, &code))
        return SIZE_MAX;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (jp_code_compare(&routines->list.data[middle].code, &code) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == routines->list.count || jp_code_compare(&routines->list.data[low].code, &code) != 0)
        return SIZE_MAX;
    *routine = low;
    const struct jp_routine_instruction *const list =
        routines->instructions.data + routines->list.data[low].instructions;
    for (low = 0, high = routines->list.data[*routine].count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (list[middle].address + list[middle].length <= vaddr - 1)
            low = middle + 1;
        else
            high = middle;
    }
    return low < routines->list.data[*routine].count
               ? routines->list.data[*routine].instructions + low
               : SIZE_MAX;
}
