#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --interactive, through a pipe and on a terminal: reports are those of the options, byte for byte.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
map=--source-map=/tmp/jpc-corpus/src=$top_srcdir/corpus/src
mkdir "$tmp/here"
cd "$tmp/here" || exit 1
cp "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap" "$CORPUS/c-static/relayd.01.heap" .
pty=$top_builddir/tests/tools/jp_pty

shell() { # shell COMMANDS OPTIONS...: one command per line
    commands=$1
    shift
    printf '%s\n' "$commands" | "$JEPROF_C" --interactive "$@" relayd relayd.02.heap >"$tmp/out" 2>"$tmp/err"
    status=$?
}
# same NAME COMMANDS OPTIONS...: what the commands print is what the options do
same() {
    name=$1 commands=$2
    shift 2
    shell "$commands" "$map"
    grep -v '^After ' "$tmp/out" >"$tmp/shell"
    [ ! -s "$tmp/err" ] || sed 's/^/# /' "$tmp/err"
    run "$@" "$map" relayd relayd.02.heap
    is "$name" "$(cat "$tmp/out")" "$(cat "$tmp/shell")"
}
total='Total: 0.9 MB'

run --text relayd relayd.02.heap
cp "$tmp/out" "$tmp/text"
shell top
is 'top: status' 0 "$status"
is 'top: ten rows of --text' "$(head -11 "$tmp/text")" "$(cat "$tmp/out")"
shell text
is 'text: the same' "$(head -11 "$tmp/text")" "$(cat "$tmp/out")"
shell 'top3'
is 'top3: three' "$(head -4 "$tmp/text")" "$(cat "$tmp/out")"
shell 'top 3'
is 'top 3: three' "$(head -4 "$tmp/text")" "$(cat "$tmp/out")"
same 'top -cum -lines' 'top99 -cum --lines' --cum --lines
same tree 'tree' --tree
same 'tree, shortened' 'tre -bottom-up' --tree --bottom-up
same traces 'traces' --traces
same peek 'peek store_append' --peek=store_append
same 'show_bytes=1' 'show_bytes=1
top99' --show_bytes
same 'assignments, spelled as options' 'Show-Bytes = yes
names=full
focus=store_session
exclude=main
top99' --show_bytes --names=full --focus=store_session --exclude=main
same 'the metrics exclude each other' 'alloc_space=1
inuse_objects=1
top99' --inuse_objects
same 'and so does a switch of one command' 'alloc_space=1
top99 -inuse_objects' --inuse_objects
same 'NAME= is the default' 'focus=nothing
focus=
cum=1
cum=0
top99'
same thread 'thread=0
top99' --thread=0
# list and disasm begin with the total, as in jeprof.
shell 'list store_append' "$map"
cp "$tmp/out" "$tmp/shell"
run --list=store_append "$map" relayd relayd.02.heap
is 'list' "$total
$(cat "$tmp/out")" "$(cat "$tmp/shell")"
run --disasm=store_open "$map" relayd relayd.02.heap
if [ "$status" -eq 0 ]; then
    cp "$tmp/out" "$tmp/disasm"
    shell 'disasm store_open' "$map"
    is 'disasm' "$total
$(cat "$tmp/disasm")" "$(cat "$tmp/out")"
    has_disasm=yes
else
    skip 'built without --disasm'
    has_disasm=no
fi

# "After ignoring" as recorded by jeprof (c-gcc5-pie/oracle/relayd.02.heap.interactive).
folder=$CORPUS/c-gcc5-pie
sed 's,^callgrind .*,callgrind recorded.callgrind,' "$folder/oracle/relayd.02.heap.interactive.in" >"$tmp/in"
"$JEPROF_C" --interactive --names=jeprof --lib_prefix="$folder" "$folder/relayd" "$folder/relayd.02.heap" \
    <"$tmp/in" >"$tmp/out" 2>"$tmp/err"
is 'the recorded session: status' 0 $?
grep -e '^Total' -e '^After' "$folder/oracle/relayd.02.heap.interactive" >"$tmp/theirs"
grep -e '^Total' -e '^After' "$tmp/out" >"$tmp/ours"
# "peek x" is a command here, with a total. The last line is about 'codec|plugin': jeprof has no names for the plug-in without .so.
[ $has_disasm = yes ] || sed -i 8d "$tmp/theirs"
is 'the recorded session: totals and what is left of them' "$(sed '$d' "$tmp/theirs")" \
    "$(if [ $has_disasm = yes ]; then sed '9d;$d' "$tmp/ours"; else sed '8d;$d' "$tmp/ours"; fi)"
run --callgrind --names=jeprof --lib_prefix="$folder" "$folder/relayd" "$folder/relayd.02.heap"
rm -f x.callgrind
printf 'callgrind x.callgrind\n' | "$JEPROF_C" --interactive --names=jeprof --lib_prefix="$folder" \
    "$folder/relayd" "$folder/relayd.02.heap" 2>"$tmp/err"
is 'callgrind FILE' "$(cat "$tmp/out")" "$(cat x.callgrind)"
has 'callgrind FILE: told' "$tmp/err" 'writing callgrind to x.callgrind'
# 927147 of 1968852 bytes pass through store_append (oracle/*.text-bytes).
printf 'top store_append\n' | "$JEPROF_C" -q --interactive --show_bytes --lib_prefix="$folder" \
    "$folder/relayd" "$folder/relayd.02.heap" >"$tmp/out"
has 'a word is a focus' "$tmp/out" "After focusing on 'store_append': 927147 B of "

# Files: formats for other programs, >file.
rm -f profile*
shell 'collapsed
collapsed store_append
top2 >two.csv
top2 > two.txt
dot >x.dot'
run --collapsed relayd relayd.02.heap
is 'collapsed goes to a file' "$(cat "$tmp/out")" "$(cat profile001.collapsed)"
run --collapsed --focus=store_append relayd relayd.02.heap
is 'and the next one to another' "$(cat "$tmp/out")" "$(cat profile002.collapsed)"
shell 'weblist store_append' "$map"
has 'weblist goes to a file' profile001.list.html '<h2 id="r0">store_append</h2>'
is '>file.csv' 'name,flat,flat_share,cum,cum_share' "$(head -1 two.csv)"
is '> file' "$(head -3 "$tmp/text")" "$(cat two.txt)"
is '>x.dot' 'digraph "relayd; 0.9 MB" {' "$(head -1 x.dot)"
before=$(cksum <relayd.02.heap)
shell 'top >relayd.02.heap
top2 >/nowhere/x
top >
top1'
is 'the dump is not overwritten' "$before" "$(cksum <relayd.02.heap)"
has 'the dump is not overwritten: told' "$tmp/err" 'would overwrite the dump'

# >>file appends; what was there stays when the report fails.
rm -f all.txt
shell 'top2 >>all.txt
top1 >> all.txt
top nothing_like_this >>all.txt
top1 >>relayd.02.heap'
is '>>file: one report behind the other' "$(head -3 "$tmp/text"; head -2 "$tmp/text")" "$(cat all.txt)"
is '>>file: no dump is written to' "$before" "$(cksum <relayd.02.heap)"

# What is read again: other bases, and options about files.
run --text --base=relayd.01.heap relayd relayd.02.heap
head -11 "$tmp/out" >"$tmp/want"
run --diff --base=relayd.01.heap relayd relayd.02.heap
{ cat "$tmp/want" && cat "$tmp/out"; } >"$tmp/both"
shell 'base=relayd.01.heap
top
diff'
is 'base=' "$(cat "$tmp/both")" "$(cat "$tmp/out")"
shell 'base=relayd.01.heap
base=not-there.heap
top
base=
top'
is 'a wrong base leaves the old one, and none is none' "$(cat "$tmp/want"; head -11 "$tmp/text")" \
    "$(cat "$tmp/out")"
same 'inlines=0' 'inlines=0
top99' --no-inlines
shell 'top1 -names=full -focus=store_session'
has '-NAME=VALUE is for one report' "$tmp/out" "After focusing on 'store_session'"

# Commands that do not report from the sum of the dumps.
run --raw relayd relayd.02.heap
cp "$tmp/out" "$tmp/raw"
shell 'raw'
is 'raw' "$(cat "$tmp/raw")" "$(cat "$tmp/out")"
two='relayd relayd.01.heap relayd.02.heap'
for command in 'leaks' 'churn' 'leaks -nodecount=1' 'leaks -by=thread' 'gate -max-total=1KiB'; do
    options=$(echo "--$command" | sed 's/ -/ --/g')
    # shellcheck disable=SC2086
    run -q $options $two
    cp "$tmp/out" "$tmp/want"
    # shellcheck disable=SC2086
    printf 'top1\n%s\n%s\ntop1\n' "$command" "$command" |
        "$JEPROF_C" -q --interactive $two >"$tmp/out" 2>"$tmp/err"
    is "$command" "$(cat "$tmp/want" "$tmp/want")" "$(sed '1,2d' "$tmp/out" | head -n -2)"
done
has 'gate: the verdict' "$tmp/err" '1 limit is broken'
rm -f s.db
"$JEPROF_C" -q --db=s.db relayd relayd.02.heap
printf '%s\n' 'sql >x.csv select 7 > 6 as a,  "two  blanks" as b' 'sql select count(*) as n from dump' \
    'db-info' 'top1' | "$JEPROF_C" --interactive --db=s.db @1 >"$tmp/out" 2>"$tmp/err"
is 'sql >file: the query is taken as it is' '1,two  blanks' "$(sed -n 2p x.csv)"
has 'sql' "$tmp/out" 'n'
has 'a report from the store behind it' "$tmp/out" "$total"

# A file may stand at the end of a query as well, where it cannot be meant as SQL.
asks() { # asks LINES: the shell with the store, csv tables
    printf '%s\n' "$1" | "$JEPROF_C" --interactive --db=s.db --format=csv @1 2>"$tmp/all" >"$tmp/out"
    grep -v 'warning\|folded' "$tmp/all" >"$tmp/err"
}
rm -f all.csv one.csv plain deep
asks 'sql select 1 as a from dump >>all.csv
sql select 2 as a from dump where dump.id > 0 >> all.csv
sql select 3 as a >one.csv
sql select 4 as a from dump order by 1 >one.csv
sql select 5 as a from dump >>plain
sql select 6 as a from dump >./deep'
is 'sql ... >>file: one table behind the other' 'a 1 a 2' "$(echo $(cat all.csv))"
is 'sql ... >file: the last one' 'a 4' "$(echo $(cat one.csv))"
is 'sql ... >>file without an ending' 'a 5' "$(echo $(cat plain))"
is 'sql ... >./file' 'a 6' "$(echo $(cat deep))"
is 'sql ... >file: nothing on the terminal' '' "$(cat "$tmp/out")"
is 'sql ... >file: no message' '' "$(cat "$tmp/err")"
rm -f n 2 b "b'" nowhere
asks "sql select count(*) as n from (select 7 as n) where 8 >n
sql select 8 >> 2 as n
sql select 8 >>2
sql select 3 > 2
sql select 'a >b'
sql select n from (select 1 as n) where n >nowhere
sql select n from (select 1 as n) where n >>nowhere"
is 'sql: comparisons and shifts stay SQL' 'n 1 n 2 8 >>2 2 3 > 2 1 '"'a >b'"' a >b' "$(echo $(cat "$tmp/out"))"
is 'sql: no file is written' '' "$(ls n 2 b "b'" nowhere 2>/dev/null)"
is 'sql: a name that is no column' 2 "$(grep -c 'no such column: nowhere' "$tmp/err")"
has 'sql: how to name such a file' "$tmp/err" 'hint: to write the table to a file: sql >nowhere SELECT'
has 'sql: how to name such a file to append to' "$tmp/err" 'hint: to write the table to a file: sql >>nowhere SELECT'
asks 'sql select 1 as a >'
has 'sql: > without a file' "$tmp/err" '> needs the name of a file'

# What to do is told in the words of the shell.
printf '%s\n' diff 'sql select 1' 'nix=1' 'top --nixnix=1' | "$JEPROF_C" --interactive relayd relayd.02.heap >"$tmp/out" 2>"$tmp/err"
lacks 'hints: no command line' "$tmp/err" 'hint: jeprof-c'
has 'hints: diff' "$tmp/err" 'hint: base=before.heap names it, then diff'
has 'hints: sql' "$tmp/err" 'hint: leave, and start with --db=FILE'
has 'hints: no such option' "$tmp/err" 'hint: "options" lists them'
printf '%s\n' 'base=relayd.01.heap' diff | "$JEPROF_C" -q --interactive relayd relayd.02.heap >"$tmp/out" 2>"$tmp/err"
is 'hints: what diff says works' '' "$(cat "$tmp/err")"
grep -q . "$tmp/out"
result $? 'hints: and prints a report'

# Names of the process's own addresses: one of each recorded function.
if command -v nm >/dev/null; then
    main=$(nm relayd | awk '$3 == "main" { print $1 }')
    printf 'symbols 0x%s %s 0x1\n' "$main" "$main" | "$JEPROF_C" -q --interactive relayd relayd.02.heap >"$tmp/out"
    is 'symbols, with the map of the dump' 'main main ??' "$(echo $(cat "$tmp/out"))"
else
    skip 'nm is not installed'
fi

# The last report has a message of its own; at the end of the input it is no matter any more.
shell 'top nothing_like_this'
is 'filters that leave nothing: status' 0 "$status"
is 'filters that leave nothing: told once' 1 "$(grep -c 'no stack is left' "$tmp/err")"

# What is wrong costs a message, and the next command works.
shell 'nix
t
list
list (
focus=(
top2
focus=
nothing=1
db=x.db
base=not-there.heap
cum=perhaps
nodecount=many
thread=77
peek nothing_like_this
symbols main
symbols
leaks
sql select 1
top | less
top nothing_like_this
leaks=1
top -base=relayd.01.heap

quitx
top1'
is 'faults: status' 0 "$status"
is 'faults: the last command' "$(head -2 "$tmp/text")" "$(tail -2 "$tmp/out")"
has 'an unknown command' "$tmp/err" 'unknown command "nix"'
has 'an ambiguous one' "$tmp/err" '"t" is short for top and text'
has 'no pattern' "$tmp/err" 'list needs a regular expression'
has 'a bad pattern' "$tmp/err" "--list: bad regular expression '('"
has 'a bad filter' "$tmp/err" "--focus: bad regular expression '('"
has 'an unknown option' "$tmp/err" 'there is no option --nothing'
has 'an option that is fixed' "$tmp/err" 'db cannot be changed in here'
has 'a command is no option' "$tmp/err" 'leaks cannot be changed in here'
has 'an option that is not for one report' "$tmp/err" 'base cannot be set for one report'
has 'a base that is not there' "$tmp/err" 'not-there.heap: error: cannot open'
has 'a bad switch' "$tmp/err" 'cum: "perhaps" is neither 1 nor 0'
has 'a bad number' "$tmp/err" 'nodecount: "many" is not a whole number'
has 'a bad thread' "$tmp/err" '--thread=77: there is no such thread'
has 'no address' "$tmp/err" '"main" is no address'
has 'no addresses' "$tmp/err" 'symbols needs addresses'
has 'too few dumps' "$tmp/err" '--leaks needs two dumps at least'
has 'no store' "$tmp/err" '--sql needs a store'
has 'a pipe' "$tmp/err" 'no other program is run in here'
has 'nothing is left' "$tmp/err" 'no stack is left by the filters'
has 'no command runs on' "$tmp/err" 'unknown command "quitx"'
shell 'quit
top'
is 'quit: nothing more' '' "$(cat "$tmp/out")"
shell ''
is 'no command: status' 0 "$status"
shell 'help'
for command in top text list weblist disasm peek tree traces web gv callgrind quit; do
    has "help: $command" "$tmp/out" "  $command "
done
shell 'options'
has 'options' "$tmp/out" '  nodecount=80'
has 'options: what is the default is on' "$tmp/out" '  inuse_space=1'
shell 'alloc_space=1
options'
has 'options: another is on' "$tmp/out" '  alloc_space=1'
has 'options: and the default off' "$tmp/out" '  inuse_space=0'
run --interactive -o x relayd relayd.02.heap
is '-o: status' 2 "$status"
run --interactive relayd - <relayd.02.heap
is 'a dump from standard input: status' 2 "$status"
printf 'top\ntop\n' | "$JEPROF_C" --interactive relayd relayd.02.heap >/dev/full 2>"$tmp/err"
is 'standard output is full: status' 4 $?

# Every command there is makes a report, on standard output or in a file, and the shell goes on.
mkdir commands
printf 'help\n' | "$JEPROF_C" --interactive relayd relayd.02.heap | grep -v ' FILE ' |
    sed -n 's/^  \([a-z][a-z-]*\).*/\1/p' >"$tmp/names"
is 'help names many commands' yes "$([ "$(wc -l <"$tmp/names")" -gt 20 ] && echo yes)"
# The table of modes has them all.
sed -n 's/^JP_MODE([A-Z_0-9]*, "\([a-z-]*\)",.*/\1/p' "$top_srcdir/src/jp_modes.def" | grep -v '^interactive$' >"$tmp/modes"
printf 'help\n' | "$JEPROF_C" --interactive relayd relayd.02.heap >"$tmp/help"
# A long name has a line of its own, and its description stands below in the same column.
awk 'function in_column(row) { return substr(row, 21, 2) ~ /^ [^ ]$/ }
    /^$/ { exit }
    !in_column($0) { name = $0; getline; if (!in_column($0) || $1 ~ /^[a-z]/) print name }' \
    "$tmp/help" >"$tmp/crooked"
is 'help: descriptions in one column' '' "$(cat "$tmp/crooked")"
is 'every mode is a command' '' "$(while read -r mode; do grep -q "^  $mode " "$tmp/help" || echo "$mode"; done <"$tmp/modes")"
while read -r name; do
    inputs='--base=../relayd.01.heap ../relayd ../relayd.02.heap'
    line="$name store"
    case $name in
    quit | exit) continue ;;
    sizes) inputs='../relayd ../relayd.02.heap' ;; # it takes no base
    raw) inputs="--drop_negative $inputs" ;;
    leaks | churn) inputs='../relayd ../relayd.01.heap ../relayd.02.heap' ;;
    gate) inputs="--max-total=1GiB $inputs" ;;
    symbols) line='symbols 0x1 0x2 0x3' ;;
    sql) line='sql select 1, 2 union select 3, 4' inputs='--db=../s.db @1' ;;
    db-info) inputs='--db=../s.db @1' ;;
    drop-dumps | prune | vacuum | resymbolize) continue ;; # they print nothing
    esac
    # shellcheck disable=SC2086
    (cd commands && printf '%s\ntop1\n' "$line" | JEPROF_VIEWER=true TMPDIR=. "$JEPROF_C" -q --interactive \
        $inputs >out 2>err)
    is "$name: status" 0 $?
    is "$name: the next command" 1 "$(tail -1 commands/out | grep -c '%')"
    # The next command has two lines; a file is the report, or out has more.
    files=$(find commands -type f -size +0 ! -name out ! -name err | wc -l)
    if grep -q 'was built without' commands/err; then
        skip "$name is not built in"
    else
        is "$name: a report" yes "$([ "$files" -gt 0 ] || [ "$(wc -l <commands/out)" -gt 2 ] && echo yes)"
    fi
    rm -f commands/*
done <"$tmp/names"

# Names are looked for once: the dump and the program may go away.
mkfifo "$tmp/fifo"
"$JEPROF_C" --interactive relayd relayd.02.heap <"$tmp/fifo" >"$tmp/out" 2>"$tmp/err" &
pid=$!
exec 3>"$tmp/fifo"
echo top1 >&3
for _ in $(seq 600); do
    [ ! -s "$tmp/out" ] || break
    sleep .1
done
mv relayd.02.heap gone
printf 'top1 -cum\n' >&3
exec 3>&-
wait $pid
mv gone relayd.02.heap
is 'the dump is read once' 4 "$(wc -l <"$tmp/out")"

# On a terminal: the default without a mode, history and completion.
on_terminal() { # on_terminal LINES OPTIONS...: "\t" is the tab key
    lines=$1
    shift
    printf '%s\n' "$lines" | TERM=xterm "$pty" '(jeprof-c) ' "$JEPROF_C" "$@" relayd relayd.02.heap |
        tr -d '\r' >"$tmp/out"
    status=$?
}
on_terminal 'top2
quit'
if [ -s "$tmp/out" ]; then
    has 'terminal: the shell is the default' "$tmp/out" 'help for help, quit to leave'
    has 'terminal: a report' "$tmp/out" "$(sed -n 3p "$tmp/text")"
    rm -f x.raw
    on_terminal 'base=relayd.01.heap
diff
nonsense
base=
raw >x.raw
top1 -cum
quit'
    has 'terminal: another base' "$tmp/out" 'Before 0.7 MB, after 0.9 MB'
    has 'terminal: an error' "$tmp/out" 'unknown command "nonsense"'
    has 'terminal: the next report' "$tmp/out" '100.0%'
    is 'terminal: >file' "$(cat "$tmp/raw")" "$(cat x.raw)"
    printf 'quit\n' | TERM=xterm "$pty" '(jeprof-c) ' "$JEPROF_C" --text relayd relayd.02.heap >"$tmp/out"
    has 'terminal: --text is no shell' "$tmp/out" 'store_append'
    lacks 'terminal: --text has no prompt' "$tmp/out" '(jeprof-c)'
    # Control-C gives the line up and keeps the session.
    on_terminal "$(printf 'show_bytes=1\nnonsense\003\ntop1\nquit')"
    is 'terminal: control-C: status' 0 "$status"
    lacks 'terminal: control-C: the line is not done' "$tmp/out" 'unknown command'
    has 'terminal: control-C: the session goes on, with its settings' "$tmp/out" 'Total: 971043 B'
    if grep -q 'define HAVE_LIBEDIT' "$top_builddir/config.h"; then
        on_terminal 'trac\t
pee\tstore_sess\t
show_b\t1
top1
top1 -inuse_ob\t
quit'
        has 'completion: a command' "$tmp/out" '    jem_strdup (inline) /tmp/jpc-corpus/src'
        has 'completion: a function' "$tmp/out" '     0.1   5.9%  store_session'
        has 'completion: an option' "$tmp/out" 'Total: 971043 B'
        has 'completion: a switch' "$tmp/out" ' objects'
        # The arrow up brings the last line back.
        on_terminal "$(printf 'show_bytes=1\ntop1\n\033[A\nquit')"
        is 'history: the same report again' 2 "$(grep -c 'Total: 971043 B' "$tmp/out")"
    else
        skip 'built without libedit'
    fi
else
    skip 'no pseudo-terminal'
fi
finish
