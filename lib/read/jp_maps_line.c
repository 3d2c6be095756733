/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_maps_line.h"

#include "jp_attr.h"

static bool take_address(struct jp_span *rest, uint64_t *address)
{
    if (jp_span_starts_with(*rest, JP_SPAN("0x")) || jp_span_starts_with(*rest, JP_SPAN("0X")))
        *rest = jp_span_slice(*rest, 2, rest->len);
    return jp_span_take_hex(rest, address);
}

/* At least one blank or tab. */
static bool take_gap(struct jp_span *rest)
{
    const size_t before = rest->len;

    jp_span_skip_blanks(rest);
    return rest->len < before;
}

static bool take_number(struct jp_span *rest)
{
    uint64_t ignored;

    return take_gap(rest) && jp_span_take_decimal(rest, &ignored);
}

/* "r-xp", and without the sharing letter as FreeBSD writes it. */
static bool take_permissions(struct jp_span *rest, bool *is_executable)
{
    static const char letters[] = "rwx";
    struct jp_span word;

    if (!jp_span_take_word(rest, &word) || word.len < 3 || word.len > 5)
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (word.ptr[i] != '-' && (word.ptr[i] | 0x20) != letters[i])
            return false;
    }
    *is_executable = word.ptr[2] != '-';
    return true;
}

/* "fe:00", then the inode; a few writers leave the inode out when there is no file. */
static bool take_device_and_inode(struct jp_span *rest, uint64_t *inode)
{
    uint64_t number;

    if (!jp_span_take_hex(rest, &number) || !jp_span_take_byte(rest, ':') ||
        !jp_span_take_hex(rest, &number))
        return false;
    if (rest->len && !take_gap(rest))
        return false;
    struct jp_span behind = *rest;
    if (jp_span_take_decimal(&behind, inode) && (behind.len == 0 || take_gap(&behind)))
        *rest = behind;
    else
        *inode = 0;
    return true;
}

/*
 * "start-end perms offset device inode path" (Linux: fs/proc/task_mmu.c, show_vma_header_prefix)
 * and "start-end: path" (jemalloc on macOS; the memory map of gperftools). The name is all that
 * is left, with the blanks in it and behind it.
 */
static bool parse_range(struct jp_span rest, struct jp_maps_line *line)
{
    if (!take_address(&rest, &line->start) || !jp_span_take_byte(&rest, '-') ||
        !take_address(&rest, &line->end))
        return false;
    if (jp_span_take_byte(&rest, ':')) {
        if (!take_gap(&rest) || rest.len == 0)
            return false;
        line->is_executable = true;
        line->name = rest;
        return true;
    }
    if (!take_gap(&rest) || !take_permissions(&rest, &line->is_executable) || !take_gap(&rest) ||
        !take_address(&rest, &line->offset) || !take_gap(&rest) ||
        !take_device_and_inode(&rest, &line->inode))
        return false;
    jp_span_skip_blanks(&rest);
    line->has_offset = true;
    line->name = rest;
    return true;
}

/* Cut " NCH -1" off: whether the memory is charged to a user, and to which one. */
static struct jp_span without_charge(struct jp_span name)
{
    struct jp_span kept = jp_span_trim(name);

    while (kept.len && kept.ptr[kept.len - 1] >= '0' && kept.ptr[kept.len - 1] <= '9')
        kept.len--;
    if (jp_span_ends_with(kept, JP_SPAN("-")))
        kept.len--;
    kept = jp_span_trim(kept);
    if (jp_span_ends_with(kept, JP_SPAN(" NCH")))
        return jp_span_trim(jp_span_slice(kept, 0, kept.len - 4));
    if (jp_span_ends_with(kept, JP_SPAN(" CH")))
        return jp_span_trim(jp_span_slice(kept, 0, kept.len - 3));
    return jp_span_trim(name);
}

/*
 * FreeBSD procfs, "start end resident private object perms refs shadows flags COW NC type path
 * [NCH uid]" (sys/fs/procfs/procfs_map.c). The path is "-" for memory without a file.
 */
static bool parse_freebsd(struct jp_span rest, struct jp_maps_line *line)
{
    uint64_t ignored;
    struct jp_span word;

    if (!take_address(&rest, &line->start) || !take_gap(&rest) || !take_address(&rest, &line->end))
        return false;
    if (!take_number(&rest) || !take_number(&rest) || !take_gap(&rest) ||
        !take_address(&rest, &ignored) || !take_gap(&rest))
        return false;
    if (!take_permissions(&rest, &line->is_executable) || !take_number(&rest) ||
        !take_number(&rest) || !take_gap(&rest) || !take_address(&rest, &ignored))
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (!jp_span_take_word(&rest, &word))
            return false;
    }
    line->name = without_charge(rest);
    if (jp_span_equal(line->name, JP_SPAN("-")))
        line->name = JP_SPAN("");
    return true;
}

bool jp_maps_line_parse(struct jp_span text, struct jp_maps_line *line)
{
    static bool (*const shapes[])(struct jp_span, struct jp_maps_line *) = {
        parse_range,
        parse_freebsd,
    };

    jp_span_skip_blanks(&text);
    for (size_t i = 0; i < JP_COUNT_OF(shapes); i++) {
        *line = (struct jp_maps_line){.name = JP_SPAN("")};
        if (shapes[i](text, line))
            return line->start < line->end;
    }
    return false;
}
