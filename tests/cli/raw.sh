#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --raw: a dump written anew has the records of the old one, is read back as the same profile, by
# jeprof too, and is the same from a store.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

# body FILE: header and records of a heap_v2 dump, without the totals of threads, in plain form.
body() {
    awk '/^heap_v2\// { on = 1 } /^MAPPED_LIBRARIES:/ { on = 0 }
        /^@/ { records = 1 }
        on && NF && (records || $1 == "t*:" || /^heap_v2/) { $1 = $1; print }' "$1"
}

# texts PREFIX ARGS...: the reports by which two inputs are compared. The format has no lines.
texts() {
    prefix=$1
    shift
    for metric in inuse_space inuse_objects alloc_space alloc_objects; do
        "$JEPROF_C" -q --collapsed --$metric "$@" >"$prefix.$metric" 2>/dev/null
    done
    "$JEPROF_C" -q --collapsed '--thread=*' "$@" >"$prefix.threads"
    "$JEPROF_C" -q --text --errors --no-inlines "$@" | sed -n 's/^Total/&/p' >"$prefix.total"
}

# A frame that the symbol section names is not told to be inlined, nor of which module it is.
same_texts() {
    for kind in inuse_space inuse_objects alloc_space alloc_objects threads total; do
        for side in want got; do
            sed -E 's/\[inline\]//g; s/ \[[^][]*\.(so|plugin)[^][]*\]//g' \
                "$tmp/$side.$kind" | LC_ALL=C sort >"$tmp/$side.sorted"
        done
        cmp "$tmp/want.sorted" "$tmp/got.sorted" >&2
        result $? "$1: $kind" || diff "$tmp/want.sorted" "$tmp/got.sorted" | head -5 | sed 's/^/# /'
    done
}

for variant in c-gcc5-pie:relayd c-jestatic:relayd c-gcc4-nopie:relayd cpp-clang5-pie:orderbook \
    cpp-stripped:orderbook rust-v0:metacache rust-legacy:metacache; do
    program=${variant#*:}
    variant=${variant%:*}
    rm -f "$tmp/s.db"
    cd "$CORPUS/$variant" || exit 1
    run --raw "$program" "$program.01.heap"
    cp "$tmp/out" "$tmp/raw"
    body "$program.01.heap" >"$tmp/want"
    body "$tmp/raw" >"$tmp/got"
    cmp "$tmp/want" "$tmp/got" >&2
    result $? "$variant: the records are those of the dump"
    is "$variant: packed and from a pipe" "$(cksum <"$tmp/raw")" \
        "$(gzip -c "$program.01.heap" | "$JEPROF_C" -q --raw "$program" - | cksum)"
    "$JEPROF_C" -q --db="$tmp/s.db" "$program" "$program.01.heap" "$program.02.heap"

    # Read where the program is not: by names alone.
    texts "$tmp/want" "$program" "$program.01.heap"
    (cd "$tmp" && texts "$tmp/got" raw)
    same_texts "$variant: read back"
    run --raw "$tmp/raw"
    is "$variant: written once more" "$(cksum <"$tmp/raw")" "$(cksum <"$tmp/out")"

    for options in '--raw' '--raw --focus=main' '--raw --ignore=main' '--raw --exclude=main' \
        '--raw --no-inlines' '--raw --thread=0'; do
        # shellcheck disable=SC2086
        "$JEPROF_C" $options "$program" "$program.02.heap" >"$tmp/want" 2>"$tmp/want.err"
        # shellcheck disable=SC2086
        run $options --db="$tmp/s.db" @last
        cmp "$tmp/want" "$tmp/out" >&2 && cmp "$tmp/want.err" "$tmp/err" >&2
        result $? "$variant: $options from a store"
    done
    for options in '' '--base'; do
        set -- "$program.01.heap" @1
        [ -z "$options" ] || set -- "--drop_negative --base=$1" "--drop_negative --base=$2"
        # shellcheck disable=SC2086
        "$JEPROF_C" -q --raw "$program" $1 "$program.02.heap" >"$tmp/want"
        # shellcheck disable=SC2086
        run -q --raw --db="$tmp/s.db" $2 @2
        cmp "$tmp/want" "$tmp/out" >&2
        result $? "$variant: two dumps${options:+, }$options from a store"
    done
done

# Every dump that can be reported: from a store as from the file, and the same once more.
for dump in "$CORPUS"/handmade/*.heap "$CORPUS"/gperf/*.heap "$CORPUS"/c-deep/*.heap; do
    "$JEPROF_C" -q --raw "$dump" >"$tmp/raw" 2>/dev/null || continue
    rm -f "$tmp/s.db"
    run -q --raw --db="$tmp/s.db" "$dump"
    name=$(basename "$(dirname "$dump")")/$(basename "$dump")
    cmp "$tmp/raw" "$tmp/out" >&2
    result $? "$name: from a store"
    run -q --raw "$tmp/raw"
    # Two addresses side by side may be one name's, in the eyes of jeprof's format.
    sed '1,/^--- heap$/d' "$tmp/raw" >"$tmp/want"
    sed '1,/^--- heap$/d' "$tmp/out" >"$tmp/got"
    cmp "$tmp/want" "$tmp/got" >&2
    result $? "$name: once more"
    # Sums in whole bytes: rows that were no counters are estimates, each up to half a byte off.
    for file in "$dump" "$tmp/raw"; do
        "$JEPROF_C" -q --text --show_bytes --show-allocator "$file" |
            awk '/^Total/ { print $2 }'
    done | awk -v rows="$(grep -c '^@' "$tmp/raw")" -v OFMT=%.0f \
        'NR == 1 { want = $1 } NR == 2 { d = $1 - want; if (d < 0) d = -d; exit !(d <= 1 + rows / 2 || d <= want * 1e-12) }'
    result $? "$name: the total is kept"
done

# Names that are no identifiers: two dashes, and places in files with blanks and brackets.
for name in symbolized path-with-spaces maps-freebsd maps-names address-zero; do
    "$JEPROF_C" -q --show_bytes "$CORPUS/handmade/$name.heap" >"$tmp/want" 2>/dev/null
    "$JEPROF_C" -q --raw "$CORPUS/handmade/$name.heap" >"$tmp/raw" 2>/dev/null
    run -q --show_bytes "$tmp/raw"
    cmp "$tmp/want" "$tmp/out" >&2
    result $? "$name: the report is the same" || diff "$tmp/want" "$tmp/out" | sed 's/^/# /'
done

# Filters: what they leave is what is written.
cd "$CORPUS/cpp-gcc5-pie" || exit 1
for options in '--focus=insert' '--ignore=insert|store' '--retain=main|std' '--exclude=^main$'; do
    texts "$tmp/want" "$options" --show-allocator orderbook orderbook.02.heap
    run -q --raw "$options" orderbook orderbook.02.heap
    cp "$tmp/out" "$tmp/raw"
    (cd "$tmp" && texts "$tmp/got" --show-allocator raw)
    # What passes is all that there is then.
    cp "$tmp/got.total" "$tmp/want.total"
    same_texts "$options"
done

# Two processes whose modules lie at other addresses, with the program at hand and by names alone.
cd "$CORPUS/c-aslr" || exit 1
isnt=$(grep -h relayd run1.01.heap run2.01.heap | cut -d- -f1 | sort -u | wc -l)
[ "$isnt" -gt 5 ]
result $? 'the two maps differ'
for options in --show_bytes '--show_bytes --lines' '--alloc_space --show_bytes'; do
    # shellcheck disable=SC2086
    "$JEPROF_C" -q --names=full $options run1.01.heap run2.01.heap >"$tmp/want.text"
    "$JEPROF_C" -q --raw run1.01.heap run2.01.heap >"$tmp/raw"
    sed '1,/^--- heap/d' "$tmp/raw" >"$tmp/bare"
    # shellcheck disable=SC2086
    "$JEPROF_C" -q --names=full $options "$tmp/bare" >"$tmp/got.text"
    # Estimates are rounded to whole bytes, once in each stack.
    awk 'NF > 5 { value = $4; $1 = $2 = $3 = $4 = $5 = "" }
        NR == FNR { if (NF > 5) { want[$0] = value; names++ } next }
        NF > 5 { d = value - want[$0]; if (d < 0) d = -d
            if (d > 20) { print "other: " $0; bad = 1 } seen++ }
        END { if (seen != names || !seen) bad = 1; exit bad }' "$tmp/want.text" "$tmp/got.text"
    result $? "two processes, $options: values" || true
    command -v jeprof >/dev/null || continue
    # shellcheck disable=SC2086
    (cd "$tmp" && jeprof --text ${options% --lines} raw 2>/dev/null) | awk '/^Total/ { print $2 }' >"$tmp/perl"
    awk '/^Total/ { print $2 }' "$tmp/want.text" | join -j 9 "$tmp/perl" - |
        awk '{ d = $1 - $2 } END { exit !(NR == 1 && d <= 40 && d >= -40) }'
    result $? "two processes, $options: the total of jeprof" || true
    is "two processes, $options: rows" "$(wc -l <"$tmp/want.text")" "$(wc -l <"$tmp/got.text")"
done

cd "$CORPUS/c-static" || exit 1
run --raw --base=relayd.02.heap relayd relayd.01.heap
is 'a difference with negative rows: status' 2 "$status"
has 'a difference with negative rows: message' "$tmp/err" 'a dump has no negative counters'
run --raw '--thread=*' "$CORPUS/rust-runs/t8.heap"
is 'several threads: status' 2 "$status"
has 'several threads: message' "$tmp/err" '--raw shows one thread'

# What came from a pprof profile can be given to jeprof.
run -q --pprof -o "$tmp/x.pb.gz" relayd relayd.01.heap
run -q --raw "$tmp/x.pb.gz"
cp "$tmp/out" "$tmp/raw"
texts "$tmp/want" "$tmp/x.pb.gz"
(cd "$tmp" && texts "$tmp/got" raw)
cp "$tmp/got.total" "$tmp/want.total"
same_texts 'a pprof profile'
finish
