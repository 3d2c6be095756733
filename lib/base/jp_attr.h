/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiler attributes, spelled once. */
#ifndef JP_ATTR_H
#define JP_ATTR_H

/* Arguments FORMAT_INDEX and FIRST_INDEX (counted from 1) are checked as for printf. */
#define JP_PRINTF(format_index, first_index) \
    __attribute__((format(printf, format_index, first_index)))

/* The result must be looked at: it says whether the call worked. */
#define JP_MUST_CHECK __attribute__((warn_unused_result))

/* The function returns fresh memory. */
#define JP_MALLOC __attribute__((malloc, returns_nonnull))

#define JP_RETURNS_NONNULL __attribute__((returns_nonnull))
#define JP_NORETURN        __attribute__((noreturn))
#define JP_UNUSED          __attribute__((unused))

/* For a function that is only fast when its arguments are constants where it is called. */
#define JP_ALWAYS_INLINE static inline __attribute__((always_inline))

#define JP_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
