/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_tool.h"

#include "jp_buf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jp_tool_fail(const char *text)
{
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, text);
    exit(JP_EXIT_INPUT);
}

struct jp_object *jp_tool_open(const char *path)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_object *const object = jp_object_open(path, &error);

    if (!object)
        jp_tool_fail(error.message);
    return object;
}

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static void read_input(struct jp_buf *text)
{
    enum { PIECE_BYTES = 64 << 10 };
    size_t count;

    do {
        char *const room = jp_buf_room(text, PIECE_BYTES);
        count = fread(room, 1, PIECE_BYTES, stdin);
        jp_buf_used(text, room + count);
    } while (count);
}

static bool is_ascending(const struct jp_tool_addresses *addresses)
{
    for (size_t i = 1; i < addresses->list.count; i++) {
        if (addresses->list.data[i - 1] >= addresses->list.data[i])
            return false;
    }
    return true;
}

static void sort(struct jp_tool_addresses *addresses)
{
    size_t kept = 0;

    qsort(addresses->list.data, addresses->list.count, sizeof *addresses->list.data,
          compare_addresses);
    for (size_t i = 0; i < addresses->list.count; i++) {
        const uint64_t address = addresses->list.data[i];
        if (kept == 0 || address != addresses->list.data[kept - 1])
            addresses->list.data[kept++] = address;
    }
    addresses->list.count = kept;
}

/* What strtoull reads, in a third of its time. */
static uint64_t number_at(const char *text)
{
    uint64_t value = 0;

    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    for (;; text++) {
        const unsigned digit = (unsigned)(unsigned char)*text - '0';
        const unsigned letter = ((unsigned)(unsigned char)*text | 0x20) - 'a';
        if (digit > 9 && letter > 5)
            return value;
        value = value << 4 | (digit <= 9 ? digit : letter + 10);
    }
}

void jp_tool_read_addresses(struct jp_tool_addresses *addresses)
{
    struct jp_buf text = JP_BUF_INIT;

    read_input(&text);
    for (const char *line = text.ptr; *line;) {
        const char *const end = line + strcspn(line, "\n");
        jp_vec_push(&addresses->list, number_at(line));
        line = *end ? end + 1 : end;
    }
    if (!is_ascending(addresses))
        sort(addresses);
    jp_buf_release(&text);
}

const char *jp_tool_text(const struct jp_names *names, uint32_t id)
{
    return id ? jp_intern_text(&names->strings, id) : "??";
}

void jp_tool_print_work(const struct jp_dwarf_work *work)
{
    fprintf(stderr,
            "units %" PRIu64 " read %" PRIu64 " refused %" PRIu64 " split missing %" PRIu64
            " dies %" PRIu64 " rows %" PRIu64 " roots %" PRIu64 "\n",
            work->units_total, work->units_read, work->units_refused, work->split_missing,
            work->dies_read, work->line_rows, work->roots_read);
}
