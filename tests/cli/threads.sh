#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A report of each thread takes what the threads hold together, however many there are, and says what
# the report of that thread alone says.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
gen=$top_builddir/bench/gen-dump
cd "$tmp" || exit 1
if [ ! -x "$gen" ]; then
    skip 'bench/gen-dump is not built'
    finish
fi
# Its threads have the numbers 0 to N - 1.
"$gen" --threads=6 --stacks=300 --depth=12 >before.heap
"$gen" --threads=6 --stacks=300 --depth=12 --turn=1 >after.heap
# all REPORT ARGS...: the report of all threads, and those of one each, one after the other
all() {
    what=$1
    shift
    # shellcheck disable=SC2086
    run -q $what '--thread=*' "$@"
    mv "$tmp/out" together
    : >single
    for thread in 0 1 2 3 4 5; do
        # shellcheck disable=SC2086
        run -q $what --thread=$thread "$@"
        # Its text is set apart by a line.
        case $what in --diff*) [ $thread = 0 ] || echo >>single ;; esac
        cat "$tmp/out" >>single
    done
    [ -s single ]
    result $? "$what $*: there is something"
    is "$what $*: all threads" "$(cat single)" "$(cat together)"
}
for what in --text '--text --cum --lines' --collapsed '--text --focus=0' '--diff'; do
    all "$what" --base=before.heap after.heap
done
for what in --text --tree --collapsed --callgrind --peek=. '--text --errors' '--text --drop_negative'; do
    all "$what" after.heap
done

# Twice as many threads and stacks cost up to 2.8 times as many instructions; when each report looked at
# all stacks, or at all names, it was up to 3.8, with 20 000 threads minutes.
instructions() { # instructions ARGS...: that the program takes
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$JEPROF_C" "$@" 2>&1 >"$tmp/out" |
        sed -n 's/.* Collected : *//p'
}
if ! command -v valgrind >/dev/null || grep -q __asan_init "$JEPROF_C"; then
    skip 'no valgrind, or AddressSanitizer, which valgrind does not run'
    finish
fi
for threads in 120 240; do
    "$gen" --threads=$threads --stacks=$((2 * threads)) --depth=6 >$threads.heap
done
for what in --text --traces --callgrind --collapsed '--peek=0$' '--pprof -o many.pb.gz' '--speedscope -o many.json'; do
    # shellcheck disable=SC2086
    run -q $what 120.heap
    if grep -q 'built without it' "$tmp/err"; then
        skip "built without $what"
        continue
    fi
    # shellcheck disable=SC2086
    one=$(instructions -q $what '--thread=*' 120.heap) two=$(instructions -q $what '--thread=*' 240.heap)
    [ "${one:-0}" -gt 0 ] && [ "${two:-0}" -gt 0 ] && [ "$two" -lt $((3 * one)) ]
    result $? "$what of twice as many threads: $two instructions instead of $one"
done
finish
