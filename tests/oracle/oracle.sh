# shellcheck shell=sh disable=SC2034,SC2154
# SPDX-License-Identifier: BSD-2-Clause
# Compares --text --names=jeprof with what the Perl script printed, for every recorded
# report of the variants named in $variants. To be sourced by a test, which also sets $group, the
# name of the file that tells listed.sh which lines were needed. Speaks TAP.
#
# Set ORACLE_KEEP=FOLDER to keep our reports there as <variant>/<dump>.<mode>.
set -u
here=$top_srcdir/tests/oracle
tmp=$(mktemp -d "${TMPDIR:-/tmp}/jp-oracle.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
tests=0
used=used.$$
: >"$used"

# Frames in libc, libstdc++ and ld.so have names only on a machine with the same files as those that
# the recordings were made with (SYSTEM.tsv), and libc6-dbg. There, reports with lines, files and
# addresses are compared with them. In all others, which costs a third of the time, and everywhere on
# other machines, such frames are unknown on both sides: the maps of the dumps are made to point
# nowhere, and rows about such frames are left out. (Frames in a malloc library are dropped by its
# name.) ORACLE_SYSTEM=all compares all reports with them, ORACLE_SYSTEM=none does none.
same_system() {
    [ "${ORACLE_SYSTEM:-}" != none ] && command -v readelf >/dev/null || return 1
    sed '1d; /malloc/d' "$top_srcdir/corpus/SYSTEM.tsv" >"$tmp/system"
    while read -r path package version id; do
        [ "$(readelf -n "$path" 2>/dev/null | sed -n 's/.*Build ID: //p')" = "$id" ] || return 1
        case $path in
        */libc.so.6)
            rest=${id#??}
            [ -f "/usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug" ] || return 1
            ;;
        esac
    done <"$tmp/system"
}
: >"$tmp/nothing"
sed '1d; /malloc/d; s/	.*//' "$top_srcdir/corpus/SYSTEM.tsv" >"$tmp/libraries"
awk -f "$here/system.awk" "$tmp/libraries" "$CORPUS"/*/*.heap "$CORPUS"/*/oracle/*.raw | sort -u >"$tmp/unknown"
named=
if same_system; then
    named='*.text-lines *.text-files *.text-addresses'
    [ "${ORACLE_SYSTEM:-}" != all ] || named='*'
else
    echo '# system libraries differ from SYSTEM.tsv or have no debug symbols: unknown on both sides'
fi

# has_system RECORDING: is it compared with names of system libraries?
has_system() {
    set -f
    for glob in $named; do
        # shellcheck disable=SC2254
        case $1 in $glob)
            set +f
            return 0
            ;;
        esac
    done
    set +f
    return 1
}

# The dumps of a variant with maps that point nowhere.
move_system() {
    mkdir -p "$tmp/moved/$1"
    for dump in "$CORPUS/$1"/*.heap; do
        sed 's, /usr/lib/x86_64-linux-gnu/, /not-here/,' "$dump" >"$tmp/moved/$1/${dump##*/}"
    done
}

# options MODE VARIANT: the options of a recorded mode, as in corpus/oracle.sh
options() {
    case $2 in
    c-gcc5-pie) one='store_|codec' two='append|grow' ;;
    cpp-gcc5-pie) one='Engine|Lru' two=submit ;;
    *) one='metacache::' two='parse|render' ;;
    esac
    case $1 in
    text) ;;
    text-lines) echo --lines ;;
    text-files) echo --files ;;
    text-addresses) echo --addresses ;;
    text-bytes) echo --show_bytes ;;
    text-inuse-objects) echo --inuse_objects ;;
    text-alloc-objects) echo --alloc_objects ;;
    text-alloc-bytes) echo --show_bytes --alloc_space ;;
    text-cum-alloc-bytes) echo --cum --alloc_space --show_bytes ;;
    text-cum-objects) echo --cum --inuse_objects ;;
    text-dropneg) echo --show_bytes --drop_negative ;;
    focus) echo --show_bytes --focus="$one" ;;
    ignore) echo --show_bytes --ignore="$one" ;;
    focus-ignore) echo --show_bytes --focus="$one" --ignore="$two" ;;
    retain) echo --show_bytes --retain="$one|$two" ;;
    exclude) echo --show_bytes --exclude="$one" ;;
    thread-all) echo --show_bytes '--thread=*' ;;
    thread-[0-9]) echo --show_bytes --thread="${1#thread-}" ;;
    *) return 1 ;;
    esac
}

program() { # program VARIANT DUMP
    for p in relayd orderbook metacache; do
        [ ! -x "$CORPUS/$1/$p" ] || program=$p
    done
    case $1/$2 in
    gperf/sample.heap | gperf/growth.heap) program=tcsample ;;
    handmade/*) program=../c-gcc5-pie/relayd ;;
    esac
}

# sibling VARIANT: the variant whose recordings are right for this one, itself if none is listed
sibling() {
    awk -F'\t' -v variant="$1" '$2 == "sibling" && $3 == variant { variant = $5 } END { print variant }' \
        "$here/differences.tsv"
}

# told KIND: is it listed that there is nothing to compare, because one side says nothing at all?
told() {
    awk -F'\t' -v kind="$1" -v variant="$variant" '$2 == kind && $3 == variant { print $4 }' \
        "$here/differences.tsv" | tr ' ' '\n' | while read -r glob; do
        # shellcheck disable=SC2254
        case $recording in $glob) echo yes ;; esac
    done | grep -q yes
}

compare() { # compare VARIANT RECORDING OPTION... DUMP...
    variant=$1 recording=$2
    shift 2
    tests=$((tests + 1))
    dumps=$tmp/moved unknown=$tmp/unknown
    ! has_system "$recording" || dumps=$CORPUS unknown=$tmp/nothing
    (cd "$dumps/$variant" && "$JEPROF_C" -q --text --names=jeprof --lib_prefix="$CORPUS/$variant" \
        "$CORPUS/$variant/$program" "$@") >"$tmp/ours" 2>"$tmp/err"
    status=$?
    if [ -n "${ORACLE_KEEP:-}" ]; then
        mkdir -p "$ORACLE_KEEP/$variant"
        cp "$tmp/ours" "$ORACLE_KEEP/$variant/$recording"
    fi
    theirs=$CORPUS/$(sibling "$variant")/oracle/$recording
    if [ $status -ne 0 ] && [ ! -s "$theirs" ] && told refuse; then
        echo "ok $tests - $variant $recording: listed: refused"
    elif [ $status -eq 0 ] && [ ! -s "$theirs" ] && [ -s "$tmp/ours" ] && told silent; then
        echo "ok $tests - $variant $recording: listed: they say nothing"
    elif [ $status -ne 0 ]; then
        echo "not ok $tests - $variant $recording: exit status $status"
        sed 's/^/# /' "$tmp/err"
    elif awk -f "$here/compare.awk" -v variant="$variant" -v recording="$recording" -v used="$used" \
        "$here/differences.tsv" "$unknown" "$theirs" "$tmp/ours" >"$tmp/verdict"; then
        echo "ok $tests - $variant $recording: $(cat "$tmp/verdict")"
    else
        echo "not ok $tests - $variant $recording"
        sed 's/^/# /' "$tmp/verdict"
    fi
}

recorded() { # recorded VARIANT FILE: compare one recorded report
    name=${2##*/}
    # Files of system libraries cannot be told from others by their names.
    case $name in
    *.text-files) has_system "$name" || return 0 ;;
    esac
    case $name in
    sum2.text-bytes | sum3.text-bytes)
        case $1 in
        c-aslr) several='run1.01.heap run2.01.heap' ;;
        c-fork) several='relayd.02.heap relayd.child.02.heap' ;;
        *) several='metacache.1001.1.i1.heap metacache.1001.2.i2.heap metacache.1001.3.i3.heap' ;;
        esac
        program "$1" ''
        # shellcheck disable=SC2086
        compare "$1" "$name" --show_bytes $several
        return
        ;;
    *.heap.*) ;;
    *) return ;;
    esac
    dump=${name%%.heap.*}.heap
    mode=${name#"$dump".}
    base=
    case $mode in
    base-*)
        mode=${mode#base-}
        base=${mode%%.heap.*}.heap
        mode=${mode#"$base".}
        ;;
    esac
    list=$(options "$mode" "$1") || return 0
    program "$1" "$dump"
    set -f
    # shellcheck disable=SC2086
    compare "$1" "$name" $list ${base:+--base="$base"} "$dump"
    set +f
}

for folder in $variants; do
    move_system "$folder"
    for file in "$CORPUS/$folder"/oracle/*; do
        recorded "$folder" "$file"
    done
done
# What tests/oracle/listed.sh looks at.
[ "$named" = '*' ] && mv "$used" "tests/oracle/used-$group" || rm -f "$used"
echo "1..$tests"
