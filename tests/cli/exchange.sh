#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Files for other programs, as these read them: pprof, speedscope, Graphviz, callgrind_annotate,
# Perl jeprof.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$CORPUS/c-static" || exit 1
dump=relayd.02.heap
# What jeprof prints as the total of this dump, and ours by function.
total=971043
run --show_bytes relayd $dump
awk 'NR > 1 && $1 > 0 { sub(" \\(inline\\)", ""); print $1, $6 }' "$tmp/out" | sort >"$tmp/flat"

# pprof prints sums of cut stacks: up to one byte less per stack.
close() { # close FILE FILE: "VALUE NAME" lines, equal names, values up to 10 apart
    join -1 2 -2 2 -a 1 -a 2 -e x -o 0,1.1,2.1 "$1" "$2" |
        awk '{ d = $2 - $3; if ($2 == "x" || $3 == "x" || d > 10 || d < -10) print }'
}
by_name() {
    sort -k 2 "$1" | awk '{ s[$2] += $1 } END { for (n in s) print s[n], n }' | sort -k 2
}
by_name "$tmp/flat" >"$tmp/flat.names"

run --pprof relayd $dump
if [ "$status" -eq 2 ]; then
    skip 'built without pprof'
else
    cp "$tmp/out" "$tmp/x.pb.gz"
    run --pprof relayd $dump
    cmp -s "$tmp/out" "$tmp/x.pb.gz"
    result $? '--pprof: the same bytes again'
    run -o "$tmp/y.pb.gz" relayd $dump
    cmp -s "$tmp/y.pb.gz" "$tmp/x.pb.gz"
    result $? '--pprof: a suffix chooses the mode'
    if command -v go >/dev/null && HOME=$tmp go tool pprof -help >/dev/null 2>&1; then
        pprof() { # no symbols looked up, no settings kept
            HOME=$tmp go tool pprof -symbolize=none "$@" 2>"$tmp/err"
        }
        pprof -top -unit=B -nodecount=1000 -nodefraction=0 -edgefraction=0 "$tmp/x.pb.gz" >"$tmp/out"
        has 'pprof -top: type' "$tmp/out" 'Type: inuse_space'
        awk '$1 ~ /^[0-9]+B$/ && $1 != "0B" { sub("B", "", $1); print $1, $6 }' "$tmp/out" >"$tmp/go"
        by_name "$tmp/go" >"$tmp/go.names"
        is 'pprof -top: the values of --text' '' "$(close "$tmp/flat.names" "$tmp/go.names")"
        [ -s "$tmp/go.names" ]
        result $? 'pprof -top: not empty'
        pprof -raw "$tmp/x.pb.gz" >"$tmp/out"
        has 'pprof -raw: period' "$tmp/out" 'PeriodType: space bytes'
        has 'pprof -raw: inlined lines' "$tmp/out" 'new_session'
        id=$(readelf -n relayd 2>/dev/null | sed -n 's/.*Build ID: //p')
        if [ -n "$id" ]; then
            has 'pprof -raw: the build-id' "$tmp/out" "$id"
        else
            skip 'no build-id known'
        fi
        run --pprof --thread='*' "$CORPUS/rust-runs/t8.heap"
        cp "$tmp/out" "$tmp/t.pb.gz"
        pprof -tags "$tmp/t.pb.gz" >"$tmp/out"
        has 'pprof -tags: threads' "$tmp/out" 'thread: '
        run --pprof --base=$dump relayd relayd.01.heap
        cp "$tmp/out" "$tmp/d.pb.gz"
        pprof -top "$tmp/d.pb.gz" >"$tmp/out"
        is 'pprof reads a difference' 0 $?
    else
        skip 'go is not installed'
    fi
fi

run --speedscope relayd $dump
if command -v jq >/dev/null; then
    cp "$tmp/out" "$tmp/x.json"
    is 'speedscope: the schema' '' "$(jq -r -n -L "$top_srcdir/tests/cli" \
        --slurpfile schema "$top_srcdir/tests/cli/speedscope.schema.json" \
        'include "validate"; inputs | faults($schema[0]; "")' <"$tmp/x.json" | head -5)"
    is 'speedscope: a weight for each sample' true \
        "$(jq '.profiles | all((.samples | length) == (.weights | length))' "$tmp/x.json")"
    is 'speedscope: frames exist' true \
        "$(jq '(.shared.frames | length) as $n | [.profiles[].samples[][]] | all(. < $n)' \
            "$tmp/x.json")"
    is 'speedscope: the sum' true "$(jq --argjson total $total \
        '.profiles[0] | (.weights | add) == .endValue and .endValue <= $total
            and .endValue > $total - 100' "$tmp/x.json")"
    run --speedscope --base=$dump relayd relayd.01.heap
    has 'speedscope: a difference has two profiles' "$tmp/out" 'inuse_space shrunk'
    run --speedscope --thread='*' "$CORPUS/rust-runs/t8.heap"
    is 'speedscope: a profile for each thread' 9 "$(jq '.profiles | length' "$tmp/out")"
else
    skip 'jq is not installed'
fi

if command -v dot >/dev/null; then
    for variant in c-static/relayd rust-v0/metacache cpp-gcc5-pie/orderbook; do
        for heap in "$CORPUS/${variant%/*}"/*.02.heap; do
            run --dot --names=full "$CORPUS/$variant" "$heap"
            dot -Tplain <"$tmp/out" >"$tmp/plain" 2>"$tmp/words"
            is "Graphviz reads $variant: status" 0 $?
            is "Graphviz reads $variant: words" '' "$(head -3 "$tmp/words")"
            is "Graphviz reads $variant: nodes" "$(grep -c '^N[0-9]* \[' "$tmp/out")" \
                "$(grep -c '^node N' "$tmp/plain")"
        done
    done
else
    skip 'Graphviz is not installed'
fi

if command -v callgrind_annotate >/dev/null; then
    for variant in c-static/relayd rust-v0/metacache cpp-gcc5-pie/orderbook; do
        for heap in "$CORPUS/${variant%/*}"/*.02.heap; do
            run --callgrind "$CORPUS/$variant" "$heap"
            cp "$tmp/out" "$tmp/callgrind.out"
            callgrind_annotate --threshold=100 "$tmp/callgrind.out" >"$tmp/out" 2>"$tmp/words"
            is "callgrind_annotate reads $variant: status" 0 $?
            is "callgrind_annotate reads $variant: words" '' "$(head -3 "$tmp/words")"
            has "callgrind_annotate reads $variant: total" "$tmp/out" 'PROGRAM TOTALS'
            run --show_bytes "$CORPUS/$variant" "$heap"
            want=$(sed -n '1s/Total: \(.*\) B/\1/p' "$tmp/out")
            got=$(callgrind_annotate --threshold=100 "$tmp/callgrind.out" 2>/dev/null |
                sed -n 's/^ *\([0-9,]*\) (100.0%) *PROGRAM TOTALS.*/\1/p' | tr -d ,)
            is "callgrind_annotate reads $variant: the sum" yes \
                "$(awk -v want="$want" -v got="$got" \
                    'BEGIN { print (got <= want && got > want - 300) ? "yes" : want " " got }')"
        done
    done
else
    skip 'callgrind_annotate is not installed'
fi
finish
