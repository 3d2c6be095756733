#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Time and peak memory of the program beside other tools, in one run on one machine.
#
#   make bench            RUNS=9 make bench
#
# Tools that are not installed are left out. For each job: median of RUNS runs (the Perl script on
# the large dump runs once), every run a process of its own, no cache of ours in use.
set -u
runs=${RUNS:-5}
jeprof_c=$top_builddir/src/jeprof-c
run=$top_builddir/bench/jp_bench_run
symbolize=$top_builddir/tests/tools/jp_symbolize_dump
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
: >"$tmp/none"

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
    [ -n "$ours" ] || ours=$(cut -f4 "$tmp/line")
    awk -F'\t' -v ours="$ours" '{
        printf "%-28s %5d %10.3f %10.3f %10.1f  %.1f\n", $1, $2, $3, $4, $5 / 1024,
            (ours > 0 ? $4 / ours : 0) }' "$tmp/line"
}

have() { command -v "$1" >/dev/null; }

# report RUNS-OF-PERL PROGRAM DUMP OPTION...: --text of one dump
report() {
    perl_runs=$1 program=$2 dump=$3
    shift 3
    job "$runs" jeprof-c "$tmp/none" "$jeprof_c" -q --text "$@" "$program" "$dump"
    job "$runs" 'jeprof-c --no-inlines' "$tmp/none" "$jeprof_c" -q --text --no-inlines "$@" "$program" "$dump"
    ! have jeprof || job "$perl_runs" 'jeprof (Perl)' "$tmp/none" jeprof --text "$@" "$program" "$dump"
}

# spread FILE COUNT: COUNT addresses spread evenly over the functions of an ELF file
spread() {
    nm --defined-only "$1" | awk '$2 ~ /^[tTwW]$/ { print $1 }' | sort -u >"$tmp/all"
    awk -v n="$(wc -l <"$tmp/all")" -v want="$2" 'int(NR * want / n) != int((NR - 1) * want / n)' "$tmp/all"
}

symbolizers() { # symbolizers FILE COUNT
    spread "$1" "$2" >"$tmp/addresses"
    sed 's/^/0x/' "$tmp/addresses" >"$tmp/prefixed"
    heading "Function, file and line with inlined callers: $(wc -l <"$tmp/addresses") addresses of ${1#"$CORPUS/"}, $(du -k "$1" | cut -f1) KB"
    job "$runs" jeprof-c "$tmp/addresses" "$symbolize" "$1"
    ! have addr2line || job "$runs" 'addr2line -fi' "$tmp/prefixed" addr2line -f -i -e "$1"
    ! have eu-addr2line || job "$runs" 'eu-addr2line -fi' "$tmp/prefixed" eu-addr2line -f -i -e "$1"
    ! have llvm-symbolizer || job "$runs" llvm-symbolizer "$tmp/prefixed" llvm-symbolizer --obj="$1"
}

size() { echo "$(($(wc -c <"$1") / 1024)) KB, $(grep -c '^@' "$1") stacks"; }

echo "$("$jeprof_c" --version | head -1), $(uname -sm), $(getconf _NPROCESSORS_ONLN) processors"
cd "$CORPUS" || exit 1
dump=c-gcc5-pie/relayd.02.heap
heading "C, --text: $dump, $(size $dump)"
report "$runs" "$PWD/c-gcc5-pie/relayd" $dump --lib_prefix="$CORPUS/c-gcc5-pie"
dump=cpp-gcc5-pie/orderbook.02.heap
heading "C++, --text: $dump, $(size $dump)"
report "$runs" "$PWD/cpp-gcc5-pie/orderbook" $dump --lib_prefix="$CORPUS/cpp-gcc5-pie"
dump=rust-v0/metacache.02.heap
heading "Rust, --text: $dump, $(size $dump)"
report "$runs" "$PWD/rust-v0/metacache" $dump --lib_prefix="$CORPUS/rust-v0"
symbolizers "$CORPUS/rust-v0/metacache" 1000
large=$tmp/large.heap
"$top_builddir/bench/gen-dump" --stacks="${STACKS:-20000}" --program="$CORPUS/rust-v0/metacache" >"$large"
heading "Large, --text: gen-dump --stacks=${STACKS:-20000}, $(size "$large")"
report 1 "$CORPUS/rust-v0/metacache" "$large" --lib_prefix="$CORPUS/rust-v0"
heading "Large, parsing: the same dump"
job "$runs" 'read-speed (the reader alone)' "$tmp/none" "$top_builddir/bench/read-speed" "$large"
