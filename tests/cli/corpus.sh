#!/bin/sh
# The unpacked corpus is what corpus/MANIFEST.tsv says, and every variant has dumps and recordings.
set -u
n=0
ok() { # ok STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

awk -F'\t' 'NR > 1 { print $3 "  " $1 }' "$top_srcdir/corpus/MANIFEST.tsv" >corpus.sums.$$
(cd "$CORPUS" && sha256sum --quiet -c -) <corpus.sums.$$ >&2
ok $? "every unpacked file has the recorded sha256"
rm -f corpus.sums.$$

lost=0
for d in "$CORPUS"/c-* "$CORPUS"/cpp-* "$CORPUS"/rust-* "$CORPUS"/gperf; do
    ls "$d"/*.heap "$d"/oracle/*.text* >/dev/null 2>&1 || {
        echo "# $d lacks dumps or recordings"
        lost=1
    }
done
ok $lost "every variant has dumps and recordings"

echo "1..$n"
