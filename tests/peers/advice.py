#!/usr/bin/env python3
"""What the advice on k predicts, counted from the definitions: every pair of small corpora is compared.

    cargo build && python3 tests/peers/advice.py target/debug/simscope > tests/vectors/advice.jsonl

Only the signatures come from the program. The words, the Jaccard index, the groups, precision, recall and the best k are
computed here, without its code.
"""

import json
import subprocess
import sys
from collections import Counter
from itertools import combinations

SAMPLES = ["en_sermon_kjv_asv", "zh_tang_two_editions", "en_tldr", "builtin"]
TAUS = [20, 30, 50]
LAST = 40
HAN = [(0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2EBEF), (0x2F800, 0x2FA1F)]


def words(text):
    """Runs of letters and digits, lower-cased; each Han character by itself."""
    found, run = [], ""
    for c in text + " ":
        is_han = any(low <= ord(c) <= high for low, high in HAN)
        if c.isalnum() and not is_han:
            run += c
            continue
        if run:
            found.append(run.lower())
            run = ""
        if is_han:
            found.append(c)
    return found


def shingles(text):
    """The set of two neighbouring words; of a single word, the word."""
    of = words(text)
    return {tuple(of[i : i + 2]) for i in range(max(1, len(of) - 1))} if of else set()


def is_right(a, b, hundredths):
    """Whether |a ∩ b| ÷ |a ∪ b| ≥ τ, in whole numbers; two empty sets are alike."""
    every = len(a | b)
    return every == 0 or 100 * len(a & b) >= hundredths * every


def groups(n, edges):
    """For each of n documents, the number of its component."""
    of = list(range(n))

    def root(i):
        while of[i] != i:
            of[i] = of[of[i]]
            i = of[i]
        return i

    for a, b in edges:
        of[root(a)] = root(b)
    return [root(i) for i in range(n)]


def best(rows, every):
    """The smallest k with the largest 2 · right ÷ (pairs + every), compared as fractions."""
    at = None
    for k, (pairs, right) in enumerate(rows):
        if right and (at is None or right * (rows[at][0] + every) > rows[at][1] * (pairs + every)):
            at = k
    return at


def main(program):
    for name in SAMPLES:
        path = f"samples/{name}.jsonl"
        texts = {}
        for line in open(path, encoding="utf-8"):
            row = json.loads(line)
            texts[row["id"]] = row["text"]
        listing = subprocess.run([program, "hash", path, "--format", "jsonl"], capture_output=True, check=True, text=True)
        signed = [json.loads(line) for line in listing.stdout.splitlines()]
        signed = [row for row in signed if row["features"] > 0]
        signatures = [int(row["signature"], 16) for row in signed]
        sets = [shingles(texts[row["id"]]) for row in signed]
        n = len(signed)
        pairs = list(combinations(range(n), 2))
        distance = [bin(signatures[a] ^ signatures[b]).count("1") for a, b in pairs]
        peak, most = min(Counter(distance).items(), key=lambda item: (-item[1], item[0]))
        for tau in TAUS:
            right = [is_right(sets[a], sets[b], tau) for a, b in pairs]
            every = sum(right)
            by_pairs, by_groups = [], []
            for k in range(LAST + 1):
                within = [at for at, d in enumerate(distance) if d <= k]
                by_pairs.append((len(within), sum(right[at] for at in within)))
                of = groups(n, [pairs[at] for at in within])
                together = [at for at, (a, b) in enumerate(pairs) if of[a] == of[b]]
                by_groups.append((len(together), sum(right[at] for at in together)))
            # Only distances below the bulk of the pairs are candidates.
            row = {
                "corpus": name, "tau": tau / 100, "documents": n, "peak": peak, "right": every,
                "pairs": by_pairs[:peak], "groups": by_groups[:peak],
                "best_pairs": best(by_pairs[:peak], every), "best_groups": best(by_groups[:peak], every),
            }  # fmt: skip
            print(json.dumps(row))


main(sys.argv[1])
