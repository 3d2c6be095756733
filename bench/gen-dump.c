/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a large heap dump in jemalloc's form, for measurements: same options, same bytes.
 *
 * Stacks are random walks in a random call graph whose edges are fixed by the seed, from one outer
 * frame inwards, so that they share callers as real ones do. Two passes over the same random
 * numbers: the first one adds up what the header must say, the second one prints.
 */
#include "config.h"

#include "jp_attr.h"
#include "jp_buf.h"
#include "jp_call_site.h"
#include "jp_file.h"
#include "jp_mem.h"
#include "jp_number.h"

#include <elf.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    uint64_t bytes; /* of the file, at least; 0: as many as the stacks need */
    uint64_t stacks;
    uint64_t depth; /* mean */
    uint64_t threads;
    uint64_t addresses; /* distinct ones */
    uint64_t seed;
    uint64_t period;
    uint64_t callees;    /* of a function */
    uint64_t load;       /* where a program lies that has no address of its own */
    uint64_t turn;       /* number of the dump in its series: same stacks, other counters */
    const char *program; /* NULL: a program that does not exist */
};

struct segment {
    uint64_t address; /* as mapped */
    uint64_t offset;
    uint64_t bytes;
    bool is_executable;
};

struct totals {
    double objects; /* corrected for sampling */
    double bytes;
    double alloc_objects;
    double alloc_bytes;
};

struct generator {
    struct options options;
    struct segment segments[8];
    size_t segment_count;
    uint64_t *pcs;
    struct totals *totals; /* of thread I; the last one: of the process */
    uint64_t random;
    struct jp_buf out;
    uint64_t written_bytes;
    bool is_printing;
};

/* SplitMix64, by Sebastiano Vigna, public domain. */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

static uint64_t next(struct generator *g)
{
    g->random += 0x9e3779b97f4a7c15u;
    return mix(g->random);
}

static uint64_t below(struct generator *g, uint64_t limit)
{
    return limit ? next(g) % limit : 0;
}

static void die(const char *what)
{
    fprintf(stderr, "gen-dump: %s\n", what);
    exit(2);
}

/* The loadable segments of PROGRAM, at a fixed address unless they have one of their own. */
static void read_segments(struct generator *g, const char *path)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_file file;
    Elf64_Ehdr header;

    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, &error))
        die(error.message);
    if (file.bytes.len < sizeof header)
        die("the program is no ELF file");
    memcpy(&header, file.bytes.ptr, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
        die("the program is no 64-bit ELF file");
    const uint64_t base = header.e_type == ET_DYN ? g->options.load : 0;
    for (unsigned i = 0; i < header.e_phnum && g->segment_count < JP_COUNT_OF(g->segments); i++) {
        Elf64_Phdr phdr;
        const uint64_t at = header.e_phoff + (uint64_t)i * sizeof phdr;
        if (at > file.bytes.len || file.bytes.len - at < sizeof phdr)
            die("the program headers lie outside the file");
        memcpy(&phdr, file.bytes.ptr + at, sizeof phdr);
        if (phdr.p_type != PT_LOAD || phdr.p_filesz == 0)
            continue;
        g->segments[g->segment_count++] = (struct segment){
            .address = base + phdr.p_vaddr,
            .offset = phdr.p_offset,
            .bytes = phdr.p_filesz,
            .is_executable = (phdr.p_flags & PF_X) != 0,
        };
    }
    jp_file_release(&file);
}

/*
 * Recorded addresses are return addresses: move each to the next place behind a call, or else to
 * that of the address before. Names are not taken from a program whose calls lie elsewhere.
 */
static void move_behind_calls(struct generator *g, const struct segment *text)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_object *const object = jp_object_open(g->options.program, &error);

    if (!object)
        die(error.message);
    const uint64_t base = jp_object_type(object) == ET_DYN ? g->options.load : 0;
    uint64_t last = 0;
    for (uint64_t i = 0; i < g->options.addresses; i++) {
        uint64_t pc = g->pcs[i] > last ? g->pcs[i] : last;
        while (pc < text->address + text->bytes && jp_call_site(object, pc - base) == JP_CALL_NONE)
            pc++;
        if (pc < text->address + text->bytes)
            last = pc;
        g->pcs[i] = last ? last : g->pcs[i];
    }
    jp_object_free(object);
}

static void choose_addresses(struct generator *g)
{
    const struct segment *text = NULL;

    if (g->options.program) {
        read_segments(g, g->options.program);
    } else {
        const uint64_t load = g->options.load;
        g->segments[0] = (struct segment){load, 0, 0x400000, false};
        g->segments[1] = (struct segment){load + 0x400000, 0x400000, 0x4000000, true};
        g->segment_count = 2;
    }
    for (size_t i = 0; i < g->segment_count && !text; i++) {
        if (g->segments[i].is_executable)
            text = &g->segments[i];
    }
    if (!text)
        die("the program has no executable segment");
    g->pcs = jp_mem_resize(NULL, g->options.addresses, sizeof *g->pcs);
    for (uint64_t i = 0; i < g->options.addresses; i++)
        g->pcs[i] = text->address + 1 +
                    (uint64_t)((double)i / (double)g->options.addresses * (double)text->bytes);
    if (g->options.program)
        move_behind_calls(g, text);
}

static void emit(struct generator *g)
{
    g->written_bytes += g->out.len;
    if (g->is_printing && fwrite(g->out.ptr, 1, g->out.len, stdout) != g->out.len)
        exit(4);
    jp_buf_clear(&g->out);
}

static void print_row(struct generator *g, uint64_t thread, const uint64_t counters[static 4])
{
    char label[24] = "*";

    if (thread != g->options.threads)
        snprintf(label, sizeof label, "%llu", (unsigned long long)thread);
    jp_buf_format(&g->out, "  t%s: %llu: %llu [%llu: %llu]\n", label,
                  (unsigned long long)counters[0], (unsigned long long)counters[1],
                  (unsigned long long)counters[2], (unsigned long long)counters[3]);
}

static double correction(const struct generator *g, double objects, double bytes)
{
    if (objects <= 0 || bytes <= 0)
        return 1;
    return 1 / -expm1(-bytes / objects / (double)g->options.period);
}

static void add(struct generator *g, uint64_t thread, const uint64_t c[static 4])
{
    const double live = correction(g, (double)c[0], (double)c[1]);
    const double all = correction(g, (double)c[2], (double)c[3]);
    struct totals *const sum = &g->totals[thread];

    sum->objects += (double)c[0] * live;
    sum->bytes += (double)c[1] * live;
    sum->alloc_objects += (double)c[2] * all;
    sum->alloc_bytes += (double)c[3] * all;
}

/* The raw counters that the correction turns into the totals. */
static void print_header_row(struct generator *g, uint64_t thread)
{
    const struct totals *const sum = &g->totals[thread];
    const double live = correction(g, sum->objects, sum->bytes);
    const double all = correction(g, sum->alloc_objects, sum->alloc_bytes);

    print_row(g, thread,
              (uint64_t[]){(uint64_t)llround(sum->objects / live),
                           (uint64_t)llround(sum->bytes / live),
                           (uint64_t)llround(sum->alloc_objects / all),
                           (uint64_t)llround(sum->alloc_bytes / all)});
}

static void print_stack(struct generator *g)
{
    static const char digits[] = "0123456789abcdef";
    enum { DEEPEST = 4096 };
    const uint64_t callees = g->options.callees;
    uint64_t path[DEEPEST];
    const uint64_t mean = g->options.depth;
    uint64_t depth = mean / 2 + below(g, mean + 1);
    uint64_t node = 0;

    if (depth > DEEPEST)
        depth = DEEPEST;
    for (uint64_t i = 0; i < depth; i++) {
        path[i] = node;
        node = mix(g->options.seed ^ (node * callees + below(g, callees))) % g->options.addresses;
    }
    jp_buf_add_byte(&g->out, '@');
    for (uint64_t i = depth; i > 0; i--) {
        char text[20] = " 0x";
        size_t len = 3;
        const uint64_t pc = g->pcs[path[i - 1]];
        int shift = 60;
        while (shift > 0 && pc >> shift == 0)
            shift -= 4;
        for (; shift >= 0; shift -= 4)
            text[len++] = digits[pc >> shift & 15];
        jp_buf_add(&g->out, (struct jp_span){text, len});
    }
    jp_buf_add_byte(&g->out, '\n');
}

/*
 * What a later dump of the process says of a stack and a thread: more was allocated, somewhat more
 * or less of it is live, and one stack in sixteen leaks. The walk's random numbers stay untouched,
 * so that the stacks are those of every other dump.
 */
static void add_turn(const struct generator *g, uint64_t place, uint64_t counters[static 4],
                     uint64_t size)
{
    const uint64_t turn = g->options.turn;
    const bool is_leak = mix(g->random) % 16 == 0;

    if (turn == 0)
        return;
    counters[0] += mix(g->random ^ (turn * 4 + place)) % 3 + (is_leak ? turn / 4 : 0);
    counters[2] += turn * 8;
    counters[1] = counters[0] * size;
    counters[3] = counters[2] * size;
}

/* A few samples of one size, shared out among a few threads. */
static void print_counters(struct generator *g)
{
    const uint64_t size = ((uint64_t)16 << below(g, 12)) + 16 * below(g, 4);
    const uint64_t users =
        g->options.threads ? 1 + below(g, g->options.threads < 4 ? g->options.threads : (uint64_t)4)
                           : 0;
    const uint64_t first = below(g, g->options.threads - users + 1);
    uint64_t of[4][4] = {{0}};
    uint64_t sum[4] = {0};

    for (uint64_t i = 0; i < (users ? users : 1); i++) {
        of[i][0] = below(g, 4);
        of[i][2] = of[i][0] + 1 + below(g, 40);
        of[i][1] = of[i][0] * size;
        of[i][3] = of[i][2] * size;
    }
    for (uint64_t i = 0; i < (users ? users : 1); i++) {
        add_turn(g, i, of[i], size);
        for (size_t k = 0; k < 4; k++)
            sum[k] += of[i][k];
    }
    if (!g->is_printing)
        add(g, g->options.threads, sum);
    print_row(g, g->options.threads, sum);
    for (uint64_t i = 0; i < users; i++) {
        const uint64_t thread = first + i;
        if (!g->is_printing)
            add(g, thread, of[i]);
        print_row(g, thread, of[i]);
    }
}

static void print_maps(struct generator *g)
{
    const uint64_t page = 4096;

    jp_buf_add_text(&g->out, "\nMAPPED_LIBRARIES:\n");
    for (size_t i = 0; i < g->segment_count; i++) {
        const struct segment *const segment = &g->segments[i];
        const uint64_t skew = segment->address % page;
        const uint64_t start = segment->address - skew;
        const uint64_t end = (segment->address + segment->bytes + page - 1) / page * page;
        jp_buf_format(&g->out, "%llx-%llx r-%cp %08llx fe:00 4711                       %s\n",
                      (unsigned long long)start, (unsigned long long)end,
                      segment->is_executable ? 'x' : '-',
                      (unsigned long long)(segment->offset - skew),
                      g->options.program ? g->options.program : "/opt/app/bin/server");
    }
    jp_buf_add_text(&g->out, "7ffff7fc8000-7ffff7fca000 r-xp 00000000 00:00 0"
                             "                          [vdso]\n");
}

static void generate(struct generator *g, bool is_printing)
{
    const struct options *const o = &g->options;

    g->is_printing = is_printing;
    g->random = o->seed;
    g->written_bytes = 0;
    if (is_printing) {
        jp_buf_format(&g->out, "heap_v2/%llu\n", (unsigned long long)o->period);
        print_header_row(g, o->threads);
        for (uint64_t i = 0; i < o->threads; i++)
            print_header_row(g, i);
        emit(g);
        g->written_bytes = 0;
    }
    for (uint64_t i = 0; o->bytes ? g->written_bytes < o->bytes : i < o->stacks; i++) {
        print_stack(g);
        print_counters(g);
        emit(g);
    }
    print_maps(g);
    emit(g);
}

static uint64_t number(const char *text)
{
    double value;

    if (!jp_number_parse_bytes(jp_span_of(text), &value) || value < 0 || value >= 0x1p63)
        die("a number was expected, such as 20000 or 200M");
    return (uint64_t)value;
}

static void print_help(void)
{
    fputs("Writes a heap dump of random stacks to standard output: same options, same bytes.\n"
          "  --stacks=N        so many stacks (10000)\n"
          "  --bytes=N         as many as make a file of N bytes, such as 200M\n"
          "  --depth=N         frames of a stack: from half of N to one and a half (30)\n"
          "  --threads=N       in the header; of a stack, up to 4 of them have rows (4)\n"
          "  --addresses=N     distinct ones (20000)\n"
          "  --callees=N       of a function: the more, the fewer callers stacks share (12)\n"
          "  --seed=N          other random numbers (1)\n"
          "  --period=N        mean bytes between samples (524288)\n"
          "  --turn=N          dump N of a series: the same stacks, other counters (0)\n"
          "  --program=ELF     addresses lie behind the calls of this program\n"
          "  --load=0xADDRESS  where a program lies that has no address of its own\n"
          "                    (0x555555554000; shorter ones make shorter lines)\n",
          stdout);
}

static uint64_t address(const char *text)
{
    const struct jp_span whole = jp_span_of(text);
    struct jp_span rest = jp_span_slice(whole, 2, whole.len);
    uint64_t value = 0;

    if (!jp_span_starts_with(whole, JP_SPAN("0x")) || !jp_span_take_hex(&rest, &value) ||
        rest.len || value % 4096 || value >> 47)
        die("an address of a page was expected, such as 0x400000");
    return value;
}

static void parse(struct options *options, int argc, char **argv)
{
    static const struct option table[] = {
        {"bytes", required_argument, NULL, 'b'},
        {"stacks", required_argument, NULL, 's'},
        {"depth", required_argument, NULL, 'd'},
        {"threads", required_argument, NULL, 't'},
        {"seed", required_argument, NULL, 'r'},
        {"addresses", required_argument, NULL, 'a'},
        {"period", required_argument, NULL, 'p'},
        {"program", required_argument, NULL, 'x'},
        {"turn", required_argument, NULL, 'n'},
        {"callees", required_argument, NULL, 'c'},
        {"load", required_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long_only(argc, argv, "", table, NULL)) != -1) {
        switch (option) {
        case 'b':
            options->bytes = number(optarg);
            break;
        case 's':
            options->stacks = number(optarg);
            break;
        case 'd':
            options->depth = number(optarg);
            break;
        case 't':
            options->threads = number(optarg);
            break;
        case 'r':
            options->seed = number(optarg);
            break;
        case 'a':
            options->addresses = number(optarg);
            break;
        case 'p':
            options->period = number(optarg);
            break;
        case 'c':
            options->callees = number(optarg);
            break;
        case 'l':
            options->load = address(optarg);
            break;
        case 'n':
            options->turn = number(optarg);
            break;
        case 'x':
            options->program = optarg;
            break;
        case 'h':
            print_help();
            exit(0);
        default:
            die("usage: gen-dump [--bytes=N] [--stacks=N] [--depth=N] [--threads=N]"
                " [--addresses=N]\n                [--callees=N] [--seed=N] [--period=N] [--turn=N]"
                " [--program=ELF]\n                [--load=0xADDRESS]");
        }
    }
    if (options->addresses == 0 || options->period == 0 || options->callees == 0 ||
        options->threads > 1000000)
        die("--addresses, --callees and --period must be above 0, --threads at most 1000000");
}

int main(int argc, char **argv)
{
    struct generator g = {
        .options =
            {
                .stacks = 10000,
                .depth = 30,
                .threads = 4,
                .addresses = 20000,
                .callees = 12,
                .load = 0x555555554000,
                .seed = 1,
                .period = 512 * 1024,
            },
    };

    parse(&g.options, argc, argv);
    choose_addresses(&g);
    g.totals = jp_mem_resize(NULL, g.options.threads + 1, sizeof *g.totals);
    memset(g.totals, 0, (g.options.threads + 1) * sizeof *g.totals);
    generate(&g, false);
    generate(&g, true);
    free(g.totals);
    free(g.pcs);
    jp_buf_release(&g.out);
    return fflush(stdout) == 0 ? 0 : 4;
}
