#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Names of code made at run time go into a store with the dumps, and stay with their process.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

dump() { # NAME VDSO: two methods and a stub in anonymous memory, and one in a named region
    cat >"$1" <<END
heap_v2/1
  t*: 4: 4096 [0: 0]
@ 0x7f978b204bc1 0x7f978b204ca0 0x7f978b300010
  t*: 2: 2048 [0: 0]
@ 0x7f978b204ca1
  t*: 1: 1024 [0: 0]
@ 0x7f979b000051 0x7f978b300010
  t*: 1: 1024 [0: 0]

MAPPED_LIBRARIES:
7f978b000000-7f978b400000 rwxp 00000000 00:00 0
7f979b000000-7f979b001000 r-xp 00000000 00:00 0          [anon:code]
$2-7ffff7fca000 r-xp 00000000 00:00 0        [vdso]
END
}
mkdir dumps
dump dumps/java.77.0.i0.heap 7ffff7fc8000
dump dumps/java.78.0.i0.heap 7ffff7fc6000
cat >dumps/perf-77.map <<'END'
7f978b204bc0 e0 jbyte_disjoint_arraycopy
0x7f978b300000 0x20 Lcom/example/Cache;::grow
7f979b000040 20 region_stub
END
echo '7f978b300000 20 Lcom/example/Other;::put' >perf-78.map
named='Lcom/example/Cache:::grow;jbyte_disjoint_arraycopy;jbyte_disjoint_arraycopy 2048
Lcom/example/Cache:::grow;region_stub 1024
[anon] 0x7f978b204ca1 1024'
nameless='[anon] 0x7f978b204ca1 1024
[anon] 0x7f978b300010;[anon:code]+0x51 1024
[anon] 0x7f978b300010;[anon] 0x7f978b204ca0;[anon] 0x7f978b204bc1 2048'

collapsed() { # STORE NAMES
    "$JEPROF_C" -q --db="$1" --collapsed "$2"
}

same() { # NAME STORE @NAME FILES...: reports from the store are those of the files
    name=$1 store=$2 which=$3
    shift 3
    for options in --collapsed --text '--text --addresses' --traces --info --pprof --tree --raw; do
        "$JEPROF_C" $options "$@" >want 2>&1
        "$JEPROF_C" --db="$store" $options "$which" >got 2>&1
        cmp want got >&2
        result $? "$name: $options"
    done
}

# The map that lies beside the dump.
"$JEPROF_C" -q --db=s.db dumps/java.77.0.i0.heap dumps/java.78.0.i0.heap
is 'beside the dumps: the process that has one' "$named" "$(collapsed s.db @1)"
is 'beside the dumps: the process that has none' "$nameless" "$(collapsed s.db @2)"
same 'beside the dumps' s.db @1 dumps/java.77.0.i0.heap
same 'no map' s.db @2 dumps/java.78.0.i0.heap
"$JEPROF_C" -q --db=s.db --format=tsv --sql='SELECT DISTINCT process FROM module WHERE id > 0 ORDER BY 1' >out
is 'the store tells whose code it is' 'process
java.77:@7ffff7fc8000
java.78:@7ffff7fc6000' "$(cat out)"
is 'holders have the names' jbyte_disjoint_arraycopy \
    "$("$JEPROF_C" -q --db=s.db --format=tsv --sql='SELECT name FROM flat WHERE dump = 1 ORDER BY bytes DESC, name LIMIT 1' | sed 1d)"
# Both together: the same addresses are other code in each process.
is 'two processes together' "$(printf '%s\n%s\n' "$named" "$nameless" | awk '{ v = $NF; sub(/ [0-9]*$/, "")
    s[$0] += v } END { for (k in s) print k, s[k] }' | LC_ALL=C sort)" "$(collapsed s.db @all | LC_ALL=C sort)"
mv dumps/perf-77.map .
is 'the map is not needed any more' "$named" "$(collapsed s.db @1)"

# --perf-map, as for files; without it and without a map beside the dump there are no names.
"$JEPROF_C" -q --db=given.db --perf-map=perf-77.map dumps/java.77.0.i0.heap
"$JEPROF_C" -q --collapsed --perf-map=perf-77.map dumps/java.77.0.i0.heap >want
is '--perf-map' "$(cat want)" "$(collapsed given.db @1)"
run --db=given.db --perf-map=perf-77.map --text @1
is '--perf-map for a stored dump: status' 2 "$status"
has '--perf-map for a stored dump: advice' "$tmp/err" '--resymbolize'
run --db=none.db --perf-map=none.map dumps/java.77.0.i0.heap
is 'no such map: status' 3 "$status"
has 'no such map: message' "$tmp/err" '--perf-map: '
run --db=none.db @1
has 'no such map: nothing is stored' "$tmp/err" 'none.db: error: cannot open'

# Later: the map names the code of the process that it is of, by its own name.
"$JEPROF_C" -q --db=late.db dumps/java.77.0.i0.heap dumps/java.78.0.i0.heap
is 'later: no names yet' "$nameless" "$(collapsed late.db @1)"
run --db=late.db --resymbolize --perf-map=perf-78.map
has '--resymbolize --perf-map: what it found' "$tmp/err" 'new names for 1 address'
collapsed late.db @2 >got
has '--resymbolize --perf-map: its process' got 'Lcom/example/Other:::put;[anon:code]+0x51 1024'
is '--resymbolize --perf-map: not the other one' "$nameless" "$(collapsed late.db @1)"
cp perf-77.map any.map
cp late.db before.db
run --db=late.db --resymbolize --perf-map=any.map
is 'a map that may be of several: status' 2 "$status"
has 'a map that may be of several: message' "$tmp/err" 'nameless code of 2 processes that it may be of'
is 'a map that may be of several: nothing changed' "$(collapsed before.db @all)" "$(collapsed late.db @all)"
mv perf-77.map dumps
run --db=late.db --resymbolize
has '--resymbolize: beside the dumps' "$tmp/err" 'new names for 4 addresses'
is '--resymbolize: names' "$named" "$(collapsed late.db @1)"
same '--resymbolize' late.db @1 dumps/java.77.0.i0.heap
run --db=late.db --resymbolize
has '--resymbolize again' "$tmp/err" 'new names for 0 addresses'

# A map of any name where there is one process only.
dump unknown.heap 7ffff7fc8000
"$JEPROF_C" -q --db=one.db unknown.heap
run --db=one.db --resymbolize --perf-map=any.map
is 'one process: status' 0 "$status"
is 'one process: names' "$named" "$(collapsed one.db @1)"

# A dump that comes later, of the same process: its code has the names that are there, and new ones.
sed 's/0x7f978b204ca1/0x7f978b205001/' dumps/java.77.0.i0.heap >dumps/java.77.1.i1.heap
echo '7f978b205000 10 compiled_late' >>dumps/perf-77.map
"$JEPROF_C" -q --db=s.db dumps/java.77.1.i1.heap
same 'the next dump' s.db @3 dumps/java.77.1.i1.heap
has 'the next dump: new code' got compiled_late
if command -v sqlite3 >/dev/null; then
    for store in s.db late.db one.db; do
        is "$store: references" '' "$(sqlite3 $store 'PRAGMA foreign_key_check')"
    done
fi
finish
