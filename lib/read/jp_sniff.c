/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sniff.h"

#include "jp_attr.h"
#include "jp_header.h"

/* Sources: the formats' own documents; /usr/share/misc/magic knows most of them too. */
static const struct {
    struct jp_span bytes;
    enum jp_file_type type;
} magics[] = {
    {{"\x7f"
      "ELF",
      4},
     JP_TYPE_ELF},
    {{"\xfe\xed\xfa\xce", 4}, JP_TYPE_MACHO},
    {{"\xfe\xed\xfa\xcf", 4}, JP_TYPE_MACHO},
    {{"\xce\xfa\xed\xfe", 4}, JP_TYPE_MACHO},
    {{"\xcf\xfa\xed\xfe", 4}, JP_TYPE_MACHO},
    {{"SQLite format 3", 16}, JP_TYPE_SQLITE},
    {{"\x1f\x8b", 2}, JP_TYPE_PACKED_TWICE},
    {{"\x28\xb5\x2f\xfd", 4}, JP_TYPE_PACKED_TWICE},
    {{"\xfd"
      "7zXZ",
      6},
     JP_TYPE_PACKED},
    {{"BZh", 3}, JP_TYPE_PACKED},
    {{"PK\x03\x04", 4}, JP_TYPE_PACKED},
    {{"\x04\x22\x4d\x18", 4}, JP_TYPE_PACKED},
    {{"7z\xbc\xaf\x27\x1c", 6}, JP_TYPE_PACKED},
    {{"#!", 2}, JP_TYPE_SCRIPT},
};

/* Machine word I of SIZE bytes. */
static uint64_t word_at(struct jp_span bytes, size_t size, size_t i, bool is_big)
{
    uint64_t word = 0;

    for (size_t k = 0; k < size; k++) {
        const size_t at = i * size + (is_big ? k : size - 1 - k);
        word = word << 8 | (unsigned char)bytes.ptr[at];
    }
    return word;
}

/* gperftools' binary header: words 0, 3, 0, period, 0 of the machine that wrote it. */
static bool is_cpu_profile(struct jp_span bytes)
{
    for (size_t shape = 0; shape < 4; shape++) {
        const size_t size = shape & 1 ? 4 : 8;
        const bool is_big = (shape & 2) != 0;
        if (bytes.len < 5 * size)
            continue;
        if (word_at(bytes, size, 0, is_big) == 0 && word_at(bytes, size, 1, is_big) == 3 &&
            word_at(bytes, size, 2, is_big) == 0 && word_at(bytes, size, 3, is_big) != 0 &&
            word_at(bytes, size, 4, is_big) == 0)
            return true;
    }
    return false;
}

/* A universal binary holds few programs; a Java class file has the same magic and a version. */
static bool is_universal_macho(struct jp_span bytes)
{
    return jp_span_starts_with(bytes, JP_SPAN("\xca\xfe\xba\xbe")) && bytes.len >= 8 &&
           word_at(bytes, 4, 1, true) < 32;
}

static bool take_varint(struct jp_span *rest, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; rest->len && shift < 64; shift += 7) {
        const unsigned char byte = (unsigned char)rest->ptr[0];
        *rest = jp_span_slice(*rest, 1, rest->len);
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* A type of values: field 1 is what, field 2 in which unit, both indices of strings. */
static bool is_value_type(struct jp_span body)
{
    uint64_t tag;
    uint64_t text;

    return take_varint(&body, &tag) && tag == 0x08 && take_varint(&body, &text) &&
           (body.len == 0 || (take_varint(&body, &tag) && tag == 0x10 &&
                              take_varint(&body, &text) && body.len == 0));
}

/*
 * Fields of profile.proto, each with the form that it must have, until one of the types of values
 * is found. Go writes the period first, others write the fields in their order.
 */
static bool is_pprof(struct jp_span bytes)
{
    enum { SAMPLE_TYPE = 1, STRING_TABLE = 6, PERIOD_TYPE = 11, LAST_FIELD = 15 };
    uint64_t tag;
    uint64_t value;

    while (take_varint(&bytes, &tag) && take_varint(&bytes, &value)) {
        const uint64_t field = tag >> 3;
        const bool is_message =
            (field >= SAMPLE_TYPE && field <= STRING_TABLE) || field == PERIOD_TYPE;
        if (field == 0 || field > LAST_FIELD || (tag & 7) != (is_message ? 2 : 0) ||
            (is_message && value > bytes.len))
            return false;
        if (field == SAMPLE_TYPE)
            return is_value_type(jp_span_slice(bytes, 0, value));
        if (is_message)
            bytes = jp_span_slice(bytes, value, bytes.len);
    }
    return false;
}

static bool starts_with_word(struct jp_span text, const char *word)
{
    for (size_t i = 0; word[i]; i++) {
        if (i >= text.len || (text.ptr[i] | 0x20) != (word[i] | 0x20))
            return false;
    }
    return true;
}

static bool is_html(struct jp_span text)
{
    static const char *const beginnings[] = {"<!doctype", "<html", "<head", "<body", "<?xml"};

    for (size_t i = 0; i < JP_COUNT_OF(beginnings); i++) {
        if (starts_with_word(text, beginnings[i]))
            return true;
    }
    return false;
}

static bool is_json(struct jp_span text)
{
    if (!jp_span_take_byte(&text, '{') && !jp_span_take_byte(&text, '['))
        return false;
    jp_span_skip_blanks(&text);
    return text.len && (text.ptr[0] == '"' || text.ptr[0] == '{' || text.ptr[0] == '}' ||
                        text.ptr[0] == '[' || text.ptr[0] == ']');
}

/* No control bytes in the beginning, whatever the encoding of the rest. */
static bool is_text(struct jp_span bytes)
{
    for (size_t i = 0; i < bytes.len && i < 4096; i++) {
        const unsigned char byte = (unsigned char)bytes.ptr[i];
        if (byte < ' ' && byte != '\x1b' && (byte < '\t' || byte > '\r'))
            return false;
    }
    return true;
}

enum jp_file_type jp_sniff(struct jp_span bytes)
{
    const struct jp_span text = jp_span_trim(jp_span_slice(bytes, 0, JP_HEADER_SEARCH_BYTES));

    for (size_t i = 0; i < JP_COUNT_OF(magics); i++) {
        if (jp_span_starts_with(bytes, magics[i].bytes))
            return magics[i].type;
    }
    if (is_universal_macho(bytes))
        return JP_TYPE_MACHO;
    if (is_cpu_profile(bytes))
        return JP_TYPE_CPU_PROFILE;
    switch (jp_header_search(bytes)) {
    case JP_HEADER_HEAP_V2:
    case JP_HEADER_FLAT:
    case JP_HEADER_SYMBOL:
    case JP_HEADER_SECTION:
        return JP_TYPE_HEAP_DUMP;
    case JP_HEADER_CPU:
        return JP_TYPE_CPU_PROFILE;
    case JP_HEADER_CONTENTION:
        return JP_TYPE_CONTENTION_PROFILE;
    case JP_HEADER_NONE:
    case JP_HEADER_COMMAND:
    case JP_HEADER_HEAP_OTHER:
        break;
    }
    if (text.len == 0)
        return bytes.len > JP_HEADER_SEARCH_BYTES ? JP_TYPE_TEXT : JP_TYPE_EMPTY;
    if (is_pprof(bytes))
        return JP_TYPE_PPROF;
    if (is_html(text))
        return JP_TYPE_HTML;
    if (is_json(text))
        return JP_TYPE_JSON;
    return is_text(bytes) ? JP_TYPE_TEXT : JP_TYPE_UNKNOWN;
}

const char *jp_sniff_text(enum jp_file_type type)
{
    static const char *const texts[] = {
        [JP_TYPE_UNKNOWN] = "binary data of no known kind",
        [JP_TYPE_EMPTY] = "an empty file",
        [JP_TYPE_HEAP_DUMP] = "a heap dump",
        [JP_TYPE_CPU_PROFILE] = "a CPU profile",
        [JP_TYPE_CONTENTION_PROFILE] = "a lock contention profile",
        [JP_TYPE_PPROF] = "a pprof profile (profile.proto)",
        [JP_TYPE_PACKED] = "compressed data that is neither gzip nor zstd",
        [JP_TYPE_PACKED_TWICE] = "a file that was packed twice (gzip or zstd)",
        [JP_TYPE_ELF] = "an ELF program or library",
        [JP_TYPE_MACHO] = "a macOS program or library",
        [JP_TYPE_SQLITE] = "an SQLite database",
        [JP_TYPE_HTML] = "an HTML or XML page",
        [JP_TYPE_JSON] = "JSON",
        [JP_TYPE_SCRIPT] = "a script",
        [JP_TYPE_TEXT] = "a text file",
    };

    return texts[type];
}
