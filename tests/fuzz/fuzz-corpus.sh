#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck disable=SC2154
# Every fuzz target over the files it reads, whole and cut, as an ordinary test. With a libFuzzer
# build the programs take the same files.
fuzz=$top_builddir/tests/fuzz
handmade=$top_srcdir/corpus/handmade
n=0

# try TARGET FILE...
try() {
    target=$1
    shift
    n=$((n + 1))
    if "$fuzz/$target" "$@" >"$target.out" 2>&1; then
        echo "ok $n - $target"
    else
        echo "not ok $n - $target"
        tail -n 20 "$target.out" | sed 's/^/# /'
    fi
    rm -f "$target.out"
}

echo 1..6
for target in fuzz_dump fuzz_maps fuzz_unpack; do
    try $target "$handmade"/*.heap "$handmade"/packed.*
done
try fuzz_beside "$top_srcdir"/doc/json-schema/*.json "$top_srcdir"/tests/data/malloc-stats.* \
    "$handmade"/*.heap
try fuzz_pprof "$handmade"/go-heap.pb.gz "$handmade"/*.heap
# One program of each kind of debug information, and one library whose section table is taken away.
headerless=$fuzz/fuzz-headerless.so
cp "$CORPUS"/c-gcc5-pie/libstore.so "$headerless"
chmod u+w "$headerless"
for place in 40:8 60:4; do
    dd if=/dev/zero of="$headerless" bs=1 seek=${place%:*} count=${place#*:} conv=notrunc 2>/dev/null
done
try fuzz_object "$headerless" "$CORPUS"/c-gcc4-nopie/relayd "$CORPUS"/c-clang5-pie/relayd "$CORPUS"/c-gz/relayd \
    "$CORPUS"/c-dwz/relayd "$CORPUS"/c-splitdwarf/relayd "$CORPUS"/c-stripped/relayd \
    "$CORPUS"/c-lld-pie/relayd "$CORPUS"/c-O3-lto/relayd "$CORPUS"/shape-*/program \
    "$CORPUS"/shape-*/*.dw[op] "$CORPUS"/shape-*/.dwz/common.debug
rm -f "$headerless"
