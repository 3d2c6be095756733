/* SPDX-License-Identifier: BSD-2-Clause */
/* What a file seems to be, told by its first bytes: for messages and for swapped arguments. */
#ifndef JP_SNIFF_H
#define JP_SNIFF_H

#include "jp_span.h"

enum jp_file_type {
    JP_TYPE_UNKNOWN,
    JP_TYPE_EMPTY,
    JP_TYPE_HEAP_DUMP, /* any text format that jp_dump_parse accepts */
    JP_TYPE_CPU_PROFILE,
    JP_TYPE_CONTENTION_PROFILE,
    JP_TYPE_PPROF,        /* an unpacked profile.proto */
    JP_TYPE_PACKED,       /* compressed or archived */
    JP_TYPE_PACKED_TWICE, /* gzip or zstd; these are unpacked before, so it is the second packing */
    JP_TYPE_ELF,
    JP_TYPE_MACHO,
    JP_TYPE_SQLITE,
    JP_TYPE_HTML,
    JP_TYPE_JSON,
    JP_TYPE_SCRIPT,
    JP_TYPE_TEXT,
};

/* BYTES is the content of the file, or its first 64 KiB at least. */
enum jp_file_type jp_sniff(struct jp_span bytes);
/* "an ELF program or library", for "x looks like ..." */
const char *jp_sniff_text(enum jp_file_type type);

#endif
