/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ELF files and our DWARF reader: whatever the file holds, each address gets one entry, and all
 * that is returned lies in what the handle owns.
 */
#define _GNU_SOURCE
#include "config.h"

#include "jp_call_site.h"
#include "jp_dwarf.h"
#include "jp_fuzz.h"
#include "jp_vec.h"

#include <sys/mman.h>
#include <unistd.h>

enum { ADDRESSES_PER_SEGMENT = 64, MOST_ADDRESSES = 512 };

typedef JP_VEC(uint64_t) address_list;

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Places spread over the code, ascending and unique. */
static void choose_addresses(const struct jp_object *object, address_list *addresses)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(object, &count);
    size_t kept = 0;

    for (size_t i = 0; i < count && addresses->count < MOST_ADDRESSES; i++) {
        const uint64_t step = segments[i].memory_bytes / ADDRESSES_PER_SEGMENT + 1;
        for (uint64_t k = 0; segments[i].is_executable && k < ADDRESSES_PER_SEGMENT; k++)
            if (k * step < segments[i].memory_bytes)
                jp_vec_push(addresses, segments[i].vaddr + k * step);
    }
    if (addresses->count)
        qsort(addresses->data, addresses->count, sizeof *addresses->data, compare_addresses);
    for (size_t i = 0; i < addresses->count; i++)
        if (i == 0 || addresses->data[i] != addresses->data[i - 1])
            addresses->data[kept++] = addresses->data[i];
    addresses->count = kept;
}

static void check_symbols(struct jp_object *object, const address_list *addresses)
{
    size_t count;
    struct jp_span name;
    struct jp_span id;
    uint32_t crc;

    jp_fuzz_check(jp_object_shared_id(object).len <= UINT8_MAX ||
                  jp_object_build_id(object).len > UINT8_MAX);
    jp_object_exports(object, &count);
    jp_object_debug_link(object, &name, &crc);
    jp_object_alternate_link(object, &name, &id);
    jp_fuzz_check(jp_object_build_id(object).len <= jp_object_bytes(object).len);
    for (size_t i = 0; i < addresses->count; i++) {
        const uint64_t address = addresses->data[i];
        const struct jp_symbol *const symbol = jp_object_symbol(object, address);
        jp_call_site(object, address);
        if (symbol)
            jp_fuzz_check(address - symbol->value < symbol->size_bytes);
    }
}

static void check_entries(const struct jp_names *names, const address_list *addresses)
{
    jp_fuzz_check(names->entries.count == addresses->count);
    for (size_t i = 0; i < names->entries.count; i++) {
        const struct jp_name_entry *const entry = &names->entries.data[i];
        jp_fuzz_check(entry->address == addresses->data[i]);
        jp_fuzz_check((uint64_t)entry->frames_first + entry->frames_count <= names->frames.count);
        for (uint32_t f = 0; f < entry->frames_count; f++) {
            const struct jp_name_frame *const frame = &names->frames.data[entry->frames_first + f];
            jp_fuzz_check(frame->function < names->strings.spans.count);
            jp_fuzz_check(frame->linkage < names->strings.spans.count);
            jp_fuzz_check(frame->file < names->strings.spans.count);
        }
    }
}

/* With ALTERNATE as the file that dwz made for several programs. */
static void check_names(struct jp_object *object, struct jp_object *alternate,
                        const address_list *addresses)
{
    const struct jp_dwarf_request request = {
        .object = object,
        .alternate = alternate,
        .addresses = addresses->data,
        .count = addresses->count,
        .want_inlines = true,
    };
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dwarf_work work = {0};
    struct jp_names names;

    jp_names_init(&names);
    if (jp_dwarf_reader_lookup(&request, &names, &work, &error))
        check_entries(&names, addresses);
    jp_names_release(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    struct jp_error error = JP_ERROR_INIT;
    address_list addresses = {0};
    char path[64];

    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        exit(5);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct jp_object *const object = jp_object_open(path, &error);
    if (object) {
        choose_addresses(object, &addresses);
        check_symbols(object, &addresses);
        check_names(object, NULL, &addresses);
        check_names(object, object, &addresses);
        jp_object_free(object);
    }
    jp_vec_release(&addresses);
    close(fd);
    return 0;
}
