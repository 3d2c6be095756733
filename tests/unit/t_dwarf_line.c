/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Line programs drawn at random, run by the machine and by a model of it that is as simple as can
 * be: one opcode at a time into a list of rows, which is searched for each address afterwards.
 * jp_dwarf_lines_find has programs whose sequences are like those of compilers.
 */
#include "config.h"

#include "jp_test.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_line.h"
#include "jp_random.h"

enum {
    PROGRAMS = 3000,
    OPCODES = 120,
    ADDRESSES = 64,
    CODE_START = 0x1000,
    CODE_END = 0x9000,
    LINE_BASE = -5,
    LINE_RANGE = 14,
};

static uint64_t draw(uint64_t *state, uint64_t below)
{
    return jp_random_bits(state) % below;
}

/* --- programs ----------------------------------------------------------------------------------
 */

struct program {
    unsigned char bytes[4096];
    size_t len;
};

static void add(struct program *program, uint64_t byte)
{
    assert_true(program->len < sizeof program->bytes);
    program->bytes[program->len++] = (unsigned char)byte;
}

/* With PADDING more groups than are needed. */
static void add_uleb(struct program *program, uint64_t value, uint64_t padding)
{
    while (value >= 0x80 || padding) {
        padding -= value < 0x80;
        add(program, (value & 0x7f) | 0x80);
        value >>= 7;
    }
    add(program, value);
}

static void add_sleb(struct program *program, int64_t value)
{
    while (value < -64 || value > 63) {
        add(program, ((uint64_t)value & 0x7f) | 0x80);
        value = (value - (int64_t)((uint64_t)value & 0x7f)) / 128;
    }
    add(program, (uint64_t)value & 0x7f);
}

static void add_address(struct program *program, uint64_t address)
{
    add(program, DW_LNS_extended);
    add(program, 9);
    add(program, DW_LNE_set_address);
    for (int i = 0; i < 8; i++)
        add(program, address >> 8 * i & 0xff);
}

static void add_end(struct program *program)
{
    add(program, DW_LNS_extended);
    add(program, 1);
    add(program, DW_LNE_end_sequence);
}

static void add_extended(struct program *program, uint64_t *state)
{
    switch (draw(state, 3)) {
    case 0:
        add_end(program);
        break;
    case 1:
        add_address(program, draw(state, 4) ? CODE_START + draw(state, 0x7000) : 0);
        break;
    default: /* a discriminator, which looks like the end of a sequence inside */
        add(program, DW_LNS_extended);
        add(program, 4);
        add(program, 4);
        add(program, 0);
        add(program, 1);
        add(program, 1);
        break;
    }
}

static void add_opcode(struct program *program, uint64_t *state, uint8_t opcode_base)
{
    static const int64_t sizes[] = {20, 64, 8192, 100000};
    const uint64_t opcode = draw(state, 14);
    const uint64_t size = (uint64_t)sizes[draw(state, 4)];

    if (opcode >= opcode_base || opcode == 13) {
        add(program, opcode_base + draw(state, 256u - opcode_base));
        return;
    }
    if (opcode == DW_LNS_extended) {
        add_extended(program, state);
        return;
    }
    add(program, opcode);
    switch (opcode) {
    case DW_LNS_advance_line:
        add_sleb(program, (int64_t)draw(state, 2 * size) - (int64_t)size);
        break;
    case DW_LNS_advance_pc:
        add_uleb(program, draw(state, 300), draw(state, 2));
        break;
    case DW_LNS_set_file:
    case DW_LNS_set_column:
    case DW_LNS_set_isa:
        add_uleb(program, draw(state, size), draw(state, 8) == 0 ? 2 : 0);
        break;
    case DW_LNS_fixed_advance_pc:
        add(program, draw(state, 256));
        add(program, draw(state, 2));
        break;
    default:
        break;
    }
}

/* --- the model ---------------------------------------------------------------------------------
 */

struct model_row {
    uint64_t address;
    struct jp_dwarf_row row;
    bool is_end; /* of a sequence */
};

typedef JP_VEC(struct model_row) model_rows;

struct model {
    const struct jp_dwarf_lines *lines;
    struct jp_dwarf_cursor cursor;
    struct model_row now;
    model_rows rows;
};

static void model_extended(struct model *model)
{
    const uint64_t bytes = jp_dwarf_uleb(&model->cursor);
    const unsigned char *const start = model->cursor.at;

    if (!jp_dwarf_skip(&model->cursor, bytes))
        return;
    if (start[0] == DW_LNE_set_address) {
        memcpy(&model->now.address, start + 1, 8);
    } else if (start[0] == DW_LNE_end_sequence) {
        model->now.is_end = true;
        jp_vec_push(&model->rows, model->now);
        model->now = (struct model_row){.row = {.file = 1, .line = 1}};
    }
}

static void model_opcode(struct model *model)
{
    const unsigned per_instruction = model->lines->instruction_bytes;
    const uint8_t base = model->lines->opcode_base;
    const uint8_t opcode = jp_dwarf_u8(&model->cursor);
    const unsigned adjusted = (unsigned)opcode - base;

    if (opcode >= base) {
        model->now.address += adjusted / LINE_RANGE * per_instruction;
        model->now.row.line += (uint32_t)(LINE_BASE + (int)(adjusted % LINE_RANGE));
    } else if (opcode == DW_LNS_extended) {
        model_extended(model);
    } else if (opcode == DW_LNS_advance_pc) {
        model->now.address += jp_dwarf_uleb(&model->cursor) * per_instruction;
    } else if (opcode == DW_LNS_advance_line) {
        model->now.row.line += (uint32_t)jp_dwarf_sleb(&model->cursor);
    } else if (opcode == DW_LNS_set_file) {
        model->now.row.file = (uint32_t)jp_dwarf_uleb(&model->cursor);
    } else if (opcode == DW_LNS_set_column) {
        model->now.row.column = (uint32_t)jp_dwarf_uleb(&model->cursor);
    } else if (opcode == DW_LNS_const_add_pc) {
        model->now.address += (255u - base) / LINE_RANGE * per_instruction;
    } else if (opcode == DW_LNS_fixed_advance_pc) {
        model->now.address += jp_dwarf_u16(&model->cursor);
    } else if (opcode == DW_LNS_set_isa) {
        jp_dwarf_uleb(&model->cursor);
    }
    if (opcode >= base || opcode == DW_LNS_copy)
        jp_vec_push(&model->rows, model->now);
}

static bool in_code(uint64_t address)
{
    return address >= CODE_START && address < CODE_END;
}

/* The first stretch between two rows that holds ADDRESS, in the parts of the program whose
 * addresses ascend; a part that begins outside of the code is no code. */
static struct jp_dwarf_row model_find(const model_rows *rows, uint64_t address)
{
    bool is_first = true;
    bool is_dropped = true;

    for (size_t i = 0; i < rows->count; i++) {
        const struct model_row *const row = &rows->data[i];
        const struct model_row *const next = row + 1;
        if (is_first)
            is_dropped = !in_code(row->address);
        if (row->is_end || i + 1 == rows->count) {
            is_first = true;
            continue;
        }
        is_first = !next->is_end && next->address < row->address;
        if (!is_dropped && row->address <= address && address < next->address)
            return row->row;
    }
    return (struct jp_dwarf_row){.file = JP_DWARF_NO_ROW};
}

/* -----------------------------------------------------------------------------------------------
 */

/* Header and tables as jp_dwarf_lines_read makes them (DWARF 5, 6.2.5.1). */
static void set_up(struct jp_dwarf_lines *lines, uint8_t opcode_base, uint8_t instruction_bytes,
                   const struct program *program)
{
    static const uint8_t operand_counts[] = {0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

    *lines = (struct jp_dwarf_lines){
        .version = 5,
        .instruction_bytes = instruction_bytes,
        .operations = 1,
        .opcode_base = opcode_base,
        .program = jp_dwarf_cursor_at((struct jp_span){(const char *)program->bytes, program->len},
                                      0, false),
    };
    memcpy(lines->operand_counts, operand_counts, sizeof operand_counts);
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const unsigned adjusted = (opcode - opcode_base) & 0xff;
        lines->advances[opcode] = adjusted / LINE_RANGE;
        lines->steps[opcode] = LINE_BASE + (int)(adjusted % LINE_RANGE);
    }
}

typedef uint64_t run_lines(const struct jp_dwarf_lines *lines, const uint64_t *addresses,
                           size_t count, uint64_t code_start, uint64_t code_end,
                           struct jp_dwarf_row *rows);

/* Addresses all over the code, and their rows as RUN finds them. */
static uint64_t run_all(run_lines *run, const struct jp_dwarf_lines *lines,
                        uint64_t addresses[ADDRESSES], struct jp_dwarf_row rows[ADDRESSES])
{
    for (size_t i = 0; i < ADDRESSES; i++) {
        addresses[i] = CODE_START + i * ((CODE_END - CODE_START) / ADDRESSES);
        rows[i] = (struct jp_dwarf_row){.file = JP_DWARF_NO_ROW};
    }
    return run(lines, addresses, ADDRESSES, CODE_START, CODE_END, rows);
}

/* RUN must find what the model does; how many rows it reads is told by COUNTS. */
enum counts { COUNTS_ALL, COUNTS_FEWER };

static void check(const struct program *program, uint8_t opcode_base, uint8_t instruction_bytes,
                  run_lines *run, enum counts counts)
{
    struct jp_dwarf_lines lines;
    struct jp_dwarf_row rows[ADDRESSES];
    uint64_t addresses[ADDRESSES];

    set_up(&lines, opcode_base, instruction_bytes, program);
    struct model model = {
        .lines = &lines, .cursor = lines.program, .now.row = {.file = 1, .line = 1}};
    while (jp_dwarf_left(&model.cursor))
        model_opcode(&model);
    const uint64_t row_count = run_all(run, &lines, addresses, rows);
    bool has_all = true;
    for (size_t i = 0; i < ADDRESSES; i++) {
        const struct jp_dwarf_row wanted = model_find(&model.rows, addresses[i]);
        has_all = has_all && wanted.file != JP_DWARF_NO_ROW;
        assert_int_equal(rows[i].file, wanted.file);
        if (wanted.file == JP_DWARF_NO_ROW)
            continue;
        assert_int_equal(rows[i].line, wanted.line);
        assert_int_equal(rows[i].column, wanted.column);
    }
    if (counts == COUNTS_ALL && !has_all)
        assert_int_equal(row_count, model.rows.count);
    else
        assert_in_range(row_count, 1, (has_all ? 1 : 2) * model.rows.count);
    jp_vec_release(&model.rows);
}

/* DWARF 2 has no opcode above 9, and nothing forbids less; instructions of 4 bytes are ARM's. */
static void test_random_programs(void **state)
{
    static const struct {
        uint8_t opcode_base, instruction_bytes;
    } kinds[] = {{13, 1}, {13, 1}, {10, 1}, {13, 4}, {6, 1}, {4, 1}};
    uint64_t seed = 1;

    (void)state;
    for (int i = 0; i < PROGRAMS; i++) {
        const size_t kind = draw(&seed, sizeof kinds / sizeof kinds[0]);
        struct program program = {.len = 0};
        for (int k = 0; k < OPCODES; k++)
            add_opcode(&program, &seed, kinds[kind].opcode_base);
        check(&program, kinds[kind].opcode_base, kinds[kind].instruction_bytes, jp_dwarf_lines_run,
              COUNTS_ALL);
    }
}

/* --- sequences of a compiler --------------------------------------------------------------------
 */

/* Each has a place of its own in the code. */
enum { SEQUENCES = 16, PLACE_BYTES = (CODE_END - CODE_START) / SEQUENCES, MOST_ADVANCE = 256 };

/* What changes registers, and may look like the end of a sequence together with a row. */
static void add_registers(struct program *program, uint64_t *state)
{
    static const uint64_t values[] = {0, 1, 5, 128, 257};

    for (uint64_t left = draw(state, 4); left; left--) {
        switch (draw(state, 5)) {
        case 0:
            add(program, DW_LNS_set_file);
            add_uleb(program, values[draw(state, 5)], 0);
            break;
        case 1:
            add(program, DW_LNS_set_column);
            add_uleb(program, values[draw(state, 5)], 0);
            break;
        case 2:
            add(program, DW_LNS_advance_line);
            add_sleb(program, (int64_t)values[draw(state, 5)]);
            break;
        case 3:
            add(program, DW_LNS_negate_stmt);
            break;
        default: /* a discriminator of 128 is not the end of a sequence, nor is one of 257 */
            add(program, DW_LNS_extended);
            add(program, 3);
            add(program, DW_LNE_set_discriminator);
            add_uleb(program, draw(state, 2) ? 128 : 257, 0);
            break;
        }
    }
}

/* Returns how far it advances: by no more than MOST_ADVANCE. */
static uint64_t add_row(struct program *program, uint64_t *state, uint8_t opcode_base)
{
    const uint64_t advance = draw(state, 10);

    add_registers(program, state);
    switch (draw(state, 4)) {
    case 0:
        add(program, opcode_base + advance * LINE_RANGE + draw(state, LINE_RANGE));
        return advance;
    case 1:
        add(program, DW_LNS_advance_pc);
        add_uleb(program, advance, 0);
        add(program, DW_LNS_copy);
        return advance;
    case 2:
        add(program, DW_LNS_fixed_advance_pc);
        add(program, MOST_ADVANCE & 0xff);
        add(program, MOST_ADVANCE >> 8);
        add(program, DW_LNS_copy);
        return MOST_ADVANCE;
    default:
        add(program, DW_LNS_copy);
        add(program, DW_LNS_copy);
        return 0;
    }
}

/* GNU as sets registers in front of the address, too. */
static void add_sequence(struct program *program, uint64_t *state, uint8_t opcode_base,
                         uint64_t place)
{
    const bool is_dropped = draw(state, 4) == 0;
    uint64_t at = draw(state, PLACE_BYTES / 2);

    if (draw(state, 2))
        add_registers(program, state);
    add_address(program, is_dropped ? 0 : CODE_START + place * PLACE_BYTES + at);
    for (uint64_t left = draw(state, 10); left && at + 2 * MOST_ADVANCE < PLACE_BYTES; left--)
        at += add_row(program, state, opcode_base);
    add(program, DW_LNS_advance_pc);
    add_uleb(program, 1 + draw(state, PLACE_BYTES - at), 0);
    add_end(program);
}

/* Sequences come in any order, and places are left out. */
static void test_sequences_of_compilers(void **state)
{
    uint64_t seed = 2;

    (void)state;
    for (int i = 0; i < PROGRAMS; i++) {
        const uint8_t opcode_base = draw(&seed, 2) ? 13 : 10;
        const uint64_t turn = 2 * draw(&seed, SEQUENCES / 2) + 1;
        struct program program = {.len = 0};
        for (uint64_t k = 0; k < SEQUENCES; k++) {
            if (draw(&seed, 4))
                add_sequence(&program, &seed, opcode_base, (turn * k + i) % SEQUENCES);
        }
        if (program.len)
            check(&program, opcode_base, 1, jp_dwarf_lines_find, COUNTS_FEWER);
    }
}

/* Of any other program, each address that has a row gets one. */
static void test_sequences_of_no_compiler(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int i = 0; i < PROGRAMS; i++) {
        struct program program = {.len = 0};
        struct jp_dwarf_lines lines;
        struct jp_dwarf_row wanted[ADDRESSES];
        struct jp_dwarf_row rows[ADDRESSES];
        uint64_t addresses[ADDRESSES];
        for (int k = 0; k < OPCODES; k++)
            add_opcode(&program, &seed, 13);
        set_up(&lines, 13, 1, &program);
        run_all(jp_dwarf_lines_run, &lines, addresses, wanted);
        run_all(jp_dwarf_lines_find, &lines, addresses, rows);
        for (size_t k = 0; k < ADDRESSES; k++)
            assert_true(wanted[k].file == JP_DWARF_NO_ROW || rows[k].file != JP_DWARF_NO_ROW);
    }
}

/* Two rows in each sequence: of those without a wanted address none is read. */
static void test_passes_over_sequences(void **state)
{
    const uint64_t address = CODE_START + 7 * PLACE_BYTES;
    struct program program = {.len = 0};
    struct jp_dwarf_row row = {.file = JP_DWARF_NO_ROW};
    struct jp_dwarf_lines lines;

    (void)state;
    for (uint64_t i = 0; i < SEQUENCES; i++) {
        add_address(&program, CODE_START + i * PLACE_BYTES);
        add(&program, DW_LNS_advance_line);
        add_sleb(&program, (int64_t)i);
        add(&program, DW_LNS_copy);
        add(&program, DW_LNS_advance_pc);
        add(&program, 4);
        add_end(&program);
    }
    set_up(&lines, 13, 1, &program);
    assert_int_equal(jp_dwarf_lines_find(&lines, &address, 1, CODE_START, CODE_END, &row), 2);
    assert_int_equal(row.line, 1 + 7);
}

/* -----------------------------------------------------------------------------------------------
 */

/* Rows of 4 bytes each: the third shows that the second holds the address, the rest is not read. */
static void test_ends_with_the_last_address(void **state)
{
    enum { ROWS = 1000 };
    const uint64_t address = CODE_START + 6;
    struct program program = {.len = 0};
    struct jp_dwarf_row row = {.file = JP_DWARF_NO_ROW};
    struct jp_dwarf_lines lines;

    (void)state;
    add_address(&program, CODE_START);
    for (int i = 0; i < ROWS; i++) {
        add(&program, DW_LNS_copy);
        add(&program, DW_LNS_advance_pc);
        add(&program, 4);
    }
    set_up(&lines, 13, 1, &program);
    assert_in_range(jp_dwarf_lines_run(&lines, &address, 1, CODE_START, CODE_END, &row), 3, 4);
    assert_int_equal(row.line, 1);
    assert_int_equal(row.file, 1);
}

/* --- headers -----------------------------------------------------------------------------------
 */

/* Is a header fine that says that BYTES of it follow, of which it has 8 and perhaps tables? */
static bool is_read(uint8_t version, uint32_t bytes)
{
    struct program section = {.len = 0};
    struct jp_dwarf_file file = {0};
    const struct jp_dwarf_unit unit = {
        .file = &file, .address_bytes = 8, .stmt_list.form = DW_FORM_sec_offset};
    struct jp_dwarf_lines lines = {0};

    const uint8_t head[] = {60, 0, 0, 0, version, 0, 8, 0, (uint8_t)bytes, 0, 0, 0};
    const uint8_t parameters[] = {1, 1, 1, (uint8_t)LINE_BASE, LINE_RANGE, 3, 0, 1};
    for (size_t i = 0; i < sizeof head; i++)
        if (version == 5 || (i != 6 && i != 7))
            add(&section, head[i]);
    for (size_t i = 0; i < sizeof parameters; i++)
        if (version >= 4 || i != 1)
            add(&section, parameters[i]);
    while (section.len < 64)
        add(&section, 0);
    file.sections[JP_DWARF_LINE] = (struct jp_span){(const char *)section.bytes, section.len};
    const bool fine = jp_dwarf_lines_read(&lines, &unit);
    jp_dwarf_lines_release(&lines);
    return fine;
}

/* DWARF 5, 6.2.4: header_length leads to the program; tables end in front of it. */
static void test_length_of_header(void **state)
{
    (void)state;
    for (uint8_t version = 2; version <= 5; version++) {
        const uint32_t parameter_bytes = version >= 4 ? 8 : 7;
        assert_true(is_read(version, parameter_bytes + 20));
        for (uint32_t bytes = 0; bytes < parameter_bytes; bytes++)
            assert_false(is_read(version, bytes));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
        cmocka_unit_test(test_ends_with_the_last_address),
        cmocka_unit_test(test_sequences_of_compilers),
        cmocka_unit_test(test_sequences_of_no_compiler),
        cmocka_unit_test(test_passes_over_sequences),
        cmocka_unit_test(test_length_of_header),
    };
    return cmocka_run_group_tests_name("dwarf_line", tests, NULL, NULL);
}
