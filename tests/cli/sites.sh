#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --threads, --sizes and --churn, on dumps that are made here and calculated by hand: everything was
# recorded (a period of 1), so that numbers stand as they are printed.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# write FILE LIVE ALLOCATED: one site of 112 byte objects that churns, and one of two objects of 5120.
write() {
    cat >"$1" <<END
heap_v2/1
  t*: $(($2 + 2)): $(($2 * 112 + 10240)) [$(($3 + 2)): $(($3 * 112 + 10240))]
  t1: 0: 0 [0: 0] worker-1
  t2: 0: 0 [0: 0] worker-2
  t3: 0: 0 [0: 0] main
@ 0x1001 0x9001
  t*: $2: $(($2 * 112)) [$3: $(($3 * 112))]
  t1: $(($2 - 10)): $((($2 - 10) * 112)) [$(($3 - 10)): $((($3 - 10) * 112))]
  t2: 10: 1120 [10: 1120]
@ 0x2001 0x9001
  t*: 2: 10240 [2: 10240]
  t3: 2: 10240 [2: 10240]

MAPPED_LIBRARIES:
END
}

write h-20240501T100000.heap 100 1000
write h-20240501T120000.heap 100 1400

run --threads --show_bytes h-20240501T120000.heap
# Two workers hold 90 and 10 objects of 112 bytes, 11200 in all; main holds 2 * 5120 = 10240.
has 'threads: a group' "$tmp/out" '   11200  52.2%  worker-* (2 threads)'
has 'threads: a single one' "$tmp/out" '   10240  47.8%  main (1 thread)'
has 'threads: the site in it' "$tmp/out" '     11200 100.0%  [unknown] 0x1001'
run --threads --format=csv h-20240501T120000.heap
has 'threads: csv' "$tmp/out" 'worker-*,2,[unknown] 0x1001,11200,1,0.522388'
run --threads --by=thread h-20240501T120000.heap
is 'threads by thread: status' 2 "$status"
printf 'heap profile: 1: 100 [1: 100] @ heapprofile\n1: 100 [1: 100] @ 0x1001\n' >plain.heap
run --threads plain.heap
is 'no threads: status' 3 "$status"
has 'no threads: message' "$tmp/err" 'no records of single threads'

run --sizes --show_bytes h-20240501T120000.heap
has 'sizes: a class' "$tmp/out" '       112        100    11200  52.2%'
has 'sizes: its site' "$tmp/out" '100    11200 100.0%  [unknown] 0x1001'
has 'sizes: another class' "$tmp/out" '      5120          2    10240  47.8%'
run --sizes --alloc_space --format=csv h-20240501T120000.heap
has 'sizes: allocated' "$tmp/out" '112,yes,[unknown] 0x1001,1400,156800,0.938697,112,no'
# Counts are printed rounded: 273 objects of class 224 may have 61166 bytes in all (224.05 each), and
# 312 of class 3072 only 954601 (3059.6). What is farther off is the mean of several sizes.
cat >rounded.heap <<'END'
heap_v2/16384
  t*: 785: 1045767 [0: 0]
@ 0x1001
  t*: 273: 61166 [0: 0]
@ 0x2001
  t*: 312: 954601 [0: 0]
@ 0x3001
  t*: 200: 30000 [0: 0]

MAPPED_LIBRARIES:
END
run --sizes --format=csv rounded.heap
is 'sizes: rounded means are their classes' '160 yes 0x3001, 224 no 0x1001, 3072 no 0x2001, ' \
    "$(sed -n 's/^\([0-9]*\),[a-z]*,.unknown. \(0x[0-9]*\),.*,\([a-z]*\)$/\1 \3 \2, /p' "$tmp/out" |
        tr -d '\n')"
run --sizes rounded.heap
has 'sizes: several sizes are marked' "$tmp/out" '100.0% ~[unknown] 0x3001'
run --sizes --base=h-20240501T100000.heap h-20240501T120000.heap
is 'sizes of a difference: status' 2 "$status"

# 400 objects of 112 bytes in two hours, all of them freed again; 100 live: 100 / (400 / 2 h) is half
# an hour. 1300 of 1400 were freed: 92.9 %.
run --churn --one-process h-20240501T100000.heap h-20240501T120000.heap
has 'churn: freed, rate, lifetime' "$tmp/out" \
    '10.94 KiB   153.1 KiB   92.9 %      21.88 KiB/h       30 min  [unknown] 0x1001'
has 'churn: what is not freed has no lifetime' "$tmp/out" \
    '10.00 KiB   10.00 KiB    0.0 %            0 B/h            -  [unknown] 0x2001'
run --churn h-20240501T120000.heap
has 'churn of one dump' "$tmp/out" '92.9 %                -            -  [unknown] 0x1001'
run --churn h-20240501T100000.heap h-20240501T120000.heap
has 'churn: not known to be one process' "$tmp/out" 'no rates'
run --churn --one-process --format=csv h-20240501T100000.heap h-20240501T120000.heap
has 'churn: csv' "$tmp/out" '[unknown] 0x1001,11200,156800,0.928571,22400,0.5'
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
