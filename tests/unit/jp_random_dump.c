/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_random_dump.h"

#include "jp_random.h"

#include <inttypes.h>

#define below jp_random_below

uint64_t jp_random_below(uint64_t *state, uint64_t limit)
{
    return jp_random_bits(state) % limit;
}

/* Counters as processes write them, and now and then such as none does. */
static void add_counters(struct jp_buf *text, uint64_t *state)
{
    const uint64_t odd = below(state, 40);
    const uint64_t objects = odd == 0 ? 0 : odd == 1 ? UINT64_MAX : 1 + below(state, 90);
    const uint64_t bytes = odd == 2 ? 0 : objects * (1 + below(state, 100000));
    const uint64_t allocated = below(state, 3) ? objects + below(state, 500) : 0;

    jp_buf_format(text, "%" PRIu64 ": %" PRIu64 " [%" PRIu64 ": %" PRIu64 "]", objects, bytes,
                  allocated, allocated * 100);
}

/* Addresses of a program, a library that lies elsewhere in each dump, anonymous memory, nothing. */
static uint64_t random_address(uint64_t *state, uint64_t slide)
{
    const uint64_t offset = 0x10 * (1 + below(state, 40));

    switch (below(state, 8)) {
    case 0:
        return 0x30000 + offset;
    case 1:
        return 0x990000 + offset;
    case 2:
    case 3:
        return slide + 0x2000 + offset;
    case 4:
        return slide + 0x8000 + offset; /* a second mapping of the same part of the file */
    default:
        return 0x11000 + offset;
    }
}

static void add_stack(struct jp_buf *text, uint64_t *state, uint64_t slide)
{
    jp_buf_add_byte(text, '@');
    for (uint64_t i = below(state, 9); i-- > 0;)
        jp_buf_format(text, " 0x%" PRIx64, random_address(state, slide));
    jp_buf_add_byte(text, '\n');
}

static void add_maps(struct jp_buf *text, uint64_t *state, uint64_t slide, const char *program)
{
    jp_buf_format(text,
                  "\nMAPPED_LIBRARIES:\n"
                  "10000-20000 r-xp 00000000 08:01 5 %s\n"
                  "30000-40000 rw-p 00000000 00:00 0\n"
                  "%" PRIx64 "-%" PRIx64 " r--p 00000000 08:01 6 %s.so\n"
                  "%" PRIx64 "-%" PRIx64 " r-xp 00002000 08:01 6 %s.so\n"
                  "%" PRIx64 "-%" PRIx64 " r-xp 00002000 08:01 6 %s.so%s\n",
                  program, slide, slide + 0x2000, program, slide + 0x2000, slide + 0x4000, program,
                  slide + 0x8000, slide + 0xa000, program, below(state, 5) ? "" : " (deleted)");
}

static void add_jemalloc(struct jp_buf *text, uint64_t *state, uint64_t slide)
{
    const uint64_t threads = below(state, 4);

    jp_buf_format(text, "heap_v2/%" PRIu64 "\n  t*: ", UINT64_C(1) << below(state, 20));
    add_counters(text, state);
    for (uint64_t i = 0; i < threads; i++) {
        jp_buf_format(text, "\n  t%" PRIu64 ": ", i * 3);
        add_counters(text, state);
        if (below(state, 2))
            jp_buf_format(text, " worker %" PRIu64, below(state, 3));
    }
    jp_buf_add_byte(text, '\n');
    for (uint64_t i = 1 + below(state, 40); i-- > 0;) {
        add_stack(text, state, slide);
        if (!threads || below(state, 8)) {
            jp_buf_add_text(text, "  t*: ");
            add_counters(text, state);
            jp_buf_add_byte(text, '\n');
        }
        for (uint64_t thread = 0; thread < threads; thread++) {
            jp_buf_format(text, "  t%" PRIu64 ": ", thread * 3);
            add_counters(text, state);
            jp_buf_add_byte(text, '\n');
        }
    }
}

static void add_gperftools(struct jp_buf *text, uint64_t *state, uint64_t slide)
{
    static const char *const kinds[] = {"heapprofile", "heap/1048576", "heap_v2/524288", "growth"};

    jp_buf_add_text(text, "heap profile: ");
    add_counters(text, state);
    jp_buf_format(text, " @ %s\n", kinds[below(state, 4)]);
    for (uint64_t i = 1 + below(state, 40); i-- > 0;) {
        add_counters(text, state);
        jp_buf_add_byte(text, ' ');
        add_stack(text, state, slide);
    }
}

/* Names of some addresses, as "jeprof --raw" writes them, with inlined calls. */
static void add_symbols(struct jp_buf *text, uint64_t *state, uint64_t slide, const char *program)
{
    jp_buf_format(text, "--- symbol\nbinary=%s\n", program);
    for (uint64_t i = below(state, 40); i-- > 0;) {
        jp_buf_format(text, "0x%016" PRIx64 " f%" PRIu64,
                      random_address(state, slide) - below(state, 2), below(state, 20));
        for (uint64_t calls = below(state, 3); calls-- > 0;)
            jp_buf_format(text, "--inlined%" PRIu64, below(state, 5));
        jp_buf_add_byte(text, '\n');
    }
    jp_buf_add_text(text, "---\n--- heap\n");
}

static void add_text_dump(struct jp_buf *text, uint64_t *state, const char *program, bool has_names)
{
    const uint64_t slide = 0x7f0000000000 + 0x10000 * below(state, 4);

    if (has_names)
        add_symbols(text, state, slide, program);
    const size_t start = text->len;
    if (below(state, 3))
        add_jemalloc(text, state, slide);
    else
        add_gperftools(text, state, slide);
    add_maps(text, state, slide, program);
    if (below(state, 10) == 0)
        text->len -= below(state, (text->len - start) / 2);
}

/* --- pprof: profile.proto as bytes ------------------------------------------------------------ */

static void add_varint(struct jp_buf *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        jp_buf_add_byte(out, (char)(value | 0x80));
    jp_buf_add_byte(out, (char)value);
}

static void add_number(struct jp_buf *out, uint64_t field, uint64_t value)
{
    add_varint(out, field << 3);
    add_varint(out, value);
}

/* PART, which is empty then. */
static void add_part(struct jp_buf *out, uint64_t field, struct jp_buf *part)
{
    add_varint(out, field << 3 | 2);
    add_varint(out, part->len);
    jp_buf_add(out, jp_buf_span(part));
    jp_buf_clear(part);
}

enum { FUNCTIONS = 12, LOCATIONS = 30 };

/* The strings in their order; what is not here follows as "f<n>", and the program. */
static const char *const words[] = {
    "",
    "inuse_space",
    "bytes",
    "inuse_objects",
    "count",
    "alloc_space",
    "alloc_objects",
    "thread",
    "thread_name",
    "t3",
    "t7",
    "io pool",
    "a.c",
    "b.c",
    "_Zf",
};

enum { WORDS = sizeof words / sizeof *words, NAMES = 6, PROGRAM = WORDS + NAMES };

static void add_strings(struct jp_buf *out, const char *program)
{
    struct jp_buf part = JP_BUF_INIT;

    for (int i = 0; i <= PROGRAM; i++) {
        if (i < WORDS)
            jp_buf_add_text(&part, words[i]);
        else if (i < PROGRAM)
            jp_buf_format(&part, "f%d", i - WORDS);
        else
            jp_buf_add_text(&part, program);
        add_part(out, 6, &part);
    }
    jp_buf_release(&part);
}

/* Several of one name, some of them in other files, some with a mangled name. */
static void add_functions(struct jp_buf *out, uint64_t *state)
{
    struct jp_buf part = JP_BUF_INIT;

    for (uint64_t i = 1; i <= FUNCTIONS; i++) {
        add_number(&part, 1, i);
        add_number(&part, 2, WORDS + below(state, NAMES));
        if (below(state, 4) == 0)
            add_number(&part, 3, 14);
        add_number(&part, 4, 12 + below(state, 2));
        add_part(out, 5, &part);
    }
    jp_buf_release(&part);
}

/* Some without an address, some at one place with other names, some without any. */
static void add_locations(struct jp_buf *out, uint64_t *state)
{
    struct jp_buf part = JP_BUF_INIT;
    struct jp_buf line = JP_BUF_INIT;

    for (uint64_t i = 1; i <= LOCATIONS; i++) {
        const bool has_address = below(state, 5);
        add_number(&part, 1, i);
        if (has_address) {
            add_number(&part, 2, 1);
            add_number(&part, 3, 0x11000 + 0x10 * below(state, 20));
        }
        for (uint64_t lines = below(state, 4); lines-- > 0;) {
            add_number(&line, 1, 1 + below(state, FUNCTIONS));
            add_number(&line, 2, below(state, 3));
            add_part(&part, 4, &line);
        }
        add_part(out, 4, &part);
    }
    jp_buf_release(&line);
    jp_buf_release(&part);
}

static void add_samples(struct jp_buf *out, uint64_t *state)
{
    struct jp_buf part = JP_BUF_INIT;
    struct jp_buf label = JP_BUF_INIT;

    for (uint64_t i = 1 + below(state, 40); i-- > 0;) {
        for (uint64_t depth = below(state, 6); depth-- > 0;)
            add_number(&part, 1, 1 + below(state, LOCATIONS));
        for (int value = 0; value < 4; value++) {
            const uint64_t odd = below(state, 40);
            const int64_t number = odd == 0   ? INT64_MAX
                                   : odd == 1 ? -(int64_t)below(state, 1000)
                                              : (int64_t)below(state, 1 << 20);
            add_number(&part, 2, (uint64_t)number);
        }
        if (below(state, 2)) {
            add_number(&label, 1, 7);
            add_number(&label, 2, 9 + below(state, 2));
            add_part(&part, 3, &label);
            add_number(&label, 1, 8);
            add_number(&label, 2, 11);
            add_part(&part, 3, &label);
        }
        add_part(out, 2, &part);
    }
    jp_buf_release(&label);
    jp_buf_release(&part);
}

static void add_pprof(struct jp_buf *out, uint64_t *state, const char *program)
{
    struct jp_buf part = JP_BUF_INIT;

    for (uint64_t type = 0; type < 4; type++) {
        static const uint64_t types[] = {1, 3, 5, 6};
        add_number(&part, 1, types[type]);
        add_number(&part, 2, type == 1 || type == 3 ? 4 : 2);
        add_part(out, 1, &part);
    }
    add_samples(out, state);
    add_number(&part, 1, 1);
    add_number(&part, 2, 0x10000);
    add_number(&part, 3, 0x20000);
    add_number(&part, 5, PROGRAM);
    add_part(out, 3, &part);
    add_locations(out, state);
    add_functions(out, state);
    add_strings(out, program);
    if (below(state, 3)) {
        add_number(&part, 2, 2);
        add_part(out, 11, &part);
        add_number(out, 12, UINT64_C(1) << below(state, 20));
    }
    jp_buf_release(&part);
}

void jp_random_dump(struct jp_buf *text, uint64_t *state, const char *program)
{
    const uint64_t format = below(state, 4);

#ifdef HAVE_PPROF
    if (format == 0) {
        add_pprof(text, state, program);
        return;
    }
#else
    (void)add_pprof;
#endif
    add_text_dump(text, state, program, format == 1);
}
