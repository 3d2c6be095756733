#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --gate: limits that a series must keep, with exit status 1 when it does not.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/series.sh
. "$top_srcdir/tests/cli/series.sh"
cd "$tmp" || exit 1
dump_series

gate() {
    run --gate "$@" h-*.heap
}

# The leak: 15.00 MiB an hour, 94377600 bytes = 90.01 MiB in all, from 5243200. Its noise has the
# standard deviation sqrt(200) * 524320 = 7.41e6; 90.01 MiB - 1.645 * 7.07 MiB = 78.37 MiB.
gate --max-growth=5MiB/h
is 'a rate is broken: status' 1 "$status"
has 'a rate is broken: the verdict first' "$tmp/out" \
    'FAIL [unknown] 0x1001: +15.00 MiB/h, more than 5MiB/h; grew by 90.01 MiB, at least 78.3'
is 'a rate is broken: the stack, the youngest first' '    [unknown] 0x1001|    [unknown] 0x9001|' \
    "$(grep '^    ' "$tmp/out" | tr '\n' '|')"
is 'a rate is broken: the verdict, two frames, what was checked' 4 "$(wc -l <"$tmp/out")"
has 'a rate is broken: words' "$tmp/err" 'error: 1 limit is broken'
has 'what was checked' "$tmp/out" '1 limit broken; 3 functions in 7 dumps checked'
gate --max-growth=16MiB/h
is 'a rate that holds: status' 0 "$status"
# Too near to be proven: 6 * 14 MiB are 84 MiB, less than one deviation below.
gate --max-growth=14MiB/h
is 'not proven: status' 0 "$status"
gate --max-growth=14MiB/h --strict
is 'not disproven, with --strict: status' 1 "$status"
has 'not disproven, with --strict: line' "$tmp/out" '(not proven, --strict)'
gate --max-growth=100MiB/h --strict
is 'disproven, with --strict: status' 0 "$status"
gate --max-growth=130MiB/dump --max-growth=2GiB/d --max-growth=1GiB/min
is 'other units: status' 0 "$status"
gate --max-growth=100MiB/d
is 'a rate per day: status' 1 "$status"
gate --max-growth=10MiB/dump
is 'a rate per dump: status' 1 "$status"

# The cache is full: it grew by 50 MiB, and goes on at no rate.
gate --max-growth=1MiB/h --site=0x3001
is 'what is full has no rate: status' 0 "$status"
gate --max-growth=20MiB
is 'bytes: status' 1 "$status"
is 'bytes: two sites, the larger first' '0x1001:0x3001:' \
    "$(awk '$1 == "FAIL" { printf "%s", $3 }' "$tmp/out")"
gate --max-growth=10%
is 'shares: status' 1 "$status"
has 'shares: 190 / 10' "$tmp/out" '+1800.0 %, more than 10%'
gate --max-growth=10% --site=0x2001
is 'shares: what is stable holds' 0 "$status"
gate --max-growth=20MiB --min-bytes=60MiB
is 'small sites are left out' 1 "$(grep -c ^FAIL "$tmp/out")"

# Recursion is one frame, or ten lines would show nothing else: twelve times a function that calls itself,
# then two that call each other six times.
again=' 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001 0x5001'
both=' 0x6001 0x7001 0x6001 0x7001 0x6001 0x7001 0x6001 0x7001 0x6001 0x7001 0x6001 0x7001'
mkdir again
for dump in h-*.heap; do
    sed "s/^@ 0x1001/@ 0x1001$again 0x8001$both/" "$dump" >"again/$dump"
done
run --gate --max-growth=5MiB/h again/h-*.heap
is 'recursion: each function once' \
    '0x1001|0x5001 (12 times)|0x8001|0x6001 (6 times)|0x7001 (6 times)|0x9001|' \
    "$(sed -n 's/^    \[unknown\] //p' "$tmp/out" | tr '\n' '|')"

# 400 * 524320 bytes = 200.01 MiB; deviation sqrt(400) * 524320 = 10.0 MiB.
gate --max-total=150MiB
is 'total: status' 1 "$status"
has 'total: line' "$tmp/out" 'FAIL total: 200.0 MiB, more than 150MiB; at least 183.6'
is 'total: who holds most' '    95.01 MiB  [unknown] 0x1001|' "$(sed -n 's/$/|/; 2p' "$tmp/out")"
gate --max-total=190MiB
is 'total, within the noise: status' 0 "$status"
gate --max-total=190MiB --strict
is 'total, with --strict: status' 1 "$status"
has 'total, with --strict: it may be more' "$tmp/out" 'FAIL total: 200.0 MiB, maybe more than 190MiB'
gate --max-total=1GiB --max-growth=100MiB/h
is 'two limits that hold: status' 0 "$status"

printf '# until 2999-12-31: known\nleak:nothing_like_this\n\nleak:^nor this$\n' >none.supp
gate --max-growth=5MiB/h --suppress=none.supp
is 'suppressions that match nothing: status' 1 "$status"
has 'suppressions that match nothing: how many' "$tmp/err" \
    'none.supp: 2 of 2 suppressions match no stack; -v names them'
echo 'leak:^[unknown] 0x1001$' >shown.supp
gate --max-growth=5MiB/h --suppress=shown.supp
is 'a name as it is shown: status' 0 "$status"
has 'a name as it is shown: said' "$tmp/out" '1 stack with 95.01 MiB suppressed'
run -v --gate --max-growth=5MiB/h --suppress=none.supp h-*.heap
has 'suppressions that match nothing: noted' "$tmp/err" "none.supp:2: note: the suppression of"

# Names of the corpus: the planted leak, by function, by part of a name, by module.
series=$CORPUS/rust-runs
corpus() {
    run --gate --max-growth=1MiB/dump "$@" "$series/metacache" "$series"/metacache.1001.*.heap
}
corpus
is 'the corpus leaks: status' 1 "$status"
has 'the stack has the leaking container' "$tmp/out" '    metacache::Unpruned<String, Entry>::get_or_insert_with<'
is 'ten frames at most' 0 "$(awk '/^    [^(]/ { if (++n > 10) deep++; next } { n = 0 } END { print deep + 0 }' "$tmp/out")"
lacks 'and no frames of the standard library' "$tmp/out" 'std::rt::lang_start'
printf 'leak:Unpruned\n' >known.supp
corpus --suppress=known.supp
is 'suppressed: status' 0 "$status"
has 'suppressed: said' "$tmp/out" 'suppressed'
printf 'leak:^metacache::*get_or_insert_with$\n' >anchors.supp
corpus --suppress=anchors.supp
is 'anchors and stars: the name has more behind it' 1 "$status"
printf 'leak:^metacache::Unpruned<String, Entry>::get_or_insert_with<\342\200\246>$\n' >short.supp
corpus --suppress=short.supp
is 'suppressed by the short name: status' 0 "$status"
lacks 'suppressed by the short name: used' "$tmp/err" 'match no stack'
printf '# until 2001-01-31: long ago\nleak:Unpruned\n' >old.supp
corpus --suppress=old.supp
is 'expired: status' 1 "$status"
has 'expired: warning' "$tmp/err" "old.supp:2: warning: the suppression of 'Unpruned' has expired"
printf 'leak:metacache.rs\n' >file.supp
corpus --suppress=file.supp
is 'by source file: status' 0 "$status"
printf 'leek:x\n' >bad.supp
corpus --suppress=bad.supp
is 'no suppression: status' 3 "$status"
has 'no suppression: message' "$tmp/err" "bad.supp:1: error: 'leek:x' is no suppression"
printf '# until soon\nleak:x\n' >date.supp
corpus --suppress=date.supp
has 'no date: message' "$tmp/err" 'date.supp:1: error: "until" without a date'
corpus --suppress=absent.supp
is 'no such file: status' 3 "$status"

gate --max-growth=5MiB/h --format=json
is 'json: status' 1 "$status"
has 'json: result' "$tmp/out" '"result":"fail"'
gate --max-growth=5MiB/h --format=junit
has 'junit: counts' "$tmp/out" '<testsuite name="jeprof-c --gate" tests="1" failures="1">'
is 'junit: lines of the stack' '[unknown] 0x1001|[unknown] 0x9001|' \
    "$(sed -n '/failure message/,/failure>/{s/<.*//; /./p}' "$tmp/out" | sed '/^ *$/d' | tr '\n' '|')"
has 'junit: a case' "$tmp/out" '<testcase classname="max-growth=5MiB/h" name="[unknown] 0x1001">'
if command -v xmllint >/dev/null; then
    is 'junit: XML' '' "$(xmllint --noout "$tmp/out" 2>&1)"
elif command -v python3 >/dev/null; then
    is 'junit: XML' testsuite "$(python3 -c 'import sys, xml.etree.ElementTree as e
print(e.parse(sys.argv[1]).getroot().tag)' "$tmp/out" 2>&1)"
else
    skip 'no reader of XML'
fi
gate --max-growth=100MiB/h --format=junit
has 'junit: all hold' "$tmp/out" '<testcase classname="max-growth=100MiB/h" name="all"/>'
gate --max-total=150MiB --format=junit
has 'junit: who holds most' "$tmp/out" '95.01 MiB  [unknown] 0x1001'
gate --max-total=150MiB --format=github
has 'github: the total' "$tmp/out" '::error title=Memory held in total::200.0 MiB, more than 150MiB'
gate --max-growth=5MiB/h --format=github
has 'github' "$tmp/out" '::error title=Memory growth in [unknown] 0x1001::+15.00 MiB/h'
has 'github: the frames behind line feeds' "$tmp/out" '%0A[unknown] 0x1001%0A[unknown] 0x9001'
gate --max-growth=5MiB/h --format=markdown
has 'markdown' "$tmp/out" '**Memory check failed:** 1 limit broken'
is 'markdown: a fence' '```text|FAIL [unknown] 0x1001: +15.00 MiB/h, more than 5MiB/h|```|' \
    "$(sed -n 's/;.*//; s/$/|/; /^```/p; /^FAIL/p' "$tmp/out" | tr -d '\n')"

# A baseline is what the new dumps are compared with: its last dump, whatever it grew by before. The
# leak has 190 objects there and 400 at the end: 210 * 524320 = 110107200 bytes = 105.0 MiB, at least
# 110107200 - 1.645 * sqrt(590) * 524320 = 89156756 = 85.03 MiB.
mkdir new
dump new/n-20240601T100000.heap 390 100 110
dump new/n-20240601T110000.heap 395 101 110
dump new/n-20240601T120000.heap 400 100 110
run -q --db=base.db h-*.heap
run -q --db=new.db new/*.heap
against() {
    run --gate "$@"
}
against --max-growth=20MiB --base=base.db new/*.heap
is 'a store as baseline: status' 1 "$status"
has 'a store as baseline: growth since its last dump' "$tmp/out" \
    'FAIL [unknown] 0x1001: 105.0 MiB, more than 20MiB; at least 85.03 MiB'
has 'a store as baseline: what was compared' "$tmp/out" \
    '1 limit broken; 3 functions in 3 dumps checked, compared with h-20240501T160000.heap'
lacks 'a store as baseline: no headline of a difference' "$tmp/err" 'change'
cp "$tmp/out" store
against --max-growth=20MiB --base=base.db --db=new.db @all
is 'both are stores' "$(cat store)" "$(cat "$tmp/out")"
against --max-growth=20MiB --base=h-20240501T160000.heap new/*.heap
is 'the dump itself as baseline' "$(cat store)" "$(cat "$tmp/out")"
against --max-growth=20MiB --base="$(echo h-*.heap | tr ' ' ,)" new/*.heap
is 'many dumps as baseline: the last one counts' "$(cat store)" "$(cat "$tmp/out")"
against --max-growth=20MiB --base=base.db@series:h/last new/*.heap
is 'dumps of the other store by name' "$(cat store)" "$(cat "$tmp/out")"
against --max-growth=20MiB --base=base.db@first new/*.heap
has 'the first dump of the other store: 390 * 524320' "$tmp/out" '0x1001: 195.0 MiB'
# 210 of 190 are 110.5 %.
against --max-growth=110% --base=base.db new/*.heap
is 'a share of the baseline, near the limit: status' 0 "$status"
against --max-growth=50% --base=base.db new/*.heap
has 'a share of the baseline' "$tmp/out" '0x1001: +110.5 %, more than 50%'
# Between the runs lies a month: rates are those of the new dumps, 5 * 524320 = 2.50 MiB an hour.
against --max-growth=1MiB/h --strict --base=base.db new/*.heap
has 'a rate is that of the new dumps' "$tmp/out" '0x1001: +2.50 MiB/h, maybe more than 1MiB/h'
against --max-growth=300MiB/h --base=base.db new/*.heap
is 'a rate that holds: status' 0 "$status"
mkdir fast
dump fast/n-20240601T100000.heap 400 100 110
dump fast/n-20240601T110000.heap 600 100 110
dump fast/n-20240601T120000.heap 800 100 110
against --max-growth=20MiB/h --base=base.db fast/*.heap
has 'the month between hides no rate: 200 * 524320 an hour' "$tmp/out" '0x1001: +100.0 MiB/h, more than 20MiB/h'
against --max-total=280MiB --base=base.db new/*.heap
has 'the total is that of the last dump: 610 * 524320' "$tmp/out" 'FAIL total: 305.0 MiB'
against --max-growth=20MiB --format=json --base=base.db new/*.heap
has 'json: the baseline' "$tmp/out" '"baseline":"h-20240501T160000.heap"'
against --max-growth=20MiB --format=github --base=base.db new/*.heap
has 'github: the baseline' "$tmp/out" 'checked, compared with h-20240501T160000.heap'
against --max-growth=20MiB --base=h-20240501T160000.heap new/n-20240601T120000.heap
is 'one dump and a baseline' 'FAIL [unknown] 0x1001: 105.0 MiB, more than 20MiB; at least 85.03 MiB' \
    "$(head -n 1 "$tmp/out")"
against --max-growth=20MiB/h --base=base.db new/n-20240601T120000.heap
is 'one dump has no rate: status' 2 "$status"
has 'one dump has no rate: message' "$tmp/err" 'one dump has no rate, whatever it is compared with'
# 410 * 524320 bytes are 205.0 MiB, less 1.645 * sqrt(410) * 0.5 MiB 188.4 MiB: a total needs no series.
dump one.heap 200 100 110
run --gate --max-total=180MiB one.heap
is 'one dump has a total: status' 1 "$status"
has 'one dump has a total' "$tmp/out" 'FAIL total: 205.0 MiB, more than 180MiB; at least 188.4 MiB'
run --gate --max-total=210MiB one.heap
is 'one dump has a total that holds: status' 0 "$status"
has 'one dump has a total that holds' "$tmp/out" '0 limits broken; 0 functions in 1 dump checked'
run --gate --max-total=200MiB --max-growth=1% one.heap
is 'one dump has no growth: status' 2 "$status"
# A baseline is not compared with itself when the dump of the run was cut.
head -c 120 one.heap >cut.heap
run --gate --max-total=1GiB --max-growth=20MiB --base=h-20240501T150000.heap,h-20240501T160000.heap cut.heap
is 'nothing but a baseline: status' 3 "$status"
has 'nothing but a baseline: message' "$tmp/err" 'no dump is left'
# What a baseline lacks would look grown since: cut, or with less than its header says, it is none. The
# header of the second says 600 objects for the 300 that follow.
old=h-20240501T160000.heap
mkdir bad
head -n 7 $old | head -c -3 >bad/cut.heap
sed '2s/.*/  t*: 600: 38400 [0: 0]/' $old >bad/lost.heap
: >bad/empty.heap
run -q --db=bad.db bad/cut.heap bad/lost.heap
for bad in bad/cut.heap bad/lost.heap bad/empty.heap bad.db bad.db@first; do
    against --max-growth=20MiB --base=$bad new/*.heap
    is "$bad is no baseline: status" 3 "$status"
    has "$bad is no baseline: why" "$tmp/err" 'warning: is left out: '
    has "$bad is no baseline: message" "$tmp/err" 'error: no dump of --base is left to compare with'
    is "$bad is no baseline: no report" '' "$(cat "$tmp/out")"
    case $bad in *.heap)
        against --max-growth=20MiB --base=$old,$bad new/*.heap
        is "$bad is left out of a baseline" "$(cat store)" "$(cat "$tmp/out")"
        has "$bad is left out of a baseline: told" "$tmp/err" "$bad: warning: is left out: "
        cp new.db some.db
        against --max-growth=20MiB --base=$bad --db=some.db @all
        is "$bad is no baseline of a store: status" 3 "$status"
        ;;
    esac
done
against --max-growth=20MiB --base=base.db@series:nobody new/*.heap
is 'no such series in the other store: status' 3 "$status"
against --max-growth=20MiB --base=absent.db new/*.heap
is 'no such store: status' 3 "$status"
has 'no such store: message' "$tmp/err" 'absent.db: error: cannot open'
# A baseline is one whatever its name says of its time.
cp h-20240501T160000.heap late-20250101T000000.heap
against --max-growth=20MiB --base=late-20250101T000000.heap new/*.heap
is 'the baseline stays first' "$(sed 's/h-20240501T160000/late-20250101T000000/' store)" "$(cat "$tmp/out")"

# Every report takes a store as base, and says the same as with the dump that is in it.
for mode in --diff --text --tree '--text --errors' --collapsed; do
    # shellcheck disable=SC2086
    run $mode --base=h-20240501T160000.heap new/n-20240601T120000.heap
    cp "$tmp/out" file
    # shellcheck disable=SC2086
    run $mode --base=base.db new/n-20240601T120000.heap
    is "$mode: a store as base" "$(cat file)" "$(cat "$tmp/out")"
done
# Names, from the store and from files: two runs of one program, at other addresses.
rust=$CORPUS/rust-runs
run -q --db=run1.db "$rust/metacache" "$rust/run1.01.heap"
run --diff --base="$rust/run1.01.heap" "$rust/metacache" "$rust/run2.01.heap"
cp "$tmp/out" file
run --diff --base=run1.db "$rust/metacache" "$rust/run2.01.heap"
is 'the names of a store and of files are the same' "$(cat file)" "$(cat "$tmp/out")"
run -o base.db --diff --base=base.db new/n-20240601T120000.heap
is 'no report over the base: status' 2 "$status"

gate
is 'no limit: status' 2 "$status"
has 'no limit: message' "$tmp/err" '--gate needs a limit'
gate --max-growth=fast
is 'no such limit: status' 2 "$status"
has 'no such limit: message' "$tmp/err" '--max-growth: "fast" is no limit'
gate --max-growth=5%/h
is 'a share is no rate: status' 2 "$status"
gate --max-growth=5MiB/week
is 'no such unit: status' 2 "$status"
for limit in --max-growth=5/dump --max-growth=5 --max-total=5 --min-bytes=5; do
    gate --max-growth=1GiB $limit
    is "$limit: bytes without a unit: status" 2 "$status"
    has "$limit: bytes without a unit: message" "$tmp/err" "${limit%=*}: \"${limit#*=}\" is no"
    has "$limit: bytes without a unit: the units" "$tmp/err" 'B, KiB, MiB, GiB or TiB'
done
gate --max-growth=0
is '0 needs no unit' 1 "$status"
gate --max-growth=5M/h
cp "$tmp/out" short
gate --max-growth=5MB/h
is 'units are powers of 1024, however written: MB' "$(sed 's/5M/5MB/' short)" "$(cat "$tmp/out")"
gate --max-total=much
has 'no such size: message' "$tmp/err" '--max-total: "much" is no size'
gate --time=number --max-growth=5MiB/h
is 'no times: status' 3 "$status"
has 'no times: message' "$tmp/err" 'nothing tells when the dumps were taken'
for limit in --max-growth=1k --max-total=1k --site=x --min-bytes=1 --suppress=none.supp; do
    run --leaks $limit h-*.heap
    is "$limit with another mode: status" 2 "$status"
    has "$limit with another mode: message" "$tmp/err" "${limit%=*} has no use with --leaks"
done
run --leaks --format=junit h-*.heap
is 'junit with another mode: status' 2 "$status"

# A pattern that cannot be decided on some names must not open the gate.
rust=$CORPUS/rust-v0
run --gate --max-growth=1B --site='^(.+)+[\x01\x02]$' "$rust/metacache" "$rust/metacache.01.heap" \
    "$rust/metacache.02.heap"
is 'a pattern without end: status' 2 "$status"
has 'a pattern without end: message' "$tmp/err" '--site: the pattern needs too much time'
finish
