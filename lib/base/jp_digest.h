/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BLAKE2b (RFC 7693) with 16 bytes of result: who has two equal digests has two equal inputs. The
 * same as "b2sum -l 128".
 */
#ifndef JP_DIGEST_H
#define JP_DIGEST_H

#include "jp_span.h"

#define JP_DIGEST_BYTES 16

struct jp_digest {
    unsigned char bytes[JP_DIGEST_BYTES];
};

struct jp_digest jp_digest_of(struct jp_span bytes);

#endif
