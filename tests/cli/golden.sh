#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Whole reports about leaks, threads, sizes and the like: golden.awk writes down what has to be
# printed, and calculates each number in it with the formulas of doc/sampling.md.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/series.sh
. "$top_srcdir/tests/cli/series.sh"
cd "$tmp" || exit 1
dump_series
last=h-20240501T160000.heap

# golden NAME FILE: FILE is what golden.awk wants.
golden() {
    awk -v what="$1" -f "$top_srcdir/tests/cli/statistics.awk" -f "$top_srcdir/tests/cli/golden.awk" >want
    # A report of JSON ends without a line feed.
    [ -z "$(tail -c 1 "$2")" ] || echo >>"$2"
    diff want "$2" >differences
    result $? "$1: the whole report"
    sed 's/^/# /' differences | head -20
}

run -q --leaks h-*.heap
golden leaks "$tmp/out"
for format in markdown csv json; do
    run -q --leaks --format=$format h-*.heap
    golden leaks-$format "$tmp/out"
done
run -q --gate --max-growth=5MiB/h --max-total=150MiB h-*.heap
golden gate "$tmp/out"
for format in markdown github junit; do
    run -q --gate --max-growth=5MiB/h --max-total=150MiB --format=$format h-*.heap
    golden gate-$format "$tmp/out"
done
run -q --gate --max-growth=5MiB/h --max-total=150MiB --format=json h-*.heap
sed '1,/^"rows"/d' "$tmp/out" >rows
golden gate-json-rows rows

run -q --errors --show_bytes $last
golden errors-text "$tmp/out"
run -q --errors --peek=0x1001 $last
golden errors-peek "$tmp/out"
run -q --threads $last
golden threads "$tmp/out"
run -q --sizes $last
golden sizes "$tmp/out"
# What is known of names is another matter, and tested by info.sh.
run -q --info $last
sed -n '/^Dump/,/^Stacks/p' "$tmp/out" >head
golden info head

# churn FILE ALLOCATED: 100 objects of 112 bytes live, and 2 of 5120; every one was recorded.
churn() {
    cat >"$1" <<END
heap_v2/1
  t*: 102: 21440 [$(($2 + 2)): $(($2 * 112 + 10240))]
@ 0x1001 0x9001
  t*: 100: 11200 [$2: $(($2 * 112))]
@ 0x2001 0x9001
  t*: 2: 10240 [2: 10240]

MAPPED_LIBRARIES:
END
}
churn c-20240501T100000.heap 1000
churn c-20240501T120000.heap 1400
run -q --churn --one-process c-*.heap
golden churn "$tmp/out"

cp "$top_srcdir/tests/data/malloc-stats.heap" stats.heap
run -q --malloc-stats="$top_srcdir/tests/data/malloc-stats.json" stats.heap
golden malloc-stats "$tmp/out"
finish
