# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
# What the browser tests share; to be sourced behind tests/cli/tap.sh.
#
#   browser TEST FILE...   runs tests/browser/TEST with node; or skips, with the reason

# What is missing, or nothing. "make browser-tools" installs playwright-core in the build folder.
browser_lacks() {
    PLAYWRIGHT=$top_builddir/tests/browser/node_modules/playwright-core
    CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
    export PLAYWRIGHT CHROMIUM
    command -v node >/dev/null || echo 'node is not installed'
    [ -n "$CHROMIUM" ] || echo 'chromium is not installed'
    [ -d "$PLAYWRIGHT" ] || echo 'playwright-core is not there: make browser-tools'
}

browser() {
    lacks=$(browser_lacks | head -1)
    if [ -n "$lacks" ]; then
        echo "1..0 # SKIP $lacks"
        exit 0
    fi
    browser_lacks >/dev/null
    script=$top_srcdir/tests/browser/$1
    shift
    HOME=$tmp node "$script" "$@"
}
