#!/bin/sh
# Unpacks the corpus: unpack.sh SOURCE DEST
#
# SOURCE is this directory, DEST becomes the tree that the dumps describe (they say
# /tmp/jpc-corpus): DEST/<variant>/ with program, libraries, debug files, dumps and the recorded
# outputs in oracle/ and its siblings, and DEST/src. DEST is replaced.
set -eu
source=$(cd "$1" && pwd)
dest=$2
rm -rf "$dest"
mkdir -p "$dest"
dest=$(cd "$dest" && pwd)
for archive in "$source"/binaries-*.tar.xz "$source"/recorded/*.tar.xz; do
    xz -dc "$archive" | (cd "$dest" && tar -xf -)
done
for dump in "$source"/*/*.heap "$source"/*/*.cpu; do
    variant=${dump%/*}
    variant=$dest/${variant##*/}
    mkdir -p "$variant"
    cp "$dump" "$variant/"
done
cp -R "$source/src" "$dest/src"
# A tarball may be read-only; make clean must be able to remove the copies.
chmod -R u+w "$dest"
