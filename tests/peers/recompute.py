#!/usr/bin/env python3
"""Recomputes with NumPy what the commands of simscope print, from the signatures that it prints.

    tests/peers/recompute.py [--simscope PROGRAM] [--require]

Signatures are recomputed from texts for three recipes, sums from the features of `explain`; pairs, groups, leaders,
the sweep with precision and recall, recipes by labels, diff-recipes, compare, influence and margins, the heatmap, index and
batch from signatures, measures from texts, each by its definition: every pair is compared. Exit status 0 if all
agree, 1 if not.
"""

import argparse
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
try:
    import numpy as np
except ImportError:
    np = None
else:
    from definitions import between, close, components, hashed, java_hash, leaders, leaf_order, measured, pixels, pushes
    from definitions import summed

ROOT = Path(__file__).resolve().parent.parent.parent


class Check:
    def __init__(self, simscope, folder):
        self.simscope, self.folder, self.right, self.wrong = simscope, folder, 0, 0

    def run(self, *arguments):
        command = [str(part) for part in (self.simscope, *arguments)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {done.stderr}")
        return done.stdout

    def rows(self, *arguments):
        """What a command prints as JSON lines."""
        return [json.loads(line) for line in self.run(*arguments, "--format", "jsonl").splitlines()]

    def same(self, what, printed, own):
        if printed == own:
            self.right += 1
            return
        self.wrong += 1
        print(f"{what}: differs")
        if isinstance(own, (list, dict)) and type(own) is type(printed):
            keys = range(max(len(own), len(printed))) if isinstance(own, list) else sorted({*own, *printed}, key=str)
            get = lambda of, key: of.get(key) if isinstance(of, dict) else (of[key] if key < len(of) else None)
            for key in [key for key in keys if get(printed, key) != get(own, key)][:3]:
                print(f"    at {key}: printed {get(printed, key)}, computed {get(own, key)}")
        else:
            print(f"    printed {str(printed)[:300]}\n    computed {str(own)[:300]}")


class Signed:
    """A corpus under a recipe, without the documents that have no features."""

    def __init__(self, check, path, recipe):
        self.check, self.path, self.recipe = check, path, recipe
        documents = [json.loads(line) for line in open(path, encoding="utf-8")]
        rows = check.rows("hash", path, *recipe)
        check.same(f"hash {path.name}: ids", [row["id"] for row in rows], [d["id"] for d in documents])
        self.bits = rows[0]["bits"]
        self.hex = {row["id"]: row["signature"] for row in rows}
        kept = [at for at, row in enumerate(rows) if row["features"]]
        self.ids = [rows[at]["id"] for at in kept]
        self.labels = [documents[at].get("group") for at in kept]
        self.texts = {d["id"]: d["text"] for d in documents}
        self.words = self.signature_words([self.hex[id] for id in self.ids])
        self.distances = between(self.words, self.words)
        self.name = f"{path.name} {' '.join(recipe)}".strip()
        self.levels = [components(self.distances <= k) for k in range(self.bits + 1)]
        self.leaves = leaf_order(self.levels)

    def signature_words(self, signatures):
        """Signatures as rows of 16-bit words."""
        raw = b"".join(int(signature, 16).to_bytes(16, "big") for signature in signatures)
        return np.frombuffer(raw, ">u2").astype(np.uint16).reshape(-1, 8)

    def pairs(self, k):
        """(id_a, id_b): distance, the earlier document first."""
        a, b = np.nonzero(np.triu(self.distances <= k, 1))
        return {(self.ids[i], self.ids[j]): int(self.distances[i, j]) for i, j in zip(a, b)}

    def run(self, command, *arguments):
        return self.check.rows(command, *arguments, self.path, *self.recipe)

    def same(self, what, printed, own):
        self.check.same(f"{what} {self.name}", printed, own)


def check_pairs_and_groups(corpus, k):
    printed = corpus.run("pairs", "-k", k)
    corpus.same(f"pairs -k {k}", {(row["id_a"], row["id_b"]): row["distance"] for row in printed}, corpus.pairs(k))
    corpus.same(f"pairs -k {k}: each once", len(printed), len(corpus.pairs(k)))
    for options, parts in (((), corpus.levels[k]), (("--leaders",), leaders(corpus.distances, k))):
        groups = sorted((part for part in parts if len(part) > 1), key=lambda part: (-len(part), part[0]))
        own = []
        for number, part in enumerate(groups, 1):
            own.append([number, len(part), corpus.ids[part[0]], sorted(corpus.ids[at] for at in part)])
        seen = {}
        for row in corpus.run("groups", "-k", k, *options):
            group = seen.setdefault(row["group"], [row["group"], row["size"], row["representative"], []])
            group[3].append(row["id"])
        first = [group[3][0] for group in seen.values()]
        printed = [[*group[:3], sorted(group[3])] for group in seen.values()]
        corpus.same(f"groups -k {k} {' '.join(options)}", printed, own)
        corpus.same(f"groups -k {k} {' '.join(options)}: representative first", first, [group[2] for group in own])


def agreement(corpus, k):
    """Precision, recall and F1 of the pairs within k against the labels."""
    has = np.array([label is not None for label in corpus.labels])
    if not has.any():
        return {}
    upper = np.triu(np.outer(has, has), 1)
    named = np.array([label or "" for label in corpus.labels])
    same, within = upper & (named[:, None] == named[None, :]), upper & (corpus.distances <= k)
    together = np.zeros_like(upper)
    for part in corpus.levels[k]:
        together[np.ix_(part, part)] = True
    own = {}
    for of, chosen in (("", within), ("group_", upper & together)):
        right, found, positive = int((same & chosen).sum()), int(chosen.sum()), int(same.sum())
        precision, recall = right / found if found else None, right / positive if positive else None
        f1 = None if None in (precision, recall) else 2 * right / (found + positive)
        own |= {f"{of}precision": precision, f"{of}recall": recall, f"{of}f1": f1}
    by_chance, most = found * positive / int(upper.sum()), (found + positive) / 2
    return {**own, "ari": (right - by_chance) / (most - by_chance) if most > by_chance else None}


def adds_up(row, rows):
    """Whether the shares of a row are those of its counts, and these those of all confirmed pairs."""
    right, pairs, all_right = row["confirmed"], row["pairs"], rows[0]["confirmed"] + rows[0]["missed"]
    shares = (right / pairs if pairs else None, right / all_right if all_right else None, 2 * right / (pairs + all_right))
    said = tuple(row.get(f"confirmed_{name}") for name in ("precision", "recall", "f1"))
    near = lambda a, b: a == b or (a is not None and b is not None and abs(a - b) < 1e-12)
    return right <= pairs and right + row["missed"] == all_right and all(map(near, shares, said))


def check_sweep(corpus):
    printed = corpus.run("sweep")
    own = []
    for k in range(corpus.bits + 1):
        near = corpus.distances <= k
        groups = [part for part in corpus.levels[k] if len(part) > 1]
        chains = sum(int(corpus.distances[np.ix_(part, part)].max()) > k for part in groups)
        counts = {"k": k, "pairs": int(np.triu(near, 1).sum()), "groups": len(groups), "grouped": sum(map(len, groups))}
        own.append({**counts, "largest": max(map(len, groups), default=0), "chains": chains, **agreement(corpus, k)})
    of_pairs = ("precision", "recall", "f1")
    shares = (*of_pairs, *(f"group_{name}" for name in of_pairs), "ari")
    # What the texts confirm is only put together here from its counts.
    confirmed = ("confirmed", "missed", *(f"confirmed_{name}" for name in of_pairs), "basis")
    left_out = (*shares, *confirmed)
    corpus.same("sweep: confirmed", [row["k"] for row in printed if "confirmed" in row and not adds_up(row, printed)], [])
    whole = lambda rows: [{key: value for key, value in row.items() if key not in left_out} for row in rows]
    corpus.same("sweep", whole(printed), whole(own))
    wrong = [(a, b) for a, b in zip(printed, own) for share in shares if not close(a.get(share), b.get(share))]
    corpus.same("sweep: precision, recall, F1, ARI", wrong, [])


def check_ranked(corpus):
    """Precision over the labels, recall over the pairs labelled 1 in a file; the first k of the best F1."""
    known = [(a, a + 1, int(a % 2 == 0)) for a in range(0, len(corpus.ids) - 1, 3)]
    file = corpus.check.folder / "known.tsv"
    lines = (f"{corpus.ids[a]}\t{corpus.ids[b]}\t{label}" for a, b, label in known)
    file.write_text("\n".join(["id_a\tid_b\tlabel", *lines]) + "\n")
    all_positive = sum(label for _, _, label in known)
    best = None
    for k in range(corpus.bits + 1):
        within = [label for a, b, label in known if int(corpus.distances[a, b]) <= k]
        if not within:
            continue
        precision, recall = sum(within) / len(within), sum(within) / all_positive
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        if f1 > 0 and (best is None or f1 > best[3]):
            best = (k, precision, recall, f1)
    printed = corpus.check.rows(
        "advise", "--recipes", "--pairs", file, "--only", corpus.recipe[1], "--with-empty", corpus.path
    )[0]
    right = all(close(printed[key], value) for key, value in zip(("k", "precision", "recall", "f1"), best))
    corpus.same("advise --recipes", [] if right else printed, [])


def check_diff_recipes(a, b, k):
    """Of two recipes over one corpus in which no document is empty."""
    rows = {row["what"]: row for row in a.check.rows("diff-recipes", a.recipe[1], b.recipe[1], a.path, "-k", k)}
    sets = {"pairs": (set(a.pairs(k)), set(b.pairs(k)))}
    parts = [[part for part in of.levels[k] if len(part) > 1] for of in (a, b)]
    sets["groups"] = tuple({tuple(part) for part in found} for found in parts)
    of = [{at: tuple(part) for part in found for at in part} for found in parts]
    own = {"signatures": [sum(a.hex[id] == b.hex[id] for id in a.ids)]}
    own["signatures"].append(len(a.ids) - own["signatures"][0])
    for what, (first, second) in sets.items():
        own[what] = [len(first & second), len(first ^ second), len(first - second), len(second - first)]
    alone, other = len(of[0].keys() - of[1].keys()), len(of[1].keys() - of[0].keys())
    own["documents grouped"] = [len(a.ids) - alone - other, alone + other, alone, other]
    same = sum(of[0].get(at) == of[1].get(at) for at in range(len(a.ids)))
    own["documents by group"] = [same, len(a.ids) - same]
    columns = ("same", "differ", "only_a", "only_b")
    printed = {what: [row[column] for column in columns[: len(own.get(what, columns))]] for what, row in rows.items()}
    a.same(f"diff-recipes with {b.name}", printed, own)


def check_compare(corpus):
    a, b = corpus.ids[0], corpus.ids[len(corpus.ids) // 2]
    row = corpus.check.rows("compare", a, b, corpus.path, *corpus.recipe)[0]
    distance = int(corpus.distances[0, len(corpus.ids) // 2])
    own = [1 - distance / corpus.bits, math.cos(math.pi * distance / corpus.bits)]
    right = all(close(x, y) for x, y in zip([row["similarity"], row["cosine_estimate"]], own))
    xor = int(corpus.hex[a], 16) ^ int(corpus.hex[b], 16)
    corpus.same("compare", [row["distance"], int(row["xor"], 16), right], [distance, xor, True])
    own = measured(corpus.texts[a], corpus.texts[b], row["features"])
    options = [option for name in own for option in ("--measure", name)]
    printed = corpus.check.rows("compare", a, b, corpus.path, *corpus.recipe, *options)[0]["measures"]
    wrong = {name: (printed.get(name), value) for name, value in own.items() if not close(printed.get(name), value)}
    corpus.same("compare: measures", [list(printed), wrong], [list(own), {}])


def check_sums_and_influence(corpus, id):
    row = corpus.check.rows("explain", corpus.path, "--id", id, *corpus.recipe)[0]
    pushed = pushes(row["features"], corpus.bits, row["tie"])
    sums, signature = summed(pushed, row["tie"])
    corpus.same(f"explain {id}: sums", [float(s) for s in row["sums"]], sums)
    corpus.same(f"explain {id}: signature", int(row["signature"], 16), signature)
    corpus.same(f"hash and explain {id}", corpus.hex[id], row["signature"])
    old, new = corpus.texts[id].split()[0], "zzz"
    edited = corpus.texts[id].replace(old, new)
    options = ["--id", id, "--texts", "30", "--edit", f"{old}=>{new}"]
    rows = corpus.check.rows("sensitivity", corpus.path, *options, *corpus.recipe)
    without = {}
    for at, feature in enumerate(row["features"]):
        rest = summed(np.delete(pushed, at, axis=0), row["tie"])[1]
        without[feature["term"]] = bin(rest ^ signature).count("1")
    influence = {r["term"]: r["distance"] for r in rows if r["kind"] == "influence"}
    corpus.same(f"sensitivity {id}: influence", influence, without)
    order = [r["distance"] for r in rows if r["kind"] == "influence"]
    corpus.same(f"sensitivity {id}: the strongest first", order, sorted(order, reverse=True))
    median = float(np.median([feature["weight"] for feature in row["features"]]))
    margins = [(r["bit"], float(r["sum"])) for r in rows if r["kind"] == "bit"]
    corpus.same(f"sensitivity {id}: bits", margins, list(enumerate(sums)))
    wrong = [r for r in rows if r["kind"] == "bit" and median and not close(r["margin"], abs(r["sum"]) / median)]
    corpus.same(f"sensitivity {id}: margins", wrong, [])
    if "tf-idf" in corpus.recipe or "=" in old:
        return
    after = corpus.check.rows("explain", "--text", edited, *corpus.recipe)[0]["signature"]
    distance = next((r["distance"] for r in rows if r.get("edit") == f"{old}=>{new}"), None)
    corpus.same(f"sensitivity {id}: {old}=>{new}", distance, bin(int(after, 16) ^ signature).count("1"))


def check_heatmap(corpus, size):
    no_pair = 255
    orders = {
        "input": range(len(corpus.ids)),
        "group": corpus.leaves,
        "signature": sorted(range(len(corpus.ids)), key=lambda at: int(corpus.hex[corpus.ids[at]], 16)),
    }
    for order, documents in orders.items():
        file = corpus.check.folder / "heatmap.png"
        corpus.check.run("heatmap", corpus.path, *corpus.recipe, "-o", file, "--force", "--order", order, "--size", size)
        n = len(corpus.ids)
        scale = -(-n // size)
        cells = -(-n // scale)
        full = np.full((cells * scale, cells * scale), no_pair)
        full[:n, :n] = corpus.distances[np.ix_(documents, documents)]
        np.fill_diagonal(full, no_pair)
        cell = full.reshape(cells, scale, cells, scale).min(axis=(1, 3))
        side = max(size // cells, 1)
        corpus.same(f"heatmap {order} {size}", np.array_equal(pixels(file), cell.repeat(side, 0).repeat(side, 1)), True)


def check_index_and_batch(corpus, asked):
    """Every strategy, a k below, at and above the index's own, an index that grew; batch finds the same."""
    half = corpus.check.folder / "half.jsonl"
    rest = corpus.check.folder / "rest.jsonl"
    lines = corpus.path.read_text(encoding="utf-8").splitlines(keepends=True)
    half.write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
    rest.write_text("".join(lines[len(lines) // 2 :]), encoding="utf-8")
    far = between(asked.words, corpus.words)
    own = {}
    for k in (0, 3, 9):
        a, b = np.nonzero(far <= k)
        own[k] = {(asked.ids[i], corpus.ids[j]): int(far[i, j]) for i, j in zip(a, b)}
    strategies = ["blocks", "scan", "tables:6"] + (["nested"] if corpus.bits == 64 else [])
    for number, strategy in enumerate([*strategies, "grown"]):
        index = corpus.check.folder / f"{number}.simx"
        if strategy == "grown":
            corpus.check.run("index", "build", half, *corpus.recipe, "-k", "3", "--force", "-o", index)
            corpus.check.run("index", "add", index, rest)
        else:
            options = ["-k", "3", "--strategy", strategy, "--force", "-o", index]
            corpus.check.run("index", "build", corpus.path, *corpus.recipe, *options)
        for k, expected in own.items():
            rows = corpus.check.rows("index", "query", index, asked.path, "-k", k)
            found = {(row["query"], row["id"]): row["distance"] for row in rows}
            corpus.same(f"index {strategy} -k {k}", found, expected)
            nearest = all(a["query"] != b["query"] or a["distance"] <= b["distance"] for a, b in zip(rows, rows[1:]))
            corpus.same(f"index {strategy} -k {k}: nearest first", (nearest, len(rows)), (True, len(expected)))
    for k, expected in own.items():
        rows = corpus.check.rows("batch", "--new", asked.path, "--against", corpus.path, "-k", k, *corpus.recipe)
        corpus.same(f"batch -k {k}", {(row["id_new"], row["id_against"]): row["distance"] for row in rows}, expected)


def check_signatures(corpus):
    """java, 1e0ng and seomoz from the texts."""
    md5 = lambda part: lambda term: int.from_bytes(hashlib.md5(term.encode()).digest()[part], "big")
    letters = lambda text: "".join(re.findall(r"[\w\u4e00-\u9fcc]+", text.lower()))
    windows = lambda of, n: [of[at : at + n] for at in range(len(of) - n + 1)]
    recipes = {
        "java": lambda text: hashed(re.findall(r"[^ \t\n\r\f]+", text), java_hash, 64, "one"),
        "1e0ng": lambda text: hashed(windows(letters(text), 4) or [letters(text)], md5(slice(8, 16)), 64, "zero"),
        "seomoz": lambda text: hashed(map(" ".join, windows(text.split(), 4)), md5(slice(0, 8)), 64, "zero"),
    }
    for recipe, own in recipes.items():
        signatures = {row["id"]: row["signature"] for row in corpus.check.rows("hash", corpus.path, "--recipe", recipe)}
        expected = {id: own(text) for id, text in corpus.texts.items()}
        corpus.check.same(f"hash {corpus.path.name} {recipe}", signatures, expected)


def everything(check):
    samples = {path.stem: path for path in sorted((ROOT / "samples").glob("*.jsonl"))}
    mixed = check.folder / "mixed.jsonl"  # all samples, with empty texts, copies and documents without a label
    with open(mixed, "w", encoding="utf-8") as out:
        for name, path in samples.items():
            for at, line in enumerate(open(path, encoding="utf-8")):
                document = json.loads(line)
                print(json.dumps({**document, "id": f"{name}/{document['id']}"}), file=out)
                if at % 40 == 0:
                    print(json.dumps({"id": f"{name}/copy {at}", "text": document["text"]}), file=out)
                    print(json.dumps({"id": f"{name}/empty {at}", "text": " \n" * (at // 40)}), file=out)
    default = Signed(check, mixed, [])
    check_signatures(Signed(check, samples["builtin"], []))
    check_index_and_batch(default, Signed(check, samples["zh_tang_two_editions"], []))
    check_heatmap(default, 500)
    check_sweep(default)
    check_pairs_and_groups(default, 3)
    check_pairs_and_groups(default, 12)
    poems = [Signed(check, samples["zh_tang_two_editions"], ["--recipe", recipe]) for recipe in ("default", "1e0ng")]
    check_diff_recipes(*poems, 10)
    for corpus in poems:
        check_ranked(corpus)
    verses = samples["en_sermon_kjv_asv"]
    for recipe in (["--recipe", "java", "--bits", "128"], ["--bits", "12"], ["--weighting", "tf-idf"],
                   ["--recipe", "gaoya"], ["--recipe", "keywords20"]):
        corpus = Signed(check, verses, recipe)
        check_sweep(corpus)
        check_pairs_and_groups(corpus, 6)
        check_compare(corpus)
        check_sums_and_influence(corpus, corpus.ids[7])
    check_sums_and_influence(default, default.ids[100])
    wide = Signed(check, verses, ["--recipe", "java", "--bits", "128"])
    check_heatmap(wide, 1024)
    check_index_and_batch(wide, wide)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    parser.add_argument("--simscope", type=Path, default=target / "debug/simscope", help="[the one that cargo built]")
    parser.add_argument("--require", action="store_true", help="fail if NumPy is missing")
    options = parser.parse_args()
    if np is None:
        print("skipped: no numpy")
        return 1 if options.require else 0
    if not options.simscope.exists():
        parser.error(f"{options.simscope} is not there: cargo build")
    with tempfile.TemporaryDirectory() as folder:
        check = Check(options.simscope.resolve(), Path(folder))
        everything(check)
    print(f"recomputed: {check.right} results agree, {check.wrong} differ")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
