#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The script of --svg in a browser: searching, zooming, highlighting, the keyboard, printing.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/browser/browser.sh
. "$top_srcdir/tests/browser/browser.sh"

"$JEPROF_C" --help | grep -q -e --svg || { echo '1..0 # SKIP built without pictures'; exit 0; }
"$JEPROF_C" -q --svg "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap" >"$tmp/graph.svg" || exit 1
browser graph.js "$tmp/graph.svg"
