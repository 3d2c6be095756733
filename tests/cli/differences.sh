#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# doc/differences.md, "Default names" and "Numbers": what jeprof gets wrong, on real dumps.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

report() { # report VARIANT PROGRAM ARGUMENTS...
    folder=$CORPUS/$1 program=$2
    shift 2
    cd "$folder" && run --text --show_bytes --lib_prefix="$folder" "$folder/$program" "$@"
    cd "$OLDPWD" || exit 1
}

flat_sum() { awk '!/^Total/ { sum += $1 } END { printf "%.0f\n", sum }' "$tmp/out"; }
total() { sed -n 's/^Total: \(.*\) B$/\1/p' "$tmp/out"; }
adds_up() { # adds_up NAME: the flat values are the total, up to the cut of each row
    is "$1: rows add up to the total" yes "$(awk -v total="$(total)" -v sum="$(flat_sum)" \
        -v rows="$(wc -l <"$tmp/out")" 'BEGIN { print (total - sum <= rows && sum <= total ? "yes" : sum) }')"
}

report cpp-gcc5-pie orderbook orderbook.02.heap
lacks 'C++: no row of the allocator' "$tmp/out" malloc_usable_size
has 'C++: the values are those of the callers' "$tmp/out" ' 3765643  40.3% std::string::_M_mutate'
lacks 'C++: a function without a name has no neighbour'"'"'s' "$tmp/out" __throw_ios_failure
has 'C++: it goes by module and offset' "$tmp/out" '   81923   0.9% libstdc++.so.6.0.30+0x'
adds_up 'C++'
report cpp-jestatic orderbook orderbook.02.heap
lacks 'C++ with jemalloc inside: no row of the allocator' "$tmp/out" fallback_impl
lacks 'C++ with jemalloc inside: no operator new' "$tmp/out" 'operator new'
adds_up 'C++ with jemalloc inside'

report c-static relayd relayd.02.heap
lacks 'jemalloc with a prefix: no row of the allocator' "$tmp/out" jem_calloc
adds_up 'jemalloc with a prefix'
report rust-rjem metacache metacache.02.heap
lacks 'Rust crate of jemalloc: no row of the allocator' "$tmp/out" _rjem_
lacks 'Rust crate of jemalloc: no shim' "$tmp/out" __rust_alloc
adds_up 'Rust crate of jemalloc'

report rust-v0 metacache metacache.02.heap
has 'Rust: a trait method keeps its type' "$tmp/out" ' <Registry as Loader>::load'
has 'Rust: another from' "$tmp/out" ' <Box<str> as From<&str>>::from (inline)'
has 'Rust: and another' "$tmp/out" ' <Arc<[u8]> as From<Vec<u8>>>::from (inline)'
is 'Rust: no name begins with ::' '' "$(grep -E '% ::' "$tmp/out")"
adds_up 'Rust'

# The plug-in without .so, and the program under another name in another folder.
mkdir "$tmp/moved"
cp "$CORPUS"/c-gcc5-pie/*.so* "$CORPUS/c-gcc5-pie/audit.plugin" "$CORPUS/c-gcc5-pie/relayd.02.heap" "$tmp/moved"
cp "$CORPUS/c-gcc5-pie/relayd" "$tmp/moved/relayd-1.2"
cd "$tmp/moved" && run --text --show_bytes --lib_prefix="$tmp/moved" ./relayd-1.2 relayd.02.heap
cd "$OLDPWD" || exit 1
has 'moved program: main has a name' "$tmp/out" ' 1887613  95.8% main'
has 'plug-in without .so: its function has a name' "$tmp/out" '  680588  34.6% keep (inline)'

report handmade ../c-gcc5-pie/relayd huge-numbers.heap
is 'counters of 2^63 and more: status' 0 "$status"
lacks 'counters of 2^63 and more: no -1' "$tmp/out" ' -1 B'
has 'counters of 2^63 and more: a warning' "$tmp/err" 'counters of 2^63 or more'
for dump in count-without-bytes rate-huge flat-heap_v1-zero-inuse; do
    report handmade ../c-gcc5-pie/relayd $dump.heap
    is "$dump: status" 0 "$status"
    has "$dump: a report" "$tmp/out" 'Total: '
done

rm -f /tmp/jpc-corpus-injected
report handmade ../c-gcc5-pie/relayd shell-in-path.heap
is 'a command in a path: status' 0 "$status"
[ ! -e /tmp/jpc-corpus-injected ]
result $? 'a command in a path: not run'

# --no-inlines: the function that holds the code, which the symbol table has, and the same sums.
folder=$CORPUS/c-gcc5-pie
if command -v nm >/dev/null; then
    report c-gcc5-pie relayd relayd.02.heap
    cp "$tmp/out" "$tmp/inlines"
    inlines=$(grep -c '(inline)' "$tmp/inlines")
    report c-gcc5-pie relayd relayd.02.heap --no-inlines
    [ "$inlines" -gt 3 ] && ! grep -q inline "$tmp/out"
    result $? "--no-inlines: none of $inlines inlined functions is left"
    nm "$folder/relayd" "$folder"/*.so* "$folder/audit.plugin" | sed -n 's/.* [tT] //p' >"$tmp/symbols"
    sed -n 's/^.*% \(.*\) (inline)$/\1/p' "$tmp/inlines" | sort -u | while read -r name; do
        grep -qrw "$name" "$CORPUS/src/c" || continue
        if grep -q "% $name\$" "$tmp/out" && ! grep -qx "$name" "$tmp/symbols"; then echo "$name"; fi
    done >"$tmp/strange"
    is '--no-inlines: an inlined function that is left has a symbol' '' "$(cat "$tmp/strange")"
    adds_up '--no-inlines'
    # "keep" is inlined into one function only, that of the plug-in.
    is '--no-inlines: what an inlined function held is its caller'"'"'s' \
        "$(awk '/ keep / { print $1 }' "$tmp/inlines")" \
        "$(awk '/ on_message \[audit.plugin\]/ { print $1 }' "$tmp/out")"
else
    skip 'no nm'
fi

# jemalloc linked into a library: its functions are known by name, the library's own stay. The program
# of the corpus that has jemalloc inside serves as that library.
for variant in c-jestatic/relayd cpp-jestatic/orderbook c-static/relayd; do
    folder=$CORPUS/${variant%/*} program=${variant#*/}
    mkdir -p "$tmp/library"
    cp "$folder/$program" "$tmp/library/libapp.so"
    sed "s#/$program\$#/libapp.so#" "$folder/$program.02.heap" >"$tmp/library.heap"
    run -q --show_bytes --lib_prefix="$CORPUS" "$folder/$program" "$folder/$program.02.heap"
    cp "$tmp/out" "$tmp/want"
    run -q --show_bytes --sysroot="$tmp/library" --lib_prefix="$CORPUS" "$tmp/library.heap"
    [ "$(wc -l <"$tmp/want")" -gt 5 ] && cmp -s "$tmp/want" "$tmp/out"
    result $? "$variant as a library: the same rows"
done
finish
