#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Each mode runs, on a dump of a static program, whose names depend on no file of this machine.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$CORPUS/c-static" || exit 1
dump=relayd.02.heap

run relayd $dump
cp "$tmp/out" "$tmp/text"
run --text relayd $dump
is 'text is the default' "$(cat "$tmp/text")" "$(cat "$tmp/out")"
run --notext relayd $dump
is 'also when it is switched off' "$(cat "$tmp/text")" "$(cat "$tmp/out")"

# 971043 bytes: what jeprof prints as the total of this dump.
run --collapsed relayd $dump
is '--collapsed: every line has a value' '' "$(grep -v ' [0-9]*$' "$tmp/out")"
is '--collapsed: the values add up' yes \
    "$(awk '{ s += $NF } END { print (s > 971043 - NR && s <= 971043) ? "yes" : s }' "$tmp/out")"
is '--collapsed: sorted' "$(sort "$tmp/out")" "$(cat "$tmp/out")"
run --collapsed --lines relayd $dump
has '--collapsed --lines' "$tmp/out" 'store.c:'

run --callgrind relayd $dump
has '--callgrind' "$tmp/out" 'events: Hits'
# The rows that are printed are those that are printed without a limit.
for format in text csv tsv; do
    run -q --text --format=$format relayd $dump
    cp "$tmp/out" "$tmp/all"
    rows=$(($(wc -l <"$tmp/all") - 1))
    run --text --format=$format --nodecount=3 relayd $dump
    is "--nodecount: $format" "$(head -4 "$tmp/all")" "$(cat "$tmp/out")"
    has "--nodecount: $format: what is left out is said" "$tmp/err" "$((rows - 3)) more functions, with smaller values"
    run --text --format=$format --nodecount=$rows relayd $dump
    is "--nodecount: $format: enough for all" "$(cat "$tmp/all")" "$(cat "$tmp/out")"
    lacks "--nodecount: $format: nothing is left out" "$tmp/err" 'more functions'
done
run --lines --nodecount=1 relayd $dump
has '--nodecount with --lines' "$tmp/err" 'more lines, with smaller values'
run --addresses --cum --nodecount=1 relayd $dump
has '--nodecount with --addresses' "$tmp/err" 'more addresses, with smaller values'
run --functions --nodecount=1 --thread='*' "$CORPUS/rust-runs/t8.heap"
has '--nodecount of each thread' "$tmp/err" 'jeprof-c: t5: '

run --tree relayd $dump
has '--tree' "$tmp/out" 'its callees below'
run --tree --bottom-up relayd $dump
has '--tree --bottom-up' "$tmp/out" 'its callers below'

run --dot relayd $dump
is '--dot: first line' 'digraph "relayd; 0.9 MB" {' "$(head -1 "$tmp/out")"
is '--dot: last line' '}' "$(tail -1 "$tmp/out")"
cp "$tmp/out" "$tmp/dot"
run --dot --nodecount=3 relayd $dump
is '--nodecount' 3 "$(grep -c '^N[0-9]* \[' "$tmp/out")"
run --text --focus=nothing_like_this relayd $dump
is '--text without rows: status' 3 "$status"
is '--text without rows: nothing printed' '' "$(cat "$tmp/out")"
run --dot --focus=nothing_like_this relayd $dump
is '--dot without nodes: status' 3 "$status"
has '--dot without nodes: message' "$tmp/err" 'nothing to report: no stack is left by the filters (--focus)'

# 57648 bytes below new_session, 20640 of them its own: what jeprof prints (oracle/*.text-bytes).
run --peek='^new_session' --show_bytes relayd $dump
is '--peek: one function' 1 "$(grep -c new_session "$tmp/out")"
has '--peek: its value' "$tmp/out" '57648'
has '--peek: its caller' "$tmp/out" ' store_session'
has '--peek: its callee' "$tmp/out" ' format_name'
run --peek=nothing_like_this relayd $dump
is '--peek without a match: status' 3 "$status"
has '--peek without a match: message' "$tmp/err" '--peek=nothing_like_this: no function matches'

run --traces --show_bytes relayd $dump
has '--traces: frames with lines' "$tmp/out" 'store_append '
has '--traces: the four numbers' "$tmp/out" '['

# Tables for programs: the same numbers as plain ones. 912693 and 57648: as above.
run --format=csv relayd $dump
is 'csv: names of columns' 'name,flat,flat_share,cum,cum_share' "$(head -1 "$tmp/out")"
has 'csv: a row' "$tmp/out" 'jem_strdup (inline),912693,'
cp "$tmp/out" "$tmp/csv"
run --format=tsv relayd $dump
is 'tsv: the same' "$(cat "$tmp/csv")" "$(tr '\t' , <"$tmp/out")"
run -o "$tmp/x.csv" relayd $dump
is 'a suffix chooses the format' "$(cat "$tmp/csv")" "$(cat "$tmp/x.csv")"
if command -v python3 >/dev/null; then
    for mode in --text --tree --traces --peek=new_session; do
        run $mode --format=json relayd $dump
        is "$mode as json" yes "$(python3 -c 'import json, sys
rows = json.load(sys.stdin)["rows"]
print("yes" if rows else "no")' <"$tmp/out" 2>&1 | tail -1)"
    done
else
    skip 'no python3'
fi
run --format=json --dot relayd $dump
is '--format with a picture: status' 2 "$status"
has '--format with a picture: message' "$tmp/err" '--format has no use with --dot'

run --symbolizer=own --lines relayd $dump
cp "$tmp/out" "$tmp/own"
run --symbolizer=libdwarf --lines relayd $dump
is 'both readers of debug information agree' "$(cat "$tmp/own")" "$(cat "$tmp/out")"

run -o "$tmp/x.dot" relayd $dump
is 'a suffix chooses the mode' "$(cat "$tmp/dot")" "$(cat "$tmp/x.dot")"
run --text -o "$tmp/x.dot" relayd $dump
is 'a mode counts more than a suffix' "$(cat "$tmp/text")" "$(cat "$tmp/x.dot")"

for mode in --text --collapsed --callgrind --tree --dot --traces; do
    run $mode --thread='*' "$CORPUS/rust-runs/t8.heap"
    is "$mode of every thread" 0 "$status"
    run $mode --base=relayd.01.heap --alloc_objects relayd $dump
    is "$mode of a difference" 0 "$status"
    [ -s "$tmp/out" ]
    result $? "$mode of a difference: not empty"
done
finish
