/* SPDX-License-Identifier: BSD-2-Clause */
/* Why something has no name: absence is a result with a reason, not an error. */
#ifndef JP_MISS_H
#define JP_MISS_H

/*
 * X(name, text): the text completes "no names for libx.so: ...". Stores keep the numbers (the
 * columns miss of doc/schema.md), so that new reasons come last.
 */
#define JP_MISS_LIST(X)                                                                         \
    X(NONE, "nothing is missing")                                                               \
    X(NO_MAPPING, "the addresses lie in no mapping of the dump")                                \
    X(NOT_A_FILE, "the mapping is no file (anonymous memory, [vdso] or code made at run time)") \
    X(FILE_NOT_FOUND, "the file was not found")                                                 \
    X(NOT_ELF, "the file is not an ELF program or library")                                     \
    X(DAMAGED, "the file is damaged or cut short")                                              \
    X(OTHER_BUILD, "the file is another build than the one that ran")                           \
    X(NO_SYMBOLS, "the file has no symbols (stripped) and no debug file was found")             \
    X(NOT_COVERED, "no symbol covers the address")                                              \
    X(NO_DEBUG_INFO, "there is no debug information: no lines and no inlined frames")           \
    X(NO_SPLIT_FILE, "the split debug file (.dwo, .dwp) was not found")                         \
    X(NO_ALT_FILE, "the shared debug file (.gnu_debugaltlink) was not found")                   \
    X(READER_FAILED, "the debug information could not be read")

enum jp_miss {
#define X(name, text) JP_MISS_##name,
    JP_MISS_LIST(X)
#undef X
};

const char *jp_miss_text(enum jp_miss miss);

#endif
