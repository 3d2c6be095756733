#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A plug-in that was closed before the dump: its place is known from an earlier dump of the process.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
dir=$CORPUS/c-gcc5-pie
plugin=audit.plugin

# The recorded dump is the earlier one; the later one is the same without the plug-in's mappings.
cp "$dir/relayd.02.heap" "$tmp/relayd.77.0.i0.heap"
grep -v "/$plugin\$" "$dir/relayd.02.heap" >"$tmp/relayd.77.1.i1.heap"
cp "$tmp/relayd.77.1.i1.heap" "$tmp/relayd.78.1.i1.heap"
is 'the plug-in was mapped, and is not any more' '5 0' \
    "$(grep -c "/$plugin\$" "$tmp/relayd.77.0.i0.heap") $(grep -c "/$plugin\$" "$tmp/relayd.77.1.i1.heap")"

run -q --text "$dir/relayd" "$tmp/relayd.77.1.i1.heap"
has 'alone it has no name' "$tmp/out" '[unknown]'

# What did not change is nothing: all stacks of the two dumps are the same ones.
run --text --base="$tmp/relayd.77.0.i0.heap" "$dir/relayd" "$tmp/relayd.77.1.i1.heap"
is 'as a difference: nothing changed' '' "$(grep -v '^Total' "$tmp/out" | awk '$1 != 0 || $4 != 0')"
run -q --text --show_bytes "$dir/relayd" "$tmp/relayd.77.0.i0.heap"
cp "$tmp/out" "$tmp/one"
run -q --text --show_bytes "$dir/relayd" "$tmp/relayd.77.0.i0.heap" "$tmp/relayd.77.1.i1.heap"
is 'added up: each function twice' "$(awk '/^Total/ { print $2 * 2 } / / && !/^Total/ { print $6 }' "$tmp/one")" \
    "$(awk '/^Total/ { print $2 } / / && !/^Total/ { print $6 }' "$tmp/out")"
run -q --info "$dir/relayd" "$tmp/relayd.77.0.i0.heap" "$tmp/relayd.77.1.i1.heap"
has '--info says so' "$tmp/out" 'unloaded   before a dump was taken'

# Another process of the program has its own places.
run -q --text "$dir/relayd" "$tmp/relayd.77.0.i0.heap" "$tmp/relayd.78.1.i1.heap"
has 'not across processes' "$tmp/out" '[unknown]'

# A process number that was used again: the libraries lie elsewhere, nothing is believed.
sed 's/^7f\([0-9a-f]*\)-7f\([0-9a-f]*\) \(.*libc\.so\.6\)$/7e\1-7e\2 \3/' "$tmp/relayd.77.1.i1.heap" \
    >"$tmp/relayd.77.2.i2.heap"
run -q --text "$dir/relayd" "$tmp/relayd.77.0.i0.heap" "$tmp/relayd.77.2.i2.heap"
has 'not where another library has moved' "$tmp/out" '[unknown]'
finish
