/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_unpack.h"

#include "jp_attr.h"

#include <pthread.h>

enum {
    WORTH_BYTES = 256 << 10, /* packed: a millisecond, and ten times what a thread takes */
    STACK_BYTES = 256 << 10,
};

/* One thread writes .debug_info, the other these: nothing is shared but what both only read. */
static void *unpack_others(void *argument)
{
    static const char *const names[] = {".debug_line",     ".debug_abbrev",   ".debug_str",
                                        ".debug_rnglists", ".debug_line_str", ".debug_ranges"};

    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        jp_object_section(argument, names[i], NULL);
    return NULL;
}

void jp_dwarf_unpack(struct jp_object *object, unsigned jobs, struct jp_error *error)
{
    pthread_attr_t attributes;
    pthread_t thread;

    if (jobs < 2 || jp_object_packed_bytes(object, ".debug_info") < WORTH_BYTES)
        return;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    const bool is_started = pthread_create(&thread, &attributes, unpack_others, object) == 0;
    jp_object_section(object, ".debug_info", error);
    if (is_started)
        pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}
