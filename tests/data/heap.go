// SPDX-License-Identifier: BSD-2-Clause
// Writes the heap profile of its own process to the file that is named.
package main

import (
	"os"
	"runtime"
	"runtime/pprof"
)

var held [][]byte

//go:noinline
func hold(size int) { held = append(held, make([]byte, size)) }

func inlined(size int) { hold(size) }

//go:noinline
func waste(size int) int { return len(make([]byte, size)) }

func main() {
	runtime.MemProfileRate = 4096
	for i := 0; i < 2000; i++ {
		hold(1000)
		inlined(64)
		waste(5000 + i)
	}
	runtime.GC()
	file, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	pprof.WriteHeapProfile(file)
	file.Close()
	runtime.KeepAlive(held)
}
