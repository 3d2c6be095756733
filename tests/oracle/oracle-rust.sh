#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Perl jeprof's recorded reports of the variants rust-* against ours.
# shellcheck source=tests/oracle/oracle.sh disable=SC2034,SC2154
group=rust
variants=$(cd "$CORPUS" && echo rust-*)
. "$top_srcdir/tests/oracle/oracle.sh"
