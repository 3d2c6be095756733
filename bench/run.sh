#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Time and peak memory of the program beside other tools, in one run on one machine.
#
#   make bench                      reports of a few dumps, and symbolizers on a program of the corpus
#   BINARY=/path/to/elf make bench  symbolizers on this file instead
#   VARIANTS=1 make bench           also --text of every variant of the corpus
#   RUNS=9                          runs of each job (5)
#   STACKS=200000                   size of the generated dump (20000)
#   COUNTS='1000 10000'             how many addresses (1000 10000 100000)
#   SLOW=1                          wait for symbolizers that take minutes, too
#   GIMLI=/path/to/program          a symbolizer over Rust's gimli that reads addresses
#
# Tools that are not installed are left out. Every run is a process of its own, with the page cache
# warm and no cache of ours in use, unless it says so. Medians of the elapsed time; CPU (user and
# system) is the least of all runs, because other work on the machine only adds to it.
set -u
runs=${RUNS:-5}
jeprof_c=$top_builddir/src/jeprof-c
run=$top_builddir/bench/jp_bench_run
frames=$top_builddir/tests/tools/jp_dwarf_frames
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
XDG_CACHE_HOME=$tmp/cache
export XDG_CACHE_HOME
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
    [ -n "$ours" ] || ours=$(cut -f7 "$tmp/line")
    awk -F'\t' -v ours="$ours" '{
        printf "%-28s %5d %10.4f %10.4f %10.1f  %.1f\n", $1, $2, $3, $7, $5 / 1024,
            (ours > 0 ? $7 / ours : 0) }' "$tmp/line"
}

have() { command -v "$1" >/dev/null; }

# report RUNS-OF-PERL PROGRAM DUMP OPTION...: --text of one dump
report() {
    perl_runs=$1 program=$2 dump=$3
    shift 3
    job "$runs" jeprof-c "$tmp/none" "$jeprof_c" -q --text --no-cache "$@" "$program" "$dump"
    job "$runs" 'jeprof-c --jobs=1' "$tmp/none" "$jeprof_c" -q --text --no-cache --jobs=1 "$@" "$program" "$dump"
    "$jeprof_c" -q --text "$@" "$program" "$dump" >/dev/null 2>&1
    job "$runs" 'jeprof-c, names cached' "$tmp/none" "$jeprof_c" -q --text "$@" "$program" "$dump"
    ! have jeprof || job "$perl_runs" 'jeprof (Perl)' "$tmp/none" jeprof --text "$@" "$program" "$dump"
}

# variant FOLDER: one line, --text of the folder's last dump, ours and the Perl script's CPU
variant() {
    for program in "$1/relayd" "$1/orderbook" "$1/metacache"; do
        [ -x "$program" ] && break
    done
    dump=$(cd "$1" && ls ./*.heap 2>/dev/null | tail -1)
    [ -x "$program" ] && [ -f "$1/$dump" ] || return
    "$run" "$runs" own "$tmp/none" "$jeprof_c" -q --text --no-cache --lib_prefix="$1" "$program" "$1/$dump" >"$tmp/own"
    "$run" 1 perl "$tmp/none" jeprof --text --lib_prefix="$1" "$program" "$1/$dump" >"$tmp/perl"
    paste "$tmp/own" "$tmp/perl" | awk -F'\t' -v name="${1##*/}" '{
        printf "%-20s %10.4f %10.4f %8.0f\n", name, $7, $14, $14 / $7 }'
}

symbolizers() { # symbolizers FILE COUNT
    "$top_builddir/bench/jp_bench_addresses" "$1" "$2" >"$tmp/addresses"
    once=1
    [ "${SLOW:-}" ] || [ "$2" -le 10000 ] || once=
    heading "Functions, files and lines with inlined callers: $2 addresses of ${1#"$CORPUS/"}, $(du -k "$1" | cut -f1) KB"
    job "$runs" 'own reader' "$tmp/addresses" "$frames" "$1"
    job "$runs" 'own reader, 2 threads' "$tmp/addresses" "$frames" -j 2 "$1"
    job "$runs" 'libdwarf (--symbolizer)' "$tmp/addresses" "$frames" -l "$1"
    [ ! -x "$top_builddir/bench/libdw-frames" ] ||
        job "$runs" 'libdw' "$tmp/addresses" "$top_builddir/bench/libdw-frames" "$1"
    if [ "${GIMLI:-}" ]; then
        job "$runs" 'gimli' "$tmp/addresses" "$GIMLI" "$1"
    else
        echo 'gimli                        skipped: GIMLI is not set'
    fi
    ! have llvm-symbolizer || job 1 llvm-symbolizer "$tmp/addresses" llvm-symbolizer --obj="$1" --no-demangle
    ! have addr2line || [ -z "$once" ] || job 1 'GNU addr2line -fi' "$tmp/addresses" addr2line -f -i -e "$1"
    ! have eu-addr2line || [ -z "${SLOW:-}" ] || [ "$2" -gt 1000 ] ||
        job 1 'eu-addr2line -fi' "$tmp/addresses" eu-addr2line -f -i -e "$1"
}

size() { echo "$(($(wc -c <"$1") / 1024)) KB, $(grep -c '^@' "$1") stacks"; }

echo "$("$jeprof_c" --version | head -1), $(uname -sm), $(getconf _NPROCESSORS_ONLN) processors, load $(cut -d' ' -f1 /proc/loadavg)"
cd "$CORPUS" || exit 1
dump=c-static/relayd.02.heap
heading "C, static, --text: $dump, $(size $dump)"
report "$runs" "$PWD/c-static/relayd" $dump
dump=c-gcc5-pie/relayd.02.heap
heading "C, --text: $dump, $(size $dump)"
report "$runs" "$PWD/c-gcc5-pie/relayd" $dump --lib_prefix="$CORPUS/c-gcc5-pie"
dump=cpp-gcc5-pie/orderbook.02.heap
heading "C++, --text: $dump, $(size $dump)"
report "$runs" "$PWD/cpp-gcc5-pie/orderbook" $dump --lib_prefix="$CORPUS/cpp-gcc5-pie"
dump=rust-v0/metacache.02.heap
heading "Rust, --text: $dump, $(size $dump)"
report "$runs" "$PWD/rust-v0/metacache" $dump --lib_prefix="$CORPUS/rust-v0"
large=$tmp/large.heap
"$top_builddir/bench/gen-dump" --stacks="${STACKS:-20000}" --program="$CORPUS/rust-v0/metacache" >"$large"
heading "Large, --text: gen-dump --stacks=${STACKS:-20000}, $(size "$large")"
report 1 "$CORPUS/rust-v0/metacache" "$large" --lib_prefix="$CORPUS/rust-v0"
heading "Large, parsing: the same dump"
job "$runs" 'read-speed (the reader alone)' "$tmp/none" "$top_builddir/bench/read-speed" "$large"
"$top_builddir/bench/read-speed" "$large" | sed "s|^[^:]*: ||"
for nodes in 80 500; do
    heading "Call graph of $nodes nodes: the same dump (less --dot: measuring, placing and drawing)"
    all="-q --no-fold --names=short --nodecount=$nodes --nodefraction=0 --edgefraction=0 --lib_prefix=$CORPUS/rust-v0"
    # shellcheck disable=SC2086
    for mode in dot svg pdf png; do
        job "$runs" "jeprof-c --$mode" "$tmp/none" "$jeprof_c" --$mode $all "$CORPUS/rust-v0/metacache" "$large"
    done
    # shellcheck disable=SC2086
    "$jeprof_c" --dot $all "$CORPUS/rust-v0/metacache" "$large" >"$tmp/graph.dot"
    ! have dot || job "$runs" 'dot -Tsvg of that --dot' "$tmp/none" dot -Tsvg "$tmp/graph.dot"
done
if [ "${VARIANTS:-}" ] && have jeprof; then
    echo
    printf '%-20s %10s %10s %8s\n' 'variant, --text' cpu/s 'Perl cpu/s' factor
    for folder in "$CORPUS"/*/; do
        variant "${folder%/}"
    done
fi
for count in ${COUNTS:-1000 10000 100000}; do
    symbolizers "${BINARY:-$CORPUS/rust-v0/metacache}" "$count"
done

# Stores: DUMPS dumps of one service, the same stacks with other counters.
store_dumps=${DUMPS:-20}
db=$tmp/store.db
i=0
while [ $i -lt "$store_dumps" ]; do
    i=$((i + 1))
    awk -v i=$i '/^  t/ && NR > 8 { split($0, a, /[^0-9]+/); more = (i * 7 + NR) % 5
        sub(/[0-9]+: [0-9]+ \[.*/, sprintf("%d: %d [%d: %d]", a[3] + more, a[4] + more * 64, a[5] + i,
            a[6] + i * 100)) } { print }' "$large" >"$tmp/jeprof.7.$i.i$i.heap"
done
heading "Store: $store_dumps dumps like the large one"
job 1 'import (into a new store)' "$tmp/none" "$jeprof_c" -q --db="$db" "$tmp"/jeprof.7.*.heap
rows=$("$jeprof_c" -q --db="$db" --format=csv --sql='SELECT (SELECT count(*) FROM sample) + (SELECT count(*) FROM thread_sample)' | sed 1d)
size=$(wc -c <"$db")
job "$runs" 'import of one more' "$tmp/none" sh -c "cp '$db' '$tmp/more.db'; '$jeprof_c' -q --db='$tmp/more.db' '$large'"
job "$runs" '--text @7' "$tmp/none" "$jeprof_c" -q --db="$db" --text @7
job "$runs" '--text, from the file' "$tmp/none" "$jeprof_c" -q --text "$tmp/jeprof.7.7.i7.heap"
job "$runs" '--leaks @all' "$tmp/none" "$jeprof_c" -q --db="$db" --leaks @all
job "$runs" 'SQL: flat top of a dump' "$tmp/none" "$jeprof_c" --db="$db" --sql='SELECT name, bytes FROM flat WHERE dump = 7 ORDER BY bytes DESC LIMIT 20'
job "$runs" 'SQL: cumulative top' "$tmp/none" "$jeprof_c" --db="$db" --sql='SELECT name, bytes FROM cum WHERE dump = 7 ORDER BY bytes DESC LIMIT 20'
job "$runs" 'SQL: diff of two dumps' "$tmp/none" "$jeprof_c" --db="$db" --sql='SELECT stack, bytes FROM diff(3, 7) ORDER BY bytes DESC LIMIT 20'
job "$runs" 'SQL: growth of the series' "$tmp/none" "$jeprof_c" --db="$db" --sql="SELECT * FROM growth('jeprof.7') ORDER BY bytes_per_hour DESC LIMIT 20"
echo "$rows samples, $((size / rows)) bytes of the file for each"
