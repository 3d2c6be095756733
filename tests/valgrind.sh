#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The program over every dump of the corpus under valgrind: no invalid access, no value that was
# never set, no memory lost. `make check-valgrind`; with VALGRIND_QUICK=1 one dump of each kind.
set -u
tests=0
failed=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-valgrind.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT

# watch NAME ARGUMENTS...: a refused file is as good as a report; status 99 is valgrind's
watch() {
    name=$1
    shift
    tests=$((tests + 1))
    valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        --trace-children=yes --log-file="$tmp/log.%p" "$JEPROF_C" -q "$@" >"$tmp/out" 2>"$tmp/err"
    if [ $? -ge 99 ] || cat "$tmp"/log.* | grep -q .; then
        echo "not ok $tests - $name"
        cat "$tmp"/log.* | sed 's/^/# /' | head -60
        failed=$((failed + 1))
    else
        echo "ok $tests - $name"
    fi
    rm -f "$tmp"/log.*
}

command -v valgrind >/dev/null || {
    echo '1..0 # SKIP no valgrind'
    exit 0
}
for dump in "$CORPUS"/*/*.heap; do
    variant=${dump%/*}
    for program in "$variant"/relayd "$variant"/orderbook "$variant"/metacache "$CORPUS/c-gcc5-pie/relayd"; do
        [ ! -f "$program" ] || break
    done
    case ${VALGRIND_QUICK:+quick}:${dump#"$CORPUS/"} in
    quick:c-gcc5-pie/* | quick:c-gz/relayd.01.heap | quick:gperf/sample.heap | :*) ;;
    *) continue ;;
    esac
    watch "${dump#"$CORPUS/"} --text" --text --lib_prefix="$CORPUS" "$program" "$dump"
    watch "${dump#"$CORPUS/"} --cum --lines --alloc_space" \
        --text --cum --lines --alloc_space --lib_prefix="$CORPUS" "$program" "$dump"
done
echo "1..$tests"
echo "$((tests - failed)) passed, $failed failed"
[ $failed -eq 0 ]
