#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The maker of large dumps: what was asked for, the same bytes each time, fit for the program.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
gen=$top_builddir/bench/gen-dump
program=$CORPUS/c-gcc5-pie/relayd

"$gen" --stacks=500 --depth=8 --threads=5 --addresses=700 --seed=3 --period=4096 \
    --program="$program" >"$tmp/a"
"$gen" --stacks=500 --depth=8 --threads=5 --addresses=700 --seed=3 --period=4096 \
    --program="$program" >"$tmp/b"
"$gen" --stacks=500 --depth=8 --threads=5 --addresses=700 --seed=4 --period=4096 \
    --program="$program" >"$tmp/c"
cmp -s "$tmp/a" "$tmp/b"
result $? 'the same options, the same bytes'
! cmp -s "$tmp/a" "$tmp/c"
result $? 'another seed, other bytes'
is 'stacks' 500 "$(grep -c '^@' "$tmp/a")"
is 'threads' 5 "$(sed '/^@/q' "$tmp/a" | grep -c '^  t[0-9]')"
is 'period' heap_v2/4096 "$(head -n 1 "$tmp/a")"
is 'depth: between half and one and a half' '5 13' "$(grep '^@' "$tmp/a" | awk '
    { n = NF; if (!min || n < min) min = n; if (n > max) max = n } END { print min, max }')"
# A program has only so many places behind a call.
"$gen" --stacks=500 --depth=8 --addresses=700 --seed=3 >"$tmp/many"
is 'distinct addresses: no more than asked for' yes "$(grep '^@' "$tmp/many" | tr ' ' '\n' |
    grep 0x | sort -u | awk 'END { print (NR <= 700 && NR > 500) ? "yes" : NR }')"
# Every row of the process is the sum of its threads' rows.
is 'rows of threads add up' '' "$(sed -n '/^@/,/^$/p' "$tmp/a" | tr -d '[]:' | awk '
    /^@/ || /^$/ { if (NR > 1 && (sum[1] != all[1] || sum[2] != all[2])) print NR
                   sum[1] = sum[2] = 0; next }
    $1 == "t*" { all[1] = $2; all[2] = $3; next }
    { sum[1] += $2; sum[2] += $3 }')"

# A later dump of the same process: the same stacks, other counters, never less allocated.
"$gen" --stacks=500 --depth=8 --threads=5 --addresses=700 --seed=3 --period=4096 --turn=8 \
    --program="$program" >"$tmp/later"
is 'a later dump: the stacks are the same' "$(grep '^@' "$tmp/a")" "$(grep '^@' "$tmp/later")"
rows() { # rows FILE: live and allocated objects of the process, stack by stack
    sed '1,/^@/d' "$1" | tr -d ':[]' | awk '$1 == "t*" { print $2, $4 }'
}
rows "$tmp/a" >"$tmp/rows.a"
rows "$tmp/later" >"$tmp/rows.later"
is 'a later dump: more was allocated, and no less than is live' '500 0 0' \
    "$(paste "$tmp/rows.a" "$tmp/rows.later" | awk '{ less += $4 <= $2; more += $3 > $4; n++ }
        END { print n, less + 0, more + 0 }')"
run --text "$program" "$tmp/later"
lacks 'a later dump: its header agrees' "$tmp/err" 'the header says'

run --text "$program" "$tmp/a"
is 'the program reads it' 0 "$status"
lacks 'and agrees with its header' "$tmp/err" 'the header says'
has 'and names its functions' "$tmp/out" main

# A program at a low address, and stacks that share fewer callers.
"$gen" --stacks=500 --depth=8 --seed=3 --load=0x400000 >"$tmp/low"
is 'low addresses' '' "$(grep '^@' "$tmp/low" | tr ' ' '\n' | grep 0x |
    awk 'length($0) > 9 { print } length($0) < 8 { print }')"
has 'low addresses: the map' "$tmp/low" '800000-4800000 r-xp 00400000'
"$gen" --stacks=500 --depth=8 --seed=3 --callees=1 >"$tmp/few"
is 'one callee each: one way' 1 "$(grep '^@' "$tmp/few" | awk '{ print $NF, $(NF - 1), $(NF - 2) }' |
    sort -u | wc -l)"
"$gen" --load=400000 >"$tmp/a" 2>"$tmp/err"
is 'an address without 0x is refused' 2 $?
"$gen" --help >"$tmp/help"
is 'every option is in --help' '' "$(for option in stacks bytes depth threads addresses callees seed \
    period turn program load; do grep -q "^  --$option=" "$tmp/help" || echo "$option"; done)"

peak() { # peak FILE [PROGRAM]: memory of a report in KiB
    file=$1
    shift
    "$top_builddir/bench/jp_bench_run" 1 peak /dev/null "$JEPROF_C" -q --text --no-cache "$@" "$file" |
        cut -f5
}

# within NAME MORE: memory of a report of NAME, made with the options behind, is at most twice the
# file and MORE KiB, which the process takes for itself and for names.
within() {
    name=$1
    more=$2
    shift 2
    "$gen" "$@" >"$tmp/large"
    file_kb=$(($(wc -c <"$tmp/large") / 1024))
    case $* in
        *--program=*) peak_kb=$(peak "$tmp/large" "$program") ;;
        *) peak_kb=$(peak "$tmp/large") ;;
    esac
    [ "$peak_kb" -gt 0 ] && [ "$peak_kb" -le $((2 * file_kb + more)) ]
    result $? "memory of a report, $name: $peak_kb KiB for $file_kb KiB"
}

# doc/performance.md: twice the file at most, whatever a dump is like.
if grep -q __asan_init "$JEPROF_C"; then
    skip 'memory: a sanitizer takes its own'
else
    within 'with names' 8192 --bytes=24M --program="$program"
    within 'low addresses' 4096 --bytes=24M --load=0x400000
    within 'few callers shared' 4096 --bytes=24M --load=0x400000 --callees=200
    within 'deep stacks' 4096 --bytes=24M --depth=1000 --load=0x400000
    within 'short stacks' 4096 --bytes=24M --depth=3 --callees=1000 --load=0x400000
    within 'many threads' 4096 --bytes=24M --depth=3 --callees=1000 --threads=500
    within 'no rows of threads' 4096 --bytes=24M --depth=10 --threads=0 --load=0x400000
fi

"$gen" --bytes=3M >"$tmp/a"
size=$(wc -c <"$tmp/a")
[ "$size" -ge 3145728 ] && [ "$size" -lt 3160000 ]
result $? 'a size in bytes'
"$gen" --threads=0 --stacks=3 >"$tmp/a"
is 'no threads: no rows of threads' 0 "$(grep -c '^  t[0-9]' "$tmp/a")"
"$gen" --bytes=x >"$tmp/a" 2>"$tmp/err"
is 'nonsense is refused' 2 $?
finish
