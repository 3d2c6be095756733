#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# All forms of report say the same of a dump: the numbers of --text, which are compared with
# jeprof's (tests/oracle), are worked out again from what each other mode prints.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
without_leak_check
awks=$top_srcdir/tests/cli

# report ARGS...: to $tmp/out, with short names
report() {
    run -q --names=short --lib_prefix="$CORPUS" "$@"
}
# table ARGS...: the same as TSV, without the column for the thread
table() {
    report --format=tsv "$@"
    ! grep -q '^thread	' "$tmp/out" || { cut -f 2- "$tmp/out" >"$tmp/cut" && mv "$tmp/cut" "$tmp/out"; }
}
# In stacks a semicolon parts frames, and an inlined call has its mark there.
as_frames() {
    sed 's/;/:/g; s/ (inline)	/[inline]	/'
}
# agrees NAME FIRST SECOND: tables of one report; values may be cut in each stack
agrees() {
    is "$1" '' "$(awk -v slack="$slack" -f "$awks/agree.awk" "$2" "$3" | head -5)"
}

# own: what the functions of the corpus's programs hold with all they call
own() {
    awk '{ cum = $4; for (i = 0; i < 5; i++) sub(/^ *[^ ]+ +/, ""); print cum, $0 }' |
        grep -E '^[0-9]* (metacache::|market::|util::|main|store_|new_session|one_round)' | sort
}
# merged: flat values by name, an inlined call and a call being one
merged() {
    awk -F '\t' -v OFS='\t' '{ sub(/( \(inline\)|\[inline\])$/, "", $1); s[$1] += $2 }
        END { for (n in s) print n, s[n], "-" }'
}

each_form() { # each_form NAME METRIC ARGS...
    name=$1 metric=$2
    shift 2
    table "$@"
    awk -F '\t' -v OFS='\t' 'NR > 1 { print $1, $2, $4 }' "$tmp/out" >"$tmp/rows"
    [ -s "$tmp/rows" ]
    result $? "$name: there are rows"
    as_frames <"$tmp/rows" >"$tmp/frames"
    awk -F '\t' -v OFS='\t' '{ print $1, $2, "-" }' "$tmp/rows" >"$tmp/flats"
    merged <"$tmp/rows" >"$tmp/merged"

    table --traces "$@"
    slack=$(wc -l <"$tmp/out")
    awk -F '\t' -v OFS='\t' -v column="$metric" 'NR == 1 { for (i = 1; i <= NF; i++)
            if ($i == column) at = i; next } { print $1, $at }' "$tmp/out" >"$tmp/stacks"
    awk -f "$awks/stacks.awk" "$tmp/stacks" >"$tmp/got"
    agrees "$name: --traces" "$tmp/frames" "$tmp/got"

    report --collapsed "$@"
    is "$name: --collapsed is sorted" "$(sort "$tmp/out")" "$(cat "$tmp/out")"
    is "$name: --collapsed is merged" '' "$(sed 's/ [-0-9]*$//' "$tmp/out" | uniq -d)"
    sed 's/ \(-\{0,1\}[0-9]*\)$/	\1/' "$tmp/out" | awk -f "$awks/stacks.awk" >"$tmp/got"
    agrees "$name: --collapsed" "$tmp/frames" "$tmp/got"

    table --tree "$@"
    awk -F '\t' 'NR > 1 { s[$4] += $5 } END { for (n in s) printf "%s\t%.0f\t-\n", n, s[n] }' \
        "$tmp/out" >"$tmp/got"
    agrees "$name: --tree" "$tmp/flats" "$tmp/got"
    table --tree --bottom-up "$@"
    awk -F '\t' 'NR > 1 && $3 == 1 { printf "%s\t%.0f\t-\n", $4, $6 }' "$tmp/out" >"$tmp/got"
    agrees "$name: --tree --bottom-up" "$tmp/flats" "$tmp/got"

    table --peek=. "$@"
    awk -F '\t' 'NR > 1 && $2 == "callee" { s[$1] += $4 }
        END { for (n in s) printf "%s\t%.0f\t-\n", n, s[n] }' "$tmp/out" >"$tmp/got"
    awk -F '\t' -v OFS='\t' '{ print $1, $3 - $2, "-" }' "$tmp/rows" >"$tmp/below"
    agrees "$name: --peek" "$tmp/below" "$tmp/got"

    report --dot --show_bytes --nodecount=100000 --nodefraction=0 --edgefraction=0 \
        --maxdegree=100000 "$@"
    awk '/^N[0-9]* \[label/ { sub(/\\r".*/, ""); flat = $0; sub(/.*\\n/, "", flat); cum = flat
            if (cum ~ /\\rof /) sub(/.*\\rof /, "", cum)
            print flat + 0, cum + 0 }' "$tmp/out" | sort >"$tmp/got"
    awk -F '\t' '$3 != 0 { print $2, $3 }' "$tmp/rows" | sort >"$tmp/want"
    is "$name: --dot" "$(wc -l <"$tmp/want")" "$(wc -l <"$tmp/got")"
    is "$name: --dot: values" '' "$(join -v 1 "$tmp/want" "$tmp/got" | head -5)"

    # Here the function that holds the code stands for its inlined calls.
    table --no-inlines "$@"
    awk -F '\t' -v OFS='\t' 'NR > 1 { print $1, $2, $4 }' "$tmp/out" | merged >"$tmp/outer"
    report --no-inlines --callgrind "$@"
    if grep -q '^events: Hits$' "$tmp/out"; then
        awk -v OFS='\t' '/^fn=\(/ { id = $1; sub(/^fn=/, "", id); fn = id; call = 0
                if (NF > 1) { sub(/^fn=[^ ]* /, ""); names[id] = $0 } }
            /^cfn=\(/ { id = $1; sub(/^cfn=/, "", id)
                if (NF > 1) { sub(/^cfn=[^ ]* /, ""); names[id] = $0 } }
            /^calls=/ { call = 1; next }
            /^[0-9]/ { if (!call) s[fn] += $2; call = 0 }
            END { for (i in s) if (s[i]) print names[i], s[i], "-" }' "$tmp/out" |
            merged >"$tmp/got"
        agrees "$name: --callgrind" "$tmp/outer" "$tmp/got"
    fi

    command -v jq >/dev/null || return 0
    report --speedscope "$@"
    jq -r '.shared.frames as $f | .profiles[] |
        (if .name | test("shrunk") then -1 else 1 end) as $sign |
        [.samples, .weights] | transpose[] |
        [($f[.[0][-1]].name), $sign * .[1], "-"] | @tsv' "$tmp/out" |
        merged >"$tmp/got"
    agrees "$name: --speedscope" "$tmp/merged" "$tmp/got"
}

for variant in c-gcc5-pie c-static c-O3-lto c-stripped cpp-gcc5-pie cpp-O0 rust-v0 rust-legacy; do
    # shellcheck disable=SC2012
    old=$(ls "$CORPUS/$variant"/*.01.heap) new=$(ls "$CORPUS/$variant"/*.02.heap)
    each_form "$variant" bytes "$new"
    # What is printed for jeprof to read is read here as well. It has no modules with its names.
    sed 's/ \[[^]]*\]	/	/' "$tmp/merged" | merged >"$tmp/want"
    report --raw "$new"
    cp "$tmp/out" "$tmp/raw"
    table "$tmp/raw"
    awk -F '\t' -v OFS='\t' 'NR > 1 { print $1, $2, $4 }' "$tmp/out" | merged >"$tmp/got"
    slack=0
    agrees "$variant: --raw" "$tmp/want" "$tmp/got"
    # jeprof drops other frames of malloc then, but the program's hold the same.
    command -v jeprof >/dev/null || continue
    (cd "$tmp" && jeprof --text --show_bytes raw 2>/dev/null) | own >"$tmp/got"
    run -q --names=jeprof --show_bytes --lib_prefix="$CORPUS" "$new"
    own <"$tmp/out" >"$tmp/want"
    is "$variant: jeprof reads --raw" "$(cat "$tmp/want")" "$(cat "$tmp/got")"
done
for variant in c-gcc5-pie cpp-gcc5-pie rust-v0; do
    # shellcheck disable=SC2012
    old=$(ls "$CORPUS/$variant"/*.01.heap) new=$(ls "$CORPUS/$variant"/*.02.heap)
    each_form "$variant, a difference" bytes --base="$new" "$old"
    each_form "$variant, allocations" alloc_bytes --alloc_space "$new"
    each_form "$variant, folded" bytes --fold=std,async "$new"
    each_form "$variant, filtered" bytes --focus='store|Engine|Loader' --ignore='parse|append' "$new"
done
each_form 'several dumps' bytes "$CORPUS/c-aslr/run1.01.heap" "$CORPUS/c-aslr/run2.01.heap"
each_form 'one thread' bytes --thread=1 "$CORPUS/rust-runs/t8.heap"
finish
