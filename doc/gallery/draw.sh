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

# Flame graphs and the page as a browser shows them.
command -v chromium >/dev/null || exit 0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
shown() { # shown NAME SIZE FILE ARGUMENTS...
    name=$1 size=$2 file=$folder/$3
    shift 3
    (cd "$CORPUS" && "$JEPROF_C" -q -o "$file" --lib_prefix="$CORPUS" "$@")
    HOME=$folder chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$size" \
        --screenshot="$folder/shot.png" "file://$file" 2>"$folder/words"
    if command -v convert >/dev/null; then
        convert "$folder/shot.png" -strip +dither -colors 128 "PNG8:$gallery/$name.png"
    else
        cp "$folder/shot.png" "$gallery/$name.png"
    fi
}
shown flame-c 1000,480 c.flame.svg c-gcc5-pie/relayd c-gcc5-pie/relayd.02.heap
shown flame-cpp 1000,700 cpp.flame.svg cpp-gcc5-pie/orderbook cpp-gcc5-pie/orderbook.02.heap
shown flame-rust 1000,660 rust.flame.svg rust-v0/metacache rust-v0/metacache.02.heap
shown flame-change 1000,820 change.flame.svg --base=cpp-gcc5-pie/orderbook.02.heap cpp-gcc5-pie/orderbook \
    cpp-gcc5-pie/orderbook.01.heap
shown page 1200,960 page.html rust-v0/metacache rust-v0/metacache.02.heap
