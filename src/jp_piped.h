/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program in a pipe, as in jeprof-c <(ssh host cat /opt/app) a.heap. Its bytes are looked at here
 * and there, and more than once, so that they are kept in a file that is in memory only.
 */
#ifndef JP_PIPED_H
#define JP_PIPED_H

#include "jp_error.h"

/*
 * Is an ELF file behind PATH, an open descriptor that is a pipe (/dev/fd/63)? Waits for its first
 * bytes, and leaves them there. What is in a pipe with a name of its own nobody knows before it is
 * read.
 */
bool jp_piped_is_elf(const char *path);

/*
 * Read all that comes out of PATH, which is one of these. A descriptor of the file with these
 * bytes, for the caller to close; -1: ERROR says why there is none.
 */
int jp_piped_keep(const char *path, struct jp_error *error);

#endif
