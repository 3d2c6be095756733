#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --db: what is stored is what the files say, to the byte, with no program or library at hand.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
db=$tmp/s.db

# same NAME MODE FILES-ARGS -- STORE-ARGS: equal reports and equal words about them
same() {
    name=$1
    shift
    files=
    while [ "$1" != -- ]; do
        files="$files $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    (cd "$tmp/v" && "$JEPROF_C" $files) >"$tmp/want" 2>"$tmp/want.err"
    "$JEPROF_C" --db="$db" "$@" >"$tmp/got" 2>"$tmp/got.err"
    cmp "$tmp/want" "$tmp/got" >&2 && cmp "$tmp/want.err" "$tmp/got.err" >&2
    result $? "$name" || true
}

# Files first, then they are gone: reports come from the store alone.
for variant in c-gcc5-pie:relayd c-gcc4-nopie:relayd c-dwz:relayd cpp-clang5-pie:orderbook \
    cpp-stripped:orderbook rust-v0:metacache; do
    program=${variant#*:}
    variant=${variant%:*}
    rm -rf "$tmp/v" "$db"
    cp -r "$CORPUS/$variant" "$tmp/v"
    first=$program.01.heap second=$program.02.heap
    (cd "$tmp/v" && "$JEPROF_C" --db="$db" "$program" $first $second) >"$tmp/out" 2>"$tmp/err"
    is "$variant: stored" 0 $?
    is "$variant: nothing is printed" '' "$(cat "$tmp/out")"
    has "$variant: said what was stored" "$tmp/err" '2 dumps stored'
    for options in '--text' '--text --lines --cum' '--text --addresses --names=mangled' '--tree' \
        '--traces --format=json' '--collapsed' '--callgrind' '--dot' '--info' '--speedscope' \
        '--pprof' '--text --no-inlines --names=full' '--text --thread=*' '--peek=main' \
        '--alloc_objects --text --format=csv' \
        '--raw' '--list=main' '--disasm=main' '--weblist=main'; do
        # shellcheck disable=SC2086
        same "$variant: $options" $options "$program" $second -- $options @2
        # shellcheck disable=SC2086
        [ "$options" != --info ] || continue
        # shellcheck disable=SC2086
        same "$variant: $options, with a base" \
            $options --base=$first "$program" $second -- $options --base=@first @last
    done
    same "$variant: both dumps" --text "$program" $first $second -- --text @all
    mv "$tmp/v" "$tmp/hidden"
    "$JEPROF_C" --db="$db" --text @2 >"$tmp/alone" 2>&1
    mv "$tmp/hidden" "$tmp/v"
    (cd "$tmp/v" && "$JEPROF_C" --text "$program" $second) >"$tmp/want" 2>&1
    is "$variant: without its files" "$(cat "$tmp/want")" "$(cat "$tmp/alone")"
done

# Code is read from the files: found as for a dump, or where they were; never from another build.
cp -r "$CORPUS/c-gcc5-pie" "$tmp/moved"
away "$tmp/moved"/*.heap
rm -f "$db"
(cd "$tmp/moved" && "$JEPROF_C" --db="$db" relayd relayd.02.heap) 2>"$tmp/err"
for mode in --disasm=store_ --list=store_ --weblist=store_; do
    for options in "$tmp/moved/relayd" "--sysroot=$tmp/moved"; do
        "$JEPROF_C" -q $mode --sysroot="$tmp/moved" "$tmp/moved/relayd" "$tmp/moved/relayd.02.heap" >"$tmp/want"
        run -q $mode --db="$db" "$options" @1
        cmp "$tmp/want" "$tmp/out" >&2
        result $? "$mode from a store, ${options%"$tmp"*}" || true
    done
done
run -q --disasm='^main$' --db="$db" @1
is '--disasm finds the file where it was' 0 "$status"
rm "$tmp/moved/relayd"
run --disasm='^main$' --db="$db" @1
is '--disasm without the file: status' 3 "$status"
has '--disasm without the file: message' "$tmp/err" \
    'relayd: warning: its code is not at hand: the file was not found'
has '--disasm without the file: the end' "$tmp/err" 'no function that matches has code at hand'
run --list='^main$' --db="$db" @1
is '--list without the file: status' 0 "$status"
has '--list without the file' "$tmp/out" 'ROUTINE ====================== main'
cp "$CORPUS/c-O3-lto/relayd" "$tmp/moved/relayd"
run --disasm='^main$' --db="$db" "$tmp/moved/relayd" @1
is '--disasm with another build: status' 3 "$status"
has '--disasm with another build: message' "$tmp/err" \
    'its code is not at hand: the file is another build than the one that ran'

# Other formats and odd maps; a store each, for they claim to be of one program.
cp -r "$CORPUS/handmade" "$CORPUS/gperf" "$tmp/"
for dump in "$tmp"/handmade/*.heap "$tmp"/gperf/*.heap; do
    "$JEPROF_C" --collapsed --show-allocator "$dump" >"$tmp/want" 2>"$tmp/want.err" || continue
    rm -f "$db"
    run --collapsed --show-allocator --db="$db" "$dump"
    cmp "$tmp/want" "$tmp/out" >&2
    result $? "${dump#"$tmp/"}: stored and reported" || true
    run --collapsed --show-allocator --db="$db" @1
    cmp "$tmp/want" "$tmp/out" >&2 && cmp "$tmp/want.err" "$tmp/err" >&2
    result $? "${dump#"$tmp/"}: reported again" || true
done

# Each content once, however it is packed and called; tags are added.
cd "$CORPUS/c-static" || exit 1
rm -f "$db"
run --db="$db" relayd relayd.01.heap relayd.02.heap
cp "$db" "$tmp/before"
gzip -c relayd.01.heap >"$tmp/other.heap.gz"
run --db="$db" relayd "$tmp/other.heap.gz" relayd.02.heap
is 'again: status' 0 "$status"
has 'again: nothing new' "$tmp/err" '0 dumps stored, 0 samples; 2 were there already'
run --db="$db" --text relayd.01.heap
cp "$tmp/out" "$tmp/one"
run --db="$db" --text @1
is 'a stored file names its dump' "$(cat "$tmp/one")" "$(cat "$tmp/out")"
run --db="$db" --tag=version=2 --tag=host=a relayd relayd.02.heap
run --db="$db" --text @tag:version=2
cp "$tmp/out" "$tmp/tagged"
run --db="$db" --text @2
is 'a tag names its dumps' "$(cat "$tmp/tagged")" "$(cat "$tmp/out")"

# Series and times.
cp relayd.01.heap "$tmp/web.77.0.i0.heap"
rm -f "$db"
for time in 2026-11-01T10:00:00 2026-11-02T10:00:00; do
    # One more sample each makes them different dumps.
    printf '@ 0x401000\n  t*: 1: 100 [0: 0]\n' >"$tmp/extra"
    sed "/^MAPPED_LIBRARIES/{
r $tmp/extra
N
}" relayd.01.heap >"$tmp/x.heap"
    echo >>"$tmp/x.heap"
    echo "$time" >>"$tmp/x.heap"
    run --db="$db" --taken=$time --series=web relayd "$tmp/x.heap"
    is "--taken=$time: status" 0 "$status"
done
run --db="$db" relayd "$tmp/web.77.0.i0.heap"
for names in '@series:web @1..2' '@series:web/first @1' '@series:web/last @2' \
    '@series:web.77 @3' '@2026-11-01 @1' '@2026-11-01..2026-11-01T23 @1' '@2026-11-02 @2' \
    '@..2026-11-01 @1' '@2026-11-01..2026-11-02 @1..2'; do
    run -q --db="$db" --collapsed ${names% *}
    cp "$tmp/out" "$tmp/named"
    run -q --db="$db" --collapsed ${names#* }
    [ -s "$tmp/out" ] && cmp "$tmp/named" "$tmp/out" >&2
    result $? "${names% *} is ${names#* }" || true
done

# Copies lost their times: the latest written is the first dump. Numbers in the names tell the order.
mkdir "$tmp/copies"
for n in 0 1 10 2; do
    cp "$CORPUS/rust-runs/metacache.1001.$n.i$n.heap" "$tmp/copies"
done
touch -d '2026-11-02 00:00:02' "$tmp/copies/metacache.1001.0.i0.heap"
touch -d '2026-11-02 00:00:01' "$tmp/copies"/metacache.1001.1*.heap "$tmp/copies"/metacache.1001.2*.heap
run -q --db="$tmp/copies.db" "$tmp/copies"/*.heap
run -q --db="$tmp/copies.db" --text @last
cp "$tmp/out" "$tmp/last"
run -q --text "$tmp/copies/metacache.1001.10.i10.heap"
result "$(cmp "$tmp/last" "$tmp/out" >&2; echo $?)" 'the last dump of a process is the one with the highest number'
run -q --db="$tmp/copies.db" --leaks @all
cp "$tmp/out" "$tmp/all"
run -q --leaks "$tmp/copies"/*.heap
is 'a series in the order of its numbers' "$(grep growing "$tmp/out")" "$(grep growing "$tmp/all")"

# Unrelated programs that name their dumps alike: each has its own series.
mkdir "$tmp/alike" "$tmp/alike/a" "$tmp/alike/b"
cp "$CORPUS/c-static/relayd.01.heap" "$tmp/alike/a/app.1.0.i0.heap"
cp "$CORPUS/c-static/relayd.02.heap" "$tmp/alike/a/app.1.1.i1.heap"
cp "$CORPUS/rust-runs/metacache.1001.0.i0.heap" "$tmp/alike/b/app.1.0.i0.heap"
run --db="$tmp/alike.db" "$tmp"/alike/a/*.heap
run --db="$tmp/alike.db" "$tmp/alike/b/app.1.0.i0.heap"
run -q --db="$tmp/alike.db" --format=tsv --sql='SELECT series, count(*) FROM dumps GROUP BY 1 ORDER BY 1'
is 'programs that name their dumps alike' 'app.1 2 app.1:metacache 1' \
    "$(sed 1d "$tmp/out" | tr '\t\n' '  ' | sed 's/ $//')"
run --db="$tmp/alike.db" --text @all
has 'all of several programs: a warning' "$tmp/err" '@all goes over all of the store, which has dumps of 2 programs'
run --db="$tmp/alike.db" --text @series:app.1
lacks 'one series: no warning' "$tmp/err" 'goes over all of the store'
run --db="$tmp/alike.db" --series=app.1 "$tmp/alike/b/app.1.0.i0.heap" "$CORPUS/rust-runs/metacache.1001.1.i1.heap"
run -q --db="$tmp/alike.db" --format=tsv --sql="SELECT count(*) FROM dumps WHERE series = 'app.1'"
is '--series joins what it is told to' 3 "$(sed 1d "$tmp/out")"

# One program that lies elsewhere in each dump is one series where its build-id is known: it is found
# here as the program that is named. Without it, and of another build, nobody can tell.
rm -rf "$tmp/alike"
mkdir "$tmp/alike"
sed 's,/tmp/jpc-corpus/c-static/relayd,/opt/releases/1/relayd,; s, fe:00 [0-9]* , fe:00 11 ,' \
    "$CORPUS/c-static/relayd.01.heap" >"$tmp/alike/app.1.0.i0.heap"
sed 's,/tmp/jpc-corpus/c-static/relayd,/opt/releases/2/relayd,; s, fe:00 [0-9]* , fe:00 22 ,' \
    "$CORPUS/c-static/relayd.02.heap" >"$tmp/alike/app.1.1.i1.heap"
sed 's,/tmp/jpc-corpus/c-static-pie/relayd,/opt/releases/3/relayd,; s, fe:00 [0-9]* , fe:00 33 ,' \
    "$CORPUS/c-static-pie/relayd.02.heap" >"$tmp/alike/app.1.2.i2.heap"
of_series() { # STORE: names and numbers of dumps
    "$JEPROF_C" -q --db="$1" --format=tsv \
        --sql='SELECT series, count(*) FROM dumps GROUP BY 1 ORDER BY 1' |
        sed 1d | tr '\t\n' '  ' | sed 's/ $//'
}
rm -f "$tmp/alike.db"
run -q --db="$tmp/alike.db" relayd "$tmp/alike/app.1.0.i0.heap" "$tmp/alike/app.1.1.i1.heap"
run -q --db="$tmp/alike.db" "$CORPUS/c-static-pie/relayd" "$tmp/alike/app.1.2.i2.heap"
is 'one build at two paths is one series, another build is not' 'app.1 2 app.1:relayd 1' \
    "$(of_series "$tmp/alike.db")"
rm -f "$tmp/alike.db"
run -q --db="$tmp/alike.db" "$tmp"/alike/*.heap
is 'no build-id, other paths' 'app.1 1 app.1:/opt/releases/3/relayd 1 app.1:relayd 1' \
    "$(of_series "$tmp/alike.db")"

# Names without a process: what stands in front of the time, or the name as it is.
rm -rf "$tmp/alike"
mkdir "$tmp/alike" "$tmp/alike/other"
cp relayd.01.heap "$tmp/alike/web-20261101-1200.heap"
cp relayd.02.heap "$tmp/alike/web-20261101-1300.heap"
cp "$CORPUS/rust-runs/metacache.1001.0.i0.heap" "$tmp/alike/web-20261101-1400.heap"
cp "$CORPUS/rust-runs/metacache.1001.1.i1.heap" "$tmp/alike/prof"
cp "$CORPUS/rust-runs/metacache.1001.2.i2.heap" "$tmp/alike/other/prof"
rm -f "$tmp/alike.db"
run -q --db="$tmp/alike.db" "$tmp"/alike/web* "$tmp/alike/prof" "$tmp/alike/other/prof"
is 'names without a process' 'prof 2 web 2 web:metacache 1' "$(of_series "$tmp/alike.db")"
run -q --db="$tmp/alike.db" --format=tsv --sql="SELECT time, time_source FROM dumps WHERE series = 'web' ORDER BY time"
is 'times in names' '2026-11-01T12:00:00Z name 2026-11-01T13:00:00Z name' \
    "$(sed 1d "$tmp/out" | tr '\t\n' '  ' | sed 's/ $//')"

# --time says when a dump was taken, and what orders a series: its value tells which is meant.
rm -f "$tmp/alike.db"
run -q --db="$tmp/alike.db" --time=2026-11-05T06:07:08 relayd relayd.01.heap
is '--time as a point in time: status' 0 "$status"
run -q --db="$tmp/alike.db" --time 2026-11-06 relayd relayd.02.heap
run -q --db="$tmp/alike.db" --format=tsv --sql='SELECT time, time_source FROM dumps ORDER BY dump'
is '--time as a point in time' '2026-11-05T06:07:08Z given 2026-11-06T00:00:00Z given' \
    "$(sed 1d "$tmp/out" | tr '\t\n' '  ' | sed 's/ $//')"
run --db="$tmp/alike.db" --leaks --time=number @all
is '--time as a word' 0 "$status"
run --db="$tmp/alike.db" --time=2026-13-01 relayd relayd.01.heap
is '--time as no time: status' 2 "$status"
has '--time as no time: message' "$tmp/err" '--time=2026-13-01 is no time'
run --time=2026-11-01 relayd relayd.01.heap
is '--time without a store: status' 2 "$status"
for options in '--time=2026-11-05 --taken=2026-11-06' '--taken=2026-11-06 --time=2026-11-05' \
    '--taken=2026-11-06 --time=2026-11-06 --time=2026-11-05'; do
    # shellcheck disable=SC2086
    run --db="$tmp/alike.db" $options relayd relayd.01.heap
    is "$options: status" 2 "$status"
    has "$options: message" "$tmp/err" '--time=2026-11-05 and --taken=2026-11-06 contradict each other'
    has "$options: what to do" "$tmp/err" 'hint: give one of them'
    is "$options: nothing else" 2 "$(wc -l <"$tmp/err" | tr -d ' ')"
done
run -q --db="$tmp/alike.db" --format=tsv --sql='SELECT count(*) FROM dumps'
is '--time and --taken that contradict: nothing is stored' 2 "$(sed 1d "$tmp/out")"
run -q --db="$tmp/alike.db" --time=2026-11-07T00:00:00 --taken=2026-11-07 relayd relayd.01.heap
is '--time and --taken that say the same' 0 "$status"
run -q --db="$tmp/alike.db" --leaks --time=number --taken=2026-11-08 @all relayd.02.heap
lacks '--time as a word and --taken: no contradiction' "$tmp/err" 'contradict'
run -q --db="$tmp/alike.db" --taken=2026-11-07 --taken=2026-11-09 relayd relayd.01.heap
is 'an option given twice: the last one counts' 0 "$status"

# Two builds of a program: what only the code of one can see is the same function in the other.
rm -f "$tmp/builds.db"
old=$CORPUS/c-gcc5-pie/relayd.01.heap new=$CORPUS/c-O3-lto/relayd.02.heap
run -q --db="$tmp/builds.db" --lib_prefix="$CORPUS" "$old"
run -q --db="$tmp/builds.db" --lib_prefix="$CORPUS" "$new"
for options in --text --collapsed '--text --files' --traces --diff; do
    # shellcheck disable=SC2086
    "$JEPROF_C" $options --lib_prefix="$CORPUS" --base="$old" "$new" >"$tmp/want" 2>&1
    # shellcheck disable=SC2086
    "$JEPROF_C" --db="$tmp/builds.db" $options --base=@1 @2 >"$tmp/got" 2>&1
    cmp "$tmp/want" "$tmp/got" >&2
    result $? "a base of another build: $options" || true
done

# Names that turn up later: the same as if the files had been there.
rm -rf "$tmp/v"
late=$tmp/late.db
cp -r "$CORPUS/c-gcc5-pie" "$tmp/v"
away "$tmp"/v/*.heap
(cd "$tmp" && "$JEPROF_C" --db="$late" v/relayd.01.heap v/relayd.02.heap) 2>"$tmp/err"
has 'names are missing: said by the import' "$tmp/err" '/relayd, 95.8 % of the bytes'
has 'names are missing: what adds them later' "$tmp/err" '--resymbolize adds names later'
(cd "$tmp/v" && "$JEPROF_C" --text relayd.02.heap) 2>"$tmp/want" >"$tmp/out"
is 'names are missing: the warnings of a report' "$(grep -c 'no names' "$tmp/want")" \
    "$(grep -c 'no names' "$tmp/err")"
run -q --db="$late" --text @2
has 'without files there are no names' "$tmp/out" 'relayd+0x'
run --db="$late" --resymbolize --sysroot="$tmp/v" "$tmp/v/relayd"
is '--resymbolize: status' 0 "$status"
has '--resymbolize: says what it found' "$tmp/err" 'new names for '
for options in '--text' '--collapsed' '--text --lines' '--traces'; do
    # shellcheck disable=SC2086
    run -q --db="$late" $options "$tmp/v/relayd" @2
    cp "$tmp/out" "$tmp/got"
    # shellcheck disable=SC2086
    run -q $options --sysroot="$tmp/v" "$tmp/v/relayd" "$tmp/v/relayd.02.heap"
    is "--resymbolize: $options" "$(cat "$tmp/out")" "$(cat "$tmp/got")"
done
run --db="$late" --resymbolize --sysroot="$tmp/v" "$tmp/v/relayd"
has '--resymbolize again: nothing new' "$tmp/err" 'new names for 0 addresses'
if command -v sqlite3 >/dev/null; then
    is '--resymbolize: references' '' "$(sqlite3 "$late" 'PRAGMA foreign_key_check')"
fi

# At the mapped path lies another build that fits, and what ran has another name: the addresses that the
# store has tell which, as those of a dump do. In the second store the program was refused when it went in.
w=$tmp/w
mkdir -p "$w$away" "$w/old"
cp -r "$CORPUS/c-O0" "$w$away/c-O0"
away "$w$away"/c-O0/*.heap
mv "$w$away/c-O0/relayd" "$w/old/relayd.O0"
mv "$w$away/c-O0/relayd.01.heap" "$w/"
cp "$CORPUS/c-gcc5-pie/relayd" "$w$away/c-O0/relayd"
run -q --sysroot="$w" "$w/relayd.01.heap"
cp "$tmp/out" "$tmp/want"
has 'a rival of the mapped path: a dump is named by it' "$tmp/want" ' keep'
for first in --no-cache --sysroot="$w$away"; do
    rm -f "$late"
    run -q --db="$late" "$first" "$w/relayd.01.heap"
    run -q --db="$late" @1
    has "a rival of the mapped path, $first: no names" "$tmp/out" 'relayd+0x'
    run -q --db="$late" --resymbolize --sysroot="$w"
    run -q --db="$late" @1
    is "a rival of the mapped path, $first: --resymbolize" "$(cat "$tmp/want")" "$(cat "$tmp/out")"
done

# What goes wrong is said.
fails() { # fails NAME STATUS TEXT ARGS...
    name=$1 want=$2 text=$3
    shift 3
    run "$@"
    is "$name: status" "$want" "$status"
    has "$name: message" "$tmp/err" "$text"
}
fails 'no such dump' 3 'there is no dump @99 among the 3 dumps' --db="$db" @99
fails 'no such series' 3 'there is no dump @series:x' --db="$db" @series:x
fails 'no name' 2 '@lats names no stored dump' --db="$db" @lats
fails 'a name without a store' 3 '@1 names stored dumps: --db=FILE' @1
mkdir "$tmp/folder.db"
fails 'a store that is a folder' 4 'folder.db: error: cannot open the store for writing: Is a directory' \
    --db="$tmp/folder.db" "$CORPUS/c-static/relayd.02.heap"
mkdir -m 555 "$tmp/locked"
if [ "$(id -u)" -ne 0 ]; then
    fails 'a store in a folder of others' 4 'cannot open the store for writing: Permission denied' \
        --db="$tmp/locked/new.db" "$CORPUS/c-static/relayd.02.heap"
else
    skip 'root may write everywhere'
fi
fails 'a store in no folder' 4 'cannot open the store for writing: No such file or directory' \
    --db="$tmp/nowhere/new.db" "$CORPUS/c-static/relayd.02.heap"
fails 'a store in a file' 4 'cannot open the store for writing: Not a directory' \
    --db="$CORPUS/c-static/relayd.02.heap/new.db" "$CORPUS/c-static/relayd.02.heap"
fails 'a store that is not there' 3 'jeprof-c --db=FILE <program> <dump>... makes a store' \
    --db="$tmp/none.db" @1
fails 'a tag without a value' 2 'it is NAME=VALUE' --db="$db" --tag=x relayd.01.heap
fails 'a time for two dumps' 2 '(or --taken) is the time of one dump' --db="$db" --taken=2026-11-01 \
    relayd.01.heap relayd.02.heap
fails 'no time' 2 '--time=yesterday is no time' --db="$db" --taken=yesterday relayd.01.heap
fails 'a damaged dump with --strict' 3 '--strict was given' --strict --db="$db" \
    "$CORPUS/handmade/trunc-in-counts.heap"
# A first import that fails leaves no store behind; a file that was there stays as it is.
echo nonsense >"$tmp/nonsense"
fails 'a first import that fails' 3 'nonsense' --db="$tmp/first.db" "$tmp/nonsense"
is 'a first import that fails: no store is left' '' "$(ls "$tmp"/first.db* 2>/dev/null)"
fails 'a first import with one dump that fails' 3 'nonsense' --db="$tmp/first.db" relayd.01.heap "$tmp/nonsense"
is 'a first import with one dump that fails: no store is left' '' "$(ls "$tmp"/first.db* 2>/dev/null)"
ln -s "$tmp/target.db" "$tmp/link.db"
fails 'a first import by a link' 3 'nonsense' --db="$tmp/link.db" "$tmp/nonsense"
is 'a first import by a link: the link stays, not its target' 0 \
    "$([ -L "$tmp/link.db" ] && [ ! -e "$tmp/target.db" ]; echo $?)"
: >"$tmp/empty.db"
fails 'an import into an empty file' 3 'nonsense' --db="$tmp/empty.db" "$tmp/nonsense"
is 'an import into an empty file: it stays' "$tmp/empty.db" "$(ls "$tmp/empty.db")"
run -q --db="$tmp/second.db" relayd relayd.01.heap
fails 'a second import that fails' 3 'nonsense' --db="$tmp/second.db" "$tmp/nonsense"
run -q --text --db="$tmp/second.db" @1
is 'a second import that fails: what was there stays' 0 "$status"
fails 'no database' 3 'file is not a database' --db=relayd.01.heap @1
is 'no database: left alone' 0 "$(cmp relayd.01.heap "$CORPUS/c-static/relayd.01.heap" >&2; echo $?)"
if command -v sqlite3 >/dev/null; then
    sqlite3 "$tmp/foreign.db" 'CREATE TABLE t (x); INSERT INTO t VALUES (1)'
    fails 'another database' 3 'but no store of this program' --db="$tmp/foreign.db" relayd.01.heap
    is 'another database: left alone' 1 "$(sqlite3 "$tmp/foreign.db" 'SELECT x FROM t')"
    cp "$db" "$tmp/new.db"
    sqlite3 "$tmp/new.db" 'PRAGMA user_version = 99'
    fails 'a newer store' 3 'version 99 of the schema' --db="$tmp/new.db" @1
    is 'integrity' ok "$(sqlite3 "$db" 'PRAGMA integrity_check')"
    is 'references' '' "$(sqlite3 "$db" 'PRAGMA foreign_key_check')"
else
    skip 'no sqlite3'
fi
finish
