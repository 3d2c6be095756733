#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Each command in README.md prints what README.md says. An example is an indented line that begins
# with "$ " and has jeprof-c in it, followed by its output; it runs in the folder of the program that
# it names.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

awk -v dir="$tmp" '
    /^    \$ .*jeprof-c / { n++; print substr($0, 7) > (dir "/command." n); shown = 1; next }
    shown && /^    / { print substr($0, 5) > (dir "/want." n); next }
    { shown = 0 }' "$top_srcdir/README.md"

mkdir "$tmp/bin"
ln -s "$JEPROF_C" "$tmp/bin/jeprof-c"
example=1
while [ -f "$tmp/command.$example" ]; do
    read -r line <"$tmp/command.$example"
    case $line in
    *metacache*) folder=rust-runs ;;
    *) folder=c-static ;;
    esac
    (cd "$CORPUS/$folder" && PATH=$tmp/bin:$PATH sh -c "$line") >"$tmp/out" 2>"$tmp/err"
    is "$line" "$(cat "$tmp/want.$example")" "$(cat "$tmp/out")"
    example=$((example + 1))
done
is 'there are examples' yes "$([ "$example" -gt 2 ] && echo yes)"
finish
