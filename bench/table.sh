#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# For the scripts beside it: tables of measured commands.
# shellcheck disable=SC2034,SC2154

heading() {
    echo
    echo "$1"
    printf '%-28s %5s %10s %10s %10s  %s\n' tool runs wall/s cpu/s peak/MB 'cpu, ours = 1'
    ours=
}

# job RUNS LABEL INPUT COMMAND...: one line of the table; the first job of a table is ours
job() {
    "$run" "$@" >"$tmp/line"
    if grep -q failed "$tmp/line"; then
        printf '%-28s failed\n' "$2"
        return
    fi
    [ -n "$ours" ] || ours=$(cut -f7 "$tmp/line")
    awk -F'\t' -v ours="$ours" '{
        printf "%-28s %5d %10.4f %10.4f %10.1f  %.1f\n", $1, $2, $3, $7, $5 / 1024,
            (ours > 0 ? $7 / ours : 0) }' "$tmp/line"
}
