#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# ELF objects against readelf and objcopy of binutils: build-id, segments, symbols, sections.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
tool=$top_builddir/tests/tools/jp_object_dump

same() {
    cmp -s "$tmp/wanted" "$tmp/got"
    result $? "$1" && cmp -s "$tmp/wanted" "$tmp/got" && return
    diff -a "$tmp/wanted" "$tmp/got" | head -20 | sed 's/^/# /'
}

identity() {
    readelf -nW "$1" 2>/dev/null | sed -n 's/.*Build ID: //p' | head -1 >"$tmp/wanted"
    "$tool" id "$1" | grep . >"$tmp/got"
    same "$2: build-id"
}

# LOAD offset vaddr paddr filesz memsz flags align, where flags hold blanks.
segments() {
    readelf -lW "$1" 2>/dev/null | awk '$1 == "LOAD" {
        for (i = 2; i <= 6; i++) { sub(/^0x0*/, "", $i); if ($i == "") $i = "0" }
        print $2, $3, $5, $6, ($7 ~ /E/ || $8 == "E" ? "E" : "-") }' >"$tmp/wanted"
    "$tool" segments "$1" >"$tmp/got"
    same "$2: segments"
}

# The first and the last byte of each function must be answered with one of readelf's names for a
# function that starts there.
symbols() {
    readelf -W --syms "$1" 2>/dev/null |
        awk '($4 == "FUNC" || $4 == "IFUNC") && $7 ~ /^[0-9]+$/ && $3 != "0" && $8 != "" {
            print $2, ($3 ~ /^0x/ ? $3 : $3 + 0), $8 }' | sort -u >"$tmp/functions"
    "$tool" symbols "$1" <"$tmp/functions" >"$tmp/answers"
    awk 'NR == FNR { known[$1 " " $3] = 1; next } !($1 " " $2 in known) || !($1 " " $3 in known)' \
        "$tmp/functions" "$tmp/answers" >"$tmp/got"
    : >"$tmp/wanted"
    same "$2: $(wc -l <"$tmp/answers") functions"
}

# The choice among aliases is that of elfutils.
aliases() {
    sed 's/^/0x/; s/ .*//' "$tmp/functions" | sort -u >"$tmp/addresses"
    eu-addr2line -S -e "$1" <"$tmp/addresses" 2>/dev/null |
        awk 'NR % 2 == 1 { sub(/\+0x.*/, ""); print }' >"$tmp/wanted"
    sed 's/^0x//; s/$/ 1/' "$tmp/addresses" | "$tool" symbols "$1" | cut -d' ' -f2 >"$tmp/got"
    same "$2: aliases as eu-addr2line -S chooses"
}

entries() {
    objdump -d --no-show-raw-insn "$1" 2>/dev/null |
        sed -n 's/^\([0-9a-f]*\) <\([^+*]*@plt\)>:$/\1 \2/p' | sort >"$tmp/wanted"
    sed 's/ .*/ 1/' "$tmp/wanted" | "$tool" symbols "$1" | cut -d' ' -f1,2 | sort >"$tmp/got"
    same "$2: $(wc -l <"$tmp/wanted") entries of the linkage table"
}

contents() {
    for section in .debug_info .debug_line; do
        readelf -SW "$1" 2>/dev/null | grep -q " $section .*PROGBITS" || continue
        # objcopy unpacks with its own code.
        objcopy -O binary --only-section=$section --set-section-flags $section=alloc \
            --decompress-debug-sections "$1" "$tmp/wanted" 2>/dev/null || continue
        "$tool" section "$1" $section >"$tmp/got"
        same "$2: content of $section"
    done
}

# Take the section table away from a little- or big-endian file, as sstrip does.
take_headers() {
    case $(od -An -tx1 -j4 -N1 "$1") in
    *01) places='32:4 48:4' ;; # e_shoff; e_shnum and e_shstrndx
    *) places='40:8 60:4' ;;
    esac
    for place in $places; do
        dd if=/dev/zero of="$1" bs=1 seek="${place%:*}" count="${place#*:}" conv=notrunc 2>/dev/null
    done
}

# Behind the last byte of the file that a segment needs.
end_of_segments() {
    "$tool" segments "$1" | while read -r offset _ size _; do
        echo $((0x$offset + 0x$size))
    done | sort -n | tail -1
}

# The functions of .dynsym that have a size, as the dynamic table leads readelf and elfutils to them.
headerless() {
    for kind in 'no section table' 'cut behind the segments'; do
        cp "$1" "$tmp/headerless"
        chmod u+w "$tmp/headerless"
        case $kind in
        no*) take_headers "$tmp/headerless" ;;
        *) truncate -s "$(end_of_segments "$1")" "$tmp/headerless" ;;
        esac
        readelf -D -W --syms "$tmp/headerless" 2>/dev/null |
            awk '($4 == "FUNC" || $4 == "IFUNC") && $7 ~ /^[0-9]+$/ && $3 != "0" && $8 != "" {
                sub(/@.*/, "", $8); print $2, ($3 ~ /^0x/ ? $3 : $3 + 0), $8 }' |
            sort -u >"$tmp/functions"
        "$tool" symbols "$tmp/headerless" <"$tmp/functions" >"$tmp/answers"
        awk 'NR == FNR { known[$1 " " $3] = 1; next } !($1 " " $2 in known) || !($1 " " $3 in known)' \
            "$tmp/functions" "$tmp/answers" >"$tmp/got"
        : >"$tmp/wanted"
        [ -s "$tmp/functions" ] || echo "readelf finds no function" >"$tmp/wanted"
        same "$2, $kind: $(wc -l <"$tmp/answers") functions"
        command -v eu-addr2line >/dev/null && aliases "$tmp/headerless" "$2, $kind"
    done
}

if ! command -v readelf >/dev/null || ! command -v objcopy >/dev/null; then
    skip "readelf and objcopy of binutils are not installed"
    finish
fi
# Each kind of compression that this objcopy can make, against the plain section.
packed() {
    for kind in zlib-gabi zlib-gnu zstd; do
        if objcopy --compress-debug-sections=$kind "$1" "$tmp/packed" 2>/dev/null; then
            "$tool" section "$1" .debug_info >"$tmp/wanted"
            "$tool" section "$tmp/packed" .debug_info >"$tmp/got"
            same "$2: $kind"
        else
            skip "objcopy cannot make $kind"
        fi
    done
}

files=$(ls -d "$CORPUS"/c-lld-pie/* "$CORPUS"/c-gz/* "$CORPUS"/c-dwz/relayd "$CORPUS"/c-static/relayd \
    "$CORPUS"/c-debuglink/* "$CORPUS"/c-debuglink/.debug/* "$CORPUS"/c-stripped/relayd \
    "$CORPUS"/cpp-*/orderbook "$CORPUS"/rust-*/metacache "$tool" 2>/dev/null)
for file in $files; do
    [ "$(head -c 4 "$file" 2>/dev/null | tail -c 3)" = ELF ] || continue
    name=${file#"$CORPUS"/}
    identity "$file" "${name#"$top_builddir"/}"
    segments "$file" "${name#"$top_builddir"/}"
    symbols "$file" "${name#"$top_builddir"/}"
    contents "$file" "${name#"$top_builddir"/}"
done
packed "$tool" "own program"
if command -v eu-addr2line >/dev/null; then
    for file in "$CORPUS"/c-static/relayd "$CORPUS"/rust-v0/metacache "$tool"; do
        [ -f "$file" ] || continue
        symbols "$file" "${file##*/}"
        aliases "$file" "${file##*/}"
    done
else
    skip 'eu-addr2line of elfutils is not installed'
fi
for file in "$CORPUS"/c-gcc5-pie/libstore.so "$CORPUS"/c-lld-pie/libstore.so "$CORPUS"/cpp-jestatic/orderbook \
    "$CORPUS"/shape-i386-4/program "$CORPUS"/shape-powerpc-4/program "$CORPUS"/shape-aarch64-4/program; do
    [ -f "$file" ] && headerless "$file" "${file#"$CORPUS"/}"
done
if [ "$(uname -m)" = x86_64 ]; then
    for file in "$CORPUS"/c-gcc5-pie/relayd "$CORPUS"/c-lld-pie/relayd "$tool"; do
        [ -f "$file" ] && entries "$file" "${file##*/}"
    done
fi
finish
