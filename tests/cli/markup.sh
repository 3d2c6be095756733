#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Names of functions, files, dumps and threads that are markup, scripts, styles, or no text at all:
# pages and pictures remain well formed, show them as text and run nothing.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

# Ends of everything that a page can be in; then bytes that are no UTF-8, an overlong slash, a
# surrogate, code points that are no characters (U+FFFE, U+FFFF, U+FDD0, U+1FFFE), a form feed.
evil=$(printf 'x</script></style></title><u id=evil onload=evil>]]>--><!--"'"'"'\140${evil}&lt;\\u003cu%%s')
odd=$(printf '\377\300\257\355\240\200\357\277\276\357\277\277\357\267\220\360\237\277\276\014\342\200\250\342\200\256')
flat=$(printf '%s' "$evil" | tr / _)
dump=$tmp/$flat$odd.heap
{
    printf -- '--- symbol\nbinary=/bin/%s%s\n' "$flat" "$odd"
    printf '0x1000 leaf::%s%s\n0x2000 %s\n0x3000 __proto__\n0x4000 constructor\n' "$evil" "$odd" "$evil"
    printf -- '---\n--- heap\nheap_v2/1\n  t*: 9: 36864 [9: 36864]\n'
    printf '  t7: 9: 36864 [9: 36864] %s%s\n' "$evil" "$odd"
    for stack in '0x1000 0x2001' '0x3000 0x2001' '0x4000 0x3001 0x2001'; do
        printf '@ %s\n  t*: 3: 12288 [3: 12288]\n  t7: 3: 12288 [3: 12288]\n' "$stack"
    done
    printf '\nMAPPED_LIBRARIES:\n00001000-00005000 r-xp 00000000 00:00 1 /lib/%s%s.so\n' "$flat" "$odd"
} >"$dump"
sed 's/12288/4096/g' "$dump" >"$tmp/base.heap"

# clean NAME SCRIPTS: nothing of the names is an element or ends one, and all is text
clean() {
    is "$1: status" 0 "$status"
    is "$1: no element of a name's making" '' "$(grep -aoE '<u ' "$tmp/out")"
    is "$1: as many scripts as without names" "$2" "$(grep -ao '</script' "$tmp/out" | wc -l)"
    is "$1: what is no character" '' "$(LC_ALL=C grep -aoP '\xef\xbf[\xbe\xbf]|\xef\xb7\x90|\x9f\xbf\xbe|\x0c' "$tmp/out")"
    is "$1: UTF-8" '' "$(iconv -f UTF-8 -t UTF-16 "$tmp/out" 2>&1 >/dev/null)"
}

plain=$top_srcdir/corpus/handmade/symbolized.heap
for mode in --svg --flame --html --weblist=.; do
    run -q $mode "$plain"
    if grep -q 'built without pictures' "$tmp/err"; then
        skip 'built without pictures'
        continue
    fi
    scripts=$(grep -ao '</script' "$tmp/out" | wc -l)
    run -q $mode "$dump"
    clean "$mode" "$scripts"
    [ $mode = --svg ] || [ $mode = --flame ] && command -v xmllint >/dev/null &&
        is "$mode: well formed" '' "$(xmllint --nonet --noout "$tmp/out" 2>&1)"
    run -q $mode "--base=$tmp/base.heap" "$dump"
    clean "$mode, a difference" "$scripts"
done
for mode in --svg --flame --html --weblist=.; do
    run -q $mode --thread=7 "$dump"
    grep -q 'built without pictures' "$tmp/err" && continue
    is "$mode, a thread: no element of a name's making" '' "$(grep -aoE '<u ' "$tmp/out")"
done

# What cairo refuses would cost the whole picture.
for mode in --pdf --ps --png; do
    run -q $mode "$dump"
    if grep -q 'built without pictures' "$tmp/err"; then
        skip 'built without pictures'
        continue
    fi
    is "$mode: status and messages" '0 ' "$status $(cat "$tmp/err")"
done
run -q --pdf "$dump"
if command -v pdfinfo >/dev/null && [ "$status" -eq 0 ]; then
    pdfinfo "$tmp/out" >"$tmp/info"
    has '--pdf: the title has escapes' "$tmp/info" '\ufffe\uffff\ufdd0'
else
    skip 'no pdfinfo, or no pictures'
fi
finish
