#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Makes a store of a few dumps that need no library of the system: make.sh PROGRAM CORPUS STORE
#
# PROGRAM is the jeprof-c of the version wanted, CORPUS the unpacked corpus. version-<N>.db.xz holds
# what this made with the last program that wrote version N of the schema.
set -eu
jeprof=$(realpath "$1")
corpus=$(realpath "$2")
store=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$corpus/c-static/relayd" "$corpus"/c-static/relayd.0[12].heap "$folder"
cp "$corpus"/handmade/symbolized.heap "$corpus"/handmade/threads-named.heap \
    "$corpus"/handmade/damaged-stack-line.heap "$folder"
cd "$folder"
touch -d '2026-11-01 10:00:00 UTC' relayd.01.heap
touch -d '2026-11-01 11:30:00 UTC' relayd.02.heap
touch -d '2026-11-02 00:00:00 UTC' symbolized.heap threads-named.heap damaged-stack-line.heap
"$jeprof" -q --no-cache --db=made.db --tag=host=a relayd relayd.01.heap relayd.02.heap
"$jeprof" -q --no-cache --db=made.db symbolized.heap threads-named.heap damaged-stack-line.heap
cd - >/dev/null
cp "$folder/made.db" "$store"
