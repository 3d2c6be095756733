/* SPDX-License-Identifier: BSD-2-Clause */
/* jp_disassemble FILE START END: the code between two ELF addresses, "address: text" per line. */
#include "config.h"

#include "jp_disassembler.h"
#include "jp_object.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_disassembly disassembly;
    uint64_t offset;

    if (argc != 4)
        return 2;
    const uint64_t start = strtoull(argv[2], NULL, 16);
    const uint64_t end = strtoull(argv[3], NULL, 16);
    struct jp_object *const object = jp_object_open(argv[1], &error);
    if (!object || !jp_object_offset_of_vaddr(object, start, &offset))
        return 1;
    const struct jp_machine_code code = {
        .machine = jp_object_machine(object),
        .bytes = jp_span_slice(jp_object_bytes(object), offset, offset + (end - start)),
        .address = start,
    };
    if (!jp_disassemble(&disassembly, &code, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 77;
    }
    for (size_t i = 0; i < disassembly.list.count; i++) {
        const struct jp_instruction *const at = &disassembly.list.data[i];
        printf("%" PRIx64 ": %s", at->address, at->text);
        if (at->target_kind == JP_TARGET_CODE)
            printf("%" PRIx64, at->target);
        else if (at->target_kind == JP_TARGET_DATA)
            printf("        # %" PRIx64, at->target);
        putchar('\n');
    }
    jp_disassembly_release(&disassembly);
    jp_object_free(object);
    return 0;
}
