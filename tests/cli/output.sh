#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Standard output has the report and nothing else, complete or not at all.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
dir=$CORPUS/c-gcc5-pie
prog=$dir/relayd
new=$dir/relayd.02.heap
lib=--lib_prefix=$CORPUS

run "$lib" "$prog" "$new"
cp "$tmp/out" "$tmp/report"
run -o "$tmp/file" "$lib" "$prog" "$new"
is '-o: status' 0 "$status"
is '-o: standard output' '' "$(cat "$tmp/out")"
is '-o: the report' "$(cat "$tmp/report")" "$(cat "$tmp/file")"
run -o - "$lib" "$prog" "$new"
is '-o -' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
echo old >"$tmp/kept"
run -o "$tmp/kept" "$prog" "$tmp/none"
is 'a failure leaves the old file' old "$(cat "$tmp/kept")"
run -o "$tmp/no/folder/file" "$lib" "$prog" "$new"
is 'a file that cannot be written: status' 4 "$status"
has 'a file that cannot be written: which' "$tmp/err" 'no/folder/file: error: cannot create'
(ulimit -f 0; "$JEPROF_C" -q -o "$tmp/kept" "$lib" "$prog" "$new" 2>/dev/null)
is 'a limit of file sizes: status' 4 $?
is 'a limit of file sizes leaves the old file' old "$(cat "$tmp/kept")"
is 'no leftovers' '' "$(find "$tmp" -name '.jp.*')"

# spared TEXT FILE ARGS...: refused with that message, and FILE as it was.
spared() {
    text=$1
    file=$2
    shift 2
    cp "$file" "$tmp/before"
    run -o "$@"
    is "$text: status" 2 "$status"
    has "$text: message" "$tmp/err" "$text"
    cmp -s "$file" "$tmp/before"
    result $? "$text: untouched"
}

# An input is never overwritten, however it is spelled, and nothing else that is no report.
mkdir "$tmp/in"
cp "$prog" "$new" "$dir/libstore.so" "$tmp/in"
cp "$dir/relayd.01.heap" "$tmp/in/old.heap"
ln "$tmp/in/relayd" "$tmp/in/hard"
ln -s relayd.02.heap "$tmp/in/soft"
spared 'overwrite the program' "$tmp/in/relayd" "$tmp/in/hard" "$tmp/in/relayd" "$new"
spared 'overwrite the dump' "$tmp/in/relayd.02.heap" "$tmp/in/soft" "$prog" "$tmp/in/../in/relayd.02.heap"
spared 'overwrite the dump' "$tmp/in/relayd.02.heap" "$tmp/in/soft" "$prog" - <"$tmp/in/relayd.02.heap"
spared 'overwrite the base' "$tmp/in/old.heap" "$tmp/in/old.heap" --base="$tmp/in/old.heap" "$prog" "$new"
for option in rules suppress perf-map; do
    mode=--text
    [ $option != suppress ] || mode='--gate --max-total=1GiB'
    printf '# nothing in here\n' >"$tmp/in/$option"
    # shellcheck disable=SC2086
    spared "overwrite the file of --$option" "$tmp/in/$option" "$tmp/in/$option" $mode --$option="$tmp/in/$option" "$prog" "$new"
done
spared 'is an ELF program' "$tmp/in/libstore.so" "$tmp/in/libstore.so" "$prog" "$new"
spared 'is a heap dump' "$tmp/in/old.heap" "$tmp/in/old.heap" "$prog" "$new"
gzip -c "$new" >"$tmp/in/old.heap.gz"
spared 'is a heap dump' "$tmp/in/old.heap.gz" "$tmp/in/old.heap.gz" "$prog" "$new"
for mode in text raw pprof dot speedscope; do
    run -q -o "$tmp/in/report.$mode" --$mode "$lib" "$prog" "$new"
    run -q -o "$tmp/in/report.$mode" --text "$lib" "$prog" "$new"
    is "an earlier --$mode may be replaced" "0 $(cat "$tmp/report")" \
        "$status $(cat "$tmp/in/report.$mode")"
done
"$JEPROF_C" "$lib" "$prog" "$new" >/dev/full 2>"$tmp/err"
is 'a full disk' 4 $?
has 'a full disk: message' "$tmp/err" 'cannot write'
(trap '' PIPE; "$JEPROF_C" "$lib" "$prog" "$new" 2>"$tmp/err" | :)
is 'a reader that leaves: no words' '' "$(grep -v -e warning: -e hint: "$tmp/err")"

run -q "$lib" "$prog" "$tmp/../$(basename "$tmp")/none"
has '-q keeps errors' "$tmp/err" 'error:'
head -c 6000 "$new" >"$tmp/cut.heap"
run -q "$lib" --base="$new" "$prog" "$tmp/cut.heap"
is '-q: nothing else on standard error' '' "$(cat "$tmp/err")"
run -v --tools=nm:/x --scale=3 "$lib" "$prog" "$new"
has '-v: notes' "$tmp/err" 'note: --tools has no effect'
is '-v: the report stays' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
run -q -v --tools=nm:/x "$lib" "$prog" "$new"
is '-q wins over -v' '' "$(cat "$tmp/err")"
run --tools=nm:/x "$lib" "$prog" "$new"
lacks 'no notes without -v' "$tmp/err" 'note:'

# Whatever the input, both streams keep their form.
row='^ *-\{0,1\}[0-9.]* *[-+0-9.infa]*%* *[-+0-9.infa]*%* *-\{0,1\}[0-9.]* *[-+0-9.infa]*%* '
count=0
bad=
for dump in "$CORPUS"/handmade/*.heap; do
    count=$((count + 1))
    run "$dump"
    case $status in
    0) ;;
    2 | 3) [ ! -s "$tmp/out" ] || bad="$bad $dump(out)" ;; # 2: an ELF file, but no dump
    *) bad="$bad $dump(status $status)" ;;
    esac
    ! grep -v -e '^Total: ' -e "$row" "$tmp/out" >/dev/null || bad="$bad $dump(rows)"
    ! grep -v -E '^[^ ]+: (error|warning|hint|folded): ' "$tmp/err" >/dev/null ||
        bad="$bad $dump(err)"
done
is "$count odd dumps: both streams" '' "$bad"

# The same input, the same bytes, whatever the surroundings.
for mode in --text --collapsed --callgrind --dot; do
    run -q $mode "$lib" "$prog" "$new"
    cp "$tmp/out" "$tmp/once"
    (cd "$dir" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo COLUMNS=40 "$JEPROF_C" -q $mode "$lib" \
        "$prog" relayd.02.heap) >"$tmp/again"
    is "$mode: the same bytes" "$(cat "$tmp/once")" "$(cat "$tmp/again")"
done

# Progress: only on a terminal, only when it takes long, and gone without a trace.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    mkfifo "$tmp/slow"
    (sleep 1; timeout 20 cat "$new") >"$tmp/slow" &
    TERM=xterm script -qec "'$JEPROF_C' -o '$tmp/file' '$lib' '$prog' '$tmp/slow'" /dev/null \
        >"$tmp/tty" </dev/null
    has 'progress on a terminal' "$tmp/tty" 'finding names'
    has 'progress is wiped' "$tmp/tty" "$(printf 'finding names\r\033[K')"
    (sleep 1; timeout 20 cat "$new") >"$tmp/slow" &
    run -o "$tmp/file" "$lib" "$prog" "$tmp/slow"
    lacks 'no progress without a terminal' "$tmp/err" 'finding names'
else
    skip 'no script, or no pseudo-terminal'
fi

# Damaged debug information costs lines, not the report (and a locale that does not exist nothing).
if command -v readelf >/dev/null; then
    cp "$CORPUS/c-static/relayd" "$tmp/relayd"
    at=$(readelf -SW "$tmp/relayd" | sed -n 's/.*\.debug_info *PROGBITS *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
    head -c 4000 /dev/zero | tr '\0' '\377' |
        dd of="$tmp/relayd" bs=1 seek=$((0x$at)) conv=notrunc 2>"$tmp/err"
    LC_ALL=C.invalid run "$tmp/relayd" "$CORPUS/c-static/relayd.02.heap"
    is 'damaged debug information: status' 0 "$status"
    is 'damaged debug information: rows' '' "$(grep -v -e '^Total: ' -e "$row" "$tmp/out")"
    has 'damaged debug information: symbols remain' "$tmp/out" ' store_append'
    has 'damaged debug information: told' "$tmp/err" 'warning: '
else
    skip 'no readelf'
fi

# Names from a file must not reach a terminal as commands.
printf 'heap_v2/1\n@ 0x10\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n%s\n' \
    "$(printf '00000000-00001000 r-xp 00000000 00:00 1 /x\033[31my')" >"$tmp/escape.heap"
run "$tmp/escape.heap"
lacks 'no escape sequences on standard error' "$tmp/err" "$(printf '\033')"
finish
