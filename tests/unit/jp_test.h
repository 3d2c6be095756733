/* SPDX-License-Identifier: BSD-2-Clause */
/* The one place that includes cmocka, whose header needs others in front. */
#ifndef JP_TEST_H
#define JP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
