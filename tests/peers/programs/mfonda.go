// Calls mfonda/simhash with its WordFeatureSet, as its own example does.
package main

import "github.com/mfonda/simhash"

func main() {
	eachText(func(text []byte) uint64 { return simhash.Simhash(simhash.NewWordFeatureSet(text)) })
}
