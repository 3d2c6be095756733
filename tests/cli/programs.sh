#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# jeprof-c starts quickly because the libraries for drawing and disassembling are linked to
# jeprof-c-full only, which it becomes for the modes that need them.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
folder=$CORPUS/c-gcc5-pie

if command -v readelf >/dev/null; then
    readelf -d "$JEPROF_C" | grep NEEDED >"$tmp/needed"
    for library in cairo pango gvc cgraph capstone; do
        lacks "jeprof-c does not load $library" "$tmp/needed" "$library"
    done
else
    skip "readelf is not installed"
fi
for mode in --svg --pdf --ps --png --disasm=store; do
    run $mode "$folder/relayd" "$folder/relayd.01.heap"
    cp "$tmp/out" "$tmp/short"
    "$JEPROF_C-full" $mode "$folder/relayd" "$folder/relayd.01.heap" >"$tmp/out" 2>/dev/null
    is "$mode: the same status" "$?" "$status"
    [ "$(wc -c <"$tmp/out")" = "$(wc -c <"$tmp/short")" ]
    result $? "$mode: the same from both programs"
done
run --svg "$folder/relayd" - <"$folder/relayd.01.heap"
is "a dump from standard input is read by the second program" 0 "$status"
run -o "$tmp/picture.svg" "$folder/relayd" "$folder/relayd.01.heap"
[ -s "$tmp/picture.svg" ]
result $? "the mode that the name of the output chooses"

# An installation that was moved: bin and libexec are still beside each other.
mkdir -p "$tmp/moved/bin" "$tmp/moved/libexec"
cp "$JEPROF_C" "$tmp/moved/bin/jeprof-c"
cp "$JEPROF_C-full" "$tmp/moved/libexec/jeprof-c-full"
"$tmp/moved/bin/jeprof-c" --svg "$folder/relayd" "$folder/relayd.01.heap" >"$tmp/out" 2>"$tmp/err"
is "moved: --svg" 0 "$?"
cmp -s "$tmp/out" "$tmp/picture.svg"
result $? "moved: the same picture"

# Installed without the second program.
cp "$JEPROF_C" "$tmp/alone"
"$tmp/alone" --text "$folder/relayd" "$folder/relayd.01.heap" >"$tmp/out" 2>"$tmp/err"
is "alone: --text" 0 "$?"
"$tmp/alone" --svg "$folder/relayd" "$folder/relayd.01.heap" >"$tmp/out" 2>"$tmp/err"
status=$?
if [ "$status" = 0 ]; then
    skip "alone: jeprof-c-full is installed"
else
    is "alone: --svg" 5 "$status"
    has "alone: what is missing" "$tmp/err" "jeprof-c-full: error: cannot start"
    has "alone: what to do" "$tmp/err" "install it too, there or beside jeprof-c"
fi
finish
