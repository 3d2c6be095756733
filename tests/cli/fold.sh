#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Shortened names and folded frames on real programs: nothing is added, lost or mixed up.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
handmade=$top_srcdir/corpus/handmade

# The tasks of corpus/src/rust/tokio-relay.rs, as it says who awaits whom; 20971519 bytes of all
# are made in grow, which read_request calls at two places of the source.
run --collapsed --names=short --fold=std,async "$handmade/tokio.heap"
sed 's/\[inline\]//g; s/ [0-9]*$//' "$tmp/out" | grep grow | sort -u >"$tmp/paths"
is 'who awaits whom' \
"main;relay::main;relay::serve::{closure};relay::session::{closure};relay::read_request::{closure};relay::grow
relay::serve::{closure}::{closure}::{closure};relay::session::{closure};relay::read_request::{closure};relay::grow
relay::serve::{closure}::{closure};relay::grow" \
    "$(cat "$tmp/paths")"
is 'the sum' yes \
    "$(awk '{ s += $NF } END { print (s > 21075289 - NR && s <= 21075289) ? "yes" : s }' "$tmp/out")"
has 'what was folded is said' "$tmp/err" 'folded: '
run --text --show_bytes --fold=async "$handmade/tokio.heap"
lacks '--fold=async: no executor' "$tmp/out" 'tokio::runtime'
has '--fold=async: std stays' "$tmp/out" 'std::rt::lang_start'
run --text --show_bytes --fold=std,async "$handmade/tokio.heap"
has 'the value is that of the caller' "$tmp/out" '20971519  99.5%  99.5% 20971519  99.5% relay::grow'
cp "$tmp/out" "$tmp/folded"
run --text --show_bytes --fold=std --fold async "$handmade/tokio.heap"
is 'the words may come one by one' "$(cat "$tmp/folded")" "$(cat "$tmp/out")"
run -q --fold=std "$handmade/tokio.heap"
is '--quiet says nothing' '' "$(cat "$tmp/err")"

# In the shell it is said once, until it is another amount.
printf 'top3\ntop3\nfold=std\ntop3\npeek grow\nfold=\ntop3\n' |
    "$JEPROF_C" --interactive "$handmade/tokio.heap" >"$tmp/out" 2>"$tmp/err"
is 'the shell says it when it changes' 3 "$(grep -c 'folded: ' "$tmp/err")"

# Names alone: counted as well, for nobody shall take a short name for the whole one.
run --text --names=short "$handmade/tokio.heap"
has 'names that were only shortened' "$tmp/err" 'shortened; --no-fold shows all'
lacks 'names that were only shortened: no frames in it' "$tmp/err" 'left out'

# Where the rows are those of the standard library, one line says what to do about it. 60.heap
# holds 60 bytes below std::vector and 40 in main itself, 40.heap 40 and 60.
hint='jeprof-c: hint: most of it is held in standard library code: --fold=std shows the functions that use it'
for bytes in 60 40; do
    printf '%s\n' '--- symbol' 'binary=/tmp/p' '0x1000 main' \
        '0x2000 std::vector<int, std::allocator<int> >::reserve' '---' '--- heap' \
        'heap_v2/1' "  t*: 2: 100 [0: 0]" '@ 0x2000 0x1000' "  t*: 1: $bytes [0: 0]" \
        '@ 0x1000' "  t*: 1: $((100 - bytes)) [0: 0]" >"$tmp/$bytes.heap"
done
run --text "$tmp/60.heap"
has 'most in the standard library: the hint' "$tmp/err" "$hint"
for options in -q --fold=std --fold=async --no-fold --names=jeprof --format=csv --tree; do
    run $options "$tmp/60.heap"
    lacks "no hint with $options" "$tmp/err" "$hint"
done
run --text "$tmp/40.heap"
lacks 'less than half: no hint' "$tmp/err" "$hint"

# 100 bytes are 0.0 MB in every column: each mode that prints megabytes says what to do.
for options in --tree '--tree --bottom-up' --peek=main --list=main; do
    # shellcheck disable=SC2086
    run $options "$tmp/60.heap"
    has "$options: a hint about bytes" "$tmp/err" 'hint: all of it is 100 B: --show_bytes shows values that small'
    # shellcheck disable=SC2086
    run $options --show_bytes "$tmp/60.heap"
    lacks "$options: no hint with --show_bytes" "$tmp/err" 'hint: all of it'
done
run --diff --base="$tmp/60.heap" "$tmp/40.heap"
has '--diff: a hint about bytes' "$tmp/err" 'hint: all of it is 200 B: --show_bytes'
run --tree "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap"
lacks 'more than that: no hint' "$tmp/err" 'hint: all of it'

# Rules of the user.
printf '# ours\nstd relay::grow\nkeep tokio::runtime::runtime::*\n' >"$tmp/my.rules"
run --text --show_bytes --fold=std,async --rules="$tmp/my.rules" "$handmade/tokio.heap"
lacks '--rules: folded' "$tmp/out" 'relay::grow'
has '--rules: kept' "$tmp/out" 'tokio::runtime::runtime::Runtime::block_on'
printf 'std a\nplumbing relay::grow\n' >"$tmp/my.rules"
run --rules="$tmp/my.rules" "$handmade/tokio.heap"
is '--rules with a bad line: status' 3 "$status"
has '--rules with a bad line: where' "$tmp/err" "$tmp/my.rules:2: error: 'plumbing' is no kind of rule"
has '--rules with a bad line: what it takes' "$tmp/err" 'a rule is KIND PATTERN'
run --rules="$tmp/no.rules" "$handmade/tokio.heap"
is '--rules without the file' 3 "$status"
printf 'std a\n' >"$tmp/my.rules"
run --rules="$tmp/my.rules" -o "$tmp/my.rules" "$handmade/tokio.heap"
is '--rules are not overwritten' 2 "$status"
run --fold=everything "$handmade/tokio.heap"
is '--fold with an unknown word: status' 2 "$status"
has '--fold with an unknown word: message' "$tmp/err" '"everything" is none of std, async'
run --fold=std --no-fold "$handmade/tokio.heap"
is '--fold and --no-fold' 2 "$status"

values() { # values FILE: flat and cumulative value of each row
    awk 'NR > 1 { print $1, $4 }' "$1" | sort
}
names() { # names FILE: what the rows are called
    awk 'NR > 1 { for (i = 0; i < 5; i++) sub(/^ *[^ ]+ +/, ""); print }' "$1" | sort
}
own() { # own FILE: cumulative values of the corpus's own functions
    awk 'NR > 1 { cum = $4; for (i = 0; i < 5; i++) sub(/^ *[^ ]+ +/, ""); print cum, $0 }' "$1" |
        grep -E '^[0-9]* (<?metacache::|market::|util::|main$|store_|new_session)' | sort
}

# Of every variant: equal sums; as many functions whatever they are called; no two names for one.
cd "$CORPUS" || exit 1
for variant in rust-v0 rust-legacy rust-rjem rust-lines rust-symtab cpp-gcc5-pie cpp-clang5-pie \
    cpp-O0 cpp-symtab c-gcc5-pie c-static; do
    # shellcheck disable=SC2012
    dump=$(ls "$variant"/*.02.heap | head -1)
    run -q --lib_prefix="$CORPUS" --show_bytes --no-fold "$dump"
    cp "$tmp/out" "$tmp/full"
    # Rows are ordered by name where values are equal, so compare values in order.
    values "$tmp/full" >"$tmp/want"
    is "$variant: names differ" '' "$(names "$tmp/full" | uniq -d)"
    for names in short template; do
        run -q --lib_prefix="$CORPUS" --show_bytes --names=$names "$dump"
        values "$tmp/out" >"$tmp/got"
        is "$variant --names=$names: the same functions" "$(cat "$tmp/want")" "$(cat "$tmp/got")"
        is "$variant --names=$names: names differ" '' \
            "$(names "$tmp/out" | uniq -d)"
    done
    run -q --lib_prefix="$CORPUS" --show_bytes --names=full --fold=std,async "$dump"
    is "$variant --fold: the total" "$(head -1 "$tmp/full")" "$(head -1 "$tmp/out")"
    # What the program's own functions hold with all they call is the same.
    is "$variant --fold: the program's functions" "$(own "$tmp/full")" "$(own "$tmp/out")"
    lacks "$variant --fold: no RawVec" "$tmp/out" 'alloc::raw_vec'
done
finish
