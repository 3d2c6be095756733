#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The page of --html in a browser, its numbers against those of --text and --peek.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/browser/browser.sh
. "$top_srcdir/tests/browser/browser.sh"

# report NAME FOLD ARGS...: the page and the tables of each value, in $tmp/NAME*. Pages fold unless
# told otherwise; FOLD is what makes tables do the same.
report() {
    name=$1 page= tables=$2
    [ "$tables" = --fold=std,async ] || page=$tables
    shift 2
    # shellcheck disable=SC2086
    "$JEPROF_C" -q --html $page -o "$tmp/$name.html" "$@" || exit 1
    for metric in inuse_space inuse_objects alloc_space alloc_objects; do
        # shellcheck disable=SC2086
        "$JEPROF_C" -q --show_bytes --$metric $tables "$@" >"$tmp/$name.$metric.text" || exit 1
        # shellcheck disable=SC2086
        "$JEPROF_C" -q --show_bytes --$metric $tables --peek=. --nodecount=1000 "$@" \
            >"$tmp/$name.$metric.peek" || exit 1
    done
}
all='--no-fold --names=short'

cd "$CORPUS" || exit 1
report c "$all" c-static/relayd c-static/relayd.02.heap
report rust --fold=std,async rust-v0/metacache rust-v0/metacache.02.heap
report deep --fold=std,async --lib_prefix=c-deep c-deep/relayd c-deep/r300.01.heap
report change "$all" --base=c-static/relayd.01.heap c-static/relayd c-static/relayd.02.heap
report gone --fold=std,async --lib_prefix=cpp-gcc5-pie --base=cpp-gcc5-pie/orderbook.02.heap \
    cpp-gcc5-pie/orderbook cpp-gcc5-pie/orderbook.01.heap
"$JEPROF_C" -q --html -o "$tmp/noaccum.html" c-sampling/relayd c-sampling/noaccum.01.heap || exit 1
browser page.js "$tmp"
