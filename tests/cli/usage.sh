#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Mistakes on the command line: exit status 2, a message that names the mistake, nothing on stdout.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

# refuses WORDS TEXT: the words (split at blanks) are a usage error that says TEXT.
refuses() {
    # shellcheck disable=SC2086
    run $1
    is "status of $1" 2 "$status"
    has "message of $1" "$tmp/err" "$2"
    is "stdout of $1" '' "$(cat "$tmp/out")"
}

refuses '' 'no dump was named'
refuses '--text' 'no dump was named'
refuses '--bogus x' 'there is no option --bogus'
refuses '--focs=x y' 'did you mean --focus?'
refuses '--shwo_bytes x' 'did you mean --show_bytes?'
refuses '---text x' 'there is no option ---text'
refuses '-=x y' 'there is no option --=x'
refuses '--li x' '--li is short for several options: --list, --lib_prefix, --lines'
refuses '--no x' 'is short for several options'
refuses '--text=1 x' '--text takes no value'
refuses '--lines=1 x' '--lines takes no value'
refuses '--focus= x' '--focus needs a value'
refuses '--focus' '--focus needs a value'
refuses '--focus' 'it is --focus=<regexp>'
# An empty file or folder, or nothing to ask for, is a variable without a value, not a wish.
for name in base db output malloc-stats rules sysroot debug-dir cache-dir list peek disasm sql drop-dumps prune; do
    run "--$name" '' "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap"
    is "an empty --$name: status" 2 "$status"
    has "an empty --$name: told" "$tmp/err" "error: --$name is empty"
    has "an empty --$name: why" "$tmp/err" 'did a variable have no value?'
done
for name in focus ignore retain exclude thread fold; do
    run "--$name" '' "$CORPUS/c-static/relayd" "$CORPUS/c-static/relayd.02.heap"
    is "an empty --$name selects nothing, as in jeprof" 0 "$status"
done
refuses '--nodecount=many x' '"many" is not a whole number'
refuses '--nodecount=1.5 x' '"1.5" is not a whole number'
refuses '--nodecount -1 x' '"-1" is not a whole number'
refuses '--nodefraction=half x' '"half" is not a number'
refuses '--names=pretty x' '"pretty" is none of short|full|template|mangled|jeprof'
refuses '--color=blue x' '"blue" is none of auto|always|never'
refuses '--lines --files x' '--lines and --files cannot be used together'
refuses '--inuse_space --alloc_space x' '--inuse_space and --alloc_space cannot be used together'
refuses '--nofocus=x y' 'there is no option --nofocus'

# The pattern was forgotten.
cp "$CORPUS/c-static/relayd.02.heap" "$tmp/x.heap"
refuses "--peek $tmp/x.heap" "--peek took the file $tmp/x.heap for its <regexp>: write --peek=<regexp>"
refuses '--peek main' 'call it as: jeprof-c'

# Options of jeprof that are not there yet are named as such, and only those.
for name in gif; do
    refuses "--$name x" "--$name of jeprof is not part of this version"
done
refuses '--lits x' 'there is no option --lits'

# What Getopt::Long takes: --help at the end shows that everything in front was understood.
takes() {
    # shellcheck disable=SC2086
    run $1 --help
    is "taken: $1" '0' "$status"
}

takes '-text'
takes '--TEXT'
takes '-Show_Bytes'
takes '--show-bytes'
takes '--inuse_o'
takes '--inuse-o'
takes '--notext'
takes '--no-text'
takes '--nofi'
takes '--no-inlines'
takes '--noinlines'
takes '--inlines'
takes '--lines --nolines --files'
takes '--focus x --ignore=y -retain z'
takes '--focus --text'
takes '--focus=a=b'
takes '--nodecount=1_000 --nodefraction .5 --edgefraction=1e-3 --maxdegree +8'
takes '--scale=2 --seconds 3 --tools=nm:/x --heapcheck --total_delay --debug'
takes '--debug-syms-by-id --add_lib=x --lib_prefix=a,b'
takes 'a b c --cum'
takes '-q -v -o x -h'
takes '- --base -'
# What other options of ours would make ambiguous keeps jeprof's meaning.
takes '--ver'
is 'abbreviated --version' "$("$JEPROF_C" --version)" "$("$JEPROF_C" --vers)"

for options in '--help --text --tree' '--text --tree -h' '--inuse_space --alloc_space --version'; do
    # shellcheck disable=SC2086
    run $options
    is "$options: status" 0 "$status"
    is "$options: no words" '' "$(cat "$tmp/err")"
done
run --help
is 'status of --help' 0 "$status"
is 'stderr of --help' '' "$(cat "$tmp/err")"
is 'no line of the help is wider than a terminal' '' "$(grep -E '.{81}' "$tmp/out")"
run --version
has '--version' "$tmp/out" 'jeprof-c '

"$JEPROF_C" --help >/dev/full 2>"$tmp/err"
is 'status when stdout is full' 4 $?
has 'message when stdout is full' "$tmp/err" 'standard output: error: cannot write'
"$JEPROF_C" --help >&- 2>"$tmp/err"
is 'status when stdout is closed' 4 $?

run --color=always --bogus
has 'colour on demand' "$tmp/err" "$(printf '\033[1;31merror:\033[m')"
run --color=never --bogus
lacks 'no colour' "$tmp/err" "$(printf '\033')"
finish
