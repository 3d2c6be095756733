#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every mode says of stored dumps what it says of their files, to the byte: the modes are those of the
# program's own table, and each one that is left out is named here with the reason.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
defs=$top_srcdir/src/jp_modes.def
sed -n 's/^JP_MODE([A-Z_0-9]*, "\([a-z-]*\)", \([A-Z]*\),.*\(true\|false\),.*/\1 \2 \3/p' "$defs" >"$tmp/modes"
is 'all rows of the table are understood' "$(grep -c '^JP_MODE(' "$defs")" "$(wc -l <"$tmp/modes" | tr -d ' ')"
JEPROF_VIEWER=true
export JEPROF_VIEWER
# A report with these has to be looked at in a folder that has the files.
cp -r "$CORPUS/c-static" "$CORPUS/rust-runs" "$CORPUS/gperf" "$tmp"
cp "$CORPUS"/handmade/symbolized.heap "$top_srcdir/corpus/handmade/go-heap.pb.gz" \
    "$top_srcdir/tests/data/malloc-stats.json" "$tmp"
cd "$tmp" || exit 1

why_not() { # the reason why a mode is left out; empty: it is not
    case $1 in
    sql | db-info | drop-dumps | prune | vacuum | resymbolize) echo 'it is about a store, not about dumps' ;;
    symbols) echo 'it reads no dump' ;;
    esac
}

option() { # MODE KIND
    case $1 in
    malloc-stats) echo '--malloc-stats=malloc-stats.json' ;;
    gate) echo '--gate --max-growth=1B/dump --max-total=1KiB' ;;
    *) [ "$2" = SWITCH ] && echo "--$1" || echo "--$1=a" ;;
    esac
}

# report OUT ARGS...: both streams, the status, and the picture that a viewer would show
report() {
    out=$1
    shift
    case $mode in
    web | gv | evince) set -- -o picture "$@" ;;
    esac
    printf 'text\ntree\n' | "$JEPROF_C" "$@" >"$out" 2>"$out.err"
    echo "status $?" >>"$out.err"
    [ ! -e picture ] || mv picture "$out"
}

# compare OPTIONS: files and store agree
compare() {
    # shellcheck disable=SC2086
    report want $1 $files
    # shellcheck disable=SC2086
    report got --db=s.db $1 $names
    cmp want got >&2 && cmp want.err got.err >&2
    result $? "$what: $1" || { diff want.err got.err | sed 's/^/# /'; }
    # --gate has found something to blame, else there was something to report.
    ! grep -q 'status [01]' want.err || reported="$reported $mode"
}

# each WHAT PROGRAM FIRST SECOND: the dumps in a store, and all modes. "-": there is none.
each() {
    what=$1 program=${2#-} first=$3 second=${4#-}
    last=${second:-$first}
    rm -f s.db
    # shellcheck disable=SC2086
    "$JEPROF_C" -q --db=s.db $program $first $second
    while read -r mode kind has_table; do
        [ -z "$(why_not "$mode")" ] || continue
        case $mode in
        leaks | gate | churn) files="$program $first $second" names=@all ;;
        diff) files="--base=$first $program $last" names='--base=@first @last' ;;
        *) files="$program $last" names=@last ;;
        esac
        compare "$(option "$mode" "$kind")"
        [ "$has_table" = false ] || compare "$(option "$mode" "$kind") --format=json"
    done <modes
}

reported=
each 'static C' c-static/relayd c-static/relayd.01.heap c-static/relayd.02.heap
each Rust rust-runs/metacache rust-runs/metacache.1001.0.i0.heap rust-runs/metacache.1001.9.i9.heap
each gperftools - gperf/hp.0001.heap gperf/hp.0004.heap
each symbolized - symbolized.heap -
if "$JEPROF_C" -q --text go-heap.pb.gz >out 2>err; then
    each 'pprof of Go' - go-heap.pb.gz -
    for n in 0 9; do
        "$JEPROF_C" -q --pprof --thread='*' -o metacache.1001.$n.i$n.pb.gz rust-runs/metacache \
            rust-runs/metacache.1001.$n.i$n.heap
    done
    each 'pprof with threads' - metacache.1001.0.i0.pb.gz metacache.1001.9.i9.pb.gz
else
    skip 'built without pprof'
fi
while read -r mode kind has_table; do
    reason=$(why_not "$mode")
    case "$reason $reported " in
    ' '*) is "--$mode has reported something" 1 "$(echo "$reported " | grep -c " $mode ")" ;;
    *) echo "# left out: --$mode: $reason" ;;
    esac
done <modes
finish
