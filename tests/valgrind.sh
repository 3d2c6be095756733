#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The program over every dump of the corpus under valgrind: no invalid access, no value that was
# never set, no memory lost. `make check-valgrind`; with VALGRIND_QUICK=1 one report of one dump of each
# variant, and names from each shape of debug information, which takes a minute and not a quarter of
# an hour.
set -u
tests=0
failed=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-valgrind.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT

# watch NAME PROGRAM ARGUMENTS...: a refused file is as good as a report; status 99 is valgrind's
watch() {
    name=$1
    shift
    tests=$((tests + 1))
    valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        --trace-children=yes --log-file="$tmp/log.%p" "$@" >"$tmp/out" 2>"$tmp/err" <"$tmp/in"
    if [ $? -ge 99 ] || cat "$tmp"/log.* | grep -q .; then
        echo "not ok $tests - $name"
        cat "$tmp"/log.* | sed 's/^/# /' | head -60
        failed=$((failed + 1))
    else
        echo "ok $tests - $name"
    fi
    rm -f "$tmp"/log.*
}

# Some addresses of the code of FILE.
addresses_of() {
    "$top_builddir/tests/tools/jp_object_dump" segments "$1" | awk '
        function hex(text,    i, value) {
            for (i = 1; i <= length(text); i++)
                value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
            return value
        }
        $5 == "E" { for (i = 0; i < hex($3); i += 67) printf "0x%x\n", hex($2) + i }'
}

command -v valgrind >/dev/null || {
    echo '1..0 # SKIP no valgrind'
    exit 0
}
# Valgrind knows malloc by the library that it is in, and jeprof-c may have the C library in it.
JEPROF_C=$JEPROF_C-full
quick=${VALGRIND_QUICK:-}
: >"$tmp/in"
last=
for dump in "$CORPUS"/*/*.heap; do
    variant=${dump%/*}
    [ ! "$quick" ] || [ "$variant" != "$last" ] || continue
    last=$variant
    for program in "$variant"/relayd "$variant"/orderbook "$variant"/metacache "$CORPUS/c-gcc5-pie/relayd"; do
        [ ! -f "$program" ] || break
    done
    watch "${dump#"$CORPUS/"} --text" "$JEPROF_C" -q --text --lib_prefix="$CORPUS" "$program" "$dump"
    [ "$quick" ] || watch "${dump#"$CORPUS/"} --cum --lines --alloc_space" "$JEPROF_C" -q \
        --text --cum --lines --alloc_space --lib_prefix="$CORPUS" "$program" "$dump"
done
for file in "$CORPUS"/shape-*/program; do
    addresses_of "$file" >"$tmp/in"
    watch "${file#"$CORPUS/"}" "$top_builddir/tests/tools/jp_symbolize_dump" "$file"
done
echo "1..$tests"
echo "# PASS: $((tests - failed))"
echo "# FAIL: $failed"
[ $failed -eq 0 ]
