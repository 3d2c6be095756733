#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# libjeprof-c as it is installed: what it exports, that the header is enough, that the program of
# doc/c-api.md works with it and has the numbers of --text.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
if ! ls "$top_builddir"/lib/libjeprof-c.so.* >/dev/null 2>&1; then
    skip 'built without the library'
    finish
fi
"$MAKE" -s -C "$top_builddir" install-library DESTDIR="$tmp/root" >"$tmp/out" 2>&1
is 'it can be installed' 0 $?
header=$(find "$tmp/root" -name jeprof-c.h)
libdir=$(dirname "$(find "$tmp/root" -name libjeprof-c.so)")
is 'the link of the loader' libjeprof-c.so.0 "$(readlink "$libdir/libjeprof-c.so")"

# The public names: the header's, the map's, and those of both libraries.
sed -n 's/^JP_API .*[ *]\(jp_[a-z_]*\)(.*/\1/p' "$header" | sort >"$tmp/declared"
sed -n 's/^ *\(jp_[a-z_]*\);$/\1/p' "$top_srcdir/lib/api/jeprof-c.map" | sort >"$tmp/mapped"
is 'the map has what the header declares' "$(cat "$tmp/declared")" "$(cat "$tmp/mapped")"
[ "$(wc -l <"$tmp/declared")" -gt 20 ]
result $? 'which is enough'
if command -v nm >/dev/null; then
    nm -D --defined-only "$libdir/libjeprof-c.so" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' |
        sort >"$tmp/dynamic"
    is 'the shared library exports that, and nothing else' "$(cat "$tmp/declared")" "$(cat "$tmp/dynamic")"
    nm -g --defined-only "$libdir/libjeprof-c.a" | awk 'NF == 3 { print $3 }' | sort >"$tmp/static"
    is 'the static one as well' "$(cat "$tmp/declared")" "$(cat "$tmp/static")"
else
    skip 'no nm'
fi

# flags OPTIONS: of the compiler, as pkg-config tells them, below the folder of this installation.
flags() {
    if command -v pkg-config >/dev/null; then
        PKG_CONFIG_PATH=$libdir/pkgconfig PKG_CONFIG_SYSROOT_DIR=$tmp/root pkg-config "$@" jeprof-c
    else
        echo "-I$(dirname "$header") -L$libdir -ljeprof-c"
    fi
}

# The header alone, as strict as can be, for C and C++.
echo '#include <jeprof-c.h>' >"$tmp/alone.c"
# shellcheck disable=SC2046
$CC -std=c99 -pedantic -Wall -Wextra -Werror $(flags --cflags) -c "$tmp/alone.c" -o "$tmp/alone.o" \
    2>"$tmp/err"
is 'the header as C99' '' "$(cat "$tmp/err")"
if command -v g++ >/dev/null; then
    cp "$tmp/alone.c" "$tmp/alone.cc"
    # shellcheck disable=SC2046
    g++ -std=c++11 -pedantic -Wall -Wextra -Werror $(flags --cflags) -c "$tmp/alone.cc" -o "$tmp/alone.o" \
        2>"$tmp/err"
    is 'the header as C++' '' "$(cat "$tmp/err")"
else
    skip 'no g++'
fi

# The program of the documentation.
sed -n '/^```c$/,/^```$/p' "$top_srcdir/doc/c-api.md" | sed '1d;$d' >"$tmp/holders.c"
# shellcheck disable=SC2046
$CC -std=c99 -Wall -Wextra -Werror -o "$tmp/holders" "$tmp/holders.c" $(flags --cflags --libs) 2>"$tmp/err"
is 'the program of doc/c-api.md: no warning' '' "$(cat "$tmp/err")"
relayd=$CORPUS/c-static/relayd
LD_LIBRARY_PATH=$libdir "$tmp/holders" "$relayd" "$relayd.02.heap" >"$tmp/got" 2>"$tmp/err"
is 'it runs' 0 $?
run -q --text --show_bytes "$relayd" "$relayd.02.heap"
sed 1d "$tmp/out" | sed 's/^ *\([0-9]*\) *[0-9.]*% *[0-9.]*% *\([0-9]*\) *[0-9.]*% \(.*\)/\1 \2 \3/' >"$tmp/want"
# Whole numbers are cut there and rounded here.
grep -v '^  ' "$tmp/got" | awk '
    NR == FNR { flat[NR] = $1; cum[NR] = $2; sub(/^[^ ]* [^ ]* /, ""); name[NR] = $0; next }
    { first = $1; second = $2; sub(/^[^ ]* [^ ]* /, "")
      if ($0 != name[FNR] || first - flat[FNR] > 1 || first < flat[FNR] || second - cum[FNR] > 1 || second < cum[FNR]) print
      rows = FNR }
    END { if (rows < 10) print rows " rows" }' "$tmp/want" - >"$tmp/differences"
is 'the rows of --text' '' "$(cat "$tmp/differences")"
grep '^  ' "$tmp/got" | sed 's/^  \(.*\) (.*:[0-9]*)$/\1/' >"$tmp/stack"
run -q --collapsed --names=short "$relayd" "$relayd.02.heap"
is 'the stack that holds most: the one of --collapsed' \
    "$(awk '$NF > most { most = $NF; sub(/ [0-9]*$/, ""); stack = $0 } END { print stack }' "$tmp/out" |
        sed 's/\[inline\]//g' | tr ';' '\n' | tac)" "$(cat "$tmp/stack")"
has 'the stack that holds most: its places' "$tmp/got" '  main (/tmp/jpc-corpus/src/c/relayd.c:'
LD_LIBRARY_PATH=$libdir "$tmp/holders" "$relayd" no/such.heap >"$tmp/got" 2>"$tmp/err"
is 'a file that is not there: status' 3 $?
has 'a file that is not there: message' "$tmp/err" 'no/such.heap: cannot open: No such file or directory'

# Linked statically, which needs the libraries that it needs.
if command -v pkg-config >/dev/null; then
    mkdir "$tmp/archive"
    cp "$libdir/libjeprof-c.a" "$tmp/archive"
    # shellcheck disable=SC2046
    $CC -o "$tmp/static-holders" "$tmp/holders.c" $(flags --cflags) -L"$tmp/archive" -ljeprof-c \
        $(flags --static --libs | sed 's/-ljeprof-c//; s/-L[^ ]*//') -lpthread 2>"$tmp/err"
    is 'the static library: no warning' '' "$(cat "$tmp/err")"
    LD_LIBRARY_PATH=$libdir "$tmp/holders" "$relayd" "$relayd.02.heap" >"$tmp/want" 2>/dev/null
    "$tmp/static-holders" "$relayd" "$relayd.02.heap" >"$tmp/got" 2>/dev/null
    is 'the static library: the same' "$(cat "$tmp/want")" "$(cat "$tmp/got")"
else
    skip 'no pkg-config'
fi
finish
