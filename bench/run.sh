#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Time and peak memory of the program beside other tools, in one run on one machine.
#
#   make bench                      reports of a few dumps, and symbolizers on a program of the corpus
#   BINARY=/path/to/elf make bench  symbolizers on this file instead
#   COMPRESSED=/path/to/elf         symbolizers on this file, too: the same one with packed sections
#   make bench-symbolizers          nothing but these
#   VARIANTS=1 make bench           also --text of every variant of the corpus
#   PERL_RUNS=3                     runs of the Perl script for that (1)
#   RUNS=9                          runs of each job (5)
#   SLOW_RUNS=3                     runs of llvm-symbolizer and GNU addr2line (1)
#   STACKS=200000                   size of the generated dump (20000)
#   COUNTS='1000 10000'             how many addresses (1000 10000 100000)
#   SLOW=1                          wait for symbolizers that take minutes, too
#   GIMLI=/path/to/gimli-frames     made by bench/gimli-frames/build.sh
#
# bench/store.sh follows, which measures stores and has settings of its own.
#
# Tools that are not installed are left out. Every run is a process of its own, with the page cache
# warm and no cache of ours in use, unless it says so. Debug files of the system (libc6-dbg) are read
# by all programs that find them, and make a difference. Medians of the elapsed time; CPU (user and
# system) is the least of all runs, because other work on the machine only adds to it.
# shellcheck source=bench/table.sh disable=SC2154
set -u
runs=${RUNS:-5}
slow_runs=${SLOW_RUNS:-1}
jeprof_c=$top_builddir/src/jeprof-c
run=$top_builddir/bench/jp_bench_run
frames=$top_builddir/tests/tools/jp_dwarf_frames
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM
XDG_CACHE_HOME=$tmp/cache
export XDG_CACHE_HOME
: >"$tmp/none"

. "$BENCH/table.sh"

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

# The dumps of the corpus name files below this folder. While we measure, the files lie there: jeprof
# does not know a program that has another place, and then has less to do. Where there is such a
# folder already, --lib_prefix names ours.
recorded=/tmp/jpc-corpus
if mkdir "$recorded" 2>/dev/null; then
    place=$recorded
    trap 'rm -rf "$tmp" "$recorded"' EXIT
else
    place=$tmp/corpus
    mkdir "$place"
fi

# settle FOLDER: copy a variant of the corpus, without its recorded outputs, and set $program, $dump
# (the last one) and $where (an option, or nothing); false when there is no program or no dump.
settle() {
    copy=$place/${1##*/}
    mkdir -p "$copy"
    find "$1" -maxdepth 1 -type f -exec cp -p {} "$copy" \;
    for program in "$copy/relayd" "$copy/orderbook" "$copy/metacache"; do
        [ -x "$program" ] && break
    done
    dump=$(find "$copy" -name '*.heap' | sort | tail -1)
    where=
    [ "$place" = "$recorded" ] || where=--lib_prefix=$copy
    [ -x "$program" ] && [ "$dump" ]
}

# Run a command where the system has no debug files (libc6-dbg): they are more to read for both.
plainly() {
    [ "$(id -u)" = 0 ] && as= || as=--map-root-user
    # shellcheck disable=SC2016
    unshare --mount ${as:+"$as"} sh -c 'mount -t tmpfs none /usr/lib/debug && exec "$@"' sh "$@"
}
has_plain=
[ ! -d /usr/lib/debug/.build-id ] || ! plainly true 2>/dev/null || has_plain=1

# pair COMMAND...: what ours takes, the Perl script, and the factor between them: elapsed and in CPU, the
# least of all runs. Other work comes and goes, so that ours is run for as long as the script.
pair() {
    "$@" "$run" $((10 * runs)) own "$tmp/none" "$jeprof_c" -q --text --no-cache ${where:+"$where"} "$program" "$dump" >"$tmp/own"
    "$@" "$run" "${PERL_RUNS:-1}" perl "$tmp/none" jeprof --text ${where:+"$where"} "$program" "$dump" >"$tmp/perl"
    paste "$tmp/own" "$tmp/perl" | awk -F'\t' '{ printf "  %7.4f %6.3f %5.1f %7.1f", $6, $13, $13 / $6, $14 / $7 }'
}

# variant FOLDER: one line, --text of the folder's last dump.
variant() {
    settle "$1" || return
    printf '%-16s%s%s\n' "${1##*/}" "${has_plain:+$(pair plainly)}" "$(pair env)"
}

# Every variant, and the least of the factors, of which the target is 50.
variants() {
    columns='   wall/s   Perl times  in CPU'
    printf '%-16s%s\n' 'variant, --text' "${has_plain:+ without debug files of the system   with them}"
    printf '%-16s%s%s\n' '' "$columns" "${has_plain:+$columns}"
    for folder in "$CORPUS"/*/; do
        variant "${folder%/}"
    done | tee "$tmp/variants"
    awk '{ for (i = 4; i <= NF; i += 4) if (!least[i] || $i < least[i]) { least[i] = $i; where[i] = $1 } }
        END { printf "least factor:"; for (i = 4; i in least; i += 4) printf " %s (%s)", least[i], where[i]; print "" }' \
        "$tmp/variants"
}

# read_sections FILE: what it takes to read the sections and nothing else, into memory and, which is
# less, where they are mapped; behind the row of our reader, which is told as a multiple of it.
read_sections() {
    if ! "$top_builddir/bench/jp_bench_read" "$1" >"$tmp/sum"; then
        echo 'reading the sections         left out: they are packed'
        return
    fi
    reader=$ours
    for how in 'read into memory,-r' 'added up, mapped,'; do
        option=${how##*,}
        job "$runs" "sections ${how%,*}" "$tmp/none" "$top_builddir/bench/jp_bench_read" ${option:+"$option"} "$1"
        awk -F'\t' -v reader="$reader" '$7 > 0 { printf "(the own reader takes %.2f times that)\n", reader / $7 }' "$tmp/line"
    done
}

symbolizers() { # symbolizers FILE COUNT
    "$top_builddir/bench/jp_bench_addresses" "$1" "$2" >"$tmp/addresses"
    once=1
    [ "${SLOW:-}" ] || [ "$2" -le 10000 ] || once=
    heading "Functions, files and lines with inlined callers: $2 addresses of ${1#"$CORPUS/"}, $(du -k "$1" | cut -f1) KB"
    job "$runs" 'own reader' "$tmp/addresses" "$frames" "$1"
    read_sections "$1"
    job "$runs" 'own reader, 2 threads' "$tmp/addresses" "$frames" -j 2 "$1"
    job "$runs" 'libdwarf (--symbolizer)' "$tmp/addresses" "$frames" -l "$1"
    [ ! -x "$top_builddir/bench/libdw-frames" ] ||
        job "$runs" 'libdw' "$tmp/addresses" "$top_builddir/bench/libdw-frames" "$1"
    if [ "${GIMLI:-}" ]; then
        job "$runs" 'gimli' "$tmp/addresses" "$GIMLI" "$1"
    else
        echo 'gimli                        skipped: GIMLI is not set'
    fi
    ! have llvm-symbolizer || job "$slow_runs" llvm-symbolizer "$tmp/addresses" llvm-symbolizer --obj="$1" --no-demangle
    ! have addr2line || [ -z "$once" ] || job "$slow_runs" 'GNU addr2line -fi' "$tmp/addresses" addr2line -f -i -e "$1"
    ! have eu-addr2line || [ -z "${SLOW:-}" ] || [ "$2" -gt 1000 ] ||
        job 1 'eu-addr2line -fi' "$tmp/addresses" eu-addr2line -f -i -e "$1"
}

all_symbolizers() {
    for file in "${BINARY:-$CORPUS/rust-v0/metacache}" ${COMPRESSED:+"$COMPRESSED"}; do
        for count in ${COUNTS:-1000 10000 100000}; do
            symbolizers "$file" "$count"
        done
    done
}

size() { echo "$(($(wc -c <"$1") / 1024)) KB, $(grep -c '^@' "$1") stacks"; }

echo "$("$jeprof_c" --version | head -1), $(uname -sm), $(getconf _NPROCESSORS_ONLN) processors, load $(cut -d' ' -f1 /proc/loadavg)"
if [ "${ONLY:-}" = symbolizers ]; then
    all_symbolizers
    exit
fi
cd "$CORPUS" || exit 1
for name in 'c-static C, static' 'c-gcc5-pie C' 'cpp-gcc5-pie C++' 'rust-v0 Rust'; do
    settle "$CORPUS/${name%% *}" || exit 1
    heading "${name#* }, --text: ${dump#"$place/"}, $(size "$dump")"
    report "$runs" "$program" "$dump" ${where:+"$where"}
done
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
    ! have dot || job "$runs" 'dot -Tsvg, within 60 s' "$tmp/none" timeout 60 dot -Tsvg "$tmp/graph.dot"
done
if [ "${VARIANTS:-}" ] && have jeprof; then
    echo
    variants
fi
all_symbolizers
