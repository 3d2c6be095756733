#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Each question of doc/schema.md, and each view, against answers that were worked out by hand.
# Views are asked in sqlite3 as well, where it is installed.
#
# The store has two small dumps, written here. Most objects are so large that sampling caught all of
# them (a factor of 1, to the last digit): their numbers are those of the dump. Objects as large as
# the sampling period, 524288 bytes, count 1/(1 - 1/e) times. Stacks and addresses are real ones of
# corpus/c-static; their functions and lines are what addr2line prints, inlined ones too:
#
#     0x40fc80  grow store.c:69, store_append store.c:76
#     0x40fc48  jem_strdup prefixed.h:17, store_append store.c:77
#     0x40ff24  codec_encode codec.c:36      0x40fdee  pass codec.c:7, passes codec.c:25
#     0x40ff49  codec_encode codec.c:39      0x40f993  store_open store.c:44
#     0x40f1c0  compose relayd.c:66, one_round :99, main :174
#     0x40f371  deliver relayd.c:88, one_round :100, main :174
#     0x40f38a  deliver relayd.c:92, one_round :100, main :174
#     0x40f5c6  main relayd.c:147
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cp "$CORPUS/c-static/relayd" "$tmp"
cd "$tmp" || exit 1
db=s.db
# 64, 32 and 48 MiB
L=67108864 M=33554432 K=50331648
# What awk makes of an expression, in three digits; k is the factor of objects as large as the period.
of() { # of EXPRESSION...
    awk "BEGIN { k = 1 / (1 - exp(-1)); L = $L; M = $M; K = $K; P = 524288; printf \"%.3f\", $* }"
}
whole() { # whole EXPRESSION: the same without digits
    printf '%.0f' "$(of "$1")"
}
below_main='0x4ad184 0x4ae880 0x40f751'
grow="@ 0x416e37 0x40fc80 0x40f38a $below_main"
strdup="@ 0x41af75 0x40fc48 0x40f38a $below_main"
encode="@ 0x41af75 0x40ff24 0x40f371 $below_main"
open="@ 0x41af75 0x40f993 0x40f5c6 $below_main"
compose="@ 0x41af75 0x40f1c0 $below_main"
pass="@ 0x41af75 0x40fdee 0x40ff49 0x40f371 $below_main"
vdso="@ 0x7ffff7ffda10 0x40f5c6 $below_main"
maps='
MAPPED_LIBRARIES:
00400000-00401000 r--p 00000000 fe:00 4711 /srv/relayd
00401000-00535000 r-xp 00001000 fe:00 4711 /srv/relayd
00535000-00576000 r--p 00135000 fe:00 4711 /srv/relayd
7ffff7ffd000-7ffff7fff000 r-xp 00000000 00:00 0 [vdso]'
cat >relayd.01.heap <<END
heap_v2/524288
  t*: 7: $(whole '2 * L + M + 4 * P * k') [14: $(whole '3 * L + M + 10 * P * k')]
  t1: 7: $(whole '2 * L + M + 4 * P * k') [14: $(whole '3 * L + M + 10 * P * k')] worker
$grow
  t*: 1: $L [2: $((2 * L))]
  t1: 1: $L [2: $((2 * L))]
$strdup
  t*: 1: $L [1: $L]
  t1: 1: $L [1: $L]
$encode
  t*: 4: 2097152 [10: 5242880]
  t1: 4: 2097152 [10: 5242880]
$open
  t*: 1: $M [1: $M]
  t1: 1: $M [1: $M]
$maps
END
cat >relayd.02.heap <<END
heap_v2/524288
  t*: 22: $(whole '7 * L + 2 * M + K + 12 * P * k') [63: $(whole '9 * L + 5 * M + K + 48 * P * k')]
  t1: 10: $(whole '6 * L + 4 * P * k') [51: $(whole '8 * L + 3 * M + 40 * P * k')] worker
  t2: 12: $(whole 'L + 2 * M + K + 8 * P * k') [12: $(whole 'L + 2 * M + K + 8 * P * k')]
$grow
  t*: 3: $((3 * L)) [5: $((5 * L))]
  t1: 3: $((3 * L)) [5: $((5 * L))]
$strdup
  t*: 4: $((4 * L)) [4: $((4 * L))]
  t1: 3: $((3 * L)) [3: $((3 * L))]
  t2: 1: $L [1: $L]
$encode
  t*: 4: 2097152 [40: $((40 * 524288))]
  t1: 4: 2097152 [40: $((40 * 524288))]
$open
  t*: 0: 0 [3: $((3 * M))]
  t1: 0: 0 [3: $((3 * M))]
$compose
  t*: 2: $((2 * M)) [2: $((2 * M))]
  t2: 2: $((2 * M)) [2: $((2 * M))]
$pass
  t*: 8: 4194304 [8: 4194304]
  t2: 8: 4194304 [8: 4194304]
$vdso
  t2: 1: $K [1: $K]
$maps
END
"$JEPROF_C" -q --db=$db --taken=2026-11-01T10:00:00 relayd relayd.01.heap
"$JEPROF_C" -q --db=$db --taken=2026-11-01T12:00:00 --tag=version=2 relayd relayd.02.heap

PASS=$(of '8 * P * k')
FIRST=$(of "2 * L + M + 4 * P * k") ALL=$(of "7 * L + 2 * M + K + 12 * P * k")
# The variance of n objects of s bytes: s * s * k * (k - 1) / n (doc/sampling.md).
VARIANCE=$(of '64 * P * P * k * (k - 1) / 8')
start='_start;__libc_start_main_impl;__libc_start_call_main;main'
lost='[vdso]+0xa10'

# plain: values with "|" between, real numbers in three digits at most
plain() {
    sed 1d | tr '\t' '|' | awk -F'|' -v OFS='|' '{ for (i = 1; i <= NF; i++)
        if ($i ~ /^-?[0-9]+\.[0-9]+(e[-+][0-9]+)?$/) { $i = sprintf("%.3f", $i); sub(/\.000$/, "", $i) } print }' | sed 's/-0$/0/;s/|-0|/|0|/g'
}
sql() { # sql TEXT
    "$JEPROF_C" --db="$db" --format=tsv --sql="$1" 2>err | plain
}

# The answer to the question that follows the words QUESTION in the documentation. "-" for what is
# an id: the columns of WITHOUT, as cut(1) counts them, are left out.
asked=0
answer() { # answer WITHOUT QUESTION <expected
    awk -v question="$2" '
        index($0, question) == 1 { found = 1 }
        found && /^```sql/ { on = 1; next }
        on && /^```/ { exit }
        on' "$top_srcdir/doc/schema.md" >query.sql
    [ -s query.sql ] || echo "SELECT 'no such question'" >query.sql
    asked=$((asked + 1))
    "$JEPROF_C" --db=$db --format=tsv --sql=@query.sql --param=function="${function:-}" 2>err | plain |
        if [ "$1" = - ]; then cat; else cut -d'|' -f"$1" --complement; fi >got
    cat >want
    is "$2" "$(cat want)" "$(cat got err)"
}

answer - 'Which dumps are there?' <<END
1|relayd|2026-11-01T10:00:00Z|$FIRST|relayd.01.heap
2|relayd|2026-11-01T12:00:00Z|$ALL|relayd.02.heap
END
answer - 'Who holds the memory in the last dump?' <<END
jem_strdup|$((4 * L))
grow|$((3 * L))
compose|$((2 * M))
$lost|$K
pass|$PASS
END
# Of 569.49 MiB: 256, 192, 64, 48, 6.33 and, with what pass holds, 9.49.
answer - 'The same in words for people, with shares:' <<END
jem_strdup|256.0 MiB|45
grow|192.0 MiB|33.700
compose|64.00 MiB|11.200
$lost|48.00 MiB|8.400
pass|6.33 MiB|1.100
codec_encode|3.16 MiB|1.700
__libc_start_call_main|0 B|100
__libc_start_main_impl|0 B|100
_start|0 B|100
main|0 B|100
END
answer - 'Through which functions does most of it come?' <<END
__libc_start_call_main|$ALL
__libc_start_main_impl|$ALL
_start|$ALL
main|$ALL
one_round|$(of "7 * L + 2 * M + 12 * P * k")
deliver|$(of "7 * L + 12 * P * k")
store_append|$((7 * L))
jem_strdup|$((4 * L))
grow|$((3 * L))
compose|$((2 * M))
END
answer 1 'Which stacks hold the most, and how sure is that?' <<END
$((4 * L))|0|$start;one_round;deliver;store_append;jem_strdup;je_malloc_default
$((3 * L))|0|$start;one_round;deliver;store_append;grow;do_rallocx
$((2 * M))|0|$start;one_round;compose;je_malloc_default
$K|0|$start;$lost
$PASS|$(awk "BEGIN { printf \"%.0f\", 1.96 * sqrt($VARIANCE) }")|$start;one_round;deliver;codec_encode;passes;pass;je_malloc_default
END
answer - 'What grew between two dumps?' <<END
jem_strdup|$((3 * L))|$start;one_round;deliver;store_append;jem_strdup;je_malloc_default
grow|$((2 * L))|$start;one_round;deliver;store_append;grow;do_rallocx
compose|$((2 * M))|$start;one_round;compose;je_malloc_default
$lost|$K|$start;$lost
pass|$PASS|$start;one_round;deliver;codec_encode;passes;pass;je_malloc_default
END
answer - 'The same by function, with plain SQLite:' <<END
jem_strdup|$((3 * L))
grow|$((2 * L))
compose|$((2 * M))
$lost|$K
pass|$PASS
END
# What was recorded to the last object has no noise, and codec_encode, which has, did not change.
answer - 'Is that more than sampling noise' <<END
jem_strdup|$((3 * L))|
grow|$((2 * L))|
compose|$((2 * M))|
$lost|$K|
pass|$PASS|$(of "8 * P * k / sqrt($VARIANCE)")
END
answer - 'What is new in the last dump?' <<END
compose|$((2 * M))
$lost|$K
pass|$PASS
END
# Two hours lie between the two dumps.
answer - 'What grows over the series, and how fast?' <<END
jem_strdup|2|2|$((3 * L / 2))|$((3 * L))|$((3 * L))
grow|2|2|$L|$((2 * L))|$((2 * L))
compose|2|1|$M|$((2 * M))|$((2 * M))
$lost|2|1|$((K / 2))|$K|$K
pass|2|1|$(of '4 * P * k')|$PASS|$PASS
END
function=grow answer - 'How did one function develop?' <<END
2026-11-01T10:00:00Z|$L
2026-11-01T12:00:00Z|$((3 * L))
END
function=store_append answer 1 'Which stacks go through one function and then through another?' <<END
$((4 * L))
$((3 * L))
END
answer - 'What holds memory below functions whose name matches a pattern?' <<END
store_append|$((7 * L))
store_open|0
END
answer - 'Which threads hold the most?' <<END
1|worker|$(of "6 * L + 4 * P * k")
2||$(of "L + 2 * M + K + 8 * P * k")
END
answer - 'How large are the objects?' <<END
$L|7|$((7 * L))
$M|2|$((2 * M))
$K|1|$K
524288|$(of '12 * k')|$(of '12 * P * k')
END
answer - 'Where is much allocated and freed again?' <<END
grow|$((5 * L))|$((3 * L))
jem_strdup|$((4 * L))|$((4 * L))
store_open|$((3 * M))|0
compose|$((2 * M))|$((2 * M))
$lost|$K|$K
END
answer - 'Which modules lack names?' <<END
[vdso]|1|0|
END
answer - 'Which source lines hold memory?' <<END
/tmp/jpc-corpus/src/./c/prefixed.h|17|$((4 * L))
/tmp/jpc-corpus/src/c/store.c|69|$((3 * L))
/tmp/jpc-corpus/src/c/relayd.c|66|$((2 * M))
|0|$K
/tmp/jpc-corpus/src/c/codec.c|7|$PASS
END
answer - 'What was said about the dumps when they were read?' <<END
relayd.02.heap|warning|1 stack has rows of threads but none of the process (t*): the sum of the threads is used
END
is 'no question is left out' "$(grep -c '^```sql' "$top_srcdir/doc/schema.md")" "$asked"

# Views, with all of their columns but ids that are of no interest.
view() { # view NAME QUERY <expected
    cat >want
    sql "$2" >got
    is "view $1" "$(cat want)" "$(cat got err)"
    if command -v sqlite3 >/dev/null; then
        sqlite3 -readonly -header "$db" "$2" 2>err | plain >got
        is "view $1, in sqlite3" "$(cat want)" "$(cat got err)"
    fi
}
view dumps 'SELECT * FROM main.dumps' <<END
1|relayd|1||2026-11-01T10:00:00Z|given|$FIRST|$(of '3 + 4 * k')|$(of '3 * L + M + 10 * P * k')|$(of '4 + 10 * k')|4|524288|relayd.01.heap|1
2|relayd|2||2026-11-01T12:00:00Z|given|$ALL|$(of '10 + 12 * k')|$(of '9 * L + 5 * M + K + 48 * P * k')|$(of '15 + 48 * k')|7|524288|relayd.02.heap|1
END
view last 'SELECT * FROM main.last' <<END
2
END
view timeline 'SELECT dump, dumps, turn, hours FROM main.timeline' <<END
1|2|0|0
2|2|1|2
END
view top "SELECT dump, name, flat, cum, share FROM main.top WHERE name IN ('pass', 'codec_encode', 'deliver')" <<END
2|pass|$PASS|$PASS|$(of "$PASS / $ALL")
2|codec_encode|$(of '4 * P * k')|$(of '12 * P * k')|$(of "12 * P * k / $ALL")
2|deliver|0|$(of '7 * L + 12 * P * k')|$(of "(7 * L + 12 * P * k) / $ALL")
END
view flat "SELECT dump, name, bytes, objects, alloc_bytes, alloc_objects FROM main.flat WHERE name IN ('codec_encode', 'store_open') ORDER BY 1, 2" <<END
1|codec_encode|$(of '4 * P * k')|$(of '4 * k')|$(of '10 * P * k')|$(of '10 * k')
1|store_open|$M|1|$M|1
2|codec_encode|$(of '4 * P * k')|$(of '4 * k')|$(of '40 * P * k')|$(of '40 * k')
2|store_open|0|0|$((3 * M))|3
END
view cum "SELECT dump, name, bytes, objects, alloc_bytes, alloc_objects FROM main.cum WHERE name IN ('codec_encode', 'store_append') ORDER BY 1, 2" <<END
1|codec_encode|$(of '4 * P * k')|$(of '4 * k')|$(of '10 * P * k')|$(of '10 * k')
1|store_append|$((2 * L))|2|$((3 * L))|3
2|codec_encode|$(of '12 * P * k')|$(of '12 * k')|$(of '48 * P * k')|$(of '48 * k')
2|store_append|$((7 * L))|7|$((9 * L))|9
END
view stacks "SELECT dump, depth, holder, bytes, objects, alloc_bytes, alloc_objects, samples, variance / 1e6 FROM main.stacks WHERE holder IN ('grow', 'pass') ORDER BY 1, 3" <<END
1|6|grow|$L|1|$((2 * L))|2|1|0
2|6|grow|$((3 * L))|3|$((5 * L))|5|3|0
2|7|pass|$PASS|$(of '8 * k')|$PASS|$(of '8 * k')|8|$(of "$VARIANCE / 1e6")
END
view paths "SELECT depth, path FROM main.paths WHERE path LIKE '%store_open%' OR path LIKE '%vdso%' ORDER BY 2 DESC" <<END
6|$start;store_open;je_malloc_default
5|$start;$lost
END
view diff "SELECT a, b, holder, bytes, objects, variance / 1e6 FROM main.diff WHERE holder IN ('pass', 'codec_encode', 'store_open') ORDER BY 1, 3" <<END
1|2|codec_encode|0|0|$(of '2 * 16 * P * P * k * (k - 1) / 4e6')
1|2|pass|$PASS|$(of '8 * k')|$(of "$VARIANCE / 1e6")
1|2|store_open|-$M|-1|0
2|1|codec_encode|0|0|$(of '2 * 16 * P * P * k * (k - 1) / 4e6')
2|1|pass|-$PASS|$(of '-8 * k')|$(of "$VARIANCE / 1e6")
2|1|store_open|$M|1|0
END
view growth "SELECT series, holder, dumps, seen, bytes_per_hour, bytes_per_dump, bytes FROM main.growth WHERE holder IN ('grow', 'store_open') ORDER BY 2" <<END
relayd|grow|2|2|$L|$((2 * L))|$((2 * L))
relayd|store_open|2|2|-$((M / 2))|-$M|-$M
END
view threads 'SELECT * FROM main.threads ORDER BY 1, 2' <<END
1|1|worker|$FIRST|$(of '3 + 4 * k')|$(of '3 * L + M + 10 * P * k')|$(of '4 + 10 * k')
2|1|worker|$(of '6 * L + 4 * P * k')|$(of '6 + 4 * k')|$(of '8 * L + 3 * M + 40 * P * k')|$(of '11 + 40 * k')
2|2||$(of 'L + 2 * M + K + 8 * P * k')|$(of '4 + 8 * k')|$(of 'L + 2 * M + K + 8 * P * k')|$(of '4 + 8 * k')
END
# 15 addresses of the program are in the stacks above.
id=$(readelf -n relayd 2>/dev/null | sed -n 's/.*Build ID: //p')
view modules 'SELECT name, kind, build_id, path, file, debug_file, locations, named FROM main.modules ORDER BY 1 DESC' <<END
relayd|file|$id|/srv/relayd|$PWD/relayd||15|15
[vdso]|pseudo||[vdso]|||1|0
END
view sizes 'SELECT dump, holder, size, objects, bytes FROM main.sizes WHERE dump = 2 ORDER BY 2' <<END
2|$lost|$K|1|$K
2|codec_encode|524288|$(of '4 * k')|$(of '4 * P * k')
2|compose|$M|2|$((2 * M))
2|grow|$L|3|$((3 * L))
2|jem_strdup|$L|4|$((4 * L))
2|pass|524288|$(of '8 * k')|$PASS
END
view churn 'SELECT dump, holder, bytes, alloc_bytes, alloc_objects, freed_share FROM main.churn WHERE dump = 2 ORDER BY 2' <<END
2|$lost|$K|$K|1|0
2|codec_encode|$(of '4 * P * k')|$(of '40 * P * k')|$(of '40 * k')|0.900
2|compose|$((2 * M))|$((2 * M))|2|0
2|grow|$((3 * L))|$((5 * L))|5|0.400
2|jem_strdup|$((4 * L))|$((4 * L))|4|0
2|pass|$PASS|$PASS|$(of '8 * k')|0
2|store_open|0|$((3 * M))|3|1
END

# Growth over three dumps that were taken after 0, 1 and 3 hours, of 1, 2 and 6 objects of 64 MiB. The
# mean hour is 4/3, and the squares of the distances to it add up to 42/9: the slope is
# (-4/3 * 1 - 1/3 * 2 + 5/3 * 6) / (42/9) = 12/7 objects an hour, and (-1 * 1 + 0 + 1 * 6) / 2 a dump.
# Another stack is in the second dump only, with one object: (-1/3) / (42/9) = -1/14 an hour.
db=three.db
for dump in '0 10 1 0' '1 11 2 1' '2 13 6 0'; do
    # shellcheck disable=SC2086
    set -- $dump
    {
        printf 'heap_v2/524288\n  t*: %d: %d [0: 0]\n' $(($3 + $4)) $((($3 + $4) * L))
        printf '%s\n  t*: %d: %d [0: 0]\n' "$grow" "$3" $(($3 * L))
        [ "$4" = 0 ] || printf '%s\n  t*: %d: %d [0: 0]\n' "$encode" "$4" $(($4 * L))
        echo "$maps"
    } >"relayd.7.$1.i$1.heap"
    "$JEPROF_C" -q --db=$db --taken="2026-11-01T$2:00:00" relayd "relayd.7.$1.i$1.heap"
done
three="encode|3|1|$(of '-L / 14')|0|0
grow|3|3|$(of '12 * L / 7')|$(of '2.5 * L' | sed 's/\.000$//')|$((5 * L))"
columns="replace(holder, 'codec_', ''), dumps, seen, bytes_per_hour, bytes_per_dump, bytes"
is 'growth of three dumps' "$three" "$(sql "SELECT $columns FROM growth('relayd.7') ORDER BY 1")"
view 'growth, three dumps' "SELECT $columns FROM main.growth ORDER BY 1" <<END
$three
END
view 'dumps: what names tell' 'SELECT series, seq, kind FROM main.dumps' <<END
relayd.7|0|i
relayd.7|1|i
relayd.7|2|i
END
# A dump of the middle alone: one dump has no slope.
"$JEPROF_C" -q --db=one.db --taken=2026-11-01T11:00:00 relayd relayd.7.1.i1.heap
db=one.db
is 'growth of one dump' "encode|1|1|||0
grow|1|1|||0" "$(sql "SELECT $columns FROM growth('relayd.7') ORDER BY 1")"
view 'growth, one dump' "SELECT $columns FROM main.growth ORDER BY 1" <<END
encode|1|1|||0
grow|1|1|||0
END
# The names above are addr2line's.
if command -v addr2line >/dev/null; then
    is 'addr2line says so' 'grow store_append jem_strdup store_append codec_encode pass passes compose one_round main' \
        "$(addr2line -f -i -e relayd 0x40fc7f 0x40fc47 0x40ff23 0x40fded 0x40f1bf | awk 'NR % 2' | tr '\n' ' ' | sed 's/ $//')"
else
    skip 'no addr2line'
fi
finish
