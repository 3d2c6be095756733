#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Time, peak memory and size of a store with many dumps of one service.
#
#   make bench-store                one store of 20 dumps of 20 000 stacks
#   DUMPS=1000 make bench-store     one of 1000
#   STACKS=20000 THREADS=4          what a dump has
#   BATCH=25                        dumps that one import takes
#   RUNS=5                          runs of each question
#   TMPDIR=/var/tmp                 where it all lies for the time being
#
# The dumps are those of one process: the same stacks, other counters (bench/gen-dump --turn). They are
# made batch by batch and go as soon as they are in the store, so that the disk holds the store twice
# and one batch. An import is timed alone, without the making of its dumps.
# shellcheck source=bench/table.sh disable=SC2154
set -u
runs=${RUNS:-5}
dumps=${DUMPS:-20}
batch=${BATCH:-25}
jeprof_c=$top_builddir/src/jeprof-c
run=$top_builddir/bench/jp_bench_run
program=$CORPUS/rust-v0/metacache
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
XDG_CACHE_HOME=$tmp/cache
export XDG_CACHE_HOME
: >"$tmp/none"
db=$tmp/store.db
. "$BENCH/table.sh"

generate() { # generate TURN: the dump of that number
    "$top_builddir/bench/gen-dump" --stacks="${STACKS:-20000}" --threads="${THREADS:-4}" --turn="$1" \
        --program="$program" >"$tmp/jeprof.7.$1.i$1.heap"
}

sql() { # sql TEXT: one value
    "$jeprof_c" -q --db="$db" --format=csv --sql="$1" | sed 1d
}

# Dumps 0 to DUMPS - 1; one line of jp_bench_run for each import.
fill() {
    turn=0
    while [ "$turn" -lt "$dumps" ]; do
        last=$((turn + batch < dumps ? turn + batch : dumps))
        while [ "$turn" -lt "$last" ]; do
            generate "$turn"
            turn=$((turn + 1))
        done
        "$run" 1 "$last" "$tmp/none" "$jeprof_c" -q --db="$db" "$tmp"/jeprof.7.*.heap
        rm "$tmp"/jeprof.7.*.heap
    done
}

# What the imports took in all, and whether the last one takes more than the first.
tell_imports() {
    rows=$(sql 'SELECT (SELECT count(*) FROM sample) + (SELECT count(*) FROM thread_sample)')
    bytes=$(wc -c <"$db")
    echo
    awk -F'\t' -v dumps="$dumps" -v rows="$rows" -v bytes="$bytes" '
        /failed/ { print "an import failed"; exit 1 }
        { wall += $3; cpu += $4; peak = $5 > peak ? $5 : peak; last = $5 / 1024; took = $4 }
        NR == 1 { first = $5 / 1024; first_took = $4 }
        END {
            printf "import of %d dumps, %.0f samples, by %d imports: %.1f s, CPU %.1f s, %.0f samples for each CPU second\n",
                dumps, rows, NR, wall, cpu, rows / cpu
            printf "peak memory: first import %.1f MB, last %.1f MB, most %.1f MB; CPU of the first %.2f s, of the last full one %.2f s\n",
                first, last, peak / 1024, first_took, took
            printf "the file: %.0f bytes, %.1f for each sample\n", bytes, bytes / rows
        }' "$tmp/imports"
}

fill >"$tmp/imports"
tell_imports || exit 1
middle=$((dumps / 2)) last=$dumps
heading "Store: $dumps dumps of ${STACKS:-20000} stacks, ${THREADS:-4} threads"
generate "$dumps"
one=$tmp/jeprof.7.$dumps.i$dumps.heap
cp "$db" "$tmp/more.db"
job 1 'import of one more' "$tmp/none" "$jeprof_c" -q --db="$tmp/more.db" "$one"
rm "$tmp/more.db"
job "$runs" '--text @N' "$tmp/none" "$jeprof_c" -q --db="$db" --text "@$middle"
job "$runs" '--text, from a file' "$tmp/none" "$jeprof_c" -q --text "$one"
job "$runs" '--diff @N @M' "$tmp/none" "$jeprof_c" -q --db="$db" --text --base="@$middle" "@$last"
job "$runs" '--leaks, up to 100 dumps' "$tmp/none" "$jeprof_c" -q --db="$db" --leaks \
    "@1..$((dumps < 100 ? dumps : 100))"
question() { # question RUNS LABEL QUERY
    job "$1" "SQL: $2" "$tmp/none" "$jeprof_c" --db="$db" --sql="$3"
}
question "$runs" 'list of the dumps' 'SELECT * FROM dumps'
question "$runs" 'flat top of a dump' \
    "SELECT name, bytes FROM flat WHERE dump = $middle ORDER BY bytes DESC LIMIT 20"
question "$runs" 'cumulative top' \
    "SELECT name, bytes FROM cum WHERE dump = $middle ORDER BY bytes DESC LIMIT 20"
question "$runs" 'top (the last dump)' 'SELECT name, flat, cum, share FROM top LIMIT 20'
question "$runs" 'diff(a, b)' \
    "SELECT stack, bytes FROM diff($middle, $last) ORDER BY bytes DESC LIMIT 20"
question "$runs" 'the view diff' \
    "SELECT stack, bytes FROM diff WHERE a = $middle AND b = $last ORDER BY bytes DESC LIMIT 20"
question 1 'growth(series)' \
    "SELECT * FROM growth('jeprof.7') ORDER BY bytes_per_dump DESC LIMIT 20"
question 1 'one stack through all dumps' \
    'SELECT d.seq, s.bytes FROM dumps d LEFT JOIN stacks s ON s.dump = d.dump AND s.stack = 100 ORDER BY d.seq'
