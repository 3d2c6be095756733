#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A folder of lib/ includes only what lies below it; the program includes anything of lib/, and
# lib/ nothing of the program. Also: file names are unique in the tree.
top=${top_srcdir:-.}
tests=0
failed=0

check() { # check NAME LINES: no lines, no fault
    tests=$((tests + 1))
    if [ -z "$2" ]; then
        echo "ok $tests - $1"
    else
        failed=1
        echo "not ok $tests - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

allowed() {
    case $1 in
    base) echo 'base' ;;
    read) echo 'base read' ;;
    symbol) echo 'base symbol' ;;
    profile) echo 'base read symbol profile' ;;
    analyze) echo 'base profile analyze' ;;
    report) echo 'base profile analyze report' ;;
    draw) echo 'base profile analyze report draw' ;;
    store) echo 'base read symbol profile store' ;;
    api) echo 'base read symbol profile analyze report draw api' ;;
    esac
}

# The folder that owns a header; generated ones are in the build tree.
owner() {
    [ "$1" != jeprof-c.h ] || echo api
    for header in "$top"/lib/*/"$1" "$top/src/$1" "${top_builddir:-.}"/lib/*/"$1"; do
        if [ -f "$header" ]; then
            basename "$(dirname "$header")"
            return
        fi
    done
}

for folder in "$top"/lib/*/; do
    folder=$(basename "$folder")
    may=$(allowed "$folder")
    [ -n "$may" ] || { check "lib/$folder has a row in check-layers.sh" "lib/$folder"; continue; }
    faults=$(grep -n '^#include "' "$top/lib/$folder"/*.[ch] 2>/dev/null |
        sed 's/^\(.*\):#include "\([^"]*\)".*/\1 \2/' | while read -r where header; do
        [ "$header" = config.h ] && continue
        from=$(owner "$header")
        case " $may " in
        *" ${from:-nobody} "*) ;;
        *) echo "$where: $header belongs to ${from:-no folder}" ;;
        esac
    done)
    check "lib/$folder includes only: $may" "$faults"
done

check 'file names are unique' "$(find "$top/lib" "$top/src" "$top/tests" -name '*.[ch]' |
    sed 's,.*/,,' | sort | uniq -d)"
echo "1..$tests"
exit $failed
