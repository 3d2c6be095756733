#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --info: for each module the file, what its names came from, what is missing and what to do.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

# row VARIANT PROGRAM MODULE COLUMN...: cells of the module whose path ends in MODULE.
row() {
    variant=$1 program=$2 module=$3
    shift 3
    run -q --info --format=tsv "$CORPUS/$variant/$program" "$CORPUS/$variant/$dump"
    awk -F '\t' -v module="$module" -v wanted="$*" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(wanted, names, " ") }
        NR > 1 && $1 ~ module "$" { for (i = 1; i <= n; i++) printf "%s%s", $at[names[i]], i < n ? "|" : "\n" }
    ' "$tmp/out"
}

# What the names of the program itself come from, by the way it was built.
dump=relayd.02.heap
is 'with debug information' 'DWARF with inlined calls' "$(row c-gcc5-pie relayd /relayd names_from)"
is 'without debug information' '.symtab|0|there is no debug information: no lines and no inlined frames' \
    "$(row c-nodebug relayd /relayd names_from lined missing)"
is 'stripped' 'none|0|the file has no symbols (stripped) and no debug file was found' \
    "$(row c-stripped relayd /relayd names_from named missing)"
is 'debug file by its link' "$CORPUS/c-debuglink/.debug/relayd.debug" \
    "$(row c-debuglink relayd /relayd debug_file)"
is 'every address follows a call' '' "$(row c-gcc5-pie relayd /relayd judged calls | awk -F '|' '$1 != $2 || $1 == 0')"

# The build-id as readelf reads it.
if command -v readelf >/dev/null; then
    is 'build-id' "$(readelf -n "$CORPUS/c-gcc5-pie/libstore.so" | sed -n 's/.*Build ID: //p')" \
        "$(row c-gcc5-pie relayd /libstore.so build_id)"
else
    skip 'readelf is not installed'
fi

# The share of a library is what --focus keeps of it: its functions in the stacks, each stack once.
run -q --text --show_bytes --inuse_space "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/$dump"
total=$(sed -n 's/^Total: \([0-9]*\) B$/\1/p' "$tmp/out")
is 'bytes of the program: cumulative value of main' \
    "$(awk '$6 == "main" { print $4 }' "$tmp/out")" "$(row c-gcc5-pie relayd /relayd bytes)"
is 'bytes of the allocator: all of them' "$total" \
    "$(row c-gcc5-pie relayd /libjemalloc.so.2 bytes)"

# The sampling error of the total, from the counters by the formulas of doc/sampling.md.
expected=$(awk '
    /^heap_v2\// { sub("heap_v2/", ""); period = $1 }
    $1 == "t*:" && stack && $2 + 0 { n = $2 + 0; s = $3 / n; k = 1 / (1 - exp(-s / period)) 
        sum += n * s * k; variance += s * s * k * (k - 1) * n; count += n }
    { stack = $1 == "@" || (stack && $1 ~ /^t/) }
    END { printf "%d %.4f %d", sum, sqrt(variance) / sum, count }
' "$CORPUS/c-gcc5-pie/$dump")
if command -v jq >/dev/null; then
    run -q --info --format=json "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/$dump"
    is 'live bytes, their error, recorded objects' "$expected" \
        "$(jq -r '"\(.live) \(.live_error * 10000 | round / 10000) \(.recorded)"' "$tmp/out")"
else
    skip 'jq is not installed'
fi

# The program, libraries by their bytes, the allocator.
run -q --info --format=tsv "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/$dump"
is 'the program is the first' relayd "$(awk -F '\t' 'NR == 2 { sub(".*/", "", $1); print $1 }' "$tmp/out")"
is 'the allocator is the last' libjemalloc.so.2 \
    "$(awk -F '\t' 'END { sub(".*/", "", $1); print $1 }' "$tmp/out")"
is 'the others by their bytes' '' "$(sed '1,2d; $d' "$tmp/out" | cut -f 2 | sort -rnc 2>&1)"
run -q --info "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/$dump"
lacks 'names are there: no verdict' "$tmp/out" 'code without names'

# What to do, in words.
run -q --info "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/$dump"
is 'stripped: the verdict is the first line' "$(printf '%s' '100.0 % of the bytes pass through code ' \
    'without names, most of it in /tmp/jpc-corpus/c-stripped/relayd: the file has no symbols (stripped) ' \
    'and no debug file was found')" "$(sed 1q "$tmp/out")"
has 'stripped: give the file before strip' "$tmp/out" 'as it was before strip'
# Of the 5 addresses in libcodec.so.1 three lie in functions that "nm -D" lists.
part='has exported functions only (stripped) and no debug file was found'
has 'exported names only: which part is missing' "$tmp/out" "  no names   2 of 5: the file $part"
run -v --text "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/$dump"
has 'exported names only: told so' "$tmp/err" 'note: no names for 2 of 5 locations in /tmp/jpc-corpus/c-stripped/libcodec.so.1, 0.0 % of the bytes pass through them: the file has'
run -q --info "$CORPUS/c-nodebug/relayd" "$CORPUS/c-nodebug/$dump"
has 'no debug information: the flag' "$tmp/out" 'compile with -g'
run -q --info "$CORPUS/handmade/maps-missing-file.heap"
has 'a missing file: where to copy it' "$tmp/out" '--sysroot=FOLDER'
lacks 'a missing file: no places' "$tmp/out" 'No such file'
has 'a missing file: how many places, and how to see them' "$tmp/out" ' places, -v lists them'
run -v --info "$CORPUS/handmade/maps-missing-file.heap"
has 'a missing file: -v lists what was tried' "$tmp/out" 'No such file'

# A file that lies where it is looked for and is the wrong one: said without -v, by its build-ids.
mkdir -p "$tmp/link/.debug"
cp "$CORPUS/c-debuglink/relayd" "$tmp/link/"
cp "$CORPUS/c-gcc5-pie/relayd" "$tmp/link/.debug/relayd.debug"
run -q --info "$tmp/link/relayd" "$CORPUS/c-debuglink/$dump"
has 'a debug file of another build: it is named' "$tmp/out" \
    "refused    $tmp/link/.debug/relayd.debug: of another build: its build-id is "
has 'a debug file of another build: the other places are counted' "$tmp/out" ' places, -v lists them'
lacks 'a debug file of another build: where nothing was is not listed' "$tmp/out" 'No such file'

mkdir "$tmp/other"
cp "$CORPUS/c-O0/relayd" "$tmp/other/relayd"
away_dump "$CORPUS/c-gcc5-pie/$dump" "$tmp/dump"
run -q --info "$tmp/other/relayd" "$tmp/dump"
has 'another build is refused' "$tmp/out" 'another build'

# Warnings say what to do about a program, and once where to read on.
run "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/$dump"
has 'a stripped program: the advice of the warning' "$tmp/err" \
    'give the file as it was before strip, of the same build'
is 'a stripped program: no package has its symbols' '' "$(grep '/relayd.*install its' "$tmp/err")"
is '--info is named once' 1 "$(grep -c -e '(--info tells more)$' "$tmp/err")"

# A note of what has no lines says how much it is, as --info does.
run -q --info "$CORPUS/c-static/relayd" "$CORPUS/c-static/$dump"
part=$(sed -n 's/^  no lines  *\([0-9]* of [0-9]*\): .*/\1/p' "$tmp/out" | head -1)
run -v "$CORPUS/c-static/relayd" "$CORPUS/c-static/$dump"
has 'lines of a part: the note' "$tmp/err" \
    "/relayd: no lines for $part locations: code without debug information was linked in"
lacks 'lines of a part: there is some' "$tmp/err" 'there is no debug information'

# The functions of split debug information lie in files of their own.
cp -r "$CORPUS/c-splitdwarf" "$tmp/split"
is 'split: with its files' 'DWARF with inlined calls' "$(row c-splitdwarf relayd /relayd names_from)"
rm -rf "$tmp/split/obj"
away "$tmp/split"
run -q --info "$tmp/split/relayd" "$tmp/split/$dump"
has 'split: without them lines remain' "$tmp/out" 'DWARF lines only'
has 'split: how many lack what' "$tmp/out" 'no inlines 11 of 11: the split debug file'
has 'split: what to copy' "$tmp/out" 'copy the .dwo files'

# Each other reason, with what to do about it. advice VARIANT PATH FILE: what --info says of a dump that
# has relayd of the variant at PATH, when FILE is found there.
advice() {
    rm -rf "$tmp/root"
    mkdir -p "$tmp/root${2%/*}"
    cp "$3" "$tmp/root$2"
    sed "s#$built/$1/relayd\$#$2#" "$CORPUS/$1/$dump" >"$tmp/dump"
    away "$tmp/root" "$tmp/dump"
    run -q --info --sysroot="$tmp/root" "$tmp/dump"
    awk -v path="$2" '$1 == path { on = 1 } on && NF == 0 { exit } on' "$tmp/out" >"$tmp/about"
}
advice c-stripped /opt/app/relayd "$CORPUS/c-stripped/relayd"
has 'stripped: the next build' "$tmp/about" 'link without -s (Rust: no strip = true'
has 'stripped: where its debug file goes' "$tmp/about" 'or put its debug file at /usr/lib/debug/.build-id/'
advice c-stripped /usr/bin/relayd "$CORPUS/c-stripped/relayd"
has 'stripped, of a package: which one' "$tmp/about" 'PACKAGE-dbgsym, where "dpkg -S /usr/bin/relayd"'
has 'stripped, of a package: elsewhere' "$tmp/about" 'dnf debuginfo-install /usr/bin/relayd'
advice c-stripped /usr/lib/libc.so.6 "$CORPUS/c-stripped/relayd"
has 'stripped, the C library' "$tmp/about" 'libc6-dbg'
advice c-nodebug /usr/bin/relayd "$CORPUS/c-nodebug/relayd"
has 'no debug information, of a package' "$tmp/about" 'PACKAGE-dbgsym'
advice c-nodebug /opt/app/relayd "$CORPUS/c-nodebug/relayd"
has 'no debug information: Rust' "$tmp/about" 'debug = "line-tables-only" in [profile.release]'
advice c-nodebug /opt/app/relayd "$top_srcdir/README.md"
has 'no ELF file: why' "$tmp/about" 'the file is not an ELF program or library'
has 'no ELF file: what to do' "$tmp/about" 'copy it from the machine where the dump was taken to FOLDER/opt/app/relayd'
head -c 3000 "$CORPUS/c-nodebug/relayd" >"$tmp/half"
advice c-nodebug /opt/app/relayd "$tmp/half"
has 'half a file: why' "$tmp/about" 'the file is damaged'
has 'half a file: what to do' "$tmp/about" 'copy it from the machine where the dump was taken'
advice c-splitdwarf /opt/app/relayd "$CORPUS/c-splitdwarf/relayd"
has 'no split debug file: its name' "$tmp/about" 'or relayd.dwp, beside relayd'
if command -v objcopy >/dev/null; then
    # The first unit has version 0: nobody reads that.
    objcopy -O binary --only-section=.debug_info --set-section-flags .debug_info=alloc \
        "$CORPUS/c-gcc5-pie/relayd" "$tmp/info"
    { head -c 4 "$tmp/info"; printf '\0\0'; tail -c +7 "$tmp/info"; } >"$tmp/bad"
    objcopy --update-section .debug_info="$tmp/bad" "$CORPUS/c-gcc5-pie/relayd" "$tmp/odd"
    advice c-gcc5-pie /opt/app/relayd "$tmp/odd"
    has 'damaged debug information: why' "$tmp/about" 'the debug information could not be read'
    has 'damaged debug information: what to do' "$tmp/about" 'try --symbolizer=libdwarf'
else
    skip 'objcopy is not installed'
fi
run -q --info "$CORPUS/handmade/vdso.heap"
has 'no file: what to do' "$tmp/out" 'give that with --perf-map'
run -q --info "$CORPUS/handmade/unmapped-addresses.heap"
has 'no mapping: what to do' "$tmp/out" 'give an earlier dump of the same process as well'
run -q --info "$CORPUS/handmade/no-maps.heap"
lacks 'no map: nothing was unloaded' "$tmp/out" 'unloaded'
has 'no map: what to do' "$tmp/out" 'the dump has no memory map, which stands at its end: copy it again'
away_dump "$CORPUS/c-gcc5-pie/relayd.02.heap" "$tmp/dump"
run -q --info "$tmp/dump"
is 'no program: name it, and no other file' 1 "$(grep -c 'or name it in front of the dump, as the program' "$tmp/out")"

# --info does not send readers to itself.
run --info "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/$dump"
has '--info warns as well' "$tmp/err" 'no names in'
lacks '--info does not name itself' "$tmp/err" '--info'

# Stacks that the unwinder could not finish.
run -q --info "$CORPUS/handmade/empty-stack.heap"
has 'stacks without a frame' "$tmp/out" 'have no frame at all'
has 'stacks without a frame: why' "$tmp/out" 'have no frame at all: the unwinder failed'
# A stack lost to a damaged line is no fault of the unwinder, from a store as from the file.
run --info "$CORPUS/handmade/damaged-stack-line.heap"
has 'a damaged line: why there is no frame' "$tmp/out" 'have no frame at all: lines of the dump are damaged'
lacks 'a damaged line: not the unwinder' "$tmp/out" 'unwinder'
lacks 'a damaged line: no warning of the unwinder' "$tmp/err" 'unwinder'
has 'a damaged line: the warning' "$tmp/err" 'of the bytes have no stack: the lines that had it are damaged'
cp "$tmp/out" "$tmp/file"
run -q --db="$tmp/damaged.db" "$CORPUS/handmade/damaged-stack-line.heap"
run --info --db="$tmp/damaged.db" @1
is 'a damaged line, from a store: the same' "$(cat "$tmp/file")" "$(cat "$tmp/out")"
has 'a damaged line, from a store: the warning' "$tmp/err" 'of the bytes have no stack: the lines that had it are damaged'
lacks 'a damaged line, from a store: no warning of the unwinder' "$tmp/err" 'unwinder'
sed 's/^\(@ [^ ]* [^ ]* [^ ]* [^ ]*\) .*/\1/' "$CORPUS/c-gcc5-pie/$dump" >"$tmp/dump"
run -q --info "$CORPUS/c-gcc5-pie/relayd" "$tmp/dump"
has 'stacks that break off' "$tmp/out" 'of the bytes have stacks that break off before the start of their thread'
has 'stacks that break off: the flags' "$tmp/out" 'fno-omit-frame-pointer; Rust: -C force-frame-pointers=yes'
run -q --info "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/$dump"
lacks 'whole stacks' "$tmp/out" 'break off'
run -q --info "$CORPUS/c-deep/relayd" "$CORPUS/c-deep/r300.01.heap"
has 'stacks of the largest depth' "$tmp/out" "cut at 128 frames, jemalloc's limit"
finish
