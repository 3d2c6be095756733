/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names as a row of bytes, to be sent through a pipe or kept in a file: all numbers little-endian.
 * The reading side believes nothing: the bytes may come from a process that went wrong.
 */
#ifndef JP_NAMES_WIRE_H
#define JP_NAMES_WIRE_H

#include "jp_buf.h"
#include "jp_names.h"

#include <endian.h>

/* Numbers of fixed width, as the wire has them. */
static inline void jp_wire_add(struct jp_buf *out, uint64_t value, unsigned bytes)
{
    const uint64_t little = htole64(value);

    jp_buf_add(out, (struct jp_span){(const char *)&little, bytes});
}

/* Take one off *REST; false, with *REST unchanged, when it is too short. */
static inline bool jp_wire_take(struct jp_span *rest, uint64_t *value, unsigned bytes)
{
    uint64_t little = 0;

    if (rest->len < bytes)
        return false;
    memcpy(&little, rest->ptr, bytes);
    *value = le64toh(little);
    rest->ptr += bytes;
    rest->len -= bytes;
    return true;
}

void jp_names_pack(const struct jp_names *names, struct jp_buf *out);
/*
 * Read what jp_names_pack wrote off *REST into NAMES (initialised, empty). False when something is
 * not as it must be; NAMES then holds nothing that is out of bounds, but is of no use.
 */
JP_MUST_CHECK bool jp_names_unpack(struct jp_span *rest, struct jp_names *names);

#endif
