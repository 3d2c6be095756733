/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of other files that a file carries: its debug file and the part it shares with others.
 */
#include "config.h"

#include "jp_object_private.h"

#include <string.h>

/* Take a NUL-terminated name off *REST; false when there is none or it is empty. */
static bool take_name(struct jp_span *rest, struct jp_span *name)
{
    const size_t len = jp_span_find(*rest, (struct jp_span){"", 1}, 0);

    if (len == SIZE_MAX || len == 0)
        return false;
    *name = jp_span_slice(*rest, 0, len);
    *rest = jp_span_slice(*rest, len + 1, rest->len);
    return true;
}

/* The name, NULs up to a multiple of four, and the CRC in the byte order of the file. */
bool jp_object_debug_link(struct jp_object *object, struct jp_span *name, uint32_t *crc)
{
    const struct jp_span content = jp_object_section(object, ".gnu_debuglink", NULL);
    struct jp_span rest = content;

    if (!take_name(&rest, name) || jp_span_find(*name, JP_SPAN("/"), 0) != SIZE_MAX)
        return false;
    const size_t at = (name->len + 1 + 3) & ~(size_t)3;
    if (at > content.len || content.len - at < 4)
        return false;
    *crc = jp_object_read_u32(object, content.ptr + at);
    return true;
}

/*
 * DWARF 5 section 7.3.6: version (2 bytes), is_supplementary (1 byte, 0: this file uses the other),
 * name, length of the checksum as ULEB128, checksum. Checksums here are build-ids of 20 bytes, so a
 * length of two bytes or more is not meant for us.
 */
static bool take_supplementary(struct jp_span content, struct jp_span *path, struct jp_span *id)
{
    struct jp_span rest = jp_span_slice(content, 3, content.len);

    if (content.len < 4 || content.ptr[2] != 0 || !take_name(&rest, path) || rest.len == 0)
        return false;
    const size_t len = (unsigned char)rest.ptr[0];
    if (len >= 0x80 || len > rest.len - 1)
        return false;
    *id = jp_span_slice(rest, 1, 1 + len);
    return true;
}

struct jp_span jp_object_shared_id(struct jp_object *object)
{
    const struct jp_span id = jp_object_build_id(object);

    if (id.len)
        return id;
    /* Version, is_supplementary, an empty name, the length of the checksum, the checksum. */
    const struct jp_span content = jp_object_section(object, ".debug_sup", NULL);
    if (content.len < 5 || content.ptr[2] != 1 || content.ptr[3] != 0)
        return id;
    return jp_span_slice(content, 5, 5 + (size_t)(unsigned char)content.ptr[4]);
}

bool jp_object_alternate_link(struct jp_object *object, struct jp_span *path, struct jp_span *id)
{
    struct jp_span rest = jp_object_section(object, ".gnu_debugaltlink", NULL);

    if (take_name(&rest, path)) {
        *id = rest;
        return true;
    }
    return take_supplementary(jp_object_section(object, ".debug_sup", NULL), path, id);
}
