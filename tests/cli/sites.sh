#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --threads, --sizes and --churn, on dumps that are made here and calculated by hand: everything was
# recorded (a period of 1), so that numbers stand as they are printed.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# churn.heap FILE LIVE ALLOCATED: one site of 100 byte objects that churns, and one of 5000 bytes.
write() {
    cat >"$1" <<END
heap_v2/1
  t*: $(($2 + 2)): $(($2 * 100 + 10000)) [$(($3 + 2)): $(($3 * 100 + 10000))]
  t1: 0: 0 [0: 0] worker-1
  t2: 0: 0 [0: 0] worker-2
  t3: 0: 0 [0: 0] main
@ 0x1001 0x9001
  t*: $2: $(($2 * 100)) [$3: $(($3 * 100))]
  t1: $(($2 - 10)): $((($2 - 10) * 100)) [$(($3 - 10)): $((($3 - 10) * 100))]
  t2: 10: 1000 [10: 1000]
@ 0x2001 0x9001
  t*: 2: 10000 [2: 10000]
  t3: 2: 10000 [2: 10000]

MAPPED_LIBRARIES:
END
}

write h-20240501T100000.heap 100 1000
write h-20240501T120000.heap 100 1400

run --threads --show_bytes h-20240501T120000.heap
# Two workers hold 90 and 10 objects of 100 bytes; main holds 10000 bytes.
has 'threads: a group' "$tmp/out" '   10000  50.0%  worker-* (2 threads)'
has 'threads: a single one' "$tmp/out" '   10000  50.0%  main (1 thread)'
has 'threads: the site in it' "$tmp/out" '     10000 100.0%  [unknown] 0x1001'
run --threads --format=csv h-20240501T120000.heap
has 'threads: csv' "$tmp/out" 'worker-*,2,[unknown] 0x1001,10000,1,0.5'
run --threads --by=thread h-20240501T120000.heap
is 'threads by thread: status' 2 "$status"
printf 'heap profile: 1: 100 [1: 100] @ heapprofile\n1: 100 [1: 100] @ 0x1001\n' >plain.heap
run --threads plain.heap
is 'no threads: status' 3 "$status"
has 'no threads: message' "$tmp/err" 'no records of single threads'

# 100 bytes are of class 112, 5000 of class 5120: 100 * 12 and 2 * 120 bytes are lost.
run --sizes --show_bytes h-20240501T120000.heap
has 'sizes: a class' "$tmp/out" '       112        100    10000  50.0%     1200'
has 'sizes: its site' "$tmp/out" '100    10000 100.0%     1200  [unknown] 0x1001'
has 'sizes: another class' "$tmp/out" '      5120          2    10000  50.0%      240'
run --sizes --alloc_space --format=csv h-20240501T120000.heap
has 'sizes: allocated' "$tmp/out" '112,yes,[unknown] 0x1001,1400,140000,0.933333,100,16800'
run --sizes --base=h-20240501T100000.heap h-20240501T120000.heap
is 'sizes of a difference: status' 2 "$status"

# 400 objects of 100 bytes in two hours, all of them freed again; 100 live: 100 / (400 / 2 h) is half
# an hour. 1300 of 1400 were freed: 92.9 %.
run --churn --one-process h-20240501T100000.heap h-20240501T120000.heap
has 'churn: freed, rate, lifetime' "$tmp/out" \
    ' 9.77 KiB   136.7 KiB   92.9 %      19.53 KiB/h       30 min  [unknown] 0x1001'
has 'churn: what is not freed has no lifetime' "$tmp/out" \
    ' 9.77 KiB    9.77 KiB    0.0 %            0 B/h            -  [unknown] 0x2001'
run --churn h-20240501T120000.heap
has 'churn of one dump' "$tmp/out" '92.9 %                -            -  [unknown] 0x1001'
run --churn h-20240501T100000.heap h-20240501T120000.heap
has 'churn: not known to be one process' "$tmp/out" 'no rates'
run --churn --one-process --format=csv h-20240501T100000.heap h-20240501T120000.heap
has 'churn: csv' "$tmp/out" '[unknown] 0x1001,10000,140000,0.928571,20000,0.5'
sed 's/\[.*\]/[0: 0]/' h-20240501T120000.heap >none.heap
run --churn none.heap
is 'no counters: status' 3 "$status"
has 'no counters: hint' "$tmp/err" 'prof_accum:true'

# The sums of a real dump: all sizes, and all threads, are the total.
t24=$CORPUS/rust-runs/t24.heap
total=$("$JEPROF_C" -q --show_bytes "$t24" | sed -n 's/Total: \(.*\) B/\1/p')
run --sizes --format=tsv "$t24"
is 'sizes add up to the total' yes "$(awk -F '\t' -v total="$total" 'NR > 1 { sum += $5 }
    END { print (sum > total - NR && sum <= total) ? "yes" : sum }' "$tmp/out")"
run --threads --format=tsv "$t24"
is 'threads add up to nearly the total: each line is corrected by itself' yes \
    "$(awk -F '\t' -v total="$total" 'NR > 1 { sum += $4 }
        END { print (sum > 0.95 * total && sum < 1.05 * total) ? "yes" : sum }' "$tmp/out")"
finish
