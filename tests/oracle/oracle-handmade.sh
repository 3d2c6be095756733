#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Perl jeprof's recorded reports of the hand-made dumps against ours.
# shellcheck source=tests/oracle/oracle.sh disable=SC2034,SC2154
group=handmade
variants=handmade
. "$top_srcdir/tests/oracle/oracle.sh"
