#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Profiles in pprof's format as input.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
handmade=$top_srcdir/corpus/handmade
go=$handmade/go-heap.pb.gz

run --show_bytes "$go"
if [ "$status" -eq 3 ] && grep -q 'built without' "$tmp/err"; then
    skip 'built without pprof'
    finish
fi
# What "go tool pprof -top -unit=B" of Go 1.19 prints for this file: flat, cumulative, name.
is 'a heap profile of Go: live bytes' '1999300 1999300 main.hold
4307 4307 runtime.malg
4100 4100 runtime.doaddtimer
0 127970 main.inlined (inline)
0 1999300 main.main
0 4100 runtime.(*scavengerState).sleep
0 4100 runtime.bgscavenge
0 1999300 runtime.main
0 4100 runtime.modtimer
0 4307 runtime.newproc.func1
0 4307 runtime.newproc1
0 4100 runtime.resettimer (inline)
0 4307 runtime.systemstack
0 4100 time.resetTimer (inline)' \
    "$(awk 'NR > 1 { print $1, $4, $6 ($7 ? " " $7 : "") }' "$tmp/out")"
run --alloc_objects "$go"
is 'a heap profile of Go: objects' 'Total: 6032 objects' "$(head -1 "$tmp/out")"
has 'a heap profile of Go: a row' "$tmp/out" '    1775  29.4%  91.3%     1775  29.4% main.waste'
run --lines --show_bytes "$go"
has 'a heap profile of Go: lines' "$tmp/out" 'heap.go:14'
gzip -dc "$go" >"$tmp/raw"
run --show_bytes "$go"
cp "$tmp/out" "$tmp/packed"
"$JEPROF_C" --show_bytes - <"$tmp/raw" >"$tmp/out" 2>"$tmp/err"
is 'unpacked, from a pipe' "$(cat "$tmp/packed")" "$(cat "$tmp/out")"

if command -v go >/dev/null; then
    cp "$top_srcdir/tests/data/heap.go" "$tmp/heap.go"
    (cd "$tmp" && HOME=$tmp GOPATH=$tmp/go GOCACHE=$tmp/cache GOFLAGS= GO111MODULE=off \
        go build -o heap heap.go && ./heap own.pb.gz) 2>"$tmp/err"
    is 'a Go program wrote its heap' 0 $?
    sed 's/^/# /' "$tmp/err"
    for type in inuse_space alloc_objects; do
        HOME=$tmp go tool pprof -symbolize=none -top -unit=B -sample_index=$type -nodecount=1000 \
            -nodefraction=0 -edgefraction=0 "$tmp/own.pb.gz" 2>"$tmp/err" |
            awk '/^ *[0-9]/ { sub("B", "", $1); sub("B", "", $4)
                print $1, $4, $6 ($7 ? " " $7 : "") }' | sort >"$tmp/want"
        run --show_bytes --$type "$tmp/own.pb.gz"
        awk 'NR > 1 { print $1, $4, $6 ($7 ? " " $7 : "") }' "$tmp/out" | sort >"$tmp/got"
        is "go tool pprof -top prints the same: $type" "$(cat "$tmp/want")" "$(cat "$tmp/got")"
        [ -s "$tmp/want" ]
        result $? "go tool pprof -top: $type is not empty"
    done
else
    skip 'go is not installed'
fi

# There and back again.
for variant in c-gcc5-pie c-O3-lto c-stripped c-static cpp-gcc5-pie rust-v0 rust-lines; do
    # shellcheck disable=SC2012
    dump=$(ls "$CORPUS/$variant"/*.02.heap | head -1)
    run -q --lib_prefix="$CORPUS" --pprof -o "$tmp/x.pb.gz" "$dump"
    for mode in --text --lines --files --tree --peek=main --traces --alloc_space --collapsed; do
        run -q --lib_prefix="$CORPUS" $mode "$dump"
        cp "$tmp/out" "$tmp/before"
        run -q --lib_prefix="$CORPUS" $mode "$tmp/x.pb.gz"
        # The format has whole numbers, jeprof's forms cut: a stack may differ by one.
        case $mode in
        --traces) sed 's/^ *[0-9][^@]*$//; s/[0-9.]* *[0-9.]*%//' "$tmp/before" >"$tmp/want"
            sed 's/^ *[0-9][^@]*$//; s/[0-9.]* *[0-9.]*%//' "$tmp/out" >"$tmp/got"
            is "$variant $mode: as many lines" "$(wc -l <"$tmp/want")" "$(wc -l <"$tmp/got")" ;;
        --collapsed) is "$variant $mode" "$(sed 's/ [0-9]*$//' "$tmp/before")" \
            "$(sed 's/ [0-9]*$//' "$tmp/out")" ;;
        *) is "$variant $mode" "$(cat "$tmp/before")" "$(cat "$tmp/out")" ;;
        esac
    done
    # Who reads it says the same: flat values by name, of functions that have one. (In line tables
    # many functions are called "alloc", which only we tell apart.)
    if [ "$variant" != rust-lines ] && command -v go >/dev/null; then
        HOME=$tmp go tool pprof -symbolize=none -top -unit=B -nodecount=100000 -nodefraction=0 -edgefraction=0 \
            "$tmp/x.pb.gz" 2>"$tmp/err" | awk '/^ *[0-9]+B? / { flat = $1
                sub("B", "", flat); for (i = 0; i < 5; i++) sub(/^ *[^ ]+ +/, "")
                sub(/ \((partial-)?inline\)$/, ""); print $0 "\t" flat "\t-" }' |
            grep -v '^\[' >"$tmp/got"
        run -q --names=full --lib_prefix="$CORPUS" --format=tsv "$dump"
        awk -F '\t' -v OFS='\t' 'NR > 1 { sub(/( \[[^]]*\])?( \(inline\))?$/, "", $1)
            s[$1] += $2 } END { for (n in s) print n, s[n], "-" }' "$tmp/out" |
            grep -v '+0x' >"$tmp/want"
        is "$variant: go tool pprof -top" '' \
            "$(awk -v slack=60 -f "$top_srcdir/tests/cli/agree.awk" "$tmp/want" "$tmp/got" | head -5)"
        [ -s "$tmp/got" ]
        result $? "$variant: go tool pprof -top: not empty"
    fi
    run -q --lib_prefix="$CORPUS" --pprof -o "$tmp/y.pb.gz" "$tmp/x.pb.gz"
    run --show_bytes --lib_prefix="$CORPUS" "$tmp/x.pb.gz"
    cp "$tmp/out" "$tmp/once"
    run --show_bytes --lib_prefix="$CORPUS" "$tmp/y.pb.gz"
    is "$variant: twice there and back" "$(cat "$tmp/once")" "$(cat "$tmp/out")"
    run --show_bytes --lib_prefix="$CORPUS" --base="$tmp/x.pb.gz" "$tmp/y.pb.gz"
    is "$variant: nothing has grown" '' "$(grep -v '^Total' "$tmp/out")"
    run --show_bytes --lib_prefix="$CORPUS" --base="$tmp/x.pb.gz" "$dump"
    is "$variant: as the base of its dump" '' "$(cat "$tmp/out")"
    has "$variant: as the base of its dump: the headline" "$tmp/err" ', change 0 B (+0.0 %)'
    run -q --show_bytes --lib_prefix="$CORPUS" --show_allocator --base="$dump" "$tmp/x.pb.gz"
    is "$variant: its dump as the base" '' "$(cat "$tmp/out")"
    run -q --lib_prefix="$CORPUS" --diff --base="$tmp/x.pb.gz" "$dump"
    is "$variant: --diff has no list" '' "$(grep -E '^(Grown|Shrunk|New|Gone)' "$tmp/out")"
    # An older dump, and the profile made of it, are left by the same functions.
    run -q --lib_prefix="$CORPUS" --pprof -o "$tmp/o.pb.gz" "${dump%.02.heap}.01.heap"
    run -q --format=tsv --lib_prefix="$CORPUS" --base="${dump%.02.heap}.01.heap" "$dump"
    cut -f 1 "$tmp/out" | sort >"$tmp/want"
    run -q --format=tsv --lib_prefix="$CORPUS" --base="$tmp/o.pb.gz" "$dump"
    is "$variant: what has changed since an older one" "$(cat "$tmp/want")" "$(cut -f 1 "$tmp/out" | sort)"
    # Of several dumps: each profile was rounded, and what --raw writes of them all.
    run -q --show_bytes --lib_prefix="$CORPUS" --base="$tmp/o.pb.gz,$tmp/x.pb.gz" "${dump%.02.heap}.01.heap" "$dump"
    is "$variant: two dumps and their profiles" '' "$(cat "$tmp/out")"
    run -q --lib_prefix="$CORPUS" --raw -o "$tmp/sum.raw" "${dump%.02.heap}.01.heap" "$dump"
    run -q --show_bytes --lib_prefix="$CORPUS" --base="$tmp/sum.raw" "${dump%.02.heap}.01.heap" "$dump"
    is "$variant: two dumps and --raw of both" '' "$(cat "$tmp/out")"
    run --show_bytes --lib_prefix="$CORPUS" "$tmp/x.pb.gz" "$tmp/y.pb.gz"
    is "$variant: two are added" "$(awk 'NR == 1 { print 2 * $2 }' "$tmp/once")" \
        "$(awk 'NR == 1 { print $2 }' "$tmp/out")"
done
# By hand: one object of 64 bytes that is sampled every 524288 bytes stands for 524320.0007.
cat >"$tmp/exact.heap" <<'END'
heap_v2/524288
  t*: 2: 128 [0: 0]
@ 0x1001 0x9001
  t*: 1: 64 [0: 0]
@ 0x2001 0x9001
  t*: 1: 64 [0: 0]

MAPPED_LIBRARIES:
END
cat >"$tmp/whole.heap" <<'END'
heap profile: 2: 1048639 [2: 1048639] @ heapprofile
1: 524320 [1: 524320] @ 0x1001 0x9001
1: 524319 [1: 524319] @ 0x2001 0x9001

MAPPED_LIBRARIES:
END
run -q --show_bytes --base="$tmp/whole.heap" "$tmp/exact.heap"
is 'less than half a byte is rounding, a byte is not' '1 1 0x2001|0 1 0x9001|' \
    "$(sed 1d "$tmp/out" | awk '{ printf "%s %s %s|", $1, $4, $7 }')"
# A dump of every allocation was not rounded. Sampled every 524288 bytes, one object of 1048576 stands
# for 1 / (1 - exp(-2)) = 1.16 objects.
for period in 1 524288; do
    printf 'heap_v2/%s\n  t*: 1: 1048576 [0: 0]\n@ 0x1001 0x9001\n  t*: 1: 1048576 [0: 0]\n\nMAPPED_LIBRARIES:\n' \
        $period >"$tmp/$period.heap"
done
run -q --inuse_objects --base="$tmp/1.heap" "$tmp/524288.heap"
has 'a dump of every allocation keeps its numbers' "$tmp/out" '0x1001'
run -q --pprof --thread='*' -o "$tmp/t.pb.gz" "$CORPUS/rust-runs/t8.heap"
run -q --thread='*' "$CORPUS/rust-runs/t8.heap"
cp "$tmp/out" "$tmp/want"
run -q --thread='*' "$tmp/t.pb.gz"
is 'threads come back' "$(cat "$tmp/want")" "$(cat "$tmp/out")"
run -q "$tmp/t.pb.gz"
is 'threads make the process' "$(awk '/^Total/ { s += $(NF - 1) } END { printf "%.0f", s }' "$tmp/want")" \
    "$(awk 'NR == 1 { printf "%.0f", $2 }' "$tmp/out")"

for mode in --tree --peek=main --traces --collapsed --callgrind --dot --speedscope --pprof --info \
    --format=json --errors --fold=std --raw; do
    run $mode "$go"
    is "$mode of a pprof profile" 0 "$status"
done

# What is no heap profile, or not whole.
printf '\n\004\010\001\020\0022\0002\003cpu2\013nanoseconds' >"$tmp/cpu.pb"
run "$tmp/cpu.pb"
is 'a CPU profile: status' 3 "$status"
has 'a CPU profile: message' "$tmp/err" 'not of a heap: its values are cpu/nanoseconds'
head -c 700 "$tmp/raw" >"$tmp/cut"
run "$tmp/cut"
is 'a cut profile: status' 3 "$status"
has 'a cut profile: message' "$tmp/err" 'is damaged or cut'
head -c 700 "$go" >"$tmp/cut"
run "$tmp/cut"
is 'a cut packed profile' 3 "$status"
finish
