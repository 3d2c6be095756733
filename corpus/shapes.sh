#!/bin/bash
# Builds the shapes that debug information comes in: one small program (src/cpp/shapes*.cpp, or
# src/rust/shapes.rs) per way of writing, splitting, sharing, packing and compressing it.
#
#   shapes.sh [DEST] [SHAPE-GLOB]         DEST defaults to /tmp/jpc-corpus
#
# Each shape is a folder DEST/shape-<name>/ with the file `program` and what belongs to it. DEST is
# recorded in DW_AT_comp_dir, so use the default to get the bytes that are committed. Nothing of it
# is run. Needs: g++ clang lld llvm dwz binutils rustc xz-utils.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
DEST=${1:-/tmp/jpc-corpus}
ONLY=${2:-*}
mkdir -p "$DEST"
rm -rf "$DEST/src"
cp -r "$here/src" "$DEST/src"
S=$DEST/src
cd "$S"
export LC_ALL=C CCACHE_DISABLE=1 # a compiler cache hands out what was built in another folder

want() { # want SHAPE: make the folder, or say no
    case $1 in $ONLY) ;; *) return 1 ;; esac
    echo "== $1"
    V=$DEST/shape-$1
    rm -rf "$V"
    mkdir -p "$V"
}

both='cpp/shapes.cpp cpp/shapes_part.cpp'
cpp() { # cpp COMPILER FLAGS...: the program
    # shellcheck disable=SC2086
    "$@" -std=c++17 $both -o "$V/program"
}
from() { # from SHAPE: a copy of that shape's program
    cp "$DEST/shape-$1/program" "$V/program"
}

# Versions of DWARF, 32-bit and 64-bit form, type units.
for v in 2 3 4 5; do
    want gcc-$v && cpp g++ -O2 -g -gdwarf-$v
    want clang-$v && cpp clang++ -O2 -g -gdwarf-$v
done
for v in 4 5; do
    want gcc-$v-64bit && cpp g++ -O2 -g -gdwarf-$v -gdwarf64
    want clang-$v-64bit && cpp clang++ -O2 -g -gdwarf-$v -gdwarf64
    want gcc-$v-types && cpp g++ -O2 -g -gdwarf-$v -fdebug-types-section
    want clang-$v-types && cpp clang++ -O2 -g -gdwarf-$v -fdebug-types-section
done
# How much is optimized, and how much is described.
want gcc-O0 && cpp g++ -O0 -g
want clang-O0 && cpp clang++ -O0 -g
want gcc-O3 && cpp g++ -O3 -g
want gcc-g1 && cpp g++ -O2 -g1
want clang-g1 && cpp clang++ -O2 -g1
# Functions that the linker dropped: their ranges and rows are still there.
want gcc-gc && cpp g++ -O1 -g -gdwarf-4 -ffunction-sections -Wl,--gc-sections
want lld-gc && cpp clang++ -O1 -g -ffunction-sections -fuse-ld=lld -Wl,--gc-sections
# Whole programs: abstract origins in other units, copies called .lto_priv and .llvm.
want gcc-lto && cpp g++ -O2 -g -flto
want clang-lto && cpp clang++ -O2 -g -flto -fuse-ld=lld
want clang-thinlto && cpp clang++ -O2 -g -flto=thin -fuse-ld=lld
# Other widths and byte orders; -nostdlib, so no libraries of these machines are needed.
# The second ABI of 64-bit PowerPC has symbols for code; of the first one llvm gets names wrong.
for target in i386 powerpc powerpc64 aarch64; do
    abi=
    [ $target != powerpc64 ] || abi=-mabi=elfv2
    for v in 4 5; do
        want $target-$v && cpp clang++ --target=$target-linux-gnu $abi -O2 -g -gdwarf-$v -fPIC -shared \
            -nostdlib -fuse-ld=lld
    done
done

# Split DWARF.
split() { # split COMPILER FLAGS...: shapes.dwo and shapes_part.dwo beside the program
    for unit in shapes shapes_part; do
        (cd "$V" && "$@" -std=c++17 -g -gsplit-dwarf -c "$S/cpp/$unit.cpp" -o $unit.o)
    done
    (cd "$V" && "$1" shapes.o shapes_part.o -o program && rm ./*.o)
}
for v in 4 5; do
    want gcc-$v-dwo && split g++ -O2 -gdwarf-$v
    want clang-$v-dwo && split clang++ -O2 -gdwarf-$v
    # Packages: binutils 2.40 dwp crashes on DWARF 5, llvm-dwp 14 never ends with gcc's.
    want clang-$v-llvm-dwp && { split clang++ -O2 -gdwarf-$v; (cd "$V" && llvm-dwp ./*.dwo -o program.dwp && rm ./*.dwo); }
done
want gcc-4-dwp && { split g++ -O2 -gdwarf-4; (cd "$V" && dwp ./*.dwo -o program.dwp && rm ./*.dwo); }
# One of the two .dwo files got lost.
want gcc-5-dwo-lost && { split g++ -O2 -gdwarf-5; rm "$V/shapes_part.dwo"; }
# The .dwo files lie elsewhere: a folder whose name is long enough to be replaced by any other.
want gcc-5-dwo-away && {
    away=$V/away-$(printf '%080d' 0)
    mkdir "$away"
    split g++ -O2 -gdwarf-5 -fdebug-prefix-map="$V=$away"
    mv "$V"/*.dwo "$away"
}
# rustc: one package of its own linker (thorin), or .dwo files of its units.
RUST='rustc --edition 2021 -O -g --crate-type cdylib -C panic=abort -C link-arg=-nostdlib'
export RUSTC_BOOTSTRAP=1 # -Z dwarf-version is behind it
for v in 4 5; do
    for kind in off packed unpacked; do
        # shellcheck disable=SC2086
        want rust-$v-$kind && (cd "$V" && $RUST -Z dwarf-version=$v -C codegen-units=3 -C split-debuginfo=$kind \
            "$S/rust/shapes.rs" -o program)
    done
done

# dwz: partial units in the file, in a file that two share, and that file known by its build-id only.
want dwz-4 && { cpp g++ -O2 -g -gdwarf-4; dwz "$V/program"; }
want dwz-5 && { cpp g++ -O2 -g -gdwarf-5; dwz "$V/program"; }
shared() { # shared DWZ-FLAGS -- COMPILER FLAGS...
    flags=
    while [ "$1" != -- ]; do
        flags="$flags $1"
        shift
    done
    shift
    mkdir "$V/.dwz"
    cpp "$@" -O2 -g
    # shellcheck disable=SC2086
    (cd "$V" && cp program other && objcopy --remove-section=.note.gnu.build-id other &&
        dwz $flags -m .dwz/common.debug program other && rm other)
}
want dwz-4-shared && shared -- g++ -gdwarf-4
want dwz-5-shared && shared -- g++ -gdwarf-5
want dwz-5-sup && shared --dwarf-5 -- g++ -gdwarf-5
want dwz-4-build-id && {
    shared -M gone/common.debug -- g++ -gdwarf-4
    id=$(readelf -n "$V/.dwz/common.debug" | sed -n 's/.*Build ID: //p')
    rest=${id#??}
    mkdir -p "$V/debug/.build-id/${id%"$rest"}"
    mv "$V/.dwz/common.debug" "$V/debug/.build-id/${id%"$rest"}/$rest.debug"
    rmdir "$V/.dwz"
}

# Compression.
for kind in zlib-gnu zlib-gabi zstd; do
    want gcc-$kind && { cpp g++ -O2 -g; objcopy --compress-debug-sections=$kind "$V/program"; }
done

# Symbols only: in .symtab, in .gnu_debugdata (MiniDebugInfo, by the recipe of gdb's manual), in .dynsym.
want symtab && cpp g++ -O2
want dynsym && { cpp g++ -O2 -rdynamic; strip -s "$V/program"; }
want mini && {
    cpp g++ -O2
    cd "$V"
    objcopy --only-keep-debug program mini
    objcopy -S --remove-section=.comment mini
    nm program --format=posix --defined-only | awk '$2 ~ /^[TtDd]$/ { print $1 }' | sort -u >keep
    objcopy -S --keep-symbols=keep program mini
    objcopy -S --keep-symbols=keep --only-keep-debug program mini
    xz -9 mini
    strip -s program
    objcopy --add-section .gnu_debugdata=mini.xz program
    rm mini.xz keep
    cd "$S"
}
echo "done: $(du -sch "$DEST"/shape-* | tail -1 | cut -f1) in $DEST"
