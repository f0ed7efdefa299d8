// Calls mfonda/simhash with its WordFeatureSet, as its own example does.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/mfonda/simhash"
)

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
		fmt.Fprintf(out, "%016x\n", simhash.Simhash(simhash.NewWordFeatureSet(text)))
	}
}
