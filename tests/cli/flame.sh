#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Flame graphs: boxes against the stacks of --collapsed (flame.awk says how), sizes, options.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
gen=$top_builddir/bench/gen-dump

stacks() { # stacks FILE ARGS...
    file=$1
    shift
    "$JEPROF_C" -q --collapsed --names=short "$@" >"$file"
}

judge() { # judge NAME COUNTS COLLAPSED...: compares $tmp/picture.svg
    name=$1
    counts=$2
    shift 2
    is "$name" "$counts" "$(awk -f "$top_srcdir/tests/cli/flame.awk" "$@" "$tmp/picture.svg")"
}

draw() { # draw ARGS...: to $tmp/picture.svg, with all frames
    run -q --flame --no-fold --names=short "$@"
    cp "$tmp/out" "$tmp/picture.svg"
}

# Names of these depend on no file of this machine. 14 paths: see --tree in README.md.
cd "$CORPUS/c-static" || exit 1
stacks "$tmp/after" relayd relayd.02.heap
stacks "$tmp/before" relayd relayd.01.heap
draw relayd relayd.02.heap
is 'status' 0 "$status"
judge 'one box per path, as wide as its stacks' '15 boxes, 0 merged, 0 vanished' "$tmp/after"
has 'heading: program and value' "$tmp/picture.svg" '>relayd: live bytes</text>'
# 971043 bytes: what jeprof prints as the total of this dump.
has 'heading: total and dump' "$tmp/picture.svg" '>948.3 KiB; relayd.02.heap</text>'
has 'inlined calls are marked' "$tmp/picture.svg" '<g class="box inlined"><title>one_round&#10;inlined, in relayd'
draw --base=relayd.01.heap relayd relayd.02.heap
judge 'a difference: widths of now' '15 boxes, 0 merged, 0 vanished' "$tmp/after" "$tmp/before"
has 'a difference: both totals' "$tmp/picture.svg" \
    '>948.3 KiB, change +256.2 KiB from 692.1 KiB; relayd.02.heap since relayd.01.heap</text>'
draw --base=relayd.02.heap relayd relayd.02.heap
judge 'a difference of nothing' '15 boxes, 0 merged, 0 vanished' "$tmp/after" "$tmp/after"

# Stacks that are there on one side only.
cd "$CORPUS/cpp-gcc5-pie" || exit 1
program="--lib_prefix=$CORPUS/cpp-gcc5-pie orderbook"
# shellcheck disable=SC2086
for pair in '01 02' '02 01'; do
    set -- $pair
    stacks "$tmp/before" $program "orderbook.$1.heap"
    stacks "$tmp/after" $program "orderbook.$2.heap"
    draw --base="orderbook.$1.heap" $program "orderbook.$2.heap"
    awk -f "$top_srcdir/tests/cli/flame.awk" "$tmp/after" "$tmp/before" "$tmp/picture.svg" >"$tmp/found"
    is "new and vanished stacks, $1 to $2" 1 "$(grep -c '' "$tmp/found")"
    lacks 'some of them vanished' "$tmp/found" ' 0 vanished'
    has 'new ones are marked' "$tmp/picture.svg" '<rect class="new'
    has 'new ones in words' "$tmp/picture.svg" ', new'
    has 'vanished ones are drawn' "$tmp/picture.svg" '<rect class="gone'
done
printf 'heap_v2/1\n@ 0x10\n  t*: 1: 8 [0: 0]\n' >"$tmp/1.heap"
printf 'heap_v2/1\n@ 0x20\n  t*: 1: 16 [0: 0]\n' >"$tmp/2.heap"
draw --base="$tmp/1.heap" "$tmp/2.heap"
has 'everything is new' "$tmp/picture.svg" '>new [unknown] 0x20  +16 B</text>'
has 'everything vanished' "$tmp/picture.svg" '>Vanished: 8 B in stacks that hold nothing any more; drawn 2 times'

# Many small boxes.
"$gen" --stacks=3000 --depth=8 --addresses=2000 >"$tmp/many.heap"
stacks "$tmp/after" "$tmp/many.heap"
draw "$tmp/many.heap"
judge 'merged boxes are counted' '5619 boxes, 6665 merged, 0 vanished' "$tmp/after"
size=$("$gen" --stacks=200000 --depth=8 | "$JEPROF_C" -q --flame - | wc -c)
[ "$size" -gt 100000 ] && [ "$size" -lt 3000000 ]
result $? '200000 stacks: at most 3 MB'
# 1500 times 20 boxes of 0.79 pixels: too many; as many pixels as it takes are one box.
awk 'BEGIN { print "heap_v2/1"
    for (i = 1; i <= 1500; i++) {
        line = "@"
        for (d = 20; d; d--) line = line sprintf(" 0x%x%02x", i, d)
        print line "\n  t*: 1: 8 [0: 0]" } }' >"$tmp/broad.heap"
draw "$tmp/broad.heap"
has 'too many boxes' "$tmp/picture.svg" '>30000 boxes less than 1 pixel wide are merged: 11.72 KiB (100.0%).<'

# Directions and values.
cd "$CORPUS/c-static" || exit 1
place() { # place NAME: the y of its box
    sed -n "/<g id=\"now\"/,/^<\/g>/s/.*<title>$1&#10;.* y=\"\([0-9.]*\)\" width.*/\1/p" "$tmp/picture.svg" | head -1
}
draw relayd relayd.02.heap
[ "$(place _start)" -lt "$(place main)" ]
result $? 'outermost functions are at the top'
draw --inverted relayd relayd.02.heap
[ "$(place _start)" -gt "$(place main)" ]
result $? '--inverted: at the bottom'
draw --bottom-up relayd relayd.02.heap
[ "$(place store_append)" -lt "$(place main)" ]
result $? '--bottom-up: callers below'
# 912693 bytes: what jem_strdup holds itself, as jeprof prints it.
has '--bottom-up: begins with what holds memory' "$tmp/picture.svg" '>jem_strdup  891.3 KiB 94.0%<'
for metric in inuse_space inuse_objects alloc_space alloc_objects; do
    draw --$metric relayd relayd.02.heap
    cp "$tmp/out" "$tmp/$metric.svg"
    draw --flame-metric=$metric --inuse_objects relayd relayd.02.heap
    is "--flame-metric=$metric" "$(cat "$tmp/$metric.svg")" "$(cat "$tmp/out")"
done
lacks 'values differ' "$tmp/alloc_objects.svg" "$(sed -n 's/.*\(>all  [^<]*\)<.*/\1/p' "$tmp/inuse_objects.svg")"
run --no-fold --names=short -o "$tmp/x.flame.svg" relayd relayd.02.heap
is 'a suffix chooses it' "$(cat "$tmp/inuse_space.svg")" "$(cat "$tmp/x.flame.svg")"
run -q --flame --no-fold --focus=store_session relayd relayd.02.heap
has 'filtered: of how much' "$tmp/out" '>56.30 KiB, 5.9% of 948.3 KiB (filtered); relayd.02.heap<'

# Long lines are cut; the whole text is there when they are pointed at.
for i in 1 2 3; do
    long=$(printf "$i%s" aaaaaaaaaa_bbbbbbbbbb_cccccccccc_dddd.heap)
    cp relayd.02.heap "$tmp/main-$long"
    cp relayd.01.heap "$tmp/base-$long"
done
run -q --flame --base="$(echo "$tmp"/base-*.heap | tr ' ' ,)" relayd "$tmp"/main-*.heap
sed -n 's/.*<text class="words"[^>]*>\(2.78 MiB, [^<]*\)<.*/\1/p' "$tmp/out" >"$tmp/line"
has 'a long line is cut' "$tmp/line" "$(printf '\342\200\246')"
[ "$(LC_ALL=C sed 's/[\200-\277]//g' "$tmp/line" | tr -d '\n' | wc -c)" -le 175 ]
result $? 'and short enough'
has 'and complete in its title' "$tmp/out" 'base-3aaaaaaaaaa_bbbbbbbbbb_cccccccccc_'

# Without options libraries are folded: the same boxes as of stacks folded so. How much that is, is
# the difference between the largest flat values with and without folding, stack by stack.
for variant in c-static:relayd cpp-gcc5-pie:orderbook rust-v0:metacache; do
    program=${variant#*:}
    cd "$CORPUS/${variant%:*}" || exit 1
    stacks "$tmp/after" --fold=std,async --lib_prefix=. $program $program.02.heap
    run --flame --lib_prefix=. $program $program.02.heap
    cp "$tmp/out" "$tmp/picture.svg"
    cp "$tmp/err" "$tmp/said"
    awk -f "$top_srcdir/tests/cli/flame.awk" "$tmp/after" "$tmp/picture.svg" >"$tmp/found"
    is "$program, folded: the boxes of folded stacks" 1 "$(grep -c ' boxes, .* 0 vanished' "$tmp/found")"
    # Each stack that ends in other frames without folding has moved.
    folded=$(sed -n 's/.*[ ,]\([0-9]* frames\{0,1\}\) left out.*/\1/p' "$tmp/said")
    has "$program, folded: told" "$tmp/picture.svg" "; $folded of libraries folded into callers ("
done
# What moved is what the program's own functions hold more than without folding.
cd "$CORPUS/cpp-gcc5-pie" || exit 1
own() { # own OPTIONS: tenths of a percent that functions of the program hold themselves
    "$JEPROF_C" -q --collapsed --names=short "$@" --lib_prefix=. orderbook orderbook.02.heap |
        awk '{ value = $NF; sub(/ [0-9]*$/, ""); sub(/.*;/, ""); total += value }
            /^(std::|operator new|void std::|__gnu|_M_)|\+0x/ { plumbing += value }
            END { printf "%.0f", 1000 - 1000 * plumbing / total }'
}
run -q --flame --lib_prefix=. orderbook orderbook.02.heap
share=$(sed -n 's/.*into callers (\([0-9]*\)\.\([0-9]\)%).*/\1\2/p' "$tmp/out")
echo "# moved $share, own before $(own), after $(own --fold=std,async)"
is 'the share that was folded' "$(($(own --fold=std,async) - $(own)))" "$share"
cd "$CORPUS/c-static" || exit 1
run -q --flame --no-fold relayd relayd.02.heap
lacks 'nothing folded: no word of it' "$tmp/out" 'folded into callers'

# Refused, or without anything to draw.
run --flame-metric=alloc_space --text relayd relayd.02.heap
is '--flame-metric elsewhere: status' 2 "$status"
has '--flame-metric elsewhere: message' "$tmp/err" '--flame-metric has no use with --text'
run --flame-metric=heap --flame relayd relayd.02.heap
is '--flame-metric=heap: status' 2 "$status"
run --flame --thread='*' "$CORPUS/rust-runs/t8.heap"
is 'several threads: status' 2 "$status"
has 'several threads: message' "$tmp/err" '--flame shows one thread'
run --flame --focus=nothing_like_this relayd relayd.02.heap
is 'nothing to draw: status' 3 "$status"
has 'nothing to draw: message' "$tmp/err" 'nothing to report: no stack is left by the filters (--focus)'

# Names from a dump stay text, and no part of the document or of its script.
printf 'heap_v2/1\n@ 0x10\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n%s\n' \
    '00000000-00001000 r-xp 00000000 00:00 1 /x</script><script>alert(1)<y>&' >"$tmp/markup.heap"
run -q --flame "$tmp/markup.heap"
is 'hostile names: no element of theirs' '' "$(grep -e '<script>alert' -e '<y>' "$tmp/out")"
is 'hostile names: no more scripts' "$(grep -c '<script' "$tmp/x.flame.svg")" "$(grep -c '<script' "$tmp/out")"
lacks 'no address of anything outside' "$tmp/out" 'https:'
is 'the only http address is the name space' '' \
    "$(grep -o 'http:[^"'\'']*' "$tmp/out" | grep -v -e '^http://www.w3.org/2000/svg$' -e '^http://www.w3.org/1999/xhtml$')"
finish
