/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two inner loops of reading: addresses and counters. Nine tenths of a dump's bytes go through
 * them, so they work on bytes and a table and not through jp_span.
 */
#include "config.h"

#include "jp_reader.h"

/* Value of a hexadecimal digit plus one; 0: no digit. */
static const unsigned char hex_digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/*
 * Read the addresses of TEXT into OUT, which has room for one per two bytes; returns how many. An
 * address that cannot be read becomes 0, so that its neighbours do not become each other's
 * callers; *BAD_COUNT counts them.
 */
static size_t scan_addresses(struct jp_span text, uint64_t *out, size_t *bad_count)
{
    const char *at = text.ptr;
    const char *const end = text.ptr + text.len;
    size_t count = 0;

    while (at < end) {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        if (end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x')
            at += 2;
        const char *const first = at;
        uint64_t value = 0;
        uint64_t overflow = 0;
        unsigned digit;
        while (at < end && (digit = hex_digits[(unsigned char)*at]) != 0) {
            overflow |= value >> 60;
            value = value << 4 | (digit - 1);
            at++;
        }
        if (at == first || overflow || (at < end && !is_blank(*at))) {
            while (at < end && !is_blank(*at))
                at++;
            ++*bad_count;
            /* A run of garbage is one hole. */
            if (count && out[count - 1] == 0)
                continue;
            value = 0;
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
    jp_vec_reserve(&dump->addresses, text.len / 2 + 1);
    const size_t first = dump->addresses.count;
    const size_t count = scan_addresses(text, dump->addresses.data + first, &bad_count);
    const uint32_t depth = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;

    dump->addresses.count += depth;
    jp_vec_push(&dump->stacks, (struct jp_dump_stack){first, depth});
    reader->has_stack = true;
    reader->has_rows = false;
    reader->has_sum = false;
    reader->is_doubtful = false;
    reader->stack_line = reader->line;
    reader->stack_text = reader->text;
    if (bad_count)
        jp_reader_note(reader, JP_TROUBLE_ADDRESS);
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* A decimal number at *AT; too large ones become UINT64_MAX and set *IS_SATURATED. */
static bool scan_decimal(const char **at, const char *end, uint64_t *value, bool *is_saturated)
{
    const char *const first = *at;
    const char *next = first;
    uint64_t number = 0;

    while (next < end && *next >= '0' && *next <= '9') {
        const uint64_t digit = (uint64_t)(*next - '0');
        if (next - first >= 19 && number > (UINT64_MAX - digit) / 10) {
            *is_saturated = true;
            number = UINT64_MAX;
        } else {
            number = number * 10 + digit;
        }
        next++;
    }
    *value = number;
    *at = next;
    return next > first;
}

/* "C: B", with blanks in front. */
static bool scan_pair(const char **at, const char *end, uint64_t *objects, uint64_t *bytes,
                      bool *is_saturated)
{
    *at = skip_blanks(*at, end);
    if (!scan_decimal(at, end, objects, is_saturated) || *at == end || **at != ':')
        return false;
    *at = skip_blanks(*at + 1, end);
    return scan_decimal(at, end, bytes, is_saturated);
}

bool jp_reader_take_counters(struct jp_reader *reader, struct jp_span *rest,
                             struct jp_counters *counters)
{
    const char *at = rest->ptr;
    const char *const end = rest->ptr + rest->len;
    bool is_saturated = false;

    if (!scan_pair(&at, end, &counters->objects, &counters->bytes, &is_saturated))
        return false;
    at = skip_blanks(at, end);
    if (at == end || *at != '[')
        return false;
    at++;
    if (!scan_pair(&at, end, &counters->alloc_objects, &counters->alloc_bytes, &is_saturated))
        return false;
    at = skip_blanks(at, end);
    if (at == end || *at != ']')
        return false;
    at++;
    *rest = (struct jp_span){at, (size_t)(end - at)};
    if (is_saturated)
        jp_reader_note(reader, JP_TROUBLE_NUMBER);
    return true;
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
