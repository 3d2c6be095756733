#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --leaks. The corpus has a series with a planted leak (Unpruned) and a cache that fills up
# (Bounded); corpus/README.md says so. Small series are made here and calculated by hand.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/series.sh
. "$top_srcdir/tests/cli/series.sh"
series=$CORPUS/rust-runs

run --leaks "$series/metacache" "$series"/metacache.1001.*.heap
lacks 'order: no warning' "$tmp/err" 'put into the order'
run -v --leaks "$series/metacache" "$series"/metacache.1001.*.heap
has 'order: by the numbers in the names' "$tmp/err" 'put into the order that their names tell'
has 'axis: these files were unpacked' "$tmp/out" '18 dumps; their times are of no use'
has 'one process' "$tmp/out" 'one process: what survived is no noise'
has 'the planted leak is what the growth has in common' "$tmp/out" \
    ') comes through metacache::Unpruned<String, Entry>::get_or_insert_with<…>'
is 'the first row grows' growing "$(awk '/^ *rate/ { getline; print /growing/ ? "growing" : $0 }' "$tmp/out")"
lacks 'the cache that is full does not' "$tmp/out" 'growing.*Bounded'
is 'the cache that is full is none of the growing' '' \
    "$(grep Bounded "$tmp/out" | grep growing)"

run --leaks --show-stacks --nodecount=1 "$series/metacache" "$series"/metacache.1001.*.heap
has 'the stack of the first row comes from the planted leak' "$tmp/out" \
    '        metacache::Unpruned<String, Entry>::get_or_insert_with<…>'

# What grows without end is what the planted leak keeps: each such stack comes through it.
run --leaks --show-stacks --format=tsv "$series/metacache" "$series"/metacache.1001.*.heap
awk -F '\t' '$12 == "growing" { print $NF }' "$tmp/out" >"$tmp/growing"
is 'rows that grow' yes "$([ "$(wc -l <"$tmp/growing")" -ge 5 ] && echo yes)"
is 'all of them come through the planted leak' '' \
    "$(grep -v 'Unpruned<String, Entry>::get_or_insert_with<' "$tmp/growing")"
# The first row is who allocates what the leak keeps: Entry's body, in corpus/src/rust/metacache.rs.
is 'the first row allocates it' '<Registry as Loader>::load' "$(awk -F '\t' 'NR == 2 { print $2 }' "$tmp/out")"
run --leaks --by=stack --format=tsv "$series/metacache" "$series"/metacache.1001.*.heap
has 'by stack: the first comes through the planted leak' "$tmp/out" 'Unpruned<String, Entry>::get_or_insert_with<'
is 'by stack: so do all that grow' '' \
    "$(awk -F '\t' '$12 == "growing" { print $2 }' "$tmp/out" | grep -v 'Unpruned<')"

# By line: the values of --text --lines, where the line is that of the youngest frame.
relayd=$CORPUS/c-static
lines() {
    "$JEPROF_C" -q --lines --show_bytes "$relayd/relayd" "$relayd/relayd.$1.heap" |
        awk '/jem_strdup .*prefixed.h:17$/ { print $1; exit }'
}
run --leaks --by=line --format=tsv "$relayd/relayd" "$relayd"/relayd.0?.heap
is 'by line' "$(lines 01) $(lines 02)" \
    "$(awk -F '\t' '$2 ~ /^jem_strdup .*prefixed.h:17$/ { print $3, $4 }' "$tmp/out")"
cp "$tmp/out" "$tmp/by"
run --leaks --lines --format=tsv "$relayd/relayd" "$relayd"/relayd.0?.heap
is '--lines is --by=line' "$(cat "$tmp/by")" "$(cat "$tmp/out")"
run --diff --by=line --format=tsv --base="$relayd/relayd.01.heap" "$relayd/relayd" "$relayd/relayd.02.heap"
is 'a difference by line' "$(lines 01) $(lines 02)" \
    "$(awk -F '\t' '$2 ~ /^jem_strdup .*prefixed.h:17$/ { print $3, $4 }' "$tmp/out")"
run --diff --show-stacks --show_bytes --base="$relayd/relayd.01.heap" "$relayd/relayd" "$relayd/relayd.02.heap"
has 'a difference with stacks' "$tmp/out" '        store_append'

run --leaks --format=csv "$series/metacache" "$series"/metacache.1001.*.heap
is 'csv: first and last dump of Bounded, as --text has them' \
    "$(for n in 0.i0 17.f; do
        "$JEPROF_C" -q --show_bytes --peek='Bounded.*put' "$series/metacache" \
            "$series/metacache.1001.$n.heap" | awk 'NF == 0 { getline; print $1; exit }'
    done | tr '\n' ' ')" \
    "$(grep Bounded.*put "$tmp/out" | sed 's/.*>::put,//' | tr , ' ' | awk '{ print $1, $2, "" }')"

# The same series out of a store.
run --leaks "$series/metacache" "$series"/metacache.1001.*.heap
cp "$tmp/out" "$tmp/files"
run --db="$tmp/series.db" "$series/metacache" "$series"/metacache.1001.*.heap
run --leaks --db="$tmp/series.db" @all
is 'a store says the same as the files' "$(cat "$tmp/files")" "$(cat "$tmp/out")"

cd "$tmp" || exit 1
dump_series
run --leaks --show_bytes h-*.heap
has 'axis: times in names' "$tmp/out" '7 dumps over 6 hours, by the times in their names'
# 30 * 524320 = 15729600 bytes an hour; 180 * 524320 = 94377600; z = 180 / sqrt(200) = 12.7.
has 'rate, change, first, last, peak, z, tau' "$tmp/out" \
    '+15.00 MiB/h  +94377600  5243200  99620800  99620800  12.7  1.00  growing'
has 'the cache is a plateau' "$tmp/out" 'plateau'
has 'names do not tell of one process' "$tmp/out" '6 dumps are not known to be of the process'
has 'the rest' "$tmp/out" '1 other function without proven growth, 52432000 in the last dump'
has 'the least leak' "$tmp/out" 'in a function that held nothing'
run --leaks --one-process --show_bytes h-*.heap
has 'told to be one process' "$tmp/out" 'one process: what survived is no noise'
run --leaks --time=number --show_bytes h-*.heap
has 'counted dumps' "$tmp/out" '+15.00 MiB/dump'
run --leaks --time=mtime h-*.heap
result $((status != 0 && status != 3)) 'times of files: of use, or refused'
run --leaks --by=thread --format=csv h-*.heap
has 'by thread: the leak is in main' "$tmp/out" ',t1 main,57675200,'
has 'by thread: the cache is in the pool' "$tmp/out" ',t2 pool-1,5243200,57675200,'
run --leaks --by=module --format=tsv h-*.heap
is 'by module: one' 2 "$(wc -l <"$tmp/out")"
run --leaks --by=stack --format=csv h-*.heap
is 'by stack: three, and names' 4 "$(wc -l <"$tmp/out")"
run --leaks --format=markdown h-*.heap
has 'markdown: sentences' "$tmp/out" 'growth is proven for 2 of 3 functions.'
has 'markdown: a table' "$tmp/out" '| function | rate | change |'
run --leaks --focus=2000 h-*.heap
has 'filters hold' "$tmp/out" 'Growth is proven for 0 of 1 function ('

run --leaks h-20240501T100000.heap
is 'one dump: status' 2 "$status"
has 'one dump: message' "$tmp/err" '--leaks needs two dumps at least'
run --leaks --base=h-20240501T100000.heap h-20240501T110000.heap h-20240501T120000.heap
is 'a base: status' 2 "$status"
for metric in --inuse_objects --alloc_space --alloc_objects; do
    for mode in --leaks '--gate --max-growth=1B' --churn; do
        # shellcheck disable=SC2086
        run $mode $metric h-*.heap
        is "$mode $metric: status" 2 "$status"
        has "$mode $metric: message" "$tmp/err" "${mode%% *} counts live bytes only"
    done
done
run --leaks --inuse_space h-*.heap
is 'live bytes by their name: status' 0 "$status"
run --leaks --time=name "$series/metacache" "$series"/metacache.1001.*.heap
is 'no times in names: status' 3 "$status"
has 'no times in names: message' "$tmp/err" '--time=name: not every dump has such a time'

# The last dump of a process that was killed for memory is cut as a rule: what it lacks was not freed.
last=$series/metacache.1001.17.f.heap
mkdir killed
cp "$series"/metacache.1001.*.i*.heap killed
run --leaks "$series/metacache" killed/*.heap
cp "$tmp/out" "$tmp/whole"
head -c 3000 "$last" >killed/metacache.1001.17.f.heap
: >killed/metacache.1001.18.f.heap
run --leaks "$series/metacache" killed/*.heap
is 'a last dump that was cut: the report is that of the others' "$(cat "$tmp/whole")" "$(cat "$tmp/out")"
has 'a last dump that was cut: told' "$tmp/err" \
    '17.f.heap: warning: is left out: records are missing'
has 'a last dump that is empty: told' "$tmp/err" '18.f.heap: warning: is left out: it is empty'
run --db=empty.db "$series/metacache" killed/*.heap
is 'a store goes without the empty one: status' 0 "$status"
has 'a store goes without the empty one' "$tmp/err" 'empty.db: 18 dumps stored'
has 'a store goes without the empty one: told' "$tmp/err" '18.f.heap: warning: is left out: it is empty'
run --db=strict.db --strict "$series/metacache" killed/*.heap
is 'a store, with --strict: status' 3 "$status"
run --db=none.db killed/metacache.1001.18.f.heap killed/metacache.1001.18.f.heap
is 'a store, and nothing but empty ones: status' 3 "$status"
run --leaks --strict "$series/metacache" killed/*.heap
is 'a last dump that was cut, with --strict: status' 3 "$status"
rm killed/metacache.1001.18.f.heap
run --db=killed.db "$series/metacache" killed/*.heap
run --db=killed.db --leaks @all
is 'a last dump that was cut, from a store' "$(cat "$tmp/whole")" "$(cat "$tmp/out")"
run --gate --max-growth=2MiB/dump "$series/metacache" killed/*.heap
is 'a last dump that was cut, and a gate: status' 1 "$status"
run --churn "$series/metacache" killed/*.heap
has 'a last dump that was cut, and churn' "$tmp/err" 'is left out'
# Cut behind a whole record.
head -n 41 "$last" >killed/metacache.1001.17.f.heap
is 'cut behind a record' 1 "$(tail -n 1 killed/metacache.1001.17.f.heap | grep -c '^  t[0-9*]*: .*]$')"
run --leaks "$series/metacache" killed/*.heap
is 'a last dump that was cut behind a record' "$(cat "$tmp/whole")" "$(cat "$tmp/out")"
run --db=behind.db "$series/metacache" killed/*.heap
run --db=behind.db --leaks @all
is 'a last dump that was cut behind a record, from a store' "$(cat "$tmp/whole")" "$(cat "$tmp/out")"
# Cut in its map it has all of its records.
maps=$(grep -n MAPPED_LIBRARIES "$last" | cut -d : -f 1)
head -n $((maps + 3)) "$last" | head -c -5 >killed/metacache.1001.17.f.heap
run --leaks "$series/metacache" killed/*.heap
has 'a last dump that was cut in its map: warned' "$tmp/err" 'the dump ends early'
has 'a last dump that was cut in its map: counts' "$tmp/out" '18 dumps;'
# Nothing left.
: >killed/metacache.1001.0.i0.heap
head -c 3000 "$last" >killed/metacache.1001.1.i1.heap
run --leaks "$series/metacache" killed/metacache.1001.0.i0.heap killed/metacache.1001.1.i1.heap
is 'no whole dump: status' 3 "$status"
run --churn "$series/metacache" killed/metacache.1001.1.i1.heap
is 'no whole dump, and churn: status' 3 "$status"
finish
