#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A unit without inlined calls at the end of packed debug information is answered without it, when it
# is known to be one. An address must get the frames that it gets when nothing is packed.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
without_leak_check
# shellcheck source=tests/cli/frames.sh
. "$top_srcdir/tests/cli/frames.sh"
dump_tool=$top_builddir/tests/tools/jp_symbolize_dump

# Units in front of the wanted ones, with types of some 250 KB each.
for i in $(seq 1600); do
    echo "struct s$i { int a$i, b$i, c$i, d$i, e$i, f$i, g$i, h$i; struct s$i *next$i, *last$i; } v$i;"
done >"$tmp/types.h"
fill() { # fill NUMBER
    sed "s/ v\\([0-9]*\\);/ w$1_\\1;/" "$tmp/types.h"
    echo "int fill$1(int x) { return x * $1; }"
}
cat >"$tmp/main.c" <<'E2'
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
int main(int c, char **v) { (void)v; return twice(c); }
E2
cat >"$tmp/last.c" <<'E2'
static __attribute__((noinline)) int hidden_half(int x) { return x / 2; }
static __attribute__((noinline)) int cold(int x) { return hidden_half(x) + 1; }
int seen(int x) { return cold(x) * 3; }
E2
cat >"$tmp/plain.c" <<'E2'
int alone(int x) { return x * 5; }
__attribute__((visibility("hidden"))) int kept(int x) { return x * 7; }
E2
cat >"$tmp/inlined.c" <<'E2'
static inline __attribute__((always_inline)) int thrice(int x) { return 3 * x; }
int has_inlined(int x) { return thrice(x) - 1; }
E2
# Functions with a symbol and no entry of their own: those of an assembler.
cat >"$tmp/mixed.c" <<'E2'
__asm__(".text\n.type in_c, @function\nin_c: nop\nnop\n.size in_c, . - in_c\n");
__asm__(".globl in_c_seen\n.type in_c_seen, @function\nin_c_seen: nop\nnop\n.size in_c_seen, . - in_c_seen\n");
int beside(int x) { return x * 11; }
E2
cat >"$tmp/thunk.cc" <<'E2'
struct left { virtual int one() { return 1; } int l; };
struct right { virtual int two(); int r; };
int right::two() { return 2; }
struct both : left, right { int two() override; int hidden_member(int x) __attribute__((visibility("hidden"))); };
int both::two() { return 3; }
int both::hidden_member(int x) { return x * r; }
E2
cat >"$tmp/label.s" <<'E2'
        .text
        .globl label
        .hidden label
        .type label, @function
label:  nop
        nop
        .size label, . - label
        .type local_label, @function
local_label:
        nop
        .size local_label, . - local_label
E2

# build NAME OPTION...: the units in this order, packed; and a copy that is not.
build() {
    name=$1
    shift
    for unit in main 1 2 3 4 5 6 7 8 inlined last plain label mixed thunk; do
        for source in "$tmp/$unit".*; do
            case $source in
            *.c | *.cc) (cd "$tmp" && gcc -O1 -fPIC -g "$@" -c -o "$unit.o" "$source") 2>"$tmp/err" || return ;;
            *.s) (cd "$tmp" && gcc -g "$@" -c -o "$unit.o" "$source") 2>"$tmp/err" || return ;;
            esac
        done
    done
    (cd "$tmp" && gcc -shared -o "$name-open" main.o ${before:+"$before"} 1.o 2.o 3.o 4.o 5.o 6.o 7.o 8.o inlined.o \
        last.o plain.o label.o mixed.o thunk.o &&
        objcopy --compress-debug-sections=zlib "$name-open" "$name") 2>"$tmp/err"
}
before=

# units FILE FUNCTION...: how many were looked at, for an address in each; frames to $tmp/got
units() {
    file=$1
    shift
    for function in "$@"; do
        nm "$tmp/$file" | awk -v name="$function" '$3 == name { print $1 }'
    done >"$tmp/addresses"
    "$dump_tool" -e -v -j 2 "$tmp/$file" <"$tmp/addresses" 2>"$tmp/work" >"$tmp/got"
    cut -d' ' -f2 "$tmp/work"
}

# same WHAT fewer|all FILE FUNCTION...: are the frames those of the open copy, and of how many units?
same() {
    what=$1 how=$2 file=$3
    shift 3
    count=$(units "$file-open" "$@")
    mv "$tmp/got" "$tmp/want"
    least=$(units "$file" "$@")
    cmp -s "$tmp/want" "$tmp/got" && [ -s "$tmp/got" ]
    result $? "$what: the same frames"
    cmp -s "$tmp/want" "$tmp/got" || diff "$tmp/want" "$tmp/got" | head -8 | sed 's/^/# /'
    case $how in
    fewer) [ "$least" -lt 8 ] ;;
    *) [ "$least" -gt 9 ] ;;
    esac
    result $? "$what: $least of $count units are looked at"
}

for i in 1 2 3 4 5 6 7 8; do fill $i >"$tmp/$i.c"; done
if build five -gdwarf-5; then
    same 'functions that others see' fewer five main alone
    grep -q 'alone.*plain.c:1.*external' "$tmp/got"
    result $? 'functions that others see: it has name, file, line'
    same 'a function that is hidden in its library, as its unit says only' all five main kept
    same 'a label that is hidden in its library' fewer five main label
    same 'a label that is local' fewer five main local_label
    same 'three units' fewer five main seen label alone
    same 'a function beside static ones' fewer five main seen
    same 'a static function' all five main hidden_half
    same 'inlined calls' all five main has_inlined
    same 'inlined calls in front of plain units' all five main has_inlined alone label
    same 'nothing but plain units' all five alone label
    same 'an assembler in C' all five main in_c
    same 'an assembler in C, which has no lines' all five main in_c_seen
    same 'a thunk' fewer five main _ZThn16_N4both3twoEv
    same 'a member that is hidden' all five main _ZN4both13hidden_memberEi
else
    skip 'gcc cannot build fifteen units'
fi
if build four -gdwarf-4; then
    same 'DWARF 4, whose lines do not name their folder' all four main alone
else
    skip 'gcc cannot build DWARF 4'
fi

# Two units share a table, and there is one that nobody uses: there are as many as units, though not in
# their order.
cat >"$tmp/shared.s" <<'E2'
        .section .debug_abbrev,"",%progbits
.Lunused:
        .byte 1, 0x11, 0, 0x13, 0x0b, 0, 0, 0
.Lused: .byte 1, 0x11, 0, 0x13, 0x0b, 0, 0, 0
        .section .debug_info,"",%progbits
.Lone:  .4byte .Lone_end - . - 4
        .2byte 5
        .byte 1, 8
        .4byte .Lused
        .byte 1, 0x0c
.Lone_end:
.Ltwo:  .4byte .Ltwo_end - . - 4
        .2byte 5
        .byte 1, 8
        .4byte .Lused
        .byte 1, 0x0c
.Ltwo_end:
        .section .debug_aranges,"",%progbits
        .4byte 0x1c
        .2byte 2
        .4byte .Lone
        .byte 8, 0, 0, 0, 0, 0
        .8byte 0, 0
        .4byte 0x1c
        .2byte 2
        .4byte .Ltwo
        .byte 8, 0, 0, 0, 0, 0
        .8byte 0, 0
        .section .debug_line,"",%progbits
        .4byte 2
        .2byte 9
        .4byte 2
        .2byte 9
E2
before=shared.o
if as -o "$tmp/shared.o" "$tmp/shared.s" 2>"$tmp/err" && build shared -gdwarf-5; then
    same 'another order' all shared main alone
else
    skip 'as cannot assemble units that share a table'
fi

# The C library of the machine, when its debug file is there and packed.
debug=$(find /usr/lib/debug/.build-id -name '*.debug' -size +3000k 2>/dev/null | while read -r file; do
    nm "$file" 2>/dev/null | grep -q ' T __libc_start_main' && echo "$file"
done | head -1)
if [ "$debug" ] && readelf -SW "$debug" 2>/dev/null | grep -q ' \.debug_info .* C ' &&
    objcopy --decompress-debug-sections "$debug" "$tmp/libc" 2>"$tmp/err"; then
    first=$(nm "$debug" | awk '$3 == "__libc_start_main_impl" { print $1 }')
    nm -S "$debug" | awk '$3 ~ /[tTwW]/ { print $1 }' | sort -u | awk 'NR % 311 == 1' >"$tmp/all"
    while read -r address; do
        printf '%s\n' "$first" "$address" >"$tmp/addresses"
        "$dump_tool" -e "$tmp/libc" <"$tmp/addresses" >>"$tmp/want.c"
        "$frames_tool" -v "$debug" <"$tmp/addresses" 2>>"$tmp/units.start" >/dev/null
        "$dump_tool" -e -v "$debug" <"$tmp/addresses" >>"$tmp/got.c" 2>>"$tmp/units.packed"
    done <"$tmp/all"
    cmp -s "$tmp/want.c" "$tmp/got.c" && [ -s "$tmp/got.c" ]
    result $? "the C library: the same frames"
    diff "$tmp/want.c" "$tmp/got.c" | head -8 | sed 's/^/# /'
    plain=$(paste "$tmp/units.start" "$tmp/units.packed" | awk '$2 > $13 { plain++ } END { print plain + 0 }')
    [ "$plain" -gt 3 ]
    result $? "the C library: of $(wc -l <"$tmp/all") addresses $plain are in plain units"
else
    skip 'no packed debug file of the C library'
fi
finish
