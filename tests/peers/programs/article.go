// The Go example of an article, written anew from its description in docs/RECIPES.md: words by strings.Split, a hash
// that reads the first byte every time, a sum of 0 gives 1. Prints 64 bits.
package main

import "strings"

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

func signature(text []byte) uint64 {
	var sums [64]int
	for _, word := range strings.Split(string(text), " ") {
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
	eachText(signature)
}
