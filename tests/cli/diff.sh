#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --diff: four lists. The dumps are made here and calculated by hand: objects of 64 bytes, sampled
# every 512 KiB, stand for 524320 bytes each.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# write FILE SITE:LIVE:ALLOCATED...
write() {
    file=$1
    shift
    {
        echo heap_v2/524288
        live=0
        for site in "$@"; do
            count=${site#*:}
            live=$((live + ${count%:*}))
        done
        echo "  t*: $live: $((live * 64)) [0: 0]"
        for site in "$@"; do
            count=${site#*:}
            echo "@ 0x${site%%:*}001 0x9001"
            echo "  t*: ${count%:*}: $((${count%:*} * 64)) [${count#*:}: $((${count#*:} * 64))]"
            echo "  t1: ${count%:*}: $((${count%:*} * 64)) [${count#*:}: $((${count#*:} * 64))] w"
        done
        printf '\nMAPPED_LIBRARIES:\n'
    } >"$file"
}

write a.1.1.i1.heap 1:10:10 2:100:100 3:40:40 4:30:30
write a.1.2.i2.heap 1:60:60 2:100:120 3:5:40 5:1:1
cp a.1.2.i2.heap b.2.2.i2.heap

# Within the process: 50 born and none died, variance 50; 1.96 * sqrt(50) * 524320 = 7.266e6.
run --diff --show_bytes --base=a.1.1.i1.heap a.1.2.i2.heap
cp "$tmp/out" "$tmp/one"
has 'the sums' "$tmp/out" 'Before 94377600 B, after 87037120 B, change -7340480 B, ±'
has 'one process' "$tmp/out" 'Both dumps are of one process'
is 'the lists, in their order' 'Grown Shrunk New Gone ' \
    "$(grep -E '^(Grown|Shrunk|New|Gone)$' "$tmp/out" | tr '\n' ' ')"
has 'grown: before, after, change, share' "$tmp/out" \
    '*  5243200 31459200 +26216000  +500.0%  ±7266'
# 35 died: 1.96 * sqrt(35) * 524320 = 6.08e6.
has 'shrunk' "$tmp/out" '* 20972800  2621600 -18351200   -87.5%  ±6079'
# One recorded object may have been there all the time, unseen: no star.
has 'new: too little to be sure' "$tmp/out" '         0   524320   +524320        -  ±1027'
has 'gone' "$tmp/out" '* 15729600        0 -15729600  -100.0%'
# 20 born, 20 died, none of them known: the value is the same.
has 'what is the same is counted' "$tmp/out" '1 function unchanged'
# 30 * 524320 of 94377600, 524320 of 87037120.
has 'unmatched shares' "$tmp/out" 'Only before: 16.7 % of it, only after: 0.6 % of it'

# Two processes: 1.96 * sqrt(10 + 60) * 524320 = 8.598e6.
run --diff --show_bytes --base=a.1.1.i1.heap b.2.2.i2.heap
has 'two processes' "$tmp/out" 'not known to be of one process'
has 'noise of both' "$tmp/out" '*  5243200 31459200 +26216000  +500.0%  ±8597'

# The same where the user knows better than the names.
run --diff --show_bytes --one-process --base=a.1.1.i1.heap b.2.2.i2.heap
is 'two names, --one-process: as within the process' "$(cat "$tmp/one")" "$(cat "$tmp/out")"

# Everything recorded: what changed has changed, be it one object.
printf 'heap_v2/1\n  t*: 7: 448 [0: 0]\n@ 0x1001\n  t*: 7: 448 [0: 0]\n\nMAPPED_LIBRARIES:\n' >exact1.heap
sed 's/7: 448/8: 512/' exact1.heap >exact2.heap
for metric in --inuse_objects --inuse_space; do
    run --diff $metric --base=exact1.heap exact2.heap
    is "all was recorded, $metric: starred" 1 "$(grep -c '^\* .*+14.3%.*±0' "$tmp/out")"
done

run --diff --format=csv --base=a.1.1.i1.heap a.1.2.i2.heap
is 'csv: columns' 'list,name,before,after,change,change_share,low,high,z,q,proven' \
    "$(head -1 "$tmp/out")"
is 'csv: rows' 'grown shrunk new gone ' "$(sed 1d "$tmp/out" | cut -d , -f 1 | tr '\n' ' ')"
has 'csv: z = 50 / sqrt(50)' "$tmp/out" ',7.07'
run --diff --by=stack --show-stacks --base=a.1.1.i1.heap a.1.2.i2.heap
has 'by stack' "$tmp/out" '[unknown] 0x9001;[unknown] 0x1001'
run --diff --by=thread --show_bytes --base=a.1.1.i1.heap a.1.2.i2.heap
has 'by thread' "$tmp/out" '94377600 87037120  -7340480'
run --diff --by=module --base=a.1.1.i1.heap a.1.2.i2.heap
has 'by module' "$tmp/out" '[unknown]'
run --diff --alloc_space --show_bytes --base=a.1.1.i1.heap a.1.2.i2.heap
has 'allocated since the start' "$tmp/out" '52432000 62918400 +10486400   +20.0%'
run --diff --inuse_objects --base=a.1.1.i1.heap a.1.2.i2.heap
has 'objects' "$tmp/out" 'after 1359955 objects'
run --diff --show_bytes --base=a.1.1.i1.heap a.1.1.i1.heap
has 'nothing changed' "$tmp/out" '4 functions unchanged'
lacks 'nothing changed: no list' "$tmp/out" 'Grown'
# Threads, one after the other. Objects of 64 bytes stand for 524320 bytes, as above.
printf '%s\n' heap_v2/524288 '  t*: 4: 256 [0: 0]' '@ 0x1001' '  t*: 4: 256 [0: 0]' \
    '  t1: 1: 64 [0: 0]' '  t2: 3: 192 [0: 0]' '' MAPPED_LIBRARIES: >two.heap
run --diff '--thread=*' --show_bytes --base=two.heap two.heap
is 'threads: each one says which it is, the second behind a line' \
    'Thread t1: before 524320 B,;--;;Thread t2: before 1572960 B,;' \
    "$(grep -B1 '^Thread' "$tmp/out" | sed 's/,.*/,/' | tr '\n' ';')"
# A dump that lacks records: what they held looks freed, or born since. Of the first dump the last
# site is missing, 30 of 180 recorded objects.
site=$(grep -n '@ 0x4001' a.1.1.i1.heap | cut -d : -f 1)
head -n $((site + 1)) a.1.1.i1.heap | head -c -9 >cut.1.1.i1.heap
grep -v -e '0x4001' a.1.1.i1.heap | sed '/ 30: 1920/d' >lost.1.1.i1.heap
for dump in cut lost; do
    cp a.1.2.i2.heap $dump.1.2.i2.heap
    run --diff --show_bytes --base=$dump.1.1.i1.heap $dump.1.2.i2.heap
    is "$dump, as base: no star" 0 "$(grep -c '^\*' "$tmp/out")"
    has "$dump, as base: the numbers are there" "$tmp/out" '5243200 31459200 +26216000'
    has "$dump, as base: the report says so" "$tmp/out" \
        'A dump lacks records: nothing is marked as more than noise.'
    has "$dump, as base: warned" "$tmp/err" \
        "$dump.1.1.i1.heap: warning: records are missing"
    run --diff --show_bytes --base=a.1.2.i2.heap $dump.1.1.i1.heap
    is "$dump: no star" 0 "$(grep -c '^\*' "$tmp/out")"
    run -q --diff --format=csv --base=$dump.1.1.i1.heap $dump.1.2.i2.heap
    is "$dump, as a table: nothing is proven" 0 "$(grep -c ',yes$' "$tmp/out")"
    run -q --diff --format=json --base=$dump.1.1.i1.heap $dump.1.2.i2.heap
    has "$dump, as a table: why" "$tmp/out" '"whole":"no"'
    run -q --db=$dump.db $dump.1.1.i1.heap $dump.1.2.i2.heap
    run --db=$dump.db --diff --show_bytes --base=@first @last
    is "$dump, from a store: no star" 0 "$(grep -c '^\*' "$tmp/out")"
    has "$dump, from a store: warned" "$tmp/err" 'warning: records are missing'
done
# Cut in its map it has all of its records, and every star.
head -c -5 a.1.2.i2.heap >map.1.2.i2.heap
cp a.1.1.i1.heap map.1.1.i1.heap
run --diff --show_bytes --base=map.1.1.i1.heap map.1.2.i2.heap
is 'cut in the map: as if it were not' "$(cat "$tmp/one")" "$(cat "$tmp/out")"
lacks 'cut in the map: no record is missing' "$tmp/err" 'records are missing'
run -q --diff --format=json --base=a.1.1.i1.heap a.1.2.i2.heap
has 'whole dumps, as a table' "$tmp/out" '"whole":"yes"'

# Threads across a restart have other numbers: those of a name are joined, in the order of their numbers.
# Objects of 1 MB are all recorded, nearly: 1 / (1 - exp(-1000000 / 524288)) = 1.174361.
threads() { # threads FILE NUMBER:NAME:OBJECTS...
    file=$1
    shift
    {
        printf 'heap_v2/524288\n  t*: 0: 0 [0: 0]\n'
        for thread in "$@"; do echo "  t${thread%%:*}: 0: 0 [0: 0] $(echo "$thread" | cut -d : -f 2)"; done
        echo '@ 0x1001 0x9001'
        for thread in "$@"; do echo "  t${thread%%:*}: ${thread##*:}: ${thread##*:}000000 [0: 0]"; done
        printf '\nMAPPED_LIBRARIES:\n'
    } >"$file"
}
threads p.1.1.i1.heap 1:main:1 3:worker:2 4:worker:4 5:gone:1 6:io:3
threads p.2.1.i1.heap 1:main:5 7:worker:8 8:worker:16 9:worker:32 6:io:4
# thread_totals ARGS...: "(thread) total" in recorded objects
thread_totals() {
    "$JEPROF_C" -q --text --show_bytes "$@" 2>&1 |
        awk '/^Total/ { printf "%s %.1f ", $2, $3 / 1174361 }' | tr -d '():'
}
is 'threads of a name, across a restart' 't7 6.0 t8 12.0 t9 32.0 ' \
    "$(thread_totals --thread=worker --base=p.1.1.i1.heap p.2.1.i1.heap)"
is 'all threads, across a restart' 't1 4.0 t5 -1.0 t6 1.0 t7 6.0 t8 12.0 t9 32.0 ' \
    "$(thread_totals '--thread=*' --base=p.1.1.i1.heap p.2.1.i1.heap)"
is 'a number means a number' 't3 -2.0 ' "$(thread_totals --thread=3 --base=p.1.1.i1.heap p.2.1.i1.heap)"
is 'a label means a number' 't3 -2.0 ' "$(thread_totals --thread=t3 --base=p.1.1.i1.heap p.2.1.i1.heap)"
is 'threads that went' 't3 -6.0 t4 -12.0 t9 -32.0 ' \
    "$(thread_totals --thread=worker --base=p.2.1.i1.heap p.1.1.i1.heap)"
# Within a process the numbers are the threads' own.
cp p.2.1.i1.heap p.1.2.i2.heap
is 'threads of a name, of one process' 't3 -2.0 t4 -4.0 t7 8.0 t8 16.0 t9 32.0 ' \
    "$(thread_totals --thread=worker --base=p.1.1.i1.heap p.1.2.i2.heap)"
is 'threads of a name, of one process whatever the names' 't3 -2.0 t4 -4.0 t7 8.0 t8 16.0 t9 32.0 ' \
    "$(thread_totals --one-process --errors --thread=worker --base=p.1.1.i1.heap p.2.1.i1.heap)"
run --diff --by=thread --format=csv --base=p.1.1.i1.heap p.2.1.i1.heap
is 'by thread, across a restart' 'grown,t8 worker grown,t7 worker grown,t1 main grown,t6 io new,t9 worker gone,t5 gone' \
    "$(sed 1d "$tmp/out" | cut -d , -f 1,2 | tr '\n' ' ' | sed 's/ $//')"
# In the shell each command has the threads that the option of that moment has on the command line.
run -q --text --show_bytes --thread=worker --base=p.1.1.i1.heap p.2.1.i1.heap
cp "$tmp/out" joined
run -q --text --show_bytes --thread=3 --base=p.1.1.i1.heap p.2.1.i1.heap
cp "$tmp/out" third
run -q --text --show_bytes '--thread=*' --base=p.1.1.i1.heap p.2.1.i1.heap
cat joined third joined third "$tmp/out" >want
run -q --show_bytes --diff --by=thread --base=p.1.1.i1.heap p.2.1.i1.heap
cat "$tmp/out" third >>want
printf '%s\n' 'thread=worker' top 'thread=3' top 'thread=worker' top 'thread=3' top 'thread=*' top \
    'thread=' 'diff -by=thread' 'thread=3' top |
    "$JEPROF_C" -q --interactive --show_bytes --base=p.1.1.i1.heap p.2.1.i1.heap >"$tmp/out" 2>"$tmp/err"
is 'threads of a name, in the shell' "$(cat want)" "$(cat "$tmp/out")"
printf '%s\n' top 'thread=3' top |
    "$JEPROF_C" -q --interactive --show_bytes --thread=worker --base=p.1.1.i1.heap p.2.1.i1.heap >"$tmp/out" 2>"$tmp/err"
is 'threads of a name, in a shell that began with them' "$(cat joined third)" "$(cat "$tmp/out")"
run -q --db=p.db p.1.1.i1.heap p.2.1.i1.heap
is 'threads of a name, from a store' 't7 6.0 t8 12.0 t9 32.0 ' \
    "$(thread_totals --db=p.db --thread=worker --base=@1 @2)"

run --diff a.1.1.i1.heap
is 'no base: status' 2 "$status"
has 'no base: message' "$tmp/err" '--diff needs the earlier dump as --base'

# Recorded differences of two runs with other load addresses; corpus/rust-runs/truth.
series=$CORPUS/rust-runs
run --diff --show_bytes --base="$series/run1.01.heap" "$series/metacache" "$series/run2.01.heap"
has 'a restart: the same functions' "$tmp/out" 'metacache::parse::deps::one'
lacks 'a restart: nothing is new' "$tmp/out" 'New'
# The totals are those of --text, side by side.
total() { "$JEPROF_C" -q --show_bytes "$series/metacache" "$1" | sed -n 's/Total: \(.*\) B/\1/p'; }
has 'a restart: totals' "$tmp/out" \
    "Before $(total "$series/run1.01.heap") B, after $(total "$series/run2.01.heap") B"
finish
