/* SPDX-License-Identifier: BSD-2-Clause */
/* The symbol section of a symbolized profile, as "jeprof --raw" and pprof write it. */
#include "config.h"

#include "jp_reader.h"

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$';
}

/* Do the two dashes at AT belong to a name, as in "Cursor::operator--"? */
static bool is_operator(struct jp_span text, size_t at)
{
    static const struct jp_span word = {"operator", 8};
    const struct jp_span before = jp_span_slice(text, 0, at);

    return jp_span_ends_with(before, word) &&
           (at == word.len || !is_word_byte(text.ptr[at - word.len - 1]));
}

/* The end of the first name of TEXT, whose names are joined by "--". */
static size_t find_joint(struct jp_span text)
{
    static const struct jp_span joint = {"--", 2};
    size_t at = jp_span_find(text, joint, 0);

    while (at != SIZE_MAX && is_operator(text, at))
        at = jp_span_find(text, joint, at + joint.len);
    return at == SIZE_MAX ? text.len : at;
}

/* jeprof puts the symbol's address behind the names it has from nm: "main<00000000000011f0>". */
static struct jp_span without_tag(struct jp_span name)
{
    const size_t tag_len = 18;
    struct jp_span tag = jp_span_slice(name, name.len < tag_len ? 0 : name.len - tag_len, name.len);
    uint64_t address;

    if (name.len > tag_len && jp_span_take_byte(&tag, '<') && jp_span_take_hex(&tag, &address) &&
        jp_span_equal(tag, JP_SPAN(">")))
        return jp_span_slice(name, 0, name.len - tag_len);
    return name;
}

/* "GLIBC_2.14", "JEMALLOC_5", "Base_1": what script writers call versions; "plt" is none. */
static bool is_version(struct jp_span text)
{
    bool has_mark = false;

    for (size_t i = 0; i < text.len; i++) {
        const char byte = text.ptr[i];
        if (byte == '$' || (byte != '.' && !is_word_byte(byte)))
            return false;
        has_mark |= byte == '_' || byte == '.';
    }
    return has_mark && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z';
}

/* And nm puts the version behind the name of a dynamic symbol: "malloc@@JEMALLOC_5". */
static struct jp_span without_version(struct jp_span name)
{
    const size_t at = jp_span_find(name, JP_SPAN("@"), 0);

    if (at == SIZE_MAX || at == 0)
        return name;
    struct jp_span version = jp_span_slice(name, at + 1, name.len);
    jp_span_take_byte(&version, '@');
    return is_version(version) ? jp_span_slice(name, 0, at) : name;
}

/*
 * A name as it was before it was written: where it has two dashes side by side, --raw puts a blank
 * between them, because jeprof would take them for a joint ("operator- -").
 */
static uint32_t add_name(struct jp_intern *strings, struct jp_span name)
{
    static const struct jp_span parted = {"- -", 3};
    struct jp_buf whole = JP_BUF_INIT;

    for (size_t at; (at = jp_span_find(name, parted, 0)) != SIZE_MAX;) {
        jp_buf_add(&whole, jp_span_slice(name, 0, at + 1));
        name = jp_span_slice(name, at + 2, name.len);
    }
    jp_buf_add(&whole, name);
    const uint32_t id = jp_intern_add(strings, jp_buf_span(&whole));
    jp_buf_release(&whole);
    return id;
}

static void read_symbol(struct jp_reader *reader, uint64_t address, struct jp_span text)
{
    struct jp_dump *const dump = reader->dump;
    struct jp_dump_symbol symbol = {
        .address = address,
        .names_first = (uint32_t)dump->symbol_names.count,
    };

    while (text.len) {
        const size_t len = find_joint(text);
        const struct jp_span name = jp_span_trim(jp_span_slice(text, 0, len));
        if (name.len && dump->symbol_names.count < UINT32_MAX)
            jp_vec_push(&dump->symbol_names,
                        add_name(&dump->strings, without_version(without_tag(name))));
        text = jp_span_slice(text, len + 2, text.len);
    }
    symbol.names_count = (uint32_t)dump->symbol_names.count - symbol.names_first;
    if (symbol.names_count)
        jp_vec_push(&dump->symbols, symbol);
}

/* By address; of two lines with one address the first comes first. */
static int compare_symbols(const void *a, const void *b)
{
    const struct jp_dump_symbol *const x = a;
    const struct jp_dump_symbol *const y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->names_first > y->names_first) - (x->names_first < y->names_first);
}

static void sort(struct jp_dump *dump)
{
    size_t kept = 0;

    if (dump->symbols.count == 0)
        return;
    qsort(dump->symbols.data, dump->symbols.count, sizeof *dump->symbols.data, compare_symbols);
    for (size_t i = 1; i < dump->symbols.count; i++) {
        if (dump->symbols.data[i].address != dump->symbols.data[kept].address)
            dump->symbols.data[++kept] = dump->symbols.data[i];
    }
    dump->symbols.count = kept + 1;
}

void jp_symbols_read(struct jp_reader *reader)
{
    static const struct jp_span program = {"binary=", 7};
    struct jp_dump *const dump = reader->dump;

    while (jp_reader_next(reader)) {
        struct jp_span rest = jp_span_trim(reader->text);
        uint64_t address;
        if (jp_span_starts_with(rest, JP_SPAN("---")))
            break;
        if (jp_span_starts_with(rest, program)) {
            dump->program = jp_intern_add(&dump->strings,
                                          jp_span_trim(jp_span_slice(rest, program.len, rest.len)));
        } else if (jp_span_starts_with(rest, JP_SPAN("0x"))) {
            rest = jp_span_slice(rest, 2, rest.len);
            if (jp_span_take_hex(&rest, &address))
                read_symbol(reader, address, rest);
            else
                jp_reader_note(reader, JP_TROUBLE_LINE);
        } else if (rest.len) {
            jp_reader_note(reader, JP_TROUBLE_LINE);
        }
    }
    sort(dump);
}
