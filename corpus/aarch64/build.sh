#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Builds libstore.so for AArch64 and records how binutils disassembles it (see README.md). Needs
# clang, lld and binutils-aarch64-linux-gnu. The dump is written by hand: its addresses are those
# behind the calls.
set -eu
cd "$(dirname "$0")"
clang --target=aarch64-linux-gnu -std=c11 -O2 -g -fPIC -ffreestanding -fdebug-prefix-map="$PWD"=/corpus/aarch64 \
    -shared -nostdlib -fuse-ld=lld -Wl,--build-id=sha1 -o libstore.so store.c
aarch64-linux-gnu-objdump -d --no-show-raw-insn -j .text libstore.so |
    sed -n 's/^ *\([0-9a-f]*\):\t/\1: /p' >libstore.objdump
