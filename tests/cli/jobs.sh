#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The number of processors in use must not show in what is found.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/frames.sh
. "$top_srcdir/tests/cli/frames.sh"

for file in rust-v0/metacache rust-unpacked/metacache cpp-gcc5-pie/orderbook; do
    spread "$CORPUS/$file" 3000 >"$tmp/addresses"
    for jobs in 1 2 7; do
        "$frames_tool" -v -j $jobs "$CORPUS/$file" <"$tmp/addresses" >"$tmp/frames.$jobs" 2>&1
    done
    cmp -s "$tmp/frames.1" "$tmp/frames.2" && cmp -s "$tmp/frames.1" "$tmp/frames.7" && [ -s "$tmp/frames.1" ]
    result $? "$file: threads that share the units find the same with the same work"
done

for variant in c-gcc5-pie/relayd c-dwz/relayd cpp-gcc5-pie/orderbook rust-v0/metacache; do
    folder=$CORPUS/${variant%/*}
    for jobs in 1 2 5 0; do
        run --text --lines -v --jobs=$jobs --lib_prefix="$folder" "$CORPUS/$variant" "$CORPUS/$variant.01.heap"
        cat "$tmp/out" "$tmp/err" >"$tmp/report.$jobs"
        [ "$status" = 0 ] && cmp -s "$tmp/report.1" "$tmp/report.$jobs"
        result $? "$variant: --jobs=$jobs"
    done
done

run --text --jobs=-1 "$CORPUS/rust-v0/metacache" "$CORPUS/rust-v0/metacache.01.heap"
is "a negative number: usage error" 2 "$status"
finish
