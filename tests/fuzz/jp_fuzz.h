/* SPDX-License-Identifier: BSD-2-Clause */
/* What the fuzz targets share. */
#ifndef JP_FUZZ_H
#define JP_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The entry point that libFuzzer calls, and jp_fuzz_main.c in ordinary builds. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A promise of the library that must hold for every input. */
#define jp_fuzz_check(condition) \
    ((condition) ? (void)0       \
                 : (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), abort()))

#endif
