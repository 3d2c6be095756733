# shellcheck shell=sh disable=SC2034,SC2154
# SPDX-License-Identifier: BSD-2-Clause
# Dumps for programs that never ran; to be sourced after tap.sh.
tool=$top_builddir/tests/tools/jp_object_dump

# dump_of FILE: a dump with one object for each address behind a call in FILE, mapped as /opt/program.
dump_of() {
    "$tool" segments "$1" >"$tmp/segments"
    awk "$hex"'$5 == "E" { for (i = 0; i < hex($3); i++) printf "%x\n", hex($2) + i }' "$tmp/segments" |
        "$tool" calls "$1" | awk "$hex"'
        BEGIN { print "heap_v2/1" }
        $2 == "call" { list[++n] = sprintf("%x", base + hex($1)) }
        END { printf "  t*: %d: %d [0: 0]\n", n, n * (n + 1) / 2
            for (i = 1; i <= n; i++) printf "@ 0x%s\n  t*: 1: %d [0: 0]\n", list[i], i
            print "\nMAPPED_LIBRARIES:" }'
    awk "$hex"'{ start = hex($2) - hex($2) % 4096; offset = hex($1) - hex($1) % 4096
        end = hex($2) + hex($3); end += (4096 - end % 4096) % 4096
        printf "%x-%x r-%sp %08x 08:01 7 /opt/program\n", base + start, base + end,
            $5 == "E" ? "x" : "-", offset }' "$tmp/segments"
}
hex='function hex(text,    i, value) { sub(/^0x/, "", text)
        for (i = 1; i <= length(text); i++)
            value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
        return value + 0 }
    BEGIN { base = 268435456 } ' # 0x10000000: some awks print no larger numbers as hexadecimal
