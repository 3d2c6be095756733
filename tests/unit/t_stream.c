/* SPDX-License-Identifier: BSD-2-Clause */
/* Inputs read from front to back, in pieces of every size, packed or not. */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_buf.h"
#include "jp_stream.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static struct jp_buf sample(size_t len)
{
    struct jp_buf text = JP_BUF_INIT;
    uint64_t random = len;

    jp_buf_add_text(&text, "");
    while (text.len < len) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        jp_buf_add_byte(&text, (char)('a' + (random >> 60)));
    }
    return text;
}

static void add_gzip(struct jp_buf *out, struct jp_span text)
{
    z_stream stream = {0};
    const size_t bound = text.len + text.len / 100 + 1000;
    char *const packed = malloc(bound);

    assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (Bytef *)(uintptr_t)text.ptr;
    stream.avail_in = (uInt)text.len;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)bound;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    jp_buf_add(out, (struct jp_span){packed, bound - stream.avail_out});
    deflateEnd(&stream);
    free(packed);
}

static void add_zstd(struct jp_buf *out, struct jp_span text)
{
    const size_t bound = ZSTD_compressBound(text.len);
    char *const packed = malloc(bound);
    const size_t len = ZSTD_compress(packed, bound, text.ptr, text.len, 1);

    assert_false(ZSTD_isError(len));
    jp_buf_add(out, (struct jp_span){packed, len});
    free(packed);
}

typedef void pack_function(struct jp_buf *out, struct jp_span text);
static pack_function *const packers[] = {add_gzip, add_zstd};

static const char *write_temporary(struct jp_span bytes)
{
    static char path[32];

    strcpy(path, "t_stream.XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    while (bytes.len) {
        const ssize_t put = write(fd, bytes.ptr, bytes.len);
        assert_true(put > 0);
        bytes = jp_span_slice(bytes, (size_t)put, bytes.len);
    }
    close(fd);
    return path;
}

struct outcome {
    struct jp_buf bytes;
    struct jp_error error;
    bool is_fine;
    bool is_cut;
};

/* Reads STREAM to its end, and closes it. */
static struct outcome take_in_pieces(struct jp_stream *stream, size_t piece)
{
    struct outcome outcome = {.is_fine = true};
    char *const room = malloc(piece);

    while (outcome.is_fine && !stream->is_at_end) {
        size_t got;
        outcome.is_fine = jp_stream_read(stream, room, piece, &got, &outcome.error);
        assert_true(got <= piece);
        assert_true(got == piece || stream->is_at_end || !outcome.is_fine);
        jp_buf_add(&outcome.bytes, (struct jp_span){room, got});
    }
    outcome.is_cut = stream->is_cut;
    jp_stream_close(stream);
    free(room);
    return outcome;
}

static struct outcome read_in_pieces(const char *path, size_t piece)
{
    struct jp_stream stream;

    assert_true(jp_stream_open(&stream, path, JP_FILE_NAMED_BY_USER, NULL));
    return take_in_pieces(&stream, piece);
}

/* What BYTES unpack to, read PIECE bytes at a time: as a file, and the same from memory. */
static struct outcome outcome_of(struct jp_span bytes, size_t piece)
{
    const char *const path = write_temporary(bytes);
    const struct outcome outcome = read_in_pieces(path, piece);
    struct jp_stream stream;

    unlink(path);
    jp_stream_open_bytes(&stream, bytes, "memory");
    struct outcome other = take_in_pieces(&stream, piece);
    assert_int_equal(other.is_fine, outcome.is_fine);
    assert_int_equal(other.is_cut, outcome.is_cut);
    assert_true(jp_span_equal(jp_buf_span(&other.bytes), jp_buf_span(&outcome.bytes)));
    assert_string_equal(other.error.message, outcome.error.message);
    jp_buf_release(&other.bytes);
    return outcome;
}

static void check(struct jp_span file, size_t piece, struct jp_span expected, bool is_cut)
{
    struct outcome outcome = outcome_of(file, piece);

    assert_true(outcome.is_fine);
    assert_int_equal(outcome.is_cut, is_cut);
    assert_true(jp_span_equal(jp_buf_span(&outcome.bytes), expected));
    jp_buf_release(&outcome.bytes);
}

static const size_t sizes[] = {0, 1, 3, 4, 5, 131071, 131072, 131073, 262144, 524288, 1000001};

static void test_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(sizes); i++) {
        struct jp_buf text = sample(sizes[i]);
        check(jp_buf_span(&text), 131072, jp_buf_span(&text), false);
        check(jp_buf_span(&text), 99991, jp_buf_span(&text), false);
        check(jp_buf_span(&text), 4000000, jp_buf_span(&text), false);
        jp_buf_release(&text);
    }
}

static void test_packed(void **state)
{
    (void)state;
    for (size_t k = 0; k < JP_COUNT_OF(packers); k++) {
        for (size_t i = 0; i < JP_COUNT_OF(sizes); i++) {
            struct jp_buf text = sample(sizes[i]);
            struct jp_buf packed = JP_BUF_INIT;
            packers[k](&packed, jp_buf_span(&text));
            check(jp_buf_span(&packed), 262144, jp_buf_span(&text), false);
            check(jp_buf_span(&packed), 99991, jp_buf_span(&text), false);
            check(jp_buf_span(&packed), 4000000, jp_buf_span(&text), false);
            jp_buf_release(&packed);
            jp_buf_release(&text);
        }
    }
}

/* Several streams in a row are one text; anything else behind the last one is padding. */
static void test_several_streams(void **state)
{
    (void)state;
    for (size_t k = 0; k < JP_COUNT_OF(packers); k++) {
        struct jp_buf packed = JP_BUF_INIT;
        packers[k](&packed, JP_SPAN("one "));
        packers[k](&packed, JP_SPAN(""));
        packers[k](&packed, JP_SPAN("two"));
        check(jp_buf_span(&packed), 1, JP_SPAN("one two"), false);
        jp_buf_add(&packed, JP_SPAN("\0\0\0\0"));
        check(jp_buf_span(&packed), 1, JP_SPAN("one two"), false);
        check(jp_buf_span(&packed), 100, JP_SPAN("one two"), false);
        jp_buf_release(&packed);
    }
}

static void test_cut(void **state)
{
    (void)state;
    for (size_t k = 0; k < JP_COUNT_OF(packers); k++) {
        struct jp_buf text = sample(3000);
        struct jp_buf packed = JP_BUF_INIT;
        packers[k](&packed, jp_buf_span(&text));
        for (size_t len = 4; len < packed.len; len += 7) {
            struct outcome outcome = outcome_of((struct jp_span){packed.ptr, len}, 512);
            assert_true(outcome.is_fine);
            assert_true(outcome.is_cut);
            assert_true(jp_span_starts_with(jp_buf_span(&text), jp_buf_span(&outcome.bytes)));
            jp_buf_release(&outcome.bytes);
        }
        jp_buf_release(&packed);
        jp_buf_release(&text);
    }
}

/* Any single wrong byte: an error, or the text that the format cannot tell from the right one. */
static void test_damaged(void **state)
{
    unsigned told = 0;

    (void)state;
    for (size_t k = 0; k < JP_COUNT_OF(packers); k++) {
        struct jp_buf text = sample(600000);
        struct jp_buf packed = JP_BUF_INIT;
        packers[k](&packed, jp_buf_span(&text));
        for (size_t at = 4; at < packed.len; at += packed.len / 40) {
            packed.ptr[at] ^= 0x55;
            struct outcome outcome = outcome_of(jp_buf_span(&packed), 65536);
            if (!outcome.is_fine) {
                told++;
                assert_int_equal(outcome.error.exit, JP_EXIT_INPUT);
                assert_non_null(strstr(outcome.error.message, "damaged"));
                assert_non_null(strstr(outcome.error.path, "t_stream."));
            }
            packed.ptr[at] ^= 0x55;
            jp_buf_release(&outcome.bytes);
        }
        jp_buf_release(&packed);
        jp_buf_release(&text);
    }
    assert_true(told > 20);
}

/* A pipe hands out its bytes in small pieces, and may be opened by "-". */
static void test_standard_input(void **state)
{
    struct jp_buf text = sample(300000);
    struct jp_buf packed = JP_BUF_INIT;
    int ends[2];

    (void)state;
    add_zstd(&packed, jp_buf_span(&text));
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (size_t i = 0; i < packed.len;) {
            const size_t some = i < 8 ? 1 : packed.len - i;
            const ssize_t put = write(ends[1], packed.ptr + i, some);
            if (put < 0)
                _exit(1);
            i += (size_t)put;
        }
        _exit(0);
    }
    close(ends[1]);
    const int saved = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    struct outcome outcome = read_in_pieces("-", 1000);
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(ends[0]);
    waitpid(child, NULL, 0);
    assert_true(outcome.is_fine);
    assert_true(jp_span_equal(jp_buf_span(&outcome.bytes), jp_buf_span(&text)));
    jp_buf_release(&outcome.bytes);
    jp_buf_release(&packed);
    jp_buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),           cmocka_unit_test(test_packed),
        cmocka_unit_test(test_several_streams), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_damaged),         cmocka_unit_test(test_standard_input),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
