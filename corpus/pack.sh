#!/bin/bash
# Packs a built and recorded corpus tree into the archives that are committed here.
#
#   pack.sh TREE        TREE is what build.sh, shapes.sh, oracle.sh and pprof.py filled
#
# binaries-{c,cpp,rust,shapes}.tar.xz   programs, libraries and debug files of all variants
# recorded/<variant>.tar.xz              oracle/ oracle-5.3.0/ pprof/ gotool/ truth/ of a variant
# MANIFEST.tsv                           size and sha256 of every file in the first four
#
# The archives are the same, bit for bit, whenever the files are. Debug sections of the large
# programs (see `plain`) are stored without their zlib compression, which halves the archive;
# their sha256 as built is kept in the last column of MANIFEST.tsv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$1" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
export LC_ALL=C

plain='cpp-O0/* cpp-gcc?-*/* cpp-jestatic/* rust-[lnpruv]*/metacache'

is_plain() { # is_plain FILE: is it stored without compressed debug sections?
    local p
    set -f
    for p in $plain; do
        # shellcheck disable=SC2254
        case $1 in $p)
            set +f
            return 0
            ;;
        esac
    done
    set +f
    return 1
}

pack() { # pack ARCHIVE DIR...: relative to $stage
    local out=$1
    shift
    (cd "$stage" && tar -c --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
        --mtime=@0 --mode=u+w,go-w "$@") | xz --threads=1 --lzma2=preset=9e,dict=64MiB >"$out"
}

sha() { sha256sum <"$1" | cut -d' ' -f1; }

printf 'file\tbytes\tsha256\tsha256_as_built\n' >"$here/MANIFEST.tsv"
mkdir -p "$here/recorded"
cd "$tree"
for v in */; do
    v=${v%/}
    [ "$v" != src ] && [ "$v" != oracle ] || continue
    for r in oracle oracle-5.3.0 pprof gotool truth; do
        [ -d "$v/$r" ] || continue
        mkdir -p "$stage/recorded/$v"
        cp -r "$v/$r" "$stage/recorded/$v/"
    done
    [ -d "$stage/recorded/$v" ] || continue
    chmod -R u+w "$stage/recorded/$v"
    find "$stage/recorded/$v" -name '*.gz' -exec gzip -df {} +
    mv "$stage/recorded/$v" "$stage/$v"
    pack "$here/recorded/$v.tar.xz" "$v"
    rm -r "${stage:?}/$v"
done
for f in $(find . -type f ! -name '*.heap' ! -name '*.cpu' ! -path './src/*' ! -path './handmade/*' \
    ! -path '*/oracle*' ! -path '*/pprof/*' ! -path '*/gotool/*' ! -path '*/truth/*' -path './*/*' -printf '%P\n' | sort); do
    mkdir -p "$stage/$(dirname "$f")"
    as_built=-
    if is_plain "$f"; then
        objcopy --decompress-debug-sections "$f" "$stage/$f"
        as_built=$(sha "$f")
    else
        cp "$f" "$stage/$f"
    fi
    printf '%s\t%s\t%s\t%s\n' "$f" "$(stat -c %s "$stage/$f")" "$(sha "$stage/$f")" "$as_built" >>"$here/MANIFEST.tsv"
done
cd "$stage"
rm -rf recorded
pack "$here/binaries-c.tar.xz" c-* gperf
pack "$here/binaries-cpp.tar.xz" cpp-*
pack "$here/binaries-rust.tar.xz" rust-*
pack "$here/binaries-shapes.tar.xz" shape-*
