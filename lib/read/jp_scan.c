/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two inner loops of reading: addresses and counters. Nine tenths of a dump's bytes go through
 * them, so they work on bytes and a table and not through jp_span.
 */
#include "config.h"

#include "jp_reader.h"

#include <string.h>

/* Value of a hexadecimal digit plus one; 0: no digit. */
static const unsigned char hex_digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

enum { WORD_DIGITS = 8 };

/* Eight bytes, the first one on top. */
static uint64_t load_word(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/*
 * Are the eight bytes of WORD hexadecimal digits? Every byte is compared with the ends of the two
 * ranges by additions that carry into its top bit and no further.
 */
static bool are_digits(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t tops = ones * 0x80;
    const uint64_t low = word & ~tops;
    const uint64_t lower = low | ones * 0x20;
    const uint64_t decimal = (low + ones * (0x80 - '0')) & ~(low + ones * (0x80 - ('9' + 1)));
    const uint64_t letter = (lower + ones * (0x80 - 'a')) & ~(lower + ones * (0x80 - ('f' + 1)));

    return ((decimal | letter) & ~word & tops) == tops;
}

/* The value of eight hexadecimal digits. */
static uint64_t word_value(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t value = (word & ones * 0x0f) + (word >> 6 & ones) * 9;

    value = (value | value >> 4) & 0x00ff00ff00ff00ffu;
    value = (value | value >> 8) & 0x0000ffff0000ffffu;
    return (value | value >> 16) & 0xffffffffu;
}

/*
 * The word at *AT that scan_addresses did not read: longer than 16 digits, which may be leading
 * zeros, or no number at all.
 */
static bool scan_odd_address(const char **at, const char *end, uint64_t *value)
{
    const char *next = *at;
    struct jp_span word;

    while (next < end && !jp_span_is_blank(*next))
        next++;
    word = (struct jp_span){*at, (size_t)(next - *at)};
    *at = next;
    return jp_span_take_hex(&word, value) && word.len == 0;
}

/*
 * Read the addresses of TEXT, the rest of a whole line, into OUT, which has room for one per two
 * bytes; returns how many. An address that cannot be read becomes 0, so that its neighbours do not
 * become each other's callers; *BAD_COUNT counts them. The bytes behind TEXT are the line's end,
 * and up to LIMIT more of the input.
 */
static size_t scan_addresses(struct jp_span text, const char *limit, uint64_t *out,
                             size_t *bad_count)
{
    enum { MOST_DIGITS = 16 };
    const char *at = text.ptr;
    const char *const end = text.ptr + text.len;
    size_t count = 0;

    while (at < end) {
        if (jp_span_is_blank(*at)) {
            at++;
            continue;
        }
        if (at[0] == '0' && (at[1] | 0x20) == 'x')
            at += 2;
        const char *const first = at;
        uint64_t value = 0;
        unsigned digit;
        if (limit - at >= WORD_DIGITS) {
            const uint64_t word = load_word(at);
            if (are_digits(word)) {
                value = word_value(word);
                at += WORD_DIGITS;
            }
        }
        /* The line's end is no digit. */
        while ((digit = hex_digits[(unsigned char)*at]) != 0) {
            value = value * 16 + digit - 1;
            at++;
        }
        if (at == first || at - first > MOST_DIGITS || !jp_span_is_blank(*at)) {
            at = first;
            if (!scan_odd_address(&at, end, &value)) {
                ++*bad_count;
                /* A run of garbage is one hole. */
                if (count && out[count - 1] == 0)
                    continue;
                value = 0;
            }
        }
        out[count++] = value;
    }
    return count;
}

void jp_reader_push_stack(struct jp_reader *reader, struct jp_span text)
{
    struct jp_dump *const dump = reader->dump;
    size_t bad_count = 0;

    jp_reader_end_stack(reader);
    if (dump->stacks.count >= UINT32_MAX - 1)
        jp_mem_exhausted();
    jp_vec_reserve(&dump->addresses, text.len / 2 + 1);
    const size_t first = dump->addresses.count;
    const size_t count = scan_addresses(text, reader->rest.ptr + reader->rest.len,
                                        dump->addresses.data + first, &bad_count);
    const uint32_t depth = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;

    dump->addresses.count += depth;
    jp_vec_push(&dump->stacks, (struct jp_dump_stack){first, depth});
    reader->has_stack = true;
    reader->has_rows = false;
    reader->has_sum = false;
    reader->is_doubtful = false;
    reader->stack_line = reader->line;
    if (bad_count)
        jp_reader_note(reader, JP_TROUBLE_ADDRESS);
}

static inline const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && jp_span_is_blank(*at))
        at++;
    return at;
}

/* A decimal number at *AT; too large ones become UINT64_MAX and set *IS_SATURATED. */
static inline bool scan_decimal(const char **at, const char *end, uint64_t *value,
                                bool *is_saturated)
{
    enum { SAFE_DIGITS = 19 };
    const char *const first = *at;
    const char *next = first;
    uint64_t number = 0;
    unsigned digit;

    for (; next < end && (digit = (unsigned)(unsigned char)*next - '0') <= 9; next++) {
        if (__builtin_expect(next - first >= SAFE_DIGITS, 0) &&
            number > (UINT64_MAX - digit) / 10) {
            *is_saturated = true;
            number = UINT64_MAX;
            continue;
        }
        number = number * 10 + digit;
    }
    *value = number;
    *at = next;
    return next > first;
}

/* "C: B", with blanks in front. */
static inline bool scan_pair(const char **at, const char *end, uint64_t *objects, uint64_t *bytes,
                             bool *is_saturated)
{
    *at = skip_blanks(*at, end);
    if (!scan_decimal(at, end, objects, is_saturated) || *at == end || **at != ':')
        return false;
    *at = skip_blanks(*at + 1, end);
    return scan_decimal(at, end, bytes, is_saturated);
}

/* "C: B [C: B]", with blanks in front. */
static inline bool scan_counters(const char **at, const char *end, struct jp_counters *counters,
                                 bool *is_saturated)
{
    if (!scan_pair(at, end, &counters->objects, &counters->bytes, is_saturated))
        return false;
    *at = skip_blanks(*at, end);
    if (*at == end || **at != '[')
        return false;
    ++*at;
    if (!scan_pair(at, end, &counters->alloc_objects, &counters->alloc_bytes, is_saturated))
        return false;
    *at = skip_blanks(*at, end);
    if (*at == end || **at != ']')
        return false;
    ++*at;
    return true;
}

bool jp_reader_take_counters(struct jp_reader *reader, struct jp_span *rest,
                             struct jp_counters *counters)
{
    const char *at = rest->ptr;
    const char *const end = rest->ptr + rest->len;
    bool is_saturated = false;

    if (!scan_counters(&at, end, counters, &is_saturated))
        return false;
    *rest = (struct jp_span){at, (size_t)(end - at)};
    if (is_saturated)
        jp_reader_note(reader, JP_TROUBLE_NUMBER);
    return true;
}

enum jp_row jp_reader_take_row(struct jp_reader *reader, struct jp_row_fields *row)
{
    const char *const end = reader->text.ptr + reader->text.len;
    const char *at = skip_blanks(reader->text.ptr, end);
    bool is_saturated = false;
    bool is_huge_uid = false;

    if (at == end || *at != 't')
        return JP_ROW_NONE;
    at++;
    row->uid = 0;
    row->is_process = at < end && *at == '*';
    if (row->is_process)
        at++;
    else if (!scan_decimal(&at, end, &row->uid, &is_huge_uid))
        return JP_ROW_NONE;
    if (at == end || *at != ':')
        return JP_ROW_NONE;
    at++;
    if (!scan_counters(&at, end, &row->counters, &is_saturated) || is_huge_uid)
        return JP_ROW_BAD;
    row->rest = (struct jp_span){at, (size_t)(end - at)};
    if (is_saturated)
        jp_reader_note(reader, JP_TROUBLE_NUMBER);
    return JP_ROW_GOOD;
}

bool jp_reader_take_decimal(struct jp_reader *reader, struct jp_span *rest, uint64_t *value)
{
    const char *at = rest->ptr;
    const char *const end = rest->ptr + rest->len;
    bool is_saturated = false;

    if (!scan_decimal(&at, end, value, &is_saturated))
        return false;
    *rest = (struct jp_span){at, (size_t)(end - at)};
    if (is_saturated)
        jp_reader_note(reader, JP_TROUBLE_NUMBER);
    return true;
}
