#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Of packed debug information no more is unpacked than the wanted units need. An address must get the
# frames that it gets when all is at hand, and fewer units must be looked at where that is possible.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/frames.sh
. "$top_srcdir/tests/cli/frames.sh"

# one_by_one NAME PLAIN: frames of $tmp/addresses in PLAIN, all at once, and in a packed copy alone
one_by_one() {
    objcopy --compress-debug-sections=zlib "$2" "$tmp/packed" 2>/dev/null ||
        { skip "$1: objcopy cannot pack it"; return; }
    "$frames_tool" -v "$2" <"$tmp/addresses" >"$tmp/want" 2>"$tmp/work"
    all=$(cut -d' ' -f2 "$tmp/work")
    : >"$tmp/got"
    : >"$tmp/works"
    while read -r address; do
        echo "$address" | "$frames_tool" -v "$tmp/packed" >>"$tmp/got" 2>>"$tmp/works"
    done <"$tmp/addresses"
    cmp -s "$tmp/want" "$tmp/got" && [ -s "$tmp/got" ]
    result $? "$1: the same frames"
    cmp -s "$tmp/want" "$tmp/got" || diff "$tmp/want" "$tmp/got" | head -8 | sed 's/^/# /'
    least=$(cut -d' ' -f2 "$tmp/works" | sort -n | head -1)
}

spread "$CORPUS/rust-v0/metacache" 40 >"$tmp/addresses"
one_by_one "many units" "$CORPUS/rust-v0/metacache"
[ "$least" -lt "$all" ]
result $? "many units: not all of them are looked at"

# Where .debug_aranges speaks of every unit, only those with wanted addresses are looked into; without
# that section, all of them.
for i in 1 2 3 4 5 6 7 8 9; do
    echo "int g$i(int x) { return x * $i; }" >"$tmp/a$i.c"
done
echo 'int g1(int), g9(int); int main(int c, char **v) { (void)v; return g1(c) + g9(c); }' >"$tmp/a.c"
if (cd "$tmp" && gcc -O1 -g a.c a?.c -o aranges && cp aranges lacking &&
    objcopy --remove-section .debug_aranges lacking) 2>"$tmp/err"; then
    nm "$tmp/aranges" | awk '$3 == "g1" || $3 == "g9" { print $1 }' | sort >"$tmp/two"
    "$frames_tool" -v "$tmp/aranges" <"$tmp/two" >"$tmp/got" 2>"$tmp/work"
    "$frames_tool" -v "$tmp/lacking" <"$tmp/two" >"$tmp/want" 2>"$tmp/works"
    cmp -s "$tmp/want" "$tmp/got" && grep -q 'roots 2$' "$tmp/work" && grep -q 'roots 10$' "$tmp/works"
    result $? "the units that .debug_aranges names are the only ones looked into"
else
    skip "gcc cannot build nine units"
fi

# Of the unit that a name comes from no more may have been read than that: C knows no scopes, though
# GNU C has functions inside of functions.
cat >"$tmp/origin.s" <<'END'
        .text
        .globl main
main:   .byte 0
.Lcode_end:
        .section .debug_abbrev,"",%progbits
.Labbrev:
        .byte 1, 0x3c, 1, 0x13, 0x0b, 0, 0              /* partial unit: language */
        .byte 2, 0x2e, 1, 0x03, 0x08, 0, 0              /* function, function inside: name */
        .byte 3, 0x2e, 0, 0x03, 0x08, 0, 0
        .byte 4, 0x11, 1, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x07, 0, 0 /* unit: language, code */
        .byte 5, 0x2e, 0, 0x31, 0x10, 0x11, 0x01, 0x12, 0x07, 0, 0 /* function: origin, code */
        .byte 0
        .section .debug_info,"",%progbits
        .4byte .Lpartial_end - . - 4
        .2byte 5
        .byte 3, 8
        .4byte .Labbrev
        .byte 1, 0x0c                                   /* C99 */
        .byte 2
        .asciz "outer"
.Lorigin:
        .byte 3
        .asciz "inner"
        .byte 0, 0
.Lpartial_end:
.Lunit:
        .4byte .Lunit_end - . - 4
        .2byte 5
        .byte 1, 8
        .4byte .Labbrev
        .byte 4, 0x0c
        .8byte main, .Lcode_end - main
        .byte 5
        .4byte .Lorigin
        .8byte main, .Lcode_end - main
        .byte 0
.Lunit_end:
        .section .debug_aranges,"",%progbits
        .4byte .Laranges_end - . - 4
        .2byte 2
        .4byte .Lunit
        .byte 8, 0, 0, 0, 0, 0
        .8byte main, .Lcode_end - main, 0, 0
.Laranges_end:
        .section .note.GNU-stack,"",%progbits
END
if gcc -o "$tmp/origin" "$tmp/origin.s" 2>"$tmp/err"; then
    nm "$tmp/origin" | awk '$3 == "main" { print $1 }' |
        "$frames_tool" -v "$tmp/origin" >"$tmp/got" 2>"$tmp/work"
    [ "$(cut -f 2 "$tmp/got")" = inner ] && grep -q 'roots 1$' "$tmp/work"
    result $? "a name from a unit that is not looked into otherwise"
else
    skip "gcc cannot assemble two units"
fi

# Strict DWARF 2 has no ranges, so that gcc says of a block with several parts where the first one is, and
# what was inlined into it may lie elsewhere. What else is asked must not tell whether that is looked at.
cat >"$tmp/strict.s" <<'END'
        .text
        .globl main
main:   .byte 0, 0, 0, 0
.Lcode_end:
        .section .debug_abbrev,"",%progbits
.Labbrev:
        .byte 1, 0x11, 1, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x01, 0, 0 /* unit: language, code */
        .byte 2, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x01, 0, 0 /* function: name, code */
        .byte 3, 0x0b, 1, 0x11, 0x01, 0x12, 0x01, 0, 0             /* block: code */
        .byte 4, 0x1d, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x01, 0, 0 /* inlined: name, code */
        .byte 0
        .section .debug_info,"",%progbits
        .4byte .Lunit_end - . - 4
        .2byte 2
        .4byte .Labbrev
        .byte 8
        .byte 1, 0x01
        .8byte main, .Lcode_end
        .byte 2
        .asciz "outer"
        .8byte main, .Lcode_end
        .byte 3
        .8byte main, main + 1
        .byte 4
        .asciz "inner"
        .8byte main, .Lcode_end
        .byte 0, 0, 0
.Lunit_end:
        .section .note.GNU-stack,"",%progbits
END
if gcc -o "$tmp/strict" "$tmp/strict.s" 2>"$tmp/err"; then
    first=$(nm "$tmp/strict" | awk '$3 == "main" { print $1 }')
    third=$(printf '%x' $((0x$first + 2)))
    for option in '' -l; do
        # shellcheck disable=SC2086
        {
            echo "$third" | "$frames_tool" $option "$tmp/strict" >"$tmp/want"
            printf '%s\n' "$first" "$third" | "$frames_tool" $option "$tmp/strict" >"$tmp/both"
        }
        tail -1 "$tmp/both" >"$tmp/got"
        [ "$(cut -f 2 "$tmp/want")" = outer ] && [ "$(cut -f 2 "$tmp/both" | tr '\n' ' ')" = "inner outer outer " ] &&
            cmp -s "$tmp/want" "$tmp/got"
        result $? "what a block does not hold is not looked for in it${option:+, by libdwarf}"
    done
else
    skip "gcc cannot assemble a block"
fi

# Packed debug information that is damaged is called so, and not absent.
offset=
if objcopy --compress-debug-sections=zlib "$tmp/aranges" "$tmp/damaged" 2>/dev/null; then
    offset=$(readelf -SW "$tmp/damaged" |
        sed -n 's/^.* \.debug_info  *[A-Z]* *[0-9a-f]* \([0-9a-f]*\) .* C .*/\1/p')
fi
if [ "$offset" ]; then
    printf '\377\377\377\377' |
        dd of="$tmp/damaged" bs=1 seek=$((0x$offset + 40)) conv=notrunc 2>/dev/null
    "$frames_tool" "$tmp/damaged" <"$tmp/two" >"$tmp/got" 2>"$tmp/err"
    grep -q 'section .debug_info: damaged compressed data' "$tmp/err"
    result $? "damaged packed debug information"
else
    skip "objcopy does not pack it"
fi

# A unit is read as far as the last function that is wanted: of 300, the first one and then the last.
for i in $(seq 300); do
    echo "int h$i(int x) { return x * $i; }"
done >"$tmp/many.c"
if gcc -O1 -g -c -o "$tmp/many.o" "$tmp/many.c" 2>"$tmp/err" &&
    echo 'int h1(int), h300(int); int main(void) { return h1(1) + h300(2); }' >"$tmp/main.c" &&
    gcc -O1 -o "$tmp/many" "$tmp/main.c" "$tmp/many.o" 2>"$tmp/err"; then
    for function in h1 h300; do
        nm "$tmp/many" | awk -v name=$function '$3 == name { print $1 }' |
            "$frames_tool" -v "$tmp/many" >"$tmp/$function" 2>"$tmp/$function.work"
    done
    sed 's/.* dies \([0-9]*\) .*/\1/' "$tmp/h1.work" "$tmp/h300.work" | sort -n >"$tmp/dies"
    first=$(head -1 "$tmp/dies")
    last=$(tail -1 "$tmp/dies") # compilers write functions in either order
    grep -q 'h1\b' "$tmp/h1" && grep -q 'h300\b' "$tmp/h300" && [ "$((first * 50))" -lt "$last" ]
    result $? "one unit: it is read up to the last function that is wanted"
else
    skip "gcc cannot build 300 functions"
fi

"$frames_tool" -j 1 "$tmp/packed" <"$tmp/addresses" >"$tmp/want"
"$frames_tool" -j 2 "$tmp/packed" <"$tmp/addresses" >"$tmp/got"
cmp -s "$tmp/want" "$tmp/got" && [ -s "$tmp/got" ]
result $? "many units: two threads unpack the same"

# The code is in the first unit, and the functions it comes from are declared in those behind it.
for i in 1 2 3 4 5 6 7 8; do
    cat >"$tmp/u$i.c" <<END
#include <stdlib.h>
static inline int f$i(int x) { for (int i = $i; i < x; i++) x ^= rand(); return x; }
int g$i(int x) { return f$i(x) + $i * f$i(x + 1); }
END
done
{
    echo 'extern int g1(int), g2(int), g3(int), g4(int), g5(int), g6(int), g7(int), g8(int);'
    echo 'int main(int c, char **v) { (void)v; return g1(c) + g2(c) + g3(c) + g4(c) + g5(c) +'
    echo 'g6(c) + g7(c) + g8(c); }'
} >"$tmp/main.c"
if (cd "$tmp" && gcc -O2 -g -flto main.c u?.c -o lto) 2>"$tmp/err"; then
    spread "$tmp/lto" 40 >"$tmp/addresses"
    one_by_one "gcc -flto" "$tmp/lto"
else
    skip "gcc -flto cannot build"
fi
finish
