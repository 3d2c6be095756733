/* SPDX-License-Identifier: BSD-2-Clause */
/* The one place that includes cmocka, whose header needs others in front; what all tests need to
 * know. */
#ifndef JP_TEST_H
#define JP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* gcc's name for what clang has as a feature. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#endif
