#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Profiles that bring their names along go into a store: pprof's format, and what --raw wrote. That all
# reports are those of the files is looked at by store-modes.sh.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cp -r "$CORPUS/c-gcc5-pie" "$CORPUS/rust-runs" "$CORPUS/gperf" "$tmp"
cp "$top_srcdir/corpus/handmade/go-heap.pb.gz" "$tmp"
cd "$tmp" || exit 1
c=c-gcc5-pie

ask() { # STORE QUERY: the rows without the heading
    "$JEPROF_C" -q --db="$1" --format=tsv --sql="$2" | sed 1d
}

# What --raw wrote keeps its names where nothing else is at hand.
"$JEPROF_C" -q --raw $c/relayd $c/relayd.02.heap >raw.heap
"$JEPROF_C" -q --raw gperf/hp.0004.heap >raw-gperf.heap
mkdir alone
cp raw.heap raw-gperf.heap gperf/hp.0004.heap gperf/growth.heap gperf/sample.heap alone
mv $c away
for dump in raw.heap raw-gperf.heap hp.0004.heap growth.heap sample.heap; do
    rm -f raw.db
    (cd alone && "$JEPROF_C" --db=../raw.db $dump) 2>err
    is "$dump: stored" 0 $?
    for options in --text --collapsed --traces '--text --lines' '--text --show_allocator'; do
        # shellcheck disable=SC2086
        (cd alone && "$JEPROF_C" $options $dump) >want 2>&1
        # shellcheck disable=SC2086
        "$JEPROF_C" --db=raw.db $options @1 >got 2>&1
        cmp want got >&2
        result $? "$dump: $options"
    done
done
rm -f raw.db
"$JEPROF_C" -q --db=raw.db alone/raw.heap
has_name=$(ask raw.db "SELECT count(*) > 0 FROM flat WHERE name = 'grow'")
is 'raw.heap: its names are in the store' 1 "$has_name"
is 'formats are known' jemalloc "$(ask raw.db 'SELECT format FROM dump')"
"$JEPROF_C" -q --db=raw.db gperf/hp.0004.heap gperf/growth.heap
is 'formats are known: gperftools' 'gperftools growth' \
    "$(ask raw.db 'SELECT format FROM dump WHERE id > 1 ORDER BY format' | tr '\n' ' ' | sed 's/ $//')"
mv away $c

if ! "$JEPROF_C" -q --text go-heap.pb.gz >out 2>err; then
    skip 'built without pprof'
    finish
fi

# Once each, however it is packed.
gzip -dc go-heap.pb.gz >unpacked.pb
run --db=go.db go-heap.pb.gz
has 'a pprof profile: stored' "$tmp/err" 'go.db: 1 dump stored'
run --db=go.db unpacked.pb
has 'a pprof profile: known by its content' "$tmp/err" '0 dumps stored, 0 samples; 1 was there already'
# The values of "go tool pprof -top" that tests/cli/pprof.sh has, not corrected a second time.
is 'a pprof profile: values' 'main.hold	1999300
runtime.malg	4307
runtime.doaddtimer	4100' "$(ask go.db "SELECT name, CAST(bytes AS INTEGER) FROM flat WHERE bytes > 0 ORDER BY bytes DESC")"
is 'a pprof profile: inlined calls' 1 \
    "$(ask go.db "SELECT max(r.is_inlined) FROM frame r JOIN function f ON f.id = r.function_id WHERE f.name = 'main.inlined'")"
is 'a pprof profile: format' pprof "$(ask go.db 'SELECT format FROM dump')"
is 'a pprof profile: lines' 1 "$(ask go.db "SELECT count(*) > 0 FROM frame r JOIN file p ON p.id = r.file_id WHERE p.path LIKE '%/heap.go' AND r.line = 14")"

# A dump and the profile made from it: the same functions hold the same, with the same noise. The format
# has whole numbers, and --pprof leaves out the allocator's frames.
dump=rust-runs/t8.heap
"$JEPROF_C" -q --pprof --thread='*' -o t8.pb.gz rust-runs/metacache $dump
"$JEPROF_C" -q --db=both.db rust-runs/metacache $dump
"$JEPROF_C" -q --db=both.db t8.pb.gz
is 'dump and pprof profile: no frame is doubled' 0 "$(ask both.db "SELECT count(*) FROM
    (SELECT 1 FROM location GROUP BY module_id, off HAVING count(*) > 1)")"
is 'dump and pprof profile: the places are the same' 0 "$(ask both.db "SELECT count(*) FROM stack s
    WHERE s.function_id IS NOT NULL AND s.id > (SELECT max(stack_id) FROM sample WHERE dump_id = 1)
    AND EXISTS (SELECT 1 FROM location l WHERE l.id = s.location_id AND l.module_id > 3)")"
is 'dump and pprof profile: as many stacks' 1 "$(ask both.db 'SELECT count(DISTINCT stacks) FROM dump')"
sums="SELECT holder, sum(bytes), sum(objects), sum(samples), sum(variance) FROM stacks"
ask both.db "SELECT a.*, b.* FROM ($sums WHERE dump = 1 GROUP BY holder) a
    LEFT JOIN ($sums WHERE dump = 2 GROUP BY holder) b USING (holder)" >sums
[ "$(wc -l <sums)" -gt 6 ]
result $? 'dump and pprof profile: functions to compare'
# Rounded per stack and thread, so by some dozens in the end; a variance follows the rounded objects.
is 'dump and pprof profile: bytes, objects, samples and variance' '' "$(awk -F '\t' '
    function off(x, y, slack) { return x - y > slack || y - x > slack }
    off($2, $7, 100 + 0.001 * $2) || off($3, $8, 30 + 0.001 * $3) ||
        off($4, $9, 1 + 0.01 * $4) || off($5, $10, 1e6 + 0.03 * $5)' sums | head -3)"
is 'dump and pprof profile: threads' '' "$(
    ask both.db "SELECT a.thread, a.name, a.bytes - b.bytes FROM threads a JOIN threads b
        ON b.thread = a.thread AND b.name = a.name AND b.dump = 2 WHERE a.dump = 1
        AND abs(a.bytes - b.bytes) > 200")"
is 'dump and pprof profile: as many threads' 1 "$(ask both.db 'SELECT count(DISTINCT c) FROM
    (SELECT count(*) AS c FROM threads WHERE bytes > 0 GROUP BY dump)')"

# A name is not looked for again, and a store has no use for the file.
mv go-heap.pb.gz away.pb.gz
run --db=go.db --resymbolize
has 'a pprof profile: nothing to find' "$tmp/err" 'new names for 0 addresses'
run --db=go.db --text @1
is 'a pprof profile: without the file' 'Total: 1.9 MB' "$(head -1 "$tmp/out")"

# Damage ends the import and leaves the store.
head -c 700 unpacked.pb >cut.pb
cp go.db before.db
run --db=go.db alone/raw.heap cut.pb
is 'a cut profile: status' 3 "$status"
has 'a cut profile: message' "$tmp/err" 'is damaged or cut'
cmp before.db go.db >&2
result $? 'a cut profile: nothing of the import is there'
finish
