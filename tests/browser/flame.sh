#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The script of --flame in a browser: the same picture as without it, search, zoom, keys.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/browser/browser.sh
. "$top_srcdir/tests/browser/browser.sh"

draw() { # draw NAME ARGS...: to $tmp/NAME.svg, with all frames
    name=$1
    shift
    "$JEPROF_C" -q --flame --no-fold --names=short "$@" >"$tmp/$name.svg" || exit 1
}

cd "$CORPUS" || exit 1
draw c c-static/relayd c-static/relayd.02.heap
draw cpp --lib_prefix=cpp-gcc5-pie --base=cpp-gcc5-pie/orderbook.02.heap \
    cpp-gcc5-pie/orderbook cpp-gcc5-pie/orderbook.01.heap
draw rust rust-v0/metacache rust-v0/metacache.02.heap
draw upward --inverted --bottom-up --inuse_objects c-static/relayd c-static/relayd.02.heap
"$top_builddir/bench/gen-dump" --stacks=3000 --depth=8 --addresses=2000 >"$tmp/many.heap"
draw many "$tmp/many.heap"
"$JEPROF_C" -q --flame rust-v0/metacache rust-v0/metacache.02.heap >"$tmp/folded.svg" || exit 1
# Six groups of functions.
"$JEPROF_C" -q --flame --lib_prefix=c-gcc5-pie c-gcc5-pie/relayd c-gcc5-pie/relayd.02.heap >"$tmp/groups.svg" ||
    exit 1
browser flame.js "$tmp/c.svg" "$tmp/cpp.svg" "$tmp/rust.svg" "$tmp/upward.svg" "$tmp/many.svg" \
    "$tmp/folded.svg" "$tmp/groups.svg"
