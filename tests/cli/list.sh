#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --list: the listings that jeprof recorded, byte for byte where it is right; sources that moved or
# are missing; bases, filters, threads.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
map=--source-map=/tmp/jpc-corpus/src=$top_srcdir/corpus/src

corpus=$CORPUS
list() { # list VARIANT PROGRAM PATTERN OPTIONS...
    folder=$corpus/$1 program=$2 pattern=$3
    shift 3
    dump=$folder/$program.02.heap
    run --list="$pattern" --lib_prefix="$folder" "$@" "$folder/$program" "$dump"
    recorded=$folder/oracle/$program.02.heap.list
}

list c-gcc5-pie relayd 'store_|codec' --names=jeprof "$map"
is 'relayd: status' 0 "$status"
cmp -s "$recorded" "$tmp/out"
result $? 'relayd: what jeprof recorded, byte for byte'
list c-gcc5-pie relayd 'store_|codec' "$map"
is 'relayd: the largest first, nothing without a value' \
    "$(awk '$6 ~ /store_|codec/ && $4 > 0 { print $4, $6 }' "$folder/oracle/relayd.02.heap.text-bytes" |
        sort -rn | cut -d ' ' -f 2)" "$(awk '/^ROUTINE/ { print $3 }' "$tmp/out")"
cp "$tmp/out" "$tmp/relayd"

# Routines of one name are one for us, and recursion counts once; inlined functions come on top.
# Sources of the compilers' own libraries are not there. The others must be equal.
cat >"$tmp/blocks.awk" <<'END'
/^ROUTINE/ { name = $0; sub(/ \[clone [^]]*\]/, "", name); starts[FILENAME, name]++; if (FILENAME == theirs) wanted[name] = 1; next }
{ text[FILENAME, name] = text[FILENAME, name] $0 "\n" }
END {
    for (name in wanted) {
        if (name !~ /jpc-corpus/ || starts[theirs, name] > 1 || name ~ skipped)
            continue
        compared++
        if (text[theirs, name] != text[ours, name])
            print "differs: " name
    }
    print compared " compared"
}
END
blocks() { # blocks SKIPPED: of our report and the recorded one
    awk -v theirs="$recorded" -v ours="$tmp/out" -v skipped="$1" -f "$tmp/blocks.awk" "$recorded" "$tmp/out"
}
list cpp-gcc5-pie orderbook 'Engine|Lru' --names=jeprof "$map"
is 'C++: what jeprof recorded' '3 compared' "$(blocks '^$')"
list rust-v0 metacache metacache:: --names=jeprof "$map"
is 'Rust: what jeprof recorded' '5 compared' "$(blocks 'parse::deps:: ')"
has 'Rust: recursion counts once, as in --text of both' "$tmp/out" '   0.0    4.0 Total MB'
has 'Rust: and so it does there' "$CORPUS/rust-v0/oracle/metacache.02.heap.text" '      4.0  13.0% metacache::parse::deps::'
list rust-legacy metacache metacache:: --names=jeprof "$map"
is 'Rust, legacy names: what jeprof recorded' '4 compared' "$(blocks 'parse::deps |build_chain::')"
list rust-v0 metacache 'build_chain::.closure#1.$' "$map"
has 'an inlined function' "$tmp/out" 'ROUTINE ====================== metacache::build_chain::{closure#1} in'
has 'an inlined function: its lines' "$tmp/out" '   4.8    4.8  343:         let mut image'

# grow() is inlined in store_append(), 54617 bytes of it (oracle/*.text-bytes).
list c-gcc5-pie relayd '^grow$' --show_bytes "$map"
has 'grow: total' "$tmp/out" ' 54617  54617 Total B (flat / cumulative)'
has 'grow: line' "$tmp/out" ' 54617  54617   69:     s->lines = realloc'

# Where sources are looked for.
rm -rf "$tmp/moved" && mkdir -p "$tmp/moved/deep/c" "$tmp/flat" "$tmp/other/c"
cp "$top_srcdir/corpus/src/c/store.c" "$tmp/moved/deep/c"
cp "$top_srcdir/corpus/src/c/store.c" "$top_srcdir/corpus/src/c/codec.c" "$tmp/flat"
list c-gcc5-pie relayd 'store_|codec' --source-path="$tmp/nowhere" --source-path="$tmp/flat"
cmp -s "$tmp/relayd" "$tmp/out"
result $? '--source-path: by name alone'
list c-gcc5-pie relayd 'store_|codec' --source-path="$tmp/flat/" --source-map=/tmp/jpc-corpus/sr=/dev/null
cmp -s "$tmp/relayd" "$tmp/out"
result $? '--source-map: whole folders only'
list c-gcc5-pie relayd store_ --source-map=/tmp/jpc-corpus/src/="$tmp/moved/deep/"
has '--source-map: a folder' "$tmp/out" '   74: void store_append'
list c-gcc5-pie relayd store_ --source-map=/tmp/jpc-corpus/src/c/store.c="$tmp/flat/store.c"
has '--source-map: a file' "$tmp/out" '   74: void store_append'

corpus=$tmp/away
mkdir "$corpus"
cp -r "$CORPUS/c-gcc5-pie" "$CORPUS/rust-v0" "$corpus"
away "$corpus"
list c-gcc5-pie relayd store_append --show_bytes --source-path="$tmp/nowhere" --source-map=/tmp=/nowhere
is 'no source: status' 0 "$status"
has 'no source: why' "$tmp/out" '(the source file was not found)'
has 'no source: the lines with values' "$tmp/out" ' 54617  54617   76:'
has 'no source: what to do' "$tmp/err" "$away/src/c/store.c: warning: the source file was not found: name its folder with --source-path"
list rust-v0 metacache .
is 'no sources: one warning' 1 "$(grep -c 'was not found' "$tmp/err")"
has 'no sources: with a count' "$tmp/err" 'the source file was not found, nor '
corpus=$CORPUS
head -70 "$tmp/flat/store.c" >"$tmp/other/c/store.c"
list c-gcc5-pie relayd store_append --source-path="$tmp/other"
has 'another version: why' "$tmp/out" '(the source file is another version)'
has 'another version: told' "$tmp/err" 'line 78 has code, but there are only 70 lines'
lacks 'another version: no wrong text' "$tmp/out" 'realloc'
mkdir -p "$tmp/folder/store.c"
list c-gcc5-pie relayd store_append --source-path="$tmp/folder" --source-path="$tmp/flat"
has 'a folder called like the source is none' "$tmp/out" '   74: void store_append'
printf 'a\033[31mb\tc\r\n%.0s' $(seq 100) >"$tmp/other/c/store.c"
list c-gcc5-pie relayd store_append --source-path="$tmp/other"
lacks 'no control characters' "$tmp/out" "$(printf '\033')"
has 'tabs stay' "$tmp/out" "$(printf '   74: a\\x1b[31mb\tc')"

list c-nodebug relayd store_append --show_bytes
has 'no lines: heading' "$tmp/out" 'ROUTINE ====================== store_append in ??'
has 'no lines: why' "$tmp/out" '(there is no debug information'
has 'no lines: the value' "$tmp/out" '    ?: (code without a line)'

# strdup and grow are inlined in store_append: 241284 + 16983 bytes, README.md.
cd "$CORPUS/c-static" || exit 1
run --list=store_append --show_bytes "$map" --base=relayd.01.heap relayd relayd.02.heap
has '--base: total' "$tmp/out" '258267 258267 Total B'
run --list=. --focus=store_session --show_bytes "$map" relayd relayd.02.heap
has '--focus: what is below' "$tmp/out" ' 57648 Total B'
lacks '--focus: nothing else' "$tmp/out" 'store_append'
run --list=main --thread='*' "$map" "$CORPUS/rust-runs/t8.heap"
has '--thread: whose it is' "$tmp/out" 'Total (t0): '
run --list=nothing_like_this relayd relayd.02.heap
is 'no match: status' 3 "$status"
has 'no match: message' "$tmp/err" '--list=nothing_like_this: no function that matches holds anything'
run --list='(' relayd relayd.02.heap
is 'no pattern: status' 2 "$status"
has 'no pattern: message' "$tmp/err" '--list'
run --list=store_append --format=csv "$map" relayd relayd.02.heap
is 'csv: names' 'function,file,line,flat,cum,text' "$(head -1 "$tmp/out")"
is 'csv: a row' 'store_append,/tmp/jpc-corpus/src/c/store.c,76,33597,33597,        grow(s);' "$(sed -n 2p "$tmp/out")"
finish
