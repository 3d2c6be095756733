#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --sql and the views: every query of doc/schema.md, and answers that other reports give too.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
db=$tmp/s.db
cd "$CORPUS/c-static" || exit 1
"$JEPROF_C" -q --db="$db" --taken=2026-11-01T10:00:00 relayd relayd.01.heap
"$JEPROF_C" -q --db="$db" --taken=2026-11-01T12:00:00 relayd relayd.02.heap

sql() { # sql OPTIONS... TEXT: --sql with values only, "|" between
    for text; do :; done
    "$JEPROF_C" --db="$db" --format=tsv --sql="$text" ${2:+"$1"} 2>"$tmp/err" |
        sed 1d | tr '\t' '|'
}

# The queries of the documentation, one by one.
awk -v out="$tmp/query" '/^```sql/ { n++; on = 1; next } /^```/ { on = 0 } on { print >(out n ".sql") }
    END { print n }' "$top_srcdir/doc/schema.md" >"$tmp/count"
count=$(cat "$tmp/count")
[ "$count" -ge 15 ]
result $? "doc/schema.md has $count queries"
n=0
while [ $n -lt "$count" ]; do
    n=$((n + 1))
    run --db="$db" --sql="@$tmp/query$n.sql" --param=function=store_append
    is "query $n runs" 0 "$status"
    [ "$status" = 0 ] || sed 's/^/# /' "$tmp/err"
done

# Known answers: 971043 bytes, 912693 of them held by jem_strdup, 57648 below new_session, as Perl
# jeprof prints of this dump.
is 'the total' 971043 "$(sql 'SELECT CAST(bytes AS INT) FROM dumps WHERE dump = 2')"
is 'flat' 'jem_strdup|912693' \
    "$(sql 'SELECT name, CAST(bytes AS INT) FROM flat WHERE dump = 2 ORDER BY bytes DESC LIMIT 1')"
is 'cum' 57648 "$(sql "SELECT CAST(bytes AS INT) FROM cum WHERE dump = 2 AND name = 'new_session'")"
is 'top: flat and cum' 20640\|57648 \
    "$(sql "SELECT CAST(flat AS INT), CAST(cum AS INT) FROM top WHERE dump = 2 AND name = 'new_session'")"
# The rows of --text are those of top, sorted in another way where values are equal.
run --db="$db" --format=tsv --text @2
sed 1d "$tmp/out" | awk -F'\t' '{ sub(/ \(inline\)$/, "", $1); flat[$1] += $2; cum[$1] = $4 > cum[$1] ? $4 : cum[$1] }
    END { for (name in flat) print name "|" flat[name] }' | grep -v '|0$' | sort >"$tmp/want"
run -q --text --show_bytes --db="$db" @last
is 'top without words: the report of the last dump' "$(sed -n '2,5s/^ *\([0-9]*\) .*/\1/p' "$tmp/out")" \
    "$(sql 'SELECT CAST(flat AS INT) FROM top LIMIT 4')"
sql 'SELECT name, CAST(flat AS INT) FROM top WHERE dump = 2 AND CAST(flat AS INT) <> 0' | sort >"$tmp/got"
is 'top has the flat values of --text' "$(cat "$tmp/want")" "$(cat "$tmp/got")"
# Paths are what --collapsed prints, values too.
run --db="$db" --collapsed --names=short --show-allocator @2
sed 's/\[inline\]//g; s/ \([0-9]*\)$/|\1/' "$tmp/out" | sort >"$tmp/want"
sql 'SELECT stack_path(stack), CAST(sum(bytes) AS INT) FROM stacks WHERE dump = 2 GROUP BY 1
    HAVING CAST(sum(bytes) AS INT) <> 0' | sort >"$tmp/got"
is 'stack_path is the line of --collapsed' "$(cat "$tmp/want")" "$(cat "$tmp/got")"
is 'paths says the same' "$(sql 'SELECT stack, stack_path(stack) FROM stacks WHERE dump = 2 ORDER BY 1')" \
    "$(sql 'SELECT s.stack, p.path FROM stacks s JOIN paths p USING (stack) WHERE dump = 2 ORDER BY 1')"
# What --sql has in place of the views is the same, if faster.
for columns in 'dump, name, round(bytes, 3), round(objects, 3), round(alloc_bytes, 3), round(alloc_objects, 3), function FROM VIEW WHERE dump = 2 ORDER BY function' \
    'dump, name, round(bytes, 3), function FROM VIEW ORDER BY dump, function' \
    "name, dump, round(bytes, 3) FROM dumps LEFT JOIN VIEW USING (dump) WHERE name = 'main' ORDER BY 2" \
    "count(*) FROM VIEW WHERE dump = 'x' OR dump = '2' OR dump IS NULL"; do
    is "cum: the view and the table, $columns" "$(sql "SELECT $(echo "$columns" | sed s/VIEW/main.cum/)")" \
        "$(sql "SELECT $(echo "$columns" | sed s/VIEW/cum/)")"
done
is 'top: the view and the table' \
    "$(sql 'SELECT dump, name, round(flat, 3), round(cum, 3), round(share, 9), function FROM main.top')" \
    "$(sql 'SELECT dump, name, round(flat, 3), round(cum, 3), round(share, 9), function FROM top')"
is 'sums that are no numbers of ours' '|' "$(sql 'SELECT jp_cum(1, 2, 0), jp_growth(1, 2, 0)')"
# A difference adds up to the difference of the totals, in the view and in the function.
is 'diff: the view and the function' \
    "$(sql 'SELECT stack, holder, bytes, objects, variance FROM diff WHERE a = 1 AND b = 2 ORDER BY 1')" \
    "$(sql 'SELECT * FROM diff(1, 2) ORDER BY 1')"
is 'diff: its sum' "$(sql 'SELECT round(max(bytes * (dump = 2)) - max(bytes * (dump = 1)), 3) FROM dumps')" \
    "$(sql 'SELECT round(sum(bytes), 3) FROM diff(1, 2)')"
# Over two dumps, two hours apart, the slope is half of the difference.
is 'growth: the slope of two dumps' "$(sql 'SELECT stack, round(bytes / 2, 3) FROM diff(1, 2) ORDER BY 1')" \
    "$(sql "SELECT stack, round(bytes_per_hour, 3) FROM growth('relayd') ORDER BY 1")"
is 'growth: the view and the function' \
    "$(sql "SELECT stack, holder, dumps, seen, round(bytes_per_hour, 3), round(bytes_per_dump, 3), round(bytes, 3) FROM growth('relayd') ORDER BY 1")" \
    "$(sql "SELECT stack, holder, dumps, seen, round(bytes_per_hour, 3), round(bytes_per_dump, 3), round(bytes, 3) FROM growth WHERE series = 'relayd' ORDER BY 1")"
# Two dumps: the slope per dump is the difference.
is 'growth: per dump' "$(sql 'SELECT stack, round(bytes, 3) FROM diff(1, 2) ORDER BY 1')" \
    "$(sql "SELECT stack, round(bytes_per_dump, 3) FROM growth('relayd') ORDER BY 1")"
# Dumps by the names that the command line has.
is 'diff: names of dumps' "$(sql 'SELECT * FROM diff(1, 2) ORDER BY 1')" \
    "$(sql "SELECT * FROM diff('@first', '@last') ORDER BY 1")"
is 'diff: NULL gives nothing' 0 "$(sql 'SELECT count(*) FROM diff(NULL, 2)')"
# A leak whose files were unpacked in the order of their text: times of no use, numbers tell.
# --leaks reports +42.26 MiB for the site in load, all of it by this holder.
mkdir "$tmp/unpacked"
cp "$CORPUS"/rust-runs/metacache.1001.*.heap "$tmp/unpacked"
n=0
for dump in "$tmp"/unpacked/*.heap; do
    n=$((n + 1))
    touch -d "2026-11-02 00:00:00.$(printf %03d $n)" "$dump"
done
growth() { # growth TEXT: of the unpacked series
    db=$tmp/unpacked.db sql "$1"
}
"$JEPROF_C" -q --db="$tmp/unpacked.db" "$CORPUS/rust-runs/metacache" "$tmp"/unpacked/*.heap 2>/dev/null
is 'growth: last minus first in the order of the numbers' \
    "$(growth "SELECT CAST(sum(CASE seq WHEN 17 THEN bytes WHEN 0 THEN -bytes END) AS INT) FROM dumps")" \
    "$(growth "SELECT CAST(round(sum(bytes)) AS INT) FROM growth('metacache.1001')")"
is 'growth: what --leaks reports' '42.26 MiB' \
    "$(growth "SELECT human(sum(bytes)) FROM growth('metacache.1001') WHERE holder LIKE '%Arc<_u8_>::allocate_for_slice_in%'")"
is 'growth: useless times give no rate' '0|18' \
    "$(growth "SELECT count(bytes_per_hour), max(dumps) FROM growth('metacache.1001')")"
is 'growth: useless times, the view' \
    "$(growth "SELECT stack, bytes_per_hour, round(bytes_per_dump, 3), round(bytes, 3) FROM growth('metacache.1001') ORDER BY 1")" \
    "$(growth "SELECT stack, bytes_per_hour, round(bytes_per_dump, 3), round(bytes, 3) FROM main.growth WHERE series = 'metacache.1001' ORDER BY 1")"
# The slope by the covariance of number and bytes, for the total.
is 'growth: the slope of the total per dump' \
    "$(growth 'SELECT round((avg(seq * bytes) - avg(seq) * avg(bytes)) / (avg(seq * seq) - avg(seq) * avg(seq)), 1) FROM dumps')" \
    "$(growth "SELECT round(sum(bytes_per_dump), 1) FROM growth('metacache.1001')")"
# A dump that lacks records is none of the series, be it cut in a line or behind one; what it lacks was
# not freed. Cut in its map it lacks none.
last=$CORPUS/rust-runs/metacache.1001.17.f.heap
maps=$(grep -n MAPPED_LIBRARIES "$last" | cut -d : -f 1)
slopes='SELECT stack_path(stack) AS path, dumps, seen, round(bytes_per_dump, 3), round(bytes, 3)'
mkdir "$tmp/killed"
cp "$tmp"/unpacked/metacache.1001.*.i*.heap "$tmp/killed"
for cut in none 3000 -41; do
    rm -f "$tmp/killed.db" "$tmp"/killed/metacache.1001.17.f.heap
    case $cut in
    none) ;;
    -*) head -n ${cut#-} "$last" >"$tmp/killed/metacache.1001.17.f.heap" ;;
    *) head -c $cut "$last" >"$tmp/killed/metacache.1001.17.f.heap" ;;
    esac
    "$JEPROF_C" -q --db="$tmp/killed.db" "$CORPUS/rust-runs/metacache" "$tmp"/killed/*.heap
    for table in "growth('metacache.1001')" "main.growth WHERE series = 'metacache.1001'"; do
        [ $cut = none ] &&
            db=$tmp/killed.db sql "$slopes FROM $table ORDER BY 1, 3, 4" >"$tmp/without"
        is "a dump cut at $cut: $table" "$(cat "$tmp/without")" \
            "$(db=$tmp/killed.db sql "$slopes FROM $table ORDER BY 1, 3, 4")"
    done
    is "a dump cut at $cut: dumps says so" "$([ $cut = none ] || echo 17)" \
        "$(db=$tmp/killed.db sql 'SELECT seq FROM dumps WHERE NOT is_whole')"
done
has 'a dump that is cut: there is growth without it' "$tmp/without" '|17|17|'
head -n $((maps + 3)) "$last" | head -c -5 >"$tmp/killed/metacache.1001.17.f.heap"
rm "$tmp/killed.db"
"$JEPROF_C" -q --db="$tmp/killed.db" "$CORPUS/rust-runs/metacache" "$tmp"/killed/*.heap
is 'a dump cut in its map: lacks nothing' '18|1|18' \
    "$(db=$tmp/killed.db sql "SELECT count(*), min(is_whole), (SELECT max(dumps) FROM growth('metacache.1001')) FROM dumps")"
# Of 4000 recorded objects some are missing. Four, 0.1 %, are no fault of the dump, nor are what rounding
# may bring, 4 * sqrt(2 / 12) = 1.6 periods: a fifth object is, when it is larger than that. SQL and the
# reports draw the line at the same place. --leaks warns of the dumps that it leaves out.
mkdir "$tmp/rule"
i=0
for size in 8 4096 100000 524288 3000000 20000000; do
    for missing in 800 6 5 4; do
        i=$((i + 1))
        awk -v size=$size -v missing=$missing 'BEGIN {
            printf "heap_v2/524288\n  t*: 4000: %.0f [0: 0]\n@ 0x1001 0x9001\n", 4000 * size
            printf "  t*: %d: %.0f [0: 0]\n\nMAPPED_LIBRARIES:\n", 4000 - missing, (4000 - missing) * size
        }' >"$tmp/rule/r.1.$i.i$i.heap"
    done
done
"$JEPROF_C" --leaks "$tmp"/rule/*.heap 2>&1 >"$tmp/out" |
    sed -n 's/.*r\.1\.\([0-9]*\)\..*left out.*/\1/p' | sort -n >"$tmp/left_out"
"$JEPROF_C" -q --db="$tmp/rule.db" "$tmp"/rule/*.heap
is 'what is whole: the rule of --leaks' "$(cat "$tmp/left_out")" \
    "$(db=$tmp/rule.db sql 'SELECT seq FROM dumps WHERE NOT is_whole ORDER BY seq')"
is 'what is whole: 800 or 6 of any size are too many, 5 of 3 or 20 MB' \
    '1 2 5 6 9 10 13 14 17 18 19 21 22 23 ' "$(tr '\n' ' ' <"$tmp/left_out")"
is 'dumps of one import are stored in their order' \
    '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17' "$(growth 'SELECT seq FROM dumps ORDER BY dump' | tr '\n' ' ' | sed 's/ $//')"
is 'threads: the same memory' "$(sql 'SELECT round(bytes) FROM dumps WHERE dump = 2')" \
    "$(sql 'SELECT round(sum(bytes)) FROM threads WHERE dump = 2')"
is 'stack_has: in this order' '1|0|1|0' \
    "$(sql "SELECT stack_has(s, 'main', 'store_append'), stack_has(s, 'store_append', 'main'), stack_has(s, 'main'), stack_has(s, 'none')
        FROM (SELECT stack AS s FROM stacks WHERE dump = 2 AND stack_path(stack) LIKE '%main;%store_append%' LIMIT 1)")"
is 'human' '1.50 MiB' "$(sql 'SELECT human(1572864)')"
is 'regexp' '1|0|1' "$(sql "SELECT 'abc' REGEXP '^a.c\$', 'abc' REGEXP 'x', regexp('B(?i)', 'aB')")"
is 'NULL stays NULL' '|' "$(sql 'SELECT human(NULL), stack_path(NULL)')"

# What a stack is called in any build: made once, and the same however the dumps came.
"$JEPROF_C" -q --db="$tmp/once.db" relayd relayd.01.heap relayd.02.heap
is 'sig: two imports or one' \
    "$(db=$tmp/once.db sql 'SELECT stack_path(id), sig FROM stack WHERE id > 0 ORDER BY 1, 2')" \
    "$(sql 'SELECT stack_path(id), sig FROM stack WHERE id > 0 ORDER BY 1, 2')"

# Formats.
run --db="$db" --format=csv --sql="SELECT 1 AS a, 'x,y' AS b, NULL AS c, 0.5 AS d, x'01ff' AS e"
is 'csv' 'a,b,c,d,e 1,"x,y",,0.5,01ff' "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"
run --db="$db" --format=jsonl --sql='SELECT 9007199254740993 AS a, NULL AS "b""c", 2.0 AS d; SELECT 1 AS a'
is 'jsonl' '{"a":9007199254740993,"b\"c":null,"d":2.0} {"a":1}' "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"
run --db="$db" --format=json --sql="SELECT 'x' AS a"
has 'json' "$tmp/out" '{"a":"x"}'
run --db="$db" --sql="SELECT 'name' AS text, 12 AS number"
is 'text' 'text  number name      12' "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"
# For people: texts to the left, numbers to the right, without digits that mean nothing.
mixed="SELECT 'a' AS text, 1 AS whole, 1234567.25 AS large, 0.1 + 0.2 AS small, NULL AS none, 3 AS mixed
    UNION ALL SELECT 'bcdefg', -20, 999999.5, -0.0, NULL, 'x' UNION ALL SELECT '', 3, 2.0, 1e-9, NULL, 7"
run --db="$db" --sql="$mixed"
cat >"$tmp/want" <<'END'
text    whole    large  small  none  mixed
a           1  1234567    0.3        3
bcdefg    -20  1000000      0        x
            3        2  1e-09        7
END
is 'text: texts to the left, numbers to the right' "$(cat "$tmp/want")" "$(cat "$tmp/out")"
run --db="$db" --format=markdown --sql="$mixed"
is 'markdown: as text' '| --- | ---: | ---: | ---: | ---: | --- |' "$(sed -n 2p "$tmp/out")"
has 'markdown: short numbers' "$tmp/out" '| a | 1 | 1234567 | 0.3 |  | 3 |'
run --db="$db" --format=csv --sql="$mixed"
has 'csv: all digits' "$tmp/out" 'a,1,1234567.25,0.30000000000000004,,3'
run --db="$db" --format=json --sql="$mixed"
has 'json: all digits' "$tmp/out" '"large":1234567.25,"small":0.30000000000000004,"none":null,"mixed":3}'
run --db="$db" --format=tsv --sql="$mixed"
has 'tsv: all digits' "$tmp/out" "$(printf 'bcdefg\t-20\t999999.5\t-0.0\t\tx')"
run --db="$db" --format=csv --sql='SELECT 1 AS a; ; SELECT 2 AS b -- the end'
is 'several statements' 'a 1 b 2' "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"
run --db="$db" --format=text --sql='SELECT 1 AS a; SELECT 2 AS b WHERE 0'
is 'text: an empty line between, and a head without rows' 'a 1  b' "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"
run --db="$db" --format=csv --sql='SELECT :a || @b || $a AS c' --param=a=x --param=b="it's"
is 'parameters, each way to write them' "c xit'sx" "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"

# Ctrl-C ends a query at once, and nothing is left of a change.
endless='WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c'
if command -v timeout >/dev/null; then
    timeout --preserve-status -k 20 -s INT 0.5 "$JEPROF_C" --db="$db" --sql="$endless" >"$tmp/out" 2>"$tmp/err"
    is 'Ctrl-C: status' 130 $?
    cp "$db" "$tmp/ended.db"
    timeout --preserve-status -k 20 -s INT 0.5 "$JEPROF_C" --db="$tmp/ended.db" --write \
        --sql="INSERT INTO tag VALUES (1, 'half', 'done'); $endless" >"$tmp/out" 2>"$tmp/err"
    is 'Ctrl-C, with --write: status' 130 $?
    is 'Ctrl-C, with --write: nothing is done' 0 "$(db=$tmp/ended.db sql "SELECT count(*) FROM tag")"
fi

echo 'SELECT 1 + :x AS y' | "$JEPROF_C" --db="$db" --sql=- --param=x=41 --format=csv >"$tmp/out" 2>&1
is 'standard input and a parameter' 'y 42' "$(tr '\n' ' ' <"$tmp/out" | sed 's/ $//')"

# What goes wrong.
fails() { # fails NAME STATUS TEXT ARGS...
    name=$1 want=$2 text=$3
    shift 3
    run "$@"
    is "$name: status" "$want" "$status"
    has "$name: message" "$tmp/err" "$text"
}
cp "$db" "$tmp/copy.db"
fails 'no SQL' 2 'syntax error' --db="$db" --sql='SELEC 1'
fails 'no such table' 2 'hint: "SELECT name FROM sqlite_schema" lists tables and views' --db="$db" \
    --sql='SELECT * FROM heaps'
fails 'no such column' 2 'hint: "PRAGMA table_info(dumps)" lists the columns of dumps' --db="$db" \
    --sql='SELECT size FROM dumps'
run --db="$db" --sql='PRAGMA table_info(dumps)'
has 'the columns of a view' "$tmp/out" '0  dump '
fails 'a parameter without a value' 2 'the parameter :x has no value' --db="$db" --sql='SELECT :x'
fails 'a change' 2 '--write allows it' --db="$db" --sql='DELETE FROM tag'
fails 'arguments missing' 2 'diff() takes 2 arguments' --db="$db" --sql='SELECT * FROM diff(1)'
fails 'a name of no dump' 2 'diff(): @frist names no stored dump' --db="$db" \
    --sql="SELECT * FROM diff('@frist', 2)"
fails 'a dump that is not there' 2 'diff(): there is no dump 99 among the 2 dumps' --db="$db" \
    --sql='SELECT * FROM diff(1, 99)'
fails 'several dumps' 2 'diff(): @all names 2 dumps, it takes one' --db="$db" \
    --sql="SELECT * FROM diff('@all', 2)"
fails 'no such series' 2 'growth(): there is no series relay' --db="$db" \
    --sql="SELECT * FROM growth('relay')"
fails 'a store alone' 2 'no dump was named' --db="$db"
has 'a store alone: what can be asked' "$tmp/err" '--db-info lists what is in the store, @last'
fails 'a bad pattern' 2 'missing closing' --db="$db" --sql="SELECT 'a' REGEXP '('"
fails 'no such file' 3 'No such file' --db="$db" --sql="@$tmp/none.sql"
fails 'a folder' 3 'is a folder' --db="$db" --sql="@$tmp"
printf 'SELECT 1 AS a\0; SELECT 2' >"$tmp/zero.sql"
fails 'a byte 0' 2 'byte 13 is 0' --db="$db" --sql="@$tmp/zero.sql"
for text in ' ' ';' '-- nothing' ''; do
    echo "$text" | "$JEPROF_C" --db="$db" --sql=- >"$tmp/out" 2>&1
    is "no statement, '$text': status and output" 0 "$?$(cat "$tmp/out")"
done
for change in 'PRAGMA user_version = 7' 'PRAGMA journal_mode = WAL' VACUUM REINDEX "VACUUM INTO '$tmp/x.db'" \
    'CREATE TEMP TABLE x (a)' 'DROP VIEW flat' 'CREATE VIEW x AS SELECT 1'; do
    fails "a change, $change" 2 '--write allows it' --db="$db" --sql="$change"
done
result "$([ -e "$tmp/x.db" ]; echo $((! $?)))" 'no other file is made'
if [ -c /dev/full ]; then
    "$JEPROF_C" --db="$db" --sql='SELECT 1' >/dev/full 2>"$tmp/err"
    is 'output that is full' 4 $?
fi
cp "$db" "$tmp/full.db"
(
    trap '' XFSZ
    ulimit -f 0
    exec "$JEPROF_C" --db="$tmp/full.db" --write --sql="INSERT INTO tag VALUES (1, 'a', 'b')" 2>&1
) | cat >"$tmp/out"
has 'a change without room: message' "$tmp/out" 'error'
is 'a change without room: nothing is done' 0 "$(db=$tmp/full.db sql 'SELECT count(*) FROM tag')"
fails 'no store' 2 '--sql needs a store' --sql='SELECT 1'
fails 'a dump' 2 '--sql takes no dump' --db="$db" --sql='SELECT 1' relayd.01.heap
fails 'half of a change' 2 'no such table' --db="$db" --write \
    --sql="INSERT INTO tag VALUES (1, 'x', 'y'); SELECT x FROM y"
is 'nothing was changed' 0 "$(cmp "$db" "$tmp/copy.db" >&2; echo $?)"
cp "$db" "$tmp/beside.db"
before=$(cksum <"$tmp/beside.db")
for write in --no-write --write; do
    for name in "'$tmp/beside.db'" "'$tmp/' || 'beside.db'" "'file:$tmp/beside.db?mode=rw'"; do
        fails "another file, $write" 2 'attaches no other file' --db="$tmp/copy.db" $write \
            --sql="ATTACH $name AS other; DELETE FROM other.tag"
    done
done
is 'the other file is as it was' "$before" "$(cksum <"$tmp/beside.db")"
fails 'a transaction that ends too early' 2 'one transaction' --db="$tmp/copy.db" --write \
    --sql="INSERT INTO tag VALUES (1, 'half', 'done'); COMMIT; SELECT nothing"
is 'nothing of it is done' '' "$(db=$tmp/copy.db; sql "SELECT value FROM tag WHERE key = 'half'")"
run --db="$tmp/copy.db" --write --sql="INSERT INTO tag VALUES (1, 'a', 'b')"
is '--write: status' 0 "$status"
is '--write: done' 'a|b' "$(db=$tmp/copy.db; sql 'SELECT key, value FROM tag')"

# The views work in plain SQLite.
if command -v sqlite3 >/dev/null; then
    for view in dumps timeline top flat cum stacks paths diff growth threads modules sizes churn; do
        sqlite3 "$db" "SELECT * FROM $view LIMIT 1" >"$tmp/out" 2>&1
        [ -s "$tmp/out" ] && ! grep -q Error "$tmp/out"
        result $? "$view in sqlite3" || true
    done
else
    skip 'no sqlite3'
fi

# --db-info, --drop-dumps, --prune, --vacuum.
run --db="$db" --db-info
is '--db-info: status' 0 "$status"
has '--db-info: dumps' "$tmp/out" '2026-11-01T10:00:00Z'
run --db="$db" --text @1
cp "$tmp/out" "$tmp/one"
cp "$db" "$tmp/small.db"
run --db="$tmp/small.db" --drop-dumps=@2
has '--drop-dumps' "$tmp/err" '1 dump dropped'
run --db="$tmp/small.db" --vacuum
is '--vacuum: status' 0 "$status"
run --db="$tmp/small.db" --text @1
is 'what stays is as it was' "$(cat "$tmp/one")" "$(cat "$tmp/out")"
"$JEPROF_C" -q --db="$tmp/fresh.db" --taken=2026-11-01T10:00:00 relayd relayd.01.heap
for table in dump sample stack location function frame module file mapping stack_function thread; do
    is "--vacuum: rows of $table" "$(db=$tmp/fresh.db; sql "SELECT count(*) FROM $table")" \
        "$(db=$tmp/small.db; sql "SELECT count(*) FROM $table")"
done
run --db="$tmp/small.db" relayd relayd.02.heap
run --db="$tmp/small.db" --text --base=@first @last
cp "$tmp/out" "$tmp/again"
run --db="$db" --text --base=@first @last
is 'a dump that comes back' "$(cat "$tmp/out")" "$(cat "$tmp/again")"
run --db="$tmp/small.db" --prune=first
has '--prune' "$tmp/err" '1 dump dropped'
is '--prune: the first stays' 'relayd.01.heap' "$(db=$tmp/small.db; sql 'SELECT path FROM dump')"
fails '--prune: what?' 2 '--prune=yearly' --db="$db" --prune=yearly
if command -v sqlite3 >/dev/null; then
    is 'integrity' ok "$(sqlite3 "$tmp/small.db" 'PRAGMA integrity_check')"
    is 'references' '' "$(sqlite3 "$tmp/small.db" 'PRAGMA foreign_key_check')"
fi
finish
