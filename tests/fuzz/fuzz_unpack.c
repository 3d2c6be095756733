/* SPDX-License-Identifier: BSD-2-Clause */
/* Unpacking: every step makes progress or asks for more, and stays inside its room. */
#include "config.h"

#include "jp_fuzz.h"
#include "jp_unpack.h"

static void unpack(enum jp_packing packing, struct jp_span packed, size_t room)
{
    enum { MOST_BYTES = 1 << 22 };
    struct jp_unpacker unpacker;
    char *const out = malloc(room);
    size_t total = 0;
    size_t produced;

    if (!out)
        exit(5);
    jp_unpacker_init(&unpacker, packing);
    while (total < MOST_BYTES) {
        const size_t before = packed.len;
        if (!jp_unpacker_step(&unpacker, &packed, out, room, &produced, NULL))
            break;
        jp_fuzz_check(produced <= room && packed.len <= before);
        total += produced;
        if (produced == 0 && packed.len == before) {
            jp_fuzz_check(packed.len == 0);
            break;
        }
    }
    jp_unpacker_release(&unpacker);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct jp_span bytes = {(const char *)data, size};
    const size_t room = size ? (size_t)1 << data[size - 1] % 17 : 1;

    unpack(JP_PACKING_GZIP, bytes, room);
    unpack(JP_PACKING_ZSTD, bytes, room);
    return 0;
}
