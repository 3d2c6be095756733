#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Draws the call graphs of doc/gallery again: make gallery. They depend on the fonts of the machine.
# With ImageMagick they get a palette, which makes a third of the size.
set -eu
gallery=$top_srcdir/doc/gallery

picture() { # picture NAME ARGUMENTS...
    name=$1
    shift
    (cd "$CORPUS" && "$JEPROF_C" -q --png --dpi=80 --lib_prefix="$CORPUS" "$@") >"$gallery/graph-$name.png"
    ! command -v convert >/dev/null ||
        convert "$gallery/graph-$name.png" -strip +dither -colors 128 "PNG8:$gallery/graph-$name.png"
}

picture c c-gcc5-pie/relayd c-gcc5-pie/relayd.02.heap
picture cpp cpp-gcc5-pie/orderbook cpp-gcc5-pie/orderbook.02.heap
picture rust rust-v0/metacache rust-v0/metacache.02.heap
picture rust-change --base=rust-runs/metacache.1001.10.i10.heap rust-runs/metacache rust-runs/metacache.1001.12.i12.heap
picture async "$(cd "$top_srcdir" && pwd)/corpus/handmade/tokio.heap"
picture small c-static/relayd c-static/relayd.01.heap
