# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
# Small dumps for tests of series; to be sourced. Objects of 64 bytes are sampled every 512 KiB, so
# that one recorded object stands for 524320 bytes.

# dump FILE LEAK STABLE CACHE: recorded objects of three sites, in two threads.
dump() {
    cat >"$1" <<END
heap_v2/524288
  t*: $(($2 + $3 + $4)): $((64 * ($2 + $3 + $4))) [0: 0]
  t1: $(($2 + $3)): $((64 * ($2 + $3))) [0: 0] main
  t2: $4: $((64 * $4)) [0: 0] pool-1
@ 0x1001 0x9001
  t*: $2: $((64 * $2)) [0: 0]
  t1: $2: $((64 * $2)) [0: 0]
@ 0x2001 0x9001
  t*: $3: $((64 * $3)) [0: 0]
  t1: $3: $((64 * $3)) [0: 0]
@ 0x3001 0x9001
  t*: $4: $((64 * $4)) [0: 0]
  t2: $4: $((64 * $4)) [0: 0]

MAPPED_LIBRARIES:
END
}

# Seven dumps, one an hour: a leak of 30 recorded objects an hour, a stable site, and a cache that is
# full from the third dump on.
dump_series() {
    dump h-20240501T100000.heap 10 100 10
    dump h-20240501T110000.heap 40 101 60
    dump h-20240501T120000.heap 70 99 110
    dump h-20240501T130000.heap 100 100 109
    dump h-20240501T140000.heap 130 102 110
    dump h-20240501T150000.heap 160 98 111
    dump h-20240501T160000.heap 190 100 110
}
