#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# differences.tsv and doc/differences.md name the same causes, and no line of the table is idle.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
table=$top_srcdir/tests/oracle/differences.tsv

awk -F'\t' '!/^#/ { sub(/\/.*/, "", $1); gsub(/\+/, "\n", $1); print $1 }' "$table" | sort -u >"$tmp/table"
sed -n 's/^### `\([a-z-]*\)`.*/\1/p' "$top_srcdir/doc/differences.md" | sort >"$tmp/document"
is 'every cause stands once in doc/differences.md, and no other' "$(cat "$tmp/table")" "$(cat "$tmp/document")"

if [ -f tests/oracle/used-c ] && [ -f tests/oracle/used-cpp ] && [ -f tests/oracle/used-handmade ] && [ -f tests/oracle/used-rust ]; then
    sort -u tests/oracle/used-* >"$tmp/used"
    # refuse, silent and sibling are looked up by the script itself.
    awk -F'\t' 'NR == FNR { used[$1] = 1; next }
        !/^#/ && $2 != "refuse" && $2 != "silent" && !(FNR in used) { print FNR ": " $1 " " $2 " " $3 " " $5 }' \
        "$tmp/used" "$table" >"$tmp/idle"
    is 'every line of differences.tsv was needed' '' "$(cat "$tmp/idle")"
else
    skip 'the comparisons did not run with ORACLE_SYSTEM=all and the system libraries of the recordings'
fi
finish
