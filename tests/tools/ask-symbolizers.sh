#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Ask eu-addr2line and llvm-symbolizer about every program of the unpacked corpus and print a
# recording (see tests/cli/symbolizers.awk):
#
#     ask-symbolizers.sh CORPUS [SPREAD] | xz -9 >tests/cli/symbolizers.tsv.xz
#     ask-symbolizers.sh /tmp/jpc-corpus 400 'shape-*' | xz -9 >tests/cli/shapes.tsv.xz
#
# Asked are the recorded return addresses of the dumps, minus one, and SPREAD addresses over .text.
# The shapes must lie where they were built: both programs look for .dwo files only there.
set -u
LC_ALL=C
export LC_ALL
corpus=$1
spread=${2:-10}
folders=${3:-c-* cpp-* gperf rust-*}
awk=$(dirname "$0")/../cli/symbolizers.awk
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-ask.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT

# The separate debug file of $1 in its own folder, or nothing.
debug_file_of() {
    folder=$(dirname "$1")
    if [ -f "$folder/.debug/$(basename "$1").debug" ]; then
        echo "$folder/.debug/$(basename "$1").debug"
    elif [ -d "$folder/debug/.build-id" ]; then
        id=$(readelf -nW "$1" 2>/dev/null | sed -n 's/.*Build ID: //p')
        rest=${id#??}
        ls "$folder/debug/.build-id/${id%"$rest"}/$rest.debug" 2>/dev/null
    fi
}

# The file that $1 shares debug information with.
alternate_file_of() {
    readelf -SW "$1" 2>/dev/null | grep -q -e ' \.gnu_debugaltlink ' -e ' \.debug_sup ' || return
    folder=$(dirname "$1")
    ls "$folder/.dwz/common.debug" "$folder"/debug/.build-id/*/*.debug 2>/dev/null
}

relative() { # relative PATH: below the corpus, or "-"
    [ -n "$1" ] && echo "${1#"$corpus/"}" || echo -
}

# The shape with the same code as $1 and plain debug information, where $1 is of a kind that neither
# of the two programs reads whole.
twin_of() {
    case $1 in
    shape-dwz-4*) twin=shape-gcc-4/program ;;
    shape-dwz-5* | shape-gcc-zstd/*) twin=shape-gcc-5/program ;;
    shape-rust-?-*packed/*) twin=${1%-*packed/*}-off/program ;;
    *) return ;;
    esac
    for file in "$1" "$twin"; do
        objcopy -O binary --only-section=.text "$corpus/$file" "$tmp/text.${file%%/*}"
    done
    cmp "$tmp/text.${1%%/*}" "$tmp/text.${twin%%/*}" >&2 && printf 'T\t%s\t%s\n' "$1" "$twin"
}

has() { # has PATTERN READELF-OPTION: 1 or 0
    readelf "$2" "$with_symbols" 2>/dev/null | grep -c -m1 "$1"
}

ask() {
    file=$1
    folder=$(dirname "$file")
    name=${file#"$corpus/"}
    debug=$(debug_file_of "$file")
    with_symbols=${debug:-$file}
    alternate=$(alternate_file_of "$with_symbols")
    {
        readelf -lW "$file" 2>/dev/null
        readelf -SW "$file" 2>/dev/null
        cat "$folder"/*.heap "$folder"/*.cpu 2>/dev/null
    } | awk -v part=addresses -v spread="$spread" -v file="/$name" -f "$awk" |
        sort -u >"$tmp/addresses"
    set --
    [ -d "$folder/debug" ] && set -- --debuginfo-path="$folder/debug"
    eu-addr2line -f -i -a -A --pretty-print "$@" -e "$file" <"$tmp/addresses" 2>/dev/null |
        awk -v part=eu -f "$awk" >"$tmp/eu"
    llvm-symbolizer --obj="$with_symbols" --no-demangle --functions=linkage --inlines \
        --addresses <"$tmp/addresses" 2>/dev/null | awk -v part=llvm -f "$awk" >"$tmp/llvm"
    printf 'F\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(has ' \.debug_aranges ' -SW)" \
        "$(has 'DW_AT_abstract_origin *DW_FORM_ref_addr' --debug-dump=abbrev)" \
        "$(relative "$debug")" "$(relative "$alternate")"
    twin_of "$name"
    awk -v part=join -v file="$name" -f "$awk" "$tmp/eu" "$tmp/llvm" | tee "$tmp/questions"
    # What eu-addr2line says about functions alone, where the two differ.
    awk -F '\t' '$4 != $5 { print $3 }' "$tmp/questions" >"$tmp/differ"
    eu-addr2line -f -a "$@" -e "$file" <"$tmp/differ" 2>/dev/null |
        awk -v part=functions -v file="$name" -f "$awk"
    readelf -sW "$with_symbols" 2>/dev/null >"$tmp/symbols"
    awk -v part=names -f "$awk" "$tmp/symbols" "$tmp/questions"
    readelf --debug-dump=info "$with_symbols" 2>/dev/null |
        grep -E '^ *<[0-9a-f]+><[0-9a-f]+>|DW_AT_(low|high)_pc' >"$tmp/dies"
    awk -v part=nested -f "$awk" "$tmp/dies" "$tmp/questions"
}

# shellcheck disable=SC2086
for file in $(cd "$corpus" && for folder in $folders; do ls -d "$corpus/$folder"/*; done); do
    [ -f "$file" ] && [ "$(head -c 4 "$file" | tail -c 3 | tr -d '\0')" = ELF ] || continue
    readelf -SW "$file" 2>/dev/null | grep -q ' \.text  *PROGBITS' && ask "$file"
done
