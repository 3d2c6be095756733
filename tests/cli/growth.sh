#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --leaks and --diff against growth.awk, which calculates the same from the text of the dumps with
# the formulas of doc/sampling.md; then series that are odd in some way.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# series SEED PERIOD DUMPS PIDS ACCUM: files s.PID.NUMBER.i0.heap of sites that grow, shrink and
# churn; the first PIDS dumps are of processes of their own. Sizes from 8 bytes to 8 periods.
series() {
    rm -f s.*.heap
    awk -v seed="$1" -v period="$2" -v dumps="$3" -v pids="$4" -v accum="$5" '
    function random(n) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * n) }
    BEGIN {
        split("8 64 1000 4096 100000 600000 4194304", sizes, " ")
        sites = 2 + random(5)
        for (s = 1; s <= sites; s++)
            for (t = 1; t <= 2; t++) {
                stack[++count] = sprintf("@ 0x%x001 0x%x", s, 589825 + t)
                size[count] = sizes[1 + random(7)]
                live[count] = random(40)
                total[count] = live[count] + random(20)
                kind[count] = s % 3
            }
        for (d = 1; d <= dumps; d++) {
            file = sprintf("s.%d.%d.i0.heap", d <= pids ? d : pids + 1, d)
            printf "heap_v2/%d\n  t*: 0: 0 [0: 0]\n", period >file
            for (i = 1; i <= count; i++) {
                born = kind[i] ? random(9) : 4 + random(9)
                died = kind[i] == 2 ? random(9) : random(3)
                if (d > 1) {
                    died = died > live[i] ? live[i] : died
                    live[i] += born - died
                    total[i] += born
                }
                if (live[i] || (accum && total[i]))
                    printf "%s\n  t*: %d: %d [%d: %d]\n", stack[i], live[i], live[i] * size[i],
                        accum * total[i], accum * total[i] * size[i] >file
            }
            printf "\nMAPPED_LIBRARIES:\n" >file
            close(file)
        }
    }'
}

# The dumps of the series in their order.
files() {
    for file in s.*.heap; do echo "$file"; done | sort -t . -k 3n
}

# differ LAST A B: lines whose words are not the same. Numbers are up to rounding; in words up to LAST
# they are whole.
differ() {
    [ -s "$2" ] || echo 'nothing to compare with'
    awk -v last="$1" '
        function near(a, b, whole) { return (a - b) ^ 2 <= (3e-5 * a) ^ 2 + (whole ? 1.1 : 1e-18) }
        NR == FNR { want[$1] = $0; next }
        {
            n = split(want[$1], w, " ")
            bad = n != NF
            for (i = 2; i <= NF && !bad; i++)
                bad = $i ~ /^[-+]?[0-9.]/ ? !near(w[i], $i, i <= last) : w[i] != $i
            if (bad)
                print "want " want[$1] ", got " $0
            delete want[$1]
        }
        END { for (name in want) print "missing " want[name] }' "$2" "$3"
}

check_leaks() {
    # shellcheck disable=SC2046
    awk -v what=leaks -f "$top_srcdir/tests/cli/statistics.awk" -f "$top_srcdir/tests/cli/growth.awk" $(files) >want
    # shellcheck disable=SC2046
    run -q --leaks --time=number --format=tsv $(files)
    sed 1d "$tmp/out" | sed 's/\[unknown\] //' | awk -F '\t' '
        { print $2, $3, $4, $5, $6, $7, $8 == "" ? "-" : $8, $9, $10, $11, $13 }' >got
    is "$1" '' "$(differ 5 want got)"
}

# check_diff NAME OPTION AWK-VARIABLES...
check_diff() {
    name=$1
    option=$2
    shift 2
    # shellcheck disable=SC2046
    awk -v what=diff "$@" -f "$top_srcdir/tests/cli/statistics.awk" -f "$top_srcdir/tests/cli/growth.awk" $(files) | grep -v unchanged >want
    # shellcheck disable=SC2046
    set -- $(files)
    run -q --diff --format=tsv "$option" --base="$1" "$2"
    sed 1d "$tmp/out" | sed 's/\[unknown\] //' | awk -F '\t' '$1 != "unchanged" {
        print $2, $1, $3, $4, $5, $7, $8, $9 == "" ? "-" : $9, $10, $11 }' >got
    is "$name" '' "$(differ 7 want got)"
}

for seed in 1 2 3 4; do
    for period in 1 4096 524288; do
        series $seed $period $((seed + 4)) 0 1
        check_leaks "leaks: seed $seed, period $period, one process, counters"
        series $seed $period 12 0 0
        check_leaks "leaks: seed $seed, period $period, one process, no counters"
        series $seed $period 6 3 1
        check_leaks "leaks: seed $seed, period $period, three restarts"
        series $seed $period 2 0 1
        check_leaks "leaks: seed $seed, period $period, two dumps"
        check_diff "diff: seed $seed, period $period, bytes" --inuse_space -v x=
        check_diff "diff: seed $seed, period $period, objects" --inuse_objects -v metric=objects
        check_diff "diff: seed $seed, period $period, allocated bytes" --alloc_space -v allocated=1
        check_diff "diff: seed $seed, period $period, allocated objects" --alloc_objects \
            -v allocated=1 -v metric=objects
        series $seed $period 2 1 1
        check_diff "diff: seed $seed, period $period, two processes" --inuse_space -v x=
    done
done

# Odd series. one FILE PERIOD OBJECTS BYTES: a single site.
one() {
    printf 'heap_v2/%s\n  t*: %s: %s [0: 0]\n@ 0x1001 0x9001\n  t*: %s: %s [0: 0]\n\nMAPPED_LIBRARIES:\n' \
        "$2" "$3" "$4" "$3" "$4" >"$1"
}
# row FILES...: first, last, change, rate, z, p, shape, proven of the only site.
row() {
    run --leaks --format=tsv "$@"
    awk -F '\t' 'NR == 2 { print $3, $4, $6, $7, $8 == "" ? "-" : $8, $9, $12, $13 }' "$tmp/out"
}
nothing='heap_v2/524288\n  t*: 0: 0 [0: 0]\n\nMAPPED_LIBRARIES:\n'

# p = P(at least 10 heads of 20.0006...) is a little above one half.
one e.1.1.i1.heap 524288 10 640
cp e.1.1.i1.heap e.1.2.i2.heap
cp e.1.1.i1.heap e.1.3.i3.heap
is 'identical dumps' '5243200 5243200 0 0 0 0.588099 noise no' "$(row e.1.1.i1.heap e.1.2.i2.heap e.1.3.i3.heap)"
is 'one dump twice' '5243200 5243200 0 0 0 0.588099 noise no' "$(row e.1.1.i1.heap e.1.1.i1.heap)"
# 60 heads of 60: change / R = 60 * 524320 / 524288 = 60.0037 is a little more than variance / R^2,
# which is 60 * k (k - 1) (64 / R)^2 = 60; z is 60.0037 / sqrt(60) = 7.74644.
# shellcheck disable=SC2059
printf "$nothing" >e.1.0.i0.heap
one e.1.4.i4.heap 524288 60 3840
is 'an empty dump first' '0 31459200 31459200 3.14592e+07 7.74644 growing yes' \
    "$(row e.1.0.i0.heap e.1.4.i4.heap | awk '{ print $1, $2, $3, $4, $5, $7, $8 }')"
is 'an empty dump first: p is 2^-60' yes "$(row e.1.0.i0.heap e.1.4.i4.heap |
    awk '{ print ($6 > 0.98 / 2 ^ 60 && $6 < 1.02 / 2 ^ 60) ? "yes" : $6 }')"
# shellcheck disable=SC2059
printf "$nothing" >e.1.9.i9.heap
is 'an empty dump last' '31459200 0 -31459200 -3.14592e+07 -7.74644 1 shrinking no' \
    "$(row e.1.4.i4.heap e.1.9.i9.heap)"
run --leaks e.1.0.i0.heap e.1.9.i9.heap
is 'nothing but empty dumps: status' 3 "$status"
has 'nothing but empty dumps: message' "$tmp/err" 'nothing to report: there are no samples'

# Largest numbers: two objects of 2^63 - 1 bytes; they are recorded for sure.
one h.1.1.i1.heap 524288 1 9223372036854775807
one h.1.2.i2.heap 524288 2 18446744073709551614
is 'sizes of 2^63' '9223372036854775808 18446744073709551616 9223372036854775808 9.22337e+18 - 0 growing yes' \
    "$(row h.1.1.i1.heap h.1.2.i2.heap)"
has 'sizes of 2^63: warning' "$tmp/err" 'counters of 2^63 or more'

# Another period within one process: nothing cancels out. Recorded objects bring R^2 each, so that the
# variance is 10 * 524288^2 + 60 * 4096^2 = 2.74978e12; 247684 - 5243200 over its root is -3.0125.
one p.1.1.i1.heap 524288 10 640
one p.1.2.i2.heap 4096 60 3840
is 'another sample period' '5243200 247684 -4995515 -3.013' \
    "$(row p.1.1.i1.heap p.1.2.i2.heap | awk '{ printf "%s %s %s %.3f\n", $1, $2, $3, $5 }')"
has 'another sample period: warning' "$tmp/err" 'different sample periods: the largest is reckoned with'
run --leaks p.1.1.i1.heap p.1.2.i2.heap
has 'another sample period: said' "$tmp/out" '; 1 dump has another sample period than the dump before'
run --diff --base=p.1.1.i1.heap p.1.2.i2.heap
has 'another sample period: a difference' "$tmp/out" 'have different sample periods: the noise of both adds up'

# A restart: what an object counts for does not cancel out, and the fall at it is no tooth.
for n in 1 2 3 4; do
    one r.1.$n.i$n.heap 524288 $((50 * n)) $((3200 * n))
    one r.2.$n.i$n.heap 524288 $((50 * n)) $((3200 * n))
done
set -- r.1.1.i1.heap r.1.2.i2.heap r.1.3.i3.heap r.1.4.i4.heap r.2.1.i1.heap r.2.2.i2.heap \
    r.2.3.i3.heap r.2.4.i4.heap
# (200 - 50) / sqrt(200 + 50) = 9.487.
is 'a restart' '26216000 104864000 78648000 9.487 unsteady yes' \
    "$(row "$@" | awk '{ printf "%s %s %s %.3f %s %s\n", $1, $2, $3, $5, $7, $8 }')"
run --leaks "$@"
has 'a restart: said' "$tmp/out" '; 1 dump is not known to be of the process of the dump before'

lacks 'a restart: the processes do not alternate' "$tmp/err" 'alternate'
# Two processes side by side, as a store has them by time.
run -q --db=pods.db --taken=2024-05-01T10:00 r.1.1.i1.heap
run -q --db=pods.db --taken=2024-05-01T10:30 r.2.2.i2.heap
run -q --db=pods.db --taken=2024-05-01T11:00 r.1.3.i3.heap
run -q --db=pods.db --taken=2024-05-01T11:30 r.2.4.i4.heap
run --leaks --db=pods.db @all
has 'processes that alternate: a warning' "$tmp/err" \
    'warning: the dumps of several processes alternate, so that the series shows no process'"'"'s growth'
has 'processes that alternate: what to do' "$tmp/err" 'with @series:NAME'
run --leaks --db=pods.db @series:r.1
lacks 'dumps of one of them' "$tmp/err" 'alternate'

# Order: times in names count more than the order given; files' times that contradict it are told.
one o-20240501T100000.heap 524288 10 640
one o-20240501T110000.heap 524288 60 3840
one o-20240501T120000.heap 524288 110 7040
want='5243200 57675200 52432000 2.6216e+07 growing yes'
is 'out of order' "$want" "$(row o-20240501T120000.heap o-20240501T100000.heap o-20240501T110000.heap |
    awk '{ print $1, $2, $3, $4, $7, $8 }')"
cp o-20240501T110000.heap q-20240501T100000.heap
is 'equal times: dumps are counted' '5243200 57675200 52432000 2.6216e+07' \
    "$(row o-20240501T100000.heap q-20240501T100000.heap o-20240501T120000.heap | awk '{ print $1, $2, $3, $4 }')"
cp o-20240501T100000.heap ten
cp o-20240501T110000.heap eleven
cp o-20240501T120000.heap twelve
touch -d '2024-05-01 10:00' ten
touch -d '2024-05-01 11:00' eleven
touch -d '2024-05-01 12:00' twelve
is 'times of files' "$want" "$(row ten eleven twelve | awk '{ print $1, $2, $3, $4, $7, $8 }')"
lacks 'times of files: no warning' "$tmp/err" 'in another order'
is 'the order given' '31459200 5243200' "$(row eleven twelve ten | awk '{ print $1, $2 }')"
has 'the order given: a warning' "$tmp/err" 'warning: the files were last changed in another order'
run --gate --max-growth=10MiB eleven twelve ten
has 'the order given: the gate warns, too' "$tmp/err" 'warning: the files were last changed in another order'
row eleven twelve ten --time=number >/dev/null
lacks 'the order given and meant' "$tmp/err" 'in another order'
finish
