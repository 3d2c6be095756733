# shellcheck shell=sh disable=SC2034
# SPDX-License-Identifier: BSD-2-Clause
# What the command line tests share; to be sourced. Speaks TAP.
#
#   run ARGS...          runs the program: $status, and the files $tmp/out and $tmp/err
#   is NAME WANT GOT     one test: equal texts
#   has NAME FILE TEXT   one test: FILE has a line that contains TEXT
#   lacks NAME FILE TEXT one test: it has none
#   away FILE...         these copies of dumps and programs, or folders of them, name $away instead of
#                        $built, where the corpus was built and may have been built again
#                        (compressed sections keep it)
#   away_dump DUMP COPY  a copy of that kind
#   without_leak_check   LeakSanitizer stays off, as it takes longer than a short report; for many runs of
#                        what other tests run, too
#   finish               the plan; the last line of a test
set -u
# A compiler cache may hand out what was built in another folder, with that folder's name in it.
CCACHE_DISABLE=1
export CCACHE_DISABLE
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-cli.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
# As long as the other, so that it fits into strings of programs; nothing makes the first of its folders.
built=/tmp/jpc-corpus
away=/nonexistent/jp
tests=0
status=0

run() {
    "$JEPROF_C" "$@" >"$tmp/out" 2>"$tmp/err"
    status=$?
}

result() {
    tests=$((tests + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tests - $2"
    else
        echo "not ok $tests - $2"
    fi
}

is() {
    [ "$2" = "$3" ]
    result $? "$1"
    [ "$2" = "$3" ] || printf 'want: %s\ngot:  %s\n' "$2" "$3" |
        sed 's/^/# /' | cut -c 1-300 | head -20
}

has() {
    if grep -qF -e "$3" "$2"; then
        result 0 "$1"
    else
        result 1 "$1"
        echo "# no line with: $3"
        sed 's/^/# /' "$2" | head -20
    fi
}

lacks() {
    ! grep -qF -e "$3" "$2"
    result $? "$1"
}

away() {
    find "$@" -type f -exec env LC_ALL=C sed -i "s,$built,$away,g" {} +
}

away_dump() {
    sed "s,$built,$away,g" "$1" >"$2"
}

without_leak_check() {
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
    export ASAN_OPTIONS
}

skip() {
    tests=$((tests + 1))
    echo "ok $tests # SKIP $1"
}

finish() {
    echo "1..$tests"
    exit 0
}
