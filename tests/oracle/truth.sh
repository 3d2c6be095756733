#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Several processes of a position-independent program: no row that Perl jeprof prints for them is
# right (cause "restart" of differences.tsv). What is right: the difference and the sum, name by
# name, of the reports of the single dumps; for some, corpus/<variant>/truth holds it as Perl
# jeprof's own single reports give it.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

report() { # report VARIANT PROGRAM OUT ARGUMENTS...
    folder=$CORPUS/$1 program=$2 out=$3
    shift 3
    (cd "$folder" && "$JEPROF_C" -q --text --names=jeprof --show_bytes --lib_prefix="$folder" \
        "$folder/$program" "$@") >"$out" 2>"$tmp/err" || sed 's/^/# /' "$tmp/err"
}

rows() { # rows FILE: name, flat, cum; a bare address, which differs between processes, is (no symbol)
    awk '!/^Total/ { flat = $1; cum = $4
        for (i = 1; i <= 5; i++) sub(/^ *[^ ]+/, ""); sub(/^ /, "")
        sub(/^0000[0-9a-f]+$/, "(no symbol)"); print $0 "\t" flat "\t" cum }' "$1"
}

# combined NAME SIGN A B GOT: GOT's rows are those of A plus SIGN times those of B. Rows are cut to
# whole bytes, so two cut values may differ from their cut sum by 2.
combined() {
    rows "$3" >"$tmp/a"
    rows "$4" >"$tmp/b"
    rows "$5" >"$tmp/got"
    awk -F'\t' -v sign="$2" '
        function far(x, y) { return x - y > 2 || y - x > 2 }
        FILENAME == ARGV[1] { flat[$1] += $2; cum[$1] += $3; next }
        FILENAME == ARGV[2] { flat[$1] += sign * $2; cum[$1] += sign * $3; next }
        { seen[$1] = 1; if (far(flat[$1], $2) || far(cum[$1], $3))
            print $1 ": " $2 " " $3 ", not " flat[$1] + 0 " " cum[$1] + 0 }
        END { for (name in flat) if (!(name in seen) && (far(flat[name], 0) || far(cum[name], 0)))
            print name ": missing, " flat[name] " " cum[name] }
    ' "$tmp/a" "$tmp/b" "$tmp/got" >"$tmp/wrong"
    is "$1" '' "$(head -20 "$tmp/wrong")"
}

# recorded NAME TRUTH GOT: the rows of TRUTH, made from Perl jeprof's single reports, hold for GOT.
# Names are compared after the rules of kind rewrite; rows that other causes are about are left out.
recorded() {
    rows "$3" >"$tmp/got"
    awk -F'\t' '
        FILENAME == ARGV[1] { if ($0 !~ /^#/ && $2 == "rewrite" && $3 == "*") { from[++n] = $5; to[n] = $6 } next }
        FILENAME == ARGV[2] { flat[$1] = $2; cum[$1] = $3; next }
        FNR > 1 { name = $1; for (i = 1; i <= n; i++) sub(from[i], to[i], name)
            if (name ~ /^\(no symbol\)|^on_message$|@@|@[0-9a-f]+$|^_?dl|^malloc|^call_init/) next
            d = flat[name] - $2; e = cum[name] - $3; rows++
            if (d > 2 || d < -2 || e > 2 || e < -2)
                print name ": " flat[name] " " cum[name] ", not " $2 " " $3 }
        END { if (rows < 10) print "only " rows + 0 " rows compared" }
    ' "$top_srcdir/tests/oracle/differences.tsv" "$tmp/got" "$2" >"$tmp/wrong"
    is "$1" '' "$(head -20 "$tmp/wrong")"
}

for set in 'c-aslr relayd' 'rust-runs metacache'; do
    variant=${set% *} program=${set#* }
    report "$variant" "$program" "$tmp/run1" run1.01.heap
    report "$variant" "$program" "$tmp/run2" run2.01.heap
    report "$variant" "$program" "$tmp/difference" --base=run1.01.heap run2.01.heap
    report "$variant" "$program" "$tmp/sum" run1.01.heap run2.01.heap
    report "$variant" "$program" "$tmp/positive" --drop_negative --base=run1.01.heap run2.01.heap
    combined "$variant: run2 --base run1 is the difference of the reports" -1 \
        "$tmp/run2" "$tmp/run1" "$tmp/difference"
    combined "$variant: run1 and run2 are the sum of the reports" 1 "$tmp/run1" "$tmp/run2" "$tmp/sum"
    recorded "$variant: run2 --base run1 is what corpus/$variant/truth says" \
        "$CORPUS/$variant"/truth/*.tsv "$tmp/difference"
    is "$variant: --drop_negative leaves no negative row" '' "$(rows "$tmp/positive" | grep '	-')"
done

# rust-lines has line tables only, in which functions have no more than their last name. It is the
# program of rust-v0 otherwise: by these names the rows are those that jeprof prints for that.
#
# bare FILE: last name, flat, cum. C library and start-up code differ between machines. Of "map_or_else<
# ..., fn(Arguments) -> alloc::string::String>" jeprof's shortening leaves the end.
bare() {
    awk '!/^Total/ { flat = $1; cum = $4
        for (i = 1; i <= 5; i++) sub(/^ *[^ ]+/, ""); sub(/^ /, ""); sub(/ \(inline\)/, "")
        sub(/^alloc::string::String>$/, "map_or_else"); sub(/::$/, ""); sub(/:: /, " "); while ($0 ~ /^[^ ]*::[^ ]/) sub(/^[^ ]*::/, "")
        if ($0 !~ /^(_|0000)/) print $0 "\t" flat "\t" cum }' "$1"
}
for mode in 'text-bytes --inuse_space' 'text-inuse-objects --inuse_objects' \
    'text-cum-alloc-bytes --alloc_space --cum'; do
    # shellcheck disable=SC2086
    report rust-lines metacache "$tmp/lines" ${mode#* } metacache.02.heap
    bare "$tmp/lines" >"$tmp/got"
    bare "$CORPUS/rust-v0/oracle/metacache.02.heap.${mode%% *}" >"$tmp/want"
    awk -F'\t' '
        FILENAME == ARGV[1] { want[$1] += $2; cum[$1] = $3; is_one[$1] = !($1 in seen); seen[$1] = 1; next }
        { got[$1] += $2; own[$1] = $3; is_own_one[$1] = !($1 in mine); mine[$1] = 1 }
        END {
            for (name in seen) {
                rows++
                if (!(name in mine)) print name ": missing"
                else if (want[name] != got[name]) print name ": " got[name] ", not " want[name]
                else if (is_one[name] && is_own_one[name]) {
                    compared++
                    if (cum[name] != own[name]) print name ": cum " own[name] ", not " cum[name]
                }
            }
            for (name in mine) if (!(name in seen)) print name ": not in rust-v0"
            if (compared < 30) print "only " compared + 0 " of " rows + 0 " rows have cums to compare"
        }' "$tmp/want" "$tmp/got" >"$tmp/wrong"
    is "rust-lines: the rows of rust-v0 by their last names, ${mode%% *}" '' "$(head -20 "$tmp/wrong")"
done

# "--- Memory map:" is another spelling of the map of the same dump.
report handmade ../c-gcc5-pie/relayd "$tmp/want" crlf.heap
report handmade ../c-gcc5-pie/relayd "$tmp/got" memory-map-style.heap
[ "$(wc -l <"$tmp/want")" -gt 20 ] && cmp -s "$tmp/want" "$tmp/got"
result $? 'memory-map-style.heap has the rows of crlf.heap'
finish
