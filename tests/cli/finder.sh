#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The finder on the dumps of the corpus, whose programs all lie elsewhere now.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
tool=$top_builddir/tests/tools/jp_find
tab=$(printf '\t')

# find_in ARGS...: the modules recorded below /tmp/jpc-corpus, or moved away, with base names only.
find_in() {
    "$tool" "$@" 2>"$tmp/err" | grep -e "^$built/" -e "^$away/" >"$tmp/all"
    sed "s#[^$tab]*/##g" "$tmp/all" >"$tmp/out"
}

if [ ! -f "$CORPUS/c-gcc5-pie/relayd" ]; then
    skip 'the corpus has no binaries'
    finish
fi

# Every module is found beside the program, in every build; nothing else is said.
for dump in "$CORPUS"/c-*/relayd.01.heap "$CORPUS"/cpp-*/orderbook.01.heap \
    "$CORPUS"/rust-*/metacache.01.heap; do
    folder=${dump%/*}
    program=$(basename "${dump%.01.heap}")
    [ -f "$folder/$program" ] || continue
    find_in --program="$folder/$program" "$dump"
    is "${folder##*/}: all modules found" '' \
        "$(awk -F '\t' '$1 != $2' "$tmp/out"; cat "$tmp/err")"
    is "${folder##*/}: in the program's folder" '' \
        "$(awk -F '\t' -v folder="$folder/" 'index($2, folder) != 1' "$tmp/all")"
done

# Debug files of each kind.
folder=$CORPUS/c-debuglink
find_in --program="$folder/relayd" "$folder/relayd.01.heap"
is '.gnu_debuglink, in .debug' '' "$(awk -F '\t' '$3 != $1 ".debug"' "$tmp/out")"
away_dump "$folder/relayd.01.heap" "$tmp/dump"
find_in --debug-dir="$folder/.debug" "$tmp/dump"
is 'no files but debug files, in one folder' '' "$(awk -F '\t' '$2 != $1 ".debug"' "$tmp/out")"
folder=$CORPUS/c-buildid
away_dump "$folder/relayd.01.heap" "$tmp/dump"
find_in --program="$folder/relayd" "$tmp/dump"
is 'by build-id: not without the folder' '' "$(awk -F '\t' '$3 != "-"' "$tmp/out")"
find_in --program="$folder/relayd" --debug-dir="$folder/debug" "$folder/relayd.01.heap"
is 'by build-id' 5 "$(awk -F '\t' '$3 ~ /^[0-9a-f]+\.debug$/' "$tmp/out" | wc -l | tr -d ' ')"
if command -v eu-unstrip >/dev/null; then
    while IFS=$tab read -r _ file debug _; do
        eu-unstrip -o "$tmp/joined" "$file" "$debug" 2>"$tmp/err"
        is "${file##*/}: eu-unstrip joins both" '' "$(cat "$tmp/err")"
    done <"$tmp/all"
fi
folder=$CORPUS/c-dwz
find_in --program="$folder/relayd" "$folder/relayd.01.heap"
is '.gnu_debugaltlink' '' "$(awk -F '\t' '$4 != "common.debug"' "$tmp/out")"

# Without the program: a flat folder, a folder of folders, and the build-id tree below a sysroot.
folder=$CORPUS/c-gcc5-pie
find_in --sysroot="$folder" "$folder/relayd.01.heap"
is 'flat folder' '' "$(awk -F '\t' '$1 != $2' "$tmp/out")"
find_in --sysroot="$CORPUS" "$folder/relayd.01.heap"
is 'parts of the path below a sysroot' '' "$(awk -F '\t' '$1 != $2' "$tmp/out")"
is 'the right folder of many' '' \
    "$(awk -F '\t' -v folder="$folder/" 'index($2, folder) != 1' "$tmp/all")"

# The program under another name, by a link, and as its own debug file.
cp "$folder/relayd" "$tmp/copy-of-relayd"
ln -s "$folder/relayd" "$tmp/current"
find_in --program="$tmp/copy-of-relayd" "$folder/relayd.01.heap"
has 'a copy is known by its segments' "$tmp/out" "relayd${tab}copy-of-relayd"
find_in --program="$tmp/current" "$folder/relayd.01.heap"
has 'a link' "$tmp/out" "relayd${tab}current"
is 'a link is no surprise' '' "$(cat "$tmp/err")"

# Gathered under other names: files in which the recorded addresses follow calls are the right ones.
mkdir "$tmp/gathered"
cp "$folder/relayd" "$tmp/gathered/1.bin"
cp "$folder/libstore.so" "$tmp/gathered/2.bin"
cp "$CORPUS/c-O0/relayd" "$tmp/gathered/0.bin"
cp "$CORPUS/c-O0/libstore.so" "$tmp/gathered/3.bin"
away_dump "$folder/relayd.02.heap" "$tmp/dump"
find_in --sysroot="$tmp/gathered" "$tmp/dump"
has 'a file of another name, by its calls: the program' "$tmp/out" "relayd${tab}1.bin"
has 'a file of another name, by its calls: a library' "$tmp/out" "libstore.so${tab}2.bin"
has 'no file that merely fits' "$tmp/out" "stats.so${tab}-"

# Without build-ids, with the stripped file at its place, and under another name: the recorded calls tell.
if command -v objcopy >/dev/null; then
    mkdir -p "$tmp/at/tmp/jpc-corpus/c-gcc5-pie"
    objcopy -R .note.gnu.build-id "$folder/relayd" "$tmp/unstripped-twin" 2>/dev/null
    objcopy -R .note.gnu.build-id "$CORPUS/c-O0/relayd" "$tmp/no-twin" 2>/dev/null
    objcopy -S "$tmp/unstripped-twin" "$tmp/at/tmp/jpc-corpus/c-gcc5-pie/relayd" 2>/dev/null
    find_in --program="$tmp/unstripped-twin" --sysroot="$tmp/at" "$folder/relayd.01.heap"
    has 'the twin that was not stripped, by its calls' "$tmp/out" "relayd${tab}unstripped-twin"
    find_in --program="$tmp/no-twin" --sysroot="$tmp/at" "$folder/relayd.01.heap"
    has 'no twin: the file at its place' "$tmp/out" "relayd${tab}relayd"
else
    skip 'the twin that was not stripped: no objcopy'
fi

folder=$CORPUS/c-debuglink
find_in --program="$folder/.debug/relayd.debug" "$folder/relayd.01.heap"
has 'a debug file' "$tmp/out" "relayd${tab}relayd.debug"

# Wrong programs.
find_in --program="$CORPUS/c-static/relayd" "$CORPUS/c-gcc5-pie/relayd.01.heap"
has 'another build' "$tmp/err" 'is not the program that ran as /tmp/jpc-corpus/c-gcc5-pie/relayd'
has 'another build gives no names' "$tmp/out" "relayd${tab}-"
find_in --program="$CORPUS/cpp-gcc5-pie/orderbook" "$CORPUS/c-gcc5-pie/relayd.01.heap"
has 'another program' "$tmp/err" 'stands for no mapping of the dump'
find_in --program="$top_srcdir/README.md" "$CORPUS/c-gcc5-pie/relayd.01.heap"
has 'no program at all' "$tmp/err" 'cannot be used as the program: is not an ELF program'

# Started through the loader: the process is ld.so, the program one of its libraries.
run -q --text "$CORPUS/c-gcc5-pie/relayd" "$top_srcdir/tests/data/loader.heap"
has 'started through ld.so: the program' "$tmp/out" ' main'
has 'started through ld.so: its library' "$tmp/out" ' store_session'
has 'started through ld.so: its plug-in' "$tmp/out" ' on_message'
run -q --info "$CORPUS/c-gcc5-pie/relayd" "$top_srcdir/tests/data/loader.heap"
has 'started through ld.so: which file is the program' "$tmp/out" '/c-gcc5-pie/relayd (the program of the command line)'

# A dump is data: no path in it starts anything.
find_in --program="$CORPUS/c-gcc5-pie/relayd" "$top_srcdir/corpus/handmade/shell-in-path.heap"
[ ! -e /tmp/jpc-corpus-injected ]
result $? 'a shell command in a path is not run'
finish
