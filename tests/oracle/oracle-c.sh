#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Perl jeprof's recorded reports of the variants c-* gperf against ours.
# shellcheck source=tests/oracle/oracle.sh disable=SC2034,SC2154
group=c
variants=$(cd "$CORPUS" && echo c-* gperf)
. "$top_srcdir/tests/oracle/oracle.sh"
