#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --symbols: one answer per address on standard input, the recorded ones of jeprof where it is right.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
folder=$CORPUS/c-gcc5-pie
recorded=$folder/oracle/relayd.02.heap.symbols

ask() { # ask FILE OPTIONS...
    file=$1
    shift
    "$JEPROF_C" --symbols "$@" --lib_prefix="$folder" "$folder/relayd" <"$file" >"$tmp/out" 2>"$tmp/err"
    status=$?
}

# Addresses in modules of the corpus. jeprof knows no plug-in that is not called .so, and names in
# system libraries depend on the machine.
ours() { # ours ANSWERS: address and answer of each such question
    awk -v answers="$1" '
        function hex(text, n, i) {
            for (i = 1; i <= length(text); i++)
                n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
            return n
        }
        $6 ~ /jpc-corpus/ && $6 !~ /plugin/ { split($1, r, "-"); from[++n] = hex(r[1]); to[n] = hex(r[2]); next }
        /0x/ {
            match($0, /0x[0-9a-f]+/)
            word = substr($0, RSTART, RLENGTH)
            getline name <answers
            for (i = 1; i <= n; i++)
                if (hex(substr(word, 3)) >= from[i] && hex(substr(word, 3)) < to[i]) print word, name
        }' "$recorded.in"
}

ask "$recorded.in" --names=jeprof
is 'status' 0 "$status"
is 'as many answers as questions' "$(wc -l <"$recorded")" "$(wc -l <"$tmp/out")"
ours "$recorded" >"$tmp/theirs"
ours "$tmp/out" >"$tmp/own"
[ "$(wc -l <"$tmp/own")" -gt 30 ]
result $? 'enough of them can be compared'
is 'the answers of jeprof' "$(cat "$tmp/theirs")" "$(cat "$tmp/own")"
is 'no name nearby: addresses outside everything' '?? ??' "$(echo $(tail -2 "$tmp/out"))"

# The address itself is looked up: on_message begins at 0x1180 of stats.so (nm).
start=$(nm "$folder/stats.so" 2>/dev/null | awk '$3 == "on_message" { print $1 }')
if [ -n "$start" ]; then
    grep 'r-xp.*stats.so' "$recorded.in" >"$tmp/in"
    read -r range _ offset _ <"$tmp/in"
    base=$((0x${range%-*} - 0x$offset))
    printf '0x%x\n0x%X\nat 0X%x, they say\n' $((base + 0x$start)) $((base + 0x$start)) \
        $((base + 0x$start - 1)) >>"$tmp/in"
    ask "$tmp/in"
    is 'first byte, upper case, the byte before' 'on_message on_message' \
        "$(sed -n 1,2p "$tmp/out" | tr '\n' ' ' | sed 's/ $//')"
    [ "$(sed -n 3p "$tmp/out")" != on_message ]
    result $? 'the byte before belongs to another'
else
    skip 'nm is not installed'
    skip 'nm is not installed'
fi

# What is no address and no map; questions in every form.
{
    printf 'MAPPED_LIBRARIES:\n'
    grep -e ' /tmp/jpc-corpus/c-gcc5-pie/relayd$' "$recorded.in"
    printf 'x0x12\n0x12g\n0x\n\n0x11111111111111111111\n0x0000000000000010\r\n0x5555555554bb 0x10'
} >"$tmp/in"
ask "$tmp/in"
is 'odd lines: status' 0 "$status"
is 'odd lines: answers' '?? ?? main' "$(echo $(cat "$tmp/out"))"
has 'odd lines: too long' "$tmp/err" 'an address has more than 64 bits'
has 'odd lines: neither address nor map' "$tmp/err" "not a line of a memory map: 'x0x12'"
ask /dev/null
is 'nothing asked: status' 0 "$status"
is 'nothing asked: no answer' '' "$(cat "$tmp/out")"
sed 's,/tmp/jpc-corpus/c-gcc5-pie/libstore,/not-here/libgone,' "$recorded.in" >"$tmp/in"
ask "$tmp/in"
has 'a missing file: reason' "$tmp/err" 'no names for addresses in /not-here/libgone.so: the file was not found'

run --symbols "$CORPUS/c-static/relayd.02.heap" </dev/null
is 'with a dump: status' 2 "$status"
has 'with a dump: message' "$tmp/err" '--symbols takes no dump'

# As tables: the same names, and files and lines as addr2line has them, inlined calls too.
ask "$recorded.in" --names=full
cp "$tmp/out" "$tmp/text"
ask "$recorded.in" --names=full --format=tsv
awk -F '\t' 'NR > 1 && $2 == 0 { print $3 == "" ? "??" : $3 }' "$tmp/out" >"$tmp/own"
is '--format=tsv: the names of the text' "$(cat "$tmp/text")" "$(cat "$tmp/own")"
has '--format=tsv: what is missing' "$tmp/out" 'the addresses lie in no mapping of the dump'
if command -v eu-addr2line >/dev/null; then
    awk -F '\t' '$7 ~ /c-gcc5-pie\/relayd$/ && $4 != ""' "$tmp/out" >"$tmp/rows"
    awk -F '\t' '{ print $3; print $4 ":" $5 ":" $6 }' "$tmp/rows" >"$tmp/own"
    awk -F '\t' '$2 == 0 { print $8 }' "$tmp/rows" >"$tmp/asked"
    eu-addr2line -f -i -e "$folder/relayd" <"$tmp/asked" | sed 's/ inlined at .*//' >"$tmp/theirs"
    is '--format=tsv: functions and lines of eu-addr2line' "$(cat "$tmp/theirs")" "$(cat "$tmp/own")"
    [ "$(wc -l <"$tmp/rows")" -gt "$(wc -l <"$tmp/asked")" ]
    result $? '--format=tsv: inlined calls have rows'
else
    skip 'eu-addr2line is not installed'
fi
ask "$recorded.in" --format=csv
is '--format=csv: the columns' 'address,depth,function,file,line,column,module,module_address,missing' \
    "$(head -1 "$tmp/out")"
finish
