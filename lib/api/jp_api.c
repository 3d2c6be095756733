/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_api.h"

#include <stdlib.h>
#include <string.h>

const char *jp_version(void)
{
    return PACKAGE_VERSION;
}

void jp_free(void *bytes)
{
    free(bytes);
}

locale_t jp_api_begin(struct jp_heap *heap)
{
    heap->error = (struct jp_error)JP_ERROR_INIT;
    return uselocale(heap->locale);
}

enum jp_status jp_api_end(struct jp_heap *heap, locale_t before)
{
    uselocale(before);
    if (heap->error.exit == JP_EXIT_OK)
        return JP_OK;
    return heap->error.exit == JP_EXIT_USAGE ? JP_BAD_USE : JP_BAD_INPUT;
}

bool jp_api_options(void *own, size_t size, const void *given, struct jp_error *error)
{
    size_t given_size;

    if (!given)
        return true;
    memcpy(&given_size, given, sizeof given_size);
    if (given_size < sizeof given_size)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "the size of the options is not set");
    for (size_t i = size; i < given_size; i++)
        if (((const unsigned char *)given)[i])
            return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                                "the options are of a later version of the library");
    memcpy(own, given, given_size < size ? given_size : size);
    return true;
}

const char *jp_api_text(struct jp_intern *texts, struct jp_span span)
{
    return jp_intern_text(texts, jp_intern_add(texts, span));
}
