#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --disasm: the recorded listings of jeprof, the instructions of objdump, code for AArch64.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
tool=$top_builddir/tests/tools/jp_disassemble
map=--source-map=/tmp/jpc-corpus/src=$top_srcdir/corpus/src

"$tool" "$CORPUS/c-gcc5-pie/relayd" 0 0 >"$tmp/out" 2>"$tmp/err"
if [ $? -eq 77 ]; then
    run --disasm=main "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap"
    is 'built without it: status' 2 "$status"
    has 'built without it: message' "$tmp/err" '--disasm: this program was built without it'
    finish
fi

disasm() { # disasm VARIANT PROGRAM PATTERN OPTIONS...
    folder=$CORPUS/$1 program=$2 pattern=$3
    shift 3
    dump=$folder/$program.02.heap
    run --disasm="$pattern" --lib_prefix="$folder" "$@" "$folder/$program" "$dump"
}

# What jeprof recorded: headings, and every instruction with its values. It shows the padding behind a
# function too.
instructions() { # instructions FILE: values, and "address: text" per instruction
    awk -v values="$tmp/values" -v code="$tmp/code" '
        /^ROUTINE/ { sub(/ \[clone [^]]*\]/, ""); name = $3; gsub(/:/, "_", name) }
        /^ROUTINE|flat, cumulative/ { print > values; next }
        # A line of source has at most five blanks in front of its number.
        /^ *[0-9.]+ +[0-9.]+      +[0-9a-f]+: / {
            print $1, $2, $3 > values
            sub(/^ *[0-9.]+ +[0-9.]+ +/, ""); print name "." $0 > code
        }' "$1"
}
compare() { # compare NAME RECORDING
    : >"$tmp/values" >"$tmp/code"
    instructions "$2"
    grep -v -e '^$' "$tmp/code" | sed 's/\(        # [0-9a-f]*\).*/\1/' >"$tmp/their-code"
    mv "$tmp/values" "$tmp/their-values"
    instructions "$tmp/out"
    sed 's/\(        # [0-9a-f]*\).*/\1/' "$tmp/code" >"$tmp/own-code"
    awk -f "$top_srcdir/tests/cli/disasm.awk" "$tmp/own-code" "$tmp/their-code" |
        grep -v -e '^only theirs: .*: *\(data16 \)*\(cs \)*\(nop\|xchg  *%ax,%ax\)' >"$tmp/verdict"
    is "$1: instructions" '' "$(grep -v ' instructions, ' "$tmp/verdict" | head -5)"
    is "$1: headings and values" '' "$(grep -v -x -F -f "$tmp/their-values" "$tmp/values" | head -5)"
    [ "$(wc -l <"$tmp/own-code")" -gt 100 ]
    result $? "$1: enough of them"
}
disasm c-gcc5-pie relayd 'store_|codec' --names=jeprof "$map"
is 'relayd: status' 0 "$status"
compare relayd "$CORPUS/c-gcc5-pie/oracle/relayd.02.heap.disasm"
has 'relayd: a source line' "$tmp/out" '   0.1    0.1    69: s->lines = realloc(s->lines, s->cap * sizeof *s->lines);'
has 'relayd: the file' "$tmp/out" '-------------------- /tmp/jpc-corpus/src/c/store.c'
has 'relayd: a call and its name' "$tmp/out" '   0.1    0.1        1356: call   1090 <realloc@plt>'
disasm cpp-gcc5-pie orderbook 'submit' --names=jeprof --show_bytes "$map"
compare 'C++' "$CORPUS/cpp-gcc5-pie/oracle/orderbook.02.heap.disasm-bytes"

# All code of two programs against objdump. Where one instruction is read wrongly the next addresses
# differ as well, so this shows that none is.
against_objdump() { # against_objdump FILE
    readelf -SW "$1" >"$tmp/sections"
    # shellcheck disable=SC2046
    set -- "$1" $(awk '{ for (i = 1; i <= NF; i++) if ($i == ".text") print $(i + 2), $(i + 4) }' "$tmp/sections")
    "$tool" "$1" "$2" "$(printf %x $((0x$2 + 0x$3)))" | sed 's/ *$//' >"$tmp/own"
    objdump -d --no-show-raw-insn -j .text "$1" | sed -n 's/^ *\([0-9a-f]*\):	/\1: /p' |
        sed 's/ *$//; s/ <[^>]*>$//; s/\(        # [0-9a-f]*\).*/\1/' >"$tmp/theirs"
    awk -f "$top_srcdir/tests/cli/disasm.awk" "$tmp/own" "$tmp/theirs" >"$tmp/verdict"
    is "${1#"$CORPUS"/}: the instructions of objdump" '' "$(grep -v ' instructions, ' "$tmp/verdict" | head -10)"
    echo "# $(tail -1 "$tmp/verdict")"
}
case $(objdump --version 2>/dev/null | head -1) in
*' 2.4'*)
    against_objdump "$CORPUS/c-static/relayd"
    against_objdump "$CORPUS/rust-v0/metacache"
    ;;
*)
    skip 'objdump 2.40 or later is not installed'
    ;;
esac

# AArch64: numbers in one notation, since capstone and objdump write them differently.
arm=$top_srcdir/corpus/aarch64
cat >"$tmp/numbers.awk" <<'END'
function value(text, i, n, sign) {
    sign = sub(/^-/, "", text) ? -1 : 1
    if (text !~ /^0x/)
        return sign * text
    for (i = 3; i <= length(text); i++)
        n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return sign * n
}
{
    gsub(/\t/, " "); sub(/ *\/\/.*/, ""); sub(/ ; undefined/, ""); sub(/ <.*/, ""); gsub(/ +/, " "); sub(/ $/, "")
    sub(/: movz /, ": mov "); sub(/: udf #0$/, ": .inst 0x00000000")
    out = ""
    while (match($0, /#-?(0x[0-9a-f]+|[0-9.e+]+)/)) {
        out = out substr($0, 1, RSTART) value(substr($0, RSTART + 1, RLENGTH - 1))
        $0 = substr($0, RSTART + RLENGTH)
    }
    print out $0
}
END
"$tool" "$arm/libstore.so" 103f8 104e4 | awk -f "$tmp/numbers.awk" >"$tmp/own"
awk -f "$tmp/numbers.awk" "$arm/libstore.objdump" >"$tmp/theirs"
is 'AArch64: the instructions of objdump' "$(cat "$tmp/theirs")" "$(cat "$tmp/own")"
run --disasm=store_ --show_bytes --sysroot="$arm" --source-map=/corpus/aarch64="$arm" "$arm/store.heap"
has 'AArch64: the call of strdup' "$tmp/out" '  2048   2048       10450: bl     10520 <strdup@plt>'
has 'AArch64: its line' "$tmp/out" '  2048   2048    27: store->lines[store->count++] = strdup(line);'
has 'AArch64: an inlined line' "$tmp/out" '  1024   1024    20: store->lines = realloc('
has 'AArch64: heading' "$tmp/out" '  3072   3072 B (flat, cumulative) 42.9% of total'

cd "$CORPUS/c-static" || exit 1
run --disasm=store_append --show_bytes --base=relayd.01.heap relayd relayd.02.heap
has '--base' "$tmp/out" '258267 258267 B (flat, cumulative) 98.4% of total'
run --disasm=. --focus=store_session --show_bytes relayd relayd.02.heap
lacks '--focus' "$tmp/out" 'ROUTINE ====================== store_append'
run --disasm=main --thread='*' "$CORPUS/rust-runs/t8.heap"
has '--thread: whose it is' "$tmp/out" 'Total (t0): '
run --disasm=nothing_like_this relayd relayd.02.heap
is 'no match: status' 3 "$status"
has 'no match: message' "$tmp/err" '--disasm=nothing_like_this: no function that matches has code'
run --disasm='^grow$' relayd relayd.02.heap
has 'inlined only: what to do' "$tmp/err" 'an inlined function has none of its own'
run --disasm='(' relayd relayd.02.heap
is 'no pattern: status' 2 "$status"
run --disasm=store_append --format=csv relayd relayd.02.heap
is 'csv: names' 'function,address,file,line,flat,cum,instruction' "$(head -1 "$tmp/out")"
has 'csv: a row' "$tmp/out" '/src/c/store.c,69,33597,33597,call '
# Damaged code: the file ends before the symbol does, and no byte of it is read.
head -c 3000 "$CORPUS/c-gcc5-pie/libstore.so" >"$tmp/libstore.so"
run --disasm=store_append --sysroot="$tmp" "$CORPUS/c-gcc5-pie/relayd.02.heap"
[ "$status" -le 3 ]
result $? 'a cut file: no crash'
finish
