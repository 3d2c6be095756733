#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The script of --svg in a browser: searching, zooming, highlighting, the keyboard, printing.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/browser/browser.sh
. "$top_srcdir/tests/browser/browser.sh"

run -q --svg "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap"
if grep -q 'built without pictures' "$tmp/err"; then
    echo '1..0 # SKIP built without pictures'
    exit 0
fi
cp "$tmp/out" "$tmp/graph.svg"
browser graph.js "$tmp/graph.svg"
