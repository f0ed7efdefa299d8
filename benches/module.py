#!/usr/bin/env python3
"""How fast the module for Python is: beside the library that it wraps, and beside simhash and datasketch from PyPI, on one corpus.

    python3 -m venv v && v/bin/pip install target/wheels/simscope-*.whl simhash datasketch
    cargo build --profile dist --bench module && v/bin/python benches/module.py [N]

N texts (100,000 by default) of 20 to 120 words, a tenth of them copies in which some words were changed. The job: all pairs of near-duplicates.
The library and the module take turns; medians count. The other two run once, and simhash on the first tenth only.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import simscope

ROUNDS = 7
LIBRARY = max(Path(__file__).resolve().parent.parent.glob("target/dist/deps/module-*[0-9a-f]"), key=os.path.getmtime)


def corpus(n):
    rng = random.Random(7)
    vocabulary = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 10))) for _ in range(20_000)]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    texts = []
    for _ in range(n):
        if texts and rng.random() < 0.1:
            words = rng.choice(texts).split()
            for _ in range(max(1, len(words) // 20)):
                words[rng.randrange(len(words))] = rng.choice(vocabulary)
        else:
            words = rng.choices(vocabulary, weights, k=rng.randint(20, 120))
        texts.append(" ".join(words))
    return texts


def timed(work, *arguments, **options):
    begun = time.perf_counter()
    result = work(*arguments, **options)
    return time.perf_counter() - begun, result


def module(texts):
    signing, signatures = timed(simscope.sign, texts)
    pairing, pairs = timed(simscope.pairs, signatures, k=3)
    return signing, pairing, timed(simscope.sweep, signatures)[0], len(pairs)


def of_datasketch(texts):
    from datasketch import MinHash, MinHashLSH

    lsh, pairs = MinHashLSH(threshold=0.7, num_perm=128), 0
    for row, text in enumerate(texts):
        words = text.split()
        sketch = MinHash(num_perm=128)
        sketch.update_batch([f"{a} {b}".encode() for a, b in zip(words, words[1:])])
        pairs += len(lsh.query(sketch))
        lsh.insert(row, sketch)
    return pairs


def of_simhash(texts):
    from simhash import Simhash, SimhashIndex

    signed = [(str(row), Simhash(text.split())) for row, text in enumerate(texts)]
    index = SimhashIndex(signed, k=3)
    return sum(len(index.get_near_dups(one)) - 1 for _, one in signed) // 2


def main():
    texts = corpus(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "corpus.jsonl")
        with open(path, "w") as file:
            file.writelines(json.dumps({"text": text}) + "\n" for text in texts)
        simscope.sign(texts[:100])
        rounds = []
        for _ in range(ROUNDS):
            library = [float(seconds) for seconds in subprocess.check_output([LIBRARY, path], text=True).split()]
            rounds.append((library, module(texts)))
    print(f"{len(texts):,} texts, {sum(map(len, texts)) / 1e6:.0f} MB of characters")
    for at, name in enumerate(("sign", "pairs, k = 3", "sweep")):
        ours, library = (median(one[side][at] for one in rounds) for side in (1, 0))
        ratio = median(one[1][at] / one[0][at] for one in rounds)
        print(f"{name:<14} library {library * 1000:8.1f} ms   module {ours * 1000:8.1f} ms   {ratio:5.2f} ×")
    whole = median(one[1][0] + one[1][1] for one in rounds)
    print(f"\nall pairs      {'simscope, k = 3':<44} {whole:8.2f} s   {rounds[0][1][3]:,} pairs")
    seconds, pairs = timed(of_datasketch, texts)
    print(f"               {'datasketch, MinHash + LSH, 128, from 0.7 on':<44} {seconds:8.2f} s   {pairs:,} pairs   {seconds / whole:5.0f} × the time")
    tenth = texts[: len(texts) // 10]
    ours = timed(lambda: simscope.pairs(simscope.sign(tenth), k=3))[0]
    seconds, pairs = timed(of_simhash, tenth)
    print(f"a tenth of it  {'simscope, k = 3':<44} {ours:8.2f} s")
    print(f"               {'simhash, k = 3':<44} {seconds:8.2f} s   {pairs:,} pairs   {seconds / ours:5.0f} × the time")


main()
