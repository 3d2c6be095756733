#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Code made at run time gets its names from a map that the just-in-time compiler wrote.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

# A stack of a Java program: malloc's caller, two methods and a stub in anonymous memory.
cat >"$tmp/java.heap" <<'END'
heap_v2/1
  t*: 3: 3072 [0: 0]
@ 0x7f978b204bc1 0x7f978b204ca0 0x7f978b300010
  t*: 2: 2048 [0: 0]
@ 0x7f978b204ca1
  t*: 1: 1024 [0: 0]

MAPPED_LIBRARIES:
7f978b000000-7f978b400000 rwxp 00000000 00:00 0
END
cat >"$tmp/perf-1.map" <<'END'
7f978b204bc0 e0 jbyte_disjoint_arraycopy
0x7f978b300000 0x20 Lcom/example/Cache;::grow
END
# Return addresses: start + 1 and one past the end belong to the code, one more does not.
run -q --collapsed --perf-map="$tmp/perf-1.map" "$tmp/java.heap"
is 'names, and the address where there is none' \
    'Lcom/example/Cache:::grow;jbyte_disjoint_arraycopy;jbyte_disjoint_arraycopy 2048
[anon] 0x7f978b204ca1 1024' "$(sort "$tmp/out")"
run -q --info --format=tsv --perf-map="$tmp/perf-1.map" "$tmp/java.heap"
has '--info says where names came from' "$tmp/out" 'a perf map'
printf '7f978b204ca0 10 late\n' >"$tmp/perf-2.map"
run -q --collapsed --perf-map="$tmp/perf-1.map" --perf-map="$tmp/perf-2.map" "$tmp/java.heap"
has 'several maps' "$tmp/out" 'late 1024'
# Names of V8 are no C++: nothing of them is a return type or a list of parameters.
printf '%s\n' '7f978b204bc0 e0 LazyCompile:*fn /srv/app.js:10:5' \
    '7f978b300000 20 JS:~handle (node:internal/http):12:3' >"$tmp/perf-3.map"
run -q --text --show_bytes --perf-map="$tmp/perf-3.map" "$tmp/java.heap"
cp "$tmp/out" "$tmp/v8"
has 'names with blanks: whole' "$tmp/v8" ' 66.7% LazyCompile:*fn /srv/app.js:10:5'
has 'names with brackets: whole' "$tmp/v8" ' 66.7% JS:~handle (node:internal/http):12:3'
run -q --db="$tmp/v8.db" --perf-map="$tmp/perf-3.map" "$tmp/java.heap"
run -q --db="$tmp/v8.db" --text --show_bytes @last
cmp "$tmp/v8" "$tmp/out" >&2
result $? 'names with blanks: from a store'
echo rubbish >"$tmp/rubbish"
run --collapsed --perf-map="$tmp/rubbish" "$tmp/java.heap"
is 'rubbish: status' 0 "$status"
has 'rubbish: line' "$tmp/err" "$tmp/rubbish:1: warning: no line of a perf map"
run --perf-map="$tmp/none" "$tmp/java.heap"
is 'no such map: status' 3 "$status"
has 'no such map: message' "$tmp/err" '--perf-map'

# Beside the dumps of one process, by its number.
mkdir "$tmp/dumps"
cp "$tmp/java.heap" "$tmp/dumps/jeprof.28164.0.i0.heap"
cp "$tmp/java.heap" "$tmp/dumps/jeprof.28164.1.i1.heap"
cp "$tmp/java.heap" "$tmp/dumps/jeprof.28165.1.i1.heap"
cp "$tmp/perf-1.map" "$tmp/dumps/perf-28164.map"
run -q --collapsed "$tmp/dumps/jeprof.28164.0.i0.heap"
has 'beside the dump' "$tmp/out" 'jbyte_disjoint_arraycopy 2048'
(cd "$tmp/dumps" && "$JEPROF_C" -q --collapsed jeprof.28164.0.i0.heap) >"$tmp/out"
has 'beside the dump in this folder' "$tmp/out" 'jbyte_disjoint_arraycopy 2048'
run -q --collapsed "$tmp/dumps/jeprof.28164.0.i0.heap" "$tmp/dumps/jeprof.28165.1.i1.heap"
lacks 'not for two processes' "$tmp/out" 'jbyte_disjoint_arraycopy'

# In /tmp, where compilers put it, for a process number that no kernel gives. Another process that had
# the number has its code elsewhere.
pid=5$(printf '%08d' $$)
trap 'rm -rf "$tmp" "/tmp/perf-$pid.map"' EXIT
cp "$tmp/java.heap" "$tmp/dumps/jeprof.$pid.0.i0.heap"
cp "$tmp/perf-1.map" "/tmp/perf-$pid.map"
run --collapsed "$tmp/dumps/jeprof.$pid.0.i0.heap"
has 'in /tmp: three of four addresses' "$tmp/out" 'jbyte_disjoint_arraycopy 2048'
run -q --db="$tmp/tmp.db" "$tmp/dumps/jeprof.$pid.0.i0.heap"
run -q --db="$tmp/tmp.db" --collapsed @last
has 'in /tmp: for a store' "$tmp/out" 'jbyte_disjoint_arraycopy 2048'
printf '7f978b204ca0 10 late\n' >"/tmp/perf-$pid.map"
run -v --collapsed "$tmp/dumps/jeprof.$pid.0.i0.heap"
lacks 'in /tmp: one of four is chance' "$tmp/out" 'late'
has 'in /tmp: -v says why' "$tmp/err" "/tmp/perf-$pid.map: note: is not used: it covers 1 of 4 addresses"
run -q --collapsed --perf-map="/tmp/perf-$pid.map" "$tmp/dumps/jeprof.$pid.0.i0.heap"
has 'in /tmp: named by the user' "$tmp/out" 'late'
# Everybody may put a file there: a stranger's gives no names, and one that cannot be read is no error.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null 2>&1; then
    cp "$tmp/perf-1.map" "/tmp/perf-$pid.map"
    chown 54321 "/tmp/perf-$pid.map"
    run -q --collapsed "$tmp/dumps/jeprof.$pid.0.i0.heap"
    lacks 'in /tmp: of a stranger' "$tmp/out" 'jbyte_disjoint_arraycopy'
    chown 54321 "$tmp/dumps/jeprof.$pid.0.i0.heap"
    run -q --collapsed "$tmp/dumps/jeprof.$pid.0.i0.heap"
    has 'in /tmp: of the owner of the dump' "$tmp/out" 'jbyte_disjoint_arraycopy 2048'
    chown 0 "/tmp/perf-$pid.map"
    chmod 600 "/tmp/perf-$pid.map"
    chmod 755 "$tmp" "$tmp/dumps"
    if setpriv --reuid=54321 --clear-groups "$JEPROF_C" -v --collapsed - <"$tmp/java.heap" >/dev/null 2>&1; then
        setpriv --reuid=54321 --clear-groups "$JEPROF_C" -v --collapsed \
            "$tmp/dumps/jeprof.$pid.0.i0.heap" >"$tmp/out" 2>"$tmp/err"
        is 'in /tmp: one that cannot be read' 0 $?
        grep -q "/tmp/perf-$pid.map: note: is not used: .*Permission denied" "$tmp/err"
        result $? 'in /tmp: one that cannot be read: -v says so'
        cp "$tmp/java.heap" "$tmp/dumps/jeprof.77.0.i0.heap"
        install -m 600 "$tmp/perf-1.map" "$tmp/dumps/perf-77.map"
        setpriv --reuid=54321 --clear-groups "$JEPROF_C" --collapsed \
            "$tmp/dumps/jeprof.77.0.i0.heap" >"$tmp/out" 2>"$tmp/err"
        is 'beside the dump: one that cannot be read' 0 $?
        grep -q "perf-77.map: warning: is not used: .*Permission denied" "$tmp/err"
        result $? 'beside the dump: one that cannot be read: a warning'
    else
        skip 'in /tmp: other users cannot run this build'
    fi
else
    skip 'in /tmp: only root can give files to others'
fi
finish
