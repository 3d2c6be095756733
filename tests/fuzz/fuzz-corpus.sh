#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck disable=SC2154
# Every fuzz target over the hand-made dumps, whole and cut, as an ordinary test. With a libFuzzer
# build the programs take the same files.
fuzz=$top_builddir/tests/fuzz
handmade=$top_srcdir/corpus/handmade

echo 1..3
n=0
for target in fuzz_dump fuzz_maps fuzz_unpack; do
    n=$((n + 1))
    if "$fuzz/$target" "$handmade"/*.heap "$handmade"/packed.* >"$target.out" 2>&1; then
        echo "ok $n - $target"
    else
        echo "not ok $n - $target"
        tail -n 20 "$target.out" | sed 's/^/# /'
    fi
    rm -f "$target.out"
done
