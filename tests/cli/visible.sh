#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Names and paths may hold anything. Whatever the mode, neither stream carries what a terminal acts
# on, or marks that make a name read as another one.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
defs=$top_srcdir/src/jp_modes.def

# Escape, delete, U+009B, the same as one byte, and a right-to-left override; then what they become.
evil=$(printf 'a\033[31mb\177c\302\233d\233e\342\200\256f')
shown='a\x1b[31mb\x7fc\u009bd\x9be\u202ef'
bytes='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]'
bytes="$bytes|(?<![\\x80-\\xff])[\\x80-\\x9f]"
echo x | grep -qP x 2>/dev/null || { skip 'this grep has no -P'; finish; }

{
    printf -- '--- symbol\nbinary=/bin/%s\n' "$evil"
    printf '0x0000000000001000 leaf::%s()\n0x0000000000002000 root %s\n' "$evil" "$evil"
    printf -- '---\n--- heap\nheap profile: 1: 4096 [1: 4096] @ heapprofile\n'
    printf '1: 4096 [1: 4096] @ 0x1000 0x2001\n\nMAPPED_LIBRARIES:\n'
    printf '00001000-00003000 r-xp 00000000 00:00 1 /lib/%s.so\n' "$evil"
} >"$tmp/named$evil.heap"
{
    printf 'heap_v2/1\n  t*: 1: 4096 [0: 0]\n@ 0x1000 0x2001\n  t*: 1: 4096 [0: 0]\n  t1: 1: 4096 [0: 0] %s\n' "$evil"
    printf 'a line of no known kind %s\n\nMAPPED_LIBRARIES:\n' "$evil"
    printf '00001000-00003000 r-xp 00000000 00:00 1 /lib/%s.so\n' "$evil"
} >"$tmp/bare$evil.heap"
printf '0x1000\n00001000-00003000 r-xp 00000000 00:00 1 /lib/%s.so\n' "$evil" >"$tmp/questions"

for part in 1 7 9 12 14; do
    printf '%s\n' "$evil" | cut -b "$part"- | LC_ALL=C grep -qaP "$bytes"
    result $? "what must not come out is noticed from byte $part on"
done

# clean NAME: what run left behind.
clean() {
    found=$(LC_ALL=C grep -naP "$bytes" "$tmp/out" "$tmp/err" | head -3 | od -An -c | head -20)
    is "$1" '' "$found"
}

# Pictures, packed files, and modes that start a viewer are no text.
sed -n 's/^JP_MODE([A-Z_0-9]*, "\([a-z-]*\)", \([A-Z]*\),.*\(true\|false\),.*/\1 \2 \3/p' "$defs" |
    grep -vE '^(pprof|png|pdf|ps|web|gv|evince) ' >"$tmp/modes"
all_formats=$(sed -n 's/^JP_OPTION(FORMAT, .*WORD.*"\(text|[a-z|]*\)".*/\1/p' "$top_srcdir/src/jp_options.def" | tr '|' ' ')
is 'formats are found' 'text json csv' "$(echo "$all_formats" | tr ' ' '\n' | grep -xE 'text|json|csv' | tr '\n' ' ' | sed 's/ $//')"
is 'modes are found' 1 "$(grep -c '^text SWITCH true$' "$tmp/modes")"
while read -r mode kind has_table; do
    option=--$mode
    [ "$kind" = SWITCH ] || option=--$mode=.
    formats=text
    [ "$has_table" = false ] || formats=$all_formats
    for format in $formats; do
        chosen=$option
        [ "$format" = text ] || chosen="$option --format=$format"
        for dump in "$tmp/named$evil.heap" "$tmp/bare$evil.heap"; do
            # shellcheck disable=SC2086
            run -v $chosen "$dump" <"$tmp/questions"
            clean "$chosen $(basename "$dump" .heap | cut -c1-5)"
        done
    done
done <"$tmp/modes"

for format in $all_formats; do
    run -v --gate --max-growth=1B --format="$format" "$tmp/named$evil.heap" "$tmp/bare$evil.heap"
    clean "--gate --format=$format"
    run -v --diff --format="$format" --base="$tmp/named$evil.heap" "$tmp/bare$evil.heap"
    clean "--diff --format=$format"
done

for mode in text tree peek=. traces collapsed callgrind raw; do
    run --$mode "$tmp/named$evil.heap"
    has "--$mode shows the name" "$tmp/out" "$shown"
done
run --dot "$tmp/named$evil.heap"
has '--dot shows the name' "$tmp/out" "$(echo "$shown" | sed 's/\\/\\\\/g')"
run --raw "$tmp/named$evil.heap"
cp "$tmp/out" "$tmp/raw"
run "$tmp/raw"
has 'what --raw wrote is read back' "$tmp/out" "$shown"
# A message is UTF-8, whatever it is about: a path in Latin-1, a store with a byte of another value.
latin=$(printf 'b\344r')
run "$tmp/no$latin"
has 'a path in Latin-1: shown' "$tmp/err" 'nob\xe4r: error:'
run -q --db="$tmp/damaged.db" "$tmp/named$evil.heap"
sed 's/sqlite_autoindex_file_1/sqlite\xd4autoindex\x9bfile_1/' "$tmp/damaged.db" >"$tmp/other.db"
run --db="$tmp/other.db" --text @1
is 'a damaged store: status' 3 "$status"
has 'a damaged store: what is damaged' "$tmp/err" 'sqlite\xd4autoindex\x9bfile_1'
clean 'a damaged store'
run "$tmp/no$evil"
is 'a file that is not there: status' 3 "$status"
has 'its name in the heading' "$tmp/err" "no$shown: error:"
clean 'a file that is not there'
finish
