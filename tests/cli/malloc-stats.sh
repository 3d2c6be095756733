#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --malloc-stats: what jemalloc says of itself beside a dump; both are made here, in the forms that
# jemalloc 5.3 writes, and calculated by hand.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$tmp" || exit 1

# Three sites: 30 and 10 objects of 112 bytes, and 2 of 5120: 14720 in all.
cp "$top_srcdir/tests/data/malloc-stats.heap" a.heap

# Class 112: 2 slabs of 28672 bytes with 50 objects: 57344 - 5600 = 51744 empty, three quarters of it
# for the first site. Class 48: nobody in the profile; 12288 - 4800 = 7488.
cp "$top_srcdir/tests/data/malloc-stats.json" stats.json
chmod u+w stats.json

run --malloc-stats=stats.json --show_bytes a.heap
has 'the profile' "$tmp/out" 'profile          14720    7.2 %'
has 'allocated' "$tmp/out" 'allocated        20640   10.1 %'
has 'retained' "$tmp/out" 'retained          8192    4.0 %'
# 12288 + 57344 + 20480 bytes; 7488 + 51744 + 10240 empty.
has 'slabs' "$tmp/out" 'Slabs hold 88.00 KiB, of which 67.84 KiB are empty places'
has 'nobody' "$tmp/out" 'the profile knows nobody for: 7.31 KiB'
has 'a class' "$tmp/out" '     112        2         50   80.0 %      51744   90.2 %'
has 'its first site' "$tmp/out" '38808   75.0 %  [unknown] 0x1001'
has 'its second site' "$tmp/out" '12936   25.0 %  [unknown] 0x2001'
has 'a class without a site' "$tmp/out" '7488   60.9 %  (not in the profile)'
is 'the most wasteful class first' '112 5120 48 ' \
    "$(awk '/%.*%/ && NF >= 7 && $1 ~ /^[0-9]+$/ && $1 != $2 { print $1 }' "$tmp/out" |
        grep -E '^(112|48|5120)$' | tr '\n' ' ')"
has 'the doubt is stated' "$tmp/out" 'Which objects lie in which slab is not known'
run --malloc-stats=stats.json --nodecount=1 a.heap
has '--nodecount' "$tmp/out" '(1 more)'
run --malloc-stats=stats.json --format=csv a.heap
has 'csv' "$tmp/out" '112,2,28672,50,40,51744,[unknown] 0x1001,30,38808'
has 'csv: a class without a site' "$tmp/out" '48,1,12288,100,0,7488,,0,7488'

# The sum of all arenas stands first, in the text and as "merged".
cp "$top_srcdir/tests/data/malloc-stats.txt" stats.txt
run --malloc-stats=stats.json --format=csv a.heap
cp "$tmp/out" "$tmp/json"
run --malloc-stats=stats.txt --format=csv a.heap
is 'text and JSON say the same' "$(cat "$tmp/json")" "$(cat "$tmp/out")"
sed 's/"0":{"bins"/"merged":{"bins"/; s/"curregs":60/"curregs":100/' stats.json >merged.json
run --malloc-stats=merged.json --format=csv a.heap
is 'merged arenas are not added to the others' "$(cat "$tmp/json")" "$(cat "$tmp/out")"
gzip -k stats.json
run --malloc-stats=stats.json.gz --format=csv a.heap
is 'packed' "$(cat "$tmp/json")" "$(cat "$tmp/out")"

for file in a.heap absent.json; do
    run --malloc-stats=$file a.heap
    is "$file: status" 3 "$status"
done
run --malloc-stats=a.heap a.heap
has 'no statistics: message' "$tmp/err" "is not what jemalloc's malloc_stats_print writes"
head -c 300 stats.json >cut.json
run --malloc-stats=cut.json a.heap
is 'cut: status' 3 "$status"
echo '{"jemalloc":{"stats":{"allocated":1}}}' >empty.json
run --malloc-stats=empty.json a.heap
is 'no bins: status' 3 "$status"
# One change each to a good file: numbers that cannot be, and counters that were not asked for.
damaged() {
    sed "$2" stats.json >damaged.json
    run --malloc-stats=damaged.json a.heap
    is "$1: status" 3 "$status"
    has "$1: message" "$tmp/err" "$3"
}
damaged 'a negative count' 's/"curregs":60/"curregs":-600/' 'bin 0 has numbers that cannot be'
damaged 'a huge count' 's/"curslabs":2/"curslabs":1e300/' 'bin 1 has numbers that cannot be'
damaged 'a number beyond all' 's/"curslabs":2/"curslabs":1e999/' 'error: '
damaged 'a class of nothing' 's/"size":112/"size":0/' 'bin 1 has numbers that cannot be'
damaged 'classes out of order' 's/"size":112/"size":32/' 'bin 1 has numbers that cannot be'
damaged 'a slab smaller than an object' 's/28672/100/' 'bin 1 has numbers that cannot be'
damaged 'a total below zero' 's/"resident":204800/"resident":-1/' 'a total that no process can reach'
damaged 'no counters of bins' 's/"bins"/"binz"/g' 'or has no bins'
damaged 'no arenas' 's/stats.arenas/other/' 'or has no bins'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"jemalloc\":" }' >deep.json
run --malloc-stats=deep.json a.heap
is 'nested without end: status' 3 "$status"
i=0
while [ $i -lt "$(wc -c <stats.json)" ]; do
    head -c $i stats.json >"cut.$i"
    i=$((i + 29))
done
for file in cut.*; do
    "$JEPROF_C" --malloc-stats="$file" a.heap >/dev/null 2>&1 || echo $?
done | sort -u >codes
is 'cut anywhere: refused' 3 "$(cat codes)"

# What jemalloc itself writes, in both forms, and the sum over its classes.
library=$(sed -n 's|.* \(/[^ ]*/libjemalloc.so.2\)$|\1|p' "$CORPUS/cpp-O0/"*.heap | head -n 1)
if [ -e "${library:=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2}" ] && command -v perl >/dev/null; then
    for form in J ''; do
        LD_PRELOAD=$library MALLOC_CONF=stats_print:true,narenas:1${form:+,stats_print_opts:$form} \
            perl -e 'my %h; $h{$_} = "x$_" for 1 .. 20000; %h' 2>real.${form:-text}
    done
    run --malloc-stats=real.J --format=csv a.heap
    if [ "$status" -eq 0 ] && command -v jq >/dev/null; then
        is 'a file of jemalloc: empty places' "$(jq '.jemalloc | .arenas.bin as $bin |
                [.["stats.arenas"]["0"].bins | to_entries[] |
                    .value.curslabs * $bin[.key].slab_size - .value.curregs * $bin[.key].size] | add' real.J)" \
            "$(sed 1d "$tmp/out" | cut -d , -f 1,6 | sort -u | awk -F , '{ sum += $2 } END { print sum }')"
        run --malloc-stats=real.J --format=json a.heap
        is 'a file of jemalloc: allocated' "$(jq .jemalloc.stats.allocated real.J)" "$(jq .allocated "$tmp/out")"
    else
        skip 'no such file, or no jq'
    fi
    run --malloc-stats=real.text a.heap
    is 'the text of jemalloc: status' 0 "$status"
else
    skip 'no libjemalloc.so.2, or no perl'
fi

run --malloc-stats=stats.json --inuse_objects a.heap
is 'another metric: status' 2 "$status"
finish
