#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Reports that no other test compares in C, C++ and Rust alike: with the totals that jeprof printed
# when the corpus was made, with eu-addr2line, and with each other where they count the same.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
if ! command -v jq >/dev/null; then
    echo '1..0 # SKIP jq is not installed'
    exit 0
fi
map=--source-map=/tmp/jpc-corpus/src=$top_srcdir/corpus/src

# near WANT GOT SLACK: numbers that differ by no more.
near() {
    awk -v a="$1" -v b="$2" -v slack="$3" 'BEGIN { d = a - b; exit !(a > 0 && d <= slack && d >= -slack) }' ||
        { echo "# want $1, got $2"; return 1; }
}

# by_name FILTER: name and bytes of the last report, summed by name and sorted.
by_name() {
    jq -r "[.rows[] | $1] | group_by(.[0]) | map([.[0][0], (map(.[1]) | add)]) | .[] | select(.[1] != 0) | @tsv" \
        "$tmp/out" | LC_ALL=C sort
}

# agree NAME ALL SOME: the names of SOME are among ALL, with values apart by what was cut off.
agree() {
    [ -s "$3" ] && LC_ALL=C join -t '	' -a 2 -e x -o 0,1.2,2.2 "$2" "$3" |
        awk -F '\t' '{ d = $2 - $3; if ($2 == "x" || $3 == "x" || d > 20 || d < -20) { print "# " $0; bad = 1 } }
            END { exit bad }'
    result $? "$1"
}

for variant in c-gcc5-pie:relayd c-O3-lto:relayd cpp-gcc5-pie:orderbook cpp-clang5-pie:orderbook \
    rust-v0:metacache rust-legacy:metacache; do
    program=${variant#*:}
    variant=${variant%:*}
    folder=$CORPUS/$variant
    new=$folder/$program.02.heap old=$folder/$program.01.heap
    recorded=$folder/oracle/$program.02.heap
    set -- --lib_prefix="$folder" "$folder/$program" "$new"
    total=$(sed -n 's/^Total: \([0-9]*\) B$/\1/p' "$recorded.text-bytes")
    change=$(sed -n 's/^Total: \(-*[0-9]*\) B$/\1/p' "$recorded.base-$program.01.heap.text-bytes" 2>"$tmp/err")

    # Who is blamed holds the same by class, by thread, in a course and in a difference.
    run -q --sizes --format=json "$@"
    by_name '[.name, .bytes]' >"$tmp/sizes"
    near "$total" "$(jq '[.rows[].bytes] | add' "$tmp/out")" 200
    result $? "$variant: --sizes add up to the total of jeprof"
    is "$variant: --sizes: a class is as large as its objects" '' \
        "$(jq -r '.rows[] | select(.mixed == "no" and .objects > 50 and
            (.class * .objects / .bytes > 1.03 or .class * .objects / .bytes < 0.97)) | .name' "$tmp/out")"
    run -q --churn --format=json --nodecount=100000 "$@"
    by_name '[.name, .live]' >"$tmp/churn"
    agree "$variant: --churn and --sizes" "$tmp/churn" "$tmp/sizes"
    run -q --diff --base="$old" --format=json --nodecount=100000 "$@"
    by_name '[.name, .after]' >"$tmp/diff"
    agree "$variant: --diff and --sizes" "$tmp/sizes" "$tmp/diff"
    if [ -n "$change" ]; then
        near "${change#-}" "$(jq .change "$tmp/out" | tr -d -)" 1
        result $? "$variant: --diff has the change of jeprof"
        near "${change#-}" "$(jq '[.rows[].change] | add' "$tmp/out" | tr -d -)" 200
        result $? "$variant: --diff: rows add up"
    fi
    run -q --threads --format=json --nodecount=100000 "$@"
    near "$total" "$(jq '[.rows[].value] | add' "$tmp/out")" "$((total / 50))"
    result $? "$variant: --threads add up to nearly that"
    run -q --leaks --format=json --nodecount=100000 --lib_prefix="$folder" "$folder/$program" "$old" "$new"
    by_name '[.name, .last]' >"$tmp/leaks"
    agree "$variant: --leaks and --sizes" "$tmp/sizes" "$tmp/leaks"
    run -q --traces --format=json "$@"
    near "$total" "$(jq '[.rows[].bytes] | add' "$tmp/out")" 200
    result $? "$variant: --traces add up to the total of jeprof"
    run -q --info --format=json "$@"
    is "$variant: --info has the total of jeprof" "$total" "$(jq .total "$tmp/out")"

    # The page has the lines and values of the listing, which is compared with jeprof's.
    run -q --list=main "$map" --show_bytes "$@"
    sed -n -E 's/^ *([0-9.]+) +([0-9.]+) +([0-9]+):.*/\3 \1 \2/p' "$tmp/out" | grep '[1-9].* [1-9]' |
        grep -v ' \. \.$' | sort >"$tmp/lines"
    run -q --weblist=main "$map" --show_bytes "$@"
    sed -n -E 's#^(<details>)?<(summary|div)( class="around")?><b[^>]*>([0-9.]+)</b><b[^>]*>([0-9.]+)</b><i>([0-9]+)</i>.*#\6 \4 \5#p' "$tmp/out" |
        grep -v ' \. \.$' | sort >"$tmp/page"
    is "$variant: --weblist has the lines of --list" "$(cat "$tmp/lines")" "$(cat "$tmp/page")"
    [ "$(wc -l <"$tmp/lines")" -ge 3 ]
    result $? "$variant: enough of them"

    # Each recorded address of the program's own code.
    if command -v eu-addr2line >/dev/null; then
        { awk '/^@/ { for (i = 2; i <= NF; i++) print $i }' "$new" | sort -u
            sed -n '/^MAPPED/,$p' "$new"; } >"$tmp/questions"
        "$JEPROF_C" -q --symbols --format=tsv --names=mangled --lib_prefix="$folder" "$folder/$program" \
            <"$tmp/questions" | awk -F '\t' -v p="/$program\$" '$7 ~ p && $4 != ""' >"$tmp/rows"
        # The first row of an address is the innermost call; not all inlined ones are known to it with LTO.
        awk -F '\t' 'NR == 1 || last == 0 { print $4 ":" $5 ":" $6 } { last = $2 }' "$tmp/rows" >"$tmp/own"
        awk -F '\t' '$2 == 0 { print $8 }' "$tmp/rows" | eu-addr2line -e "$folder/$program" |
            sed 's/ (discriminator.*//' >"$tmp/theirs"
        # Of some clang programs eu-addr2line knows no line at all.
        paste "$tmp/theirs" "$tmp/own" | grep -v '^?' >"$tmp/both"
        if [ -s "$tmp/both" ]; then
            is "$variant: --symbols: lines of eu-addr2line" "$(cut -f 1 "$tmp/both")" "$(cut -f 2 "$tmp/both")"
            [ "$(wc -l <"$tmp/own")" -eq "$(wc -l <"$tmp/theirs")" ] && [ "$(wc -l <"$tmp/both")" -gt 8 ]
            result $? "$variant: --symbols: enough of them"
        else
            skip "$variant: eu-addr2line has no lines"
        fi
    else
        skip 'eu-addr2line is not installed'
    fi
done
finish
