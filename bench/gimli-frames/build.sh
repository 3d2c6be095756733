#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Builds gimli-frames FOLDER/gimli-frames from the sources that Debian 12 packages:
#
#     build.sh FOLDER
#
# cargo is not let into the network, and nothing is installed: the packages are unpacked in FOLDER.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/packages"
cd "$1"
packages='adler addr2line cfg-if crc32fast fallible-iterator flate2 gimli libc memchr memmap2
    miniz-oxide object smallvec stable-deref-trait'
for name in $packages; do
    [ -d "registry/usr/share/doc/librust-$name-dev" ] && continue
    (cd packages && apt-get -q download "librust-$name-dev")
    dpkg -x packages/librust-"$name"-dev_*.deb registry
done
rm -rf gimli-frames.src
cp -r "$source" gimli-frames.src
cargo build --quiet --release --offline --manifest-path gimli-frames.src/Cargo.toml --target-dir target \
    --config 'source.crates-io.replace-with="debian"' \
    --config "source.debian.directory=\"$PWD/registry/usr/share/cargo/registry\""
cp target/release/gimli-frames .
