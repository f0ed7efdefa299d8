#!/usr/bin/env python3
"""Minwise hashing with one bit a minimum, from its definition and the standard library alone.

    tests/peers/minhash1.py > tests/vectors/minhash1.jsonl

Signs the texts of tests/vectors/texts.jsonl and kinds.jsonl as the recipe `split:python · uniform · md5:head · minhash1` does:
a feature is a word of str.split, its hash h the first 8 bytes of its MD5. Value i of a feature is number i + 1 of SplitMix64
started at h; bit i of a signature is the lowest bit of the smallest value i of all features.
"""

import hashlib
import json
from pathlib import Path

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
WIDTHS = (32, 64, 96, 128)
WORD = (1 << 64) - 1


def split_mix(state):
    """The numbers of SplitMix64, as its authors wrote it in C."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield z ^ (z >> 31)


def signature(words, bits):
    """The signature as a number; 0 without words."""
    streams = [split_mix(int.from_bytes(hashlib.md5(word.encode()).digest()[:8], "big")) for word in words]
    minima = [min(map(next, streams), default=0) for _ in range(bits)]
    return sum((least & 1) << i for i, least in enumerate(minima))


for name in ("texts.jsonl", "kinds.jsonl"):
    for line in open(VECTORS / name, encoding="utf-8", newline="\n"):
        document = json.loads(line)
        words = sorted(set(document["text"].split()))
        signatures = {str(bits): f"{signature(words, bits):0{bits // 4}x}" for bits in WIDTHS}
        print(json.dumps({"id": document["id"], "features": len(words), "signatures": signatures}))
