#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# No option is ignored without a word: each one of the table below changes the report of the modes
# that it is for, and every other mode refuses it and names those that take it.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
cd "$CORPUS/c-static" || exit 1
cp relayd.01.heap relayd.02.heap "$tmp"
stats=$top_srcdir/tests/data/malloc-stats.json

# Only options of jeprof with modes of jeprof are let through, as jeprof does: with a note.
jeprof_modes=' text list disasm collapsed callgrind dot svg pdf raw '
all='text tree peek list weblist disasm traces diff leaks gate threads sizes churn malloc-stats info
collapsed callgrind dot flame svg pdf png html raw pprof speedscope'

# mode MODE OPTIONS...: its report, with what it needs.
mode() {
    words=--$1
    base=
    dumps=relayd.02.heap
    case $1 in
    peek | list | weblist | disasm) words=--$1=store ;;
    malloc-stats) words=--$1=$stats ;;
    leaks | churn) dumps='relayd.01.heap relayd.02.heap' ;;
    gate)
        words='--gate --max-growth=1KiB'
        dumps='relayd.01.heap relayd.02.heap'
        ;;
    diff | text) base=--base=relayd.01.heap ;;
    esac
    shift
    # shellcheck disable=SC2086
    run $words $base "$@" relayd $dumps
}

# among WORD LIST
among() {
    case " $2 " in *" $1 "*) return 0 ;; esac
    return 1
}

# takes OPTION MODES [MODES]: the first ones change, the others may stay as they are; all others refuse.
takes() {
    name=${1%%=*}
    wrong=
    for m in $all; do
        if among "$m" "$2"; then
            mode "$m"
            cp "$tmp/out" "$tmp/without"
            mode "$m" "$1"
            [ "$status" -le 1 ] || wrong="$wrong $m: status $status;"
            ! cmp -s "$tmp/without" "$tmp/out" || wrong="$wrong $m: no change;"
        elif among "$m" "${3:-}"; then
            mode "$m" "$1"
            [ "$status" -le 1 ] || wrong="$wrong $m: status $status;"
        else
            mode "$m" -v "$1"
            if among "$name" '--cum --nodecount --nodefraction --edgefraction --maxdegree --heapcheck --scale' &&
                among "$m" "$jeprof_modes"; then
                grep -q "note: $name has no effect with --$m" "$tmp/err" || wrong="$wrong $m: no note;"
            else
                [ "$status" -eq 2 ] || wrong="$wrong $m: status $status;"
                grep -q -e "$name has no use with --$m" "$tmp/err" || wrong="$wrong $m: no message;"
                grep -q -e "hint: it is for --${2%% *}" "$tmp/err" || wrong="$wrong $m: no hint;"
            fi
        fi
    done
    is "$1" '' "$wrong"
}

takes --errors 'text peek' 'diff info'
takes --by=line 'diff leaks gate threads sizes churn' malloc-stats
takes --show-stacks 'diff leaks'
takes --max-growth=1B gate
takes --max-total=1B gate
takes --site=nothing gate
takes --min-bytes=1GiB gate
takes --nodecount=1 'text tree dot svg pdf png diff threads sizes churn' 'peek leaks malloc-stats'
takes --nodefraction=.5 'tree dot svg pdf png'
takes --edgefraction=.9 'dot svg pdf png'
takes --maxdegree=1 'dot svg pdf png'
takes --heapcheck 'dot svg pdf png'
takes --dpi=50 png
takes --scale=2 'svg pdf png'
takes --bottom-up 'tree flame'
takes --inverted flame
takes --flame-metric=inuse_objects flame
takes --cum text

# refuses MODE OPTION MESSAGE
refuses() {
    mode "$1" "$2"
    is "$2 with --$1: status" 2 "$status"
    has "$2 with --$1: message" "$tmp/err" "$3"
}
for m in diff leaks gate threads sizes churn malloc-stats; do
    refuses $m --files "--files has no use with --$m"
    refuses $m --drop_negative "--drop_negative has no use with --$m"
done
for option in --alloc_space --focus=x --thread=1 --show_bytes; do
    refuses info $option "${option%=*} has no use with --info"
done
for m in flame html pprof speedscope gate churn; do
    refuses $m --show_bytes "--show_bytes has no use with --$m"
done
for m in pprof weblist; do
    for option in --lines --files --addresses; do
        refuses $m $option "$option has no use with --$m"
    done
done
for option in --series=x --tag=a=b --taken=2026-01-01; do
    refuses text $option "${option%%=*} has no use without --db"
done
refuses leaks --time=2026-11-01 '--time with a date means --taken'
refuses tree --drop_negative '--drop_negative has no use without --base'
refuses text --one-process '--one-process has no use without --errors'
run --errors --one-process relayd relayd.02.heap
has '--one-process and one dump' "$tmp/err" '--one-process needs one dump and one --base, or a series'
# Where dumps are only stored there is no report to shape.
for option in --errors --focus=x --cum --lines --format=json --nodecount=3 --alloc_space; do
    run --db="$tmp/import.db" $option relayd relayd.02.heap
    is "$option and an import: status" 2 "$status"
    has "$option and an import: message" "$tmp/err" "${option%=*} has no use where dumps are only stored"
done
[ ! -e "$tmp/import.db" ]
result $? 'nothing was stored'
run --db="$tmp/import.db" --names=full --rules=/dev/null relayd relayd.02.heap
is 'an import: status' 0 "$status"
mode tree --noerrors
is 'a switch that is turned off is no wish' 0 "$status"
finish
