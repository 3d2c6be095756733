#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Stores of older programs are read as they are, and brought up to date by whatever writes into them.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
if ! command -v sqlite3 >/dev/null || ! command -v xz >/dev/null; then
    skip 'no sqlite3 or no xz'
    finish
fi
stores=$top_srcdir/corpus/stores
cd "$tmp" || exit 1
now=$(sed -n 's/^enum { JP_STORE_VERSION = \([0-9]*\) };$/\1/p' "$top_srcdir/lib/store/jp_store_private.h")
"$stores/make.sh" "$JEPROF_C" "$CORPUS" fresh.db

version() { sqlite3 "$1" 'PRAGMA user_version'; }

# Tables, columns, indexes and views, but no file's own order.
schema() {
    sqlite3 "$1" "SELECT m.name, x.name, x.type, x.\"notnull\", x.dflt_value, x.pk, m.wr
        FROM pragma_table_list m JOIN pragma_table_xinfo(m.name) x WHERE m.schema = 'main'
        AND m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, x.cid;
        SELECT name, sql FROM sqlite_schema WHERE type IN ('view', 'index') AND sql IS NOT NULL
        ORDER BY name"
}

# A row of remark is what the program of that time said, which blamed the unwinder for damaged lines.
# Reports say it as the program of today does.
remarks="(SELECT dump_id, seq, severity, path, line, replace(message, 'the process''s unwinder found no frame',
    'the lines that had it are damaged') AS message, count FROM remark)"
# A store that is read as it is has the views of then: no is_whole.
dumps='(SELECT dump, series, seq, kind, time, time_source, bytes, objects, alloc_bytes, alloc_objects,
    stacks, period, path FROM dumps)'
reports() { # reports STORE: all that can be told of it
    for options in --text '--text --lines --cum' '--text --addresses' '--text --thread=*' --tree \
        --traces --collapsed --info --callgrind --dot --pprof --speedscope --threads --sizes \
        '--peek=.' '--alloc_space --text --format=json'; do
        for dumps in @1 '--base=@1 @2' @3 @4 @5 @tag:host=a; do
            # shellcheck disable=SC2086
            "$JEPROF_C" --db="$1" $options $dumps 2>&1
        done
    done
    "$JEPROF_C" --db="$1" --leaks @series:relayd 2>&1
    "$JEPROF_C" --db="$1" --diff --base=@1 @2 2>&1
    for query in "$dumps ORDER BY dump" 'top' 'flat ORDER BY 1, 7' 'cum ORDER BY 1, 7' \
        'stacks ORDER BY 1, 2' 'paths ORDER BY 1' 'diff WHERE a = 1 AND b = 2 ORDER BY stack' \
        "diff('@1', '@2') ORDER BY 1" 'growth ORDER BY 1, 2' "growth('relayd') ORDER BY 1" \
        'threads ORDER BY 1, 2' 'modules ORDER BY 1' 'sizes ORDER BY 1, 2, 3' \
        'churn ORDER BY 1, 2' 'timeline ORDER BY 1' "$remarks" 'tag'; do
        "$JEPROF_C" --db="$1" --format=csv --sql="SELECT * FROM $query" 2>&1
    done
}

# The program lay in a folder for the moment when the store was made. What was said when a dump was read
# is kept in the words of then: older programs put every lost stack down to the unwinder.
plain() {
    sed "s,/[^ \"]*/tmp\\.[A-Za-z0-9]*/,FOLDER/,g
        s/have no stack: the lines that had it are damaged (/have no stack: the process's unwinder found no frame (/"
}

reports fresh.db | plain >want
sed 's/fresh\.db/old.db/g' want >want.old
for packed in "$stores"/version-*.db.xz; do
    name=${packed##*/version-}
    name="version ${name%.db.xz}"
    xz -dc "$packed" >first.db

    # Read as it is, even where it could be written.
    cp first.db old.db
    reports old.db | plain >got
    cmp want.old got >&2
    result $? "$name: read as it is: reports" || diff want.old got | head -20 | sed 's/^/# /'
    cmp first.db old.db >&2
    result $? "$name: read as it is: the file"

    # Anything that writes brings it up to date.
    cp "$CORPUS/handmade/symbolized.heap" known.heap
    for write in --vacuum --prune=first,last --resymbolize --write --tag=host=a; do
        cp first.db old.db
        case $write in
        --write) run --db=old.db --write --sql="UPDATE tag SET value = 'a'" ;;
        --tag=*) run --db=old.db $write known.heap ;;
        *) run --db=old.db $write ;;
        esac
        is "$name: $write: status" 0 "$status"
        is "$name: $write: version" "$now" "$(version old.db)"
        is "$name: $write: tables and views" "$(schema fresh.db)" "$(schema old.db)"
    done
    cp first.db old.db
    run --db=old.db --vacuum
    reports old.db | plain >got
    cmp want.old got >&2
    result $? "$name: up to date: reports" || diff want.old got | head -20 | sed 's/^/# /'
    is "$name: integrity" ok "$(sqlite3 old.db 'PRAGMA integrity_check')"
    is "$name: references" '' "$(sqlite3 old.db 'PRAGMA foreign_key_check')"

    # New dumps go in beside the old ones, as into a store of today.
    cp first.db old.db
    cp fresh.db new.db
    cp "$CORPUS/c-static-pie/relayd" "$CORPUS/c-static-pie/relayd.02.heap" .
    touch -d '2026-11-03 UTC' relayd.02.heap
    for store in old.db new.db; do
        "$JEPROF_C" -q --db=$store relayd relayd.02.heap
        "$JEPROF_C" --db=$store --traces @1 @6 >$store.out 2>&1
        "$JEPROF_C" --db=$store --text --lines --base=@2 @last >>$store.out 2>&1
    done
    is "$name: with a new dump" "$(cat new.db.out)" "$(cat old.db.out)"

    # All or nothing: killed at some moment, or without room.
    cp first.db killed.db
    i=0 between=0
    while [ $i -lt 20 ]; do
        i=$((i + 1))
        cp first.db killed.db
        rm -f killed.db-journal
        "$JEPROF_C" -q --db=killed.db --drop-dumps=@5 2>/dev/null &
        writer=$!
        sleep "$(awk -v i=$i 'BEGIN { printf "%.4f", i / 1000 }')"
        kill -9 $writer 2>/dev/null
        wait $writer 2>/dev/null
        # Reading undoes what was left half done.
        dumps=$("$JEPROF_C" -q --db=killed.db --format=tsv --sql='SELECT count(*) FROM dump' | sed 1d)
        case $(version killed.db),$dumps in
        "$(version first.db),5") cmp -s first.db killed.db || between=$((between + 1)) ;;
        "$now,5" | "$now,4") [ "$(schema killed.db)" = "$(schema fresh.db)" ] ||
            between=$((between + 1)) ;;
        *) between=$((between + 1)) ;;
        esac
    done
    is "$name: killed at $i moments: never between" 0 $between
    cp first.db full.db
    (
        ulimit -f $(($(wc -c <first.db) / 1024))
        exec "$JEPROF_C" --db=full.db --drop-dumps=@5
    ) 2>err
    is "$name: no room: status" 4 $?
    "$JEPROF_C" -q --db=full.db --text @1 >/dev/null
    cmp first.db full.db >&2
    result $? "$name: no room: as before"

    # Two at once: one does it, the other one finds it done.
    cp first.db both.db
    "$JEPROF_C" -q --db=both.db --drop-dumps=@5 2>errors &
    "$JEPROF_C" -q --db=both.db --drop-dumps=@4 2>>errors &
    wait
    is "$name: two at once: none fails" '' "$(cat errors)"
    is "$name: two at once" "$now 3" "$(version both.db) $(sqlite3 both.db 'SELECT count(*) FROM dump')"
done

# Views are those of the program, whatever they were; those of others stay.
cp fresh.db views.db
sqlite3 views.db 'DROP VIEW top; CREATE VIEW top AS SELECT 1 AS one; DROP VIEW churn;
    CREATE VIEW mine AS SELECT id FROM dump'
run --db=views.db --text @1
is 'other views: read as they are' 'one' "$(sqlite3 -header views.db 'SELECT * FROM top' | head -1)"
run --db=views.db --drop-dumps=@5
is 'other views: status' 0 "$status"
is 'other views: renewed' "$(schema fresh.db)" \
    "$(schema views.db | grep -v '^mine|')"
is 'other views: those of others stay' 4 "$(sqlite3 views.db 'SELECT count(*) FROM mine')"

# A store of a newer program is left alone.
cp fresh.db newer.db
sqlite3 newer.db "PRAGMA user_version = $((now + 1))"
cp newer.db before.db
for arguments in '--text @1' '--vacuum' 'known.heap' '--db-info'; do
    # shellcheck disable=SC2086
    run --db=newer.db $arguments
    is "newer, $arguments: status" 3 "$status"
    has "newer, $arguments: message" err \
        "newer.db: error: the store has version $((now + 1)) of the schema, this program knows it up to $now"
    has "newer, $arguments: advice" err 'a newer jeprof-c made it'
done
cmp before.db newer.db >&2
result $? 'newer: left alone'

# A version that no program writes, and tables that are not those of the version: damaged stores.
for number in 0 -1; do
    cp fresh.db odd.db
    sqlite3 odd.db "PRAGMA user_version = $number"
    run --db=odd.db --text @1
    is "version $number: status" 3 "$status"
    has "version $number: message" err "has version $number of the schema, which no program makes"
    lacks "version $number: nothing newer made it" err 'newer'
done
xz -dc "$stores/version-1.db.xz" >odd.db
sqlite3 odd.db "PRAGMA user_version = $now"
for arguments in '--text @1' '--leaks @all'; do
    # shellcheck disable=SC2086
    run --db=odd.db $arguments
    is "tables of another version, $arguments: status" 3 "$status"
    has "tables of another version, $arguments: advice" err \
        'the tables of the store are not those that this program makes'
done
run --db=fresh.db --sql='SELECT nothing FROM dump'
is 'a query that is wrong: status' 2 "$status"
lacks 'a query that is wrong: is not the fault of the store' err 'tables'
finish
