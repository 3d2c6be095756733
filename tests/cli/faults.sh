#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# doc/faults.md: every test that it names is there, and those faults that have no test elsewhere.
# shellcheck source=tests/cli/tap.sh disable=SC2154,SC2016
. "$top_srcdir/tests/cli/tap.sh"
maps='MAPPED_LIBRARIES:
1000-9000 r-xp 00000000 08:01 5 /no/such/app'

# A test is named as `cli/input.sh: words of its name`; a row of the table has one at least.
table=$top_srcdir/doc/faults.md
grep -n '^| ' "$table" | grep -v -e '^[0-9]*:| reported ' -e '^[0-9]*:| --- ' -e '`[a-z]*/[^`]*: [^`]*`' >"$tmp/untested"
is 'every row of doc/faults.md names a test' '' "$(cut -c 1-100 "$tmp/untested")"
grep -o '`[a-z]*/[^`]*: [^`]*`' "$table" | tr -d '`' | sort -u | while IFS= read -r test; do
    grep -qF -e "${test#*: }" "$top_srcdir/tests/${test%%: *}" 2>/dev/null || echo "$test"
done >"$tmp/gone"
is 'every test that doc/faults.md names is there' '' "$(head -5 "$tmp/gone")"
# shellcheck disable=SC2086
(cd "$top_srcdir/tests" && cat local.mk */local.mk */*.mk) >"$tmp/makefiles"
grep -o '`[a-z]*/[^:`]*: ' "$table" | sed 's/^`//; s/: $//; s/\.c$//' | sort -u | while read -r file; do
    case $file in *.tsv) file=${file%/*}/oracle-handmade.sh ;; esac
    grep -qE "(tests/|^ *)$file( |\$)|${file##*/}( |\$)" "$tmp/makefiles" || echo "$file"
done >"$tmp/idle"
is 'all of them run' '' "$(cat "$tmp/idle")"

# jemalloc/jemalloc#2343: no program, several dumps: none of them is taken for the program.
for size in 100 30; do
    printf 'heap_v2/1\n  t*: 1: %d [0: 0]\n@ 0x1010 0x2010\n  t*: 1: %d [0: 0]\n\n%s\n' \
        $size $size "$maps" >"$tmp/$size.heap"
done
run --show_bytes "$tmp/100.heap" "$tmp/30.heap"
is 'dumps without a program: all count' 'Total: 130 B' "$(head -1 "$tmp/out")"

# jeprof takes the name for a number of hosts.
cp "$tmp/30.heap" "$tmp/30.heap@3"
run --show_bytes "$tmp/30.heap@3"
is 'a name with @ and a number' 'Total: 30 B' "$(head -1 "$tmp/out")"

# jemalloc/jemalloc#2334: there is something to tell about a dump without samples.
printf 'heap_v2/524288\n  t*: 0: 0 [0: 0]\n  t1: 0: 0 [0: 0]\n  t2: 0: 0 [0: 0]\n\n%s\n' \
    "$maps" >"$tmp/zero.heap"
run --info "$tmp/zero.heap"
is 'no samples: --info has a report' 0 "$status"
has 'no samples: the interval' "$tmp/out" 'zero.heap: 0 records, one sample every 512.0 KiB'
has 'no samples: the likely cause' "$tmp/err" 'profiling was not active yet'
run --info --format=json "$tmp/zero.heap"
has 'no samples: for programs' "$tmp/out" '"live":0'

# jemalloc/jemalloc#1332: a dump is what lives at that moment, not what came since the last one.
mkdir "$tmp/series"
number=0
for size in 3000 250 400; do
    printf 'heap_v2/1\n  t*: 1: %d [0: 0]\n@ 0x1010 0x2010\n  t*: 1: %d [0: 0]\n\n%s\n' \
        $size $size "$maps" >"$tmp/series/app.7.$number.i$number.heap"
    number=$((number + 1))
done
run -q --db="$tmp/series.db" "$tmp"/series/*.heap
run --db="$tmp/series.db" --format=csv --sql='SELECT bytes FROM dumps ORDER BY dump'
is 'snapshots are no increments' '3000 250 400' "$(sed '1d; s/\.0*$//' "$tmp/out" | tr '\n' ' ' | sed 's/ $//')"

# golang/go#53055: one stack, a thousand records that differ in the size of their objects.
awk 'BEGIN {
    for (i = 1; i <= 1000; i++) { sum += i; lines = lines "1: " i " [1: " i "] @ 0x1010 0x2010\n" }
    printf "heap profile: 1000: %d [1000: %d] @ heapprofile\n%s", sum, sum, lines
}' >"$tmp/fan.heap"
printf '\n%s\n' "$maps" >>"$tmp/fan.heap"
run --show_bytes --collapsed "$tmp/fan.heap"
is 'a thousand records of a stack: one line, their sum' '500500' "$(sed 's/.* //' "$tmp/out")"

# gperftools/gperftools#251: memory is a small multiple of the file, whatever its size. These stacks share
# nothing with each other, which takes most.
bench=$top_builddir/bench
if grep -q __asan_init "$JEPROF_C"; then
    skip 'a large dump: AddressSanitizer needs memory of its own'
else
    "$bench/gen-dump" --stacks=40000 --depth=30 --addresses=20000 --seed=1 >"$tmp/large.heap"
    kib=$(($(wc -c <"$tmp/large.heap") / 1024))
    peak=$("$bench/jp_bench_run" 1 large /dev/null "$JEPROF_C" -q "$tmp/large.heap" | cut -f 5)
    [ "$kib" -gt 20000 ] && [ "$peak" -gt 1000 ] && [ "$peak" -lt $((5 * kib)) ]
    result $? 'a large dump: memory below five times its size'
fi

# google/pprof#666 and its kin: +900 and -880.
printf 'heap_v2/1\n@ 0x1010 0x2010\n  t*: 1: 1000 [0: 0]\n@ 0x3010 0x2010\n  t*: 1: 880 [0: 0]\n\n%s\n' \
    "$maps" >"$tmp/before.heap"
printf 'heap_v2/1\n@ 0x1010 0x2010\n  t*: 1: 1900 [0: 0]\n\n%s\n' "$maps" >"$tmp/after.heap"
run --diff --show_bytes --base="$tmp/before.heap" "$tmp/after.heap"
has 'a small net change: what grew' "$tmp/out" '1000     1900      +900   +90.0%'
has 'a small net change: what is gone' "$tmp/out" '880        0      -880  -100.0%'
has 'a small net change: of what it is a share' "$tmp/err" 'base 1.84 KiB, current 1.86 KiB, change +20 B (+1.1 %)'

# The total is of everything, shares are of what a filter leaves: both amounts are said.
run --show_bytes --focus='app[+]0x10$' "$tmp/before.heap"
is 'a filter: the total stays' 'Total: 1880 B' "$(head -1 "$tmp/out")"
for mode in text tree peek=.; do
    run --show_bytes --$mode --focus='app[+]0x10$' "$tmp/before.heap"
    has "a filter: of what shares are, --$mode" "$tmp/err" 'the filters keep 1000 B of 1.84 KiB (53.2 %); shares'
done
run --show_bytes --focus=app "$tmp/before.heap"
lacks 'a filter that keeps all: no word' "$tmp/err" 'the filters keep'

# gperftools/gperftools#100: megabytes of something small.
printf 'heap_v2/1\n@ 0x1010 0x2010\n  t*: 1: 900 [0: 0]\n\n%s\n' "$maps" >"$tmp/small.heap"
run "$tmp/small.heap"
has 'less than a megabyte: what to do' "$tmp/err" 'hint: all of it is 900 B: --show_bytes shows values that small'
run --show_bytes "$tmp/small.heap"
is 'less than a megabyte, in bytes' 'Total: 900 B' "$(head -1 "$tmp/out")"
lacks 'in bytes: no hint' "$tmp/err" 'hint: all of it'

# MaterializeInc/materialize#22335: a return address behind the last call of a function belongs to it,
# though it is the first byte of the next one.
prog=$CORPUS/c-static/relayd
if command -v nm >/dev/null && [ -f "$prog" ]; then
    nm -S --defined-only "$prog" | awk '$3 ~ /^[tT]$/ { print $1, $2, $4 }' | sort >"$tmp/functions"
    # Two functions without a gap, each the only one at its address.
    read -r address name next <<EOF
$(awk '
    function hex(text, n, i) {
        for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
        return n
    }
    { start[NR] = hex($1); end[NR] = start[NR] + hex($2); text[NR] = $1; name[NR] = $3 }
    END {
        for (i = 2; i < NR - 1; i++)
            if (end[i] == start[i + 1] && start[i - 1] < start[i] && start[i + 1] < start[i + 2] &&
                name[i] ~ /^[a-z_]+$/ && name[i + 1] ~ /^[a-z_]+$/) {
                print text[i + 1], name[i], name[i + 1]
                exit
            }
    }' "$tmp/functions")
EOF
    {
        printf 'heap_v2/1\n@ 0x%s\n  t*: 1: 64 [0: 0]\n\n' "$address"
        sed -n '/^MAPPED_LIBRARIES/,$p' "$prog.01.heap"
    } >"$tmp/return.heap"
    run -q --show_bytes --show-allocator --no-inlines "$prog" "$tmp/return.heap"
    has 'a return address at the end of a function: its name' "$tmp/out" "% $name"
    lacks 'a return address at the end of a function: not the next one' "$tmp/out" "% $next"
else
    skip 'a return address at the end of a function: no nm or no corpus'
fi

# polarsignals/rust-jemalloc-pprof#18: a program without a build-id. The note that holds it is renamed.
if [ -f "$CORPUS/c-static/relayd" ] && command -v readelf >/dev/null; then
    mkdir "$tmp/nameless"
    sed 's/\x14\x00\x00\x00\x03\x00\x00\x00GNU\x00/\x14\x00\x00\x00\x03\x00\x00\x00XXX\x00/' \
        "$CORPUS/c-static/relayd" >"$tmp/nameless/relayd"
    is 'no build-id: there is none' '' "$(readelf -n "$tmp/nameless/relayd" 2>/dev/null | grep 'Build ID')"
    run -q --info "$tmp/nameless/relayd" "$CORPUS/c-static/relayd.02.heap"
    has 'no build-id: said' "$tmp/out" '  build-id   none known: '
    run -q --info "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap"
    lacks 'a build-id: no word about it' "$tmp/out" '  build-id   none: '
else
    skip 'no build-id: no readelf or no corpus'
fi

# risingwavelabs/risingwave#12491, milvus-io/milvus#53182: the .dwo files are gone. One line, and names.
cp -r "$CORPUS/c-splitdwarf" "$tmp/split"
rm -rf "$tmp/split/obj"
away "$tmp/split"
run --show_bytes "$tmp/split/relayd" "$tmp/split/relayd.02.heap"
has 'no .dwo files: names' "$tmp/out" ' store_append'
is 'no .dwo files: one line for each file' 5 "$(grep -c 'split debug files' "$tmp/err")"

# scylladb/scylladb#5289: the shared part of debug information is gone.
cp -r "$CORPUS/c-dwz" "$tmp/dwz"
rm -r "$tmp/dwz/.dwz"
away "$tmp/dwz"
run --show_bytes "$tmp/dwz/relayd" "$tmp/dwz/relayd.02.heap"
is 'no common debug file: status' 0 "$status"
has 'no common debug file: names' "$tmp/out" ' store_append'
has 'no common debug file: told' "$tmp/err" '/audit.plugin: no names of inlined functions for 1 of 1 locations'
has 'no common debug file: what to do' "$tmp/err" '.gnu_debugaltlink) was not found; copy'
run -q --info "$tmp/dwz/relayd" "$tmp/dwz/relayd.02.heap"
has 'no common debug file: in --info' "$tmp/out" 'no inlines 1 of 1: the shared debug file'

# jeprof leaves out the difference between addresses and offsets of what lld links as soon as there is
# a separate debug file. Everything that c-lld-pie has of its own is taken apart here.
if command -v objcopy >/dev/null && command -v readelf >/dev/null; then
    cp -r "$CORPUS/c-lld-pie" "$tmp/lld"
    away "$tmp/lld"
    run -q --show_bytes --lines --sysroot="$tmp/lld" "$tmp/lld/relayd" "$tmp/lld/relayd.02.heap"
    cp "$tmp/out" "$tmp/want"
    for file in "$tmp/lld/relayd" "$tmp"/lld/*.so* "$tmp"/lld/*.plugin; do
        id=$(readelf -n "$file" | sed -n 's/.*Build ID: //p')
        mkdir -p "$tmp/debug/.build-id/${id%"${id#??}"}"
        objcopy --only-keep-debug "$file" "$tmp/debug/.build-id/${id%"${id#??}"}/${id#??}.debug"
        objcopy --strip-all "$file"
    done
    run -q --show_bytes --lines --sysroot="$tmp/lld" --debug-dir="$tmp/debug" "$tmp/lld/relayd" \
        "$tmp/lld/relayd.02.heap"
    has 'lld and debug files: lines' "$tmp/want" 'store.c:'
    is 'lld and debug files: the same rows' "$(cat "$tmp/want")" "$(cat "$tmp/out")"
    run -q --show_bytes --lines --sysroot="$tmp/lld" "$tmp/lld/relayd" "$tmp/lld/relayd.02.heap"
    lacks 'lld and debug files: not without them' "$tmp/out" 'store.c:'
else
    skip 'lld and debug files: no objcopy'
fi

# scylladb/seastar#3667: nobody is asked over the network.
run --show_bytes "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/relayd.02.heap"
cp "$tmp/out" "$tmp/want"
DEBUGINFOD_URLS=http://127.0.0.1:1/ DEBUGINFOD_VERBOSE=1 "$JEPROF_C" --show_bytes \
    "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/relayd.02.heap" >"$tmp/out" 2>"$tmp/err"
is 'a server for debug information is not asked' "$(cat "$tmp/want")" "$(cat "$tmp/out")"
if command -v ldd >/dev/null; then
    ldd "$JEPROF_C" "$JEPROF_C-full" 2>/dev/null | grep -e libcurl -e libdebuginfod >"$tmp/network"
    is 'no library for networks is loaded' '' "$(cat "$tmp/network")"
else
    skip 'no library for networks is loaded: no ldd'
fi

# apache/doris#42059: a locale that is not there does not get into the report.
LC_ALL=C.invalid "$JEPROF_C" --show_bytes "$CORPUS/c-stripped/relayd" \
    "$CORPUS/c-stripped/relayd.02.heap" >"$tmp/out" 2>"$tmp/err"
is 'a locale that is not there: the same report' "$(cat "$tmp/want")" "$(cat "$tmp/out")"
lacks 'a locale that is not there: no word about it' "$tmp/err" locale

# jemalloc/jemalloc#1431: pictures need no other program.
PATH=/nonexistent "$JEPROF_C" -q --svg "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap" \
    >"$tmp/out" 2>"$tmp/err"
status=$?
if [ $status -eq 2 ]; then
    skip 'a picture without other programs: built without pictures'
else
    is 'a picture without other programs' '0 </svg>' "$status $(tail -1 "$tmp/out")"
fi
finish
