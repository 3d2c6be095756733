#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --format: JSON that follows its schema, CSV and TSV with the numbers of the text report.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$CORPUS/c-static" || exit 1
dump=relayd.02.heap

# faults SCHEMA: what is wrong with the documents on standard input.
faults() {
    jq -r -n --slurpfile schema "$top_srcdir/doc/json-schema/$1.json" -L "$top_srcdir/tests/cli" \
        'include "validate"; inputs | faults($schema[0]; "")'
}

# valid NAME ARGS...: the documents that the program prints have no fault.
valid() {
    name=$1
    shift
    run --format=json "$@"
    faults "$name" <"$tmp/out" >"$tmp/faults" 2>&1
    is "$name: $*" '' "$(head -5 "$tmp/faults")"
    [ -s "$tmp/out" ]
    result $? "$name: $*: not empty"
}

if command -v jq >/dev/null; then
    names='top:--text tree:--tree tree:--bottom-up peek:--peek=. traces:--traces list:--list=. info:--info'
    run --disasm=. relayd $dump
    if [ "$status" -eq 0 ]; then
        names="$names disasm:--disasm=."
    else
        skip 'built without --disasm'
    fi
    for name in $names; do
        set -- "${name#*:}"
        [ "$1" != --bottom-up ] || set -- --tree --bottom-up
        valid "${name%:*}" "$@" relayd $dump
        valid "${name%:*}" "$@" --base=$dump relayd relayd.01.heap
        case $1 in
        --text | --peek=*)
            valid "${name%:*}" "$@" --errors relayd $dump
            valid "${name%:*}" "$@" --errors --inuse_objects relayd $dump
            ;;
        --info)
            valid info --info "$CORPUS/rust-runs/t8.heap"
            continue
            ;;
        esac
        # Nothing at all; the modes with a pattern refuse that.
        case $1 in
        *=.) ;;
        *) valid "${name%:*}" "$@" --base=$dump relayd $dump ;;
        esac
        valid "${name%:*}" "$@" --alloc_objects --lines --thread='*' \
            "$CORPUS/rust-runs/t8.heap"
    done
    valid diff --diff --show-stacks --base=relayd.01.heap relayd $dump
    valid diff --diff --inuse_objects --thread='*' --base="$CORPUS/rust-runs/t8.heap" \
        "$CORPUS/rust-runs/t24.heap"
    valid leaks --leaks --show-stacks "$CORPUS/rust-runs/metacache" \
        "$CORPUS"/rust-runs/metacache.1001.*.heap
    valid leaks --leaks --by=thread relayd relayd.01.heap $dump
    valid gate --gate --max-growth=1MiB/dump --max-total=1k "$CORPUS/rust-runs/metacache" \
        "$CORPUS"/rust-runs/metacache.1001.*.heap
    for mode in --sizes --threads --churn; do
        valid "${mode#--}" $mode relayd $dump
    done
    valid churn --churn relayd relayd.01.heap $dump
    valid sizes --sizes --by=stack --thread='*' "$CORPUS/rust-runs/t8.heap"
    printf '%s' '{"jemalloc":{"arenas":{"bin":[{"size":32,"slab_size":4096}]},' \
        '"stats":{"allocated":1},"stats.arenas":{"0":{"bins":[{"curregs":9,"curslabs":1}]}}}}' \
        >"$tmp/stats.json"
    valid malloc_stats --malloc-stats="$tmp/stats.json" relayd $dump
    { cat "$CORPUS/c-gcc5-pie/oracle/relayd.02.heap.symbols.in" && echo 0x1; } >"$tmp/questions"
    run --symbols --format=json --lib_prefix="$CORPUS/c-gcc5-pie" <"$tmp/questions"
    faults symbols <"$tmp/out" >"$tmp/faults" 2>&1
    is 'symbols: --symbols' '' "$(head -5 "$tmp/faults")"
    # What is cut is counted: every total is made of its parts, give or take the bytes that are cut off.
    for direction in '' --bottom-up; do
        # shellcheck disable=SC2086
        run -q --tree $direction --format=json --nodecount=6 relayd $dump
        faults tree <"$tmp/out" >"$tmp/faults" 2>&1
        is "tree $direction, cut: valid" '' "$(head -5 "$tmp/faults")"
        is "tree $direction, cut: six rows" 6 "$(jq '.rows | length' "$tmp/out")"
        is "tree $direction, cut: parts add up" true "$(jq '. as $t | [.rows[] | . as $r
            | ([$t.rows[] | select(.parent == $r.id) | .total] | add // 0) + $r.self + $r.cut - $r.total
            | fabs < 6] | all' "$tmp/out")"
        is "tree $direction, cut: the outermost too" true "$(jq '([.rows[] | select(.parent == 0) | .total] | add)
            + .cut - .total | fabs < 6' "$tmp/out")"
        all=$(jq .nodes "$tmp/out")
        # shellcheck disable=SC2086
        run -q --tree $direction --format=json relayd $dump
        is "tree $direction: all nodes" "$all" "$(jq '.rows | length' "$tmp/out")"
    done
    # A tree of a million nodes makes a table of bounded size, and says so.
    "$top_builddir/bench/gen-dump" --stacks=30000 --depth=40 --addresses=20000 >"$tmp/large.heap"
    run --tree --bottom-up --format=tsv "$tmp/large.heap"
    is 'a large tree: rows' 100001 "$(wc -l <"$tmp/out")"
    has 'a large tree: told' "$tmp/err" 'more nodes of the tree, with smaller values'
    # The validator finds faults at all.
    run --format=json relayd $dump
    sed 's/"version":1/"version":2/; s/"flat":/"flit":/' "$tmp/out" | faults top >"$tmp/faults"
    has 'a wrong document: version' "$tmp/faults" '.version: not 1'
    has 'a wrong document: missing' "$tmp/faults" '.rows[0]: no flat'
    has 'a wrong document: unknown' "$tmp/faults" '.rows[0]: flit is not allowed'
    run --show_bytes relayd $dump
    tail -n +2 "$tmp/out" | awk '{ print $1, $4 }' >"$tmp/text"
    run --format=json relayd $dump
    is 'JSON has the numbers of --show_bytes' "$(cat "$tmp/text")" \
        "$(jq -r '.rows[] | "\(.flat) \(.cum)"' "$tmp/out")"
    is 'the total is the one of the text report' 971043 "$(jq .total "$tmp/out")"
    run --traces --format=json relayd $dump
    is 'traces add up to the total' yes "$(jq '[.rows[].bytes] | add' "$tmp/out" |
        awk '{ print ($1 > 970943 && $1 <= 971043) ? "yes" : $1 }')"
else
    skip 'jq is not installed'
fi

run --format=csv relayd $dump
is 'CSV: names' 'name,flat,flat_share,cum,cum_share' "$(head -1 "$tmp/out")"
wc -l <"$tmp/out" >"$tmp/csv"
run --format=tsv relayd $dump
is 'TSV: as many lines' "$(cat "$tmp/csv")" "$(wc -l <"$tmp/out")"
is 'TSV: five cells in each' '5' "$(awk -F '\t' '{ print NF }' "$tmp/out" | sort -u)"
run --format=tsv --thread='*' "$CORPUS/rust-runs/t8.heap"
is 'threads: one line of names' 1 "$(grep -c '^thread' "$tmp/out")"
has 'threads: a column' "$tmp/out" 't3	'
run -o "$tmp/x.json" relayd $dump
run --format=json relayd $dump
is 'a suffix chooses the format' "$(cat "$tmp/out")" "$(cat "$tmp/x.json")"
run --dot --format=json relayd $dump
is 'no table: status' 2 "$status"
has 'no table: message' "$tmp/err" '--format has no use with --dot'
finish
