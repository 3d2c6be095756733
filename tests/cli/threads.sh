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

# A second of a processor at most; when each report looked at all stacks, or at all names, it was ten to thirty.
"$gen" --threads=4000 --stacks=8000 >many.heap
seconds=5
if grep -q __asan_init "$JEPROF_C"; then
    seconds=20 # AddressSanitizer takes five times as long
fi
for what in --text --traces --callgrind --collapsed '--peek=0$' '--pprof -o many.pb.gz' '--speedscope -o many.json'; do
    # shellcheck disable=SC2086
    (ulimit -t $seconds && "$JEPROF_C" -q $what '--thread=*' many.heap >"$tmp/out" 2>"$tmp/err")
    status=$?
    if grep -q 'built without it' "$tmp/err"; then
        skip "built without $what"
        continue
    fi
    is "$what of 4000 threads: takes no time" 0 "$status"
done
finish
