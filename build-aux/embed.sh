#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Turn a file into C: embed.sh NAME FILE > FILE.c
#
# The result defines "const unsigned char NAME[]", the bytes of FILE with a NUL behind them, and
# "const size_t NAME_size", their number without that NUL. Who uses them declares them:
#
#     extern const unsigned char NAME[];
#     extern const size_t NAME_size;
set -eu

if [ $# -ne 2 ] || [ ! -r "$2" ]; then
    echo "usage: embed.sh NAME FILE" >&2
    exit 2
fi
LC_ALL=C
export LC_ALL

cat <<EOF
/* Made by embed.sh from $(basename "$2"). */
#include <stddef.h>

extern const unsigned char $1[];
extern const size_t $1_size;

const unsigned char $1[] = {
EOF
od -An -v -tu1 "$2" | sed -e 's/^ *//' -e 's/ *$//' -e 's/  */,/g' -e 's/$/,/'
cat <<EOF
0};
const size_t $1_size = sizeof $1 - 1;
EOF
