#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Functions, files, lines and inlined frames against eu-addr2line, for the recorded addresses of
# the dumps and for addresses spread over the code of every program of the corpus. Each difference
# must have a cause of the table in doc/differences-symbolizers.md; most causes need llvm-symbolizer
# to say the same as we do.
#
# What the two programs say was recorded by tests/tools/ask-symbolizers.sh, so neither they nor a
# compiler are needed: symbolizers.tsv for the programs that wrote dumps, shapes.tsv for the shapes that
# debug information comes in (corpus/shapes.sh). JP_ASK=N asks anew about the programs, with N spread
# addresses each. JP_READERS chooses the DWARF readers: libdwarf, own.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
without_leak_check
tool=$top_builddir/tests/tools/jp_symbolize_dump
awk=$top_srcdir/tests/cli/symbolizers.awk
tab=$(printf '\t')

if [ -n "${JP_ASK:-}" ]; then
    sh "$top_srcdir/tests/tools/ask-symbolizers.sh" "$CORPUS" "$JP_ASK" >"$tmp/recording"
else
    xz -dc "$top_srcdir/tests/cli/symbolizers.tsv.xz" >"$tmp/recording"
fi
xz -dc "$top_srcdir/tests/cli/shapes.tsv.xz" >>"$tmp/recording"

# The addresses of file number N, in the order of the recording, in $tmp/addresses.N.
awk -F '\t' -v tmp="$tmp" '$1 == "F" { close(out); out = tmp "/addresses." ++n; printf "" >out }
    $1 == "Q" { print $3 >out }' "$tmp/recording"
grep "^F" "$tmp/recording" >"$tmp/files"
asked=$(grep -c '^Q' "$tmp/recording")

judge() { # judge READER
    n=0
    while IFS=$tab read -r _ file _ _ debug alternate; do
        n=$((n + 1))
        [ -f "$CORPUS/$file" ] || continue
        set -- "$1" -m -r "$1"
        [ "$debug" = - ] || set -- "$@" -d "$CORPUS/$debug"
        [ "$alternate" = - ] || set -- "$@" -a "$CORPUS/$alternate"
        echo "=$file"
        reader=$1
        shift
        "$tool" "$@" "$CORPUS/$file" <"$tmp/addresses.$n" 2>>"$tmp/words"
        set -- "$reader"
    done <"$tmp/files" >"$tmp/answers"
    awk -v part=ours -f "$awk" "$tmp/answers" >"$tmp/ours"
    awk -v part=explain -f "$awk" "$tmp/recording" "$tmp/ours" >"$tmp/causes"
    awk -v part=variants -f "$awk" "$tmp/causes" >"$tmp/variants"
    while read -r variant count faults; do
        test "$faults" -eq 0
        result $? "$1, $variant: $count addresses, every difference has a known cause"
    done <"$tmp/variants"
    grep -A3 'unexplained$' "$tmp/causes" | head -200 | cut -c 1-2000 | sed 's/^#*/# /'
    grep -v '^#' "$tmp/causes" | cut -f 3 | sort | uniq -c | sed 's/^/# /'
    is "$1: every address of the recording was answered" "$asked" "$(grep -vc '^#' "$tmp/causes")"
}

for reader in ${JP_READERS:-libdwarf own}; do
    judge "$reader"
done
test "$asked" -ge 20000
result $? "$asked addresses compared, at least 20000"
finish
