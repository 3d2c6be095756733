/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_span.h"

#include <string.h>

int jp_span_compare(struct jp_span a, struct jp_span b)
{
    const size_t shared = a.len < b.len ? a.len : b.len;
    const int order = shared ? memcmp(a.ptr, b.ptr, shared) : 0;

    if (order)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

/* memmem() fills a table before it looks at the first byte; needles and texts are short. */
size_t jp_span_find(struct jp_span span, struct jp_span needle, size_t from)
{
    if (from > span.len || needle.len > span.len - from)
        return SIZE_MAX;
    if (needle.len == 0)
        return from;
    /* Where it may begin. */
    const struct jp_span begins = jp_span_slice(span, 0, span.len - needle.len + 1);
    for (size_t at = from; (at = jp_span_find_byte(begins, needle.ptr[0], at)) != SIZE_MAX; at++) {
        if (memcmp(span.ptr + at, needle.ptr, needle.len) == 0)
            return at;
    }
    return SIZE_MAX;
}

size_t jp_span_find_byte(struct jp_span span, char byte, size_t from)
{
    if (from >= span.len)
        return SIZE_MAX;
    const char *const hit = memchr(span.ptr + from, byte, span.len - from);
    return hit ? (size_t)(hit - span.ptr) : SIZE_MAX;
}

size_t jp_span_rfind_byte(struct jp_span span, char byte)
{
    const char *const hit = span.len ? memrchr(span.ptr, byte, span.len) : NULL;
    return hit ? (size_t)(hit - span.ptr) : SIZE_MAX;
}

struct jp_span jp_span_trim(struct jp_span span)
{
    jp_span_skip_blanks(&span);
    while (span.len && jp_span_is_blank(span.ptr[span.len - 1]))
        span.len--;
    return span;
}

struct jp_span jp_span_basename(struct jp_span path)
{
    const size_t slash = jp_span_rfind_byte(path, '/');
    return slash == SIZE_MAX ? path : jp_span_slice(path, slash + 1, path.len);
}

struct jp_span jp_span_last_components(struct jp_span path, size_t count)
{
    for (size_t i = path.len; i-- > 0;) {
        if (path.ptr[i] == '/' && --count == 0)
            return jp_span_slice(path, i, path.len);
    }
    return path;
}

bool jp_span_take_line(struct jp_span *rest, struct jp_span *line, bool *complete)
{
    if (rest->len == 0)
        return false;
    const char *const end = memchr(rest->ptr, '\n', rest->len);
    const size_t len = end ? (size_t)(end - rest->ptr) : rest->len;

    *line = jp_span_slice(*rest, 0, len);
    *rest = jp_span_slice(*rest, end ? len + 1 : len, rest->len);
    if (complete)
        *complete = end != NULL;
    return true;
}

bool jp_span_take_word(struct jp_span *rest, struct jp_span *word)
{
    size_t len = 0;

    jp_span_skip_blanks(rest);
    while (len < rest->len && !jp_span_is_blank(rest->ptr[len]))
        len++;
    *word = jp_span_slice(*rest, 0, len);
    *rest = jp_span_slice(*rest, len, rest->len);
    return len > 0;
}

bool jp_span_take_part(struct jp_span *rest, char separator, struct jp_span *part)
{
    while (rest->len) {
        const size_t end = jp_span_find(*rest, (struct jp_span){&separator, 1}, 0);
        *part = jp_span_slice(*rest, 0, end);
        *rest = jp_span_slice(*rest, end == SIZE_MAX ? rest->len : end + 1, rest->len);
        if (part->len)
            return true;
    }
    return false;
}

bool jp_span_take_byte(struct jp_span *rest, char byte)
{
    if (rest->len == 0 || rest->ptr[0] != byte)
        return false;
    *rest = jp_span_slice(*rest, 1, rest->len);
    return true;
}

void jp_span_skip_blanks(struct jp_span *rest)
{
    while (rest->len && jp_span_is_blank(rest->ptr[0])) {
        rest->ptr++;
        rest->len--;
    }
}

bool jp_span_take_decimal(struct jp_span *rest, uint64_t *value)
{
    uint64_t number = 0;
    size_t len = 0;

    while (len < rest->len && rest->ptr[len] >= '0' && rest->ptr[len] <= '9') {
        const uint64_t digit = (uint64_t)(rest->ptr[len] - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
        len++;
    }
    if (len == 0)
        return false;
    *value = number;
    *rest = jp_span_slice(*rest, len, rest->len);
    return true;
}

static int hex_digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

bool jp_span_take_hex(struct jp_span *rest, uint64_t *value)
{
    uint64_t number = 0;
    size_t len = 0;

    while (len < rest->len && hex_digit(rest->ptr[len]) >= 0) {
        if (number >> 60)
            return false;
        number = number << 4 | (uint64_t)hex_digit(rest->ptr[len]);
        len++;
    }
    if (len == 0)
        return false;
    *value = number;
    *rest = jp_span_slice(*rest, len, rest->len);
    return true;
}

/* Eight bytes at a time; the shift lets high bits of a word reach the low ones of the hash. */
uint64_t jp_span_hash(struct jp_span span)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t at = 0;
    uint64_t word;

    for (; span.len - at >= sizeof word; at += sizeof word) {
        memcpy(&word, span.ptr + at, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    word = 0;
    if (at < span.len)
        memcpy(&word, span.ptr + at, span.len - at);
    return jp_hash_mix(hash ^ word, span.len);
}

/* The finalizer of MurmurHash3 (Austin Appleby, public domain) over a product of both inputs. */
uint64_t jp_hash_mix(uint64_t a, uint64_t b)
{
    uint64_t hash = a * 0x9e3779b97f4a7c15u + b;

    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ hash >> 33;
}
