#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --weblist: the lines and values of --list and the instructions of --disasm, as a page.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
map=--source-map=/tmp/jpc-corpus/src=$top_srcdir/corpus/src
cd "$CORPUS/c-static" || exit 1

# rows FILE: "flat cum line text" of each line of source in a page.
rows() {
    sed -n -E 's#^(<details>)?<(summary|div)( class="around")?>(<b.*)#\4#p' "$1" |
        sed 's,</summary>.*,,; s,</div>$,,; s,<b[^>]*>\([^<]*\)</b><b[^>]*>\([^<]*\)</b><i>\([^<]*\)</i>,\1 \2 \3: ,' |
        sed 's,&lt;,<,g; s,&gt;,>,g; s,&quot;,",g; s,&amp;,\&,g; s, *$,,'
}
run --weblist='store_|^grow$' --show_bytes "$map" relayd relayd.02.heap
is 'status' 0 "$status"
cp "$tmp/out" "$tmp/page"
rows "$tmp/page" >"$tmp/rows"
run --list='store_|^grow$' --show_bytes "$map" relayd relayd.02.heap
grep '^ *[.0-9]* *[.0-9]* *[0-9]*: ' "$tmp/out" | sed 's/^ *\([.0-9]*\) *\([.0-9]*\) *\([0-9]*\): /\1 \2 \3: /; s/ *$//' >"$tmp/want"
[ "$(wc -l <"$tmp/want")" -gt 50 ]
result $? 'enough lines'
is 'the lines and values of --list' "$(cat "$tmp/want")" "$(cat "$tmp/rows")"
is 'begin' '<!DOCTYPE html>' "$(head -1 "$tmp/page")"
is 'end' '</html>' "$(tail -1 "$tmp/page")"
is 'one heading per function' 4 "$(grep -c '^<h2' "$tmp/page")"
has 'a link to it' "$tmp/page" '<li><a href="#r0">store_append</a> 909283 B</li>'
is 'no script, nothing from elsewhere' '' "$(grep -e '<script' -e ' src=' -e 'url(' -e 'https*:' "$tmp/page")"
is 'all that is opened is closed' "$(grep -o '<details' "$tmp/page" | wc -l)" "$(grep -o '</details>' "$tmp/page" | wc -l)"

run --disasm=store_append --show_bytes "$map" relayd relayd.02.heap
if [ "$status" -eq 0 ]; then
    # Each instruction once, below the line of store_append that it belongs to.
    sed -n 's/^ *[.0-9]* *[.0-9]*      *\([0-9a-f]*\): .*/\1/p' "$tmp/out" | sort >"$tmp/want"
    sed -n '/>store_append<\/h2>/,/<h2/p' "$tmp/page" | grep -o '<i>[0-9a-f]\{6\}</i>[a-z]* ' |
        sed 's,<i>\([0-9a-f]*\)</i>.*,\1,' | sort >"$tmp/got"
    is 'every instruction with operands is there' '' "$(comm -13 "$tmp/want" "$tmp/got")"
    [ "$(wc -l <"$tmp/got")" -gt 20 ]
    result $? 'enough of them'
    has 'an inlined one says where from' "$tmp/page" '<i>store.c:69</i>'
else
    skip 'built without --disasm'
fi

# What is in names and sources stays text.
mkdir "$tmp/c"
printf '<script>alert(1)</script>&\t"x"\n%.0s' $(seq 100) >"$tmp/c/store.c"
run --weblist=store_append --source-path="$tmp" relayd relayd.02.heap
lacks 'hostile source: no element of its' "$tmp/out" '<script'
has 'hostile source: it is there' "$tmp/out" '&lt;script&gt;alert(1)&lt;/script&gt;&amp;      &quot;x&quot;'
cp -r "$CORPUS/c-gcc5-pie" "$tmp/gone"
away "$tmp/gone"
run --weblist=store_append --source-map=/tmp=/nowhere --source-path=/nowhere "$tmp/gone/relayd" "$tmp/gone/relayd.02.heap"
has 'no source: why' "$tmp/out" '; the source file was not found</p>'
run --weblist=main --thread='*' "$map" "$CORPUS/rust-runs/t8.heap"
has 'threads: one page' "$tmp/out" '</h1>'
is 'threads: one end' 1 "$(grep -c '^</html>' "$tmp/out")"
run --weblist=store_append --base=relayd.01.heap --show_bytes "$map" relayd relayd.02.heap
has '--base' "$tmp/out" 'flat 258267, cumulative 258267 B, 98.4%'
run --weblist=nothing_like_this relayd relayd.02.heap
is 'no match: status' 3 "$status"
is 'no match: no half page' '' "$(cat "$tmp/out")"
run -o "$tmp/x.list.html" relayd relayd.02.heap
is 'no pattern: status' 2 "$status"
finish
