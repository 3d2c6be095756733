#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The page of --html as a file: its parts, its size, its data. Its numbers are compared with those of
# --text in tests/browser/page.sh, because a script shows them.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
gen=$top_builddir/bench/gen-dump

data() { # data FILE: the JSON in it
    sed -n '/<script type="application\/json" id="data">/,/<\/script>/p' "$1" |
        sed -e 's/^<script type="application\/json" id="data">//' -e 's/<\/script>$//'
}

cd "$CORPUS/c-static" || exit 1
run -q --html relayd relayd.02.heap
is 'status' 0 "$status"
cp "$tmp/out" "$tmp/page.html"
is 'first line' '<!DOCTYPE html>' "$(head -1 "$tmp/page.html")"
is 'last line' '</html>' "$(tail -1 "$tmp/page.html")"
has 'title' "$tmp/page.html" '<title>relayd: heap</title>'
lacks 'no mark of the template is left' "$tmp/page.html" '<!--'
has 'nothing may be loaded' "$tmp/page.html" "content=\"default-src 'none'"
lacks 'nothing from elsewhere' "$tmp/page.html" 'https:'
is 'the only http addresses are name spaces' '' \
    "$(grep -o 'http:[^"'\'']*' "$tmp/page.html" | grep -v '^http://www.w3.org/[12][09][0-9]*/[a-z]*$')"
run -o "$tmp/x.html" relayd relayd.02.heap
is 'a suffix chooses it' "$(cat "$tmp/page.html")" "$(cat "$tmp/x.html")"
run -q --html relayd relayd.02.heap
cmp -s "$tmp/out" "$tmp/page.html"
result $? 'the same input, the same bytes'

if command -v jq >/dev/null; then
    data "$tmp/page.html" >"$tmp/data"
    # 971043 bytes, 912693 of them of jem_strdup itself: what jeprof prints.
    is 'data: total' 971043 "$(jq '.functions.values[0].after.total' "$tmp/data")"
    is 'data: a function' '912693 912693' "$(jq -r '(.flame.names | map(.[0] == "jem_strdup" and .[2] == 1) | index(true)) as $i
        | .functions.values[0].after | "\(.flat[$i]) \(.cum[$i])"' "$tmp/data")"
    is 'data: values of four kinds' 'inuse_space,inuse_objects,alloc_space,alloc_objects' \
        "$(jq -r '[.flame.values[].metric] | join(",")' "$tmp/data")"
    is 'data: arrays fit each other' true "$(jq '(.flame.level | length) as $n | (.functions.count) as $f
        | (.calls.caller | length) as $c
        | [(.flame.name | length) == $n, (.flame.values[] | (.after, .self, .hidden) | length == $n),
           (.functions.values[].after | (.flat, .cum) | length == $f),
           (.calls.callee | length) == $c, (.calls.values[].after.to | length == $c)] | all' "$tmp/data")"
    run -q --html --alloc_objects --base=relayd.01.heap relayd relayd.02.heap
    data "$tmp/out" >"$tmp/data"
    # 262379 bytes: what jeprof prints as the total of this difference.
    is 'data of a difference: total' 262379 "$(jq '.functions.values[0].change.total' "$tmp/data")"
    is 'the value that was asked for is first shown' '"alloc_objects"' "$(jq .about.metric "$tmp/data")"
    "$JEPROF_C" --html "$CORPUS/handmade/trunc-in-stack.heap" >"$tmp/out" 2>"$tmp/err"
    data "$tmp/out" >"$tmp/data"
    is 'warnings are in it' "$(sed -n 's/.*warning: //p' "$tmp/err" | sort)" \
        "$(jq -r '.about.warnings[].text' "$tmp/data" | sort)"
else
    skip 'no jq'
fi

# Names from a dump stay text.
printf 'heap_v2/1\n@ 0x10\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n%s\n' \
    '00000000-00001000 r-xp 00000000 00:00 1 /x</script><script>alert(1)<!--<y>&' >"$tmp/markup.heap"
run -q --html "$tmp/markup.heap"
is 'hostile names: no element of theirs' '' "$(grep -e '<script>alert' -e '<y>' -e '<!--' "$tmp/out")"

run --html --thread='*' "$CORPUS/rust-runs/t8.heap"
is 'several threads: status' 2 "$status"
has 'several threads: message' "$tmp/err" '--html shows one thread'

# 20000 stacks with 20000 different functions are the worst case.
"$gen" --stacks=20000 --depth=24 >"$tmp/20000.heap"
run -q --html "$tmp/20000.heap"
[ "$(wc -c <"$tmp/out")" -lt 2097152 ]
result $? '20000 stacks: less than 2 MB'
"$gen" --stacks=20000 --depth=24 --seed=2 >"$tmp/base.heap"
run -q --html --base="$tmp/base.heap" "$tmp/20000.heap"
[ "$(wc -c <"$tmp/out")" -lt 2097152 ]
result $? 'a difference of 20000 stacks: less than 2 MB'
finish
