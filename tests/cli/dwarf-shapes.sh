#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The shapes that debug information comes in, as corpus/shapes.sh makes them, but by the compilers that
# are here: with each version of DWARF, and taken apart in the ways that are in use. Each plain build must agree
# with llvm-symbolizer; where only the place of the information differs (.dwo, .dwp, dwz), our own
# answer must not change, as the code does not. JP_THOROUGH=1 builds all of them, not the most used.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
without_leak_check
# shellcheck source=tests/cli/frames.sh
. "$top_srcdir/tests/cli/frames.sh"
cp "$top_srcdir/corpus/src/cpp/shapes.cpp" "$top_srcdir/corpus/src/cpp/shapes_part.cpp" "$tmp"
thorough=${JP_THOROUGH:-}

have() {
    command -v "$1" >/dev/null 2>&1
}

# build OUTPUT COMPILER FLAGS...
build() {
    output=$1
    shift
    (cd "$tmp" && "$@" -std=c++17 -g shapes.cpp shapes_part.cpp -o "$output") 2>"$tmp/build.err"
}

against_llvm() { # NAME COMPILER FLAGS...
    name=$1
    shift
    if build "$tmp/plain" "$@"; then
        compare_with_llvm "$tmp/plain" 500 "$name"
    else
        skip "$name: $1 cannot build that"
    fi
}

own_frames() { # FILE OUTPUT [OPTIONS]
    spread "$1" 1000 >"$tmp/addresses"
    own_file=$1 own_output=$2
    shift 2
    "$frames_tool" -v "$@" "$own_file" <"$tmp/addresses" >"$own_output" 2>"$tmp/work"
}

same_frames() { # NAME
    cmp -s "$tmp/frames.plain" "$tmp/frames.other" && [ -s "$tmp/frames.plain" ]
    result $? "$1"
    cmp -s "$tmp/frames.plain" "$tmp/frames.other" ||
        diff "$tmp/frames.plain" "$tmp/frames.other" | head -8 | sed 's/^/# /'
}

split() { # NAME COMPILER FLAGS...: .dwo files, then a package of them
    name=$1
    shift
    rm -rf "$tmp/split"
    build "$tmp/plain" "$@" || { skip "$name: $1 cannot build that"; return; }
    own_frames "$tmp/plain" "$tmp/frames.plain"
    mkdir "$tmp/split"
    (cd "$tmp" && for unit in shapes shapes_part; do
        "$@" -std=c++17 -g -gsplit-dwarf -c $unit.cpp -o split/$unit.o || exit 1
    done && "$@" split/shapes.o split/shapes_part.o -o split/program) 2>"$tmp/build.err" ||
        { skip "$name: $1 cannot split"; return; }
    own_frames "$tmp/split/program" "$tmp/frames.other"
    same_frames "$name: .dwo"
    own_frames "$tmp/plain" "$tmp/frames.plain" -l
    own_frames "$tmp/split/program" "$tmp/frames.other" -l
    same_frames "$name: .dwo, by libdwarf"
    own_frames "$tmp/plain" "$tmp/frames.plain"

    mkdir "$tmp/moved" && mv "$tmp"/split/* "$tmp/moved" && rm -rf "$tmp/split"
    own_frames "$tmp/moved/program" "$tmp/frames.other"
    same_frames "$name: .dwo that was moved with its program"
    mv "$tmp/moved" "$tmp/split"

    # binutils 2.40 dwp crashes on DWARF 5; llvm-dwp 14 does not end with gcc's DWARF 5.
    tool=
    case $name in
    *" 4") have dwp && tool=dwp ;;
    clang*) have llvm-dwp && tool=llvm-dwp ;;
    esac
    if [ "$tool" ] && (cd "$tmp/split" && $tool ./*.dwo -o program.dwp) 2>"$tmp/build.err"; then
        rm "$tmp"/split/*.dwo
        own_frames "$tmp/split/program" "$tmp/frames.other"
        same_frames "$name: .dwp of $tool"
        rm "$tmp/split/program.dwp"
    else
        skip "$name: no tool makes a package of it"
        rm "$tmp"/split/*.dwo
    fi
    own_frames "$tmp/split/program" "$tmp/frames.other"
    grep -q "split missing 2 " "$tmp/work" && cut -f 1,3 "$tmp/frames.other" | grep -q shapes.cpp:
    result $? "$name: lines and missing files without the .dwo"
}

shared() { # NAME DWZ-FLAGS COMPILER FLAGS...: one file, and several with a shared one
    name=$1 dwz_flags=$2
    shift 2
    build "$tmp/plain" "$@" || { skip "$name: $1 cannot build that"; return; }
    own_frames "$tmp/plain" "$tmp/frames.plain"
    if dwz "$tmp/plain" -o "$tmp/single" 2>"$tmp/build.err"; then
        own_frames "$tmp/single" "$tmp/frames.other"
        same_frames "$name: dwz of one file"
    fi
    cp "$tmp/plain" "$tmp/one" && build "$tmp/two" "$@" -DOTHER=1
    # shellcheck disable=SC2086
    if (cd "$tmp" && dwz $dwz_flags -m shared.debug one two) 2>"$tmp/build.err"; then
        own_frames "$tmp/one" "$tmp/frames.other" -a "$tmp/shared.debug"
        same_frames "$name: dwz with a shared file"
    else
        skip "$name: dwz $dwz_flags does not work"
    fi
}

if ! have llvm-symbolizer || ! have readelf; then
    skip "llvm-symbolizer and readelf are not installed"
    finish
fi
for compiler in g++ clang++; do
    have $compiler || { skip "no $compiler"; continue; }
    for version in 2 3 4 5; do
        [ "$thorough$version" = 3 ] ||
            against_llvm "$compiler DWARF $version" $compiler -O2 -gdwarf-$version
    done
    for version in 4 5; do
        split "$compiler DWARF $version" $compiler -O2 -gdwarf-$version
        [ "$version" = 4 ] || split "$compiler DWARF 5, type units" $compiler -O2 -gdwarf-5 -fdebug-types-section
        [ "$thorough$version" = 4 ] && continue
        against_llvm "$compiler DWARF $version, 64-bit form" $compiler -O2 -gdwarf-$version -gdwarf64
        against_llvm "$compiler DWARF $version, type units" $compiler -O2 -gdwarf-$version \
            -fdebug-types-section
        against_llvm "$compiler DWARF $version, dropped sections" $compiler -O1 -gdwarf-$version \
            -ffunction-sections -Wl,--gc-sections
    done
    against_llvm "$compiler, no optimization" $compiler -O0
    [ ! "$thorough" ] || against_llvm "$compiler, -g1" $compiler -O2 -g1
done
# Strict DWARF 2 has no DW_AT_ranges: a unit names one of its sections, or none, and .debug_aranges the
# others. Lines and files are all there; which functions were inlined is not, where one has two parts.
if have g++ && build "$tmp/plain" g++ -O2 -gdwarf-2; then
    own_frames "$tmp/plain" "$tmp/other"
    awk -F '\t' '!seen[$1]++ { print $1, $3 }' "$tmp/other" >"$tmp/frames.plain"
    build "$tmp/strict" g++ -O2 -gdwarf-2 -gstrict-dwarf
    for option in '' -l; do
        own_frames "$tmp/strict" "$tmp/other" ${option:+"$option"}
        awk -F '\t' '!seen[$1]++ { print $1, $3 }' "$tmp/other" >"$tmp/frames.other"
        same_frames "g++ DWARF 2, strict: the lines${option:+, by libdwarf}"
    done
fi
# g++ gives them no linkage name: where they are inlined addr2line calls them hold.
cat >"$tmp/local.cpp" <<'END'
extern "C" void *malloc(unsigned long);
static inline void *grab(int n) { return malloc(n); }
namespace { struct Store { void *get(int n) { return malloc(n + 1); } }; }
void *volatile kept;
void __attribute__((noinline)) hold(int n) {
  kept = grab(n);
  kept = Store().get(n);
  kept = [](int x) { return malloc(x + 2); }(n);
}
int main(int count, char **) { hold(count); }
END
if have g++ && g++ -g -O2 "$tmp/local.cpp" -o "$tmp/local" 2>"$tmp/build.err"; then
    own_frames "$tmp/local" "$tmp/frames.other"
    is "g++, inlined functions that are local to a file" '(anonymous namespace)::Store::get local.cpp:3
grab local.cpp:2
hold::(anonymous struct)::operator() local.cpp:8' \
        "$(sed -n 's,^[^\t]*\t\(.*\)\t.*/\(local.cpp:[0-9]*\):.*,\1 \2,p' "$tmp/frames.other" |
            grep -e '^grab ' -e '::get ' -e '() ' | sort -u)"
fi
# A lambda has no linkage name, and lies in a function whose DIE with code names its declaration only: that
# one lies in the namespaces.
cat >"$tmp/lambda.cpp" <<'END'
namespace out { namespace {
int (*volatile kept)(int);
int __attribute__((noinline)) fold(int n) {
  kept = [](int x) { kept = [](int y) { return y * 5; }; return x * 3; };
  return kept(n);
}
} int use(int n) { return fold(n); } }
struct Made { int n; Made(int x) : n(x) {} };
int main(int count, char **) { return out::use(count) + Made(count).n; }
END
if have g++ && g++ -g -O0 "$tmp/lambda.cpp" -o "$tmp/lambda" 2>"$tmp/build.err"; then
    prefix='out::(anonymous namespace)::fold::(anonymous struct)::operator()'
    for option in '' -l; do
        own_frames "$tmp/lambda" "$tmp/frames.other" ${option:+"$option"}
        is "g++, a lambda in a lambda${option:+, by libdwarf}" \
            "$prefix
$prefix::(anonymous struct)::operator()" "$(cut -f 2 "$tmp/frames.other" | grep '::operator()$' | sort -u)"
        # Its declaration is called C4, which is no symbol.
        is "g++, a constructor${option:+, by libdwarf}" _ZN4MadeC2Ei \
            "$(cut -f 2 "$tmp/frames.other" | grep Made | sort -u)"
    done
fi
have g++ && against_llvm "g++ -flto" g++ -O2 -flto
have clang++ && have ld.lld && {
    against_llvm "clang++, lld" clang++ -O2 -fuse-ld=lld -ffunction-sections -Wl,--gc-sections
    against_llvm "clang++ -flto" clang++ -O2 -flto -fuse-ld=lld
}
# Other widths and byte orders; nothing is run, so no libraries are needed.
have clang++ && have ld.lld && for target in i386-linux-gnu powerpc-linux-gnu powerpc64-linux-gnu \
    aarch64-linux-gnu; do
    for version in 4 5; do
        against_llvm "$target DWARF $version" clang++ --target=$target -O2 -gdwarf-$version -fPIC \
            -shared -nostdlib -fuse-ld=lld
    done
done
if have dwz && have g++; then
    shared "DWARF 4" "" g++ -O2 -gdwarf-4
    shared "DWARF 5" "" g++ -O2 -gdwarf-5
    shared "DWARF 5, .debug_sup" --dwarf-5 g++ -O2 -gdwarf-5
fi
finish
