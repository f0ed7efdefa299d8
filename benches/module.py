#!/usr/bin/env python3
"""How fast the module for Python is: beside the library that it wraps, and beside simhash and datasketch from PyPI, on one corpus.

    python3 -m venv v && v/bin/pip install target/wheels/simscope-*.whl simhash datasketch
    cargo build --profile dist --bench module && v/bin/python benches/module.py [N]

N texts (100,000 by default) of 20 to 120 words, a tenth of them copies in which a word in twenty was changed. The job: all pairs of near-duplicates, and how
many of the copies are among them. The library and the module take turns; medians count. The other two run once, and simhash on the first tenth only.
"""

import json
import logging
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
TARGET = Path(__file__).resolve().parent.parent / "target"
LIBRARY = max(TARGET.glob("**/dist/deps/module-*[0-9a-f]"), key=os.path.getmtime)


def corpus(n):
    """Texts, and the pairs of a copy and its original."""
    rng = random.Random(7)
    vocabulary = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 10))) for _ in range(20_000)]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    texts, copies = [], set()
    for row in range(n):
        if texts and rng.random() < 0.1:
            original = rng.randrange(row)
            words = texts[original].split()
            for _ in range(max(1, len(words) // 20)):
                words[rng.randrange(len(words))] = rng.choice(vocabulary)
            copies.add((original, row))
        else:
            words = rng.choices(vocabulary, weights, k=rng.randint(20, 120))
        texts.append(" ".join(words))
    return texts, copies


def timed(work, *arguments, **options):
    begun = time.perf_counter()
    result = work(*arguments, **options)
    return time.perf_counter() - begun, result


def module(texts):
    signing, signatures = timed(simscope.sign, texts)
    return signing, timed(simscope.pairs, signatures, k=3)[0], timed(simscope.sweep, signatures)[0]


def of_simscope(texts, k):
    return {(a, b) for a, b, _ in simscope.pairs(simscope.sign(texts), k=k)}


def of_dedup(texts):
    result = simscope.dedup({"text": texts}, yes=True)
    both = [*zip(result.dropped["row"], result.dropped["kept_row"]), *zip(result.held["row"], result.held["kept_row"])]
    return {(min(pair), max(pair)) for pair in both}


def of_datasketch(texts):
    from datasketch import MinHash, MinHashLSH

    lsh, pairs = MinHashLSH(threshold=0.7, num_perm=128), set()
    for row, text in enumerate(texts):
        words = text.split()
        sketch = MinHash(num_perm=128)
        sketch.update_batch([f"{a} {b}".encode() for a, b in zip(words, words[1:])])
        pairs.update((other, row) for other in lsh.query(sketch))
        lsh.insert(row, sketch)
    return pairs


def of_simhash(texts):
    from simhash import Simhash, SimhashIndex

    signed = [(str(row), Simhash(text.split())) for row, text in enumerate(texts)]
    index = SimhashIndex(signed, k=3)
    return {(int(other), int(row)) for row, one in signed for other in index.get_near_dups(one) if int(other) < int(row)}


def shown(name, texts, copies, work, *arguments):
    seconds, pairs = timed(work, texts, *arguments)
    print(f"{name:<54} {seconds:8.2f} s  {len(pairs):9,} pairs  {100 * len(pairs & copies) / len(copies):5.1f} % of the copies", flush=True)


def main():
    # What simhash says of its buckets.
    logging.disable()
    texts, copies = corpus(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "corpus.jsonl")
        with open(path, "w") as file:
            file.writelines(json.dumps({"text": text}) + "\n" for text in texts)
        simscope.sign(texts[:100])
        rounds = []
        for _ in range(ROUNDS):
            library = [float(seconds) for seconds in subprocess.check_output([LIBRARY, path], text=True).split()]
            rounds.append((library, module(texts)))
    print(f"{len(texts):,} texts, {sum(map(len, texts)) / 1e6:.0f} MB; medians of {ROUNDS}")
    for at, name in enumerate(("sign", "pairs, k = 3", "sweep")):
        library, ours = (median(one[side][at] for one in rounds) for side in (0, 1))
        ratio = median(one[1][at] / one[0][at] for one in rounds)
        print(f"{name:<14} library {library * 1000:8.1f} ms   module {ours * 1000:8.1f} ms   {ratio:5.2f} ×")
    print()
    for k in (3, 9, 14):
        shown(f"simscope: sign, pairs, k = {k}", texts, copies, of_simscope, k)
    shown("simscope: dedup, which compares the texts", texts, copies, of_dedup)
    shown("datasketch: MinHash + LSH, 128, from 0.7 on", texts, copies, of_datasketch)
    tenth = texts[: len(texts) // 10]
    copies = {pair for pair in copies if pair[1] < len(tenth)}
    shown("a tenth of it, simscope: sign, pairs, k = 3", tenth, copies, of_simscope, 3)
    shown("a tenth of it, simhash, k = 3", tenth, copies, of_simhash)


main()
