/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers as text. All functions append to a buffer and never depend on the locale. */
#ifndef JP_NUMBER_H
#define JP_NUMBER_H

#include "jp_buf.h"

/*
 * VALUE truncated towards zero, without exponent, however large; not a number prints as 0.
 * This is jeprof's "%d" without its wrap-around from 2^63 on.
 */
void jp_number_integer(struct jp_buf *out, double value);

/* VALUE with one digit behind the point: printf's "%.1f", a tie goes to the even digit. */
void jp_number_tenths(struct jp_buf *out, double value);

/* Bytes with a binary unit: "0 B", "1.50 MiB", "-17.25 GiB", "512.0 KiB". */
void jp_number_bytes(struct jp_buf *out, double bytes);

/* ONE when COUNT is 1, else MANY: for messages such as "1 record has", "2 records have". */
const char *jp_number_words(uint64_t count, const char *one, const char *many);

/*
 * Parse "64k", "1.5MiB", "-20 MB", "123": units are powers of 1024. False when it is none or does
 * not fit a double.
 */
bool jp_number_parse_bytes(struct jp_span text, double *bytes);

/* The same with a unit, which only 0 may lack: "5MiB", "5 B", "0", but not "5". */
bool jp_number_parse_size(struct jp_span text, double *bytes);

#endif
