package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// Prints what `sign` returns for each text of standard input, in 64 bits; README.md says how texts are framed.
func eachText(sign func(text []byte) uint64) {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var length int
		if _, err := fmt.Fscanf(in, "%d\n", &length); err != nil {
			return
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(in, text); err != nil {
			panic(err)
		}
		fmt.Fprintf(out, "%016x\n", sign(text))
	}
}
