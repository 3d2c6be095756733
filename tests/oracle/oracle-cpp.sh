#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Perl jeprof's recorded reports of the variants cpp-* against ours.
# shellcheck source=tests/oracle/oracle.sh disable=SC2034,SC2154
group=cpp
variants=$(cd "$CORPUS" && echo cpp-*)
. "$top_srcdir/tests/oracle/oracle.sh"
