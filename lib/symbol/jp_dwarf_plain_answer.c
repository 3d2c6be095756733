/* SPDX-License-Identifier: BSD-2-Clause */
/* Plain units: is their order as it was thought, and what do their lines say? */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_line.h"
#include "jp_dwarf_plain_private.h"

#include <stdlib.h>

/* Where each line program begins; false when there are not as many as units. */
static bool read_programs(const struct jp_dwarf_file *file, size_t count, uint64_t *offsets)
{
    struct jp_dwarf_cursor cursor = jp_dwarf_file_cursor(file, JP_DWARF_LINE, 0);
    const unsigned char *const start = cursor.at;
    size_t found = 0;

    while (jp_dwarf_left(&cursor) && found < count) {
        struct jp_dwarf_cursor program = cursor;
        uint8_t offset_bytes;
        offsets[found++] = (uint64_t)(cursor.at - start);
        if (!jp_dwarf_unit_length(&program, &offset_bytes))
            return false;
        cursor.at = program.end;
    }
    return jp_dwarf_left(&cursor) == 0 && found == count;
}

/* Does each unit that was unpacked have the table at its own place in the order? Were it another
 * one for the programs, their rows would tell. */
static bool has_order(const struct jp_dwarf_plain *plain, const struct jp_dwarf_file *file)
{
    if (file->units.count > plain->reach->tables.count)
        return false;
    for (size_t i = 0; i < file->units.count; i++) {
        const struct jp_dwarf_unit *const unit = &file->units.data[i];
        if (unit->offset != plain->reach->tables.data[i] ||
            unit->abbrev_offset != plain->tables.data[i])
            return false;
    }
    return true;
}

/* What the answer is made of. */
struct answering {
    const struct jp_dwarf_plain *plain;
    const struct jp_dwarf_claims *claims;
    struct jp_dwarf_lines lines;
    struct jp_names *names; /* an entry and a frame for each address, to be filled in */
    struct jp_dwarf_work *work;
    uint32_t *frames;                 /* per address of the request: its frame */
    JP_VEC(uint64_t) addresses;       /* of one unit, ascending, */
    JP_VEC(struct jp_dwarf_row) rows; /* and what was found */
};

/* An entry and an empty frame for each address that is not in the rest. */
static void make_entries(struct answering *answering)
{
    const struct jp_dwarf_request *const request = answering->plain->request;
    const struct jp_dwarf_reach *const reach = answering->plain->reach;
    struct jp_names *const names = answering->names;

    answering->frames = jp_mem_resize(NULL, request->count, sizeof *answering->frames);
    for (size_t i = 0; i < request->count; i++) {
        answering->frames[i] = (uint32_t)names->frames.count;
        if (reach->units[i] <= answering->plain->rest_reach.last_unit)
            continue;
        jp_vec_push(&names->entries,
                    (struct jp_name_entry){.address = request->addresses[i],
                                           .frames_first = (uint32_t)names->frames.count,
                                           .frames_count = 1});
        jp_vec_push(&names->frames, (struct jp_name_frame){0});
    }
}

/* Find the rows of the addresses from FIRST up to LAST in wanted; UNIT has nothing but its line
 * program. */
static bool find_rows(struct answering *answering, const struct jp_dwarf_unit *unit, size_t first,
                      size_t last)
{
    const struct jp_dwarf_plain *const plain = answering->plain;
    struct jp_dwarf_lines *const lines = &answering->lines;

    /* From version 5 on it names the folder of the compilation itself. */
    if (!jp_dwarf_lines_read(lines, unit) || lines->version < 5)
        return false;
    answering->addresses.count = 0;
    answering->rows.count = 0;
    for (size_t i = first; i < last; i++) {
        jp_vec_push(&answering->addresses, plain->request->addresses[plain->wanted[i].address]);
        jp_vec_push(&answering->rows, (struct jp_dwarf_row){.file = JP_DWARF_NO_ROW});
    }
    answering->work->line_rows += jp_dwarf_lines_find(
        lines, answering->addresses.data, last - first, answering->claims->code_start,
        answering->claims->code_end, answering->rows.data);
    return true;
}

/* The first file of a program is the one that was compiled. */
static bool is_assembler(struct answering *answering)
{
    struct jp_intern *const strings = &answering->names->strings;
    const uint32_t id = jp_dwarf_lines_path(&answering->lines, 0, strings);
    const struct jp_span path = jp_intern_span(strings, id);

    return jp_span_ends_with(path, JP_SPAN(".S")) || jp_span_ends_with(path, JP_SPAN(".s"));
}

/* Fill in the frames of a unit; false: an address has no line. */
static bool answer_unit(struct answering *answering, const uint64_t *programs, size_t first,
                        size_t last)
{
    const struct jp_dwarf_plain *const plain = answering->plain;
    const size_t index = jp_dwarf_plain_unit(plain, plain->wanted[first].unit);
    const struct jp_dwarf_unit unit = {
        .file = answering->claims->file,
        .stmt_list = {programs[index], DW_FORM_sec_offset},
    };

    if (!find_rows(answering, &unit, first, last) ||
        (jp_dwarf_plain_traits(plain, index) & JP_DWARF_HAS_LABEL && !is_assembler(answering)))
        return false;
    answering->work->units_total += answering->claims->file->is_start;
    answering->work->units_read++;
    for (size_t i = first; i < last; i++) {
        const struct jp_dwarf_row row = answering->rows.data[i - first];
        struct jp_name_frame *const frame =
            &answering->names->frames.data[answering->frames[plain->wanted[i].address]];
        if (row.file == JP_DWARF_NO_ROW)
            return false;
        *frame = (struct jp_name_frame){
            .file = jp_dwarf_lines_path(&answering->lines, row.file, &answering->names->strings),
            .line = row.line,
            .column = row.column};
        if (frame->file == 0)
            return false;
    }
    return true;
}

static bool answer(struct answering *answering, const uint64_t *programs)
{
    const struct jp_dwarf_plain *const plain = answering->plain;
    const size_t count = plain->request->count;
    bool is_fine = true;
    size_t last;

    make_entries(answering);
    for (size_t first = plain->first; is_fine && first < count; first = last) {
        for (last = first + 1; last < count; last++) {
            if (plain->wanted[last].unit != plain->wanted[first].unit)
                break;
        }
        is_fine = answer_unit(answering, programs, first, last);
    }
    jp_dwarf_lines_release(&answering->lines);
    jp_vec_release(&answering->addresses);
    jp_vec_release(&answering->rows);
    free(answering->frames);
    return is_fine;
}

bool jp_dwarf_plain_answer(const struct jp_dwarf_plain *plain, const struct jp_dwarf_claims *claims,
                           struct jp_names *names, struct jp_dwarf_work *work)
{
    const size_t count = plain->reach->tables.count;
    uint64_t *const programs = jp_mem_resize(NULL, count, sizeof *programs);
    struct answering answering = {.plain = plain, .claims = claims, .names = names, .work = work};

    jp_dwarf_file_load_texts(claims->file);
    const bool is_fine = read_programs(claims->file, count, programs) &&
                         has_order(plain, claims->file) && answer(&answering, programs);
    free(programs);
    return is_fine;
}
