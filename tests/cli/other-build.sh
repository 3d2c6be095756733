#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A file of another build whose segments happen to fit gives no names; the right file is believed.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
tool=$top_builddir/tests/tools/jp_object_dump

# calls FILE: the address behind each call instruction and all other ones, by objdump. Calls of weak
# functions that are not there lead to address 0: nothing can return from them.
calls() {
    objdump -d --no-show-raw-insn -j .text "$1" 2>/dev/null | awk -v calls="$tmp/calls" -v rest="$tmp/rest" '
        !/^ *[0-9a-f]+:\t/ { next }
        { sub(":", "", $1); print $1 > (was_call ? calls : rest) }
        { was_call = 0; for (i = 2; i <= 4; i++) if ($i ~ /^(call|callq|bl|blr)$/ && $(i + 1) != "0") was_call = 1 }'
}

for file in "$CORPUS"/c-gcc5-pie/relayd "$CORPUS"/c-static/relayd "$CORPUS"/cpp-gcc5-pie/orderbook; do
    name=${file#"$CORPUS"/}
    if ! command -v objdump >/dev/null || [ ! -f "$file" ]; then
        skip "$name: no objdump or no corpus"
        continue
    fi
    : >"$tmp/calls"
    : >"$tmp/rest"
    calls "$file"
    is "$name: $(wc -l <"$tmp/calls") calls are known as such" '' \
        "$("$tool" calls "$file" <"$tmp/calls" | grep -v ' call$' | head -5)"
    [ -s "$tmp/calls" ]
    result $? "$name: there are calls"
    wrong=$("$tool" calls "$file" <"$tmp/rest" | grep -vc ' other$')
    [ $((wrong * 20)) -lt "$(wc -l <"$tmp/rest")" ]
    result $? "$name: at least 95 % of the other instructions follow no call"
done

if [ ! -f "$CORPUS/c-O0/relayd" ] || [ ! -f "$CORPUS/gperf/relayd" ]; then
    skip 'the corpus has no binaries'
    finish
fi
mkdir "$tmp/libraries"
for file in "$CORPUS"/c-O0/*.so* "$CORPUS/c-O0/audit.plugin"; do
    ln -s "$file" "$tmp/libraries/${file##*/}"
done
away_dump "$CORPUS/c-O0/relayd.01.heap" "$tmp/O0.heap"
run --text --lib_prefix="$tmp/libraries" --show_bytes "$CORPUS/c-gcc5-pie/relayd" "$tmp/O0.heap"
has 'another build is noticed' "$tmp/err" 'recorded return addresses follow a call instruction there: it is another build'
is 'once' 1 "$(grep -c 'follow a call' "$tmp/err")"
has 'with its name' "$tmp/err" 'c-gcc5-pie/relayd: warning: only '
has 'no names are taken from it' "$tmp/out" ' relayd+0x'
is 'none at all' '' "$(grep -E ' (main|relay_run|parse_config|handle_message)( |$)' "$tmp/out")"
has 'names of the other files are kept' "$tmp/out" ' store_append'

# The right file is in one of the places where files are looked for: the addresses say which it is.
run -q --text --show_bytes --lib_prefix="$CORPUS" "$CORPUS/c-O0/relayd" "$CORPUS/c-O0/relayd.01.heap"
cp "$tmp/out" "$tmp/right"
recorded=$(grep '^@' "$CORPUS/c-O0/relayd.01.heap" | grep -o '0x55555555[0-9a-f]*' | sort -u | wc -l)
for place in "$CORPUS/c-O0" "$CORPUS"; do
    run --text --show_bytes --lib_prefix="$place" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-O0/relayd.01.heap"
    is "the right one is below ${place##*/}: its names" "$(cat "$tmp/right")" "$(cat "$tmp/out")"
    has "the right one is below ${place##*/}: said" "$tmp/err" \
        'c-gcc5-pie/relayd: warning: is not the program that ran as /tmp/jpc-corpus/c-O0/relayd: only '
    has "the right one is below ${place##*/}: and why" "$tmp/err" "c-O0/relayd $recorded of $recorded; that one is used"
done
mkdir -p "$tmp/root/tmp/jpc-corpus/c-O0"
cp "$CORPUS/c-gcc5-pie/libstore.so" "$tmp/root/tmp/jpc-corpus/c-O0/"
run -q --text --show_bytes --lib_prefix="$tmp/root,$CORPUS" "$CORPUS/c-O0/relayd" "$CORPUS/c-O0/relayd.01.heap"
is 'a library of another build lies in front of the right one' "$(cat "$tmp/right")" "$(cat "$tmp/out")"
run -q --text --show_bytes --lib_prefix="$CORPUS" --base="$CORPUS/c-O0/relayd.01.heap" "$CORPUS/c-gcc5-pie/relayd" \
    "$CORPUS/c-gcc5-pie/relayd.02.heap"
lacks 'a base of another build: named by its own file' "$tmp/out" 'relayd+0x'
# Of several dumps it says which one the program does not fit.
base=$CORPUS/cpp-gcc5-pie/orderbook.01.heap
run --text --lib_prefix="$CORPUS" --base="$base" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.02.heap"
has 'a base of another program: which dump' "$tmp/err" "stands for no mapping of $base: "
is 'a base of another program: once' 1 "$(grep -c 'stands for' "$tmp/err")"
base=$tmp/moved.heap
sed 's|c-static-pie|c-gcc5-pie|' "$CORPUS/c-static-pie/relayd.01.heap" >"$base"
run --text --lib_prefix="$CORPUS" --base="$base" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.02.heap"
has 'a base of another build: which dump' "$tmp/err" "c-gcc5-pie/relayd in $base, so it gives no names there: "

# A program that was built anew, at its old place, and with the number of the file that it replaced:
# the addresses of the old dump are none of the new file.
inode=$(awk '$6 ~ "/relayd$" { print $5; exit }' "$CORPUS/c-gcc5-pie/relayd.02.heap")
sed "s| [0-9][0-9]*\\(  *[^ ]*\\)/c-O0/relayd\$| $inode\\1/c-gcc5-pie/relayd|" "$CORPUS/c-O0/relayd.01.heap" >"$tmp/old.heap"
is 'built anew: the dump names it' 5 "$(grep -c " $inode .*/c-gcc5-pie/relayd\$" "$tmp/old.heap")"
run --text --show_bytes --lib_prefix="$tmp/libraries" --base="$tmp/old.heap" "$CORPUS/c-gcc5-pie/relayd" \
    "$CORPUS/c-gcc5-pie/relayd.02.heap"
has 'built anew: two builds' "$tmp/err" 'come through another build of relayd'
has 'built anew: the old one has no names' "$tmp/out" ' relayd+0x'
has 'built anew: the new one has' "$tmp/out" ' main'
is 'built anew: what main held is not compared with it' '' "$(awk '$6 == "main" && $4 < 0' "$tmp/out")"

away_dump "$CORPUS/gperf/sample.heap" "$tmp/sample.heap"
run --text "$CORPUS/gperf/relayd" "$tmp/sample.heap"
has 'a program taken for one of another name, too' "$tmp/err" 'gperf/relayd: warning: only 0 of '
has 'no names there either' "$tmp/out" ' tcsample+0x'

for dump in "$CORPUS"/c-O0/relayd.01.heap "$CORPUS"/c-static/relayd.01.heap "$CORPUS"/c-stripped/relayd.01.heap \
    "$CORPUS"/c-lld-pie/relayd.01.heap "$CORPUS"/cpp-clang5-pie/orderbook.01.heap \
    "$CORPUS"/rust-v0/metacache.01.heap; do
    [ -f "${dump%.01.heap}" ] || continue
    run --text "${dump%.01.heap}" "$dump"
    lacks "${dump#"$CORPUS"/}: nothing said about the right program" "$tmp/err" 'follow a call'
done

# Between half and nine tenths: names are kept, and doubted. Every fourth address of the program is
# moved into the instruction behind the call.
dump=$CORPUS/c-gcc5-pie/relayd.02.heap
grep '^@' "$dump" | grep -o '0x55555555[0-9a-f]*' | sort -u >"$tmp/recorded"
judged=$(wc -l <"$tmp/recorded")
awk 'NR % 4 == 0' "$tmp/recorded" >"$tmp/moved"
sed 's/\(.*\)\(.\)$/s#\1\2\\( \\|$\\)#\1\2@\\1#g/' "$tmp/moved" >"$tmp/marks"
sed -f "$tmp/marks" "$dump" | awk '
    function moved(address,    digits, last) {
        digits = "0123456789abcdef"
        last = index(digits, substr(address, length(address)))
        return substr(address, 1, length(address) - 1) substr(digits, last % 16 + 1, 1)
    }
    /^@/ { for (i = 2; i <= NF; i++) if ($i ~ /@$/) $i = moved(substr($i, 1, length($i) - 1)) }
    { print }' >"$tmp/doubtful.heap"
run --text --lib_prefix="$CORPUS" "$CORPUS/c-gcc5-pie/relayd" "$tmp/doubtful.heap"
has 'three in four addresses follow a call: doubted' "$tmp/err" \
    "only $((judged - $(wc -l <"$tmp/moved"))) of $judged recorded return addresses follow a call instruction there: if it is another build"
has 'and the names are kept' "$tmp/out" ' one_round'
sed 's|/c-gcc5-pie/relayd$|& (deleted)|' "$tmp/doubtful.heap" >"$tmp/replaced.heap"
run --text --lib_prefix="$CORPUS" "$CORPUS/c-gcc5-pie/relayd" "$tmp/replaced.heap"
has 'the same of a file that was replaced: another build' "$tmp/err" \
    'recorded return addresses follow a call instruction there: it is another build'
has 'no names then' "$tmp/out" ' relayd+0x'

# Two builds of one name, of which only one is at hand: dumps without build-ids find the same file for
# both, and the addresses of each are judged by themselves. Together most of them would follow a call.
for pair in 'rust-v0 rust-legacy' 'rust-legacy rust-v0'; do
    base=$tmp/metacache.heap
    away_dump "$CORPUS/${pair% *}/metacache.01.heap" "$base"
    new=$CORPUS/${pair#* }/metacache
    run --diff --show_bytes --base="$base" "$new" "$new.01.heap"
    has "$pair: the base is another build" "$tmp/err" \
        'recorded return addresses follow a call instruction there: it is another build'
    has "$pair: nothing is taken for the same" "$tmp/out" 'Only before: 100.0 % of it, only after: 100.0 % of it'
    sed -n '/^New/,/^$/p' "$tmp/out" | sed '1,2d; s/^[* ]*0 *\([0-9]*\).*±[0-9]*/\1/' >"$tmp/new"
    run -q --diff --show_bytes --base="$top_srcdir/corpus/handmade/symbolized.heap" "$new" "$new.01.heap"
    sed -n '/^New/,/^$/p' "$tmp/out" | sed '1,2d; s/^[* ]*0 *\([0-9]*\).*±[0-9]*/\1/' >"$tmp/alone"
    is "$pair: the names of the other are those that it has alone" "$(cat "$tmp/alone")" "$(cat "$tmp/new")"
done
mkdir "$tmp/elsewhere"
sed 's|/tmp/jpc-corpus/rust-v0/|/srv/app/|; s/ 10961487 / 77 /' "$CORPUS/rust-v0/metacache.02.heap" >"$tmp/elsewhere/metacache.02.heap"
run --diff --one-process --base="$CORPUS/rust-v0/metacache.01.heap" "$CORPUS/rust-v0/metacache" "$CORPUS/rust-v0/metacache.02.heap"
cp "$tmp/out" "$tmp/plain"
run --diff --one-process --base="$CORPUS/rust-v0/metacache.01.heap" "$CORPUS/rust-v0/metacache" "$tmp/elsewhere/metacache.02.heap"
is 'one build at two places is one' "$(cat "$tmp/plain")" "$(cat "$tmp/out")"
lacks 'one build at two places: no word of another' "$tmp/err" 'another build'

# A base of another build: what is left without a counterpart, counted in stacks written by name.
for base in c-O0 c-clang5-pie; do
    new=$CORPUS/c-gcc5-pie/relayd.02.heap
    run -q --collapsed --alloc_space --show_bytes --lib_prefix="$CORPUS" "$new"
    sed 's/\[inline\]//g; s/ [0-9]*$//' "$tmp/out" >"$tmp/stacks"
    run -q --collapsed --show_bytes --lib_prefix="$CORPUS" "$CORPUS/$base/relayd.02.heap"
    want=$(sed 's/\[inline\]//g' "$tmp/out" | awk '
        NR == FNR { known[$0] = 1; next }
        { bytes = $NF; sub(/ [0-9]*$/, ""); all += bytes; if (!($0 in known)) lone += bytes }
        END { printf "%.1f %% of the base\n", 100 * lone / all }' "$tmp/stacks" -)
    run --show_bytes --lib_prefix="$CORPUS" --base="$CORPUS/$base/relayd.02.heap" "$new"
    has "$base as the base: told" "$tmp/err" '95.8 % of the base'"'"'s bytes come through another build'
    has "$base as the base: without a counterpart" "$tmp/err" "and $want's bytes are in stacks without"
    lacks "$base as the base: a static function is one" "$tmp/out" '#2'
done
is 'the same program by another compiler: nothing changed' '680588 on_message' \
    "$(awk '$4 { print $4, $6 }' "$tmp/out")"
finish
