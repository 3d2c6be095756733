/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The prefix decides the language, not a guess: "_R" is Rust v0; "_ZN" with "17h", 16 hexadecimal
 * digits and "E" at the end is Rust legacy; other "_Z" are C++; "_D" and a digit is D. A C function
 * called "_Dwarf_begin" must stay what it is.
 */
#include "config.h"

#include "jp_demangle.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

enum { INPUT_LIMIT_BYTES = 64 * 1024, OUTPUT_LIMIT_BYTES = 256 * 1024 };

/* The flags of nm and addr2line: parameters yes, the hash of Rust names no. */
static const int STYLE = DMGL_PARAMS | DMGL_ANSI;

/* Suffixes of copies and parts of functions that compilers make; each may be followed by ".N". */
static const char *const clone_suffixes[] = {
    ".clone", ".cold", ".constprop", ".isra",        ".llvm",   ".localalias", ".lto_priv",
    ".part",  ".warm", ".__uniq",    ".specialized", ".__part", ".eh",
};

static struct jp_span without_number(struct jp_span name)
{
    size_t end = name.len;

    while (end && ((name.ptr[end - 1] >= '0' && name.ptr[end - 1] <= '9') ||
                   (name.ptr[end - 1] >= 'A' && name.ptr[end - 1] <= 'F')))
        end--;
    if (end == name.len || end < 2 || name.ptr[end - 1] != '.')
        return name;
    return jp_span_slice(name, 0, end - 1);
}

/* One suffix less, or the same name. */
static struct jp_span without_suffix(struct jp_span name)
{
    const struct jp_span bare = without_number(name);

    for (size_t i = 0; i < JP_COUNT_OF(clone_suffixes); i++) {
        const struct jp_span suffix = jp_span_of(clone_suffixes[i]);
        if (bare.len > suffix.len && jp_span_ends_with(bare, suffix))
            return jp_span_slice(bare, 0, bare.len - suffix.len);
    }
    return name;
}

static struct jp_span without_clones(struct jp_span name)
{
    while (jp_span_rfind_byte(name, '.') != SIZE_MAX) {
        const struct jp_span shorter = without_suffix(name);
        if (shorter.len == name.len)
            break;
        name = shorter;
    }
    return name;
}

/* Where libiberty's pieces of text go; it is left by a jump when they become too many. */
struct sink {
    struct jp_buf *out;
    size_t limit;
    jmp_buf too_long;
};

/* Rust's come byte by byte, so the terminating NUL waits for the last one. */
static void receive(const char *text, size_t len, void *opaque)
{
    struct sink *const sink = opaque;
    struct jp_buf *const out = sink->out;

    if (len > sink->limit - out->len)
        longjmp(sink->too_long, 1);
    if (out->capacity - out->len > len) {
        memcpy(out->ptr + out->len, text, len);
        out->len += len;
    } else {
        jp_buf_add(out, (struct jp_span){text, len});
    }
}

typedef int demangler(const char *mangled, int options, demangle_callbackref callback,
                      void *opaque);

/* Append what DEMANGLE makes of NAME; false with nothing appended when that is nothing. */
static bool run(demangler *demangle, const char *name, struct jp_buf *out)
{
    const size_t before = out->len;
    struct sink sink = {.out = out, .limit = before + OUTPUT_LIMIT_BYTES};

    /* Both demanglers work on the stack only, so a jump out of them leaks nothing. */
    if (setjmp(sink.too_long) == 0 && demangle(name, STYLE, receive, &sink) && out->len > before) {
        jp_buf_cut(out, out->len);
        return true;
    }
    jp_buf_cut(out, before);
    return false;
}

enum { RUST_HASH_DIGITS = 16 };

static bool has_hex_digits(const char *text)
{
    for (int i = 0; i < RUST_HASH_DIGITS; i++) {
        if (!text[i] || !strchr("0123456789abcdef", text[i]))
            return false;
    }
    return true;
}

static bool is_rust_legacy(struct jp_span name)
{
    const size_t tail = RUST_HASH_DIGITS + sizeof "17hE" - 1;

    return name.len > tail + 3 && jp_span_starts_with(name, JP_SPAN("_ZN")) &&
           jp_span_starts_with(jp_span_slice(name, name.len - tail, name.len), JP_SPAN("17h")) &&
           jp_span_ends_with(name, JP_SPAN("E")) &&
           has_hex_digits(name.ptr + name.len - RUST_HASH_DIGITS - 1);
}

/* A hash with few different digits is none to libiberty; the C++ form then ends in "::h...". */
static bool rust_legacy(const char *name, struct jp_buf *out)
{
    const size_t tail = RUST_HASH_DIGITS + sizeof "::h" - 1;

    if (run(rust_demangle_callback, name, out))
        return true;
    const size_t before = out->len;
    if (!run(cplus_demangle_v3_callback, name, out))
        return false;
    if (out->len - before > tail && memcmp(out->ptr + out->len - tail, "::h", 3) == 0)
        jp_buf_cut(out, out->len - tail);
    return true;
}

/*
 * The D demangler has no callback to leave it by, recurses without limit and follows "Q" references
 * that can double the text each: only short names with few of them are given to it.
 */
static bool d_language(struct jp_span name, const char *text, struct jp_buf *out)
{
    enum { D_LIMIT_BYTES = 1024, D_REFERENCE_LIMIT = 16 };
    size_t references = 0;

    for (size_t i = 0; i < name.len; i++)
        references += name.ptr[i] == 'Q';
    if (name.len > D_LIMIT_BYTES || references > D_REFERENCE_LIMIT)
        return false;
    char *const readable = dlang_demangle(text, STYLE);
    const bool fine = readable && readable[0];

    if (fine)
        jp_buf_add_text(out, readable);
    free(readable);
    return fine;
}

static bool demangle_as_told(struct jp_span name, const char *text, struct jp_buf *out)
{
    if (jp_span_starts_with(name, JP_SPAN("_R")))
        return run(rust_demangle_callback, text, out);
    if (is_rust_legacy(name))
        return rust_legacy(text, out);
    if (jp_span_starts_with(name, JP_SPAN("_Z")) || jp_span_starts_with(name, JP_SPAN("_GLOBAL_")))
        return run(cplus_demangle_v3_callback, text, out);
    if (jp_span_starts_with(name, JP_SPAN("_D")) && name.len > 2 && name.ptr[2] >= '1' &&
        name.ptr[2] <= '9')
        return d_language(name, text, out);
    return false;
}

bool jp_demangle(struct jp_span linkage, struct jp_buf *out)
{
    static const struct jp_span plt = {"@plt", sizeof "@plt" - 1};
    struct jp_span name = linkage;
    struct jp_buf text = JP_BUF_INIT;
    bool was_mangled = false;

    const bool is_plt = jp_span_ends_with(name, plt);
    const size_t version = jp_span_find(name, JP_SPAN("@"), 1);
    if (version != SIZE_MAX)
        name = jp_span_slice(name, 0, version);
    name = without_clones(name);
    if (name.len > 2 && name.len <= INPUT_LIMIT_BYTES && name.ptr[0] == '_') {
        jp_buf_add(&text, name);
        was_mangled = demangle_as_told(name, text.ptr, out);
        jp_buf_release(&text);
    }
    if (!was_mangled)
        jp_buf_add(out, name);
    if (is_plt)
        jp_buf_add(out, plt);
    return was_mangled;
}
