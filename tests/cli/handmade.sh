#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The hand-made dumps on the command line, and that their lists agree with each other.
# shellcheck source=tests/cli/tap.sh disable=SC2154,SC2016
. "$top_srcdir/tests/cli/tap.sh"
handmade=$top_srcdir/corpus/handmade

# Lists: the folder, what is packed into the tarball, the test's table, the documents.
(cd "$handmade" && ls) | grep -v '^local.mk$' | sort >"$tmp/have"
sed -n 's|^[[:blank:]]*corpus/handmade/\([^ ]*\).*|\1|p' "$handmade/local.mk" | sort >"$tmp/packed"
is 'local.mk lists the folder' '' "$(comm -3 "$tmp/have" "$tmp/packed")"
sed -n 's/^ *{"\([^"]*\.heap[.a-z]*\)".*/\1/p' "$top_srcdir/tests/unit/t_handmade.c" | sort >"$tmp/tested"
is 'every dump has its expectation' '' "$(grep '\.heap' "$tmp/have" | comm -3 - "$tmp/tested")"
# Where a document says "flat-*", any file of that kind will do.
grep -o '`[a-z0-9_.*-]*\.heap[.a-z]*`' "$top_srcdir/doc/dump-format.md" | tr -d '`' | sort -u |
    while read -r name; do
        # shellcheck disable=SC2086
        ls "$handmade"/$name >"$tmp/ls" 2>&1 || echo "$name"
    done >"$tmp/gone"
is 'the files that dump-format.md names are there' '' "$(cat "$tmp/gone")"
# A pattern stands for each file that it fits.
grep -o '`[a-z0-9A-Z_.*-]*\.heap[.a-z]*`' "$top_srcdir/doc/dump-format.md" | tr -d '`' | sort -u >"$tmp/named"
grep '\.heap' "$tmp/have" | while read -r name; do
    while read -r pattern; do
        # shellcheck disable=SC2254
        case $name in $pattern) continue 2 ;; esac
    done <"$tmp/named"
    echo "$name"
done >"$tmp/unnamed"
is 'dump-format.md names every dump' '' "$(cat "$tmp/unnamed")"
sed -n 's/^| \([^|]*\) |.*/\1/p' "$handmade/README.md" | tr ',' '\n' | tr -d ' ' >"$tmp/described"
grep '\.heap$' "$tmp/have" | while read -r name; do
    stem=${name%.heap}
    while read -r pattern; do
        # shellcheck disable=SC2254
        case $stem in $pattern) continue 2 ;; esac
    done <"$tmp/described"
    echo "$name"
done >"$tmp/undescribed"
is 'README.md describes every dump' '' "$(cat "$tmp/undescribed")"

# What is no dump: exit status 3, what it is, how to call the program.
for name in contention cpu empty html junk newlines-only sqlite text-file; do
    run --text "$JEPROF_C" "$handmade/$name.heap"
    is "$name: exit status" 3 "$status"
    has "$name: what it is" "$tmp/err" 'is no heap dump'
    has "$name: how to call the program" "$tmp/err" 'jeprof-c [options] <program> <dump>...'
    is "$name: nothing on stdout" '' "$(cat "$tmp/out")"
done

# A pipe is as good as a file, packed or not.
for name in threads-named.heap packed.heap.gz packed.heap.zst; do
    run --text --show_bytes "$JEPROF_C" "$handmade/$name"
    cp "$tmp/out" "$tmp/file"
    "$JEPROF_C" --text --show_bytes "$JEPROF_C" - <"$handmade/$name" >"$tmp/out" 2>"$tmp/err"
    is "$name: a report" 'Total: 3148728 B' "$(head -n 1 "$tmp/out")"
    is "$name: from standard input" "$(cat "$tmp/file")" "$(cat "$tmp/out")"
done

# jemalloc/jemalloc#1461: a bare @ is a sample of its own.
run --text --show_bytes "$JEPROF_C" "$handmade/bare-after-stack.heap"
has 'bytes without a stack have a row' "$tmp/out" '[no stack]'
is 'they are in the total' 'Total: 1574364 B' "$(head -n 1 "$tmp/out")"

# The allocator comes again in depth-128 far out: who called it first holds the bytes, as in jeprof.
for names in short jeprof; do
    run --text --show_bytes --names=$names --lib_prefix="$CORPUS/c-gcc5-pie" "$CORPUS/c-gcc5-pie/relayd" \
        "$handmade/depth-128.heap"
    has "the allocator comes again, --names=$names" "$tmp/out" \
        '   14449 100.0% 100.0%    14449 100.0% grow (inline)'
done

# jemalloc/jemalloc#258, visualvm#237: skipped rows and cut files are told, and used.
run --text --show_bytes "$JEPROF_C" "$handmade/row-with-hole.heap"
is 'a row with a hole: exit status' 0 "$status"
has 'a row with a hole: its line' "$tmp/err" 'row-with-hole.heap:6: warning: skipped a row'
run --text --show_bytes "$JEPROF_C" "$handmade/trunc-in-counts.heap"
is 'a cut file: exit status' 0 "$status"
has 'a cut file: where it ends' "$tmp/err" 'trunc-in-counts.heap:44: warning: the dump ends early'
has 'a cut file: what is not used' "$tmp/err" \
    'without this line and the stack of line 43, which has no counters'
run --text --show_bytes "$JEPROF_C" "$handmade/trunc-in-maps.heap"
has 'a cut map: where it ends' "$tmp/err" 'trunc-in-maps.heap:115: warning: the dump ends early'
head -c 240 "$handmade/packed.heap.gz" >"$tmp/cut.heap.gz"
run --text "$JEPROF_C" "$tmp/cut.heap.gz"
has 'a cut packed file: where it ends' "$tmp/err" 'warning: the packed data ends early'
lacks 'a cut packed file: the line is told' "$tmp/err" 'cut.heap.gz: warning: the packed'
run --text --show_bytes "$JEPROF_C" "$handmade/trunc-in-counts.heap"
is 'a cut file: what was read' 'Total: 854389 B' "$(head -n 1 "$tmp/out")"

# A dump is data: the path of a mapping must not become a command (jeprof-wrong D1).
rm -f /tmp/jpc-corpus-injected
run --text "$JEPROF_C" "$handmade/shell-in-path.heap"
[ ! -e /tmp/jpc-corpus-injected ]
result $? 'a path with shell syntax runs nothing'
finish
