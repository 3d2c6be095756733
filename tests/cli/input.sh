#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What may stand on the command line, and what is said when it is of no use.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
dir=$CORPUS/c-gcc5-pie
prog=$dir/relayd
old=$dir/relayd.01.heap
new=$dir/relayd.02.heap
lib=--lib_prefix=$CORPUS

# fails STATUS TEXT ARGS...: that exit status, that message, nothing on standard output.
fails() {
    want=$1
    text=$2
    shift 2
    run "$@"
    is "status: $text" "$want" "$status"
    has "message: $text" "$tmp/err" "$text"
    is "stdout: $text" '' "$(cat "$tmp/out")"
}

run "$lib" "$prog" "$new"
is 'program and dump' 0 "$status"
has 'a function of the program' "$tmp/out" ' one_round'
cp "$tmp/out" "$tmp/report"
run "$lib" "$new" "$prog"
is 'the order does not matter' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
run "$lib" "$new"
is 'a dump alone: status' 0 "$status"
is 'a dump alone: names through its own map' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
cp "$prog" "$tmp/renamed"
run "$lib" "$tmp/renamed" "$new"
is 'the program may be called otherwise' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
lacks 'which is proven by the calls in it' "$tmp/err" 'renamed: warning'
away_dump "$new" "$tmp/away.heap"
run -v "$lib" "$tmp/renamed" "$tmp/away.heap"
has 'and noted' "$tmp/err" "renamed: note: is taken for $away/c-gcc5-pie/relayd: its segments fit, and"
main_address=$(grep -o '0x5555555555[0-9a-f]*' "$new" | head -1)
{
    printf 'heap_v2/4096\n  t*: 1: 8 [0: 0]\n@ %s\n  t*: 1: 8 [0: 0]\n\n' "$main_address"
    sed -n '/^MAPPED_LIBRARIES/,$p' "$tmp/away.heap"
} >"$tmp/small.heap"
run "$lib" "$tmp/renamed" "$tmp/small.heap"
has 'too few calls prove nothing' "$tmp/err" "renamed: warning: is taken for $away/c-gcc5-pie/relayd"
ln -s "$prog" "$tmp/link"
run "$lib" "$tmp/link" "$new"
is 'the program may be a link' "$(cat "$tmp/report")" "$(cat "$tmp/out")"

run "$lib" "$prog" - <"$new"
is 'standard input' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
fails 3 '-: error: is standard input, which is closed' "$lib" "$prog" - <&-
run "$lib" "$prog" - --base=- <"$new"
is 'standard input twice' 2 "$status"
gzip -c "$new" >"$tmp/packed"
run "$lib" "$prog" "$tmp/packed"
is 'gzip, whatever its name' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
run "$lib" "$prog" - <"$tmp/packed"
is 'gzip on standard input' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
gzip -c "$tmp/packed" >"$tmp/twice"
fails 3 'packed twice' "$prog" "$tmp/twice"
if command -v zstd >/dev/null; then
    zstd -q "$new" -o "$tmp/packed.zst"
    run "$lib" "$prog" "$tmp/packed.zst"
    is 'zstd' "$(cat "$tmp/report")" "$(cat "$tmp/out")"
else
    skip 'no zstd'
fi
# A frame with a window of 2^31 bytes (RFC 8878, 3.1.1.1.2), as "zstd --long=31" may write it.
printf '\050\265\057\375\000\250\001\000\000' >"$tmp/long.zst"
run "$tmp/long.zst"
is 'a zstd window that is too large: status' 3 "$status"
has 'a zstd window that is too large: not called damage' "$tmp/err" 'need a window of more than 128 MiB'
has 'a zstd window that is too large: what to do' "$tmp/err" 'zstd -d --long=31'
mkfifo "$tmp/pipe"
timeout 20 cat "$new" >"$tmp/pipe" &
run "$lib" "$prog" "$tmp/pipe"
is 'a named pipe' "$(cat "$tmp/report")" "$(cat "$tmp/out")"

# A program that is not there, arguments that are something else.
fails 3 "no/such/program: error: cannot open: No such file" no/such/program "$new"
has 'which argument it was' "$tmp/err" 'the first argument is the program'
fails 3 "no/such.heap: error: cannot open: No such file" "$prog" no/such.heap
fails 2 'an argument is empty' '' "$new"
fails 2 'no dump was named, only the program' "$prog"
fails 2 'two programs were named' "$prog" "$dir/libstore.so" "$new"
fails 3 'is a folder' "$prog" "$dir"
fails 3 'only files are read: fetch the profile first' "$prog" http://localhost:1234/pprof/heap
printf '#!/bin/sh\nexec true\n' >"$tmp/script"
fails 3 'is a script, not the ELF program that ran' "$tmp/script" "$new"
: >"$tmp/empty"
fails 3 'empty' "$prog" "$tmp/empty"
echo '<!DOCTYPE html><html>' >"$tmp/page"
fails 3 'HTML' "$prog" "$tmp/page"
fails 2 'bad regular expression' --focus='(' "$prog" "$new"
has 'which option it was' "$tmp/err" '--focus: '
rust=$CORPUS/rust-v0
slow='^(.+)+[\x01\x02]$'
for option in focus ignore; do
    fails 2 "--$option: the pattern needs too much time: 100 attempts were given up" \
        --$option="$slow" "$rust/metacache" "$rust/metacache.02.heap"
done
for option in retain exclude; do
    fails 2 "--$option: the pattern needs too much time: 100 attempts were given up" \
        --traces --$option="$slow" "$rust/metacache" "$rust/metacache.02.heap"
done
run --peek="$slow|append" "$lib" "$prog" "$new"
is 'a pattern that some names are too much for: status' 0 "$status"
has 'a pattern that some names are too much for: told' "$tmp/err" \
    '--peek: the pattern needs too much time on some names'
fails 2 'bad regular expression' --thread='(' "$prog" "$new"

# Addresses that no map explains: how many, and which of them can be no code at all.
run "$CORPUS/handmade/unmapped-addresses.heap"
has 'addresses in no mapping' "$tmp/err" '31.3 % of the bytes pass through 6 addresses that lie in no mapping of the dump ([unknown])'
has 'impossible ones' "$tmp/err" '; 5 of them can be no code'
has 'possible ones' "$tmp/err" '; 1 belongs to code that was unloaded'
run "$CORPUS/handmade/no-maps.heap"
has 'no map: addresses in no mapping' "$tmp/err" 'addresses that lie in no mapping of the dump ([unknown])'
lacks 'no map: nothing was unloaded' "$tmp/err" 'unloaded'

# A program that nobody named is to be named; libraries are looked for in folders.
run "$tmp/away.heap"
has 'no program: name it' "$tmp/err" \
    'c-gcc5-pie/relayd, 95.8 % of the bytes pass through it: the file was not found; get it from where the dump was taken and name it in front of the dump, as the program'
has 'no program: its libraries' "$tmp/err" \
    'libstore.so, 48.9 % of the bytes pass through it: the file was not found; copy it from where the dump was taken and name its folder with --sysroot'

# A program in a pipe, as <(cat program) makes it; the dump in another.
mkfifo "$tmp/program"
for arguments in "/dev/fd/3 $new" "/dev/fd/3 /dev/fd/4" "$new /dev/fd/3"; do
    timeout 20 cat "$prog" >"$tmp/program" &
    # shellcheck disable=SC2086
    timeout 20 cat "$new" | "$JEPROF_C" "$lib" $arguments 3<"$tmp/program" 4<&0 >"$tmp/out" 2>"$tmp/err"
    is "a program in a pipe: $arguments" "$(cat "$tmp/report")" "$(cat "$tmp/out")"
    wait
done
run -q "$lib" --list=store_append "$prog" "$new"
cp "$tmp/out" "$tmp/listed"
timeout 20 cat "$prog" | "$JEPROF_C" -q "$lib" --list=store_append /dev/stdin "$new" >"$tmp/out"
is 'a program on standard input: code' "$(cat "$tmp/listed")" "$(cat "$tmp/out")"
timeout 20 cat "$prog" | "$JEPROF_C" "$prog" /dev/fd/0 "$new" >"$tmp/out" 2>"$tmp/err"
is 'two programs, one in a pipe: status' 2 $?
printf x | "$JEPROF_C" "$lib" "$prog" /dev/fd/0 >"$tmp/out" 2>"$tmp/err"
has 'a pipe of one byte' "$tmp/err" 'is no heap dump'

# A program where a dump is wanted, and in a pipe with a name, which is taken for a dump.
fails 3 'the program is an argument of its own, and a file: jeprof-c [options] <program> <dump>...' \
    --base "$prog" "$new"
mkfifo "$tmp/fifo"
cat "$prog" >"$tmp/fifo" &
fails 3 'the program is an argument of its own, and a file' "$tmp/fifo" "$new"
wait

# Nothing to report is not a report.
printf 'heap_v2/1\n  t*: 0: 0 [0: 0]\n\nMAPPED_LIBRARIES:\n' >"$tmp/none.heap"
fails 3 'nothing to report: there are no samples' "$prog" "$tmp/none.heap"
has 'the likely cause' "$tmp/err" 'prof_active:true'
lacks 'no samples, none counted: nothing was lost' "$tmp/err" 'copy the file again'
printf 'heap_v2/524288\n  t*: 6: 6000 [0: 0]\n' >"$tmp/lost.heap"
fails 3 'its header counts some, so that records are missing' "$tmp/lost.heap"
has 'no samples, some counted: copy it again' "$tmp/err" 'hint: the process had some: copy the file again'
printf 'heap_v2/524288\n  t*: 6: 60' >"$tmp/lost.heap"
fails 3 'the dump holds no samples: it ends before the first of them' "$tmp/lost.heap"
lacks 'no samples, cut: not the settings' "$tmp/err" 'was profiling active'
fails 3 'allocations since the start were not recorded' --alloc_space "$lib" \
    "$CORPUS/c-sampling/relayd" "$CORPUS/c-sampling/noaccum.01.heap"
has 'the remedy' "$tmp/err" 'prof_accum:true'

# Filters that leave nothing: the same answer from every mode that has stacks to show.
for mode in text tree peek=. traces collapsed callgrind dot flame speedscope pprof; do
    fails 3 'nothing to report: no stack is left by the filters (--focus, --exclude)' \
        --$mode --focus=no_such_function --exclude=main "$lib" "$prog" "$new"
done
fails 3 'nothing to report: no stack is left by the filters (--ignore)' \
    --ignore=. --format=json "$lib" "$prog" "$new"
fails 3 'nothing to report: no stack is left by the filters (--focus)' --dot --nodefraction=1 \
    --focus=no_such_function "$lib" "$prog" "$new"
run --text --base="$old" --focus=main "$lib" "$prog" "$old"
is 'a difference of nothing is a report' 0 "$status"

# Threads.
runs=$CORPUS/rust-runs
fails 3 '--thread=99: there is no such thread; there are: 0 (main loop), 1 (meta-worker-0)' \
    --thread=99 "$runs/t8.heap"
fails 3 '--thread=nobody: there is no such thread' --thread=nobody "$runs/t8.heap"
run --thread=3 "$runs/t8.heap"
has 'one thread' "$tmp/out" 'Total (t3):'
is 'only that one' 1 "$(grep -c ^Total "$tmp/out")"
run --thread='*' "$runs/t8.heap"
is 'every thread, in order' 't0 t1 t2 t3 t4 t5 t6 t7 t8' \
    "$(sed -n 's/^Total (\(.*\)):.*/\1/p' "$tmp/out" | tr '\n' ' ' | sed 's/ $//')"
run --thread='^meta-worker-[03]' "$runs/t8.heap"
is 'threads by name' 't1 t3' \
    "$(sed -n 's/^Total (\(.*\)):.*/\1/p' "$tmp/out" | tr '\n' ' ' | sed 's/ $//')"
run --thread=3 --base="$runs/t8.heap" "$runs/t8.heap"
is 'a thread and its own base: nothing' '' "$(cat "$tmp/out")"
has 'a thread and its own base: the headline' "$tmp/err" 'change 0 B'

# --base: one, several, with commas in its name.
run --show_bytes "$lib" --base="$new" "$prog" "$new"
is 'a dump and itself: nothing' '' "$(cat "$tmp/out")"
run --show_bytes "$lib" --base="$old" "$prog" "$new"
has 'headline of a difference' "$tmp/err" 'jeprof-c: base '
has 'headline of a difference: the change' "$tmp/err" ', change +'
cp "$tmp/out" "$tmp/difference"
cp "$old" "$tmp/a,b.heap"
run --show_bytes "$lib" --base="$tmp/a,b.heap" "$prog" "$new"
is 'a name with a comma' "$(cat "$tmp/difference")" "$(cat "$tmp/out")"
run --show_bytes "$lib" --base="$old,$old" "$prog" "$new"
cp "$tmp/out" "$tmp/two"
run --show_bytes "$lib" --base="$old" --base="$old" "$prog" "$new"
is 'two bases, either way' "$(cat "$tmp/two")" "$(cat "$tmp/out")"
fails 3 'no/such.heap: error: cannot open' --base=no/such.heap "$prog" "$new"

# Snapshots of one process are no sum, and dumps of two programs are told.
run -q "$runs/metacache.1001.1.i1.heap" "$runs/metacache.1001.2.i2.heap"
is 'two snapshots: not refused' 0 "$status"
run "$runs/metacache.1001.1.i1.heap" "$runs/metacache.1001.2.i2.heap"
has 'two snapshots: the warning' "$tmp/err" 'counted several times'
has 'two snapshots: what to do' "$tmp/err" '--base'
run "$lib" "$new" "$runs/t8.heap"
has 'two programs' "$tmp/err" 'another program'

# Damage: used and told, or refused on demand.
head -c 6000 "$new" >"$tmp/cut.heap"
run "$lib" "$prog" "$tmp/cut.heap"
is 'a cut dump is used' 0 "$status"
has 'a cut dump is told' "$tmp/err" 'cut.heap'
has 'as a warning' "$tmp/err" ': warning: '
fails 3 'the dump is damaged, and --strict was given' --strict "$lib" "$prog" "$tmp/cut.heap"
run --strict "$lib" "$prog" "$new"
is 'a good dump is not refused' 0 "$status"
# Lines that are sound, but not those that the header was written for: a record lost, a counter that no
# process reaches, a number that was changed. Of two dumps one is enough, be it the base.
header='heap_v2/524288\n  t*: 200: 12800 [200: 12800]\n'
site='@ 0x%s001 0x9001\n  t*: 100: 6400 [100: 6400]\n  t1: 100: 6400 [100: 6400]\n'
map='\nMAPPED_LIBRARIES:\n'
# shellcheck disable=SC2059
{
    printf "$header$site$site$map" 1 2 >"$tmp/sound.heap"
    printf "$header$site$map" 1 >"$tmp/lost.heap"
    printf "$header$site$site$map" 1 2 | sed '4s/\[100: 6400/[100000: 6400000/' >"$tmp/changed.heap"
    printf "$header$site$site$map" 1 2 | sed '1!s/6400/18446744073709551000/' >"$tmp/huge.heap"
    printf 'heap profile: 2: 200 [2: 200] @ heapprofile\n  1: 100 [1: 100] @ 0x1001\n%b' "$map" >"$tmp/flat.heap"
    # Rows of threads alone stand for the process, and agree with the header.
    printf "$header$site$site$map" 1 2 | sed '2!{/t\*/d}' >"$tmp/lone.heap"
}
run --strict "$tmp/sound.heap"
is 'header and records agree: status' 0 "$status"
run --strict "$tmp/lone.heap"
is 'header and rows of threads agree: status' 0 "$status"
sed '3a what is this?' "$tmp/sound.heap" >"$tmp/unknown.heap"
for damage in lost changed huge flat unknown; do
    run "$tmp/$damage.heap"
    is "$damage: used" 0 "$status"
    fails 3 "$damage.heap: error: the dump is damaged, and --strict was given" --strict "$tmp/$damage.heap"
    is "$damage, with --strict: what is wrong" 1 \
        "$(grep -q -e 'records add up to' -e 'counters of 2^63' -e 'line' "$tmp/err" && echo 1)"
    fails 3 "$damage.heap: error: the dump is damaged, and --strict was given" --strict --base="$tmp/$damage.heap" \
        "$tmp/sound.heap"
    fails 3 "$damage.heap: error: the dump is damaged, and --strict was given" --strict --leaks \
        "$tmp/sound.heap" "$tmp/$damage.heap"
    fails 3 "$damage.heap: error: the dump is damaged, and --strict was given" --strict --db="$tmp/strict.db" \
        "$tmp/sound.heap" "$tmp/$damage.heap"
    rm -f "$tmp/strict.db"
    run -q --db="$tmp/strict.db" "$tmp/sound.heap" "$tmp/$damage.heap"
    fails 3 "$damage.heap: error: the dump is damaged, and --strict was given" --strict --db="$tmp/strict.db" \
        --text @last
    run --strict --db="$tmp/strict.db" --text @first
    is "$damage, stored: a sound dump beside it" 0 "$status"
done
finish
