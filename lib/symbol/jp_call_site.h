/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Does an address directly follow a call instruction? Return addresses do, so a file in which most
 * recorded ones do not is not the file that ran.
 */
#ifndef JP_CALL_SITE_H
#define JP_CALL_SITE_H

#include "jp_object.h"

enum jp_call_site {
    JP_CALL_UNKNOWN, /* cannot tell: another machine, or the file does not hold that code */
    JP_CALL_NONE,    /* no call instruction ends there */
    JP_CALL_BEFORE,  /* a call ends there, or a signal handler returns to there */
};

/*
 * Judges VADDR, a virtual address of the file, by the bytes in front of it: those of x86-64 and
 * AArch64 code are known. On x86-64 instructions have no fixed length, so that a few percent of
 * all other addresses look as if they followed a call, too.
 */
enum jp_call_site jp_call_site(const struct jp_object *object, uint64_t vaddr);

/*
 * Of JUDGED recorded return addresses CALLS follow a call in a file: may it be the build that ran?
 * With fewer than three nothing is decided: one may be no return address (a coroutine's entry).
 */
static inline bool jp_call_site_fits(uint64_t judged, uint64_t calls)
{
    return judged < 3 || calls >= (judged + 1) / 2;
}

/*
 * Are there too many that follow no call for a file to be believed while another may be found? One
 * address may be no return address.
 */
static inline bool jp_call_site_is_doubtful(uint64_t judged, uint64_t calls)
{
    return judged - calls >= 2 && calls * 10 < judged * 9;
}

#endif
