#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Call graphs as pictures: numbers, places and texts of the SVG (pictures.awk says how), what
# poppler and Ghostscript find in PDF and PS, sizes of PNG, options, viewers.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"

relayd=$CORPUS/c-static/relayd
dump=$CORPUS/c-static/relayd.02.heap
"$JEPROF_C" -q --svg "$relayd" "$dump" >"$tmp/relayd.svg" 2>"$tmp/err"
if grep -q 'built without pictures' "$tmp/err"; then
    echo '1..0 # SKIP built without pictures'
    exit 0
fi

# agrees NAME FOLD WANT ARGUMENTS: the picture with the table and the stacks, folded as FOLD says
agrees() {
    name=$1 fold=$2 want=$3
    shift 3
    "$JEPROF_C" -q --svg $fold --names=short "$@" >"$tmp/picture.svg" || echo failed
    [ "$fold" = --no-fold ] || fold=--fold=std,async
    "$JEPROF_C" -q $fold --names=short --show_bytes --format=tsv "$@" --nodecount=100000 >"$tmp/table"
    "$JEPROF_C" -q $fold --names=short --collapsed "$@" >"$tmp/stacks"
    awk -f "$top_srcdir/tests/cli/pictures.awk" "$tmp/table" "$tmp/stacks" "$tmp/picture.svg" >"$tmp/found"
    is "$name" "$want" "$(sed '$s/.*functions.*/fine/' "$tmp/found")"
}

lib=--lib_prefix=$CORPUS
agrees 'C' '' fine "$relayd" "$dump"
agrees 'C, nothing folded' --no-fold fine "$relayd" "$dump"
agrees 'C with libraries' '' fine "$lib" "$CORPUS/c-gcc5-pie/relayd" "$CORPUS/c-gcc5-pie/relayd.02.heap"
agrees 'C++' '' fine "$lib" "$CORPUS/cpp-gcc5-pie/orderbook" "$CORPUS/cpp-gcc5-pie/orderbook.02.heap"
agrees 'C++, nothing folded' --no-fold fine "$lib" "$CORPUS/cpp-gcc5-pie/orderbook" "$CORPUS/cpp-gcc5-pie/orderbook.02.heap"
agrees 'Rust' '' fine "$lib" "$CORPUS/rust-v0/metacache" "$CORPUS/rust-v0/metacache.02.heap"
agrees 'Rust, all of it' --no-fold fine --nodecount=500 --nodefraction=0 --edgefraction=0 --maxdegree=100 \
    "$lib" "$CORPUS/rust-v0/metacache" "$CORPUS/rust-v0/metacache.02.heap"
agrees 'objects' '' fine --inuse_objects "$lib" "$CORPUS/rust-v0/metacache" "$CORPUS/rust-v0/metacache.02.heap"
agrees 'recursion' '' fine "$lib" "$CORPUS/c-deep/relayd" "$CORPUS/c-deep/r040.01.heap"
agrees 'lines' '' fine --lines "$relayd" "$dump"
agrees 'few nodes' '' fine --nodecount=3 "$relayd" "$dump"
agrees 'a difference' --no-fold fine "--base=$CORPUS/c-static/relayd.01.heap" "$relayd" "$dump"
agrees 'no names at all' '' fine "$CORPUS/c-stripped/relayd" "$CORPUS/c-stripped/relayd.02.heap"

# What is written: every text of the SVG is in the others, too.
squeeze() { tr -d ' \n\f\r\302\240'; }
sed -n 's/^<text[^>]*>\(.*\)<\/text>$/\1/p' "$tmp/relayd.svg" |
    sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' >"$tmp/texts"
lacking() { # lacking FILE: texts that are not in it
    while read -r line; do
        grep -qF -e "$(printf '%s' "$line" | squeeze)" "$1" || printf '%s\n' "$line"
    done <"$tmp/texts"
}
for format in svg pdf ps png; do
    run -q -o "$tmp/relayd.$format" "$relayd" "$dump"
    is "$format: the suffix chooses the format" 0 "$status"
    "$JEPROF_C" -q --$format "$relayd" "$dump" >"$tmp/again.$format"
    is "$format: the same bytes" '' "$(cmp "$tmp/relayd.$format" "$tmp/again.$format" 2>&1)"
    is "$format: no date" 0 "$(grep -a -c 'CreationDate' "$tmp/relayd.$format")"
done
if command -v pdftotext >/dev/null; then
    pdftotext -raw "$tmp/relayd.pdf" - | squeeze >"$tmp/text"
    is 'PDF: every text' '' "$(lacking "$tmp/text")"
    is 'PDF: fonts are embedded' 0 "$(pdffonts "$tmp/relayd.pdf" | awk 'NR > 2 && $(NF - 4) != "yes"' | wc -l)"
    pdfinfo "$tmp/relayd.pdf" >"$tmp/info"
    has 'PDF: title' "$tmp/info" 'relayd: live bytes, 948.3 KiB'
    has 'PDF: one page' "$tmp/info" 'Pages:           1'
    is 'PDF: a place for each box' "$(grep -c '^<g class="box"' "$tmp/relayd.svg")" \
        "$(pdfinfo -dests "$tmp/relayd.pdf" | grep -c '"n[0-9]*"')"
else
    skip 'pdftotext is not installed'
fi
if command -v gs >/dev/null; then
    gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=txtwrite -o "$tmp/text.ps" "$tmp/relayd.ps" >"$tmp/err" 2>&1
    is 'PS: Ghostscript reads it' '0 ' "$? $(cat "$tmp/err")"
    squeeze <"$tmp/text.ps" >"$tmp/text"
    is 'PS: every text' '' "$(lacking "$tmp/text")"
else
    skip 'Ghostscript is not installed'
fi
if command -v xmllint >/dev/null; then
    is 'SVG: well formed' '' "$(xmllint --nonet --noout "$tmp/relayd.svg" 2>&1)"
else
    skip 'xmllint is not installed'
fi
is 'SVG: nothing from elsewhere' 'http://www.w3.org/2000/svg http://www.w3.org/1999/xhtml' \
    "$(grep -o 'https\{0,1\}://[^"]*' "$tmp/relayd.svg" | awk '!seen[$0]++' | xargs)"

# size FILE: width and height of a PNG, from its first chunk
size() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $1 * 16777216 + $2 * 65536 + $3 * 256 + $4, $5 * 16777216 + $6 * 65536 + $7 * 256 + $8 }'; }
points=$(sed -n 's/.* viewBox="0 0 \([0-9]*\) \([0-9]*\)".*/\1 \2/p' "$tmp/relayd.svg")
pixels() { echo "$points" | awk -v f="$1" '{ printf "%d %d", $1 * f + 0.9999, $2 * f + 0.9999 }'; }
is 'PNG: 96 pixels to the inch' "$(pixels 1.3333333)" "$(size "$tmp/relayd.png")"
run --png --dpi=144 -o "$tmp/large.png" "$relayd" "$dump"
is '--dpi' "$(pixels 2)" "$(size "$tmp/large.png")"
run --png --dpi=72 --scale=3 -o "$tmp/large.png" "$relayd" "$dump"
is '--scale' "$(pixels 3)" "$(size "$tmp/large.png")"
run --svg --scale=2 "$relayd" "$dump"
has '--scale, SVG' "$tmp/out" " width=\"$((2 * ${points% *}))pt\""
run --png --dpi=2400 --scale=20 "$relayd" "$dump"
is 'too many pixels: status' 2 "$status"
has 'too many pixels: message' "$tmp/err" '32767 is the most'
for wrong in --dpi=1 --dpi=9999 --scale=99; do
    run --png $wrong "$relayd" "$dump"
    is "$wrong: status" 2 "$status"
    has "$wrong: message" "$tmp/err" 'it must be between'
done

run -q --svg --heapcheck "$relayd" "$dump"
is '--heapcheck: gray boxes' "$(grep -c 'class="box".* data-flat="[1-9]' "$tmp/out")" "$(grep -c '<rect x.* fill="#bfbfbf"' "$tmp/out")"
run --svg --focus=nothing_like_this "$relayd" "$dump"
is 'nothing to draw: status' 3 "$status"
run --svg --thread='*' "$CORPUS/rust-runs/t8.heap"
is 'several threads: status' 2 "$status"
run --gif "$relayd" "$dump"
has '--gif: what to do' "$tmp/err" 'use --png'

# Names come from dumps: nothing in them is markup, and no format is broken by them.
printf '%s\n' '--- symbol' 'binary=/x/<script>&"x' '0x0000000000001001 </title><script>alert(1)</script>' \
    '0x0000000000002001 ]]> & "quoted" <a href="x">' '---' '--- heap' \
    'heap_v2/1' '  t*: 1: 4096 [0: 0]' '  t0: 1: 4096 [0: 0]' '@ 0x1001 0x2001' '  t*: 1: 4096 [0: 0]' \
    '  t0: 1: 4096 [0: 0]' >"$tmp/hostile.heap"
sed "s/^0x0*1001 .*/0x1001 $(printf 'bad\377utf\033[m8 \001')/" "$tmp/hostile.heap" >"$tmp/broken.heap"
for file in hostile broken; do
    run -q --svg "$tmp/$file.heap"
    is "$file names: status" 0 "$status"
    lacks "$file names: no script of theirs" "$tmp/out" '<script>alert'
    if command -v xmllint >/dev/null; then
        is "$file names: well formed" '' "$(xmllint --nonet --noout "$tmp/out" 2>&1)"
    else
        skip 'xmllint is not installed'
    fi
    for format in pdf ps png; do
        run -q --$format "$tmp/$file.heap"
        is "$file names: $format" 0 "$status"
    done
done

# However many functions are asked for, and wherever they call each other from.
if [ -x "$top_builddir/bench/gen-dump" ]; then
    "$top_builddir/bench/gen-dump" --stacks=5000 --depth=30 --addresses=400 >"$tmp/random.heap"
    run -q --svg --nodecount=250 --nodefraction=0 --edgefraction=0 --maxdegree=100 "$tmp/random.heap"
    is 'calls from everywhere to everywhere: status' 0 "$status"
    is 'calls from everywhere to everywhere: boxes' yes \
        "$([ "$(grep -c '^<g class="box"' "$tmp/out")" -gt 200 ] && echo yes)"
    has 'calls from everywhere to everywhere: what is hidden is said' "$tmp/out" ' calls</text>'
else
    skip 'bench/gen-dump is not built'
fi

# Viewers: the one of the environment gets the picture.
printf '#!/bin/sh\nfor file; do :; done\nhead -c 4 "$file" >"%s"\necho "$*" >"%s"\n' "$tmp/seen" "$tmp/words" >"$tmp/viewer"
chmod +x "$tmp/viewer"
export TMPDIR="$tmp"
JEPROF_VIEWER="$tmp/viewer -x" run --web "$relayd" "$dump"
is '--web: status' 0 "$status"
is '--web: an SVG' '<?xm' "$(cat "$tmp/seen")"
is '--web: words of the command' -x "$(cut -d' ' -f1 "$tmp/words")"
has '--web: where the picture is' "$tmp/err" "The picture is $tmp/jeprof-c."
is '--web: nothing on standard output' '' "$(cat "$tmp/out")"
JEPROF_VIEWER="$tmp/viewer" run --evince -o "$tmp/mine.pdf" "$relayd" "$dump"
is '--evince: a PDF in the file that was named' "%PDF $tmp/mine.pdf" "$(cat "$tmp/seen") $(cat "$tmp/words")"
BROWSER="no-such-browser:$tmp/viewer %s -y" run --web "$relayd" "$dump"
is '--web: BROWSER is a list' -y "$(awk '{ print $NF }' "$tmp/words")"
ln -s "$tmp/viewer" "$tmp/gv"
PATH="$tmp:$PATH" run --gv "$relayd" "$dump"
is '--gv: PostScript for gv' '%!PS' "$(cat "$tmp/seen")"
PATH=$tmp/nowhere run --evince "$relayd" "$dump"
is 'no viewer: status' 2 "$status"
has 'no viewer: message' "$tmp/err" 'there is no program to show the picture with (JEPROF_VIEWER, evince, xdg-open)'
JEPROF_VIEWER=false run --web "$relayd" "$dump"
is 'a viewer that fails: status' 4 "$status"
finish
