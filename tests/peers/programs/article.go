// The Go example of an article, written anew from its description in docs/RECIPES.md: words by strings.Split, a hash
// that reads the first byte every time, a sum of 0 gives 1. Prints 64 bits.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

func hash(word string) int64 {
	if len(word) == 0 {
		return 0
	}
	x := int64(word[0]) << 7
	for range []byte(word) {
		x = (x*1000003 ^ int64(word[0])) & (1<<63 - 1)
	}
	return x ^ int64(len(word))
}

func signature(text string) uint64 {
	var sums [64]int
	for _, word := range strings.Split(text, " ") {
		x := hash(word)
		for i := range sums {
			if x>>uint(i)&1 == 1 {
				sums[i]++
			} else {
				sums[i]--
			}
		}
	}
	var bits uint64
	for i, sum := range sums {
		if sum >= 0 {
			bits |= 1 << uint(i)
		}
	}
	return bits
}

func main() {
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
		fmt.Fprintf(out, "%016x\n", signature(string(text)))
	}
}
