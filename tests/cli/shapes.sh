#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Reports from files in every shape of debug information (corpus/shapes.sh), from the dump to the lines:
# where only the place or the packing of the information differs, the report is that of the plain
# twin, whose answers tests/cli/symbolize.sh compares with other symbolizers. Needs no other program.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/dump-of.sh
. "$top_srcdir/tests/cli/dump-of.sh"
plain=$CORPUS/shape-gcc-5

if [ ! -f "$plain/program" ]; then
    skip 'the corpus has no binaries'
    finish
fi

# lines OUTPUT FILE OPTIONS...: what each line of the program holds
lines() {
    output=$1 file=$2
    shift 2
    run --text --lines --show_bytes --no-cache --no-fold "$@" "$file" "$tmp/dump"
    cp "$tmp/out" "$output"
}

# family TWIN SHAPE...: the same report as that of TWIN
family() {
    dump_of "$CORPUS/shape-$1/program" >"$tmp/dump"
    lines "$tmp/twin" "$CORPUS/shape-$1/program"
    grep -q 'shapes[a-z_.]*:[0-9]' "$tmp/twin"
    result $? "$1: lines, from $(grep -c '^@' "$tmp/dump") addresses"
    twin=$1
    shift
    for shape in "$@"; do
        set --
        [ ! -d "$CORPUS/shape-$shape/debug" ] || set -- --debug-dir="$CORPUS/shape-$shape/debug"
        lines "$tmp/other" "$CORPUS/shape-$shape/program" "$@"
        is "$shape: the report of $twin" "$(cat "$tmp/twin")" "$(cat "$tmp/other")"
        is "$shape: no warning" '' "$(cat "$tmp/err")"
        case $shape in # The second reader is the judge of the first, so it must know as much.
        *-dwo* | *-dwp | *packed)
            lines "$tmp/judge" "$CORPUS/shape-$twin/program" --symbolizer=libdwarf
            lines "$tmp/other" "$CORPUS/shape-$shape/program" --symbolizer=libdwarf
            is "$shape, libdwarf: the report of $twin" "$(cat "$tmp/judge")" "$(cat "$tmp/other")"
            is "$shape, libdwarf: no warning" '' "$(cat "$tmp/err")" ;;
        esac
    done
}

family gcc-4 gcc-4-dwo gcc-4-dwp dwz-4 dwz-4-shared dwz-4-build-id
family gcc-5 gcc-5-dwo gcc-5-dwo-away dwz-5 dwz-5-shared dwz-5-sup gcc-zlib-gnu gcc-zlib-gabi gcc-zstd
family clang-4 clang-4-dwo clang-4-llvm-dwp
family clang-5 clang-5-dwo clang-5-llvm-dwp
family rust-4-off rust-4-packed rust-4-unpacked
family rust-5-off rust-5-packed rust-5-unpacked

# The .dwo files below DW_AT_comp_dir, in a folder that has nothing to do with the program's. The
# compiler's folder has a long name, so that another can take its place in the file.
dump_of "$plain/program" >"$tmp/dump"
lines "$tmp/twin" "$plain/program"
mkdir "$tmp/built" "$tmp/installed"
compiled=/tmp/jpc-corpus/shape-gcc-5-dwo-away/away-$(printf '%080d' 0)
cp "$CORPUS/shape-gcc-5-dwo-away/${compiled##*/}"/*.dwo "$tmp/built"
now=$tmp/built
while [ ${#now} -lt ${#compiled} ]; do
    now=$now/
done
sed "s#$compiled#$now#g" "$CORPUS/shape-gcc-5-dwo-away/program" >"$tmp/installed/program"
lines "$tmp/other" "$tmp/installed/program"
is '.dwo files below DW_AT_comp_dir' "$(cat "$tmp/twin")" "$(cat "$tmp/other")"

# The skeletons in a debug file far from the program, and the package or .dwo files beside the program.
if command -v objcopy >/dev/null; then
    for shape in gcc-4-dwp gcc-5-dwo-away; do
        rm -rf "$tmp/far" "$tmp/near"
        mkdir "$tmp/far" "$tmp/near"
        cp "$CORPUS/shape-$shape"/*.dwp "$CORPUS/shape-$shape"/away*/*.dwo "$tmp/near" 2>/dev/null
        objcopy --only-keep-debug "$CORPUS/shape-$shape/program" "$tmp/far/program.debug"
        objcopy --strip-all "$CORPUS/shape-$shape/program" "$tmp/near/program"
        dump_of "$CORPUS/shape-$shape/program" >"$tmp/dump"
        lines "$tmp/other" "$CORPUS/shape-$shape/program"
        cp "$tmp/other" "$tmp/whole"
        lines "$tmp/other" "$tmp/near/program" --debug-dir="$tmp/far"
        is "$shape: beside the program, not beside its debug file" "$(cat "$tmp/whole")" "$(cat "$tmp/other")"
    done
else
    skip 'objcopy is not installed'
fi
dump_of "$plain/program" >"$tmp/dump"

# A lost .dwo costs the names of its unit, and one warning with a count.
lines "$tmp/other" "$CORPUS/shape-gcc-5-dwo-lost/program"
is 'a lost .dwo: one warning' 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
has 'a lost .dwo: of one unit' "$tmp/err" 'the functions of 1 unit are in split debug files'
is 'a lost .dwo: the lines of the other unit are all there' "$(grep -F shapes.cpp: "$tmp/twin")" \
    "$(grep -F shapes.cpp: "$tmp/other")"
lines "$tmp/judge" "$plain/program" --symbolizer=libdwarf
lines "$tmp/other" "$CORPUS/shape-gcc-5-dwo-lost/program" --symbolizer=libdwarf
has 'a lost .dwo, libdwarf: of one unit' "$tmp/err" 'the functions of 1 unit are in split debug files'
is 'a lost .dwo, libdwarf: the lines of the other unit' "$(grep -F shapes.cpp: "$tmp/judge")" \
    "$(grep -F shapes.cpp: "$tmp/other")"
run --info -v --no-cache "$CORPUS/shape-gcc-5-dwo-lost/program" "$tmp/dump"
sed -n '/ tried /,$p' "$tmp/out" >"$tmp/places"
run --info -v --no-cache --symbolizer=libdwarf "$CORPUS/shape-gcc-5-dwo-lost/program" "$tmp/dump"
has 'a lost .dwo: where it was looked for' "$tmp/places" "$CORPUS/shape-gcc-5-dwo-lost/shapes_part.dwo: cannot open"
is 'a lost .dwo, libdwarf: looked for in the same places' "$(cat "$tmp/places")" "$(sed -n '/ tried /,$p' "$tmp/out")"
rm "$tmp"/built/*
lines "$tmp/other" "$tmp/installed/program"
is 'both lost: one warning' 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
has 'both lost: of two units' "$tmp/err" 'the functions of 2 units are in split debug files'

# A shared file of dwz that is not there: the functions into which something was inlined have it.
values() { # values REPORT FUNCTION: its cumulative bytes, over all lines
    awk -v name="$2" 'index($0, name) { sum += $4 } END { print sum }' "$1"
}
mkdir "$tmp/alone"
cp "$CORPUS/shape-dwz-5-shared/program" "$tmp/alone"
lines "$tmp/other" "$tmp/alone/program"
is 'the shared file of dwz is gone: one warning' 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
has 'the shared file of dwz is gone: why' "$tmp/err" 'the shared debug file (.gnu_debugaltlink) was not found'
is 'the shared file of dwz is gone: what has a name keeps its value' "$(values "$tmp/twin" 'part::measure(int)')" \
    "$(values "$tmp/other" 'part::measure(int)')"
is 'the shared file of dwz is gone: no frames without a name' '' "$(grep -F '(inline)' "$tmp/other")"

run -q --info --no-cache "$tmp/alone/program" "$tmp/dump"
has 'the shared file of dwz is gone: --info says what to do' "$tmp/out" \
    'copy the debug file that dwz made for several programs'

# Symbols only. The names in .gnu_debugdata are those of .symtab.
functions() { # functions OUTPUT FILE
    run --text --show_bytes --no-cache --no-fold "$2" "$tmp/dump"
    cp "$tmp/out" "$1"
}
dump_of "$CORPUS/shape-symtab/program" >"$tmp/dump"
functions "$tmp/twin" "$CORPUS/shape-symtab/program"
functions "$tmp/other" "$CORPUS/shape-mini/program"
has 'MiniDebugInfo: names of local functions' "$tmp/other" ' part::rest'
is 'MiniDebugInfo: the functions of .symtab' "$(cat "$tmp/twin")" "$(cat "$tmp/other")"
dump_of "$CORPUS/shape-dynsym/program" >"$tmp/dump"
functions "$tmp/other" "$CORPUS/shape-dynsym/program"
has '.dynsym: exported functions' "$tmp/other" ' part::measure'
lacks '.dynsym: no names of local functions' "$tmp/other" ' part::rest'

# Copies that a compiler made are shown as the function; the linkage name is kept.
dump_of "$plain/program" >"$tmp/dump"
functions "$tmp/other" "$plain/program"
is 'copies: no suffix' '' "$(grep -E '\.(isra|constprop|part|cold|llvm)' "$tmp/other")"
is 'copies: cold parts belong to their function' 1 "$(grep -c 'outer::run(int)' "$tmp/other")"
sed -n 's/^@ 0x//p' "$tmp/dump" | awk "$hex"'{ printf "0x%x\n", hex($1) - base - 1 }' |
    "$top_builddir/tests/tools/jp_symbolize_dump" -m "$plain/program" >"$tmp/out"
has 'copies: the linkage name is kept (.cold)' "$tmp/out" '_ZN5outer3runEi.cold'
has 'copies: the linkage name is kept (.constprop)' "$tmp/out" '_ZN4partL4restERK5Pointi.constprop.0'

# The cache of debuginfod's client, never filled: for each stripped file <build-id>/debuginfo.
folder=$CORPUS/c-buildid
for file in "$folder"/debug/.build-id/*/*.debug; do
    id=$(basename "$(dirname "$file")")$(basename "$file" .debug)
    mkdir -p "$tmp/client/$id" && cp "$file" "$tmp/client/$id/debuginfo"
done
run -q --text --lines --no-cache --lib_prefix="$folder" --debug-dir="$folder/debug" "$folder/relayd" "$folder/relayd.02.heap"
cp "$tmp/out" "$tmp/twin"
DEBUGINFOD_CACHE_PATH=$tmp/client DEBUGINFOD_URLS=http://127.0.0.1:9 "$JEPROF_C" -q --text --lines --no-cache \
    --lib_prefix="$folder" "$folder/relayd" "$folder/relayd.02.heap" >"$tmp/out" 2>&1
grep -q 'relayd.c:[0-9]' "$tmp/twin"
result $? 'by build-id: lines'
is 'the cache of debuginfod: the same lines' "$(cat "$tmp/twin")" "$(cat "$tmp/out")"

# Several folders, each with a part of what is needed.
mkdir "$tmp/a" "$tmp/b" "$tmp/c"
for file in "$folder"/debug/.build-id/*; do
    mkdir -p "$tmp/a/.build-id" "$tmp/b/.build-id"
    case $(basename "$file") in
    [0-7]*) cp -R "$file" "$tmp/a/.build-id" ;;
    *) cp -R "$file" "$tmp/b/.build-id" ;;
    esac
done
cp "$folder"/lib* "$tmp/c"
run -q --text --lines --no-cache --sysroot="$tmp/c" --sysroot="$folder" --debug-dir="$tmp/a" --debug-dir="$tmp/b" \
    "$folder/relayd" "$folder/relayd.02.heap"
is 'two --debug-dir, two --sysroot: the same lines' "$(cat "$tmp/twin")" "$(cat "$tmp/out")"
finish
