#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A store survives what happens to an import: SIGKILL at any moment, other importers, a full disk.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
without_leak_check
cd "$tmp" || exit 1
for i in 1 2 3 4; do
    "$top_builddir/bench/gen-dump" --stacks=1500 --threads=2 --seed=$i >"$i.heap"
done
db=$tmp/s.db

# All that a store holds, as one line.
content() {
    "$JEPROF_C" -q --db="$1" --format=csv --sql='SELECT count(*), sum(id), sum(record_count) FROM dump;
        SELECT count(*), sum(n), sum(s), sum(stack_id) FROM sample;
        SELECT count(*), sum(depth) FROM stack; SELECT count(*) FROM thread_sample;
        SELECT count(*) FROM location; SELECT count(*) FROM frame; SELECT count(*) FROM stack_function;
        SELECT * FROM pragma_integrity_check' 2>&1 | tr '\n' ' '
}

now() { date +%s%N; }

"$JEPROF_C" -q --db="$db" 1.heap
before=$(content "$db")
cp "$db" after.db
start=$(now)
"$JEPROF_C" -q --db=after.db 2.heap 3.heap
took=$((($(now) - start) / 1000000))
after=$(content after.db)
[ "$before" != "$after" ]
result $? 'an import changes the store'

# Moments spread over the time that an import takes, and a little beyond. Fewer where it is slow (under
# a sanitizer it can take seconds), so that the time for all of them is bounded.
moments=$((took > 160 ? 16000 / took : 100))
[ $moments -ge 8 ] || moments=8
i=0 old=0 new=0 between=0
while [ $i -lt $moments ]; do
    i=$((i + 1))
    cp "$db" t.db
    rm -f t.db-journal
    "$JEPROF_C" -q --db=t.db 2.heap 3.heap 2>/dev/null &
    importer=$!
    sleep "$(awk -v i=$i -v n=$moments -v t="$took" 'BEGIN { printf "%.4f", i * 1.2 * t / n / 1000 }')"
    kill -9 $importer 2>/dev/null
    wait $importer 2>/dev/null
    case $(content t.db) in
    "$before") old=$((old + 1)) ;;
    "$after") new=$((new + 1)) ;;
    *) between=$((between + 1)) ;;
    esac
done
is "killed at $moments moments: never between ($old before, $new after)" 0 $between
[ $old -gt 0 ]
result $? 'killed early: as before'
"$JEPROF_C" -q --db=t.db 2.heap 3.heap
is 'an import after a killed one' "$after" "$(content t.db)"

# Ctrl-C is the same, whenever it comes. A shell lets what runs behind its back ignore it.
if env --default-signal=INT true 2>/dev/null; then
all=$(cp "$db" t.db && "$JEPROF_C" -q --db=t.db 2.heap 3.heap 4.heap && content t.db)
i=0 old=0 other=0
while [ $i -lt 10 ]; do
    i=$((i + 1))
    cp "$db" t.db
    rm -f t.db-journal
    env --default-signal=INT "$JEPROF_C" -q --db=t.db 2.heap 3.heap 4.heap 2>/dev/null &
    importer=$!
    sleep "$(awk -v i=$i -v t="$took" 'BEGIN { printf "%.4f", i * t / 10 / 1000 }')"
    kill -INT $importer 2>/dev/null
    wait $importer 2>/dev/null
    case $(content t.db) in
    "$before") old=$((old + 1)) ;;
    "$all") ;;
    *) other=$((other + 1)) ;;
    esac
done
is 'interrupted at 10 moments: all or nothing' 0 $other
[ $old -gt 0 ]
result $? "interrupted: nothing is left of it ($old of 10)"
else
    skip 'this env cannot give a signal back'
fi

# A process that is killed while it makes the store.
rm -f t.db t.db-journal
"$JEPROF_C" -q --db=t.db 1.heap 2>/dev/null &
importer=$!
sleep 0.005
kill -9 $importer 2>/dev/null
wait $importer 2>/dev/null
run --db=t.db 1.heap
is 'made again after a kill: status' 0 "$status"
is 'made again after a kill' "$before" "$(content t.db)"

# Several importers into one store that is not there yet, some with the same dumps.
rm -f t.db t.db-journal
for dumps in '1.heap 2.heap' '2.heap 3.heap' '3.heap 4.heap' '4.heap 1.heap'; do
    # shellcheck disable=SC2086
    { "$JEPROF_C" -q --db=t.db $dumps 2>>errors || echo failed >>errors; } &
done
wait
is 'four importers: none fails' '' "$(cat errors)"
is 'four importers: nothing is lost or doubled' '4' \
    "$("$JEPROF_C" -q --db=t.db --format=csv --sql='SELECT count(*) FROM dump' | sed 1d)"
is 'four importers: integrity' 'ok' \
    "$("$JEPROF_C" -q --db=t.db --format=csv --sql='SELECT * FROM pragma_integrity_check' | sed 1d)"
"$JEPROF_C" -q --collapsed 4.heap >want
id=$("$JEPROF_C" -q --db=t.db --format=csv --sql="SELECT id FROM dump WHERE path = '4.heap'" | sed 1d)
"$JEPROF_C" -q --db=t.db --collapsed "@$id" >got
is 'four importers: the right values' "$(cat want)" "$(cat got)"

# No room: a limit of the file size stands for a full disk.
cp "$db" t.db
size=$(($(wc -c <t.db) / 512 + 20))
(
    ulimit -f $size
    exec "$JEPROF_C" --db=t.db 2.heap 3.heap
) >out 2>err
is 'no room: status' 4 $?
has 'no room: message' err 't.db: error:'
is 'no room: as before' "$before" "$(content t.db)"

# A store that must not be written can be read. Who may do everything asks somebody else.
cp "$db" t.db
chmod 444 t.db
as=
if [ -w t.db ]; then
    as='setpriv --reuid=65534 --regid=65534 --clear-groups'
    chmod 755 "$tmp"
fi
# shellcheck disable=SC2086
if $as test -r t.db -a -x "$JEPROF_C" 2>/dev/null && ! $as test -w t.db; then
    $as "$JEPROF_C" --db=t.db 2.heap >out 2>err
    is 'read-only: status' 4 $?
    has 'read-only: message' err 't.db: error:'
    $as "$JEPROF_C" --db=t.db --text @1 >out 2>err
    is 'read-only: reports' 0 $?
    $as "$JEPROF_C" -q --db=t.db --format=csv --sql='SELECT count(*) FROM dump' >out 2>err
    is 'read-only: queries' 1 "$(sed 1d out)"
    is 'read-only: as before' "$before" "$(content t.db)"
else
    skip 'files are writable for this user, whatever their mode'
fi
chmod 644 t.db

# Damage is told, and ends nothing but the report.
for offset in 0 100 4096 20000 60000; do
    cp "$db" t.db
    printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' | dd of=t.db bs=1 seek=$offset conv=notrunc 2>/dev/null
    run --db=t.db --text @1
    [ "$status" -lt 5 ]
    result $? "damage at $offset: status $status"
done
head -c 20000 "$db" >t.db
run --db=t.db --text @1
is 'a store that was cut: status' 3 "$status"
finish
