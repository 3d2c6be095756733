#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Where split debug files are looked for: a program that was copied without the folder in which it was
# compiled must have the report that it has with its files beside it.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
# shellcheck source=tests/cli/dump-of.sh
. "$top_srcdir/tests/cli/dump-of.sh"

if [ ! -f "$CORPUS/shape-gcc-5-dwo/program" ]; then
    skip 'the corpus has no binaries'
    finish
fi

lines() { # lines OUTPUT OPTIONS... [FILE]
    output=$1
    shift
    run --text --lines --show_bytes --no-cache --no-fold "$@" "$tmp/dump"
    cp "$tmp/out" "$output"
}

# place NAME SHAPE FILES FOLDER OPTIONS...: with FILES of the shape in FOLDER the program alone, in a
# folder of its own, has the whole report. Neither has its folder at the place of the compilation.
place() {
    name=$1 from=$CORPUS/shape-$2 files=$3 folder=$4
    shift 4
    rm -rf "$tmp/moved"
    mkdir -p "$tmp/moved/bin" "$tmp/moved/more" "$folder"
    cp "$from/program" "$tmp/moved/bin/program"
    # shellcheck disable=SC2086
    (cd "$from" && cp $files "$folder")
    away "$tmp/moved" "$folder"
    dump_of "$from/program" >"$tmp/dump"
    lines "$tmp/whole" "$from/program"
    away "$tmp/whole"
    lines "$tmp/other" "$@" "$tmp/moved/bin/program"
    is "$name: the whole report" "$(cat "$tmp/whole")" "$(cat "$tmp/other")"
    is "$name: no warning" '' "$(cat "$tmp/err")"
}

dump_of "$CORPUS/shape-gcc-5-dwo/program" >"$tmp/dump"
lines "$tmp/whole" "$CORPUS/shape-gcc-5-dwo/program"
has 'the whole report has inlined calls' "$tmp/whole" '(inline)'

more=$tmp/moved/more
compiled=shape-gcc-5-dwo-away/away-$(printf '%080d' 0)
id=$("$JEPROF_C" -q --info "$CORPUS/shape-gcc-4-dwp/program" "$tmp/dump" | sed -n 's/^  build-id   //p' | head -1)
[ "$id" ] || id=$(readelf -n "$CORPUS/shape-gcc-4-dwp/program" | sed -n 's/.*Build ID: //p')
rest=${id#??}
first=${id%"$rest"}

for shape in gcc-4-dwo gcc-5-dwo clang-4-dwo clang-5-dwo; do
    place "$shape, in a folder of --debug-dir" $shape '*.dwo' "$more" --debug-dir="$more"
done
place '.dwo files deep in a folder of --debug-dir' gcc-5-dwo '*.dwo' "$more/a/b" --debug-dir="$more"
place '.dwo files in a sysroot' gcc-5-dwo '*.dwo' "$more" --sysroot="$more"
place '.dwo files below DW_AT_comp_dir in a sysroot' gcc-5-dwo-away 'away*/*.dwo' "$more$away/$compiled" --sysroot="$more"
place '.dwo files below the end of DW_AT_comp_dir in a --debug-dir' gcc-5-dwo-away 'away*/*.dwo' \
    "$more/${compiled##*/}" --debug-dir="$more"
place 'rustc, .dwo files in a folder of --debug-dir' rust-5-unpacked '*.dwo' "$more" --debug-dir="$more"
for shape in gcc-4-dwp clang-5-llvm-dwp rust-5-packed; do
    place "$shape, in a folder of --debug-dir" $shape program.dwp "$more" --debug-dir="$more"
    place "$shape, in a folder of --sysroot" $shape program.dwp "$more" --sysroot="$more"
done
place '.dwp by the path in a folder of --debug-dir' gcc-4-dwp program.dwp "$more/opt" --debug-dir="$more"
place '.dwp by the path in a sysroot' gcc-4-dwp program.dwp "$more/opt" --sysroot="$more"
place '.dwp below usr/lib/debug of a sysroot' gcc-4-dwp program.dwp "$more/usr/lib/debug/opt" --sysroot="$more"
place '.dwp anywhere in a folder of --debug-dir' gcc-4-dwp program.dwp "$more/a/b" --debug-dir="$more"
mkdir -p "$tmp/ids/.build-id/$first"
cp "$CORPUS/shape-gcc-4-dwp/program.dwp" "$tmp/ids/.build-id/$first/$rest.dwp"
dump_of "$CORPUS/shape-gcc-4-dwp/program" >"$tmp/dump"
lines "$tmp/whole" "$CORPUS/shape-gcc-4-dwp/program"
mkdir -p "$tmp/renamed"
cp "$CORPUS/shape-gcc-4-dwp/program" "$tmp/renamed/other"
lines "$tmp/other" --debug-dir="$tmp/ids" "$tmp/renamed/other"
is '.dwp by build-id: the whole report' "$(cat "$tmp/whole")" "$(cat "$tmp/other")"

# A package of another build in front of the right one, and a package that has one unit only.
mkdir -p "$tmp/wrong" "$tmp/right"
cp "$CORPUS/shape-clang-4-llvm-dwp/program.dwp" "$tmp/wrong"
cp "$CORPUS/shape-gcc-4-dwp/program.dwp" "$tmp/right"
rm -rf "$tmp/moved"
mkdir -p "$tmp/moved/bin"
cp "$CORPUS/shape-gcc-4-dwp/program" "$tmp/moved/bin/program"
lines "$tmp/other" --debug-dir="$tmp/wrong" --debug-dir="$tmp/right" "$tmp/moved/bin/program"
is 'a package of another build first: the whole report' "$(cat "$tmp/whole")" "$(cat "$tmp/other")"

# Files of the right name and another id are not believed, and --info says so.
rm -rf "$tmp/moved"
mkdir -p "$tmp/moved/bin" "$more"
dump_of "$CORPUS/shape-gcc-5-dwo/program" >"$tmp/dump"
cp "$CORPUS/shape-gcc-5-dwo/program" "$tmp/moved/bin/program"
away "$tmp/moved/bin/program"
lines "$tmp/alone" "$tmp/moved/bin/program"
has 'no split files: what to do' "$tmp/err" 'name their folder with --debug-dir'
cp "$CORPUS/shape-clang-5-dwo"/*.dwo "$more"
cp "$CORPUS/shape-clang-5-llvm-dwp/program.dwp" "$more"
lines "$tmp/other" --debug-dir="$more" "$tmp/moved/bin/program"
is 'files of another build: not believed' "$(cat "$tmp/alone")" "$(cat "$tmp/other")"
is 'files of another build: one warning' 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
run --info -v --no-cache --debug-dir="$more" "$tmp/moved/bin/program" "$tmp/dump"
has '--info: a .dwo of another build' "$tmp/out" "$more/shapes.dwo: is of another build"
has '--info: a .dwp of another build' "$tmp/out" "$more/program.dwp: is of another build"
has '--info: what was not there' "$tmp/out" "$tmp/moved/bin/program.dwp: cannot open: No such file"
has '--info: what to do' "$tmp/out" 'or program.dwp, beside program, or into a folder given with --debug-dir'
run --info --no-cache --debug-dir="$more" "$tmp/moved/bin/program" "$tmp/dump"
grep -q 'tried  *[0-9]* places, -v lists them' "$tmp/out"
result $? '--info: how many places were tried'

# The cache keeps no answer that lacks a file, and none that has it is forgotten with the file.
cached() {
    run --text --lines --show_bytes --no-fold --cache-dir="$tmp/cache" "$@" "$tmp/moved/bin/program" "$tmp/dump"
}
lines "$tmp/whole" "$CORPUS/shape-gcc-5-dwo/program"
away "$tmp/whole"
rm "$more"/*
cached --debug-dir="$more"
is 'the cache: without files' "$(cat "$tmp/alone")" "$(cat "$tmp/out")"
cp "$CORPUS/shape-gcc-5-dwo"/*.dwo "$more"
away "$more"
cached --debug-dir="$more"
is 'the cache: files that came later' "$(cat "$tmp/whole")" "$(cat "$tmp/out")"
cached -v --debug-dir="$more"
has 'the cache: then they are not opened' "$tmp/err" 'it had all names of 1 module; debug information of 0 files was read'
rm "$more"/*
cached --debug-dir="$more"
is 'the cache: what was found stays' "$(cat "$tmp/whole")" "$(cat "$tmp/out")"

# Threads and processes find the same.
run --info -v --no-cache --jobs=1 --debug-dir="$more" "$tmp/moved/bin/program" "$tmp/dump"
cp "$tmp/out" "$tmp/one"
run --info -v --no-cache --jobs=4 --debug-dir="$more" "$tmp/moved/bin/program" "$tmp/dump"
is 'places: whatever --jobs is' "$(cat "$tmp/one")" "$(cat "$tmp/out")"
finish
