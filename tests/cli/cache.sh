#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The cache of names: the second report about the same files opens no debug information, and is the
# same. It is never in the way.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cache=$tmp/cache
file=$cache/symbols.cache

# report OUTPUT VARIANT/PROGRAM DUMP OPTIONS...
report() {
    output=$1 program=$CORPUS/$2 dump=$CORPUS/${2%/*}/$3
    shift 3
    run --text --lines --lib_prefix="${program%/*}" "$@" "$program" "$dump"
    cp "$tmp/out" "$tmp/$output"
    cp "$tmp/err" "$tmp/$output.err"
}

for variant in c-gcc5-pie/relayd c-dwz/relayd c-splitdwarf/relayd cpp-gcc5-pie/orderbook rust-v0/metacache; do
    rm -rf "$cache"
    name=${variant##*/}
    report none "$variant" "$name.01.heap" --no-cache --cache-dir="$cache"
    [ ! -e "$cache" ]
    result $? "$variant: --no-cache makes no file"
    report first "$variant" "$name.01.heap" -v --cache-dir="$cache"
    report second "$variant" "$name.01.heap" -v --cache-dir="$cache"
    has "$variant: the second run opens no debug information" "$tmp/second.err" \
        "debug information of 0 files was read"
    lacks "$variant: and reads no unit" "$tmp/second.err" "compile unit"
    cmp -s "$tmp/none" "$tmp/first" && cmp -s "$tmp/none" "$tmp/second" && [ -s "$tmp/none" ]
    result $? "$variant: the same report without, before and after"
    # More addresses of the same files: those are asked about that are not there yet.
    report more "$variant" "$name.02.heap" -v --cache-dir="$cache"
    report fresh "$variant" "$name.02.heap" --no-cache
    report again "$variant" "$name.02.heap" -v --cache-dir="$cache"
    cmp -s "$tmp/fresh" "$tmp/more" && cmp -s "$tmp/fresh" "$tmp/again"
    result $? "$variant: a second dump, partly known"
    has "$variant: now all of it is known" "$tmp/again.err" "debug information of 0 files was read"
    report second "$variant" "$name.01.heap" --cache-dir="$cache" --no-inlines
    report none "$variant" "$name.01.heap" --no-cache --no-inlines
    cmp -s "$tmp/none" "$tmp/second"
    result $? "$variant: --no-inlines from the cache"
done

# A debug file that turns up later is used.
rm -rf "$cache"
mkdir "$tmp/apart" "$tmp/debug"
cp "$CORPUS/c-debuglink"/* "$tmp/apart" 2>/dev/null
cp "$CORPUS"/c-debuglink/.debug/* "$tmp/debug"
plain() { run --text --lines --cache-dir="$cache" "$@" "$tmp/apart/relayd" "$tmp/apart/relayd.01.heap"; }
plain
lacks "without its debug file: no lines" "$tmp/out" "relayd.c:"
plain --debug-dir="$tmp/debug"
has "its debug file came: lines" "$tmp/out" "relayd.c:"
plain
lacks "its debug file went: no lines" "$tmp/out" "relayd.c:"

# Another build under the same name.
if command -v gcc >/dev/null; then
    mkdir "$tmp/build"
    for build in 1 2; do
        { [ $build = 1 ] || echo; echo 'int work(int x) { return x * 3; }'
          echo 'int main(int c, char **v) { (void)v; return work(c); }'; } >"$tmp/build/p.c"
        (cd "$tmp/build" && gcc -g -O0 -no-pie -Wl,--build-id=none p.c -o p) || break
        address=$(nm "$tmp/build/p" | sed -n 's/ T work$//p')
        printf 'heap_v2/1\n  t*: 1: 10 [0: 0]\n@ 0x%x\n  t*: 1: 10 [0: 0]\n\nMAPPED_LIBRARIES:\n' \
            $((0x$address + 5)) >"$tmp/build/p.heap"
        printf '00401000-00402000 r-xp 00001000 08:01 1 %s\n' "$tmp/build/p" >>"$tmp/build/p.heap"
        run --text --lines --cache-dir="$cache" "$tmp/build/p" "$tmp/build/p.heap"
        has "build $build of a file without build-id" "$tmp/out" "p.c:$build"
    done
else
    skip "gcc is not installed"
fi

# Where no cache can be, nobody needs to know.
unset HOME XDG_CACHE_HOME
run --text --lib_prefix="$CORPUS/c-gcc5-pie" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.01.heap"
is "no home: fine" 0 "$status"
cp "$tmp/err" "$tmp/homeless.err"
run --text --no-cache --lib_prefix="$CORPUS/c-gcc5-pie" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.01.heap"
cmp -s "$tmp/err" "$tmp/homeless.err"
result $? "no home: no word about it"
run --text -v --cache-dir=/dev/null/x --lib_prefix="$CORPUS/c-gcc5-pie" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.01.heap"
is "no folder: fine" 0 "$status"
has "no folder: a note tells why" "$tmp/err" "no symbol cache: Not a directory"
mkdir -p "$cache" && echo "no database" >"$file"
run --text -v --cache-dir="$cache" --lib_prefix="$CORPUS/c-gcc5-pie" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.01.heap"
has "a damaged cache is replaced" "$tmp/err" "is made anew"
finish
