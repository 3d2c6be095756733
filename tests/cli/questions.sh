#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Each question of doc/schema.md, and each view, against answers that were worked out by hand.
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
        if ($i ~ /^-?[0-9]+\.[0-9]+(e[-+][0-9]+)?$/) { $i = sprintf("%.3f", $i); sub(/\.000$/, "", $i) } print }'
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
finish
