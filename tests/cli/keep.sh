#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --prune, --drop-dumps, --vacuum and --db-info: what stays, by hand, and that it stays as it was.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# dump FILE BYTES: a dump of one object
dump() {
    printf 'heap_v2/1\n  t*: 1: %d [0: 0]\n@ 0x1010 0x2010\n  t*: 1: %d [0: 0]\n\nMAPPED_LIBRARIES:\n1000-9000 r-xp 00000000 08:01 5 /no/such/app\n' \
        "$2" "$2" >"$1"
}
sql() { # sql TEXT: values with blanks between
    "$JEPROF_C" -q --db="$db" --format=csv --sql="$1" | sed 1d | tr '\n' ' ' | sed 's/ $//'
}

# Eight dumps of one series, their object as large as their number, and one of another. 2026-11-05 is
# a Thursday, on which weeks begin.
db=all.db
n=0
for time in 2026-11-01T10:05:00 2026-11-01T10:55:00 2026-11-01T11:10:00 2026-11-01T23:59:59 \
    2026-11-02T00:00:00 2026-11-02T00:30:00 2026-11-05T08:00:00 2026-11-05T08:20:00; do
    n=$((n + 1))
    dump "web.7.$n.i$n.heap" $n
    "$JEPROF_C" -q --db=$db --taken=$time "web.7.$n.i$n.heap"
done
dump other.8.0.i0.heap 9
"$JEPROF_C" -q --db=$db --taken=2026-11-01T10:20:00 other.8.0.i0.heap
is 'nine dumps' '1 2 3 4 5 6 7 8 9' "$(sql 'SELECT CAST(bytes AS INT) FROM dumps ORDER BY dump')"

# prune KEEP STAYS: by numbers of dumps
prune() {
    cp all.db some.db
    run --db=some.db --prune="$1"
    is "--prune=$1: status" 0 "$status"
    is "--prune=$1: what stays" "$2" "$(db=some.db sql 'SELECT CAST(bytes AS INT) FROM dumps ORDER BY dump')"
    went=$((9 - $(echo "$2" | wc -w)))
    [ $went = 1 ] && words="$went dump dropped" || words="$went dumps dropped"
    has "--prune=$1: how many went" "$tmp/err" "some.db: $words"
}
prune first '1 9'
prune last '8 9'
prune first,last '1 8 9'
prune hourly '2 3 4 6 8 9'
prune daily '4 6 8 9'
prune weekly '6 8 9'
prune first,daily '1 4 6 8 9'
prune last,first,weekly,daily,hourly '1 2 3 4 6 8 9'
prune last '8 9'
run --db=some.db --prune=last
has 'again: nothing goes' "$tmp/err" '0 dumps dropped'
is 'what stays tells the same' '8' "$("$JEPROF_C" -q --db=some.db --format=csv --text @series:web.7 | sed -n '2s/.*,\(8\),.*/\1/p')"

# Copies have lost their times: numbers tell the first and the last, and nobody knows an hour.
for n in 1 2 3 10; do
    dump "copy.7.$n.i$n.heap" $n
    touch -d "2026-11-03 00:00:$((20 - n)) UTC" "copy.7.$n.i$n.heap"
done
"$JEPROF_C" -q --db=copies.db copy.7.*.heap
for keep in 'first 1' 'last 10' 'first,last 1 10' 'hourly 1 2 3 10' 'daily,last 1 2 3 10'; do
    cp copies.db some.db
    run --db=some.db --prune="${keep%% *}"
    is "copies, --prune=${keep%% *}" "${keep#* }" "$(db=some.db sql 'SELECT CAST(bytes AS INT) FROM dumps ORDER BY bytes')"
done
has 'copies: said why they stay' "$tmp/err" '1 series is kept whole: the times do not tell'
run --db=copies.db --prune=first,last
lacks 'copies: first and last need no times' "$tmp/err" 'kept whole'

# A dump that lacks records is of little use: the nearest whole one stays with it. Of these, 30 minutes
# apart from 10:00 on, the first, the fourth and the fifth lack 1000 bytes that their headers count.
for n in 1 2 3 4 5; do
    dump gaps.7.$n.i$n.heap $n
    case $n in 1 | 4 | 5) sed -i "2s/1: $n/2: 100$n/" gaps.7.$n.i$n.heap ;; esac
    "$JEPROF_C" -q --db=gaps.db --taken=2026-11-03T$((10 + (n - 1) / 2)):$(((n - 1) % 2 * 3))0:00 gaps.7.$n.i$n.heap
done
is 'dumps that lack records' '0 1 1 0 0' "$(db=gaps.db sql 'SELECT is_whole FROM dumps ORDER BY dump')"
for keep in 'last 3 5' 'first 1 2' 'first,last 1 2 3 5' 'hourly 2 3 4 5' 'daily 3 5' 'weekly 3 5'; do
    cp gaps.db some.db
    run --db=some.db --prune="${keep%% *}"
    is "dumps that lack records, --prune=${keep%% *}" "${keep#* }" \
        "$(db=some.db sql 'SELECT CAST(bytes AS INT) FROM dumps ORDER BY dump')"
done
cp gaps.db some.db
"$JEPROF_C" -q --db=some.db --drop-dumps=@2..3
"$JEPROF_C" -q --db=some.db --prune=last
is 'no dump is whole: the last one stays' 5 "$(db=some.db sql 'SELECT CAST(bytes AS INT) FROM dumps')"

# --drop-dumps by every kind of name.
for drop in '@3 1 2 4 5 6 7 8 9' '@2..4 1 5 6 7 8 9' '@first,@last 2 3 4 5 6 7 9' '@series:web.7 9' '@2026-11-01 5 6 7 8' \
    '@2026-11-05..,@1 2 3 4 5 6 9' '@all'; do
    cp all.db some.db
    run --db=some.db --drop-dumps="${drop%% *}"
    is "--drop-dumps=${drop%% *}: status" 0 "$status"
    stays=${drop#@all}
    is "--drop-dumps=${drop%% *}: what stays" "${stays#* }" \
        "$(db=some.db sql 'SELECT CAST(bytes AS INT) FROM dumps ORDER BY dump')"
done
for table in dump sample series mapping; do
    is "all dropped: rows of $table" 0 "$(db=some.db sql "SELECT count(*) FROM $table")"
done
run --db=all.db --drop-dumps=@99
is '--drop-dumps, no such dump: status' 3 "$status"
has '--drop-dumps, no such dump: message' "$tmp/err" 'there is no dump @99'
is '--drop-dumps, no such dump: nothing goes' 9 "$(sql 'SELECT count(*) FROM dump')"

# --vacuum gives the space back: as large as a store that never had the others.
cp all.db some.db
awk 'BEGIN { print "heap_v2/1\n  t*: 3000: 3000 [0: 0]"
    for (i = 0; i < 3000; i++) printf "@ %#x %#x\n  t*: 1: 1 [0: 0]\n", 4112 + 8 * i, 32784
    print "\nMAPPED_LIBRARIES:\n1000-9000 r-xp 00000000 08:01 5 /no/such/app" }' >big.8.1.i1.heap
"$JEPROF_C" -q --db=some.db --taken=2026-11-06 big.8.1.i1.heap
large=$(wc -c <some.db)
"$JEPROF_C" -q --db=some.db --drop-dumps=@last
is 'dropped: the file is as large' "$large" "$(wc -c <some.db)"
run --db=some.db --db-info --format=csv
is '--db-info: the space of 3000 samples is free' yes \
    "$(sed -n 2p "$tmp/out" | awk -F, '{ print ($2 == '"$large"' && $3 > 40000) ? "yes" : $0 }')"
run --db=some.db --vacuum
is '--vacuum: status' 0 "$status"
cp all.db never.db
"$JEPROF_C" -q --db=never.db --vacuum
is '--vacuum: as if it had never been there' "$(wc -c <never.db)" "$(wc -c <some.db)"

# --db-info: nine dumps, two series, two locations and the stacks of both.
run --db=all.db --db-info --format=csv
is '--db-info: the whole' 'schema_version,file_bytes,free_bytes,dumps,series,stacks,locations,modules' \
    "$(sed -n 1p "$tmp/out")"
version=$(sql "SELECT user_version FROM pragma_user_version")
is '--db-info: its numbers' "$version,$(wc -c <all.db),0,9,2,2,2,1" "$(sed -n 2p "$tmp/out")"
# Of the first series 1 to 8 bytes, 4.5 in the mean.
is '--db-info: series' 'series,dumps,first,last,mean_bytes,most_bytes
web.7,8,2026-11-01T10:05:00Z,2026-11-05T08:20:00Z,4.5,8.0
other.8,1,2026-11-01T10:20:00Z,2026-11-01T10:20:00Z,9.0,9.0' "$(sed -n 3,5p "$tmp/out")"
is '--db-info: dumps' '1,web.7,2026-11-01T10:05:00Z,i,1.0,1,web.7.1.i1.heap' "$(sed -n 7p "$tmp/out")"
is '--db-info: all of them' 9 "$(grep -c '\.heap$' "$tmp/out")"
if grep -q '^table,bytes$' "$tmp/out"; then
    is '--db-info: tables add up to the file' "$(wc -c <all.db)" \
        "$(sed '1,/^table,bytes$/d' "$tmp/out" | awk -F, '{ sum += $2 } END { print sum }')"
else
    skip 'SQLite does not know the sizes of tables'
fi
if command -v sqlite3 >/dev/null; then
    is 'integrity' ok "$(sqlite3 some.db 'PRAGMA integrity_check')"
    is 'references' '' "$(sqlite3 some.db 'PRAGMA foreign_key_check')"
fi
finish
