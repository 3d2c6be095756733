#!/bin/bash
# Rebuilds the corpus: programs in many link and debug-info shapes, and the
# heap dumps they write.
#
#   build.sh [DEST] [VARIANT-GLOB]        DEST defaults to /tmp/jpc-corpus
#
# Every variant gets its own directory DEST/<variant>/ with the program, what it
# links, its debug files and its dumps.  DEST is recorded in the dumps'
# MAPPED_LIBRARIES and in DW_AT_comp_dir, so use the default to get the bytes
# that are committed.  Needs: gcc g++ clang lld dwz binutils rustc
# libjemalloc-dev libgoogle-perftools-dev util-linux (setarch).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
DEST=${1:-/tmp/jpc-corpus}
ONLY=${2:-*}
JE=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2
JEA=/usr/lib/x86_64-linux-gnu/libjemalloc_pic.a
mkdir -p "$DEST"
rm -rf "$DEST/src"
cp -r "$here/src" "$DEST/src"
S=$DEST/src
cd "$S"

want() { # want VARIANT: make the directory, or say no
    case $1 in $ONLY) ;; *) return 1 ;; esac
    echo "== $1"
    V=$DEST/$1
    rm -rf "$V"
    mkdir -p "$V"
}

conf() { # conf LG_SAMPLE [more]: the MALLOC_CONF string
    echo "prof:true,prof_active:true,prof_accum:true,lg_prof_sample:$1${2:+,$2}"
}

# still CMD...: same addresses on every run
still() { setarch x86_64 -R "$@"; }

c_build() { # c_build CC CFLAGS LDFLAGS
    local cc=$1 cf=$2 lf=$3 w="-Wall -Wextra"
    # shellcheck disable=SC2086
    {
        $cc $w $cf -fPIC -shared $lf c/store.c -Wl,-soname,libstore.so -o "$V/libstore.so"
        $cc $w $cf -fPIC -shared $lf c/codec.c -Wl,-soname,libcodec.so.1 -o "$V/libcodec.so.1"
        ln -s libcodec.so.1 "$V/libcodec.so"
        $cc $w $cf -fPIC -shared $lf c/plugin_stats.c -L"$V" -lcodec -Wl,-rpath,"$V" -o "$V/stats.so"
        $cc $w $cf -fPIC -shared $lf c/plugin_audit.c -o "$V/audit.plugin"
        $cc $w $cf ${PIEC:--fPIE} c/relayd.c ${PIE:--pie} $lf -L"$V" -lstore -lcodec -ldl ${JEL-$JE} -Wl,-rpath,"$V" -o "$V/relayd"
        rm "$V/libcodec.so"
    }
}
C_ELFS="relayd libstore.so libcodec.so.1 stats.so audit.plugin"

c_run() { # c_run LG_SAMPLE: two dumps, with plug-ins
    (cd "$V" && MALLOC_CONF=$(conf "$1" "${2:-}") still ./relayd 60 -p ./stats.so -p ./audit.plugin -d 30 relayd)
}

OPT='-O2 -g'
want c-gcc5-pie && { c_build gcc "$OPT -gdwarf-5" ''; c_run 12; }
want c-gcc4-nopie && { PIEC=-fno-pie PIE=-no-pie c_build gcc "$OPT -gdwarf-4" ''; c_run 12; }
want c-clang5-pie && { c_build clang "$OPT -gdwarf-5" ''; c_run 12; }
want c-clang4-nopie && { PIEC=-fno-pie PIE=-no-pie c_build clang "$OPT -gdwarf-4" ''; c_run 12; }
# lld lays segments out with .text's address different from its file offset.
want c-lld-pie && { c_build clang "$OPT -gdwarf-5" -fuse-ld=lld; c_run 12; }
want c-gz && { c_build gcc "$OPT -gdwarf-5 -gz=zlib" '-gz=zlib'; c_run 12; }
want c-O0 && { c_build gcc '-O0 -g' ''; c_run 12; }
want c-O3-lto && { JEL="-Wl,--no-as-needed $JE" c_build gcc '-O3 -g -flto=1' ''; c_run 12; }
want c-nodebug && { c_build gcc '-O2' ''; c_run 12; }
# Symbol-less: only .dynsym is left.
want c-stripped && {
    c_build gcc "$OPT" '-s'
    c_run 12
}
# Separate debug files next to the binaries, found by .gnu_debuglink.
want c-debuglink && {
    c_build gcc "$OPT" ''
    mkdir "$V/.debug"
    for e in $C_ELFS; do
        (cd "$V/.debug" && objcopy --only-keep-debug ../$e $e.debug)
        strip -s "$V/$e"
        (cd "$V/.debug" && objcopy --add-gnu-debuglink=$e.debug ../$e)
    done
    c_run 12
}
# Separate debug files found by build-id only.
want c-buildid && {
    c_build gcc "$OPT" '-Wl,--build-id'
    for e in $C_ELFS; do
        id=$(readelf -n "$V/$e" | sed -n 's/.*Build ID: //p')
        mkdir -p "$V/debug/.build-id/${id:0:2}"
        objcopy --only-keep-debug "$V/$e" "$V/debug/.build-id/${id:0:2}/${id:2}.debug"
        strip -s "$V/$e"
    done
    c_run 12
}
# dwz: shared DWARF moved to one file that all others reference.
want c-dwz && {
    c_build gcc "$OPT -gdwarf-4" ''
    mkdir -p "$V/.dwz"
    (cd "$V" && dwz -m .dwz/common.debug -M "$V/.dwz/common.debug" $C_ELFS) || echo "dwz: $?"
    c_run 12
}
# Split DWARF: .dwo files, and the same packed into .dwp.
want c-splitdwarf && {
    mkdir -p "$V/obj"
    for m in store codec plugin_stats plugin_audit relayd; do
        (cd "$V/obj" && gcc -O2 -g -gdwarf-5 -gsplit-dwarf -fPIC -c "$S/c/$m.c" -o $m.o)
    done
    (
        cd "$V/obj"
        gcc -shared store.o -Wl,-soname,libstore.so -o "$V/libstore.so"
        gcc -shared codec.o -Wl,-soname,libcodec.so.1 -o "$V/libcodec.so.1"
        ln -s libcodec.so.1 "$V/libcodec.so"
        gcc -shared plugin_stats.o -L"$V" -lcodec -Wl,-rpath,"$V" -o "$V/stats.so"
        gcc -shared plugin_audit.o -o "$V/audit.plugin"
        gcc -pie relayd.o -L"$V" -lstore -lcodec -ldl $JE -Wl,-rpath,"$V" -o "$V/relayd"
        rm "$V/libcodec.so" ./*.o
    )
    c_run 12
}
# Fully static programs; jemalloc with a prefix (see src/c/prefixed.h).
prefixed_je() { # prefixed_je PREFIX: make $V/libjem.a
    mkdir "$V/obj"
    nm -g --defined-only "$JEA" 2>/dev/null | awk -v p="$1" 'NF==3 && $2=="T" && $3 !~ /^(_Z|je_)/ {print $3, p $3}' | sort -u >"$V/obj/redefine"
    (cd "$V/obj" && ar x "$JEA" && rm -f jemalloc_cpp*.o && for o in *.o; do objcopy --redefine-syms=redefine "$o"; done && ar rcs ../libjem.a ./*.o)
    rm -r "$V/obj"
}
c_static() { # c_static FLAGS
    prefixed_je jem_
    gcc -DRELAYD_STATIC -include c/prefixed.h $OPT "$@" c/relayd.c c/store.c c/codec.c "$V/libjem.a" -lm -o "$V/relayd"
    rm "$V/libjem.a"
    (cd "$V" && MALLOC_CONF=$(conf 12) still ./relayd 60 -d 30 relayd)
}
want c-static && c_static -gz=zlib -fno-pie -static -no-pie
want c-static-pie && c_static -gz=zlib -fPIE -static-pie
# jemalloc linked statically under its plain names into a dynamic PIE.
want c-jestatic && { JEL="$JEA -lstdc++ -lm" c_build gcc "$OPT -gz=zlib" "-gz=zlib"; c_run 12; }
# Sampling and accounting settings; same binaries as c-gcc5-pie.
want c-sampling && {
    c_build gcc "$OPT" ''
    P='-p ./stats.so -p ./audit.plugin'
    for n in 0 10 19; do
        (cd "$V" && MALLOC_CONF=$(conf $n) still ./relayd 60 $P -d 60 lg$n)
    done
    (cd "$V" && MALLOC_CONF=$(conf 12 prof_accum:false) still ./relayd 60 $P -d 60 noaccum)
    # LD_PRELOAD of a second, already linked jemalloc changes nothing but the order of mappings.
    (cd "$V" && LD_PRELOAD=$JE MALLOC_CONF=$(conf 12) still ./relayd 60 $P -d 60 preload)
}
# Stacks deeper than jemalloc records (it stops at 128 frames), and a fork.
want c-deep && {
    c_build gcc "$OPT -fno-optimize-sibling-calls" ''
    (cd "$V" && MALLOC_CONF=$(conf 12) still ./relayd 20 -r 40 -d 20 r040)
    (cd "$V" && MALLOC_CONF=$(conf 12) still ./relayd 20 -r 300 -d 20 r300)
}
want c-fork && {
    c_build gcc "$OPT" ''
    (cd "$V" && MALLOC_CONF=$(conf 12) still ./relayd 40 -p ./stats.so -d 20 relayd -f)
}
# Two runs of one PIE with different load addresses.
want c-aslr && {
    c_build gcc "$OPT" ''
    (cd "$V" && MALLOC_CONF=$(conf 12) ./relayd 30 -p ./stats.so -p ./audit.plugin -d 30 run1)
    (cd "$V" && MALLOC_CONF=$(conf 12) ./relayd 60 -p ./stats.so -p ./audit.plugin -d 60 run2)
}

cpp_run() { (cd "$V" && MALLOC_CONF=$(conf 13) still ./orderbook 40 20 orderbook); }
CPP='-std=c++17 -Wall -Wextra -O2 -g'
want cpp-gcc5-pie && { g++ $CPP -gdwarf-5 -gz=zlib -fPIE -pie cpp/orderbook.cpp $JE -o "$V/orderbook"; cpp_run; }
want cpp-gcc4-nopie && { g++ $CPP -gdwarf-4 -gz=zlib -fno-pie -no-pie cpp/orderbook.cpp $JE -o "$V/orderbook"; cpp_run; }
want cpp-clang5-pie && { clang++ $CPP -gdwarf-5 -gz=zlib -fPIE -pie cpp/orderbook.cpp $JE -o "$V/orderbook"; cpp_run; }
want cpp-O0 && { g++ -std=c++17 -O0 -g -gz=zlib -fPIE -pie cpp/orderbook.cpp $JE -o "$V/orderbook"; cpp_run; }
want cpp-stripped && { g++ $CPP -s -fPIE -pie cpp/orderbook.cpp $JE -o "$V/orderbook"; cpp_run; }
# jemalloc with its symbols inside the program, as a vendored build would be.
want cpp-jestatic && { g++ $CPP -gz=zlib -fPIE -pie cpp/orderbook.cpp $JEA -lm -o "$V/orderbook"; cpp_run; }
want cpp-symtab && { g++ -std=c++17 -O2 -fPIE -pie cpp/orderbook.cpp $JE -o "$V/orderbook"; cpp_run; }

RUST='rustc --edition 2021 -O'
LEGACY='-Z unstable-options -C symbol-mangling-version=legacy'
export RUSTC_BOOTSTRAP=1 # legacy mangling and some linkers are behind it
rust_run() { (cd "$V" && MALLOC_CONF=$(conf 13) still ./metacache 80 0 40 metacache); }
gz() { objcopy --compress-debug-sections=zlib "$1"; }
want rust-v0 && { $RUST -g -C link-arg=$JE rust/metacache.rs -o "$V/metacache"; gz "$V/metacache"; rust_run; }
want rust-legacy && { $RUST -g $LEGACY -C link-arg=$JE rust/metacache.rs -o "$V/metacache"; gz "$V/metacache"; rust_run; }
want rust-nopie && {
    $RUST -g -C relocation-model=static -C link-arg=-fuse-ld=bfd -C link-arg=-no-pie -Z unstable-options -C link-self-contained=-linker -C link-arg=$JE rust/metacache.rs -o "$V/metacache"
    gz "$V/metacache"
    rust_run
}
want rust-lines && { $RUST -C debuginfo=line-tables-only -C link-arg=$JE rust/metacache.rs -o "$V/metacache"; gz "$V/metacache"; rust_run; }
want rust-packed && {
    $RUST -g -C split-debuginfo=packed -C codegen-units=4 -C link-arg=$JE rust/metacache.rs -o "$V/metacache"
    gz "$V/metacache"
    rust_run
}
want rust-unpacked && {
    (cd "$V" && $RUST -g -C split-debuginfo=unpacked -C codegen-units=4 -C link-arg=$JE "$S/rust/metacache.rs" -o metacache)
    gz "$V/metacache"
    rust_run
}
want rust-debuglink && {
    $RUST -g -C link-arg=$JE rust/metacache.rs -o "$V/metacache"
    mkdir "$V/.debug"
    (cd "$V/.debug" && objcopy --only-keep-debug ../metacache metacache.debug)
    strip -s "$V/metacache"
    (cd "$V/.debug" && objcopy --add-gnu-debuglink=metacache.debug ../metacache)
    rust_run
}
want rust-stripped && { $RUST -C strip=symbols -C link-arg=$JE rust/metacache.rs -o "$V/metacache"; rust_run; }
want rust-symtab && { $RUST -C debuginfo=0 -C strip=debuginfo -C link-arg=$JE rust/metacache.rs -o "$V/metacache"; rust_run; }
# jemalloc linked in statically with a prefix, as the jemalloc crates do it; legacy
# mangling, as most programs in the field still have.
want rust-rjem && {
    prefixed_je _rjem_
    $RUST -g $LEGACY --cfg rjem --check-cfg 'cfg(rjem)' -C link-arg="$V/libjem.a" -C link-arg=-lm rust/metacache.rs -o "$V/metacache"
    rm "$V/libjem.a"
    gz "$V/metacache"
    rust_run
}
# One binary, several kinds of run, all with ASLR on:
#   t8, t24            many named threads
#   run1, run2         two processes, different load addresses, 60 and 120 ticks
#   metacache.1001.*   one process over time: jemalloc's own interval dumps
#                      (seq and i<n> are jemalloc's, the pid is replaced by 1001)
want rust-runs && {
    $RUST -C debuginfo=1 -C link-arg=$JE rust/metacache.rs -o "$V/metacache"
    gz "$V/metacache"
    (cd "$V" && MALLOC_CONF=$(conf 13) ./metacache 240 8 1 t8)
    (cd "$V" && MALLOC_CONF=$(conf 13) ./metacache 240 24 1 t24)
    (cd "$V" && MALLOC_CONF=$(conf 13) ./metacache 60 0 60 run1)
    (cd "$V" && MALLOC_CONF=$(conf 13) ./metacache 120 0 120 run2)
    mkdir "$V/raw"
    (cd "$V" && MALLOC_CONF=$(conf 14 "lg_prof_interval:24,prof_prefix:raw/metacache,prof_final:true") ./metacache 280 0)
    (cd "$V/raw" && for f in metacache.*.heap; do mv "$f" "../$(echo "$f" | sed -E 's/^metacache\.[0-9]+\./metacache.1001./')"; done)
    rmdir "$V/raw"
}

# gperftools formats: heap profiler, sampled heap, growth, cpu.
want gperf && {
    JEL='' c_build gcc "$OPT" ''
    g++ -O2 -g cpp/tcsample.cpp -o "$V/tcsample" -ltcmalloc
    TC=/usr/lib/x86_64-linux-gnu/libtcmalloc.so.4
    P='-p ./stats.so -p ./audit.plugin'
    (cd "$V" && still env LD_PRELOAD=$TC HEAPPROFILE=hp HEAP_PROFILE_ALLOCATION_INTERVAL=20000000 ./relayd 60 $P 2>/dev/null)
    (cd "$V" && TCMALLOC_SAMPLE_PARAMETER=8192 still ./tcsample)
    (cd "$V" && still env LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libprofiler.so.0 CPUPROFILE=relayd.cpu CPUPROFILE_FREQUENCY=1000 ./relayd 400 $P 2>/dev/null)
}
echo "done: $(du -sh "$DEST" | cut -f1) in $DEST"
