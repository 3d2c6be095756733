#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --errors: 95 % limits beside each value. The dumps are made here, so that each number can be
# calculated by hand: objects of 64 bytes, sampled every 512 KiB, stand for 524320 bytes each.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# dump FILE LIVE ALLOCATED: two sites, the second one calls nothing and holds one object.
dump() {
    cat >"$1" <<END
heap_v2/524288
  t*: $(($2 + 1)): $(($2 * 64 + 64)) [$(($3 + 1)): $(($3 * 64 + 64))]
@ 0x1001 0x2001
  t*: $2: $(($2 * 64)) [$3: $(($3 * 64))]
@ 0x3001 0x2001
  t*: 1: 64 [1: 64]

MAPPED_LIBRARIES:
END
}

dump a.1.1.i1.heap 20 60
dump a.1.2.i2.heap 30 80
dump b.1.2.i2.heap 30 80

# 20 objects: 20 * 524320 = 10486400. Upper limit: (sqrt(20.375) + 0.98 * f)^2 - 0.375 = 29.807,
# with f = sqrt(1 - p) = 0.99994; 9.807 * 524320 = 5.142e6.
run --errors --show_bytes a.1.1.i1.heap
has 'many objects' "$tmp/out" '10486400  ±5141'
# One object: the exact limit of 1 is 5.572; 4.5716 * 524320 * 0.99994 = 2.3969e6.
has 'one object' "$tmp/out" '  524320  ±2396'
# The caller holds nothing itself: three periods may be unseen.
has 'none' "$tmp/out" '< 1572864         -   0.0% 100.0% 11010720'
has 'the total' "$tmp/out" 'Total: 11010720 B (±5'
has 'names of columns' "$tmp/out" '    flat      ±95%  flat%   sum%      cum      ±95%   cum% name'
run --errors a.1.1.i1.heap
has 'none, in megabytes' "$tmp/out" '   < 1.5         -'

# Another run: variances add, 1.96 * sqrt(20 + 30) * 524320 = 7.266e6.
run --errors --show_bytes --base=a.1.1.i1.heap b.1.2.i2.heap
has 'difference of two processes' "$tmp/out" ' 5243200  ±7266'
# The same process: 20 born, 10 died, 1.96 * sqrt(30) * 524320 = 5.628e6. What survived (the second
# site) is no noise at all.
run --errors --show_bytes --base=a.1.1.i1.heap a.1.2.i2.heap
has 'difference within a process' "$tmp/out" ' 5243200  ±5628'
has 'survivors cancel out' "$tmp/out" '       0        ±0   0.0%'

run --errors --show_bytes --inuse_objects a.1.1.i1.heap
has 'objects: 20 * 8192.5' "$tmp/out" '  163850 '
has 'objects: nothing is known of what was not seen' "$tmp/out" '       ?         -'
run --errors --format=csv a.1.1.i1.heap
is 'csv: columns' 'name,flat,flat_share,cum,cum_share,flat_low,flat_high,cum_low,cum_high' \
    "$(head -1 "$tmp/out")"
run --errors --peek=2001 --show_bytes a.1.1.i1.heap
has 'peek' "$tmp/out" '  10486400  ±514'
# Estimates without a period, as --raw makes them of several dumps, are not exact: it is said.
# (Where the objects of a stack have one size in all dumps, counters can be told from the sums.)
sed '/^@ 0x3001/{n;s/64/300000/g;}' b.1.2.i2.heap >c.1.2.i2.heap
run -q --raw a.1.1.i1.heap c.1.2.i2.heap
cp "$tmp/out" two.raw
sed '1,/^--- heap$/d' two.raw >two.heap
has 'estimates: no period' two.heap 'heap_v2/0'
for options in '--errors two.raw' '--errors two.heap' '--leaks two.raw two.heap' \
    '--gate --max-total=1TiB two.raw two.heap' '--diff --base=two.raw two.heap'; do
    # shellcheck disable=SC2086
    run $options
    has "no period, $options: a warning" "$tmp/err" 'warning: no sample period is told'
done
run two.raw
lacks 'no period: no warning where errors are not asked for' "$tmp/err" 'no sample period'
run --info two.raw
has 'no period: --info' "$tmp/out" 'values as written, nothing to correct'
# A period of one byte says that all was recorded.
sed 's,^heap_v2/.*,heap_v2/1,' a.1.1.i1.heap >all.heap
run --errors all.heap
lacks 'all was recorded: no warning' "$tmp/err" 'no sample period'

# Devices and packed files without an end cost a message, not the memory of the machine.
for option in rules perf-map; do
    run --$option=/dev/zero "$top_srcdir/corpus/handmade/symbolized.heap"
    is "--$option without an end: status" 3 "$status"
    has "--$option without an end: message" "$tmp/err" '/dev/zero: error: '
done
finish
