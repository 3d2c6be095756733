#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Our DWARF reader against llvm-symbolizer: functions, files, lines and columns of whole chains of
# inlined calls, at addresses spread over .text of each program of the corpus.
#
# JP_ADDRESSES: how many addresses per file (default 150, of the programs only; with 700 all files
# make more than 30 000 addresses).
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/frames.sh
. "$top_srcdir/tests/cli/frames.sh"
count=${JP_ADDRESSES:-150}

if ! command -v llvm-symbolizer >/dev/null || ! command -v readelf >/dev/null; then
    skip "llvm-symbolizer and readelf are not installed"
    finish
fi

files=$(ls "$CORPUS"/*/*)
# The libraries are alike in most variants.
[ "${JP_ADDRESSES:-}" ] || files=$(ls "$CORPUS"/*/relayd "$CORPUS"/c-lld-pie/* "$CORPUS"/cpp-*/* \
    "$CORPUS"/rust-*/metacache 2>/dev/null | grep -v -e /c-aslr/ -e /c-fork/ -e /c-sampling/)
for file in $files; do
    [ "$(head -c 4 "$file" 2>/dev/null | tail -c 3)" = ELF ] || continue
    case $file in
    # llvm looks for their other files in the folder where they were built: see dwarf-shapes.sh.
    */c-dwz/* | */c-splitdwarf/* | */rust-unpacked/* | */shape-*dwo*/* | */shape-*packed/*) continue ;;
    */shape-*zstd/*) continue ;; # llvm 14 cannot unpack it
    esac
    readelf -SW "$file" 2>/dev/null | grep -q ' \.debug_info ' || continue
    compare_with_llvm "$file" "$count" "${file#"$CORPUS"/}"
done
wanted=3000
[ "${JP_ADDRESSES:-0}" -lt 700 ] || wanted=20000
[ "$compared" -ge $wanted ]
result $? "$compared addresses compared, at least $wanted"
finish
