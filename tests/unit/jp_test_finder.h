/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For tests of the finder: small ELF files in a folder of the test's own, the mappings that a
 * kernel would make of them, and what one search finds.
 */
#ifndef JP_TEST_FINDER_H
#define JP_TEST_FINDER_H

#include "jp_finder.h"

enum { JP_TEST_TEXT_BYTES = 0x2f00, JP_TEST_IMAGE_BASE = 0x10000000 };

/* Make and remove the folder: group setup and teardown. */
int jp_test_finder_enter(void **state);
int jp_test_finder_leave(void **state);

/* FOLDER/NAME, with the folders in NAME made. The result lives until the test program ends. */
const char *jp_test_place(const char *name);

/* A library, or a program, as the tests need it. */
struct jp_test_library {
    unsigned char id;    /* build-id: 20 of these bytes; 0: none */
    uint64_t text_bytes; /* 0: JP_TEST_TEXT_BYTES */
    uint16_t type;       /* 0: ET_DYN */
    bool has_symbols;
    bool has_debug_info;
    bool is_debug_only; /* as "objcopy --only-keep-debug" leaves it */
    const char *link;   /* .gnu_debuglink */
    uint32_t link_crc;
    const char *alternate; /* .gnu_debugaltlink, with the build-id below */
    unsigned char alternate_id;
    const char *const *exports;
    size_t export_count;
};

/* Write it as FOLDER/NAME; returns the path. */
const char *jp_test_library_write(const char *name, struct jp_test_library library);

/* The mappings of one file. */
struct jp_test_module {
    struct jp_module_ranges ranges[3];
    struct jp_module_request request;
};

/* What the kernel makes of a library with TEXT bytes of code at BASE. */
void jp_test_module_map(struct jp_test_module *module, const char *path, uint64_t base,
                        uint64_t text);

/* What a test looks at after one search. */
struct jp_test_found {
    struct jp_finder *finder;
    struct jp_diags *diags; /* on the heap: the finder keeps the pointer */
    const struct jp_binary *binary;
};

/* Look for the file of a mapping of MAPPED with TEXT bytes of code; the caller releases. */
struct jp_test_found jp_test_find(struct jp_finder_options options, const char *mapped,
                                  uint64_t text);
struct jp_test_found jp_test_find_program(const char *program, const char *mapped);
void jp_test_found_release(struct jp_test_found *found);

struct jp_finder_options jp_test_with_sysroot(const char *const *folder);
struct jp_finder_options jp_test_with_debug_dir(const char *const *folder);

void jp_test_expect_path(const struct jp_test_found *found, const char *path);
void jp_test_expect_miss(const struct jp_test_found *found, enum jp_miss miss);
/* Some line of what was tried names PATH and says REASON. */
void jp_test_expect_tried(const struct jp_test_found *found, const char *path, const char *reason);
/* PATH may be NULL: no debug file. */
void jp_test_expect_debug(const struct jp_test_found *found, const char *path);
/* PATH was found as the program, without a warning. */
void jp_test_expect_program(const struct jp_test_found *found, const char *path);

#endif
