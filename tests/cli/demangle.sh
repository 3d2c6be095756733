#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The demangler against "nm -C" of binutils, over all mangled names of the corpus and of libstdc++.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
tool=$top_builddir/tests/tools/jp_demangle_lines

# nm -p keeps the order of the table, so that both lists run in parallel.
collect() {
    nm -p "$@" 2>/dev/null | cut -c20- >>"$tmp/mangled"
    nm -p -C "$@" 2>/dev/null | cut -c20- >>"$tmp/readable"
}

: >"$tmp/mangled" && : >"$tmp/readable"
for file in "$CORPUS"/cpp-*/orderbook "$CORPUS"/rust-*/metacache; do
    [ -f "$file" ] && collect "$file"
done
for file in /usr/lib/*/libstdc++.so.6; do
    [ -f "$file" ] && collect -D "$file"
done
# Versions and clone suffixes are dropped on purpose.
paste "$tmp/mangled" "$tmp/readable" | grep -E '^_(Z|R)' >"$tmp/pairs"
cut -f1 "$tmp/pairs" >"$tmp/names"
cut -f2 "$tmp/pairs" | sed -e 's/@.*//' -e 's/ \[clone .*//' >"$tmp/wanted"
count=$(wc -l <"$tmp/names")
if [ "$count" -eq 0 ]; then
    skip "nm of binutils or a file with mangled names is missing"
else
    "$tool" <"$tmp/names" >"$tmp/got"
    cmp -s "$tmp/wanted" "$tmp/got"
    result $? "$count names as nm -C has them"
    paste "$tmp/names" "$tmp/wanted" "$tmp/got" |
        awk -F '\t' '$2 != $3 { print "# " $1 "\n#   wanted " $2 "\n#   got    " $3 }' | head -30
fi
finish
