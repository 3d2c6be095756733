/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_digest.h"

#include "jp_attr.h"

#include <endian.h>
#include <string.h>

enum { BLOCK_BYTES = 128 };

/* Section 2.6 of RFC 7693: the first 64 bits of the fractions of the square roots of primes. */
static const uint64_t start_values[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* Section 2.7: which word of the block goes where; rounds 10 and 11 are 0 and 1 again. */
static const unsigned char schedule[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t value, unsigned bits)
{
    return value >> bits | value << (64 - bits);
}

/* Section 3.1. */
JP_ALWAYS_INLINE void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

/* A round. */
JP_ALWAYS_INLINE void mix_all(uint64_t v[16], const uint64_t words[16], const unsigned char at[16])
{
    mix(v, 0, 4, 8, 12, words[at[0]], words[at[1]]);
    mix(v, 1, 5, 9, 13, words[at[2]], words[at[3]]);
    mix(v, 2, 6, 10, 14, words[at[4]], words[at[5]]);
    mix(v, 3, 7, 11, 15, words[at[6]], words[at[7]]);
    mix(v, 0, 5, 10, 15, words[at[8]], words[at[9]]);
    mix(v, 1, 6, 11, 12, words[at[10]], words[at[11]]);
    mix(v, 2, 7, 8, 13, words[at[12]], words[at[13]]);
    mix(v, 3, 4, 9, 14, words[at[14]], words[at[15]]);
}

static void load_words(uint64_t words[16], const unsigned char *block)
{
    memcpy(words, block, BLOCK_BYTES);
    for (size_t i = 0; i < 16; i++)
        words[i] = le64toh(words[i]);
}

/* Section 3.2; TOTAL is the number of input bytes up to the end of this block. */
static void compress(uint64_t h[8], const unsigned char *block, uint64_t total, bool is_last)
{
    uint64_t words[16];
    uint64_t v[16];

    load_words(words, block);
    memcpy(v, h, 8 * sizeof *v);
    memcpy(v + 8, start_values, sizeof start_values);
    v[12] ^= total;
    if (is_last)
        v[14] = ~v[14];
    /* One by one, so that the schedule becomes part of the code, and V and WORDS registers. */
    mix_all(v, words, schedule[0]);
    mix_all(v, words, schedule[1]);
    mix_all(v, words, schedule[2]);
    mix_all(v, words, schedule[3]);
    mix_all(v, words, schedule[4]);
    mix_all(v, words, schedule[5]);
    mix_all(v, words, schedule[6]);
    mix_all(v, words, schedule[7]);
    mix_all(v, words, schedule[8]);
    mix_all(v, words, schedule[9]);
    mix_all(v, words, schedule[0]);
    mix_all(v, words, schedule[1]);
    for (size_t i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

struct jp_digest jp_digest_of(struct jp_span bytes)
{
    const unsigned char *const input = (const unsigned char *)bytes.ptr;
    unsigned char last[BLOCK_BYTES] = {0};
    struct jp_digest digest;
    uint64_t h[8];
    size_t done = 0;

    memcpy(h, start_values, sizeof h);
    h[0] ^= 0x01010000 ^ JP_DIGEST_BYTES; /* no key, one leaf */
    for (; bytes.len - done > BLOCK_BYTES; done += BLOCK_BYTES)
        compress(h, input + done, done + BLOCK_BYTES, false);
    if (bytes.len > done)
        memcpy(last, input + done, bytes.len - done);
    compress(h, last, bytes.len, true);
    for (size_t i = 0; i < JP_DIGEST_BYTES; i++)
        digest.bytes[i] = (unsigned char)(h[i / 8] >> (8 * (i % 8)));
    return digest;
}
