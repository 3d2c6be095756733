#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The page of --html in a browser, its numbers against those of --text and --peek.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/browser/browser.sh
. "$top_srcdir/tests/browser/browser.sh"

report() { # report NAME ARGS...: the page and the tables of each value, in $tmp/NAME*
    name=$1
    shift
    "$JEPROF_C" -q --html -o "$tmp/$name.html" "$@" || exit 1
    for metric in inuse_space inuse_objects alloc_space alloc_objects; do
        "$JEPROF_C" -q --show_bytes --$metric "$@" >"$tmp/$name.$metric.text" || exit 1
        "$JEPROF_C" -q --show_bytes --$metric --peek=. --nodecount=1000 "$@" \
            >"$tmp/$name.$metric.peek" || exit 1
    done
}

cd "$CORPUS" || exit 1
report c c-static/relayd c-static/relayd.02.heap
report rust rust-v0/metacache rust-v0/metacache.02.heap
report deep --lib_prefix=c-deep c-deep/relayd c-deep/r300.01.heap
report change --base=c-static/relayd.01.heap c-static/relayd c-static/relayd.02.heap
report gone --lib_prefix=cpp-gcc5-pie --base=cpp-gcc5-pie/orderbook.02.heap \
    cpp-gcc5-pie/orderbook cpp-gcc5-pie/orderbook.01.heap
"$JEPROF_C" -q --html -o "$tmp/noaccum.html" c-sampling/relayd c-sampling/noaccum.01.heap || exit 1
browser page.js "$tmp"
